"""The colours of the kinds of round cards, learned from a photo of one card each."""

from __future__ import annotations

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from tests.score.island_scenes import CARD_KINDS, island_scenes
from vision.cards.palette import PaletteError, build_palette, learn_palette

Paint = tuple[int, int, int]

PAINTS: dict[str, Paint] = {"island": (226, 198, 140), "blue": (40, 98, 190), "red": (204, 44, 48)}
"""RGB."""
RADIUS_PX = 60


def draw_row(paints: list[Paint], table: Paint = (60, 50, 45)) -> NDArray[np.uint8]:
    """Return a photo (BGR) of discs (RGB) side by side."""
    picture = np.full((300, 1000, 3), table[::-1], np.uint8)
    for number, paint in enumerate(paints):
        cv2.circle(picture, (140 + 160 * number, 150), RADIUS_PX, paint[::-1], -1, cv2.LINE_AA)
    return cv2.GaussianBlur(picture, (0, 0), 1.0).astype(np.uint8)


def test_each_card_teaches_its_colour() -> None:
    palette = learn_palette(draw_row(list(PAINTS.values())), tuple(PAINTS))
    expected = build_palette(PAINTS, (255, 255, 255), 0.0)
    assert palette.kinds == expected.kinds
    assert palette.faces == pytest.approx(expected.faces, abs=0.02)
    assert not palette.has_rims


def test_a_rim_belongs_to_the_colours_of_a_kind() -> None:
    palette = build_palette(PAINTS, (255, 255, 255), 0.93)
    assert palette.faces == pytest.approx(1.0)
    assert palette.has_rims


def test_a_card_much_like_an_uneven_table_is_as_large_as_the_others() -> None:
    grain = np.random.default_rng(0).normal(0, 25, (300, 1000, 1))
    row = draw_row([(184, 184, 184), (60, 110, 190), (200, 70, 70)], table=(150, 150, 150))
    picture = cv2.GaussianBlur(row + grain, (0, 0), 1.2).clip(0, 255).astype(np.uint8)
    palette = learn_palette(picture, tuple(PAINTS))
    assert palette.faces[0] == pytest.approx(np.full(3, (184 / 255) ** 2.2), abs=0.03)


def test_colours_are_learned_from_exactly_one_card_each() -> None:
    with pytest.raises(PaletteError, match="3 cards"):
        learn_palette(draw_row(list(PAINTS.values())[:2]), tuple(PAINTS))


@pytest.mark.slow
def test_round_symbols_are_never_taken_for_a_card() -> None:
    [scene] = island_scenes(1, seed=4, style="deck", first=20)
    four = np.ascontiguousarray(scene.shown[:, :1015])
    with pytest.raises(PaletteError, match="5 cards"):
        learn_palette(four, CARD_KINDS)


def test_kinds_that_look_alike_are_refused() -> None:
    with pytest.raises(PaletteError, match="alike"):
        learn_palette(draw_row([(204, 44, 48), (40, 98, 190), (210, 50, 50)]), tuple(PAINTS))
