"""Manually pointed island corners: without automatic detection the island is located and read from them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import pytest

from companion.calibration.context import CalibrationContext
from companion.calibration.step_outcome import AnswerRefused
from companion.calibration.steps.island import IslandStep
from companion.calibration.steps.picture import LiveStep, PictureStep, homography_from_corners
from companion.island.setups import first_game_layout
from tests.calibration.conftest import FrameFeed
from vision import locate as locating
from vision.follow.calibration import Calibration, load
from vision.markers import project_corners

POINTING_OFFSET = 0.006
"""Pointing error as a fraction of the picture: about a fifth of a hex side."""


@pytest.fixture
def undetected_island(monkeypatch: pytest.MonkeyPatch) -> None:
    """Disable automatic detection of the island."""
    monkeypatch.setattr(locating, "proposals", lambda *_: ())


@pytest.fixture
def pointed_corners(calibration: Calibration) -> list[list[float]]:
    """Island corners as a person points at them, with a small error."""
    places = project_corners(calibration.plane) / (calibration.width, calibration.height)
    return [[float(x) + POINTING_OFFSET, float(y) - POINTING_OFFSET] for x, y in places]


def keep_corners(corners: Sequence[Any], *which: int) -> list[Any]:
    return [corner if n in which else None for n, corner in enumerate(corners)]


def run_until_good(
    step: PictureStep, world: CalibrationContext, frame_feed: FrameFeed, board: np.ndarray
) -> str:
    """Show pictures until the step is good; return its last state."""
    for _ in range(60):
        frame_feed.show(board)
        if (state := step.check(world).state) == "good":
            return state
    return state


@pytest.mark.usefixtures("undetected_island")
class TestUndetectedIsland:
    @pytest.mark.slow
    @pytest.mark.parametrize("which", [range(6), (0, 2, 4), (1, 3, 5), (0, 1, 3, 4)])
    def test_pointed_corners_locate_the_island_and_it_is_read(
        self,
        world: CalibrationContext,
        frame_feed: FrameFeed,
        board: np.ndarray,
        calibration: Calibration,
        pointed_corners: list[Any],
        which: Sequence[int],
    ) -> None:
        step = PictureStep()
        frame_feed.show(board)
        outcome = step.check(world)
        assert outcome.state == "wrong"
        assert "point out its corners" in " ".join(outcome.more)
        assert len(outcome.about["corners"]) == 6
        assert outcome.about["pointed_out"] is False
        step.answer(world, {"corners": keep_corners(pointed_corners, *which)})
        assert run_until_good(step, world, frame_feed, board) == "good"
        assert world.calibration is not None
        off = project_corners(world.calibration.plane) - project_corners(calibration.plane)
        assert np.abs(off).max() < 2, "the fingers were beside: what is seen of the island is not"
        frame_feed.show(board)
        read = IslandStep().check(world)
        assert read.about["layout"] == first_game_layout().to_json()

    @pytest.mark.slow
    def test_pointed_corners_are_saved_with_the_calibration(
        self, world: CalibrationContext, frame_feed: FrameFeed, board: np.ndarray, pointed_corners: list[Any]
    ) -> None:
        step = PictureStep()
        frame_feed.show(board)
        step.check(world)
        step.answer(world, {"corners": pointed_corners})
        assert run_until_good(step, world, frame_feed, board) == "good"
        world.save()
        kept = load(world.calibration_file)
        assert kept.manual_plane is not None
        # A new calibration starts with the saved corners.
        again = CalibrationContext(world.devices, world.setup_file, world.calibration_file, calibration=kept)
        begun = FrameFeed(again)
        begun.show(board)
        about = PictureStep().check(again).about
        assert about["pointed_out"] is True
        assert np.abs(np.array(about["corners"]) - pointed_corners).max() < 0.002

    def test_during_a_game_only_the_picture_step_asks_for_corners(
        self, world: CalibrationContext, frame_feed: FrameFeed, board: np.ndarray
    ) -> None:
        frame_feed.show(board)
        outcome = LiveStep().check(world)
        assert "corners" not in outcome.about
        assert "corners" not in " ".join(outcome.more)


@pytest.mark.slow
def test_a_detected_island_needs_no_corners(
    world: CalibrationContext, frame_feed: FrameFeed, board: np.ndarray
) -> None:
    frame_feed.show(board)
    assert "corners" not in PictureStep().check(world).about


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        (lambda f: keep_corners(f, 0, 3), "at least three corners"),
        (lambda f: keep_corners(f, 0, 1, 2), "every second one"),
        (lambda f: f[::-1], "in order"),
        (lambda f: [f[0], f[3], f[1], f[4], f[2], f[5]], "in order"),
        (lambda f: [[0.5, n / 10] for n in range(6)], "in order"),
        (lambda f: f[:5], "inside the picture"),
        (lambda f: [*f[:5], [1.2, 0.5]], "inside the picture"),
        (lambda f: [*f[:5], ["a", 0.5]], "inside the picture"),
        (lambda f: 7, "inside the picture"),
    ],
)
def test_impossible_corners_are_refused_with_a_reason(
    pointed_corners: list[Any], change: Any, reason: str
) -> None:
    with pytest.raises(AnswerRefused, match=reason):
        homography_from_corners(change(pointed_corners), 960, 540)
