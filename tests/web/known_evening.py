"""An evening of two base games with known statistics, for tests of the history."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from companion.island.setups import first_game_layout
from companion.table.table import Table
from tests.table_setup import FOUNDING
from tests.table_views import view

ANA, BEN, CYR = "Ana", "Ben", "Cyr"
PLAYERS: Final = [
    {"name": ANA, "colour": "red"},
    {"name": BEN, "colour": "blue"},
    {"name": CYR, "colour": "white"},
]

# What the founded settlements take, by the sum that is rolled:
#
#     sum (ways of 36)   red         blue           white
#      3 (2)             lumber      ore            ore
#      4 (3)                         wool, grain    grain
#      5 (4)             wool                       wool, brick
#      6 (5)             brick       grain
#      8 (5)             ore                        lumber
#      9 (4)                         lumber
#     10 (3)                         brick
#     11 (2)             lumber                     wool
#     12 (1)             grain
#     by even dice       19 / 36     20 / 36        20 / 36
#
# While the robber is on the pasture with the five, red and white lose a wool of its sum: 15 and 16 / 36.
TIMED_INPUTS: Final = (
    (100, {"kind": "roll", "dice": [3, 3]}),
    (110, {"kind": "domestic_trade", "with": "blue", "give": {"lumber": 1}, "take": {"grain": 1}}),
    (130, {"kind": "end_turn"}),
    (140, {"kind": "roll", "dice": [2, 3]}),
    (150, {"kind": "end_turn"}),
    (160, {"kind": "roll", "dice": [3, 4]}),
    (165, {"kind": "move_robber", "to": "h1,1"}),
    (166, {"kind": "steal", "from": "red", "resource": "wool"}),
    (170, {"kind": "show_hand", "player": "white", "resources": {"brick": 4, "ore": 1}}),
    (175, {"kind": "maritime_trade", "give": {"brick": 4}, "take": {"ore": 1}}),
    (180, {"kind": "end_turn"}),
    # The robber keeps a wool from red and one from white: only the hills give their brick.
    (200, {"kind": "roll", "dice": [1, 4]}),
    (210, {"kind": "show_hand", "player": "red", "resources": {"ore": 5, "grain": 4}}),
    (245, {"kind": "end_turn"}),
    (250, {"kind": "roll", "dice": [1, 6]}),
    (255, {"kind": "discard", "player": "red", "resources": {"ore": 2, "grain": 2}}),
    # Back to the desert, where nobody can be robbed.
    (258, {"kind": "move_robber", "to": "h0,0"}),
    (262, {"kind": "end_turn"}),
    (270, {"kind": "roll", "dice": [4, 4]}),
    (275, {"kind": "end_turn"}),
    (300, {"kind": "roll", "dice": [5, 6]}),
    (310, {"kind": "domestic_trade", "with": "white", "give": {"lumber": 1}, "take": {"wool": 1}}),
    (361, {"kind": "place", "piece": "city", "at": "i4,1"}),
)
"""A game of seven turns, by the seconds of the clock; red wins it."""
EARLIER_INPUTS: Final = (
    {"kind": "roll", "dice": [1, 1]},
    {"kind": "end_turn"},
    {"kind": "roll", "dice": [1, 1]},
    {"kind": "show_hand", "player": "blue", "resources": {"ore": 3, "grain": 2}},
    {"kind": "place", "piece": "city", "at": "i5,-4"},
)
"""The game before it, which blue won."""


def begin(table: Table, players: Sequence[Mapping[str, Any]] = PLAYERS, **options: Any) -> None:
    """Start a base game on the first game's island and place the first settlements."""
    table.start_game({"game": "base", "players": players, "options": options, "abandon": True})
    table.submit({"kind": "correct", "layout": first_game_layout().to_json()})
    for piece, at in FOUNDING:
        table.submit({"kind": "place", "piece": piece, "at": at})


def play_known_evening(table: Table, set_clock: Callable[[float], None]) -> None:
    """Play both games; the table then shows the known game, which is over.

    Args:
        table: one at which nobody has played.
        set_clock: sets the table's clock, in seconds.
    """
    begin(table, points_to_win=3)
    for entered in EARLIER_INPUTS:
        table.submit(entered)
    set_clock(1000.0)
    begin(table, points_to_win=3)
    for seconds, entered in TIMED_INPUTS:
        set_clock(1000.0 + seconds)
        table.submit(entered)
    assert view(table)["winner"] == "red"
