"""What all tests share: hypothesis without deadlines, the same examples on every run."""

from __future__ import annotations

from hypothesis import settings

settings.register_profile("gyoji", deadline=None, derandomize=True)
settings.load_profile("gyoji")
