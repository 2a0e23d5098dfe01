"""Starting a game: the island read and confirmed, the founding, or a game resumed in the middle."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from companion.games.base.game import BaseGame
from companion.island.geometry import (
    HEXES,
    INTERSECTIONS,
    PATHS,
    PATHS_AT,
    HexId,
    IntersectionId,
    Site,
    Standing,
)
from companion.island.reading import HexReading, IslandReading, PiecesReading
from companion.island.setups import first_game_layout
from companion.journal.history import game_from_json, game_to_json
from companion.observations import BoardSeen, DiceDetection, InputRefused, IslandSeen
from companion.table.session import GameSession
from companion.table.table import Table
from tests.table_views import view

OpenTable = Callable[[], Table]

PIECES_ON_BOARD: dict[str, tuple[str, str]] = {
    "i4,1": ("city", "red"),
    "p3,0": ("road", "red"),
    "i5,-4": ("settlement", "blue"),
    "p3,-3": ("road", "blue"),
    "i1,4": ("settlement", "white"),
    "p1,2": ("road", "white"),
}
RESUMED_GAME = {
    "on_turn": "blue",
    "hands": {"red": {"wool": 2}, "blue": {"unidentified": 4}},
    "played": {"red": {"knight": 3}},
    "pieces": None,
}


def read_island(t: float = 1.0) -> IslandSeen:
    layout = first_game_layout()
    hexes = {h: HexReading({layout.terrain(h): 0.9}, {layout.number(h): 0.8}) for h in HEXES}
    harbors = {path: {kind: 0.9} for path, kind in layout.harbors}
    return IslandSeen(t, "camera", IslandReading(hexes, harbors))


def seen_board(t: float) -> BoardSeen:
    sites: Any = {at: {None: 1.0} for at in (*PATHS, *INTERSECTIONS)}
    pieces: Any = PIECES_ON_BOARD
    standing: dict[Any, Any] = {at: {Standing(*piece): 0.97, None: 0.03} for at, piece in pieces.items()}
    since: dict[Site, float] = {}
    return BoardSeen(t, "camera", PiecesReading({**sites, **standing}), {HexId("h1,0"): 0.9}, since=since)


class TestIslandConfirmation:
    def test_the_island_is_confirmed_before_the_first_piece(
        self, table: Table, base_game: dict[str, Any]
    ) -> None:
        table.start_game(base_game)
        table.observe(read_island())
        ask, found = view(table)["to_do"]
        assert (ask["kind"], found["kind"]) == ("confirm_island", "found")
        table.submit({"kind": "confirm", "entry": ask["entry"]})
        assert view(table)["to_do"] == [found]
        assert view(table)["log"][-1]["certainty"] == 1.0

    def test_an_unusual_island_is_confirmed_before_the_founding(
        self, table: Table, base_game: dict[str, Any]
    ) -> None:
        seen = read_island()
        fives = [h for h, reading in seen.reading.hexes.items() if 5 in reading.number]
        misread = {h: HexReading(seen.reading.hexes[h].terrain, {3: 0.8}) for h in fives}
        reading = replace(seen.reading, hexes={**seen.reading.hexes, **misread})
        table.start_game(base_game)
        table.observe(replace(seen, reading=reading))
        (ask,) = view(table)["to_do"]
        threes = [h for h, lies in view(table)["layout"]["hexes"].items() if lies["number"] == 3]
        assert ask["doubtful"] == view(table)["doubtful"] == threes
        assert len(threes) == 4
        table.submit({"kind": "confirm", "entry": ask["entry"]})
        assert [item["kind"] for item in view(table)["to_do"]] == ["found"]

    def test_a_piece_on_the_island_confirms_it(self, table: Table, base_game: dict[str, Any]) -> None:
        table.start_game(base_game)
        table.observe(read_island())
        table.submit({"kind": "place", "piece": "settlement", "at": "i4,1"})
        assert [item["kind"] for item in view(table)["to_do"]] == ["found"]

    def test_an_entered_island_needs_no_confirmation(self, table: Table, base_game: dict[str, Any]) -> None:
        table.start_game(base_game)
        table.submit({"kind": "correct", "layout": first_game_layout().to_json()})
        assert [item["kind"] for item in view(table)["to_do"]] == ["found"]


class TestUnreadIsland:
    def test_an_island_entered_hex_by_hex_survives_a_restart(
        self, table: Table, base_game: dict[str, Any], open_table: OpenTable
    ) -> None:
        table.start_game(base_game)
        island = first_game_layout().to_json()
        for at in HEXES[:10]:
            table.submit({"kind": "correct", "layout": {"hexes": {at: island["hexes"][at]}}})
        again = open_table()
        assert view(again) == view(table)
        with pytest.raises(InputRefused, match="9 hexes are missing"):
            again.submit({"kind": "lay_island"})
        for at in HEXES[10:]:
            again.submit({"kind": "correct", "layout": {"hexes": {at: island["hexes"][at]}}})
        for path, kind in island["harbors"].items():
            again.submit({"kind": "correct", "layout": {"harbors": {path: kind}}})
        again.submit({"kind": "lay_island"})
        assert (view(again)["phase"], view(again)["layout"]) == ("founding", island)

    def test_island_entries_are_undone_one_by_one(self, table: Table, base_game: dict[str, Any]) -> None:
        table.start_game({**base_game, "options": {"setup": "first_game"}})
        table.submit({"kind": "correct", "layout": {"hexes": {"h0,0": {"terrain": "hills", "number": 5}}}})
        table.submit({"kind": "lay_island"})
        assert view(table)["phase"] == "founding"
        table.submit({"kind": "undo"})
        assert view(table)["entered"]["hexes"]["h0,0"]["terrain"] == "hills"
        table.submit({"kind": "undo"})
        table.submit({"kind": "lay_island"})
        assert (view(table)["phase"], view(table)["on_turn"]) == ("play", "red")
        table.submit({"kind": "undo"})
        assert (view(table)["phase"], view(table)["pieces"]) == ("layout", [])

    def test_the_beginners_island_with_its_pieces_begins_play_and_is_undone(
        self, table: Table, base_game: dict[str, Any], open_table: OpenTable
    ) -> None:
        table.start_game(base_game)
        before = view(table)["to_do"]
        table.submit({"kind": "lay_island", "as": "first_game", "edition": "2015-2020", "pieces": True})
        table.submit({"kind": "undo"})
        assert view(table)["to_do"] == before
        table.submit({"kind": "lay_island", "as": "first_game", "edition": "2015-2020", "pieces": True})
        again = open_table()
        again.submit({"kind": "lay_island", "as": "entered"})
        assert (view(again)["phase"], len(view(again)["pieces"])) == ("play", 4 * len(base_game["players"]))
        assert [line["violations"] for line in view(again)["log"] if line["violations"]] == []

    def test_the_table_draws_an_island_and_keeps_it(
        self, table: Table, base_game: dict[str, Any], open_table: OpenTable
    ) -> None:
        table.start_game(base_game)
        seen = []
        for _ in range(3):
            table.submit({"kind": "lay_island", "as": "drawn"})
            seen.append(view(table)["entered"]["hexes"])
        assert seen[0] != seen[1] != seen[2] != seen[0]
        again = open_table()
        again.submit({"kind": "lay_island"})
        assert (view(again)["layout"]["hexes"], view(again)["departures"]) == (seen[2], [])
        assert view(open_table())["layout"]["hexes"] == seen[2]

    def test_a_resumed_game_waits_for_the_island_and_places_no_pieces(
        self, table: Table, base_game: dict[str, Any]
    ) -> None:
        table.start_game({**base_game, "options": {"setup": "first_game"}, "taken_up": RESUMED_GAME})
        table.submit({"kind": "lay_island"})
        assert (view(table)["phase"], view(table)["pieces"]) == ("taking_up", [])


class TestFirstPlayer:
    def test_the_first_player_can_be_entered_until_the_founding(
        self, table: Table, base_game: dict[str, Any]
    ) -> None:
        table.start_game({**base_game, "layout": first_game_layout().to_json()})
        assert view(table)["to_do"][0]["or"] == ["blue", "white"]
        table.submit({"kind": "first_player", "player": "white"})
        found = {"kind": "found", "colour": "white", "piece": "settlement"}
        everywhere = list(INTERSECTIONS)
        assert view(table)["to_do"] == [{**found, "sites": everywhere, "or": ["red", "blue"]}]
        table.submit({"kind": "place", "piece": "settlement", "at": "i4,1"})
        beside = [path for path in PATHS if path in PATHS_AT[IntersectionId("i4,1")]]
        assert view(table)["to_do"] == [{**found, "piece": "road", "sites": beside}]


class TestFirstGame:
    def test_the_star_marks_the_settlement_with_starting_resources(
        self, table: Table, base_game: dict[str, Any]
    ) -> None:
        table.start_game(
            {**base_game, "options": {"setup": "first_game"}, "layout": first_game_layout().to_json()}
        )
        pieces = [
            ("settlement", "i4,1"), ("road", "p3,0"), ("settlement", "i-2,-2"), ("road", "p-2,-1"),
            ("settlement", "i5,-4"), ("road", "p3,-3"), ("settlement", "i-2,4"), ("road", "p-1,3"),
            ("settlement", "i1,4"), ("road", "p1,2"), ("settlement", "i-5,4"), ("road", "p-3,3"),
        ]  # fmt: skip
        for n, (piece, at) in enumerate(pieces):
            colour = ("red", "blue", "white")[n // 4]
            answer = table.submit({"kind": "place", "piece": piece, "at": at, "player": colour})
            assert answer["violations"] == []
        for colour, at in (("red", "i-2,-2"), ("blue", "i-2,4"), ("white", "i-5,4")):
            assert view(table)["phase"] == "founding"
            answer = table.submit({"kind": "take_starting_resources", "at": at, "player": colour})
            assert answer["violations"] == []
        assert view(table)["phase"] == "play"
        assert [player["cards"] for player in view(table)["players"]] == [3, 3, 3]


class TestResumedGame:
    def test_a_resumed_game_continues_once_the_board_is_seen(
        self, table: Table, base_game: dict[str, Any]
    ) -> None:
        table.start_game({**base_game, "taken_up": RESUMED_GAME})
        assert view(table)["phase"] == "layout"
        table.observe(read_island())
        assert view(table)["phase"] == "taking_up"
        assert [item["kind"] for item in view(table)["to_do"]] == ["confirm_island", "take_up"]
        table.observe(DiceDetection(2.0, "tower", (1, 2)))
        assert view(table)["phase"] == "taking_up"
        table.observe(seen_board(3.0))
        seen = view(table)
        assert (seen["phase"], seen["on_turn"], seen["robber"]) == ("play", "blue", "h1,0")
        assert [player["points"] for player in seen["players"]] == [4, 1, 1]
        assert [player["cards_between"] for player in seen["players"]] == [[2, 2], [4, 4], [0, 7]]
        assert seen["log"][-1]["certainty"] == pytest.approx(0.97)
        table.observe(DiceDetection(9.0, "tower", (3, 5)))
        assert view(table)["roll"]["player"] == "blue"

    def test_a_fully_described_game_continues_immediately(
        self, table: Table, base_game: dict[str, Any]
    ) -> None:
        pieces = [
            {"at": at, "kind": kind, "colour": colour} for at, (kind, colour) in PIECES_ON_BOARD.items()
        ]
        layout = first_game_layout().to_json()
        table.start_game({**base_game, "layout": layout, "taken_up": {**RESUMED_GAME, "pieces": pieces}})
        assert view(table)["phase"] == "play"
        assert len(view(table)["pieces"]) == len(pieces)

    def test_a_resumed_game_is_the_same_after_a_restart(
        self, table: Table, base_game: dict[str, Any], open_table: OpenTable
    ) -> None:
        table.start_game({**base_game, "taken_up": RESUMED_GAME})
        table.observe(read_island())
        waiting = table.snapshot()["game"]
        again = open_table()
        assert again.snapshot()["game"] == waiting
        again.observe(seen_board(9.0))
        playing = again.snapshot()["game"]
        assert open_table().snapshot()["game"] == playing

    def test_a_resumed_game_is_exported_and_imported_unchanged(
        self, table: Table, base_game: dict[str, Any]
    ) -> None:
        table.start_game({**base_game, "taken_up": RESUMED_GAME})
        table.observe(read_island())
        table.observe(seen_board(9.0))
        (record,) = table._journal.games()
        journal = table._journal
        document = game_to_json(record, journal.uuid(record.id), journal.entries(record.id))
        entries = game_from_json(document).entries
        assert table.session is not None
        assert GameSession.from_entries(BaseGame(), entries).state == table.session.state

    def test_an_invalid_description_is_refused(self, table: Table, base_game: dict[str, Any]) -> None:
        for wrong in ({}, {"on_turn": "green"}, {"on_turn": "red", "hands": {"green": None}}, [1]):
            with pytest.raises(InputRefused, match=r".{10,}"):
                table.start_game({**base_game, "taken_up": wrong or {"turn": 3}})
        assert table.snapshot()["game"] is None


class TestPlayerNames:
    @pytest.mark.parametrize("other", ["Ana", " ana "])
    def test_two_players_cannot_share_a_name(
        self, table: Table, base_game: dict[str, Any], other: str
    ) -> None:
        first, second, third = base_game["players"]
        with pytest.raises(InputRefused, match="Two players are called"):
            table.start_game({**base_game, "players": [first, {**second, "name": other}, third]})
        assert table.snapshot()["game"] is None
