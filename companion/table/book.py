"""The club's book: statistics of the players over all games, separately for each kind of game."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import combinations

from companion.games.awards import Contest
from companion.games.names import normalize_name
from companion.i18n import message_to_json
from companion.table.api_types import BookOfKind, GameInShort, Habit, HabitOf, Meeting, PlayerHistory

Contests = Mapping[int, Sequence[Contest]]
"""The contests of finished games, by game number."""


def books(listed: Iterable[GameInShort], contests: Contests) -> list[BookOfKind]:
    """Return the statistics for each kind of game; the kind played most comes first.

    Players are identified by their normalized names. Habits are averages per game, over the games that have
    the contest.

    Args:
        listed: games, the newest first; unfinished ones are ignored, and a game with several copies counts
            once.
        contests: the contests of the finished games.
    """
    kinds: dict[str, list[GameInShort]] = {}
    counted: set[str] = set()
    for game in listed:
        if game["finished"] and game["uuid"] not in counted:
            counted.add(game["uuid"])
            kinds.setdefault(game["kind"], []).append(game)
    result = [_book(games, contests) for games in kinds.values()]
    return sorted(result, key=lambda book: -book["games"])


def _book(games: Sequence[GameInShort], contests: Contests) -> BookOfKind:
    return {
        "kind": games[0]["kind"],
        "name": games[0]["name"],
        "games": len(games),
        "players": player_histories(games),
        "meetings": _meetings(games),
        "habits": _habits(games, contests),
    }


def player_histories(listed: Iterable[GameInShort]) -> list[PlayerHistory]:
    """Return each player's results in finished games, by name; the most victories come first.

    Args:
        listed: games, the newest first.

    Returns:
        ``name``, ``games``, ``won``, ``points`` (on average), ``best``, and ``last`` (the start of the newest
        game, by the clock at that time).
    """
    games: dict[str, list[tuple[int, bool, str]]] = {}
    finished = [game for game in listed if game["finished"]]
    names = _latest_names(finished)
    for game in finished:
        for player in game["players"]:
            won = player["colour"] in game["winners"]
            played = games.setdefault(normalize_name(player["name"]), [])
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


def _latest_names(games: Sequence[GameInShort]) -> dict[str, str]:
    """Return the players' names in their latest spelling, by normalized name."""
    names: dict[str, str] = {}
    for game in games:
        for player in game["players"]:
            names.setdefault(normalize_name(player["name"]), player["name"].strip())
    return names


def _meetings(games: Sequence[GameInShort]) -> list[Meeting]:
    """Return how often each of two players finished ahead; the most frequent pairs come first."""
    names = _latest_names(games)
    met: dict[tuple[str, str], list[int]] = {}
    for game in games:
        # The winner is ahead of all others, whatever the points.
        places = {
            normalize_name(player["name"]): (player["colour"] in game["winners"], player["points"])
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
    """Return each player's average per game, for each contest that describes a habit."""
    names = _latest_names(games)
    kinds: dict[str, Contest] = {}
    counted: dict[str, dict[str, list[int]]] = {}
    for game in games:
        for contest in contests.get(game["game"], ()):
            if contest.describe_habit is None or not contest.counts:
                continue
            kinds.setdefault(str(contest.title), contest)
            counts = counted.setdefault(str(contest.title), {})
            for player in game["players"]:
                had = counts.setdefault(normalize_name(player["name"]), [])
                had.append(contest.counts.get(player["colour"], 0))
    return [_habit(kinds[title], counts, names) for title, counts in counted.items()]


def _habit(contest: Contest, counts: Mapping[str, Sequence[int]], names: Mapping[str, str]) -> Habit:
    means = {key: sum(had) / len(had) for key, had in counts.items()}
    order = sorted(means, key=lambda key: (-means[key], names[key]))
    alone = len(order) > 1 and means[order[0]] > means[order[1]]
    values: list[HabitOf] = [
        {"name": names[key], "value": round(means[key], 1), "games": len(counts[key])} for key in order
    ]
    text = contest.describe_habit(names[order[0]]) if alone and contest.describe_habit is not None else None
    return {
        "title": message_to_json(contest.title),
        "told": None if text is None else message_to_json(text),
        "values": values,
    }
