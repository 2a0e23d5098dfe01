"""What another telling of a match changes.

=========  ==========================================================
what       before and after
=========  ==========================================================
`winners`  colours, none while the match is on
`game`     the number of the one that is on, where the match is on before and after it
`points`   a number; of the team of a `colour`
=========  ==========================================================

Colours are those that the teams have after it; a team that wasn't there before, or isn't after it, is not
told of.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from companion.games.spot_it.state import State


def differences(before: State, after: State) -> list[dict[str, Any]]:
    """What differs between two states, what decides the match first."""
    on = [state.game for state in (before, after) if state.phase == "play"]
    return [
        *_change("winners", list(before.winners), list(after.winners)),
        *_change("game", on[0] if on else None, on[-1] if on else None),
        *_points(before, after),
    ]


def _points(before: State, after: State) -> Iterator[dict[str, Any]]:
    had = {team.colour: team.points for team in before.teams}
    for team in after.teams:
        if team.colour in had:
            yield from _change("points", had[team.colour], team.points, colour=team.colour)


def _change(what: str, was: object, now: object, **of: object) -> Iterator[dict[str, Any]]:
    if was != now:
        yield {"what": what, **of, "before": was, "after": now}
