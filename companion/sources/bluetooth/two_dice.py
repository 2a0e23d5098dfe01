"""Two dice at rest within seconds are one roll: what two dice say, made rolls. Pure but for its memory.

A die counts only once it has said that it rolled and then that it lies flat. What is said twice counts
once; what is doubtful never counts, and people are told where a roll is lost by it.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Final, Literal

from companion.sources.bluetooth.die_events import Askew, DieEvent, Handled, Moved, Rested, Rolling

TOGETHER_S: Final = 5.0
"""Seconds within which the second die has come to rest, or is thrown, where both are one roll."""
OPEN_S: Final = 15.0
"""Seconds for which a die that lies waits for one that rolls, is in a hand, or lies askew."""
SAID_S: Final = 30.0
"""Seconds for which people are told what became of half a roll."""
AT_ONCE_S: Final = 0.1
"""Messages that come within so many seconds of each other come at once. No die rolls for so short a time:
where it says all of a roll at once, that was held up on the way."""
THROW_S: Final = 0.4
"""No die is picked up, thrown and at rest again in so many seconds: what says so was said twice."""
HELD_UP_S: Final = 6.0
"""Seconds for which messages may be held up at most: then the link is given up."""

Trouble = Literal["askew", "alone", "lost"]
"""Why a die's roll isn't counted.

- askew: it lies askew, and the other one doesn't roll any more.
- alone: it was thrown, and the other one wasn't.
- lost: it went while it rolled.
"""


@dataclass(frozen=True)
class Thrown:
    """Both dice were thrown and lie flat.

    Attributes:
        dice: what they show, in the dice's order.
        t: seconds at which the second one said so.
        late: seconds by which it may have come to rest before that.
        began: seconds from which on both rolled.
    """

    dice: tuple[int, int]
    t: float
    late: float = 0.0
    began: float = 0.0


_Phase = Literal["lying", "handled", "rolling", "askew", "rolled"]


@dataclass
class _Die:
    phase: _Phase = "lying"
    face: int = 0
    t: float = 0.0
    late: float = 0.0
    before: _Phase = "lying"
    rested_at: float = -math.inf
    heard: float = -math.inf
    burst: float = -math.inf
    quiet_before: float = 0.0
    rolling_since: float = 0.0

    @property
    def busy(self) -> bool:
        return self.phase in ("handled", "rolling", "askew")

    def note(self, t: float) -> None:
        """Something was heard: the first since a while, or one of several at once."""
        if t - self.heard > AT_ONCE_S:
            self.burst, self.quiet_before = t, t - self.heard
        self.heard = t


class TwoDice:
    """Hears two dice, numbered 0 and 1."""

    def __init__(self) -> None:
        self._dice = (_Die(), _Die())
        self._trouble: tuple[int, Trouble] | None = None
        self._trouble_at = 0.0

    def trouble(self, t: float) -> tuple[int, Trouble] | None:
        """Which die is the reason that half a roll isn't counted, and why; None: there is nothing to say."""
        for n, die in enumerate(self._dice):
            if die.phase == "askew" and self._dice[1 - n].phase in ("rolled", "askew"):
                return n, "askew"
        return self._trouble if t - self._trouble_at <= SAID_S else None

    def hear(self, n: int, event: DieEvent, t: float) -> Thrown | None:
        """What a die says; the roll that it completes.

        Args:
            n: which of the two.
            event: what it says.
            t: seconds at which it was heard.
        """
        die = self._dice[n]
        die.note(t)
        self._settle(t)
        match event:
            case Rolling():
                if die.phase != "rolling":
                    die.before, die.rolling_since = die.phase, t
                die.phase = "rolling"
                if self._trouble is not None and self._trouble[0] == n:
                    self._trouble = None
            case Handled():
                if die.phase != "handled":
                    die.face = die.face if die.phase == "rolled" else 0
                die.phase = "handled"
            case Rested(face):
                self._rest(die, face, t)
            case Moved(face):
                self._move(die, face, t)
            case Askew() if die.phase != "lying":
                die.phase, die.t = "askew", t
            case _:
                pass
        return self._thrown()

    def gone(self, n: int, t: float) -> None:
        """A die isn't heard any more; what it said before it went still holds."""
        die = self._dice[n]
        if die.phase == "rolled":
            return
        if die.phase == "rolling":
            self._say(n, "lost", t)
        die.phase = "lying"

    def wait(self, t: float) -> None:
        """Time goes by."""
        self._settle(t)

    def _rest(self, die: _Die, face: int, t: float) -> None:
        match die.phase:
            case "rolling" if t - die.rested_at < THROW_S and face == die.face:
                die.phase = die.before
            case "rolling":
                die.phase, die.face, die.t, die.rested_at = "rolled", face, t, t
                held_up = die.rolling_since >= die.burst
                die.late = min(HELD_UP_S, die.quiet_before) if held_up else 0.0
            case "rolled" if face != die.face:
                # Said otherwise without a roll between: one of both is wrong.
                die.phase, die.t = "askew", t
            case "handled":
                self._move(die, face, t)
            case _:
                pass

    def _move(self, die: _Die, face: int, t: float) -> None:
        match die.phase:
            case "handled":
                # It was nudged: as it lay, or else nobody knows how it was thrown.
                die.phase = "rolled" if die.face == face else "lying"
                if die.phase == "rolled":
                    die.t = t
            case "rolled" if face == die.face:
                pass
            case "rolled" | "rolling":
                die.phase, die.t = "askew", t
            case _:
                pass

    def _thrown(self) -> Thrown | None:
        one, other = self._dice
        if one.phase != "rolled" or other.phase != "rolled":
            return None
        one.phase = other.phase = "lying"
        self._trouble = None
        began = min(die.rolling_since - die.late for die in self._dice)
        return Thrown((one.face, other.face), max(one.t, other.t), max(one.late, other.late), began)

    def _settle(self, t: float) -> None:
        """Let go of a die that has waited for the other one for too long, or lies askew for long."""
        for n, die in enumerate(self._dice):
            if die.phase == "askew" and t - die.t > SAID_S:
                die.phase = "lying"
            other = self._dice[1 - n]
            if die.phase == "rolled" and t - die.t > (OPEN_S if other.busy else TOGETHER_S):
                die.phase = "lying"
                if other.phase == "askew":
                    self._say(1 - n, "askew", t)
                elif self._trouble is None or self._trouble_at < die.rolling_since - TOGETHER_S:
                    self._say(n, "alone", t)

    def _say(self, n: int, trouble: Trouble, t: float) -> None:
        self._trouble, self._trouble_at = (n, trouble), t
