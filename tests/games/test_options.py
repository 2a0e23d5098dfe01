"""Options as they come in: what is left out is usual, and what can't be is refused in words."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal

import pytest

from companion.games.options import OptionsError, read_options


@dataclass(frozen=True)
class Options:
    sheet: str = "small"
    spiral: Literal["left", "right"] | None = "left"
    hidden: bool = True
    cards: int | None = 1
    points: int = 10


USUAL = Options()
LARGE = Options(sheet="large", points=12)


def read(data: object) -> Options:
    return read_options(
        USUAL,
        data,
        editions={"usual": USUAL, "large": LARGE},
        names={"sheet": ("small", "large")},
        ranges={"cards": (1, 25), "points": (2, 30)},
    )


@pytest.mark.parametrize(
    ("data", "options"),
    [
        ({}, USUAL),
        ({"edition": "large"}, LARGE),
        ({"edition": "large", "points": 2}, Options(sheet="large", points=2)),
        ({"cards": None, "spiral": None}, Options(cards=None, spiral=None)),
        ({"hidden": False, "cards": 25, "sheet": "large"}, Options(hidden=False, cards=25, sheet="large")),
    ],
)
def test_what_is_left_out_is_as_usual_or_as_the_edition_has_it(data: Any, options: Options) -> None:
    assert read(data) == options


@pytest.mark.parametrize(
    ("data", "why"),
    [
        (None, "must be an object"),
        ({"edition": ["large"]}, r"no such edition: \['large'\]; known: usual, large"),
        ({"speed": 1}, "no such option: speed; known: cards, hidden, points, sheet, spiral"),
        ({"sheet": "huge"}, "no such sheet: huge; known: small, large"),
        ({"spiral": "up"}, 'spiral must be "left", "right" or null, not up'),
        ({"hidden": 1}, "hidden must be true or false, not 1"),
        ({"cards": 26}, "cards must be a number from 1 to 25 or null, not 26"),
        ({"cards": True}, "cards must be a number"),
        ({"points": 10.0}, "points must be a number from 2 to 30, not 10.0"),
        ({"points": None}, "points must be a number"),
    ],
)
def test_what_can_not_be_is_refused_with_what_can(data: Any, why: str) -> None:
    with pytest.raises(OptionsError, match=why):
        read(data)


def test_a_game_without_editions_knows_no_such_option() -> None:
    with pytest.raises(OptionsError, match="no such option: edition"):
        read_options(USUAL, {"edition": "usual"})
