"""Awards at the end of a match, besides points."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import groupby

from companion.games.api_types import Award
from companion.games.awards import Contest, choose_awards
from companion.games.game_api import GameHistory
from companion.games.spot_it.api_types import GameCounted
from companion.games.spot_it.counted_games import counted_games
from companion.games.spot_it.events import Event
from companion.games.spot_it.state import MatchState
from companion.i18n import plural_sentence, sentence

_KNIGHTS_GAME = 5
"""The number of the game with rounds."""


def match_awards(history: GameHistory[MatchState, Event]) -> list[Award]:
    """The awards of a finished match; empty for an unfinished one."""
    return choose_awards(_contests(counted_games(history))) if history.state.phase == "over" else []


def contests(history: GameHistory[MatchState, Event]) -> list[Contest]:
    """The statistics in which teams are compared."""
    return list(_contests(counted_games(history)))


def _contests(games: Sequence[GameCounted]) -> Iterator[Contest]:
    """The statistics in which teams are compared, the most interesting first."""
    yield Contest(
        sentence("Best game"),
        _best_games(games),
        2,
        lambda count: plural_sentence("{count} point in one game", "{count} points in one game", count),
        lambda name: sentence("{name} has the best games: the most points in one game", name=name),
    )
    yield Contest(
        sentence("Quickest eyes"),
        Counter(colour for game in games for colour in game["first_out"]),
        1,
        lambda count: plural_sentence("first out of cards once", "first out of cards {count} times", count),
        lambda name: sentence("{name} has the quickest eyes: most often first out of cards", name=name),
    )
    yield Contest(
        sentence("Knight catcher"),
        _captured_knights(games),
        2,
        lambda count: plural_sentence(
            "{count} card from The knights", "{count} cards from The knights", count
        ),
        lambda name: sentence("{name} captures the most knights", name=name),
    )
    yield Contest(
        sentence("Comeback"),
        _largest_deficits(games),
        2,
        lambda count: plural_sentence(
            "{count} point behind, and won", "{count} points behind, and won", count
        ),
    )
    yield Contest(
        sentence("In the lead"),
        _games_led(games),
        2,
        lambda count: plural_sentence("ahead after {count} game", "ahead after {count} games", count),
    )


def _best_games(games: Sequence[GameCounted]) -> Counter[str]:
    """The most points in one game, by colour; consecutive rounds of the knights count as one game."""
    best: Counter[str] = Counter()
    for knights, each in groupby(games, lambda game: game["game"] == _KNIGHTS_GAME):
        played = list(each)
        if knights:
            best |= sum((Counter(game["points"]) for game in played), Counter())
            continue
        for game in played:
            best |= Counter(game["points"])
    return best


def _captured_knights(games: Sequence[GameCounted]) -> Counter[str]:
    rounds = (Counter(game["counts"]) for game in games if game["game"] == _KNIGHTS_GAME)
    return sum(rounds, Counter())


def _largest_deficits(games: Sequence[GameCounted]) -> Counter[str]:
    """The largest deficit of each final leader during the match, by colour."""
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


def _games_led(games: Sequence[GameCounted]) -> Counter[str]:
    """The number of games after which each team led alone, by colour."""
    led: Counter[str] = Counter()
    for game in games:
        most = max(game["totals"].values())
        leading = [colour for colour, points in game["totals"].items() if points == most]
        if len(leading) == 1:
            led[leading[0]] += 1
    return led
