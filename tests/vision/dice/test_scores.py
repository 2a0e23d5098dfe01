"""The score on real photos and on simulated tables: what was reached must not be lost.

The networks that ship have learned from the photos too; what they reach on photos never seen is told by
docs/dice.md, and by `python -m tests.score.dice --networks DIR --fold N` for networks trained without a fold.
"""

from __future__ import annotations

from pathlib import Path
from typing import Final

import pytest

from tests.score.dice import SETS, SIMULATED, Judged, measure, photographed, simulated

LEAST: Final = {"coloured": 0.975, "mixed": 0.75, "webcam": 0.974, SIMULATED: 0.92}
"""The share of dice that is read right, at least."""
INVENTED: Final = {"coloured": 3, "mixed": 16, "webcam": 5, SIMULATED: 8}
"""Dice read where none is labelled, at most; in some photos of dice not all are labelled."""
TABLES: Final = 14
SURE: Final = 0.97


@pytest.mark.parametrize("name", [*SETS, SIMULATED])
def test_dice_are_read_as_well_as_before(name: str, request: pytest.FixtureRequest) -> None:
    if name == SIMULATED:
        judged = measure(simulated(TABLES))
    else:
        photos: Path = request.getfixturevalue("photos")
        judged = measure(photographed(photos, name))
    asked = sum(len(one.pairs) for one in judged)
    assert sum(one.right for one in judged) / asked >= LEAST[name]
    assert sum(len(one.invented) for one in judged) <= INVENTED[name]
    assert wrong_and_sure(judged) <= asked // 50


def wrong_and_sure(judged: list[Judged]) -> int:
    """How many labelled dice were read wrong, and told with more than SURE."""
    return sum(
        die is not None and die.value != label.value and die.confidence > SURE
        for one in judged
        for label, die in one.pairs
    )
