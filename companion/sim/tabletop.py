"""The scene before a simulated camera: the table, moving things over it, and pictures of both.

The scene changes in moments. Drawing is cached in layers: the empty board is drawn again only if camera or
light change, the pieces only if one of them changes, hands every time.
"""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import wraps
from typing import Concatenate, Final, ParamSpec

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.island.geometry import HexId, Site
from companion.island.layout import Layout
from companion.sim.picture import CameraEffects, CameraPose, Clutter, Light, Piece, PieceSet, Printing, Table
from companion.sim.picture.clutter import Arm
from companion.sim.picture.dice import EDGE, DrawnDie
from companion.sim.picture.render import draw_board, draw_scene, photograph, standing_solids

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
        offset_sigma: standard deviation of the offset at which its players place pieces, in hex sides.
    """

    camera: CameraPose
    pieces: tuple[Piece, ...] = ()
    robber: HexId | None = None
    robber_offset: tuple[float, float] = (0.0, 0.0)
    clutter: Scene = ()
    light: Light = field(default_factory=Light)
    ground: CameraPose | None = None
    offset_sigma: float = 0.045

    def piece(self, at: Site) -> Piece | None:
        """Return the piece on a site; None: it is empty."""
        return next((piece for piece in self.pieces if piece.at == at), None)

    def pieces_without(self, at: Site) -> tuple[Piece, ...]:
        """Return all pieces but that on a site."""
        return tuple(piece for piece in self.pieces if piece.at != at)


@dataclass(frozen=True)
class TabletopMoment:
    """The scene at the time of one frame.

    Attributes:
        table: the table's state.
        overlay: hands and flying dice.
    """

    table: Tabletop
    overlay: Scene = ()


Moments = Iterator[TabletopMoment]


@dataclass(frozen=True)
class ActionStart:
    """The beginning of an action.

    Attributes:
        table: the table's state.
        fps: moments per second.
        rng: varies the action.
    """

    table: Tabletop
    fps: float
    rng: random.Random

    def steps(self, seconds: float, least: int = 2) -> int:
        """Return the number of moments in some seconds."""
        return max(least, round(seconds * self.fps))

    def still_moments(self, seconds: float) -> Moments:
        """Yield moments in which nothing happens."""
        for _ in range(self.steps(seconds, 1)):
            yield TabletopMoment(self.table)


Script = Callable[[ActionStart], Moments]
"""An action as moments, one per frame; the last moment has no overlay."""
P = ParamSpec("P")


def to_script(act: Callable[Concatenate[ActionStart, P], Moments]) -> Callable[P, Script]:
    """Turn an action with further arguments into a function of these arguments that returns its script."""

    @wraps(act)
    def create(*args: P.args, **options: P.kwargs) -> Script:
        return lambda start: act(start, *args, **options)

    return create


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


# Scripts of throws on the table: a hand and dice, frame by frame.
#
# The caller sets the final positions and faces of the dice; their paths are random.


REACH_S: Final = 0.5
"""Seconds in which a hand reaches in or withdraws."""
SHAKE_S: Final = 0.8
"""Seconds for which a hand shakes the dice."""
FLY_S: Final = 0.35
"""Seconds for which dice fly."""
ROLL_S: Final = 0.6
"""Mean seconds for which dice roll after they have landed."""
PAUSE_S: Final = (0.2, 1.5)
"""Range of seconds between picking up the dice and the throw."""
SHUTTER_SHARE: Final = 0.4
"""Share of the time between two frames in which the shutter is open."""
_OUT_OF_VIEW_DISTANCE: Final = 6.0
"""Distance at which a hand is out of the picture, in hex sides."""
_MIN_DICE_DISTANCE: Final = 2.5 * EDGE
"""Least distance between two dice at rest, in hex sides."""

Spot = tuple[float, float]


def draw_resting_dice(
    values: tuple[int, int], centre: Spot, reach: float, rng: random.Random, looks: Sequence[DrawnDie] = ()
) -> tuple[DrawnDie, DrawnDie]:
    """Draw the positions and angles of two dice at rest near a place.

    Args:
        values: their top faces.
        centre: the place.
        reach: greatest distance from it, in hex sides; at least 1.
        rng: draws positions and angles.
        looks: dice whose colours are used; without them usual colours.
    """

    def spot() -> Spot:
        angle, distance = rng.uniform(0, 2 * math.pi), reach * math.sqrt(rng.random())
        return centre[0] + distance * math.cos(angle), centre[1] + distance * math.sin(angle)

    first, second = spot(), spot()
    while math.dist(first, second) < _MIN_DICE_DISTANCE:
        second = spot()
    one, other = looks or (DrawnDie(first), DrawnDie(first))
    return (
        replace(one, at=first, value=values[0], turn=rng.uniform(0, 360)),
        replace(other, at=second, value=values[1], turn=rng.uniform(0, 360)),
    )


def pick_up_dice(dice: Sequence[DrawnDie], hand_from: float, fps: float) -> Iterator[Scene]:
    """Yield the scenes of a hand that picks up the dice.

    Args:
        dice: the dice on the table.
        hand_from: the hand's direction, in degrees clockwise from the board's north.
        fps: frames per second.
    """
    over = _mean_position(dice)
    steps = max(2, round(REACH_S * fps))
    for n in range(steps):
        yield (*dice, _hand(over, hand_from, 1 - n / (steps - 1)))
    for n in range(1, steps):
        yield (_hand(over, hand_from, n / (steps - 1)),)
    yield ()


def throw_dice(
    dice: tuple[DrawnDie, ...], hand_from: float, fps: float, rng: random.Random
) -> Iterator[Scene]:
    """Yield the scenes of a throw: a hand shakes and throws the dice, which fly, roll and stop.

    Args:
        dice: the dice in their final positions.
        hand_from: the hand's direction, in degrees clockwise from the board's north.
        fps: frames per second.
        rng: draws the paths.
    """
    turn = math.radians(hand_from)
    back = (math.sin(turn), -math.cos(turn))
    middle = _mean_position(dice)
    hand = (middle[0] + 2.4 * back[0], middle[1] + 2.4 * back[1])
    reach = max(2, round(REACH_S * fps))
    for n in range(reach):
        yield (_hand(hand, hand_from, 1 - n / (reach - 1)),)
    for _ in range(round(SHAKE_S * fps)):
        at = (hand[0] + rng.uniform(-0.3, 0.3), hand[1] + rng.uniform(-0.3, 0.3))
        yield (_hand(at, hand_from, 0.0),)
    flights = [_flight(die, hand, fps, rng) for die in dice]
    frames = max(len(flight) for flight in flights)
    for n in range(frames):
        moving = [flight[min(n, len(flight) - 1)] for flight in flights]
        away = min(1.0, n / (REACH_S * fps))
        yield (*moving, *([_hand(hand, hand_from, away)] if away < 1 else []))
    yield dice


@to_script
def throw_script(
    start: ActionStart, dice: tuple[DrawnDie, ...], hand_from: float, kept: tuple[DrawnDie, ...] = ()
) -> Moments:
    """Pick up the dice on the table and throw others; see `throw_dice`.

    Args:
        dice: the thrown dice in their final positions.
        hand_from: the hand's direction, in degrees clockwise from the board's north.
        kept: dice that stay on the table.
    """
    table, fps, rng = start.table, start.fps, start.rng
    old_dice = [thing for thing in table.clutter if isinstance(thing, DrawnDie) and thing not in kept]
    other_objects = tuple(thing for thing in table.clutter if thing not in old_dice)
    bare = replace(table, clutter=other_objects)
    if old_dice:
        for scene in pick_up_dice(old_dice, hand_from, fps):
            yield TabletopMoment(bare, scene)
        for _ in range(round(rng.uniform(*PAUSE_S) * fps)):
            yield TabletopMoment(bare)
    for scene in throw_dice(dice, hand_from, fps, rng):
        yield TabletopMoment(bare, scene)
    yield TabletopMoment(replace(table, clutter=(*other_objects, *dice)))


def _flight(die: DrawnDie, hand: Spot, fps: float, rng: random.Random) -> list[DrawnDie]:
    """Return a die's states on its way from the hand to its place: flight, bounces, and a slowing roll."""
    bend = rng.uniform(-0.8, 0.8)
    roll_s = ROLL_S * rng.uniform(0.6, 1.3)
    frames = max(3, round((FLY_S + roll_s) * fps))
    spin = [rng.uniform(-700, 700) for _ in range(3)]
    path = []
    for n in range(1, frames + 1):
        remaining = 1 - n / frames
        # The remaining way is quadratic in the remaining time: constant deceleration.
        share, before = remaining**2, (remaining + 1 / frames) ** 2
        at, previous = (_path_point(die.at, hand, part, bend) for part in (share, before))
        streak = (SHUTTER_SHARE * (at[0] - previous[0]), SHUTTER_SHARE * (at[1] - previous[1]))
        if n == frames:
            path.append(die)
            break
        bounce = abs(math.sin(math.pi * 1.5 * (1 - remaining) ** 0.5)) * 1.6 * remaining
        tumble = (spin[0] * share, spin[1] * share, spin[2] * share)
        path.append(replace(die, at=at, height=bounce, tumble=tumble, streak=streak))
    return path


def _path_point(rest: Spot, hand: Spot, share: float, bend: float) -> Spot:
    x, y = hand[0] - rest[0], hand[1] - rest[1]
    sideways = bend * share * (1 - share)
    return rest[0] + share * x - sideways * y, rest[1] + share * y + sideways * x


def _hand(over: Spot, direction: float, away: float) -> Arm:
    return reaching_arm(over, direction, _OUT_OF_VIEW_DISTANCE * away, 0.5)


def reaching_arm(over: Spot, direction: float, distance: float, height: float) -> Arm:
    """Return an arm at a distance from a place (in hex sides), on the way back to its owner."""
    turn = math.radians(direction)
    at = (over[0] + distance * math.sin(turn), over[1] - distance * math.cos(turn))
    return Arm(at, direction, height)


def _mean_position(dice: Sequence[DrawnDie]) -> Spot:
    return sum(die.at[0] for die in dice) / len(dice), sum(die.at[1] for die in dice) / len(dice)
