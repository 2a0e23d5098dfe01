"""The camera over a simulated table: renders the table's moments frame by frame."""

from __future__ import annotations

import random
import threading
import time
from collections import deque
from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from companion.island.layout import Layout
from companion.observations import Clock, SourceReport
from companion.sim.camera_poses import DICE_SCATTER, DICE_SPOT
from companion.sim.exposure import SimulatedExposure
from companion.sim.tabletop import Painter, Script, TableAppearance, Tabletop, TabletopMoment
from companion.sim.throws import draw_resting_dice, throw_script
from companion.sources.camera import Exposure, Frame

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

    def __init__(self, table: Tabletop, fps: float, rng: random.Random) -> None:
        """Start with a table.

        Args:
            table: its first state.
            fps: moments per second.
            rng: varies the scripts.
        """
        self.fps, self._rng = fps, rng
        self._table = table
        self._scripts: deque[Script] = deque()
        self._playing: Iterator[TabletopMoment] = iter(())

    @property
    def is_busy(self) -> bool:
        """Return whether a script is still playing."""
        return bool(self._scripts)

    def play(self, *scripts: Script) -> None:
        """Append scripts to the queue."""
        self._scripts.extend(scripts)

    def next_moment(self) -> TabletopMoment:
        """Advance the current script and return the next moment."""
        moment = next(self._playing, None)
        while moment is None and self._scripts:
            # A script stays in the queue until it has been played.
            self._playing = iter(self._play_script(self._scripts[0]))
            moment = next(self._playing, None)
        if moment is None:
            return TabletopMoment(self._table)
        self._table = moment.table
        return moment

    def _play_script(self, script: Script) -> Iterator[TabletopMoment]:
        yield from script(self._table, self.fps, self._rng)
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
        table: Tabletop,
        rng: random.Random,
        now: SimulatedTime,
        *,
        appearance: TableAppearance | None = None,
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
        self._painter = Painter(layout, appearance or TableAppearance())
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


def throw_beside_island(values: tuple[int, int], hand_from: float) -> Script:
    """Return the script of a throw next to the island, the first die left of the second in the picture."""

    def script(table: Tabletop, fps: float, rng: random.Random) -> Iterator[TabletopMoment]:
        one, other = draw_resting_dice(values, DICE_SPOT, DICE_SCATTER, rng)
        left, right = table.camera.project([one.at, other.at])[:, 0]
        if left > right:
            one, other = replace(one, at=other.at), replace(other, at=one.at)
        yield from throw_script((one, other), hand_from)(table, fps, rng)

    return script
