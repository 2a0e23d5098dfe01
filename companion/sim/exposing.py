"""The exposure of a simulated camera: its own, which follows the whole picture, until somebody holds it."""

from __future__ import annotations

import threading
from dataclasses import replace
from typing import Any, Final

import cv2
from numpy.typing import NDArray

from companion.sim.tabletop import TabletopMoment
from companion.sources.camera import Exposure

MIDDLE: Final = 110.0
"""Mean grey level that an automatic exposure is after: of a whole picture, most of which is table."""
_CLOSE: Final = 0.06
"""So far off, in shares, an automatic exposure stays as it is."""
_GAMMA: Final = 2.2
_MOST: Final = 4.0
"""Brightest a light may be (`Light.brightness`)."""
_USUAL: Final = 100.0
"""What the camera says it is held at with the light that the table was drawn for, in units of its own."""


class SimulatedExposure:
    """How much light a simulated sensor takes, 1 being what the table was drawn for."""

    def __init__(self, *, automatic: bool = True) -> None:
        """Begin with 1; `automatic`: to follow the picture until it is held."""
        self._automatic = automatic
        self._light = 1.0
        self._lock = threading.Lock()

    def moment(self, moment: TabletopMoment) -> TabletopMoment:
        """A moment with the light that the sensor takes of it."""
        with self._lock:
            light = self._light
        if light == 1:
            return moment
        lamp = moment.table.light
        # A light's brightness multiplies what a camera delivers, which is the light's root.
        brightness = min(lamp.brightness * light ** (1 / _GAMMA), _MOST)
        # What is mirrored comes through the same shutter.
        seen = replace(lamp, brightness=brightness, glare=lamp.glare * brightness / lamp.brightness)
        return replace(moment, table=replace(moment.table, light=seen))

    def meter(self, picture: NDArray[Any]) -> None:
        """Follow a picture, height x width x 3 of uint8, as long as nothing is held."""
        with self._lock:
            if not self._automatic:
                return
            times = MIDDLE / max(1.0, cv2.mean(cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY))[0])
            if abs(times - 1) > _CLOSE:
                self._light *= times**_GAMMA

    def hold(self, times: float) -> Exposure:
        """From now on so many times the light of now, whatever is seen; what is held."""
        with self._lock:
            self._automatic = False
            self._light *= times
            return {"exposure": _USUAL * self._light}
