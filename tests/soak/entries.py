"""Whole evenings that people enter with one kind of error, compared with the true game.

    python -m tests.soak.entries [--games N] [--kinds late_events,late_turn,...] [--seed N] [--jobs N] [--why]

Every event of a simulated game is entered. A twentieth of the entries has the error: it is late, doubled,
swapped with the next one, or wrong and corrected a little later. Questions when an entry happened are
answered truthfully. The hands are compared with the truth whenever everything that has happened is entered.
Prints a row for each kind:

- the share of the hands that are right, of all comparisons in all evenings. A hand that stays wrong counts at
  every later comparison;
- the share of the errors after which every hand is right, of those before which every hand was right;
- the numbers of flagged lines at the end of an evening, of refused inputs, and of questions.
"""

from __future__ import annotations

import argparse
import random
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from multiprocessing import get_context
from typing import Any, Final

from companion.games.base.game import BaseGame
from companion.games.base.rules.cards import RESOURCES, Cards
from companion.games.base.rules.effects import apply, fold
from companion.games.base.rules.events import (
    BuyDevelopmentCard,
    Discard,
    DomesticTrade,
    EndTurn,
    Event,
    GameStarted,
    LayoutSet,
    MaritimeTrade,
    MoveRobber,
    PlaceCity,
    PlaceRoad,
    PlaceSettlement,
    PlayDevelopmentCard,
    Roll,
    Steal,
    event_to_json,
)
from companion.games.base.rules.options import Options
from companion.games.base.rules.state import State
from companion.games.game_api import Interpretation, Question
from companion.games.seats import Seat
from companion.observations import InputEntered, InputRefused
from companion.sim.world import SimulatedGame, shuffled_island, to_input
from companion.table.session import GameSession
from tests.measure.public_events import reportable_events

SEATS: Final = (Seat("Ana", "red"), Seat("Ben", "blue"), Seat("Cyr", "white"))
OPTIONS: Final = Options(all_told=True, open_hands=True)
ERROR_SHARE: Final = 0.05
"""Share of the entries that have the error, of those that can have it."""
MAX_DELAY_EVENTS: Final = 3
TURN_EVENTS: Final = (
    MoveRobber,
    Steal,
    Discard,
    DomesticTrade,
    MaritimeTrade,
    BuyDevelopmentCard,
    PlayDevelopmentCard,
    PlaceRoad,
    PlaceSettlement,
    PlaceCity,
)
"""The acts of a turn: all but the roll and the turn's end."""

Hands = tuple[Cards, ...]


@dataclass(frozen=True)
class Entering:
    """One input of an evening.

    Attributes:
        number: the position in the true game of the event that it is about.
        event: the event that is entered; for a correction the event that the entry should have recorded.
        named: the input names its player even if that player is active.
        corrects: it corrects this wrong event, entered before.
        unseen: its author has not seen the previous entry.
    """

    number: int
    event: Event
    named: bool = False
    corrects: Event | None = None
    unseen: bool = False


@dataclass(frozen=True)
class Figures:
    """The figures of one or several evenings with one kind of error.

    Attributes:
        hands, right_hands: compared hands, and those that were right.
        errors, mended: errors before which all hands were right, and those after which they were right again.
        flags: flagged lines at the end.
        refused: inputs that the table refused.
        questions: questions when an entry happened.
    """

    hands: int = 0
    right_hands: int = 0
    errors: int = 0
    mended: int = 0
    flags: int = 0
    refused: int = 0
    questions: int = 0

    def __add__(self, other: Figures) -> Figures:
        return Figures(
            *(one + two for one, two in zip(vars(self).values(), vars(other).values(), strict=True))
        )

    @property
    def right_share(self) -> float:
        """The share of the hands that are right."""
        return self.right_hands / max(1, self.hands)

    @property
    def mended_share(self) -> float:
        """The share of the errors after which every hand is right."""
        return self.mended / max(1, self.errors)


ErrorScript = Callable[[Sequence[Event], int, random.Random], "list[Entering] | None"]
"""Returns the entries from a position on, with an error in the first event; None: it can't have the error."""


def _prompt(events: Sequence[Event], first: int, last: int) -> list[Entering]:
    return [Entering(n, events[n]) for n in range(first, last)]


def _delay_event(events: Sequence[Event], n: int, last: int) -> list[Entering] | None:
    """Enter an act of a turn late: after the event before a position."""
    if not isinstance(events[n], TURN_EVENTS) or last > len(events) or last < n + 2:
        return None
    return [*_prompt(events, n + 1, last), Entering(n, events[n], named=True)]


def _late_events(events: Sequence[Event], n: int, rng: random.Random) -> list[Entering] | None:
    return _delay_event(events, n, n + 1 + rng.randint(1, MAX_DELAY_EVENTS))


def _late_turns(events: Sequence[Event], n: int, rng: random.Random, turns: int) -> list[Entering] | None:
    """Enter an act of a turn after this many later rolls and up to two more events of that turn."""
    rolls = [m for m in range(n + 1, len(events)) if isinstance(events[m], Roll)]
    if len(rolls) <= turns:
        return None
    return _delay_event(events, n, min(rolls[turns - 1] + 1 + rng.randint(0, 2), rolls[turns]))


def _late_turn(events: Sequence[Event], n: int, rng: random.Random) -> list[Entering] | None:
    return _late_turns(events, n, rng, 1)


def _late_three_turns(events: Sequence[Event], n: int, rng: random.Random) -> list[Entering] | None:
    return _late_turns(events, n, rng, 3)


def _late_roll(events: Sequence[Event], n: int, rng: random.Random) -> list[Entering] | None:
    """Enter a roll after some of the acts that it made possible."""
    if not isinstance(events[n], Roll):
        return None
    ends = (m for m in range(n + 1, len(events)) if not isinstance(events[m], TURN_EVENTS))
    acts = next(ends, len(events)) - n - 1
    if not acts:
        return None
    last = n + 1 + rng.randint(1, acts)
    return [*_prompt(events, n + 1, last), Entering(n, events[n])]


def _double_entry(events: Sequence[Event], n: int, rng: random.Random) -> list[Entering] | None:
    return [Entering(n, events[n]), Entering(n, events[n], unseen=True)]


def _swap_entries(events: Sequence[Event], n: int, rng: random.Random) -> list[Entering] | None:
    """Enter two events in the other order, but no two rolls."""
    pair = events[n : n + 2]
    if len(pair) < 2 or not all(isinstance(each, (Roll, *TURN_EVENTS)) for each in pair):
        return None
    if all(isinstance(each, Roll) for each in pair):
        return None
    return [Entering(n + 1, events[n + 1], named=True), Entering(n, events[n], named=True)]


def _mistake(
    events: Sequence[Event], n: int, rng: random.Random, wrong: Event | None
) -> list[Entering] | None:
    """Enter a wrong event, and correct it after up to two more entries."""
    last = n + 1 + rng.randint(0, 2)
    if wrong is None or wrong == events[n] or last > len(events):
        return None
    return [
        Entering(n, wrong, named=True),
        *_prompt(events, n + 1, last),
        Entering(n, events[n], corrects=wrong),
    ]


def _wrong_player(events: Sequence[Event], n: int, rng: random.Random) -> list[Entering] | None:
    event = events[n]
    if not isinstance(event, TURN_EVENTS):
        return None
    excluded = {event.player, getattr(event, "victim", None), getattr(event, "partner", None)}
    others = [seat.colour for seat in SEATS if seat.colour not in excluded]
    return _mistake(events, n, rng, replace(event, player=rng.choice(others)))


def _wrong_resource(events: Sequence[Event], n: int, rng: random.Random) -> list[Entering] | None:
    match events[n]:
        case Steal(resource=str(resource)) as event:
            others = [kind for kind in RESOURCES if kind != resource]
            return _mistake(events, n, rng, replace(event, resource=rng.choice(others)))
        case Discard(resources=cards) as event:
            return _mistake(events, n, rng, replace(event, resources=_misread(cards, rng)))
        case MaritimeTrade(give=give, take=take) | DomesticTrade(give=give, take=take) as event:
            kinds = [kind for kind in range(5) if not give[kind] and not take[kind]]
            wrong = [0] * 6
            wrong[rng.choice(kinds)] = sum(take)
            return _mistake(events, n, rng, replace(event, take=tuple(wrong)))  # type: ignore[arg-type]  # six counts
    return None


def _misread(cards: Cards, rng: random.Random) -> Cards:
    """Return cards with one of a kind counted as another kind."""
    counts = list(cards)
    counts[rng.choice([kind for kind in range(5) if cards[kind]])] -= 1
    counts[rng.randrange(5)] += 1
    return tuple(counts)  # type: ignore[return-value]  # as many kinds as before


def _wrong_dice(events: Sequence[Event], n: int, rng: random.Random) -> list[Entering] | None:
    event = events[n]
    if not isinstance(event, Roll):
        return None
    wrong = Roll(event.player, (rng.randint(1, 6), rng.randint(1, 6)))
    return _mistake(events, n, rng, None if sum(wrong.dice) == sum(event.dice) else wrong)


KINDS: Final[Mapping[str, ErrorScript]] = {
    "late_events": _late_events,
    "late_turn": _late_turn,
    "late_three_turns": _late_three_turns,
    "late_roll": _late_roll,
    "doubled": _double_entry,
    "swapped": _swap_entries,
    "wrong_player": _wrong_player,
    "wrong_resource": _wrong_resource,
    "wrong_dice": _wrong_dice,
}
"""The kinds of errors."""


@dataclass
class Evening:
    """One evening at a table without camera and tower.

    Attributes:
        truth: the events of the true game, in order.
        session: the table's game.
        why: lines about the errors that left a wrong hand.
        shown: the context of the latest input: the newest entry that its author saw, and the turn of a roll.
    """

    truth: tuple[Event, ...]
    session: GameSession[State, Event]
    states: tuple[State, ...]
    figures: Figures = field(default_factory=Figures)
    why: list[str] = field(default_factory=list)
    shown: Mapping[str, int] = field(default_factory=dict)

    @classmethod
    def create(cls, seed: int, max_turns: int) -> Evening:
        """Play the true game, and open the table's."""
        rng = random.Random(seed)
        layout = shuffled_island(rng)
        opening = (GameStarted(SEATS, OPTIONS), LayoutSet(layout))
        world = SimulatedGame(layout, SEATS, rng, OPTIONS)
        truth = tuple(reportable_events(world.play(max_turns)))
        session = GameSession.create(BaseGame())
        session = session.with_drafts(session.drafts(Interpretation(opening), t=0.0, source="tablet"))
        states = [fold(opening)]
        for event in truth:
            states.append(apply(states[-1], event))
        return cls(truth, session, tuple(states[1:]))

    def enter(self, script: Sequence[Entering]) -> None:
        """Enter a whole evening; compare hands whenever everything is entered."""
        entered: set[int] = set()
        wrong: set[int] = set()
        right_before, erroneous, since = True, False, len(self.session.entries)
        for each in script:
            waiting = each.number != len(entered) or each.unseen or each.corrects is not None or wrong
            erroneous = erroneous or bool(waiting)
            is_wrong = each.corrects is None and each.event != self.truth[each.number]
            wrong = wrong | {each.number} if is_wrong else wrong - {each.number}
            erroneous = erroneous or is_wrong
            entered.add(each.number)
            self._enter_one(each, max(entered) + 1)
            if wrong or max(entered) != len(entered) - 1 or _is_doubled_next(script, each):
                continue
            right = self._compare(self.states[len(entered) - 1])
            if erroneous and right_before:
                self.figures += Figures(errors=1, mended=int(right))
            if right_before and not right:
                self.why += [
                    f"{'error' if erroneous else 'later'} before event {len(entered)}:",
                    *self._log(since),
                    "  truth:",
                    *(f"  {event}" for event in self.truth[max(0, len(entered) - 8) : len(entered)]),
                    *_hand_lines(self.session.state, self.states[len(entered) - 1]),
                ]
            right_before, erroneous, since = right, False, len(self.session.entries)
        self.figures += Figures(flags=len(self.session.violations))

    def _enter_one(self, each: Entering, last_number: int) -> None:
        last = len(self.session.entries)
        if each.corrects is not None:
            number = self._find_wrong(each.corrects)
            data: dict[str, Any] = {"kind": "correct", "entry": number, "event": event_to_json(each.event)}
        else:
            data = input_of(self.session.state, each)
        if not each.unseen:
            self.shown = self._context()
        data["about"] = self.shown if isinstance(each.event, Roll) else {"after": self.shown["after"]}
        try:
            interpretation = self.session.game.interpret(
                self.session.history, InputEntered(float(last), "tablet", data)
            )
        except InputRefused as refused:
            self.figures += Figures(refused=1)
            self.why.append(f"refused: {data} {refused}")
            return
        self._record(interpretation)
        newest = last + (len(interpretation.events) or len(self.session.entries) - last)
        if each.corrects is None and (asked := interpretation.question) is not None:
            self._answer(asked, each.number, newest, last_number)

    def _record(self, interpretation: Interpretation[Event]) -> None:
        t = float(len(self.session.entries))
        self.session = self.session.with_drafts(self.session.drafts(interpretation, t=t, source="tablet"))

    def _answer(self, question: Question, number: int, newest: int, last: int) -> None:
        """Answer the question when an event of the true game happened.

        Args:
            question: the question.
            number: the position of the event in the true game.
            newest: number of the entry that recorded it.
            last: number of events of the true game of which some are entered.
        """
        if question.word not in ("which_turn", "which_order"):
            return
        self.figures += Figures(questions=1)
        past = self.truth[: number + 1]
        turn = sum(isinstance(event, Roll) for event in past)
        borders = (
            isinstance(event, EndTurn) for event in reversed(past) if isinstance(event, Roll | EndTurn)
        )
        is_before_roll = next(borders, False)
        for answer in question.answers:
            if question.word == "which_turn":
                is_true = answer.fields["turn"] == turn + is_before_roll
            else:
                moved_later = any(isinstance(event, MoveRobber) for event in self.truth[number:last])
                is_true = (answer.word == "earlier_robber") == moved_later
            if is_true and answer.input is not None:
                entered = InputEntered(0.0, "tablet", {**answer.input, "entry": newest})
                self._record(self.session.game.interpret(self.session.history, entered))
            if is_true:
                return

    def _context(self) -> dict[str, int]:
        state = self.session.state
        return {"after": len(self.session.entries), "turn": max(1, state.turn + state.has_rolled)}

    def _find_wrong(self, wrong: Event) -> int:
        """Return the number of the newest line that recorded a wrong event, or else one of its kind."""
        steps = self.session.steps
        same = (step.number for step in reversed(steps) if step.event in (wrong, _mirror_trade(wrong)))
        similar = (step.number for step in reversed(steps) if type(step.event) is type(wrong))
        return next(same, None) or next(similar)

    def _compare(self, truth: State) -> bool:
        right = sum(
            one.hand == two.hand for one, two in zip(self.session.state.players, truth.players, strict=True)
        )
        self.figures += Figures(hands=len(truth.players), right_hands=right)
        return right == len(truth.players)

    def _log(self, since: int) -> list[str]:
        """Return the entries since a number, and the newest lines of the log."""
        entries = [f"  entry {each.number}: {each.body}" for each in self.session.entries[since:]]
        lines = [
            f"  {step.number}: {step.event} {step.violations or ''}" for step in self.session.steps[-14:]
        ]
        return [*entries, "  log:", *lines]


def input_of(state: State, each: Entering) -> dict[str, Any]:
    """Return the input of an entry: without the player if that one is active and needn't be named."""
    data: dict[str, Any] = dict(to_input(each.event))
    active = state.players[state.active].colour
    if isinstance(each.event, Roll) or (not each.named and data.get("player") == active):
        data.pop("player")
    return data


def _mirror_trade(event: Event) -> Event:
    """Return a trade as its partner's, as the table records it in the partner's turn."""
    if isinstance(event, DomesticTrade):
        return DomesticTrade(event.partner, event.player, event.take, event.give)
    return event


def _is_doubled_next(script: Sequence[Entering], each: Entering) -> bool:
    """Return whether the next entry repeats this one."""
    following = script[script.index(each) + 1 :][:1]
    return bool(following) and following[0].unseen


def _hand_lines(recorded: State, truth: State) -> Iterator[str]:
    for one, two in zip(recorded.players, truth.players, strict=True):
        if one.hand != two.hand:
            yield f"  {one.colour}: recorded {one.hand}, true {two.hand}"


def write_script(
    events: Sequence[Event], founded: int, kind: str, rng: random.Random, share: float = ERROR_SHARE
) -> list[Entering]:
    """Return the entries of an evening, in order, with errors of one kind.

    Args:
        events: the true game.
        founded: the number of events before the first roll; they are entered without an error.
        kind: the kind of the errors.
        rng: draws the errors.
        share: the share of the entries that have the error, of those that can have it.
    """
    script = _prompt(events, 0, founded)
    n = founded
    while n < len(events):
        chunk = KINDS[kind](events, n, rng) if rng.random() < share else None
        chunk = chunk or [Entering(n, events[n])]
        script += chunk
        n += len({each.number for each in chunk})
    return script


def enter_evening(kind: str, seed: int, max_turns: int = 200, share: float = ERROR_SHARE) -> Evening:
    """Enter one evening with errors of one kind."""
    evening = Evening.create(seed, max_turns)
    founded = next(n for n, event in enumerate(evening.truth) if isinstance(event, Roll))
    evening.enter(write_script(evening.truth, founded, kind, random.Random(f"{kind} {seed}"), share))
    return evening


def _measure(job: tuple[str, int]) -> tuple[str, int, Figures, list[str]]:
    evening = enter_evening(*job)
    return (*job, evening.figures, evening.why)


def main() -> int:
    """Enter evenings, and print the figures."""
    parser = argparse.ArgumentParser(description="Evenings entered with errors, compared with the truth.")
    parser.add_argument("--games", type=int, default=20, help="for each kind (%(default)s)")
    parser.add_argument("--kinds", default=",".join(KINDS), help="(%(default)s)")
    parser.add_argument("--seed", type=int, default=1, help="of the first game (%(default)s)")
    parser.add_argument("--jobs", type=int, default=1, help="evenings at once (%(default)s)")
    parser.add_argument("--why", action="store_true", help="print the entries that left a wrong hand")
    args = parser.parse_args()
    jobs = [
        (kind, seed) for kind in args.kinds.split(",") for seed in range(args.seed, args.seed + args.games)
    ]
    figures = {kind: Figures() for kind, _ in jobs}
    with get_context("fork").Pool(args.jobs) as pool:
        for kind, seed, found, why in pool.imap(_measure, jobs):
            figures[kind] += found
            if args.why and why:
                print(f"{kind}, seed {seed}", *why, sep="\n", end="\n\n", flush=True)
    print("| kind | hands right | errors | mended | flags | refused | asked |\n|---|---|---|---|---|---|---|")
    for kind, found in figures.items():
        print(
            f"| {kind} | {found.right_share:.2%} | {found.errors} | {found.mended_share:.2%} |"
            f" {found.flags} | {found.refused} | {found.questions} |"
        )
    return 0


if __name__ == "__main__":
    sys.exit(main())
