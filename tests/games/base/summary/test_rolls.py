"""The rolls of a base game, one by one, on the founded first game of `stories`."""

from __future__ import annotations

from typing import Any

from companion.games.base.game import BaseGame
from companion.games.base.rules.events import EndTurn, MoveRobber, Roll
from companion.games.capabilities import roll_list
from companion.island.geometry import HexId
from tests.games.base.stories import FOUNDING, OPENING, SEATS, Said, story_of

GAME = BaseGame()


def rows(*told: Said) -> list[dict[str, Any]]:
    listed = GAME.roll_list(story_of(*OPENING, *FOUNDING, *told))
    return [dict(zip(listed.columns, row, strict=True)) for row in listed.rows]


def test_of_each_roll_who_threw_what_in_which_turn() -> None:
    first, second = rows(Roll("red", (4, 2)), EndTurn("red"), Roll("blue", (1, 1)))
    names = {seat.colour: seat.name for seat in SEATS}
    assert (first["roll"], first["turn"], first["player"], first["colour"]) == (1, 1, names["red"], "red")
    assert (first["die_1"], first["die_2"], first["sum"]) == (4, 2, 6)
    assert (second["roll"], second["turn"], second["colour"], second["sum"]) == (2, 2, "blue", 2)
    assert second["seconds"] > first["seconds"] > 0


def test_and_what_each_player_took_for_it() -> None:
    (rolled,) = rows(Roll("red", (3, 3)))
    taken = {
        name: count for name, count in rolled.items() if "_" in name and name[:3] in ("red", "blu", "whi")
    }
    assert {name for name, count in taken.items() if count} == {"red_brick", "blue_grain"}
    assert len(taken) == 15


def test_what_the_robber_kept_back_is_a_column_of_its_own() -> None:
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


def test_of_a_roll_whose_sum_alone_was_said_the_faces_are_empty() -> None:
    (rolled,) = rows(Roll("red", (6,)))
    assert (rolled["die_1"], rolled["die_2"], rolled["sum"], rolled["red_brick"]) == (None, None, 6, 1)


def test_a_seven_brings_nothing() -> None:
    (rolled,) = rows(Roll("red", (3, 4)))
    assert {count for name, count in rolled.items() if name.startswith(("red_", "blue_", "white_"))} == {0}


def test_a_game_that_nobody_began_has_no_rows() -> None:
    listed = roll_list(GAME, story_of())
    assert listed is not None
    assert listed.rows == ()
