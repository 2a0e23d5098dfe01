"""Throws of resource dice in a live picture."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from vision.dice.region import DiceRegion
from vision.dice.resources import RESOURCES, Resource, ResourceDiceReading, ResourceDie
from vision.dice.throws import SeenThrow, ThrowWatch, average_pictures

Lying = Mapping[tuple[int, int], Resource]
"""The dice on the table, by the middles of their top faces."""
WIDTH_PX = 60
ROW = ((100, 300), (200, 300), (300, 300), (400, 300), (500, 300), (600, 300))


def make_die(at: tuple[int, int], face: Resource, p: float = 0.9) -> ResourceDie:
    values = {each: p if each == face else (1 - p) / 5 for each in RESOURCES}
    return ResourceDie(at=at, size=float(WIDTH_PX), values=MappingProxyType(values), is_die=1.0)


class DrawnTable:
    """A table whose dice are drawn as squares, and read without error."""

    def __init__(self) -> None:
        self.lying: Lying = {}
        self.rng = np.random.default_rng(1)
        self.watch = ThrowWatch(self.read, DiceRegion())
        self.t = 0.0

    def read(
        self,
        image: NDArray[np.uint8],
        *,
        region: NDArray[np.bool_] | None = None,
        size: tuple[float, float] | None = None,
    ) -> ResourceDiceReading:
        return ResourceDiceReading(tuple(make_die(at, face) for at, face in self.lying.items()), 0.0)

    def picture(self) -> NDArray[np.uint8]:
        picture = np.full((480, 720, 3), 90, np.uint8)
        for (x, y), face in self.lying.items():
            half = WIDTH_PX // 2
            picture[y - half : y + half, x - half : x + half] = 150 + 10 * RESOURCES.index(face)
        return picture

    def show(self, lying: Lying, *, moving_frames: int = 4) -> list[SeenThrow]:
        """Show a hand, then dice at rest for a second; return the throws."""
        found = []
        for frame in range(moving_frames + 15):
            if frame == moving_frames:
                self.lying = lying
            picture = self.picture()
            if frame < moving_frames:
                picture[:, 60 * frame : 60 * frame + 200] = 200
            found.append(self.watch.process_frame(picture, self.t))
            self.t += 1 / 15
        return [each for each in found if each is not None]


@pytest.fixture
def table() -> DrawnTable:
    return DrawnTable()


def in_row(faces: str) -> Lying:
    by_letter = {name[0]: name for name in RESOURCES} | {"o": "ore", "y": "gold"}
    return {at: by_letter[letter] for at, letter in zip(ROW, faces, strict=False)}


def faces_of(throw: SeenThrow) -> list[str]:
    return [each.die.value for each in throw.dice]


def test_dice_thrown_into_an_empty_tray_are_a_throw(table: DrawnTable) -> None:
    assert table.show({}) == []
    (throw,) = table.show(in_row("owl"))
    assert faces_of(throw) == ["ore", "wool", "lumber"]
    assert all(each.moved for each in throw.dice)


def test_dice_that_lay_there_from_the_beginning_are_no_throw(table: DrawnTable) -> None:
    assert table.show(in_row("owl")) == []


def test_a_throw_is_reported_once(table: DrawnTable) -> None:
    table.show({})
    assert len(table.show(in_row("owl"))) == 1
    assert table.show(in_row("owl")) == []


def test_dice_of_a_second_throw_that_were_kept_have_not_moved(table: DrawnTable) -> None:
    table.show({})
    table.show(in_row("owlb"))
    (throw,) = table.show({**in_row("ow"), (300, 200): "grain", (450, 150): "gold"})
    assert [each.moved for each in throw.dice] == [False, False, True, True]


def test_dice_put_aside_are_no_throw(table: DrawnTable) -> None:
    table.show({})
    table.show(in_row("owl"))
    assert table.show({(100, 100): "ore", (200, 100): "wool", (300, 100): "lumber"}) == []


def test_moves_to_the_same_faces_are_counted_until_all_dice_are_thrown(table: DrawnTable) -> None:
    table.show({})
    (first,) = table.show({ROW[0]: "ore", ROW[1]: "wool", ROW[2]: "gold"})
    assert table.show({ROW[0]: "ore", ROW[1]: "wool", ROW[4]: "gold"}) == []
    (second,) = table.show({ROW[0]: "ore", ROW[1]: "wool", ROW[3]: "brick"})
    (third,) = table.show({ROW[2]: "grain", ROW[4]: "wool", ROW[5]: "lumber"})
    (fourth,) = table.show({ROW[0]: "ore", ROW[1]: "ore", ROW[3]: "ore"})
    assert [each.moves_before for each in (first, second, third, fourth)] == [0, 1, 1, 0]


def test_the_crops_show_the_dice(table: DrawnTable) -> None:
    table.show({})
    (seen,) = table.show({ROW[0]: "ore", ROW[1]: "gold"})
    levels = [150 + 10 * RESOURCES.index(face) for face in ("ore", "gold")]
    assert [round(float(each.crop[40:56, 40:56].mean())) for each in seen.dice] == levels


def test_a_throw_follows_when_the_other_dice_were_in_a_hand(table: DrawnTable) -> None:
    table.show({})
    table.show(in_row("owlb"))
    assert table.show(in_row("ow")) == []
    (throw,) = table.show({**in_row("ow"), (300, 180): "lumber", (420, 160): "brick"})
    assert [each.moved for each in throw.dice] == [False, False, True, True]


def test_a_hand_that_covered_dice_is_no_throw(table: DrawnTable) -> None:
    table.show({})
    table.show(in_row("owlb"))
    assert table.show(in_row("ow")) == []
    assert table.show(in_row("owlb")) == []


def test_nothing_is_read_while_a_hand_moves(table: DrawnTable) -> None:
    table.show({})
    read = 0
    original = table.watch._read

    def count(image: NDArray[np.uint8], **options: Any) -> ResourceDiceReading:
        nonlocal read
        read += 1
        return original(image, **options)

    table.watch._read = count
    table.show(in_row("owl"), moving_frames=9)
    assert read == 1


def test_the_mean_of_pictures_has_less_noise() -> None:
    clean = np.full((40, 60, 3), 120, np.uint8)
    noise = np.random.default_rng(2).normal(0, 8, (6, *clean.shape))
    mean = average_pictures([(clean + each).clip(0, 255).astype(np.uint8) for each in noise])
    assert np.std(mean.astype(float) - clean) < 4
    assert abs(float(mean.mean()) - 120) < 1
