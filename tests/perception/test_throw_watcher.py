"""Throws of drawn resource dice, from the camera's frames to the table's log."""

from __future__ import annotations

from collections.abc import Iterator
from operator import itemgetter

import numpy as np
import pytest
from numpy.typing import NDArray

from companion.observations import Observation, ResourceDiceThrown
from companion.perception.dice_watch import ThrowWatcher
from companion.sources.camera import Frame
from tests.measure.throws import DrawnSet
from vision.dice.region import DiceRegion
from vision.dice.resources import RESOURCES, LearnedFaces
from vision.training.resources.faces import MANNERS

Picture = NDArray[np.uint8]
FPS = 10


@pytest.fixture(scope="module")
def drawn_set() -> DrawnSet:
    return DrawnSet.draw(MANNERS[0], np.random.default_rng(7))


@pytest.fixture(scope="module")
def learned_faces(drawn_set: DrawnSet) -> LearnedFaces:
    return drawn_set.learn(np.random.default_rng(8))


class FilmedTray:
    """A tray in front of a watcher."""

    def __init__(self, watcher: ThrowWatcher) -> None:
        self.watcher = watcher
        self.rng = np.random.default_rng(9)
        self.number = 0

    def show(self, picture: Picture, seconds: float) -> Iterator[Observation]:
        for _ in range(round(seconds * FPS)):
            noisy = (picture + self.rng.normal(0, 2, picture.shape)).clip(0, 255).astype(np.uint8)
            yield from self.watcher.process(Frame(self.number / FPS, noisy, self.number))
            self.number += 1


@pytest.fixture
def is_wanted() -> list[bool]:
    return [True]


@pytest.fixture
def tray(learned_faces: LearnedFaces, is_wanted: list[bool]) -> FilmedTray:
    watcher = ThrowWatcher("camera", lambda: is_wanted[0], lambda _: DiceRegion(), lambda: learned_faces)
    return FilmedTray(watcher)


@pytest.mark.slow
def test_a_throw_of_a_learned_set_is_read(tray: FilmedTray, drawn_set: DrawnSet) -> None:
    rng = np.random.default_rng(10)
    tops = [4, 0, 2]
    assert list(tray.show(drawn_set.photograph([], 60, 10, rng), 1)) == []
    (seen,) = tray.show(drawn_set.photograph(tops, 60, 10, rng), 1.5)
    assert isinstance(seen, ResourceDiceThrown)
    likeliest = [max(die.items(), key=itemgetter(1))[0] for die in seen.dice]
    assert likeliest == [RESOURCES[top] for top in tops]
    assert seen.moved == (True, True, True)


def test_nothing_is_read_while_no_throw_is_wanted(
    tray: FilmedTray, drawn_set: DrawnSet, is_wanted: list[bool]
) -> None:
    rng = np.random.default_rng(10)
    is_wanted[0] = False
    assert list(tray.show(drawn_set.photograph([], 60, 10, rng), 0.5)) == []
    assert list(tray.show(drawn_set.photograph([1, 2, 3], 60, 10, rng), 1)) == []
