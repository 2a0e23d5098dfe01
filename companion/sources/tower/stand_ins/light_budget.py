"""The light budget of a pocket in radiometric units: from a lamp's resistor to a sensor's current.

A phototransistor's data sheet gives its current in a lux of illuminant A (2856 K), which is mostly red and
infrared light. A lux of green light has a quarter of the effect. So lamps are counted in watts here, and a
sensor's response follows from the spectra.

Units: nanometres, watts per steradian, watts per square metre, milliamperes for lamps, microamperes for
sensors, ohms, volts.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Final

import numpy as np
import numpy.typing as npt

Array = npt.NDArray[np.float64]

WAVELENGTHS_NM: Final[Array] = np.arange(380.0, 1101.0)
"""All spectra are sampled here, a nanometre apart; silicon sees nothing beyond."""

LUMENS_PER_WATT: Final = 683.0
"""Of light of 555 nm, by the definition of the candela."""

ILLUMINANT_A_K: Final = 2856.0
"""Temperature of the black body that is CIE illuminant A, in kelvin."""


_PHOTOPIC_NM: Final[Array] = np.arange(380.0, 781.0, 10.0)
_PHOTOPIC: Final[Array] = np.array([
    0.0000, 0.0001, 0.0004, 0.0012, 0.0040, 0.0116, 0.0230, 0.0380, 0.0600, 0.0910, 0.1390, 0.2080,
    0.3230, 0.5030, 0.7100, 0.8620, 0.9540, 0.9950, 0.9950, 0.9520, 0.8700, 0.7570, 0.6310, 0.5030,
    0.3810, 0.2650, 0.1750, 0.1070, 0.0610, 0.0320, 0.0170, 0.0082, 0.0041, 0.0021, 0.0010, 0.0005,
    0.0002, 0.0001, 0.0001, 0.0000, 0.0000,
])  # fmt: skip
"""The eye's sensitivity V by wavelength, as the CIE standardised it in 1924."""


def photopic_sensitivity() -> Array:
    """Return the eye's sensitivity V, 0 to 1, at all wavelengths."""
    return np.asarray(np.interp(WAVELENGTHS_NM, _PHOTOPIC_NM, _PHOTOPIC, right=0.0))


def illuminant_a() -> Array:
    """Return the relative spectrum of illuminant A, by Planck's law."""
    hc_over_k_nm_kelvin = 1.438777e7
    return np.asarray(WAVELENGTHS_NM**-5 / np.expm1(hc_over_k_nm_kelvin / (WAVELENGTHS_NM * ILLUMINANT_A_K)))


def luminous_efficacy(spectrum: Array) -> float:
    """Return lumens per watt of light with this spectrum."""
    return float(LUMENS_PER_WATT * (photopic_sensitivity() * spectrum).sum() / spectrum.sum())


@dataclass(frozen=True)
class LightDiode:
    """A light diode, by its data sheet.

    Attributes:
        name: the part.
        candela: luminous intensity on its axis at `rated_ma`.
        rated_ma: current of that figure.
        half_angle: degrees from the axis to half the intensity.
        peak_nm, width_nm: peak of its spectrum, and its width at half the peak.
        threshold_v, slope_ohm: the straight line that is its forward voltage over current.
    """

    name: str
    candela: float
    rated_ma: float = 20.0
    half_angle: float = 30.0
    peak_nm: float = 520.0
    width_nm: float = 35.0
    threshold_v: float = 2.75
    slope_ohm: float = 22.5

    def spectrum(self) -> Array:
        """Return its relative spectrum, a Gaussian."""
        away = (WAVELENGTHS_NM - self.peak_nm) / (self.width_nm / 2)
        return np.asarray(np.exp(-math.log(2) * away**2))


@dataclass(frozen=True)
class Phototransistor:
    """A phototransistor, by its data sheet.

    Attributes:
        name: the part.
        microamperes_per_lux: current in a lux of illuminant A on its axis.
        half_angle: degrees from the axis to half the response.
        peak_nm: wavelength of the highest response.
        low_nm, high_nm: the ends of its spectral range, where the response is `edge_share` of the peak's.
    """

    name: str
    microamperes_per_lux: float
    half_angle: float
    peak_nm: float
    low_nm: float
    high_nm: float
    edge_share: float = 0.5

    def response(self) -> Array:
        """Return its relative spectral response: half a Gaussian to either side of the peak."""
        reach = np.where(
            self.peak_nm > WAVELENGTHS_NM, self.peak_nm - self.low_nm, self.high_nm - self.peak_nm
        )
        return np.asarray(np.exp(math.log(self.edge_share) * ((WAVELENGTHS_NM - self.peak_nm) / reach) ** 2))

    def microamperes_per_irradiance(self, lamp: LightDiode) -> float:
        """Return its current in a watt per square metre of a lamp's light on its axis."""
        white, light, response = illuminant_a(), lamp.spectrum(), self.response()
        white_per_lux = white / white.sum() / luminous_efficacy(white)
        per_watt = (response * light).sum() / light.sum()
        return float(self.microamperes_per_lux * per_watt / (response * white_per_lux).sum())


@dataclass(frozen=True)
class LampDrive:
    """The supply of a pocket's lamps: a resistor each, one switch to ground, one dimming resistor.

    Attributes:
        resistor_ohm: of each lamp.
        dim_ohm: from the lamps' common wire to the pin that dims them.
        count: lamps on that wire.
        supply_v: at a Nano's 5V pin on a USB port, behind the board's diode.
        switch_ohm: of the closed transistor.
        pin_ohm: of the pin that is low.
    """

    resistor_ohm: float
    dim_ohm: float
    count: int = 4
    supply_v: float = 4.7
    switch_ohm: float = 5.0
    pin_ohm: float = 25.0

    def milliamperes(self, lamp: LightDiode, dim: bool = False) -> float:
        """Return the current through each lamp."""
        shared = self.dim_ohm + self.pin_ohm if dim else self.switch_ohm
        ohms = self.resistor_ohm + lamp.slope_ohm + self.count * shared
        return max(0.0, 1000 * (self.supply_v - lamp.threshold_v) / ohms)


TEPT4400: Final = Phototransistor("TEPT4400 (Vishay)", 2.0, 30.0, 570.0, 440.0, 800.0)
"""3 mm; 200 uA at 100 lx, within a factor of two by groups; 570 nm, 440 to 800 nm at half the response.

Vishay's data sheet 81341; its sister sheet 84768 (TEPT5600, the same chip) states the same spectrum.
"""

LAMP: Final = LightDiode("green InGaN diode, 1.8 mm, half angle 30 degrees, 1300 mcd at 20 mA", 1.3)
"""The lamp of the bill. Typical figures of a green InGaN chip under a lens of that angle.

1300 mcd typical, 600 least, 2 x 30 degrees: Kingbright's sheet DSAJ8688 (WP154A4SUREQBFZGW, green).
Forward voltage 3.2 V typical, 4 V at most at 20 mA, 520 nm, 35 nm wide: sheet DSAJ9197 (APT2012ZGC/E).
The threshold is the line through 3.2 V at 20 mA and 2.86 V at 5 mA. No sheet of a radial part of 1.8 mm was
at hand: hence the table of resistors by intensity.
"""

LOAD_OHM: Final = 10e3
"""From a multiplexer's output to ground."""

DIM_SHARE: Final = 1 / 6
"""Of the bright lamps' light, as in firmware/core/scan.h."""

POCKET_LAMPS: Final = (4, 6)
"""Lamps on the wire of each pocket; the throat's two are on the second pocket's."""


@dataclass(frozen=True)
class ResistorChoice:
    """The resistors of a tower's lamps: one for each lamp, and one that dims each pocket's."""

    resistor_ohm: float
    dim_ohm: tuple[float, float]

    def drive(self, pocket: int) -> LampDrive:
        """Return how the lamps of pocket 0 or 1 are supplied."""
        return LampDrive(self.resistor_ohm, self.dim_ohm[pocket], POCKET_LAMPS[pocket])


RESISTORS: Final = ResistorChoice(68.0, (120.0, 82.0))
"""Of the lamp of the bill, by `docs/hardware/optics/lamps.py`."""
