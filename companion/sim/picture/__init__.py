"""Renders a board as a camera over the table sees it, in this project's own art.

    >>> from companion.island.setups import first_game_layout
    >>> picture = render_board(first_game_layout(), camera=CameraPose(tilt=25, rotation=10))
    >>> picture.shape
    (720, 1280, 3)

All positions in the picture are known exactly: `CameraPose.homography` maps the island's plane to pixels.
"""

from companion.sim.picture.clutter import Arm, Card, Clutter, Mug, Shade
from companion.sim.picture.dice import DrawnDie
from companion.sim.picture.render import TABLES, CameraEffects, Light, Table, render_board
from companion.sim.picture.sheet import PRINTINGS, Printing
from companion.sim.picture.solids import PIECE_SETS, CameraPose, Piece, PieceSet, PoseError

__all__ = [
    "PIECE_SETS",
    "PRINTINGS",
    "TABLES",
    "Arm",
    "CameraEffects",
    "CameraPose",
    "Card",
    "Clutter",
    "DrawnDie",
    "Light",
    "Mug",
    "Piece",
    "PieceSet",
    "PoseError",
    "Printing",
    "Shade",
    "Table",
    "render_board",
]
