"""Rendered bodies as layers: stored in files, and composited onto a picture of a board from above."""

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
"""Pixels a hex side in a layer."""
REACH_SIDES: Final = 0.9
"""Half the extent of a layer, in hex sides."""
GAMMA: Final = 2.2


@dataclass(frozen=True)
class BodyLayers:
    """A body seen from above the point where it stands: square layers, GRAIN_PX pixels a hex side.

    Attributes:
        family: of its edition.
        kind: "settlement", "city", "road" or "robber".
        lean: displacement per unit of height, (x, y), in hex sides.
        lit: diffuse reflection of a white surface, times the mask; a white sheet beside the body gives 1.
        shine: specular reflection, independent of its colour, times the mask.
        mask: its share of each pixel.
        shadow: how much it darkens the board.
    """

    family: str
    kind: str
    lean: tuple[float, float]
    lit: NDArray[np.float16]
    shine: NDArray[np.float16]
    mask: NDArray[np.float16]
    shadow: NDArray[np.float16]


def save(bodies: Sequence[BodyLayers], to: Path) -> None:
    """Write bodies into a file atomically."""
    arrays = {
        field.name: np.array([getattr(body, field.name) for body in bodies]) for field in fields(BodyLayers)
    }
    part = to.with_suffix(".part.npz")
    np.savez_compressed(part, allow_pickle=False, **arrays)
    part.rename(to)


def load(folder: Path) -> list[BodyLayers]:
    """Load the bodies of all files in a folder.

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


def compose(picture: Floats, body: BodyLayers, paint: Floats, at: tuple[float, float], grain: float, *,
        light: float, depth: float, turn: float = 0.0) -> None:  # fmt: skip
    """Composite a body onto a picture of a board.

    Args:
        picture: square, BGR, gamma-encoded like a camera's (to the power of 1 / GAMMA); 1 is a white sheet.
            Changed in place.
        body: the body.
        paint: its colour, BGR, encoded alike.
        at: its position, in hex sides from the picture's middle.
        grain: pixels a hex side in the picture.
        light: brightness of a white sheet in the body's light.
        depth: darkness of its shadow, as a share of the rendered one.
        turn: rotation of body, lean and light, in radians clockwise.
    """
    size = picture.shape[0]
    scale = grain / GRAIN_PX
    half = (body.mask.shape[0] - 1) / 2
    middle = (size - 1) / 2 + grain * np.array(at)
    # Its layers bound the visible part of a body.
    low = np.floor(middle - grain * REACH_SIDES).astype(int).clip(0, size)
    high = (np.ceil(middle + grain * REACH_SIDES).astype(int) + 1).clip(0, size)
    if (high - low < 1).any():
        return
    c, s = scale * np.cos(turn), scale * np.sin(turn)
    x, y = middle - low
    move = np.array([[c, -s, x - c * half + s * half], [s, c, y - s * half - c * half]])
    stack: NDArray[Any] = np.dstack([body.lit, body.shine, body.mask, body.shadow]).astype(np.float32)
    if scale < 1:
        stack = cv2.GaussianBlur(stack, (0, 0), 0.45 / scale)
    warped = cv2.warpAffine(stack, move, (high - low).tolist())
    lit, shine, mask, shadow = (warped[..., n, None] for n in range(4))
    spot = picture[low[1] : high[1], low[0] : high[0]]
    spot *= (1 - depth * shadow).clip(0, 1) ** (1 / GAMMA)
    shown = (light * (lit * paint**GAMMA + shine) / mask.clip(1e-3, None)).clip(0, None) ** (1 / GAMMA)
    spot += mask * (shown - spot)


def rotate_and_mirror(body: BodyLayers, quarters: int, mirrored: bool) -> BodyLayers:
    """Rotate a body about the vertical by quarter turns, with lean and light, and perhaps mirror it."""

    def transform(layer: NDArray[np.float16]) -> NDArray[np.float16]:
        turned = np.rot90(layer, quarters)
        return turned[:, ::-1] if mirrored else turned

    x, y = body.lean
    for _ in range(quarters % 4):
        # As np.rot90 rotates rows and columns: east becomes north.
        x, y = y, -x
    lean = (-x if mirrored else x, y)
    return replace(
        body,
        lean=lean,
        lit=transform(body.lit),
        shine=transform(body.shine),
        mask=transform(body.mask),
        shadow=transform(body.shadow),
    )


def vary_surface(body: BodyLayers, rng: Rng, max_shine_log: float = 2.2) -> BodyLayers:
    """Return a body with harder light, more specular reflection and a rougher surface, whatever its kind.

    Specular reflection grows at most by the factor e^`max_shine_log`: far above two, no paint remains
    visible. Without this variation the amount of surface detail would reveal the kind: real settlements and
    cities both have more of it than rendered ones.
    """
    lit = body.lit.astype(np.float32) ** rng.uniform(0.8, 2.6)
    busy = rng.uniform(0, 0.25 if body.family == "wooden" else 0.9) * (rng.random() < 0.6)
    size = lit.shape[0]
    cells = int(rng.uniform(12, 50))
    spots = cv2.resize(
        rng.normal(0, 1, (cells, cells)).astype(np.float32), (size, size), interpolation=cv2.INTER_CUBIC
    )
    lit = lit * np.exp(busy * spots).clip(0.2, 3)
    shine = body.shine.astype(np.float32) * np.exp(rng.uniform(-0.7, max_shine_log))
    shine = shine * (1 + busy * spots.clip(0, None))
    return replace(body, lit=lit.astype(np.float16), shine=shine.astype(np.float16))


class BodyPool:
    """Bodies for one board, on which all lean alike: it chooses those rendered with a similar lean.

    Args:
        bodies: of any kinds.
    """

    _CANDIDATES: Final = 12

    def __init__(self, bodies: Sequence[BodyLayers]) -> None:
        self._bodies = {kind: [body for body in bodies if body.kind == kind] for kind in _KINDS}
        self._steep = {
            kind: np.array([np.hypot(*body.lean) for body in some]) for kind, some in self._bodies.items()
        }
        self._leans = {
            kind: np.array([body.lean for body in some for body in _road_orientations(body)]).reshape(-1, 2)
            for kind, some in self._bodies.items()
        }

    def __len__(self) -> int:
        return sum(map(len, self._bodies.values()))

    def choose_along_path(
        self, kind: str, lean: tuple[float, float], turn: float, rng: Rng
    ) -> tuple[BodyLayers, float]:
        """Choose a body along a path, and return it with its rotation.

        Args:
            kind: a kind with at least one body.
            lean: the lean of bodies on the board.
            turn: direction of the path, in radians clockwise.
            rng: random source.
        """
        c, s = np.cos(turn), np.sin(turn)
        # In the path's axes.
        wanted = np.array([[c, s], [-s, c]]) @ lean
        off = np.linalg.norm(self._leans[kind] - wanted, axis=1)
        which = int(rng.choice(np.argsort(off)[: self._CANDIDATES]))
        return _road_orientations(self._bodies[kind][which // 4])[which % 4], turn

    def choose_upright(self, kind: str, lean: tuple[float, float], rng: Rng) -> tuple[BodyLayers, float]:
        """Choose a body of any rotation, and return it with the rotation that gives it the desired lean."""
        off = abs(self._steep[kind] - np.hypot(*lean))
        body = self._bodies[kind][int(rng.choice(np.argsort(off)[: self._CANDIDATES]))]
        body = rotate_and_mirror(body, 0, bool(rng.random() < 0.5))
        return body, float(np.arctan2(lean[1], lean[0]) - np.arctan2(body.lean[1], body.lean[0]))


_KINDS: Final = ("road", "settlement", "city", "robber")


def _road_orientations(body: BodyLayers) -> list[BodyLayers]:
    """Return the four orientations in which a body along x stays along x."""
    return [rotate_and_mirror(body, quarters, mirror) for quarters in (0, 2) for mirror in (False, True)]
