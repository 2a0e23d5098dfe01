"""What is told of teams at the end of a match besides their points."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import groupby

from companion.games.awards import Contest, awards
from companion.games.game_api import GameHistory
from companion.games.spot_it.course import counted_games
from companion.games.spot_it.events import Event
from companion.games.spot_it.state import State
from companion.games.spot_it.wire import GameCounted
from companion.games.wire import Award
from companion.i18n import counted, sentence

_KNIGHTS = 5
"""The number of the game that is played in rounds."""


def given(history: GameHistory[State, Event]) -> list[Award]:
    """The awards of a match that is over; of one that is on, none."""
    return awards(_contests(counted_games(history))) if history.state.phase == "over" else []


def contests(history: GameHistory[State, Event]) -> list[Contest]:
    """What teams are compared in."""
    return list(_contests(counted_games(history)))


def _contests(games: Sequence[GameCounted]) -> Iterator[Contest]:
    """What teams are compared in, the most telling first."""
    yield Contest(
        sentence("Best game"),
        _best(games),
        2,
        lambda count: counted("{count} point in one game", "{count} points in one game", count),
        lambda name: sentence("{name} has the best games: the most points in one game", name=name),
    )
    yield Contest(
        sentence("Quickest eyes"),
        Counter(colour for game in games for colour in game["first_out"]),
        1,
        lambda count: counted("first out of cards once", "first out of cards {count} times", count),
        lambda name: sentence("{name} has the quickest eyes: most often first out of cards", name=name),
    )
    yield Contest(
        sentence("Knight catcher"),
        _caught(games),
        2,
        lambda count: counted("{count} card from The knights", "{count} cards from The knights", count),
        lambda name: sentence("{name} captures the most knights", name=name),
    )
    yield Contest(
        sentence("Comeback"),
        _behind(games),
        2,
        lambda count: counted("{count} point behind, and won", "{count} points behind, and won", count),
    )
    yield Contest(
        sentence("In the lead"),
        _leading(games),
        2,
        lambda count: counted("ahead after {count} game", "ahead after {count} games", count),
    )


def _best(games: Sequence[GameCounted]) -> Counter[str]:
    """By colour, the most points of one game; the rounds of the knights, one after the other, are one."""
    best: Counter[str] = Counter()
    for knights, each in groupby(games, lambda game: game["game"] == _KNIGHTS):
        played = list(each)
        if knights:
            best |= sum((Counter(game["points"]) for game in played), Counter())
            continue
        for game in played:
            best |= Counter(game["points"])
    return best


def _caught(games: Sequence[GameCounted]) -> Counter[str]:
    rounds = (Counter(game["counts"]) for game in games if game["game"] == _KNIGHTS)
    return sum(rounds, Counter())


def _behind(games: Sequence[GameCounted]) -> Counter[str]:
    """By how much each of those who lead in the end was behind at the most."""
    if not games:
        return Counter()
    final = games[-1]["totals"]
    first = [colour for colour, points in final.items() if points == max(final.values())]
    return Counter(
        {
            colour: max(max(game["totals"].values()) - game["totals"][colour] for game in games)
            for colour in first
        }
    )


def _leading(games: Sequence[GameCounted]) -> Counter[str]:
    """By colour, after how many games it led alone."""
    led: Counter[str] = Counter()
    for game in games:
        most = max(game["totals"].values())
        leading = [colour for colour, points in game["totals"].items() if points == most]
        if len(leading) == 1:
            led[leading[0]] += 1
    return led
