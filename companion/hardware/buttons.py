"""When a button was pressed: contacts bounce, wires pick up noise, and buttons stick."""

from __future__ import annotations

import enum
from typing import Final

SETTLED_S: Final = 0.025
"""Seconds for which a contact has to stay as it is. Push buttons bounce for up to about 10 ms."""

STUCK_S: Final = 10.0
"""Seconds after which nobody means to hold a button any more."""


class ButtonEvent(enum.Enum):
    """What happened to a button."""

    PRESSED = "pressed"
    STUCK = "stuck"
    FREED = "freed"
    """Let go after it had been stuck."""


class Contact:
    """One button's contact, told what is seen of it; knows no clock of its own.

    A press counts when it goes down, not when it is let go. A button that is down when it is seen for
    the first time wasn't pressed: the game may just have been started again.
    """

    def __init__(self) -> None:
        self._seen: bool | None = None
        self._seen_since = 0.0
        self._down = False
        self._down_since = 0.0
        self._stuck = False

    def see(self, down: bool, t: float) -> tuple[ButtonEvent, ...]:
        """Take a look at the contact, or a change of it.

        Args:
            down: whether it is closed.
            t: monotonic seconds; changes may be told a little after a later look.
        """
        if self._seen is None:
            self._seen, self._seen_since = down, t
            self._down, self._down_since = down, t
            return ()
        found: list[ButtonEvent] = []
        if self._seen != self._down and t - self._seen_since >= SETTLED_S:
            found += self._settle(self._seen)
        if self._seen != down:
            self._seen, self._seen_since = down, t
        if self._down and self._seen and not self._stuck and t - self._down_since >= STUCK_S:
            self._stuck = True
            found.append(ButtonEvent.STUCK)
        return tuple(found)

    def _settle(self, down: bool) -> tuple[ButtonEvent, ...]:
        self._down, self._down_since = down, self._seen_since
        if down:
            return (ButtonEvent.PRESSED,)
        freed, self._stuck = self._stuck, False
        return (ButtonEvent.FREED,) if freed else ()
