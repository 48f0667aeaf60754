"""Seeing: what does this frame show? No rules, no devices."""
