"""The exposure of a simulated camera: automatic over the whole picture, until it is locked."""

from __future__ import annotations

import threading
from dataclasses import replace
from typing import Any, Final

import cv2
from numpy.typing import NDArray

from companion.sim.tabletop import TabletopMoment
from companion.sources.camera import Exposure

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

    def expose(self, moment: TabletopMoment) -> TabletopMoment:
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
