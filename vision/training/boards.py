"""Boards seen from above, as backgrounds for pieces: licensed photos with their pieces, and drawn ones."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.island.geometry import HEXES, SITES, HexId, Site, Standing
from companion.island.layout import Terrain
from vision.camera import Camera, estimate_camera
from vision.lattice import CENTRES, inverse, project
from vision.patches import white_balance
from vision.pieces import SITE_PLACES, paper_brightness
from vision.training.labels import board_labels, unboxed_pieces
from vision.training.reliefs import GRAIN_PX
from vision.training.scenes import SceneGenerator
from vision.training.textures import Image, Rng
from vision.training.views import augment_photo

REACH_SIDES: Final = 6.2
_EXTENT_PX: Final = int(2 * REACH_SIDES * GRAIN_PX)
PLANE_TO_PICTURE: Final = np.array(
    [[GRAIN_PX, 0, _EXTENT_PX / 2], [0, GRAIN_PX, _EXTENT_PX / 2], [0, 0, 1.0]]
)
"""Homography from the plane to a board's picture."""
_ON_SITE_SIDES, _STRAY_SIDES = 0.25, 0.5


@dataclass(frozen=True)
class LabelledBoard:
    """A board seen from above.

    Attributes:
        picture: BGR, square, GRAIN_PX pixels a hex side.
        white: n x 3, the paper colour around each of `SITES`.
        camera: the photo's camera; None for a drawn board, which is flat.
        terrains: of the 19 hexes, in the order of `HEXES`.
        standing: the pieces on the known sites; unknown sites are missing.
        robber: the robber's hex; None if there is none.
        robber_known: whether `robber` is known.
        source: the photo's folder, of `vision.training.labels.SOURCES`; empty for a drawn board.
    """

    picture: Image
    white: NDArray[np.float64]
    camera: Camera | None
    terrains: tuple[Terrain, ...]
    standing: Mapping[Site, Standing | None]
    robber: HexId | None
    robber_known: bool
    source: str = ""


def _rectify(picture: Image, plane: NDArray[np.float64]) -> Image:
    homography = PLANE_TO_PICTURE @ inverse(plane)
    side = float(np.linalg.norm(np.subtract(*project(plane, np.array([[-0.5, 0], [0.5, 0]])))))
    while side > 1.8 * GRAIN_PX:
        picture = np.asarray(cv2.pyrDown(picture), np.uint8)
        homography, side = homography @ np.diag([2.0, 2, 1]), side / 2
    return np.asarray(cv2.warpPerspective(picture, homography, (_EXTENT_PX, _EXTENT_PX)), np.uint8)


def _label_sites(label: Mapping[str, Any], plane: NDArray[np.float64]) -> dict[Site, Standing | None]:
    """Return the piece on each site. A piece that is on no site clearly makes the sites near it unknown."""
    roads = np.array([str(site).startswith("p") for site in SITES])
    pairs, positions = [], []
    for n, piece in enumerate(label["pieces"]):
        if "at" in piece:
            at = project(inverse(plane), np.array([piece["at"]]))[0]
        else:
            left, top, right, low = piece["box"]
            middle = np.array([[(left + right) / 2, (top + low) / 2]])
            at = project(inverse(plane), middle)[0]
        positions.append(at)
        distances = np.linalg.norm(SITE_PLACES - at, axis=1) + np.where(
            roads == (piece["kind"] == "road"), 0, 9
        )
        pairs += [(distances[m], n, m) for m in np.argsort(distances)[:3]]
    standing: dict[Site, Standing | None] = dict.fromkeys(SITES)
    assigned: set[int] = set()
    for distances, n, m in sorted(pairs):
        if distances < _ON_SITE_SIDES and n not in assigned and standing[SITES[m]] is None:
            assigned.add(n)
            standing[SITES[m]] = Standing(label["pieces"][n]["kind"], label["pieces"][n]["colour"])
    for n, at in enumerate(positions):
        if n not in assigned:
            for m in np.flatnonzero(np.linalg.norm(SITE_PLACES - at, axis=1) < _STRAY_SIDES):
                standing.pop(SITES[m], None)
    return standing


def licensed_boards(photos: Path, without: str | None = None) -> list[LabelledBoard]:
    """Load the licensed photos with labelled pieces, except those of a source to leave out."""
    boards = []
    for name, own in board_labels(without).items():
        if not name.startswith("board/"):
            continue
        picture = cv2.imread(str(photos / name))
        if picture is None:
            raise FileNotFoundError(f"no photo {photos / name}: training needs the licensed photos")
        label = json.loads((photos / f"{name}.json").read_text("utf-8"))
        plane = np.array(own["plane"])
        robber = own.get("robber")
        if label.get("robber"):
            at = project(inverse(plane), np.array([label["robber"]["at"]]))[0]
            robber = HEXES[int(np.linalg.norm(CENTRES - at, axis=1).argmin())]
        above = _rectify(np.asarray(picture, np.uint8), plane)
        white = paper_brightness(np.asarray(picture, np.uint8), plane)
        robber_known = "robber" in label or "robber" in own
        camera = estimate_camera(plane, picture.shape[1], picture.shape[0])
        standing, terrains = _label_sites(label, plane) | unboxed_pieces(own), tuple(own["terrains"])
        source = name.rpartition("/")[0]
        boards.append(LabelledBoard(above, white, camera, terrains, standing, robber, robber_known, source))
    return boards


def drawn_boards(studio: SceneGenerator, count: int, rng: Rng) -> list[LabelledBoard]:
    """Draw boards of imagined printings, without pieces."""
    boards = []
    for _ in range(count):
        scene = studio.empty_island(rng)
        picture = _rectify(augment_photo(scene.picture, rng, 0.4), scene.plane)
        white = paper_brightness(picture, PLANE_TO_PICTURE)
        boards.append(LabelledBoard(picture, white, None, scene.terrains, dict.fromkeys(SITES), None, True))
    return boards


def white_balance_patch(board: LabelledBoard, patch: Image, site: int) -> NDArray[np.float32]:
    """Return a white-balanced patch of a board, as the reader computes it."""
    return np.asarray(white_balance(patch[None], board.white[site : site + 1])[0])
