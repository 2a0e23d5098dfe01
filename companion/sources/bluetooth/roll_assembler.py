"""Assembly of two dice's events into rolls. It reads no clock and does no input or output.

A die counts only after it has reported that it rolled and then that it lies flat; both dice must do so
within seconds of each other. Duplicate messages count once. Doubtful throws never count; `RollAssembler`
reports why, so that people can enter the roll.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Final, Literal

from companion.sources.bluetooth import die_events

ROLL_WINDOW_S: Final = 5.0
"""Seconds within which the second die must rest, or start rolling, to belong to the same roll."""
BUSY_DIE_WAIT_S: Final = 15.0
"""Seconds that a rested die waits for one that rolls, is handled, or lies tilted."""
NOTICE_S: Final = 30.0
"""Seconds for which the reason of an uncounted half roll is reported."""
BURST_S: Final = 0.1
"""Messages at most so many seconds apart form one burst. No die rolls for so short a time: a whole roll in
one burst was delayed by the link."""
MIN_THROW_S: Final = 0.4
"""No die is picked up, thrown and at rest again within so many seconds: such a message is a duplicate."""
MAX_DELAY_S: Final = 6.0
"""Longest delay of messages on the link, in seconds: after that the connection times out."""

UncountedReason = Literal["askew", "alone", "lost"]
"""The reason that a die's roll isn't counted.

- askew: the die lies tilted, and the other one no longer rolls.
- alone: the die was thrown, and the other one wasn't.
- lost: the die disconnected while it rolled.
"""


@dataclass(frozen=True)
class BluetoothRoll:
    """A complete roll: both dice were thrown and lie flat.

    Attributes:
        dice: the faces on top, in the dice's order.
        t: time of the second die's report, seconds.
        late: upper bound of the delay between rest and report, seconds.
        began: time at which the first of the two started to roll, seconds.
        lay_s: longest time, in seconds, for which no die was touched since the roll before; None: there is
            none.
    """

    dice: tuple[int, int]
    t: float
    late: float = 0.0
    began: float = 0.0
    lay_s: float | None = None


_Phase = Literal["lying", "handled", "rolling", "askew", "rolled"]


@dataclass
class _Die:
    phase: _Phase = "lying"
    face: int = 0
    t: float = 0.0
    late: float = 0.0
    previous_phase: _Phase = "lying"
    rested_at: float = -math.inf
    last_message_at: float = -math.inf
    burst_start: float = -math.inf
    silence_before_burst: float = 0.0
    rolling_since: float = 0.0

    @property
    def is_busy(self) -> bool:
        return self.is_touched or self.phase == "askew"

    @property
    def is_touched(self) -> bool:
        return self.phase in ("handled", "rolling")

    def note_message(self, t: float) -> None:
        """Record a message's time, and whether it starts a new burst."""
        if t - self.last_message_at > BURST_S:
            self.burst_start, self.silence_before_burst = t, t - self.last_message_at
        self.last_message_at = t


class RollAssembler:
    """State machine over the events of two dice, numbered 0 and 1."""

    def __init__(self) -> None:
        self._dice = (_Die(), _Die())
        self._reason: tuple[int, UncountedReason] | None = None
        self._reason_at = 0.0
        self._untouched_since: float | None = None
        self._lay_s: float | None = None

    def uncounted_reason(self, t: float) -> tuple[int, UncountedReason] | None:
        """Return the die that spoiled the last half roll, and the reason; None if there is none."""
        for n, die in enumerate(self._dice):
            if die.phase == "askew" and self._dice[1 - n].phase in ("rolled", "askew"):
                return n, "askew"
        return self._reason if t - self._reason_at <= NOTICE_S else None

    def process_event(self, n: int, event: die_events.DieEvent, t: float) -> BluetoothRoll | None:
        """Process a die's event; return the roll that it completes, if any.

        Args:
            n: the die, 0 or 1.
            event: the event.
            t: time of arrival, seconds.
        """
        die = self._dice[n]
        die.note_message(t)
        self._expire_dice(t)
        self._handle_event(n, event, t)
        self._measure_rest(t)
        return self._complete_roll()

    def _handle_event(self, n: int, event: die_events.DieEvent, t: float) -> None:
        die = self._dice[n]
        match event:
            case die_events.RollStarted():
                if die.phase != "rolling":
                    die.previous_phase, die.rolling_since = die.phase, t
                die.phase = "rolling"
                if self._reason is not None and self._reason[0] == n:
                    self._reason = None
            case die_events.DieHandled():
                if die.phase != "handled":
                    die.face = die.face if die.phase == "rolled" else 0
                die.phase = "handled"
            case die_events.DieRested(face):
                self._handle_rest(die, face, t)
            case die_events.DieMoved(face):
                self._handle_move(die, face, t)
            case die_events.DieTilted() if die.phase != "lying":
                die.phase, die.t = "askew", t
            case _:
                pass

    def _measure_rest(self, t: float) -> None:
        """Measure how long no die was touched since the last roll; a nudge begins another such time."""
        if any(die.is_touched for die in self._dice):
            if self._untouched_since is not None:
                self._lay_s = max(self._lay_s or 0.0, t - self._untouched_since)
            self._untouched_since = None
        elif self._untouched_since is None and self._lay_s is not None:
            self._untouched_since = t

    def handle_disconnect(self, n: int, t: float) -> None:
        """Process a die's disconnection; a roll that it reported before still counts."""
        die = self._dice[n]
        if die.phase == "rolled":
            return
        if die.phase == "rolling":
            self._set_reason(n, "lost", t)
        die.phase = "lying"

    def advance_time(self, t: float) -> None:
        """Expire dice that have waited too long by `t`, seconds."""
        self._expire_dice(t)

    def _handle_rest(self, die: _Die, face: int, t: float) -> None:
        match die.phase:
            case "rolling" if t - die.rested_at < MIN_THROW_S and face == die.face:
                die.phase = die.previous_phase
            case "rolling":
                die.phase, die.face, die.t, die.rested_at = "rolled", face, t, t
                held_up = die.rolling_since >= die.burst_start
                die.late = min(MAX_DELAY_S, die.silence_before_burst) if held_up else 0.0
            case "rolled" if face != die.face:
                # Two faces without a roll in between: one of the messages is wrong.
                die.phase, die.t = "askew", t
            case "handled":
                self._handle_move(die, face, t)
            case _:
                pass

    def _handle_move(self, die: _Die, face: int, t: float) -> None:
        match die.phase:
            case "handled":
                # A nudged die shows its old face; with another face, its throw is unknown.
                die.phase = "rolled" if die.face == face else "lying"
                if die.phase == "rolled":
                    die.t = t
            case "rolled" if face == die.face:
                pass
            case "rolled" | "rolling":
                die.phase, die.t = "askew", t
            case _:
                pass

    def _complete_roll(self) -> BluetoothRoll | None:
        one, other = self._dice
        if one.phase != "rolled" or other.phase != "rolled":
            return None
        one.phase = other.phase = "lying"
        self._reason = None
        t = max(one.t, other.t)
        lay_s, self._lay_s, self._untouched_since = self._lay_s, None, t
        began = min(die.rolling_since - die.late for die in self._dice)
        return BluetoothRoll((one.face, other.face), t, max(one.late, other.late), began, lay_s)

    def _expire_dice(self, t: float) -> None:
        """Reset a die that has waited too long for the other one, or has been tilted too long."""
        for n, die in enumerate(self._dice):
            if die.phase == "askew" and t - die.t > NOTICE_S:
                die.phase = "lying"
            other = self._dice[1 - n]
            if die.phase == "rolled" and t - die.t > (BUSY_DIE_WAIT_S if other.is_busy else ROLL_WINDOW_S):
                die.phase = "lying"
                if other.phase == "askew":
                    self._set_reason(1 - n, "askew", t)
                elif self._reason is None or self._reason_at < die.rolling_since - ROLL_WINDOW_S:
                    self._set_reason(n, "alone", t)

    def _set_reason(self, n: int, reason: UncountedReason, t: float) -> None:
        self._reason, self._reason_at = (n, reason), t
