"""The camera over a simulated table: paced frames of the board, on which dice are thrown."""

from __future__ import annotations

import queue
import random
import threading
from collections.abc import Iterator
from dataclasses import replace
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.island.geometry import HexId
from companion.island.layout import Layout
from companion.observations import Clock, SourceReport
from companion.sim.picture import CameraPose, Die, Lens, Light, render_board
from companion.sim.picture.lens import photograph
from companion.sim.picture.render import put_in
from companion.sim.throws import Scene, resting, take_up, throw
from companion.sources.camera import Frame

FPS: Final = 12.0
_CLEAN: Final = Lens(blur=0, vignette=0, noise=0, jpeg_quality=None)
_EVEN: Final = Light(warmth=0, falloff=0)
_LAMP: Final = Light()
_FAST: Final = Lens(noise=0, jpeg_quality=None)
"""The sensor's noise is added from a stock: to draw it anew takes longer than a frame lasts."""
_GRAINS: Final = 5


class SimulatedCamera:
    """A `FrameSource`: sees the board, the people's hands, and the dice that they throw beside it."""

    name: Final = "camera"
    live: Final = True

    def __init__(
        self,
        layout: Layout,
        robber: HexId | None,
        pose: CameraPose,
        rng: random.Random,
        *,
        fps: float = FPS,
        seed: int = 0,
    ) -> None:
        """A camera over a laid board without pieces.

        Args:
            layout: of the board.
            robber: where the robber stands.
            pose: where the camera stands; the table east of the island has to be in its picture.
            rng: how dice fall.
            fps: frames a second.
            seed: how the tiles are painted.
        """
        self._table = render_board(layout, robber=robber, camera=pose, light=_EVEN, lens=_CLEAN, seed=seed)
        self._pose, self._fps, self._rng = pose, fps, rng
        grains = np.random.default_rng(seed)
        shape = self._table.shape
        self._grain = [grains.normal(0, 1.8, shape).round().astype(np.int16) for _ in range(_GRAINS)]
        self._to_come: queue.SimpleQueue[Scene] = queue.SimpleQueue()
        self._lying: tuple[Die, ...] = ()
        self._looked_at = threading.Event()

    def throw(self, a: int, b: int) -> bool:
        """Dice are taken up, if some lie there, and two thrown, `a` to lie to the left of `b` in the picture.

        Returns:
            False as long as nobody has looked for a second: what lies there then was not thrown.
        """
        if not self._looked_at.is_set():
            return False
        bearing = self._rng.uniform(60, 120)
        if self._lying:
            self._follow(take_up(self._lying, bearing, self._fps))
        # Beside the island, to the east: its frame ends at 5.8.
        dice = resting((a, b), (7.4, 0.0), 1.0, self._rng)
        if self._pose.project([dice[0].at])[0, 0] > self._pose.project([dice[1].at])[0, 0]:
            dice = (replace(dice[0], at=dice[1].at), replace(dice[1], at=dice[0].at))
        self._follow(throw(dice, bearing, self._fps, self._rng))
        self._lying = dice
        return True

    def _follow(self, scenes: Iterator[Scene]) -> None:
        for scene in scenes:
            self._to_come.put(scene)

    def frames(self, clock: Clock, stop: threading.Event) -> Iterator[Frame | SourceReport]:
        """See `FrameSource`."""
        yield SourceReport(clock(), self.name, "ok")
        number, due = 0, clock()
        still = self.still(())
        while not stop.wait(max(0.0, due - clock())):
            # What happens takes its time, however long drawing it takes.
            late = max(0, int((clock() - due) * self._fps))
            scene: Scene | None = None
            for _ in range(1 + late):
                scene = scene if self._to_come.empty() else self._to_come.get()
            if scene is not None:
                still = self.still(scene)
            yield Frame(clock(), self.grainy(still, number), number)
            number += 1
            if number > self._fps:
                self._looked_at.set()
            due += (1 + late) / self._fps

    def still(self, scene: Scene, light: Light = _LAMP) -> NDArray[np.uint8]:
        """What lies on the table or comes over it, without noise: height x width x 3, BGR."""
        picture = self._table.copy()
        put_in(picture, (), scene, self._pose, light)
        return photograph(picture, light, _FAST, np.random.default_rng(0))

    def grainy(self, still: NDArray[np.uint8], shot: int) -> NDArray[np.uint8]:
        """A still as the sensor delivers it; `shot`: which picture of it."""
        return cv2.add(still, self._grain[shot % _GRAINS], dtype=cv2.CV_8U).astype(np.uint8, copy=False)
