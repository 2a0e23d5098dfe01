"""Adjusts a camera's exposure during a game: if the light changes, the island is metered again."""

from __future__ import annotations

import logging
import math
from collections.abc import Callable, Iterable
from typing import Final, Protocol

from companion.observations import Observation
from companion.sources.camera import Exposure, ExposureError, Frame
from vision.lattice import Points
from vision.metering import exposure_factor

_LOG = logging.getLogger(__name__)

LIGHT_CHANGE_S: Final = 3.0
"""Wrong light for this long is a real change: a sleeve, a cloud or a moving lamp passes sooner."""
SETTLE_S: Final = 2.0
"""Seconds after an exposure change during which nothing is judged."""
RETRY_AFTER_S: Final = 300.0
"""Seconds until the next attempt with a camera that doesn't lock its exposure, or with unsuitable light."""
MAX_TRIES: Final = 4
"""The maximum number of consecutive exposures."""


class MeteredCamera(Protocol):
    """A camera with an adjustable exposure."""

    def lock_exposure(self, factor: float) -> Exposure:
        """Lock the exposure; see `FrameSource`."""


class ExposureWatch:
    """A watcher without observations: it locks the camera at an exposure that suits the island."""

    every_s: float = 0.5

    def __init__(
        self, camera: MeteredCamera, projection_in: Callable[[Frame], Callable[[Points], Points] | None]
    ) -> None:
        """Watch through a camera.

        Args:
            camera: called from the thread that delivers its frames.
            projection_in: returns the projection of the island's plane, n x 2, to a frame; None: it isn't
                known, or something moves over the island.
        """
        self._camera, self._projection_in = camera, projection_in
        self._reset()

    def _reset(self) -> None:
        self._t = -math.inf
        self._right_at: float | None = None
        self._resumes_at, self._tries = -math.inf, 0

    def process(self, frame: Frame) -> Iterable[Observation]:
        """Judge whether a frame's light suits the island."""
        if frame.t < self._t:
            self._reset()
        self._t = frame.t
        project = self._projection_in(frame) if frame.t >= self._resumes_at else None
        if project is None:
            return ()
        times = exposure_factor(frame.image, project)
        if times == 1:
            self._right_at, self._tries = frame.t, 0
        elif self._right_at is None:
            self._right_at = frame.t
        elif frame.t - self._right_at >= LIGHT_CHANGE_S:
            self._expose(times)
        return ()

    def _expose(self, times: float) -> None:
        self._tries += 1
        try:
            held = self._camera.lock_exposure(times)
        except ExposureError as error:
            _LOG.info("%s", error)
            self._tries = MAX_TRIES
        else:
            _LOG.info("exposure locked at %.2f times the light: %s", times, held)
        # This picture still has the old light: only the next ones count.
        self._resumes_at = self._t + SETTLE_S
        if self._tries >= MAX_TRIES:
            self._resumes_at, self._right_at, self._tries = self._t + RETRY_AFTER_S, None, 0
