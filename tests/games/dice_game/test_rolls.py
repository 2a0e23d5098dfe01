"""The roll list of a dice game."""

from __future__ import annotations

from companion.games.dice_game.events import DiceGameStarted, Event, PassDice, Throw
from companion.games.dice_game.game import DiceGame
from companion.games.game_api import GameHistory
from companion.games.replay import RecordedEvent, replay_events
from companion.games.seats import Seat

GAME = DiceGame()
START = DiceGameStarted((Seat("Ana", "red"), Seat("Ben", "blue")))


def rows(*events: Event) -> list[dict[str, object]]:
    numbered = enumerate((START, *events))
    recorded = tuple(RecordedEvent(n, event, 10.0 * n, "tablet", 1.0) for n, event in numbered)
    listed = GAME.roll_list(GameHistory(replay_events(GAME, recorded)))
    return [dict(zip(listed.columns, row, strict=True)) for row in listed.rows]


def test_the_roll_list_has_player_faces_and_time_of_each_throw() -> None:
    first, again, other = rows(
        Throw("red", ("wool", "wool", "gold")),
        Throw("red", ("wool", "wool", "ore")),
        PassDice("red"),
        Throw("blue", ("lumber", "brick", "grain")),
    )
    assert (first["roll"], first["turn"], first["throw"], first["seconds"]) == (1, 1, 1, 10)
    assert (first["player"], first["wool"], first["gold"], first["ore"]) == ("Ana", 2, 1, 0)
    assert (again["roll"], again["throw"], again["ore"]) == (2, 2, 1)
    assert (other["roll"], other["turn"], other["throw"], other["player"]) == (3, 2, 1, "Ben")
