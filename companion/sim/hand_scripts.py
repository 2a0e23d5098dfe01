"""Scripts of hands on a board: place, take back, replace and nudge pieces, moment by moment.

In each script (`companion.sim.tabletop.Script`) an arm reaches in from its owner's seat, the board changes
under the fingers, and the arm withdraws. The offsets and angles of pieces are random.
"""

from __future__ import annotations

import math
import random
from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from companion.island.geometry import HexId, position
from companion.island.pieces import Site
from companion.sim.picture import Arm, Piece
from companion.sim.tabletop import Script, Tabletop, TabletopMoment

REACH_S: Final = (0.45, 0.9)
"""Range of seconds in which a hand reaches in; the same range applies to its withdrawal."""
TOUCH_S: Final = (0.25, 0.7)
"""Range of seconds for which a hand covers the touched place."""
_OUT_OF_VIEW_DISTANCE: Final = 14.0
"""Distance at which a hand is out of the picture, in hex sides."""
_HAND_HEIGHT: Final = 0.3
_OFFSET_SIGMA, _MAX_OFFSET = 0.045, 0.11
"""Offset of a piece from its site, in hex sides: standard deviation, and maximum."""
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
        after = replace(table, pieces=(*_pieces_without(table, piece.at), place_carelessly(piece, rng)))
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
        after = replace(table, pieces=(*_pieces_without(table, at), place_carelessly(neat, rng)))
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


def place_carelessly(piece: Piece, rng: random.Random) -> Piece:
    """Return a piece with a random offset and angle, as a person places it."""
    aside = (_clipped_gauss(rng, _OFFSET_SIGMA), _clipped_gauss(rng, _OFFSET_SIGMA))
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
    farthest = deviation * _MAX_OFFSET / _OFFSET_SIGMA
    return max(-farthest, min(farthest, rng.gauss(0, deviation)))
