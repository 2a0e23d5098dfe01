"""A match looked back on: who won, and what each game was worth."""

from __future__ import annotations

from collections.abc import Mapping

from companion.games.game_api import GameHistory
from companion.games.spot_it.effects import apply
from companion.games.spot_it.events import Event, GameScored, RoundScored
from companion.games.spot_it.options import Colour
from companion.games.spot_it.state import State
from companion.games.spot_it.wire import GameCounted, SpotItSummary, TeamPoints
from companion.i18n import counted, message_to_json


def summary(history: GameHistory[State, Event]) -> SpotItSummary:
    """A match looked back on, as JSON; of one that is still on, so far.

    Returns:
        ``players`` (``{"name", "colour", "points"}``, the best first), ``winner`` (None where several share
        the victory), ``winners``, ``turns`` (games and rounds), ``played`` (that in words), ``seconds``;
        ``mode``; ``solo`` (the colour of the team whose count is doubled in games 1 to 4, or None);
        ``games``: each
        ``{"game", "first_out", "counts", "points", "totals"}``, the last three by colour; and ``points``
        over the games and rounds (``{"turn", "points"}``).
    """
    state = history.state
    times = [recorded.t for recorded in history.recorded]
    games = _games(history)
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
        "points": [
            {"turn": 0, "points": {team.colour: 0 for team in state.teams}},
            *(TeamPoints(turn=turn, points=game["totals"]) for turn, game in enumerate(games, 1)),
        ],
    }


def _games(history: GameHistory[State, Event]) -> list[GameCounted]:
    found: list[GameCounted] = []
    state = State()
    for recorded in history.recorded:
        before, state = state, apply(state, recorded.event)
        if state.last is not None and state.count > before.count:
            won = zip(state.teams, state.last.points, strict=True)
            first_out, counts = _counted(recorded.event)
            found.append(
                GameCounted(
                    game=state.last.game,
                    points={team.colour: points for team, points in won},
                    totals={team.colour: team.points for team in state.teams},
                    first_out=first_out,
                    counts={str(colour): count for colour, count in counts.items()},
                )
            )
    return found


def _counted(event: Event) -> tuple[list[Colour], Mapping[Colour, int]]:
    """The teams that were out first, and what was counted."""
    match event:
        case GameScored(_, first_out, counts):
            return list(first_out), dict(counts)
        case RoundScored(captured):
            return [], dict(captured)
    raise TypeError(f"nothing is scored by {event}")
