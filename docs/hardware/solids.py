"""Triangle meshes: read from OpenSCAD's STL files, and rendered from any side.

A small renderer of our own, because OpenSCAD's needs a display: orthographic, a depth buffer, light
from one side, edges drawn dark. Lengths in millimetres, in the frame of the tower (x right, y back,
z up; see firmware/tower/params.scad).
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
PAPER = (255, 255, 255)
INK = (60, 50, 45)
EDGE_COSINE = 0.8  # two faces whose normals have a smaller cosine than this meet in an edge that is drawn
STEP = 1.5  # millimetres behind one another from which an edge is drawn between two bodies
FAR_DISTANCE = 1e6  # nothing is as far
FINER = 2  # drawn this much larger, then made smaller: smooth edges


@dataclass(frozen=True)
class Solid:
    """A body: triangles (n x 3 corners x 3 coordinates) and its colour, blue green red."""

    triangles: Floats
    colour: tuple[int, int, int]

    def translate(self, by: Sequence[float]) -> Solid:
        """Return the body, translated."""
        return replace(self, triangles=self.triangles + np.asarray(by, dtype=np.float64))


def read_stl(path: Path, colour: tuple[int, int, int]) -> Solid:
    """Read a body from a text STL file."""
    numbers = re.findall(r"vertex (\S+) (\S+) (\S+)", path.read_text())
    return Solid(np.array(numbers, dtype=np.float64).reshape(-1, 3, 3), colour)


@dataclass(frozen=True)
class View:
    """A viewing direction: degrees around the tower (0: from the front, 90: from its right) and above the
    table.
    """

    around: float
    over: float
    margin: float = 6.0

    @property
    def axes(self) -> Floats:
        """Return the picture's axes in the tower's frame, as rows: right, down, away from the viewer."""
        a, e = np.radians((self.around, self.over))
        right = np.array([np.cos(a), np.sin(a), 0.0])
        away = np.array([-np.sin(a) * np.cos(e), np.cos(a) * np.cos(e), -np.sin(e)])
        return np.stack([right, np.cross(away, right), away])


class Picture:
    """Render the bodies from the view, fitted into `width` pixels; the height follows."""

    def __init__(self, solids: Sequence[Solid], view: View, width: int) -> None:
        self.axes = view.axes
        seen = np.concatenate([s.triangles.reshape(-1, 3) for s in solids]) @ self.axes.T
        self.corner = seen.min(axis=0)[:2] - view.margin
        extent = seen.max(axis=0)[:2] + view.margin - self.corner
        self.scale = FINER * width / extent[0]
        self.shape = (FINER * round(width * extent[1] / extent[0]), FINER * width)
        self.depth = np.full(self.shape, np.inf)
        self.face = np.full((*self.shape, 3), 0.0)
        self.colour = np.full((*self.shape, 3), PAPER, dtype=np.float64)
        for solid in solids:
            self._draw(solid)

    def pixel(self, point: Sequence[float]) -> tuple[int, int]:
        """Return the pixel (column, row) of a point of the tower's frame."""
        column, row = ((np.asarray(point) @ self.axes.T)[:2] - self.corner) * self.scale / FINER
        return round(float(column)), round(float(row))

    def image(self) -> NDArray[np.uint8]:
        """Return the picture, blue green red, with its edges drawn."""
        light = np.array([-0.35, -0.55, 0.76])
        shade = 0.55 + 0.45 * np.clip(self.face @ light, 0, 1)
        shade[np.isinf(self.depth)] = 1
        drawn = self.colour * shade[..., None]
        drawn[self._edges()] = INK
        size = (self.shape[1] // FINER, self.shape[0] // FINER)
        return np.asarray(cv2.resize(drawn, size, interpolation=cv2.INTER_AREA), dtype=np.uint8)

    def _edges(self) -> NDArray[np.bool_]:
        far = np.where(np.isinf(self.depth), 2 * FAR_DISTANCE, self.depth)
        found = np.zeros(self.shape, dtype=bool)
        for axis in (0, 1):
            step = np.abs(np.diff(far, axis=axis))
            solid = np.take(far, range(1, self.shape[axis]), axis) < FAR_DISTANCE
            bend = (
                np.take(self.face, range(1, self.shape[axis]), axis)
                * np.take(self.face, range(self.shape[axis] - 1), axis)
            ).sum(axis=-1)
            edge = (step > STEP) | ((bend < EDGE_COSINE) & solid)
            found |= np.pad(edge, [(0, 1), (0, 0)] if axis == 0 else [(0, 0), (0, 1)])
        return found

    def _draw(self, solid: Solid) -> None:
        first, second, third = np.moveaxis(solid.triangles, 1, 0)
        normals = np.cross(second - first, third - first)
        length = np.linalg.norm(normals, axis=1)
        facing = (length > 1e-9) & (normals @ self.axes[2] < 0)
        flat = solid.triangles[facing] @ self.axes.T
        flat[..., :2] = (flat[..., :2] - self.corner) * self.scale
        for corners, normal in zip(flat, normals[facing] / length[facing, None], strict=True):
            self._fill(corners, normal, solid.colour)

    def _fill(self, corners: Floats, normal: Floats, colour: tuple[int, int, int]) -> None:
        low = np.maximum(np.floor(corners[:, :2].min(axis=0)).astype(int), 0)
        high = np.minimum(np.ceil(corners[:, :2].max(axis=0)).astype(int) + 1, self.shape[::-1])
        a, b, c = corners
        area = (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])
        if abs(area) < 1e-9 or (high <= low).any():
            return
        x, y = np.meshgrid(np.arange(low[0], high[0]) + 0.5, np.arange(low[1], high[1]) + 0.5)
        of_b = ((x - a[0]) * (c[1] - a[1]) - (y - a[1]) * (c[0] - a[0])) / area
        of_c = ((b[0] - a[0]) * (y - a[1]) - (b[1] - a[1]) * (x - a[0])) / area
        depth = a[2] + of_b * (b[2] - a[2]) + of_c * (c[2] - a[2])
        window = np.s_[low[1] : high[1], low[0] : high[0]]
        inside = (of_b >= -1e-6) & (of_c >= -1e-6) & (of_b + of_c <= 1 + 1e-6) & (depth < self.depth[window])
        self.depth[window][inside] = depth[inside]
        self.face[window][inside] = normal
        self.colour[window][inside] = colour
