"""Sites with what surrounds them, to learn from: path-traced bodies on licensed and drawn boards."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.island.pieces import COLOURS, SITES
from vision.patches import CREAM, as_inputs
from vision.pieces import COVERED, KINDS, PLACES, TURNS, turned
from vision.surroundings import PATCH_PX, REACH_SIDES
from vision.training import reliefs
from vision.training.boards import LabelledBoard
from vision.training.bodies.layers import BodyPool
from vision.training.labels import met
from vision.training.reliefs import GRAIN_PX, Floats
from vision.training.sites import (
    ROAD_SITES,
    around,
    aside,
    bare_site,
    coast,
    covered,
    flipped,
    pieces_standing,
    printed,
    random_lean,
    seen_lean,
    set_down,
    shoot,
)
from vision.training.textures import Rng, noise

_WIDE_SIDES: Final = 1.4
"""Half the extent of what is drawn before a site is cut from it, in hex sides."""
_NEIGHBOURS_SIDES: Final = 1.7
_PIECES: Final = ("road", "settlement", "city")
_DRAWN: Final = (0.4, 0.3, 0.3)
"""How often each kind is drawn."""
_OFTEN: Final = (0.2, 0.2, 0.2, 0.2, 0.1, 0.1)
"""How often each of `COLOURS` is drawn."""
_ON_PATHS: Final = np.flatnonzero(ROAD_SITES)
_PHOTOGRAPHED_P: Final = 0.25
_BARE_P: Final = 0.5
"""Share of the others on which nothing stands."""
_RELIEF_P: Final = 0.15
"""Share of the pieces that are drawn as reliefs, of editions that no body is of."""
_STRAY_P: Final = 0.2
_COVERED_P: Final = 0.15
_BORDERED_P: Final = 0.15
_PUSHED_P: Final = 0.2
"""Share of the roads that are pushed along their path."""
_ASKEW: Final = 6.0
"""By how much a road lies askew, in degrees: a standard deviation."""

Shot = tuple[NDArray[np.float32], int, int]
"""A site as the network takes it, its class, and its colour or -1."""


def _seen_from(site: int, points: NDArray[np.float64]) -> NDArray[np.float64]:
    """Points of the plane, n x 2, from a site along the axes of its patch."""
    return turned(points - PLACES[site], np.full(len(points), -TURNS[site]))


class SceneDesk:
    """Makes sites with what surrounds them.

    Args:
        boards: what they are cut from.
        real: how many of the first boards are licensed photos.
        bodies: path-traced roads, settlements, cities and robbers.
    """

    def __init__(self, boards: Sequence[LabelledBoard], real: int, bodies: BodyPool) -> None:
        self._boards, self._real, self._bodies = boards, real, bodies
        self._standing = pieces_standing(boards[:real])
        self._met = met(_DRAWN, self._standing.values())

    def shots(self, many: int, rng: Rng) -> Iterator[Shot]:
        """One site as different cameras see it."""
        wide, lean, site, kind, colour = self._scene(rng)
        for _ in range(many):
            far = shoot(wide, 2 * PATCH_PX, REACH_SIDES[1], rng, turn=3, shift=0.025)
            far, told = flipped(far, np.array(lean) + rng.normal(0, 0.04, 2), site, rng)
            half = PATCH_PX // 2
            near = far[half : half + PATCH_PX, half : half + PATCH_PX]
            small = cv2.resize(far, (PATCH_PX, PATCH_PX), interpolation=cv2.INTER_AREA)
            yield as_inputs(np.dstack([near, small])[None], told[None])[0], kind, colour

    def _scene(self, rng: Rng) -> tuple[Floats, tuple[float, float], int, int, int]:
        """Around a site from straight above; how bodies lean there, which site, its class, colour or -1."""
        kind, colour = 0, -1
        if rng.random() < _PHOTOGRAPHED_P and self._met.any():
            pool = self._standing[str(rng.choice(_PIECES, p=self._met))]
            board, site = pool[int(rng.integers(len(pool)))]
            there = board.standing[SITES[site]]
            assert there is not None
            kind, colour = KINDS.index(there.kind), COLOURS.index(there.colour)
            wide, lean = around(board, site, _WIDE_SIDES), seen_lean(board, site) or random_lean(rng)
        else:
            board, site = bare_site(self._boards, self._real, rng, real_share=0.6, path_share=_DRAWN[0])
            wide = around(board, site, _WIDE_SIDES)
            lean = seen_lean(board, site) or random_lean(rng)
            if rng.random() < 0.4:
                lean = random_lean(rng)
            if rng.random() < _BORDERED_P:
                self._border(wide, site, rng)
            if rng.random() < 0.25:
                printed(wide, rng)
            if rng.random() < 0.15:
                coast(wide, site, rng)
            kind, colour = self._furnish(wide, board, site, lean, rng)
        if rng.random() < _COVERED_P:
            hidden = covered(wide, rng)
            if hidden is None:
                return self._scene(rng)
            if hidden:
                kind, colour = COVERED, -1
        return wide, lean, site, kind, colour

    def _furnish(
        self, wide: Floats, board: LabelledBoard, site: int, lean: tuple[float, float], rng: Rng
    ) -> tuple[int, int]:
        """Put pieces on a bare site and around it; its class, colour or -1.

        What stands farther from the camera is put down first: nearer bodies hide it.
        """
        lamp = reliefs.random_lamp(rng)
        many = rng.choice([0.0, 0.25, 0.7])
        near = np.linalg.norm(PLACES - PLACES[site], axis=1) < _NEIGHBOURS_SIDES
        ours = str(rng.choice(COLOURS, p=_OFTEN))
        bare = rng.random() < _BARE_P
        free = [int(n) for n in np.flatnonzero(near) if n != site and board.standing.get(SITES[n]) is None]
        which = [n for n in free if rng.random() < many] + ([] if bare else [site])
        places = dict(zip(which, _seen_from(site, PLACES[which]), strict=True))
        kind, colour = 0, -1
        if rng.random() < _STRAY_P:
            self._stray(wide, lean, lamp, rng)
        for other in sorted(which, key=lambda other: -float(places[other] @ lean)):
            painted = ours if rng.random() < 0.6 else str(rng.choice(COLOURS, p=_OFTEN))
            sort = "road" if ROAD_SITES[other] else _PIECES[1 + int(rng.random() < 0.5)]
            along = TURNS[other] - TURNS[site] if sort == "road" else None
            askew = np.array(aside(rng))
            if sort == "road" and rng.random() < _PUSHED_P:
                # Up to the corner, where it is no building.
                askew[0] = rng.choice([-1, 1]) * rng.uniform(0.12, 0.34)
            x, y = places[other] + turned(askew[None], np.array([along or 0.0]))[0]
            self._put(wide, sort, painted, (float(x), float(y)), along, lean, lamp, rng)
            if other == site:
                kind, colour = KINDS.index(sort), COLOURS.index(painted)
        return kind, colour

    def _put(self, wide: Floats, sort: str, painted: str, at: tuple[float, float], along: float | None,
             lean: tuple[float, float], lamp: reliefs.SpotLight, rng: Rng) -> None:  # fmt: skip
        if rng.random() < _RELIEF_P:
            turn = rng.uniform(0, 2 * np.pi) if along is None else along + np.deg2rad(rng.normal(0, _ASKEW))
            reliefs.draw(wide, reliefs.piece(sort, painted, rng), at, float(turn), lean, lamp)
            return
        if along is None:
            body, turn = self._bodies.upright(sort, lean, rng)
        else:
            body, turn = self._bodies.along(sort, lean, along, rng)
        set_down(wide, body, reliefs.random_paint(painted, rng), at, rng, turn)

    def _stray(self, wide: Floats, lean: tuple[float, float], lamp: reliefs.SpotLight, rng: Rng) -> None:
        """A piece or the robber near the site but not on it."""
        away, towards = rng.uniform(0.42, 0.8), rng.uniform(0, 2 * np.pi)
        at = (float(away * np.cos(towards)), float(away * np.sin(towards)))
        sort = str(rng.choice([*_PIECES, "robber"]))
        if sort == "robber":
            reliefs.draw(wide, reliefs.robber(rng), at, rng.uniform(0, 2 * np.pi), lean, lamp)
        else:
            turn = float(rng.uniform(0, 2 * np.pi)) if sort == "road" else None
            self._put(wide, sort, str(rng.choice(COLOURS)), at, turn, lean, lamp, rng)

    @staticmethod
    def _border(wide: Floats, site: int, rng: Rng) -> None:
        """Print hexes' borders along the paths: broad and as light as white roads are, in some printings."""
        size = wide.shape[0]
        broad, seam = int(rng.uniform(0.06, 0.24) * GRAIN_PX), rng.random() < 0.6
        paint = CREAM * rng.uniform(0.8, 1.15) * np.exp(rng.normal(0, 0.04, 3))
        dark = float(rng.uniform(0.3, 0.8))
        share, line = np.zeros((2, size, size), np.uint8)
        for path in _ON_PATHS[
            np.linalg.norm(PLACES[_ON_PATHS] - PLACES[site], axis=1) < _NEIGHBOURS_SIDES + 0.3
        ]:
            along = 0.5 * np.array([np.cos(TURNS[path]), np.sin(TURNS[path])])
            ends = _seen_from(site, PLACES[path] + np.array([-along, along]))
            a, b = np.rint((size - 1) / 2 + GRAIN_PX * ends).astype(int).tolist()
            cv2.line(share, a, b, 255, broad, cv2.LINE_AA)
            cv2.line(line, a, b, 255, 1, cv2.LINE_AA)
        grain = 1 + rng.uniform(0, 0.15) * (noise(size, 5, rng) - 0.5)
        cover = cv2.GaussianBlur(share, (0, 0), rng.uniform(0.5, 2)).astype(np.float32)[..., None] / 255
        wide += cover * (paint * grain[..., None] - wide)
        if seam:
            wide *= 1 - (1 - dark) * line.astype(np.float32)[..., None] / 255
