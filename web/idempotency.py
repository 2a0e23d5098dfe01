"""Idempotency keys and deadlines for inputs: each is applied once, and in time or not at all.

A network that recovers delivers old requests: an input whose sender was long ago informed of a timeout,
perhaps in another turn, perhaps after somebody else entered the same. A request that changes something may
therefore carry two headers:

- ``Idempotency-Key``: a name that its sender uses once. A repeated key returns the first response and applies
  nothing.
- ``Enter-By``: ``RUN-SECONDS``, the latest time at which the server may apply it, by the server's own clock
  (`GET /api/clock`). The server refuses a later request, and one addressed to an earlier run, whose keys are
  lost.

Requests without these headers are applied as they arrive.
"""

from __future__ import annotations

import hashlib
import logging
import re
import secrets
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Final

from flask import Flask, Response, abort, current_app, g, make_response, request

from companion.i18n import sentence
from web.bodies import BodyError
from web.visitors import visitor

_LOG = logging.getLogger(__name__)

KEY_HEADER: Final = "Idempotency-Key"
KEY_PATTERN: Final = r"^[A-Za-z0-9_-]{8,64}$"
DEADLINE_HEADER: Final = "Enter-By"
DEADLINE_PATTERN: Final = r"^([0-9a-f]{8})-([0-9]{1,9}(?:\.[0-9]{1,3})?)$"

MAX_KEYS: Final = 500
"""The number of stored keys: some minutes' worth, at the highest request rate of an address."""
WAIT_S: Final = 10.0
"""The longest time that a request waits for the response to an earlier one with the same key."""

_EXTENSION: Final = "companion-entering"


@dataclass(frozen=True)
class StoredResponse:
    """A response's status, content type and body."""

    status: int
    kind: str
    body: bytes


@dataclass
class _KeyEntry:
    """A request with a key: its digest and, once known, its response."""

    request_digest: bytes
    done: threading.Event = field(default_factory=threading.Event)
    answer: StoredResponse | None = None


class KeyReusedError(ValueError):
    """Raised when a stored key is used for another request."""


class IdempotencyStore:
    """The stored idempotency keys, their responses, and the server's clock. Thread-safe."""

    def __init__(self, clock: Callable[[], float] = time.monotonic, max_keys: int = MAX_KEYS) -> None:
        """Create an empty store.

        Args:
            clock: monotonic seconds.
            max_keys: the number of keys to store.
        """
        self.run = secrets.token_hex(4)
        self._clock = clock
        self._start_s = clock()
        self._max_keys = max_keys
        self._lock = threading.Lock()
        self._entries: dict[str, _KeyEntry] = {}

    @property
    def uptime_s(self) -> float:
        """Seconds since the server started."""
        return self._clock() - self._start_s

    def is_late(self, run: str, seconds: float) -> bool:
        """Return whether a deadline has passed, or belongs to another run of the server."""
        return run != self.run or self.uptime_s > seconds

    def begin(self, key: str, request_digest: bytes) -> StoredResponse | None:
        """Return the stored response to a request, or None for a new one: then `end` must follow.

        Args:
            key: the request's key.
            request_digest: a digest of the request.

        Raises:
            KeyReusedError: the key belongs to another request.
            TimeoutError: the first request is still without a response.
        """
        while True:
            with self._lock:
                entry = self._entries.get(key)
                if entry is None:
                    self._entries[key] = _KeyEntry(request_digest)
                    if len(self._entries) > self._max_keys:
                        del self._entries[next(iter(self._entries))]
                    return None
            if entry.request_digest != request_digest:
                raise KeyReusedError(key)
            if not entry.done.wait(WAIT_S):
                raise TimeoutError(key)
            if entry.answer is not None:
                return entry.answer
            # The first request failed, so this one takes its place.

    def end(self, key: str, answer: StoredResponse | None) -> None:
        """Store the response to a request; None: it failed, and may be sent again."""
        with self._lock:
            entry = self._entries.get(key) if answer else self._entries.pop(key, None)
        if entry is not None:
            entry.answer = answer
            entry.done.set()


def idempotency_store() -> IdempotencyStore:
    """Return the store of the current application."""
    found: IdempotencyStore = current_app.extensions[_EXTENSION]
    return found


def enable_idempotency(app: Flask) -> None:
    """Make an application observe the keys and deadlines of its requests."""
    app.extensions[_EXTENSION] = IdempotencyStore()

    @app.before_request
    def replay_or_admit() -> Response | None:
        if request.method != "POST":
            return None
        stored = _find_stored_response()
        if stored is None:
            _refuse_if_late()
            return None
        response = make_response(stored.body, stored.status)
        response.content_type = stored.kind
        return response

    # Flask runs after_request functions in reverse order: this one must see the original response.
    @app.after_request
    def store_response(response: Response) -> Response:
        if name := g.pop("entering", None):
            # A cookie is sent only once.
            can_repeat = "Set-Cookie" not in response.headers
            answer = StoredResponse(response.status_code, response.content_type or "", response.get_data())
            idempotency_store().end(name, answer if can_repeat else None)
        return response

    @app.teardown_request
    def release_key(_: BaseException | None) -> None:
        if name := g.pop("entering", None):
            idempotency_store().end(name, None)


def _find_stored_response() -> StoredResponse | None:
    """Return the stored response to the current request; None: it is new, or has no key."""
    key = request.headers.get(KEY_HEADER)
    # Unpaired clients may change nothing, so their requests are refused each time.
    if key is None or (device := visitor().device) is None:
        return None
    if not re.match(KEY_PATTERN, key):
        raise BodyError(sentence("{header} must be 8 to 64 letters, digits, _ or -.", header=KEY_HEADER))
    digest = hashlib.sha256(request.full_path.encode() + b"\0" + request.get_data()).digest()
    device_key = f"{device} {key}"
    try:
        stored = idempotency_store().begin(device_key, digest)
    except KeyReusedError:
        abort(409, sentence("This {header} was already used for another request.", header=KEY_HEADER))
    except TimeoutError:
        abort(503, sentence("That is still being saved. Check whether it was entered."))
    if stored is None:
        g.entering = device_key
    return stored


def _refuse_if_late() -> None:
    header = request.headers.get(DEADLINE_HEADER)
    if header is None:
        return
    deadline = re.match(DEADLINE_PATTERN, header)
    if deadline is None:
        raise BodyError(
            sentence("{header} must be RUN-SECONDS, by the clock of /api/clock.", header=DEADLINE_HEADER)
        )
    if idempotency_store().is_late(deadline[1], float(deadline[2])):
        _LOG.info("Refused an input after its deadline: %s", request.path)
        abort(409, sentence("Too late: nothing was entered."))
