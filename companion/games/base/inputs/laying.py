"""The island as people enter it: hex by hex, by a diagram or by lot; laid once they say that it is right."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from companion.games.base.belief.believed_replay import BaseHistory
from companion.games.base.rules.events import (
    Event,
    LayoutEntered,
    LayoutSet,
    PlaceRoad,
    PlaceSettlement,
    TakeStartingResources,
)
from companion.games.base.rules.options import Colour
from companion.games.base.rules.state import State
from companion.games.game_api import Interpretation, Replace
from companion.games.optional import DrawOrder
from companion.games.shapes import refused
from companion.i18n import sentence
from companion.island.draft import Draft
from companion.island.geometry import COAST, CORNER_HEXES, HEXES
from companion.island.layout import Layout, LayoutError, crowded
from companion.island.reading import IslandReading
from companion.island.setups import (
    FIRST_GAME_EDITIONS,
    StartingPieces,
    drawn,
    first_game,
    harbors,
    lay_tokens,
    starting_pieces,
)
from companion.observations import InputRefused

WAYS: Final = ("entered", "first_game", "drawn", "spiral", "frame")
"""What an island is laid as: just as it was entered until now, or as a diagram or the lot proposes it; its
tokens in a spiral on the terrain that was entered, its harbors by the frame's pieces.
"""

_LIES: Final = sentence("The island is already set up: tap what is different.")


def lay_island(state: State, data: Mapping[str, Any]) -> Interpretation[Event]:
    """The island as it was entered lies there; or a whole one is proposed, to be looked at first.

    Raises:
        InputRefused, LayoutError: one lies there already, it isn't complete, or there is no such one.
    """
    way = data.get("as", "entered")
    if state.land is not None:
        raise InputRefused(_LIES)
    if way == "entered":
        layout = state.entered.layout()
        return Interpretation((LayoutSet(layout), *_starting(state, layout)))
    if way == "first_game":
        edition = data.get("edition", FIRST_GAME_EDITIONS[0])
        return _proposed(first_game(str(edition), tokens=state.options.first_game_tokens))
    if way == "drawn" and data.get("layout") is not None:
        return _proposed(Layout.from_json(data["layout"]))
    if way == "spiral":
        return Interpretation((LayoutEntered(_in_spiral(state, data)),))
    if way == "frame":
        return Interpretation((LayoutEntered(_framed(data.get("frame"))),))
    raise refused(sentence("an island is set up in one of these ways: {ways}", ways=", ".join(WAYS)))


def by_lot(state: State, data: Mapping[str, Any], order: DrawOrder) -> Mapping[str, Any]:
    """An input as the lot has it: an island that is to be drawn, with the one that was."""
    if data.get("kind") != "lay_island" or data.get("as") != "drawn" or data.get("layout") is not None:
        return data
    options = state.options
    return {**data, "layout": drawn(order, spiral=options.spiral, frame=options.frame).to_json()}


def entered(history: BaseHistory, changes: object) -> Interpretation[Event]:
    """What lies otherwise than the table has it, or what nobody had said yet.

    Raises:
        InputRefused, LayoutError: it describes no part of an island.
    """
    if not isinstance(changes, Mapping):
        raise refused(sentence("a layout is an object"))
    land = history.state.land
    now = history.state.entered if land is None else Draft.of(land.layout)
    said = Draft.from_json(_with_what_lies(now, changes))
    if land is not None:
        laid = LayoutSet(now.updated(said).layout())
        lying = next(each for each in history.recorded if isinstance(each.event, LayoutSet))
        return Interpretation(corrections=(Replace(lying.number, laid),))
    after = history.state.said_of_island.updated(said)
    if _says_all(changes):
        return Interpretation((LayoutSet(after.layout()),))
    if crowded(path for path, _ in after.lying):
        raise LayoutError(sentence("two harbors share an intersection"))
    return Interpretation((LayoutEntered(said),))


def read(state: State, reading: IslandReading) -> Interpretation[Event]:
    """The island as it was read, unless people entered all of it: what they said of it is as they said."""
    said = state.said_of_island
    if not said.missing_hexes:
        return Interpretation()
    best = max(range(6), key=lambda sixths: _agreement(reading.turned(sixths), said))
    island = said.over(reading.turned(best).most_likely())
    return Interpretation((LayoutSet(island.layout()),), certainty=reading.confidence)


def _agreement(reading: IslandReading, said: Draft) -> float:
    """How well a reading agrees with what people said of hexes."""
    return sum(
        reading.hexes[at].terrain.get(terrain, 0.0) + reading.hexes[at].number.get(number, 0.0)
        for at, terrain, number in said.hexes
        if terrain is not None
    )


def _in_spiral(state: State, data: Mapping[str, Any]) -> Draft:
    """The tokens as the rules lay them from a corner, on the terrain that was entered."""
    corner, clockwise = data.get("from"), data.get("clockwise", state.options.spiral == "clockwise")
    if corner not in CORNER_HEXES or not isinstance(clockwise, bool):
        raise refused(sentence("the spiral begins at a corner: {corners}", corners=", ".join(CORNER_HEXES)))
    terrains = state.entered.layout().terrains
    return Draft(tuple(zip(HEXES, terrains, lay_tokens(terrains, corner, clockwise=clockwise), strict=True)))


def _framed(frame: object) -> Draft:
    """All harbors of a frame, by the order of its pieces, clockwise from the top side."""
    if not isinstance(frame, list | tuple) or not all(type(piece) is int for piece in frame):
        raise refused(sentence("a frame needs the numbers of its pieces, clockwise from the top side"))
    lying = dict(harbors(frame))
    return Draft(harbors=tuple((path, lying.get(path)) for path in COAST))


def _proposed(layout: Layout) -> Interpretation[Event]:
    return Interpretation((LayoutEntered(Draft.of(layout)),))


def _says_all(changes: Mapping[str, Any]) -> bool:
    """Whether a description is that of a whole island: then it lies there as soon as it is told."""
    hexes = changes.get("hexes") or {}
    return set(hexes) == set(HEXES) and all({"terrain", "number"} <= set(lies) for lies in hexes.values())


def _with_what_lies(now: Draft, changes: Mapping[str, Any]) -> dict[str, Any]:
    """Changes by the whole of what each hex then is: what isn't said of one stays as it is."""
    hexes = changes.get("hexes") or {}
    if not isinstance(hexes, Mapping) or not all(isinstance(lies, Mapping) for lies in hexes.values()):
        raise refused(sentence("a layout needs hexes by their ids, each with a terrain and a number"))
    lying = now.to_json()["hexes"]
    return {
        "hexes": {at: {**lying.get(at, {}), **lies} for at, lies in hexes.items()},
        "harbors": changes.get("harbors") or {},
    }


def _starting(state: State, layout: Layout) -> tuple[Event, ...]:
    """The pieces that lie on the island of a first-game diagram, and the starting resources of the stars."""
    if state.options.setup != "first_game" or state.taking_up is not None:
        return ()
    for edition in FIRST_GAME_EDITIONS:
        if first_game(edition).terrains == layout.terrains:
            return _placed([player.colour for player in state.players], starting_pieces(edition))
    return ()


def _placed(seated: Sequence[Colour], sets: Sequence[StartingPieces]) -> tuple[Event, ...]:
    """Each player's pieces: those of the own colour; where the diagram has none of it, some that are left."""
    dealt = {pieces.colour: pieces for pieces in sets if pieces.colour in seated}
    left = iter([pieces for pieces in sets if pieces.colour not in seated])
    for colour in seated:
        if colour not in dealt and (pieces := next(left, None)) is not None:
            dealt[colour] = pieces
    found: list[Event] = []
    for colour in seated:
        if colour in dealt:
            (first, road), (starred, other) = dealt[colour].first, dealt[colour].starred
            found += [PlaceSettlement(colour, first), PlaceRoad(colour, road)]
            found += [PlaceSettlement(colour, starred), PlaceRoad(colour, other)]
    stars = [TakeStartingResources(colour, dealt[colour].starred[0]) for colour in seated if colour in dealt]
    return (*found, *stars)
