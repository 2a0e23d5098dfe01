"""The results of a match, game by game."""

from __future__ import annotations

from collections.abc import Mapping

from companion.games.game_api import GameHistory
from companion.games.spot_it.api_types import GameCounted
from companion.games.spot_it.effects import apply
from companion.games.spot_it.events import Event, GameScored, RoundScored
from companion.games.spot_it.options import Colour
from companion.games.spot_it.state import MatchState


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
