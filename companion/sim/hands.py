"""Translates the events of a game into scripts of clumsy hands."""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from typing import Final, Literal, get_args

from companion.games.base.rules.events import Event, MoveRobber, PlaceCity, PlaceRoad, PlaceSettlement
from companion.games.base.rules.options import Colour
from companion.games.base.rules.sites import indices
from companion.games.base.rules.state import State
from companion.island.geometry import ENDS, INTERSECTIONS, PATHS, HexId, Site, position
from companion.sim.camera import can_see_board, shift_camera
from companion.sim.picture import Arm, CameraPose, Card, Light, Mug, Piece, Shade
from companion.sim.tabletop import Script, Tabletop, TabletopMoment

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


def put_piece(piece: Piece, hand_from: float) -> Script:
    """Return the script that puts a piece on its site, with a random offset and angle.

    Args:
        piece: the piece in its neat position.
        hand_from: the hand's direction, in degrees clockwise from the board's north.
    """

    def script(table: Tabletop, fps: float, rng: random.Random) -> Iterator[TabletopMoment]:
        after = replace(
            table, pieces=(*_pieces_without(table, piece.at), _place_carelessly(piece, table, rng))
        )
        yield from _touch(table, after, position(piece.at), hand_from, fps, rng)

    return script


def take_piece(at: Site, hand_from: float) -> Script:
    """Return the script that removes the piece on a site; `hand_from` as for `put_piece`."""

    def script(table: Tabletop, fps: float, rng: random.Random) -> Iterator[TabletopMoment]:
        after = replace(table, pieces=_pieces_without(table, at))
        yield from _touch(table, after, position(at), hand_from, fps, rng)

    return script


def replace_by_city(city: Piece, hand_from: float) -> Script:
    """Return the script that replaces a settlement by a city, in one movement or in two."""

    def script(table: Tabletop, fps: float, rng: random.Random) -> Iterator[TabletopMoment]:
        if rng.random() < 0.5:
            yield from _play_in_sequence(
                (take_piece(city.at, hand_from), put_piece(city, hand_from)), table, fps, rng
            )
        else:
            yield from put_piece(city, hand_from)(table, fps, rng)

    return script


def put_and_take_back(piece: Piece, hand_from: float) -> Script:
    """Return the script that places a piece, waits a moment, and takes it back."""

    def script(table: Tabletop, fps: float, rng: random.Random) -> Iterator[TabletopMoment]:
        thinks = wait(rng.uniform(0.8, 2.5))
        yield from _play_in_sequence(
            (put_piece(piece, hand_from), thinks, take_piece(piece.at, hand_from)), table, fps, rng
        )

    return script


def nudge_piece(at: Site, hand_from: float) -> Script:
    """Return the script that pushes the piece on a site a little; an empty site gives no moments."""

    def script(table: Tabletop, fps: float, rng: random.Random) -> Iterator[TabletopMoment]:
        piece = table.piece(at)
        if piece is None:
            return
        neat = replace(piece, askew=piece.askew + rng.gauss(0, 0.5 * _TURN_SIGMA_DEG))
        after = replace(table, pieces=(*_pieces_without(table, at), _place_carelessly(neat, table, rng)))
        yield from _touch(table, after, position(at), hand_from, fps, rng)

    return script


def move_robber(to: HexId, hand_from: float) -> Script:
    """Return the script that moves the robber to another hex."""

    def script(table: Tabletop, fps: float, rng: random.Random) -> Iterator[TabletopMoment]:
        aside = (_clipped_gauss(rng, _ROBBER_OFFSET_SIGMA), _clipped_gauss(rng, _ROBBER_OFFSET_SIGMA))
        gone, after = replace(table, robber=None), replace(table, robber=to, robber_offset=aside)
        start = position(to) if table.robber is None else position(table.robber)
        yield from _reach_in(table, start, hand_from, fps, rng)
        if table.robber is not None:
            yield from _carry(gone, start, position(to), hand_from, fps, rng)
        yield from _withdraw(after, position(to), hand_from, fps, rng)

    return script


def rest_hand(over: Spot, hand_from: float, seconds: float) -> Script:
    """Return the script of a hand that rests over a place for some seconds and touches nothing."""

    def script(table: Tabletop, fps: float, rng: random.Random) -> Iterator[TabletopMoment]:
        yield from _reach_in(table, over, hand_from, fps, rng)
        for _ in range(max(1, round(seconds * fps))):
            at = (over[0] + rng.gauss(0, 0.01), over[1] + rng.gauss(0, 0.01))
            yield TabletopMoment(table, (Arm(at, hand_from, _HAND_HEIGHT),))
        yield from _withdraw(table, over, hand_from, fps, rng)

    return script


def wait(seconds: float) -> Script:
    """Return the script in which nothing happens for some seconds."""

    def script(table: Tabletop, fps: float, rng: random.Random) -> Iterator[TabletopMoment]:
        for _ in range(max(1, round(seconds * fps))):
            yield TabletopMoment(table)

    return script


def _place_carelessly(piece: Piece, table: Tabletop, rng: random.Random) -> Piece:
    """Return a piece with a random offset and angle, as a person places it."""
    aside = (_clipped_gauss(rng, table.offset_sigma), _clipped_gauss(rng, table.offset_sigma))
    return replace(piece, offset=aside, askew=piece.askew + rng.gauss(0, _TURN_SIGMA_DEG))


def _play_in_sequence(
    scripts: tuple[Script, ...], table: Tabletop, fps: float, rng: random.Random
) -> Iterator[TabletopMoment]:
    """Play scripts one after the other; each starts with the table that the previous one left."""
    for script in scripts:
        for moment in script(table, fps, rng):
            table = moment.table
            yield moment


def _touch(
    before: Tabletop, after: Tabletop, at: Spot, hand_from: float, fps: float, rng: random.Random
) -> Iterator[TabletopMoment]:
    """Reach in, change the table under the fingers, and withdraw."""
    yield from _reach_in(before, at, hand_from, fps, rng)
    for n in range(steps := max(2, round(rng.uniform(*TOUCH_S) * fps))):
        yield TabletopMoment(before if n < steps // 2 else after, (Arm(at, hand_from, _HAND_HEIGHT),))
    yield from _withdraw(after, at, hand_from, fps, rng)


def _reach_in(
    table: Tabletop, to: Spot, hand_from: float, fps: float, rng: random.Random
) -> Iterator[TabletopMoment]:
    steps = max(2, round(rng.uniform(*REACH_S) * fps))
    for n in range(steps):
        yield TabletopMoment(table, (_arm(to, hand_from, 1 - n / (steps - 1)),))


def _withdraw(
    table: Tabletop, start: Spot, hand_from: float, fps: float, rng: random.Random
) -> Iterator[TabletopMoment]:
    steps = max(2, round(rng.uniform(*REACH_S) * fps))
    for n in range(steps):
        yield TabletopMoment(table, (_arm(start, hand_from, n / (steps - 1)),))
    yield TabletopMoment(table)


def _carry(
    table: Tabletop, start: Spot, to: Spot, hand_from: float, fps: float, rng: random.Random
) -> Iterator[TabletopMoment]:
    steps = max(2, round(rng.uniform(*REACH_S) * fps))
    for n in range(steps + 1):
        share = n / steps
        at = (start[0] + share * (to[0] - start[0]), start[1] + share * (to[1] - start[1]))
        yield TabletopMoment(table, (Arm(at, hand_from, _HAND_HEIGHT),))


def _arm(over: Spot, hand_from: float, away: float) -> Arm:
    """Return a hand over a place, or at a share of the way back to its owner."""
    turn, far = math.radians(hand_from), _OUT_OF_VIEW_DISTANCE * away
    return Arm((over[0] + far * math.sin(turn), over[1] - far * math.cos(turn)), hand_from, _HAND_HEIGHT)


def _pieces_without(table: Tabletop, at: Site) -> tuple[Piece, ...]:
    return tuple(piece for piece in table.pieces if piece.at != at)


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
        return _move_camera(lambda table: shift_camera(table.camera, 0.15, 1.0, 0.6, rng))
    if kind == "knocked":
        return _move_camera(lambda table: shift_camera(table.camera, 0.7, 12.0, 4.0, rng))
    if kind == "pushed":
        return _push_board(rng)
    if kind == "lamp":
        return _change_light(draw_light(rng), rng.choice((0.1, 2.0)))
    if kind == "shade":
        return _cast_shade(rng)
    if kind == "sleeve":
        over = position(rng.choice(("h0,0", "h1,0", "h-1,0", "h0,1", "h0,-1")))
        return rest_hand(over, rng.uniform(0, 360), rng.uniform(2, 5))
    return _toggle_object(kind, rng)


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


def _move_camera(to: Callable[[Tabletop], CameraPose]) -> Script:
    def script(table: Tabletop, fps: float, rng: random.Random) -> Iterator[TabletopMoment]:
        pose = to(table)
        for _ in range(max(1, round(_SHAKE_S * fps))):
            yield TabletopMoment(replace(table, camera=shift_camera(pose, 0.1, 1.0, 0.5, rng), ground=None))
        yield TabletopMoment(replace(table, camera=pose, ground=None))

    return script


def _push_board(rng: random.Random) -> Script:
    distance, direction, turn = rng.uniform(0.2, 0.8), rng.uniform(0, 2 * math.pi), rng.uniform(-6, 6)

    def script(table: Tabletop, fps: float, rng: random.Random) -> Iterator[TabletopMoment]:
        ground, (x, y) = table.ground or table.camera, table.camera.aim
        steps = max(2, round(_SHAKE_S * fps))
        for n in range(1, steps + 1):
            shift = distance * n / steps
            aim = (x - shift * math.cos(direction), y - shift * math.sin(direction))
            pose = replace(table.camera, aim=aim, rotation=table.camera.rotation + turn * n / steps)
            if not can_see_board(pose):
                return
            yield TabletopMoment(replace(table, camera=pose, ground=ground))

    return script


def _change_light(light: Light, seconds: float) -> Script:
    def script(table: Tabletop, fps: float, rng: random.Random) -> Iterator[TabletopMoment]:
        steps, old = max(1, round(seconds * fps)), table.light
        for n in range(1, steps):
            share = n / steps
            brightness = old.brightness + share * (light.brightness - old.brightness)
            warmth = old.warmth + share * (light.warmth - old.warmth)
            yield TabletopMoment(replace(table, light=replace(old, brightness=brightness, warmth=warmth)))
        yield TabletopMoment(replace(table, light=light))

    return script


def _cast_shade(rng: random.Random) -> Script:
    bearing, stays_s = rng.uniform(0, 360), rng.uniform(1.5, 4.0)

    def script(table: Tabletop, fps: float, rng: random.Random) -> Iterator[TabletopMoment]:
        steps = max(2, round(0.7 * fps))
        shares = [n / steps for n in range(1, steps)]
        for share in [*shares, *([1.0] * round(stays_s * fps)), *reversed(shares)]:
            # The edge moves from outside the frame to near the centre.
            distance = 6.5 - 5.5 * share
            edge = (distance * math.sin(math.radians(bearing)), -distance * math.cos(math.radians(bearing)))
            yield TabletopMoment(table, (Shade(edge, bearing, depth=0.35),))
        yield TabletopMoment(table)

    return script


def _toggle_object(what: Literal["mug", "card"], rng: random.Random) -> Script:
    kind = Mug if what == "mug" else Card
    # West of the frame: the dice fall in the east.
    spot = (rng.uniform(-8.6, -7.4), rng.uniform(-2, 2))

    def script(table: Tabletop, fps: float, rng: random.Random) -> Iterator[TabletopMoment]:
        other_objects = tuple(thing for thing in table.clutter if not isinstance(thing, kind))
        is_present = len(other_objects) < len(table.clutter)
        yield from rest_hand(spot, 270.0, 0.4)(table, fps, rng)
        yield TabletopMoment(
            replace(table, clutter=other_objects if is_present else (*other_objects, kind(spot)))
        )

    return script


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
        if isinstance(event, MoveRobber):
            return [move_robber(event.to, self._hand_direction(event.player))]
        if isinstance(event, PlaceCity):
            return [
                replace_by_city(Piece("city", event.at, event.player), self._hand_direction(event.player))
            ]
        if isinstance(event, PlaceRoad):
            return self._build(Piece("road", event.at, event.player), state)
        if isinstance(event, PlaceSettlement):
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
