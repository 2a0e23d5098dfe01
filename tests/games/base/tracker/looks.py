"""Observations of a board with the changes of a test, and their explanation by the tracker."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any, TypeVar

from companion.games.base.belief.believed_replay import BelievedReplay
from companion.games.base.rules.events import Event
from companion.games.base.rules.sites import indices
from companion.games.base.rules.state import CORNERS_MASK, road_sites, settlement_sites
from companion.games.base.tracker import explain_board
from companion.games.base.tracker.board_diff import pieces_on_board
from companion.games.game_api import Interpretation
from companion.island.geometry import (
    HEXES,
    INTERSECTIONS,
    PATHS,
    SITES,
    HexId,
    IntersectionId,
    PathId,
    PieceColour,
    PieceKind,
    Site,
    Standing,
)
from companion.island.reading import PiecesReading
from companion.observations import BoardSeen

NOW_S = 1000.0
SURE_P = 0.97

Piece = tuple[PieceKind, PieceColour] | None
Shares = Mapping[Standing | None, float]
Thing = TypeVar("Thing")
Place = Any
"""A site's id: a plain string will do."""
Changes = Mapping[Place, Piece | Shares]
"""What lies otherwise than in the story: a piece, nothing, or whatever it may be."""


def piece(kind: PieceKind, colour: PieceColour) -> Standing:
    return Standing(kind, colour)


def look(
    believed: BelievedReplay,
    changed: Changes | None = None,
    *,
    robber: HexId | None = None,
    rested: float = 10.0,
    sure: float = SURE_P,
    covered: Collection[Place] = (),
    hidden: float = 5.0,
    earliest: Mapping[Place, float] | None = None,
    closing: bool = False,
    handled: Collection[Place] = (),
    sides: Mapping[Place, float] | None = None,
    robber_side: float | None = None,
    t: float = NOW_S,
) -> BoardSeen:
    """Observe the history's board with changes: a piece, an empty site or a distribution."""
    state = believed.state
    colours = [player.colour for player in state.players]
    there: dict[Site, Standing | None] = dict(pieces_on_board(state))
    given: dict[str, Shares] = {}
    for site, what in (changed or {}).items():
        if isinstance(what, Mapping):
            given[site] = what
        else:
            there[site] = None if what is None else Standing(*what)
    sites: dict[Site, Shares] = {}
    for n, site in enumerate(SITES):
        kinds: list[PieceKind] = ["road"] if n < len(PATHS) else ["settlement", "city"]
        able = [None, *(Standing(kind, colour) for kind in kinds for colour in colours)]
        sites[site] = given.get(site) or spread(there.get(site), able, sure)
    at = state.robber if robber is None else robber
    return BoardSeen(
        t,
        "camera",
        PiecesReading(sites),
        spread(at, [*HEXES, None], sure),
        dict.fromkeys(covered, t - hidden),
        dict.fromkeys(changed or {}, t - rested),
        earliest or {},
        t - rested if robber is not None else -1e9,
        dict.fromkeys(handled, t - rested),
        sides or {},
        robber_side,
        closing,
    )


def spread(likeliest: Thing, able: Collection[Thing], sure: float = SURE_P) -> dict[Thing, float]:
    """Give one outcome most of the probability and the others equal shares."""
    rest = (1 - sure) / (len(able) - 1)
    return {thing: sure if thing == likeliest else rest for thing in able}


def explain_look(
    believed: BelievedReplay, changed: Changes | None = None, **how: Any
) -> Interpretation[Event]:
    """Explain an observation by the tracker."""
    return explain_board(believed, look(believed, changed, **how))


def free_paths(believed: BelievedReplay, seat: int = 0) -> list[PathId]:
    """Paths where a seat may build a road now."""
    return [PATHS[n] for n in indices(road_sites(believed.state, seat))]


def free_intersections(believed: BelievedReplay, seat: int = 0) -> list[IntersectionId]:
    """Intersections where a seat may build a settlement now."""
    return [INTERSECTIONS[n] for n in indices(settlement_sites(believed.state, seat))]


def hexes_of(believed: BelievedReplay, *seats: int) -> list[HexId]:
    """The hexes beside buildings of just these seats, without the robber's."""
    players = believed.state.players
    return [
        h
        for h in HEXES
        if h != believed.state.robber
        and {n for n, player in enumerate(players) if player.buildings & CORNERS_MASK[h]} == set(seats)
    ]
