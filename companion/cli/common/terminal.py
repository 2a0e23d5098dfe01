"""Lines typed at a terminal, for who has other things to do meanwhile."""

from __future__ import annotations

import os
import select
import sys


class Keyboard:
    """The standard input."""

    def __init__(self) -> None:
        self._typed = b""

    def typed(self, seconds: float) -> str | None:
        """A line that was typed, without blanks around it; None: none was within so many seconds.

        Raises:
            EOFError: nobody will type any more.
        """
        # Python's own buffer would hide from `select` what has been typed ahead.
        try:
            keyboard = sys.stdin.fileno()
        except (AttributeError, OSError) as error:
            raise EOFError from error
        if b"\n" not in self._typed:
            ready, _, _ = select.select([keyboard], [], [], seconds)
            if not ready:
                return None
            typed = os.read(keyboard, 1024)
            if not typed:
                raise EOFError
            self._typed += typed
        if b"\n" not in self._typed:
            return None
        line, _, self._typed = self._typed.partition(b"\n")
        return line.decode("utf-8", "replace").strip()
