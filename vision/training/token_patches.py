"""Training patches of number tokens: drawn ones, and those of licensed photos."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.island.geometry import HEXES, position
from companion.island.layout import NUMBERS, TERRAINS
from vision.hex_contents import BARE_CLASS, COVERED_CLASS, PATCH_PX, REACH_SIDES
from vision.lattice import project
from vision.training.labels import board_labels
from vision.training.textures import Image, Rng, noise, terrain_patch
from vision.training.tokens import draw_token, paste_token, random_token_style
from vision.training.views import augment_photo

WIDE_PATCH_PX: Final = 96
"""Pixels across a stored patch: twice the extent of a training patch, so that it can be rotated and shifted.
"""


def photo_patches(photos: Path, without: str | None = None) -> list[tuple[Image, int]]:
    """Cut wide patches of the licensed photos' tokens and bare hexes.

    Args:
        photos: the folder of photos.
        without: a source to leave out (`vision.training.labels.board_labels`).

    Returns:
        Patches WIDE_PATCH_PX pixels square, each with its class.
    """
    patches = []
    for name, label in board_labels(without).items():
        picture = cv2.imread(str(photos / name))
        if picture is None or not any(label["numbers"]):
            continue
        plane = np.array(label["plane"])
        tokens = np.array(label["tokens"])
        covered = set(label.get("covered", []))
        for hex_at, number in zip(HEXES, label["numbers"], strict=True):
            centre = np.array(position(hex_at))
            if number is not None:
                centre = tokens[np.argmin(np.linalg.norm(tokens - centre, axis=1))]
            corners = centre + 2 * REACH_SIDES * np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]])
            square = np.array(
                [[0, 0], [WIDE_PATCH_PX, 0], [WIDE_PATCH_PX, WIDE_PATCH_PX], [0, WIDE_PATCH_PX]], np.float32
            )
            homography = cv2.getPerspectiveTransform(project(plane, corners).astype(np.float32), square)
            patch = cv2.warpPerspective(
                picture, homography, (WIDE_PATCH_PX, WIDE_PATCH_PX), flags=cv2.INTER_AREA
            )
            kind = (
                COVERED_CLASS
                if hex_at in covered
                else BARE_CLASS
                if number is None
                else NUMBERS.index(number)
            )
            patches.append((patch.astype(np.uint8), kind))
    return patches


class TokenPatchDataset:
    """Generates patches of tokens.

    Args:
        faces: font files.
        real: wide patches of licensed photos, with their classes.
        rng: draws the pool of backgrounds.
    """

    def __init__(self, faces: Sequence[Path], real: Sequence[tuple[Image, int]], rng: Rng) -> None:
        self._faces = faces
        self._real = real
        self._grounds = [terrain_patch(t, WIDE_PATCH_PX, rng) for t in TERRAINS for _ in range(25)]
        self._grounds += [patch for patch, kind in real if kind == BARE_CLASS]

    def draw_patch(self, rng: Rng) -> tuple[Image, int]:
        """Draw a patch, PATCH_PX pixels square, and return it with its class: index into NUMBERS, BARE or
        COVERED."""
        if self._real and rng.random() < 0.2:
            wide, kind = self._real[int(rng.integers(len(self._real)))]
            return self._render_view(wide, rng), kind
        wide = self._grounds[int(rng.integers(len(self._grounds)))].copy()
        kind = int(rng.integers(len(NUMBERS)))
        chance = rng.random()
        if chance < 0.12:
            kind = BARE_CLASS
            if rng.random() < 0.5:
                self._draw_pawn(wide, rng, rng.uniform(0, 0.3))
        else:
            self._draw_token(wide, NUMBERS[kind], rng)
            if chance < 0.17:
                kind = COVERED_CLASS
                self._draw_pawn(wide, rng, rng.uniform(0, 0.12))
            elif chance < 0.25:
                self._draw_pawn(wide, rng, rng.uniform(0.85, 1.3))
        return self._render_view(wide, rng), kind

    def _draw_token(self, wide: Image, number: int, rng: Rng) -> None:
        radius = rng.uniform(0.25, 0.38) / (4 * REACH_SIDES) * WIDE_PATCH_PX
        token, mask = draw_token(number, random_token_style(self._faces, rng), round(radius), rng)
        at, turn = np.array([WIDE_PATCH_PX / 2, WIDE_PATCH_PX / 2]), rng.uniform(0, 360)
        if rng.random() < 0.6:
            # The visible rim of a thick token, seen at an angle.
            rise = rng.normal(0, 0.07, 2).clip(-0.15, 0.15) * radius
            rim = (cv2.GaussianBlur(token, (0, 0), radius) * rng.uniform(0.4, 0.95)).astype(np.uint8)
            paste_token(wide, rim, mask, (float(at[0] + rise[0]), float(at[1] + rise[1])), 0.0)
        paste_token(wide, token, mask, (float(at[0]), float(at[1])), turn)

    @staticmethod
    def _draw_pawn(wide: Image, rng: Rng, away: float) -> None:
        """Draw a robber seen from above, perhaps leaning: a foot, a body, a head."""
        unit = WIDE_PATCH_PX / (4 * REACH_SIDES)
        foot, head = rng.uniform(0.16, 0.24) * unit, rng.uniform(0.1, 0.16) * unit
        lean = rng.normal(0, 0.25, 2) * unit
        towards = rng.uniform(0, 2 * np.pi)
        at = WIDE_PATCH_PX / 2 + away * 0.4 * unit * np.array([np.cos(towards), np.sin(towards)])
        grey = 30.0 if rng.random() < 0.4 else rng.uniform(60, 200)
        base = grey * np.array([0.9, 1.0, 1.05])
        for share, radius in ((0.0, foot), (0.33, foot * 0.8), (0.66, head), (1.0, head)):
            x, y = at + share * lean
            tone = (base * (0.75 + 0.35 * share)).clip(0, 255)
            cv2.circle(wide, (round(x), round(y)), max(2, round(radius)), tone.tolist(), -1, cv2.LINE_AA)

    @staticmethod
    def _render_view(wide: Image, rng: Rng) -> Image:
        """Augment a patch: rotation, shift, stretch, resolution, motion blur, shadow and lighting."""
        fine = np.exp(rng.normal(0, 0.09))
        affine = cv2.getRotationMatrix2D((WIDE_PATCH_PX / 2, WIDE_PATCH_PX / 2), rng.uniform(0, 360), fine)
        stretch = np.eye(2) + rng.normal(0, 0.05, (2, 2))
        affine[:, :2] = stretch @ affine[:, :2]
        shift = rng.normal(0, 0.045, 2).clip(-0.12, 0.12) * PATCH_PX
        affine[:, 2] += PATCH_PX / 2 - affine @ np.array([WIDE_PATCH_PX / 2, WIDE_PATCH_PX / 2, 1]) + shift
        patch = cv2.warpAffine(wide, affine, (PATCH_PX, PATCH_PX), borderMode=cv2.BORDER_REFLECT)
        if rng.random() < 0.5:
            coarse = int(PATCH_PX * rng.uniform(0.4, 1.0))
            small = cv2.resize(patch, (coarse, coarse), interpolation=cv2.INTER_AREA)
            patch = cv2.resize(small, (PATCH_PX, PATCH_PX), interpolation=cv2.INTER_LINEAR)
        if rng.random() < 0.4:
            reach = int(rng.integers(2, 5))
            smear = np.zeros((reach, reach), np.float32)
            smear[np.arange(reach), np.arange(reach) if rng.random() < 0.5 else reach // 2] = 1 / reach
            patch = cv2.filter2D(patch, -1, smear)
        if rng.random() < 0.2:
            shade = 1 - rng.uniform(0.2, 0.6) * (noise(PATCH_PX, 1, rng) > 0.5)
            soft = cv2.GaussianBlur(shade.astype(np.float32), (0, 0), 1)
            patch = (patch * soft[..., None]).astype(np.uint8)
        return augment_photo(patch.astype(np.uint8), rng, rough=0.6)


def draw_batch(
    dataset: TokenPatchDataset, size: int, rng: Rng
) -> tuple[NDArray[np.uint8], NDArray[np.int64]]:
    """Draw patches, size x PATCH_PX x PATCH_PX x 3, and their classes."""
    pairs = [dataset.draw_patch(rng) for _ in range(size)]
    return np.stack([patch for patch, _ in pairs]), np.array([kind for _, kind in pairs])
