"""A match looked back on, and what another telling of it changes."""

from __future__ import annotations

from companion.games.game_api import GameHistory
from companion.games.replay import RecordedEvent, replay_events
from companion.games.spot_it.changes import differences
from companion.games.spot_it.events import Event, GameScored, MatchStarted, RoundScored, SeatedTeam
from companion.games.spot_it.game import SpotItGame
from companion.games.spot_it.options import Colour, GameNumber, MatchOptions
from companion.games.spot_it.state import MatchState, Team
from tests.games.awarded import in_english

STARTED = MatchStarted((SeatedTeam("Ana", "blue"), SeatedTeam("Ben", "red")), MatchOptions(mode="adventure"))


def history(*events: Event) -> GameHistory[MatchState, Event]:
    recorded_events = tuple(
        RecordedEvent(n, event, 60.0 * n) for n, event in enumerate((STARTED, *events), 1)
    )
    return GameHistory(replay_events(SpotItGame(), recorded_events))


def counted(game: GameNumber, out: tuple[Colour, ...], blue: int, red: int) -> GameScored:
    return GameScored(game, out, (("blue", blue), ("red", red)))


PLAYED = (
    counted(1, ("blue",), 3, 5),
    counted(2, ("blue",), 4, 4),
    counted(3, ("red",), 2, 6),
    counted(4, (), 8, 11),
    RoundScored((("blue", 0), ("red", 1))),
)


def test_the_best_team_stands_first() -> None:
    told = SpotItGame().summary(history(*PLAYED))
    assert told["players"] == [
        {"name": "Ben", "colour": "red", "points": 10},
        {"name": "Ana", "colour": "blue", "points": 4},
    ]
    assert (told["winner"], told["winners"], told["turns"], told["seconds"]) == ("red", ["red"], 5, 300)


def test_each_game_is_told_with_what_was_counted_and_what_it_was_worth() -> None:
    first, *_, last = SpotItGame().summary(history(*PLAYED))["games"]
    assert first == {
        "game": 1,
        "first_out": ["blue"],
        "counts": {"blue": 3, "red": 5},
        "points": {"blue": 1, "red": 2},
        "totals": {"blue": 1, "red": 2},
    }
    assert (last["game"], last["counts"]) == (5, {"blue": 0, "red": 1})
    assert last["totals"] == {"blue": 4, "red": 10}


def test_whose_count_is_doubled_is_told() -> None:
    assert SpotItGame().summary(history(*PLAYED))["solo"] is None
    alone = MatchStarted(
        (*STARTED.players, SeatedTeam("Cyr", "orange")), MatchOptions(mode="adventure", alone="orange")
    )
    recorded_events = (RecordedEvent(1, alone),)
    assert SpotItGame().summary(GameHistory(replay_events(SpotItGame(), recorded_events)))["solo"] == "orange"


def test_what_was_played_after_the_end_is_not_looked_back_on() -> None:
    told = SpotItGame().summary(history(*PLAYED, RoundScored((("blue", 1), ("red", 0)))))
    assert len(told["games"]) == 5


def test_a_shared_victory_has_no_one_winner() -> None:
    games = [counted(1, (out,), 4, 4) for out in ("blue", "red", "blue", "red")]
    seen = history(*games)
    for told in (SpotItGame().summary(seen), SpotItGame().view(seen)):
        assert (told["winner"], told["winners"]) == (None, ["blue", "red"])


def test_another_telling_changes_points_the_game_that_is_on_and_who_wins() -> None:
    before, after = history(*PLAYED), history(*PLAYED[:-1], RoundScored((("blue", 1), ("red", 0))))
    assert SpotItGame().differences(before, after) == [
        {"what": "winners", "before": ["red"], "after": []},
        {"what": "points", "colour": "blue", "before": 4, "after": 5},
        {"what": "points", "colour": "red", "before": 10, "after": 9},
    ]
    game, *_ = SpotItGame().differences(history(*PLAYED[:2]), history(PLAYED[0]))
    assert game == {"what": "game", "before": 3, "after": 2}


def test_points_are_compared_by_team_also_where_teams_swap_colours_or_are_renamed() -> None:
    def formed(*seats: tuple[str, Colour, int]) -> MatchState:
        return MatchState(tuple(Team(name, colour, points) for name, colour, points in seats), count=1)

    told = formed(("Ana", "blue", 3), ("Ben", "red", 0))
    assert differences(told, formed(("Ana", "red", 3), ("Ben", "blue", 0))) == []
    assert differences(told, formed(("Anna", "blue", 3), ("Ben", "red", 0))) == []
    assert differences(told, formed(("Ben", "blue", 1), ("Cyr", "orange", 5))) == [
        {"what": "points", "colour": "blue", "before": 0, "after": 1}
    ]


def awards(*events: Event) -> dict[str, tuple[str, str]]:
    return in_english(SpotItGame().view(history(*events))["awards"])


def test_a_match_that_is_on_has_neither_awards_nor_a_course_to_show() -> None:
    view = SpotItGame().view(history(*PLAYED[:-1]))
    assert (view["awards"], view["games"]) == ([], [])


def test_once_it_is_over_the_view_says_how_it_came_to_that() -> None:
    view, told = SpotItGame().view(history(*PLAYED)), SpotItGame().summary(history(*PLAYED))
    assert view["games"] == told["games"]
    assert view["awards"] == told["awards"] != []


def times(colour: Colour, count: int) -> tuple[Colour, ...]:
    return (colour,) * count


def knights(*rounds: Colour) -> dict[str, tuple[str, str]]:
    """The awards of a match of the knights alone, in which these took a card, one after the other."""
    started = MatchStarted(STARTED.players, MatchOptions(mode="discovery", game=5))
    taken: list[Event] = [
        RoundScored(tuple((team.colour, int(team.colour == colour)) for team in STARTED.players))
        for colour in rounds
    ]
    told = tuple(RecordedEvent(n, event, 60.0 * n) for n, event in enumerate((started, *taken), 1))
    return in_english(SpotItGame().view(GameHistory(replay_events(SpotItGame(), told)))["awards"])


def test_awards_are_what_one_team_did_more_than_the_others() -> None:
    points = [each["points"] for each in SpotItGame().summary(history(*PLAYED))["games"]]
    assert max(of["red"] for of in points) == max(of["blue"] for of in points)
    given = awards(*PLAYED)
    assert "Best game" not in given
    assert given["Quickest eyes"] == ("blue", "first out of cards 2 times")


def test_rounds_of_the_knights_that_follow_each_other_are_one_game() -> None:
    assert knights(*times("blue", 10)) == {
        "Best game": ("blue", "10 points in one game"),
        "Knight catcher": ("blue", "10 cards from The knights"),
        "In the lead": ("blue", "ahead after 10 games"),
    }


def test_who_was_behind_and_won_has_caught_up() -> None:
    assert knights(*times("blue", 3), *times("red", 10))["Comeback"] == ("red", "3 points behind, and won")
