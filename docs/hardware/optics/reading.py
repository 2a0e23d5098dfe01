"""Read the light under a die with the firmware's own code, compiled for this machine.

Levels are counts of a look, as in `firmware/core/calibration.h`.
"""

from __future__ import annotations

import ctypes
import functools
import subprocess
import tempfile
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

import numpy as np
from numpy.typing import NDArray
from optics.designs import Design
from optics.electronics import Circuit

from companion.sources.tower.stand_ins.die_face import (
    BulkMaterial,
    DieBody,
    DiePose,
    PocketLight,
    build_face,
    glass_light,
    sensor_irradiance,
)

Floats = NDArray[np.float64]

CORE: Final = Path(__file__).parents[3] / "firmware" / "core"
BODY_REFLECTANCE: Final = 512
MIN_QUALITY: Final = 50
"""As in firmware/core/pattern.h."""

WHITE_HIGHEST: Final = 680
"""As in firmware/core/look.c: a calibration die that gives a sensor more counts is read under dim lamps."""

MIRROR_SHARE: Final = 0.45
"""As in firmware/core/pocket.c: reflection of a polished die, relative to that of the empty glass."""

NOISE: Final = 4.0
"""Standard deviation of a look: four scans, each lit minus dark, a converter's two counts each."""

CALIBRATION_DIE: Final = (BulkMaterial.from_reflectance(0.85, 8.0), 0.05)
"""White plastic, and black pips."""

CALIBRATION_PAPER: Final = (BulkMaterial.from_reflectance(0.85, 40.0), 0.05)
"""Four layers of printer paper, and felt pen."""


@dataclass(frozen=True)
class Material:
    """The reflectance of a die's body and of its pips, 0 to 1."""

    body: DieBody
    pip: float


@dataclass(frozen=True)
class Bench:
    """A pocket of a design with its circuit, calibrated with white dice of the size it is printed for.

    `paper`: with a strip of paper instead, on which their faces are drawn.
    """

    design: Design
    light: PocketLight
    circuit: Circuit
    size: float
    paper: bool = False
    exposure: Floats = field(init=False)
    empty: Floats = field(init=False)
    body: Floats = field(init=False)

    def __post_init__(self) -> None:
        white, black = CALIBRATION_PAPER if self.paper else CALIBRATION_DIE
        lie = DiePose(self.size, on_paper=self.paper)
        shown = [
            sensor_irradiance(build_face(bottom, lie, white, black, 0, self.light), self.light)
            for bottom in (1, 6)
        ]
        body = np.where(np.arange(9) == 4, shown[1], shown[0])
        over = self.circuit.look(body * self.design.microamperes, np.zeros(9)) > 4 * WHITE_HIGHEST
        object.__setattr__(self, "exposure", np.where(over, self.design.dim, 1.0))
        object.__setattr__(self, "empty", self.level(glass_light(self.light)))
        object.__setattr__(self, "body", self.level(body))

    def level(self, irradiance: Floats) -> Floats:
        """Return the levels of a look, for the light in the sensors under bright lamps in a dark room."""
        return self.circuit.look(irradiance * self.exposure * self.design.microamperes, np.zeros(9))

    @property
    def span(self) -> Floats:
        """Return the difference between a white body and the empty glass, of which the firmware requires 160
        counts.
        """
        return self.body - self.empty

    def reads(
        self,
        bottom: int,
        lie: DiePose,
        of: Material,
        chance: np.random.Generator,
        wear: float = 0,
        dust: Floats | float = 0,
    ) -> tuple[int, int]:
        """Return the lower face according to the firmware, and its quality."""
        face = build_face(bottom, lie, of.body, of.pip, wear, self.light)
        levels = (
            self.level(sensor_irradiance(face, self.light, dust)) - self.empty + chance.normal(0, NOISE, 9)
        )
        scale = BODY_REFLECTANCE / np.maximum(self.span, 1)
        return pattern_read(levels * scale, self.empty * MIRROR_SHARE * scale)


class _Reading(ctypes.Structure):
    _fields_ = (("face", ctypes.c_uint8), ("quality", ctypes.c_uint8))


def pattern_read(reflectances: Floats, mirrors: Floats | None = None) -> tuple[int, int]:
    """`pattern_read_polished` of firmware/core/pattern.c: the face below and its quality in percent."""
    most = 4 * BODY_REFLECTANCE
    given, mirrored = (
        (ctypes.c_int16 * 9)(*(int(value) for value in np.clip(values, -most, most)))
        for values in (reflectances, np.zeros(9) if mirrors is None else mirrors)
    )
    read = _core().pattern_read_polished(given, mirrored)
    return 7 - read.face, read.quality


@functools.cache
def _core() -> ctypes.CDLL:
    with tempfile.TemporaryDirectory() as folder:
        library = Path(folder) / "pattern.so"
        order = ["cc", "-std=gnu11", "-O2", "-shared", "-fPIC", "-o", str(library), str(CORE / "pattern.c")]
        subprocess.run(order, check=True)
        core = ctypes.CDLL(str(library))
    core.pattern_read_polished.restype = _Reading
    return core
