"""Generates the inputs of people at a simulated game: invisible events, partly missing, late or wrong."""

from __future__ import annotations

import math
import random
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

from companion.games.base.rules.cards import RESOURCES, VICTORY_POINT
from companion.games.base.rules.events import (
    BuyDevelopmentCard,
    Discard,
    DomesticTrade,
    EndTurn,
    Event,
    MaritimeTrade,
    PlayDevelopmentCard,
    RevealVictoryPoints,
    Roll,
    Steal,
)
from companion.observations import DiceDetection, TimePassed
from companion.sim.world import to_input
from tests.measure.sensor_model import ReliabilityTable
from tests.measure.timed_game import TimedEvent

UNSEEN_EVENTS: Final = (
    DomesticTrade,
    MaritimeTrade,
    BuyDevelopmentCard,
    PlayDevelopmentCard,
    Discard,
    Steal,
    RevealVictoryPoints,
)
"""The kinds of event that no camera sees."""


@dataclass(frozen=True)
class EnteringHabits:
    """The rates of inputs and of errors in them.

    Attributes:
        share: share of the unseen events that are entered.
        late: share of the inputs that follow only after the next event.
        wrong: share of the inputs with resources that have a wrong one.
        noticed: share of the wrong inputs that are noticed and corrected soon.
        secret: share of the bought cards that are entered without their kind.
        answers: share of the table's questions that are answered.
        promise: people promise to enter everything (the option `all_told`).
    """

    share: float = 1.0
    late: float = 0.0
    wrong: float = 0.0
    noticed: float = 1.0
    secret: float = 0.8
    answers: float = 0.0
    promise: bool = False


PROMPT_HABITS: Final = EnteringHabits(promise=True)
CARELESS_HABITS: Final = EnteringHabits(late=0.1, wrong=0.02, noticed=0.7)
NO_INPUT_HABITS: Final = EnteringHabits(share=0.0)


@dataclass(frozen=True)
class EnteredInput:
    """An input of a person.

    Attributes:
        t: seconds.
        event: the true event.
        data: the input.
    """

    t: float
    event: Event
    data: Mapping[str, Any]


@dataclass(frozen=True)
class ReportedThrow:
    """A throw that a camera reports a moment after the dice came to rest.

    Attributes:
        t: seconds of the report.
        seen: the throw.
    """

    t: float
    seen: DiceDetection


@dataclass(frozen=True)
class NoticedMistake:
    """The moment in which somebody notices a wrong input and corrects it."""

    t: float
    wrong: EnteredInput


def simulate_inputs(
    events: Sequence[TimedEvent], habits: EnteringHabits, rng: random.Random
) -> tuple[EnteredInput | NoticedMistake, ...]:
    """Return the inputs of a game and the corrections of wrong ones, in order of time."""
    inputs: list[EnteredInput | NoticedMistake] = []
    # A separate generator, so that another error rate leaves the other inputs unchanged.
    mistakes = random.Random(rng.random())
    tablet_free_t = 0.0
    for n, done in enumerate(events):
        if not _is_entered(events, n, habits, rng):
            continue
        data = _input_data(done, habits, rng)
        late = not isinstance(done.event, EndTurn) and rng.random() < habits.late
        if late:
            t = _late_time(events, n, rng) + rng.uniform(0.5, 2.0)
        else:
            # There is one tablet, so inputs follow one another.
            t = tablet_free_t = max(tablet_free_t + 0.2, done.t + rng.uniform(0.4, 1.6))
            if isinstance(done.event, EndTurn) or done.event.player == _on_turn(done):  # type: ignore[union-attr]  # every other event has one
                data = {name: value for name, value in data.items() if name != "player"}
        entry = EnteredInput(t, done.event, data)
        if mistakes.random() < habits.wrong and (wrong := _mistype_resource(data, mistakes)):
            entry = replace(entry, data=wrong)
            if mistakes.random() < habits.noticed:
                inputs.append(NoticedMistake(t + mistakes.uniform(2.0, 8.0), entry))
        inputs.append(entry)
    inputs += _reveal_points(events[-1], habits, tablet_free_t, rng)
    return tuple(sorted(inputs, key=lambda entry: entry.t))


def _is_entered(happened: Sequence[TimedEvent], n: int, habits: EnteringHabits, rng: random.Random) -> bool:
    """Return whether people enter an event; an `EndTurn` only if no roll follows."""
    event = happened[n].event
    if isinstance(event, EndTurn):
        following = happened[n + 1].event if n + 1 < len(happened) else None
        return not isinstance(following, Roll) and rng.random() < habits.share
    return isinstance(event, UNSEEN_EVENTS) and rng.random() < habits.share


def _input_data(done: TimedEvent, habits: EnteringHabits, rng: random.Random) -> Mapping[str, Any]:
    event = done.event
    if isinstance(event, BuyDevelopmentCard) and rng.random() < habits.secret:
        event = replace(event, card=None)
    return to_input(event)


def _on_turn(done: TimedEvent) -> str:
    return done.before.players[done.before.active].colour


def _late_time(happened: Sequence[TimedEvent], n: int, rng: random.Random) -> float:
    """Return the time of a late input: that of the next event, or in half of the cases of the next roll."""
    until_roll = rng.random() < 0.5
    following = [done for done in happened[n + 1 :] if isinstance(done.event, Roll) or not until_roll]
    return following[0].t if following else happened[-1].t


def _mistype_resource(data: Mapping[str, Any], rng: random.Random) -> Mapping[str, Any] | None:
    """Return an input with one wrong resource; None if it contains no resource."""
    field_names = [name for name in ("resource", "take", "resources") if data.get(name)]
    if not field_names:
        return None
    name = field_names[0]
    value = data[name]
    if name == "resource":
        return {**data, name: rng.choice([kind for kind in RESOURCES if kind != value])}
    right = rng.choice(sorted(value))
    excluded = {right, *data.get("give", {})}
    wrong = rng.choice([kind for kind in RESOURCES if kind not in excluded])
    counts = {**value, right: value[right] - 1}
    counts[wrong] = counts.get(wrong, 0) + 1
    return {**data, name: {kind: count for kind, count in counts.items() if count}}


def _reveal_points(
    last: TimedEvent, habits: EnteringHabits, tablet_free_t: float, rng: random.Random
) -> Iterator[EnteredInput]:
    """Yield the input of the winner who reveals hidden victory point cards."""
    seat = last.after.winner
    if seat is None or rng.random() >= habits.share:
        return
    player = last.after.players[seat]
    if count := player.development[VICTORY_POINT]:
        event = RevealVictoryPoints(player.colour, count)
        yield EnteredInput(max(last.t, tablet_free_t) + rng.uniform(3.0, 6.0), event, to_input(event))


# Generates the dice observations of a simulated game: a tower's, and a camera's with errors.


TOWER_SOURCE, CAMERA_SOURCE, BOTH_SOURCES = "tower", "camera", "both"


@dataclass(frozen=True)
class DiceRates:
    """The error rates of a camera that reads dice on the table.

    Attributes:
        read: the reliability of its readings.
        unread: share of the rolls that it misses, so that people enter them.
        delay_s: range of seconds from dice at rest to the observation.
        patience_s: range of seconds that people wait for a roll before they enter it.
    """

    read: ReliabilityTable = ((0.8, 0.85, 0.01), (0.99, 0.998, 0.99))
    unread: float = 0.015
    delay_s: tuple[float, float] = (0.5, 1.5)
    patience_s: tuple[float, float] = (4.0, 8.0)


QUIET_AFTER_S: Final = 3.0
"""Seconds after a roll until the camera has seen that no further dice were thrown."""
LAY_DOWN_DELAY_S: Final = (1.0, 12.0)
"""Range of seconds after a roll until people take the dice out of the tower and lay them down."""

MEASURED_DICE_RATES = DiceRates()


def observe_tower_rolls(events: Sequence[TimedEvent]) -> Iterator[DiceDetection]:
    """Yield every roll without delay and error, as a tower does."""
    for n, done in enumerate(events):
        if isinstance(done.event, Roll):
            yield DiceDetection(done.t, TOWER_SOURCE, done.event.dice, token=f"throw {n}")


def observe_mixed_rolls(
    events: Sequence[TimedEvent],
    rng: random.Random,
    table_share: float,
    lay_down_share: float = 0.0,
    rates: DiceRates = MEASURED_DICE_RATES,
) -> Iterator[DiceDetection | ReportedThrow | EnteredInput | TimePassed]:
    """Yield the observations of rolls into the tower, and on the table next to it.

    Args:
        events: the game.
        rng: draws the places and the errors.
        table_share: share of the rolls on the table.
        lay_down_share: share of the tower's rolls after which people lay the dice down in the camera's view.
        rates: the camera's error rates.
    """
    rolls = [done for done in events if isinstance(done.event, Roll)]
    for n, done in enumerate(rolls):
        if rng.random() < table_share:
            yield from _append_waits(observe_camera_rolls([done], rng, rates))
            continue
        yield from (replace(roll, token=f"throw {n}") for roll in observe_tower_rolls([done]))
        next_roll_t = rolls[n + 1].t if n + 1 < len(rolls) else math.inf
        t = done.t + rng.uniform(*LAY_DOWN_DELAY_S)
        if rng.random() < lay_down_share and t < next_roll_t - QUIET_AFTER_S:
            dice = (rng.randint(1, 6), rng.randint(1, 6))
            seen = DiceDetection(t, CAMERA_SOURCE, dice, rates.read[-1][0], thrown=False)
            yield from _append_waits([ReportedThrow(t, seen)])


def _append_waits(
    observations: Iterable[ReportedThrow | EnteredInput],
) -> Iterator[ReportedThrow | EnteredInput | TimePassed]:
    for each in observations:
        yield each
        if isinstance(each, ReportedThrow):
            yield TimePassed(each.t + QUIET_AFTER_S, CAMERA_SOURCE)


def observe_camera_rolls(
    events: Sequence[TimedEvent], rng: random.Random, rates: DiceRates = MEASURED_DICE_RATES
) -> Iterator[ReportedThrow | EnteredInput]:
    """Yield the rolls as a camera reads them; people enter the rolls that it misses."""
    for done in events:
        if not isinstance(done.event, Roll):
            continue
        dice = done.event.dice
        assert len(dice) == 2, "people who throw dice see both faces"
        if rng.random() < rates.unread:
            data = {"kind": "roll", "dice": list(dice)}
            yield EnteredInput(done.t + rng.uniform(*rates.patience_s), done.event, data)
            continue
        ((confidence, accuracy, _),) = rng.choices(rates.read, [share for _, _, share in rates.read])
        if rng.random() >= accuracy:
            dice = (dice[0], rng.choice([face for face in range(1, 7) if face != dice[1]]))
        seen = DiceDetection(done.t, CAMERA_SOURCE, dice, confidence, thrown=False)
        yield ReportedThrow(done.t + rng.uniform(*rates.delay_s), seen)
