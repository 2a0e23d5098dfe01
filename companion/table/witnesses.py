"""One roll, several witnesses: what a roll that a source saw is worth beside what others told.

The tower counts throws; the camera sees dice that lie somewhere; people enter what neither could
read. Where two of them mean one throw it is one roll. Pure but for what it remembers.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Set
from dataclasses import dataclass, field, replace
from typing import Final

from companion.observations import RollDoubted, RollSeen

SAME_ROLL_S: Final = 3.0
"""Seconds within which two sources see the same dice come to rest: longer than a hand hides them from
one of the two, shorter than it takes to gather them and throw again."""

ENTERED_ROLL_S: Final = 12.0
"""Seconds after a roll was entered by hand, and nothing else was told, in which a source may yet read it:
people enter what lies askew, and then nudge the die."""

REMEMBERED: Final = 8
"""Rolls remembered. A tower whose plug was out for a while tells late what the camera told in time."""


@dataclass
class _Roll:
    t: float
    source: str
    dice: tuple[int, int]
    entry: int
    thrown: bool
    entered: bool
    seen_by: set[str] = field(default_factory=set)

    def may_be(self, seen: RollSeen, newest: int) -> bool:
        if seen.source in self.seen_by:
            return False  # it told this one, so what it tells now is another
        if self.entered and self.entry == newest and seen.t > self.t:
            return seen.t - self.t <= ENTERED_ROLL_S
        return abs(self.t - seen.t) <= SAME_ROLL_S


class Witnesses:
    """The last rolls told, and who saw them."""

    def __init__(self) -> None:
        self._rolls: deque[_Roll] = deque(maxlen=REMEMBERED)
        self._doubted: list[RollSeen] = []

    def forget(self) -> None:
        """Another game: nothing was rolled in it yet."""
        self._rolls.clear()
        self._doubted.clear()

    def told(self, seen: RollSeen, entry: int, *, entered: bool = False) -> None:
        """A roll was told, as a source saw it or a person entered it, by the entry of this number.

        People enter what was asked about: whoever was doubted since the last roll has seen this one, and
        when. Where that was dice that only lay there, no other source will yet read them.
        """
        seen_by = {seen.source}
        if entered and self._doubted:
            seen_by |= {asked.source for asked in self._doubted}
            lay = [asked for asked in self._doubted if not asked.thrown]
            if len(lay) == len(self._doubted):
                seen, entered = replace(lay[-1], dice=seen.dice), False
        self._rolls.append(_Roll(seen.t, seen.source, seen.dice, entry, seen.thrown, entered, seen_by))
        self._doubted.clear()

    def doubted(self, seen: RollSeen) -> None:
        """What a source saw was not told: people are asked."""
        self._doubted.append(seen)

    def judge(self, seen: RollSeen, at_work: Set[str], newest: int) -> RollSeen | RollDoubted | None:
        """What is to be told of a roll that a source saw.

        Args:
            seen: what it saw.
            at_work: the names of the sources that work now.
            newest: number of the last entry that was told.

        Returns:
            The roll, where it is one more; None where it was told already; a doubt where another
            source told it with other dice, where it comes soon after one that a person entered, and
            where dice lie somewhere though a source at work counts the throws of this game: people
            lay dice down that they took out of the tower.
        """
        roll = min(
            (roll for roll in self._rolls if roll.may_be(seen, newest)),
            key=lambda roll: abs(roll.t - seen.t),
            default=None,
        )
        if roll is not None:
            roll.seen_by.add(seen.source)
            if sorted(roll.dice) == sorted(seen.dice):
                return None
            if roll.entered:
                return RollDoubted(seen.t, seen.source, seen.dice, seen.confidence)
            return RollDoubted(seen.t, seen.source, seen.dice, seen.confidence, roll.entry, roll.source)
        if not seen.thrown and any(roll.thrown and roll.source in at_work for roll in self._rolls):
            return RollDoubted(seen.t, seen.source, seen.dice, seen.confidence)
        return seen
