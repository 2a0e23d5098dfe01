"""Impossible counts are recorded as entered and flagged."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

import pytest

from companion.games.spot_it.effects import apply
from companion.games.spot_it.events import GameScored, MatchStarted, RoundScored, SeatedTeam
from companion.games.spot_it.legality import violations
from companion.games.spot_it.state import Colour, GameNumber, MatchState
from tests.games.spot_it.conftest import Match


def score_of(game: GameNumber, out: Iterable[Colour] = ("blue",), **counts: Any) -> GameScored:
    return GameScored(game, tuple(out), tuple(sorted(dict[Any, int](counts).items())))


@pytest.mark.parametrize("game", [1, 3])
class TestIslandCards:
    def test_a_team_has_no_more_cards_on_the_island_than_it_took(
        self, match: Match, game: GameNumber
    ) -> None:
        assert violations(match(game=game), score_of(game, blue=16, red=3)) == []
        assert violations(match(game=game), score_of(game, blue=17, red=2)) == ["too_many_of_a_team"]

    def test_the_solo_team_of_five_has_8_cards(self, match: Match, game: GameNumber) -> None:
        state = match("blue", "orange", "red", game=game, alone="blue")
        assert violations(state, score_of(game, blue=8, orange=0, red=0)) == []
        assert violations(state, score_of(game, blue=9, orange=0, red=0)) == ["too_many_of_a_team"]

    def test_the_island_has_19_places(self, match: Match, game: GameNumber) -> None:
        assert violations(match(game=game), score_of(game, blue=10, red=9)) == []
        assert violations(match(game=game), score_of(game, blue=10, red=10)) == ["too_many_on_island"]


class TestHarbors:
    def test_there_are_6_harbors(self, match: Match) -> None:
        assert violations(match(game=2), score_of(2, blue=6, red=6)) == []
        assert violations(match(game=2), score_of(2, blue=7, red=0)) == ["too_many_harbors"]

    def test_no_more_than_two_teams_border_a_harbor(self, match: Match) -> None:
        state = match("blue", "orange", "red", game=2)
        assert violations(state, score_of(2, blue=4, orange=4, red=4)) == []
        assert violations(state, score_of(2, blue=5, orange=4, red=4)) == ["too_many_harbors"]


@pytest.mark.parametrize(("red", "words"), [(8, []), (7, ["not_all_captured"]), (9, ["not_all_captured"])])
def test_game_4_captures_all_19_cards(match: Match, red: int, words: list[str]) -> None:
    assert violations(match(game=4), score_of(4, out=(), blue=11, red=red)) == words


class TestRounds:
    @pytest.mark.parametrize("captured", [{"blue": 1, "red": 0}, {"blue": 0, "red": 1}])
    def test_a_round_of_two_teams_captures_1_card(self, match: Match, captured: dict[Colour, int]) -> None:
        assert violations(match(game=5), RoundScored(tuple(captured.items()))) == []

    def test_a_round_of_three_teams_captures_2_cards(self, match: Match) -> None:
        state = match("blue", "orange", "red", game=5)
        assert violations(state, RoundScored((("blue", 1), ("orange", 1), ("red", 0)))) == []
        assert violations(state, RoundScored((("blue", 0), ("orange", 2), ("red", 0)))) == []
        assert violations(state, RoundScored((("blue", 1), ("orange", 0), ("red", 0)))) == ["wrong_captures"]
        assert violations(state, RoundScored((("blue", 1), ("orange", 1), ("red", 1)))) == ["wrong_captures"]


class TestFirstTeamOut:
    @pytest.mark.parametrize("game", [1, 2, 3])
    def test_games_1_to_3_need_a_first_team_out(self, match: Match, game: GameNumber) -> None:
        assert violations(match(game=game), score_of(game, out=(), blue=3, red=3)) == ["nobody_out"]

    def test_game_4_has_no_first_team_out(self, match: Match) -> None:
        assert violations(match(game=4), score_of(4, blue=11, red=8)) == ["no_first_out_here"]


class TestScoreTiming:
    def test_a_score_for_another_than_the_current_game_is_flagged(self, match: Match) -> None:
        assert violations(match(mode="adventure"), score_of(2, blue=3, red=3)) == ["wrong_game"]
        assert violations(match(game=5), score_of(1, blue=3, red=3)) == ["wrong_game"]
        assert violations(match(), RoundScored((("blue", 1), ("red", 0)))) == ["wrong_game"]

    def test_a_score_after_the_end_is_flagged(
        self,
        match: Match,
        score_game: Callable[..., MatchState],
        points: Callable[[MatchState], dict[str, int]],
    ) -> None:
        state = match()
        for _ in range(4):
            state = score_game(state, out=["blue"], blue=5, red=4)
        late = score_of(1, blue=5, red=4)
        assert violations(state, late) == ["game_over"]
        assert points(apply(state, late)) == points(state) == {"blue": 12, "red": 0}

    def test_teams_are_formed_once(self, match: Match) -> None:
        again = MatchStarted((SeatedTeam("A", "blue"), SeatedTeam("B", "red")))
        assert violations(match(), again) == ["wrong_phase"]


def test_a_missing_team_is_flagged(match: Match, points: Callable[[MatchState], dict[str, int]]) -> None:
    score = score_of(1, blue=3)
    assert violations(match(), score) == ["team_not_counted"]
    assert points(apply(match(), score)) == {"blue": 3, "red": 0}


def test_impossible_counts_are_recorded(match: Match, points: Callable[[MatchState], dict[str, int]]) -> None:
    assert points(apply(match(game=4), score_of(4, out=(), blue=12, red=11))) == {"blue": 2, "red": 0}


def test_a_score_for_an_absent_team_is_refused(match: Match) -> None:
    with pytest.raises(ValueError, match="nobody plays orange"):
        apply(match(), score_of(1, orange=3))
