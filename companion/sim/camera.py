"""The camera over a simulated table: frames of all that happens there, one after another."""

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
from companion.sim.exposing import SimulatedExposure
from companion.sim.standpoints import BESIDE, SCATTER
from companion.sim.tabletop import Looks, Painter, Script, Tabletop, TabletopMoment
from companion.sim.throws import resting, thrown
from companion.sources.camera import Exposure, Frame

FPS: Final = 10.0


class SimulatedTime:
    """Seconds at a simulated table. They pass with its camera's frames, however long drawing those takes."""

    def __init__(self, speed: float = 0.0) -> None:
        """Begin at 0.

        Args:
            speed: how many of them may pass in a real one; 0: as many as it goes.
        """
        self.speed = speed
        """Of these seconds so many may pass in a real one; 0: as many as it goes."""
        self._now = 0.0
        self._due = time.monotonic()

    def __call__(self) -> float:
        """Seconds since it began."""
        return self._now

    def go_on(self, seconds: float, stop: threading.Event) -> None:
        """Let so much time pass, unless `stop` is set meanwhile."""
        if self.speed > 0:
            # What was lost to slow drawing is not caught up with.
            self._due = max(self._due + seconds / self.speed, time.monotonic())
            stop.wait(self._due - time.monotonic())
        self._now += seconds


class TableStage:
    """A table on which one script after the other is played; scripts may come from another thread."""

    def __init__(self, table: Tabletop, fps: float, rng: random.Random) -> None:
        """Set a table.

        Args:
            table: as it lies.
            fps: moments a second.
            rng: chance of how things are done.
        """
        self.fps, self._rng = fps, rng
        self._table = table
        self._scripts: deque[Script] = deque()
        self._playing: Iterator[TabletopMoment] = iter(())

    @property
    def busy(self) -> bool:
        """Whether something is still happening."""
        return bool(self._scripts)

    def play(self, *scripts: Script) -> None:
        """These happen, once all before has."""
        self._scripts.extend(scripts)

    def next(self) -> TabletopMoment:
        """The next moment."""
        moment = next(self._playing, None)
        while moment is None and self._scripts:
            # The first of them stays in the row until it has been played.
            self._playing = iter(self._played(self._scripts[0]))
            moment = next(self._playing, None)
        if moment is None:
            return TabletopMoment(self._table)
        self._table = moment.table
        return moment

    def _played(self, script: Script) -> Iterator[TabletopMoment]:
        yield from script(self._table, self.fps, self._rng)
        self._scripts.popleft()


class SimulatedCamera:
    """A `FrameSource`: sees the board, what hands do there, and the dice thrown beside it.

    Time passes with its frames, so nothing is missed where drawing is slow.
    """

    name: Final = "camera"
    live: Final = False

    def __init__(
        self,
        layout: Layout,
        table: Tabletop,
        rng: random.Random,
        now: SimulatedTime,
        *,
        looks: Looks | None = None,
        fps: float = FPS,
        exposure: SimulatedExposure | None = None,
    ) -> None:
        """A camera over a laid board.

        Args:
            layout: of the board.
            table: as it lies at first; for dice the table east of the island has to be in the picture.
            rng: how things are done and dice fall.
            now: is made to go on.
            looks: how all of it looks.
            fps: frames a second.
            exposure: how it is exposed; None: held as it should be from the first.
        """
        self.stage = TableStage(table, fps, rng)
        self._exposure = exposure or SimulatedExposure(automatic=False)
        self._painter = Painter(layout, looks or Looks())
        self._rng, self._now = rng, now
        self._looked_at = threading.Event()

    def throw(self, a: int, b: int) -> bool:
        """Dice are taken up, if some lie there, and two thrown, `a` to lie to the left of `b` in the picture.

        Returns:
            False as long as nobody has looked for a second: what lies there then was not thrown.
        """
        if not self._looked_at.is_set():
            return False
        self.stage.play(throw_beside((a, b), self._rng.uniform(60, 120)))
        return True

    def frames(self, clock: Clock, stop: threading.Event) -> Iterator[Frame | SourceReport]:
        """See `FrameSource`."""
        yield SourceReport(clock(), self.name, "ok")
        number = 0
        while not stop.is_set():
            picture = self._painter.frame(self._exposure.moment(self.stage.next()), number)
            self._exposure.meter(picture)
            yield Frame(clock(), picture, number)
            number += 1
            if number > self.stage.fps:
                self._looked_at.set()
            self._now.go_on(1 / self.stage.fps, stop)

    def lock_exposure(self, times: float = 1.0) -> Exposure:
        """See `FrameSource`."""
        return self._exposure.hold(times)


def throw_beside(values: tuple[int, int], hand_from: float) -> Script:
    """Two dice are thrown beside the island, the first to lie to the left of the second in the picture."""

    def script(table: Tabletop, fps: float, rng: random.Random) -> Iterator[TabletopMoment]:
        one, other = resting(values, BESIDE, SCATTER, rng)
        left, right = table.camera.project([one.at, other.at])[:, 0]
        if left > right:
            one, other = replace(one, at=other.at), replace(other, at=one.at)
        yield from thrown((one, other), hand_from)(table, fps, rng)

    return script
