"""The circuit between a phototransistor's current and the firmware's counts: load, switches, flicker, supply.

A phototransistor that no multiplexer has selected has an emitter that floats: its own current charges it to
the supply, less a few tens of millivolts. Once selected it must fall to what the load gives. Its base must
fall with it, and the charge that it has against the collector, C V, can only leave as base current, which is
the emitter's current over the gain. The emitter so behaves as if the load had gain times that capacitance
beside it: what is left falls as exp(-t / (gain C R)). A lamp that is switched is followed as slowly, for the
same reason. With 5 pF, a gain of 260 to 1000 and 47 kOhm these are 61 to 235 microseconds, so that 312
microseconds after it is selected 0.03 to 1.3 V of the 4.8 V are still there: what a simulation of the circuit
with a floating emitter shows, too.
"""

from __future__ import annotations

import cmath
import itertools
import math
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]

STEPS: Final = 1023
"""The converter's highest value, for an input equal to its supply."""

SATURATION_V: Final = 0.1
"""Saturation voltage of a conducting phototransistor, in volts."""

BASE_PICOFARAD: Final = 5.0
"""Capacitance between base and collector."""

GAINS: Final = (260.0, 1000.0)
"""Lowest and highest gain of one type of phototransistor: light currents are binned, gains aren't."""


@dataclass(frozen=True)
class Circuit:
    """The circuit and the timing that read sensors.

    Attributes:
        load_ohm: from an emitter to ground.
        each: whether every sensor has a load of its own (so that none floats), not every multiplexer.
        settle_us: from selecting a channel to reading it.
        lamp_us: from switching a lamp to reading the first channel.
        gaps_ms: between the scans that are summed up to a look: one less than there are scans.
        supply: volts.
    """

    load_ohm: float
    each: bool
    settle_us: float
    lamp_us: float
    gaps_ms: tuple[float, ...]
    supply: float = 4.7

    @property
    def scans(self) -> int:
        """Number of scans that are summed to a look."""
        return len(self.gaps_ms) + 1

    def slowness_us(self, gain: float) -> float:
        """Return the time constant with which a sensor responds."""
        return gain * BASE_PICOFARAD * 1e-6 * self.load_ohm

    def residual_voltage(self, gain: float) -> float:
        """Return the voltage that a floating emitter still has when its channel is read."""
        if self.each:
            return 0.0
        return self.supply * math.exp(-self.settle_us / self.slowness_us(gain))

    def lamp_seen(self, gain: float) -> float:
        """Return the share of a lamp's light that the first channel after its switching shows."""
        return 1 - math.exp(-max(self.lamp_us, self.settle_us) / self.slowness_us(gain))

    def flicker_left(self, hertz: float) -> float:
        """Return how much of such a flicker remains in a look, relative to one scan."""
        times = itertools.accumulate(self.gaps_ms, initial=0.0)
        return abs(sum(cmath.exp(2j * math.pi * hertz * time / 1000) for time in times)) / self.scans

    def volts(self, microamperes: Floats) -> Floats:
        """Return the settled voltage over the load."""
        return np.minimum(microamperes * 1e-6 * self.load_ohm, self.supply - SATURATION_V)

    def look(self, lit: Floats, dark: Floats) -> Floats:
        """Return a look's counts, lit minus dark, for currents in microamperes."""
        lit_counts = np.floor(self.volts(lit) / self.supply * STEPS)
        dark_counts = np.floor(self.volts(dark) / self.supply * STEPS)
        return np.asarray(self.scans * (lit_counts - dark_counts))


FIRST_WIRING: Final = Circuit(
    load_ohm=47e3, each=False, settle_us=312, lamp_us=312, gaps_ms=(22.5, 22.5, 22.5)
)
"""The first wiring and timing: one load for each multiplexer."""

WIRING: Final = Circuit(load_ohm=10e3, each=False, settle_us=312, lamp_us=312, gaps_ms=(25.0, 20.832, 25.0))
"""The present ones: 10 kOhm, and scans whose sum is free of flicker of 100 and of 120 Hz."""
