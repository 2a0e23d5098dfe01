"""The dice against what was to be expected of them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from companion.games.base.rules.effects.production import THROWS, WAYS
from companion.games.base.rules.events import Roll
from companion.games.base.summary.moments import Moment
from companion.games.base.wire import DiceRolled


def dice(told: Sequence[Moment]) -> DiceRolled:
    """How often each sum was rolled and was to be expected, and who rolled the sevens."""
    rolls = [moment.event for moment in told if isinstance(moment.event, Roll)]
    sums = Counter(sum(roll.dice) for roll in rolls)
    sevens: Counter[str] = Counter(roll.player for roll in rolls if sum(roll.dice) == 7)
    return {
        "rolls": len(rolls),
        "sums_alone": sum(len(roll.dice) == 1 for roll in rolls),
        "sums": [
            {"sum": total, "rolled": sums[total], "expected": round(len(rolls) * ways / THROWS, 2)}
            for total, ways in WAYS.items()
        ],
        "sevens": dict(sevens),
    }
