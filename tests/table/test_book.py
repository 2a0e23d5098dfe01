"""The club's book: what all evenings together say, each kind of game by itself."""

from __future__ import annotations

from collections.abc import Mapping

from companion.games.awards import Contest
from companion.i18n import message_from_json, plural_sentence, sentence
from companion.table.api_types import GameInShort
from companion.table.book import books


def played(
    number: int, points: Mapping[str, int], kind: str = "base", winner: str | None = "red"
) -> GameInShort:
    """A game of players by their names, whose colours are those of the seats."""
    colours = ("red", "blue", "white")
    return {
        "game": number,
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


def test_each_kind_of_game_has_a_book_of_its_own_the_one_played_most_first() -> None:
    listed = [played(3, {"Ana": 3}, "dice"), played(2, {"Ana": 10}), played(1, {"Ana": 10})]
    assert [(book["kind"], book["games"]) for book in books(listed, {})] == [("base", 2), ("dice", 1)]


def test_a_game_that_nobody_won_is_in_no_book() -> None:
    assert books([played(1, {"Ana": 4, "Ben": 3}, winner=None)], {}) == []


def test_two_who_met_are_compared_whoever_sat_where() -> None:
    listed = [
        played(3, {"Ben": 10, "Ana": 9}),
        played(2, {"Ana": 10, "Ben": 7, "Cyr": 7}),
        played(1, {"ana ": 10, "Ben": 4}),
    ]
    (book,) = books(listed, {})
    first, *others = book["meetings"]
    assert first == {"one": "Ana", "other": "Ben", "games": 3, "one_ahead": 2, "other_ahead": 1}
    assert others[1] == {"one": "Ben", "other": "Cyr", "games": 1, "one_ahead": 0, "other_ahead": 0}


def test_who_won_is_ahead_whatever_the_points_say() -> None:
    (book,) = books([played(1, {"Ana": 7, "Ben": 8})], {})
    assert book["meetings"][0]["one_ahead"] == 1


def test_habits_are_counted_by_game_and_say_whose_they_are() -> None:
    listed = [played(2, {"Ana": 10, "Ben": 5}), played(1, {"Ana": 10, "Ben": 5})]
    (book,) = books(listed, {1: [luck(red=4, blue=-3)], 2: [luck(red=-1, blue=-2)]})
    (habit,) = book["habits"]
    assert habit["values"] == [
        {"name": "Ana", "value": 1.5, "games": 2},
        {"name": "Ben", "value": -2.5, "games": 2},
    ]
    assert habit["told"] is not None
    assert "Ana has the luckiest dice" in message_from_json(habit["told"])


def test_a_game_that_does_not_tell_a_habit_is_not_counted_for_it() -> None:
    listed = [played(2, {"Ana": 10, "Ben": 5}), played(1, {"Ana": 10, "Ben": 5})]
    (book,) = books(listed, {1: [luck(red=4, blue=2)], 2: [luck()]})
    assert [each["games"] for each in book["habits"][0]["values"]] == [1, 1]


def test_what_two_share_is_said_of_nobody() -> None:
    (book,) = books([played(1, {"Ana": 10, "Ben": 5})], {1: [luck(red=2, blue=2)]})
    assert book["habits"][0]["told"] is None


def test_a_comparison_that_is_no_habit_is_left_out() -> None:
    contest = Contest("Comeback", {"red": 3}, 1, str)
    assert books([played(1, {"Ana": 10})], {1: [contest]})[0]["habits"] == []
