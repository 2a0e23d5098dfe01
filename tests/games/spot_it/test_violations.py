"""Counts that can't be: they are recorded as people told them, flagged."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

import pytest

from companion.games.spot_it.effects import apply
from companion.games.spot_it.events import GameScored, MatchStarted, RoundScored, SeatedTeam
from companion.games.spot_it.legality import violations
from companion.games.spot_it.options import Colour, GameNumber
from companion.games.spot_it.state import MatchState
from tests.games.spot_it.conftest import Match


def counted(game: GameNumber, out: Iterable[Colour] = ("blue",), **counts: Any) -> GameScored:
    return GameScored(game, tuple(out), tuple(sorted(dict[Any, int](counts).items())))


@pytest.mark.parametrize("game", [1, 3])
class TestCardsOnTheIsland:
    def test_a_team_shows_no_more_than_it_took(self, match: Match, game: GameNumber) -> None:
        assert violations(match(game=game), counted(game, blue=16, red=3)) == []
        assert violations(match(game=game), counted(game, blue=17, red=2)) == ["too_many_of_a_team"]

    def test_the_solo_team_of_five_has_8(self, match: Match, game: GameNumber) -> None:
        state = match("blue", "orange", "red", game=game, alone="blue")
        assert violations(state, counted(game, blue=8, orange=0, red=0)) == []
        assert violations(state, counted(game, blue=9, orange=0, red=0)) == ["too_many_of_a_team"]

    def test_the_island_has_19_places(self, match: Match, game: GameNumber) -> None:
        assert violations(match(game=game), counted(game, blue=10, red=9)) == []
        assert violations(match(game=game), counted(game, blue=10, red=10)) == ["too_many_on_island"]


class TestHarbors:
    def test_there_are_6(self, match: Match) -> None:
        assert violations(match(game=2), counted(2, blue=6, red=6)) == []
        assert violations(match(game=2), counted(2, blue=7, red=0)) == ["too_many_harbors"]

    def test_no_more_than_two_teams_border_one(self, match: Match) -> None:
        state = match("blue", "orange", "red", game=2)
        assert violations(state, counted(2, blue=4, orange=4, red=4)) == []
        assert violations(state, counted(2, blue=5, orange=4, red=4)) == ["too_many_harbors"]


@pytest.mark.parametrize(("red", "words"), [(8, []), (7, ["not_all_captured"]), (9, ["not_all_captured"])])
def test_all_19_cards_are_captured_in_game_4(match: Match, red: int, words: list[str]) -> None:
    assert violations(match(game=4), counted(4, out=(), blue=11, red=red)) == words


class TestRounds:
    @pytest.mark.parametrize("captured", [{"blue": 1, "red": 0}, {"blue": 0, "red": 1}])
    def test_of_two_teams_capture_1_card(self, match: Match, captured: dict[Colour, int]) -> None:
        assert violations(match(game=5), RoundScored(tuple(captured.items()))) == []

    def test_of_three_teams_capture_2_cards(self, match: Match) -> None:
        state = match("blue", "orange", "red", game=5)
        assert violations(state, RoundScored((("blue", 1), ("orange", 1), ("red", 0)))) == []
        assert violations(state, RoundScored((("blue", 0), ("orange", 2), ("red", 0)))) == []
        assert violations(state, RoundScored((("blue", 1), ("orange", 0), ("red", 0)))) == ["wrong_captures"]
        assert violations(state, RoundScored((("blue", 1), ("orange", 1), ("red", 1)))) == ["wrong_captures"]


class TestWhoIsOutFirst:
    @pytest.mark.parametrize("game", [1, 2, 3])
    def test_is_somebody_for_the_game_would_go_on(self, match: Match, game: GameNumber) -> None:
        assert violations(match(game=game), counted(game, out=(), blue=3, red=3)) == ["nobody_out"]

    def test_is_nobody_in_game_4(self, match: Match) -> None:
        assert violations(match(game=4), counted(4, blue=11, red=8)) == ["no_first_out_here"]


class TestWhen:
    def test_another_game_than_the_one_that_is_on(self, match: Match) -> None:
        assert violations(match(mode="adventure"), counted(2, blue=3, red=3)) == ["wrong_game"]
        assert violations(match(game=5), counted(1, blue=3, red=3)) == ["wrong_game"]
        assert violations(match(), RoundScored((("blue", 1), ("red", 0)))) == ["wrong_game"]

    def test_after_the_end(
        self, match: Match, scored: Callable[..., MatchState], points: Callable[[MatchState], dict[str, int]]
    ) -> None:
        state = match()
        for _ in range(4):
            state = scored(state, out=["blue"], blue=5, red=4)
        late = counted(1, blue=5, red=4)
        assert violations(state, late) == ["game_over"]
        assert points(apply(state, late)) == points(state) == {"blue": 12, "red": 0}

    def test_teams_are_formed_once(self, match: Match) -> None:
        again = MatchStarted((SeatedTeam("A", "blue"), SeatedTeam("B", "red")))
        assert violations(match(), again) == ["wrong_phase"]


def test_every_team_is_counted(match: Match, points: Callable[[MatchState], dict[str, int]]) -> None:
    told = counted(1, blue=3)
    assert violations(match(), told) == ["team_not_counted"]
    assert points(apply(match(), told)) == {"blue": 3, "red": 0}


def test_what_cannot_be_is_recorded_all_the_same(
    match: Match, points: Callable[[MatchState], dict[str, int]]
) -> None:
    assert points(apply(match(game=4), counted(4, out=(), blue=12, red=11))) == {"blue": 2, "red": 0}


def test_a_team_that_is_not_at_the_table_cannot_be_told_of(match: Match) -> None:
    with pytest.raises(ValueError, match="nobody plays orange"):
        apply(match(), counted(1, orange=3))
