"""Translates the events of a game into scripts of clumsy hands."""

from __future__ import annotations

import math
import random
from collections.abc import Sequence
from dataclasses import replace
from typing import Final, Literal, get_args

from companion.games.base.rules.events import Event, MoveRobber, PlaceCity, PlaceRoad, PlaceSettlement
from companion.games.base.rules.options import Colour
from companion.games.base.rules.sites import indices
from companion.games.base.rules.state import State
from companion.island.geometry import ENDS, INTERSECTIONS, PATHS, HexId, Site, position
from companion.sim.camera import can_see_board, shift_camera
from companion.sim.picture import Arm, Card, Light, Mug, Piece, Shade
from companion.sim.tabletop import (
    ActionStart,
    Moments,
    Script,
    Tabletop,
    TabletopMoment,
    reaching_arm,
    to_script,
)

# Scripts of hands on a board: place, take back, replace and nudge pieces, moment by moment.
#
# In each script (`companion.sim.tabletop.Script`) an arm reaches in from its owner's seat, the board changes
# under the fingers, and the arm withdraws. The offsets and angles of pieces are random.


REACH_S: Final = (0.45, 0.9)
"""Range of seconds in which a hand reaches in; the same range applies to its withdrawal."""
TOUCH_S: Final = (0.25, 0.7)
"""Range of seconds for which a hand covers the touched place."""
_OUT_OF_VIEW_DISTANCE: Final = 14.0
"""Distance at which a hand is out of the picture, in hex sides."""
_HAND_HEIGHT: Final = 0.3
_MAX_SIGMAS: Final = 22 / 9
"""Greatest offset of a piece, in standard deviations."""
_TURN_SIGMA_DEG: Final = 6.0
"""Standard deviation of a piece's angle, in degrees."""
_ROBBER_OFFSET_SIGMA: Final = 0.12

Spot = tuple[float, float]


@to_script
def put_piece(start: ActionStart, piece: Piece, hand_from: float) -> Moments:
    """Put a piece on its site, with a random offset and angle.

    Args:
        start: the beginning.
        piece: the piece in its neat position.
        hand_from: the hand's direction, in degrees clockwise from the board's north.
    """
    pieces = (*start.table.pieces_without(piece.at), _place_carelessly(piece, start))
    return _touch(start, replace(start.table, pieces=pieces), piece.at, hand_from)


@to_script
def take_piece(start: ActionStart, at: Site, hand_from: float) -> Moments:
    """Remove the piece on a site; `hand_from` as for `put_piece`."""
    return _touch(start, replace(start.table, pieces=start.table.pieces_without(at)), at, hand_from)


@to_script
def replace_by_city(start: ActionStart, city: Piece, hand_from: float) -> Moments:
    """Replace a settlement by a city, in one movement or in two."""
    first = [take_piece(city.at, hand_from)] if start.rng.random() < 0.5 else []
    return _play_in_sequence(start, *first, put_piece(city, hand_from))


@to_script
def put_and_take_back(start: ActionStart, piece: Piece, hand_from: float) -> Moments:
    """Place a piece, wait a moment, and take it back."""
    thinks = wait(start.rng.uniform(0.8, 2.5))
    return _play_in_sequence(start, put_piece(piece, hand_from), thinks, take_piece(piece.at, hand_from))


@to_script
def nudge_piece(start: ActionStart, at: Site, hand_from: float) -> Moments:
    """Push the piece on a site a little; an empty site gives no moments."""
    piece = start.table.piece(at)
    if piece is None:
        return iter(())
    neat = replace(piece, askew=piece.askew + start.rng.gauss(0, 0.5 * _TURN_SIGMA_DEG))
    pieces = (*start.table.pieces_without(at), _place_carelessly(neat, start))
    return _touch(start, replace(start.table, pieces=pieces), at, hand_from)


@to_script
def move_robber(start: ActionStart, to: HexId, hand_from: float) -> Moments:
    """Move the robber to another hex."""
    table, rng = start.table, start.rng
    aside = (_clipped_gauss(rng, _ROBBER_OFFSET_SIGMA), _clipped_gauss(rng, _ROBBER_OFFSET_SIGMA))
    gone, after = replace(table, robber=None), replace(table, robber=to, robber_offset=aside)
    old = position(to if table.robber is None else table.robber)
    yield from _reach_in(start, old, hand_from)
    if table.robber is not None:
        yield from _carry(start, gone, old, position(to), hand_from)
    yield from _withdraw(start, after, position(to), hand_from)


@to_script
def rest_hand(start: ActionStart, over: Spot, hand_from: float, seconds: float) -> Moments:
    """Rest a hand over a place for some seconds, and touch nothing."""
    yield from _reach_in(start, over, hand_from)
    for _ in range(start.steps(seconds, 1)):
        at = (over[0] + start.rng.gauss(0, 0.01), over[1] + start.rng.gauss(0, 0.01))
        yield TabletopMoment(start.table, (Arm(at, hand_from, _HAND_HEIGHT),))
    yield from _withdraw(start, start.table, over, hand_from)


@to_script
def wait(start: ActionStart, seconds: float) -> Moments:
    """Do nothing for some seconds."""
    return start.still_moments(seconds)


def _place_carelessly(piece: Piece, start: ActionStart) -> Piece:
    """Return a piece with a random offset and angle, as a person places it."""
    sigma, rng = start.table.offset_sigma, start.rng
    aside = (_clipped_gauss(rng, sigma), _clipped_gauss(rng, sigma))
    return replace(piece, offset=aside, askew=piece.askew + rng.gauss(0, _TURN_SIGMA_DEG))


def _play_in_sequence(start: ActionStart, *scripts: Script) -> Moments:
    """Play scripts one after the other; each starts with the table that the previous one left."""
    for script in scripts:
        for moment in script(start):
            start = replace(start, table=moment.table)
            yield moment


def _touch(start: ActionStart, after: Tabletop, at: Site, hand_from: float) -> Moments:
    """Reach in, change the table under the fingers, and withdraw."""
    spot = position(at)
    yield from _reach_in(start, spot, hand_from)
    for n in range(steps := start.steps(start.rng.uniform(*TOUCH_S))):
        table = start.table if n < steps // 2 else after
        yield TabletopMoment(table, (Arm(spot, hand_from, _HAND_HEIGHT),))
    yield from _withdraw(start, after, spot, hand_from)


def _reach_in(start: ActionStart, to: Spot, hand_from: float) -> Moments:
    steps = start.steps(start.rng.uniform(*REACH_S))
    for n in range(steps):
        yield TabletopMoment(start.table, (_arm(to, hand_from, 1 - n / (steps - 1)),))


def _withdraw(start: ActionStart, table: Tabletop, over: Spot, hand_from: float) -> Moments:
    steps = start.steps(start.rng.uniform(*REACH_S))
    for n in range(steps):
        yield TabletopMoment(table, (_arm(over, hand_from, n / (steps - 1)),))
    yield TabletopMoment(table)


def _carry(start: ActionStart, table: Tabletop, old: Spot, to: Spot, hand_from: float) -> Moments:
    steps = start.steps(start.rng.uniform(*REACH_S))
    for n in range(steps + 1):
        share = n / steps
        at = (old[0] + share * (to[0] - old[0]), old[1] + share * (to[1] - old[1]))
        yield TabletopMoment(table, (Arm(at, hand_from, _HAND_HEIGHT),))


def _arm(over: Spot, hand_from: float, away: float) -> Arm:
    return reaching_arm(over, hand_from, _OUT_OF_VIEW_DISTANCE * away, _HAND_HEIGHT)


def _clipped_gauss(rng: random.Random, deviation: float) -> float:
    farthest = _MAX_SIGMAS * deviation
    return max(-farthest, min(farthest, rng.gauss(0, deviation)))


# Scripts of disturbances at a table: knocks, changes of light, mugs, a person's shadow.
#
# They have the same form as the scripts of hands (`companion.sim.hands`).


Upset = Literal["nudged", "knocked", "pushed", "lamp", "mug", "card", "shade", "sleeve"]
UPSETS: Final[tuple[Upset, ...]] = get_args(Upset)

_SHAKE_S: Final = 0.35
"""Seconds for which a knocked camera or board shakes."""


def create_upset(kind: Upset, rng: random.Random) -> Script:
    """Return the script of a disturbance.

    Args:
        kind: `nudged`: the camera moves a little; `knocked`: it moves a lot; `pushed`: the board moves on the
            table; `lamp`: the light changes, abruptly or slowly; `mug`, `card`: one is put next to the board,
            or removed if there is one; `shade`: somebody leans into the light for a while; `sleeve`: an arm
            rests over the board.
        rng: draws the details.
    """
    if kind == "nudged":
        return _move_camera(0.15, 1.0, 0.6, rng)
    if kind == "knocked":
        return _move_camera(0.7, 12.0, 4.0, rng)
    if kind == "pushed":
        return _push_board(rng.uniform(0.2, 0.8), rng.uniform(0, 2 * math.pi), rng.uniform(-6, 6))
    if kind == "lamp":
        return _change_light(draw_light(rng), rng.choice((0.1, 2.0)))
    if kind == "shade":
        return _cast_shade(rng.uniform(0, 360), rng.uniform(1.5, 4.0))
    if kind == "sleeve":
        over = position(rng.choice(("h0,0", "h1,0", "h-1,0", "h0,1", "h0,-1")))
        return rest_hand(over, rng.uniform(0, 360), rng.uniform(2, 5))
    # West of the frame: the dice fall in the east.
    return _toggle_object(Mug if kind == "mug" else Card, (rng.uniform(-8.6, -7.4), rng.uniform(-2, 2)))


def draw_light(rng: random.Random) -> Light:
    """Draw a lamp that is bright enough for people to read their cards."""
    return Light(
        brightness=rng.uniform(0.75, 1.12),
        warmth=rng.uniform(-0.4, 0.8),
        bearing=rng.uniform(0, 360),
        height=rng.uniform(40, 75),
        falloff=rng.uniform(0.05, 0.35),
        shadows=rng.uniform(0.25, 0.55),
    )


@to_script
def _move_camera(
    start: ActionStart, shift: float, turn: float, tilt: float, chance: random.Random
) -> Moments:
    """Move the camera by at most so much (`shift_camera`); `chance` draws by how much."""
    pose = shift_camera(start.table.camera, shift, turn, tilt, chance)
    for _ in range(start.steps(_SHAKE_S, 1)):
        shaking = shift_camera(pose, 0.1, 1.0, 0.5, start.rng)
        yield TabletopMoment(replace(start.table, camera=shaking, ground=None))
    yield TabletopMoment(replace(start.table, camera=pose, ground=None))


@to_script
def _push_board(start: ActionStart, distance: float, direction: float, turn: float) -> Moments:
    table = start.table
    ground, (x, y) = table.ground or table.camera, table.camera.aim
    steps = start.steps(_SHAKE_S)
    for n in range(1, steps + 1):
        shift = distance * n / steps
        aim = (x - shift * math.cos(direction), y - shift * math.sin(direction))
        pose = replace(table.camera, aim=aim, rotation=table.camera.rotation + turn * n / steps)
        if not can_see_board(pose):
            return
        yield TabletopMoment(replace(table, camera=pose, ground=ground))


@to_script
def _change_light(start: ActionStart, light: Light, seconds: float) -> Moments:
    steps, old = start.steps(seconds, 1), start.table.light
    for n in range(1, steps):
        share = n / steps
        brightness = old.brightness + share * (light.brightness - old.brightness)
        warmth = old.warmth + share * (light.warmth - old.warmth)
        between = replace(old, brightness=brightness, warmth=warmth)
        yield TabletopMoment(replace(start.table, light=between))
    yield TabletopMoment(replace(start.table, light=light))


@to_script
def _cast_shade(start: ActionStart, bearing: float, stays_s: float) -> Moments:
    steps = start.steps(0.7)
    shares = [n / steps for n in range(1, steps)]
    for share in [*shares, *([1.0] * round(stays_s * start.fps)), *reversed(shares)]:
        # The edge moves from outside the frame to near the centre.
        distance = 6.5 - 5.5 * share
        edge = (distance * math.sin(math.radians(bearing)), -distance * math.cos(math.radians(bearing)))
        yield TabletopMoment(start.table, (Shade(edge, bearing, depth=0.35),))
    yield TabletopMoment(start.table)


@to_script
def _toggle_object(start: ActionStart, kind: type[Mug | Card], spot: Spot) -> Moments:
    others = tuple(thing for thing in start.table.clutter if not isinstance(thing, kind))
    is_present = len(others) < len(start.table.clutter)
    yield from rest_hand(spot, 270.0, 0.4)(start)
    yield TabletopMoment(replace(start.table, clutter=others if is_present else (*others, kind(spot))))


_HESITATION_DISTANCE: Final = 2.2
"""Greatest distance, in hex sides, from the right site to one that a hesitating player tries first."""
_BOARD_EVENTS: Final = (PlaceRoad, PlaceSettlement, PlaceCity, MoveRobber)


def is_visible_on_board(event: Event) -> bool:
    """Return whether an event changes the camera's view of the board."""
    return isinstance(event, _BOARD_EVENTS)


def pieces_by_site(state: State) -> dict[Site, Piece]:
    """Return the pieces on the board, by site."""
    pieces = []
    for player in state.players:
        pieces += [Piece("road", PATHS[n], player.colour) for n in indices(player.roads)]
        pieces += [Piece("settlement", INTERSECTIONS[n], player.colour) for n in indices(player.settlements)]
        pieces += [Piece("city", INTERSECTIONS[n], player.colour) for n in indices(player.cities)]
    return {piece.at: piece for piece in pieces}


class Hands:
    """The hands at one table; those of each player reach in from the player's seat."""

    def __init__(
        self, colours: Sequence[Colour], rng: random.Random, *, clumsy: float = 0.06, upsets: float = 0.0
    ) -> None:
        """Seat the players.

        Args:
            colours: in seat order, clockwise.
            rng: draws all chances.
            clumsy: probability of a hesitation before building, and of a push of a piece afterwards.
            upsets: probability of an upset between two turns.
        """
        first = rng.uniform(0, 360)
        self._directions = {colour: first + n * 360 / len(colours) for n, colour in enumerate(colours)}
        self._rng, self._clumsy, self._upsets = rng, clumsy, upsets

    def scripts_for(self, event: Event, state: State) -> list[Script]:
        """Return the scripts of an event.

        Args:
            event: an event; invisible ones have no scripts.
            state: the state after it.
        """
        match event:
            case MoveRobber():
                return [move_robber(event.to, self._hand_direction(event.player))]
            case PlaceCity():
                city = Piece("city", event.at, event.player)
                return [replace_by_city(city, self._hand_direction(event.player))]
            case PlaceRoad():
                return self._build(Piece("road", event.at, event.player), state)
            case PlaceSettlement():
                return self._build(Piece("settlement", event.at, event.player), state)
        return []

    def upset_scripts(self) -> list[Script]:
        """Return the script of an upset between two turns, or none, by chance."""
        return [create_upset(self._rng.choice(UPSETS), self._rng)] if self._happens(self._upsets) else []

    def _build(self, piece: Piece, state: State) -> list[Script]:
        scripts = [put_piece(piece, self._hand_direction(piece.colour))]
        taken_sites = set(pieces_by_site(state))
        if self._happens(self._clumsy):
            elsewhere = self._nearby_piece(piece, taken_sites)
            scripts.insert(0, put_and_take_back(elsewhere, self._hand_direction(piece.colour)))
        if self._happens(self._clumsy):
            pushed = self._rng.choice(sorted(taken_sites))
            scripts.append(nudge_piece(pushed, self._hand_direction(piece.colour)))
        return scripts

    def _nearby_piece(self, piece: Piece, taken: set[Site]) -> Piece:
        """Return the same piece on a random free site nearby, or on its own site if there is none."""
        sites: Sequence[Site] = list(ENDS) if piece.kind == "road" else INTERSECTIONS
        free = [
            site
            for site in sites
            if site not in taken and math.dist(position(site), position(piece.at)) < _HESITATION_DISTANCE
        ]
        return Piece(piece.kind, self._rng.choice(free or [piece.at]), piece.colour)

    def _hand_direction(self, colour: Colour) -> float:
        return self._directions[colour] + self._rng.gauss(0, 8)

    def _happens(self, share: float) -> bool:
        return self._rng.random() < share
