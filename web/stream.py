"""The live stream: the newest snapshot on connecting, and again whenever it has changed."""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from typing import Any, Final

from companion.errors import CompanionError
from web.table import Table

RECONNECT_MS: Final = 1000
_WAIT: Final = 0.5
"""Seconds a stream waits at most before it looks whether the server is being stopped."""


class StreamsFullError(CompanionError, RuntimeError):
    """As many streams are open as there may be."""


class Streams:
    """All open streams of a server: how many there may be, how often they beat, and their end.

    Every stream holds one of the server's threads for as long as it lasts.
    """

    def __init__(self, table: Table, *, most: int, heartbeat: float) -> None:
        """Serve a table's changes.

        Args:
            table: whose snapshots are sent.
            most: how many streams may be open at a time.
            heartbeat: seconds of silence after which a sign of life is sent.
        """
        self._table = table
        self._most = most
        self._heartbeat = heartbeat
        self._lock = threading.Lock()
        self._open = 0
        self._closed = threading.Event()

    @property
    def open(self) -> int:
        """How many streams are open now."""
        return self._open

    def close(self) -> None:
        """End every stream within a second; those opened later end at once."""
        self._closed.set()

    def connect(self) -> Stream:
        """A new stream; its place is free again once it has been closed.

        Raises:
            StreamsFullError: as many are open as there may be.
        """
        with self._lock:
            if self._open >= self._most:
                raise StreamsFullError(
                    f"{self._most} screens are connected already. Close a page that nobody looks at."
                )
            self._open += 1
        return Stream(self._messages(), self._release)

    def _release(self) -> None:
        with self._lock:
            self._open -= 1

    def _messages(self) -> Iterator[bytes]:
        yield f"retry: {RECONNECT_MS}\n\n".encode()
        # A page hears nothing of comments: the beat that it watches for is an event.
        beat = f": heartbeat\nevent: heartbeat\ndata: {self._heartbeat:g}\n\n".encode()
        snapshot: Mapping[str, Any] | None = self._table.snapshot()
        # The first beat comes right after the first snapshot: the page then knows when to worry.
        epoch, version, beat_at = "", -1, 0.0
        while not self._closed.is_set():
            if snapshot is not None:
                epoch, version = snapshot["epoch"], snapshot["version"]
                yield _event(snapshot)
            if time.monotonic() >= beat_at:
                beat_at = time.monotonic() + self._heartbeat
                yield beat
            wait = min(_WAIT, self._heartbeat)
            wait_until = time.monotonic() + wait
            snapshot = self._table.wait_for_change(epoch, version, wait)
            if snapshot is None:
                # A table that is being stopped waits for nothing any more: then wait here.
                self._closed.wait(max(0.0, wait_until - time.monotonic()))


class Stream:
    """The messages of one stream, as a WSGI server sends and closes them."""

    def __init__(self, messages: Iterator[bytes], release: Callable[[], None]) -> None:
        self._messages = messages
        self._release = release
        self._closed = False

    def __iter__(self) -> Iterator[bytes]:
        return self._messages

    def close(self) -> None:
        """Give the stream's place back; a second call does nothing."""
        if not self._closed:
            self._closed = True
            self._release()


def _event(snapshot: Mapping[str, Any]) -> bytes:
    text = json.dumps(dict(snapshot), ensure_ascii=False, separators=(",", ":"))
    return f"event: snapshot\nid: {snapshot['epoch']}-{snapshot['version']}\ndata: {text}\n\n".encode()
