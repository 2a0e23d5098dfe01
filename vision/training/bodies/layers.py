"""Rendered bodies as layers: kept in files, and laid over a picture of a board from above."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, fields, replace
from pathlib import Path
from typing import Any, Final

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.training.textures import Rng

Floats = NDArray[np.float32]
GRAIN_PX: Final = 96
"""Pixels a hex side has in a layer."""
REACH_SIDES: Final = 0.9
"""Half the extent of a layer."""
GAMMA: Final = 2.2


@dataclass(frozen=True)
class BodyLayers:
    """A body as it is seen from above the point where it stands: square layers, GRAIN_PX pixels a hex side.

    Attributes:
        family: of its edition.
        kind: "settlement", "city", "road" or "robber".
        lean: by how much each height of one moves what is seen, (x, y), in hex sides.
        lit: how much light a white surface there gives back, times the mask; a white sheet beside it gives 1.
        shine: what it mirrors whatever its colour, times the mask.
        mask: its share of each pixel.
        shadow: how much darker it makes the board.
    """

    family: str
    kind: str
    lean: tuple[float, float]
    lit: NDArray[np.float16]
    shine: NDArray[np.float16]
    mask: NDArray[np.float16]
    shadow: NDArray[np.float16]


def save(bodies: Sequence[BodyLayers], to: Path) -> None:
    """Write bodies into a file, whole or not at all."""
    arrays = {
        field.name: np.array([getattr(body, field.name) for body in bodies]) for field in fields(BodyLayers)
    }
    part = to.with_suffix(".part.npz")
    np.savez_compressed(part, allow_pickle=False, **arrays)
    part.rename(to)


def load(folder: Path) -> list[BodyLayers]:
    """All the bodies of a folder's files.

    Raises:
        FileNotFoundError: there are none.
    """
    bodies: list[BodyLayers] = []
    for path in sorted(folder.glob("[0-9]*[0-9].npz")):
        with np.load(path) as kept:
            columns = {field.name: kept[field.name] for field in fields(BodyLayers)}
        for n in range(len(columns["kind"])):
            row: dict[str, Any] = {name: column[n] for name, column in columns.items()}
            row |= {"family": str(row["family"]), "kind": str(row["kind"])}
            row["lean"] = (float(row["lean"][0]), float(row["lean"][1]))
            bodies.append(BodyLayers(**row))
    if not bodies:
        raise FileNotFoundError(f"no bodies in {folder}: vision.training.bodies.cycles renders them")
    return bodies


def lay(picture: Floats, body: BodyLayers, paint: Floats, at: tuple[float, float], grain: float, *,
        light: float, depth: float) -> None:  # fmt: skip
    """Lay a body over a picture of a board.

    Args:
        picture: square, BGR, as cameras code brightness (to the power of 1 / GAMMA); 1 is a white sheet.
            Changed in place.
        body: what.
        paint: its colour, BGR, coded alike.
        at: where it stands, in hex sides from the picture's middle.
        grain: pixels a hex side has in the picture.
        light: how bright the body's light makes a white sheet.
        depth: how dark its shadow is, of how dark it was rendered.
    """
    size = picture.shape[0]
    scale = grain / GRAIN_PX
    half = (body.mask.shape[0] - 1) / 2
    x, y = (size - 1) / 2 + grain * at[0] - scale * half, (size - 1) / 2 + grain * at[1] - scale * half
    stack: NDArray[Any] = np.dstack([body.lit, body.shine, body.mask, body.shadow]).astype(np.float32)
    if scale < 1:
        stack = cv2.GaussianBlur(stack, (0, 0), 0.45 / scale)
    placed = cv2.warpAffine(stack, np.array([[scale, 0, x], [0, scale, y]]), (size, size))
    lit, shine, mask, shadow = (placed[..., n, None] for n in range(4))
    picture *= (1 - depth * shadow).clip(0, 1) ** (1 / GAMMA)
    given = (light * (lit * paint**GAMMA + shine) / mask.clip(1e-3, None)).clip(0, None) ** (1 / GAMMA)
    picture += mask * (given - picture)


def seen_otherwise(body: BodyLayers, quarters: int, mirrored: bool) -> BodyLayers:
    """A body turned about the vertical by quarters, lean and light with it, and mirrored or not."""

    def moved(layer: NDArray[np.float16]) -> NDArray[np.float16]:
        turned = np.rot90(layer, quarters)
        return turned[:, ::-1] if mirrored else turned

    x, y = body.lean
    for _ in range(quarters % 4):
        # As np.rot90 turns rows and columns: what was to the east comes to lie to the north.
        x, y = y, -x
    lean = (-x if mirrored else x, y)
    return replace(body, lean=lean, lit=moved(body.lit), shine=moved(body.shine), mask=moved(body.mask),
                   shadow=moved(body.shadow))  # fmt: skip


def resurfaced(body: BodyLayers, rng: Rng) -> BodyLayers:
    """A body in harder light, more mirroring and rougher than it was rendered, whatever its kind.

    Otherwise how much goes on on a surface would tell settlements from cities: real ones of both are busier
    than rendered ones.
    """
    lit = body.lit.astype(np.float32) ** rng.uniform(0.8, 2.6)
    busy = rng.uniform(0, 0.25 if body.family == "wooden" else 0.9) * (rng.random() < 0.6)
    size = lit.shape[0]
    cells = int(rng.uniform(12, 50))
    spots = cv2.resize(
        rng.normal(0, 1, (cells, cells)).astype(np.float32), (size, size), interpolation=cv2.INTER_CUBIC
    )
    lit = lit * np.exp(busy * spots).clip(0.2, 3)
    gleam = body.shine.astype(np.float32) * np.exp(rng.uniform(-0.7, 2.2)) * (1 + busy * spots.clip(0, None))
    return replace(body, lit=lit.astype(np.float16), shine=gleam.astype(np.float16))
