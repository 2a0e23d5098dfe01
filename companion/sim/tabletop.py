"""What a simulated camera looks at: a table as it lies there, what comes over it, and the pictures of both.

Things change in moments. A moment is drawn from what was drawn for the one before: the bare board is laid
out anew only when camera or lamp are others, the pieces when one of them is, hands every time.
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
from companion.sim.picture.render import lay_out, put_in, standing

Picture = NDArray[np.uint8]
"""H x W x 3, BGR."""
Scene = tuple[Clutter, ...]
"""Things in the picture that don't belong to the board."""

_GRAINS: Final = 5
"""The sensor's noise is added from a stock: to draw it anew takes longer than a frame lasts."""


@dataclass(frozen=True)
class Tabletop:
    """A table between two things that people do.

    Attributes:
        camera: where it stands over the board.
        pieces: what the players have built, as it lies.
        robber: where the robber stands; None: nowhere.
        robber_aside: how far from the middle of its hex, in hex sides: east, south.
        lying: what else lies there: dice, a mug, a person's shadow.
        light: the lamp.
        ground: where the camera stands over the table top, if the board was pushed about on it.
    """

    camera: CameraPose
    pieces: tuple[Piece, ...] = ()
    robber: HexId | None = None
    robber_aside: tuple[float, float] = (0.0, 0.0)
    lying: Scene = ()
    light: Light = field(default_factory=Light)
    ground: CameraPose | None = None

    def piece(self, at: Site) -> Piece | None:
        """What stands on a site."""
        return next((piece for piece in self.pieces if piece.at == at), None)


@dataclass(frozen=True)
class TabletopMoment:
    """What is before the camera when a frame is taken.

    Attributes:
        table: all that stays.
        over: hands, and what flies.
    """

    table: Tabletop
    over: Scene = ()


class Script(Protocol):
    """Something that happens, moment by moment, one a frame; the last one has nothing over the table."""

    def __call__(self, table: Tabletop, fps: float, rng: random.Random) -> Iterator[TabletopMoment]:
        """What is seen of it, frame by frame, from a table as it lies when it begins."""


@dataclass(frozen=True)
class Looks:
    """How a table, its game and its camera look, whatever happens there.

    Attributes:
        cloth: what the board lies on.
        piece_set, printing: which edition.
        blur: of the lens, in pixels.
        grain: standard deviation of the sensor's noise, in grey levels.
        seed: how the tiles are painted, and how carelessly things lie.
    """

    cloth: Table = "oak"
    piece_set: PieceSet = "wooden"
    printing: Printing = "painted"
    blur: float = 0.6
    grain: float = 1.8
    seed: int = 0


class Painter:
    """Draws moments at one table."""

    def __init__(self, layout: Layout, looks: Looks) -> None:
        """Draw a board.

        Args:
            layout: terrain, tokens and harbors.
            looks: how all of it looks.
        """
        self._layout, self._looks = layout, looks
        self._lens = CameraEffects(blur=looks.blur, noise=0, jpeg_quality=None)
        nothing: tuple[object, Picture] = (None, np.zeros((0, 0, 3), np.uint8))
        self._bare = self._set = self._still = nothing
        self._grain: list[NDArray[np.int16]] = []

    def frame(self, moment: TabletopMoment, number: int) -> Picture:
        """A moment as the sensor delivers it; `number`: which picture of it."""
        return self.grainy(self.still(moment), number)

    def still(self, moment: TabletopMoment) -> Picture:
        """A moment without noise; not to be changed."""
        if self._still[0] != moment:
            table = moment.table
            picture = self._laid(table)
            if moment.over:
                picture = picture.copy()
                put_in(picture, (), moment.over, table.camera, table.light)
            photo = photograph(picture, table.light, self._lens, np.random.default_rng(0))
            self._still = (moment, photo)
        return self._still[1]

    def grainy(self, still: Picture, number: int) -> Picture:
        """A still with the sensor's noise."""
        if not self._grain or self._grain[0].shape != still.shape:
            grains = np.random.default_rng(self._looks.seed)
            self._grain = [
                grains.normal(0, self._looks.grain, still.shape).round().astype(np.int16)
                for _ in range(_GRAINS)
            ]
        return np.asarray(cv2.add(still, self._grain[number % _GRAINS], dtype=cv2.CV_8U), np.uint8)

    def _laid(self, table: Tabletop) -> Picture:
        """Board, pieces and what lies there, not photographed yet."""
        if self._set[0] != table:
            looks, light = self._looks, table.light
            key = (table.camera, table.ground, light.bearing, light.height, light.shadows)
            if self._bare[0] != key:
                bare = lay_out(
                    self._layout, table.camera, light, table=looks.cloth, seed=looks.seed,
                    printing=looks.printing, ground=table.ground,
                )  # fmt: skip
                self._bare = (key, bare)
            picture = self._bare[1].copy()
            solids = standing(
                table.pieces, table.robber, table.robber_aside, piece_set=looks.piece_set, seed=looks.seed
            )
            put_in(picture, solids, table.lying, table.camera, light)
            self._set = (table, picture)
        return self._set[1]
