"""Points of each game: spot-it-catan.fr.txt, "Points à marquer"; clarifications.md."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from companion.games.spot_it.state import MatchState
from tests.games.spot_it.conftest import Match


@pytest.mark.parametrize("game", [1, 2, 3])
class TestGames1To3:
    def test_the_first_team_out_of_cards_scores_1_and_the_most_of_the_category_2(
        self,
        match: Match,
        score_game: Callable[..., MatchState],
        points: Callable[[MatchState], dict[str, int]],
        game: int,
    ) -> None:
        """Game 1, example: Bleu is out first and scores 1, Orange has most and scores 2."""
        after = score_game(match("blue", "orange", "red", game=game), out=["blue"], blue=3, orange=5, red=2)
        assert points(after) == {"blue": 1, "orange": 2, "red": 0}

    def test_one_team_may_score_both(
        self,
        match: Match,
        score_game: Callable[..., MatchState],
        points: Callable[[MatchState], dict[str, int]],
        game: int,
    ) -> None:
        """Game 3, example: Orange is out first and has the longest road."""
        after = score_game(match("blue", "orange", game=game), out=["orange"], blue=3, orange=5)
        assert points(after) == {"blue": 0, "orange": 3}

    def test_each_team_that_ties_scores_the_2_points(
        self,
        match: Match,
        score_game: Callable[..., MatchState],
        points: Callable[[MatchState], dict[str, int]],
        game: int,
    ) -> None:
        after = score_game(match("blue", "orange", "red", game=game), out=["red"], blue=4, orange=4, red=1)
        assert points(after) == {"blue": 2, "orange": 2, "red": 1}

    def test_two_teams_out_together_both_score_the_point(
        self,
        match: Match,
        score_game: Callable[..., MatchState],
        points: Callable[[MatchState], dict[str, int]],
        game: int,
    ) -> None:
        after = score_game(match(game=game), out=["blue", "red"], blue=5, red=3)
        assert points(after) == {"blue": 3, "red": 1}

    def test_two_teams_out_together_score_no_point_as_an_option(
        self,
        match: Match,
        score_game: Callable[..., MatchState],
        points: Callable[[MatchState], dict[str, int]],
        game: int,
    ) -> None:
        state = match("blue", "orange", "red", game=game, both_out="neither")
        assert points(score_game(state, out=["blue", "red"], blue=5, orange=1, red=3))["red"] == 0
        assert points(score_game(state, out=["red"], blue=5, orange=1, red=3))["red"] == 1


class TestGame4:
    def test_the_most_captured_cards_score_2_points(
        self,
        match: Match,
        score_game: Callable[..., MatchState],
        points: Callable[[MatchState], dict[str, int]],
    ) -> None:
        """Example 2: Bleu took 11 cards and Rouge 8: Bleu scores 2 points."""
        assert points(score_game(match(game=4), blue=11, red=8)) == {"blue": 2, "red": 0}

    def test_each_team_that_ties_scores_the_2_points(
        self,
        match: Match,
        score_game: Callable[..., MatchState],
        points: Callable[[MatchState], dict[str, int]],
    ) -> None:
        after = score_game(match("blue", "orange", "red", game=4), blue=8, orange=3, red=8)
        assert points(after) == {"blue": 2, "orange": 0, "red": 2}


class TestGame5:
    def test_each_captured_card_scores_a_point_round_by_round(
        self,
        match: Match,
        score_game: Callable[..., MatchState],
        points: Callable[[MatchState], dict[str, int]],
    ) -> None:
        state = score_game(match("blue", "orange", "red", game=5), blue=2, orange=0, red=0)
        assert points(score_game(state, blue=1, orange=0, red=1)) == {"blue": 3, "orange": 0, "red": 1}


class TestFivePlayers:
    """Two teams of two, and blue alone ("Partie à 5 joueurs")."""

    @pytest.mark.parametrize("game", [1, 2, 3])
    def test_counts_of_the_solo_team_are_doubled_before_comparison(
        self,
        match: Match,
        score_game: Callable[..., MatchState],
        points: Callable[[MatchState], dict[str, int]],
        game: int,
    ) -> None:
        state = match("blue", "orange", "red", game=game, alone="blue")
        most = score_game(state, out=["red"], blue=3, orange=5, red=4)
        assert points(most) == {"blue": 2, "orange": 0, "red": 1}
        tied = score_game(state, out=["red"], blue=2, orange=4, red=4)
        assert points(tied) == {"blue": 2, "orange": 2, "red": 3}

    def test_captures_of_the_solo_team_in_game_4_are_doubled(
        self,
        match: Match,
        score_game: Callable[..., MatchState],
        points: Callable[[MatchState], dict[str, int]],
    ) -> None:
        state = match("blue", "orange", "red", game=4, alone="blue")
        assert points(score_game(state, blue=5, orange=9, red=5)) == {"blue": 2, "orange": 0, "red": 0}

    def test_no_count_is_doubled_in_game_5(
        self,
        match: Match,
        score_game: Callable[..., MatchState],
        points: Callable[[MatchState], dict[str, int]],
    ) -> None:
        state = match("blue", "orange", "red", game=5, alone="blue")
        assert points(score_game(state, blue=1, orange=1, red=0)) == {"blue": 1, "orange": 1, "red": 0}


class TestThreePlayersAsTwoAgainstOne:
    def test_no_count_is_doubled(
        self,
        match: Match,
        score_game: Callable[..., MatchState],
        points: Callable[[MatchState], dict[str, int]],
    ) -> None:
        assert points(score_game(match(game=4, alone="blue"), blue=8, red=11)) == {"blue": 0, "red": 2}

    def test_the_solo_player_counts_double_as_an_option(
        self,
        match: Match,
        score_game: Callable[..., MatchState],
        points: Callable[[MatchState], dict[str, int]],
    ) -> None:
        state = match(game=4, alone="blue", two_against_one="as_of_five")
        assert points(score_game(state, blue=8, red=11)) == {"blue": 2, "red": 0}
