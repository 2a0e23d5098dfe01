"""Guests at the simulated table: the board is cleared, and hands follow their inputs."""

from __future__ import annotations

import random
import threading
from collections.abc import Iterator
from typing import Any

import pytest

from companion.island.geometry import HexId, IntersectionId, PathId
from companion.sim.camera import TableStage
from companion.sim.people import Guests
from companion.sim.picture import CameraPose, Piece
from companion.sim.tabletop import Tabletop

DESERT, OTHER_HEX = HexId("h0,0"), HexId("h1,0")
SITE, ROAD = IntersectionId("i1,1"), PathId("p1,0")
LEFTOVER_CITY = Piece("city", IntersectionId("i-1,-1"), "white")
MAX_MOMENTS = 20_000


class GuestTable:
    """Board with pieces of the previous game, and the page of the guests."""

    def __init__(self) -> None:
        self.view: dict[str, Any] = {
            "players": [{"colour": "red"}, {"colour": "blue"}, {"colour": "white"}],
            "pieces": [],
            "robber": None,
            "on_turn": "red",
            "log": [],
        }
        self.game: dict[str, Any] | None = {"id": 2, "view": self.view}
        table = Tabletop(CameraPose(640, 360), (LEFTOVER_CITY,), OTHER_HEX)
        self.stage = TableStage(table, 4.0, random.Random(1))
        self.guests = Guests(self.stage, lambda: {"game": self.game}, DESERT)

    def wait_for_pieces(self, pieces: set[tuple[str, str, str]], robber: HexId = DESERT) -> None:
        """Wait until the board has exactly these pieces."""
        for _ in range(MAX_MOMENTS):
            table = self.stage.next_moment().table
            seen = {(piece.kind, piece.at, piece.colour) for piece in table.pieces}
            if not self.stage.is_busy and (seen, table.robber) == (pieces, robber):
                return
            threading.Event().wait(0.005)
        raise AssertionError(f"the board shows {seen}, the robber at {table.robber}")

    def enter(self, *pieces: tuple[str, str, str], source: str = "tablet", **more: Any) -> None:
        entered_pieces = [{"kind": kind, "at": at, "colour": colour} for kind, at, colour in pieces]
        log = [{"event": {"kind": f"place_{kind}", "at": at}, "source": source} for kind, at, _ in pieces]
        self.view.update(pieces=entered_pieces, log=log, **more)


@pytest.fixture
def guest_table() -> Iterator[GuestTable]:
    new_table = GuestTable()
    stop = threading.Event()
    thread = threading.Thread(target=new_table.guests.follow, args=(stop,))
    thread.start()
    yield new_table
    stop.set()
    thread.join()


def test_guests_who_take_over_in_mid_game_find_the_board_unchanged() -> None:
    guest_table = GuestTable()
    guest_table.view.update(
        pieces=[{"kind": "city", "at": LEFTOVER_CITY.at, "colour": "white"}],
        log=[{"event": {"kind": "place_city", "at": LEFTOVER_CITY.at}, "source": "camera"}],
        robber=OTHER_HEX,
    )
    guest_table.guests.take_over()
    stop = threading.Event()
    thread = threading.Thread(target=guest_table.guests.follow, args=(stop,))
    thread.start()
    try:
        guest_table.wait_for_pieces({("city", LEFTOVER_CITY.at, "white")}, OTHER_HEX)
        guest_table.view["pieces"].append({"kind": "road", "at": ROAD, "colour": "red"})
        guest_table.view["log"].append({"event": {"kind": "place_road", "at": ROAD}, "source": "tablet"})
        guest_table.wait_for_pieces({("city", LEFTOVER_CITY.at, "white"), ("road", ROAD, "red")}, OTHER_HEX)
        guest_table.view["pieces"].clear()
        guest_table.wait_for_pieces(set(), OTHER_HEX)
    finally:
        stop.set()
        thread.join()


def test_the_board_is_cleared_for_guests(guest_table: GuestTable) -> None:
    guest_table.wait_for_pieces(set())


def test_pieces_entered_by_guests_are_placed_on_the_board(guest_table: GuestTable) -> None:
    guest_table.enter(("settlement", SITE, "red"), ("road", ROAD, "red"))
    guest_table.wait_for_pieces({("settlement", SITE, "red"), ("road", ROAD, "red")})


def test_corrections_by_guests_are_applied_on_the_board(guest_table: GuestTable) -> None:
    guest_table.enter(("settlement", SITE, "red"), ("road", ROAD, "red"))
    guest_table.wait_for_pieces({("settlement", SITE, "red"), ("road", ROAD, "red")})
    guest_table.enter(("settlement", SITE, "blue"))
    guest_table.wait_for_pieces({("settlement", SITE, "blue")})
    guest_table.enter(("city", SITE, "blue"))
    guest_table.wait_for_pieces({("city", SITE, "blue")})


def test_an_undone_piece_is_removed_though_the_camera_reports_it(guest_table: GuestTable) -> None:
    guest_table.enter(("road", ROAD, "red"))
    guest_table.wait_for_pieces({("road", ROAD, "red")})
    # Undone on the page; before a hand comes, the camera has reported the piece.
    guest_table.enter(("road", ROAD, "red"), source="camera")
    guest_table.wait_for_pieces(set())


def test_guests_move_the_robber(guest_table: GuestTable) -> None:
    guest_table.enter(robber=OTHER_HEX)
    guest_table.wait_for_pieces(set(), OTHER_HEX)


def test_a_second_guest_game_starts_with_an_empty_board(guest_table: GuestTable) -> None:
    guest_table.enter(("settlement", SITE, "red"))
    guest_table.wait_for_pieces({("settlement", SITE, "red")})
    guest_table.enter()
    guest_table.game = {"id": 3, "view": guest_table.view}
    guest_table.wait_for_pieces(set())


def test_the_board_is_untouched_without_a_game(guest_table: GuestTable) -> None:
    guest_table.wait_for_pieces(set())
    guest_table.game = None
    guest_table.wait_for_pieces(set())


def test_a_game_without_an_island_leaves_the_board_empty(guest_table: GuestTable) -> None:
    guest_table.enter(("road", ROAD, "red"))
    guest_table.wait_for_pieces({("road", ROAD, "red")})
    guest_table.game = {"id": 3, "view": {"players": [{"colour": "red"}, {"colour": "blue"}], "log": []}}
    guest_table.wait_for_pieces(set())
    guest_table.game = {"id": 4, "view": guest_table.view}
    guest_table.wait_for_pieces({("road", ROAD, "red")})
