"""The reading of an island of cards: the lattice, the learned colours, and the count that they give."""

from __future__ import annotations

from collections.abc import Iterator

import cv2
import numpy as np
import pytest

from companion.perception.card_island import CARD_KINDS, count_island
from tests.score.island_scenes import IslandScene, Style, island_scenes
from tests.score.spotit_count import measure, true_counts
from vision.cards.finder import CardOutline
from vision.cards.island import IslandCard
from vision.cards.palette import build_palette, learn_palette

SCENES = 4
MIN_EXACT: dict[Style, int] = {"deck": 4, "tinted": 3}


@pytest.fixture(scope="module")
def scene() -> Iterator[IslandScene]:
    yield from island_scenes(1, seed=3)


@pytest.mark.slow
@pytest.mark.smoke
def test_the_colours_of_the_printed_deck_are_known(scene: IslandScene) -> None:
    paints = {
        "island": (226, 198, 140),
        "harbor": (70, 168, 188),
        "blue": (40, 98, 190),
        "orange": (238, 132, 36),
        "red": (204, 44, 48),
    }
    palette = build_palette(paints, (255, 255, 255), 0.93)
    count = count_island(scene.picture, palette, scene.game, scene.teams)
    assert count.counts == true_counts(scene)
    assert len(count.cards) == 19


@pytest.mark.slow
@pytest.mark.parametrize("style", ["deck", "tinted"])
def test_islands_are_counted_with_learned_colours(style: Style) -> None:
    judged = list(measure(island_scenes(SCENES, 1, style), all_shown=True))
    assert sum(one.exact for one in judged) >= MIN_EXACT[style]
    assert [one.name for one in judged if one.sure and not one.exact] == []


def test_a_card_at_the_limit_of_the_search_is_never_certain() -> None:
    outline = CardOutline((0.0, 0.0), np.eye(2))
    assert IslandCard((0, 0), outline, "island", 0.45, 0.04, shift=0.26).is_sure
    assert not IslandCard((0, 0), outline, "island", 0.45, 0.04, shift=0.28).is_sure


@pytest.mark.slow
def test_a_covered_card_is_never_certain(scene: IslandScene) -> None:
    palette = learn_palette(scene.shown, CARD_KINDS)
    whole = count_island(scene.picture, palette, scene.game, scene.teams)
    card = whole.cards[9]
    x, y = (round(place) for place in card.outline.centre)
    picture = scene.picture.copy()
    cv2.circle(picture, (x, y), round(1.1 * card.outline.radius), (110, 145, 200), -1)
    covered = count_island(picture, palette, scene.game, scene.teams)
    assert not covered.is_sure
    assert not min(
        covered.cards, key=lambda each: abs(each.outline.centre[0] - x) + abs(each.outline.centre[1] - y)
    ).is_sure


def test_a_picture_without_an_island_has_no_count(scene: IslandScene) -> None:
    palette = learn_palette(scene.shown, CARD_KINDS)
    table = np.random.default_rng(1).integers(90, 110, (480, 640, 3)).astype(np.uint8)
    count = count_island(table, palette, 1, ("blue", "red"))
    assert count.cards == ()
    assert not count.is_sure


@pytest.mark.slow
def test_colours_that_were_learned_from_an_overexposed_photo_are_moved_to_those_of_the_island() -> None:
    [scene] = island_scenes(1, seed=1, style="tinted")
    light = (scene.shown / 255.0) ** 2.2 * 2.5
    overexposed = np.asarray(np.minimum(light, 1) ** (1 / 2.2) * 255, np.uint8)
    assert (overexposed.max(-1) == 255).mean() > 3 * (scene.shown.max(-1) == 255).mean()
    count = count_island(scene.picture, learn_palette(overexposed, CARD_KINDS), scene.game, scene.teams)
    assert count.counts == true_counts(scene)
