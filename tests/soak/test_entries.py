"""Evenings entered with errors: the scripts of the errors, and a short evening of each kind."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from companion.games.base.rules.events import Event, MoveRobber, PlaceRoad, Roll, Steal
from companion.island.geometry import HexId, PathId
from tests.soak.entries import KINDS, Entering, Figures, enter_evening

TRUTH: tuple[Event, ...] = (
    Roll("red", (3, 4)),
    MoveRobber("red", HexId("h2,0")),
    Steal("red", "blue", "ore"),
    Roll("blue", (1, 1)),
    PlaceRoad("blue", PathId("p3,-3")),
    Roll("white", (1, 2)),
    Roll("red", (1, 2)),
)


@pytest.mark.parametrize("kind", KINDS)
def test_a_script_enters_every_event_once_or_corrects_it(kind: str) -> None:
    for n in range(len(TRUTH)):
        script = KINDS[kind](TRUTH, n, random.Random(n))
        if script is not None:
            final = {each.number: each.event for each in script}
            assert final == {m: TRUTH[m] for m in range(n, n + len(final))}


def test_a_turn_late_means_after_the_next_roll() -> None:
    script = KINDS["late_turn"](TRUTH, 1, random.Random(1))
    assert script is not None
    assert [each.number for each in script][:2] == [2, 3]
    assert script[-1] == Entering(1, TRUTH[1], named=True)


def test_figures_of_several_evenings_add_up() -> None:
    found = Figures(hands=4, right_hands=3, errors=2, mended=1) + Figures(hands=4, right_hands=4)
    assert (found.right_share, found.mended_share) == (7 / 8, 1 / 2)
    assert found == replace(found)


@pytest.mark.parametrize("kind", ["doubled", "late_roll", "wrong_dice", "wrong_player", "wrong_resource"])
def test_hands_are_right_once_everything_is_entered(kind: str) -> None:
    figures = enter_evening(kind, seed=3, max_turns=24, share=0.2).figures
    assert figures.errors
    assert figures.right_share == 1
