"""Check whether the tower's parts print without supports, and measure the bed that each needs.

    make -C firmware/tower prints

Each part is cut into layers as it lies on the bed. What a layer has beyond the one under it at 45 degrees
hangs: as a bridge, where straight threads reach solid on both sides, else as a lip, which only supports
could hold. The table goes into hardware.md; exit status 1 where a lip or a bridge is longer than a
printer spans.
"""

from __future__ import annotations

import math
import subprocess
import tempfile
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
from measures import SOURCES
from numpy.typing import NDArray
from solids import PAPER, read_stl

PAGE = Path(__file__).parents[2] / "hardware.md"
BEGIN, END = "<!-- prints -->", "<!-- end of prints -->"
PARTS = (
    "base",
    "sensor_block",
    "lane",
    "chute",
    "cover",
    "camera_clamp",
    "camera_plate",
    "thread_plate",
    "plain_tower",
    "plain_cover",
)
BED = 180.0
LONGEST_LIP, LONGEST_BRIDGE = 0.8, 12.0
"""Millimetres: the bed's edge, and the longest overhang without supports."""
LAYER, PIXEL = 0.4, 0.2
DIRECTIONS = 12
MAX_PIXELS = 400  # maximum number of overhanging pixels that are examined

Bits = NDArray[np.bool_]
Floats = NDArray[np.float64]


@dataclass(frozen=True)
class Print:
    """A part on the bed, in millimetres: its size, its longest lip and its longest bridge."""

    size: tuple[float, float, float]
    lip: float
    bridge: float

    @property
    def fits(self) -> bool:
        """Return whether it prints on a small bed without supports."""
        return max(self.size[:2]) <= BED and self.lip <= LONGEST_LIP and self.bridge <= LONGEST_BRIDGE


def open_edges(triangles: Floats, decimals: int = 3) -> int:
    """Return the number of a mesh's edges that don't join exactly two faces, corners rounded; 0: closed."""
    corners = [[tuple(corner) for corner in face] for face in np.round(triangles, decimals).tolist()]
    edges = Counter(
        frozenset((face[n], face[n - 1])) for face in corners if len(set(face)) == 3 for n in range(3)
    )
    return sum(faces != 2 for faces in edges.values())


def measure_print(part: str, die: float = 16) -> Print:
    """Build a part and measure it."""
    return measure_triangles(build(part, die))


def build(part: str, die: float = 16) -> Floats:
    """Return the triangles of a part."""
    with tempfile.TemporaryDirectory() as folder:
        out = Path(folder) / "part.stl"
        order = ["openscad", "-q", "-D", f"die={die}", "-o", str(out), f"{part}.scad"]
        subprocess.run(order, cwd=SOURCES, check=True, capture_output=True)
        return read_stl(out, PAPER).triangles


def measure_triangles(triangles: Floats) -> Print:
    """Measure a body in its orientation on the bed."""
    low, high = triangles.min(axis=(0, 1)), triangles.max(axis=(0, 1))
    lip = bridge = 0.0
    under: Bits | None = None
    for layer in layers(triangles):
        if under is not None:
            longest = hanging(layer, under)
            lip, bridge = max(lip, longest[0]), max(bridge, longest[1])
        under = layer
    size = high - low
    return Print((float(size[0]), float(size[1]), float(size[2])), lip, bridge)


def layers(triangles: Floats) -> Iterator[Bits]:
    """Yield each layer's solid area, from the bed upwards; rows by y, columns by x."""
    low, high = triangles.min(axis=(0, 1)), triangles.max(axis=(0, 1))
    rows, columns = (math.ceil((high[n] - low[n]) / PIXEL) + 4 for n in (1, 0))
    # An odd height, so that no vertex lies in a cut.
    for z in np.arange(low[2] + LAYER / 2 + 0.0137, high[2], LAYER):
        crossing = triangles[(triangles[..., 2].min(axis=1) < z) & (triangles[..., 2].max(axis=1) > z)]
        yield fill_outline(cut(crossing, z), low[:2] - 2 * PIXEL - 0.00173, (rows, columns))


def cut(triangles: Floats, z: float) -> Floats:
    """Return the segments in which triangles cross a height: n x 2 ends x (x, y)."""
    after = np.roll(triangles, -1, axis=1)
    crosses = (triangles[..., 2] < z) != (after[..., 2] < z)
    share = np.where(
        crosses, (z - triangles[..., 2]) / np.where(crosses, after[..., 2] - triangles[..., 2], 1), 0
    )
    points = triangles[..., :2] + share[..., None] * (after - triangles)[..., :2]
    return np.asarray(points[crosses].reshape(-1, 2, 2))


def fill_outline(lines: Floats, corner: Floats, shape: tuple[int, int]) -> Bits:
    """Return the pixels inside closed lines: those behind an odd number of lines."""
    toggles = np.zeros(shape, dtype=np.uint8)
    places = (lines - corner) / PIXEL
    for (x0, y0), (x1, y1) in places:
        first, last = sorted((y0, y1))
        rows = np.arange(math.ceil(first), math.ceil(last))
        columns = np.ceil(x0 + (rows - y0) * (x1 - x0) / (y1 - y0)).astype(int) if len(rows) else rows
        np.add.at(toggles, (rows, columns), 1)
    return np.asarray(np.cumsum(toggles, axis=1) % 2 == 1)


def hanging(layer: Bits, under: Bits) -> tuple[float, float]:
    """Return the longest lip and the longest bridge of a layer over the one below, in millimetres."""
    away = cv2.distanceTransform((~under).astype(np.uint8), cv2.DIST_L2, 5) * PIXEL
    hangs = layer & (away > LAYER + PIXEL)
    places = np.argwhere(hangs)
    if len(places) > MAX_PIXELS:
        places = places[np.argsort(-away[hangs])[:: max(1, len(places) // MAX_PIXELS)]]
    lip = bridge = 0.0
    for place in places:
        span = shortest_span(layer, under, place)
        if span is None:
            lip = max(lip, float(away[tuple(place)]))
        else:
            bridge = max(bridge, span)
    return lip, bridge


def shortest_span(layer: Bits, under: Bits, place: NDArray[np.int64]) -> float | None:
    """Return the shortest straight thread through a place with solid at both ends; None: there is none."""
    found = []
    for turn in range(DIRECTIONS):
        angle = math.pi * turn / DIRECTIONS
        way = np.array([math.sin(angle), math.cos(angle)])
        ends = [distance_to_solid(layer, under, place, sign * way) for sign in (1, -1)]
        if None not in ends:
            found.append(sum(end for end in ends if end is not None) * PIXEL)
    return min(found, default=None)


def distance_to_solid(layer: Bits, under: Bits, place: NDArray[np.int64], way: Floats) -> int | None:
    """Return the distance in pixels to the solid area below, in one direction; None: the layer ends first."""
    for far in range(1, round(2 * LONGEST_BRIDGE / PIXEL)):
        row, column = np.rint(place + far * way).astype(int)
        if not (0 <= row < layer.shape[0] and 0 <= column < layer.shape[1]) or not layer[row, column]:
            return None
        if under[row, column]:
            return far
    return None


def table(prints: dict[str, Print]) -> str:
    """Return the Markdown table."""
    lines = ["| part | bed, mm | high, mm | longest lip, mm | longest bridge, mm |", "|---|--:|--:|--:|--:|"]
    for name, of in prints.items():
        x, y, z = of.size
        lines.append(f"| `{name}` | {x:.0f} x {y:.0f} | {z:.0f} | {of.lip:.1f} | {of.bridge:.1f} |")
    return "\n".join(lines)


def main() -> None:
    """Measure each part, and write the table into hardware.md."""
    with ThreadPoolExecutor() as pool:
        prints = dict(zip(PARTS, pool.map(measure_print, PARTS), strict=True))
    print(table(prints))
    before, _, after = PAGE.read_text("utf-8").partition(BEGIN)
    PAGE.write_text(f"{before}{BEGIN}\n{table(prints)}\n{END}{after.partition(END)[2]}", "utf-8")
    wrong = [name for name, of in prints.items() if not of.fits]
    raise SystemExit(f"These don't print: {', '.join(wrong)}." if wrong else 0)


if __name__ == "__main__":
    main()
