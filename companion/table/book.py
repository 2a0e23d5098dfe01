"""The club's book: what all evenings together say of those who played, each kind of game by itself."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import combinations

from companion.games.awards import Contest
from companion.games.names import alike
from companion.i18n import message_to_json
from companion.table.wire import BookOfKind, GameInShort, Habit, HabitOf, Meeting, PlayerHistory

Contests = Mapping[int, Sequence[Contest]]
"""What players were compared in, by the games' numbers."""


def books(listed: Iterable[GameInShort], contests: Contests) -> list[BookOfKind]:
    """What finished games, the newest first, say of each kind of game; the kind played most first.

    Players are known by name, however it was typed that evening. What they do more often than others is
    counted by game, over those games that tell it.
    """
    kinds: dict[str, list[GameInShort]] = {}
    for game in listed:
        if game["finished"]:
            kinds.setdefault(game["kind"], []).append(game)
    found = [_book(games, contests) for games in kinds.values()]
    return sorted(found, key=lambda book: -book["games"])


def _book(games: Sequence[GameInShort], contests: Contests) -> BookOfKind:
    return {
        "kind": games[0]["kind"],
        "name": games[0]["name"],
        "games": len(games),
        "players": by_player(games),
        "meetings": _meetings(games),
        "habits": _habits(games, contests),
    }


def by_player(listed: Iterable[GameInShort]) -> list[PlayerHistory]:
    """What finished games, the newest first, came to for each player, who is known by name.

    The most victories first.

    Returns:
        ``name``, ``games``, ``won``, ``points`` (on average), ``best``, and ``last`` (when the newest of
        them began, by the clock of that evening).
    """
    games: dict[str, list[tuple[int, bool, str]]] = {}
    finished = [game for game in listed if game["finished"]]
    names = _names(finished)
    for game in finished:
        for player in game["players"]:
            won = player["colour"] in game["winners"]
            played = games.setdefault(alike(player["name"]), [])
            played.append((player["points"], won, game["started"]))
    found: list[PlayerHistory] = [
        {
            "name": names[key],
            "games": len(played),
            "won": sum(won for _, won, _ in played),
            "points": round(sum(points for points, _, _ in played) / len(played), 1),
            "best": max(points for points, _, _ in played),
            "last": played[0][2],
        }
        for key, played in games.items()
    ]
    return sorted(found, key=lambda each: (-each["won"], -each["points"], each["name"]))


def _names(games: Sequence[GameInShort]) -> dict[str, str]:
    """The players' names as they were spelt last, by what each is known again by."""
    names: dict[str, str] = {}
    for game in games:
        for player in game["players"]:
            names.setdefault(alike(player["name"]), player["name"].strip())
    return names


def _meetings(games: Sequence[GameInShort]) -> list[Meeting]:
    """Of each two who played together, who came out ahead how often; those who met most often first."""
    names = _names(games)
    met: dict[tuple[str, str], list[int]] = {}
    for game in games:
        # Whoever won is ahead of all, whatever the points.
        places = {
            alike(player["name"]): (player["colour"] in game["winners"], player["points"])
            for player in game["players"]
        }
        for one, other in combinations(sorted(places), 2):
            counts = met.setdefault((one, other), [0, 0, 0])
            counts[0] += 1
            counts[1] += places[one] > places[other]
            counts[2] += places[other] > places[one]
    found: list[Meeting] = [
        {"one": names[one], "other": names[other], "games": games_, "one_ahead": ahead, "other_ahead": behind}
        for (one, other), (games_, ahead, behind) in met.items()
    ]
    return sorted(found, key=lambda each: (-each["games"], each["one"], each["other"]))


def _habits(games: Sequence[GameInShort], contests: Contests) -> list[Habit]:
    """What players do more than others, a game: of each contest that says so."""
    names = _names(games)
    kinds: dict[str, Contest] = {}
    counted: dict[str, dict[str, list[int]]] = {}
    for game in games:
        for contest in contests.get(game["game"], ()):
            if contest.habit is None or not contest.counts:
                continue
            kinds.setdefault(str(contest.title), contest)
            counts = counted.setdefault(str(contest.title), {})
            for player in game["players"]:
                had = counts.setdefault(alike(player["name"]), [])
                had.append(contest.counts.get(player["colour"], 0))
    return [_habit(kinds[title], counts, names) for title, counts in counted.items()]


def _habit(contest: Contest, counts: Mapping[str, Sequence[int]], names: Mapping[str, str]) -> Habit:
    means = {key: sum(had) / len(had) for key, had in counts.items()}
    order = sorted(means, key=lambda key: (-means[key], names[key]))
    alone = len(order) > 1 and means[order[0]] > means[order[1]]
    values: list[HabitOf] = [
        {"name": names[key], "value": round(means[key], 1), "games": len(counts[key])} for key in order
    ]
    told = contest.habit(names[order[0]]) if alone and contest.habit is not None else None
    return {
        "title": message_to_json(contest.title),
        "told": None if told is None else message_to_json(told),
        "values": values,
    }
