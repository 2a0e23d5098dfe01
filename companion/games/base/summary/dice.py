"""Dice statistics: actual and expected rolls."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from companion.games.base.api_types import DiceRolled
from companion.games.base.rules.effects.production import COMBINATION_COUNT, COMBINATIONS_BY_SUM
from companion.games.base.rules.events import Roll
from companion.games.base.summary.moments import Moment


def dice_statistics(moments: Sequence[Moment]) -> DiceRolled:
    """Actual and expected frequency of each sum, and the number of sevens by player."""
    rolls = [moment.event for moment in moments if isinstance(moment.event, Roll)]
    sums = Counter(sum(roll.dice) for roll in rolls)
    sevens: Counter[str] = Counter(roll.player for roll in rolls if sum(roll.dice) == 7)
    return {
        "rolls": len(rolls),
        "sums_alone": sum(len(roll.dice) == 1 for roll in rolls),
        "sums": [
            {"sum": total, "rolled": sums[total], "expected": round(len(rolls) * ways / COMBINATION_COUNT, 2)}
            for total, ways in COMBINATIONS_BY_SUM.items()
        ],
        "sevens": dict(sevens),
    }
