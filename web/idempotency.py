"""What is entered is taken once, and in time or not at all, where who sends it asks for that.

A network that comes back delivers what was sent while it was away: an input whose sender has long been told
that nobody answered, perhaps in another turn, perhaps after somebody else entered the same. So a request that
changes something may carry two headers:

- ``Idempotency-Key``: a name that its sender gives no other. What comes again by a name that was seen is
  answered as it was the first time, and not taken again.
- ``Enter-By``: ``RUN-SECONDS``, until when it may be taken, by this server's own clock (`GET /api/clock`).
  What comes later is refused, and so is what was meant for a server that has been started anew since: that
  one remembers no names.

Requests without them are taken as they come.
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

KEYS_REMEMBERED: Final = 500
"""How many keys are remembered: some minutes' worth, at the rate at which an address may send."""
WAIT_S: Final = 10.0
"""How long a request waits for the answer of another one by the same name."""

_EXTENSION: Final = "companion-entering"


@dataclass(frozen=True)
class StoredResponse:
    """What was answered: its status, content type and body."""

    status: int
    kind: str
    body: bytes


@dataclass
class _Entry:
    """A request that was named: what it asked, and once that is known, what was answered."""

    asked: bytes
    answered: threading.Event = field(default_factory=threading.Event)
    answer: StoredResponse | None = None


class KeyReusedError(ValueError):
    """A key that was seen already came with another request."""


class IdempotencyStore:
    """The idempotency keys seen, what was answered to them, and the server's clock. Any thread may use it."""

    def __init__(
        self, clock: Callable[[], float] = time.monotonic, remembered: int = KEYS_REMEMBERED
    ) -> None:
        """A store that has seen no key yet.

        Args:
            clock: seconds since whenever.
            remembered: how many keys are remembered.
        """
        self.run = secrets.token_hex(4)
        self._clock = clock
        self._began = clock()
        self._remembered = remembered
        self._lock = threading.Lock()
        self._entries: dict[str, _Entry] = {}

    @property
    def uptime_s(self) -> float:
        """Seconds since the server began."""
        return self._clock() - self._began

    def is_late(self, run: str, seconds: float) -> bool:
        """Whether a deadline has passed: by this run's clock, or that of a run which is over."""
        return run != self.run or self.uptime_s > seconds

    def begin(self, name: str, asked: bytes) -> StoredResponse | None:
        """The answer that something got before, or None where it is new: `end` has to follow then.

        Args:
            name: what it is known by.
            asked: what it asks.

        Raises:
            KeyReusedError: something else was known by this name.
            TimeoutError: the answer that it gets is still not known.
        """
        while True:
            with self._lock:
                entry = self._entries.get(name)
                if entry is None:
                    self._entries[name] = _Entry(asked)
                    if len(self._entries) > self._remembered:
                        del self._entries[next(iter(self._entries))]
                    return None
            if entry.asked != asked:
                raise KeyReusedError(name)
            if not entry.answered.wait(WAIT_S):
                raise TimeoutError(name)
            if entry.answer is not None:
                return entry.answer
            # The first one broke off: this one takes its place.

    def end(self, name: str, answer: StoredResponse | None) -> None:
        """Say what was answered to something that began; None: it broke off, and may begin anew."""
        with self._lock:
            entry = self._entries.get(name) if answer else self._entries.pop(name, None)
        if entry is not None:
            entry.answer = answer
            entry.answered.set()


def idempotency_store() -> IdempotencyStore:
    """The store of the application that is answering."""
    found: IdempotencyStore = current_app.extensions[_EXTENSION]
    return found


def answer_once(app: Flask) -> None:
    """Have an application heed the names and deadlines of what it is sent."""
    app.extensions[_EXTENSION] = IdempotencyStore()

    @app.before_request
    def admit() -> Response | None:
        if request.method != "POST":
            return None
        before = _answered_before()
        if before is None:
            _refuse_late()
            return None
        response = make_response(before.body, before.status)
        response.content_type = before.kind
        return response

    # Of those who look at an answer, Flask asks the last first: this one has to see it as it was made.
    @app.after_request
    def remember(response: Response) -> Response:
        if name := g.pop("entering", None):
            # A cookie is handed out once.
            lasts = "Set-Cookie" not in response.headers
            answer = StoredResponse(response.status_code, response.content_type or "", response.get_data())
            idempotency_store().end(name, answer if lasts else None)
        return response

    @app.teardown_request
    def let_go(_: BaseException | None) -> None:
        if name := g.pop("entering", None):
            idempotency_store().end(name, None)


def _answered_before() -> StoredResponse | None:
    """What the request that is being answered was answered before; None: it is new, or has no name."""
    name = request.headers.get(KEY_HEADER)
    # Who may enter nothing is refused each time.
    if name is None or (device := visitor().device) is None:
        return None
    if not re.match(KEY_PATTERN, name):
        raise BodyError(sentence("{header} must be 8 to 64 letters, digits, _ or -.", header=KEY_HEADER))
    asked = hashlib.sha256(request.full_path.encode() + b"\0" + request.get_data()).digest()
    named = f"{device} {name}"
    try:
        before = idempotency_store().begin(named, asked)
    except KeyReusedError:
        abort(409, sentence("This {header} was already used for another request.", header=KEY_HEADER))
    except TimeoutError:
        abort(503, sentence("That is still being saved. Check whether it was entered."))
    if before is None:
        g.entering = named
    return before


def _refuse_late() -> None:
    said = request.headers.get(DEADLINE_HEADER)
    if said is None:
        return
    deadline = re.match(DEADLINE_PATTERN, said)
    if deadline is None:
        raise BodyError(
            sentence("{header} must be RUN-SECONDS, by the clock of /api/clock.", header=DEADLINE_HEADER)
        )
    if idempotency_store().is_late(deadline[1], float(deadline[2])):
        _LOG.info("Not entered, it came too late: %s", request.path)
        abort(409, sentence("Too late: nothing was entered."))
