"""What everybody at the table may see of a dice game, as JSON: all of it is public."""

from __future__ import annotations

from functools import cache
from typing import Final

from companion.games.dice_game.dice import COSTS, PIECES, THROWS, Piece, after_paying
from companion.games.dice_game.events import Build, EndTurn
from companion.games.dice_game.legality import RuleViolation, violations
from companion.games.dice_game.seats import Colour
from companion.games.dice_game.sheet import ANY, SHEETS, Site
from companion.games.dice_game.state import POINTS_TO_WIN, State
from companion.games.dice_game.wire import (
    DiceGameActions,
    DiceGamePlayer,
    DiceGameSheet,
    DiceGameStateView,
    SheetDrawing,
    SheetFilled,
    SheetSite,
)
from companion.island.geometry import CORNERS, ENDS, HexId, IntersectionId, PathId, position

_MARGIN: Final = 0.42
"""Around the sheet, in sides of a hex."""


def view(state: State) -> DiceGameStateView:
    """The public view.

    Returns:
        ``phase``, ``winner``, ``turn``, ``on_turn``, ``longest_route`` and ``most_knights`` (colours or
        None), ``points_to_win``, ``options``, ``sheet`` (`drawing`), ``costs``, ``players`` (with what each
        has ``built`` and ``spent``), ``dice`` (``count``, ``lie``, ``left``, ``throws``, ``throws_left``)
        and ``may`` (`may`).
    """
    return {
        "phase": state.phase,
        "winner": _colour(state, state.winner),
        "turn": state.turn,
        "on_turn": state.players[state.active].colour if state.players else None,
        "longest_route": _colour(state, state.longest_route),
        "most_knights": _colour(state, state.most_knights),
        "points_to_win": POINTS_TO_WIN,
        "options": state.options.to_json(),
        "sheet": sheet(state),
        "costs": {piece: {str(kind): count for kind, count in cost.items()} for piece, cost in COSTS.items()},
        "players": [_player(state, seat) for seat in range(len(state.players))],
        "dice": {
            "count": state.dice_count,
            "lie": None if state.dice is None else list(state.dice),
            "left": None if state.left is None else list(state.left),
            "throws": state.throws,
            "throws_left": max(0, THROWS - state.throws),
        },
        "may": may(state) if state.phase == "play" else {},
    }


def _colour(state: State, seat: int | None) -> Colour | None:
    return None if seat is None else state.players[seat].colour


def sheet(state: State) -> DiceGameSheet:
    """The sheet that everybody fills in."""
    return {**drawing(state.options.sheet), "cross": state.sheet.crossed(state.options.start_counts)}


def filled(state: State, seat: int) -> SheetFilled:
    """What a player has drawn in on the own sheet."""
    player = state.players[seat]
    return {
        "built": {piece: state.sheet.in_order(piece, player.built[piece]) for piece in PIECES},
        "spent": state.sheet.in_order("knight", player.spent),
    }


def _player(state: State, seat: int) -> DiceGamePlayer:
    player = state.players[seat]
    return {
        "name": player.name,
        "colour": player.colour,
        "id": player.at_first or player.colour,
        "points": state.points(seat),
        "of": dict(state.points_of(seat)),
        "route": player.route,
        "knights": player.knights,
        **filled(state, seat),
    }


def may(state: State) -> DiceGameActions:
    """What the player on turn can do by the rules; nothing else is forbidden by it.

    Returns:
        ``throw`` and ``end_turn`` (each whether), ``use_knight`` (ids of knights, once dice lie that they
        can turn), ``build`` ({piece: the ids that the roads reach, whatever they cost}) and ``pay``
        ({piece: whether the dice pay it; None where they weren't entered}).
    """
    player = state.players[state.active]
    colour = player.colour
    build: dict[str, list[str]] = {
        piece: [at for at in state.sheet.needs[piece] if not _in_the_way(state, Build(colour, piece, at))]
        for piece in PIECES
    }
    return {
        "throw": not state.has_built and state.throws < THROWS,
        "use_knight": []
        if state.has_built or state.dice is None
        else state.sheet.in_order("knight", player.built["knight"] - player.spent),
        "build": build,
        "pay": {piece: _pays(state, piece) for piece in PIECES},
        "end_turn": not violations(state, EndTurn(colour)),
    }


def _in_the_way(state: State, event: Build) -> RuleViolation:
    return violations(state, event) & ~RuleViolation.DICE_DO_NOT_PAY


def _pays(state: State, piece: Piece) -> bool | None:
    return None if state.left is None else after_paying(state.left, piece) is not None


@cache
def drawing(name: str) -> SheetDrawing:
    """A sheet as it is drawn: unit and axes as `companion.island.geometry` says.

    Returns:
        ``name``, ``viewBox``; ``hexes`` (``at``, ``corners``, ``terrain``); ``roads`` (``id``, ``ends``);
        ``settlements`` and ``cities`` (``id``, ``at``); ``knights`` (``id``, ``at``, ``resource``);
        ``start``; ``route`` (how long the longest route has to be).
    """
    sheet = SHEETS[name]
    corners = [position(i) for h, _ in sheet.hexes for i in CORNERS[HexId(h)]]
    left, top = min(x for x, _ in corners) - _MARGIN, min(y for _, y in corners) - _MARGIN
    right, bottom = max(x for x, _ in corners) + _MARGIN, max(y for _, y in corners) + _MARGIN
    return {
        "name": name,
        "viewBox": [_round(part) for part in (left, top, right - left, bottom - top)],
        "hexes": [
            {"at": _at(h), "corners": [_at(i) for i in CORNERS[HexId(h)]], "terrain": terrain}
            for h, terrain in sheet.hexes
        ],
        "roads": [
            {"id": road.id, "ends": [_at(end) for end in ENDS[PathId(road.at)]]} for road in sheet.roads
        ],
        "settlements": [_site(site) for site in sheet.settlements],
        "cities": [_site(site) for site in sheet.cities],
        "knights": [
            {"id": each.id, "at": _at(each.at), "resource": None if each.resource == ANY else each.resource}
            for each in sheet.knights
        ],
        "start": sheet.start,
        "route": sheet.least,
    }


def _site(site: Site) -> SheetSite:
    return {"id": site.id, "at": _at(IntersectionId(site.at))}


def _at(site: str) -> list[float]:
    return [_round(part) for part in position(site)]


def _round(value: float) -> float:
    return round(value, 4)
