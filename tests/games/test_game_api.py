"""Features that only some games have, and their defaults."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.games.base.game import BaseGame
from companion.games.dice_game.game import DiceGame
from companion.games.game_api import Game, GameHistory
from companion.games.replay import replay_events
from companion.observations import InputRefused
from tests.games.tally import Tally, Thrown

TALLY = Tally()
EMPTY_HISTORY = GameHistory(replay_events(TALLY, ()))
PAGE = Path(__file__).parents[2] / "docs" / "adding_a_game.md"


def test_the_page_about_a_new_game_lists_every_part_of_the_interface() -> None:
    names = [name for each in (Game, *Game.__bases__) for name in vars(each) if not name.startswith("_")]
    page = PAGE.read_text("utf-8")
    assert len(names) > 30
    assert [name for name in names if f"`{name}`" not in page] == []


def test_a_game_without_an_abstract_method_can_not_be_created() -> None:
    class Unfinished(Game[None, None]):
        kind = "unfinished"

    with pytest.raises(TypeError, match="abstract methods apply"):
        Unfinished()  # type: ignore[abstract]  # what the test is about


def test_a_game_without_secrets_shows_everything_to_everyone() -> None:
    assert TALLY.event_in_public(TALLY.initial(), Thrown(4)) == TALLY.event_to_json(Thrown(4))
    assert TALLY.violations_in_public(EMPTY_HISTORY) == TALLY.violations_known_to(EMPTY_HISTORY, "red") == {}
    assert TALLY.seat_view(EMPTY_HISTORY, "red") is None
    with pytest.raises(InputRefused, match="nothing secret"):
        TALLY.seat_input(EMPTY_HISTORY, "red", {"kind": "throw"})


def test_without_trades_and_draws_nothing_is_traded_or_drawn() -> None:
    with pytest.raises(InputRefused, match="no trading"):
        TALLY.trade_input(EMPTY_HISTORY, "red", "blue", {}, {})
    entered = {"kind": "throw", "total": 3}
    assert TALLY.draw_random(EMPTY_HISTORY, entered, lambda count: range(count)) is entered


def test_a_game_without_external_ids_has_its_own_name() -> None:
    assert TALLY.external_ids(EMPTY_HISTORY) == {"name": "Tally", "bgg": None, "first": None}


@pytest.mark.parametrize(("game", "number"), [(BaseGame(), 13), (DiceGame(), 27710)])
def test_a_game_may_have_external_ids(game: BaseGame, number: int) -> None:
    known = game.external_ids(GameHistory(replay_events(game, ())))
    assert (known["bgg"], known["first"]) == (number, None)


@pytest.mark.parametrize("game", [TALLY, DiceGame()])
def test_a_game_without_entered_rolls_recognizes_none(game: Tally) -> None:
    assert game.entered_roll({"kind": "roll", "dice": [3, 4]}) is None
    assert not game.ends_turn({"kind": "end_turn"})


def test_the_base_game_recognizes_its_roll_inputs() -> None:
    game = BaseGame()
    assert game.entered_roll({"kind": "roll", "dice": [3, 4]}) == (3, 4)
    assert game.entered_roll({"kind": "roll", "dice": {"sum": 7}}) == (7,)
    assert game.entered_roll({"kind": "roll", "dice": "three"}) == (), "a roll, whatever it says"
    assert game.entered_roll({"kind": "end_turn"}) is None
    assert game.ends_turn({"kind": "end_turn"})


@pytest.mark.parametrize("kind", ["undo", "correct", "confirm"])
def test_every_game_has_undo_correction_and_confirmation_inputs(kind: str) -> None:
    assert TALLY.is_history_input(kind)
    assert TALLY.is_correction_input(kind) == (kind != "confirm")


def test_a_game_may_have_history_inputs_of_its_own() -> None:
    game = BaseGame()
    own = {"confirm", "whose_knight", "no_roll", "another_roll", "show_hand"}
    assert all(game.is_history_input(kind) for kind in own)
    assert {kind for kind in own if game.is_correction_input(kind)} == {
        "no_roll",
        "another_roll",
    }
    unknown = {"whose_knight", "no_roll", "show_hand", "throw", None}
    assert not any(TALLY.is_history_input(kind) for kind in unknown)
    assert not any(TALLY.is_correction_input(kind) for kind in unknown)
    for each in (game, TALLY):
        assert not each.is_history_input(["undo"]), "whatever somebody sends"
        assert not each.is_correction_input(["undo"])


@pytest.mark.parametrize("game", [TALLY, DiceGame()])
def test_a_game_without_a_board_has_no_certain_buildings_or_robber(game: Tally) -> None:
    assert game.certain_buildings(GameHistory(replay_events(game, ()))) == {}
    assert game.certain_robber(GameHistory(replay_events(game, ()))) is None
