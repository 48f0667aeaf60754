"""What do the rules say? Pure functions on immutable states."""
