"""Weighs whether the same player threw both dice again, or whether the next player rolled.

A die falls off the table, and both are thrown again. The evidence: how long the dice lay, what was done in
between, whether a duty of the first roll is open, and who reported it.
"""

from __future__ import annotations

import math
from typing import Final

PRIOR_LOG_ODDS: Final = -4.0
"""Both dice are thrown again about once for fifty turns that pass without a recorded act."""
AGAIN_GAP_S: Final = (3.0, 0.9)
"""Median and log standard deviation of the seconds between two throws of one player, in which the dice are
gathered."""
NEXT_GAP_S: Final = (20.0, 0.6)
"""The same between two players' rolls, in which cards are dealt and the dice are passed."""
OPEN_DUTY_LOG_ODDS: Final = 4.0
"""Nobody passes the dice while a robber waits to be moved; some forget to enter that."""
HELD_S: Final = 1.0
"""Dice that lay untouched for less were never out of hand: no roll was played in that time."""
ASK_THRESHOLD_P: Final = 0.015
"""Minimum probability of either explanation at which people are asked."""


def p_thrown_again(gap_s: float, *, duty_open: bool, lay_s: float | None = None) -> float:
    """Return the probability that a throw repeats the one before, with no act between them.

    Args:
        gap_s: seconds between the two times at which the dice came to rest.
        duty_open: the first throw demands an action that nobody has taken.
        lay_s: seconds for which the dice lay untouched after the first throw; None: not known.
    """
    if lay_s is not None and lay_s < HELD_S:
        return 1.0
    if gap_s <= 0:
        return 0.0
    log_odds = PRIOR_LOG_ODDS + _log_density(gap_s, *AGAIN_GAP_S) - _log_density(gap_s, *NEXT_GAP_S)
    return 1 / (1 + math.exp(-(log_odds + OPEN_DUTY_LOG_ODDS * duty_open)))


def _log_density(gap_s: float, median_s: float, sigma: float) -> float:
    """Return the logarithm of a log-normal density, without the terms that all such densities share."""
    return -(((math.log(gap_s) - math.log(median_s)) / sigma) ** 2) / 2 - math.log(sigma)
