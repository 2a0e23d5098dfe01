"""The camera over a simulated table: renders the table's moments frame by frame."""

from __future__ import annotations

import random
import threading
import time
from collections import deque
from collections.abc import Iterator
from dataclasses import replace
from typing import Any, Final

import cv2
from numpy.typing import NDArray

from companion.island.layout import Layout
from companion.observations import Clock, SourceReport
from companion.sim import tabletop
from companion.sim.picture import CameraPose, PoseError
from companion.sim.picture.sheet import FRAME_CORNERS
from companion.sources.camera import Exposure, Frame

# Finds camera poses from which the whole island, and the dice if needed, are visible.


DICE_SPOT: Final = (7.9, 0.0)
"""The place of throws: east of the island, whose frame ends at x = 5.8."""
DICE_SCATTER: Final = 1.6
"""Greatest distance of dice at rest from `DICE_SPOT`, in hex sides."""
_MARGIN_PX: Final = 10.0
"""Least distance of the required points from the picture's border, in pixels."""
_MAX_TRIES: Final = 200
_NEAREST, _FARTHEST, _STEP = 14.0, 40.0, 0.25


def can_see_board(camera: CameraPose, *, dice: bool = False) -> bool:
    """Return whether the picture contains the whole sea frame, and with `dice` also the place of throws."""
    x, y = DICE_SPOT
    dice_corners = (
        [(x + DICE_SCATTER, y - DICE_SCATTER), (x + DICE_SCATTER, y + DICE_SCATTER)] if dice else []
    )
    pixels = camera.project([*FRAME_CORNERS, *dice_corners])
    size = (camera.width - _MARGIN_PX, camera.height - _MARGIN_PX)
    return bool((pixels > _MARGIN_PX).all() and (pixels < size).all())


def find_camera_pose(
    width: int, height: int, tilt: float, rotation: float, *, dice: bool = False
) -> CameraPose:
    """Return the nearest pose that sees the required points, with a margin for knocks.

    Args:
        width, height: the picture's size in pixels.
        tilt, rotation: in degrees.
        dice: whether the place of throws must be visible.

    Raises:
        PoseError: no pose is far enough away.
    """
    aim = (1.4, 0.0) if dice else (0.0, 0.0)
    distance = _NEAREST
    while distance < _FARTHEST:
        camera = CameraPose(width, height, distance, tilt, rotation, aim=aim)
        if can_see_board(camera, dice=dice):
            return replace(camera, distance=distance + 1.0)
        distance += _STEP
    raise PoseError("no camera pose is far enough away to see the whole island")


def shift_camera(
    camera: CameraPose, shift: float, turn: float, tilt: float, rng: random.Random
) -> CameraPose:
    """Move a camera randomly so that it still sees the island.

    Args:
        camera: the present pose.
        shift: greatest shift of the aim in x and y, in hex sides.
        turn, tilt: greatest change of rotation and tilt, in degrees.
        rng: draws the changes.

    Returns:
        The new pose; the present one if none was found.
    """
    x, y = camera.aim
    for _ in range(_MAX_TRIES):
        moved = replace(
            camera,
            aim=(x + rng.uniform(-shift, shift), y + rng.uniform(-shift, shift)),
            rotation=camera.rotation + rng.uniform(-turn, turn),
            roll=camera.roll + rng.uniform(-turn, turn) / 4,
            tilt=max(0.0, camera.tilt + rng.uniform(-tilt, tilt)),
        )
        if can_see_board(moved):
            return moved
    return camera


# The exposure of a simulated camera: automatic over the whole picture, until it is locked.


TARGET_GREY: Final = 110.0
"""Target mean grey level of the automatic exposure, over the whole picture, which is mostly table."""
_TOLERANCE: Final = 0.06
"""Relative deviation that the automatic exposure tolerates."""
_GAMMA: Final = 2.2
_MAX_BRIGHTNESS: Final = 4.0
"""Greatest valid `Light.brightness`."""
_NOMINAL_EXPOSURE: Final = 100.0
"""The locked exposure at nominal light, in the camera's own unit."""


class SimulatedExposure:
    """The exposure control of a simulated sensor; 1 is the light that the table was drawn for."""

    def __init__(self, *, automatic: bool = True) -> None:
        """Start at 1; `automatic`: follow the picture until the exposure is locked."""
        self._automatic = automatic
        self._light = 1.0
        self._lock = threading.Lock()

    def expose(self, moment: tabletop.TabletopMoment) -> tabletop.TabletopMoment:
        """Return a moment with the light as the sensor exposes it."""
        with self._lock:
            light = self._light
        if light == 1:
            return moment
        lamp = moment.table.light
        # The brightness multiplies gamma-encoded pixel values, so the light's root applies.
        brightness = min(lamp.brightness * light ** (1 / _GAMMA), _MAX_BRIGHTNESS)
        # Reflections pass through the same shutter.
        seen = replace(lamp, brightness=brightness, glare=lamp.glare * brightness / lamp.brightness)
        return replace(moment, table=replace(moment.table, light=seen))

    def meter(self, picture: NDArray[Any]) -> None:
        """Adjust to a picture, height x width x 3 of uint8, unless the exposure is locked."""
        with self._lock:
            if not self._automatic:
                return
            times = TARGET_GREY / max(1.0, cv2.mean(cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY))[0])
            if abs(times - 1) > _TOLERANCE:
                self._light *= times**_GAMMA

    def lock_exposure(self, factor: float) -> Exposure:
        """Lock the exposure at `factor` times its present value, and return it."""
        with self._lock:
            self._automatic = False
            self._light *= factor
            return {"exposure": _NOMINAL_EXPOSURE * self._light}


FPS: Final = 10.0


class SimulatedTime:
    """The clock of a simulated table. It advances with the camera's frames, not with real time."""

    def __init__(self, speed: float = 0.0) -> None:
        """Start at 0.

        Args:
            speed: simulated seconds per real second, at most; 0: no limit.
        """
        self.speed = speed
        """Simulated seconds per real second, at most; 0: no limit."""
        self._now = 0.0
        self._due = time.monotonic()

    def __call__(self) -> float:
        """Return the seconds since the start."""
        return self._now

    def advance(self, seconds: float, stop: threading.Event) -> None:
        """Advance by some seconds, in real time divided by `speed`; a set `stop` ends the wait."""
        if self.speed > 0:
            # Time lost to slow drawing is not made up.
            self._due = max(self._due + seconds / self.speed, time.monotonic())
            stop.wait(self._due - time.monotonic())
        self._now += seconds


class TableStage:
    """Plays scripts on a table one after the other; they may be added from another thread."""

    def __init__(self, table: tabletop.Tabletop, fps: float, rng: random.Random) -> None:
        """Start with a table.

        Args:
            table: its first state.
            fps: moments per second.
            rng: varies the scripts.
        """
        self.fps, self._rng = fps, rng
        self._table = table
        self._scripts: deque[tabletop.Script] = deque()
        self._playing: tabletop.Moments = iter(())

    @property
    def is_busy(self) -> bool:
        """Return whether a script is still playing."""
        return bool(self._scripts)

    def play(self, *scripts: tabletop.Script) -> None:
        """Append scripts to the queue."""
        self._scripts.extend(scripts)

    def next_moment(self) -> tabletop.TabletopMoment:
        """Advance the current script and return the next moment."""
        moment = next(self._playing, None)
        while moment is None and self._scripts:
            # A script stays in the queue until it has been played.
            self._playing = iter(self._play_script(self._scripts[0]))
            moment = next(self._playing, None)
        if moment is None:
            return tabletop.TabletopMoment(self._table)
        self._table = moment.table
        return moment

    def _play_script(self, script: tabletop.Script) -> tabletop.Moments:
        yield from script(tabletop.ActionStart(self._table, self.fps, self._rng))
        self._scripts.popleft()


class SimulatedCamera:
    """A `FrameSource` that sees the board, the hands on it, and the dice thrown next to it.

    Its clock advances with its frames, so slow drawing loses nothing.
    """

    name: Final = "camera"
    is_live: Final = False

    def __init__(
        self,
        layout: Layout | None,
        table: tabletop.Tabletop,
        rng: random.Random,
        now: SimulatedTime,
        *,
        appearance: tabletop.TableAppearance | None = None,
        fps: float = FPS,
        exposure: SimulatedExposure | None = None,
    ) -> None:
        """Place a camera over a board.

        Args:
            layout: the island; None: there is no board on the table.
            table: its first state; for dice, the picture must show the table east of the island.
            rng: varies the hands and the fall of the dice.
            now: the clock, which the frames advance.
            appearance: the materials of table and game.
            fps: frames per second.
            exposure: the exposure control; None: a fixed, correct exposure.
        """
        self.stage = TableStage(table, fps, rng)
        self._exposure = exposure or SimulatedExposure(automatic=False)
        self._painter = tabletop.Painter(layout, appearance or tabletop.TableAppearance())
        self._rng, self._now = rng, now
        self._is_watched = threading.Event()

    @property
    def is_watched(self) -> bool:
        """Return whether frames have been read for a second: dice that lie there before weren't thrown."""
        return self._is_watched.is_set()

    def throw(self, a: int, b: int) -> bool:
        """Pick up dice if some lie there, and throw two, so that `a` lies left of `b` in the picture.

        Returns:
            False while nothing is watched (`is_watched`).
        """
        if not self.is_watched:
            return False
        self.stage.play(throw_beside_island((a, b), self._rng.uniform(60, 120)))
        return True

    def frames(self, clock: Clock, stop: threading.Event) -> Iterator[Frame | SourceReport]:
        """See `FrameSource`."""
        yield SourceReport(clock(), self.name, "ok")
        number = 0
        while not stop.is_set():
            picture = self._painter.draw_frame(self._exposure.expose(self.stage.next_moment()), number)
            self._exposure.meter(picture)
            yield Frame(clock(), picture, number)
            number += 1
            if number > self.stage.fps:
                self._is_watched.set()
            self._now.advance(1 / self.stage.fps, stop)

    def lock_exposure(self, factor: float = 1.0) -> Exposure:
        """See `FrameSource`."""
        return self._exposure.lock_exposure(factor)


@tabletop.to_script
def throw_beside_island(
    start: tabletop.ActionStart, values: tuple[int, int], hand_from: float
) -> tabletop.Moments:
    """Throw dice next to the island, the first die left of the second in the picture."""
    one, other = tabletop.draw_resting_dice(values, DICE_SPOT, DICE_SCATTER, start.rng)
    left, right = start.table.camera.project([one.at, other.at])[:, 0]
    if left > right:
        one, other = replace(one, at=other.at), replace(other, at=one.at)
    return tabletop.throw_script((one, other), hand_from)(start)
