"""Pieces placed while nobody watched are reported once the board is visible again."""

from __future__ import annotations

from dataclasses import replace

import pytest

from companion.island.geometry import IntersectionId, PathId, PieceColour, Site, Standing
from companion.sim.picture import Piece
from tests.vision.follow.conftest import Film, Knows, Studio
from vision.follow.board_tracker import BoardTracker
from vision.follow.calibration import Calibration
from vision.follow.readings import GAP_S

_PLACES: dict[PieceColour, tuple[str, ...]] = {
    "red": ("i4,1", "p3,0", "p2,1", "i1,4", "p1,3"),
    "blue": ("i5,-4", "p3,-3", "p3,-4"),
    "orange": ("i-5,4", "p-3,3", "i-2,4", "p-1,3", "p-2,3"),
    "white": ("i-4,-1", "p-3,-1", "i2,-4", "p2,-3", "p1,-3"),
}
PIECES_BUILT_MEANWHILE = tuple(
    Piece("settlement" if at[0] == "i" else "road", (IntersectionId if at[0] == "i" else PathId)(at), colour)
    for colour, places in _PLACES.items()
    for at in places
)
"""What four players build in a quarter of an hour: more places than ever change at once otherwise."""


def standing_by_site(pieces: tuple[Piece, ...]) -> dict[Site, Standing]:
    return {piece.at: Standing(piece.kind, piece.colour) for piece in pieces}


@pytest.fixture
def watched_film(film: Film, studio: Studio) -> Film:
    film.show(studio.render(), 2.0)
    assert film.pieces == standing_by_site(studio.game)
    return film


@pytest.mark.slow
def test_all_pieces_built_meanwhile_are_reported(watched_film: Film, studio: Studio) -> None:
    watched_film.wait(GAP_S + 60.0)
    watched_film.show(studio.render(studio.game + PIECES_BUILT_MEANWHILE), 3.0)
    assert watched_film.pieces == standing_by_site(studio.game + PIECES_BUILT_MEANWHILE)


def test_fairly_confident_readings_are_reported_too(studio: Studio, calibration: Calibration) -> None:
    knows = Knows(*studio.game, sure=0.9)
    film = Film(studio, BoardTracker(calibration, knows.readers))
    film.show(studio.render(), 2.0)
    film.wait(GAP_S + 60.0)
    knows.pieces |= standing_by_site(PIECES_BUILT_MEANWHILE)
    film.show(studio.render(studio.game + PIECES_BUILT_MEANWHILE), 3.0)
    assert film.pieces == standing_by_site(studio.game + PIECES_BUILT_MEANWHILE)


@pytest.mark.slow
def test_pieces_built_meanwhile_are_reported_in_another_light(watched_film: Film, studio: Studio) -> None:
    watched_film.wait(GAP_S + 60.0)
    evening = replace(studio.lamp, brightness=0.7, warmth=1.0, bearing=100.0, height=40.0)
    watched_film.show(studio.render(studio.game + PIECES_BUILT_MEANWHILE, light=evening), 3.0)
    assert watched_film.pieces == standing_by_site(studio.game + PIECES_BUILT_MEANWHILE)


def test_another_light_alone_changes_nothing(watched_film: Film, studio: Studio) -> None:
    watched_film.wait(GAP_S + 60.0)
    evening = replace(studio.lamp, brightness=0.7, warmth=1.0, bearing=100.0, height=40.0)
    watched_film.show(studio.render(light=evening), 3.0)
    assert watched_film.pieces == standing_by_site(studio.game)


def test_a_rebuilt_board_is_read_as_it_is_now(watched_film: Film, studio: Studio) -> None:
    watched_film.wait(GAP_S + 60.0)
    watched_film.show(studio.render(PIECES_BUILT_MEANWHILE), 3.0)
    assert watched_film.pieces == standing_by_site(PIECES_BUILT_MEANWHILE)
