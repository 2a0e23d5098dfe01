"""Training scenes of sites with their surroundings: path-traced bodies on licensed and drawn boards."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.island.geometry import COLOURS, SITES
from vision.patches import PAPER_COLOUR
from vision.pieces import COVERED_CLASS, KINDS, SITE_PLACES, TURNS, rotate_vectors
from vision.training import reliefs
from vision.training.boards import LabelledBoard
from vision.training.bodies.layers import BodyPool
from vision.training.labels import feasible_shares
from vision.training.reliefs import GRAIN_PX, Floats
from vision.training.sites import (
    ROAD_SITES,
    camera_lean,
    careless_offset,
    compose_body,
    cover_with_clutter,
    draw_coast,
    draw_printed_details,
    find_pieces,
    random_empty_site,
    random_lean,
    site_window,
)
from vision.training.textures import Rng, noise

_WIDE_SIDES: Final = 1.4
"""Half the extent of the scene from which a patch is cut, in hex sides."""
_NEIGHBOURS_SIDES: Final = 1.7
_PIECES: Final = ("road", "settlement", "city")
_KIND_SHARES: Final = (0.4, 0.3, 0.3)
"""Sampling share of each kind of piece."""
_COLOUR_SHARES: Final = (0.2, 0.2, 0.2, 0.2, 0.1, 0.1)
"""Sampling share of each of `COLOURS`."""
_PATH_SITES: Final = np.flatnonzero(ROAD_SITES)
_PHOTOGRAPHED_P: Final = 0.25
_EMPTY_P: Final = 0.5
"""Share of empty sites among those that aren't photographed pieces."""
_RELIEF_P: Final = 0.15
"""Share of pieces drawn as reliefs, for editions without a body."""
_STRAY_P: Final = 0.2
_COVERED_P: Final = 0.15
_BORDERED_P: Final = 0.15
_PUSHED_P: Final = 0.2
"""Share of roads that are shifted along their path."""
_ROAD_TURN_STD_DEG: Final = 6.0
"""Standard deviation of a road's direction, in degrees."""


@dataclass(frozen=True)
class SiteScene:
    """A site from straight above.

    Attributes:
        wide: white-balanced, GRAIN_PX pixels a hex side, the site in its middle, turned like its patch.
        lean: lean of bodies along the scene's axes.
        site: index of the site.
        kind: its class, as `vision.pieces.KINDS` and `COVERED_CLASS` have it.
        colour: the piece's, in `COLOURS`, or -1.
        family: the edition of the piece, of `vision.buildings.FAMILIES`; empty without a piece.
        source: the folder of the photographed board; empty for a drawn one.
    """

    wide: Floats
    lean: tuple[float, float]
    site: int
    kind: int
    colour: int
    family: str
    source: str


def _to_patch_axes(site: int, points: NDArray[np.float64]) -> NDArray[np.float64]:
    """Transform points of the plane, n x 2, into the axes of a site's patch."""
    return rotate_vectors(points - SITE_PLACES[site], np.full(len(points), -TURNS[site]))


class SiteSceneDataset:
    """Generates sites with their surroundings.

    Args:
        boards: the boards from which scenes are cut.
        real: the number of licensed photos at the front of `boards`.
        bodies: path-traced roads, settlements, cities and robbers.
    """

    def __init__(self, boards: Sequence[LabelledBoard], real: int, bodies: BodyPool) -> None:
        self._boards, self._real, self._bodies = boards, real, bodies
        self._standing = find_pieces(boards[:real])
        self._photo_shares = feasible_shares(_KIND_SHARES, self._standing.values())

    def compose_scene(self, rng: Rng) -> SiteScene:
        """Compose a site from straight above, with pieces on it and around."""
        kind, colour, family = 0, -1, ""
        if rng.random() < _PHOTOGRAPHED_P and self._photo_shares.any():
            pool = self._standing[str(rng.choice(_PIECES, p=self._photo_shares))]
            board, site = pool[int(rng.integers(len(pool)))]
            piece = board.standing[SITES[site]]
            assert piece is not None
            kind, colour, family = KINDS.index(piece.kind), COLOURS.index(piece.colour), "wooden"
            wide, lean = site_window(board, site, _WIDE_SIDES), camera_lean(board, site) or random_lean(rng)
        else:
            board, site = random_empty_site(
                self._boards, self._real, rng, real_share=0.6, path_share=_KIND_SHARES[0]
            )
            wide = site_window(board, site, _WIDE_SIDES)
            lean = camera_lean(board, site) or random_lean(rng)
            if rng.random() < 0.4:
                lean = random_lean(rng)
            if rng.random() < _BORDERED_P:
                self._draw_borders(wide, site, rng)
            if rng.random() < 0.25:
                draw_printed_details(wide, rng)
            if rng.random() < 0.15:
                draw_coast(wide, site, rng)
            kind, colour, family = self._place_pieces(wide, board, site, lean, rng)
        if rng.random() < _COVERED_P:
            hidden = cover_with_clutter(wide, rng)
            if hidden is None:
                return self.compose_scene(rng)
            if hidden:
                kind, colour = COVERED_CLASS, -1
        source = board.source if board.camera is not None else ""
        return SiteScene(wide, lean, site, kind, colour, family, source)

    def _place_pieces(
        self, wide: Floats, board: LabelledBoard, site: int, lean: tuple[float, float], rng: Rng
    ) -> tuple[int, int, str]:
        """Draw pieces on an empty site and around it; return the site's class, its colour or -1, its family.

        Pieces farther from the camera are drawn first, so that nearer ones occlude them.
        """
        lamp = reliefs.random_lamp(rng)
        neighbour_p = rng.choice([0.0, 0.25, 0.7])
        near = np.linalg.norm(SITE_PLACES - SITE_PLACES[site], axis=1) < _NEIGHBOURS_SIDES
        main_colour = str(rng.choice(COLOURS, p=_COLOUR_SHARES))
        is_empty = rng.random() < _EMPTY_P
        free = [int(n) for n in np.flatnonzero(near) if n != site and board.standing.get(SITES[n]) is None]
        sites = [n for n in free if rng.random() < neighbour_p] + ([] if is_empty else [site])
        places = dict(zip(sites, _to_patch_axes(site, SITE_PLACES[sites]), strict=True))
        kind, colour, family = 0, -1, ""
        if rng.random() < _STRAY_P:
            self._draw_stray(wide, lean, lamp, rng)
        for other in sorted(sites, key=lambda other: -float(places[other] @ lean)):
            piece_colour = main_colour if rng.random() < 0.6 else str(rng.choice(COLOURS, p=_COLOUR_SHARES))
            piece_kind = "road" if ROAD_SITES[other] else _PIECES[1 + int(rng.random() < 0.5)]
            along = TURNS[other] - TURNS[site] if piece_kind == "road" else None
            offset = np.array(careless_offset(rng))
            if piece_kind == "road" and rng.random() < _PUSHED_P:
                # Up to the corner, where it must not pass for a building.
                offset[0] = rng.choice([-1, 1]) * rng.uniform(0.12, 0.34)
            x, y = places[other] + rotate_vectors(offset[None], np.array([along or 0.0]))[0]
            at = (float(x), float(y))
            drawn = self._draw_piece(wide, piece_kind, piece_colour, at, along, lean, lamp, rng)
            if other == site:
                kind, colour, family = KINDS.index(piece_kind), COLOURS.index(piece_colour), drawn
        return kind, colour, family

    def _draw_piece(self, wide: Floats, kind: str, colour: str, at: tuple[float, float], along: float | None,
             lean: tuple[float, float], lamp: reliefs.SpotLight, rng: Rng) -> str:  # fmt: skip
        """Draw a piece and return the family of its edition."""
        if rng.random() < _RELIEF_P:
            turn = (
                rng.uniform(0, 2 * np.pi)
                if along is None
                else along + np.deg2rad(rng.normal(0, _ROAD_TURN_STD_DEG))
            )
            reliefs.draw_relief(wide, reliefs.piece_relief(kind, colour, rng), at, float(turn), lean, lamp)
            return "other"
        if along is None:
            body, turn = self._bodies.choose_upright(kind, lean, rng)
        else:
            body, turn = self._bodies.choose_along_path(kind, lean, along, rng)
        compose_body(wide, body, reliefs.random_paint(colour, rng), at, rng, turn)
        return body.family

    def _draw_stray(self, wide: Floats, lean: tuple[float, float], lamp: reliefs.SpotLight, rng: Rng) -> None:
        """Draw a piece or the robber near the site but not on it."""
        distance, towards = rng.uniform(0.42, 0.8), rng.uniform(0, 2 * np.pi)
        at = (float(distance * np.cos(towards)), float(distance * np.sin(towards)))
        piece_kind = str(rng.choice([*_PIECES, "robber"]))
        if piece_kind == "robber":
            reliefs.draw_relief(wide, reliefs.robber_relief(rng), at, rng.uniform(0, 2 * np.pi), lean, lamp)
        else:
            turn = float(rng.uniform(0, 2 * np.pi)) if piece_kind == "road" else None
            self._draw_piece(wide, piece_kind, str(rng.choice(COLOURS)), at, turn, lean, lamp, rng)

    @staticmethod
    def _draw_borders(wide: Floats, site: int, rng: Rng) -> None:
        """Draw the hexes' borders along the paths: in some printings as broad and light as white roads."""
        size = wide.shape[0]
        width, seam = int(rng.uniform(0.06, 0.24) * GRAIN_PX), rng.random() < 0.6
        paint = PAPER_COLOUR * rng.uniform(0.8, 1.15) * np.exp(rng.normal(0, 0.04, 3))
        dark = float(rng.uniform(0.3, 0.8))
        share, line = np.zeros((2, size, size), np.uint8)
        for path in _PATH_SITES[
            np.linalg.norm(SITE_PLACES[_PATH_SITES] - SITE_PLACES[site], axis=1) < _NEIGHBOURS_SIDES + 0.3
        ]:
            along = 0.5 * np.array([np.cos(TURNS[path]), np.sin(TURNS[path])])
            ends = _to_patch_axes(site, SITE_PLACES[path] + np.array([-along, along]))
            a, b = np.rint((size - 1) / 2 + GRAIN_PX * ends).astype(int).tolist()
            cv2.line(share, a, b, 255, width, cv2.LINE_AA)
            cv2.line(line, a, b, 255, 1, cv2.LINE_AA)
        grain = 1 + rng.uniform(0, 0.15) * (noise(size, 5, rng) - 0.5)
        cover = cv2.GaussianBlur(share, (0, 0), rng.uniform(0.5, 2)).astype(np.float32)[..., None] / 255
        wide += cover * (paint * grain[..., None] - wide)
        if seam:
            wide *= 1 - (1 - dark) * line.astype(np.float32)[..., None] / 255
