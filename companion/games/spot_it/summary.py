"""The summary of a match: winners, and the result of each game."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby

from companion.games.api_types import Award, Contest, choose_awards
from companion.games.game_api import GameHistory
from companion.games.spot_it.api_types import GameCounted, SpotItSummary, TeamPoints
from companion.games.spot_it.effects import apply
from companion.games.spot_it.events import Event, GameScored, RoundScored
from companion.games.spot_it.state import Colour, MatchState
from companion.i18n import message_to_json, plural_sentence, sentence

# The results of a match, game by game.


def counted_games(history: GameHistory[MatchState, Event]) -> list[GameCounted]:
    """The results of the games and the rounds of game 5, in order."""
    found: list[GameCounted] = []
    state = MatchState()
    for recorded in history.recorded_events:
        before, state = state, apply(state, recorded.event)
        if state.last_score is not None and state.count > before.count:
            won = zip(state.teams, state.last_score.points, strict=True)
            first_out, counts = _counts_of_event(recorded.event)
            found.append(
                GameCounted(
                    game=state.last_score.game,
                    points={team.colour: points for team, points in won},
                    totals={team.colour: team.points for team in state.teams},
                    first_out=first_out,
                    counts={str(colour): count for colour, count in counts.items()},
                )
            )
    return found


def _counts_of_event(event: Event) -> tuple[list[Colour], Mapping[Colour, int]]:
    """The teams that were out first, and the counts."""
    match event:
        case GameScored(_, first_out, counts):
            return list(first_out), dict(counts)
        case RoundScored(captured):
            return [], dict(captured)
    raise TypeError(f"not a scoring event: {event}")


# Awards at the end of a match, besides points.


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


def summary(history: GameHistory[MatchState, Event]) -> SpotItSummary:
    """The summary of a match as JSON, also of an unfinished one.

    Returns:
        ``players`` (``{"name", "colour", "points"}``, the best first), ``winner`` (None if several share
        the victory), ``winners``, ``turns`` (games and rounds), ``played`` (that number as a text),
        ``seconds``; ``mode``; ``solo`` (the colour of the team whose counts are doubled in games 1 to 4, or
        None); ``games``: each ``{"game", "first_out", "counts", "points", "totals"}``, the last three by
        colour; ``awards`` of a finished match; and ``points`` after each game and round
        (``{"turn", "points"}``).
    """
    state = history.state
    times = [recorded.t for recorded in history.recorded_events]
    games = counted_games(history)
    best = sorted(state.teams, key=lambda team: -team.points)
    return {
        "players": [{"name": team.name, "colour": team.colour, "points": team.points} for team in best],
        "winner": state.winners[0] if len(state.winners) == 1 else None,
        "winners": list(state.winners),
        "turns": state.count,
        "played": message_to_json(plural_sentence("counted once", "counted {count} times", state.count)),
        "seconds": round(times[-1] - times[0]) if times else 0,
        "mode": state.options.mode,
        "solo": state.solo_team,
        "games": games,
        "awards": match_awards(history),
        "points": [
            {"turn": 0, "points": {team.colour: 0 for team in state.teams}},
            *(TeamPoints(turn=turn, points=game["totals"]) for turn, game in enumerate(games, 1)),
        ],
    }
