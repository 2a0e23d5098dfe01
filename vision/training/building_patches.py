"""Patches of buildings to learn from: real ones of licensed photos, and path-traced ones laid on boards."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

import numpy as np
from numpy.typing import NDArray

from companion.island.pieces import COLOURS, SITES
from vision.buildings import BUILDINGS, FAMILIES, PATCH_PX, REACH_SIDES
from vision.patches import CREAM, as_inputs
from vision.pieces import PLACES, TURNS
from vision.training import reliefs
from vision.training.boards import LabelledBoard
from vision.training.bodies.layers import BodyLayers, lay, resurfaced, seen_otherwise
from vision.training.labels import met
from vision.training.reliefs import GRAIN_PX, Floats
from vision.training.sites import ROAD_SITES, around, clutter, printed, seen_lean, shoot
from vision.training.textures import Rng

_ON_INTERSECTIONS: Final = np.flatnonzero(~ROAD_SITES)
_OFTEN: Final = (0.2, 0.2, 0.2, 0.2, 0.1, 0.1)
"""How often each of `COLOURS` is drawn."""
_WOODEN: Final = FAMILIES.index("wooden")


class BuildingDesk:
    """Makes patches of buildings.

    Args:
        boards: what they are cut from and put on.
        real: how many of the first boards are licensed photos, whose pieces are wooden.
        bodies: rendered ones.
    """

    def __init__(self, boards: Sequence[LabelledBoard], real: int, bodies: Sequence[BodyLayers]) -> None:
        self._boards, self._real, self._bodies = boards, real, bodies
        self._standing: dict[str, list[tuple[LabelledBoard, int]]] = {kind: [] for kind in BUILDINGS}
        for board in boards[:real]:
            for site in _ON_INTERSECTIONS:
                standing = board.standing.get(SITES[site])
                if standing is not None:
                    self._standing[standing.kind].append((board, int(site)))
        self._met = met([1 / len(BUILDINGS)] * len(BUILDINGS), self._standing.values())

    def shots(self, many: int, rng: Rng) -> Iterator[tuple[NDArray[np.float32], int]]:
        """One building as different cameras see it: patches as the network takes them, and their class."""
        wide, lean, family, kind = self._building(rng)
        for _ in range(many):
            patch = shoot(wide, PATCH_PX, REACH_SIDES, rng, turn=4, shift=0.03)
            told = np.array(lean) + rng.normal(0, 0.05, 2)
            if rng.random() < 0.5:
                patch, told = patch[:, ::-1], told * (-1, 1)
            yield as_inputs(patch[None], told[None])[0], family * len(BUILDINGS) + kind

    def _building(self, rng: Rng) -> tuple[Floats, tuple[float, float], int, int]:
        """Around a building from straight above; how it leans, its family and kind."""
        chance = rng.random()
        if chance < 0.22 and self._met.any():
            wide, lean, family, kind = self._photographed(rng)
        else:
            board, site = self._empty(rng)
            wide = around(board, site)
            if rng.random() < 0.15:
                printed(wide, rng)
            lean, family, kind = self._rendered(wide, site, board, rng)
        if rng.random() < 0.08:
            share = clutter(wide, rng)
            middle, reach = wide.shape[0] // 2, int(0.25 * GRAIN_PX)
            if share[middle - reach : middle + reach, middle - reach : middle + reach].max() > 0.3:
                return self._building(rng)
        return wide, lean, family, kind

    def _photographed(self, rng: Rng) -> tuple[Floats, tuple[float, float], int, int]:
        kind = int(rng.choice(len(BUILDINGS), p=self._met))
        pool = self._standing[BUILDINGS[kind]]
        board, site = pool[int(rng.integers(len(pool)))]
        return around(board, site), seen_lean(board, site) or (0.0, 0.0), _WOODEN, kind

    def _empty(self, rng: Rng) -> tuple[LabelledBoard, int]:
        low, high = (0, self._real) if rng.random() < 0.6 else (self._real, len(self._boards))
        while True:
            board = self._boards[int(rng.integers(low, high))]
            site = int(rng.choice(_ON_INTERSECTIONS))
            if board.standing.get(SITES[site], 0) is None:
                return board, site

    def _rendered(
        self, wide: Floats, site: int, board: LabelledBoard, rng: Rng
    ) -> tuple[tuple[float, float], int, int]:
        body = self._bodies[int(rng.integers(len(self._bodies)))]
        while body.family == "other" and rng.random() < 0.5:
            body = self._bodies[int(rng.integers(len(self._bodies)))]
        body = seen_otherwise(body, int(rng.integers(4)), bool(rng.random() < 0.5))
        colour = str(rng.choice(COLOURS, p=_OFTEN))
        self._roads(wide, site, board, colour, body.lean, rng)
        paint = (reliefs.random_paint(colour, rng) * CREAM * rng.uniform(0.95, 1.2)).astype(np.float32)
        body = resurfaced(body, rng)
        at = rng.normal(0, 0.035, 2).clip(-0.1, 0.1)
        lay(wide, body, paint, (float(at[0]), float(at[1])), GRAIN_PX,
            light=float(np.exp(rng.normal(0.15, 0.25))), depth=float(rng.uniform(0.3, 1)))  # fmt: skip
        return body.lean, FAMILIES.index(body.family), BUILDINGS.index(body.kind)

    @staticmethod
    def _roads(
        wide: Floats, site: int, board: LabelledBoard, colour: str, lean: tuple[float, float], rng: Rng
    ) -> None:
        """Roads that lead to the building, most of them of its colour."""
        many = rng.choice([0.0, 0.4, 0.7])
        lamp = reliefs.random_lamp(rng)
        back = -TURNS[site]
        c, s = np.cos(back), np.sin(back)
        for other in np.flatnonzero((np.linalg.norm(PLACES - PLACES[site], axis=1) < 0.7) & ROAD_SITES):
            if rng.random() >= many or board.standing.get(SITES[other], 0) is not None:
                continue
            paint = colour if rng.random() < 0.75 else str(rng.choice(COLOURS))
            x, y = np.array([[c, -s], [s, c]]) @ (PLACES[other] - PLACES[site]) + rng.normal(0, 0.035, 2)
            turn = TURNS[other] + back + np.deg2rad(rng.normal(0, 6))
            reliefs.draw(
                wide, reliefs.piece("road", paint, rng), (float(x), float(y)), float(turn), lean, lamp
            )
