"""Renders the complete picture: table, board, pieces, photograph."""

from __future__ import annotations

import zlib
from collections.abc import Iterable, Sequence

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.island.geometry import HexId
from companion.island.layout import Layout
from companion.sim.picture import sheet, tables
from companion.sim.picture.clutter import Clutter, cast_shade, hand_solids, object_solids
from companion.sim.picture.dice import DrawnDie, draw_die
from companion.sim.picture.lens import CameraEffects, Light, photograph
from companion.sim.picture.noise import blend
from companion.sim.picture.pose import CameraPose, Floats
from companion.sim.picture.printing import Printing
from companion.sim.picture.shapes import PieceSet
from companion.sim.picture.solids import (
    ConvexSolid,
    Piece,
    cast_shadows,
    draw_solids,
    piece_solids,
    robber_solids,
)

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
    """Render a photo of the board.

    Args:
        layout: terrain, tokens and harbors.
        pieces: the players' pieces.
        robber: the robber's hex; None: it is off the board.
        camera: the pose, and the size of the picture.
        light: the lamp.
        lens: the camera's effects.
        table: the table top.
        piece_set: wooden or sculpted pieces.
        printing: the inks of the board.
        clutter: foreign objects on or over the board.
        seed: seeds the tiles' art and the offsets of tokens and pieces; a piece's offset doesn't depend on
            the other pieces.
        shot: the number of the photo of the same scene: it changes only the sensor's noise.

    Returns:
        camera.height x camera.width x 3, BGR. The same arguments give the same picture.

    Raises:
        PieceError: the robber's hex isn't on the island.
    """
    picture = draw_board(layout, camera, light, table=table, seed=seed, printing=printing)
    draw_scene(
        picture, standing_solids(pieces, robber, piece_set=piece_set, seed=seed), clutter, camera, light
    )
    return photograph(picture, light, lens, np.random.default_rng([seed, shot]))


def standing_solids(
    pieces: Iterable[Piece],
    robber: HexId | None,
    robber_offset: tuple[float, float] = (0.0, 0.0),
    *,
    piece_set: PieceSet = "wooden",
    seed: int = 0,
) -> list[ConvexSolid]:
    """Return the bodies of pieces and robber; see `render_board`."""
    solids: list[ConvexSolid] = []
    for piece in pieces:
        solids += piece_solids(piece, _rng_for(seed, f"{piece.kind} {piece.at}"), piece_set)
    if robber is not None:
        solids += robber_solids(robber, _rng_for(seed, f"robber {robber}"), robber_offset)
    return solids


def draw_scene(
    picture: NDArray[np.uint8],
    solids: Sequence[ConvexSolid],
    clutter: Sequence[Clutter],
    camera: CameraPose,
    light: Light,
) -> None:
    """Draw bodies, dice and arms with their shadows into a picture.

    Args:
        picture: H x W x 3, BGR, before the camera's effects; changed in place.
        solids: the bodies of pieces and robber.
        clutter: foreign objects on or over the board.
        camera: the pose.
        light: the lamp.
    """
    towards = light.direction(camera.rotation)
    standing, hands = [*solids, *object_solids(clutter)], hand_solids(clutter)
    dice = [thing for thing in clutter if isinstance(thing, DrawnDie)]
    shading = [*standing, *(die.solid() for die in dice), *hands]
    cast_shadows(picture, shading, camera, towards, light.shadows)
    eye = camera.position

    def distance_to_eye(middle: Floats) -> float:
        return float(np.linalg.norm(middle - eye))

    for die in sorted(dice, key=lambda die: -distance_to_eye(die.centre)):
        behind = [solid for solid in standing if distance_to_eye(solid.centre) > distance_to_eye(die.centre)]
        standing = [
            solid for solid in standing if distance_to_eye(solid.centre) <= distance_to_eye(die.centre)
        ]
        draw_solids(picture, behind, camera, towards)
        draw_die(picture, die, camera, towards)
    draw_solids(picture, standing, camera, towards)
    draw_solids(picture, hands, camera, towards)
    cast_shade(picture, clutter, camera)


def _rng_for(seed: int, what: str) -> np.random.Generator:
    return np.random.default_rng([seed, zlib.crc32(what.encode())])


def draw_board(
    layout: Layout | None,
    camera: CameraPose,
    light: Light,
    *,
    table: tables.Table | tables.Cloth = "oak",
    seed: int = 0,
    printing: Printing = "painted",
    ground: CameraPose | None = None,
) -> NDArray[np.uint8]:
    """Draw the table and the board without pieces, before the camera's effects: H x W x 3, BGR.

    Args:
        layout, camera, light, table, seed, printing: as for `render_board`; without a layout there is only
            the table.
        ground: the camera's pose over the table top, if the board was moved on it; None: as `camera`.
    """
    size = (camera.width, camera.height)
    towards = light.direction(camera.rotation)
    board_homography = camera.homography()
    table_homography = board_homography if ground is None else ground.homography()
    picture = np.asarray(
        cv2.warpPerspective(
            tables.table_top(table, seed),
            table_homography @ tables.to_plane(),
            size,
            borderMode=cv2.BORDER_REFLECT,
        ),
        np.uint8,
    )
    if layout is None:
        return picture
    rim = np.array([(x, y, _FRAME_HEIGHT) for x, y in sheet.FRAME_CORNERS])
    cast_shadows(picture, [ConvexSolid((rim,), (0, 0, 0))], camera, towards, light.shadows)
    # The sheet's scale is a little finer than the picture's, in steps, so that similar cameras share a sheet.
    scale = min(400, max(32, 16 * round(1.2 * camera.pixels_per_side() / 16)))
    board = sheet.draw_sheet(layout, seed, scale, printing)
    matrix = board_homography @ board.to_plane()
    art = cv2.warpPerspective(board.paint, matrix, size)
    share = np.asarray(cv2.warpPerspective(board.shape, matrix, size), np.float32) / np.float32(255)
    return np.rint(blend(picture.astype(np.float32), art.astype(np.float32), share)).astype(np.uint8)
