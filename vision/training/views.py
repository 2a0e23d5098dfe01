"""Views of scenes through random cameras, and the target maps of the island finder."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.island.layout import TERRAINS
from vision.detector import CELLS, OTHER_SURFACE, PEAK_COUNT, SEA, STRIDE_PX, VIEW_PX
from vision.lattice import CENTRES, INTERSECTION_CENTRES, project
from vision.training.scenes import OUTLINES, LabelledScene, frame_outline
from vision.training.textures import Image, Rng, noise, table_top


@dataclass(frozen=True)
class IslandSample:
    """A training picture.

    Attributes:
        picture: BGR uint8, VIEW_PX x VIEW_PX x 3.
        surface: CELLS x CELLS, index into TERRAINS, or SEA, or OTHER_SURFACE.
        peaks: 3 x CELLS x CELLS in [0, 1]: bumps at hex centres, intersections, tokens.
    """

    picture: Image
    surface: NDArray[np.uint8]
    peaks: NDArray[np.float32]


def random_camera(rng: Rng) -> NDArray[np.float64]:
    """Return a homography from the plane to a view: any rotation, tilts to 55 degrees, near or far."""
    is_straight = rng.random() < 0.25
    turn = rng.uniform(0, 2 * np.pi) if not is_straight or rng.random() < 0.5 else rng.normal(0, 0.02)
    tilt = rng.normal(0, 0.03) if is_straight else np.deg2rad(rng.uniform(0, 55)) * rng.random() ** 0.3
    side = rng.uniform(27, 32) if is_straight else np.exp(rng.uniform(np.log(9.0), np.log(33.0)))
    distance = rng.uniform(9, 40)
    c, s = np.cos(turn), np.sin(turn)
    plane = np.array([[c, -s, 0], [s, c, 0], [0, 0, 1]])
    lean = np.array([[1, 0, 0], [0, np.cos(tilt), 0], [0, -np.sin(tilt) / distance, 1]])
    roll = rng.normal(0, 0.1)
    c, s = np.cos(roll) * side, np.sin(roll) * side
    slack = max(0.0, VIEW_PX / 2 - 4.3 * side) + (20 if not is_straight else 4)
    shift = VIEW_PX / 2 + rng.uniform(-slack, slack, 2) * (1 if rng.random() < 0.9 else 1.8)
    lens = np.array([[c, -s, shift[0]], [s, c, shift[1]], [0, 0, 1]])
    return np.asarray(lens @ lean @ plane)


def augment_photo(picture: Image, rng: Rng, rough: float = 1.0) -> Image:
    """Augment a picture photometrically: colour cast, gradient, glare, blur, noise, JPEG.

    Args:
        picture: BGR uint8, square.
        rng: random source.
        rough: scales overexposure and blur.
    """
    size = picture.shape[0]
    lit: NDArray[Any] = (picture.astype(np.float32) / 255) ** rng.uniform(0.7, 1.5)
    cast = np.exp(rng.normal(0, 0.08, 3))
    warm = rng.normal(0, 0.14)
    lit *= (cast * np.exp([-warm, 0, warm])) * np.exp(rng.normal(-0.05, 0.2 * rough))
    if rng.random() < 0.6:
        lit *= (1 + rng.uniform(-0.6, 0.6) * (noise(size, 1, rng) - 0.5))[..., None]
    if rng.random() < 0.3:
        grey = lit.mean(axis=2, keepdims=True)
        lit = grey + (lit - grey) * rng.uniform(0.4, 1.4)
    if rng.random() < 0.35:
        x, y = rng.uniform(0, size, 2)
        reach = rng.uniform(15, 80)
        yy, xx = np.mgrid[0:size, 0:size]
        glare = np.exp(-((xx - x) ** 2 + (yy - y) ** 2) / reach**2) * rng.uniform(0.2, 0.9) * rough
        lit = lit + glare[..., None].astype(np.float32) * (1 - 0.5 * lit)
    if rng.random() < 0.5:
        lit = cv2.GaussianBlur(lit, (0, 0), rng.uniform(0.3, 0.3 + rough))
    elif rng.random() < 0.5:
        soft = cv2.GaussianBlur(lit, (0, 0), 1.0)
        lit = lit + rng.uniform(0.2, 1.2) * (lit - soft)
    lit = lit + rng.normal(0, rng.uniform(0, 0.05), lit.shape)
    out = (lit * 255).clip(0, 255).astype(np.uint8)
    if rng.random() < 0.3:
        _, coded = cv2.imencode(".jpg", out, [cv2.IMWRITE_JPEG_QUALITY, int(rng.integers(35, 90))])
        out = np.asarray(cv2.imdecode(coded, cv2.IMREAD_COLOR), np.uint8)
    return out


def _peak_map(points: NDArray[np.float64], side: float) -> NDArray[np.float32]:
    """Return a CELLS x CELLS map with a bump at each point."""
    sigma = float(np.clip(0.09 * side / STRIDE_PX, 0.7, 1.4))
    cell_points = (points + 0.5) / STRIDE_PX - 0.5
    cells = np.arange(CELLS)
    bump = np.zeros((CELLS, CELLS), np.float32)
    for x, y in cell_points[np.all((cell_points > -1) & (cell_points < CELLS), axis=1)]:
        row = np.exp(-((cells - y) ** 2) / (2 * sigma**2))
        bump = np.maximum(bump, np.outer(row, np.exp(-((cells - x) ** 2) / (2 * sigma**2))))
    return bump.astype(np.float32)


def render_island_view(scene: LabelledScene, background: Image | None, rng: Rng) -> IslandSample:
    """Render a scene through a random camera, on a background or on an imagined table."""
    camera = random_camera(rng)
    homography = camera @ np.linalg.inv(scene.plane)
    # Strong shrinking would alias, so a coarser level of the pyramid is warped instead.
    shrink = 1.0
    source: Any = scene.picture
    mask: Any = scene.mask
    side = float(np.linalg.norm(np.subtract(*project(camera, np.array([[0.0, 0], [1.0, 0]])))))
    source_side = float(np.linalg.norm(np.subtract(*project(scene.plane, np.array([[0.0, 0], [1.0, 0]])))))
    while source_side * shrink > 1.7 * side:
        source, mask, shrink = cv2.pyrDown(source), cv2.pyrDown(mask), shrink / 2
    homography = homography @ np.diag([1 / shrink, 1 / shrink, 1.0])
    warped = cv2.warpPerspective(source, homography, (VIEW_PX, VIEW_PX), flags=cv2.INTER_LINEAR)
    cover = cv2.warpPerspective(mask, homography, (VIEW_PX, VIEW_PX), flags=cv2.INTER_LINEAR).astype(
        np.float32
    )
    share = cover[..., None] / 255
    table = background if background is not None else table_top(VIEW_PX, rng)
    picture = (table * (1 - share) + warped * share).astype(np.uint8)

    surface = np.full((CELLS, CELLS), OTHER_SURFACE, np.uint8)
    cell = np.array([1 / STRIDE_PX, 1 / STRIDE_PX])

    def fill(outline: NDArray[np.float64], value: int) -> None:
        points = (project(camera, outline) + 0.5) * cell - 0.5
        cv2.fillPoly(surface, [np.round(points * 16).astype(np.int32)], value, cv2.LINE_8, 4)

    if scene.frame:
        fill(frame_outline(scene.frame), SEA)
    for outline, terrain in zip(OUTLINES, scene.terrains, strict=True):
        fill(outline, TERRAINS.index(terrain))
    hidden = cv2.resize(cover, (CELLS, CELLS), interpolation=cv2.INTER_AREA) < 128
    surface[hidden] = OTHER_SURFACE
    centres, crossings, tokens = (
        _peak_map(project(camera, points), side) for points in (CENTRES, INTERSECTION_CENTRES, scene.tokens)
    )
    peaks = np.stack([centres, crossings, tokens])
    peaks[:, hidden] = 0
    return IslandSample(augment_photo(picture, rng), surface, peaks)


def render_empty_view(background: Image | None, rng: Rng) -> IslandSample:
    """Render a picture without an island."""
    table = background if background is not None else table_top(VIEW_PX, rng)
    surface = np.full((CELLS, CELLS), OTHER_SURFACE, np.uint8)
    return IslandSample(augment_photo(table, rng), surface, np.zeros((PEAK_COUNT, CELLS, CELLS), np.float32))
