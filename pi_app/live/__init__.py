"""The live referee: from a stream of frames of one board to the moves of a game."""
