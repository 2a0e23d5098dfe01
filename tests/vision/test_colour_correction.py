"""The colours of pieces are corrected by all pieces of one picture together."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np
import pytest

from companion.island.geometry import COLOURS, PATHS, SITES, Standing, position
from tests.score.degradations import Way, fade, vivid
from tests.score.judging import judge
from tests.score.rendered import case
from tests.score.truth import from_label, truth_of
from vision.board import read_board
from vision.colour_correction import (
    body_tints,
    colour_shares,
    correct_brown_orange,
    find_lone_extension_pieces,
    find_uncoloured_pieces,
    red_shares,
)
from vision.lattice import project
from vision.patches import PAPER_COLOUR
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


def test_a_player_of_the_extension_has_more_than_one_piece() -> None:
    answers = np.zeros((len(SITES), len(STANDINGS)))
    answers[:, 0] = 1

    def place_piece(site: int, standing: Standing) -> None:
        answers[site] = [one == standing for one in STANDINGS]

    place_piece(3, Standing("road", "red"))
    place_piece(90, Standing("settlement", "brown"))
    place_piece(100, Standing("settlement", "green"))
    assert np.flatnonzero(find_lone_extension_pieces(answers)).tolist() == [90, 100]
    place_piece(5, Standing("road", "green"))
    assert np.flatnonzero(find_lone_extension_pieces(answers)).tolist() == [90]


def test_a_piece_whose_colour_nobody_can_tell_may_be_none() -> None:
    sites = np.concatenate(
        [site(white=0.7, orange=0.3), site(white=0.9, orange=0.1), site(white=0.2, orange=0.2)]
    )
    sites[2, 0] = 0.6
    assert find_uncoloured_pieces(sites).tolist() == [True, False, False]


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
@pytest.mark.parametrize("way", [vivid, fade(0.25)])
def test_in_vivid_and_faded_colours_pieces_keep_their_colour(photos: Path, way: Way) -> None:
    path = photos / "board" / "webcam" / "frame-3.jpg"
    picture = np.asarray(cv2.imread(str(path)), np.uint8)
    changed, _ = way(picture, np.eye(3), np.random.default_rng(0))
    answers = judge(read_board(changed), truth_of(path, photos), picture.shape[1], picture.shape[0])
    assert [str(answer) for answer in answers if answer.stage == "colour" and not answer.right] == []


def painted_board(roads: dict[int, tuple[tuple[float, float, float], float]]) -> np.ndarray:
    """Return the tints of roads on a green board, by path: its colour and offset in hex sides."""
    picture = np.full((900, 900, 3), (40, 110, 60), np.uint8)
    plane = np.array([[80.0, 0, 450], [0, 80.0, 450], [0, 0, 1]])
    for n, (colour, offset) in roads.items():
        x, y = position(PATHS[n])
        ((x, y),) = project(plane, np.array([[x + offset, y + offset]]))
        cv2.circle(picture, (round(x), round(y)), 20, colour, -1)
    white = np.tile(np.asarray(PAPER_COLOUR, np.float64), (len(SITES), 1))
    return body_tints(picture, plane, white, np.array(list(roads)))


def test_a_body_is_measured_where_it_is_and_shade_keeps_its_tint() -> None:
    orange, linear = np.array([20.0, 120, 230]), np.array([20.0, 120, 230]) ** 2.2
    shade = (linear / 3) ** (1 / 2.2)
    tints = painted_board(
        {
            20: (tuple(orange), 0.0),
            30: (tuple(orange), 0.12),
            45: (tuple(shade), -0.1),
            60: ((200, 60, 30), 0.1),
        }
    )
    assert np.abs(tints[1] - tints[0]).max() < 3
    assert np.abs(tints[2, :2] - tints[0, :2]).max() < 6
    assert tints[2, 2] < tints[0, 2] - 20
    assert np.abs(tints[3, :2] - tints[0, :2]).max() > 40


def network_answers(*answers: tuple[str, float, str]) -> np.ndarray:
    """Return the network's probabilities of each colour, given the likeliest, its share and the second."""
    rows = np.zeros((len(answers), len(COLOURS)))
    for row, (colour, p, second) in zip(rows, answers, strict=True):
        row[COLOURS.index(colour)], row[COLOURS.index(second)] = p, 1 - p
    return rows


RED, ORANGE, WHITE = (60.0, 30.0, -50.0), (40.0, 60.0, -40.0), (0.0, 5.0, -5.0)


def test_a_body_with_the_tint_of_another_player_is_given_to_that_player() -> None:
    tints = np.array([RED] * 3 + [ORANGE] * 3 + [WHITE] * 3 + [(2.0, 6.0, -45.0)])
    before = network_answers(
        *[("red", 0.97, "orange")] * 3,
        *[("orange", 0.97, "red")] * 2,
        ("red", 0.8, "orange"),
        *[("white", 0.99, "blue")] * 3,
        ("orange", 0.7, "white"),
    )
    after = colour_shares(tints, before, np.ones(10))
    assert [COLOURS[n] for n in after.argmax(axis=1)] == ["red"] * 3 + ["orange"] * 3 + ["white"] * 4
    assert after[5].max() > 0.8


def test_a_lone_body_is_no_evidence_of_its_own_colour() -> None:
    before = network_answers(*[("red", 0.97, "orange")] * 3, ("blue", 0.93, "white"))
    after = colour_shares(np.array([RED, RED, RED, (-20.0, -50.0, -60.0)]), before, np.ones(4))
    assert after[3] == pytest.approx(before[3], abs=0.01)


def test_colours_of_one_tint_are_one_player() -> None:
    rng = np.random.default_rng(2)
    tints = np.array(ORANGE) + rng.normal(0, 2, (7, 3))
    before = network_answers(*[("orange", 0.95, "red")] * 5, *[("red", 0.92, "orange")] * 2)
    after = colour_shares(tints, before, np.ones(7))
    assert [COLOURS[n] for n in after.argmax(axis=1)] == ["orange"] * 7


def test_a_stray_tint_and_a_colour_without_a_clear_body_change_nothing() -> None:
    tints = np.array([RED, RED, RED, (-50.0, 40.0, -40.0), ORANGE])
    before = network_answers(*[("red", 0.97, "orange")] * 3, ("red", 0.9, "blue"), ("orange", 0.6, "brown"))
    after = colour_shares(tints, before, np.ones(5))
    assert after[3] == pytest.approx(before[3], abs=0.05)
    assert COLOURS[int(after[4].argmax())] == "orange"


def test_a_tint_that_fits_another_player_puts_the_answer_in_doubt() -> None:
    # As the ground is of that tint too, another body or the ground may have been measured.
    sand = (4.0, 20.0, -20.0)
    tints = np.array([WHITE] * 3 + [ORANGE] * 3 + [(3.0, 15.0, -15.0)])
    certain = [("white", 0.99, "orange")] * 3 + [("orange", 0.98, "white")] * 3

    def answer_of_last(p: float) -> tuple[str, float]:
        before = network_answers(*certain, ("orange", p, "brown"))
        after = colour_shares(tints, before, np.ones(7), np.array(sand))[6]
        return COLOURS[int(after.argmax())], float(after.max())

    colour, p = answer_of_last(0.92)
    assert colour == "orange"
    assert p < 0.88
    assert answer_of_last(0.9995)[1] > 0.98, "a network that is certain needs no second witness"


def test_a_body_with_the_tint_of_bare_ground_keeps_the_colour_that_the_network_sees() -> None:
    sand = (4.0, 30.0, -20.0)
    tints = np.array([WHITE] * 3 + [(8.0, 38.0, -24.0)] * 3 + [sand])
    before = network_answers(
        *[("white", 0.99, "orange")] * 3, *[("orange", 0.98, "white")] * 3, ("white", 0.9, "orange")
    )
    not_known = colour_shares(tints, before, np.ones(7))
    known = colour_shares(tints, before, np.ones(7), np.array(sand))
    assert COLOURS[int(not_known[6].argmax())] == "orange"
    assert COLOURS[int(known[6].argmax())] == "white"
    assert known[:6].argmax(axis=1).tolist() == before[:6].argmax(axis=1).tolist()


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
