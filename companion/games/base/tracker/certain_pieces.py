"""The pieces and the robber position that are certain by the rules or by reports, not by their appearance."""

from __future__ import annotations

from collections.abc import Mapping

from companion.games.base.rules.events import Event, MoveRobber, PlaceCity, PlaceSettlement, TakeUp
from companion.games.base.rules.state import State
from companion.games.base.tracker.board_diff import pieces_on_board
from companion.games.game_api import GameHistory
from companion.island.geometry import HexId
from companion.island.pieces import PieceKind, Site, Standing


def certain_buildings(history: GameHistory[State, Event]) -> Mapping[Site, Standing]:
    """Return the settlements and cities whose kind is known from the rules or from people.

    During the founding all buildings are settlements. Later ones count if people entered or confirmed them;
    otherwise their kind is only what the camera read.
    """
    kinds: dict[Site, PieceKind] = {}
    for step in history.steps:
        event, reported = step.event, step.recorded.certainty == 1
        if isinstance(event, TakeUp) and reported:
            kinds |= {placed.at: placed.kind for placed in event.pieces or ()}
        elif isinstance(event, PlaceSettlement) and (reported or step.before.phase == "founding"):
            kinds[event.at] = "settlement"
        elif isinstance(event, PlaceCity) and reported:
            kinds[event.at] = "city"
    # A settlement that a camera recorded as a city is a city in the state.
    return {site: one for site, one in pieces_on_board(history.state).items() if kinds.get(site) == one.kind}


def certain_robber(history: GameHistory[State, Event]) -> HexId | None:
    """Return the robber's hex by the rules or as people reported it; None: a camera recorded it."""
    for step in reversed(history.steps):
        if isinstance(step.event, MoveRobber | TakeUp):
            return history.state.robber if step.recorded.certainty == 1 else None
    return history.state.robber
