"""A demo game for people at a table who have yet to play: a table and a process of its own."""

from __future__ import annotations

import re
import subprocess
import sys
import threading
from collections.abc import Sequence
from types import TracebackType
from typing import IO, Final, Self

from companion.errors import CompanionError
from companion.i18n import sentence

BEGINS_S: Final = 60.0
"""How long a demo may take until its page is served: a Pi imports and draws for a while."""
_STOPS_S: Final = 10.0
_LINK: Final = re.compile(r"https?://[^\s/]+:(\d+)/pair")
COMMAND: Final = (sys.executable, "-m", "companion", "demo", "--port", "0", "--no-browser", "--exit")


class DemoError(CompanionError, RuntimeError):
    """The demo doesn't begin; the message says what to do."""


class DemoBeside:
    """At most one demo at a time, played beside the table. It ends with its game, and with this table."""

    def __init__(self, host: str, command: Sequence[str] = COMMAND) -> None:
        """Nothing is played yet.

        Args:
            host: the address that the demo's page is served at.
            command: what plays it.
        """
        self._command = (*command, "--host", host)
        self._lock = threading.Lock()
        self._playing: subprocess.Popen[str] | None = None
        self._port = 0
        self._reader: threading.Thread | None = None

    def port(self) -> int:
        """The port of the demo's page; a demo is begun where none is played.

        Raises:
            DemoError: it doesn't begin.
        """
        with self._lock:
            if self._playing is None or self._playing.poll() is not None:
                self._playing, self._port = self._begin()
            return self._port

    def _begin(self) -> tuple[subprocess.Popen[str], int]:
        playing = subprocess.Popen(
            self._command,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
        )
        assert playing.stdout is not None
        # A demo that hangs ends its output, too.
        patience = threading.Timer(BEGINS_S, playing.kill)
        patience.start()
        try:
            for line in playing.stdout:
                if link := _LINK.search(line):
                    self._reader = threading.Thread(target=_drain, args=(playing.stdout,), daemon=True)
                    self._reader.start()
                    return playing, int(link[1])
        finally:
            patience.cancel()
        playing.kill()
        playing.wait()
        playing.stdout.close()
        raise DemoError(sentence("The demo game doesn't start. Start it on this computer: companion demo"))

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Stop what is played."""
        with self._lock:
            if self._playing is None:
                return
            self._playing.terminate()
            try:
                self._playing.wait(_STOPS_S)
            except subprocess.TimeoutExpired:
                self._playing.kill()
                self._playing.wait()
            if self._reader is not None:
                self._reader.join(_STOPS_S)


def _drain(said: IO[str]) -> None:
    """Read what nobody reads: a full pipe would stop the demo."""
    with said:
        for _ in said:
            pass
