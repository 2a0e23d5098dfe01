"""Fusion of rolls: what a roll that one source saw is worth beside what other sources told.

The tower counts throws; the camera sees dice that lie somewhere; people enter what neither could
read. Where two of them mean one throw it is one roll. Pure but for what it remembers.
"""

from __future__ import annotations

import math
from collections import deque
from collections.abc import Sequence, Set
from dataclasses import dataclass, field, replace
from typing import Final

from companion.observations import RollDoubted, RollOverDice, RollSeen
from companion.thrown import Thrown, alike

SAME_ROLL_S: Final = 3.0
"""Seconds within which two sources see the same dice come to rest: longer than a hand hides them from
one of the two, shorter than it takes to gather them and throw again."""

TOWER_TELLS_S: Final = SAME_ROLL_S
"""Seconds in which a tower at work tells a throw: dice that lie elsewhere then were not thrown into it."""

TAKEN_OUT_S: Final = 8.0
"""Seconds after a roll in the tower in which dice that come to rest beside it were likely taken out of it."""

ENTERED_ROLL_S: Final = 12.0
"""Seconds after a roll was entered by hand, and nothing else was told, in which a source may yet read it:
people enter what lies askew, and then nudge the die."""

SURELY_THROWN_P: Final = 0.8
"""Dice that are a roll so probably were thrown: a die that was nudged where it lies is not."""

SHOWN_LATER: Final = 4
"""Rolls after which a piece may still show that what was told since dice beside the tower is a turn apart."""

REMEMBERED: Final = 8
"""Rolls remembered. A tower whose plug was out for a while tells late what the camera told in time."""


@dataclass
class _FusedRoll:
    t: float
    source: str
    dice: Thrown
    entry: int
    thrown: bool
    entered: bool
    seen_by: set[str] = field(default_factory=set)
    lay: bool = False
    """Counted though its dice only lay beside a source at work that counts the throws."""

    def may_be(self, seen: RollSeen, newest: int) -> bool:
        if seen.source in self.seen_by:
            return False  # it told this one, so what it tells now is another
        if self.entered and seen.began is not None and seen.began > self.t:
            return False  # people entered one that lay there already
        if self.entered and self._fell_since(seen):
            return False  # people entered late what nobody had read, and the next dice fall already
        if self.entered and self.entry == newest and seen.t > self.t:
            return seen.t - self.t <= ENTERED_ROLL_S
        return self.is_at(seen)

    def _fell_since(self, seen: RollSeen) -> bool:
        """Whether other dice than were entered came to rest after that, where a nudged die would lie on."""
        fell = not seen.thrown and seen.t > self.t and seen.confidence >= SURELY_THROWN_P
        return fell and not alike(self.dice, seen.dice)

    def is_at(self, seen: RollSeen) -> bool:
        return -SAME_ROLL_S <= seen.t - self.t <= SAME_ROLL_S + seen.late

    def seen(self) -> RollSeen:
        return RollSeen(self.t, self.source, self.dice, thrown=self.thrown)


@dataclass(frozen=True)
class Open:
    """Dice of which it is in doubt yet whether they were a roll: as `PlayWatched` has it."""

    lay: RollSeen
    since: float
    told: int | None = None
    own: bool = False
    rolls: int = SHOWN_LATER
    """So many more rolls may be told until play shows it no more."""


class RollFusion:
    """The last rolls told, and who saw them.

    Attributes:
        open: what play may yet show of dice that lay beside the tower, or somewhere else and were hardly a
            throw; None: nothing.
    """

    def __init__(self) -> None:
        self._rolls: deque[_FusedRoll] = deque(maxlen=REMEMBERED)
        self.forget()

    def forget(self) -> None:
        """Another game: nothing was rolled in it yet."""
        self._rolls.clear()
        self._doubted: list[RollSeen] = []
        self._lying: RollSeen | None = None
        self._waiting = False
        self._thrown_there: bool | None = None
        self._said_so = False
        self.open: Open | None = None
        self._unread: tuple[float, ...] = ()

    @property
    def unread(self) -> tuple[float, ...]:
        """Session seconds at which dice were moved that could not be read, and of which nobody has told yet:
        since the last roll but one, for play shows by then whose they were.
        """
        return self._unread

    @property
    def thrown_at(self) -> float | None:
        """When dice were moved that could not be read, since the last roll that was told."""
        told = -math.inf if self._last is None else self._last.t
        return next((t for t in reversed(self._unread) if t > told), None)

    def not_read(self, t: float) -> None:
        """Dice were moved that can't be read as they lie."""
        self._unread = (*self._unread, t)[-REMEMBERED:]

    def told(self, seen: RollSeen, entry: int, *, entered: bool = False) -> tuple[RollDoubted, ...]:
        """A roll was told, as a source saw it or a person entered it, by the entry of this number.

        People enter what was asked about: whoever was doubted since the last roll has seen this one, and
        when. Where that was dice that only lay there, no other source will yet read them.

        Returns:
            What is to be asked about it: dice that lay beside the tower until then and weren't counted.
        """
        before = -math.inf if self._last is None else self._last.t
        waiting = (t for t in self._unread if before < t < seen.t - ENTERED_ROLL_S)
        self._unread = () if entered else tuple(waiting)
        seen_by = {seen.source}
        if entered and self._doubted:
            seen_by |= {asked.source for asked in self._doubted}
            lay = [asked for asked in self._doubted if not asked.thrown]
            if len(lay) == len(self._doubted):
                seen, entered = replace(lay[-1], dice=seen.dice), False
        last, self.open = self._last, self._open_after(seen)
        if seen.thrown and not entered and last is not None and last.lay:
            if self._thrown_there:
                self.open = Open(last.seen(), seen.t, last.entry, own=True)
            # Another throw came after the dice that lay there: they were played, so people throw there.
            self._thrown_there = True
        roll = _FusedRoll(seen.t, seen.source, seen.dice, entry, seen.thrown, entered, seen_by)
        self._rolls.append(roll)
        self._doubted = []
        lying, self._lying = self._lying, None
        if lying is None or entered or not seen.thrown:
            return ()
        if roll.may_be(lying, entry):
            roll.seen_by.add(lying.source)
            same = alike(lying.dice, roll.dice)
            return () if same else (_doubt(lying, told=entry, witness=seen.source),)
        if self._thrown_there is False:
            return ()
        self.open = Open(lying, seen.t, entry)
        return (_doubt(lying, before=entry),)

    def _open_after(self, seen: RollSeen) -> Open | None:
        """What is in doubt still once another roll was told: pieces tell it by whose turn it is then."""
        found = self.open
        if found is None or found.told is None or found.rolls == 0:
            return None
        return replace(found, since=seen.t, rolls=found.rolls - 1)

    def counted(self, seen: RollSeen, entry: int) -> tuple[RollDoubted, ...]:
        """Dice that lay beside the tower were counted by the entry of this number; what is to be asked."""
        # What only play showed may have been another's play.
        sure = self._said_so and self._thrown_there is True
        self.told(seen, entry)
        self._rolls[-1].lay = True
        return () if sure else (_doubt(seen, told=entry),)

    def told_instead(self, seen: RollSeen) -> None:
        """A throw was told in the place of the last roll, whose dice only lay there."""
        last = self._rolls.pop()
        self.open = Open(last.seen(), seen.t, last.entry)
        self._rolls.append(_FusedRoll(seen.t, seen.source, seen.dice, last.entry, True, False, {seen.source}))
        self._doubted, self._lying = [], None

    def seen_already(self, dice: Thrown | tuple[()], t: float, newest: int) -> int | None:
        """The number of the entry that told the roll which a source has just seen, where people enter that.

        Args:
            dice: as they entered them, without saying of which turn they are; empty: not as two dice can be.
            t: session seconds at which they did.
            newest: number of the last entry that was told.
        """
        roll = self._rolls[-1] if self._rolls else None
        if roll is None or roll.entered or roll.entry != newest or abs(t - roll.t) > SAME_ROLL_S:
            return None
        return roll.entry if dice and alike(dice, roll.dice) else None

    def confirmed(self, told: Sequence[int]) -> None:
        """People entered the roll that an entry told: whoever was doubted since has seen that one."""
        for roll in self._rolls:
            if roll.entry in told:
                roll.seen_by |= {asked.source for asked in self._doubted}
        self._doubted.clear()
        if self._last is not None and self._last.lay and self._last.entry in told:
            self.learn(thrown_there=True)

    def doubted(self, seen: RollSeen) -> None:
        """What a source saw was not told: people are asked."""
        self._doubted.append(seen)
        if not seen.thrown and self.open is None and not self._lies_as_rolled(seen):
            self.open = Open(seen, seen.t)

    def played(self, seen: RollSeen) -> RollSeen | None:
        """Dice that were asked about, and were played if others have come to rest now, and not just moved."""
        found = self.open
        if found is None or found.lay not in self._doubted or self._lying is not None:
            return None
        return found.lay if seen.t - found.lay.t > SAME_ROLL_S else None

    def no_roll(self) -> None:
        """People said that what they were asked about was no roll."""
        self._unread = ()
        if self.open is not None and self.open.lay in self._doubted:
            self.open = None

    def put_right(self, dice: Thrown | tuple[()]) -> None:
        """People corrected the story by a roll of these dice: where just these were doubted, that was it."""
        found = self.open
        if found is not None and found.lay in self._doubted and dice and alike(found.lay.dice, dice):
            self._doubted.remove(found.lay)
            self.open = None

    def _lies_as_rolled(self, seen: RollSeen) -> bool:
        """Whether dice show what was rolled last: a hand may have moved them aside."""
        return self._last is not None and alike(self._last.dice, seen.dice)

    def learn(self, *, thrown_there: bool) -> None:
        """People said of dice that lay beside the tower whether they were thrown there."""
        self._thrown_there, self._said_so, self._lying, self.open = thrown_there, True, None, None
        if self._last is not None:
            self._last.lay = False

    def match(
        self, seen: RollSeen, at_work: Set[str], newest: int
    ) -> RollSeen | RollDoubted | RollOverDice | None:
        """What is to be told of a roll that a source saw.

        Args:
            seen: what it saw.
            at_work: the names of the sources that work now.
            newest: number of the last entry that was told.

        Returns:
            The roll, where it is one more; None where it was told already; a doubt where another
            source told it with other dice, where it comes soon after one that a person entered, and
            where dice lie somewhere though a source at work counts the throws of this game: those may
            be `overdue` later. A throw after dice that were counted as they lay may be instead of them.
        """
        roll = min(
            (roll for roll in self._rolls if roll.may_be(seen, newest)),
            key=lambda roll: abs(roll.t - seen.t),
            default=None,
        )
        if roll is not None:
            roll.seen_by.add(seen.source)
            if alike(roll.dice, seen.dice):
                return None
            return _doubt(seen) if roll.entered else _doubt(seen, told=roll.entry, witness=roll.source)
        last = self._last
        if seen.thrown and last is not None and last.lay and seen.t > last.t:
            own = self._thrown_there is True
            return RollOverDice(seen.t, seen.source, seen.dice, seen.confidence, last.entry, own)
        if not seen.thrown and any(roll.thrown and roll.source in at_work for roll in self._rolls):
            self._lying, self._waiting = seen, self._may_be_thrown(seen)
            self.open = Open(seen, seen.t)
            return _doubt(seen, beside=True)
        return seen

    def overdue(self, t: float, *, entered: bool = False) -> RollSeen | None:
        """Dice that came to rest beside a tower at work, if it had told their throw by now.

        Args:
            t: the time of what is observed now.
            entered: it is something that people did and entered: they go on with the game already.
        """
        lying = self._lying
        if lying is None or not self._waiting or t < lying.t + (0.0 if entered else TOWER_TELLS_S):
            return None
        return lying

    def left_out(self) -> None:
        """What was overdue isn't counted: no roll is waited for. People were asked."""
        self._waiting = False

    def shown(self, entry: int) -> None:
        """Play showed that it is otherwise than was told, as is told now by the entry of this number."""
        found = self.open
        assert found is not None
        self.learn(thrown_there=not found.own)
        self._said_so = False
        if found.told is None:
            self.told(found.lay, entry)

    def _may_be_thrown(self, seen: RollSeen) -> bool:
        """Whether dice that lie beside a tower at work may be a throw: not those just taken out of it."""
        if self._thrown_there is not None:
            return self._thrown_there
        last = self._rolls[-1]
        return seen.t - last.t > TAKEN_OUT_S and not alike(seen.dice, last.dice)

    @property
    def _last(self) -> _FusedRoll | None:
        return self._rolls[-1] if self._rolls else None


def _doubt(
    seen: RollSeen,
    *,
    told: int | None = None,
    witness: str = "",
    beside: bool = False,
    before: int | None = None,
) -> RollDoubted:
    return RollDoubted(seen.t, seen.source, seen.dice, seen.confidence, told, witness, beside, before)
