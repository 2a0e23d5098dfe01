"""The view of a match, which has no secrets."""

from __future__ import annotations

from companion.games.spot_it.api_types import ScoredLast, SpotItStateView
from companion.games.spot_it.card_counts import TEAM_CARDS, exchanges, team_card_count
from companion.games.spot_it.state import MatchState


def view(state: MatchState) -> SpotItStateView:
    """The match as JSON.

    Returns:
        ``phase``, ``winner`` (None if several share the victory), ``winners``; ``players``: the teams
        with ``name``, ``colour``, ``points``, ``alone`` (whether the solo team's rules apply) and ``cards``
        (number of cards to take for this game); ``game_on`` (number of the current game) and ``mode``;
        ``exchanges`` before game 3 (``{"between": two colours, "cards"}``); ``round`` and ``rounds`` of
        game 5; ``options``; ``counted`` (number of scored games and rounds); ``last``: the last score
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
                "alone": team.colour == state.solo_team,
                "cards": team_card_count(state, team.colour, state.game),
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
        "last": _last_score(state),
    }


def _last_score(state: MatchState) -> ScoredLast | None:
    if state.last_score is None:
        return None
    won = zip(state.teams, state.last_score.points, strict=True)
    return {"game": state.last_score.game, "points": {team.colour: points for team, points in won}}
