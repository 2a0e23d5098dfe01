"""Live streams of server-sent events: a whole snapshot on connecting, then the changes."""

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
from companion.supervised_thread import SupervisedThread
from web.versions import Versions
from web.visitors import VIEWER, Visitor

_LOG = logging.getLogger(__name__)

RECONNECT_MS: Final = 1000
_STREAMS_PER_RESERVED: Final = 5
"""The server reserves one stream for paired devices for every so many streams."""
_POLL_S: Final = 0.5
"""The longest wait for a source before the thread checks whether the server is stopping."""


class StreamsFullError(CompanionError, RuntimeError):
    """Raised when the maximum number of streams is open."""


def reserved_streams(max_streams: int) -> int:
    """Return the number of extra streams for paired devices; viewers can't take the tablet's place."""
    return max_streams // _STREAMS_PER_RESERVED


class SnapshotSource(Protocol):
    """A source of snapshots: a table, or the view of one seat (see `web.table.TableApi`)."""

    def snapshot(self) -> Mapping[str, Any]:
        """Return the newest snapshot."""

    def wait_for_change(self, epoch: str, version: int, timeout: float) -> Mapping[str, Any] | None:
        """Return the newest snapshot as soon as it differs from the one named, or None after `timeout`."""


class Streams:
    """All open streams of a server: their limit, their heartbeat and their end.

    Each stream occupies one of the server's threads.
    """

    def __init__(self, *, max_streams: int, heartbeat: float) -> None:
        """Start without streams.

        Args:
            max_streams: the number of streams that may be open at a time, over all sources; paired devices
                have some more.
            heartbeat: seconds between heartbeats.
        """
        self.heartbeat = heartbeat
        self.closed = threading.Event()
        self._max_streams = max_streams
        self._lock = threading.Lock()
        self._open = 0
        self._feeds: list[Feed] = []

    @property
    def open(self) -> int:
        """The number of open streams."""
        return self._open

    def feed(self, source: SnapshotSource, owner: str = "") -> Feed:
        """Create the feed of a source; call it once for each source, with an owner unless the source is
        public."""
        feed = Feed(source, self, owner)
        self._feeds.append(feed)
        return feed

    def recheck_readers(self) -> None:
        """Make every stream check its reader again, whose rights may have changed."""
        for feed in self._feeds:
            feed.recheck_readers()

    def close(self) -> None:
        """End every stream within a second; streams opened later end immediately."""
        self.closed.set()
        for feed in self._feeds:
            feed.end()

    def acquire_place(self, *, paired: bool) -> None:
        """Count a new stream.

        Args:
            paired: whether a paired device opens it.

        Raises:
            StreamsFullError: the maximum number is open.
        """
        with self._lock:
            if self._open >= self._max_streams + (reserved_streams(self._max_streams) if paired else 0):
                raise StreamsFullError(
                    sentence(
                        "{count} screens are already connected. Close a page that nobody is using.",
                        count=self._max_streams,
                    )
                )
            self._open += 1

    def release_place(self) -> None:
        """Count a closed stream."""
        with self._lock:
            self._open -= 1


class Feed:
    """The streams of one source. While any is open, a thread waits for the source's changes.

    A heartbeat shows that the source still answers, not only this server. If the source hangs there are no
    heartbeats, and the pages warn that their data may be old.
    """

    def __init__(self, source: SnapshotSource, streams: Streams, owner: str) -> None:
        self._source = source
        self._owner = owner
        self._streams = streams
        self._news = threading.Condition()
        self._versions: Versions | None = None
        self._beats = 0
        self._rechecks = 0
        self._listeners = 0
        self._thread: SupervisedThread | None = None

    def connect(
        self, since: str | None = None, reader: Callable[[], Visitor | None] = lambda: VIEWER
    ) -> Stream:
        """Open a stream; closing it releases its place.

        Args:
            since: the name of the client's snapshot, from the events' ids.
            reader: returns the reader, called before each message. The stream reports a changed reader, and
                ends when it returns None.

        Raises:
            StreamsFullError: the maximum number of streams is open.
        """
        visitor = reader()
        self._streams.acquire_place(paired=visitor is not None and visitor.device is not None)
        try:
            snapshot = self._source.snapshot()
        except BaseException:
            self._streams.release_place()
            raise
        with self._news:
            self._add_snapshot(snapshot)
            self._listeners += 1
            if self._thread is None and not self._streams.closed.is_set():
                self._thread = SupervisedThread("web feed", self._follow, self._streams.closed)
                self._thread.start()
        return Stream(self._messages(since, reader), self._release)

    def recheck_readers(self) -> None:
        """Make every stream check its reader again."""
        with self._news:
            self._rechecks += 1
            self._news.notify_all()

    def end(self) -> None:
        """Wake all streams so that they see the closing, and wait for the thread for a bounded time."""
        with self._news:
            self._news.notify_all()
            thread = self._thread
        if thread is not None:
            thread.join(2 * _POLL_S)

    def _release(self) -> None:
        with self._news:
            self._listeners -= 1
        self._streams.release_place()

    def _add_snapshot(self, snapshot: Mapping[str, Any]) -> Versions:
        if self._versions is None:
            self._versions = Versions(snapshot, self._owner)
        else:
            self._versions.add(snapshot)
        self._news.notify_all()
        return self._versions

    def _messages(self, since: str | None, reader: Callable[[], Visitor | None]) -> Iterator[bytes]:
        yield f"retry: {RECONNECT_MS}\n\n".encode()
        # Pages can't see comments, so the heartbeat is an event. The first one follows the first
        # snapshot immediately and contains the interval.
        beat = f": heartbeat\nevent: heartbeat\ndata: {self._streams.heartbeat:g}\n\n".encode()
        sent_name, sent_beats, sent_rechecks = since, -1, -1
        sent_visitor: Visitor | None = None
        while True:
            with self._news:
                assert self._versions is not None
                while (
                    not self._streams.closed.is_set()
                    and (sent_name, sent_beats, sent_rechecks) == self._position()
                ):
                    self._news.wait()
                if self._streams.closed.is_set():
                    return
                message = self._versions.message_since(sent_name)
                if sent_beats != self._beats:
                    message += beat
                sent_name, sent_beats, sent_rechecks = self._position()
            visitor = reader()
            if visitor is None:
                return
            if visitor != sent_visitor:
                message += _visitor_event(visitor)
                sent_visitor = visitor
            if message:
                yield message

    def _position(self) -> tuple[str, int, int]:
        """Return the state of an up-to-date stream: the newest snapshot's name, heartbeats, rechecks."""
        assert self._versions is not None
        return self._versions.name, self._beats, self._rechecks

    def _follow(self) -> None:
        """Wait for the source's changes and send heartbeats as long as a stream is open."""
        wait = min(_POLL_S, self._streams.heartbeat)
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
                # Without heartbeats the pages report stale data; they recover once the source answers.
                _LOG.exception("Reading the snapshot for the stream failed")
                self._streams.closed.wait(self._streams.heartbeat)
                continue
            with self._news:
                if snapshot is not None:
                    # A message is a sign of life itself: a heartbeat would only serve all screens twice.
                    self._add_snapshot(snapshot)
                    beat_at = time.monotonic() + self._streams.heartbeat
                elif time.monotonic() >= beat_at:
                    beat_at = time.monotonic() + self._streams.heartbeat
                    self._beats += 1
                    self._news.notify_all()
            if snapshot is None:
                # A table that is stopping returns immediately, so wait here.
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
        """Release the stream's place; a second call does nothing."""
        if not self._closed:
            self._closed = True
            self._release()


def _visitor_event(visitor: Visitor) -> bytes:
    """Format the event that tells an open page its visitor's role and seat."""
    return f"event: visitor\ndata: {json.dumps({'role': visitor.role, 'seat': visitor.seat})}\n\n".encode()


def last_event_id() -> str | None:
    """Return the name of the snapshot that the client already has.

    A browser that reconnects sends it in a header, a page in the URL.
    """
    return request.headers.get("Last-Event-ID") or request.args.get("since")
