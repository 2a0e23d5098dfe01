"""The decision whether two dice at rest are a roll, a correction of one, or a question."""

from __future__ import annotations

import math
from collections import deque
from collections.abc import Sequence, Set
from dataclasses import dataclass, field, replace
from typing import Final, Literal, Protocol

from companion.observations import BoardSeen, DiceDetection, Observation, RolledDice, is_same_roll

# The decisions of the roll machine about the record, and the facts of a game that they depend on.


Doubt = Literal[
    "unreadable",
    "no_roll",
    "other_dice",
    "counted",
    "earlier_roll",
    "both_rolls",
    "thrown_again",
    "next_player",
]
"""A doubt to ask people about.

- unreadable: dice were moved that can't be read.
- no_roll: dice came to rest that may be no roll; they aren't recorded.
- other_dice: another source read other dice of the recorded roll.
- counted: dice beside a working tower were counted as a roll.
- earlier_roll: dice beside a working tower weren't counted, or were replaced by its next throw.
- both_rolls: dice beside a working tower and its next throw were counted as two rolls.
- thrown_again: both dice were thrown twice with nothing in between; the second throw replaced the first.
- next_player: the same, and the second throw was recorded as the next player's roll.
"""


@dataclass(frozen=True)
class RollDecision(Observation):
    """A decision of the machine that is more than a new roll: a correction, or a question.

    Attributes:
        action: "insert": record the dice as a roll of the next player at time `t`, before the events since
            then. "replace": the dice are the roll of `entry`. "insert_before": they were rolled before the
            roll of `entry`, by the same player. "remove": `entry` is no roll. "confirm": `entry`, recorded in
            doubt, is right. "ask": only ask.
        dice: the two top faces; None: they can't be read.
        confidence: probability in [0, 1] that these dice were thrown, both are right, and so is the decision.
        entry: number of the entry of the roll concerned; None: it isn't recorded.
        doubt: the doubt to ask about; None: nothing is asked.
        other: the dice of the other throw or reading concerned.
        witness: name of the source of the other reading.
        off_tower: the dice came to rest outside a working source that counts throws.
        earlier_entry: number of the entry of the throw before that of `entry`, if that may be the same throw.
        token: as in `companion.observations.DiceDetection`.
    """

    action: Literal["insert", "replace", "insert_before", "remove", "confirm", "ask"]
    dice: RolledDice | None
    confidence: float = 1.0
    entry: int | None = None
    doubt: Doubt | None = None
    other: RolledDice | None = None
    witness: str = ""
    off_tower: bool = False
    earlier_entry: int | None = None
    token: str | None = None


@dataclass(frozen=True)
class RollFacts:
    """Facts of a game about the next roll and the last one.

    Attributes:
        accepted: a roll would be recorded now.
        expected: it may come next by what is visible: no duty of the last roll is open.
        played: the player of the last roll has done something that requires it, or its entry is no roll.
        passed: the turn of the last roll has ended: the next roll is surely another.
        duty_open: the last roll demands an action that nobody has taken, as a seven does.
    """

    accepted: bool = True
    expected: bool = False
    played: bool = True
    passed: bool = True
    duty_open: bool = False


# Weighs whether the same player threw both dice again, or whether the next player rolled.
#
# A die falls off the table, and both are thrown again. The evidence: how long the dice lay, what was done in
# between, whether a duty of the first roll is open, and who reported it.


PRIOR_LOG_ODDS: Final = -4.0
"""Both dice are thrown again about once for fifty turns that pass without a recorded act."""
AGAIN_GAP_S: Final = (3.0, 0.9)
"""Median and log standard deviation of the seconds between two throws of one player, in which the dice are
gathered."""
NEXT_GAP_S: Final = (20.0, 0.6)
"""The same between two players' rolls, in which cards are dealt and the dice are passed, at any table."""
NEXT_GAP_WEIGHT: Final = 6.0
"""Number of such pairs at a table that count as much as `NEXT_GAP_S`."""
OPEN_DUTY_LOG_ODDS: Final = 4.0
"""Nobody passes the dice while a robber waits to be moved; some forget to enter that."""
HELD_S: Final = 1.0
"""Dice that lay untouched for less were never out of hand: no roll was played in that time."""
SHORTEST_GAP_S: Final = 0.1
"""Two throws closer than this are as close as can be."""
DELAY_STEPS: Final = 16
"""Delays of a late report over which the explanations are averaged."""
ASK_THRESHOLD_P: Final = 0.015
"""Minimum probability of either explanation at which people are asked."""


def p_thrown_again(
    gap_s: float,
    usual_s: float = NEXT_GAP_S[0],
    *,
    duty_open: bool,
    lay_s: float | None = None,
    late_s: tuple[float, float] = (0.0, 0.0),
) -> float:
    """Return the probability that a throw repeats the one before, with no act between them.

    Args:
        gap_s: seconds between the reports of the two throws.
        usual_s: median seconds between two players' rolls at this table.
        duty_open: the first throw demands an action that nobody has taken.
        lay_s: seconds for which the dice lay untouched after the first report; None: not known.
        late_s: greatest seconds by which each report may have been delayed, earlier throw first: any delay up
            to that is as likely.
    """
    late_before_s, late_after_s = late_s
    if lay_s is not None and lay_s + late_before_s < HELD_S:
        return 1.0
    longest_s, span_s = gap_s + late_before_s, late_before_s + late_after_s
    steps = DELAY_STEPS if span_s else 1
    gaps_s = [longest_s - span_s * (n + 0.5) / steps for n in range(steps)]
    # A pause is no evidence of a repetition: beyond the usual gap only the tail of the wider density counts.
    gaps_s = [min(max(gap, SHORTEST_GAP_S), usual_s) for gap in gaps_s if gap > 0]
    if not gaps_s:
        return 0.0
    again = sum(math.exp(_log_density(gap, *AGAIN_GAP_S)) for gap in gaps_s)
    following = sum(math.exp(_log_density(gap, usual_s, NEXT_GAP_S[1])) for gap in gaps_s)
    odds = math.exp(PRIOR_LOG_ODDS + OPEN_DUTY_LOG_ODDS * duty_open) * again
    return odds / (odds + following)


def _log_density(gap_s: float, median_s: float, sigma: float) -> float:
    """Return the logarithm of a log-normal density, without the terms that all such densities share."""
    return -(((math.log(gap_s) - math.log(median_s)) / sigma) ** 2) / 2 - math.log(sigma)


# One state machine for two dice and all their witnesses: a tower, a camera, Bluetooth dice, or people.
#
# Every source reports a `DiceDetection`. It is one more witness of a known throw, or a new throw:
#
#     seen ──► pending ──► confirmed ──► replaced
#       │         │            │
#       │         └────────────┴───────► rejected
#       └──► confirmed
#
# - **seen**: just detected. If a recorded roll is the same throw, its source is one more witness of that
#   roll. Other dice of the same throw are asked about.
# - **pending**: not recorded, and people are asked: dice outside a working tower, which may report their
#   throw within `TOWER_REPORT_S`; dice that a hand may have placed there; dice that can't be read; dice that
#   the game can't record now.
# - **confirmed**: recorded as a roll. Pending dice are confirmed by people, by the tower, by a piece of the
#   next player, or by the next dice. A roll is confirmed in doubt if it may be none: people are asked, and a
#   piece of the previous player rejects it.
# - **rejected**: no roll, as people or a piece of the player on turn have shown.
# - **replaced**: the next throw has the entry of this one, as the same player threw again. A piece of the
#   next player confirms it again, as a roll before that throw.
#
# A decision is a new roll (the `DiceDetection` itself), or a `RollDecision`: a correction or a question. The
# machine reads no clock, and knows no rules: its `RollHost` knows the game, and records.


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
ENTERING_S: Final = 3.0
"""Seconds that people need at least to enter dice that they see: a dialog, two faces, and a confirmation."""
THROWING_S: Final = 2.0
"""Seconds that the next player takes at least to gather the dice and throw them."""
THROWN_THRESHOLD_P: Final = 0.8
"""Minimum confidence that dice were thrown; a die nudged in its place has less."""
MIN_ROLL_CONFIDENCE_P: Final = 0.5
"""Below this confidence dice are not counted; people are asked to enter the roll."""
WATCH_MAX_ROLLS: Final = 4
"""Rolls after which a piece may still reveal that the rolls since a throw in doubt are shifted by a turn."""
MAX_ROLLS: Final = 8
"""Rolls in memory. A tower that was unplugged reports late rolls that the camera reported in time."""


class RollHost(Protocol):
    """The table, as the machine knows it."""

    @property
    def newest_entry(self) -> int:
        """The number of the last entry."""

    @property
    def working_sources(self) -> Set[str]:
        """The names of the sources that work."""

    def facts(self, entry: int | None) -> RollFacts:
        """Return the game's facts about the next roll and the roll of an entry."""

    def record(self, decision: DiceDetection | RollDecision) -> int | None:
        """Record a roll or a decision, and ask its question.

        Returns:
            The number of the last new entry; None: nothing was recorded.
        """

    def flush_boards(self, t: float) -> None:
        """Record the pieces that were placed before a time: they precede the roll."""

    def find_builders(self, board: BoardSeen, since: float) -> Set[int]:
        """Return who has built since a time: 0: the active player, 1: the next one, -1: the previous one.

        Args:
            board: what the camera sees.
            since: session seconds since which pieces count. A piece of the previous player may be late.
        """


@dataclass(eq=False)
class DiceThrow:
    """A throw of two dice in the machine's memory.

    Attributes:
        seen: its first report; for an entered roll with the entered dice.
        status: its state.
        entry: number of the entry of its roll; 0 while it isn't recorded.
        entered: people entered it.
        witnesses: the names of the sources that reported it.
        off_tower: the dice lay outside a working source that counts throws.
        awaits_tower: that source may still report it; after that it counts.
        accepted: people entered or confirmed it as a roll.
    """

    seen: DiceDetection
    status: Literal["pending", "confirmed", "rejected", "replaced"] = "pending"
    entry: int = 0
    entered: bool = False
    witnesses: set[str] = field(default_factory=set)
    off_tower: bool = False
    awaits_tower: bool = False
    accepted: bool = False

    @property
    def dice(self) -> RolledDice:
        """The dice of the throw."""
        assert self.seen.dice is not None
        return self.seen.dice

    def can_be(self, seen: DiceDetection, newest: int) -> bool:
        """Return whether a report may be about this throw, which is recorded."""
        if seen.source in self.witnesses:
            return False  # the source reported this roll already, so this is another
        if self.entered and seen.began is not None and seen.began > self.seen.t:
            return False  # the entered dice were already at rest when these were thrown
        if self.entered and self._has_newer_dice(seen):
            return False  # the roll was entered late, and these are already the next dice
        if self.entered and self.entry == newest and seen.t > self.seen.t:
            return seen.t - self.seen.t <= ENTERED_ROLL_S
        return -SAME_ROLL_S <= seen.t - self.seen.t <= SAME_ROLL_S + seen.late

    def shows(self, dice: RolledDice | None) -> bool:
        """Return whether dice may be those of this throw."""
        return dice is not None and is_same_roll(self.dice, dice)

    def _has_newer_dice(self, seen: DiceDetection) -> bool:
        """Return whether different dice came to rest too late to be entered; nudged ones would match."""
        late = seen.t > self.seen.t - ENTERING_S and not self.shows(seen.dice)
        return late and not seen.thrown and seen.confidence >= THROWN_THRESHOLD_P


@dataclass(frozen=True)
class _Watch:
    """A throw whose state later pieces may still change.

    Attributes:
        throw: the throw: pending, replaced, or confirmed in doubt.
        since: session seconds since which pieces count.
        entry: number of the entry of the throw that replaced or followed it; of its own while confirmed.
        rolls_left: number of further rolls after which play can no longer reveal it.
        doubted: number of an entry recorded in doubt, and its confidence if play shows that it is right.
    """

    throw: DiceThrow
    since: float
    entry: int | None = None
    rolls_left: int = WATCH_MAX_ROLLS
    doubted: tuple[int, float] | None = None


class RollMachine:
    """The latest throws, their states and their witnesses."""

    def __init__(self, host: RollHost) -> None:
        self._host = host
        self._rolls: deque[DiceThrow] = deque(maxlen=MAX_ROLLS)
        self.reset()

    def reset(self) -> None:
        """Forget all throws, for another game."""
        self._rolls.clear()
        self._pending: list[DiceThrow] = []
        self._resting: DiceThrow | None = None
        self._watch: _Watch | None = None
        self._throws_off_tower: bool | None = None
        self._confirmed_by_people = False
        self._unread: tuple[float, ...] = ()
        self._gaps = (NEXT_GAP_WEIGHT, NEXT_GAP_WEIGHT * math.log(NEXT_GAP_S[0]))

    @property
    def unread_times(self) -> tuple[float, ...]:
        """Session seconds of unreadable dice that no entry explains yet.

        Only those since the last roll but one count: by then, play has shown whose they were.
        """
        return self._unread

    def find_throw_time(self, dice: RolledDice | tuple[()], t: float) -> float | None:
        """Return when entered dice were thrown, in session seconds; None: nothing tells.

        They were the latest unreadable dice since the last roll. Or they were thrown before the last roll, if
        nobody can have thrown and entered them since.

        Args:
            dice: the entered dice; empty: no possible roll of two dice.
            t: session seconds of the input.
        """
        last = self._last_roll
        last_t = -math.inf if last is None else last.seen.t
        unread_t = next((unread for unread in reversed(self._unread) if unread > last_t), None)
        if unread_t is not None or last is None or last.entered or self._pending:
            return unread_t
        too_soon = last_t < t < last_t - last.seen.late + THROWING_S + ENTERING_S
        return last_t - HELD_S if too_soon and dice and not last.shows(dice) else None

    # Sources

    def detect(self, seen: DiceDetection) -> None:
        """Accept a source's report: one more witness of a throw, or a new throw."""
        if seen.dice is None:
            self._unread = (*self._unread, seen.t)[-MAX_ROLLS:]
            if self._is_expected():
                self._ask(seen, "unreadable")
            return
        known = (roll for roll in self._rolls if roll.can_be(seen, self._host.newest_entry))
        roll = min(known, key=lambda known: abs(known.seen.t - seen.t), default=None)
        if roll is not None:
            self._add_witness(roll, seen)
        elif self._is_off_tower(seen):
            self._resting = DiceThrow(seen, off_tower=True, awaits_tower=self._is_probably_thrown(seen))
            self._watch = _Watch(self._resting, seen.t)
            self._ask(seen, "no_roll", off_tower=True)
            self._pending.append(self._resting)
        else:
            if not self._may_replace_off_tower(seen):
                self._confirm_played(seen)
            self._host.flush_boards(seen.t)
            self._accept_throw(seen)

    def advance(self, t: float, *, entered: bool = False) -> None:
        """Count off-tower dice as a roll once a tower at work should have reported their throw.

        Args:
            t: the time of the current observation.
            entered: the observation is an input about a later event, so the players have continued the game.
        """
        resting = self._resting
        if resting is None or not resting.awaits_tower:
            return
        if t < resting.seen.t + (0.0 if entered else TOWER_REPORT_S):
            return
        self._host.flush_boards(resting.seen.t)
        sure = resting.seen.confidence >= MIN_ROLL_CONFIDENCE_P and self._is_expected()
        entry = self._host.record(resting.seen) if sure else None
        if entry is None:
            resting.awaits_tower = False  # it isn't counted, and people were asked
            return
        # Evidence from play alone may come from another player's turn.
        known = self._confirmed_by_people and self._throws_off_tower is True
        self._confirm(resting.seen, entry)
        self._rolls[-1].off_tower = True
        if not known:
            self._ask(resting.seen, "counted", entry)

    def observe_board(self, board: BoardSeen) -> None:
        """Change the state of a throw in doubt if new pieces show that the turn differs from the record."""
        watch = self._watch
        if watch is None:
            return
        throw, confirmed = watch.throw, watch.throw.status == "confirmed"
        builders = self._host.find_builders(board, watch.since)
        shows_other = (-1 if confirmed else 1) in builders
        if 0 in builders and not shows_other:
            # The active player builds, so the turns are not shifted.
            self._watch = None
            if watch.doubted is not None:
                doubted, p = watch.doubted
                self._host.record(RollDecision(board.t, throw.seen.source, "confirm", throw.dice, p, doubted))
        if 0 in builders or not shows_other:
            return
        seen = throw.seen
        action: Literal["insert", "remove", "insert_before"] = (
            "insert" if watch.entry is None else "remove" if confirmed else "insert_before"
        )
        entry = self._host.record(
            RollDecision(
                watch.since if watch.entry is None else board.t,
                seen.source,
                action,
                seen.dice,
                seen.confidence,
                watch.entry,
            )
        )
        if entry is None:
            return
        throw.status = "rejected" if confirmed else "confirmed"
        if throw.off_tower:
            self._learn(thrown_there=not confirmed)
        self._watch = self._resting = None
        if watch.entry is None:
            self._confirm(seen, entry)

    # People

    def find_duplicate(self, dice: RolledDice | tuple[()], t: float) -> int | None:
        """Return the entry number of the latest roll if an entered roll duplicates it, or None.

        Args:
            dice: the entered dice, without a turn; empty: no possible roll of two dice.
            t: session seconds of the input.
        """
        roll = self._last_roll
        if roll is None or roll.entered or roll.entry != self._host.newest_entry:
            return None
        return roll.entry if dice and abs(t - roll.seen.t) <= SAME_ROLL_S and roll.shows(dice) else None

    def add_entered(self, seen: DiceDetection, entry: int) -> None:
        """Add a roll that people entered, with its entry number."""
        self._confirm(seen, entry, entered=True)

    def confirm_entries(self, entries: Sequence[int]) -> None:
        """Record that people confirmed the roll of an entry: it is the throw that the sources asked about."""
        for roll in self._rolls:
            if roll.entry in entries:
                roll.witnesses |= {asked.seen.source for asked in self._pending}
                roll.accepted = True
        self._pending.clear()
        if self._last_roll is not None and self._last_roll.off_tower and self._last_roll.entry in entries:
            self._learn(thrown_there=True)
            self._confirmed_by_people = True

    def apply_answer(self, word: str, thrown_there: bool | None) -> None:
        """Apply people's answer to a question about dice.

        Args:
            word: the answer's word.
            thrown_there: whether dice outside the tower were thrown there; None: not about such dice.
        """
        if thrown_there is not None:
            self._learn(thrown_there=thrown_there)
            self._confirmed_by_people = True
        elif word in ("thrown_again", "next_player"):
            self._watch = None
        elif word == "no_roll":
            self._unread = ()
            if self._watch is not None and self._watch.throw in self._pending:
                self._watch.throw.status, self._watch = "rejected", None

    def apply_correction(self, dice: RolledDice | tuple[()]) -> None:
        """Confirm pending dice that a correction of the log has entered as a roll."""
        watch = self._watch
        if watch is not None and watch.throw in self._pending and dice and watch.throw.shows(dice):
            self._pending.remove(watch.throw)
            watch.throw.status, self._watch = "confirmed", None

    # Transitions

    @property
    def _last_roll(self) -> DiceThrow | None:
        return self._rolls[-1] if self._rolls else None

    def _is_expected(self) -> bool:
        facts = self._host.facts(None)
        return facts.accepted and facts.expected

    def _add_witness(self, roll: DiceThrow, seen: DiceDetection) -> None:
        """Add a witness of a recorded roll; if it saw other dice, ask which ones are right."""
        roll.witnesses.add(seen.source)
        if roll.shows(seen.dice):
            return
        if roll.entered:
            self._ask(seen, "no_roll")
            self._add_pending(seen)
        else:
            self._ask(seen, "other_dice", roll.entry, witness=roll.seen.source)

    def _accept_throw(self, seen: DiceDetection) -> None:
        """Record a new throw as the next roll, or as a repetition of the last one; ask if in doubt."""
        last = self._last_roll
        if seen.confidence < MIN_ROLL_CONFIDENCE_P:
            self._ask(seen, "unreadable" if seen.thrown else "no_roll", witness=seen.source)
            self._add_pending(seen)
            return
        facts = self._host.facts(None if last is None else last.entry)
        if last is None or facts.played or last.accepted or seen.t <= last.seen.t:
            self._record_next(seen)
        elif self._may_replace_off_tower(seen):
            if self._throws_off_tower and facts.accepted and facts.expected:
                self._record_next(seen)
                self._ask(last.seen, "both_rolls", last.entry, other=seen.dice)
            else:
                self._replace_last(last, seen, "earlier_roll", seen.confidence)
        else:
            self._accept_after_nothing(last, seen, facts)

    def _accept_after_nothing(self, last: DiceThrow, seen: DiceDetection, facts: RollFacts) -> None:
        """Record a throw after a roll whose player has done nothing, except perhaps passed the dice."""
        gap_s, late_s, (pairs, log_gaps) = seen.t - last.seen.t, (last.seen.late, seen.late), self._gaps
        again = 0.0
        if not facts.passed:
            usual_s, duty_open = math.exp(log_gaps / pairs), facts.duty_open
            again = p_thrown_again(gap_s, usual_s, duty_open=duty_open, lay_s=seen.lay_s, late_s=late_s)
        if again >= 0.5:
            doubt: Doubt | None = "thrown_again" if again < 1 else None
            self._replace_last(last, seen, doubt, seen.confidence * again)
            return
        # The table's own pace counts: a long pause like the usual one, a doubtful pair by its probability.
        log_gap = math.log(min(max(gap_s, SHORTEST_GAP_S), NEXT_GAP_S[0]))
        self._gaps = pairs + 1 - again, log_gaps + (1 - again) * log_gap
        if again <= ASK_THRESHOLD_P:
            self._record_next(seen)
        elif self._record_next(replace(seen, confidence=seen.confidence * (1 - again))):
            entry = self._rolls[-1].entry
            self._watch = _Watch(last, seen.t, last.entry, doubted=(entry, seen.confidence))
            self._ask(seen, "next_player", entry, other=last.dice, earlier_entry=last.entry)

    def _record_next(self, seen: DiceDetection) -> bool:
        """Record a throw as the next roll; return whether the game accepted it."""
        entry = self._host.record(seen)
        if entry is None:
            self._add_pending(seen)
            return False
        resting = self._confirm(seen, entry)
        if resting is not None:
            self._ask_about_resting(resting, self._rolls[-1])
        return True

    def _replace_last(
        self, last: DiceThrow, seen: DiceDetection, doubt: Doubt | None, confidence: float
    ) -> None:
        """Replace the last roll by a throw of the same player."""
        decision = RollDecision(
            seen.t, seen.source, "replace", seen.dice, confidence, last.entry, doubt, last.dice,
            token=seen.token,
        )  # fmt: skip
        if self._host.record(decision) is None:
            self._add_pending(seen)
            return
        self._rolls.pop()
        last.status = "replaced"
        doubted = (last.entry, seen.confidence) if confidence < seen.confidence else None
        self._watch = _Watch(last, seen.t, last.entry, doubted=doubted)
        self._rolls.append(DiceThrow(seen, "confirmed", last.entry, witnesses={seen.source}))
        self._pending, self._resting = [], None

    def _confirm_played(self, seen: DiceDetection) -> None:
        """Confirm pending dice as a roll if different dice have come to rest since, and nobody rejected them.

        Dice that come to rest within `SAME_ROLL_S` were just moved.
        """
        watch = self._watch
        if watch is None or watch.throw not in self._pending or self._resting is not None:
            return
        pending = watch.throw.seen
        if seen.t - pending.t <= SAME_ROLL_S or not self._is_expected():
            return
        entry = self._host.record(
            RollDecision(pending.t, pending.source, "insert", pending.dice, pending.confidence)
        )
        if entry is not None:
            self._confirm(pending, entry)

    def _confirm(self, seen: DiceDetection, entry: int, *, entered: bool = False) -> DiceThrow | None:
        """Add a recorded roll.

        People enter the roll that they were asked about. So the sources of pending dice since the last roll
        have seen this one, at that time. If these dice all came to rest outside a source that counts throws,
        no other source will read them later.

        Returns:
            Resting off-tower dice from before this roll, in doubt.
        """
        last, accepted = self._last_roll, entered
        before = -math.inf if last is None else last.seen.t
        pending = (t for t in self._unread if before < t < seen.t - ENTERED_ROLL_S)
        self._unread = () if entered else tuple(pending)
        witnesses = {seen.source}
        if entered and self._pending:
            witnesses |= {asked.seen.source for asked in self._pending}
            settled = [asked.seen for asked in self._pending if not asked.seen.thrown]
            if len(settled) == len(self._pending):
                seen, entered = replace(settled[-1], dice=seen.dice), False
        self._watch = self._watch_after(seen)
        if seen.thrown and not entered and last is not None and last.off_tower:
            if self._throws_off_tower:
                self._watch = _Watch(last, seen.t, last.entry)
            # A throw follows the off-tower dice: they were played, so people throw outside the tower.
            self._throws_off_tower = True
        self._rolls.append(DiceThrow(seen, "confirmed", entry, entered, witnesses, accepted=accepted))
        self._pending = []
        resting, self._resting = self._resting, None
        return None if entered or not seen.thrown else resting

    def _watch_after(self, seen: DiceDetection) -> _Watch | None:
        """Return the watched throw after another roll: the turn shown by later pieces reveals its state."""
        watch = self._watch
        if watch is None or watch.entry is None or watch.rolls_left == 0:
            return None
        return replace(watch, since=seen.t, rolls_left=watch.rolls_left - 1)

    def _ask_about_resting(self, resting: DiceThrow, roll: DiceThrow) -> None:
        """Ask whether off-tower dice before a roll, which weren't counted, were a roll of their own."""
        if roll.can_be(resting.seen, roll.entry):
            roll.witnesses.add(resting.seen.source)
            if not roll.shows(resting.dice):
                self._ask(resting.seen, "other_dice", roll.entry, witness=roll.seen.source)
        elif self._throws_off_tower is not False:
            self._watch = _Watch(resting, roll.seen.t, roll.entry)
            self._ask(resting.seen, "earlier_roll", roll.entry, other=roll.dice)

    def _add_pending(self, seen: DiceDetection) -> None:
        """Add dice that weren't recorded, and about which people are asked."""
        throw = DiceThrow(seen)
        self._pending.append(throw)
        shows_last = self._last_roll is not None and self._last_roll.shows(seen.dice)
        # Dice that show the last roll were probably moved aside by a hand.
        if not seen.thrown and self._watch is None and not shows_last:
            self._watch = _Watch(throw, seen.t)

    def _learn(self, *, thrown_there: bool) -> None:
        """Learn whether people also throw outside the tower."""
        self._throws_off_tower, self._confirmed_by_people = thrown_there, False
        self._resting = self._watch = None
        if self._last_roll is not None:
            self._last_roll.off_tower = False

    def _is_off_tower(self, seen: DiceDetection) -> bool:
        """Return whether dice came to rest outside a working source that counts the throws of this game."""
        working = self._host.working_sources
        return not seen.thrown and any(
            roll.seen.thrown and roll.seen.source in working for roll in self._rolls
        )

    def _may_replace_off_tower(self, seen: DiceDetection) -> bool:
        """Return whether the last roll came from off-tower dice, and this is a throw after them."""
        last = self._last_roll
        return seen.thrown and last is not None and last.off_tower and seen.t > last.seen.t

    def _is_probably_thrown(self, seen: DiceDetection) -> bool:
        """Return whether off-tower dice may be a throw, rather than dice just removed from the tower."""
        if self._throws_off_tower is not None:
            return self._throws_off_tower
        last = self._rolls[-1]
        return seen.t - last.seen.t > TOWER_REMOVAL_S and not last.shows(seen.dice)

    def _ask(
        self,
        seen: DiceDetection,
        doubt: Doubt,
        entry: int | None = None,
        *,
        other: RolledDice | None = None,
        witness: str = "",
        off_tower: bool = False,
        earlier_entry: int | None = None,
    ) -> None:
        asked = RollDecision(seen.t, seen.source, "ask", seen.dice, seen.confidence, entry, doubt, other)
        self._host.record(replace(asked, witness=witness, off_tower=off_tower, earlier_entry=earlier_entry))
