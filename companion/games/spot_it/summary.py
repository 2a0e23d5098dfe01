"""A match looked back on: who won, and what each game was worth."""

from __future__ import annotations

from companion.games.game_api import GameHistory
from companion.games.spot_it.awards import given
from companion.games.spot_it.course import counted_games
from companion.games.spot_it.events import Event
from companion.games.spot_it.state import State
from companion.games.spot_it.wire import SpotItSummary, TeamPoints
from companion.i18n import counted, message_to_json


def summary(history: GameHistory[State, Event]) -> SpotItSummary:
    """A match looked back on, as JSON; of one that is still on, so far.

    Returns:
        ``players`` (``{"name", "colour", "points"}``, the best first), ``winner`` (None where several share
        the victory), ``winners``, ``turns`` (games and rounds), ``played`` (that in words), ``seconds``;
        ``mode``; ``solo`` (the colour of the team whose count is doubled in games 1 to 4, or None);
        ``games``: each
        ``{"game", "first_out", "counts", "points", "totals"}``, the last three by colour;
        ``awards``, once it is over: what is true of one team alone; and
        ``points`` over the games and rounds (``{"turn", "points"}``).
    """
    state = history.state
    times = [recorded.t for recorded in history.recorded]
    games = counted_games(history)
    best = sorted(state.teams, key=lambda team: -team.points)
    return {
        "players": [{"name": team.name, "colour": team.colour, "points": team.points} for team in best],
        "winner": state.winners[0] if len(state.winners) == 1 else None,
        "winners": list(state.winners),
        "turns": state.count,
        "played": message_to_json(counted("counted once", "counted {count} times", state.count)),
        "seconds": round(times[-1] - times[0]) if times else 0,
        "mode": state.options.mode,
        "solo": state.solo,
        "games": games,
        "awards": given(history),
        "points": [
            {"turn": 0, "points": {team.colour: 0 for team in state.teams}},
            *(TeamPoints(turn=turn, points=game["totals"]) for turn, game in enumerate(games, 1)),
        ],
    }
