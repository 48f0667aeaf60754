"""A whole game of YOMEN from bundled photographs: the story that ``gyoji demo`` tells."""
