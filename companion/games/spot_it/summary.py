"""The summary of a match: winners, and the result of each game."""

from __future__ import annotations

from companion.games.game_api import GameHistory
from companion.games.spot_it.api_types import SpotItSummary, TeamPoints
from companion.games.spot_it.awards import match_awards
from companion.games.spot_it.counted_games import counted_games
from companion.games.spot_it.events import Event
from companion.games.spot_it.state import MatchState
from companion.i18n import message_to_json, plural_sentence


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
