"""How a table hears of the dice of a simulated game: from a tower, or a camera that may misread them."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from companion.games.base.events import Roll
from companion.observations import RollSeen
from companion.sim.deeds import Happened
from companion.sim.senses import Ladder
from companion.sim.telling import Entered

TOWER, CAMERA = "tower", "camera"


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


AS_MEASURED = DiceRates()


def from_tower(happened: Sequence[Happened]) -> Iterator[RollSeen]:
    """Every throw at once, as it fell."""
    for n, done in enumerate(happened):
        if isinstance(done.event, Roll):
            yield RollSeen(done.t, TOWER, done.event.dice, token=f"throw {n}")


def from_camera(
    happened: Sequence[Happened], rng: random.Random, rates: DiceRates = AS_MEASURED
) -> Iterator[RollSeen | Entered]:
    """Throws as a camera reads them; those that it doesn't read are entered."""
    for done in happened:
        if not isinstance(done.event, Roll):
            continue
        dice = done.event.dice
        if rng.random() < rates.unread:
            said = {"kind": "roll", "dice": list(dice)}
            yield Entered(done.t + rng.uniform(*rates.patience_s), done.event, said)
            continue
        ((sure, often, _),) = rng.choices(rates.read, [share for _, _, share in rates.read])
        if rng.random() >= often:
            dice = (dice[0], rng.choice([face for face in range(1, 7) if face != dice[1]]))
        yield RollSeen(done.t + rng.uniform(*rates.delay_s), CAMERA, dice, sure, thrown=False)
