"""Compute the mounting height and the view of each camera: the table of hardware.md.

    python docs/tools/lens_table.py

writes it between the markers "lens table" of hardware.md.

Coordinates: the table's plane, x to the right, y away from the camera's foot, its origin in the middle
of the field; lengths in centimetres. The camera is `height` above the table, `back` from the middle
of the field; its optical axis is tilted from straight down towards the field. Lenses are
assumed to be free of distortion; a wide lens shows its edges smaller than that.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass

from inserts import insert

from vision.markers import HEX_SIDE_MM

FIELD = (80.0, 60.0)
"""What the picture must contain: the island, and space beside it for dice."""
ISLAND = 54.0
"""Width of the island with its sea frame."""
SPARE = 1.05
"""Margin around the field, because nobody mounts a camera to the centimetre."""
DIE_MM = 16.0
TILTS = (0, 15, 30)
SIZES = ((1280, 720), (1920, 1080))


@dataclass(frozen=True)
class Lens:
    """A camera with its lens, for pictures of 16:9.

    Attributes:
        name: what it is called.
        across: horizontal angle of view, degrees.
        down: vertical angle of view in 16:9, degrees.
        widest: pixels across the largest picture it gives.
    """

    name: str
    across: float
    down: float
    widest: int = 1920


def _angle(length: float, focal: float) -> float:
    return math.degrees(2 * math.atan(length / 2 / focal))


def _cut(across: float) -> float:
    """Return the vertical angle of a 4:3 picture that is cropped to 16:9, in degrees."""
    return math.degrees(2 * math.atan(math.tan(math.radians(across / 2)) * 9 / 16))


def _of_diagonal(diagonal: float) -> tuple[float, float]:
    """Return the horizontal and vertical angle of a 16:9 picture with this diagonal angle, in degrees."""
    half = math.tan(math.radians(diagonal / 2)) / math.hypot(16, 9)
    return _angle(2 * 16 * half, 1), _angle(2 * 9 * half, 1)


# Raspberry Pi documentation, "Camera hardware": angles of Module 2 (4:3, here cut to 16:9) and 3, the
# sensor of the HQ camera (6.287 mm wide), whose lens is 6 mm long. Logitech's data of the C920; of the
# C270 it gives the diagonal angle only.
LENSES = (
    Lens("Raspberry Pi Camera Module 3", 66.0, 41.0),
    Lens("Raspberry Pi Camera Module 3 Wide", 102.0, 67.0),
    Lens("Raspberry Pi Camera Module 2", 62.2, _cut(62.2)),
    Lens("Raspberry Pi HQ Camera, 6 mm lens", _angle(6.287, 6.0), _cut(_angle(6.287, 6.0))),
    Lens("USB: Logitech C920", 70.42, 43.3),
    Lens("USB: Logitech C270", *_of_diagonal(55.0), widest=1280),
    Lens("a phone's main camera, about", 65.0, _cut(65.0)),
)


@dataclass(frozen=True)
class Place:
    """A camera's position in centimetres; `tilt` from straight down, in degrees."""

    height: float
    back: float
    tilt: float

    def project(self, x: float, y: float) -> tuple[float, float, float]:
        """Return the tangents of a point's angles, across and down (up is positive), and its depth."""
        cos, sin = math.cos(math.radians(self.tilt)), math.sin(math.radians(self.tilt))
        away = y + self.back
        depth = self.height * cos + away * sin
        return x / depth, (away * cos - self.height * sin) / depth, depth


def lowest(lens: Lens, tilt: float, field: tuple[float, float] = FIELD) -> Place:
    """Return the lowest position, in whole centimetres, from which a lens sees a whole field."""
    width, depth = field[0] * SPARE, field[1] * SPARE
    lean, half = math.radians(tilt), math.radians(lens.down / 2)
    cos, sin = math.cos(lean), math.sin(lean)
    near, far = math.tan(lean - half), math.tan(lean + half)
    # The depth at which the field's near edge fills the width of the picture.
    nearest = width / 2 / math.tan(math.radians(lens.across / 2))
    high = max(depth / (far - near), (nearest + depth * sin) / (cos + far * sin))
    height = math.ceil(high)
    # As far back as the far edge allows, and as near as the near edge and the sides allow.
    furthest = height * far - depth / 2
    closest = height * near + depth / 2
    if sin:
        closest = max(closest, (nearest - height * cos) / sin + depth / 2)
    return Place(height, (furthest + closest) / 2, tilt)


def pixels(lens: Lens, place: Place, length_mm: float, across: int) -> tuple[float, float]:
    """Return the size in pixels of a length on the table, at the island's far and near edge.

    The size is a mean over all directions: the side of a square with the area that the length's square
    has in the picture.
    """
    focal = across / 2 / math.tan(math.radians(lens.across / 2))

    def scale_at(y: float) -> float:
        depth = place.project(0.0, y)[2]
        # Across, the scale is focal / depth; away from the camera it is height / depth of that.
        return length_mm / 10 * focal / depth * math.sqrt(place.height / depth)

    return scale_at(ISLAND / 2), scale_at(-ISLAND / 2)


def rows() -> Iterator[tuple[str, ...]]:
    """Yield the rows of the table, without its head."""
    for lens in LENSES:
        for tilt in TILTS:
            place = lowest(lens, tilt)
            cells = [lens.name if tilt == TILTS[0] else "", f"{tilt}°"]
            cells += [f"{place.height:.0f}", f"{abs(place.back):.0f}"]
            for across, _ in SIZES:
                for length in (HEX_SIDE_MM, DIE_MM):
                    far, near = pixels(lens, place, length, across)
                    ends = f"{far:.0f}" if round(far) == round(near) else f"{far:.0f} to {near:.0f}"
                    cells.append(ends if across <= lens.widest else "–")
            yield tuple(cells)


def table() -> str:
    """Return the table in Markdown."""
    head = ["camera", "tilt", "height, cm", "back, cm"]
    for across, down in SIZES:
        head += [f"hex side, {across} x {down}", f"die, {across} x {down}"]
    lines = [head, ["---", *["--:"] * (len(head) - 1)], *rows()]
    return "".join(f"| {' | '.join(cells)} |\n" for cells in lines)


if __name__ == "__main__":
    insert("hardware.md", "lens table", table())
