"""Suppress changes that people have rejected, until a hand changes the same place again.

A misread piece keeps being misread, and a piece that was deleted on the page may stay on the board for a
moment. Neither is recorded again while it looks the same as when it was rejected.
"""

from __future__ import annotations

from collections.abc import Mapping

from companion.games.base.belief.believed_replay import BelievedReplay
from companion.games.base.rules.events import MoveRobber, PlaceCity, PlaceRoad, PlaceSettlement
from companion.games.base.tracker.board_diff import Change, PieceAdded, PieceRemoved, Place, RobberMoved
from companion.games.game_api import Retraction
from companion.island.pieces import Site, Standing


def drop_retracted(
    believed: BelievedReplay, places: Mapping[Place, tuple[Change, ...]]
) -> Mapping[Place, tuple[Change, ...]]:
    """Return the places without those whose likeliest change was rejected and has looked the same since."""
    if not believed.retractions:
        return places
    return {
        place: changes
        for place, changes in places.items()
        if not any(_matches(retraction, changes[0]) for retraction in believed.retractions)
    }


def _matches(retraction: Retraction[object], change: Change) -> bool:
    if isinstance(change, PieceRemoved) or retraction.t < change.since:
        return False
    match retraction.event:
        case PlaceRoad(player, at):
            return _is_added(change, at, Standing("road", player))
        case PlaceSettlement(player, at):
            return _is_added(change, at, Standing("settlement", player))
        case PlaceCity(player, at):
            return _is_added(change, at, Standing("city", player))
        case MoveRobber(_, to):
            return isinstance(change, RobberMoved) and change.after == to
        case _:
            return False


def _is_added(change: PieceAdded | RobberMoved, at: Site, standing: Standing) -> bool:
    return isinstance(change, PieceAdded) and (change.place, change.after) == (at, standing)
