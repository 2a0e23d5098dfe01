"""A person at a terminal who is asked something while a line must be kept alive."""

from __future__ import annotations

import os
import select
import sys
from collections.abc import Callable
from typing import Final

LOOK_EVERY_S: Final = 0.1
"""Seconds that whoever must be kept alive is given between two looks for an answer."""


class Terminal:
    """The standard input and output."""

    def __init__(self, meanwhile: Callable[[float], None]) -> None:
        """Take `meanwhile`: while a person thinks it is given so many seconds, again and again."""
        self._meanwhile = meanwhile
        self._typed = b""

    def tell(self, *lines: str) -> None:
        """Print lines."""
        print("\n".join(lines), flush=True)

    def ask(self, question: str) -> str:
        """Print a question and wait for a line; what is typed, without blanks around it.

        Raises:
            EOFError: nobody is there to answer.
        """
        print(question, end=" ", flush=True)
        # Python's own buffer would hide from `select` what has been typed ahead.
        keyboard = sys.stdin.fileno()
        while b"\n" not in self._typed:
            ready, _, _ = select.select([keyboard], [], [], 0)
            if not ready:
                self._meanwhile(LOOK_EVERY_S)
                continue
            typed = os.read(keyboard, 1024)
            if not typed:
                raise EOFError
            self._typed += typed
        line, _, self._typed = self._typed.partition(b"\n")
        return line.decode("utf-8", "replace").strip()
