"""How a table hears of the dice of a simulated game: from a tower, or a camera that may misread them."""

from __future__ import annotations

import math
import random
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final

from companion.games.base.rules.events import Roll
from companion.observations import RollSeen, Waited
from companion.sim.board_actions import Happened
from companion.sim.sensor_model import Ladder
from companion.sim.telling import Entered

TOWER, CAMERA, BOTH = "tower", "camera", "both"


@dataclass(frozen=True)
class DiceRates:
    """What a camera makes of dice on the table.

    Attributes:
        read: of those that it reads.
        unread: share of the rolls of which it says nothing, so that people enter them.
        delay_s: from dice at rest to the roll told: at least and at most.
        patience_s: so long people wait for a roll to be shown: at least and at most.
    """

    read: Ladder = ((0.8, 0.85, 0.01), (0.99, 0.998, 0.99))
    unread: float = 0.015
    delay_s: tuple[float, float] = (0.5, 1.5)
    patience_s: tuple[float, float] = (4.0, 8.0)


LOOKED_ON_S: Final = 3.0
"""Seconds after a roll until the camera has seen that nothing else was thrown there."""
LAID_S: Final = (1.0, 12.0)
"""Least and most seconds after a roll until dice are taken out of the tower and laid down."""

AS_MEASURED = DiceRates()


def from_tower(happened: Sequence[Happened]) -> Iterator[RollSeen]:
    """Every throw at once, as it fell."""
    for n, done in enumerate(happened):
        if isinstance(done.event, Roll):
            yield RollSeen(done.t, TOWER, done.event.dice, token=f"throw {n}")


def from_both(
    happened: Sequence[Happened],
    rng: random.Random,
    on_table: float,
    laid: float = 0.0,
    rates: DiceRates = AS_MEASURED,
) -> Iterator[RollSeen | Entered | Waited]:
    """Throws into the tower, and on the table beside it.

    Args:
        happened: the game.
        rng: chance.
        on_table: share of the rolls that are thrown on the table.
        laid: of those in the tower, the share after which the dice are laid down where the camera sees them.
        rates: what the camera makes of what it sees.
    """
    rolls = [done for done in happened if isinstance(done.event, Roll)]
    for n, done in enumerate(rolls):
        if rng.random() < on_table:
            yield from _looked_on(from_camera([done], rng, rates))
            continue
        yield from (replace(roll, token=f"throw {n}") for roll in from_tower([done]))
        following = rolls[n + 1].t if n + 1 < len(rolls) else math.inf
        t = done.t + rng.uniform(*LAID_S)
        if rng.random() < laid and t < following - LOOKED_ON_S:
            dice = (rng.randint(1, 6), rng.randint(1, 6))
            yield from _looked_on([RollSeen(t, CAMERA, dice, rates.read[-1][0], thrown=False)])


def _looked_on(seen: Iterable[RollSeen | Entered]) -> Iterator[RollSeen | Entered | Waited]:
    for each in seen:
        yield each
        if isinstance(each, RollSeen):
            yield Waited(each.t + LOOKED_ON_S, CAMERA)


def from_camera(
    happened: Sequence[Happened], rng: random.Random, rates: DiceRates = AS_MEASURED
) -> Iterator[RollSeen | Entered]:
    """Throws as a camera reads them; those that it doesn't read are entered."""
    for done in happened:
        if not isinstance(done.event, Roll):
            continue
        dice = done.event.dice
        assert len(dice) == 2, "whoever throws them sees both faces"
        if rng.random() < rates.unread:
            said = {"kind": "roll", "dice": list(dice)}
            yield Entered(done.t + rng.uniform(*rates.patience_s), done.event, said)
            continue
        ((sure, often, _),) = rng.choices(rates.read, [share for _, _, share in rates.read])
        if rng.random() >= often:
            dice = (dice[0], rng.choice([face for face in range(1, 7) if face != dice[1]]))
        yield RollSeen(done.t + rng.uniform(*rates.delay_s), CAMERA, dice, sure, thrown=False)
