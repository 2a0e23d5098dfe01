"""Scenes for training the island finder: a picture, the island's homography, and its contents.

There are three kinds: drawn islands, licensed photos, and photos whose hexes are shuffled.
`vision.training.views` renders views of scenes.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Final

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.island.geometry import CORNERS, HEXES, PATHS, position
from companion.island.layout import BOX_NUMBERS, BOX_TERRAINS, TERRAINS, Terrain
from vision.lattice import CENTRES, INTERSECTION_CENTRES
from vision.training.labels import board_labels
from vision.training.textures import SAND, SEA, Image, Rng, noise, surface, terrain_patch
from vision.training.tokens import draw_token, paste_token, random_token_style

SIDE_PX: Final = 36
"""Pixels a hex side in a drawn scene."""
REACH_SIDES: Final = 6.6
"""Half the extent of a drawn scene, in hex sides."""
EXTENT_PX: Final = int(2 * SIDE_PX * REACH_SIDES)

MIDDLES: Final = np.array([position(p) for p in PATHS])
OUTLINES: Final = np.array([[position(i) for i in CORNERS[h]] for h in HEXES])

Patch = tuple[Image, NDArray[np.float64] | None]
"""A hex from above, 2 SIDE_PX pixels square, and its token's place relative to its middle, if any."""

PIECE_COLOURS_BGR: Final = (
    (40, 40, 190),
    (190, 90, 20),
    (30, 120, 235),
    (225, 230, 235),
    (60, 140, 50),
    (30, 60, 100),
)


@dataclass(frozen=True)
class LabelledScene:
    """A picture of an island with ground truth.

    Attributes:
        picture: BGR uint8, height x width x 3.
        mask: 255 inside the scene, 0 where the background shows through.
        plane: 3x3 homography from plane coordinates (unit: a hex side) to pixels.
        terrains: of the 19 hexes, in the order of `HEXES`.
        tokens: n x 2, plane coordinates of the number tokens' middles.
        frame: distance of the frame's corners from the middle in hex sides; 0 if there is none.
    """

    picture: Image
    mask: NDArray[np.uint8]
    plane: NDArray[np.float64]
    terrains: tuple[Terrain, ...]
    tokens: NDArray[np.float64]
    frame: float


def frame_outline(radius: float) -> NDArray[np.float64]:
    """Return the corners of the sea frame in plane coordinates, 6 x 2."""
    angles = np.arange(6) * np.pi / 3
    return radius * np.stack([np.cos(angles), np.sin(angles)], axis=1)


def _drawn_plane() -> NDArray[np.float64]:
    return np.array([[SIDE_PX, 0, EXTENT_PX / 2], [0, SIDE_PX, EXTENT_PX / 2], [0, 0, 1]], np.float64)


def _pixels(points: NDArray[np.float64]) -> NDArray[np.float64]:
    return points * SIDE_PX + EXTENT_PX / 2


def _polygon(points: NDArray[np.float64]) -> NDArray[np.uint8]:
    mask = np.zeros((EXTENT_PX, EXTENT_PX), np.uint8)
    cv2.fillPoly(mask, [np.round(_pixels(points) * 16).astype(np.int32)], 255, cv2.LINE_AA, 4)
    return mask


def _blend(picture: Image, other: NDArray[Any], share: NDArray[Any]) -> None:
    picture[:] = (picture + (other.astype(np.float32) - picture) * share[..., None]).astype(np.uint8)


def deal_terrains(rng: Rng) -> tuple[Terrain, ...]:
    """Return 19 random terrains: mostly those of the box, sometimes any."""
    if rng.random() < 0.3:
        return tuple(TERRAINS[n] for n in rng.integers(0, len(TERRAINS), len(HEXES)))
    box = [t for t, count in BOX_TERRAINS.items() for _ in range(count)]
    return tuple(box[n] for n in rng.permutation(len(box)))


class SceneGenerator:
    """Draws scenes from a pool of hex patches, licensed photos and fonts.

    Args:
        photos: licensed photos as scenes.
        faces: font files for tokens.
    """

    def __init__(self, photos: Sequence[LabelledScene], faces: Sequence[Path]) -> None:
        self._photos = photos
        self._faces = faces
        self._patches: dict[Terrain, list[Patch]] = {t: [] for t in TERRAINS}
        self._rectified = [self._rectify(photo) for photo in photos]
        for scene in self._rectified:
            for centre, terrain in zip(CENTRES, scene.terrains, strict=True):
                x, y = (round(v) - SIDE_PX for v in _pixels(centre))
                near = [t for t in scene.tokens - centre if np.linalg.norm(t) < 0.7]
                patch = scene.picture[y : y + 2 * SIDE_PX, x : x + 2 * SIDE_PX].copy()
                self._patches[terrain].append((patch, near[0] if near else None))

    @staticmethod
    def _rectify(photo: LabelledScene) -> LabelledScene:
        move = _drawn_plane() @ np.linalg.inv(photo.plane)
        picture = cv2.warpPerspective(photo.picture, move, (EXTENT_PX, EXTENT_PX), flags=cv2.INTER_AREA)
        inside = cv2.warpPerspective(photo.mask, move, (EXTENT_PX, EXTENT_PX), flags=cv2.INTER_NEAREST)
        frame = _polygon(frame_outline(photo.frame))
        mask = cv2.bitwise_and(inside, frame)
        return replace(
            photo, picture=picture.astype(np.uint8), mask=mask.astype(np.uint8), plane=_drawn_plane()
        )

    def scene(self, rng: Rng) -> LabelledScene:
        """Return a scene of a random kind."""
        kind = rng.random()
        if kind < 0.3:
            return self._photos[int(rng.integers(len(self._photos)))]
        if kind < 0.65:
            base = self._rectified[int(rng.integers(len(self._rectified)))]
            return self._populate(replace(base, picture=base.picture.copy()), 0.7, rng)
        return self._populate(self._draw_sea(rng), 0.3, rng)

    def empty_island(self, rng: Rng) -> LabelledScene:
        """Draw an island without pieces."""
        return self._populate(self._draw_sea(rng), 0.0, rng, pieces=False)

    def _draw_sea(self, rng: Rng) -> LabelledScene:
        """Draw a sea, or none, and the land between the hexes, which follow later."""
        picture = surface(SEA, EXTENT_PX, rng).clip(0, 255).astype(np.uint8)
        frame = float(rng.uniform(5.3, 6.1)) if rng.random() < 0.85 else 0.0
        radius = frame or float(rng.uniform(4.0, 4.6))
        land = np.zeros((EXTENT_PX, EXTENT_PX), np.uint8)
        for outline in OUTLINES:
            land |= _polygon(outline)
        sand = surface(SAND, EXTENT_PX, rng)
        if rng.random() < 0.3:
            sand = sand * rng.uniform(0.1, 0.6)
        distance = cv2.distanceTransform(255 - land, cv2.DIST_L2, 5) / SIDE_PX
        wide = rng.uniform(0.0, 0.5)
        beyond = (distance - wide - 0.25 * (noise(EXTENT_PX, 6, rng) - 0.5)).clip(-1, 1)
        share = 1 / (1 + np.exp(30 * beyond))
        _blend(picture, sand, np.maximum(share, land / 255).astype(np.float32))
        mask = _polygon(frame_outline(radius)) if frame else cv2.dilate(land, np.ones((5, 5), np.uint8))
        nothing = np.zeros((0, 2))
        return LabelledScene(
            picture, mask.astype(np.uint8), _drawn_plane(), deal_terrains(rng), nothing, frame
        )

    def _populate(
        self, scene: LabelledScene, keep_real: float, rng: Rng, *, pieces: bool = True
    ) -> LabelledScene:
        """Draw hexes, tokens and pieces on a scene seen from above."""
        terrains = deal_terrains(rng)
        shrink = rng.uniform(0.88, 0.99)
        line = rng.random() < 0.6
        drawn_here = {t: terrain_patch(t, 2 * SIDE_PX, rng) for t in TERRAINS}
        hexes_without_token: list[int] = []
        tokens: list[NDArray[np.float64]] = []
        for n, terrain in enumerate(terrains):
            pool = self._patches[terrain]
            real = rng.random() < keep_real and bool(pool)
            patch, token = pool[int(rng.integers(len(pool)))] if real else (drawn_here[terrain], None)
            turn = 60 * int(rng.integers(6)) if real else rng.uniform(0, 360)
            self._lay_hex(scene.picture, patch, n, turn, 1.0 if real else shrink)
            if line and not real:
                edge = np.round(_pixels(OUTLINES[n]) * 16).astype(np.int32)
                cv2.polylines(scene.picture, [edge], True, (30, 35, 40), 1, cv2.LINE_AA, 4)
            if token is not None:
                c, s = np.cos(np.deg2rad(turn)), np.sin(np.deg2rad(turn))
                tokens.append(CENTRES[n] + np.array([[c, s], [-s, c]]) @ token)
            elif terrain != "desert":
                hexes_without_token.append(n)
        # Tokens on all hexes, on some, or on none: a missing token must not imply a desert.
        token_share = rng.choice([1.0, 0.5, 0.0], p=[0.65, 0.15, 0.2])
        tokens.extend(
            self._lay_tokens(
                scene.picture, [n for n in hexes_without_token if rng.random() < token_share], rng
            )
        )
        tint = rng.uniform(0.75, 1.25, 3)
        if rng.random() < 0.4:
            for n in rng.integers(0, len(HEXES), 3):
                share = (_polygon(OUTLINES[int(n)]) / 600).astype(np.float32)
                _blend(scene.picture, (scene.picture * tint).clip(0, 255), share)
        if pieces and rng.random() < 0.7:
            self._lay_pieces(scene.picture, rng)
        return replace(scene, terrains=terrains, tokens=np.array(tokens).reshape(-1, 2))

    @staticmethod
    def _lay_hex(picture: Image, patch: Image, n: int, turn: float, shrink: float) -> None:
        move: NDArray[Any] = cv2.getRotationMatrix2D((SIDE_PX, SIDE_PX), turn, 1.02)
        centre = _pixels(CENTRES[n])
        move[:, 2] += centre - SIDE_PX
        art = cv2.warpAffine(patch, move, (EXTENT_PX, EXTENT_PX), borderMode=cv2.BORDER_REFLECT)
        share = _polygon((OUTLINES[n] - CENTRES[n]) * shrink + CENTRES[n]).astype(np.float32) / 255
        _blend(picture, art, share)

    def _lay_tokens(self, picture: Image, hexes: Sequence[int], rng: Rng) -> list[NDArray[np.float64]]:
        style = random_token_style(self._faces, rng)
        radius = rng.uniform(0.25, 0.38)
        numbers = list(BOX_NUMBERS)
        at = []
        for n in hexes:
            centre = CENTRES[n] + rng.normal(0, 0.09, 2).clip(-0.25, 0.25)
            number = numbers[int(rng.integers(len(numbers)))]
            token, mask = draw_token(number, style, round(radius * SIDE_PX), rng)
            x, y = _pixels(centre)
            paste_token(picture, token, mask, (float(x), float(y)), rng.uniform(0, 360))
            at.append(centre)
        return at

    @staticmethod
    def _lay_pieces(picture: Image, rng: Rng) -> None:
        """Draw rough roads, houses and a robber: boxes with a darker side."""
        max_count = rng.choice([6, 20, 60])
        for _ in range(int(rng.integers(1, max_count))):
            tone = np.array(PIECE_COLOURS_BGR[int(rng.integers(len(PIECE_COLOURS_BGR)))]) * rng.uniform(
                0.6, 1.1
            )
            road = rng.random() < 0.6
            sites = MIDDLES if road else INTERSECTION_CENTRES
            at = _pixels(sites[int(rng.integers(len(sites)))])
            turn = float(rng.choice([30, 90, 150])) + rng.normal(0, 8)
            if rng.random() < 0.15:
                at, turn = rng.uniform(0, EXTENT_PX, 2), rng.uniform(0, 180)
            sides = (0.62, 0.14) if road else (rng.uniform(0.25, 0.4), 0.3)
            extent = (sides[0] * SIDE_PX, sides[1] * SIDE_PX)
            rise = rng.normal(0, 0.08, 2) * SIDE_PX
            for shift, shade in ((0 * rise, 0.55), (rise, 1.0)):
                box = cv2.boxPoints(((at + shift).tolist(), extent, turn))
                cv2.fillConvexPoly(picture, box.astype(np.int32), (tone * shade).tolist(), cv2.LINE_AA)
        if rng.random() < 0.6:
            x, y = _pixels(CENTRES[int(rng.integers(19))]).astype(int)
            grey, radius = float(rng.choice([25, 90, 130, 170])), int(rng.uniform(0.14, 0.22) * SIDE_PX)
            cv2.circle(picture, (int(x), int(y)), radius, (grey, grey, grey), -1, cv2.LINE_AA)


def licensed_photos(photos: Path, without: str | Sequence[str] | None = None) -> list[LabelledScene]:
    """Load the photos licensed for training, with this project's labels of their islands.

    Args:
        photos: the folder of photos (with `board/standard` and `board/crowded-640`).
        without: a source, or several, to leave out (`vision.training.labels.board_labels`).
    """
    scenes = []
    for name, label in board_labels(without).items():
        picture = cv2.imread(str(photos / name))
        if picture is None:
            raise FileNotFoundError(f"no photo {photos / name}: training needs the licensed photos")
        shrink = min(1.0, 1400 / max(picture.shape[:2]))
        small = cv2.resize(picture, None, fx=shrink, fy=shrink, interpolation=cv2.INTER_AREA)
        plane = np.diag([shrink, shrink, 1.0]) @ np.array(label["plane"])
        tokens = np.array(label["tokens"]).reshape(-1, 2)
        mask = np.full(small.shape[:2], 255, np.uint8)
        terrains = tuple(label["terrains"])
        scenes.append(LabelledScene(small.astype(np.uint8), mask, plane, terrains, tokens, label["frame"]))
    return scenes
