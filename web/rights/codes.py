"""Pairing secrets: six digits or a link's key for tablets, one-time tokens for the seats' phones."""

from __future__ import annotations

import hmac
import secrets
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

CODE_DIGITS: Final = 6
MAX_WRONG_CODES: Final = 10
"""The number of wrong codes after which the code changes."""
_KEY_BYTES: Final = 16
TOKEN_S: Final = 300.0
"""Lifetime of a phone's token, in seconds."""


class TabletCode:
    """The code that pairs a tablet, and the key that replaces it in a link. Both exist in memory only.

    Use of either renews both. The code also changes after too many wrong attempts. The key doesn't: it can't
    be guessed, and nobody should be able to invalidate a link by trying codes.
    """

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._listeners: list[Callable[[str], None]] = []
        self._draw_code_and_key()

    @property
    def digits(self) -> str:
        """The current code."""
        return self._code

    @property
    def key(self) -> str:
        """The current key: 128 bits."""
        return self._key

    def on_change(self, listener: Callable[[str], None]) -> None:
        """Call a listener with each new code, from the thread that used the last one."""
        self._listeners.append(listener)

    def use(self, code: str) -> bool:
        """Return whether this is the code; if so, it is used up."""
        with self._lock:
            is_right = _is_equal(code, self._code)
            self._wrong += not is_right
            if is_right:
                self._draw_code_and_key()
            elif self._wrong < MAX_WRONG_CODES:
                return False
            else:
                self._draw_code()
        self._notify()
        return is_right

    def use_key(self, key: str) -> bool:
        """Return whether this is the key; if so, it is used up."""
        with self._lock:
            if not _is_equal(key, self._key):
                return False
            self._draw_code_and_key()
        self._notify()
        return True

    def renew(self) -> str:
        """Draw a new code and a new key, and invalidate the old ones."""
        with self._lock:
            self._draw_code_and_key()
            return self._code

    def _draw_code_and_key(self) -> None:
        self._key = secrets.token_urlsafe(_KEY_BYTES)
        self._draw_code()

    def _draw_code(self) -> None:
        self._code = f"{secrets.randbelow(10**CODE_DIGITS):0{CODE_DIGITS}}"
        self._wrong = 0

    def _notify(self) -> None:
        for listener in self._listeners:
            listener(self._code)


@dataclass(frozen=True)
class Invitation:
    """A one-time token that pairs a seat's phone.

    Attributes:
        token: the secret.
        seat: the player's colour.
        player: the player's name.
        expires_s: the end of its validity, in seconds of the tokens' clock.
    """

    token: str
    seat: str
    player: str
    expires_s: float


class PhoneTokens:
    """The pending tokens for phones: at most one for each seat, valid once and for some minutes."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        """Start without tokens; `clock` returns monotonic seconds."""
        self._clock = clock
        self._lock = threading.Lock()
        self._invitations: dict[str, Invitation] = {}

    def invite(self, seat: str, player: str) -> Invitation:
        """Create a token for a seat, and invalidate its previous one."""
        invitation = Invitation(secrets.token_urlsafe(_KEY_BYTES), seat, player, self._clock() + TOKEN_S)
        with self._lock:
            self._invitations[seat] = invitation
        return invitation

    def find_invitation(self, seat: str) -> Invitation | None:
        """Return the seat's token while it is valid."""
        found = self._invitations.get(seat)
        return found if found and self._clock() < found.expires_s else None

    def peek(self, token: str) -> Invitation | None:
        """Return the invitation of a token without using it."""
        valid = (self.find_invitation(seat) for seat in tuple(self._invitations))
        return next((each for each in valid if each and _is_equal(each.token, token)), None)

    def use(self, token: str) -> Invitation | None:
        """Return the invitation of a token, and use it up; None: the token is invalid or expired."""
        with self._lock:
            found = self.peek(token)
            if found:
                del self._invitations[found.seat]
        return found


def _is_equal(typed: str, secret: str) -> bool:
    """Compare in constant time, which reveals nothing about the position of a difference."""
    return hmac.compare_digest(typed.encode(), secret.encode())
