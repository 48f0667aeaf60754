"""Who decides, remembers and speaks: referee, table, journal, command line."""
