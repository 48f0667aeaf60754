"""One terminal for several people: lines said and asked, and hand-over so that secrets stay so."""

from __future__ import annotations

import os
import sys

WIPE = "\033[H\033[2J\033[3J"
"""Cursor home, clear the screen, clear what can be scrolled back to (xterm's ED 3)."""
SCROLL = "\n" * 200
"""Out of sight at least, where the terminal cannot clear (TERM is dumb, or not set)."""


class Quit(Exception):
    """Somebody wants to stop; the game stays in the journal."""


class Screen:
    """Standard input and output. ``ask`` raises EOFError at the end of input."""

    def say(self, text: str) -> None:
        """Show lines."""
        sys.stdout.write(f"{text}\n")

    def ask(self, prompt: str) -> str:
        """Show a prompt; the line typed, without blanks around it."""
        sys.stdout.write(prompt)
        sys.stdout.flush()
        try:
            line = sys.stdin.readline()
        except UnicodeDecodeError:
            return ""  # Not text: as if nothing had been typed, so it is asked again.
        if not line:
            raise EOFError
        return line.strip()

    def wipe(self) -> None:
        """Nothing of what was shown before can be seen any more (on a terminal)."""
        if sys.stdout.isatty():
            dumb = os.environ.get("TERM", "dumb") == "dumb"
            sys.stdout.write(SCROLL if dumb else WIPE)
            sys.stdout.flush()

    def hand_over(self, name: str) -> None:
        """Wipe, and wait until ``name`` alone looks."""
        self.wipe()
        self.ask(f"This screen is for {name} only. Press Enter when nobody else is looking. ")
