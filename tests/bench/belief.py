"""Measures beliefs about hands and their speed: simulated games reported fully, half or not at all.

The shares are of trades, purchases, discards and robberies; half of their cards are named. Boards, rolls and
played cards are always reported. Run alone (`python tests/bench/run.py belief`) it takes two
minutes.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator
from pathlib import Path
from statistics import median, quantiles
from typing import Final

sys.path.insert(0, str(Path(__file__).parents[2]))

from tests.games.partial_reports import Moment, ReportShares, partly_reported_game, turns

GAMES: Final = 8
SHARES: Final = {"all": 1.0, "half": 0.5, "none": 0.0}
STEPS: Final = (0.0, 0.25, 0.5, 0.75, 0.9)
"""Lower bounds of the rows of the table of predicted and actual probabilities."""
FULL_PARTICLE_COUNT: Final = 1500
"""Turns are timed that begin with so many worlds."""


class Tally:
    """Compares the hands believed at the end of turns with the true ones."""

    def __init__(self) -> None:
        # Binned by the stated probability.
        self.total_p = dict.fromkeys(STEPS, 0.0)
        self.right = dict.fromkeys(STEPS, 0)
        self.hands = dict.fromkeys(STEPS, 0)
        # The probability of the true hand.
        self.true: list[float] = []
        # Hands at any moment, those called certain, and those of them that were others.
        self.seen = self.certain = self.wrong = 0
        self.turn_ms: list[float] = []

    def turn(self, moments: list[Moment]) -> None:
        """One turn of a game, with every moment of it."""
        for moment in moments:
            for seat, player in enumerate(moment.true.players):
                hand = moment.belief.hand(seat)
                self.seen += 1
                self.certain += hand.certain
                self.wrong += hand.certain and hand.cards != player.hand
        last = moments[-1]
        for seat, player in enumerate(last.true.players):
            hand = last.belief.hand(seat)
            step = max(step for step in STEPS if step <= hand.probability)
            self.total_p[step] += hand.probability
            self.right[step] += hand.cards == player.hand
            self.hands[step] += 1
            self.true.append(last.belief.particles.hand_distribution(seat).get(player.hand, 0.0))

    def time_update(self, moments: list[Moment]) -> None:
        """The same turn believed again, with a watch."""
        belief = moments[0].belief
        if len(belief.particles.weights) < FULL_PARTICLE_COUNT:
            return
        start = time.process_time()
        for moment in moments[1:]:
            if moment.reported_event is not None:
                belief = belief.update(moment.before, moment.reported_event, moment.after)
        self.turn_ms.append(1000 * (time.process_time() - start))

    def figures(self, name: str) -> Iterator[tuple[str, float]]:
        """The figures by name."""
        for step in STEPS:
            if self.hands[step]:
                yield f"belief_{name}_from_{step}_hands", self.hands[step]
                yield f"belief_{name}_from_{step}_said", self.total_p[step] / self.hands[step]
                yield f"belief_{name}_from_{step}_right", self.right[step] / self.hands[step]
        yield f"belief_{name}_true_hand", sum(self.true) / len(self.true)
        yield f"belief_{name}_certain", self.certain / self.seen
        yield f"belief_{name}_certain_and_wrong", self.wrong
        if len(self.turn_ms) > 1:
            yield f"belief_{name}_turn_ms", median(self.turn_ms)
            yield f"belief_{name}_turn_ms_of_20_the_slowest", quantiles(self.turn_ms, n=20)[-1]


def measure() -> dict[str, float]:
    """Shares of hands, probabilities and milliseconds (process time, one thread)."""
    figures: dict[str, float] = {}
    for name, share, promised in [
        ("promised", 1.0, True),
        *((name, share, False) for name, share in SHARES.items()),
    ]:
        tally = Tally()
        for seed in range(GAMES):
            for moments in turns(
                partly_reported_game(seed, ReportShares(share, named=0.5), all_told=promised)
            ):
                tally.turn(moments)
                tally.time_update(moments)
        figures |= dict(tally.figures(name))
    return figures
