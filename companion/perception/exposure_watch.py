"""Who sees to a camera's exposure during a game: where the lamp changes, the island is metered again."""

from __future__ import annotations

import logging
import math
from collections.abc import Callable, Iterable
from typing import Final, Protocol

from companion.observations import Observation
from companion.sources.camera import Exposure, ExposureError, Frame
from vision.lattice import Points
from vision.metering import light_wanted

_LOG = logging.getLogger(__name__)

CHANGED_S: Final = 3.0
"""Light that is as wrong for so long has changed: a sleeve, a cloud and a lamp that is being moved pass."""
SETTLES_S: Final = 2.0
"""After another exposure nothing is judged for so long."""
GIVES_UP_S: Final = 300.0
"""A camera that doesn't let its exposure be held, or a lamp for which it has none, is tried again so late."""
MOST: Final = 4
"""Exposures that are tried one after the other."""


class Metered(Protocol):
    """A camera that may be exposed otherwise."""

    def lock_exposure(self, times: float) -> Exposure:
        """See `FrameSource`."""


class ExposureWatch:
    """A watcher that tells nothing: it has the camera hold an exposure that is right for the island."""

    every_s: float = 0.5

    def __init__(self, camera: Metered, lies: Callable[[Frame], Callable[[Points], Points] | None]) -> None:
        """Watch through a camera.

        Args:
            camera: it is asked from the thread that shows its frames.
            lies: how points of the island's plane, n x 2, lie in a frame; None: that isn't known, or
                something moves over it.
        """
        self._camera, self._lies = camera, lies
        self._begin_anew()

    def _begin_anew(self) -> None:
        self._t = -math.inf
        self._right_at: float | None = None
        self._resumes_at, self._tries = -math.inf, 0

    def take(self, frame: Frame) -> Iterable[Observation]:
        """Look whether a frame's light is right for the island."""
        if frame.t < self._t:
            self._begin_anew()
        self._t = frame.t
        project = self._lies(frame) if frame.t >= self._resumes_at else None
        if project is None:
            return ()
        times = light_wanted(frame.image, project)
        if times == 1:
            self._right_at, self._tries = frame.t, 0
        elif self._right_at is None:
            self._right_at = frame.t
        elif frame.t - self._right_at >= CHANGED_S:
            self._expose(times)
        return ()

    def _expose(self, times: float) -> None:
        self._tries += 1
        try:
            held = self._camera.lock_exposure(times)
        except ExposureError as error:
            _LOG.info("%s", error)
            self._tries = MOST
        else:
            _LOG.info("The camera is given %.2f times the light: %s", times, held)
        # The light of this picture, too, was wrong until now: only the next ones count.
        self._resumes_at = self._t + SETTLES_S
        if self._tries >= MOST:
            self._resumes_at, self._right_at, self._tries = self._t + GIVES_UP_S, None, 0
