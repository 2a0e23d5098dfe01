"""The roll list of a base game."""

from __future__ import annotations

from typing import Any

from companion.games.base.game import BaseGame
from companion.games.base.rules.events import EndTurn, MoveRobber, Roll
from companion.island.geometry import HexId
from tests.games.base.histories import FOUNDING, OPENING, SEATS, EventWithSource, story_of

GAME = BaseGame()


def rows(*events: EventWithSource) -> list[dict[str, Any]]:
    listed = GAME.roll_list(story_of(*OPENING, *FOUNDING, *events))
    return [dict(zip(listed.columns, row, strict=True)) for row in listed.rows]


def test_the_roll_list_has_player_dice_and_turn_of_each_roll() -> None:
    first, second = rows(Roll("red", (4, 2)), EndTurn("red"), Roll("blue", (1, 1)))
    names = {seat.colour: seat.name for seat in SEATS}
    assert (first["roll"], first["turn"], first["player"], first["colour"]) == (1, 1, names["red"], "red")
    assert (first["die_1"], first["die_2"], first["sum"]) == (4, 2, 6)
    assert (second["roll"], second["turn"], second["colour"], second["sum"]) == (2, 2, "blue", 2)
    assert second["seconds"] > first["seconds"] > 0


def test_the_roll_list_has_the_production_of_each_player() -> None:
    (rolled,) = rows(Roll("red", (3, 3)))
    taken = {
        name: count for name, count in rolled.items() if "_" in name and name[:3] in ("red", "blu", "whi")
    }
    assert {name for name, count in taken.items() if count} == {"red_brick", "blue_grain"}
    assert len(taken) == 15


def test_the_roll_list_has_the_cards_blocked_by_the_robber() -> None:
    (open_hex,) = rows(Roll("red", (3, 3)))
    assert open_hex["robber_kept"] == 0
    story = story_of(*OPENING, *FOUNDING)
    (brick,) = (
        h for h, _, corners in story.state.land.yields[6] if story.state.players[0].settlements & corners
    )
    *_, blocked = rows(
        Roll("red", (6, 1)), MoveRobber("red", HexId(brick)), EndTurn("red"), Roll("blue", (3, 3))
    )
    assert (blocked["robber_kept"], blocked["red_brick"], blocked["blue_grain"]) == (1, 0, 1)


def test_a_roll_entered_as_a_sum_has_no_faces() -> None:
    (rolled,) = rows(Roll("red", (6,)))
    assert (rolled["die_1"], rolled["die_2"], rolled["sum"], rolled["red_brick"]) == (None, None, 6, 1)


def test_a_seven_produces_nothing() -> None:
    (rolled,) = rows(Roll("red", (3, 4)))
    assert {count for name, count in rolled.items() if name.startswith(("red_", "blue_", "white_"))} == {0}


def test_a_game_without_events_has_no_rows() -> None:
    listed = GAME.roll_list(story_of())
    assert listed is not None
    assert listed.rows == ()
