"""Guests at the simulated table: the board is cleared for them, and hands follow what they enter."""

from __future__ import annotations

import random
import threading
from collections.abc import Iterator
from typing import Any

import pytest

from companion.island.geometry import HexId, IntersectionId, PathId
from companion.sim.camera import TableStage
from companion.sim.guests import Guests
from companion.sim.picture import CameraPose, Piece
from companion.sim.tabletop import Tabletop

DESERT, OTHER = HexId("h0,0"), HexId("h1,0")
SITE, ROAD = IntersectionId("i1,1"), PathId("p1,0")
LEFT = Piece("city", IntersectionId("i-1,-1"), "white")
MOST = 20_000


class Party:
    """A board with the pieces of the game before, and the page of the guests' own."""

    def __init__(self) -> None:
        self.view: dict[str, Any] = {
            "players": [{"colour": "red"}, {"colour": "blue"}, {"colour": "white"}],
            "pieces": [],
            "robber": None,
            "on_turn": "red",
            "log": [],
        }
        self.game: dict[str, Any] | None = {"id": 2, "view": self.view}
        table = Tabletop(CameraPose(640, 360), (LEFT,), OTHER)
        self.stage = TableStage(table, 4.0, random.Random(1))
        self.guests = Guests(self.stage, lambda: {"game": self.game}, DESERT)

    def shows(self, pieces: set[tuple[str, str, str]], robber: HexId = DESERT) -> None:
        """Wait until just these stand on the board."""
        for _ in range(MOST):
            table = self.stage.next_moment().table
            seen = {(piece.kind, piece.at, piece.colour) for piece in table.pieces}
            if not self.stage.is_busy and (seen, table.robber) == (pieces, robber):
                return
            threading.Event().wait(0.005)
        raise AssertionError(f"the board shows {seen}, the robber at {table.robber}")

    def enter(self, *pieces: tuple[str, str, str], source: str = "tablet", **more: Any) -> None:
        told = [{"kind": kind, "at": at, "colour": colour} for kind, at, colour in pieces]
        log = [{"event": {"kind": f"place_{kind}", "at": at}, "source": source} for kind, at, _ in pieces]
        self.view.update(pieces=told, log=log, **more)


@pytest.fixture
def party() -> Iterator[Party]:
    made = Party()
    stop = threading.Event()
    thread = threading.Thread(target=made.guests.follow, args=(stop,))
    thread.start()
    yield made
    stop.set()
    thread.join()


def test_who_takes_over_in_the_midst_of_a_game_finds_the_board_as_it_was() -> None:
    party = Party()
    party.view.update(
        pieces=[{"kind": "city", "at": LEFT.at, "colour": "white"}],
        log=[{"event": {"kind": "place_city", "at": LEFT.at}, "source": "camera"}],
        robber=OTHER,
    )
    party.guests.take_over()
    stop = threading.Event()
    thread = threading.Thread(target=party.guests.follow, args=(stop,))
    thread.start()
    try:
        party.shows({("city", LEFT.at, "white")}, OTHER)
        party.view["pieces"].append({"kind": "road", "at": ROAD, "colour": "red"})
        party.view["log"].append({"event": {"kind": "place_road", "at": ROAD}, "source": "tablet"})
        party.shows({("city", LEFT.at, "white"), ("road", ROAD, "red")}, OTHER)
        party.view["pieces"].clear()
        party.shows(set(), OTHER)
    finally:
        stop.set()
        thread.join()


def test_the_board_is_cleared_for_them(party: Party) -> None:
    party.shows(set())


def test_what_they_enter_is_put_on_the_board(party: Party) -> None:
    party.enter(("settlement", SITE, "red"), ("road", ROAD, "red"))
    party.shows({("settlement", SITE, "red"), ("road", ROAD, "red")})


def test_what_they_correct_is_corrected_there(party: Party) -> None:
    party.enter(("settlement", SITE, "red"), ("road", ROAD, "red"))
    party.shows({("settlement", SITE, "red"), ("road", ROAD, "red")})
    party.enter(("settlement", SITE, "blue"))
    party.shows({("settlement", SITE, "blue")})
    party.enter(("city", SITE, "blue"))
    party.shows({("city", SITE, "blue")})


def test_what_was_taken_back_goes_though_the_camera_tells_of_it_meanwhile(party: Party) -> None:
    party.enter(("road", ROAD, "red"))
    party.shows({("road", ROAD, "red")})
    # Taken back on the page; before a hand comes, the camera has told that it stands there.
    party.enter(("road", ROAD, "red"), source="camera")
    party.shows(set())


def test_the_robber_goes_where_they_say(party: Party) -> None:
    party.enter(robber=OTHER)
    party.shows(set(), OTHER)


def test_another_game_of_theirs_begins_with_an_empty_board(party: Party) -> None:
    party.enter(("settlement", SITE, "red"))
    party.shows({("settlement", SITE, "red")})
    party.enter()
    party.game = {"id": 3, "view": party.view}
    party.shows(set())


def test_while_no_game_is_on_nothing_is_touched(party: Party) -> None:
    party.shows(set())
    party.game = None
    party.shows(set())


def test_a_game_without_an_island_leaves_the_board_clear(party: Party) -> None:
    party.enter(("road", ROAD, "red"))
    party.shows({("road", ROAD, "red")})
    party.game = {"id": 3, "view": {"players": [{"colour": "red"}, {"colour": "blue"}], "log": []}}
    party.shows(set())
    party.game = {"id": 4, "view": party.view}
    party.shows({("road", ROAD, "red")})
