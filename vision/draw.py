"""Draw a reading on its photo, for a person to check at a glance."""

from __future__ import annotations

import cmath
import math
import re
from collections import deque
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache
from typing import Any, Final

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.island.geometry import (
    ENDS,
    HEX_INDEX,
    HexId,
    PathId,
    PieceColour,
    PieceKind,
    Site,
    Standing,
    position,
)
from companion.island.layout import Terrain
from vision.board import BoardReading, LocatedHex, RobberReading
from vision.dice.die_finder import DieDetection
from vision.dice.reading import DiceReading, DieReading, FaceReading
from vision.dice.resources import ResourceDiceReading
from vision.harbors import HarborReading, outward_direction
from vision.lattice import Points, hex_corners, hex_side

# A glow around objects in a photo, so that a person sees at a glance what was detected.


Bgr = tuple[int, int, int]
"""Blue, green, red."""

_SUBPIXEL_BITS: Final = 4
_FRACTION: Final = 2**_SUBPIXEL_BITS
_DOWNSCALE: Final = 4
"""The glow is drawn at this fraction of the resolution: it has no sharp edges."""


def draw_glow(
    image: NDArray[np.uint8], outlines: Iterable[tuple[NDArray[np.float64], Bgr]], radius_px: float
) -> None:
    """Draw a glow along closed outlines into an image, in place.

    Args:
        image: BGR, height x width x 3.
        outlines: the corners of each, n x 2 in pixels, and its colour.
        radius_px: the glow's radius.
    """
    height, width = image.shape[:2]
    size = (max(1, width // _DOWNSCALE), max(1, height // _DOWNSCALE))
    light = np.zeros((size[1], size[0], 3), np.uint8)
    thick = max(1, round(radius_px / _DOWNSCALE))
    for corners, colour in outlines:
        path = np.round(corners / _DOWNSCALE * _FRACTION).astype(np.int32)
        cv2.polylines(light, [path], True, colour, thick, cv2.LINE_AA, _SUBPIXEL_BITS)
    light = np.asarray(cv2.GaussianBlur(light, (0, 0), max(0.8, radius_px / _DOWNSCALE / 1.6)), np.uint8)
    spread = cv2.resize(light, (width, height), interpolation=cv2.INTER_LINEAR)
    cv2.add(image, spread, dst=image)


# Draw the pages' signs on photos: pictures that need no language.


SHAPES: Final[Mapping[str, str]] = {
    "lumber": "M12 1 18 9h-3l5 7h-6.5v6.5h-3V16H4l5-7H6z",
    "brick": "M2 5h9v6H2zM13 5h9v6h-9zM2 13h4v6H2zM8 13h9v6H8zM19 13h3v6h-3z",
    "wool": (
        "M7 7a4 4 0 0 1 7-1.5 3.5 3.5 0 0 1 5 3c2.5 0 4 1 4 2.5s-1.5 2.5-3.5 2.5A4 4 0 0 1 17 16.5V21h-2.5v-4"
        "h-5v4H7v-4.5A5 5 0 0 1 7 7z"
    ),
    "grain": (
        "M12 0c2.5 2.5 2.5 5 0 7.5-2.5-2.5-2.5-5 0-7.5z"
        "M11.4 12.5c-3.6.2-6.1-1.7-6.4-5.6 3.7-.2 6.2 1.7 6.4 5.6z"
        "M12.6 12.5c3.6.2 6.1-1.7 6.4-5.6-3.7-.2-6.2 1.7-6.4 5.6z"
        "M11.4 18c-3.6.2-6.1-1.7-6.4-5.6 3.7-.2 6.2 1.7 6.4 5.6z"
        "M12.6 18c3.6.2 6.1-1.7 6.4-5.6-3.7-.2-6.2 1.7-6.4 5.6z"
        "M11.2 18h1.6v6h-1.6z"
    ),
    "ore": (
        "M8 3h8l5 6-2 9-7 4-7-4-2-9zm1 2.5L6.5 9H11zm6 0L13 9h4.5z"
        "M5.8 11l1.2 5.5 3.5 2zm12.4 0-4.7 7.5 3.5-2z"
    ),
    "desert": "M1 19c3-6 7-6 10-1 3-5 7-6 12 1v2H1zM17 4a3 3 0 1 1 0 6 3 3 0 0 1 0-6z",
    "generic": (
        "M11 2h2v3h4v2h-4v12c3-.5 5-2 6-4l-2 .5L20 11l3 4.5-2 .3c-1.5 4-5 6.2-9 6.2s-7.5-2.2-9-6.2l-2-.3"
        "L4 11l3 4.5-2-.5c1 2 3 3.5 6 4V7H7V5h4z"
    ),
    "robber": (
        "M12 1.5a4.5 4.5 0 0 1 2.5 8.2C17 11 18 15 18 19h2v3.5H4V19h2c0-4 1-8 3.5-9.3A4.5 4.5 0 0 1 12 1.5z"
    ),
    "red": "M12 2 23 21H1z",
    "blue": "M3 3h18v18H3z",
    "orange": "M12 1.5a10.5 10.5 0 1 1 0 21 10.5 10.5 0 0 1 0-21z",
    "white": "M12 0 24 12 12 24 0 12z",
    "green": "M8.5 1.5h7v7h7v7h-7v7h-7v-7h-7v-7h7z",
    "brown": "M1 7h10V1.5L23 12 11 22.5V17H1z",
}
"""SVG paths in a square of 24 by 24: resources, the desert, the generic harbor, the robber; and for each
colour of pieces its mark. The pages' scripts `drawing/signs.js` and `drawing/signs.js` have the same paths.
"""
SQUARE_SIZE: Final = 24.0

_TOKEN: Final = re.compile(r"[A-Za-z]|-?(?:\d+\.?\d*|\.\d+)")
_CURVE_SEGMENTS: Final = 8
"""Straight segments of a drawn curve; signs are small."""


def draw_sign(
    drawn: NDArray[np.uint8], name: str, at: tuple[float, float], size: float, colour: Bgr, edge: Bgr
) -> None:
    """Draw a sign into a picture.

    Args:
        drawn: BGR, height x width x 3; is changed.
        name: one of `SHAPES`.
        at: the middle, in pixels (x, y).
        size: width of the sign's square in pixels.
        colour: of the sign.
        edge: colour of the line around it, which keeps it visible on any background.
    """
    placed = [np.round((outline * size + at) * 16).astype(np.int32) for outline in sign_outlines(name)]
    cv2.polylines(drawn, placed, True, edge, max(2, round(size / 8)), cv2.LINE_AA, 4)
    cv2.fillPoly(drawn, placed, colour, cv2.LINE_AA, 4)


@cache
def sign_outlines(name: str) -> tuple[NDArray[np.float64], ...]:
    """Return the closed outlines of a sign, n x 2 each, in its square's width around its middle."""
    found = [np.array([(z.real, z.imag) for z in each]) for each in trace_path(SHAPES[name])]
    return tuple(each / SQUARE_SIZE - 0.5 for each in found)


def trace_path(path: str) -> list[list[complex]]:
    """Return the outlines of an SVG path of lines, cubic curves and circular arcs, as complex numbers."""
    ahead = deque(_TOKEN.findall(path))
    found: list[list[complex]] = []
    at = handle = 0j
    command = ""
    while ahead:
        if ahead[0].isalpha():
            command = ahead.popleft()
        base = at if command.islower() else 0j
        match command.upper():
            case "Z":
                at = found[-1][0]
            case "M":
                at = base + _point(ahead)
                found.append([at])
                # Coordinates without a command are lines.
                command = "l" if command == "m" else "L"
            case "L":
                found[-1].append(at := base + _point(ahead))
            case "H":
                found[-1].append(at := complex(base.real + float(ahead.popleft()), at.imag))
            case "V":
                found[-1].append(at := complex(at.real, base.imag + float(ahead.popleft())))
            case "C" | "S" as kind:
                first = base + _point(ahead) if kind == "C" else 2 * at - handle
                handle, end = base + _point(ahead), base + _point(ahead)
                found[-1] += _curve(at, first, handle, end)
                at = end
            case "A":
                radius, _, _, large, sweep = (float(ahead.popleft()) for _ in range(5))
                end = base + _point(ahead)
                found[-1] += _arc(at, end, radius, large=large > 0, sweep=sweep > 0)
                at = end
            case _:
                raise ValueError(f"this path has a {command!r} that isn't drawn here")
        if command not in "CcSs":
            handle = at
    return found


def _point(ahead: deque[str]) -> complex:
    return complex(float(ahead.popleft()), float(ahead.popleft()))


def _curve(start: complex, first: complex, second: complex, end: complex) -> list[complex]:
    parts = [n / _CURVE_SEGMENTS for n in range(1, _CURVE_SEGMENTS + 1)]
    return [
        (1 - t) ** 3 * start + 3 * (1 - t) ** 2 * t * first + 3 * (1 - t) * t**2 * second + t**3 * end
        for t in parts
    ]


def _arc(start: complex, end: complex, radius: float, *, large: bool, sweep: bool) -> list[complex]:
    half = (end - start) / 2
    radius = max(radius, abs(half))
    aside = 1j * half / abs(half) * math.sqrt(max(radius**2 - abs(half) ** 2, 0.0))
    middle = start + half + (aside if large != sweep else -aside)
    turn = cmath.phase((end - middle) / (start - middle))
    if sweep is not (turn > 0):
        turn += math.tau if sweep else -math.tau
    return [
        middle + (start - middle) * cmath.exp(1j * turn * n / (2 * _CURVE_SEGMENTS))
        for n in range(1, 2 * _CURVE_SEGMENTS + 1)
    ]


COLOURS: Final[Mapping[Terrain, tuple[int, int, int]]] = {
    "hills": (40, 70, 200),
    "forest": (30, 110, 20),
    "pasture": (60, 230, 130),
    "fields": (0, 215, 255),
    "mountains": (160, 140, 140),
    "desert": (170, 210, 235),
}
"""BGR."""
PAINT: Final[Mapping[PieceColour, tuple[int, int, int]]] = {
    "red": (40, 30, 215),
    "blue": (215, 90, 20),
    "orange": (20, 140, 255),
    "white": (250, 250, 250),
    "green": (60, 160, 40),
    "brown": (40, 80, 130),
}
"""BGR."""
SIGNS: Final[Mapping[Terrain, str]] = {
    "hills": "brick",
    "forest": "lumber",
    "pasture": "wool",
    "fields": "grain",
    "mountains": "ore",
    "desert": "desert",
}
"""The sign of each terrain: its resource."""
_OUTLINES: Final[Mapping[PieceKind, tuple[tuple[float, float], ...]]] = {
    "road": ((-0.3, -0.11), (0.3, -0.11), (0.3, 0.11), (-0.3, 0.11)),
    "settlement": ((-0.2, 0.2), (-0.2, -0.08), (0, -0.27), (0.2, -0.08), (0.2, 0.2)),
    "city": (
        (-0.3, 0.2), (-0.3, -0.16), (-0.15, -0.33), (0, -0.16), (0, -0.03), (0.3, -0.03), (0.3, 0.2),
    ),
}  # fmt: skip
"""Outlines in hex sides around the site; for a road: along its path and across."""
_INSET: Final = 0.78
"""Scale of a hex's drawn outline: inside its borders, so that pieces stay visible."""
_GLOW_FRACTION: Final = 7
"""Half a hex's height divided by its glow's radius."""
_SURE_P: Final = 0.9
_INK: Final = (0, 0, 0)
_PAPER: Final = (255, 255, 255)
_DOUBT: Final = (255, 0, 255)
_GLOW_COLOUR: Final = (90, 220, 255)
_DIMMING: Final = 0.5
"""Brightness of the picture around the highlighted place."""
_PIECE_RING_SIDES: Final = 0.4
"""Radius of the ring around a piece, in hex sides."""
_DIE_RING_WIDTHS: Final = 0.95
"""Radius of the ring around a die, in widths of the die."""

Projection = Callable[[Points], Points]
"""Projects points of the plane to pixels of the photo."""


def draw_reading(image: NDArray[np.uint8], reading: BoardReading) -> NDArray[np.uint8]:
    """Return a copy of the photo with the reading drawn on it.

    Each hex is outlined in its terrain's colour, which glows, and its token is ringed; below it are its
    terrain's sign and its number. Each piece is outlined in its colour and carries that colour's mark; the
    robber is ringed and has his sign. A harbor's sign and rate are drawn at sea, with lines to its two
    intersections. A confidence under 90 % is written next to it in magenta. None of that needs a language;
    but without an island the reason is written on the photo, in English.

    Args:
        image: BGR, height x width x 3; the photo that was read.
        reading: its reading.
    """
    drawn = image.copy()
    if reading.plane is None:
        height, width = image.shape[:2]
        _write(drawn, reading.why, (width / 2, height / 2), max(0.3, width / 2400), _PAPER)
        return drawn
    hexes = [(_inset_outline(reading.project, seen), COLOURS[_terrain(seen)]) for seen in reading.hexes]
    sides = [_half_height(reading.project, seen) for seen in reading.hexes]
    draw_glow(drawn, hexes, float(np.median(sides)) / _GLOW_FRACTION)
    for seen in reading.hexes:
        _draw_outline(drawn, reading.project, seen)
    if reading.robber is not None:
        # Drawn first, below the hex's labels.
        _draw_robber(drawn, reading.project, reading.robber)
    for seen in reading.hexes:
        _draw_label(drawn, reading.project, seen)
    for harbor in reading.harbors:
        _draw_harbor(drawn, reading.project, harbor)
    for site in reading.sites:
        if site.piece is not None:
            _draw_piece(drawn, reading.project, site.id, site.piece, site.confidence)
    return drawn


def highlight_place(image: NDArray[np.uint8], onto: Projection, at: HexId | Site) -> NDArray[np.uint8]:
    """Return a dimmed copy of a picture in which one place stays bright: the one that people are asked about.

    Args:
        image: BGR, height x width x 3.
        onto: from the island's plane to pixels of the picture.
        at: a hex, or the site of a piece.
    """
    if at in HEX_INDEX:
        ring = np.asarray(onto(hex_corners(HexId(at), _INSET)), np.float64)
    else:
        around = np.linspace(0, 2 * np.pi, 32, endpoint=False)
        circle = np.column_stack([np.cos(around), np.sin(around)])
        ring = np.asarray(onto(np.array(position(at)) + _PIECE_RING_SIDES * circle), np.float64)
    path = [np.round(ring * 16).astype(np.int32)]
    lit = cv2.fillPoly(np.zeros(image.shape[:2], np.uint8), path, 1, cv2.LINE_8, 4)
    drawn = np.where(lit[:, :, None] > 0, image, cv2.convertScaleAbs(image, alpha=_DIMMING)).astype(np.uint8)
    width = float(np.ptp(ring[:, 0]))
    draw_glow(drawn, [(ring, _GLOW_COLOUR)], width / 2 / _GLOW_FRACTION)
    thick = max(2, round(width / 30))
    cv2.polylines(drawn, path, True, _INK, 2 * thick, cv2.LINE_AA, 4)
    cv2.polylines(drawn, path, True, _GLOW_COLOUR, thick, cv2.LINE_AA, 4)
    return drawn


def draw_dice(image: NDArray[np.uint8], dice: Sequence[DieReading]) -> None:
    """Draw a glow around dice, in place, and above each die its value.

    Args:
        image: BGR, height x width x 3; the photo that was read.
        dice: their readings.
    """
    around = np.linspace(0, 2 * np.pi, 32, endpoint=False)
    circle = np.column_stack([np.cos(around), np.sin(around)])
    rings = [np.asarray(die.at + circle * die.size * _DIE_RING_WIDTHS, np.float64) for die in dice]
    draw_glow(image, [(ring, _GLOW_COLOUR) for ring in rings], max((die.size for die in dice), default=1) / 4)
    for die, ring in zip(dice, rings, strict=True):
        path = [np.round(ring * 16).astype(np.int32)]
        cv2.polylines(image, path, True, _GLOW_COLOUR, max(1, round(die.size / 14)), cv2.LINE_AA, 4)
        _write(image, f"{die.value}", (die.at[0], die.at[1] - 1.35 * die.size), die.size / 22, _PAPER)


def _terrain(seen: LocatedHex) -> Terrain:
    return max(seen.reading.terrain.items(), key=lambda item: item[1])[0]


def _half_height(onto: Projection, seen: LocatedHex) -> float:
    """Return half the height of a hex in the picture, in pixels."""
    corners = onto(hex_corners(seen.id))
    return float(np.ptp(corners[:, 1])) / 2


def _inset_outline(onto: Projection, seen: LocatedHex) -> NDArray[np.float64]:
    """Return a hex's outline to draw, in pixels."""
    return np.asarray(onto(hex_corners(seen.id, _INSET)), np.float64)


def _draw_outline(drawn: NDArray[np.uint8], onto: Projection, seen: LocatedHex) -> None:
    path = [np.round(_inset_outline(onto, seen) * 16).astype(np.int32)]
    side = _half_height(onto, seen)
    thick, colour = max(1, round(side / 40)), COLOURS[_terrain(seen)]
    cv2.polylines(drawn, path, True, _INK, thick * 2, cv2.LINE_AA, 4)
    cv2.polylines(drawn, path, True, colour, thick, cv2.LINE_AA, 4)
    token = (round(seen.token[0]), round(seen.token[1]))
    cv2.circle(drawn, token, max(3, round(0.36 * side)), colour, thick, cv2.LINE_AA)


def _draw_label(drawn: NDArray[np.uint8], onto: Projection, seen: LocatedHex) -> None:
    number = max(seen.reading.number.items(), key=lambda item: item[1])[0]
    side = _half_height(onto, seen)
    (x, y), size = seen.at, side / 130
    aside = 0.0 if number is None else 0.2 * side
    draw_sign(drawn, SIGNS[_terrain(seen)], (x - aside, y + 0.52 * side), 0.36 * side, _PAPER, _INK)
    if number is not None:
        _write(drawn, str(number), (x + aside, y + 0.52 * side), 1.3 * size, _PAPER)
    if seen.reading.confidence < _SURE_P:
        _write(drawn, f"{seen.reading.confidence:.0%}", (x, y - 0.5 * side), size, _DOUBT)


def _draw_piece(
    drawn: NDArray[np.uint8], onto: Projection, site: Site, standing: Standing, confidence: float
) -> None:
    """Draw the outline of a piece around its site, upright as the island lies; a road along its path."""
    at = np.array(position(site))
    outline = np.array(_OUTLINES[standing.kind])
    if standing.kind == "road":
        (x0, y0), (x1, y1) = (position(end) for end in ENDS[PathId(site)])
        along = np.array([x1 - x0, y1 - y0])
        outline = outline @ np.array([along, [-along[1], along[0]]])
    corners = onto(at + outline)
    side = hex_side(onto, at)
    thick = max(1, round(side / 28))
    path = [np.round(corners * 16).astype(np.int32)]
    edge = _PAPER if standing.colour in ("blue", "brown", "green", "red") else _INK
    cv2.polylines(drawn, path, True, edge, thick + max(2, thick), cv2.LINE_AA, 4)
    cv2.polylines(drawn, path, True, PAINT[standing.colour], thick, cv2.LINE_AA, 4)
    middle = onto(at[None])[0]
    mark = (float(middle[0]), float(middle[1]))
    draw_sign(drawn, standing.colour, mark, 0.2 * side, PAINT[standing.colour], edge)
    if confidence < _SURE_P:
        _write(drawn, f"{confidence:.0%}", (mark[0], mark[1] + 0.42 * side), side / 140, _DOUBT)


def _draw_harbor(drawn: NDArray[np.uint8], onto: Projection, harbor: HarborReading) -> None:
    at, away = np.array(position(harbor.id)), np.array(outward_direction(harbor.id))
    ends = np.array([position(end) for end in ENDS[harbor.id]])
    tip, (x, y) = onto(np.array([at + 0.3 * away, at + 0.95 * away]))
    side = hex_side(onto, at)
    piers = [np.round(np.array([end, tip]) * 16).astype(np.int32) for end in onto(ends)]
    for colour, thick in ((_INK, 3), (_PAPER, 1)):
        cv2.polylines(drawn, piers, False, colour, max(1, round(thick * side / 40)), cv2.LINE_AA, 4)
    rate = "3:1" if harbor.kind == "generic" else "2:1"
    label = rate if harbor.confidence >= _SURE_P else f"{rate} {harbor.confidence:.0%}"
    colour = _PAPER if harbor.confidence >= _SURE_P else _DOUBT
    draw_sign(drawn, harbor.kind, (float(x), float(y - 0.16 * side)), 0.4 * side, colour, _INK)
    _write(drawn, label, (float(x), float(y + 0.2 * side)), side / 130, colour)


def _draw_robber(drawn: NDArray[np.uint8], onto: Projection, robber: RobberReading) -> None:
    around = np.linspace(0, 2 * np.pi, 48, endpoint=False)
    ring = np.array(position(robber.hex)) + 0.5 * np.column_stack([np.cos(around), np.sin(around)])
    path = [np.round(onto(ring) * 16).astype(np.int32)]
    thick = max(1, round(float(np.ptp(path[0][:, 0])) / 16 / 28))
    cv2.polylines(drawn, path, True, _PAPER, 3 * thick, cv2.LINE_AA, 4)
    cv2.polylines(drawn, path, True, _INK, 2 * thick, cv2.LINE_AA, 4)
    x, y = onto(np.array([position(robber.hex)]) - (0, 0.5))[0]
    size = float(np.ptp(path[0][:, 0])) / 16
    colour = _PAPER if robber.confidence >= _SURE_P else _DOUBT
    draw_sign(drawn, "robber", (float(x), float(y)), 0.4 * size, colour, _INK)
    if robber.confidence < _SURE_P:
        _write(drawn, f"{robber.confidence:.0%}", (float(x), float(y + 0.35 * size)), size / 130, colour)


def _write(
    drawn: NDArray[np.uint8], text: str, at: tuple[float, float], size: float, colour: tuple[int, int, int]
) -> None:
    """Write text centred at a point, with a dark edge that keeps it legible on any background."""
    font, thick = cv2.FONT_HERSHEY_SIMPLEX, max(1, round(2 * size))
    (wide, high), _ = cv2.getTextSize(text, font, size, thick)
    left, base = round(at[0] - wide / 2), round(at[1] + high / 2)
    edge = max(1, high // 9)
    for x, y in ((-1, -1), (-1, 1), (1, -1), (1, 1), (-1, 0), (1, 0), (0, -1), (0, 1)):
        cv2.putText(drawn, text, (left + x * edge, base + y * edge), font, size, _INK, thick, cv2.LINE_AA)
    cv2.putText(drawn, text, (left, base), font, size, colour, thick, cv2.LINE_AA)


# Dice: rings and values.


def draw_dice_reading(
    image: NDArray[np.uint8], reading: DiceReading | ResourceDiceReading
) -> NDArray[np.uint8]:
    """Return a copy of the photo with each die ringed and its value next to it.

    Below 90 % confidence, ring and value are magenta, and the confidence follows the value.

    Args:
        image: BGR, height x width x 3; the photo that was read.
        reading: its dice.
    """
    drawn = image.copy()
    for die in reading.dice:
        _draw_die(drawn, die)
    return drawn


def draw_numbers(image: NDArray[np.uint8], dice: Sequence[DieDetection]) -> NDArray[np.uint8]:
    """Return a copy of the photo with each die ringed and numbered from 1, for a person to name its face.

    Args:
        image: BGR, height x width x 3.
        dice: in the order of their numbers.
    """
    drawn = image.copy()
    for number, die in enumerate(dice, 1):
        _draw_ring(drawn, die, str(number), _PAPER)
    return drawn


def _draw_die(drawn: NDArray[np.uint8], die: FaceReading[Any]) -> None:
    sure = die.confidence >= _SURE_P
    label = str(die.value) if sure else f"{die.value} {die.confidence:.0%}"
    _draw_ring(drawn, die, label, _PAPER if sure else _DOUBT)


def _draw_ring(
    drawn: NDArray[np.uint8], die: DieDetection | FaceReading[Any], label: str, colour: tuple[int, int, int]
) -> None:
    at = (round(16 * die.at[0]), round(16 * die.at[1]))
    thick = max(1, round(die.size / 20))
    for tone, wide in ((_INK, 3 * thick), (colour, thick)):
        cv2.circle(drawn, at, round(16 * 0.62 * die.size), tone, wide, cv2.LINE_AA, 4)
    size = float(np.clip(die.size / 45, 0.4, 4))
    left = (round(die.at[0] + 0.7 * die.size), round(die.at[1] - 0.3 * die.size))
    for tone, wide in ((_INK, max(3, round(5 * size))), (colour, max(1, round(2 * size)))):
        cv2.putText(drawn, label, left, cv2.FONT_HERSHEY_SIMPLEX, size, tone, wide, cv2.LINE_AA)
