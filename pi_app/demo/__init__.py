"""The stories that `gyoji demo` tells: whole games, from bundled photographs or virtual frames."""
