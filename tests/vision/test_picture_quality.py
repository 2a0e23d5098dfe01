"""Picture quality checks: rendered tables that are dark, bright, blurred, with glare, or cut off."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from pathlib import Path

import numpy as np
import pytest

from companion.island.geometry import HEXES, INTERSECTIONS, position
from companion.island.setups import first_game_layout
from companion.sim.camera import find_camera_pose
from companion.sim.picture import CameraEffects, CameraPose, Light, render_board
from tests.images import picture_at
from vision.board import read_board
from vision.picture_quality import QualityCheck, assess_picture

CAMERA = find_camera_pose(1280, 720, 15, 10)


@cache
def assess_rendered(
    light: Light | None = None, lens: CameraEffects | None = None, camera: CameraPose = CAMERA
) -> tuple[QualityCheck, ...]:
    picture = render_board(
        first_game_layout(), (), HEXES[9], camera=camera, light=light or Light(), lens=lens or CameraEffects()
    )
    return assess_picture(picture, read_board(picture))


def failed_checks(found: tuple[QualityCheck, ...]) -> dict[str, str]:
    return {one.what: one.text for one in found if not one.good}


@pytest.mark.slow
def test_a_good_picture_passes_every_check() -> None:
    found = assess_rendered()
    assert failed_checks(found) == {}
    assert {one.what for one in found} == {"light", "sharpness", "glare", "place"}


@pytest.mark.slow
def test_a_dark_picture_fails_the_light_check() -> None:
    assert "too dark" in failed_checks(assess_rendered(light=Light(brightness=0.18)))["light"]


@pytest.mark.slow
def test_a_dim_room_passes() -> None:
    assert failed_checks(assess_rendered(light=Light(brightness=0.4))) == {}


@pytest.mark.slow
def test_an_overexposed_picture_is_not_reported_as_glare() -> None:
    assert set(failed_checks(assess_rendered(light=Light(brightness=1.9)))) == {"light"}


@pytest.mark.slow
def test_an_unfocused_lens_fails_the_sharpness_check() -> None:
    assert "not sharp" in failed_checks(assess_rendered(lens=CameraEffects(blur=3.0)))["sharpness"]


@pytest.mark.slow
def test_sharpness_is_measured_relative_to_the_island() -> None:
    """The same blur is less of a larger island."""
    near = find_camera_pose(1920, 1080, 15, 10)
    values = [
        next(
            one.value
            for one in assess_rendered(lens=CameraEffects(blur=2.5), camera=camera)
            if one.what == "sharpness"
        )
        for camera in (CAMERA, near)
    ]
    assert values[0] < values[1]


@pytest.mark.slow
def test_glare_is_reported_with_its_terrain() -> None:
    text = failed_checks(assess_rendered(light=Light(glare=0.9)))["glare"]
    layout = first_game_layout()
    # The renderer mirrors it to the upper left of the picture's middle.
    assert any(terrain in text for terrain in set(layout.terrains)), text


@pytest.mark.slow
def test_an_island_cut_off_by_the_picture_fails_its_check() -> None:
    text = failed_checks(assess_rendered(camera=replace(CAMERA, aim=(0.0, 3.4))))["place"]
    assert "runs out of the picture" in text


@pytest.mark.slow
def test_a_distant_island_fails_its_check() -> None:
    text = failed_checks(assess_rendered(camera=find_camera_pose(560, 315, 15, 10)))["place"]
    assert "small in the picture" in text


@pytest.mark.parametrize("grey", [8, 90])
def test_a_missing_island_is_reported_and_darkness_only_if_dark(grey: int) -> None:
    picture = np.full((360, 640, 3), grey, np.uint8)
    found = failed_checks(assess_picture(picture, read_board(picture)))
    assert "island" in found["place"]
    assert ("light" in found) == (grey == 8)


@pytest.mark.slow
def test_real_photos_are_good_enough(photos: Path) -> None:
    """The worst, the smallest and a large one of those that are read right."""
    for path in [path for name in ("board4.jpg", "board10.jpg", "wood-2.jpg") for path in photos.rglob(name)]:
        picture = picture_at(path)
        assert failed_checks(assess_picture(picture, read_board(picture))) == {}, path


def place(picture: np.ndarray) -> QualityCheck:
    (found,) = [one for one in assess_picture(picture, read_board(picture)) if one.what == "place"]
    return found


@pytest.mark.slow
def test_cut_off_harbors_fail_the_check_for_the_whole_island() -> None:
    picture = render_board(first_game_layout(), (), HEXES[9], camera=CAMERA)
    assert place(picture).text == "The whole island is in the picture, harbors included."
    reading = read_board(picture)
    east = max(float(reading.project(np.array([position(i)]))[0][0]) for i in INTERSECTIONS)
    cut = place(np.ascontiguousarray(picture[:, : int(east) + 8]))
    assert cut.good, "all hexes are there, and harbors can be put right by hand"
    assert cut.text.startswith("All hexes are in the picture, but not the sea at ")
