"""Draw the pages' signs on photos: pictures that need no language."""

from __future__ import annotations

import cmath
import math
import re
from collections import deque
from collections.abc import Mapping
from functools import cache
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

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
colour of pieces its mark. The pages' scripts `drawing/signs.js` and `drawing/crests.js` have the same paths.
"""
SQUARE_SIZE: Final = 24.0

_TOKEN: Final = re.compile(r"[A-Za-z]|-?(?:\d+\.?\d*|\.\d+)")
_CURVE_SEGMENTS: Final = 8
"""Straight segments of a drawn curve; signs are small."""

Bgr = tuple[int, int, int]
"""Blue, green, red."""


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
