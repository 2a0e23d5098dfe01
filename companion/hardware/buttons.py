"""Debouncing of push buttons, and detection of buttons that stick."""

from __future__ import annotations

import enum
from typing import Final

DEBOUNCE_S: Final = 0.025
"""Seconds that a contact must stay unchanged. Push buttons bounce for up to about 10 ms."""

STUCK_S: Final = 10.0
"""Seconds after which a pressed button counts as stuck."""


class ButtonEvent(enum.Enum):
    """A change of a button's state."""

    PRESSED = "pressed"
    STUCK = "stuck"
    FREED = "freed"
    """Released after it had been stuck."""


class DebouncedContact:
    """Debouncer for one button's contact; its caller supplies samples and times.

    A press counts when the button goes down, not when it is released. A button that is down at the
    first sample doesn't count as pressed: the program may just have been restarted.
    """

    def __init__(self) -> None:
        self._raw_down: bool | None = None
        self._raw_since = 0.0
        self._down = False
        self._down_since = 0.0
        self._stuck = False

    def sample(self, down: bool, t: float) -> tuple[ButtonEvent, ...]:
        """Process a sample or an edge of the contact and return the events that follow from it.

        Args:
            down: whether the contact is closed.
            t: monotonic seconds; an edge may arrive slightly after a later sample.
        """
        if self._raw_down is None:
            self._raw_down, self._raw_since = down, t
            self._down, self._down_since = down, t
            return ()
        events: list[ButtonEvent] = []
        if self._raw_down != self._down and t - self._raw_since >= DEBOUNCE_S:
            events += self._accept(self._raw_down)
        if self._raw_down != down:
            self._raw_down, self._raw_since = down, t
        if self._down and self._raw_down and not self._stuck and t - self._down_since >= STUCK_S:
            self._stuck = True
            events.append(ButtonEvent.STUCK)
        return tuple(events)

    def _accept(self, down: bool) -> tuple[ButtonEvent, ...]:
        self._down, self._down_since = down, self._raw_since
        if down:
            return (ButtonEvent.PRESSED,)
        freed, self._stuck = self._stuck, False
        return (ButtonEvent.FREED,) if freed else ()
