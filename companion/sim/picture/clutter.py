"""Foreign objects over a board: arms, cups, cards, dice, a person's shadow.

Sizes are in hex sides, as everywhere in the island's plane; a hex side is 4.5 cm.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.sim.picture.canvas import Colour, smoothstep
from companion.sim.picture.dice import DrawnDie
from companion.sim.picture.solids import HEX_SIDE_CM, CameraPose, ConvexSolid, Floats

_RING_ANGLES: Final = np.linspace(0, 2 * math.pi, 17)[:-1]


@dataclass(frozen=True)
class Arm:
    """A hand over the board, with its arm.

    Attributes:
        at: the plane's point below the finger tips.
        bearing: the arm's direction, in degrees clockwise from the board's north.
        height: of the hand's underside above the board.
        skin, sleeve: colours, BGR.
    """

    at: tuple[float, float]
    bearing: float = 180.0
    height: float = 0.25
    skin: Colour = (118.0, 150.0, 205.0)
    sleeve: Colour = (92.0, 66.0, 52.0)

    def solids(self) -> list[ConvexSolid]:
        """Return fingers, thumb, hand, wrist and sleeve."""
        # The hand's own axes: u to the owner's right, v towards the elbow.
        turn = math.radians(self.bearing)
        back, right = np.array([math.sin(turn), -math.cos(turn)]), np.array([math.cos(turn), math.sin(turn)])

        def tube(colour: Colour, *rings: tuple[float, float, float, float, float]) -> list[ConvexSolid]:
            """Build a tube through rings (u, v, z of the centre, half the width, half the thickness)."""
            rings_3d = []
            for u, v, z, wide, thick in rings:
                flat = np.array(self.at) + u * right + v * back + np.outer(wide * np.cos(_RING_ANGLES), right)
                rings_3d.append(np.column_stack([flat, self.height + z + thick * (1 + np.sin(_RING_ANGLES))]))
            return _connect_rings(rings_3d, colour)

        solids = []
        for u, length in ((-0.62, 1.35), (-0.22, 1.6), (0.2, 1.5), (0.58, 1.15)):
            tip = 1.6 - length
            solids += tube(self.skin, (0.8 * u, tip, 0.0, 0.12, 0.12), (0.9 * u, tip + 0.1, 0.05, 0.18, 0.16),
                           (u, 1.75, 0.3, 0.21, 0.2))  # fmt: skip
        solids += tube(self.skin, (-1.2, 1.0, 0.0, 0.14, 0.13), (-1.25, 1.2, 0.05, 0.2, 0.18),
                       (-0.8, 2.4, 0.25, 0.27, 0.24))  # fmt: skip
        palm = ((0, 1.45, 0.2, 0.72, 0.2), (0, 1.7, 0.25, 0.9, 0.28), (0, 2.6, 0.3, 0.92, 0.34))
        wrist = ((0, 3.4, 0.35, 0.68, 0.36), (0, 4.2, 0.4, 0.6, 0.4))
        solids += tube(self.skin, *palm, *wrist)
        sleeve = ((0, 3.9, 0.25, 0.8, 0.55), (0, 6.0, 0.4, 1.0, 0.8), (0, 16.0, 1.2, 1.4, 1.2))
        solids += tube(self.sleeve, *sleeve)
        return solids


@dataclass(frozen=True)
class Mug:
    """A cup of coffee.

    Attributes:
        at: its middle.
        colour: BGR.
    """

    at: tuple[float, float]
    colour: Colour = (214.0, 216.0, 220.0)

    def solids(self) -> list[ConvexSolid]:
        """Return its wall, and the coffee."""
        rings = [_ring(self.at, radius, z) for radius, z in ((0.8, 0.0), (0.92, 0.3), (0.92, 2.0))]
        coffee = ConvexSolid((_ring(self.at, 0.8, 2.001),), (24.0, 38.0, 58.0))
        return [*_connect_rings(rings, self.colour), coffee]


@dataclass(frozen=True)
class Card:
    """A card on the table.

    Attributes:
        at: its middle.
        turn: degrees clockwise.
        colour, picture: of its border and of the field within, BGR.
    """

    at: tuple[float, float]
    turn: float = 0.0
    colour: Colour = (206.0, 226.0, 236.0)
    picture: Colour = (70.0, 120.0, 60.0)

    def solids(self) -> list[ConvexSolid]:
        """Return the card, and its printed field."""
        half_width, half_height = 2.7 / HEX_SIDE_CM, 4.0 / HEX_SIDE_CM
        card = _box(self.at, self.turn, half_width, half_height, 0.0, 0.02)
        field = _rectangle(self.at, self.turn, 0.85 * half_width, 0.85 * half_height, 0.021)
        return [ConvexSolid(card, self.colour), ConvexSolid((field,), self.picture)]


@dataclass(frozen=True)
class Shade:
    """The shadow of a person between lamp and board: a half-plane in half-shade.

    Attributes:
        edge: a point of its border line.
        bearing: the shadow's direction from there, in degrees clockwise from the board's north.
        depth: darkness, 0 to 1.
        softness: width of the edge.
    """

    edge: tuple[float, float] = (0.0, 0.0)
    bearing: float = 90.0
    depth: float = 0.45
    softness: float = 0.8


Clutter = Arm | Mug | Card | DrawnDie | Shade


def object_solids(clutter: Iterable[Clutter]) -> list[ConvexSolid]:
    """Return the bodies of the objects on the table, except dice."""
    return [solid for thing in clutter if isinstance(thing, Mug | Card) for solid in thing.solids()]


def hand_solids(clutter: Iterable[Clutter]) -> list[ConvexSolid]:
    """Return the bodies of arms, which are above all else."""
    return [solid for thing in clutter if isinstance(thing, Arm) for solid in thing.solids()]


def cast_shade(picture: NDArray[np.uint8], clutter: Iterable[Clutter], camera: CameraPose) -> None:
    """Darken the picture (H x W x 3, in place) in the shadows of persons."""
    shades = [thing for thing in clutter if isinstance(thing, Shade)]
    if not shades:
        return
    height, width = picture.shape[:2]
    pixels = np.stack(np.meshgrid(np.arange(width), np.arange(height)), axis=-1).astype(np.float32)
    plane = cv2.perspectiveTransform(pixels.reshape(1, -1, 2), np.linalg.inv(camera.homography()))
    x, y = plane.reshape(height, width, 2).transpose(2, 0, 1)
    light = np.ones((height, width), np.float32)
    for shade in shades:
        turn = math.radians(shade.bearing)
        distance = (x - shade.edge[0]) * math.sin(turn) - (y - shade.edge[1]) * math.cos(turn)
        share = smoothstep(-shade.softness / 2, shade.softness / 2, distance.astype(np.float32))
        light *= 1 - np.float32(shade.depth) * share
    picture[:] = cv2.multiply(picture, cv2.cvtColor(light, cv2.COLOR_GRAY2BGR), dtype=cv2.CV_8U)


def _ring(at: tuple[float, float], radius: float, z: float) -> Floats:
    """Return the points of a horizontal circle, N x 3."""
    x, y = at
    return np.column_stack(
        [x + radius * np.cos(_RING_ANGLES), y + radius * np.sin(_RING_ANGLES), np.full(len(_RING_ANGLES), z)]
    )


def _connect_rings(rings: Sequence[Floats], colour: Colour) -> list[ConvexSolid]:
    """Build bodies between consecutive rings, which have equally many points."""
    solids = []
    for low, high in pairwise(rings):
        sides = np.stack([np.roll(low, 1, axis=0), low, high, np.roll(high, 1, axis=0)], axis=1)
        solids.append(ConvexSolid((*sides, low, high), colour))
    return solids


def _rectangle(
    at: tuple[float, float], turn: float, half_width: float, half_height: float, z: float
) -> Floats:
    """Return the corners of a horizontal rectangle, 4 x 3, given half its width and height."""
    c, s = math.cos(math.radians(turn)), math.sin(math.radians(turn))
    corners = [(u * half_width, v * half_height) for u, v in ((-1, -1), (1, -1), (1, 1), (-1, 1))]
    return np.array([(at[0] + u * c - v * s, at[1] + u * s + v * c, z) for u, v in corners])


def _box(
    at: tuple[float, float], turn: float, half_width: float, half_height: float, low: float, top: float
) -> tuple[Floats, ...]:
    floor, ceiling = (_rectangle(at, turn, half_width, half_height, z) for z in (low, top))
    sides = tuple(np.array([floor[n - 1], floor[n], ceiling[n], ceiling[n - 1]]) for n in range(4))
    return (*sides, ceiling)
