"""Training patches of harbors: real coasts, and drawn signs on their seas and on drawn ones."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.island.geometry import COAST, PathId
from companion.island.layout import HARBOR_KINDS, HarborKind
from vision import patches
from vision.harbors import (
    COAST_CENTRES,
    COAST_SITES,
    COVERED_CLASS,
    OUT_SIDES,
    OUTWARD_DIRECTIONS,
    PATCH_PX,
    REACH_SIDES,
    TRAINING_SHARES,
    TURNS,
    visible_paths,
)
from vision.lattice import Homography, inverse, project
from vision.patches import white_balance
from vision.pieces import paper_brightness
from vision.training.boards import PLANE_TO_PICTURE, LabelledBoard
from vision.training.icons import Floats, icon_tone
from vision.training.labels import board_labels
from vision.training.reliefs import GRAIN_PX
from vision.training.signs import SignStyle, draw_sign, paste_sign, random_sign_style
from vision.training.sites import draw_clutter, render_view
from vision.training.textures import Image, Rng, noise, table_top

WIDE_SIDES: Final = 0.8
"""Half the extent of the scene from which a patch is cut, in hex sides."""
_EXTENT_PX: Final = int(2 * WIDE_SIDES * GRAIN_PX)
_MIDDLE_PX: Final = _EXTENT_PX / 2 - 0.5
_PIECE_TONES: Final = np.array([[0.15, 0.15, 0.8], [0.75, 0.35, 0.1], [0.1, 0.5, 0.95], [0.9, 0.92, 0.95]])


@dataclass(frozen=True)
class CoastViews:
    """Views of the sea beyond the thirty coastal paths of one board.

    Attributes:
        wide: 30 pictures, uint8 BGR, 2 WIDE_SIDES square, GRAIN_PX pixels a side, rotated like patches.
        white: 30 x 3, the board's paper colour there.
        kinds: 0 for no harbor, else one more than the kind's index; -1 if unknown.
    """

    wide: NDArray[np.uint8]
    white: NDArray[np.float64]
    kinds: tuple[int, ...]

    def normalized_view(self, n: int) -> Floats:
        """Return the white-balanced view beyond path n."""
        return np.asarray(white_balance(self.wide[n : n + 1], self.white[n : n + 1])[0]).copy()


def _cut_coast(
    picture: Image, plane: Homography, white: NDArray[np.float64], kinds: Sequence[int]
) -> CoastViews:
    centres = COAST_CENTRES + OUT_SIDES * OUTWARD_DIRECTIONS
    wide = patches.cut_patches(picture, plane, centres, reach=WIDE_SIDES, size=_EXTENT_PX, turns=TURNS)
    return CoastViews(wide, white[COAST_SITES], tuple(kinds))


def _class_indices(harbors: Mapping[PathId, HarborKind | None]) -> list[int]:
    kinds = [0] * len(COAST)
    for path, kind in harbors.items():
        kinds[COAST.index(path)] = -1 if kind is None else 1 + HARBOR_KINDS.index(kind)
    return kinds


def licensed_coasts(photos: Path, without: str | None = None) -> list[CoastViews]:
    """Load the coasts of the licensed photos whose harbors are labelled, by this project or by the source.

    Args:
        photos: the folder of photos.
        without: a source to leave out (`vision.training.labels.board_labels`).
    """
    coasts = []
    for name, own in board_labels(without).items():
        plane = np.array(own["plane"])
        source_label = photos / f"{name}.json"
        harbors: dict[PathId, HarborKind | None] = own.get("harbors", {})
        if not harbors and name.startswith("board/"):
            for label in json.loads(source_label.read_text("utf-8"))["harbors"] or []:
                at = project(inverse(plane), np.array([label["at"]]))[0]
                harbors[COAST[int(np.linalg.norm(COAST_CENTRES - at, axis=1).argmin())]] = label["kind"]
        if not harbors:
            continue
        loaded = cv2.imread(str(photos / name))
        if loaded is None:
            raise FileNotFoundError(f"no photo {photos / name}: training needs the licensed photos")
        picture = np.asarray(loaded, np.uint8)
        kinds = np.where(visible_paths(picture, plane), _class_indices(harbors), -1)
        coasts.append(_cut_coast(picture, plane, paper_brightness(picture, plane), kinds.tolist()))
    return coasts


def drawn_coasts(boards: Sequence[LabelledBoard]) -> list[CoastViews]:
    """Cut the coasts of boards drawn without harbors."""
    return [_cut_coast(board.picture, PLANE_TO_PICTURE, board.white, [0] * len(COAST)) for board in boards]


def _to_pixels(out: float, along: float) -> tuple[float, float]:
    """Return the pixel of a view for distances out to sea and along the path from its middle."""
    return _MIDDLE_PX + along * GRAIN_PX, _MIDDLE_PX - (out - OUT_SIDES) * GRAIN_PX


def _to_path_coordinates(n: int, at: NDArray[np.float64]) -> tuple[float, float]:
    """Return the distances of a point of the plane from path n, out to sea and along the path."""
    away = at - COAST_CENTRES[n]
    along = np.array([-OUTWARD_DIRECTIONS[n, 1], OUTWARD_DIRECTIONS[n, 0]])
    return float(away @ OUTWARD_DIRECTIONS[n]), float(away @ along)


class CoastPatchDataset:
    """Generates patches of coasts.

    Args:
        real: coasts of licensed photos.
        drawn: coasts of drawn boards.
        faces: font files.
    """

    def __init__(
        self, real: Sequence[CoastViews], drawn: Sequence[CoastViews], faces: Sequence[Path]
    ) -> None:
        self._drawn = drawn
        self._faces = faces
        known = [(coast, n) for coast in real for n in range(len(COAST))]
        self._real = [
            [(c, n) for c, n in known if c.kinds[n] == kind] for kind in range(len(TRAINING_SHARES))
        ]
        self._free = [(c, n) for c, n in self._real[0] if not c.kinds[n - 1] and not c.kinds[(n + 1) % 30]]

    def draw_patch(self, rng: Rng) -> tuple[Floats, int]:
        """Draw a patch as the network's input, channels last, and return it with its class."""
        kind = int(rng.choice(len(TRAINING_SHARES), p=TRAINING_SHARES / TRAINING_SHARES.sum()))
        at = (0.55, 0.0)
        if rng.random() < 0.22:
            pool = self._real[kind]
            coast, n = pool[int(rng.integers(len(pool)))]
            wide = coast.normalized_view(n)
        else:
            wide, at = self._draw_scene(kind, rng)
        if rng.random() < 0.4:
            _draw_pieces(wide, at, rng)
        if rng.random() < 0.14:
            share = draw_clutter(wide, rng)
            x, y = (round(v) for v in _to_pixels(*at))
            reach = int(0.13 * GRAIN_PX)
            covered = float(share[max(0, y - reach) : y + reach, x - reach : x + reach].mean())
            if 0.1 < covered <= 0.6:
                return self.draw_patch(rng)
            kind = COVERED_CLASS if covered > 0.6 else kind
        if rng.random() < 0.5:
            return _render_sharp_view(wide, rng), kind
        return render_view(wide, PATCH_PX, REACH_SIDES, rng, turn=2.5, shift=0.03), kind

    def _draw_scene(self, kind: int, rng: Rng) -> tuple[Floats, tuple[float, float]]:
        """Draw a coast with signs; return it with the place of its own sign: out to sea, along the path."""
        on_real = rng.random() < 0.4
        pool = self._free if on_real else [(self._drawn[int(rng.integers(len(self._drawn)))], 0)]
        coast, n = pool[int(rng.integers(len(pool)))]
        if not on_real:
            n = int(rng.integers(len(COAST)))
        wide = coast.normalized_view(n)
        if not on_real:
            _draw_shore(wide, rng)
        style = random_sign_style(self._faces, rng)
        out, aside = rng.uniform(0.3, 0.9), rng.normal(0, 0.1)
        facing = float(rng.choice([0, 0, 180, rng.uniform(0, 360), rng.uniform(0, 360)]))
        jetty = _random_jetty(rng)
        neighbours = [] if on_real else _random_neighbours(n, bool(kind), rng)
        for other in neighbours:
            there = COAST_CENTRES[other] + out * OUTWARD_DIRECTIONS[other]
            turn = facing - float(np.rad2deg(TURNS[other] - TURNS[n]))
            _draw_harbor(
                wide,
                n,
                other,
                _to_path_coordinates(n, there),
                1 + int(rng.integers(6)),
                style,
                jetty,
                turn,
                rng,
            )
        if kind:
            _draw_harbor(wide, n, n, (out, float(aside)), kind, style, jetty, facing, rng)
        elif not on_real and not neighbours and rng.random() < 0.12:
            _draw_table_edge(wide, rng.uniform(-0.1, 0.7), rng)
        if not on_real and rng.random() < 0.3:
            _draw_table_edge(wide, out + rng.uniform(0.3, 0.7), rng)
        return wide, (out, float(aside))


def _render_sharp_view(wide: Floats, rng: Rng) -> Floats:
    """Render a patch as a good camera sees it, with all details visible."""
    scale = PATCH_PX / (2 * REACH_SIDES * GRAIN_PX) * np.exp(rng.normal(0, 0.05))
    affine: NDArray[Any] = cv2.getRotationMatrix2D((_MIDDLE_PX, _MIDDLE_PX), rng.normal(0, 2), scale)
    affine[:, 2] += PATCH_PX / 2 - 0.5 - _MIDDLE_PX + rng.normal(0, 1.5, 2)
    patch: NDArray[Any] = cv2.warpAffine(wide, affine, (PATCH_PX, PATCH_PX)) * np.exp(rng.normal(0, 0.07, 3))
    patch = patch * rng.uniform(0.75, 1.1) + rng.normal(0, 0.01, patch.shape)
    return patch.clip(0, 1.5).astype(np.float32)


def _random_neighbours(n: int, taken: bool, rng: Rng) -> list[int]:
    """Choose coastal paths near path n that have harbors as well."""
    steps = [2, 3, 4] if taken else [1, 2, 3, 4]
    neighbours: list[int] = []
    for side in (-1, 1):
        for step in steps:
            if rng.random() < 0.35:
                neighbours.append((n + side * step) % len(COAST))
                break
    return neighbours


@dataclass(frozen=True)
class _Jetty:
    tone: NDArray[np.float64]
    long: float
    wide: float
    lean: float
    planks: bool


def _random_jetty(rng: Rng) -> _Jetty | None:
    """Return the jetties of one printing, or None if it has none."""
    if rng.random() < 0.12:
        return None
    tone = np.array(icon_tone("lumber", rng, 0)) * rng.uniform(0.8, 1.7)
    if rng.random() < 0.4:
        tone = tone.mean() * np.array([0.85, 1, 1.1])
    return _Jetty(
        tone, rng.uniform(0.18, 0.5), rng.uniform(0.05, 0.16), rng.normal(0.1, 0.15), rng.random() < 0.7
    )


def _draw_harbor(
    wide: Floats,
    seen_from: int,
    path: int,
    at: tuple[float, float],
    kind: int,
    style: SignStyle,
    jetty: _Jetty | None,
    turn: float,
    rng: Rng,
) -> None:
    """Draw the harbor of one path into the view of another or the same path."""
    along = np.array([-OUTWARD_DIRECTIONS[path, 1], OUTWARD_DIRECTIONS[path, 0]])
    if jetty is not None:
        for side in (-1, 1):
            foot = (
                COAST_CENTRES[path] + side * rng.uniform(0.36, 0.48) * along + 0.06 * OUTWARD_DIRECTIONS[path]
            )
            ahead = OUTWARD_DIRECTIONS[path] - side * (jetty.lean + rng.normal(0, 0.1)) * along
            head = foot + jetty.long * rng.uniform(0.7, 1.2) * ahead / np.linalg.norm(ahead)
            _draw_pier(
                wide,
                _to_pixels(*_to_path_coordinates(seen_from, foot)),
                _to_pixels(*_to_path_coordinates(seen_from, head)),
                jetty,
                rng,
            )
    if max(abs(at[0] - OUT_SIDES), abs(at[1])) < WIDE_SIDES + 0.2:
        paint, mask = draw_sign(HARBOR_KINDS[kind - 1], style, rng)
        paste_sign(wide, (paint * rng.uniform(0.7, 1.0), mask), _to_pixels(*at), turn + rng.normal(0, 12))


def _draw_pier(
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


def _draw_shore(wide: Floats, rng: Rng) -> None:
    """Draw prints of the sea: surf, rocks and driftwood along the coast, joints of the frame."""
    if rng.random() < 0.6:
        reach = rng.uniform(0.1, 0.8)
        foam = noise(_EXTENT_PX, 5, rng, rng.uniform(1, 3)) > rng.uniform(0.55, 0.85)
        fade = np.clip(
            1 - (_MIDDLE_PX + OUT_SIDES * GRAIN_PX - np.arange(_EXTENT_PX)) / (reach * GRAIN_PX), 0, 1
        )
        share = cv2.GaussianBlur(foam.astype(np.float32), (0, 0), 0.8) * fade[:, None].astype(np.float32)
        wide += (share * rng.uniform(0.2, 0.8))[..., None] * (rng.uniform(0.8, 1.0) - wide)
    for _ in range(int(rng.integers(0, 14)) if rng.random() < 0.6 else 0):
        x, y = _to_pixels(rng.normal(0.18, 0.08), rng.uniform(-1, 1))
        points = np.array([x, y]) + rng.normal(0, rng.uniform(1, 4), (4, 2))
        tone = rng.uniform(0.15, 0.6) * np.array([0.85, 0.95, 1.0])
        cv2.fillConvexPoly(wide, cv2.convexHull(points.astype(np.int32)), tone.tolist(), cv2.LINE_AA)
    if rng.random() < 0.25:
        x, top = rng.uniform(0, _EXTENT_PX), rng.uniform(0, _EXTENT_PX / 2)
        lock = np.cumsum(rng.normal(0, 8, (5, 2)), axis=0) + np.array([x, top])
        dark = (wide.mean(axis=(0, 1)) * rng.uniform(0.3, 0.7)).tolist()
        line = np.concatenate([[[x, 0]], lock, [[x, _MIDDLE_PX + 20]]])
        cv2.polylines(wide, [np.round(line * 16).astype(np.int32)], False, dark, 1, cv2.LINE_AA, 4)


def _draw_table_edge(wide: Floats, out: float, rng: Rng) -> None:
    """End the sea at a distance from the path, and draw the table beyond."""
    y, lean = _to_pixels(out, 0)[1], rng.normal(0, 0.2) * GRAIN_PX
    edge = np.array([[0, y - lean], [_EXTENT_PX, y + lean], [_EXTENT_PX, -_EXTENT_PX], [0, -_EXTENT_PX]])
    mask = np.zeros((_EXTENT_PX, _EXTENT_PX), np.uint8)
    cv2.fillConvexPoly(mask, edge.astype(np.int32), 255, cv2.LINE_AA)
    top: Any = table_top(_EXTENT_PX, rng).astype(np.float32) / 255 * rng.uniform(0.6, 1.3)
    wide += (mask / 255.0).astype(np.float32)[..., None] * (top - wide)


def _draw_pieces(wide: Floats, clear_of: tuple[float, float], rng: Rng) -> None:
    """Draw roads along the coast, houses on its corners, rarely one at sea: boxes with a dark side.

    None covers `clear_of`: out to sea, along the path.
    """
    for along, out in ((0.0, 0.0), (-0.5, 0.0), (0.5, 0.0), (rng.uniform(-1, 1), rng.uniform(0.2, 1.2))):
        if (
            rng.random() < (0.4 if out == 0 else 0.12)
            and np.hypot(out - clear_of[0], along - clear_of[1]) > 0.4
        ):
            road = along == 0
            x, y = _to_pixels(out + rng.normal(0, 0.03), along + rng.normal(0, 0.03))
            sides = (0.6, 0.13) if road else (0.25, rng.uniform(0.2, 0.35))
            extent = (sides[0] * GRAIN_PX, sides[1] * GRAIN_PX)
            turn = rng.normal(0, 6) if road else rng.uniform(0, 180)
            tone = _PIECE_TONES[int(rng.integers(len(_PIECE_TONES)))] * rng.uniform(0.7, 1.1)
            rise = rng.normal(0, 0.1, 2) * GRAIN_PX
            for shift, shade in ((0 * rise, 0.5), (rise, 1.0)):
                box = cv2.boxPoints(((x + shift[0], y + shift[1]), extent, turn))
                cv2.fillConvexPoly(wide, box.astype(np.int32), (tone * shade).tolist(), cv2.LINE_AA)
