"""The first player by dice: base-game-2025, page 5 (8. Qui Commence ?); clarifications.md, Who begins."""

from collections.abc import Mapping
from itertools import product
from typing import Any

import pytest

from companion.games.base.game import BaseGame
from companion.games.base.rules import events as base
from companion.games.dice_game import events as dice_game
from companion.games.dice_game.game import DiceGame
from companion.games.game_api import Game
from companion.games.schema import EventError
from companion.games.seats import highest_rollers
from companion.observations import InputRefused

NAMES = {"red": "Ana", "blue": "Ben", "white": "Cyr"}
SEATS = [{"name": name, "colour": colour} for colour, name in NAMES.items()]
TIED = [{"red": 7, "blue": 9, "white": 9}, {"blue": 5, "white": 11}]


class TestFirstPlayer:
    def test_the_highest_sum_of_two_dice_begins(self) -> None:
        assert highest_rollers([7, 11, 4]) == (1,)

    def test_only_the_tied_players_throw_again(self) -> None:
        assert highest_rollers([9, 4, 9, 9]) == (0, 2, 3)
        assert highest_rollers([6, None, 8, 8]) == (2, 3)
        assert highest_rollers([None, None, 5, 8]) == (3,)

    def test_the_first_player_is_among_the_highest_rollers(self) -> None:
        for sums in product((2, 7, 12), repeat=3):
            assert {sums[seat] for seat in highest_rollers(sums)} == {max(sums)}

    @pytest.mark.parametrize("sums", [[], [None, None]])
    def test_a_round_without_throws_is_refused(self, sums: list[None]) -> None:
        with pytest.raises(ValueError, match="roll the dice"):
            highest_rollers(sums)


def start_event(
    game: Game[Any, Any], data: Mapping[str, Any]
) -> base.GameStarted | dice_game.DiceGameStarted:
    """The first event of a new game."""
    (started,) = game.opening(data)
    assert isinstance(started, base.GameStarted | dice_game.DiceGameStarted)
    return started


@pytest.mark.parametrize("game", [BaseGame(), DiceGame()], ids=lambda game: game.kind)
class TestNewGame:
    def test_seats_start_with_the_highest_roller(self, game: Game[Any, Any]) -> None:
        started = start_event(game, {"players": SEATS, "who_begins": [{"red": 3, "blue": 12, "white": 8}]})
        assert [seat.name for seat in started.players] == ["Ben", "Cyr", "Ana"]

    def test_tied_players_roll_again(self, game: Game[Any, Any]) -> None:
        started = start_event(game, {"players": SEATS, "who_begins": TIED})
        assert [seat.name for seat in started.players] == ["Cyr", "Ana", "Ben"]

    def test_the_throws_are_recorded(self, game: Game[Any, Any]) -> None:
        started = start_event(game, {"players": SEATS, "who_begins": TIED})
        data = game.event_to_json(started)
        assert data["who_begins"] == TIED
        assert game.event_from_json(data) == started

    @pytest.mark.parametrize("nothing", [{}, {"who_begins": None}, {"who_begins": []}])
    def test_without_throws_the_first_seat_begins(
        self, game: Game[Any, Any], nothing: Mapping[str, Any]
    ) -> None:
        started = start_event(game, {"players": SEATS, **nothing})
        assert [seat.name for seat in started.players] == ["Ana", "Ben", "Cyr"]
        assert "who_begins" not in game.event_to_json(started)

    @pytest.mark.parametrize(
        ("rounds", "message"),
        [
            ([{"red": 7, "blue": 9}], "everyone rolls once"),
            ([{"red": 7, "blue": 9, "white": 9}], "roll again"),
            ([{"red": 7, "blue": 9, "white": 9}, {"red": 2, "blue": 3, "white": 4}], "highest sum"),
            ([{"red": 7, "blue": 9, "white": 8}, {"blue": 3}], "highest sum"),
            ([{"red": 7, "blue": 9, "green": 8}], "everyone rolls once"),
        ],
    )
    def test_undecided_throws_are_refused(
        self, game: Game[Any, Any], rounds: list[dict[str, int]], message: str
    ) -> None:
        with pytest.raises(InputRefused, match=message):
            game.opening({"players": SEATS, "who_begins": rounds})

    @pytest.mark.parametrize(
        "rounds", ["red", [["red", 7]], [{"red": 1}], [{"red": 13}], [{"red": True}], [{"pink": 7}]]
    )
    def test_impossible_sums_are_refused(self, game: Game[Any, Any], rounds: Any) -> None:
        with pytest.raises(EventError):
            game.opening({"players": SEATS, "who_begins": rounds})
