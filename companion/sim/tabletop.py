"""The scene before a simulated camera: the table, moving things over it, and pictures of both.

The scene changes in moments. Drawing is cached in layers: the empty board is drawn again only if camera or
light change, the pieces only if one of them changes, hands every time.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Final, Protocol

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.island.geometry import HexId
from companion.island.layout import Layout
from companion.island.pieces import Site
from companion.sim.picture import CameraEffects, CameraPose, Clutter, Light, Piece, PieceSet, Printing, Table
from companion.sim.picture.lens import photograph
from companion.sim.picture.render import draw_board, draw_scene, standing_solids

Picture = NDArray[np.uint8]
"""H x W x 3, BGR."""
Scene = tuple[Clutter, ...]
"""Objects in the picture that don't belong to the board."""

_NOISE_FRAMES: Final = 5
"""Number of stored noise frames: drawing new noise takes longer than a frame lasts."""


@dataclass(frozen=True)
class Tabletop:
    """The state of a table between two actions.

    Attributes:
        camera: the camera's pose over the board.
        pieces: the players' pieces in their real positions.
        robber: the robber's hex; None: it isn't on the board.
        robber_offset: its distance from the hex's centre, in hex sides: east, south.
        clutter: other objects: dice, a mug, a person's shadow.
        light: the lamp.
        ground: the camera's pose over the table top, if the board was moved on it; None: as `camera`.
    """

    camera: CameraPose
    pieces: tuple[Piece, ...] = ()
    robber: HexId | None = None
    robber_offset: tuple[float, float] = (0.0, 0.0)
    clutter: Scene = ()
    light: Light = field(default_factory=Light)
    ground: CameraPose | None = None

    def piece(self, at: Site) -> Piece | None:
        """Return the piece on a site; None: it is empty."""
        return next((piece for piece in self.pieces if piece.at == at), None)


@dataclass(frozen=True)
class TabletopMoment:
    """The scene at the time of one frame.

    Attributes:
        table: the table's state.
        overlay: hands and flying dice.
    """

    table: Tabletop
    overlay: Scene = ()


class Script(Protocol):
    """An action as moments, one per frame; the last moment has no overlay."""

    def __call__(self, table: Tabletop, fps: float, rng: random.Random) -> Iterator[TabletopMoment]:
        """Yield the action's moments, from the table's state at its start."""


@dataclass(frozen=True)
class TableAppearance:
    """The fixed appearance of a table, its game and its camera.

    Attributes:
        cloth: the table top under the board.
        piece_set, printing: the edition.
        blur: of the lens, in pixels.
        grain: standard deviation of the sensor's noise, in grey levels.
        seed: seeds the tiles' art and the offsets of pieces.
    """

    cloth: Table = "oak"
    piece_set: PieceSet = "wooden"
    printing: Printing = "painted"
    blur: float = 0.6
    grain: float = 1.8
    seed: int = 0


class Painter:
    """Draws the moments of one table."""

    def __init__(self, layout: Layout | None, appearance: TableAppearance) -> None:
        """Prepare the drawing of a board.

        Args:
            layout: terrain, tokens and harbors; None: there is no board on the table.
            appearance: the materials.
        """
        self._layout, self._appearance = layout, appearance
        self._lens = CameraEffects(blur=appearance.blur, noise=0, jpeg_quality=None)
        nothing: tuple[object, Picture] = (None, np.zeros((0, 0, 3), np.uint8))
        self._board_cache = self._table_cache = self._moment_cache = nothing
        self._grain: list[NDArray[np.int16]] = []

    def draw_frame(self, moment: TabletopMoment, number: int) -> Picture:
        """Draw a moment with noise; `number`: the frame's number, which selects the noise."""
        return self.add_grain(self.draw_still(moment), number)

    def draw_still(self, moment: TabletopMoment) -> Picture:
        """Draw a moment without noise; the returned array is cached and must not be changed."""
        if self._moment_cache[0] != moment:
            table = moment.table
            picture = self._draw_table(table)
            if moment.overlay:
                picture = picture.copy()
                draw_scene(picture, (), moment.overlay, table.camera, table.light)
            photo = photograph(picture, table.light, self._lens, np.random.default_rng(0))
            self._moment_cache = (moment, photo)
        return self._moment_cache[1]

    def add_grain(self, picture: Picture, number: int) -> Picture:
        """Add the sensor's noise to a picture."""
        if not self._grain or self._grain[0].shape != picture.shape:
            generator = np.random.default_rng(self._appearance.seed)
            self._grain = [
                generator.normal(0, self._appearance.grain, picture.shape).round().astype(np.int16)
                for _ in range(_NOISE_FRAMES)
            ]
        return np.asarray(cv2.add(picture, self._grain[number % _NOISE_FRAMES], dtype=cv2.CV_8U), np.uint8)

    def _draw_table(self, table: Tabletop) -> Picture:
        """Draw board, pieces and clutter, before the camera's effects."""
        if self._table_cache[0] != table:
            appearance, light = self._appearance, table.light
            key = (table.camera, table.ground, light.bearing, light.height, light.shadows)
            if self._board_cache[0] != key:
                board = draw_board(
                    self._layout, table.camera, light, table=appearance.cloth, seed=appearance.seed,
                    printing=appearance.printing, ground=table.ground,
                )  # fmt: skip
                self._board_cache = (key, board)
            picture = self._board_cache[1].copy()
            solids = standing_solids(
                table.pieces,
                table.robber,
                table.robber_offset,
                piece_set=appearance.piece_set,
                seed=appearance.seed,
            )
            draw_scene(picture, solids, table.clutter, table.camera, light)
            self._table_cache = (table, picture)
        return self._table_cache[1]
