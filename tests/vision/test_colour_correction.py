"""Red, orange and brown pieces are separated by the hues of one picture."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np
import pytest

from tests.score.degradations import vivid
from tests.score.judging import judge
from tests.score.rendered import case
from tests.score.truth import from_label, truth_of
from vision.board import read_board
from vision.colour_correction import correct_brown_orange, red_shares
from vision.pieces import STANDINGS

EVEN_P = 0.5


def shares(*measured: float, before: float = EVEN_P) -> list[float]:
    every = len(measured)
    reds = red_shares(np.array(measured), np.full(every, before), np.ones(every))
    return [round(float(p), 3) for p in reds]


def test_two_groups_of_hues_are_two_colours() -> None:
    reds = shares(-3, -1, 0, 30, 32)
    assert min(reds[:3]) > 0.99
    assert max(reds[3:]) < 0.01
    # A camera has driven orange towards red.
    reds = shares(0, 1, 1, 17, 19, before=0.8)
    assert min(reds[:3]) > 0.99
    assert max(reds[3:]) < 0.05
    # A lamp has made all of them yellower.
    reds = shares(9, 10, 11, 40, 42)
    assert min(reds[:3]) > 0.99
    assert max(reds[3:]) < 0.01


def test_bodies_of_one_colour_stay_together() -> None:
    assert min(shares(1, 2, 4, 7)) > 0.97
    assert max(shares(26, 28, 29)) < 0.02


def test_an_intermediate_hue_is_nearly_undecided() -> None:
    before = np.array([EVEN_P, EVEN_P, EVEN_P, EVEN_P, 0.9])
    odd = red_shares(np.array([0.0, 1.0, 31.0, 30.0, 120.0]), before, np.ones(5))
    assert 0.85 < odd[-1] < 0.95


def test_an_unlikely_piece_does_not_affect_the_orange_hue() -> None:
    sand, orange = np.full(12, 47.0), np.array([17.0, 18.0, 18.0, 19.0])
    measured, before = np.append(sand, orange), np.full(16, 0.02)
    there = np.append(np.full(12, 0.05), np.ones(4))
    assert red_shares(measured, before, there)[12:].max() < 0.02
    assert red_shares(measured, before, np.ones(16))[12:].min() > 0.5, "as a crowd it would"


@pytest.mark.slow
def test_in_vivid_colours_orange_is_not_taken_for_red(photos: Path) -> None:
    path = photos / "board" / "webcam" / "frame-3.jpg"
    picture = np.asarray(cv2.imread(str(path)), np.uint8)
    driven, _ = vivid(picture, np.eye(3), np.random.default_rng(0))
    answers = judge(read_board(driven), truth_of(path, photos), picture.shape[1], picture.shape[0])
    assert [str(answer) for answer in answers if answer.stage == "colour" and not answer.right] == []


def site(**shares_of: float) -> np.ndarray:
    """Return one site with a road and these probabilities of its colours."""
    return np.array(
        [[shares_of.get(each.colour, 0.0) if each and each.kind == "road" else 0.0 for each in STANDINGS]]
    )


def colours(rows: np.ndarray) -> dict[str, float]:
    return {each.colour: share for each, share in zip(STANDINGS, rows[0], strict=True) if each and share}


def test_brownish_pieces_beside_orange_ones_are_brown_and_orange_stays_orange() -> None:
    assert colours(correct_brown_orange(site(brown=0.2, orange=0.8)))["brown"] > 0.6
    assert colours(correct_brown_orange(site(brown=0.002, orange=0.998)))["orange"] > 0.97
    assert correct_brown_orange(site(brown=0.2, orange=0.7, red=0.1)).sum() == pytest.approx(1)


def test_no_other_colour_becomes_brown() -> None:
    by_colour = colours(correct_brown_orange(site(red=0.9, brown=0.1)))
    assert by_colour == pytest.approx({"red": 0.9, "brown": 0.1})
    assert colours(correct_brown_orange(site(green=1.0))) == {"green": 1.0}


@pytest.mark.slow
def test_brown_and_orange_pieces_of_a_table_are_distinguished() -> None:
    made = case(45)
    answers = judge(read_board(made.picture), from_label(made.label), made.camera.width, made.camera.height)
    judged_answers = [
        answer
        for answer in answers
        if answer.stage == "colour" and answer.truth.colour in ("brown", "orange")
    ]
    assert len(judged_answers) == 22
    assert [str(answer) for answer in judged_answers if not answer.right] == []
