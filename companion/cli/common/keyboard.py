"""Reads typed lines from the terminal with a timeout."""

from __future__ import annotations

import os
import select
import sys


class Keyboard:
    """The standard input."""

    def __init__(self) -> None:
        self._buffer = b""

    def read_line(self, seconds: float) -> str | None:
        """Read a typed line, stripped; None if none was completed within the given seconds.

        Raises:
            EOFError: the input has ended.
        """
        # Python's own buffer would hide from `select` the lines that were typed ahead.
        try:
            keyboard = sys.stdin.fileno()
        except (AttributeError, OSError) as error:
            raise EOFError from error
        if b"\n" not in self._buffer:
            ready, _, _ = select.select([keyboard], [], [], seconds)
            if not ready:
                return None
            chunk = os.read(keyboard, 1024)
            if not chunk:
                raise EOFError
            self._buffer += chunk
        if b"\n" not in self._buffer:
            return None
        line, _, self._buffer = self._buffer.partition(b"\n")
        return line.decode("utf-8", "replace").strip()
