"""What people enter of a simulated game: what no camera sees, or a share of it, some late, some wrong."""

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
from companion.sim.board_actions import Happened
from companion.sim.world import as_input

UNSEEN: Final = (
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
    """How people enter things.

    Attributes:
        share: of the unseen things, those that are entered.
        late: of those entered, the ones entered after the next thing has happened.
        wrong: of those with resources, the ones entered with a wrong one.
        noticed: of the wrong ones, those noticed and corrected soon.
        secret: of the cards bought, those entered without saying which.
        answers: of the questions that the table asks, those that are answered.
        promise: everything will be entered, and the table is told so (the option `all_told`).
    """

    share: float = 1.0
    late: float = 0.0
    wrong: float = 0.0
    noticed: float = 1.0
    secret: float = 0.8
    answers: float = 0.0
    promise: bool = False


PROMPT: Final = EnteringHabits(promise=True)
CARELESS: Final = EnteringHabits(late=0.1, wrong=0.02, noticed=0.7)
SILENT: Final = EnteringHabits(share=0.0)


@dataclass(frozen=True)
class Entered:
    """Something entered.

    Attributes:
        t: seconds.
        event: what is meant, as it happened.
        data: the input.
    """

    t: float
    event: Event
    data: Mapping[str, Any]


@dataclass(frozen=True)
class Mended:
    """Somebody notices that an earlier input was wrong, and says what is right."""

    t: float
    wrong: Entered


def entered(
    happened: Sequence[Happened], habits: EnteringHabits, rng: random.Random
) -> tuple[Entered | Mended, ...]:
    """What people enter of a game, by time."""
    found: list[Entered | Mended] = []
    # So that the same people with fewer mistakes enter the rest just so.
    mistakes = random.Random(rng.random())
    free = 0.0
    for n, done in enumerate(happened):
        if not _is_told(happened, n, habits, rng):
            continue
        data = _said(done, habits, rng)
        late = not isinstance(done.event, EndTurn) and rng.random() < habits.late
        if late:
            t = _later(happened, n, rng) + rng.uniform(0.5, 2.0)
        else:
            # One tablet goes round: what is entered at once is entered in turn.
            t = free = max(free + 0.2, done.t + rng.uniform(0.4, 1.6))
            if isinstance(done.event, EndTurn) or done.event.player == _on_turn(done):  # type: ignore[union-attr]  # every other event has one
                data = {name: value for name, value in data.items() if name != "player"}
        said = Entered(t, done.event, data)
        if mistakes.random() < habits.wrong and (wrong := _misentered(data, mistakes)):
            said = replace(said, data=wrong)
            if mistakes.random() < habits.noticed:
                found.append(Mended(t + mistakes.uniform(2.0, 8.0), said))
        found.append(said)
    found += _revealed(happened[-1], habits, free, rng)
    return tuple(sorted(found, key=lambda said: said.t))


def _is_told(happened: Sequence[Happened], n: int, habits: EnteringHabits, rng: random.Random) -> bool:
    """Whether people enter an event. The passing of the dice only where no roll comes next."""
    event = happened[n].event
    if isinstance(event, EndTurn):
        following = happened[n + 1].event if n + 1 < len(happened) else None
        return not isinstance(following, Roll) and rng.random() < habits.share
    return isinstance(event, UNSEEN) and rng.random() < habits.share


def _said(done: Happened, habits: EnteringHabits, rng: random.Random) -> Mapping[str, Any]:
    event = done.event
    if isinstance(event, BuyDevelopmentCard) and rng.random() < habits.secret:
        event = replace(event, card=None)
    return as_input(event)


def _on_turn(done: Happened) -> str:
    return done.before.players[done.before.active].colour


def _later(happened: Sequence[Happened], n: int, rng: random.Random) -> float:
    """When the next thing has happened, or half of the time the next roll."""
    until_roll = rng.random() < 0.5
    following = [done for done in happened[n + 1 :] if isinstance(done.event, Roll) or not until_roll]
    return following[0].t if following else happened[-1].t


def _misentered(data: Mapping[str, Any], rng: random.Random) -> Mapping[str, Any] | None:
    """The same with another resource; None where none is named."""
    named = [name for name in ("resource", "take", "resources") if data.get(name)]
    if not named:
        return None
    name = named[0]
    value = data[name]
    if name == "resource":
        return {**data, name: rng.choice([kind for kind in RESOURCES if kind != value])}
    was = rng.choice(sorted(value))
    unlike = {was, *data.get("give", {})}
    put = rng.choice([kind for kind in RESOURCES if kind not in unlike])
    counts = {**value, was: value[was] - 1}
    counts[put] = counts.get(put, 0) + 1
    return {**data, name: {kind: count for kind, count in counts.items() if count}}


def _revealed(last: Happened, habits: EnteringHabits, free: float, rng: random.Random) -> Iterator[Entered]:
    """The winner turns hidden victory point cards face up."""
    seat = last.after.winner
    if seat is None or rng.random() >= habits.share:
        return
    player = last.after.players[seat]
    if count := player.development[VICTORY_POINT]:
        event = RevealVictoryPoints(player.colour, count)
        yield Entered(max(last.t, free) + rng.uniform(3.0, 6.0), event, as_input(event))
