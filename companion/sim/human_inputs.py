"""Generates the inputs of people at a simulated game: invisible events, partly missing, late or wrong."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
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
from companion.sim.board_actions import TimedEvent
from companion.sim.world import to_input

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
