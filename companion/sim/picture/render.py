"""Puts the picture together: table, board, pieces, photograph."""

from __future__ import annotations

import zlib
from collections.abc import Iterable, Sequence

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.island.geometry import HexId
from companion.island.layout import Layout
from companion.sim.picture import sheet, tables
from companion.sim.picture.clutter import Clutter, cast_shade, hand_solids, lying_solids
from companion.sim.picture.dice import DrawnDie, draw_die
from companion.sim.picture.lens import CameraEffects, Light, photograph
from companion.sim.picture.noise import blend
from companion.sim.picture.pose import CameraPose, Floats
from companion.sim.picture.printing import Printing
from companion.sim.picture.shapes import PieceSet
from companion.sim.picture.solids import Piece, Solid, cast_shadows, draw_solids, piece_solids, robber_solids

_FRAME_HEIGHT = 0.05
_DEFAULT_CAMERA, _DEFAULT_LIGHT, _DEFAULT_LENS = CameraPose(), Light(), CameraEffects()


def render_board(
    layout: Layout,
    pieces: Iterable[Piece] = (),
    robber: HexId | None = None,
    *,
    camera: CameraPose = _DEFAULT_CAMERA,
    light: Light = _DEFAULT_LIGHT,
    lens: CameraEffects = _DEFAULT_LENS,
    table: tables.Table | tables.Cloth = "oak",
    piece_set: PieceSet = "wooden",
    printing: Printing = "painted",
    clutter: Sequence[Clutter] = (),
    seed: int = 0,
    shot: int = 0,
) -> NDArray[np.uint8]:
    """A photo of the board.

    Args:
        layout: terrain, tokens and harbors.
        pieces: what the players have built.
        robber: the hex where the robber stands, None where it is off the board.
        camera: from where it is seen, and the size of the picture.
        light: how it is lit.
        lens: what the camera does to the picture.
        table: what it lies on.
        piece_set: wooden or sculpted pieces.
        printing: in whose inks the board is printed.
        clutter: what lies on the board or comes over it that doesn't belong to it.
        seed: how the tiles are painted and how carelessly tokens and pieces lie; pieces stay
            where they lie when others come.
        shot: which photo of the same scene: only the sensor's noise differs.

    Returns:
        camera.height x camera.width x 3, BGR. The same arguments give the same picture.

    Raises:
        PieceError: the robber's hex is no hex of the island.
    """
    picture = lay_out(layout, camera, light, table=table, seed=seed, printing=printing)
    put_in(picture, standing(pieces, robber, piece_set=piece_set, seed=seed), clutter, camera, light)
    return photograph(picture, light, lens, np.random.default_rng([seed, shot]))


def standing(
    pieces: Iterable[Piece],
    robber: HexId | None,
    robber_aside: tuple[float, float] = (0.0, 0.0),
    *,
    piece_set: PieceSet = "wooden",
    seed: int = 0,
) -> list[Solid]:
    """The bodies of what stands on a board; see `render_board`."""
    solids: list[Solid] = []
    for piece in pieces:
        solids += piece_solids(piece, _own(seed, f"{piece.kind} {piece.at}"), piece_set)
    if robber is not None:
        solids += robber_solids(robber, _own(seed, f"robber {robber}"), robber_aside)
    return solids


def put_in(
    picture: NDArray[np.uint8],
    solids: Sequence[Solid],
    clutter: Sequence[Clutter],
    camera: CameraPose,
    light: Light,
) -> None:
    """Put bodies, dice and arms into a picture, with what they shade.

    Args:
        picture: H x W x 3, BGR, before it is photographed; changed in place.
        solids: what stands there besides.
        clutter: what lies there or comes over it.
        camera: that sees it.
        light: how it is lit.
    """
    towards = light.direction(camera.rotation)
    standing, hands = [*solids, *lying_solids(clutter)], hand_solids(clutter)
    dice = [thing for thing in clutter if isinstance(thing, DrawnDie)]
    shading = [*standing, *(die.solid() for die in dice), *hands]
    cast_shadows(picture, shading, camera, towards, light.shadows)
    eye = camera.position

    def away(middle: Floats) -> float:
        return float(np.linalg.norm(middle - eye))

    for die in sorted(dice, key=lambda die: -away(die.middle)):
        behind = [solid for solid in standing if away(solid.middle) > away(die.middle)]
        standing = [solid for solid in standing if away(solid.middle) <= away(die.middle)]
        draw_solids(picture, behind, camera, towards)
        draw_die(picture, die, camera, towards)
    draw_solids(picture, standing, camera, towards)
    draw_solids(picture, hands, camera, towards)
    cast_shade(picture, clutter, camera)


def _own(seed: int, what: str) -> np.random.Generator:
    return np.random.default_rng([seed, zlib.crc32(what.encode())])


def lay_out(
    layout: Layout,
    camera: CameraPose,
    light: Light,
    *,
    table: tables.Table | tables.Cloth = "oak",
    seed: int = 0,
    printing: Printing = "painted",
    ground: CameraPose | None = None,
) -> NDArray[np.uint8]:
    """The table with the board on it, without pieces, before it is photographed: H x W x 3, BGR.

    Args:
        layout, camera, light, table, seed, printing: as `render_board` takes them.
        ground: how the camera stands to the table top, where the board was pushed about on it; None: as it
            stands to the board.
    """
    size = (camera.width, camera.height)
    towards = light.direction(camera.rotation)
    to_picture = camera.homography()
    under = to_picture if ground is None else ground.homography()
    picture = np.asarray(
        cv2.warpPerspective(
            tables.table_top(table, seed), under @ tables.to_plane(), size, borderMode=cv2.BORDER_REFLECT
        ),
        np.uint8,
    )
    rim = np.array([(x, y, _FRAME_HEIGHT) for x, y in sheet.FRAME])
    cast_shadows(picture, [Solid((rim,), (0, 0, 0))], camera, towards, light.shadows)
    # Art a little finer than the picture, in steps so that similar cameras share it.
    scale = min(400, max(32, 16 * round(1.2 * camera.pixels_per_side() / 16)))
    board = sheet.board(layout, seed, scale, printing)
    matrix = to_picture @ board.to_plane()
    art = cv2.warpPerspective(board.paint, matrix, size)
    share = np.asarray(cv2.warpPerspective(board.shape, matrix, size), np.float32) / np.float32(255)
    return np.rint(blend(picture.astype(np.float32), art.astype(np.float32), share)).astype(np.uint8)
