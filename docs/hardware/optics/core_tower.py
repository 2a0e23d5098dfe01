"""The firmware's core, compiled for this machine, with a model of the light in its pockets."""

from __future__ import annotations

import ctypes
import functools
import subprocess
from pathlib import Path
from typing import Final, NamedTuple

import numpy as np

from companion.sources.tower.stand_ins.light_budget import LampDrive
from companion.sources.tower.stand_ins.pockets import (
    EXPOSURES,
    GRID_CHANNELS,
    REFERENCE_CHANNEL,
    THROAT_CHANNEL,
    PocketContents,
    PocketOptics,
    millivolts,
)

FIRMWARE: Final = Path(__file__).parents[3] / "firmware"
POCKETS: Final = 2
VALUES: Final = (*range(GRID_CHANNELS), THROAT_CHANNEL, REFERENCE_CHANNEL)
"""The channels of a scan, in the order of `firmware/core/scan.h`."""

FULL_SCALE: Final = 1023
SATURATED_MV: Final = 100.0
"""Saturation voltage of a conducting phototransistor (Vishay's data sheets of the TEPT and TEMT sensors)."""


class Outcome(NamedTuple):
    """The tower's reading of two dice at rest: whether it reported a roll, and each top face and quality."""

    rolled: bool
    faces: tuple[int, int]
    qualities: tuple[int, int]


class _Levels(ctypes.Structure):
    _fields_ = (
        ("dark", ctypes.c_double * len(VALUES) * POCKETS),
        ("lit", ctypes.c_double * len(VALUES) * POCKETS * EXPOSURES),
    )


class _Outcome(ctypes.Structure):
    _fields_ = (
        ("rolled", ctypes.c_uint8),
        ("faces", ctypes.c_uint8 * POCKETS),
        ("qualities", ctypes.c_uint8 * POCKETS),
    )


class CoreTower:
    """A simulated tower; a process can have only one at a time."""

    def __init__(self, optics: PocketOptics, seed: int) -> None:
        """Start it with empty pockets; `seed`: of the converter's noise."""
        self.optics = optics
        self._levels = _Levels()
        self.show(PocketContents())
        _library().library_plug(ctypes.byref(self._levels), seed & 0xFFFFFFFF)

    def show(self, scene: PocketContents) -> None:
        """Set the light in the sensors."""
        volts = millivolts(scene, self.optics)[:, :, list(VALUES)]
        supply = LampDrive.supply_v * 1000
        for pocket in range(POCKETS):
            dark = volts[pocket, 0]
            shown = [
                dark,
                *(dark + volts[pocket, 1 + 2 * exposure + pocket] for exposure in range(EXPOSURES)),
            ]
            counts = [np.minimum(level, supply - SATURATED_MV) / supply * FULL_SCALE for level in shown]
            self._levels.dark[pocket][:] = counts[0].tolist()
            for exposure in range(EXPOSURES):
                self._levels.lit[exposure][pocket][:] = counts[1 + exposure].tolist()

    def carry_out(self, command: str) -> str:
        """Execute a command of the serial protocol; return "ok", or the reason for a refusal."""
        return str(_library().library_do(command.encode()).decode())

    def rest(self, scene: PocketContents) -> Outcome:
        """Let two dice come to rest in pockets that were empty."""
        self.show(PocketContents(room=scene.room))
        _library().library_rest()
        self.show(scene)
        found = _library().library_rest()
        return Outcome(bool(found.rolled), tuple(found.faces), tuple(found.qualities))


@functools.cache
def _library() -> ctypes.CDLL:
    subprocess.run(["make", "-s", "-C", FIRMWARE, "build/tower-core.so"], check=True)
    library = ctypes.CDLL(str(FIRMWARE / "build" / "tower-core.so"))
    library.library_do.restype = ctypes.c_char_p
    library.library_rest.restype = _Outcome
    return library
