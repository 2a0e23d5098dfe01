"""What people enter of a match: counted games, rounds, and corrections."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from companion.games.game_api import GameHistory, Insert, Interpretation, Reattribute, Replace, Undo
from companion.games.replay import RecordedEvent, replay_events
from companion.games.spot_it.events import Event, GameScored, MatchStarted, RoundScored, SeatedTeam
from companion.games.spot_it.game import SpotItGame
from companion.games.spot_it.options import MatchOptions
from companion.games.spot_it.state import MatchState
from companion.observations import InputEntered, InputRefused, RollSeen

TEAMS = (SeatedTeam("Ana", "blue"), SeatedTeam("Ben", "orange"))
FIRST = GameScored(1, ("blue",), (("blue", 5), ("orange", 3)))
SECOND = GameScored(2, ("orange",), (("blue", 2), ("orange", 4)))
ROUND = RoundScored((("blue", 1), ("orange", 0)))


@pytest.fixture
def told() -> Callable[..., GameHistory[MatchState, Event]]:
    """`told(event, ...)`: the story of an adventure in which these were told."""

    def tell(*events: Event, **options: Any) -> GameHistory[MatchState, Event]:
        events = (MatchStarted(TEAMS, MatchOptions(**{"mode": "adventure", **options})), *events)
        recorded_events = tuple(
            RecordedEvent(n, event, float(n), "tablet") for n, event in enumerate(events, 1)
        )
        return GameHistory(replay_events(SpotItGame(), recorded_events), undoable=len(events))

    return tell


@pytest.fixture
def enter() -> Callable[..., Interpretation[Event]]:
    """`enter(story, kind, **fields)`: what the input tells."""
    return lambda history, kind, **fields: SpotItGame().interpret(
        history, InputEntered(9.0, "tablet", {"kind": kind, **fields})
    )


class TestScoring:
    def test_is_of_the_game_that_is_on_unless_it_is_said(
        self, told: Callable[..., GameHistory[MatchState, Event]], enter: Callable[..., Interpretation[Event]]
    ) -> None:
        counts = {"blue": 2, "orange": 4}
        assert enter(told(FIRST), "game_scored", first_out=["orange"], counts=counts).events == (SECOND,)
        again = enter(told(FIRST), "game_scored", game=1, first_out=["orange"], counts=counts)
        (scored,) = again.events
        assert isinstance(scored, GameScored)
        assert scored.game == 1

    def test_game_5_is_told_round_by_round(
        self, told: Callable[..., GameHistory[MatchState, Event]], enter: Callable[..., Interpretation[Event]]
    ) -> None:
        history = told(mode="discovery", game=5)
        assert enter(history, "round_scored", captured={"blue": 1, "orange": 0}).events == (ROUND,)
        with pytest.raises(InputRefused, match="games 1 to 4"):
            enter(history, "game_scored", first_out=[], counts={"blue": 1, "orange": 0})

    def test_nonsense_is_refused_in_words(
        self, told: Callable[..., GameHistory[MatchState, Event]], enter: Callable[..., Interpretation[Event]]
    ) -> None:
        with pytest.raises(InputRefused, match="whole number"):
            enter(told(), "game_scored", first_out=[], counts={"blue": "many"})
        with pytest.raises(InputRefused, match="no such input: dance"):
            enter(told(), "dance")

    def test_what_another_tablet_counted_meanwhile_is_not_counted_again(
        self, told: Callable[..., GameHistory[MatchState, Event]], enter: Callable[..., Interpretation[Event]]
    ) -> None:
        said = {"first_out": ["orange"], "counts": {"blue": 2, "orange": 4}}
        with pytest.raises(InputRefused, match=r"That was already counted: Ana \+3\."):
            enter(told(FIRST), "game_scored", game=1, after=0, **said)
        with pytest.raises(InputRefused, match=r"already counted: Ana \+1\."):
            enter(told(ROUND, mode="discovery", game=5), "round_scored", captured={"orange": 1}, after=0)
        assert enter(told(FIRST), "game_scored", after=1, **said).events == (SECOND,)

    def test_what_was_counted_is_named_of_each_team(
        self, told: Callable[..., GameHistory[MatchState, Event]], enter: Callable[..., Interpretation[Event]]
    ) -> None:
        tie = GameScored(1, ("blue",), (("blue", 4), ("orange", 4)))
        with pytest.raises(InputRefused, match=r"already counted: Ana \+3 and Ben \+2\."):
            enter(told(tie), "game_scored", after=0, first_out=[], counts={})
        nothing = RoundScored((("blue", 0), ("orange", 0)))
        with pytest.raises(InputRefused, match="already counted: nobody scored"):
            enter(told(nothing), "round_scored", after=0, captured={})

    def test_what_was_taken_back_meanwhile_is_to_be_counted_again(
        self, told: Callable[..., GameHistory[MatchState, Event]], enter: Callable[..., Interpretation[Event]]
    ) -> None:
        with pytest.raises(InputRefused, match="An earlier count has been undone since"):
            enter(told(), "game_scored", after=1, first_out=["blue"], counts={"blue": 2, "orange": 4})
        with pytest.raises(InputRefused, match="number of games and rounds"):
            enter(told(), "game_scored", after="1", first_out=["blue"], counts={"blue": 2, "orange": 4})

    def test_nothing_else_tells_of_a_match(self, told: Callable[..., GameHistory[MatchState, Event]]) -> None:
        assert SpotItGame().interpret(told(), RollSeen(1.0, "tower", (3, 4))).events == ()


class TestCorrecting:
    def test_undo_takes_back_what_was_told_last(
        self, told: Callable[..., GameHistory[MatchState, Event]], enter: Callable[..., Interpretation[Event]]
    ) -> None:
        assert enter(told(FIRST), "undo").corrections == (Undo(2),)

    def test_a_line_is_told_otherwise_or_not_at_all(
        self, told: Callable[..., GameHistory[MatchState, Event]], enter: Callable[..., Interpretation[Event]]
    ) -> None:
        other = enter(told(FIRST), "correct", entry=2, change={"first_out": ["orange"]})
        assert other.corrections == (Replace(2, GameScored(1, ("orange",), FIRST.counts)),)
        assert enter(told(FIRST), "correct", entry=2, event=None).corrections == (Replace(2, None),)

    def test_a_line_that_nobody_told_is_put_before_another(
        self, told: Callable[..., GameHistory[MatchState, Event]], enter: Callable[..., Interpretation[Event]]
    ) -> None:
        event = SpotItGame().event_to_json(FIRST)
        assert enter(told(SECOND), "correct", before=2, event=event).corrections == (Insert(2, FIRST),)

    def test_the_teams_forming_stays(
        self, told: Callable[..., GameHistory[MatchState, Event]], enter: Callable[..., Interpretation[Event]]
    ) -> None:
        with pytest.raises(InputRefused, match="start a new game"):
            enter(told(), "correct", entry=1, event=None)


def teams(*colours: tuple[str, str, str]) -> list[dict[str, str]]:
    return [{"name": name, "colour": colour, "at_first": had} for name, colour, had in colours]


class TestOtherTeamsThanTold:
    def test_a_team_takes_what_was_told_of_it_to_its_new_colour(
        self, told: Callable[..., GameHistory[MatchState, Event]], enter: Callable[..., Interpretation[Event]]
    ) -> None:
        change = {"players": teams(("Ana", "red", "blue"), ("Ben", "orange", "orange"))}
        first, other = enter(told(FIRST), "correct", entry=1, change=change).corrections
        assert isinstance(first, Replace)
        assert isinstance(first.event, MatchStarted)
        assert first.event.players == (SeatedTeam("Ana", "red"), SeatedTeam("Ben", "orange"))
        assert other == Reattribute(2, GameScored(1, ("red",), (("orange", 3), ("red", 5))), "tablet", 1.0)

    def test_two_teams_change_colours(
        self, told: Callable[..., GameHistory[MatchState, Event]], enter: Callable[..., Interpretation[Event]]
    ) -> None:
        change = {"players": teams(("Ana", "orange", "blue"), ("Ben", "blue", "orange"))}
        _, first, round_ = enter(told(FIRST, ROUND), "correct", entry=1, change=change).corrections
        assert isinstance(first, Reattribute)
        assert isinstance(round_, Reattribute)
        assert first.event == GameScored(1, ("orange",), (("blue", 3), ("orange", 5)))
        assert round_.event == RoundScored((("blue", 0), ("orange", 1)))

    def test_only_names_change_where_no_colour_does(
        self, told: Callable[..., GameHistory[MatchState, Event]], enter: Callable[..., Interpretation[Event]]
    ) -> None:
        change = {"players": teams(("Ann", "blue", "blue"), ("Ben", "orange", "orange"))}
        assert len(enter(told(FIRST), "correct", entry=1, change=change).corrections) == 1

    def test_a_new_colour_is_that_of_the_team_whose_own_is_gone(
        self, told: Callable[..., GameHistory[MatchState, Event]], enter: Callable[..., Interpretation[Event]]
    ) -> None:
        players = [{"name": "Ben", "colour": "orange"}, {"name": "Ana", "colour": "red"}]
        _, other = enter(told(FIRST), "correct", entry=1, change={"players": players}).corrections
        assert isinstance(other, Reattribute)
        assert isinstance(other.event, GameScored)
        assert other.event.counts == (("orange", 3), ("red", 5))

    def test_nothing_is_told_of_a_team_that_was_not_there(
        self, told: Callable[..., GameHistory[MatchState, Event]], enter: Callable[..., Interpretation[Event]]
    ) -> None:
        three = (*TEAMS, SeatedTeam("Cyr", "red"))
        counted = GameScored(1, ("blue", "red"), (("blue", 5), ("orange", 3), ("red", 4)))
        recorded_events = (RecordedEvent(1, MatchStarted(three)), RecordedEvent(2, counted))
        history = GameHistory(replay_events(SpotItGame(), recorded_events))
        change = {"players": teams(("Ana", "blue", "blue"), ("Ben", "orange", "orange"))}
        _, other = enter(history, "correct", entry=1, change=change).corrections
        assert isinstance(other, Reattribute)
        assert other.event == GameScored(1, ("blue",), (("blue", 5), ("orange", 3)))

    def test_two_teams_have_two_names(
        self, told: Callable[..., GameHistory[MatchState, Event]], enter: Callable[..., Interpretation[Event]]
    ) -> None:
        change = {"players": teams(("Ana", "blue", "blue"), ("ana", "orange", "orange"))}
        with pytest.raises(InputRefused, match="Two teams are called ana"):
            enter(told(), "correct", entry=1, change=change)


def test_two_teams_of_a_new_match_have_two_names() -> None:
    with pytest.raises(InputRefused, match="Two teams are called Ana"):
        SpotItGame().opening({"players": [{"name": "Ana", "colour": c} for c in ("blue", "red")]})
