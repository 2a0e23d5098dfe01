"""Fusion of rolls from several sources: a tower counts throws, a camera sees dice lie, people enter rolls.

Reports of the same throw become one roll. Dice that lie outside a tower at work ("off-tower dice") may be a
throw or not; later evidence decides. Pure except for its memory.
"""

from __future__ import annotations

import math
from collections import deque
from collections.abc import Sequence, Set
from dataclasses import dataclass, field, replace
from typing import Final

from companion.observations import RollAfterSettledDice, RollDoubted, RollSeen
from companion.rolled_dice import RolledDice, is_same_roll

SAME_ROLL_S: Final = 3.0
"""Seconds within which two sources see the same dice come to rest: longer than a hand hides them from
one of the two, shorter than it takes to gather and throw them again.
"""

TOWER_REPORT_S: Final = SAME_ROLL_S
"""Seconds within which a tower at work reports a throw: other dice at rest then were not thrown into it."""

TOWER_REMOVAL_S: Final = 8.0
"""Seconds after a roll in the tower within which off-tower dice were probably removed from it."""

ENTERED_ROLL_S: Final = 12.0
"""Seconds after an entered roll, without later entries, within which a source may still read the same dice:
people enter a roll because a die is cocked, and then nudge it.
"""

THROWN_THRESHOLD_P: Final = 0.8
"""Minimum confidence that dice were thrown; a die nudged in its place has less."""

OPEN_DICE_MAX_ROLLS: Final = 4
"""Rolls after which a piece may still reveal that the rolls since off-tower dice are shifted by a turn."""

MAX_ROLLS: Final = 8
"""Rolls in memory. A tower that was unplugged reports late rolls that the camera reported in time."""


@dataclass
class _FusedRoll:
    t: float
    source: str
    dice: RolledDice
    entry: int
    thrown: bool
    entered: bool
    seen_by: set[str] = field(default_factory=set)
    off_tower: bool = False
    """Counted although the dice lay outside a working source that counts the throws."""

    def can_match(self, seen: RollSeen, newest: int) -> bool:
        if seen.source in self.seen_by:
            return False  # the source reported this roll already, so this is another
        if self.entered and seen.began is not None and seen.began > self.t:
            return False  # the entered dice were already at rest when these were thrown
        if self.entered and self._has_newer_dice(seen):
            return False  # the roll was entered late, and these are already the next dice
        if self.entered and self.entry == newest and seen.t > self.t:
            return seen.t - self.t <= ENTERED_ROLL_S
        return self.is_simultaneous(seen)

    def _has_newer_dice(self, seen: RollSeen) -> bool:
        """Return whether different dice came to rest after the entry; a nudged die would still match it."""
        fell = not seen.thrown and seen.t > self.t and seen.confidence >= THROWN_THRESHOLD_P
        return fell and not is_same_roll(self.dice, seen.dice)

    def is_simultaneous(self, seen: RollSeen) -> bool:
        return -SAME_ROLL_S <= seen.t - self.t <= SAME_ROLL_S + seen.late

    def to_observation(self) -> RollSeen:
        return RollSeen(self.t, self.source, self.dice, thrown=self.thrown)


@dataclass(frozen=True)
class OpenDice:
    """Off-tower dice that may be a roll, with the fields of `BoardSeenWithPendingDice`."""

    roll: RollSeen
    since: float
    entry: int | None = None
    own: bool = False
    rolls_left: int = OPEN_DICE_MAX_ROLLS
    """Number of further rolls after which play can no longer reveal it."""


class RollFusion:
    """The latest rolls and the sources that saw them.

    Attributes:
        open_dice: dice whose status play may still reveal: off-tower dice, or dice that probably weren't
            thrown; None: none.
    """

    def __init__(self) -> None:
        self._rolls: deque[_FusedRoll] = deque(maxlen=MAX_ROLLS)
        self.reset()

    def reset(self) -> None:
        """Forget all rolls, for another game."""
        self._rolls.clear()
        self._doubts: list[RollSeen] = []
        self._resting: RollSeen | None = None
        self._waiting = False
        self._throws_off_tower: bool | None = None
        self._confirmed_by_people = False
        self.open_dice: OpenDice | None = None
        self._unread: tuple[float, ...] = ()

    @property
    def unread_times(self) -> tuple[float, ...]:
        """Session seconds of unreadable dice that no entry explains yet.

        Only those since the last roll but one count: by then, play has shown whose they were.
        """
        return self._unread

    @property
    def last_unread_time(self) -> float | None:
        """The time of the latest unreadable dice since the last roll, or None."""
        last_t = -math.inf if self._last_roll is None else self._last_roll.t
        return next((t for t in reversed(self._unread) if t > last_t), None)

    def add_unread(self, t: float) -> None:
        """Record that unreadable dice were moved."""
        self._unread = (*self._unread, t)[-MAX_ROLLS:]

    def add_roll(self, seen: RollSeen, entry: int, *, entered: bool = False) -> tuple[RollDoubted, ...]:
        """Record a roll, reported by a source or entered by a person, with its entry number.

        People enter the roll that they were asked about. So the sources of doubts since the last roll have
        seen this one, at that time. If these doubts were all about off-tower dice, no other source will read
        them later.

        Returns:
            Doubts to ask about: off-tower dice before this roll that weren't counted.
        """
        before = -math.inf if self._last_roll is None else self._last_roll.t
        pending = (t for t in self._unread if before < t < seen.t - ENTERED_ROLL_S)
        self._unread = () if entered else tuple(pending)
        seen_by = {seen.source}
        if entered and self._doubts:
            seen_by |= {asked.source for asked in self._doubts}
            off_tower_doubts = [asked for asked in self._doubts if not asked.thrown]
            if len(off_tower_doubts) == len(self._doubts):
                seen, entered = replace(off_tower_doubts[-1], dice=seen.dice), False
        last, self.open_dice = self._last_roll, self._open_after(seen)
        if seen.thrown and not entered and last is not None and last.off_tower:
            if self._throws_off_tower:
                self.open_dice = OpenDice(last.to_observation(), seen.t, last.entry, own=True)
            # A throw follows the off-tower dice: they were played, so people throw outside the tower.
            self._throws_off_tower = True
        roll = _FusedRoll(seen.t, seen.source, seen.dice, entry, seen.thrown, entered, seen_by)
        self._rolls.append(roll)
        self._doubts = []
        resting, self._resting = self._resting, None
        if resting is None or entered or not seen.thrown:
            return ()
        if roll.can_match(resting, entry):
            roll.seen_by.add(resting.source)
            same = is_same_roll(resting.dice, roll.dice)
            return () if same else (_create_doubt(resting, entry=entry, witness=seen.source),)
        if self._throws_off_tower is False:
            return ()
        self.open_dice = OpenDice(resting, seen.t, entry)
        return (_create_doubt(resting, before=entry),)

    def _open_after(self, seen: RollSeen) -> OpenDice | None:
        """Return the open dice after another roll: the turn shown by later pieces reveals their status."""
        open_dice = self.open_dice
        if open_dice is None or open_dice.entry is None or open_dice.rolls_left == 0:
            return None
        return replace(open_dice, since=seen.t, rolls_left=open_dice.rolls_left - 1)

    def add_off_tower_roll(self, seen: RollSeen, entry: int) -> tuple[RollDoubted, ...]:
        """Record off-tower dice as a roll, with its entry number; return the doubts to ask about."""
        # Evidence from play alone may come from another player's turn.
        sure = self._confirmed_by_people and self._throws_off_tower is True
        self.add_roll(seen, entry)
        self._rolls[-1].off_tower = True
        return () if sure else (_create_doubt(seen, entry=entry),)

    def replace_last_roll(self, seen: RollSeen) -> None:
        """Replace the last roll, of off-tower dice, with a throw."""
        last = self._rolls.pop()
        self.open_dice = OpenDice(last.to_observation(), seen.t, last.entry)
        self._rolls.append(_FusedRoll(seen.t, seen.source, seen.dice, last.entry, True, False, {seen.source}))
        self._doubts, self._resting = [], None

    def find_duplicate(self, dice: RolledDice | tuple[()], t: float, newest: int) -> int | None:
        """Return the entry number of the latest roll if an entered roll duplicates it, or None.

        Args:
            dice: the entered dice, without a turn; empty: no possible roll of two dice.
            t: session seconds of the input.
            newest: number of the last entry.
        """
        roll = self._rolls[-1] if self._rolls else None
        if roll is None or roll.entered or roll.entry != newest or abs(t - roll.t) > SAME_ROLL_S:
            return None
        return roll.entry if dice and is_same_roll(dice, roll.dice) else None

    def confirm(self, entries: Sequence[int]) -> None:
        """Record that people confirmed the roll of an entry: the sources of doubts have seen that roll."""
        for roll in self._rolls:
            if roll.entry in entries:
                roll.seen_by |= {asked.source for asked in self._doubts}
        self._doubts.clear()
        if self._last_roll is not None and self._last_roll.off_tower and self._last_roll.entry in entries:
            self.learn(thrown_there=True)

    def add_doubt(self, seen: RollSeen) -> None:
        """Record a roll that was not entered in the log, and about which people are asked."""
        self._doubts.append(seen)
        if not seen.thrown and self.open_dice is None and not self._shows_last_roll(seen):
            self.open_dice = OpenDice(seen, seen.t)

    def find_played(self, seen: RollSeen) -> RollSeen | None:
        """Return dice in doubt that count as a roll because different dice have come to rest since, or None.

        Dice that come to rest within `SAME_ROLL_S` were just moved.
        """
        open_dice = self.open_dice
        if open_dice is None or open_dice.roll not in self._doubts or self._resting is not None:
            return None
        return open_dice.roll if seen.t - open_dice.roll.t > SAME_ROLL_S else None

    def reject_roll(self) -> None:
        """Record that people answered that there was no roll."""
        self._unread = ()
        if self.open_dice is not None and self.open_dice.roll in self._doubts:
            self.open_dice = None

    def apply_correction(self, dice: RolledDice | tuple[()]) -> None:
        """Resolve the doubt about dice that a correction of the log has entered as a roll."""
        open_dice = self.open_dice
        if (
            open_dice is not None
            and open_dice.roll in self._doubts
            and dice
            and is_same_roll(open_dice.roll.dice, dice)
        ):
            self._doubts.remove(open_dice.roll)
            self.open_dice = None

    def _shows_last_roll(self, seen: RollSeen) -> bool:
        """Return whether dice show the last roll, so that a hand may have moved them aside."""
        return self._last_roll is not None and is_same_roll(self._last_roll.dice, seen.dice)

    def learn(self, *, thrown_there: bool) -> None:
        """Record people's answer whether off-tower dice were thrown there."""
        self._throws_off_tower, self._confirmed_by_people, self._resting, self.open_dice = (
            thrown_there,
            True,
            None,
            None,
        )
        if self._last_roll is not None:
            self._last_roll.off_tower = False

    def match(
        self, seen: RollSeen, at_work: Set[str], newest: int
    ) -> RollSeen | RollDoubted | RollAfterSettledDice | None:
        """Match a roll that a source saw with those recorded.

        Args:
            seen: the source's observation.
            at_work: the names of the working sources.
            newest: number of the last entry.

        Returns:
            The roll, where it is new; None where it is recorded already. A doubt where another source
            reported it with other dice, where it follows soon after an entered roll, and for off-tower dice,
            which may become an `overdue_roll`. `RollAfterSettledDice` for a throw that may replace counted
            off-tower dice.
        """
        roll = min(
            (roll for roll in self._rolls if roll.can_match(seen, newest)),
            key=lambda roll: abs(roll.t - seen.t),
            default=None,
        )
        if roll is not None:
            roll.seen_by.add(seen.source)
            if is_same_roll(roll.dice, seen.dice):
                return None
            return (
                _create_doubt(seen)
                if roll.entered
                else _create_doubt(seen, entry=roll.entry, witness=roll.source)
            )
        last = self._last_roll
        if seen.thrown and last is not None and last.off_tower and seen.t > last.t:
            own = self._throws_off_tower is True
            return RollAfterSettledDice(seen.t, seen.source, seen.dice, seen.confidence, last.entry, own)
        if not seen.thrown and any(roll.thrown and roll.source in at_work for roll in self._rolls):
            self._resting, self._waiting = seen, self._can_be_throw(seen)
            self.open_dice = OpenDice(seen, seen.t)
            return _create_doubt(seen, beside=True)
        return seen

    def overdue_roll(self, t: float, *, entered: bool = False) -> RollSeen | None:
        """Return off-tower dice if a tower at work should have reported their throw by now, or None.

        Args:
            t: the time of the current observation.
            entered: the observation is an input about a later event, so the players have continued the game.
        """
        resting = self._resting
        if resting is None or not self._waiting or t < resting.t + (0.0 if entered else TOWER_REPORT_S):
            return None
        return resting

    def stop_waiting(self) -> None:
        """Stop waiting for the overdue roll: it isn't counted, and people were asked."""
        self._waiting = False

    def resolve_open_dice(self, entry: int) -> None:
        """Record that play contradicted the log about the open dice; the given entry corrects it."""
        open_dice = self.open_dice
        assert open_dice is not None
        self.learn(thrown_there=not open_dice.own)
        self._confirmed_by_people = False
        if open_dice.entry is None:
            self.add_roll(open_dice.roll, entry)

    def _can_be_throw(self, seen: RollSeen) -> bool:
        """Return whether off-tower dice may be a throw, rather than dice just removed from the tower."""
        if self._throws_off_tower is not None:
            return self._throws_off_tower
        last = self._rolls[-1]
        return seen.t - last.t > TOWER_REMOVAL_S and not is_same_roll(seen.dice, last.dice)

    @property
    def _last_roll(self) -> _FusedRoll | None:
        return self._rolls[-1] if self._rolls else None


def _create_doubt(
    seen: RollSeen,
    *,
    entry: int | None = None,
    witness: str = "",
    beside: bool = False,
    before: int | None = None,
) -> RollDoubted:
    return RollDoubted(seen.t, seen.source, seen.dice, seen.confidence, entry, witness, beside, before)
