"""The view of a match, which has no secrets."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import cast

from companion.games.spot_it.api_types import ScoredLast, SpotItDifference, SpotItStateView
from companion.games.spot_it.effects import TEAM_CARDS, exchanges, team_card_count
from companion.games.spot_it.state import Colour, MatchState, Team


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


# Differences between two versions of a match.
#
# =========  ==========================================================
# what       before and after
# =========  ==========================================================
# `winners`  colours, none during the match
# `game`     the number of the current game, if both versions are unfinished
# `points`   a number; of the team of a `colour`
# =========  ==========================================================
#
# Colours are those of the later version. Teams that are missing from one version are omitted. Teams are
# matched by name, and renamed teams by colour.


def differences(before: MatchState, after: MatchState) -> list[SpotItDifference]:
    """The differences between two states, the decisive ones first."""
    current_games = [state.game for state in (before, after) if state.phase == "play"]
    earlier = _teams_before(before, after)
    later_colour = {
        earlier[team.colour].colour: team.colour for team in after.teams if team.colour in earlier
    }
    earlier_winners = [later_colour[colour] for colour in before.winners if colour in later_colour]
    return [
        *_change("winners", earlier_winners, list(after.winners)),
        *_change(
            "game",
            current_games[0] if current_games else None,
            current_games[-1] if current_games else None,
        ),
        *_point_changes(earlier, after),
    ]


def _teams_before(before: MatchState, after: MatchState) -> Mapping[Colour, Team]:
    """The earlier version of each team, by its later colour."""
    by_name = {team.name: team for team in before.teams}
    same_name = {team.colour: by_name[team.name] for team in after.teams if team.name in by_name}
    unmatched = {team.colour: team for team in before.teams if team not in same_name.values()}
    same_colour = {team.colour: unmatched[team.colour] for team in after.teams if team.colour in unmatched}
    return same_colour | same_name


def _point_changes(earlier: Mapping[Colour, Team], after: MatchState) -> Iterator[SpotItDifference]:
    for team in after.teams:
        if team.colour in earlier:
            yield from _change("points", earlier[team.colour].points, team.points, colour=team.colour)


def _change(what: str, before: object, after: object, **context: object) -> Iterator[SpotItDifference]:
    if before != after:
        yield cast(SpotItDifference, {"what": what, **context, "before": before, "after": after})
