"""Draw the pictures of the tower's printed parts from their sources: `docs/hardware/parts.py`; needs
openscad.
"""

from __future__ import annotations

import math
import subprocess
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

import cv2
import numpy as np
from measures import ask
from numpy.typing import NDArray
from solids import Picture, Solid, View, read_stl

OUTPUT = Path(__file__).parent
SOURCES = OUTPUT.parents[1] / "firmware" / "tower"
COLOURS = {  # blue green red
    "base": (150, 190, 205), "sensor_block": (90, 80, 75), "slide": (235, 225, 190), "lane": (205, 185, 150),
    "chute": (170, 200, 170), "cover": (140, 175, 140), "dice": (235, 240, 245), "pips": (50, 40, 40),
    "camera_clamp": (150, 190, 205), "camera_plate": (205, 185, 150), "thread_plate": (205, 185, 150),
    "plain_tower": (150, 190, 205), "plain_cover": (140, 175, 140),
}  # fmt: skip
HEIGHTS = {
    "base": 0, "sensor_block": 45, "slide": 75, "lane": 105,
    "dice": 135, "pips": 135, "chute": 175, "cover": 175,
}  # fmt: skip
PRINTED_PARTS = (
    "base", "sensor_block", "lane", "chute", "cover",
    "camera_clamp", "camera_plate", "thread_plate", "plain_tower", "plain_cover",
)  # fmt: skip
_ALONG_RAD, _ACROSS_RAD = (math.radians(angle) for angle in ask("along", "across").values())
OVER_THE_GLASS = np.array(
    [
        -math.sin(_ALONG_RAD) * math.cos(_ACROSS_RAD),
        -math.sin(_ACROSS_RAD),
        math.cos(_ALONG_RAD) * math.cos(_ACROSS_RAD),
    ]
)
"""The direction in which the slide and the lane leave the block: square to the slanted glass."""
STEPS = (
    ("sensor_block", (0, 0, 0), "1  sensors and lamps in, wired"),
    ("slide", (OVER_THE_GLASS * 9).tolist(), "2  the slide into its bed"),
    ("lane", (OVER_THE_GLASS * 36).tolist(), "3  the lined lane on it, 4 x M3 x 16 from below"),
    ("base", (0, 0, -45), "4  boards into the base, lane on it, 4 x M3 x 10"),
    ("chute", (0, 0, 45), "5  the chute into its collar"),
    ("cover", (0, 0, 60), "6  the cover in from above"),
)
"""The steps of assembly in order: the added part, the direction it comes from, and the instruction."""


def main() -> None:
    """Draw all pictures."""
    with bodies() as tower:
        save("tower", Picture(list(tower.values()), View(-28, 24), 620).image())
        inside = [body for name, body in tower.items() if name != "chute"]
        openings = [body for name, body in tower.items() if name != "cover"]
        save(
            "inside",
            join_horizontally(
                Picture([front_off(tower["chute"]), *inside], View(-12, 14), 460).image(),
                Picture(openings, View(-8, 62), 460).image(),
            ),
        )
        apart = [body.translate((0, 70 * (name == "cover"), HEIGHTS[name])) for name, body in tower.items()]
        save("exploded", Picture(apart, View(-30, 22), 620).image())
        steps = [step(tower, n) for n in range(len(STEPS))]
        save("steps", join_vertically(join_horizontally(*steps[:3]), join_horizontally(*steps[3:])))
    with tempfile.TemporaryDirectory() as folder:
        seen = [add_title(name, build_body(Path(folder), f"{name}.scad", name)) for name in PRINTED_PARTS]
    rows = [join_horizontally(*seen[:5]), join_horizontally(*seen[5:])]
    save("printed", join_vertically(*rows))


@contextmanager
def bodies() -> Iterator[dict[str, Solid]]:
    """Return the bodies of the assembled tower by name."""
    with tempfile.TemporaryDirectory() as folder:
        yield {name: build_body(Path(folder), "assembly.scad", name) for name in HEIGHTS}


def build_body(folder: Path, source: str, name: str) -> Solid:
    """Build one body."""
    out = folder / f"{name}.stl"
    subprocess.run(["openscad", "-q", "-D", f'part="{name}"', "-o", out, source], cwd=SOURCES, check=True)
    return read_stl(out, COLOURS[name])


def step(tower: Mapping[str, Solid], number: int) -> NDArray[np.uint8]:
    """Draw the parts that are mounted already, and the part of this step on its way."""
    name, way, words = STEPS[number]
    there = [tower[other] for other, _, _ in STEPS[:number]]
    view = View(-28, 38 if number < 3 else 24)
    picture = Picture([*there, tower[name].translate(way)], view, 300 if number < 3 else 260).image()
    return add_label(picture, words)


def front_off(chute: Solid) -> Solid:
    """Return the chute without its front wall, to show its inside."""
    front = chute.triangles[..., 1].max(axis=1) < chute.triangles[..., 1].min() + 2.1
    return Solid(chute.triangles[~front], chute.colour)


def add_title(name: str, body: Solid) -> NDArray[np.uint8]:
    """Draw a part as it lies on the printer's bed, with its name below."""
    return add_label(Picture([body], View(-28, 38), 300).image(), f"{name}.scad")


def add_label(picture: NDArray[np.uint8], words: str) -> NDArray[np.uint8]:
    """Add a text to a picture."""
    sheet = cv2.copyMakeBorder(picture, 6, 34, 6, 6, cv2.BORDER_CONSTANT, value=(255, 255, 255))
    at = (10, sheet.shape[0] - 12)
    size = 0.6 if len(words) < 24 else 0.38
    cv2.putText(sheet, words, at, cv2.FONT_HERSHEY_SIMPLEX, size, (60, 50, 45), 1, cv2.LINE_AA)
    return np.asarray(sheet, dtype=np.uint8)


def join_horizontally(*pictures: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """Join pictures side by side, padded with white to the same height."""
    height = max(picture.shape[0] for picture in pictures)
    grown = [pad_picture(picture, height - picture.shape[0], 0) for picture in pictures]
    return np.concatenate(grown, axis=1)


def join_vertically(*pictures: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """Join pictures one above the other, padded with white to the same width."""
    width = max(picture.shape[1] for picture in pictures)
    return np.concatenate([pad_picture(picture, 0, width - picture.shape[1]) for picture in pictures], axis=0)


def pad_picture(picture: NDArray[np.uint8], rows: int, columns: int) -> NDArray[np.uint8]:
    """Pad a picture with white below and at the right."""
    return np.pad(picture, ((0, rows), (0, columns), (0, 0)), constant_values=255)


def save(name: str, picture: NDArray[np.uint8]) -> None:
    """Save a picture as a small PNG: thirty-two shades a channel suffice for a drawing."""
    cv2.imwrite(str(OUTPUT / f"{name}.png"), (picture // 8) * 8 + 7, [cv2.IMWRITE_PNG_COMPRESSION, 9])


if __name__ == "__main__":
    main()
