"""Games of black and white stones on the 93-node Y board."""
