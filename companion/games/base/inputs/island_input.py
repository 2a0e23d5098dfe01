"""Enter the island hex by hex, by a diagram or randomly; it is set up once the players confirm it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, Final

from companion.games.base.belief.believed_replay import BaseHistory, BaseReplay
from companion.games.base.rules import events
from companion.games.base.rules.options import Colour, Options
from companion.games.base.rules.state import State, evolve
from companion.games.game_api import DrawOrder, Interpretation, Replace
from companion.games.schema import shape_refusal
from companion.i18n import sentence
from companion.island import setups
from companion.island.geometry import COAST, CORNER_HEXES, HEXES
from companion.island.layout import Draft, Layout, LayoutError, has_crowded_harbors
from companion.island.reading import IslandReading
from companion.observations import InputRefused

LAYOUT_SOURCES: Final = ("entered", "first_game", "drawn", "spiral", "frame")
"""Sources of an island: as entered so far, a first-game diagram, a random one, the number tokens in a spiral
on the entered terrain, or the harbors on the frame's pieces, of which the first ones suffice.
"""

_ISLAND_ALREADY_SET_UP: Final = sentence("The island is already set up: tap what is different.")


def lay_island(replay: BaseReplay, data: Mapping[str, Any]) -> Interpretation[events.Event]:
    """Set up the entered island, or propose a complete one for confirmation.

    Args:
        replay: so far.
        data: the input. Its `pieces` also decides the set-up: true, the pieces are those of a first-game
            diagram; false, players place them in turns.

    Raises:
        InputRefused, LayoutError: an island is set up already, the entered one is incomplete, or there is no
            such source.
    """
    if replay.state.land is not None:
        raise InputRefused(_ISLAND_ALREADY_SET_UP)
    options, corrections = _change_setup(replay, data.get("pieces"))
    return replace(_lay_island(evolve(replay.state, options=options), data), corrections=corrections)


def _lay_island(state: State, data: Mapping[str, Any]) -> Interpretation[events.Event]:
    way = data.get("as", "entered")
    if way == "entered":
        layout = _known_layout(state)
        return Interpretation((events.LayoutSet(layout), *_starting_events(state, layout)))
    if way == "first_game":
        edition = data.get("edition", setups.FIRST_GAME_EDITIONS[0])
        return _propose(setups.first_game_layout(str(edition), tokens=state.options.first_game_tokens))
    if way == "drawn" and data.get("layout") is not None:
        return _propose(Layout.from_json(data["layout"]))
    if way == "spiral":
        return Interpretation((events.LayoutEntered(_spiral_tokens(state, data)),))
    if way == "frame":
        return Interpretation((events.LayoutEntered(_frame_harbors(data.get("frame"))),))
    raise shape_refusal(
        sentence("an island is set up in one of these ways: {ways}", ways=", ".join(LAYOUT_SOURCES))
    )


def _change_setup(replay: BaseReplay, pieces: object) -> tuple[Options, tuple[Replace[events.Event], ...]]:
    """Return the options with the set-up that an input's `pieces` demands, and the corrections for it."""
    state = replay.state
    if pieces is None:
        return state.options, ()
    if not isinstance(pieces, bool):
        raise shape_refusal(sentence("pieces is true or false"))
    if state.taking_up is not None:
        raise InputRefused(sentence("The pieces of a game in progress are on the board already."))
    options = replace(state.options, setup="first_game" if pieces else "variable")
    started = ((each.number, each.event) for each in replay.recorded_events)
    return options, tuple(
        Replace(number, replace(event, options=options))
        for number, event in started
        if isinstance(event, events.GameStarted) and event.options != options
    )


def _known_layout(state: State) -> Layout:
    """Return the entered island. In a first game the stored diagram fills the gaps.

    The pages confirm no island with gaps. Those of earlier versions did in a first game, so recordings may
    contain such an input.

    Raises:
        LayoutError: hexes are missing, and it is no first game.
    """
    entered, options = state.island_draft, state.options
    if entered.missing_hexes and options.setup == "first_game":
        entered = entered.complete_from(setups.first_game_layout(tokens=options.first_game_tokens))
    return entered.layout()


def draw_random(state: State, data: Mapping[str, Any], order: DrawOrder) -> Mapping[str, Any]:
    """Return the input with its random part drawn: the layout of a random island."""
    if data.get("kind") != "lay_island" or data.get("as") != "drawn" or data.get("layout") is not None:
        return data
    options = state.options
    return {**data, "layout": setups.draw_layout(order, spiral=options.spiral, frame=options.frame).to_json()}


def correct_layout(history: BaseHistory, changes: object) -> Interpretation[events.Event]:
    """Correct the island that is set up, or add to the entered one.

    Raises:
        InputRefused, LayoutError: the changes do not describe a part of an island.
    """
    if not isinstance(changes, Mapping):
        raise shape_refusal(sentence("a layout is an object"))
    land = history.state.land
    now = history.state.island_draft if land is None else Draft.from_layout(land.layout)
    changed = Draft.from_json(_merge_hexes(now, changes))
    if land is not None:
        laid = events.LayoutSet(now.merge(changed).layout())
        recorded = next(each for each in history.recorded_events if isinstance(each.event, events.LayoutSet))
        return Interpretation(corrections=(Replace(recorded.number, laid),))
    after = history.state.island_draft.merge(changed)
    if _is_complete(changes):
        return Interpretation((events.LayoutSet(after.layout()),))
    if has_crowded_harbors(path for path, _ in after.placed_harbors):
        raise LayoutError(sentence("two harbors share an intersection"))
    return Interpretation((events.LayoutEntered(changed),))


def interpret_reading(state: State, reading: IslandReading) -> Interpretation[events.Event]:
    """Interpret a read island; hexes that people entered keep their values.

    If people have entered all hexes, the reading is ignored.
    """
    entered = state.island_draft
    if not entered.missing_hexes:
        return Interpretation()
    best = max(range(6), key=lambda sixths: _agreement(reading.rotate(sixths), entered))
    island = entered.complete_from(reading.rotate(best).most_likely_layout())
    return Interpretation((events.LayoutSet(island.layout()),), certainty=reading.confidence)


def _agreement(reading: IslandReading, entered: Draft) -> float:
    """Return how well a reading agrees with the hexes that people entered."""
    return sum(
        reading.hexes[at].terrain.get(terrain, 0.0) + reading.hexes[at].number.get(number, 0.0)
        for at, terrain, number in entered.hexes
        if terrain is not None
    )


def _spiral_tokens(state: State, data: Mapping[str, Any]) -> Draft:
    """Return the number tokens in the rules' spiral from a corner, on the entered terrain."""
    corner, clockwise = data.get("from"), data.get("clockwise", state.options.spiral == "clockwise")
    if corner not in CORNER_HEXES or not isinstance(clockwise, bool):
        raise shape_refusal(
            sentence("the spiral begins at a corner: {corners}", corners=", ".join(CORNER_HEXES))
        )
    terrains = _known_layout(state).terrains
    return Draft(
        tuple(zip(HEXES, terrains, setups.lay_tokens(terrains, corner, clockwise=clockwise), strict=True))
    )


def _frame_harbors(frame: object) -> Draft:
    """Return the harbors of a frame's pieces clockwise from the top side; the other sides have none yet."""
    if not isinstance(frame, list | tuple) or not all(type(piece) is int for piece in frame):
        raise shape_refusal(sentence("a frame needs the numbers of its pieces, clockwise from the top side"))
    lying = dict(setups.frame_harbors(frame))
    return Draft(harbors=tuple((path, lying.get(path)) for path in COAST))


def _propose(layout: Layout) -> Interpretation[events.Event]:
    return Interpretation((events.LayoutEntered(Draft.from_layout(layout)),))


def _is_complete(changes: Mapping[str, Any]) -> bool:
    """Return whether a description covers a whole island; such an island is set up without confirmation."""
    hexes = changes.get("hexes") or {}
    return set(hexes) == set(HEXES) and all({"terrain", "number"} <= set(lies) for lies in hexes.values())


def _merge_hexes(now: Draft, changes: Mapping[str, Any]) -> dict[str, Any]:
    """Merge the changes into complete hexes; fields that do not change keep their values."""
    hexes = changes.get("hexes") or {}
    if not isinstance(hexes, Mapping) or not all(isinstance(lies, Mapping) for lies in hexes.values()):
        raise shape_refusal(sentence("a layout needs hexes by their ids, each with a terrain and a number"))
    lying = now.to_json()["hexes"]
    return {
        "hexes": {at: {**lying.get(at, {}), **lies} for at, lies in hexes.items()},
        "harbors": changes.get("harbors") or {},
    }


def _starting_events(state: State, layout: Layout) -> tuple[events.Event, ...]:
    """Return the pieces on a first-game diagram, and the starting resources of the starred settlements."""
    if state.options.setup != "first_game" or state.taking_up is not None:
        return ()
    if (edition := setups.stored_diagram(layout)) is None:
        return ()
    return _place_starting_pieces(
        [player.colour for player in state.players], setups.starting_pieces(edition)
    )


def _place_starting_pieces(
    seated: Sequence[Colour], sets: Sequence[setups.StartingPieces]
) -> tuple[events.Event, ...]:
    """Return each player's pieces in their own colour, or in a spare one if the diagram does not have it."""
    dealt = {pieces.colour: pieces for pieces in sets if pieces.colour in seated}
    left = iter([pieces for pieces in sets if pieces.colour not in seated])
    for colour in seated:
        if colour not in dealt and (pieces := next(left, None)) is not None:
            dealt[colour] = pieces
    found: list[events.Event] = []
    for colour in seated:
        if colour in dealt:
            (first, road), (starred, other) = dealt[colour].first, dealt[colour].starred
            found += [events.PlaceSettlement(colour, first), events.PlaceRoad(colour, road)]
            found += [events.PlaceSettlement(colour, starred), events.PlaceRoad(colour, other)]
    stars = [
        events.TakeStartingResources(colour, dealt[colour].starred[0]) for colour in seated if colour in dealt
    ]
    return (*found, *stars)
