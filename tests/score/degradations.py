"""Picture degradations: effects of table, lamp, camera and photographer.

Each way takes a picture, the homography from the island's plane to its pixels and a source of chance,
and gives both anew. They work on real photos, on rendered tables and on films (`tests/measure/worsening.py`).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.island.geometry import HEXES
from companion.sim.picture.render import TABLE_TO_PLANE, table_top
from tests.score.rendered import frame_camera
from vision.lattice import CENTRES, hex_corners, hex_side, inverse, project

Picture = NDArray[np.uint8]
Plane = NDArray[np.float64]
Rng = np.random.Generator
Way = Callable[[Picture, Plane, Rng], tuple[Picture, Plane]]

_SIZE: Final = 1344
_GRAIN: Final = 100
_FRAME: Final = 5.75


def cloth(rng: Rng) -> Picture:
    """Draw a texture that is no island, from above: checks, dots, coloured hexagonal tiles, a carpet, bare
    slate.
    """
    kind = int(rng.integers(5))
    if kind == 0:
        squares = (np.indices((_SIZE, _SIZE)) // int(rng.integers(20, 90))).sum(axis=0) % 2
        one, other = rng.uniform(20, 240, (2, 3))
        return np.asarray(np.where(squares[..., None] == 0, one, other), np.uint8)
    if kind == 1:
        rough = rng.normal(0, 35, (_SIZE, _SIZE, 1)) + rng.normal(0, 10, (_SIZE, _SIZE, 3))
        return np.asarray(np.clip(rng.uniform(30, 200, 3) + rough, 0, 255), np.uint8)
    if kind == 2:
        return table_top("slate", 1)
    picture = np.full((_SIZE, _SIZE, 3), rng.uniform(20, 230, 3), np.uint8)
    if kind == 3:
        for _ in range(500):
            x, y, radius = (int(v) for v in rng.integers((0, 0, 5), (_SIZE, _SIZE, 40)))
            cv2.circle(picture, (x, y), radius, rng.uniform(0, 255, 3).tolist(), -1, cv2.LINE_AA)
        return picture
    side = rng.uniform(25, 60)
    corners = 0.93 * side * np.array([[np.sin(a), np.cos(a)] for a in np.arange(6) * np.pi / 3])
    for row in range(int(_SIZE / side / 1.5) + 2):
        for column in range(int(_SIZE / side / 1.7) + 2):
            at = (side * np.sqrt(3) * (column + row % 2 / 2), 1.5 * side * row)
            cv2.fillPoly(picture, [(corners + at).astype(np.int32)], rng.uniform(60, 230, 3).tolist())
    return picture


def _paste_on_table(picture: Picture, plane: Plane, kept: Picture, kept_plane: Plane, rng: Rng) -> Picture:
    """Paste the kept part of a picture onto another table."""
    size = (picture.shape[1], picture.shape[0])
    table = cv2.warpPerspective(cloth(rng), plane @ TABLE_TO_PLANE, size, borderMode=cv2.BORDER_REFLECT)
    share = cv2.warpPerspective(kept, plane @ inverse(kept_plane), size)[..., None] / 255
    return np.asarray(picture * share + table * (1 - share), np.uint8)


def _mask(outlines: list[NDArray[np.float64]]) -> tuple[Picture, Plane]:
    mask = np.zeros((14 * _GRAIN, 14 * _GRAIN), np.uint8)
    for outline in outlines:
        cv2.fillPoly(mask, [np.round(outline * _GRAIN + 7 * _GRAIN).astype(np.int32)], (255,))
    return mask, np.array([[_GRAIN, 0, 7 * _GRAIN], [0, _GRAIN, 7 * _GRAIN], [0, 0, 1.0]])


def other_table(picture: Picture, plane: Plane, rng: Rng) -> tuple[Picture, Plane]:
    """The board with its frame on a busy cloth."""
    frame = _FRAME * np.array([[np.cos(a), np.sin(a)] for a in np.arange(6) * np.pi / 3])
    return _paste_on_table(picture, plane, *_mask([frame]), rng), plane


def no_frame(picture: Picture, plane: Plane, rng: Rng) -> tuple[Picture, Plane]:
    """The hexes alone, without the sea frame, on a busy cloth."""
    return _paste_on_table(picture, plane, *_mask([hex_corners(h, 1.06) for h in HEXES]), rng), plane


def change_exposure(by: float) -> Way:
    """Change the brightness by a factor; overexposed parts are clipped."""

    def way(picture: Picture, plane: Plane, rng: Rng) -> tuple[Picture, Plane]:
        return np.asarray(np.clip(picture.astype(float) * by, 0, 255), np.uint8), plane

    return way


def _warp(picture: Picture, plane: Plane, move: Plane, width: int, height: int) -> tuple[Picture, Plane]:
    finer = float(np.sqrt(abs(np.linalg.det(move[:2, :2]))))
    if finer < 0.6:
        blurred = cv2.GaussianBlur(picture, (0, 0), 0.4 / finer)
        picture = np.asarray(blurred, np.uint8)
    shown = cv2.warpPerspective(picture, move, (width, height), borderValue=(96, 96, 96))
    return np.asarray(shown, np.uint8), move @ plane


def rotate(picture: Picture, plane: Plane, rng: Rng) -> tuple[Picture, Plane]:
    """Rotate by a random angle about the island's centre."""
    height, width = picture.shape[:2]
    (x, y), angle = project(plane, np.zeros((1, 2)))[0], rng.uniform(0, 2 * np.pi)
    c, s, side = np.cos(angle), np.sin(angle), max(width, height)
    move = np.array([[c, -s, side / 2 - c * x + s * y], [s, c, side / 2 - s * x - c * y], [0, 0, 1]])
    return _warp(picture, plane, move, side, side)


def tilt_view(degrees: float) -> Way:
    """Tilt the view: the picture is laid on a table and viewed from an angle, at any rotation."""

    def way(picture: Picture, plane: Plane, rng: Rng) -> tuple[Picture, Plane]:
        camera = frame_camera(1280, 960, degrees, float(rng.uniform(0, 360)), 45.0)
        move = camera.homography() @ inverse(plane)
        return _warp(picture, plane, move / move[2, 2], camera.width, camera.height)

    return way


def cut_off(hexes: int) -> Way:
    """So many hexes' middles lie outside the picture, on any side."""

    def way(picture: Picture, plane: Plane, rng: Rng) -> tuple[Picture, Plane]:
        angle, at = rng.uniform(0, 2 * np.pi), project(plane, CENTRES)
        side = int(1.4 * np.ptp(at, axis=0).max())
        for step in range(200):
            shift = side * step / 200 * np.array([np.cos(angle), np.sin(angle)])
            corner = at.mean(axis=0) + shift - side / 2
            if (((at < corner) | (at >= corner + side)).any(axis=1)).sum() >= hexes:
                break
        move = np.array([[1, 0, -corner[0]], [0, 1, -corner[1]], [0, 0, 1.0]])
        return _warp(picture, plane, move, side, side)

    return way


def shrink_on_cloth(picture: Picture, plane: Plane, rng: Rng) -> tuple[Picture, Plane]:
    """The whole picture small, somewhere on a large busy cloth."""
    height, width = picture.shape[:2]
    x, y = rng.uniform(0, 0.65, 2)
    move = np.array([[0.35, 0, x * width], [0, 0.35, y * height], [0, 0, 1.0]])
    small, moved = _warp(picture, plane, move, width, height)
    there = cv2.warpPerspective(np.ones((height, width), np.uint8), move, (width, height))[..., None]
    return np.where(there > 0, small, cv2.resize(cloth(rng), (width, height))), moved


def glare(picture: Picture, plane: Plane, rng: Rng) -> tuple[Picture, Plane]:
    """A lamp's reflection that burns out a hex or two."""
    height, width = picture.shape[:2]
    y, x = np.mgrid[0:height, 0:width]
    at, side = project(plane, rng.uniform(-3, 3, (1, 2)))[0], np.ptp(project(plane, CENTRES)[:, 0]) / 7
    spot = np.exp(-((x - at[0]) ** 2 + (y - at[1]) ** 2) / (1.3 * side) ** 2)
    return np.asarray(np.clip(picture + 230 * spot[..., None], 0, 255), np.uint8), plane


def arm(picture: Picture, plane: Plane, rng: Rng) -> tuple[Picture, Plane]:
    """A sleeve from the edge of the board to somewhere on it."""
    covered, angle = picture.copy(), rng.uniform(0, 2 * np.pi)
    ends = np.array([rng.uniform(-2.5, 2.5, 2), 9 * np.array([np.cos(angle), np.sin(angle)])])
    side = np.ptp(project(plane, CENTRES)[:, 0]) / 7
    start, end = project(plane, ends).astype(int).tolist()
    cv2.line(covered, start, end, rng.uniform(30, 210, 3).tolist(), max(1, int(1.6 * side)), cv2.LINE_AA)
    return covered, plane


def blur(picture: Picture, plane: Plane, rng: Rng) -> tuple[Picture, Plane]:
    """1280 pixels wide, out of focus by 2 pixels."""
    scale = 1280 / picture.shape[1]
    move = np.diag([scale, scale, 1])
    small = cv2.resize(picture, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    return np.asarray(cv2.GaussianBlur(small, (0, 0), 2), np.uint8), move @ plane


def defocus(sides: float) -> Way:
    """Blur by a Gaussian whose standard deviation is in hex sides."""

    def way(picture: Picture, plane: Plane, rng: Rng) -> tuple[Picture, Plane]:
        sigma = sides * hex_side(partial(project, plane))
        return np.asarray(cv2.GaussianBlur(picture, (0, 0), sigma), np.uint8), plane

    return way


def shake(sides: float) -> Way:
    """Blur along a line of a random direction, as a camera that moves by some hex sides."""

    def way(picture: Picture, plane: Plane, rng: Rng) -> tuple[Picture, Plane]:
        length = max(3, round(sides * hex_side(partial(project, plane))))
        line = np.zeros((length, length))
        line[length // 2] = 1
        middle = (length - 1) / 2
        turn = cv2.getRotationMatrix2D((middle, middle), rng.uniform(0, 180), 1)
        kernel = cv2.warpAffine(line, turn, (length, length))
        return np.asarray(cv2.filter2D(picture, -1, kernel / kernel.sum()), np.uint8), plane

    return way


def add_haze(picture: Picture, plane: Plane, rng: Rng) -> tuple[Picture, Plane]:
    """Under a grey veil: a haze of lamplight, a wall mirrored in a glass plate."""
    return np.asarray(picture * 0.6 + 85, np.uint8), plane


def vivid(picture: Picture, plane: Plane, rng: Rng) -> tuple[Picture, Plane]:
    """Increase saturation by half and apply a contrast curve to each channel."""
    grey = picture @ np.array([0.114, 0.587, 0.299])
    strong = np.clip(grey[..., None] + 1.5 * (picture - grey[..., None]), 0, 255) / 255
    return np.asarray(255 * strong**2 * (3 - 2 * strong), np.uint8), plane


def fade(by: float) -> Way:
    """Reduce saturation to a share, as a cheap camera in dim light does."""

    def way(picture: Picture, plane: Plane, rng: Rng) -> tuple[Picture, Plane]:
        grey = (picture @ np.array([0.114, 0.587, 0.299]))[..., None]
        return np.asarray((grey + by * (picture - grey)).round(), np.uint8), plane

    return way


def quarters(turns: int) -> Way:
    """Rotate by quarter turns."""

    def way(picture: Picture, plane: Plane, rng: Rng) -> tuple[Picture, Plane]:
        found = np.ascontiguousarray(np.rot90(picture, turns))
        middle, was = ((np.array(one.shape[1::-1]) - 1) / 2 for one in (found, picture))
        c, s = np.round(np.cos(turns * np.pi / 2)), np.round(np.sin(turns * np.pi / 2))
        move = np.array([[c, s, 0], [-s, c, 0], [0, 0, 1.0]])
        move[:2, 2] = middle - move[:2, :2] @ was
        return found, move @ plane

    return way


def on_its_cloth(picture: Picture, across: NDArray[np.float32], down: NDArray[np.float32]) -> Picture:
    """Return a transformed picture, given the source pixel of each of its pixels; beyond the edge the cloth
    continues, with grain.
    """
    shown = cv2.remap(picture, across, down, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    height, width = picture.shape[:2]
    beyond = (across < 0) | (across > width - 1) | (down < 0) | (down > height - 1)
    edge = np.concatenate([picture[[0, -1]].reshape(-1, 3), picture[:, [0, -1]].reshape(-1, 3)])
    grain = np.random.default_rng(0).normal(0, 4, across.shape)
    table = np.median(edge, axis=0) + cv2.GaussianBlur(grain, (0, 0), 0.7)[..., None]
    return np.where(beyond[..., None], np.clip(table, 0, 255), shown).astype(np.uint8)


def smaller(by: float) -> Way:
    """Shrink the view: the same picture size, with more of the table around."""

    def way(picture: Picture, plane: Plane, rng: Rng) -> tuple[Picture, Plane]:
        height, width = picture.shape[:2]
        y, x = np.mgrid[0:height, 0:width].astype(np.float32)
        middle = np.array([width, height]) / 2
        fine = np.asarray(cv2.GaussianBlur(picture, (0, 0), 0.4 / by), np.uint8)
        across, down = ((at - half) / by + half for at, half in zip((x, y), middle.tolist(), strict=True))
        move = np.array([[by, 0, (1 - by) * middle[0]], [0, by, (1 - by) * middle[1]], [0, 0, 1]])
        return on_its_cloth(fine, across, down), move @ plane

    return way


def softer(sigma: float) -> Way:
    """Through a softer lens: a blur of so many pixels."""

    def way(picture: Picture, plane: Plane, rng: Rng) -> tuple[Picture, Plane]:
        return np.asarray(cv2.GaussianBlur(picture, (0, 0), sigma), np.uint8), plane

    return way


def compress_jpeg(quality: int) -> Way:
    """Saved as a JPEG of this quality."""

    def way(picture: Picture, plane: Plane, rng: Rng) -> tuple[Picture, Plane]:
        _, saved = cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, quality])
        return np.asarray(cv2.imdecode(saved, cv2.IMREAD_COLOR), np.uint8), plane

    return way


def noisy(sigma: float) -> Way:
    """Add noise with this standard deviation (of 255 levels), half of it shared by all colours."""

    def way(picture: Picture, plane: Plane, rng: Rng) -> tuple[Picture, Plane]:
        grey, colour = rng.normal(0, sigma, (*picture.shape[:2], 1)), rng.normal(0, sigma, picture.shape)
        return np.asarray(np.clip(picture + (grey + colour) / np.sqrt(2), 0, 255), np.uint8), plane

    return way


def tint_light(blue: float, green: float, red: float) -> Way:
    """Balanced for another lamp: each colour brighter or darker by so much."""

    def way(picture: Picture, plane: Plane, rng: Rng) -> tuple[Picture, Plane]:
        return np.asarray(np.clip(picture * np.array([blue, green, red]), 0, 255), np.uint8), plane

    return way


def vignette(picture: Picture, plane: Plane, rng: Rng) -> tuple[Picture, Plane]:
    """Darker towards its corners, to 0.35 of the light's values."""
    height, width = picture.shape[:2]
    y, x = np.mgrid[0:height, 0:width]
    far = np.hypot((x - width / 2) / (width / 2), (y - height / 2) / (height / 2)) / np.sqrt(2)
    return np.asarray(picture * (1 - 0.65 * far**2)[..., None], np.uint8), plane


def cast_shadow(picture: Picture, plane: Plane, rng: Rng) -> tuple[Picture, Plane]:
    """A shadow with a soft edge across the island: half of it has half the light's values."""
    height, width = picture.shape[:2]
    y, x = np.mgrid[0:height, 0:width]
    at, angle = project(plane, np.zeros((1, 2)))[0], rng.uniform(0, 2 * np.pi)
    beyond = (x - at[0]) * np.cos(angle) + (y - at[1]) * np.sin(angle)
    share = 1 / (1 + np.exp(-beyond / (0.02 * width)))
    return np.asarray(picture * (1 - 0.5 * share)[..., None], np.uint8), plane


WAYS: Final[Mapping[str, Way]] = {
    "turned": rotate,
    "tilted by 45 degrees": tilt_view(45),
    "on a busy cloth": other_table,
    "without frame, on a busy cloth": no_frame,
    "exposed by 1.5": change_exposure(1.5),
    "exposed by 2": change_exposure(2),
    "exposed by 0.3": change_exposure(0.3),
    "washed out": add_haze,
    "in vivid colours": vivid,
    "in faded colours": fade(0.25),
    "with glare": glare,
    "blurred": blur,
    "out of focus": defocus(0.1),
    "shaken": shake(0.5),
    "far away, on a busy cloth": shrink_on_cloth,
    "two hexes cut off": cut_off(2),
    "four hexes cut off": cut_off(4),
    "with an arm across": arm,
}

CAMERAS: Final[Mapping[str, Way]] = {
    "a quarter turned": quarters(1),
    "upside down": quarters(2),
    "smaller": smaller(0.75),
    "softer": softer(1.3),
    "compressed": compress_jpeg(40),
    "noisy": noisy(9),
    "warm": tint_light(0.7, 0.95, 1.15),
    "cold": tint_light(1.2, 0.98, 0.75),
    "green": tint_light(0.85, 1.1, 0.85),
    "dim": change_exposure(0.35),
    "1.6 times the light": change_exposure(1.6 ** (1 / 2.2)),
    "2.2 times the light": change_exposure(2.2 ** (1 / 2.2)),
    "3 times the light": change_exposure(3 ** (1 / 2.2)),
    "vignette": vignette,
    "half in shadow": cast_shadow,
}
"""What cameras make of a table that stays as it is."""
