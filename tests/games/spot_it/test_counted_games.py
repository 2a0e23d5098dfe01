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
    def test_the_same_game_repeats(
        self, match: Match, score_game: Callable[..., MatchState], game: int
    ) -> None:
        state = match(game=game)
        for _ in range(3):
            assert state.game == game
            state = score_game(state, out=["blue"], blue=4, red=4)

    def test_discovery_is_the_default_mode(self, match: Match) -> None:
        assert match().options.mode == "discovery"


class TestAdventure:
    def test_the_five_games_are_played_in_order_and_the_last_repeats(
        self,
        match: Match,
        score_game: Callable[..., MatchState],
        points: Callable[[MatchState], dict[str, int]],
    ) -> None:
        state = match(mode="adventure")
        for game in (1, 2, 3):
            assert state.game == game
            state = score_game(state, out=["red"], blue=4, red=2)
        assert state.game == 4
        state = score_game(state, blue=9, red=10)
        assert points(state) == {"blue": 6, "red": 5}
        for _ in range(3):
            assert state.game == 5
            state = score_game(state, blue=1, red=0)
        assert state.phase == "play"
        assert score_game(state, blue=1, red=0).phase == "over"

    def test_an_adventure_ignores_the_chosen_game(self, match: Match) -> None:
        assert match(mode="adventure", game=4).game == 1


class TestMatchEnd:
    def test_a_match_ends_once_a_team_has_ten_points_after_a_game(
        self, match: Match, score_game: Callable[..., MatchState]
    ) -> None:
        state = match()
        for _ in range(3):
            state = score_game(state, out=["blue"], blue=5, red=4)
        assert (state.phase, state.winners) == ("play", ())
        state = score_game(state, out=["red"], blue=5, red=4)
        assert (state.phase, state.winners) == ("over", ("blue",))

    def test_the_team_with_most_points_wins_if_several_have_ten(
        self,
        match: Match,
        score_game: Callable[..., MatchState],
        points: Callable[[MatchState], dict[str, int]],
    ) -> None:
        state = match()
        for out in (["blue", "red"], ["blue", "red"], ["red"], ["red"]):
            state = score_game(state, out=out, blue=4, red=4)
        assert points(state) == {"blue": 10, "red": 12}
        assert state.winners == ("red",)

    def test_tied_teams_share_the_victory(
        self,
        match: Match,
        score_game: Callable[..., MatchState],
        points: Callable[[MatchState], dict[str, int]],
    ) -> None:
        state = match("blue", "orange", "red")
        for out in ("blue", "red", "blue", "red"):
            state = score_game(state, out=[out], blue=4, orange=2, red=4)
        assert points(state) == {"blue": 10, "orange": 0, "red": 10}
        assert state.winners == ("blue", "red")

    def test_game_5_can_end_after_each_round(
        self, match: Match, score_game: Callable[..., MatchState]
    ) -> None:
        state = match(game=5)
        for _ in range(9):
            state = score_game(state, blue=1, red=0)
        assert state.phase == "play"
        assert score_game(state, blue=1, red=0).winners == ("blue",)

    def test_game_5_ends_when_a_pile_runs_out_and_the_most_points_win(
        self,
        match: Match,
        score_game: Callable[..., MatchState],
        points: Callable[[MatchState], dict[str, int]],
    ) -> None:
        state = match(game=5)
        for _ in range(8):
            state = score_game(score_game(state, blue=1, red=0), blue=0, red=1)
        assert points(state) == {"blue": 8, "red": 8}
        assert state.winners == ("blue", "red")

    def test_with_reshuffling_game_5_continues_to_ten_points(
        self,
        match: Match,
        score_game: Callable[..., MatchState],
        points: Callable[[MatchState], dict[str, int]],
    ) -> None:
        state = match(game=5, pile_out="shuffle_again")
        for _ in range(8):
            state = score_game(score_game(state, blue=1, red=0), blue=0, red=1)
        assert (state.phase, state.rounds) == ("play", 0)
        assert score_game(score_game(state, blue=1, red=0), blue=1, red=0).winners == ("blue",)


def test_the_card_sensor_is_required_until_the_match_is_over(
    match: Match, score_game: Callable[..., MatchState]
) -> None:
    game, state = SpotItGame(), match()
    assert game.required_sensors(state) == {Sensor.CARDS}
    for _ in range(4):
        state = score_game(state, out=["blue"], blue=5, red=4)
    assert game.required_sensors(state) == frozenset()
