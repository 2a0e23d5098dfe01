"""Live streams: one whole snapshot on connecting, then what changes, as server-sent events."""

from __future__ import annotations

import json
import logging
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from typing import Any, Final, Protocol

from flask import request

from companion.errors import CompanionError
from companion.i18n import sentence
from web.versions import Versions
from web.visitors import VIEWER, Visitor

_LOG = logging.getLogger(__name__)

RECONNECT_MS: Final = 1000
_KEPT: Final = 5
"""For so many streams one more is kept for devices that are paired."""
_WAIT_S: Final = 0.5
"""Seconds a source is waited for at most before a look whether the server is being stopped."""


class StreamsFullError(CompanionError, RuntimeError):
    """As many streams are open as there may be."""


def kept_for_paired(most: int) -> int:
    """How many streams more only paired devices get: nobody who only looks takes the tablet's place."""
    return most // _KEPT


class SnapshotSource(Protocol):
    """What can be followed: a table, or what one seat of it may see (`web.table.TableApi` says more)."""

    def snapshot(self) -> Mapping[str, Any]:
        """The newest snapshot."""

    def wait_for_change(self, epoch: str, version: int, timeout: float) -> Mapping[str, Any] | None:
        """The newest snapshot, as soon as it is another than the one named; None after `timeout`."""


class Streams:
    """All open streams of a server: how many there may be, how often they beat, and their end.

    Every stream holds one of the server's threads for as long as it lasts.
    """

    def __init__(self, *, most: int, heartbeat: float) -> None:
        """Nothing is followed yet.

        Args:
            most: how many streams may be open at a time, over all sources; of paired devices some more.
            heartbeat: seconds between signs of life.
        """
        self.heartbeat = heartbeat
        self.closed = threading.Event()
        self._most = most
        self._lock = threading.Lock()
        self._open = 0
        self._feeds: list[Feed] = []

    @property
    def open(self) -> int:
        """How many streams are open now."""
        return self._open

    def feed(self, source: SnapshotSource, whose: str = "") -> Feed:
        """The streams of one source; ask once for each, and say whose it is where it isn't everybody's."""
        feed = Feed(source, self, whose)
        self._feeds.append(feed)
        return feed

    def look_who_reads(self) -> None:
        """Have every stream look at once: somebody may have other rights now."""
        for feed in self._feeds:
            feed.look_who_reads()

    def close(self) -> None:
        """End every stream within a second; those opened later end at once."""
        self.closed.set()
        for feed in self._feeds:
            feed.end()

    def take_place(self, *, paired: bool) -> None:
        """Count one stream more.

        Args:
            paired: it is a paired device's.

        Raises:
            StreamsFullError: as many are open as there may be.
        """
        with self._lock:
            if self._open >= self._most + (kept_for_paired(self._most) if paired else 0):
                raise StreamsFullError(
                    sentence(
                        "{count} screens are already connected. Close a page that nobody is using.",
                        count=self._most,
                    )
                )
            self._open += 1

    def free_place(self) -> None:
        """Count one stream less."""
        with self._lock:
            self._open -= 1


class Feed:
    """The streams of one source. While some are open, a thread of its own waits for the source's changes.

    A beat says, while nothing else is told, that the source still answers, not only this server: where the
    source hangs, nothing beats, and the pages say that what they show may be old.
    """

    def __init__(self, source: SnapshotSource, streams: Streams, whose: str) -> None:
        self._source = source
        self._whose = whose
        self._streams = streams
        self._news = threading.Condition()
        self._versions: Versions | None = None
        self._beats = 0
        self._looks = 0
        self._listeners = 0
        self._thread: threading.Thread | None = None

    def connect(
        self, since: str | None = None, reader: Callable[[], Visitor | None] = lambda: VIEWER
    ) -> Stream:
        """A new stream; its place is free again once it has been closed.

        Args:
            since: the name of the snapshot that the client has already, as the events' ids have it.
            reader: who reads it, asked before each message: that is told whenever it is somebody else.
                The stream ends once it is nobody who may.

        Raises:
            StreamsFullError: as many are open as there may be.
        """
        who = reader()
        self._streams.take_place(paired=who is not None and who.device is not None)
        try:
            snapshot = self._source.snapshot()
        except BaseException:
            self._streams.free_place()
            raise
        with self._news:
            self._take(snapshot)
            self._listeners += 1
            if self._thread is None and not self._streams.closed.is_set():
                self._thread = threading.Thread(target=self._follow, name="web feed", daemon=True)
                self._thread.start()
        return Stream(self._messages(since, reader), self._release)

    def look_who_reads(self) -> None:
        """Have every stream look at once."""
        with self._news:
            self._looks += 1
            self._news.notify_all()

    def end(self) -> None:
        """Have every stream see that all are closed, and wait for the thread a bounded time."""
        with self._news:
            self._news.notify_all()
            thread = self._thread
        if thread is not None:
            thread.join(2 * _WAIT_S)

    def _release(self) -> None:
        with self._news:
            self._listeners -= 1
        self._streams.free_place()

    def _take(self, snapshot: Mapping[str, Any]) -> Versions:
        if self._versions is None:
            self._versions = Versions(snapshot, self._whose)
        else:
            self._versions.take(snapshot)
        self._news.notify_all()
        return self._versions

    def _messages(self, since: str | None, reader: Callable[[], Visitor | None]) -> Iterator[bytes]:
        yield f"retry: {RECONNECT_MS}\n\n".encode()
        # A page hears nothing of comments: the beat that it watches for is an event. The first comes
        # right after the first snapshot: the page then knows when to worry.
        beat = f": heartbeat\nevent: heartbeat\ndata: {self._streams.heartbeat:g}\n\n".encode()
        shown, beats, looks = since, -1, -1
        told: Visitor | None = None
        while True:
            with self._news:
                assert self._versions is not None
                while not self._streams.closed.is_set() and (shown, beats, looks) == self._now():
                    self._news.wait()
                if self._streams.closed.is_set():
                    return
                message = self._versions.since(shown)
                if beats != self._beats:
                    message += beat
                shown, beats, looks = self._now()
            who = reader()
            if who is None:
                return
            if who != told:
                message += _about(who)
                told = who
            if message:
                yield message

    def _now(self) -> tuple[str, int, int]:
        """What a stream has told once it has nothing to tell: the newest snapshot's name, beats, looks."""
        assert self._versions is not None
        return self._versions.name, self._beats, self._looks

    def _follow(self) -> None:
        """Wait for the source's changes, and beat, for as long as somebody listens."""
        wait = min(_WAIT_S, self._streams.heartbeat)
        beat_at = time.monotonic() + self._streams.heartbeat
        while True:
            with self._news:
                if self._listeners == 0 or self._streams.closed.is_set():
                    self._thread = None
                    return
                assert self._versions is not None
                epoch, version = self._versions.epoch, self._versions.version
            wait_until = time.monotonic() + wait
            try:
                snapshot = self._source.wait_for_change(epoch, version, wait)
            except Exception:
                # Without beats the pages say that they are stale; they heal once the source answers.
                _LOG.exception("What is streamed can't be seen")
                self._streams.closed.wait(self._streams.heartbeat)
                continue
            with self._news:
                if snapshot is not None:
                    # What is told is a sign of life itself: no beat has all screens served twice.
                    self._take(snapshot)
                    beat_at = time.monotonic() + self._streams.heartbeat
                elif time.monotonic() >= beat_at:
                    beat_at = time.monotonic() + self._streams.heartbeat
                    self._beats += 1
                    self._news.notify_all()
            if snapshot is None:
                # A table that is being stopped waits for nothing any more: then wait here.
                self._streams.closed.wait(max(0.0, wait_until - time.monotonic()))


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


def _about(who: Visitor) -> bytes:
    """What the page of somebody is told of them: a page that is open learns what it may do now."""
    return f"event: visitor\ndata: {json.dumps({'role': who.role, 'seat': who.seat})}\n\n".encode()


def seen_before() -> str | None:
    """The name of the snapshot that the client asking for a stream has already.

    A browser that opens a stream again by itself says it in a header, a page in the address.
    """
    return request.headers.get("Last-Event-ID") or request.args.get("since")
