"""The summary of a match, and the differences after a correction."""

from __future__ import annotations

from companion.games.game_api import GameHistory
from companion.games.replay import RecordedEvent, replay_events
from companion.games.spot_it.events import Event, GameScored, MatchStarted, RoundScored, SeatedTeam
from companion.games.spot_it.game import SpotItGame
from companion.games.spot_it.state import Colour, GameNumber, MatchOptions, MatchState, Team
from companion.games.spot_it.views import differences
from tests.games.awards_in_english import in_english

START = MatchStarted((SeatedTeam("Ana", "blue"), SeatedTeam("Ben", "red")), MatchOptions(mode="adventure"))


def history(*events: Event) -> GameHistory[MatchState, Event]:
    recorded_events = tuple(RecordedEvent(n, event, 60.0 * n) for n, event in enumerate((START, *events), 1))
    return GameHistory(replay_events(SpotItGame(), recorded_events))


def score_of(game: GameNumber, out: tuple[Colour, ...], blue: int, red: int) -> GameScored:
    return GameScored(game, out, (("blue", blue), ("red", red)))


FINISHED_MATCH = (
    score_of(1, ("blue",), 3, 5),
    score_of(2, ("blue",), 4, 4),
    score_of(3, ("red",), 2, 6),
    score_of(4, (), 8, 11),
    RoundScored((("blue", 0), ("red", 1))),
)


def test_the_best_team_comes_first() -> None:
    summary = SpotItGame().summary(history(*FINISHED_MATCH))
    assert summary["players"] == [
        {"name": "Ben", "colour": "red", "points": 10},
        {"name": "Ana", "colour": "blue", "points": 4},
    ]
    assert (summary["winner"], summary["winners"], summary["turns"], summary["seconds"]) == (
        "red",
        ["red"],
        5,
        300,
    )


def test_the_summary_lists_each_game_with_counts_and_points() -> None:
    first, *_, last = SpotItGame().summary(history(*FINISHED_MATCH))["games"]
    assert first == {
        "game": 1,
        "first_out": ["blue"],
        "counts": {"blue": 3, "red": 5},
        "points": {"blue": 1, "red": 2},
        "totals": {"blue": 1, "red": 2},
    }
    assert (last["game"], last["counts"]) == (5, {"blue": 0, "red": 1})
    assert last["totals"] == {"blue": 4, "red": 10}


def test_the_summary_marks_the_solo_team() -> None:
    assert SpotItGame().summary(history(*FINISHED_MATCH))["solo"] is None
    alone = MatchStarted(
        (*START.players, SeatedTeam("Cyr", "orange")), MatchOptions(mode="adventure", alone="orange")
    )
    recorded_events = (RecordedEvent(1, alone),)
    assert SpotItGame().summary(GameHistory(replay_events(SpotItGame(), recorded_events)))["solo"] == "orange"


def test_the_summary_leaves_out_events_after_the_end() -> None:
    summary = SpotItGame().summary(history(*FINISHED_MATCH, RoundScored((("blue", 1), ("red", 0)))))
    assert len(summary["games"]) == 5


def test_a_shared_victory_has_no_single_winner() -> None:
    games = [score_of(1, (out,), 4, 4) for out in ("blue", "red", "blue", "red")]
    seen = history(*games)
    for result in (SpotItGame().summary(seen), SpotItGame().view(seen)):
        assert (result["winner"], result["winners"]) == (None, ["blue", "red"])


def test_differences_list_points_current_game_and_winners() -> None:
    before, after = (
        history(*FINISHED_MATCH),
        history(*FINISHED_MATCH[:-1], RoundScored((("blue", 1), ("red", 0)))),
    )
    assert SpotItGame().differences(before, after) == [
        {"what": "winners", "before": ["red"], "after": []},
        {"what": "points", "colour": "blue", "before": 4, "after": 5},
        {"what": "points", "colour": "red", "before": 10, "after": 9},
    ]
    game, *_ = SpotItGame().differences(history(*FINISHED_MATCH[:2]), history(FINISHED_MATCH[0]))
    assert game == {"what": "game", "before": 3, "after": 2}


def test_differences_compare_points_by_team_across_colour_swaps_and_renames() -> None:
    def match_state(*seats: tuple[str, Colour, int]) -> MatchState:
        return MatchState(tuple(Team(name, colour, points) for name, colour, points in seats), count=1)

    before = match_state(("Ana", "blue", 3), ("Ben", "red", 0))
    assert differences(before, match_state(("Ana", "red", 3), ("Ben", "blue", 0))) == []
    assert differences(before, match_state(("Anna", "blue", 3), ("Ben", "red", 0))) == []
    assert differences(before, match_state(("Ben", "blue", 1), ("Cyr", "orange", 5))) == [
        {"what": "points", "colour": "blue", "before": 0, "after": 1}
    ]


def awards(*events: Event) -> dict[str, tuple[str, str]]:
    return in_english(SpotItGame().view(history(*events))["awards"])


def test_a_match_in_progress_has_its_games_and_no_awards() -> None:
    view = SpotItGame().view(history(*FINISHED_MATCH[:-1]))
    assert view["awards"] == []
    assert (
        view["games"] == SpotItGame().summary(history(*FINISHED_MATCH))["games"][: len(view["games"])] != []
    )


def test_the_view_of_a_finished_match_has_its_games_and_awards() -> None:
    view, summary = (
        SpotItGame().view(history(*FINISHED_MATCH)),
        SpotItGame().summary(history(*FINISHED_MATCH)),
    )
    assert view["games"] == summary["games"]
    assert view["awards"] == summary["awards"] != []


def times(colour: Colour, count: int) -> tuple[Colour, ...]:
    return (colour,) * count


def knights(*rounds: Colour) -> dict[str, tuple[str, str]]:
    """The awards of a match of The knights alone, given the team that takes each card."""
    started = MatchStarted(START.players, MatchOptions(mode="discovery", game=5))
    taken: list[Event] = [
        RoundScored(tuple((team.colour, int(team.colour == colour)) for team in START.players))
        for colour in rounds
    ]
    recorded = tuple(RecordedEvent(n, event, 60.0 * n) for n, event in enumerate((started, *taken), 1))
    return in_english(SpotItGame().view(GameHistory(replay_events(SpotItGame(), recorded)))["awards"])


def test_an_award_goes_to_the_team_that_did_something_most() -> None:
    points = [each["points"] for each in SpotItGame().summary(history(*FINISHED_MATCH))["games"]]
    assert max(of["red"] for of in points) == max(of["blue"] for of in points)
    given = awards(*FINISHED_MATCH)
    assert "Best game" not in given
    assert given["Quickest eyes"] == ("blue", "first out of cards 2 times")


def test_consecutive_rounds_of_the_knights_are_one_game() -> None:
    assert knights(*times("blue", 10)) == {
        "Best game": ("blue", "10 points in one game"),
        "Knight catcher": ("blue", "10 cards from The knights"),
        "In the lead": ("blue", "ahead after 10 games"),
    }


def test_the_comeback_award_goes_to_a_winner_who_was_behind() -> None:
    assert knights(*times("blue", 3), *times("red", 10))["Comeback"] == ("red", "3 points behind, and won")
