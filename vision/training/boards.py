"""Boards from above to put pieces on: licensed photos with what stands on them, and drawn ones."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.island.box import Terrain
from companion.island.geometry import HEXES, HexId
from companion.island.pieces import SITES, Site, Standing
from vision.camera import Camera, camera_over
from vision.lattice import CENTRES, inverse, project
from vision.patches import even_out
from vision.pieces import PLACES, paper
from vision.training.labels import board_labels, unboxed
from vision.training.reliefs import GRAIN_PX
from vision.training.scenes import SceneGenerator
from vision.training.textures import Image, Rng
from vision.training.views import light

REACH_SIDES: Final = 6.2
_EXTENT: Final = int(2 * REACH_SIDES * GRAIN_PX)
FROM_ABOVE: Final = np.array([[GRAIN_PX, 0, _EXTENT / 2], [0, GRAIN_PX, _EXTENT / 2], [0, 0, 1.0]])
"""From the plane to a board's picture."""
_SURE, _STRAY = 0.25, 0.5


@dataclass(frozen=True)
class LabelledBoard:
    """A board seen from above.

    Attributes:
        picture: BGR, square, GRAIN_PX pixels a hex side.
        white: n x 3, the paper around each of `SITES`.
        camera: from where it was seen; None for a drawn one, which is as flat as its art.
        terrains: of the 19 hexes, in the order of `HEXES`.
        standing: what stands on the sites that are known; those not known are left out.
        robber: the hex it stands on, None where there is none.
        known: whether `robber` is known.
    """

    picture: Image
    white: NDArray[np.float64]
    camera: Camera | None
    terrains: tuple[Terrain, ...]
    standing: Mapping[Site, Standing | None]
    robber: HexId | None
    known: bool


def _from_above(picture: Image, plane: NDArray[np.float64]) -> Image:
    move = FROM_ABOVE @ inverse(plane)
    side = float(np.linalg.norm(np.subtract(*project(plane, np.array([[-0.5, 0], [0.5, 0]])))))
    while side > 1.8 * GRAIN_PX:
        picture = np.asarray(cv2.pyrDown(picture), np.uint8)
        move, side = move @ np.diag([2.0, 2, 1]), side / 2
    return np.asarray(cv2.warpPerspective(picture, move, (_EXTENT, _EXTENT)), np.uint8)


def _pieces(label: Mapping[str, Any], plane: NDArray[np.float64]) -> dict[Site, Standing | None]:
    """What stands where. A piece that isn't clearly on a site leaves the sites near it unknown."""
    roads = np.array([str(site).startswith("p") for site in SITES])
    pairs, strays = [], []
    for n, piece in enumerate(label["pieces"]):
        if "at" in piece:
            at = project(inverse(plane), np.array([piece["at"]]))[0]
        else:
            left, top, right, low = piece["box"]
            middle = np.array([[(left + right) / 2, (top + low) / 2]])
            at = project(inverse(plane), middle)[0]
        strays.append(at)
        away = np.linalg.norm(PLACES - at, axis=1) + np.where(roads == (piece["kind"] == "road"), 0, 9)
        pairs += [(away[m], n, m) for m in np.argsort(away)[:3]]
    standing: dict[Site, Standing | None] = dict.fromkeys(SITES)
    placed: set[int] = set()
    for away, n, m in sorted(pairs):
        if away < _SURE and n not in placed and standing[SITES[m]] is None:
            placed.add(n)
            standing[SITES[m]] = Standing(label["pieces"][n]["kind"], label["pieces"][n]["colour"])
    for n, at in enumerate(strays):
        if n not in placed:
            for m in np.flatnonzero(np.linalg.norm(PLACES - at, axis=1) < _STRAY):
                standing.pop(SITES[m], None)
    return standing


def licensed_boards(photos: Path, without: str | None = None) -> list[LabelledBoard]:
    """The licensed photos whose pieces are labelled, but those of a source that is left out."""
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
        above = _from_above(np.asarray(picture, np.uint8), plane)
        white = paper(np.asarray(picture, np.uint8), plane)
        known = "robber" in label or "robber" in own
        camera = camera_over(plane, picture.shape[1], picture.shape[0])
        standing, terrains = _pieces(label, plane) | unboxed(own), tuple(own["terrains"])
        boards.append(LabelledBoard(above, white, camera, terrains, standing, robber, known))
    return boards


def drawn_boards(studio: SceneGenerator, many: int, rng: Rng) -> list[LabelledBoard]:
    """Boards of imagined printings, without pieces."""
    boards = []
    for _ in range(many):
        scene = studio.bare(rng)
        picture = _from_above(light(scene.picture, rng, 0.4), scene.plane)
        white = paper(picture, FROM_ABOVE)
        boards.append(LabelledBoard(picture, white, None, scene.terrains, dict.fromkeys(SITES), None, True))
    return boards


def evened(board: LabelledBoard, patch: Image, site: int) -> NDArray[np.float32]:
    """A patch of a board, evened out as the reader does it."""
    return np.asarray(even_out(patch[None], board.white[site : site + 1])[0])
