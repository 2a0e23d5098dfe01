"""Differences between two versions of a match.

=========  ==========================================================
what       before and after
=========  ==========================================================
`winners`  colours, none during the match
`game`     the number of the current game, if both versions are unfinished
`points`   a number; of the team of a `colour`
=========  ==========================================================

Colours are those of the later version. Teams that are missing from one version are omitted. Teams are
matched by name, and renamed teams by colour.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import cast

from companion.games.spot_it.api_types import SpotItDifference
from companion.games.spot_it.options import Colour
from companion.games.spot_it.state import MatchState, Team


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
