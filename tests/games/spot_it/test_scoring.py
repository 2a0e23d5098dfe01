"""What each game is worth: spot-it-catan.fr.txt, "Points à marquer" of each game; clarifications.md."""

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
        scored: Callable[..., MatchState],
        points: Callable[[MatchState], dict[str, int]],
        game: int,
    ) -> None:
        """Game 1, example: Bleu is out first and scores 1, Orange has most and scores 2."""
        after = scored(match("blue", "orange", "red", game=game), out=["blue"], blue=3, orange=5, red=2)
        assert points(after) == {"blue": 1, "orange": 2, "red": 0}

    def test_one_team_may_score_both(
        self,
        match: Match,
        scored: Callable[..., MatchState],
        points: Callable[[MatchState], dict[str, int]],
        game: int,
    ) -> None:
        """Game 3, example: Orange is out first and has the longest road."""
        after = scored(match("blue", "orange", game=game), out=["orange"], blue=3, orange=5)
        assert points(after) == {"blue": 0, "orange": 3}

    def test_each_team_that_ties_scores_the_2_points(
        self,
        match: Match,
        scored: Callable[..., MatchState],
        points: Callable[[MatchState], dict[str, int]],
        game: int,
    ) -> None:
        after = scored(match("blue", "orange", "red", game=game), out=["red"], blue=4, orange=4, red=1)
        assert points(after) == {"blue": 2, "orange": 2, "red": 1}

    def test_two_teams_out_at_once_both_score_the_point(
        self,
        match: Match,
        scored: Callable[..., MatchState],
        points: Callable[[MatchState], dict[str, int]],
        game: int,
    ) -> None:
        after = scored(match(game=game), out=["blue", "red"], blue=5, red=3)
        assert points(after) == {"blue": 3, "red": 1}

    def test_two_teams_out_at_once_score_no_point_where_the_table_plays_so(
        self,
        match: Match,
        scored: Callable[..., MatchState],
        points: Callable[[MatchState], dict[str, int]],
        game: int,
    ) -> None:
        state = match("blue", "orange", "red", game=game, both_out="neither")
        assert points(scored(state, out=["blue", "red"], blue=5, orange=1, red=3))["red"] == 0
        assert points(scored(state, out=["red"], blue=5, orange=1, red=3))["red"] == 1


class TestGame4:
    def test_the_most_captured_cards_score_2_points(
        self, match: Match, scored: Callable[..., MatchState], points: Callable[[MatchState], dict[str, int]]
    ) -> None:
        """Example 2: Bleu took 11 cards and Rouge 8: Bleu scores 2 points."""
        assert points(scored(match(game=4), blue=11, red=8)) == {"blue": 2, "red": 0}

    def test_each_team_that_ties_scores_the_2_points(
        self, match: Match, scored: Callable[..., MatchState], points: Callable[[MatchState], dict[str, int]]
    ) -> None:
        after = scored(match("blue", "orange", "red", game=4), blue=8, orange=3, red=8)
        assert points(after) == {"blue": 2, "orange": 0, "red": 2}


class TestGame5:
    def test_each_captured_card_scores_a_point_round_by_round(
        self, match: Match, scored: Callable[..., MatchState], points: Callable[[MatchState], dict[str, int]]
    ) -> None:
        state = scored(match("blue", "orange", "red", game=5), blue=2, orange=0, red=0)
        assert points(scored(state, blue=1, orange=0, red=1)) == {"blue": 3, "orange": 0, "red": 1}


class TestFivePlayers:
    """Two teams of two, and blue alone ("Partie à 5 joueurs")."""

    @pytest.mark.parametrize("game", [1, 2, 3])
    def test_what_is_counted_of_the_solo_team_is_doubled_before_it_is_compared(
        self,
        match: Match,
        scored: Callable[..., MatchState],
        points: Callable[[MatchState], dict[str, int]],
        game: int,
    ) -> None:
        state = match("blue", "orange", "red", game=game, alone="blue")
        most = scored(state, out=["red"], blue=3, orange=5, red=4)
        assert points(most) == {"blue": 2, "orange": 0, "red": 1}
        tied = scored(state, out=["red"], blue=2, orange=4, red=4)
        assert points(tied) == {"blue": 2, "orange": 2, "red": 3}

    def test_what_the_solo_team_captured_in_game_4_is_doubled(
        self, match: Match, scored: Callable[..., MatchState], points: Callable[[MatchState], dict[str, int]]
    ) -> None:
        state = match("blue", "orange", "red", game=4, alone="blue")
        assert points(scored(state, blue=5, orange=9, red=5)) == {"blue": 2, "orange": 0, "red": 0}

    def test_nothing_is_adjusted_in_game_5(
        self, match: Match, scored: Callable[..., MatchState], points: Callable[[MatchState], dict[str, int]]
    ) -> None:
        state = match("blue", "orange", "red", game=5, alone="blue")
        assert points(scored(state, blue=1, orange=1, red=0)) == {"blue": 1, "orange": 1, "red": 0}


class TestThreePlayersAsTwoAgainstOne:
    def test_nothing_is_adjusted(
        self, match: Match, scored: Callable[..., MatchState], points: Callable[[MatchState], dict[str, int]]
    ) -> None:
        assert points(scored(match(game=4, alone="blue"), blue=8, red=11)) == {"blue": 0, "red": 2}

    def test_the_one_alone_is_as_the_one_of_five_where_the_table_plays_so(
        self, match: Match, scored: Callable[..., MatchState], points: Callable[[MatchState], dict[str, int]]
    ) -> None:
        state = match(game=4, alone="blue", two_against_one="as_of_five")
        assert points(scored(state, blue=8, red=11)) == {"blue": 2, "red": 0}
