"""Cutting tokens out of a picture and reading them."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from companion.island.layout import NUMBERS
from vision import hex_contents
from vision.lattice import CENTRES
from vision.network import network


@pytest.mark.parametrize("side", [30, 60, 400])
def test_a_patch_shows_the_plane_from_above_at_any_resolution(side: int) -> None:
    """A disc that is an ellipse in the picture is round in its patch, and in its middle."""
    extent = 4 * side
    picture = np.zeros((extent, extent, 3), np.uint8)
    plane = np.array([[side, 0, 2 * side], [0, 0.6 * side, 2 * side], [0, 0, 1.0]])
    axes = (round(0.3 * side), round(0.18 * side))
    cv2.ellipse(picture, (2 * side, 2 * side), axes, 0, 0, 360, (255, 255, 255), -1)
    (patch,) = hex_contents.cut_tokens(picture, plane, np.zeros((1, 2)))
    rows, columns = np.nonzero(patch[..., 0] > 128)
    radius = 0.3 * hex_contents.PATCH_PX / (2 * hex_contents.REACH_SIDES)
    assert patch.shape == (hex_contents.PATCH_PX, hex_contents.PATCH_PX, 3)
    assert np.ptp(rows) == pytest.approx(2 * radius, abs=4)
    assert np.ptp(columns) == pytest.approx(2 * radius, abs=4)
    assert (rows.mean(), columns.mean()) == pytest.approx((23.5, 23.5), abs=1.5)


def test_a_hex_outside_the_picture_gives_an_empty_patch() -> None:
    plane = np.array([[30, 0, 5000], [0, 30, -5000], [0, 0, 1.0]])
    assert hex_contents.cut_tokens(np.full((100, 100, 3), 9, np.uint8), plane, CENTRES).shape == (
        19,
        48,
        48,
        3,
    )


def test_paper_becomes_white_and_red_stays_red_in_warm_dim_light() -> None:
    patch = np.full((1, hex_contents.PATCH_PX, hex_contents.PATCH_PX, 3), (60, 90, 120), np.uint8)
    patch[0, 20:28, 20:28] = (15, 20, 90)
    evened = hex_contents.white_balance_tokens(patch)[0]
    assert evened[24, 10] == pytest.approx([0.85] * 3, abs=0.02)
    blue, green, red = evened[24, 24]
    assert red > 2.5 * max(blue, green)


def drawn_token(number: int, turn: float) -> np.ndarray:
    patch: np.ndarray = np.full((96, 96, 3), (60, 160, 90), np.uint8)
    cv2.circle(patch, (48, 48), 40, (190, 225, 240), -1, cv2.LINE_AA)
    ink = (30, 30, 190) if number in (6, 8) else (20, 20, 20)
    (wide, high), _ = cv2.getTextSize(str(number), cv2.FONT_HERSHEY_COMPLEX, 1.2, 2)
    at = (48 - wide // 2, 44 + high // 2)
    cv2.putText(patch, str(number), at, cv2.FONT_HERSHEY_COMPLEX, 1.2, ink, 2, cv2.LINE_AA)
    odds = 6 - abs(7 - number)
    for n in range(odds):
        cv2.circle(patch, (round(48 + (n - (odds - 1) / 2) * 9), 74), 3, ink, -1, cv2.LINE_AA)
    move = cv2.getRotationMatrix2D((47.5, 47.5), turn, 1)
    patch = cv2.warpAffine(patch, move, (96, 96), borderMode=cv2.BORDER_REPLICATE)
    return cv2.resize(patch, (48, 48), interpolation=cv2.INTER_AREA)


@pytest.mark.parametrize("turn", [0, 77, 180, 290])
def test_every_number_is_read_at_any_rotation(turn: float) -> None:
    patches = np.stack([drawn_token(number, turn) for number in NUMBERS])
    read = hex_contents.read_tokens(network("reader.onnx"), patches)
    assert [NUMBERS[n] if n < len(NUMBERS) else None for n in read.argmax(axis=1)] == list(NUMBERS)
    assert read.sum(axis=1) == pytest.approx(np.ones(len(NUMBERS)))


def test_burnt_paper_makes_six_and_nine_less_certain_and_no_other_number(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    reader = network("reader.onnx")
    tokens = np.stack([drawn_token(number, 30) for number in (6, 9, 8)])
    burnt = np.where(tokens > 180, np.uint8(255), tokens)
    doubted = hex_contents.read_tokens(reader, burnt)
    monkeypatch.setattr(hex_contents, "_CLIPPED_LEVEL", 256)
    undoubted = hex_contents.read_tokens(reader, burnt)
    six, nine = NUMBERS.index(6), NUMBERS.index(9)
    before, after = (np.log(read[:2, six] / read[:2, nine]) for read in (undoubted, doubted))
    assert before[0] > 1.5 * after[0] > 0
    assert before[1] < 1.5 * after[1] < 0
    assert doubted[2] == pytest.approx(undoubted[2], abs=1e-3)
    assert doubted.sum(axis=1) == pytest.approx(np.ones(3))


def test_a_hex_without_a_token_has_no_number() -> None:
    ground = np.random.default_rng(2).normal((120, 190, 215), 9, (4, 48, 48, 3)).clip(0, 255).astype(np.uint8)
    assert (
        hex_contents.read_tokens(network("reader.onnx"), ground).argmax(axis=1) == hex_contents.BARE_CLASS
    ).all()


def test_a_token_far_from_the_middle_of_its_hex_is_read_there() -> None:
    side_px = 48 / (2 * hex_contents.REACH_SIDES)
    plane = np.array([[side_px, 0, 300], [0, side_px, 300], [0, 0, 1]])
    picture = np.full((600, 600, 3), (60, 160, 90), np.uint8)
    aside, desert = 4, 9
    for n, centre in enumerate(CENTRES):
        if n != desert:
            at = centre + np.array([0.1, -0.42]) if n == aside else centre
            x, y = (at * side_px + 300 - 24).round().astype(int)
            picture[y : y + 48, x : x + 48] = drawn_token(5, 0)
    reader = network("reader.onnx")
    first = hex_contents.read_tokens(reader, hex_contents.cut_tokens(picture, plane, CENTRES))
    assert np.flatnonzero(first.argmax(axis=1) != NUMBERS.index(5)).tolist() == [aside, desert]
    places, seen = hex_contents.find_displaced_tokens(reader, picture, plane, CENTRES, first)
    assert seen[aside].argmax() == NUMBERS.index(5)
    assert np.linalg.norm(places[aside] - CENTRES[aside] - (0.1, -0.42)) < 0.2
    assert seen[desert].argmax() == hex_contents.BARE_CLASS
    assert (np.delete(places, aside, axis=0) == np.delete(CENTRES, aside, axis=0)).all()


def test_a_blurred_token_is_less_sharp_and_never_read_with_confidence() -> None:
    sharp = np.stack([drawn_token(number, 20) for number in NUMBERS])
    blurred = np.stack([cv2.GaussianBlur(patch, (0, 0), 3.5) for patch in sharp])
    assert np.median(hex_contents.sharpness(blurred)) < 0.17 < 0.26 < np.median(hex_contents.sharpness(sharp))
    reader = network("reader.onnx")
    reading = hex_contents.read_tokens(reader, blurred)
    wrong = reading.argmax(axis=1) != np.arange(len(NUMBERS))
    assert wrong.any(), "nothing is asked of the doubt"
    assert (reading.max(axis=1)[wrong] < 0.8).all()
    assert np.median(hex_contents.read_tokens(reader, sharp).max(axis=1)) > 0.98


def test_a_bare_hex_in_a_blurred_picture_is_no_evidence() -> None:
    blurred = [cv2.GaussianBlur(drawn_token(number, 20), (0, 0), 10) for number in NUMBERS]
    read = hex_contents.read_tokens(network("reader.onnx"), np.array(blurred, np.uint8))
    assert (read[:, hex_contents.BARE_CLASS] > 0.7).all(), "the reader sees no token"
    assert hex_contents.doubt_bare_hexes(read, 0) == pytest.approx(read)
    doubted = hex_contents.doubt_bare_hexes(read, 1)
    assert doubted.max() < 0.3
    assert doubted.sum(axis=1) == pytest.approx(np.ones(len(NUMBERS)))
