"""Drawn dice: at rest, cocked and in flight, in the light of the board."""

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from companion.island.setups import first_game_layout
from companion.sim.picture import CameraEffects, CameraPose, Clutter, DrawnDie, Light, render_board
from companion.sim.picture.dice import EDGE, DieError

DIE_POSITION = (10.0, 0.0)
"""Beside the board."""
CAMERA_ABOVE = CameraPose(320, 240, tilt=0, distance=3, aim=DIE_POSITION)
OBLIQUE_CAMERA = CameraPose(320, 240, tilt=55, distance=4, field_of_view=40, aim=DIE_POSITION)
CLEAN_LENS = CameraEffects(blur=0, vignette=0, noise=0, jpeg_quality=None)
EVEN_LIGHT = Light(warmth=0, falloff=0)


def render(*dice: Clutter, camera: CameraPose = CAMERA_ABOVE) -> NDArray[np.uint8]:
    return render_board(first_game_layout(), camera=camera, light=EVEN_LIGHT, lens=CLEAN_LENS, clutter=dice)


@pytest.fixture(scope="module")
def clean_picture() -> NDArray[np.uint8]:
    return render()


def count_dark_spots(
    picture: NDArray[np.uint8], camera: CameraPose, at: tuple[float, float, float], reach: float
) -> int:
    """Count the dark spots in a square around a point; `reach` is its half-width in die edges."""
    x, y = np.rint(camera.project([at])[0]).astype(int)
    half = round(reach * EDGE * camera.pixels_per_side())
    around = picture[y - half : y + half, x - half : x + half].max(axis=2) < 75
    # What touches the border is table or shadow.
    _, labels = cv2.connectedComponents(around.astype(np.uint8))
    rim = np.unique(np.concatenate([labels[0], labels[-1], labels[:, 0], labels[:, -1]]))
    return len(set(np.unique(labels)) - set(rim) - {0})


TOP = (*DIE_POSITION, EDGE)


@pytest.mark.parametrize("turn", [0, 33])
@pytest.mark.parametrize("value", range(1, 7))
def test_the_top_face_has_as_many_pips_as_the_value(value: int, turn: int) -> None:
    assert (
        count_dark_spots(render(DrawnDie(DIE_POSITION, value, turn)), CAMERA_ABOVE, TOP, reach=0.65) == value
    )


def test_the_table_is_visible_through_a_transparent_die(clean_picture: NDArray[np.uint8]) -> None:
    """The pips stay opaque."""
    x, y = np.rint(CAMERA_ABOVE.project([TOP])[0]).astype(int)
    aside = round(0.4 * EDGE * CAMERA_ABOVE.pixels_per_side())
    ground, seen = clean_picture[y, x + aside].astype(float), {}
    for clear in (0.0, 0.4, 0.8):
        picture = render(DrawnDie(DIE_POSITION, 1, 0, (180.0, 40.0, 40.0), (70.0, 165.0, 205.0), clear=clear))
        seen[clear] = np.abs(picture[y, x + aside] - ground).sum()
        assert picture[y, x, 2] > picture[y, x, 0]
    assert seen[0.0] > seen[0.4] > seen[0.8]


def test_a_marbled_die_has_two_colours() -> None:
    x, y = np.rint(CAMERA_ABOVE.project([TOP])[0]).astype(int)
    half = round(0.3 * EDGE * CAMERA_ABOVE.pixels_per_side())
    spread = [
        float(
            render(DrawnDie(DIE_POSITION, 1, 0, swirl=swirl))[y - half : y + half, x - half : x - 9, 0].std()
        )
        for swirl in (None, (40.0, 40.0, 180.0))
    ]
    assert spread[1] > 3 * spread[0] + 5


def test_larger_pips_are_larger() -> None:
    dark = [
        int((render(DrawnDie(DIE_POSITION, 5, pip_size=size)).max(axis=2) < 60).sum())
        for size in (0.7, 1.0, 1.3)
    ]
    assert dark[0] < dark[1] < dark[2]


@pytest.mark.slow
@pytest.mark.parametrize("value", range(1, 7))
def test_opposite_faces_add_up_to_seven(value: int) -> None:
    """Seen from the south, a die turned half about an upright axis shows the other side."""

    def front(turn: float) -> int:
        picture = render(DrawnDie(DIE_POSITION, value, turn), camera=OBLIQUE_CAMERA)
        return count_dark_spots(
            picture, OBLIQUE_CAMERA, (DIE_POSITION[0], DIE_POSITION[1] + EDGE / 2, EDGE / 2), reach=0.4
        )

    assert front(0) + front(180) == 7
    assert front(90) + front(270) == 7
    assert {front(0), front(180)} & {front(90), front(270)} == set()
    assert value not in {front(turn) for turn in (0, 90, 180, 270)}


@pytest.mark.parametrize("turn", [0, 90, 180, 270])
def test_one_two_and_three_are_anticlockwise_around_their_corner(turn: int) -> None:
    columns = DrawnDie(DIE_POSITION, 1, turn).axes
    # Faces 2 and 3 of a die with its 1 on top; y points to the south.
    two, three = columns[:, 0], -columns[:, 1]
    anticlockwise = np.array([two[1], -two[0]])
    assert three[:2] == pytest.approx(anticlockwise)


def test_dark_dice_have_light_pips() -> None:
    picture = render(DrawnDie(DIE_POSITION, 5, 0, colour=(40, 36, 150), pips=(235, 235, 235)))
    x, y = np.rint(CAMERA_ABOVE.project([TOP])[0]).astype(int)
    assert picture[y, x].min() > 200
    assert picture[y, x + round(0.26 * EDGE * CAMERA_ABOVE.pixels_per_side())].max() < 190


def test_the_shadow_of_a_die_falls_away_from_the_lamp(clean_picture: NDArray[np.uint8]) -> None:
    """The lamp is in the north-west."""
    picture = render(DrawnDie(DIE_POSITION))
    x, y = DIE_POSITION
    place = CAMERA_ABOVE.project([(x + 0.25, y + 0.27), (x - 0.3, y - 0.3)])
    (x, y), (left, top) = np.rint(place).astype(int)
    assert picture[y, x].sum() < 0.85 * clean_picture[y, x].sum()
    assert picture[top, left].sum() == pytest.approx(clean_picture[top, left].sum(), rel=0.02)


def test_a_cocked_die_touches_the_table_and_shows_a_second_face() -> None:
    flat, cocked = DrawnDie(DIE_POSITION, 6), DrawnDie(DIE_POSITION, 6, tumble=(0, 30, 0))
    assert flat.centre[2] == pytest.approx(EDGE / 2)
    assert cocked.centre[2] > flat.centre[2]
    assert flat.axes[2].round(6).tolist().count(0) == 2
    assert abs(cocked.axes[2]).max() == pytest.approx(np.cos(np.radians(30)))


def test_a_flying_die_has_motion_blur_along_its_path(clean_picture: NDArray[np.uint8]) -> None:
    def extent(die: DrawnDie) -> float:
        changed = np.abs(render(die).astype(int) - clean_picture).max(axis=2) > 25
        return float(np.ptp(np.nonzero(changed.any(axis=0))[0]))

    assert extent(DrawnDie(DIE_POSITION, streak=(0.7, 0.0))) > 1.3 * extent(DrawnDie(DIE_POSITION))


def test_a_die_lies_where_it_is_placed(clean_picture: NDArray[np.uint8]) -> None:
    changed = np.abs(render(DrawnDie((10.5, -0.3))).astype(int) - clean_picture).max(axis=2) > 60
    rows, columns = np.nonzero(changed)
    x, y = CAMERA_ABOVE.project([(10.5, -0.3, EDGE / 2)])[0]
    assert abs(np.median(columns) - x) < 8
    assert abs(np.median(rows) - y) < 8


def test_a_die_value_outside_one_to_six_is_refused() -> None:
    with pytest.raises(DieError):
        DrawnDie(DIE_POSITION, 7)
