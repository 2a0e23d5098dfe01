"""The count of a fanned pile: the number of its cards, or none where it isn't certain."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from tests.score.fan_scenes import FanScene, fan_scenes
from vision.cards.fan import count_fan


@pytest.fixture(scope="module")
def scenes() -> list[FanScene]:
    return list(fan_scenes(4, seed=3))


@pytest.mark.slow
def test_fanned_cards_of_the_printed_deck_are_counted(scenes: list[FanScene]) -> None:
    counted = [(count_fan(scene.picture), scene.count) for scene in scenes]
    assert [
        (len(fan.cards), count) for fan, count in counted if fan.is_sure and len(fan.cards) != count
    ] == []
    assert sum(fan.is_sure for fan, _ in counted) >= len(scenes) - 1


@pytest.mark.slow
def test_cards_follow_each_other_along_the_pile(scenes: list[FanScene]) -> None:
    fan = max((count_fan(scene.picture) for scene in scenes), key=lambda each: len(each.cards))
    middles = np.array([card.centre for card in fan.cards])
    steps = np.linalg.norm(np.diff(middles, axis=0), axis=1) / fan.cards[0].radius
    assert (steps < 1).all()


@pytest.mark.slow
def test_a_pile_that_something_covers_is_not_certain(scenes: list[FanScene]) -> None:
    scene = max(scenes, key=lambda each: each.count)
    fan = count_fan(scene.picture)
    x, y = (round(place) for place in fan.cards[len(fan.cards) // 2].centre)
    covered = scene.picture.copy()
    cv2.rectangle(covered, (x - 150, y - 60), (x + 150, y + 60), (110, 145, 200), -1)
    seen = count_fan(covered)
    assert not seen.is_sure or len(seen.cards) == scene.count


def test_a_table_without_cards_has_no_count() -> None:
    table = np.random.default_rng(1).integers(90, 110, (480, 640, 3)).astype(np.uint8)
    fan = count_fan(table)
    assert fan.cards == ()
    assert not fan.is_sure
