"""Pieces as reliefs: height maps with a paint over a small square, of many imagined editions.

A relief is drawn layer by layer. Each layer shifts away from the camera's foot in proportion to its height,
so walls become visible and pieces lean as in photos; shadows are layers shifted by the light. Lengths are hex
sides: 4.5 cm in the cardboard game.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.training.textures import Rng, noise

GRAIN_PX: Final = 64
"""Pixels a hex side, in a relief and in the pictures that it is drawn into."""
_REACH_SIDES: Final = 0.5
_SIZE: Final = int(2 * _REACH_SIDES * GRAIN_PX)
_ROWS: Final[NDArray[np.float64]] = (np.arange(_SIZE, dtype=np.float64) + 0.5) / GRAIN_PX - _REACH_SIDES
_X, _Y = np.meshgrid(_ROWS, _ROWS)
_LAYER_STEP_SIDES: Final = 0.03

Floats = NDArray[np.float32]


@dataclass(frozen=True)
class Relief:
    """A body on the board.

    Attributes:
        height: in hex sides, over a square of one hex side with the body in its middle.
        paint: its colours in full light, BGR, 1 is white.
        gloss: specular reflection: wood 0, plastic up to 0.5.
    """

    height: Floats
    paint: Floats
    gloss: float


@dataclass(frozen=True)
class SpotLight:
    """Light from one direction plus ambient light.

    Attributes:
        towards: direction of the light, (x, y, z), z above 0, length one.
        ambient: share of ambient light.
        shadow: darkness of shadows, 0 to 1.
        soft: softness of their edges in hex sides.
    """

    towards: tuple[float, float, float]
    ambient: float
    shadow: float
    soft: float


def random_lamp(rng: Rng) -> SpotLight:
    """Return a lamp from any direction above, hard or soft."""
    bearing, up = rng.uniform(0, 2 * np.pi), np.deg2rad(rng.uniform(30, 88))
    towards = (np.cos(up) * np.cos(bearing), np.cos(up) * np.sin(bearing), np.sin(up))
    return SpotLight(towards, rng.uniform(0.35, 0.8), rng.uniform(0.1, 0.7), rng.uniform(0.01, 0.08))


def draw_relief(
    picture: Floats,
    relief: Relief,
    at: tuple[float, float],
    turn: float,
    lean: tuple[float, float],
    lamp: SpotLight,
) -> None:
    """Draw a body into a picture from above.

    Args:
        picture: square, GRAIN_PX pixels a hex side, BGR, 1 is white; changed in place.
        relief: the body.
        at: its middle, in hex sides from the picture's middle.
        turn: its rotation, in radians.
        lean: displacement per unit of height, in hex sides.
        lamp: the light.
    """
    c, s = np.cos(turn), np.sin(turn)
    middle = picture.shape[0] / 2 - 0.5
    half = _SIZE / 2 - 0.5

    def move(dx: float, dy: float) -> NDArray[np.float64]:
        x, y = middle + GRAIN_PX * (at[0] + dx), middle + GRAIN_PX * (at[1] + dy)
        return np.array([[c, -s, x - c * half + s * half], [s, c, y - s * half - c * half]])

    size = (picture.shape[1], picture.shape[0])
    lx, ly, lz = lamp.towards
    top = float(relief.height.max())
    shadow = np.zeros(picture.shape[:2], np.float32)
    for z in np.arange(0, top, 2 * _LAYER_STEP_SIDES):
        mask = (relief.height > z).astype(np.float32)
        slide = min(1.5, float(np.hypot(lx, ly)) / lz) * z
        flat = float(np.hypot(lx, ly)) or 1.0
        shadow = np.maximum(shadow, cv2.warpAffine(mask, move(-lx / flat * slide, -ly / flat * slide), size))
    shadow = np.asarray(cv2.GaussianBlur(shadow, (0, 0), max(0.6, lamp.soft * GRAIN_PX)), np.float32)
    picture *= 1 - lamp.shadow * shadow[..., None]

    # The light in the rotated body's frame.
    bx, by = c * lx + s * ly, -s * lx + c * ly
    slope_y, slope_x = np.gradient(cv2.GaussianBlur(relief.height, (0, 0), 0.8) * GRAIN_PX)
    steep = np.sqrt(1 + slope_x**2 + slope_y**2)
    facing = ((-slope_x * bx - slope_y * by + lz) / steep).clip(0, None)
    shine = relief.gloss * (facing.clip(0, 1) ** 12)
    tops = relief.paint * (lamp.ambient + (1 - lamp.ambient) * facing)[..., None] * 1.05 + shine[..., None]
    wide_y, wide_x = np.gradient(cv2.GaussianBlur((relief.height > 0).astype(np.float32), (0, 0), 1.5))
    long = np.sqrt(wide_x**2 + wide_y**2) + 1e-6
    side = ((-wide_x * bx - wide_y * by) / long).clip(0, None)
    walls = relief.paint * (0.75 * lamp.ambient + (1 - lamp.ambient) * side)[..., None]
    for z in np.arange(0, top, _LAYER_STEP_SIDES):
        mask = (relief.height > z).astype(np.float32)
        body = np.where((relief.height <= z + _LAYER_STEP_SIDES)[..., None], tops, walls)
        layer = np.dstack([body * mask[..., None], mask]).astype(np.float32)
        drawn = cv2.warpAffine(layer, move(lean[0] * z, lean[1] * z), size)
        picture *= 1 - drawn[..., 3:]
        picture += drawn[..., :3]


def _local_coordinates(x: float, y: float, turn: float) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    c, s = np.cos(turn), np.sin(turn)
    return c * (_X - x) + s * (_Y - y), -s * (_X - x) + c * (_Y - y)


def _box(long: float, wide: float, high: float, x: float = 0, y: float = 0, turn: float = 0,
         ridge: float = 0) -> NDArray[np.float64]:  # fmt: skip
    """Return a block, or with a ridge above `high` a house whose ridge runs along its length."""
    u, v = _local_coordinates(x, y, turn)
    inside = (abs(u) < long / 2) & (abs(v) < wide / 2)
    return np.asarray(np.where(inside, high + ridge * (1 - abs(v) / (wide / 2)), 0))


def _disc(radius: float, high: float, x: float = 0, y: float = 0) -> NDArray[np.float64]:
    return np.asarray(np.where((_X - x) ** 2 + (_Y - y) ** 2 < radius**2, high, 0))


def _union(*bodies: NDArray[np.float64]) -> NDArray[np.float64]:
    return np.asarray(np.maximum.reduce(bodies))


def _cluster(radius: float, high: float, many: int, rng: Rng) -> NDArray[np.float64]:
    """Return little houses crowded on a lump, or in a ring."""
    body = np.zeros_like(_X)
    ring, first = rng.random() < 0.5, rng.uniform(0, 2 * np.pi)
    for n in range(many):
        distance, towards = radius * rng.uniform(0, 0.75), rng.uniform(0, 2 * np.pi)
        if ring:
            distance, towards = radius * rng.uniform(0.45, 0.65), first + 2 * np.pi * n / many
        long, wide = radius * rng.uniform(0.6, 1.1), radius * rng.uniform(0.4, 0.7)
        x, y = distance * np.cos(towards), distance * np.sin(towards)
        house = _box(long, wide, high * rng.uniform(0.4, 0.8), x, y, rng.uniform(0, np.pi),
                     high * rng.uniform(0.1, 0.4))  # fmt: skip
        body = _union(body, house)
    if ring or rng.random() < 0.6:
        body = _union(body, _disc(radius * rng.uniform(0.4, 0.7), high * rng.uniform(0.2, 0.5)))
    return body


def _roughen(body: NDArray[np.float64], depth: float, rng: Rng) -> NDArray[np.float64]:
    return np.asarray(body * (1 - depth * noise(_SIZE, 5, rng)))


def _road(rng: Rng) -> NDArray[np.float64]:
    if rng.random() < 0.5:
        long, wide = rng.uniform(0.42, 0.64), rng.uniform(0.085, 0.17)
        return _box(long, wide, rng.uniform(0.07, 0.15), ridge=rng.choice([0, 0, 0.02]))
    long, wide = rng.uniform(0.34, 0.6), rng.uniform(0.12, 0.21)
    bend = rng.uniform(0, 0.018) * np.sin(_X / long * rng.uniform(4, 12) + rng.uniform(0, 6))
    width = wide / 2 * (0.75 + 0.5 * noise(_SIZE, 4, rng)[_SIZE // 2])[None]
    end = np.sqrt((1 - (2 * _X / long) ** 2).clip(0, 1)) ** rng.uniform(0.1, 0.8)
    share = abs(_Y - bend) / np.maximum(width * end, 1e-6)
    dome = rng.uniform(0.07, 0.15) * (1 - 0.5 * share**2) * (share < 1) * (abs(_X) < long / 2)
    return _roughen(dome, rng.uniform(0.2, 0.7), rng)


def _settlement(rng: Rng) -> NDArray[np.float64]:
    kind = rng.random()
    if kind < 0.5:
        # About 14 x 10 x 12 mm, wall and ridge.
        size = rng.uniform(0.85, 1.2)
        long, wide = 0.31 * size * rng.uniform(0.8, 1.1), 0.22 * size * rng.uniform(0.9, 1.1)
        wall, ridge = size * rng.uniform(0.13, 0.18), size * rng.uniform(0.07, 0.13)
        return _box(long, wide, wall, ridge=ridge)
    if kind < 0.93:
        # Without a wall: a city of the same edition is round.
        body = _cluster(rng.uniform(0.19, 0.35), rng.uniform(0.14, 0.32), int(rng.integers(3, 9)), rng)
        return _roughen(body, rng.uniform(0.05, 0.4), rng)
    tower = _box(0.14, 0.14, rng.uniform(0.2, 0.32), 0.04, 0, ridge=0.06)
    return _union(_box(rng.uniform(0.24, 0.32), 0.18, 0.13, ridge=0.07), tower)


def _city(rng: Rng) -> NDArray[np.float64]:
    kind = rng.random()
    if kind < 0.5:
        # About 20 x 10 x 19 mm: a tower and a lower hall.
        size = rng.uniform(0.88, 1.2)
        wide, tower, hall = (size * around * rng.uniform(0.92, 1.08) for around in (0.22, 0.22, 0.22))
        wall, roof = size * rng.uniform(0.28, 0.33), size * rng.uniform(0.07, 0.12)
        lower = _box(hall, wide, wall * rng.uniform(0.55, 0.72), hall / 2 - 0.02, rng.normal(0, 0.01),
                     ridge=rng.choice([0, 0, 0.06]))  # fmt: skip
        return _union(_box(tower, wide, wall, -tower / 2, 0, rng.choice([0, np.pi / 2]), roof), lower)
    if kind < 0.95:
        radius, base = rng.uniform(0.24, 0.33), rng.uniform(0.06, 0.16)
        body = _disc(radius, base)
        turn = rng.uniform(0, np.pi)
        lines = np.linspace(-0.8, 0.8, int(rng.integers(3, 8))) * radius
        for line in lines:
            if rng.random() < 0.85:
                along = rng.uniform(-0.2, 0.2) * radius
                x = along * np.cos(turn) - line * np.sin(turn)
                y = along * np.sin(turn) + line * np.cos(turn)
                bar = _box(radius * rng.uniform(0.5, 1.9), radius * rng.uniform(0.08, 0.2),
                           base + rng.uniform(0.03, 0.16), x, y, turn, rng.uniform(0, 0.05))  # fmt: skip
                body = _union(body, bar)
        for _ in range(int(rng.integers(0, 4))):
            x, y = rng.normal(0, radius / 3, 2)
            block = _box(radius * rng.uniform(0.25, 0.9), radius * rng.uniform(0.12, 0.35),
                         base + rng.uniform(0.08, 0.3), x, y, turn + rng.choice([0, np.pi / 2]),
                         rng.uniform(0, 0.08))  # fmt: skip
            body = _union(body, block)
        return _roughen(np.where(_disc(radius * 1.02, 1) > 0, body, 0), rng.uniform(0, 0.3), rng)
    body = _cluster(rng.uniform(0.36, 0.42), rng.uniform(0.3, 0.5), int(rng.integers(8, 16)), rng)
    return _roughen(body, rng.uniform(0.05, 0.3), rng)


def _fallen_house(city: bool, rng: Rng) -> NDArray[np.float64]:
    """Return a wooden house lying on its side: its outline, flat."""
    wide = rng.uniform(0.2, 0.27)
    if city:
        outline = [(-0.22, 0.21), (-0.22, -0.05), (-0.11, -0.19), (0, -0.05), (0, 0), (0.23, 0), (0.23, 0.21)]
    else:
        outline = [(-0.13, 0.13), (-0.13, -0.06), (0, -0.17), (0.13, -0.06), (0.13, 0.13)]
    points = (np.array(outline) * rng.uniform(0.85, 1.15) + _REACH_SIDES) * GRAIN_PX
    flat = np.zeros((_SIZE, _SIZE), np.uint8)
    cv2.fillPoly(flat, [np.round(points * 16).astype(np.int32)], 255, cv2.LINE_8, 4)
    return np.asarray((flat > 0) * wide)


# Paint in OpenCV's HSV: hue 0 to 180, saturation and value 0 to 255. The ranges hold wood, pale plastic
# and cream: relative to paper, pieces of photos have hues of -4 to 7 (red), 101 to 117 (blue) and 10 to 22
# (orange), the palest red and orange ones saturations of 140 and 128, white ones up to 76.
_PAINT_RANGES: Final = {
    "red": ((-9, 7.5), (130, 255), (100, 235)),
    "blue": ((98, 122), (110, 255), (45, 215)),
    "orange": ((9, 23), (110, 255), (150, 255)),
    "white": ((10, 40), (0, 70), (175, 255)),
    "green": ((45, 82), (110, 240), (50, 160)),
    "brown": ((4, 14), (80, 190), (40, 150)),
}


def random_paint(colour: str, rng: Rng) -> Floats:
    """Return a random paint of a player's colour, BGR, 1 is white."""
    low, high = np.array(_PAINT_RANGES[colour], np.float64).T
    hue, saturation, value = rng.uniform(low, high)
    tone = np.array([[[hue % 180, saturation, value]]], np.float32) * np.array([2, 1 / 255, 1 / 255])
    return np.asarray(cv2.cvtColor(tone.astype(np.float32), cv2.COLOR_HSV2BGR)[0, 0])


def _paint_relief(height: NDArray[np.float64], colour: str, rng: Rng) -> Relief:
    base = random_paint(colour, rng)
    grain = noise(_SIZE, 5, rng, stretch=rng.choice([1, 6])) - 0.5
    paint = base * (1 + rng.uniform(0, 0.25) * grain)[..., None]
    gloss = 0.0 if rng.random() < 0.5 else rng.uniform(0, 0.5)
    return Relief(height.astype(np.float32), paint.astype(np.float32), gloss)


def piece_relief(kind: str, colour: str, rng: Rng) -> Relief:
    """Return a road (along x), settlement or city of some edition, sometimes fallen over."""
    if kind == "road":
        height = _road(rng)
    elif rng.random() < 0.07:
        height = _fallen_house(kind == "city", rng)
    else:
        height = _settlement(rng) if kind == "settlement" else _city(rng)
    return _paint_relief(height, colour, rng)


def robber_relief(rng: Rng) -> Relief:
    """Return a pawn: grey, black, sand, brown; slim or stout; turned or sculpted."""
    foot, tall = rng.uniform(0.13, 0.24), rng.uniform(0.25, 0.8)
    waist, head = foot * rng.uniform(0.4, 0.95), foot * rng.uniform(0.45, 0.9)
    x, y = rng.normal(0, 0.01, 2)
    bodies = []
    for z in np.arange(_LAYER_STEP_SIDES, tall, _LAYER_STEP_SIDES):
        share = z / tall
        if share < 0.12:
            radius = foot
        elif share < 0.65:
            radius = foot + (waist - foot) * (share - 0.12) / 0.53
        else:
            radius = head * np.sqrt(max(0.05, 1 - ((share - 0.82) / 0.18) ** 2))
        bodies.append(_disc(radius, z, x * share, y * share))
    body = _union(*bodies)
    if rng.random() < 0.3:
        body = _roughen(body, rng.uniform(0.1, 0.4), rng)
    relief = _paint_relief(body, "white", rng)
    paint = (relief.paint / relief.paint.mean() * robber_paint(rng)).astype(np.float32)
    return Relief(relief.height, paint, relief.gloss)


def robber_paint(rng: Rng) -> Floats:
    """Return a random robber's colour, BGR, 1 is white: greys, black, sand, brown."""
    grey = rng.choice([0.05, 0.12, 0.3, 0.45, 0.6]) * rng.uniform(0.7, 1.3)
    tint = np.array([1, 1, 1]) + rng.choice([0.0, 0.12]) * np.array([-1.5, 0, 1])
    return np.asarray(grey * tint, np.float32)
