"""What can be touched: cameras, panels, boards, printing."""
