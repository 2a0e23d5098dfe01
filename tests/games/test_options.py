"""Options from JSON: omitted ones have defaults, invalid ones are refused with a message."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal

import pytest

from companion.games.schema import OptionsError, read_options


@dataclass(frozen=True)
class Options:
    sheet: str = "small"
    spiral: Literal["left", "right"] | None = "left"
    hidden: bool = True
    cards: int | None = 1
    points: int = 10


DEFAULT_OPTIONS = Options()
LARGE_EDITION = Options(sheet="large", points=12)


def read(data: object) -> Options:
    return read_options(
        DEFAULT_OPTIONS,
        data,
        editions={"usual": DEFAULT_OPTIONS, "large": LARGE_EDITION},
        names={"sheet": ("small", "large")},
        ranges={"cards": (1, 25), "points": (2, 30)},
    )


@pytest.mark.parametrize(
    ("data", "options"),
    [
        ({}, DEFAULT_OPTIONS),
        ({"edition": "large"}, LARGE_EDITION),
        ({"edition": "large", "points": 2}, Options(sheet="large", points=2)),
        ({"cards": None, "spiral": None}, Options(cards=None, spiral=None)),
        (
            {"hidden": False, "cards": 25, "sheet": "large"},
            Options(hidden=False, cards=25, sheet="large"),
        ),
    ],
)
def test_omitted_options_have_the_defaults_of_the_edition(data: Any, options: Options) -> None:
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
def test_an_invalid_option_is_refused_with_the_valid_values(data: Any, why: str) -> None:
    with pytest.raises(OptionsError, match=why):
        read(data)


def test_a_game_without_editions_has_no_edition_option() -> None:
    with pytest.raises(OptionsError, match="no such option: edition"):
        read_options(DEFAULT_OPTIONS, {"edition": "usual"})
