"""Live roll detection: each throw is reported once; hands, light and camera moves cause no roll.

The table is drawn with plain dice, and the reader is given their true places and faces, so that these are
tests of what is made of readings and of nothing else.
"""

from __future__ import annotations

import copy
import copyreg
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from types import MappingProxyType
from typing import Any

import cv2
import numpy as np
import pytest

from vision.dice.reading import DiceReading, DieReading
from vision.dice.region import DiceRegion
from vision.dice.roll_judge import (
    CAMERA_DISTURBED_TEXT,
    EXTRA_DICE_TEXT,
    ONE_DIE_ROLLED_TEXT,
    ONE_DIE_VISIBLE_TEXT,
    PARTLY_OUTSIDE_TEXT,
    UNREADABLE_TEXT,
)
from vision.dice.rolls import QUESTION_DELAY_S, RollFrameResult, RollWatch, SeenRoll

WIDTH, HEIGHT = 640, 360
SIZE = 20.0
FPS = 12.0
SPOTS = 12
WHOLE_PICTURE_REGION = DiceRegion(sizes=(14 / WIDTH, 28 / WIDTH))


@dataclass(frozen=True)
class Die:
    x: float
    y: float
    value: int
    sure: float = 0.97
    is_die: float = 0.99
    flickers: bool = False
    """Only every other reading sees it."""

    def read(self) -> DieReading:
        rest = (1 - self.sure) / 5
        values = {value: self.sure if value == self.value else rest for value in range(1, 7)}
        return DieReading((self.x, self.y), SIZE, values, self.is_die)


@dataclass(frozen=True)
class Scene:
    """Scene before the camera; `hand` is at the finger tips, the arm enters from below."""

    dice: tuple[Die, ...] = ()
    hand: tuple[float, float] | None = None
    wide: int = 45
    """Half the hand's width."""
    light: float = 1.0
    shift: tuple[float, float] = (0.0, 0.0)
    tinge: int | None = None
    """A row of spots is a little brighter than before, and this one just so much that it is seen."""

    def covers(self, die: Die) -> bool:
        return self.hand is not None and abs(die.x - self.hand[0]) < self.wide and die.y > self.hand[1] - 10

    def visible_dice(self) -> list[Die]:
        """The dice as they appear in the picture."""
        if self.light < 0.2:
            return []
        dx, dy = self.shift
        return [replace(die, x=die.x + dx, y=die.y + dy) for die in self.dice if not self.covers(die)]

    def picture(self, table: np.ndarray, grain: np.ndarray) -> np.ndarray:
        dx, dy = self.shift
        picture = shift_picture(table, dx, dy) if dx or dy else table.copy()
        for die in self.dice:
            x, y, half = int(die.x + dx), int(die.y + dy), int(SIZE / 2)
            cv2.rectangle(picture, (x - half, y - half), (x + half, y + half), (230, 230, 230), -1)
            for pip in range(die.value):
                cv2.circle(picture, (x - 6 + 6 * (pip % 3), y - 4 + 8 * (pip // 3)), 2, (30, 30, 30), -1)
        if self.hand is not None:
            left, top = int(self.hand[0]) - self.wide, int(self.hand[1])
            cv2.rectangle(picture, (left, top), (left + 2 * self.wide, HEIGHT), (120, 150, 210), -1)
        if self.tinge is not None:
            for n in range(SPOTS):
                at = 24 + 48 * n
                picture[20:44, at : at + 24] += np.uint8(9 if n == self.tinge else 5)
        lit = cv2.convertScaleAbs(picture, alpha=self.light)
        return cv2.add(lit, grain, dtype=cv2.CV_8U)


def shift_picture(picture: np.ndarray, dx: float, dy: float) -> np.ndarray:
    """Shift a picture by parts of a pixel."""
    matrix = np.array([[1, 0, dx], [0, 1, dy]], float)
    return cv2.warpAffine(picture, matrix, (WIDTH, HEIGHT), borderMode=cv2.BORDER_REFLECT)


@cache
def table_and_grain() -> tuple[np.ndarray, tuple[np.ndarray, ...]]:
    """A table, and the noise of several frames. They are read-only: all films share them."""
    rng = np.random.default_rng(7)
    grain = tuple(rng.normal(0, 1.5, (HEIGHT, WIDTH, 3)).round().astype(np.int16) for _ in range(5))
    spots = rng.uniform(90, 150, (HEIGHT // 8, WIDTH // 8, 3)).astype(np.float32)
    table = cv2.resize(spots, (WIDTH, HEIGHT), interpolation=cv2.INTER_CUBIC)
    for each in (table, *grain):
        each.flags.writeable = False
    return table, grain


@dataclass
class Film:
    """A roll watch, and its results for all frames."""

    region: DiceRegion = WHOLE_PICTURE_REGION
    t: float = 0.0
    results: list[RollFrameResult] = field(default_factory=list)
    reads: int = 0
    fps: float = FPS

    def __post_init__(self) -> None:
        self.table, self.grain = table_and_grain()
        self.scene = Scene()
        self.restart()

    def restart(self) -> None:
        self.watch = RollWatch(self.region, self._read)

    def _read(
        self, image: np.ndarray, *, region: np.ndarray | None = None,
        size: tuple[float, float] | None = None, least: float = 0.5,
        foot: tuple[float, float] | None = None,
    ) -> DiceReading:  # fmt: skip
        self.reads += 1
        seen = [die for die in self.scene.visible_dice() if die.is_die >= least]
        dice = [die.read() for die in seen if not (die.flickers and self.reads % 2)]
        height, width = image.shape[:2]
        inside = [
            die for die in dice
            if 0 <= die.at[0] < width and 0 <= die.at[1] < height
            and (region is None or region[int(die.at[1]), int(die.at[0])])
        ]  # fmt: skip
        return DiceReading(tuple(inside), 0.0)

    def show(self, *dice: Die, seconds: float = 1.5, **scene: Any) -> list[RollFrameResult]:
        """Nothing moves for a while."""
        self.scene = Scene(dice, **scene)
        return [self._shoot() for _ in range(max(1, round(seconds * self.fps)))]

    def _shoot(self) -> RollFrameResult:
        picture = self.scene.picture(self.table, self.grain[len(self.results) % 5])
        result = self.watch.process_frame(picture, self.t)
        self.t += 1 / self.fps
        self.results.append(result)
        return result

    def hand_over(self, at: tuple[float, float], *dice: Die, rest: float = 0.0) -> None:
        """A hand comes, perhaps rests, and is still there."""
        for step in (0.75, 0.5, 0.25, 0.0):
            self.show(*dice, seconds=1 / self.fps, hand=(at[0], at[1] + step * (HEIGHT - at[1])))
        if rest:
            self.show(*dice, seconds=rest, hand=at)

    def hand_goes(self, at: tuple[float, float], *dice: Die) -> None:
        for step in (0.25, 0.5, 0.75):
            self.show(*dice, seconds=1 / self.fps, hand=(at[0], at[1] + step * (HEIGHT - at[1])))

    def take_up(self, *dice: Die) -> None:
        """A hand takes up the dice that lie there; others stay."""
        at = (320.0, 100.0)
        lay = self.scene.dice
        self.hand_over(at, *lay)
        self.hand_goes(at, *dice)

    def throw(
        self, *dice: Die, lying: Sequence[Die] = (), seconds: float = 1.5, **scene: Any
    ) -> list[RollFrameResult]:
        """Let dice fly in from below, roll, and come to rest."""
        flight = []
        for step in (1.0, 0.8, 0.6, 0.45, 0.3, 0.2, 0.1, 0.05):
            moving = [replace(d, x=d.x + 160 * step, y=d.y + 120 * step) for d in dice]
            flight += self.show(*lying, *moving, seconds=1 / self.fps, **scene)
        return flight + self.show(*lying, *dice, seconds=seconds, **scene)

    @property
    def rolls(self) -> list[SeenRoll]:
        return [result.roll for result in self.results if result.roll is not None]

    @property
    def values(self) -> list[tuple[int, int]]:
        return [(roll.dice[0].value, roll.dice[1].value) for roll in self.rolls]

    @property
    def reasons_asked(self) -> list[str]:
        """The reasons of all questions, without repetitions, in order."""
        whys = [result.why for result in self.results if result.state == "asking"]
        return [why for n, why in enumerate(whys) if n == 0 or why != whys[n - 1]]


@pytest.fixture(scope="module", autouse=True)
def copyable_mappings() -> Iterator[None]:
    """Let films be copied with the read-only mappings in their readings."""

    def rebuild(mapping: MappingProxyType[Any, Any]) -> tuple[type, tuple[dict[Any, Any]]]:
        return MappingProxyType, (dict(mapping),)

    with pytest.MonkeyPatch.context() as patch:
        patch.setitem(copyreg.dispatch_table, MappingProxyType, rebuild)
        yield


@pytest.fixture(scope="module")
def first_film() -> Film:
    """An empty table, watched for a while: each test continues with a copy."""
    film = Film()
    film.show()
    return film


@pytest.fixture(scope="module")
def first_rolled_film(first_film: Film) -> Film:
    """Three and four were thrown and lie there: each test continues with a copy."""
    film = copy.deepcopy(first_film)
    film.throw(THREE, FOUR)
    assert film.values == [(3, 4)]
    film.results.clear()
    return film


@pytest.fixture
def film(first_film: Film) -> Film:
    """An empty table, watched for a while."""
    return copy.deepcopy(first_film)


@pytest.fixture
def rolled_film(first_rolled_film: Film) -> Film:
    """Three and four were thrown and lie there."""
    return copy.deepcopy(first_rolled_film)


THREE, FOUR = Die(250, 180, 3), Die(330, 150, 4)
NEW_DICE = (Die(200, 240, 6), Die(400, 90, 1))


def test_a_throw_is_reported_once_with_the_time_the_dice_settled(film: Film) -> None:
    begun = film.t
    film.throw(THREE, FOUR, seconds=6)
    (roll,) = film.rolls
    assert film.values == [(3, 4)]
    assert roll.t == pytest.approx(begun + 8 / FPS, abs=0.2)
    reported_at = next(result.t for result in film.results if result.roll)
    assert reported_at - roll.t < 0.7
    assert 0.85 < roll.confidence < 0.97
    assert film.results[-1].state == "resting"


@pytest.mark.slow
def test_successive_throws_are_reported(film: Film) -> None:
    pairs = [(THREE, FOUR), NEW_DICE, (Die(300, 60, 2), Die(120, 200, 2)), (THREE, Die(500, 260, 5))]
    for pair in pairs:
        film.take_up()
        film.show(seconds=0.7)
        film.throw(*pair)
    assert film.values == [(3, 4), (6, 1), (2, 2), (3, 5)]
    assert not film.reasons_asked


def test_dice_picked_up_and_thrown_at_once_are_a_roll(rolled_film: Film) -> None:
    rolled_film.take_up()
    rolled_film.throw(*NEW_DICE)
    assert rolled_film.values == [(6, 1)]


def test_the_same_faces_again_are_a_roll_when_the_dice_were_gone(rolled_film: Film) -> None:
    rolled_film.take_up()
    rolled_film.show(seconds=1)
    rolled_film.throw(Die(150, 90, 3), Die(430, 250, 4))
    assert rolled_film.values == [(3, 4)]
    assert rolled_film.rolls[0].confidence > 0.8


def test_the_same_faces_at_another_place_are_reported_as_doubtful(rolled_film: Film) -> None:
    rolled_film.hand_over((300, 100), THREE, FOUR)
    rolled_film.hand_goes((300, 100), Die(120, 90, 3), Die(500, 250, 4))
    rolled_film.show(Die(120, 90, 3), Die(500, 250, 4))
    assert [roll.confidence < 0.5 for roll in rolled_film.rolls] == [True]


def test_lifted_dice_are_a_roll_even_if_one_lands_where_one_was(rolled_film: Film) -> None:
    again = (replace(THREE, x=252), Die(430, 250, 1))
    rolled_film.take_up()
    rolled_film.show(seconds=0.7)
    rolled_film.throw(*again, seconds=QUESTION_DELAY_S + 1.5)
    assert rolled_film.values == [(3, 1)]
    assert rolled_film.rolls[0].confidence > 0.8
    assert not rolled_film.reasons_asked


def test_lifted_dice_that_a_hand_lays_almost_where_they_were_are_reported_as_doubtful(
    rolled_film: Film,
) -> None:
    """The hand may have put them back."""
    back = (replace(THREE, x=265), replace(FOUR, y=168))
    rolled_film.take_up()
    rolled_film.show(seconds=0.7)
    rolled_film.hand_over((290, 60))
    rolled_film.hand_goes((290, 60), *back)
    rolled_film.show(*back)
    assert [roll.confidence < 0.5 for roll in rolled_film.rolls] == [True]


def test_lifted_dice_that_tumble_to_almost_where_they_were_are_a_roll(rolled_film: Film) -> None:
    """The same two faces again: they were lifted, and they moved after the hand had gone."""
    rolled_film.take_up()
    rolled_film.show(seconds=0.7)
    rolled_film.throw(replace(THREE, x=265), replace(FOUR, y=168))
    assert rolled_film.values == [(3, 4)]
    assert rolled_film.rolls[0].confidence > 0.8


def test_the_same_faces_that_tumble_to_almost_the_same_places_are_reported_as_doubtful(
    rolled_film: Film,
) -> None:
    """Nobody saw the table bare, but the dice moved after the hand had gone."""
    rolled_film.take_up()
    rolled_film.throw(replace(THREE, x=265), replace(FOUR, y=168))
    assert [roll.confidence < 0.5 for roll in rolled_film.rolls] == [True]


@pytest.mark.parametrize("frames", [7, 8])
def test_one_view_of_the_empty_table_proves_the_dice_were_lifted(rolled_film: Film, frames: int) -> None:
    rolled_film.take_up()
    rolled_film.show(seconds=frames / FPS)
    rolled_film.throw(Die(120, 90, 3), Die(450, 250, 4))
    assert rolled_film.values == [(3, 4)]
    assert rolled_film.rolls[0].confidence > 0.8


def test_two_alternating_pairs_of_dice_are_rolls_once_both_are_known(film: Film) -> None:
    film.throw(THREE, FOUR)
    film.throw(*NEW_DICE, lying=[THREE, FOUR])
    film.take_up(*NEW_DICE)
    film.throw(Die(300, 300, 5), Die(560, 200, 5), lying=NEW_DICE)
    film.take_up(Die(300, 300, 5), Die(560, 200, 5))
    film.throw(Die(140, 60, 2), Die(90, 280, 4), lying=[Die(300, 300, 5), Die(560, 200, 5)])
    assert film.values == [(3, 4), (6, 1), (5, 5), (4, 2)]
    assert [roll.confidence > 0.5 for roll in film.rolls] == [True, False, True, True]


def test_dice_that_settle_one_after_the_other_are_one_roll(film: Film) -> None:
    film.throw(THREE, seconds=1.2)
    film.throw(FOUR, lying=[THREE])
    assert film.values == [(3, 4)]
    assert not film.reasons_asked


def test_a_throw_is_reported_while_a_hand_moves_elsewhere(film: Film) -> None:
    film.throw(THREE, FOUR, seconds=0.1)
    for n in range(18):
        film.show(THREE, FOUR, seconds=1 / FPS, hand=(550, 250 + 30 * (n % 2)))
    assert film.values == [(3, 4)]


def test_doubtful_faces_make_a_doubtful_roll(film: Film) -> None:
    film.throw(replace(THREE, sure=0.6), replace(FOUR, sure=0.7))
    assert film.rolls[0].confidence == pytest.approx(0.6 * 0.7 * 0.99, rel=0.01)


def test_faint_dice_are_reported_after_the_last_ones_were_picked_up(rolled_film: Film) -> None:
    """Two dice must lie somewhere."""
    rolled_film.take_up()
    rolled_film.throw(Die(150, 90, 3, is_die=0.2), Die(430, 250, 1, is_die=0.4))
    assert rolled_film.values == [(3, 1)]
    assert rolled_film.rolls[0].confidence > 0.8


def test_a_faint_die_is_reported_beside_a_clear_one(film: Film) -> None:
    """Dice are thrown in pairs."""
    film.throw(THREE, replace(FOUR, is_die=0.2))
    assert film.values == [(3, 4)]
    assert film.rolls[0].confidence > 0.8


def test_a_hand_over_nearly_the_whole_picture_is_no_camera_move(rolled_film: Film) -> None:
    for n in range(6):
        rolled_film.show(seconds=0.5, hand=(320, 40 * (n % 2)), wide=260)
    rolled_film.show(seconds=0.5)
    rolled_film.throw(*NEW_DICE)
    assert rolled_film.values == [(6, 1)]
    assert not rolled_film.reasons_asked


def test_an_object_fainter_than_two_dice_changes_nothing(rolled_film: Film) -> None:
    rolled_film.take_up()
    rolled_film.throw(*NEW_DICE, Die(300, 60, 5, is_die=0.3))
    assert rolled_film.values == [(6, 1)]
    assert rolled_film.rolls[0].confidence > 0.8


def test_faint_dice_like_objects_are_ignored_while_the_last_dice_lie_there(rolled_film: Film) -> None:
    """Placed pieces can look like that."""
    piece, other = Die(150, 90, 3, is_die=0.2), Die(430, 250, 1, is_die=0.4)
    rolled_film.hand_over((500, 100), THREE, FOUR)
    rolled_film.hand_goes((500, 100), THREE, FOUR, piece, other)
    rolled_film.show(THREE, FOUR, piece, other, seconds=QUESTION_DELAY_S + 2)
    assert not rolled_film.rolls
    assert not rolled_film.reasons_asked


def test_a_false_die_outside_a_new_region_hides_no_roll(rolled_film: Film) -> None:
    """Tokens of a board that was moved are read as dice until its new place is known."""
    false = Die(560, 300, 5)
    board = ((0.8, 0.7), (1.0, 0.7), (1.0, 1.0), (0.8, 1.0))
    rolled_film.take_up()
    rolled_film.throw(*NEW_DICE, false, seconds=QUESTION_DELAY_S)
    assert not rolled_film.rolls
    rolled_film.watch.set_region(replace(WHOLE_PICTURE_REGION, outside=board))
    rolled_film.show(*NEW_DICE, false, seconds=0.5)
    assert rolled_film.values == [(6, 1)]
    assert rolled_film.rolls[0].confidence > 0.8
    rolled_film.watch.set_region(WHOLE_PICTURE_REGION)
    rolled_film.show(*NEW_DICE, false, seconds=QUESTION_DELAY_S + 1)
    assert rolled_film.values == [(6, 1)]
    assert not rolled_film.reasons_asked


def test_three_faint_dice_raise_a_question(rolled_film: Film) -> None:
    rolled_film.take_up()
    faint = [Die(x, 90 + x / 4, 3, is_die=0.3) for x in (150, 300, 430)]
    rolled_film.throw(*faint, seconds=QUESTION_DELAY_S + 1.5)
    assert not rolled_film.rolls
    assert rolled_film.reasons_asked == [UNREADABLE_TEXT]


def test_unreadable_settled_dice_raise_a_question(rolled_film: Film) -> None:
    rolled_film.take_up()
    rolled_film.show(seconds=0.7)
    begun = rolled_film.t
    rolled_film.throw(
        Die(150, 90, 3, is_die=0.0), Die(430, 250, 1, is_die=0.0), seconds=QUESTION_DELAY_S + 1.5
    )
    assert rolled_film.reasons_asked == [UNREADABLE_TEXT]
    assert next(result.t for result in rolled_film.results if result.why) - begun < 8 / FPS + 2.1
    rolled_film.take_up()
    rolled_film.throw(*NEW_DICE)
    assert rolled_film.values == [(6, 1)]


def test_a_camera_that_sends_frames_only_on_motion_misses_no_throw(rolled_film: Film) -> None:
    """Recordings omit frames without motion."""
    for n, pair in enumerate((NEW_DICE, (THREE, FOUR))):
        rolled_film.t += 20
        rolled_film.show(*rolled_film.scene.dice, seconds=1 / FPS, hand=(500, 330 - 20 * n))
        rolled_film.take_up()
        rolled_film.throw(*pair)
    assert rolled_film.values == [(6, 1), (3, 4)]
    assert all(roll.confidence > 0.8 for roll in rolled_film.rolls)


def test_an_occasional_false_die_delays_no_roll(film: Film) -> None:
    piece = Die(310, 168, 1, is_die=0.6, flickers=True)
    film.show(piece)
    film.throw(THREE, FOUR, lying=[piece], seconds=0.9)
    film.show(THREE, FOUR, piece, seconds=4)
    assert film.values == [(3, 4)]
    assert not film.reasons_asked


def test_a_faint_flickering_false_die_delays_no_roll(film: Film) -> None:
    """A tiny camera rotation makes false dice flicker along all edges."""
    film.throw(THREE, FOUR, seconds=1 / FPS)
    for n in range(3 * SPOTS):
        film.show(THREE, FOUR, seconds=1 / FPS, tinge=5 * n % SPOTS)
    assert film.values == [(3, 4)]


def test_two_frames_a_second_are_enough(film: Film) -> None:
    film.fps = 2.0
    film.throw(THREE, FOUR, seconds=4)
    film.take_up()
    film.throw(*NEW_DICE, seconds=4)
    assert film.values == [(3, 4), (6, 1)]
    roll = film.rolls[-1]
    assert next(result.t for result in film.results if result.roll is roll) - roll.t <= 1.5


class TestNoRoll:
    def test_dice_present_at_the_start_are_no_roll(self) -> None:
        film = Film()
        film.show(THREE, FOUR, seconds=3)
        assert not film.rolls
        assert film.results[-1].state == "resting"
        film.take_up()
        film.throw(*NEW_DICE)
        assert film.values == [(6, 1)]

    def test_dice_left_over_a_restart_are_no_roll(self, rolled_film: Film) -> None:
        rolled_film.restart()
        rolled_film.show(THREE, FOUR, seconds=3)
        assert not rolled_film.rolls
        assert not rolled_film.reasons_asked

    def test_picked_up_dice_are_no_roll(self, rolled_film: Film) -> None:
        rolled_film.take_up()
        rolled_film.show(seconds=4)
        assert not rolled_film.rolls
        assert not rolled_film.reasons_asked
        assert rolled_film.results[-1].state == "empty"

    @pytest.mark.parametrize("rest", [0.0, 3.0])
    def test_covered_and_uncovered_dice_are_no_roll(self, rolled_film: Film, rest: float) -> None:
        rolled_film.hand_over((290, 60), THREE, FOUR, rest=rest)
        rolled_film.hand_goes((290, 60), THREE, FOUR)
        rolled_film.show(THREE, FOUR, seconds=4)
        assert not rolled_film.rolls
        assert not rolled_film.reasons_asked

    @pytest.mark.parametrize("rest", [0.0, 1.5])
    def test_nudged_dice_are_no_roll(self, rolled_film: Film, rest: float) -> None:
        moved = (replace(THREE, x=282, y=165), replace(FOUR, x=361, y=139))
        rolled_film.hand_over((290, 60), THREE, FOUR, rest=rest)
        rolled_film.hand_goes((290, 60), *moved)
        rolled_film.show(*moved, seconds=4)
        assert not rolled_film.rolls
        assert not rolled_film.reasons_asked
        rolled_film.take_up()
        rolled_film.throw(*NEW_DICE)
        assert rolled_film.values == [(6, 1)]

    def test_one_nudged_or_turned_die_is_no_roll(self, rolled_film: Film) -> None:
        for other in (replace(FOUR, x=350), replace(FOUR, x=352, value=2)):
            rolled_film.hand_over((330, 100), *rolled_film.scene.dice)
            rolled_film.hand_goes((330, 100), THREE, other)
            rolled_film.show(THREE, other, seconds=4)
        assert not rolled_film.rolls
        assert not rolled_film.reasons_asked

    def test_one_die_nudged_under_a_sleeve_is_no_roll(self, rolled_film: Film) -> None:
        """The sleeve hides both, and nobody has seen the table bare."""
        rolled_film.hand_over((290, 60), THREE, FOUR, rest=1.5)
        rolled_film.hand_goes((290, 60), THREE, replace(FOUR, x=350))
        rolled_film.show(THREE, replace(FOUR, x=350), seconds=4)
        assert not rolled_film.rolls
        assert not rolled_film.reasons_asked

    def test_dice_lifted_and_put_back_are_no_roll(self, rolled_film: Film) -> None:
        rolled_film.take_up()
        rolled_film.show(seconds=1)
        rolled_film.hand_over((290, 60))
        rolled_film.hand_goes((290, 60), THREE, FOUR)
        rolled_film.show(THREE, FOUR, seconds=4)
        assert not rolled_film.rolls
        assert not rolled_film.reasons_asked

    def test_another_object_on_the_table_is_no_roll(self, rolled_film: Film) -> None:
        mug = (560.0, 300.0)
        rolled_film.hand_over(mug, THREE, FOUR, rest=4)
        assert not rolled_film.rolls
        assert not rolled_film.reasons_asked

    @pytest.mark.slow
    def test_a_dimmed_and_switched_lamp_is_no_roll(self, rolled_film: Film) -> None:
        for light in (0.6, 0.1, 1.0, 1.4, 1.0):
            rolled_film.show(THREE, FOUR, seconds=2.5, light=light)
        assert not rolled_film.rolls
        assert not rolled_film.reasons_asked

    @pytest.mark.parametrize("shift", [(6, 4), (-14, 9), (90, 70)])
    def test_a_knocked_camera_is_no_roll(self, rolled_film: Film, shift: tuple[float, float]) -> None:
        for wobble in (0.5, 1.3, 0.8, 1.0):
            rolled_film.show(THREE, FOUR, seconds=1 / FPS, shift=(wobble * shift[0], wobble * shift[1]))
        rolled_film.show(THREE, FOUR, seconds=4, shift=shift)
        assert not rolled_film.rolls
        assert not rolled_film.reasons_asked
        rolled_film.throw(*NEW_DICE, shift=shift)
        assert rolled_film.values == [(6, 1)]

    def test_the_same_dice_among_false_ones_after_missing_frames_are_no_roll(self, rolled_film: Film) -> None:
        rolled_film.t += 60
        rolled_film.show(THREE, FOUR, Die(90, 90, 1), Die(550, 60, 6), seconds=4, shift=(60, 40))
        assert not rolled_film.rolls
        assert not rolled_film.reasons_asked

    def test_dice_outside_the_region_are_no_roll(self) -> None:
        tray = DiceRegion(((0.5, 0.0), (1.0, 0.0), (1.0, 1.0), (0.5, 1.0)), sizes=WHOLE_PICTURE_REGION.sizes)
        film = Film(tray)
        film.show()
        film.throw(Die(200, 100, 2), Die(260, 200, 5), seconds=4)
        assert not film.rolls
        film.throw(Die(400, 100, 2), Die(460, 200, 5), seconds=4)
        assert film.values == [(2, 5)]

    def test_a_weak_third_die_is_no_roll(self, film: Film) -> None:
        """A piece is mistaken for a die in one reading of many."""
        film.throw(THREE, FOUR, seconds=0.3)
        film.show(THREE, FOUR, Die(100, 100, 1), seconds=1 / FPS)
        film.show(THREE, FOUR)
        assert film.values == [(3, 4)]


class TestAsks:
    def throw_and_list_questions(self, film: Film, *dice: Die) -> list[str]:
        film.throw(*dice, seconds=QUESTION_DELAY_S + 1.5)
        return film.reasons_asked

    def test_a_cocked_die_raises_a_question(self, film: Film) -> None:
        assert self.throw_and_list_questions(film, THREE, replace(FOUR, sure=0.4)) == [UNREADABLE_TEXT]
        assert not film.rolls
        film.hand_over((330, 100), *film.scene.dice)
        film.hand_goes((330, 100), THREE, FOUR)
        film.show(THREE, FOUR)
        assert film.values == [(3, 4)]

    def test_a_question_is_raised_within_two_seconds_after_the_dice_settle(self, film: Film) -> None:
        film.throw(THREE, replace(FOUR, sure=0.4), seconds=0.1)
        rested = film.t
        film.show(*film.scene.dice, seconds=3)
        assert next(result.t for result in film.results if result.state == "asking") - rested <= 2

    def test_a_third_die_raises_a_question(self, film: Film) -> None:
        assert self.throw_and_list_questions(film, THREE, FOUR, Die(450, 250, 2)) == [EXTRA_DICE_TEXT]
        assert not film.rolls

    def test_a_third_die_beside_the_last_roll_raises_a_question(self, rolled_film: Film) -> None:
        rolled_film.throw(Die(450, 250, 2), lying=[THREE, FOUR], seconds=QUESTION_DELAY_S + 1.5)
        assert rolled_film.reasons_asked == [EXTRA_DICE_TEXT]
        assert not rolled_film.rolls

    def test_a_single_die_raises_a_question(self, film: Film) -> None:
        assert self.throw_and_list_questions(film, THREE) == [ONE_DIE_VISIBLE_TEXT]
        film.throw(FOUR, lying=[THREE])
        assert film.values == [(3, 4)]

    def test_one_die_thrown_again_raises_a_question(self, rolled_film: Film) -> None:
        rolled_film.take_up(THREE)
        rolled_film.throw(Die(480, 250, 1), lying=[THREE], seconds=QUESTION_DELAY_S + 1.5)
        assert rolled_film.reasons_asked == [ONE_DIE_ROLLED_TEXT]
        assert not rolled_film.rolls

    def test_a_die_half_outside_the_picture_raises_a_question(self, film: Film) -> None:
        assert self.throw_and_list_questions(film, THREE, Die(6, 180, 4)) == [PARTLY_OUTSIDE_TEXT]
        assert not film.rolls

    def test_a_die_at_the_border_all_of_whose_pips_are_in_the_picture_is_read(self, film: Film) -> None:
        assert self.throw_and_list_questions(film, THREE, Die(9.7, 180, 4)) == []
        assert film.values == [(4, 3)]

    def test_other_dice_after_missing_frames_raise_a_question(self, rolled_film: Film) -> None:
        rolled_film.t += 60
        rolled_film.show(*NEW_DICE, seconds=3)
        assert rolled_film.reasons_asked == [CAMERA_DISTURBED_TEXT]
        assert not rolled_film.rolls
        rolled_film.take_up()
        rolled_film.throw(THREE, FOUR)
        assert rolled_film.values == [(3, 4)]

    @pytest.mark.slow
    def test_an_unanswered_question_ends_after_a_while(self, film: Film) -> None:
        film.throw(THREE, seconds=50)
        assert film.reasons_asked == [ONE_DIE_VISIBLE_TEXT]
        assert film.results[-1].state == "resting"


def test_a_quiet_table_is_not_read(rolled_film: Film) -> None:
    before = rolled_film.reads
    rolled_film.show(THREE, FOUR, seconds=5)
    assert rolled_film.reads == before


def test_a_passing_hand_that_changes_nothing_causes_no_reading(rolled_film: Film) -> None:
    rolled_film.show(THREE, FOUR, seconds=1)
    before = rolled_film.reads
    rolled_film.hand_over((500, 200), THREE, FOUR)
    rolled_film.hand_goes((500, 200), THREE, FOUR)
    rolled_film.show(THREE, FOUR, seconds=2)
    assert rolled_film.reads == before


def test_a_camera_move_is_reported(rolled_film: Film) -> None:
    assert not any(result.moved for result in rolled_film.results)
    shifted = rolled_film.show(THREE, FOUR, shift=(12, 8))
    assert sum(result.moved for result in shifted) == 1
    rolled_film.t += 60
    back = rolled_film.show(THREE, FOUR, shift=(12, 8))
    assert not any(result.moved for result in back)
    rolled_film.t += 60
    elsewhere = rolled_film.show(THREE, FOUR, shift=(60, 40))
    assert elsewhere[0].moved


def test_the_state_is_reported_with_every_frame(film: Film) -> None:
    assert film.show()[-1].state == "empty"
    film.hand_over((320, 100))
    assert film.results[-1].state == "hand"
    film.hand_goes((320, 100))
    film.show()
    flight = film.throw(THREE, FOUR)
    states = [result.state for result in flight]
    assert "moving" in states[:8]
    assert "settling" in states[8:]
    assert states[-1] == "resting"


def test_unreadable_first_dice_raise_a_question_too() -> None:
    film = Film()
    film.show(seconds=2)
    film.throw(Die(150, 90, 3, is_die=0.0), Die(430, 250, 1, is_die=0.0), seconds=QUESTION_DELAY_S + 1.5)
    assert film.reasons_asked == [UNREADABLE_TEXT]
    film.take_up()
    film.show(seconds=QUESTION_DELAY_S + 1)
    assert film.reasons_asked == [UNREADABLE_TEXT], "their going is nothing to ask about"
    film.throw(*NEW_DICE)
    assert film.values == [(6, 1)]


def test_one_object_before_the_first_roll_raises_no_question() -> None:
    film = Film()
    film.show(seconds=2)
    film.throw(Die(150, 90, 3, is_die=0.0), seconds=QUESTION_DELAY_S + 1.5)
    assert not film.reasons_asked


def test_a_removed_object_raises_no_question(rolled_film: Film) -> None:
    rolled_film.take_up()
    rolled_film.show(seconds=0.7)
    rolled_film.throw(
        Die(150, 90, 3, is_die=0.0), Die(430, 250, 1, is_die=0.0), seconds=QUESTION_DELAY_S + 1.5
    )
    rolled_film.take_up()
    rolled_film.show(seconds=QUESTION_DELAY_S + 1)
    last = rolled_film.results[-1]
    assert not last.why
    assert last.state == "empty"


def test_a_picture_that_turns_while_dice_are_read_is_watched_on(film: Film) -> None:
    film.throw(THREE, FOUR, seconds=0)
    while film.watch._places is None:
        film.show(THREE, FOUR, seconds=1 / film.fps)
    for _ in range(12):
        picture = film.scene.picture(film.table, film.grain[0])
        result = film.watch.process_frame(np.rot90(picture).copy(), film.t)
        film.t += 1 / film.fps
    assert result.roll is None
