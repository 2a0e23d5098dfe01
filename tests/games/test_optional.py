"""What only some games have is asked in one place, which says what holds for the others."""

from __future__ import annotations

import pytest

from companion.games import optional
from companion.games.base.game import BaseGame
from companion.games.dice_game.game import DiceGame
from companion.games.game_api import GameHistory
from companion.games.replay import replayed
from companion.observations import InputRefused
from tests.games.tally import Tally, Thrown

TALLY = Tally()
UNTOLD = GameHistory(replayed(TALLY, ()))


def test_a_game_without_secrets_shows_all_of_it_to_everybody() -> None:
    assert optional.event_in_public(TALLY, TALLY.initial(), Thrown(4)) == TALLY.event_to_json(Thrown(4))
    assert (
        optional.violations_in_public(TALLY, UNTOLD)
        == optional.violations_known_to(TALLY, UNTOLD, "red")
        == {}
    )
    assert optional.seat_view(TALLY, UNTOLD, "red") is None
    with pytest.raises(InputRefused, match="nothing secret"):
        optional.seat_input(TALLY, UNTOLD, "red", {"kind": "throw"})


def test_without_trade_or_lot_nothing_is_traded_or_drawn() -> None:
    with pytest.raises(InputRefused, match="no trading"):
        optional.trade_input(TALLY, UNTOLD, "red", "blue", {}, {})
    entered = {"kind": "throw", "total": 3}
    assert optional.by_lot(TALLY, UNTOLD, entered, lambda count: range(count)) is entered


def test_a_game_that_others_do_not_know_is_called_there_what_it_is_called_here() -> None:
    assert optional.elsewhere(TALLY, UNTOLD) == {"name": "Tally", "bgg": None, "first": None}


@pytest.mark.parametrize(("game", "number"), [(BaseGame(), 13), (DiceGame(), 27710)])
def test_a_game_may_say_by_what_others_know_it(game: BaseGame, number: int) -> None:
    known = optional.elsewhere(game, GameHistory(replayed(game, ())))
    assert (known["bgg"], known["first"]) == (number, None)


@pytest.mark.parametrize("game", [TALLY, DiceGame()])
def test_without_rolls_that_people_enter_no_input_is_one(game: Tally) -> None:
    assert optional.entered_roll(game, {"kind": "roll", "dice": [3, 4]}) is None
    assert not optional.ends_turn(game, {"kind": "end_turn"})


def test_the_base_game_says_which_of_its_inputs_are_rolls() -> None:
    game = BaseGame()
    assert optional.entered_roll(game, {"kind": "roll", "dice": [3, 4]}) == (3, 4)
    assert optional.entered_roll(game, {"kind": "roll", "dice": {"sum": 7}}) == (7,)
    assert optional.entered_roll(game, {"kind": "roll", "dice": "three"}) == (), "a roll, whatever it says"
    assert optional.entered_roll(game, {"kind": "end_turn"}) is None
    assert optional.roll_confirmed(game, 7) == {"kind": "confirm", "entry": 7}
    assert optional.ends_turn(game, {"kind": "end_turn"})


@pytest.mark.parametrize("kind", ["undo", "correct", "confirm"])
def test_every_game_looks_back_by_undo_correction_and_confirmation(kind: str) -> None:
    assert optional.looks_back(TALLY, kind)
    assert optional.corrects(TALLY, kind) == (kind != "confirm")


def test_a_game_may_look_back_by_inputs_of_its_own() -> None:
    game = BaseGame()
    own = {"confirm", "whose_knight", "no_roll", "another_roll", "show_hand"}
    assert all(optional.looks_back(game, kind) for kind in own)
    assert {kind for kind in own if optional.corrects(game, kind)} == {"no_roll", "another_roll"}
    unknown = {"whose_knight", "no_roll", "show_hand", "throw", None}
    assert not any(optional.looks_back(TALLY, kind) for kind in unknown)
    assert not any(optional.corrects(TALLY, kind) for kind in unknown)
    assert not optional.looks_back(TALLY, ["undo"]), "whatever somebody sends"


@pytest.mark.parametrize("game", [TALLY, DiceGame()])
def test_a_game_without_a_board_is_certain_of_no_buildings_and_no_robber(game: Tally) -> None:
    assert optional.certain_buildings(game, GameHistory(replayed(game, ()))) == {}
    assert optional.certain_robber(game, GameHistory(replayed(game, ()))) is None
