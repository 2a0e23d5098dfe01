"""What hands do on a board, moment by moment: pieces put down askew, taken back, replaced, nudged.

Each is a script (`companion.sim.tabletop.Script`): an arm reaches in from where its owner sits, something
changes under the fingers, the arm goes. How a piece comes to lie is chance.
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
"""Least and most seconds that a hand takes to come, and as long again to go."""
TOUCH_S: Final = (0.25, 0.7)
"""Least and most seconds that a hand stays over what it touches."""
_AWAY: Final = 14.0
"""Distance from which on a hand is no longer in the picture, in hex sides."""
_HEIGHT: Final = 0.3
_ASIDE, _FARTHEST = 0.045, 0.11
"""How far beside its site a piece comes to lie, in hex sides: a standard deviation, and the most."""
_ASKEW: Final = 6.0
"""By how many degrees a piece comes to lie askew: a standard deviation."""
_ROBBER_ASIDE: Final = 0.12

Spot = tuple[float, float]


def put(piece: Piece, hand_from: float) -> Script:
    """A piece is put on its site, a little askew.

    Args:
        piece: as it would lie neatly.
        hand_from: degrees clockwise from the board's north from which the hand comes.
    """

    def script(table: Tabletop, fps: float, rng: random.Random) -> Iterator[TabletopMoment]:
        after = replace(table, pieces=(*_without(table, piece.at), carelessly(piece, rng)))
        yield from _touched(table, after, position(piece.at), hand_from, fps, rng)

    return script


def take(at: Site, hand_from: float) -> Script:
    """What stands on a site is taken away; `hand_from` as for `put`."""

    def script(table: Tabletop, fps: float, rng: random.Random) -> Iterator[TabletopMoment]:
        after = replace(table, pieces=_without(table, at))
        yield from _touched(table, after, position(at), hand_from, fps, rng)

    return script


def upgrade(city: Piece, hand_from: float) -> Script:
    """A settlement is replaced by a city: at one go, or taken first and the city put where it stood."""

    def script(table: Tabletop, fps: float, rng: random.Random) -> Iterator[TabletopMoment]:
        if rng.random() < 0.5:
            yield from _both((take(city.at, hand_from), put(city, hand_from)), table, fps, rng)
        else:
            yield from put(city, hand_from)(table, fps, rng)

    return script


def taken_back(piece: Piece, hand_from: float) -> Script:
    """A piece is put down, looked at for a moment, and taken back."""

    def script(table: Tabletop, fps: float, rng: random.Random) -> Iterator[TabletopMoment]:
        thinks = still(rng.uniform(0.8, 2.5))
        yield from _both((put(piece, hand_from), thinks, take(piece.at, hand_from)), table, fps, rng)

    return script


def nudge(at: Site, hand_from: float) -> Script:
    """What stands on a site is pushed a little; nothing happens where nothing stands."""

    def script(table: Tabletop, fps: float, rng: random.Random) -> Iterator[TabletopMoment]:
        piece = table.piece(at)
        if piece is None:
            return
        neat = replace(piece, askew=piece.askew + rng.gauss(0, 0.5 * _ASKEW))
        after = replace(table, pieces=(*_without(table, at), carelessly(neat, rng)))
        yield from _touched(table, after, position(at), hand_from, fps, rng)

    return script


def move_robber(to: HexId, hand_from: float) -> Script:
    """The robber is taken from its hex and put on another."""

    def script(table: Tabletop, fps: float, rng: random.Random) -> Iterator[TabletopMoment]:
        aside = (_spread(rng, _ROBBER_ASIDE), _spread(rng, _ROBBER_ASIDE))
        gone, after = replace(table, robber=None), replace(table, robber=to, robber_aside=aside)
        start = position(to) if table.robber is None else position(table.robber)
        yield from _comes(table, start, hand_from, fps, rng)
        if table.robber is not None:
            yield from _carried(gone, start, position(to), hand_from, fps, rng)
        yield from _goes(after, position(to), hand_from, fps, rng)

    return script


def rest(over: Spot, hand_from: float, seconds: float) -> Script:
    """A hand rests over a place for so long, and touches nothing."""

    def script(table: Tabletop, fps: float, rng: random.Random) -> Iterator[TabletopMoment]:
        yield from _comes(table, over, hand_from, fps, rng)
        for _ in range(max(1, round(seconds * fps))):
            at = (over[0] + rng.gauss(0, 0.01), over[1] + rng.gauss(0, 0.01))
            yield TabletopMoment(table, (Arm(at, hand_from, _HEIGHT),))
        yield from _goes(table, over, hand_from, fps, rng)

    return script


def still(seconds: float) -> Script:
    """Nothing happens for so long."""

    def script(table: Tabletop, fps: float, rng: random.Random) -> Iterator[TabletopMoment]:
        for _ in range(max(1, round(seconds * fps))):
            yield TabletopMoment(table)

    return script


def carelessly(piece: Piece, rng: random.Random) -> Piece:
    """A piece as somebody puts it down."""
    aside = (_spread(rng, _ASIDE), _spread(rng, _ASIDE))
    return replace(piece, aside=aside, askew=piece.askew + rng.gauss(0, _ASKEW))


def _both(
    scripts: tuple[Script, ...], table: Tabletop, fps: float, rng: random.Random
) -> Iterator[TabletopMoment]:
    """Scripts one after the other, each from how the one before left the table."""
    for script in scripts:
        for moment in script(table, fps, rng):
            table = moment.table
            yield moment


def _touched(
    before: Tabletop, after: Tabletop, at: Spot, hand_from: float, fps: float, rng: random.Random
) -> Iterator[TabletopMoment]:
    """A hand comes, does something under its fingers, and goes."""
    yield from _comes(before, at, hand_from, fps, rng)
    for n in range(steps := max(2, round(rng.uniform(*TOUCH_S) * fps))):
        yield TabletopMoment(before if n < steps // 2 else after, (Arm(at, hand_from, _HEIGHT),))
    yield from _goes(after, at, hand_from, fps, rng)


def _comes(
    table: Tabletop, to: Spot, hand_from: float, fps: float, rng: random.Random
) -> Iterator[TabletopMoment]:
    steps = max(2, round(rng.uniform(*REACH_S) * fps))
    for n in range(steps):
        yield TabletopMoment(table, (_arm(to, hand_from, 1 - n / (steps - 1)),))


def _goes(
    table: Tabletop, start: Spot, hand_from: float, fps: float, rng: random.Random
) -> Iterator[TabletopMoment]:
    steps = max(2, round(rng.uniform(*REACH_S) * fps))
    for n in range(steps):
        yield TabletopMoment(table, (_arm(start, hand_from, n / (steps - 1)),))
    yield TabletopMoment(table)


def _carried(
    table: Tabletop, start: Spot, to: Spot, hand_from: float, fps: float, rng: random.Random
) -> Iterator[TabletopMoment]:
    steps = max(2, round(rng.uniform(*REACH_S) * fps))
    for n in range(steps + 1):
        share = n / steps
        at = (start[0] + share * (to[0] - start[0]), start[1] + share * (to[1] - start[1]))
        yield TabletopMoment(table, (Arm(at, hand_from, _HEIGHT),))


def _arm(over: Spot, hand_from: float, away: float) -> Arm:
    """A hand over a place, or some share of the way back to where its owner sits."""
    turn, far = math.radians(hand_from), _AWAY * away
    return Arm((over[0] + far * math.sin(turn), over[1] - far * math.cos(turn)), hand_from, _HEIGHT)


def _without(table: Tabletop, at: Site) -> tuple[Piece, ...]:
    return tuple(piece for piece in table.pieces if piece.at != at)


def _spread(rng: random.Random, deviation: float) -> float:
    farthest = deviation * _FARTHEST / _ASIDE
    return max(-farthest, min(farthest, rng.gauss(0, deviation)))
