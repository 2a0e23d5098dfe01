"""What everybody at the table may see of a match: there are no secrets in it."""

from __future__ import annotations

from companion.games.spot_it.laying import TEAM_CARDS, cards, exchanges
from companion.games.spot_it.state import State
from companion.games.spot_it.wire import ScoredLast, SpotItStateView


def view(state: State) -> SpotItStateView:
    """The match as JSON.

    Returns:
        ``phase``, ``winner`` (None where several share the victory), ``winners``; ``players``: the teams
        with ``name``, ``colour``, ``points``, ``alone`` (rules of five players are adjusted for it) and
        ``cards`` (to take for the game that is on); ``game_on`` (its number) and ``mode``; ``exchanges``
        before game 3 (``{"between": two colours, "cards"}``); ``round`` and ``rounds`` of game 5;
        ``options``; ``counted``: how many games and rounds were; ``last``: what was scored last
        (``{"game", "points": by colour}``).
    """
    return {
        "phase": state.phase,
        "winner": state.winners[0] if len(state.winners) == 1 else None,
        "winners": list(state.winners),
        "mode": state.options.mode,
        "game_on": state.game,
        "players": [
            {
                "name": team.name,
                "colour": team.colour,
                "points": team.points,
                "alone": team.colour == state.solo,
                "cards": cards(state, team.colour, state.game),
            }
            for team in state.teams
        ],
        "exchanges": [
            {"between": [one, other], "cards": count}
            for one, other, count in (exchanges(state) if state.game == 3 else ())
        ],
        "round": state.rounds + 1 if state.game == 5 else None,
        "rounds": TEAM_CARDS if state.game == 5 else None,
        "options": state.options.to_json(),
        "counted": state.count,
        "last": _last(state),
    }


def _last(state: State) -> ScoredLast | None:
    if state.last is None:
        return None
    won = zip(state.teams, state.last.points, strict=True)
    return {"game": state.last.game, "points": {team.colour: points for team, points in won}}
