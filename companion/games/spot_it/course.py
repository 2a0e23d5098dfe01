"""How a match came to where it stands: game by game."""

from __future__ import annotations

from collections.abc import Mapping

from companion.games.game_api import GameHistory
from companion.games.spot_it.effects import apply
from companion.games.spot_it.events import Event, GameScored, RoundScored
from companion.games.spot_it.options import Colour
from companion.games.spot_it.state import State
from companion.games.spot_it.wire import GameCounted


def counted_games(history: GameHistory[State, Event]) -> list[GameCounted]:
    """What each game, or round of game 5, was worth, in their order."""
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
