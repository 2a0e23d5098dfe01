"""The resource dice of a simulated table: pictures, throws, and a set learned from showing them."""

from __future__ import annotations

import math
import random
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.games.dice_game.sheet import FACES, Face
from companion.sim.picture import CameraPose
from companion.sim.picture.canvas import Colour
from companion.sim.picture.dice import DrawnDie, FaceArt
from companion.sim.tabletop import Painter, Script, Tabletop, TabletopMoment, throw_script
from vision.dice.reading import cut_dice_patches
from vision.dice.region import DiceRegion
from vision.dice.resources import RESOURCES, LearnedFaces, detect_resource_dice, learn_faces

TRAY_CAMERA: Final = CameraPose(640, 480, 4.4, 12.0)
"""A camera above a dice tray, about 20 cm away: a die is 45 pixels wide."""
TRAY_REGION: Final = DiceRegion(sizes=(0.04, 0.12))
_ART_PX: Final = 96
_TRAY_COLUMNS, _TRAY_ROWS = 3, 2
_CELL_SIDES: Final = 0.95
"""Size of a cell of the tray, in hex sides: each die comes to rest in one of its own."""
_CELL_JITTER: Final = 0.14
CLOSE_CELL_SIDES: Final = 0.52
"""Size of a cell in which dice lie as close as they can at any angle."""
_BRIGHT_LEVEL: Final = 150.0
"""Mean level of a colour that is left blank where a set has one ink."""
_SHOWINGS: Final = 2
"""How often each face is shown to learn it."""
_HAND_FROM: Final = (60.0, 120.0)


@dataclass(frozen=True)
class SetColours:
    """The colours of a set: of the dice, and of the ink, BGR; None: symbols of many colours."""

    body: Colour
    ink: Colour | None = None


IVORY_SET: Final = SetColours((214.0, 228.0, 234.0))
Points = Sequence[tuple[float, float]]


def draw_face_art(colours: SetColours = IVORY_SET) -> FaceArt:
    """Draw the six faces of a simulated set, in the order of `FACES`."""
    return FaceArt(np.stack([_draw_face(face, colours) for face in FACES]))


def _draw_face(face: Face, colours: SetColours) -> NDArray[np.uint8]:
    """Draw a face, _ART_PX x _ART_PX x 3; shapes are in shares of it."""
    picture = np.full((_ART_PX, _ART_PX, 3), colours.body, np.uint8)

    def paint(colour: Colour) -> Colour:
        if colours.ink is None:
            return colour
        return colours.body if sum(colour) / 3 > _BRIGHT_LEVEL else colours.ink

    def polygon(points: Points, colour: Colour) -> None:
        corners = np.round(np.array(points) * _ART_PX * 16).astype(np.int32)
        cv2.fillPoly(picture, [corners], paint(colour), cv2.LINE_AA, 4)

    def disc(x: float, y: float, radius: float, colour: Colour) -> None:
        centre = (round(x * _ART_PX), round(y * _ART_PX))
        cv2.circle(picture, centre, round(radius * _ART_PX), paint(colour), -1, cv2.LINE_AA)

    def box(left: float, top: float, right: float, bottom: float, colour: Colour) -> None:
        polygon([(left, top), (right, top), (right, bottom), (left, bottom)], colour)

    if face == "lumber":
        box(0.46, 0.7, 0.54, 0.86, (40, 70, 110))
        for top, half in ((0.14, 0.16), (0.3, 0.22), (0.46, 0.28)):
            polygon([(0.5, top), (0.5 + half, top + 0.26), (0.5 - half, top + 0.26)], (52, 104, 40))
    elif face == "brick":
        for row in range(3):
            top = 0.26 + 0.18 * row
            for left in (0.16, 0.52) if row % 2 == 0 else (0.34,):
                box(left, top, left + 0.32, top + 0.14, (44, 66, 190))
    elif face == "wool":
        for x, y in ((0.36, 0.42), (0.5, 0.36), (0.62, 0.44), (0.42, 0.56), (0.56, 0.58)):
            disc(x, y, 0.14, (120, 190, 120))
        disc(0.74, 0.4, 0.09, (40, 44, 46))
        box(0.4, 0.66, 0.45, 0.82, (40, 44, 46))
        box(0.56, 0.66, 0.61, 0.82, (40, 44, 46))
    elif face == "grain":
        box(0.48, 0.3, 0.52, 0.88, (20, 120, 190))
        for row in range(4):
            y = 0.2 + 0.13 * row
            for side in (-1, 1):
                tip = (0.5 + side * 0.18, y - 0.04)
                polygon([(0.5, y + 0.1), (0.5 + side * 0.05, y - 0.02), tip], (30, 160, 226))
    elif face == "ore":
        polygon([(0.18, 0.74), (0.3, 0.36), (0.5, 0.22), (0.72, 0.4), (0.84, 0.74)], (112, 104, 98))
        polygon([(0.5, 0.22), (0.72, 0.4), (0.56, 0.5), (0.42, 0.42)], (168, 160, 152))
        polygon([(0.3, 0.74), (0.42, 0.42), (0.56, 0.5), (0.6, 0.74)], (76, 70, 66))
    else:
        disc(0.5, 0.5, 0.3, (20, 120, 190))
        disc(0.5, 0.5, 0.24, (60, 200, 250))
        polygon([(0.5, 0.34), (0.6, 0.5), (0.5, 0.66), (0.4, 0.5)], (20, 120, 190))
    return picture


def place_dice(
    faces: Sequence[Face],
    art: FaceArt,
    rng: random.Random,
    taken: Points = (),
    cell_sides: float = _CELL_SIDES,
) -> list[DrawnDie]:
    """Draw the places and angles of dice at rest in the tray.

    Args:
        faces: their top faces.
        art: the set's pictures.
        rng: draws places and angles.
        taken: places of other dice in the tray.
        cell_sides: size of the tray's cells, in hex sides.
    """
    blue, green, red = art.pictures[0, 0, 0].tolist()
    jitter = _CELL_JITTER if cell_sides > CLOSE_CELL_SIDES else 0.0
    cells = [
        ((column - (_TRAY_COLUMNS - 1) / 2) * cell_sides, (row - (_TRAY_ROWS - 1) / 2) * cell_sides)
        for column in range(_TRAY_COLUMNS)
        for row in range(_TRAY_ROWS)
    ]
    free = [cell for cell in cells if all(math.dist(cell, other) > cell_sides / 2 for other in taken)]
    rng.shuffle(free)
    return [
        DrawnDie(
            (x + rng.uniform(-jitter, jitter), y + rng.uniform(-jitter, jitter)),
            FACES.index(face) + 1,
            rng.uniform(0, 360),
            (float(blue), float(green), float(red)),
            art=art,
        )
        for face, (x, y) in zip(faces, free, strict=False)
    ]


def learn_simulated_set(
    painter: Painter, art: FaceArt, rng: random.Random, camera: CameraPose = TRAY_CAMERA
) -> LearnedFaces:
    """Learn the set as people do: all six dice lie in the tray, each with another face, twice."""
    patches, names = [], []
    for showing in range(_SHOWINGS):
        dice = place_dice(FACES, art, rng)
        picture = painter.draw_frame(TabletopMoment(Tabletop(camera, clutter=tuple(dice))), showing)
        found, is_die, _ = detect_resource_dice(picture, size=TRAY_REGION.die_widths_px(camera.width))
        for die in dice:
            (place,) = camera.project([die.at])
            near = [n for n, each in enumerate(found) if math.dist(each.at, place) < each.size]
            best = max(near, key=lambda n: is_die[n])
            patches.append(cut_dice_patches(picture, [found[best]])[0])
            names.append(RESOURCES[RESOURCES.index(FACES[die.value - 1])])
    return learn_faces(np.stack(patches), names)


class SimulatedResourceDice:
    """The dice in a tray, thrown by hands before a camera.

    Args:
        art: the set's pictures.
        rng: draws places, angles and hands.
    """

    def __init__(self, art: FaceArt, rng: random.Random) -> None:
        self._art, self._rng = art, rng
        self._lying: list[DrawnDie] = []

    @property
    def faces(self) -> tuple[Face, ...]:
        """The faces as they lie."""
        return tuple(FACES[die.value - 1] for die in self._lying)

    def throw(self, thrown: Sequence[Face], kept: Sequence[Face] = ()) -> Script:
        """Return the script of a throw: a hand picks up all dice but those kept, and throws them.

        Args:
            thrown: the new faces of the thrown dice.
            kept: faces of dice that stay where they lie.
        """
        staying = []
        for face in kept:
            value = FACES.index(face) + 1
            staying.append(next(die for die in self._lying if die.value == value and die not in staying))
        falling = place_dice(thrown, self._art, self._rng, [die.at for die in staying])
        self._lying = [*staying, *falling]
        return throw_script(tuple(falling), self._rng.uniform(*_HAND_FROM), tuple(staying))
