"""Who decides, remembers and speaks: referee, table, journal, command line."""

import os

# OpenCV reads these when it is loaded: its own lines about a bad video would stand between ours.
os.environ.setdefault("OPENCV_LOG_LEVEL", "ERROR")
os.environ.setdefault("OPENCV_FFMPEG_LOGLEVEL", "-8")
