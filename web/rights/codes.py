"""What pairs a device: a tablet six digits that are typed, or a link's key; the phone of a seat a token."""

from __future__ import annotations

import hmac
import secrets
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

DIGITS: Final = 6
MOST_WRONG: Final = 10
"""How many wrong codes are heard before the right one is another."""
_KEY_BYTES: Final = 16
TOKEN_S: Final = 300.0
"""How long a phone's token is valid, in seconds."""


class TabletCode:
    """The code that pairs a tablet, and the key that a link has in its stead. They are kept nowhere but here.

    Both are others once one was used. The code is another after too many wrong ones, too; the key stays: it
    can't be guessed, and nobody who tries codes makes a link worthless.
    """

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._changed: list[Callable[[str], None]] = []
        self._renew()

    @property
    def now(self) -> str:
        """The code that pairs."""
        return self._code

    @property
    def key(self) -> str:
        """The key that pairs: 128 bits."""
        return self._key

    def on_change(self, told: Callable[[str], None]) -> None:
        """Have each new code told, from the thread of whoever used the last one."""
        self._changed.append(told)

    def use(self, said: str) -> bool:
        """Whether this is the code; it was, from now on."""
        with self._lock:
            right = _same(said, self._code)
            self._wrong += not right
            if right:
                self._renew()
            elif self._wrong < MOST_WRONG:
                return False
            else:
                self._draw()
        self._tell()
        return right

    def use_key(self, said: str) -> bool:
        """Whether this is the key; it was, from now on."""
        with self._lock:
            if not _same(said, self._key):
                return False
            self._renew()
        self._tell()
        return True

    def fresh(self) -> str:
        """A new code and a new key: those before pair nothing any more."""
        with self._lock:
            self._renew()
            return self._code

    def _renew(self) -> None:
        self._key = secrets.token_urlsafe(_KEY_BYTES)
        self._draw()

    def _draw(self) -> None:
        self._code = f"{secrets.randbelow(10**DIGITS):0{DIGITS}}"
        self._wrong = 0

    def _tell(self) -> None:
        for told in self._changed:
            told(self._code)


@dataclass(frozen=True)
class Invitation:
    """A seat's token: whoever brings it in time is that seat's phone.

    Attributes:
        token: the secret.
        seat: the player's colour.
        player: the player's name.
        until: when it ends, in seconds of the tokens' clock.
    """

    token: str
    seat: str
    player: str
    until: float


class PhoneTokens:
    """The tokens that wait for their phones: one a seat at most, each good once and for some minutes."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        """Begin with none; `clock` gives monotonic seconds."""
        self._clock = clock
        self._lock = threading.Lock()
        self._waiting: dict[str, Invitation] = {}

    def invite(self, seat: str, player: str) -> Invitation:
        """A new token for a seat; the one that it had pairs nothing any more."""
        made = Invitation(secrets.token_urlsafe(_KEY_BYTES), seat, player, self._clock() + TOKEN_S)
        with self._lock:
            self._waiting[seat] = made
        return made

    def waiting(self, seat: str) -> Invitation | None:
        """The seat's token, while it is good."""
        found = self._waiting.get(seat)
        return found if found and self._clock() < found.until else None

    def peek(self, token: str) -> Invitation | None:
        """What a token would pair, without using it."""
        good = (self.waiting(seat) for seat in tuple(self._waiting))
        return next((each for each in good if each and _same(each.token, token)), None)

    def use(self, token: str) -> Invitation | None:
        """What a token pairs; it is used up. None: there is no such token, or no longer."""
        with self._lock:
            found = self.peek(token)
            if found:
                del self._waiting[found.seat]
        return found


def _same(said: str, secret: str) -> bool:
    """Whether both are the same, in a time that tells nothing of where they differ."""
    return hmac.compare_digest(said.encode(), secret.encode())
