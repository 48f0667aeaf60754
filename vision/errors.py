"""The base of every fault that a user can cause: one clear line, no traceback."""


class GyojiError(Exception):
    """What is wrong, where, and what to do, in one line that is shown to the user as it is."""

    exit_code = 1


class PictureError(GyojiError):
    """A picture that cannot be used at all: missing, truncated, not an image."""

    exit_code = 3
