"""The course of a match: spot-it-catan.fr.txt, "Déroulement de la partie"; clarifications.md."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from companion.games.game_api import Sensor
from companion.games.spot_it.game import SpotItGame
from companion.games.spot_it.state import MatchState
from tests.games.spot_it.conftest import Match


class TestDiscovery:
    @pytest.mark.parametrize("game", [1, 2, 3])
    def test_the_same_game_is_played_again_and_again(
        self, match: Match, scored: Callable[..., MatchState], game: int
    ) -> None:
        state = match(game=game)
        for _ in range(3):
            assert state.game == game
            state = scored(state, out=["blue"], blue=4, red=4)

    def test_is_the_usual_mode(self, match: Match) -> None:
        assert match().options.mode == "discovery"


class TestAdventure:
    def test_the_five_games_are_played_in_order_and_the_last_goes_on(
        self, match: Match, scored: Callable[..., MatchState], points: Callable[[MatchState], dict[str, int]]
    ) -> None:
        state = match(mode="adventure")
        for game in (1, 2, 3):
            assert state.game == game
            state = scored(state, out=["red"], blue=4, red=2)
        assert state.game == 4
        state = scored(state, blue=9, red=10)
        assert points(state) == {"blue": 6, "red": 5}
        for _ in range(3):
            assert state.game == 5
            state = scored(state, blue=1, red=0)
        assert state.phase == "play"
        assert scored(state, blue=1, red=0).phase == "over"

    def test_whatever_game_was_chosen_for_discovery(self, match: Match) -> None:
        assert match(mode="adventure", game=4).game == 1


class TestTheEnd:
    def test_comes_once_a_team_has_ten_points_after_a_game(
        self, match: Match, scored: Callable[..., MatchState]
    ) -> None:
        state = match()
        for _ in range(3):
            state = scored(state, out=["blue"], blue=5, red=4)
        assert (state.phase, state.winners) == ("play", ())
        state = scored(state, out=["red"], blue=5, red=4)
        assert (state.phase, state.winners) == ("over", ("blue",))

    def test_the_team_with_most_points_wins_however_many_have_ten(
        self, match: Match, scored: Callable[..., MatchState], points: Callable[[MatchState], dict[str, int]]
    ) -> None:
        state = match()
        for out in (["blue", "red"], ["blue", "red"], ["red"], ["red"]):
            state = scored(state, out=out, blue=4, red=4)
        assert points(state) == {"blue": 10, "red": 12}
        assert state.winners == ("red",)

    def test_who_ties_shares_the_victory(
        self, match: Match, scored: Callable[..., MatchState], points: Callable[[MatchState], dict[str, int]]
    ) -> None:
        state = match("blue", "orange", "red")
        for out in ("blue", "red", "blue", "red"):
            state = scored(state, out=[out], blue=4, orange=2, red=4)
        assert points(state) == {"blue": 10, "orange": 0, "red": 10}
        assert state.winners == ("blue", "red")

    def test_is_looked_for_after_each_round_of_game_5(
        self, match: Match, scored: Callable[..., MatchState]
    ) -> None:
        state = match(game=5)
        for _ in range(9):
            state = scored(state, blue=1, red=0)
        assert state.phase == "play"
        assert scored(state, blue=1, red=0).winners == ("blue",)

    def test_comes_when_a_pile_of_game_5_runs_out_and_the_most_points_win(
        self, match: Match, scored: Callable[..., MatchState], points: Callable[[MatchState], dict[str, int]]
    ) -> None:
        state = match(game=5)
        for _ in range(8):
            state = scored(scored(state, blue=1, red=0), blue=0, red=1)
        assert points(state) == {"blue": 8, "red": 8}
        assert state.winners == ("blue", "red")

    def test_waits_for_ten_points_where_the_table_shuffles_again(
        self, match: Match, scored: Callable[..., MatchState], points: Callable[[MatchState], dict[str, int]]
    ) -> None:
        state = match(game=5, pile_out="shuffle_again")
        for _ in range(8):
            state = scored(scored(state, blue=1, red=0), blue=0, red=1)
        assert (state.phase, state.rounds) == ("play", 0)
        assert scored(scored(state, blue=1, red=0), blue=1, red=0).winners == ("blue",)


def test_the_cards_are_watched_until_the_match_is_over(
    match: Match, scored: Callable[..., MatchState]
) -> None:
    game, state = SpotItGame(), match()
    assert game.required_sensors(state) == {Sensor.CARDS}
    for _ in range(4):
        state = scored(state, out=["blue"], blue=5, red=4)
    assert game.required_sensors(state) == frozenset()
