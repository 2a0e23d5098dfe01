"""A match looked back on, and what another telling of it changes."""

from __future__ import annotations

from companion.games.game_api import GameHistory
from companion.games.replay import RecordedEvent, replayed
from companion.games.spot_it.changes import differences
from companion.games.spot_it.events import Event, GameScored, GameStarted, RoundScored, Seat
from companion.games.spot_it.game import SpotItGame
from companion.games.spot_it.options import Colour, GameNumber, Options
from companion.games.spot_it.state import State, Team

STARTED = GameStarted((Seat("Ana", "blue"), Seat("Ben", "red")), Options(mode="adventure"))


def history(*events: Event) -> GameHistory[State, Event]:
    recorded_events = tuple(
        RecordedEvent(n, event, 60.0 * n) for n, event in enumerate((STARTED, *events), 1)
    )
    return GameHistory(replayed(SpotItGame(), recorded_events))


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
    alone = GameStarted((*STARTED.players, Seat("Cyr", "orange")), Options(mode="adventure", alone="orange"))
    recorded_events = (RecordedEvent(1, alone),)
    assert SpotItGame().summary(GameHistory(replayed(SpotItGame(), recorded_events)))["solo"] == "orange"


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
    def formed(*seats: tuple[str, Colour, int]) -> State:
        return State(tuple(Team(name, colour, points) for name, colour, points in seats), count=1)

    told = formed(("Ana", "blue", 3), ("Ben", "red", 0))
    assert differences(told, formed(("Ana", "red", 3), ("Ben", "blue", 0))) == []
    assert differences(told, formed(("Anna", "blue", 3), ("Ben", "red", 0))) == []
    assert differences(told, formed(("Ben", "blue", 1), ("Cyr", "orange", 5))) == [
        {"what": "points", "colour": "blue", "before": 0, "after": 1}
    ]
