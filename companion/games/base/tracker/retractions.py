"""What people said was not so stays so, until somebody does something there again.

A piece that was misread goes on being misread, and one that was taken back on the page may stand a moment
longer: neither is told again for looking as it looked when people spoke.
"""

from __future__ import annotations

from collections.abc import Mapping

from companion.games.base.belief.believed_replay import BelievedReplay
from companion.games.base.rules.events import MoveRobber, PlaceCity, PlaceRoad, PlaceSettlement
from companion.games.base.tracker.differences import Came, Change, Gone, Place, RobberMoved
from companion.games.game_api import Retraction
from companion.island.pieces import Site, Standing


def without_retracted(
    believed: BelievedReplay, places: Mapping[Place, tuple[Change, ...]]
) -> Mapping[Place, tuple[Change, ...]]:
    """The places without those that look most likely as people said they don't, and have since before."""
    if not believed.retractions:
        return places
    return {
        place: changes
        for place, changes in places.items()
        if not any(_retracts(retraction, changes[0]) for retraction in believed.retractions)
    }


def _retracts(retraction: Retraction[object], change: Change) -> bool:
    if isinstance(change, Gone) or retraction.t < change.since:
        return False
    match retraction.event:
        case PlaceRoad(player, at):
            return _is(change, at, Standing("road", player))
        case PlaceSettlement(player, at):
            return _is(change, at, Standing("settlement", player))
        case PlaceCity(player, at):
            return _is(change, at, Standing("city", player))
        case MoveRobber(_, to):
            return isinstance(change, RobberMoved) and change.after == to
        case _:
            return False


def _is(change: Came | RobberMoved, at: Site, standing: Standing) -> bool:
    return isinstance(change, Came) and (change.place, change.after) == (at, standing)
