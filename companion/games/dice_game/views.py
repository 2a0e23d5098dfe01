"""The public view of a dice game as JSON: all of it is public."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Final, cast

from companion.games.dice_game import api_types
from companion.games.dice_game.events import Build, PassDice
from companion.games.dice_game.legality import DiceGameViolation, violations
from companion.games.dice_game.options import Colour
from companion.games.dice_game.sheet import (
    ANY_RESOURCE,
    COSTS,
    MAX_THROWS,
    PIECES,
    SHEETS,
    BuildingSite,
    Piece,
    remaining_dice,
)
from companion.games.dice_game.state import POINTS_TO_WIN, DiceGameState, PlayerSheet
from companion.island.geometry import CORNERS, ENDS, HexId, IntersectionId, PathId, position

_MARGIN: Final = 0.42
"""Margin of the drawing around the sheet, in hex sides."""


def view(state: DiceGameState) -> api_types.DiceGameStateView:
    """Return the public view.

    Returns:
        ``phase``, ``winner``, ``turn``, ``on_turn``, ``longest_route`` and ``most_knights`` (colours or
        None), ``points_to_win``, ``options``, ``sheet`` (`drawing`), ``costs``, ``players`` (each with
        ``built`` and ``spent`` pieces), ``dice`` (``count``, ``lie``, ``left``, ``throws``, ``throws_left``)
        and ``may`` (`available_actions`).
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
            "left": None if state.unspent_dice is None else list(state.unspent_dice),
            "throws": state.throws,
            "throws_left": max(0, MAX_THROWS - state.throws),
        },
        "may": available_actions(state) if state.phase == "play" else {},
    }


def _colour(state: DiceGameState, seat: int | None) -> Colour | None:
    return None if seat is None else state.players[seat].colour


def sheet(state: DiceGameState) -> api_types.DiceGameSheet:
    """Return the players' sheet."""
    return {**drawing(state.options.sheet), "cross": state.sheet.cross_road(state.options.start_counts)}


def sheet_marks(state: DiceGameState, seat: int) -> api_types.SheetFilled:
    """Return the pieces that a player has drawn in on the sheet."""
    player = state.players[seat]
    return {
        "built": {piece: state.sheet.sort_ids(piece, player.built[piece]) for piece in PIECES},
        "spent": state.sheet.sort_ids("knight", player.spent),
    }


def _player(state: DiceGameState, seat: int) -> api_types.DiceGamePlayer:
    player = state.players[seat]
    return {
        "name": player.name,
        "colour": player.colour,
        "id": player.at_first or player.colour,
        "points": state.points(seat),
        "of": dict(state.points_of(seat)),
        "route": player.route,
        "knights": player.knights,
        **sheet_marks(state, seat),
    }


def available_actions(state: DiceGameState) -> api_types.DiceGameActions:
    """Return the active player's legal actions. Other inputs are still accepted.

    Returns:
        ``throw`` and ``end_turn`` (booleans), ``use_knight`` (ids of knights, if there are dice to turn),
        ``build`` ({piece: ids within reach of the roads, regardless of cost}) and ``pay`` ({piece: whether
        the dice pay it; None where they weren't entered}).
    """
    player = state.players[state.active]
    colour = player.colour
    build: dict[str, list[str]] = {
        piece: [
            at
            for at in state.sheet.prerequisites[piece]
            if not _blocking_violations(state, Build(colour, piece, at))
        ]
        for piece in PIECES
    }
    return {
        "throw": not state.has_built and state.throws < MAX_THROWS,
        "use_knight": []
        if state.has_built or state.dice is None
        else state.sheet.sort_ids("knight", player.built["knight"] - player.spent),
        "build": build,
        "pay": {piece: _can_pay(state, piece) for piece in PIECES},
        "end_turn": not violations(state, PassDice(colour)),
    }


def _blocking_violations(state: DiceGameState, event: Build) -> DiceGameViolation:
    return violations(state, event) & ~DiceGameViolation.DICE_DO_NOT_PAY


def _can_pay(state: DiceGameState, piece: Piece) -> bool | None:
    return None if state.unspent_dice is None else remaining_dice(state.unspent_dice, piece) is not None


@cache
def drawing(name: str) -> api_types.SheetDrawing:
    """Return the drawing of a sheet, with the unit and axes of `companion.island.geometry`.

    Returns:
        ``name``, ``viewBox``; ``hexes`` (``at``, ``corners``, ``terrain``); ``roads`` (``id``, ``ends``);
        ``settlements`` and ``cities`` (``id``, ``at``); ``knights`` (``id``, ``at``, ``resource``);
        ``start``; ``route`` (the minimum length of the longest route).
    """
    sheet = SHEETS[name]
    corners = [position(i) for h, _ in sheet.hexes for i in CORNERS[HexId(h)]]
    left, top = min(x for x, _ in corners) - _MARGIN, min(y for _, y in corners) - _MARGIN
    right, bottom = max(x for x, _ in corners) + _MARGIN, max(y for _, y in corners) + _MARGIN
    return {
        "name": name,
        "viewBox": [_round(part) for part in (left, top, right - left, bottom - top)],
        "hexes": [
            {
                "at": _coordinates(h),
                "corners": [_coordinates(i) for i in CORNERS[HexId(h)]],
                "terrain": terrain,
            }
            for h, terrain in sheet.hexes
        ],
        "roads": [
            {"id": road.id, "ends": [_coordinates(end) for end in ENDS[PathId(road.at)]]}
            for road in sheet.roads
        ],
        "settlements": [_site_to_json(site) for site in sheet.settlements],
        "cities": [_site_to_json(site) for site in sheet.cities],
        "knights": [
            {
                "id": each.id,
                "at": _coordinates(each.at),
                "resource": None if each.resource == ANY_RESOURCE else each.resource,
            }
            for each in sheet.knights
        ],
        "start": sheet.start,
        "route": sheet.min_route_length,
    }


def _site_to_json(site: BuildingSite) -> api_types.SheetSite:
    return {"id": site.id, "at": _coordinates(IntersectionId(site.at))}


def _coordinates(site: str) -> list[float]:
    return [_round(part) for part in position(site)]


def _round(value: float) -> float:
    return round(value, 4)


def diff_states(before: DiceGameState, after: DiceGameState) -> list[api_types.DiceGameDifference]:
    """Return the differences between two states; those that decide the game come first.

    Each is JSON, `{"what", "before", "after"}`. Colours are those after the change; players who weren't there
    before are left out.

    =================  ====================================================
    what               before and after
    =================  ====================================================
    `winner`,          a colour or null
    `longest_route`,
    `most_knights`,
    `on_turn`
    `turn`             its number
    `dice`             as they lie in the current turn, or null
    `points`, `route`  a number; of the player of a `colour`
    `built`            ids of a `piece` on the sheet of a `colour`, in order
    `spent`            ids of the knights that turned a die, of a `colour`
    =================  ====================================================
    """
    return [*_diff_table(before, after), *_diff_players(before, after)]


def _change(what: str, was: object, now: object, **of: object) -> Iterator[api_types.DiceGameDifference]:
    if was != now:
        yield cast(api_types.DiceGameDifference, {"what": what, **of, "before": was, "after": now})


def _diff_table(before: DiceGameState, after: DiceGameState) -> Iterator[api_types.DiceGameDifference]:
    now = {_id(player): player.colour for player in after.players}
    had = [now.get(_id(player), player.colour) for player in before.players]
    has = [player.colour for player in after.players]
    for what in ("winner", "longest_route", "most_knights"):
        one, other = getattr(before, what), getattr(after, what)
        yield from _change(what, None if one is None else had[one], None if other is None else has[other])
    yield from _change("on_turn", had[before.active] if had else None, has[after.active] if has else None)
    yield from _change("turn", before.turn, after.turn)
    yield from _change("dice", *(state.dice and list(state.dice) for state in (before, after)))


def _diff_players(before: DiceGameState, after: DiceGameState) -> Iterator[api_types.DiceGameDifference]:
    seats = {_id(player): seat for seat, player in enumerate(before.players)}
    for seat, player in enumerate(after.players):
        was = seats.get(_id(player))
        if was is None:
            continue
        of, earlier = player.colour, before.players[was]
        yield from _change("points", before.points(was), after.points(seat), colour=of)
        yield from _change("route", earlier.route, player.route, colour=of)
        both = ((before.sheet, earlier), (after.sheet, player))
        for piece in PIECES:
            ids = [sheet.sort_ids(piece, one.built[piece]) for sheet, one in both]
            yield from _change("built", *ids, colour=of, piece=piece)
        spent = [sheet.sort_ids("knight", one.spent) for sheet, one in both]
        yield from _change("spent", *spent, colour=of)


def _id(player: PlayerSheet) -> str:
    return player.at_first or player.colour
