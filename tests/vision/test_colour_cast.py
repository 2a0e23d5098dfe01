"""Haze, oversaturation and faded colours are measured on the island and corrected."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.typing import NDArray

from tests.score.degradations import add_haze, fade, vivid
from tests.score.rendered import Case, cases
from vision.colour_correction import ColourCast, measure_colour_cast
from vision.locate import BoardPose, locate
from vision.network import network

NOWHERE = np.eye(3)
CHANCE = np.random.default_rng(0)


def view_from_above(picture: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """The island from above."""
    found = locate(picture, network("finder.onnx"))
    assert isinstance(found, BoardPose)
    return found.view


@pytest.fixture(scope="module")
def case() -> Case:
    return next(cases(1))


def test_an_ordinary_picture_has_no_colour_cast(case: Case) -> None:
    assert measure_colour_cast(view_from_above(case.picture)) is None


@pytest.mark.slow
def test_haze_is_measured_in_dark_areas_and_removed(case: Case) -> None:
    veiled, _ = add_haze(case.picture, NOWHERE, CHANCE)
    tone = measure_colour_cast(view_from_above(veiled))
    assert tone is not None
    assert 0.3 < tone.haze < 0.5
    view = view_from_above(tone.correct(veiled))
    assert measure_colour_cast(view) is None
    # Paper keeps its brightness; dark parts are dark again.
    assert np.percentile(view, 90) == pytest.approx(np.percentile(view_from_above(veiled), 90), abs=6)
    assert np.percentile(view, 2) < 0.6 * np.percentile(view_from_above(veiled), 2)


def test_oversaturated_colours_are_corrected(case: Case) -> None:
    driven, _ = vivid(case.picture, NOWHERE, CHANCE)
    tone = measure_colour_cast(view_from_above(driven))
    assert tone is not None
    assert tone.is_oversaturated
    assert tone.chroma_gain < 0.9
    assert measure_colour_cast(view_from_above(tone.correct(driven))) is None


def test_faded_colours_are_restored(case: Case) -> None:
    faded, _ = fade(0.25)(case.picture, NOWHERE, CHANCE)
    tone = measure_colour_cast(view_from_above(faded))
    assert tone is not None
    assert not tone.is_oversaturated
    assert tone.chroma_gain > 2
    assert measure_colour_cast(view_from_above(tone.correct(faded))) is None


def test_a_picture_brightened_only_by_its_tone_curve_is_unchanged(case: Case) -> None:
    lighter = (255 * (case.picture / 255) ** 0.7).astype(np.uint8)
    assert measure_colour_cast(view_from_above(lighter)) is None


def test_correction_keeps_the_hue_of_grey_and_paper() -> None:
    tone = ColourCast(np.array([150.0, 180.0, 200.0]), 0.3, 0.7)
    paper = np.full((4, 4, 3), (150, 180, 200), np.uint8)
    assert tone.correct(paper)[0, 0] == pytest.approx([150, 180, 200], abs=1)
    assert tone.correct((paper * 0.65).astype(np.uint8))[0, 0] == pytest.approx([75, 90, 100], abs=2)
