"""Dice reading: positions, doubtful values, and objects that are no dice."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from vision.dice import DiceReading, DieReading, read_dice
from vision.dice.die_finder import DieDetection
from vision.dice.reading import suppress_sides, up_directions
from vision.pictures import PictureError
from vision.training.dice.faces import PipStyle

PLACES = [(120.0, 130.0), (300.0, 90.0), (480.0, 160.0), (180.0, 330.0), (420.0, 350.0)]
WHITE = PipStyle(
    ground=np.array([225, 235, 235], np.float32),
    ink=np.array([25, 20, 20], np.float32),
    one=np.array([25, 20, 20], np.float32),
    four=np.array([25, 20, 20], np.float32),
    radius=0.1,
    ace=0.1,
    step=0.26,
    narrow=0.26,
    dished=0.3,
)
Draw = Callable[..., Any]


def nearest(reading: DiceReading, at: tuple[float, float]) -> DieReading | None:
    near = [die for die in reading.dice if np.hypot(die.at[0] - at[0], die.at[1] - at[1]) < die.size / 2]
    return near[0] if len(near) == 1 else None


def share_right(tables: Sequence[Any]) -> tuple[float, int]:
    """Return the share of dice read correctly and the number of surplus readings."""
    right = total = beyond = 0
    for table in tables:
        reading = read_dice(table.picture)
        beyond += max(0, len(reading.dice) - len(table.dice))
        for die in table.dice:
            seen = nearest(reading, die.at)
            right += seen is not None and seen.value == die.value
            total += 1
    return right / total, beyond


@pytest.mark.slow
@pytest.mark.parametrize(("tilt", "least"), [(0, 0.97), (20, 0.97), (45, 0.93)])
def test_white_dice_are_read_from_above_and_at_an_angle(dice_table: Draw, tilt: int, least: float) -> None:
    tables = [
        dice_table(PLACES, seed=seed, tilt=tilt, on=on, pips=WHITE)
        for seed, on in enumerate(("wood", "cloth", "felt", "sea"))
    ]
    right, beyond = share_right(tables)
    assert right >= least
    assert beyond == 0, "side faces are no dice of their own"


@pytest.mark.slow
@pytest.mark.parametrize("on", ["wood", "cloth", "felt", "sea", "paper"])
def test_dice_of_any_colour_are_read_on_any_table(dice_table: Draw, on: str) -> None:
    right, beyond = share_right([dice_table(PLACES, seed=50 + n, tilt=15, on=on) for n in range(4)])
    assert right >= 0.75, "some of these dice hardly differ from their pips"
    assert beyond == 0


@pytest.mark.slow
def test_touching_dice_are_read_as_two(dice_table: Draw) -> None:
    tables = [
        dice_table([(300.0, 220.0), (300.0 + 34 * np.cos(a), 220.0 + 34 * np.sin(a))], seed=n, pips=WHITE)
        for n, a in enumerate(np.linspace(0, 2 * np.pi, 8))
    ]
    right, beyond = share_right(tables)
    assert right >= 0.93
    assert beyond == 0


@pytest.mark.parametrize("size", [16, 24, 40, 70, 120])
def test_dice_are_read_from_small_to_large(dice_table: Draw, size: int) -> None:
    places = [(160.0, 240.0), (460.0, 240.0)]
    right, beyond = share_right(
        [dice_table(places, seed=n, tilt=10, size=size, pips=WHITE) for n in range(4)]
    )
    assert right >= 0.87
    assert beyond == 0


@pytest.mark.slow
def test_dice_on_a_board_are_read_and_tokens_are_ignored(dice_table: Draw, drawn_board: Any) -> None:
    assert read_dice(drawn_board.picture).dice == ()
    right, beyond = share_right(
        [
            dice_table(
                [(640.0, 480.0), (300.0, 500.0)], seed=n, tilt=30, size=26, picture=drawn_board.picture
            )
            for n in range(4)
        ]
    )
    assert right >= 0.75
    assert beyond == 0


@pytest.mark.parametrize("on", ["wood", "cloth", "felt", "sea", "paper"])
def test_an_empty_table_has_no_dice(dice_table: Draw, on: str) -> None:
    assert read_dice(dice_table([], seed=3, on=on).picture).dice == ()


@pytest.mark.slow
def test_blur_and_darkness_lower_confidence_without_confident_errors(dice_table: Draw) -> None:
    def worse(picture: NDArray[np.uint8], blur: float, light: float) -> NDArray[np.uint8]:
        soft = cv2.GaussianBlur(picture, (0, 0), blur) if blur else picture
        noise = np.random.default_rng(7).normal(0, 4, soft.shape)
        return np.asarray((soft * light + noise).clip(0, 255), np.uint8)

    confidences: dict[tuple[float, float], list[float]] = {}
    for blur, light in ((0.0, 1.0), (3.0, 1.0), (4.0, 1.0), (9.0, 1.0), (4.0, 0.08)):
        for seed in range(6):
            table = dice_table(PLACES, seed=seed, tilt=10, size=24, pips=WHITE)
            reading = read_dice(worse(table.picture, blur, light))
            for die in table.dice:
                seen = nearest(reading, die.at)
                confidences.setdefault((blur, light), []).append(0.0 if seen is None else seen.confidence)
                sure_and_wrong = seen is not None and seen.value != die.value and seen.confidence > 0.9
                assert not sure_and_wrong, (blur, light, die, seen)
    clear, soft, blurred, softer, dark = (float(np.mean(values)) for values in confidences.values())
    assert clear > 0.95
    assert softer < 0.6
    assert softer < soft < clear
    assert softer <= blurred < soft
    assert dark < soft


def test_a_reading_has_a_probability_for_each_face(dice_table: Draw) -> None:
    (die,) = read_dice(dice_table([(320.0, 240.0)], seed=4, pips=WHITE).picture).dice
    assert sorted(die.values) == [1, 2, 3, 4, 5, 6]
    assert sum(die.values.values()) == pytest.approx(1)
    assert die.confidence == pytest.approx(die.is_die * die.values[die.value])
    assert die.size == pytest.approx(30, rel=0.2)
    assert np.hypot(die.at[0] - 320, die.at[1] - 240) < 4


def test_dice_outside_the_region_are_ignored(dice_table: Draw) -> None:
    table = dice_table(PLACES, seed=5, pips=WHITE)
    left = np.zeros(table.picture.shape[:2], bool)
    left[:, :240] = True
    assert sorted(round(die.at[0], -1) for die in read_dice(table.picture, region=left).dice) == [120, 180]
    assert read_dice(table.picture, region=np.zeros_like(left)).dice == ()


def test_objects_not_the_size_of_dice_are_ignored(dice_table: Draw) -> None:
    table = dice_table(PLACES, seed=5, pips=WHITE)
    assert len(read_dice(table.picture, size=(22, 42)).dice) == 5
    assert read_dice(table.picture, size=(60, 120)).dice == ()


def test_grey_pictures_and_large_ones_are_read_too(dice_table: Draw) -> None:
    table = dice_table(PLACES, seed=6, pips=WHITE)
    grey = cv2.cvtColor(table.picture, cv2.COLOR_BGR2GRAY)
    large = cv2.resize(table.picture, None, fx=4, fy=4, interpolation=cv2.INTER_CUBIC)
    assert len(read_dice(np.asarray(grey, np.uint8)).dice) == 5
    found = read_dice(np.asarray(large, np.uint8))
    assert len(found.dice) == 5
    assert all(die.size == pytest.approx(120, rel=0.3) for die in found.dice)


@pytest.mark.parametrize("shape", [(1, 1, 3), (7, 300, 3), (20, 20, 3)])
def test_pictures_too_small_for_dice_give_no_dice(shape: tuple[int, ...]) -> None:
    assert read_dice(np.full(shape, 130, np.uint8)).dice == ()


def test_an_array_that_is_no_picture_raises_an_error() -> None:
    with pytest.raises(PictureError):
        read_dice(np.zeros((10, 10, 3), np.float32))


@pytest.mark.parametrize(
    ("at", "size", "doubted"),
    [
        ((102, 134), 36, True),  # its side, turned to the camera
        ((140, 100), 40, False),  # next to it
        ((100, 62), 40, False),  # above it: a die behind shows its top
        ((100, 142), 40, False),  # as far off as dice that touch
        ((100, 136), 60, False),  # wider than any side of it
    ],
)
def test_a_reading_right_below_a_die_is_doubted_as_its_side(
    at: tuple[float, float], size: float, doubted: bool
) -> None:
    seen = [DieDetection((100, 100), 40, 1.0), DieDetection(at, size, 1.0)]
    top, other = suppress_sides(seen, np.array([0.99, 0.9]))
    assert top == pytest.approx(0.99)
    assert (other < 0.5) == doubted


def test_the_top_face_wins_over_a_more_confident_side() -> None:
    seen = [DieDetection((323, 144), 18, 1.0), DieDetection((324, 156), 18, 1.0)]
    top, side = suppress_sides(seen, np.array([0.92, 0.998]))
    assert top == pytest.approx(0.92)
    assert side < top


def test_a_clear_die_right_below_another_is_still_read() -> None:
    seen = [DieDetection((100, 100), 40, 1.0), DieDetection((100, 136), 40, 1.0)]
    assert suppress_sides(seen, np.array([0.99, 0.999]))[1] > 0.9
    assert suppress_sides(seen, np.array([0.4, 0.9]))[1] == pytest.approx(0.9), "it is read as no die"


@pytest.mark.parametrize(
    ("foot", "side"),
    [
        ((100.0, 3000.0), (100.0, 134.0)),  # the camera is at the picture's lower border
        ((100.0, -3000.0), (100.0, 66.0)),  # the camera hangs the other way up
        ((3000.0, 100.0), (134.0, 100.0)),  # on its side
        ((-3000.0, 100.0), (66.0, 100.0)),
    ],
)
def test_a_side_face_appears_on_the_camera_side_of_the_top_face(
    foot: tuple[float, float], side: tuple[float, float]
) -> None:
    seen = [DieDetection((100, 100), 40, 1.0), DieDetection(side, 36, 1.0)]
    doubted = suppress_sides(seen, np.array([0.92, 0.998]), foot=foot)
    assert doubted[0] == pytest.approx(0.92)
    assert doubted[1] < 0.92
    elsewhere = suppress_sides(seen, np.array([0.92, 0.998]), foot=(200 - foot[0], 200 - foot[1]))
    assert elsewhere[1] == pytest.approx(0.998), "from there the other is the top"


def test_dice_right_below_the_camera_show_no_sides() -> None:
    ways = up_directions(
        [DieDetection((100, 100), 40, 1.0), DieDetection((100, 60), 40, 1.0)], (100.0, 100.0)
    )
    assert ways.tolist() == [[0.0, -1.0], [0.0, -1.0]]


@pytest.mark.slow
def test_upside_down_dice_at_a_steep_angle_are_read_better_with_a_known_up_direction(
    dice_table: Draw,
) -> None:
    right = {None: 0, (320.0, -4500.0): 0}
    for seed, on in enumerate(("wood", "cloth", "felt", "sea") * 2):
        table = dice_table(PLACES, seed=seed, tilt=50, on=on, pips=WHITE)
        for foot in right:
            reading = read_dice(np.ascontiguousarray(table.picture[::-1, ::-1]), foot=foot)
            for die in table.dice:
                seen = nearest(reading, (639 - die.at[0], 479 - die.at[1]))
                right[foot] += seen is not None and seen.value == die.value
    guessed, known = right.values()
    assert known >= guessed + 4, "of 40"
