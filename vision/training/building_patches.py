"""Training patches of buildings: real ones of licensed photos, and path-traced ones on boards."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

import numpy as np
from numpy.typing import NDArray

from companion.island.geometry import COLOURS, SITES
from vision.buildings import BUILDINGS, FAMILIES, REACH_SIDES
from vision.patches import PAPER_COLOUR, to_network_inputs
from vision.pieces import SITE_PLACES, TURNS
from vision.training import reliefs
from vision.training.boards import LabelledBoard
from vision.training.bodies.layers import BodyLayers, compose, rotate_and_mirror, vary_surface
from vision.training.reliefs import GRAIN_PX, Floats
from vision.training.sites import (
    ROAD_SITES,
    camera_lean,
    draw_clutter,
    draw_printed_details,
    render_view,
    site_window,
)
from vision.training.textures import Rng

PATCH_PX: Final = 64
"""Pixels across the patch of a building."""
_INTERSECTION_SITES: Final = np.flatnonzero(~ROAD_SITES)
_COLOUR_SHARES: Final = (0.2, 0.2, 0.2, 0.2, 0.1, 0.1)
"""Sampling share of each of `COLOURS`."""
_WOODEN: Final = FAMILIES.index("wooden")


class BuildingPatchDataset:
    """Generates patches of buildings.

    Args:
        boards: the boards from which scenes are cut.
        real: the number of licensed photos at the front of `boards`; their pieces are wooden.
        bodies: path-traced buildings.
    """

    def __init__(self, boards: Sequence[LabelledBoard], real: int, bodies: Sequence[BodyLayers]) -> None:
        self._boards, self._real, self._bodies = boards, real, bodies
        self._standing: dict[str, list[tuple[LabelledBoard, int]]] = {kind: [] for kind in BUILDINGS}
        for board in boards[:real]:
            for site in _INTERSECTION_SITES:
                standing = board.standing.get(SITES[site])
                if standing is not None:
                    self._standing[standing.kind].append((board, int(site)))

    def render_patches(self, count: int, rng: Rng) -> Iterator[tuple[NDArray[np.float32], int]]:
        """Render one building through several cameras: network inputs and class."""
        wide, lean, family, kind = self._compose_scene(rng)
        for _ in range(count):
            patch = render_view(wide, PATCH_PX, REACH_SIDES, rng, turn=4, shift=0.03)
            patch_lean = np.array(lean) + rng.normal(0, 0.05, 2)
            if rng.random() < 0.5:
                patch, patch_lean = patch[:, ::-1], patch_lean * (-1, 1)
            yield to_network_inputs(patch[None], patch_lean[None])[0], family * len(BUILDINGS) + kind

    def _compose_scene(self, rng: Rng) -> tuple[Floats, tuple[float, float], int, int]:
        """Compose a building from straight above; return it with its lean, family and kind."""
        chance = rng.random()
        # Photos that show one kind alone would teach that what is photographed is of that kind.
        if chance < 0.22 and all(self._standing.values()):
            wide, lean, family, kind = self._photo_scene(rng)
        else:
            board, site = self._random_empty_site(rng)
            wide = site_window(board, site)
            if rng.random() < 0.15:
                draw_printed_details(wide, rng)
            lean, family, kind = self._compose_building(wide, site, board, rng)
        if rng.random() < 0.08:
            share = draw_clutter(wide, rng)
            middle, reach = wide.shape[0] // 2, int(0.25 * GRAIN_PX)
            if share[middle - reach : middle + reach, middle - reach : middle + reach].max() > 0.3:
                return self._compose_scene(rng)
        return wide, lean, family, kind

    def _photo_scene(self, rng: Rng) -> tuple[Floats, tuple[float, float], int, int]:
        kind = int(rng.integers(len(BUILDINGS)))
        pool = self._standing[BUILDINGS[kind]]
        board, site = pool[int(rng.integers(len(pool)))]
        return site_window(board, site), camera_lean(board, site) or (0.0, 0.0), _WOODEN, kind

    def _random_empty_site(self, rng: Rng) -> tuple[LabelledBoard, int]:
        low, high = (0, self._real) if rng.random() < 0.6 else (self._real, len(self._boards))
        while True:
            board = self._boards[int(rng.integers(low, high))]
            site = int(rng.choice(_INTERSECTION_SITES))
            if board.standing.get(SITES[site], 0) is None:
                return board, site

    def _compose_building(
        self, wide: Floats, site: int, board: LabelledBoard, rng: Rng
    ) -> tuple[tuple[float, float], int, int]:
        body = self._bodies[int(rng.integers(len(self._bodies)))]
        while body.family == "other" and rng.random() < 0.5:
            body = self._bodies[int(rng.integers(len(self._bodies)))]
        body = rotate_and_mirror(body, int(rng.integers(4)), bool(rng.random() < 0.5))
        colour = str(rng.choice(COLOURS, p=_COLOUR_SHARES))
        self._draw_roads(wide, site, board, colour, body.lean, rng)
        paint = (reliefs.random_paint(colour, rng) * PAPER_COLOUR * rng.uniform(0.95, 1.2)).astype(np.float32)
        body = vary_surface(body, rng)
        at = rng.normal(0, 0.035, 2).clip(-0.1, 0.1)
        compose(wide, body, paint, (float(at[0]), float(at[1])), GRAIN_PX,
            light=float(np.exp(rng.normal(0.15, 0.25))), depth=float(rng.uniform(0.3, 1)))  # fmt: skip
        return body.lean, FAMILIES.index(body.family), BUILDINGS.index(body.kind)

    @staticmethod
    def _draw_roads(
        wide: Floats, site: int, board: LabelledBoard, colour: str, lean: tuple[float, float], rng: Rng
    ) -> None:
        """Draw roads that lead to the building, most of them in its colour."""
        road_p = rng.choice([0.0, 0.4, 0.7])
        lamp = reliefs.random_lamp(rng)
        back = -TURNS[site]
        c, s = np.cos(back), np.sin(back)
        for other in np.flatnonzero(
            (np.linalg.norm(SITE_PLACES - SITE_PLACES[site], axis=1) < 0.7) & ROAD_SITES
        ):
            if rng.random() >= road_p or board.standing.get(SITES[other], 0) is not None:
                continue
            paint = colour if rng.random() < 0.75 else str(rng.choice(COLOURS))
            x, y = np.array([[c, -s], [s, c]]) @ (SITE_PLACES[other] - SITE_PLACES[site]) + rng.normal(
                0, 0.035, 2
            )
            turn = TURNS[other] + back + np.deg2rad(rng.normal(0, 6))
            reliefs.draw_relief(
                wide, reliefs.piece_relief("road", paint, rng), (float(x), float(y)), float(turn), lean, lamp
            )
