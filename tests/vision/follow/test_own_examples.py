"""Examples from a tracked table's own certain buildings."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

import pytest

from companion.island.geometry import IntersectionId, Site, Standing
from companion.sim.picture import Arm, Piece
from tests.vision.follow.conftest import Film, Knows, Studio
from vision.follow.board_tracker import BoardTracker
from vision.follow.calibration import Calibration

RED, BLUE = IntersectionId("i1,1"), IntersectionId("i-1,-1")
CERTAIN_STANDINGS: Mapping[Site, Standing] = {
    RED: Standing("settlement", "red"),
    BLUE: Standing("settlement", "blue"),
}
LATER_PIECE = Piece("settlement", IntersectionId("i-1,5"), "orange")


def known_as(film: Film) -> dict[Site, str]:
    return {one.at: one.kind for one in film.tracker.calibration.examples}


def test_buildings_that_are_certain_become_examples(film: Film, studio: Studio) -> None:
    film.tracker.set_certain_pieces(CERTAIN_STANDINGS)
    film.show(studio.render(), 2.5)
    assert known_as(film) == {RED: "settlement", BLUE: "settlement"}


def test_a_piece_that_was_only_read_never_becomes_an_example(film: Film, studio: Studio) -> None:
    film.show(studio.render((*studio.game, LATER_PIECE)), 4)
    assert film.belief(LATER_PIECE) > 0.9
    assert known_as(film) == {}


def test_an_entered_piece_that_is_not_visible_becomes_no_example(film: Film, studio: Studio) -> None:
    film.tracker.set_certain_pieces(
        {LATER_PIECE.at: Standing("settlement", "orange"), RED: Standing("settlement", "white")}
    )
    film.show(studio.render(), 2.5)
    assert known_as(film) == {}


@pytest.mark.slow
def test_a_covered_piece_becomes_an_example_once_it_is_visible(film: Film, studio: Studio) -> None:
    sleeve = Arm((1.0, 0.4), bearing=90)
    film.show(studio.render(None, sleeve), 3)
    assert RED in film.results[-1].covered
    film.tracker.set_certain_pieces(CERTAIN_STANDINGS)
    film.show(studio.render(None, sleeve), 2.5)
    assert set(known_as(film)) <= {BLUE}
    film.show(studio.render(), 4)
    assert set(known_as(film)) == {RED, BLUE}


def test_a_settlement_that_became_a_city_is_an_example_of_both(film: Film, studio: Studio) -> None:
    film.tracker.set_certain_pieces(CERTAIN_STANDINGS)
    film.show(studio.render(), 2.5)
    city = Piece("city", RED, "red")
    film.show(studio.render((*studio.game[1:], city)), 2.5)
    film.tracker.set_certain_pieces({**CERTAIN_STANDINGS, RED: Standing("city", "red")})
    film.show(studio.render((*studio.game[1:], city)), 2.5)
    examples = {(one.at, one.kind) for one in film.tracker.calibration.examples}
    assert examples == {(RED, "settlement"), (RED, "city"), (BLUE, "settlement")}


@pytest.mark.slow
def test_a_city_that_comes_before_the_settlement_was_learned_stays_a_city(film: Film, studio: Studio) -> None:
    film.show(studio.render(), 2.5)
    film.tracker.set_certain_pieces(CERTAIN_STANDINGS)
    city = Piece("city", RED, "red")
    for _ in range(4):
        film.show(studio.render((*studio.game[1:], city)), 2.5)
        film.tracker.set_certain_pieces(CERTAIN_STANDINGS)
    assert film.pieces[RED].kind == "city"
    assert RED not in known_as(film)


def test_a_deleted_entry_is_removed_from_the_examples(film: Film, studio: Studio) -> None:
    film.tracker.set_certain_pieces({RED: Standing("city", "red")})
    film.show(studio.render(), 2.5)
    assert known_as(film) == {RED: "city"}
    film.tracker.set_certain_pieces(CERTAIN_STANDINGS)
    film.show(studio.render(), 2.5)
    assert known_as(film) == {RED: "settlement", BLUE: "settlement"}


@pytest.mark.slow
def test_a_corrected_building_is_removed_from_the_examples(film: Film, studio: Studio) -> None:
    film.tracker.set_certain_pieces({RED: Standing("city", "red"), BLUE: CERTAIN_STANDINGS[BLUE]})
    film.show(studio.render(), 2.5)
    film.show(studio.render(studio.game[1:]), 2.5)
    film.tracker.forget_example(RED)
    film.tracker.set_certain_pieces({BLUE: CERTAIN_STANDINGS[BLUE]})
    assert known_as(film) == {BLUE: "settlement"}
    film.show(studio.render(), 2.5)
    film.tracker.set_certain_pieces(CERTAIN_STANDINGS)
    film.show(studio.render(), 2.5)
    assert known_as(film) == {RED: "settlement", BLUE: "settlement"}, "put down anew, it may be learned"


@pytest.fixture
def misread(calibration: Calibration, studio: Studio) -> Film:
    """A settlement that is read as a city, surely and again and again."""
    reader = Knows(Piece("city", RED, "red"), *studio.game[1:])
    film = Film(studio, BoardTracker(calibration, reader.readers))
    film.show(studio.render(), 2.5)
    assert film.pieces[RED].kind == "city"
    return film


def test_a_certain_piece_is_believed_at_any_appearance(misread: Film, studio: Studio) -> None:
    misread.tracker.set_certain_pieces(CERTAIN_STANDINGS)
    misread.show(studio.render(), 2.5)
    assert misread.pieces[RED].kind == "settlement"


def test_a_nudged_piece_misread_as_a_city_is_reported_with_doubt(misread: Film, studio: Studio) -> None:
    misread.tracker.set_certain_pieces(CERTAIN_STANDINGS)
    misread.show(studio.render(), 2.5)
    nudged = replace(studio.game[0], offset=(0.06, -0.05), askew=25.0)
    misread.show(studio.render((nudged, *studio.game[1:])), 3)
    assert misread.belief(Piece("city", RED, "red")) < 0.85
