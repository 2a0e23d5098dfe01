"""Readings of whole boards: drawn boards, odd pictures, and pictures without a board."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import cv2
import numpy as np
import pytest

from companion.errors import CompanionError
from companion.island.geometry import CORNERS, HEXES, SYMMETRIES, HexId, IntersectionId, position
from companion.island.layout import Layout
from companion.island.setups import first_game_layout
from companion.sim.picture import CameraPose, Piece, render_board
from vision.board import BoardReading, LocatedHex, measure_blur, read_board
from vision.lattice import CENTRES, project
from vision.pictures import PictureError


def count_correct(reading: BoardReading, truth: Layout) -> tuple[int, int]:
    """Count the correct terrains and numbers in the best orientation."""
    read = reading.island.most_likely_layout()

    def count(sixths: int) -> tuple[int, int]:
        at = [HEXES.index(SYMMETRIES[sixths](h)) for h in HEXES]
        terrains = sum(read.terrains[n] == t for n, t in zip(at, truth.terrains, strict=True))
        numbers = sum(read.numbers[n] == t for n, t in zip(at, truth.numbers, strict=True))
        return terrains, numbers

    return max(count(n) for n in range(6))


@pytest.mark.slow
@pytest.mark.parametrize(("turn", "tilt"), [(0, 0), (20, 30), (95, 15), (200, 40)])
def test_a_drawn_board_is_read(photograph: Callable[..., Any], turn: float, tilt: float) -> None:
    drawn_board = photograph(first_game_layout(), turn=turn, tilt=tilt, side=75)
    reading = read_board(drawn_board.picture)
    assert reading.found
    terrains, numbers = count_correct(reading, drawn_board.layout)
    assert terrains == 19
    assert numbers >= 18


@pytest.mark.slow
def test_a_picture_out_of_focus_has_no_sure_bare_hexes_and_sites(photograph: Callable[..., Any]) -> None:
    drawn_board = photograph(first_game_layout(), turn=20, tilt=15, side=75)
    sharp = read_board(drawn_board.picture)
    assert sharp.plane is not None
    assert measure_blur(drawn_board.picture, sharp.plane) == 0
    blurred = cv2.GaussianBlur(drawn_board.picture, (0, 0), 0.14 * 75)
    assert measure_blur(blurred, sharp.plane) == 1
    reading = read_board(blurred)
    assert reading.found
    bare = [seen.reading.number[None] for seen in reading.hexes if seen.reading.terrain["desert"] < 0.5]
    assert max(bare) < 0.5
    assert max(seen.shares[None] for seen in reading.sites) < 0.95


@pytest.mark.slow
@pytest.mark.parametrize(("turn", "tilt"), [(30.0, 20), (329.75, 35), (90.0, 20), (29.5, 0), (30.25, 35)])
def test_terrains_numbers_and_pieces_agree_between_two_orientations(turn: float, tilt: float) -> None:
    """Each hex and site is held against the true one where it was seen, not against the best of six turns."""
    camera = CameraPose(tilt=tilt, rotation=turn)
    placed = [Piece("city", at, "red") for at in (IntersectionId("i4,1"), IntersectionId("i-5,4"))]
    placed.append(Piece("settlement", IntersectionId("i1,-5"), "blue"))
    reading = read_board(render_board(first_game_layout(), placed, camera=camera, seed=3))
    true = project(camera.homography(), CENTRES)
    wrong: list[tuple[str, str]] = []
    for seen in reading.hexes:
        n = int(np.linalg.norm(true - seen.at, axis=1).argmin())
        differs = [kind for kind in ("terrain", "number") if _most_likely_value(seen, kind) != _true(n, kind)]
        wrong += [(seen.id, kind) for kind in differs]
    assert len(wrong) <= 1, wrong
    sites = project(camera.homography(), np.array([position(piece.at) for piece in placed]))
    for piece, at in zip(placed, sites, strict=True):
        near = min(reading.sites, key=lambda site: float(np.linalg.norm(np.subtract(site.at, at))))
        assert near.piece is not None
        assert near.piece.colour == piece.colour


def _most_likely_value(seen: LocatedHex, kind: str) -> Any:
    shares: dict[Any, float] = getattr(seen.reading, kind)
    return max(shares, key=lambda each: shares[each])


def _true(n: int, kind: str) -> Any:
    return {"terrain": first_game_layout().terrains, "number": first_game_layout().numbers}[kind][n]


def test_a_reading_is_complete_and_adds_up(drawn_board: Any) -> None:
    reading = read_board(drawn_board.picture)
    assert [seen.id for seen in reading.hexes] == list(HEXES)
    assert 0.5 < reading.quality <= 1
    assert reading.seconds > 0
    for seen in reading.hexes:
        assert sum(seen.reading.terrain.values()) == pytest.approx(1)
        assert sum(seen.reading.number.values()) == pytest.approx(1)
        assert np.linalg.norm(np.subtract(seen.token, seen.at)) < 60


@pytest.mark.slow
def test_the_same_picture_gives_the_same_reading(drawn_board: Any) -> None:
    one, other = read_board(drawn_board.picture), read_board(drawn_board.picture)
    assert one.hexes == other.hexes


@pytest.mark.slow
def test_grey_and_transparent_pictures_are_accepted(drawn_board: Any) -> None:
    grey = cv2.cvtColor(drawn_board.picture, cv2.COLOR_BGR2GRAY)
    assert isinstance(read_board(grey), BoardReading)
    assert read_board(cv2.cvtColor(drawn_board.picture, cv2.COLOR_BGR2BGRA)).found


@pytest.mark.parametrize(
    "shape", [(1, 1, 3), (1, 5000, 3), (7, 3, 3), (40, 40), (64, 64, 4), (9000, 9000, 3), (30, 4000, 1)]
)
def test_odd_picture_shapes_have_no_island_and_raise_no_error(shape: tuple[int, ...]) -> None:
    reading = read_board(np.full(shape, 127, np.uint8))
    assert not reading.found
    assert "island" in reading.why
    assert reading.hexes == ()
    with pytest.raises(ValueError, match="no island"):
        _ = reading.island


@pytest.mark.parametrize(
    "junk",
    [
        np.zeros((40, 40, 3)),
        np.zeros((40, 40, 3), np.uint16),
        np.zeros((40, 40, 2), np.uint8),
        np.zeros((4, 40, 40, 3), np.uint8),
        np.zeros((0, 40, 3), np.uint8),
        np.zeros(3, np.uint8),
        "photo.jpg",
        None,
    ],
)
def test_an_invalid_picture_is_rejected_with_a_clear_message(junk: Any) -> None:
    with pytest.raises(PictureError, match="picture") as refused:
        read_board(junk)
    assert isinstance(refused.value, CompanionError)


@pytest.mark.slow
def test_a_board_without_tokens_is_read_without_numbers(photograph: Callable[..., Any]) -> None:
    layout = first_game_layout()
    bare = Layout(layout.terrains, (None,) * len(HEXES))
    reading = read_board(photograph(bare, turn=10, tilt=20, side=75).picture)
    terrains, numbers = count_correct(reading, bare)
    assert terrains == 19
    assert numbers == 19


@pytest.mark.slow
def test_a_covered_token_is_uncertain(photograph: Callable[..., Any]) -> None:
    drawn_board = photograph(first_game_layout(), turn=0, tilt=0, side=75)
    reading = read_board(drawn_board.picture)
    at = next(seen for seen in reading.hexes if seen.id == "h1,1")
    picture = drawn_board.picture.copy()
    cv2.circle(picture, (round(at.token[0]), round(at.token[1])), 19, (60, 60, 60), -1, cv2.LINE_AA)
    again = {seen.id: seen.reading for seen in read_board(picture).hexes}
    assert max(again[HexId("h1,1")].number.values()) < max(at.reading.number.values())


@pytest.mark.slow
def test_a_hex_outside_the_picture_is_uncertain_and_the_others_are_read(
    photograph: Callable[..., Any],
) -> None:
    drawn_board = photograph(first_game_layout(), turn=0, tilt=0, side=75)
    left = round(640 - 75 * 1.8 * np.sqrt(3))
    reading = read_board(np.ascontiguousarray(drawn_board.picture[:, left:]))
    assert reading.found
    terrains = sum(
        max(seen.reading.terrain.items(), key=lambda item: item[1])[0] == terrain
        for seen, terrain in zip(reading.hexes, drawn_board.layout.terrains, strict=True)
        if seen.at[0] > 0
    )
    assert terrains == 18
    west = next(seen for seen in reading.hexes if seen.at[0] < 0)
    assert west.reading.confidence < 0.9


@pytest.mark.slow
def test_an_island_mostly_outside_the_picture_is_not_found(photograph: Callable[..., Any]) -> None:
    drawn_board = photograph(first_game_layout(), turn=0, tilt=0, side=75)
    reading = read_board(np.ascontiguousarray(drawn_board.picture[:, 600:]))
    assert not reading.found


@pytest.mark.slow
def test_every_hex_of_a_reading_has_its_corners_around_it(drawn_board: Any) -> None:
    """The ids are those of the island's geometry: neighbours in the picture are neighbours by id."""
    reading = read_board(drawn_board.picture)
    at = {seen.id: np.array(seen.at) for seen in reading.hexes}
    for one in HEXES:
        for other in HEXES:
            beside = len(set(CORNERS[one]) & set(CORNERS[other])) == 2
            if beside:
                assert np.linalg.norm(at[one] - at[other]) < 150


@pytest.mark.slow
def test_a_mirrored_picture_is_refused_with_the_reason(drawn_board: Any) -> None:
    assert read_board(drawn_board.picture).found
    mirrored = read_board(np.ascontiguousarray(drawn_board.picture[:, ::-1]))
    assert not mirrored.found
    assert "the picture is mirrored" in mirrored.why
