"""The club book: statistics over all games of a kind."""

from __future__ import annotations

from collections.abc import Mapping

from companion.games.api_types import Contest
from companion.i18n import message_from_json, plural_sentence, sentence
from companion.table.api_types import GameInShort
from companion.table.game_archive import books


def finished_game(
    number: int, points: Mapping[str, int], kind: str = "base", winner: str | None = "red"
) -> GameInShort:
    """A game of players by name, with the colours of their seats."""
    colours = ("red", "blue", "white")
    return {
        "game": number,
        "uuid": f"game-{number}",
        "kind": kind,
        "name": kind.title(),
        "started": "2026-01-31T19:30:00+00:00",
        "imported": False,
        "finished": winner is not None,
        "winner": winner,
        "winners": [] if winner is None else [winner],
        "turns": 60,
        "seconds": 3600.0,
        "players": [
            {"name": name, "colour": colour, "points": has}
            for (name, has), colour in zip(points.items(), colours, strict=False)
        ],
    }


def luck(**counts: int) -> Contest:
    return Contest(
        sentence("Luckiest"),
        counts,
        1,
        lambda count: plural_sentence("{count} card", "{count} cards", count),
        lambda name: sentence(
            "{name} has the luckiest dice: more cards than fair dice would bring", name=name
        ),
    )


def test_each_kind_of_game_has_its_own_book_the_most_played_first() -> None:
    listed = [
        finished_game(3, {"Ana": 3}, "dice"),
        finished_game(2, {"Ana": 10}),
        finished_game(1, {"Ana": 10}),
    ]
    assert [(book["kind"], book["games"]) for book in books(listed, {})] == [("base", 2), ("dice", 1)]


def test_a_game_without_a_winner_is_in_no_book() -> None:
    assert books([finished_game(1, {"Ana": 4, "Ben": 3}, winner=None)], {}) == []


def test_copies_of_a_game_count_once() -> None:
    game = finished_game(1, {"Ana": 10, "Ben": 7})
    (book,) = books([{**game, "game": 3}, finished_game(2, {"Ana": 4, "Ben": 10}, winner="blue"), game], {})
    assert book["games"] == 2
    assert {player["name"]: (player["games"], player["won"]) for player in book["players"]} == {
        "Ana": (2, 1),
        "Ben": (2, 1),
    }


def test_two_opponents_are_compared_in_any_seats() -> None:
    listed = [
        finished_game(3, {"Ben": 10, "Ana": 9}),
        finished_game(2, {"Ana": 10, "Ben": 7, "Cyr": 7}),
        finished_game(1, {"ana ": 10, "Ben": 4}),
    ]
    (book,) = books(listed, {})
    first, *others = book["meetings"]
    assert first == {"one": "Ana", "other": "Ben", "games": 3, "one_ahead": 2, "other_ahead": 1}
    assert others[1] == {"one": "Ben", "other": "Cyr", "games": 1, "one_ahead": 0, "other_ahead": 0}


def test_the_winner_is_ahead_with_any_points() -> None:
    (book,) = books([finished_game(1, {"Ana": 7, "Ben": 8})], {})
    assert book["meetings"][0]["one_ahead"] == 1


def test_habits_are_averaged_by_game_and_name_the_leader() -> None:
    listed = [finished_game(2, {"Ana": 10, "Ben": 5}), finished_game(1, {"Ana": 10, "Ben": 5})]
    (book,) = books(listed, {1: [luck(red=4, blue=-3)], 2: [luck(red=-1, blue=-2)]})
    (habit,) = book["habits"]
    assert habit["values"] == [
        {"name": "Ana", "value": 1.5, "games": 2},
        {"name": "Ben", "value": -2.5, "games": 2},
    ]
    assert habit["told"] is not None
    assert "Ana has the luckiest dice" in message_from_json(habit["told"])


def test_a_game_without_a_habit_does_not_count_for_it() -> None:
    listed = [finished_game(2, {"Ana": 10, "Ben": 5}), finished_game(1, {"Ana": 10, "Ben": 5})]
    (book,) = books(listed, {1: [luck(red=4, blue=2)], 2: [luck()]})
    assert [each["games"] for each in book["habits"][0]["values"]] == [1, 1]


def test_a_tied_habit_names_nobody() -> None:
    (book,) = books([finished_game(1, {"Ana": 10, "Ben": 5})], {1: [luck(red=2, blue=2)]})
    assert book["habits"][0]["told"] is None


def test_a_contest_that_is_no_habit_is_left_out() -> None:
    contest = Contest("Comeback", {"red": 3}, 1, str)
    assert books([finished_game(1, {"Ana": 10})], {1: [contest]})[0]["habits"] == []
