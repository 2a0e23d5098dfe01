"""Drawn dice match their labels: the top face is centred and opposite faces add up to seven."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from vision.training.dice.faces import SIDE_PX, draw_pips, face_values, hard_pips, random_pips
from vision.training.dice.shapes import EDGE_PX, DieCast, DieShape, cast_die

TOP = 4


def visible_faces(seen: DieCast) -> set[int]:
    """Faces that more than a rim is seen of."""
    faces, many = np.unique(seen.face[seen.face >= 0], return_counts=True)
    return {int(face) for face, pixels in zip(faces, many, strict=True) if pixels > 150}


@pytest.mark.parametrize("tilt", [0, 20, 45])
def test_the_top_face_is_centred_at_the_returned_point(tilt: int) -> None:
    seen = cast_die(DieShape(tilt=np.deg2rad(tilt), turn=0.7, rounding=0.02))
    rows, columns = np.nonzero(seen.face == TOP)
    assert columns.mean() == pytest.approx(seen.at[0], abs=1.0)
    assert rows.mean() == pytest.approx(seen.at[1], abs=1.0)


def test_from_above_only_the_top_face_is_visible_one_edge_wide() -> None:
    seen = cast_die(DieShape(tilt=0.0, turn=0.0, rounding=0.02, distance=40))
    assert visible_faces(seen) == {TOP}
    assert (seen.face[64] == TOP).sum() == pytest.approx(EDGE_PX, rel=0.06)
    assert seen.size == pytest.approx(EDGE_PX, rel=0.03)


def test_from_the_side_three_faces_are_visible() -> None:
    seen = cast_die(DieShape(tilt=np.deg2rad(45), turn=0.7, rounding=0.02))
    assert len(visible_faces(seen)) == 3
    assert TOP in visible_faces(seen)


@pytest.mark.parametrize("value", range(1, 7))
def test_opposite_faces_add_up_to_seven_and_all_six_are_there(value: int) -> None:
    for seed in range(5):
        faces = face_values(value, np.random.default_rng(seed))
        assert faces[TOP] == value
        assert [a + b for a, b in zip(faces[::2], faces[1::2], strict=True)] == [7, 7, 7]
        assert sorted(faces) == [1, 2, 3, 4, 5, 6]


@pytest.mark.parametrize("value", range(1, 7))
def test_a_face_has_as_many_pips_as_it_says(value: int) -> None:
    for seed in range(8):
        face = draw_pips(value, random_pips(np.random.default_rng(seed)))
        assert face.shape == (SIDE_PX, SIDE_PX, 4)
        pips, _ = cv2.connectedComponents((face[..., 3] > 128).astype(np.uint8))
        assert pips - 1 == value


def test_low_contrast_pips_are_still_visible() -> None:
    for seed in range(60):
        pips = hard_pips(np.random.default_rng(seed))
        assert np.abs(pips.ink - pips.ground).max() > 30
