"""The island's corners as people point them out, where nothing finds it: then it is read as ever."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import pytest

from companion.calibration.context import CalibrationContext
from companion.calibration.outcome import AnswerRefused
from companion.calibration.steps.corners import homography_from_corners
from companion.calibration.steps.island import IslandStep
from companion.calibration.steps.picture import LiveStep, PictureStep
from companion.island.setups import first_game_layout
from tests.calibration.conftest import Shown
from vision import locate as locating
from vision.follow.calibration import Calibration, load
from vision.manual_corners import project_corners

ASIDE = 0.006
"""How far beside a finger points, in shares of the picture: about a fifth of a hex side."""


@pytest.fixture
def nobody_finds_it(monkeypatch: pytest.MonkeyPatch) -> None:
    """The picture is one in which nothing proposes where an island may lie."""
    monkeypatch.setattr(locating, "proposals", lambda *_: ())


@pytest.fixture
def fingers(calibration: Calibration) -> list[list[float]]:
    """The island's corners as somebody points at them."""
    places = project_corners(calibration.plane) / (calibration.width, calibration.height)
    return [[float(x) + ASIDE, float(y) - ASIDE] for x, y in places]


def only(corners: Sequence[Any], *which: int) -> list[Any]:
    return [corner if n in which else None for n, corner in enumerate(corners)]


def learned(step: PictureStep, world: CalibrationContext, shown: Shown, board: np.ndarray) -> str:
    """Show pictures until the step comes to something; its state."""
    for _ in range(60):
        shown.show(board)
        if (state := step.check(world).state) == "good":
            return state
    return state


@pytest.mark.usefixtures("nobody_finds_it")
class TestWhereNothingFindsIt:
    @pytest.mark.slow
    @pytest.mark.parametrize("which", [range(6), (0, 2, 4), (1, 3, 5), (0, 1, 3, 4)])
    def test_it_lies_where_people_say_and_is_read_as_ever(
        self,
        world: CalibrationContext,
        shown: Shown,
        board: np.ndarray,
        calibration: Calibration,
        fingers: list[Any],
        which: Sequence[int],
    ) -> None:
        step = PictureStep()
        shown.show(board)
        outcome = step.check(world)
        assert outcome.state == "wrong"
        assert "point out its corners" in " ".join(outcome.more)
        assert len(outcome.about["corners"]) == 6
        assert outcome.about["pointed_out"] is False
        step.answer(world, {"corners": only(fingers, *which)})
        assert learned(step, world, shown, board) == "good"
        assert world.calibration is not None
        off = project_corners(world.calibration.plane) - project_corners(calibration.plane)
        assert np.abs(off).max() < 2, "the fingers were beside: what is seen of the island is not"
        shown.show(board)
        read = IslandStep().check(world)
        assert read.about["layout"] == first_game_layout().to_json()

    @pytest.mark.slow
    def test_it_is_kept_with_the_calibration(
        self, world: CalibrationContext, shown: Shown, board: np.ndarray, fingers: list[Any]
    ) -> None:
        step = PictureStep()
        shown.show(board)
        step.check(world)
        step.answer(world, {"corners": fingers})
        assert learned(step, world, shown, board) == "good"
        world.save()
        kept = load(world.calibration_file)
        assert kept.manual_plane is not None
        # Whoever calibrates again begins with them.
        again = CalibrationContext(world.devices, world.setup_file, world.calibration_file, calibration=kept)
        begun = Shown(again)
        begun.show(board)
        about = PictureStep().check(again).about
        assert about["pointed_out"] is True
        assert np.abs(np.array(about["corners"]) - fingers).max() < 0.002

    def test_a_table_that_plays_leaves_that_to_the_step_for_it(
        self, world: CalibrationContext, shown: Shown, board: np.ndarray
    ) -> None:
        shown.show(board)
        outcome = LiveStep().check(world)
        assert "corners" not in outcome.about
        assert "corners" not in " ".join(outcome.more)


@pytest.mark.slow
def test_where_it_is_found_nothing_is_pointed_out(
    world: CalibrationContext, shown: Shown, board: np.ndarray
) -> None:
    shown.show(board)
    assert "corners" not in PictureStep().check(world).about


@pytest.mark.parametrize(
    ("change", "why"),
    [
        (lambda f: only(f, 0, 3), "at least three corners"),
        (lambda f: only(f, 0, 1, 2), "every second one"),
        (lambda f: f[::-1], "in order"),
        (lambda f: [f[0], f[3], f[1], f[4], f[2], f[5]], "in order"),
        (lambda f: [[0.5, n / 10] for n in range(6)], "in order"),
        (lambda f: f[:5], "inside the picture"),
        (lambda f: [*f[:5], [1.2, 0.5]], "inside the picture"),
        (lambda f: [*f[:5], ["a", 0.5]], "inside the picture"),
        (lambda f: 7, "inside the picture"),
    ],
)
def test_what_no_island_can_lie_like_is_refused_in_words(fingers: list[Any], change: Any, why: str) -> None:
    with pytest.raises(AnswerRefused, match=why):
        homography_from_corners(change(fingers), 960, 540)
