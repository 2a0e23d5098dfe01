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
        light: float, depth: float, turn: float = 0.0) -> None:  # fmt: skip
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
        turn: by how much it is turned, in radians clockwise, its lean and light with it.
    """
    size = picture.shape[0]
    scale = grain / GRAIN_PX
    half = (body.mask.shape[0] - 1) / 2
    middle = (size - 1) / 2 + grain * np.array(at)
    # Nothing of a body is seen farther from where it stands than its layers reach.
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
    placed = cv2.warpAffine(stack, move, (high - low).tolist())
    lit, shine, mask, shadow = (placed[..., n, None] for n in range(4))
    spot = picture[low[1] : high[1], low[0] : high[0]]
    spot *= (1 - depth * shadow).clip(0, 1) ** (1 / GAMMA)
    given = (light * (lit * paint**GAMMA + shine) / mask.clip(1e-3, None)).clip(0, None) ** (1 / GAMMA)
    spot += mask * (given - spot)


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


def resurfaced(body: BodyLayers, rng: Rng, gleam: float = 2.2) -> BodyLayers:
    """A body in harder light, more mirroring and rougher than it was rendered, whatever its kind.

    At most e^`gleam` times as mirroring: far more than two and no paint is left to be seen.

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
    shine = body.shine.astype(np.float32) * np.exp(rng.uniform(-0.7, gleam))
    shine = shine * (1 + busy * spots.clip(0, None))
    return replace(body, lit=lit.astype(np.float16), shine=shine.astype(np.float16))


class BodyPool:
    """Bodies to lay on one board, on which all lean one way: those are found that were rendered so.

    Args:
        bodies: of any kinds.
    """

    _NEAREST: Final = 12

    def __init__(self, bodies: Sequence[BodyLayers]) -> None:
        self._bodies = {kind: [body for body in bodies if body.kind == kind] for kind in _KINDS}
        self._steep = {
            kind: np.array([np.hypot(*body.lean) for body in some]) for kind, some in self._bodies.items()
        }
        self._leans = {
            kind: np.array([body.lean for body in some for body in _mirrored(body)]).reshape(-1, 2)
            for kind, some in self._bodies.items()
        }

    def __len__(self) -> int:
        return sum(map(len, self._bodies.values()))

    def along(self, kind: str, lean: tuple[float, float], turn: float, rng: Rng) -> tuple[BodyLayers, float]:
        """A body that lies along a path, and by how much it is to be turned.

        Args:
            kind: of which there is one at least.
            lean: how bodies lean on the board.
            turn: of the path, in radians clockwise.
            rng: what it is drawn by.
        """
        c, s = np.cos(turn), np.sin(turn)
        # Seen along the path.
        wanted = np.array([[c, s], [-s, c]]) @ lean
        off = np.linalg.norm(self._leans[kind] - wanted, axis=1)
        which = int(rng.choice(np.argsort(off)[: self._NEAREST]))
        return _mirrored(self._bodies[kind][which // 4])[which % 4], turn

    def upright(self, kind: str, lean: tuple[float, float], rng: Rng) -> tuple[BodyLayers, float]:
        """A body that may be turned as it likes, and by how much it is to be turned, to lean that way."""
        off = abs(self._steep[kind] - np.hypot(*lean))
        body = self._bodies[kind][int(rng.choice(np.argsort(off)[: self._NEAREST]))]
        body = seen_otherwise(body, 0, bool(rng.random() < 0.5))
        return body, float(np.arctan2(lean[1], lean[0]) - np.arctan2(body.lean[1], body.lean[0]))


_KINDS: Final = ("road", "settlement", "city", "robber")


def _mirrored(body: BodyLayers) -> list[BodyLayers]:
    """The four ways in which a body along x lies along x."""
    return [seen_otherwise(body, quarters, mirror) for quarters in (0, 2) for mirror in (False, True)]
