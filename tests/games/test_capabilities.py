"""What only some games have is asked in one place, which says what holds for the others."""

from __future__ import annotations

import pytest

from companion.games import capabilities
from companion.games.base.game import BaseGame
from companion.games.dice_game.game import DiceGame
from companion.games.game_api import GameHistory
from companion.games.replay import replay_events
from companion.observations import InputRefused
from tests.games.tally import Tally, Thrown

TALLY = Tally()
UNTOLD = GameHistory(replay_events(TALLY, ()))


def test_a_game_without_secrets_shows_all_of_it_to_everybody() -> None:
    assert capabilities.event_in_public(TALLY, TALLY.initial(), Thrown(4)) == TALLY.event_to_json(Thrown(4))
    assert (
        capabilities.violations_in_public(TALLY, UNTOLD)
        == capabilities.violations_known_to(TALLY, UNTOLD, "red")
        == {}
    )
    assert capabilities.seat_view(TALLY, UNTOLD, "red") is None
    with pytest.raises(InputRefused, match="nothing secret"):
        capabilities.seat_input(TALLY, UNTOLD, "red", {"kind": "throw"})


def test_without_trade_or_lot_nothing_is_traded_or_drawn() -> None:
    with pytest.raises(InputRefused, match="no trading"):
        capabilities.trade_input(TALLY, UNTOLD, "red", "blue", {}, {})
    entered = {"kind": "throw", "total": 3}
    assert capabilities.draw_random(TALLY, UNTOLD, entered, lambda count: range(count)) is entered


def test_a_game_that_others_do_not_know_is_called_there_what_it_is_called_here() -> None:
    assert capabilities.external_ids(TALLY, UNTOLD) == {"name": "Tally", "bgg": None, "first": None}


@pytest.mark.parametrize(("game", "number"), [(BaseGame(), 13), (DiceGame(), 27710)])
def test_a_game_may_say_by_what_others_know_it(game: BaseGame, number: int) -> None:
    known = capabilities.external_ids(game, GameHistory(replay_events(game, ())))
    assert (known["bgg"], known["first"]) == (number, None)


@pytest.mark.parametrize("game", [TALLY, DiceGame()])
def test_without_rolls_that_people_enter_no_input_is_one(game: Tally) -> None:
    assert capabilities.entered_roll(game, {"kind": "roll", "dice": [3, 4]}) is None
    assert not capabilities.ends_turn(game, {"kind": "end_turn"})


def test_the_base_game_says_which_of_its_inputs_are_rolls() -> None:
    game = BaseGame()
    assert capabilities.entered_roll(game, {"kind": "roll", "dice": [3, 4]}) == (3, 4)
    assert capabilities.entered_roll(game, {"kind": "roll", "dice": {"sum": 7}}) == (7,)
    assert capabilities.entered_roll(game, {"kind": "roll", "dice": "three"}) == (), (
        "a roll, whatever it says"
    )
    assert capabilities.entered_roll(game, {"kind": "end_turn"}) is None
    assert capabilities.roll_confirmation(game, 7) == {"kind": "confirm", "entry": 7}
    assert capabilities.ends_turn(game, {"kind": "end_turn"})


@pytest.mark.parametrize("kind", ["undo", "correct", "confirm"])
def test_every_game_looks_back_by_undo_correction_and_confirmation(kind: str) -> None:
    assert capabilities.is_history_input(TALLY, kind)
    assert capabilities.is_correction_input(TALLY, kind) == (kind != "confirm")


def test_a_game_may_look_back_by_inputs_of_its_own() -> None:
    game = BaseGame()
    own = {"confirm", "whose_knight", "no_roll", "another_roll", "show_hand"}
    assert all(capabilities.is_history_input(game, kind) for kind in own)
    assert {kind for kind in own if capabilities.is_correction_input(game, kind)} == {
        "no_roll",
        "another_roll",
    }
    unknown = {"whose_knight", "no_roll", "show_hand", "throw", None}
    assert not any(capabilities.is_history_input(TALLY, kind) for kind in unknown)
    assert not any(capabilities.is_correction_input(TALLY, kind) for kind in unknown)
    assert not capabilities.is_history_input(TALLY, ["undo"]), "whatever somebody sends"


@pytest.mark.parametrize("game", [TALLY, DiceGame()])
def test_a_game_without_a_board_is_certain_of_no_buildings_and_no_robber(game: Tally) -> None:
    assert capabilities.certain_buildings(game, GameHistory(replay_events(game, ()))) == {}
    assert capabilities.certain_robber(game, GameHistory(replay_events(game, ()))) is None
