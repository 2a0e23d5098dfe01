"""Optional capabilities of games, and their defaults."""

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
EMPTY_HISTORY = GameHistory(replay_events(TALLY, ()))


def test_a_game_without_secrets_shows_everything_to_everyone() -> None:
    assert capabilities.event_in_public(TALLY, TALLY.initial(), Thrown(4)) == TALLY.event_to_json(Thrown(4))
    assert (
        capabilities.violations_in_public(TALLY, EMPTY_HISTORY)
        == capabilities.violations_known_to(TALLY, EMPTY_HISTORY, "red")
        == {}
    )
    assert capabilities.seat_view(TALLY, EMPTY_HISTORY, "red") is None
    with pytest.raises(InputRefused, match="nothing secret"):
        capabilities.seat_input(TALLY, EMPTY_HISTORY, "red", {"kind": "throw"})


def test_without_trades_and_draws_nothing_is_traded_or_drawn() -> None:
    with pytest.raises(InputRefused, match="no trading"):
        capabilities.trade_input(TALLY, EMPTY_HISTORY, "red", "blue", {}, {})
    entered = {"kind": "throw", "total": 3}
    assert capabilities.draw_random(TALLY, EMPTY_HISTORY, entered, lambda count: range(count)) is entered


def test_a_game_without_external_ids_has_its_own_name() -> None:
    assert capabilities.external_ids(TALLY, EMPTY_HISTORY) == {"name": "Tally", "bgg": None, "first": None}


@pytest.mark.parametrize(("game", "number"), [(BaseGame(), 13), (DiceGame(), 27710)])
def test_a_game_may_have_external_ids(game: BaseGame, number: int) -> None:
    known = capabilities.external_ids(game, GameHistory(replay_events(game, ())))
    assert (known["bgg"], known["first"]) == (number, None)


@pytest.mark.parametrize("game", [TALLY, DiceGame()])
def test_a_game_without_entered_rolls_recognizes_none(game: Tally) -> None:
    assert capabilities.entered_roll(game, {"kind": "roll", "dice": [3, 4]}) is None
    assert not capabilities.ends_turn(game, {"kind": "end_turn"})


def test_the_base_game_recognizes_its_roll_inputs() -> None:
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
def test_every_game_has_undo_correction_and_confirmation_inputs(kind: str) -> None:
    assert capabilities.is_history_input(TALLY, kind)
    assert capabilities.is_correction_input(TALLY, kind) == (kind != "confirm")


def test_a_game_may_have_history_inputs_of_its_own() -> None:
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
def test_a_game_without_a_board_has_no_certain_buildings_or_robber(game: Tally) -> None:
    assert capabilities.certain_buildings(game, GameHistory(replay_events(game, ()))) == {}
    assert capabilities.certain_robber(game, GameHistory(replay_events(game, ()))) is None
