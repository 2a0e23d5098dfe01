"""What stands on the board and can be nothing else, and where the robber is, whatever it looks like."""

from __future__ import annotations

from collections.abc import Mapping

from companion.games.base.rules.events import Event, MoveRobber, PlaceCity, PlaceSettlement, TakeUp
from companion.games.base.rules.state import State
from companion.games.base.tracker.differences import standing
from companion.games.game_api import GameHistory
from companion.island.geometry import HexId
from companion.island.pieces import PieceKind, Site, Standing


def certain_buildings(history: GameHistory[State, Event]) -> Mapping[Site, Standing]:
    """The settlements and cities of which the rules or people say what they are.

    In the founding nothing but settlements is put down. Later ones count where people entered or confirmed
    them: what a camera alone told of their kind is what it read.
    """
    kinds: dict[Site, PieceKind] = {}
    for step in history.steps:
        event, said = step.event, step.recorded.certainty == 1
        if isinstance(event, TakeUp) and said:
            kinds |= {placed.at: placed.kind for placed in event.pieces or ()}
        elif isinstance(event, PlaceSettlement) and (said or step.before.phase == "founding"):
            kinds[event.at] = "settlement"
        elif isinstance(event, PlaceCity) and said:
            kinds[event.at] = "city"
    # A settlement that a camera told to have become a city is on the board as that.
    return {site: one for site, one in standing(history.state).items() if kinds.get(site) == one.kind}


def certain_robber(history: GameHistory[State, Event]) -> HexId | None:
    """Where the robber stands by the rules, as the game begins, or because people said so; None: a camera
    told.
    """
    for step in reversed(history.steps):
        if isinstance(step.event, MoveRobber | TakeUp):
            return history.state.robber if step.recorded.certainty == 1 else None
    return history.state.robber
