"""Alternatives of an answer: one if it is clear, several if not, with a threshold for each kind."""

from __future__ import annotations

import json
from importlib import resources

import pytest

from companion.island.geometry import Standing
from vision.board_posterior import add_none_share, alternatives, answer_kind

SETTLEMENT, CITY = Standing("settlement", "red"), Standing("city", "red")
THRESHOLDS = {
    "piece": {"none": 0.2, "road": 0.1, "settlement": 0.05, "city": 0.3},
    "terrain": {"forest": 0.0, "pasture": 0.0},
    "robber": {"none": 0.5, "here": 0.02},
}


def test_an_answer_at_99_percent_has_no_alternatives() -> None:
    assert alternatives("terrain", {"forest": 0.992, "pasture": 0.008}, THRESHOLDS) == ("forest",)
    assert alternatives("terrain", {"forest": 0.98, "pasture": 0.02}, THRESHOLDS) == ("forest", "pasture")


def test_alternatives_are_sorted_by_probability() -> None:
    shares = {None: 0.25, CITY: 0.35, SETTLEMENT: 0.4}
    assert alternatives("piece", shares, THRESHOLDS) == (SETTLEMENT, CITY, None)


@pytest.mark.parametrize(("first", "rest"), [(SETTLEMENT, CITY), (CITY, SETTLEMENT)])
def test_each_kind_has_its_own_threshold(first: Standing, rest: Standing) -> None:
    offered = alternatives("piece", {first: 0.9, rest: 0.1}, THRESHOLDS)
    assert offered == ((first, rest) if rest == SETTLEMENT else (first,))


def test_the_most_likely_answer_is_always_offered() -> None:
    assert alternatives("robber", {None: 0.4, "h0,0": 0.35, "h0,1": 0.24, "h1,0": 0.01}, THRESHOLDS) == (
        None, "h0,0", "h0,1",
    )  # fmt: skip


def test_missing_probability_is_given_to_none() -> None:
    assert add_none_share({"ore": 0.5, "wool": 0.25}) == {"ore": 0.5, "wool": 0.25, None: 0.25}
    assert add_none_share({"ore": 1.0000001})[None] == 0.0


def test_thresholds_ignore_colours_of_pieces_and_hexes_of_the_robber() -> None:
    assert (
        answer_kind("piece", SETTLEMENT)
        == answer_kind("piece", Standing("settlement", "blue"))
        == "settlement"
    )
    assert answer_kind("robber", "h0,0") == "here"
    assert (answer_kind("number", 8), answer_kind("number", None), answer_kind("terrain", "hills")) == (
        "8",
        "none",
        "hills",
    )


def test_the_shipped_thresholds_cover_every_kind() -> None:
    measured = json.loads(resources.files("vision").joinpath("data", "alternatives.json").read_text("utf-8"))
    assert {name: len(kinds) for name, kinds in measured.items()} == {
        "terrain": 6, "number": 11, "harbor": 7, "piece": 4, "robber": 2,
    }  # fmt: skip
    assert all(0.01 <= share < 0.5 for kinds in measured.values() for share in kinds.values())


def test_two_about_equally_likely_answers_are_both_offered() -> None:
    assert alternatives("terrain", {"hills": 0.55, "desert": 0.44, "forest": 0.01}) == ("hills", "desert")
    assert alternatives("number", {3: 0.55, 10: 0.44, None: 0.01}) == (3, 10)
    assert alternatives("harbor", {"ore": 0.5, None: 0.49, "wool": 0.01}) == ("ore", None)
    assert alternatives("piece", {SETTLEMENT: 0.55, CITY: 0.445, None: 0.005}) == (SETTLEMENT, CITY)
    assert alternatives("robber", {"h0,0": 0.55, None: 0.44, "h0,1": 0.01}) == ("h0,0", None)
