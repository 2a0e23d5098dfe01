"""Generates the dice observations of a simulated game: a tower's, and a camera's with errors."""

from __future__ import annotations

import math
import random
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final

from companion.games.base.rules.events import Roll
from companion.observations import DiceDetection, TimePassed
from companion.sim.board_actions import TimedEvent
from companion.sim.human_inputs import EnteredInput
from companion.sim.sensor_model import ReliabilityTable

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
) -> Iterator[DiceDetection | EnteredInput | TimePassed]:
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
            yield from _append_waits([DiceDetection(t, CAMERA_SOURCE, dice, rates.read[-1][0], thrown=False)])


def _append_waits(
    observations: Iterable[DiceDetection | EnteredInput],
) -> Iterator[DiceDetection | EnteredInput | TimePassed]:
    for each in observations:
        yield each
        if isinstance(each, DiceDetection):
            yield TimePassed(each.t + QUIET_AFTER_S, CAMERA_SOURCE)


def observe_camera_rolls(
    events: Sequence[TimedEvent], rng: random.Random, rates: DiceRates = MEASURED_DICE_RATES
) -> Iterator[DiceDetection | EnteredInput]:
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
        yield DiceDetection(
            done.t + rng.uniform(*rates.delay_s), CAMERA_SOURCE, dice, confidence, thrown=False
        )
