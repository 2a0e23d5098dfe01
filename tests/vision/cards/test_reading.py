"""The reading of cards: which are found, which symbol is common, and when it stays unknown."""

from __future__ import annotations

import math

import cv2
import numpy as np
import pytest

from tests.score.card_scenes import CardScene, card_scenes, deck_scenes
from vision.cards import read_cards
from vision.cards.finder import CardOutline, find_cards
from vision.cards.reading import draw_cards


@pytest.fixture(scope="module")
def scene() -> CardScene:
    (one,) = card_scenes(1, seed=3)
    return one


def test_the_common_symbol_is_found_on_both_cards(scene: CardScene) -> None:
    reading = read_cards(scene.picture)
    assert len(reading.cards) == 2
    answer = reading.pairs[0].answer
    assert answer is not None
    assert answer.confidence > 0.95
    for symbol, place in zip((answer.first, answer.second), scene.common, strict=True):
        assert math.dist(symbol.at, place) < symbol.radius


def test_the_answer_follows_a_turned_picture(scene: CardScene) -> None:
    turned = np.ascontiguousarray(np.rot90(scene.picture, 2))
    answer = read_cards(turned).pairs[0].answer
    assert answer is not None
    height, width = scene.picture.shape[:2]
    found = {(round(s.at[0] / 40), round(s.at[1] / 40)) for s in (answer.second, answer.first)}
    assert found == {(round((width - 1 - x) / 40), round((height - 1 - y) / 40)) for x, y in scene.common}


def test_a_card_that_the_pictures_edge_cuts_is_found(scene: CardScene) -> None:
    whole = read_cards(scene.picture).cards
    cut = scene.picture[:, round(whole[0].centre[0] - 0.5 * whole[0].radius) :]
    found = find_cards(np.ascontiguousarray(cut))
    assert len(found) == 2
    assert min(abs(one.radius - whole[0].radius) for one in found) < 0.06 * whole[0].radius


@pytest.mark.slow
def test_cards_that_share_no_symbol_are_mostly_unknown() -> None:
    pairs = [read_cards(one.picture).pairs[0] for one in card_scenes(9, seed=5, shared=False)]
    answers = [pair.answer.confidence for pair in pairs if pair.answer is not None]
    assert len(answers) <= 1
    assert max(answers, default=0) < 0.8


def test_a_picture_without_cards_has_no_answer() -> None:
    reading = read_cards(np.random.default_rng(1).integers(0, 255, (240, 320, 3)).astype(np.uint8))
    assert [pair.answer for pair in reading.pairs if pair.answer is not None] == []
    plain = read_cards(np.full((120, 160), 200, np.uint8))
    assert (plain.cards, plain.pairs) == ((), ())


def test_a_tilted_card_is_found_as_an_ellipse() -> None:
    picture = np.full((300, 400, 3), 60, np.uint8)
    cv2.ellipse(picture, (200, 150), (100, 70), 30, 0, 360, (240, 240, 240), -1, cv2.LINE_AA)
    for n in range(8):
        turn = n * math.pi / 4
        across = np.array([60 * math.cos(turn), 42 * math.sin(turn)])
        lean = math.radians(30)
        x = 200 + across[0] * math.cos(lean) - across[1] * math.sin(lean)
        y = 150 + across[0] * math.sin(lean) + across[1] * math.cos(lean)
        cv2.circle(picture, (round(x), round(y)), 12, (30, 30, 200), -1, cv2.LINE_AA)
    (found,) = find_cards(picture)
    assert math.dist(found.centre, (200, 150)) < 2
    assert found.roundness == pytest.approx(0.7, abs=0.03)
    assert found.radius == pytest.approx(math.sqrt(7000), rel=0.03)


def test_a_round_symbol_is_no_card() -> None:
    (coin,) = deck_scenes(1, first=7)
    reading = read_cards(coin.picture)
    assert len(reading.cards) == 2
    assert min(card.radius for card in reading.cards) > 80


def test_outlines_are_scaled_about_the_pictures_corner() -> None:
    one = CardOutline((9.5, 19.5), np.eye(2) * 5)
    assert one.scale(2).centre == (19.5, 39.5)
    assert one.scale(2).radius == pytest.approx(10)


def test_the_answer_is_drawn(scene: CardScene) -> None:
    reading = read_cards(scene.picture)
    drawn = draw_cards(scene.picture, reading)
    assert drawn.shape == scene.picture.shape
    for x, y in scene.common:
        near = np.s_[round(y) - 40 : round(y) + 40, round(x) - 40 : round(x) + 40]
        assert (drawn[near] != scene.picture[near]).any()
