"""Match inputs: counted games, rounds and corrections."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from companion.games.game_api import GameHistory, Insert, Interpretation, Reattribute, Replace, Undo
from companion.games.replay import RecordedEvent, replay_events
from companion.games.spot_it.events import Event, GameScored, MatchStarted, RoundScored, SeatedTeam
from companion.games.spot_it.game import SpotItGame
from companion.games.spot_it.state import MatchOptions, MatchState
from companion.observations import DiceDetection, InputEntered, InputRefused

TEAMS = (SeatedTeam("Ana", "blue"), SeatedTeam("Ben", "orange"))
FIRST_GAME = GameScored(1, ("blue",), (("blue", 5), ("orange", 3)))
SECOND_GAME = GameScored(2, ("orange",), (("blue", 2), ("orange", 4)))
ROUND = RoundScored((("blue", 1), ("orange", 0)))


@pytest.fixture
def history_of() -> Callable[..., GameHistory[MatchState, Event]]:
    """`history_of(event, ...)`: the history of an adventure with these events."""

    def make_history(*events: Event, **options: Any) -> GameHistory[MatchState, Event]:
        events = (MatchStarted(TEAMS, MatchOptions(**{"mode": "adventure", **options})), *events)
        recorded_events = tuple(
            RecordedEvent(n, event, float(n), "tablet") for n, event in enumerate(events, 1)
        )
        return GameHistory(replay_events(SpotItGame(), recorded_events), undoable=len(events))

    return make_history


@pytest.fixture
def enter() -> Callable[..., Interpretation[Event]]:
    """`enter(history, kind, **fields)`: the interpretation of an input."""
    return lambda history, kind, **fields: SpotItGame().interpret(
        history, InputEntered(9.0, "tablet", {"kind": kind, **fields})
    )


class TestScoring:
    def test_a_score_is_for_the_current_game_unless_it_names_another(
        self,
        history_of: Callable[..., GameHistory[MatchState, Event]],
        enter: Callable[..., Interpretation[Event]],
    ) -> None:
        counts = {"blue": 2, "orange": 4}
        assert enter(history_of(FIRST_GAME), "game_scored", first_out=["orange"], counts=counts).events == (
            SECOND_GAME,
        )
        again = enter(history_of(FIRST_GAME), "game_scored", game=1, first_out=["orange"], counts=counts)
        (scored,) = again.events
        assert isinstance(scored, GameScored)
        assert scored.game == 1

    def test_game_5_is_entered_round_by_round(
        self,
        history_of: Callable[..., GameHistory[MatchState, Event]],
        enter: Callable[..., Interpretation[Event]],
    ) -> None:
        history = history_of(mode="discovery", game=5)
        assert enter(history, "round_scored", captured={"blue": 1, "orange": 0}).events == (ROUND,)
        with pytest.raises(InputRefused, match="games 1 to 4"):
            enter(history, "game_scored", first_out=[], counts={"blue": 1, "orange": 0})

    def test_an_invalid_input_is_refused_with_a_message(
        self,
        history_of: Callable[..., GameHistory[MatchState, Event]],
        enter: Callable[..., Interpretation[Event]],
    ) -> None:
        with pytest.raises(InputRefused, match="whole number"):
            enter(history_of(), "game_scored", first_out=[], counts={"blue": "many"})
        with pytest.raises(InputRefused, match="no such input: dance"):
            enter(history_of(), "dance")

    def test_a_game_that_another_tablet_counted_meanwhile_is_not_counted_again(
        self,
        history_of: Callable[..., GameHistory[MatchState, Event]],
        enter: Callable[..., Interpretation[Event]],
    ) -> None:
        counts = {"first_out": ["orange"], "counts": {"blue": 2, "orange": 4}}
        with pytest.raises(InputRefused, match=r"That was already counted: Ana \+3\."):
            enter(history_of(FIRST_GAME), "game_scored", game=1, after=0, **counts)
        with pytest.raises(InputRefused, match=r"already counted: Ana \+1\."):
            enter(
                history_of(ROUND, mode="discovery", game=5), "round_scored", captured={"orange": 1}, after=0
            )
        assert enter(history_of(FIRST_GAME), "game_scored", after=1, **counts).events == (SECOND_GAME,)

    def test_the_refusal_names_the_points_of_each_team(
        self,
        history_of: Callable[..., GameHistory[MatchState, Event]],
        enter: Callable[..., Interpretation[Event]],
    ) -> None:
        tie = GameScored(1, ("blue",), (("blue", 4), ("orange", 4)))
        with pytest.raises(InputRefused, match=r"already counted: Ana \+3 and Ben \+2\."):
            enter(history_of(tie), "game_scored", after=0, first_out=[], counts={})
        nothing = RoundScored((("blue", 0), ("orange", 0)))
        with pytest.raises(InputRefused, match="already counted: nobody scored"):
            enter(history_of(nothing), "round_scored", after=0, captured={})

    def test_an_undone_count_must_be_entered_again(
        self,
        history_of: Callable[..., GameHistory[MatchState, Event]],
        enter: Callable[..., Interpretation[Event]],
    ) -> None:
        with pytest.raises(InputRefused, match="An earlier count has been undone since"):
            enter(history_of(), "game_scored", after=1, first_out=["blue"], counts={"blue": 2, "orange": 4})
        with pytest.raises(InputRefused, match="number of games and rounds"):
            enter(history_of(), "game_scored", after="1", first_out=["blue"], counts={"blue": 2, "orange": 4})

    def test_dice_record_nothing_in_a_match(
        self, history_of: Callable[..., GameHistory[MatchState, Event]]
    ) -> None:
        assert SpotItGame().interpret(history_of(), DiceDetection(1.0, "tower", (3, 4))).events == ()


class TestCorrecting:
    def test_undo_removes_the_last_event(
        self,
        history_of: Callable[..., GameHistory[MatchState, Event]],
        enter: Callable[..., Interpretation[Event]],
    ) -> None:
        assert enter(history_of(FIRST_GAME), "undo").corrections == (Undo(2),)

    def test_an_entry_can_be_replaced_or_removed(
        self,
        history_of: Callable[..., GameHistory[MatchState, Event]],
        enter: Callable[..., Interpretation[Event]],
    ) -> None:
        other = enter(history_of(FIRST_GAME), "correct", entry=2, change={"first_out": ["orange"]})
        assert other.corrections == (Replace(2, GameScored(1, ("orange",), FIRST_GAME.counts)),)
        assert enter(history_of(FIRST_GAME), "correct", entry=2, event=None).corrections == (
            Replace(2, None),
        )

    def test_a_forgotten_entry_can_be_inserted(
        self,
        history_of: Callable[..., GameHistory[MatchState, Event]],
        enter: Callable[..., Interpretation[Event]],
    ) -> None:
        event = SpotItGame().event_to_json(FIRST_GAME)
        assert enter(history_of(SECOND_GAME), "correct", before=2, event=event).corrections == (
            Insert(2, FIRST_GAME),
        )

    def test_the_formation_of_teams_cannot_be_removed(
        self,
        history_of: Callable[..., GameHistory[MatchState, Event]],
        enter: Callable[..., Interpretation[Event]],
    ) -> None:
        with pytest.raises(InputRefused, match="start a new game"):
            enter(history_of(), "correct", entry=1, event=None)


def teams(*colours: tuple[str, str, str]) -> list[dict[str, str]]:
    return [{"name": name, "colour": colour, "at_first": had} for name, colour, had in colours]


class TestChangedTeams:
    def test_a_team_keeps_its_scores_in_a_new_colour(
        self,
        history_of: Callable[..., GameHistory[MatchState, Event]],
        enter: Callable[..., Interpretation[Event]],
    ) -> None:
        change = {"players": teams(("Ana", "red", "blue"), ("Ben", "orange", "orange"))}
        first, other = enter(history_of(FIRST_GAME), "correct", entry=1, change=change).corrections
        assert isinstance(first, Replace)
        assert isinstance(first.event, MatchStarted)
        assert first.event.players == (SeatedTeam("Ana", "red"), SeatedTeam("Ben", "orange"))
        assert other == Reattribute(2, GameScored(1, ("red",), (("orange", 3), ("red", 5))), "tablet", 1.0)

    def test_two_teams_can_swap_colours(
        self,
        history_of: Callable[..., GameHistory[MatchState, Event]],
        enter: Callable[..., Interpretation[Event]],
    ) -> None:
        change = {"players": teams(("Ana", "orange", "blue"), ("Ben", "blue", "orange"))}
        _, first, round_ = enter(history_of(FIRST_GAME, ROUND), "correct", entry=1, change=change).corrections
        assert isinstance(first, Reattribute)
        assert isinstance(round_, Reattribute)
        assert first.event == GameScored(1, ("orange",), (("blue", 3), ("orange", 5)))
        assert round_.event == RoundScored((("blue", 0), ("orange", 1)))

    def test_renaming_a_team_reattributes_nothing(
        self,
        history_of: Callable[..., GameHistory[MatchState, Event]],
        enter: Callable[..., Interpretation[Event]],
    ) -> None:
        change = {"players": teams(("Ann", "blue", "blue"), ("Ben", "orange", "orange"))}
        assert len(enter(history_of(FIRST_GAME), "correct", entry=1, change=change).corrections) == 1

    def test_a_new_colour_belongs_to_the_team_whose_colour_is_gone(
        self,
        history_of: Callable[..., GameHistory[MatchState, Event]],
        enter: Callable[..., Interpretation[Event]],
    ) -> None:
        players = [{"name": "Ben", "colour": "orange"}, {"name": "Ana", "colour": "red"}]
        _, other = enter(history_of(FIRST_GAME), "correct", entry=1, change={"players": players}).corrections
        assert isinstance(other, Reattribute)
        assert isinstance(other.event, GameScored)
        assert other.event.counts == (("orange", 3), ("red", 5))

    def test_a_removed_team_loses_its_counts(
        self,
        history_of: Callable[..., GameHistory[MatchState, Event]],
        enter: Callable[..., Interpretation[Event]],
    ) -> None:
        three = (*TEAMS, SeatedTeam("Cyr", "red"))
        counted = GameScored(1, ("blue", "red"), (("blue", 5), ("orange", 3), ("red", 4)))
        recorded_events = (RecordedEvent(1, MatchStarted(three)), RecordedEvent(2, counted))
        history = GameHistory(replay_events(SpotItGame(), recorded_events))
        change = {"players": teams(("Ana", "blue", "blue"), ("Ben", "orange", "orange"))}
        _, other = enter(history, "correct", entry=1, change=change).corrections
        assert isinstance(other, Reattribute)
        assert other.event == GameScored(1, ("blue",), (("blue", 5), ("orange", 3)))

    def test_two_teams_cannot_share_a_name(
        self,
        history_of: Callable[..., GameHistory[MatchState, Event]],
        enter: Callable[..., Interpretation[Event]],
    ) -> None:
        change = {"players": teams(("Ana", "blue", "blue"), ("ana", "orange", "orange"))}
        with pytest.raises(InputRefused, match="Two teams are called ana"):
            enter(history_of(), "correct", entry=1, change=change)


def test_two_teams_of_a_new_match_cannot_share_a_name() -> None:
    with pytest.raises(InputRefused, match="Two teams are called Ana"):
        SpotItGame().opening({"players": [{"name": "Ana", "colour": c} for c in ("blue", "red")]})
