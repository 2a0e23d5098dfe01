"""Patches of coast to learn harbors from: real ones, and drawn signs on their seas and on drawn ones."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.island.box import HARBOR_KINDS, HarborKind
from companion.island.geometry import COAST, PathId
from vision import patches
from vision.harbors import (
    COVERED,
    MIDDLES,
    OUT_SIDES,
    OUTWARDS,
    PATCH_PX,
    REACH_SIDES,
    SHARES,
    TURNS,
    WHITES,
    visible,
)
from vision.lattice import Homography, inverse, project
from vision.patches import even_out
from vision.pieces import paper
from vision.training.boards import FROM_ABOVE, LabelledBoard
from vision.training.icons import Floats, icon_tone
from vision.training.labels import board_labels
from vision.training.reliefs import GRAIN_PX
from vision.training.signs import SignStyle, draw_sign, lay_sign, random_style
from vision.training.sites import clutter, shoot
from vision.training.textures import Image, Rng, noise, table_top

WIDE_SIDES: Final = 0.8
"""Half the extent of what is drawn before a patch is cut from it, in hex sides."""
_EXTENT: Final = int(2 * WIDE_SIDES * GRAIN_PX)
_MIDDLE: Final = _EXTENT / 2 - 0.5
_PIECES: Final = np.array([[0.15, 0.15, 0.8], [0.75, 0.35, 0.1], [0.1, 0.5, 0.95], [0.9, 0.92, 0.95]])


@dataclass(frozen=True)
class Coast:
    """What lies beyond the thirty coastal paths of one board.

    Attributes:
        wide: 30 pictures, uint8 BGR, 2 WIDE_SIDES square, GRAIN_PX pixels a side, turned as patches are.
        white: 30 x 3, the board's paper there.
        kinds: 0 for no harbor, else one more than the kind's index; -1 where it isn't known.
    """

    wide: NDArray[np.uint8]
    white: NDArray[np.float64]
    kinds: tuple[int, ...]

    def around(self, n: int) -> Floats:
        """What lies beyond path n, evened out."""
        return np.asarray(even_out(self.wide[n : n + 1], self.white[n : n + 1])[0]).copy()


def _coast(picture: Image, plane: Homography, white: NDArray[np.float64], kinds: Sequence[int]) -> Coast:
    centres = MIDDLES + OUT_SIDES * OUTWARDS
    wide = patches.cut(picture, plane, centres, reach=WIDE_SIDES, size=_EXTENT, turns=TURNS)
    return Coast(wide, white[WHITES], tuple(kinds))


def _numbered(harbors: Mapping[PathId, HarborKind | None]) -> list[int]:
    kinds = [0] * len(COAST)
    for path, kind in harbors.items():
        kinds[COAST.index(path)] = -1 if kind is None else 1 + HARBOR_KINDS.index(kind)
    return kinds


def licensed_coasts(photos: Path, without: str | None = None) -> list[Coast]:
    """The coasts of the licensed photos whose harbors are labelled, by this project or beside the photo.

    Args:
        photos: the folder of photos.
        without: a source that is left out, as `vision.training.labels.board_labels` takes it.
    """
    coasts = []
    for name, own in board_labels(without).items():
        plane = np.array(own["plane"])
        beside = photos / f"{name}.json"
        harbors: dict[PathId, HarborKind | None] = own.get("harbors", {})
        if not harbors and name.startswith("board/"):
            for label in json.loads(beside.read_text("utf-8"))["harbors"] or []:
                at = project(inverse(plane), np.array([label["at"]]))[0]
                harbors[COAST[int(np.linalg.norm(MIDDLES - at, axis=1).argmin())]] = label["kind"]
        if not harbors:
            continue
        read = cv2.imread(str(photos / name))
        if read is None:
            raise FileNotFoundError(f"no photo {photos / name}: training needs the licensed photos")
        picture = np.asarray(read, np.uint8)
        kinds = np.where(visible(picture, plane), _numbered(harbors), -1)
        coasts.append(_coast(picture, plane, paper(picture, plane), kinds.tolist()))
    return coasts


def drawn_coasts(boards: Sequence[LabelledBoard]) -> list[Coast]:
    """The coasts of boards drawn without harbors."""
    return [_coast(board.picture, FROM_ABOVE, board.white, [0] * len(COAST)) for board in boards]


def _pixels(out: float, along: float) -> tuple[float, float]:
    """Where in a wide picture lies what is so far out to sea, and along the path from its middle."""
    return _MIDDLE + along * GRAIN_PX, _MIDDLE - (out - OUT_SIDES) * GRAIN_PX


def _local(n: int, at: NDArray[np.float64]) -> tuple[float, float]:
    """How far out from path n, and along it, a point of the plane lies."""
    away = at - MIDDLES[n]
    along = np.array([-OUTWARDS[n, 1], OUTWARDS[n, 0]])
    return float(away @ OUTWARDS[n]), float(away @ along)


class CoastDesk:
    """Makes patches of coasts.

    Args:
        real: coasts of licensed photos.
        drawn: coasts of drawn boards.
        faces: font files.
    """

    def __init__(self, real: Sequence[Coast], drawn: Sequence[Coast], faces: Sequence[Path]) -> None:
        self._drawn = drawn
        self._faces = faces
        known = [(coast, n) for coast in real for n in range(len(COAST))]
        self._real = [[(c, n) for c, n in known if c.kinds[n] == kind] for kind in range(len(SHARES))]
        self._free = [(c, n) for c, n in self._real[0] if not c.kinds[n - 1] and not c.kinds[(n + 1) % 30]]

    def patch(self, rng: Rng) -> tuple[Floats, int]:
        """A patch as the network takes it, channels last, and its class."""
        kind = int(rng.choice(len(SHARES), p=SHARES / SHARES.sum()))
        at = (0.55, 0.0)
        if rng.random() < 0.22:
            pool = self._real[kind]
            coast, n = pool[int(rng.integers(len(pool)))]
            wide = coast.around(n)
        else:
            wide, at = self._imagined(kind, rng)
        if rng.random() < 0.4:
            _pieces(wide, at, rng)
        if rng.random() < 0.14:
            share = clutter(wide, rng)
            x, y = (round(v) for v in _pixels(*at))
            reach = int(0.13 * GRAIN_PX)
            over = float(share[max(0, y - reach) : y + reach, x - reach : x + reach].mean())
            if 0.1 < over <= 0.6:
                return self.patch(rng)
            kind = COVERED if over > 0.6 else kind
        if rng.random() < 0.5:
            return _clear(wide, rng), kind
        return shoot(wide, PATCH_PX, REACH_SIDES, rng, turn=2.5, shift=0.03), kind

    def _imagined(self, kind: int, rng: Rng) -> tuple[Floats, tuple[float, float]]:
        """A coast with drawn signs, and where its own stands or would: out to sea, along the path."""
        on_real = rng.random() < 0.4
        pool = self._free if on_real else [(self._drawn[int(rng.integers(len(self._drawn)))], 0)]
        coast, n = pool[int(rng.integers(len(pool)))]
        if not on_real:
            n = int(rng.integers(len(COAST)))
        wide = coast.around(n)
        if not on_real:
            _shore(wide, rng)
        style = random_style(self._faces, rng)
        out, aside = rng.uniform(0.3, 0.9), rng.normal(0, 0.1)
        facing = float(rng.choice([0, 0, 180, rng.uniform(0, 360), rng.uniform(0, 360)]))
        jetty = _random_jetty(rng)
        others = [] if on_real else _neighbours(n, bool(kind), rng)
        for other in others:
            there = MIDDLES[other] + out * OUTWARDS[other]
            turn = facing - float(np.rad2deg(TURNS[other] - TURNS[n]))
            _harbor(wide, n, other, _local(n, there), 1 + int(rng.integers(6)), style, jetty, turn, rng)
        if kind:
            _harbor(wide, n, n, (out, float(aside)), kind, style, jetty, facing, rng)
        elif not on_real and not others and rng.random() < 0.12:
            _table(wide, rng.uniform(-0.1, 0.7), rng)
        if not on_real and rng.random() < 0.3:
            _table(wide, out + rng.uniform(0.3, 0.7), rng)
        return wide, (out, float(aside))


def _clear(wide: Floats, rng: Rng) -> Floats:
    """A patch as a good camera gives it: whatever is small in it can be made out."""
    scale = PATCH_PX / (2 * REACH_SIDES * GRAIN_PX) * np.exp(rng.normal(0, 0.05))
    move: NDArray[Any] = cv2.getRotationMatrix2D((_MIDDLE, _MIDDLE), rng.normal(0, 2), scale)
    move[:, 2] += PATCH_PX / 2 - 0.5 - _MIDDLE + rng.normal(0, 1.5, 2)
    patch: NDArray[Any] = cv2.warpAffine(wide, move, (PATCH_PX, PATCH_PX)) * np.exp(rng.normal(0, 0.07, 3))
    patch = patch * rng.uniform(0.75, 1.1) + rng.normal(0, 0.01, patch.shape)
    return patch.clip(0, 1.5).astype(np.float32)


def _neighbours(n: int, taken: bool, rng: Rng) -> list[int]:
    """Coastal paths near path n at which harbors lie as well."""
    near = [2, 3, 4] if taken else [1, 2, 3, 4]
    found: list[int] = []
    for side in (-1, 1):
        for step in near:
            if rng.random() < 0.35:
                found.append((n + side * step) % len(COAST))
                break
    return found


@dataclass(frozen=True)
class _Jetty:
    tone: NDArray[np.float64]
    long: float
    wide: float
    lean: float
    planks: bool


def _random_jetty(rng: Rng) -> _Jetty | None:
    """One printing's jetties, or None where it has none."""
    if rng.random() < 0.12:
        return None
    tone = np.array(icon_tone("lumber", rng, 0)) * rng.uniform(0.8, 1.7)
    if rng.random() < 0.4:
        tone = tone.mean() * np.array([0.85, 1, 1.1])
    return _Jetty(
        tone, rng.uniform(0.18, 0.5), rng.uniform(0.05, 0.16), rng.normal(0.1, 0.15), rng.random() < 0.7
    )


def _harbor(wide: Floats, seen_from: int, path: int, at: tuple[float, float], kind: int, style: SignStyle,
            jetty: _Jetty | None, turn: float, rng: Rng) -> None:  # fmt: skip
    """Draw a harbor at a path into the picture of what lies beyond another, or the same."""
    along = np.array([-OUTWARDS[path, 1], OUTWARDS[path, 0]])
    if jetty is not None:
        for side in (-1, 1):
            foot = MIDDLES[path] + side * rng.uniform(0.36, 0.48) * along + 0.06 * OUTWARDS[path]
            ahead = OUTWARDS[path] - side * (jetty.lean + rng.normal(0, 0.1)) * along
            head = foot + jetty.long * rng.uniform(0.7, 1.2) * ahead / np.linalg.norm(ahead)
            _pier(wide, _pixels(*_local(seen_from, foot)), _pixels(*_local(seen_from, head)), jetty, rng)
    if max(abs(at[0] - OUT_SIDES), abs(at[1])) < WIDE_SIDES + 0.2:
        paint, mask = draw_sign(HARBOR_KINDS[kind - 1], style, rng)
        lay_sign(wide, (paint * rng.uniform(0.7, 1.0), mask), _pixels(*at), turn + rng.normal(0, 12))


def _pier(
    wide: Floats, foot: tuple[float, float], head: tuple[float, float], jetty: _Jetty, rng: Rng
) -> None:
    ahead = np.subtract(head, foot)
    long = float(np.hypot(*ahead))
    across = np.array([-ahead[1], ahead[0]]) / max(long, 1e-6) * jetty.wide * GRAIN_PX / 2
    for shift, shade in ((1.5, 0.45), (0.0, 1.0)):
        box = np.array([foot + across, head + across, head - across, foot - across]) + shift
        tone = jetty.tone * shade * rng.uniform(0.9, 1.1)
        cv2.fillConvexPoly(wide, np.round(box * 16).astype(np.int32), tone.tolist(), cv2.LINE_AA, 4)
    if jetty.planks:
        for share in np.arange(0, 1, 4 / max(long, 4)):
            middle = foot + share * ahead
            ends = np.round(np.array([middle - across, middle + across]) * 16).astype(np.int32)
            tone = jetty.tone * rng.uniform(0.5, 0.9)
            cv2.line(wide, ends[0].tolist(), ends[1].tolist(), tone.tolist(), 1, cv2.LINE_AA, 4)


def _shore(wide: Floats, rng: Rng) -> None:
    """What seas are printed with: surf, rocks and driftwood along the coast, joints of the frame."""
    if rng.random() < 0.6:
        reach = rng.uniform(0.1, 0.8)
        foam = noise(_EXTENT, 5, rng, rng.uniform(1, 3)) > rng.uniform(0.55, 0.85)
        fade = np.clip(1 - (_MIDDLE + OUT_SIDES * GRAIN_PX - np.arange(_EXTENT)) / (reach * GRAIN_PX), 0, 1)
        share = cv2.GaussianBlur(foam.astype(np.float32), (0, 0), 0.8) * fade[:, None].astype(np.float32)
        wide += (share * rng.uniform(0.2, 0.8))[..., None] * (rng.uniform(0.8, 1.0) - wide)
    for _ in range(int(rng.integers(0, 14)) if rng.random() < 0.6 else 0):
        x, y = _pixels(rng.normal(0.18, 0.08), rng.uniform(-1, 1))
        points = np.array([x, y]) + rng.normal(0, rng.uniform(1, 4), (4, 2))
        tone = rng.uniform(0.15, 0.6) * np.array([0.85, 0.95, 1.0])
        cv2.fillConvexPoly(wide, cv2.convexHull(points.astype(np.int32)), tone.tolist(), cv2.LINE_AA)
    if rng.random() < 0.25:
        x, top = rng.uniform(0, _EXTENT), rng.uniform(0, _EXTENT / 2)
        lock = np.cumsum(rng.normal(0, 8, (5, 2)), axis=0) + np.array([x, top])
        dark = (wide.mean(axis=(0, 1)) * rng.uniform(0.3, 0.7)).tolist()
        line = np.concatenate([[[x, 0]], lock, [[x, _MIDDLE + 20]]])
        cv2.polylines(wide, [np.round(line * 16).astype(np.int32)], False, dark, 1, cv2.LINE_AA, 4)


def _table(wide: Floats, out: float, rng: Rng) -> None:
    """End the sea so far out from the path: beyond lies the table."""
    y, lean = _pixels(out, 0)[1], rng.normal(0, 0.2) * GRAIN_PX
    edge = np.array([[0, y - lean], [_EXTENT, y + lean], [_EXTENT, -_EXTENT], [0, -_EXTENT]])
    mask = np.zeros((_EXTENT, _EXTENT), np.uint8)
    cv2.fillConvexPoly(mask, edge.astype(np.int32), 255, cv2.LINE_AA)
    top: Any = table_top(_EXTENT, rng).astype(np.float32) / 255 * rng.uniform(0.6, 1.3)
    wide += (mask / 255.0).astype(np.float32)[..., None] * (top - wide)


def _pieces(wide: Floats, clear_of: tuple[float, float], rng: Rng) -> None:
    """Roads along the coast, houses on its corners, now and then one out at sea: boxes with a dark side.

    None lies on `clear_of`: out to sea, along the path.
    """
    for along, out in ((0.0, 0.0), (-0.5, 0.0), (0.5, 0.0), (rng.uniform(-1, 1), rng.uniform(0.2, 1.2))):
        if (
            rng.random() < (0.4 if out == 0 else 0.12)
            and np.hypot(out - clear_of[0], along - clear_of[1]) > 0.4
        ):
            road = along == 0
            x, y = _pixels(out + rng.normal(0, 0.03), along + rng.normal(0, 0.03))
            sides = (0.6, 0.13) if road else (0.25, rng.uniform(0.2, 0.35))
            extent = (sides[0] * GRAIN_PX, sides[1] * GRAIN_PX)
            turn = rng.normal(0, 6) if road else rng.uniform(0, 180)
            tone = _PIECES[int(rng.integers(len(_PIECES)))] * rng.uniform(0.7, 1.1)
            rise = rng.normal(0, 0.1, 2) * GRAIN_PX
            for shift, shade in ((0 * rise, 0.5), (rise, 1.0)):
                box = cv2.boxPoints(((x + shift[0], y + shift[1]), extent, turn))
                cv2.fillConvexPoly(wide, box.astype(np.int32), (tone * shade).tolist(), cv2.LINE_AA)
