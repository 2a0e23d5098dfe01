"""What another telling of a match changes.

=========  ==========================================================
what       before and after
=========  ==========================================================
`winners`  colours, none while the match is on
`game`     the number of the one that is on, where the match is on before and after it
`points`   a number; of the team of a `colour`
=========  ==========================================================

Colours are those that the teams have after it; a team that wasn't there before, or isn't after it, is not
told of. A team is known again by its name, and one that is given another name by its colour.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import cast

from companion.games.spot_it.options import Colour
from companion.games.spot_it.state import State, Team
from companion.games.spot_it.wire import SpotItDifference


def differences(before: State, after: State) -> list[SpotItDifference]:
    """What differs between two states, what decides the match first."""
    on = [state.game for state in (before, after) if state.phase == "play"]
    were = _were(before, after)
    now = {were[team.colour].colour: team.colour for team in after.teams if team.colour in were}
    won = [now[colour] for colour in before.winners if colour in now]
    return [
        *_change("winners", won, list(after.winners)),
        *_change("game", on[0] if on else None, on[-1] if on else None),
        *_points(were, after),
    ]


def _were(before: State, after: State) -> Mapping[Colour, Team]:
    """What each team was before, by the colour that it has after."""
    named = {team.name: team for team in before.teams}
    found = {team.colour: named[team.name] for team in after.teams if team.name in named}
    left = {team.colour: team for team in before.teams if team not in found.values()}
    others = {team.colour: left[team.colour] for team in after.teams if team.colour in left}
    return others | found


def _points(were: Mapping[Colour, Team], after: State) -> Iterator[SpotItDifference]:
    for team in after.teams:
        if team.colour in were:
            yield from _change("points", were[team.colour].points, team.points, colour=team.colour)


def _change(what: str, was: object, now: object, **of: object) -> Iterator[SpotItDifference]:
    if was != now:
        yield cast(SpotItDifference, {"what": what, **of, "before": was, "after": now})
