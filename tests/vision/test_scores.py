"""The score on real photos and on rendered tables: what was reached must not be lost.

`python tests/score/run.py` prints the whole of it, picture by picture.
"""

from __future__ import annotations

from pathlib import Path
from typing import Final

import pytest
from figures import reliability, tallies
from judging import Stage
from run import made_up, measure, photographed

LEAST: Final[dict[str, dict[Stage, float]]] = {
    "sculpted": {"finding": 1, "terrain": 1, "number": 1},
    "standard": {"finding": 1, "terrain": 1, "number": 94 / 95},
    "webcam": {"finding": 1, "terrain": 1, "number": 1},
    "crowded-640": {"finding": 1, "terrain": 1, "number": 320 / 323},
    "rendered": {"finding": 1, "terrain": 1, "number": 1},
}
"""The share of what is there that is read right, at least."""
RENDERED: Final = 8


@pytest.mark.parametrize("name", ["sculpted", "standard", "webcam", "crowded-640", "rendered"])
def test_boards_are_read_as_well_as_before(name: str, request: pytest.FixtureRequest) -> None:
    if name == "rendered":
        pictures = made_up(RENDERED)
    else:
        photos: Path = request.getfixturevalue("photos")
        pictures = photographed(photos, name)
    answers = [answer for one in measure(pictures) for answer in one.answers]
    reached = tallies(answers)
    assert {
        stage: reached[stage] for stage, least in LEAST[name].items() if reached[stage].share < least
    } == {}
    assert reliability(answers, "terrain").sure_errors == ()
