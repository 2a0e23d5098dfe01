"""Live streams of server-sent events: a whole snapshot on connecting, then the changes."""

from __future__ import annotations

import json
import logging
import threading
import time
from collections import deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, Protocol

from flask import Response, abort, request

from companion.errors import CompanionError
from companion.i18n import sentence
from companion.supervised_thread import SupervisedThread
from web.visitors import VIEWER, Visitor

# The difference of two JSON documents as a JSON Patch (RFC 6902) of ``add``, ``remove``, ``replace``.


Operation = dict[str, Any]


def make_patch(before: Any, after: Any) -> list[Operation]:
    """Return the operations that turn `before` into `after`, in order.

    The patch is small when little has changed, but not always minimal. It handles a list that lost items at
    its front and gained some at its end (the recent log lines) as a whole, and other lists item by item.
    """
    return list(_diff("", before, after))


def _diff(pointer: str, before: Any, after: Any) -> Iterator[Operation]:
    if isinstance(before, dict) and isinstance(after, dict):
        yield from _diff_objects(pointer, before, after)
    elif isinstance(before, list) and isinstance(after, list):
        yield from _diff_lists(pointer, before, after)
    # 1, 1.0 and True are equal in Python, but not in JSON.
    elif type(before) is not type(after) or before != after:
        yield {"op": "replace", "path": pointer, "value": after}


def _diff_objects(pointer: str, before: Mapping[str, Any], after: Mapping[str, Any]) -> Iterator[Operation]:
    for name, value in before.items():
        if name in after:
            yield from _diff(_child_pointer(pointer, name), value, after[name])
        else:
            yield {"op": "remove", "path": _child_pointer(pointer, name)}
    for name, value in after.items():
        if name not in before:
            yield {"op": "add", "path": _child_pointer(pointer, name), "value": value}


def _diff_lists(pointer: str, before: Sequence[Any], after: Sequence[Any]) -> Iterator[Operation]:
    old, new = [_canonical_text(item) for item in before], [_canonical_text(item) for item in after]
    if old == new:
        return
    removed = _shift_length(old, new)
    if removed is not None:
        yield from ({"op": "remove", "path": _child_pointer(pointer, 0)} for _ in range(removed))
        added = after[len(before) - removed :]
        yield from ({"op": "add", "path": _child_pointer(pointer, "-"), "value": item} for item in added)
        return
    first = _common_prefix_length(old, new)
    last = _common_prefix_length(old[first:][::-1], new[first:][::-1])
    old_end, new_end = len(before) - last, len(after) - last
    both = min(old_end, new_end)
    for index in range(first, both):
        yield from _diff(_child_pointer(pointer, index), before[index], after[index])
    yield from ({"op": "remove", "path": _child_pointer(pointer, both)} for _ in range(both, old_end))
    for index in range(both, new_end):
        yield {"op": "add", "path": _child_pointer(pointer, index), "value": after[index]}


def _shift_length(old: Sequence[str], new: Sequence[str]) -> int | None:
    """Return how many items a list lost at its front while it otherwise only grew at its end, or None."""
    for removed in range(len(old)):
        if old[removed:] == new[: len(old) - removed]:
            return removed
    return None


def _common_prefix_length(old: Sequence[str], new: Sequence[str]) -> int:
    """Return the number of leading items that two lists have in common."""
    count = 0
    while count < min(len(old), len(new)) and old[count] == new[count]:
        count += 1
    return count


def _canonical_text(value: Any) -> str:
    return json.dumps(value, sort_keys=True)


def _child_pointer(pointer: str, name: str | int) -> str:
    """Return the JSON pointer (RFC 6901) to a member or an item."""
    return f"{pointer}/{str(name).replace('~', '~0').replace('/', '~1')}"


# The newest snapshot and the changes from earlier ones: the messages of a stream.


MAX_STEPS: Final = 200
"""The number of versions a client may be behind and still receive only the changes."""


@dataclass(frozen=True)
class _VersionStep:
    """The message that leads from one version to a later one of the same epoch."""

    start: int
    message: bytes


class Versions:
    """The messages of all streams of one source; each message is built once.

    An event ``snapshot`` contains a whole snapshot, an event ``changes`` the changes since an earlier
    version: ``{"epoch", "from": version, "to": version, "changes": a JSON Patch}``. The id of either is the
    name of the resulting snapshot, ``EPOCH-VERSION``, prefixed by the owner of a private source:
    ``red.EPOCH-VERSION``.
    """

    def __init__(self, snapshot: Mapping[str, Any], owner: str = "") -> None:
        """Start with a snapshot.

        Args:
            snapshot: the newest.
            owner: distinguishes the source's snapshots from those of other sources with the same versions.
        """
        self._name_prefix = f"{owner}." if owner else ""
        self._steps: deque[_VersionStep] = deque(maxlen=MAX_STEPS)
        self._set(snapshot)

    def _set(self, snapshot: Mapping[str, Any]) -> None:
        text = json.dumps(dict(snapshot), ensure_ascii=False, separators=(",", ":"))
        # Parsed from the text, it equals the client's copy, and no other code can change it.
        self._newest = json.loads(text)
        self.epoch: str = self._newest["epoch"]
        self.version: int = self._newest["version"]
        self._full_message = _format_event("snapshot", self.name, text)
        self._messages: dict[str | None, bytes] = {}

    @property
    def name(self) -> str:
        """The name of the newest snapshot."""
        return f"{self._name_prefix}{self.epoch}-{self.version}"

    def add(self, snapshot: Mapping[str, Any]) -> None:
        """Make a snapshot the newest; ignore one that is older than the newest."""
        before, epoch, version = self._newest, self.epoch, self.version
        if snapshot["epoch"] == epoch and snapshot["version"] <= version:
            return
        self._set(snapshot)
        if self.epoch != epoch:
            self._steps.clear()
            return
        changes = {"epoch": epoch, "from": version, "to": self.version}
        changes["changes"] = make_patch(before, self._newest)
        text = json.dumps(changes, ensure_ascii=False, separators=(",", ":"))
        self._steps.append(_VersionStep(version, _format_event("changes", self.name, text)))

    def message_since(self, name: str | None) -> bytes:
        """Return the shortest message that leads from the named snapshot to the newest one.

        It is empty for the newest snapshot, and the whole snapshot for an unknown name. Nearly all clients
        have the same snapshot, so messages are cached.
        """
        if name == self.name:
            return b""
        message = self._messages.get(name)
        if message is None:
            message = self._compose_message(name)
            if len(self._messages) < MAX_STEPS:
                self._messages[name] = message
        return message

    def _compose_message(self, name: str | None) -> bytes:
        epoch, _, version = (name or "").rpartition("-")
        steps = list(self._steps) if epoch == self._name_prefix + self.epoch else []
        first = next((k for k, step in enumerate(steps) if str(step.start) == version), None)
        if first is None:
            return self._full_message
        message = b"".join(step.message for step in steps[first:])
        return message if len(message) < len(self._full_message) else self._full_message


def _format_event(kind: str, name: str, text: str) -> bytes:
    return f"event: {kind}\nid: {name}\ndata: {text}\n\n".encode()


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
    """A source of snapshots: a table, or the view of one seat (`companion.table.table.Table`)."""

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


def stream_response(feed: Feed, reader: Callable[[], Visitor | None]) -> Response:
    """Return the stream that the current request opens; 503 while too many are open.

    A browser that reconnects sends the name of its snapshot in a header, a page in the URL.
    """
    if request.method == "HEAD":
        return Response(mimetype="text/event-stream")
    since = request.headers.get("Last-Event-ID") or request.args.get("since")
    try:
        return Response(feed.connect(since, reader), mimetype="text/event-stream")
    except StreamsFullError as error:
        abort(503, str(error))
