"""The sensor blocks that are compared, as holes under glass: today's is read from its own drawing.

The parts of the block as drawn and their data sheets are in `stand_ins/light_budget.py`. The designs that
were compared with it before (`EARLIER_LAMPS`) keep the figures that all were compared by: too much light,
but in the same proportion for each. Of those, TEMT6000X01 (Vishay) gives 0.5 uA a lux, a half at 60
degrees, and a green 0603 diode 0.9 lm at 20 mA, Lambertian.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

import numpy as np
from measures import ask
from optics.lamps import dim_share, radiant_watts
from optics.rays import HEIGHTS_MM, PIXEL_MM, Cylinder, Hole, Window, beam, density, glance, half_power

from companion.sources.tower.stand_ins.die_face import PocketLight
from companion.sources.tower.stand_ins.light_budget import (
    LAMP,
    RESISTORS,
    TEPT4400,
    LightDiode,
    luminous_efficacy,
)

T1_BODY: Final = 4.5
"""Distance from the flange of a 3 mm diode or phototransistor to the tip of its lens, in millimetres."""

T1_LENS: Final = 1.5
"""Radius of that lens."""

T34_LENS: Final = 0.9
"""Radius of the lens of a diode of 1.8 mm."""

T1_POWER: Final = half_power(30)

EARLIER_LAMPS: Final = (
    radiant_watts(LightDiode("green diode, 400 mcd", 0.4, 20.0), 9.0),
    2.0 * luminous_efficacy(LAMP.spectrum()),
)
"""Watts of a lamp and microamperes for a watt per square metre, as the first designs were compared.

The second takes a sensor's current in a lux of illuminant A for that in a lux of green light: a quarter.
"""

NAMES: Final = (
    "die", "slide", "film",
    "sensor_d", "air", "pockets", "grid", "lamps", "throat_lamps", "chamber", "aperture", "web",
)  # fmt: skip

FIRST_DESIGN: Final[Mapping[str, Any]] = {
    "slide": [76, 26, 1], "sensor_d": 3.2, "aperture": 2, "web": 1, "block_height": 6.5,
    "grid": [[x, y] for y in (4.4, 0, -4.4) for x in (-4.4, 0, 4.4)],
    "lamps": [[x, y] for y in (-7.8, 7.8) for x in (-2.2, 2.2)],
}  # fmt: skip
"""The first drawn block, for dice of 16 mm. Its glass lay directly on it, and it could not read."""


@dataclass(frozen=True)
class Design:
    """One pocket of a block.

    Attributes:
        sensors: nine, in the order of their channels.
        lamps: all that are lit while this pocket is read.
        window: what lies over the block.
        watts: of each lamp, at the current it gets.
        microamperes: of a sensor in one watt per square metre of the lamps' light on its axis.
        dim: share of their light that dim lamps give; 1: the lamps can't be dimmed.
    """

    sensors: tuple[Hole, ...]
    lamps: tuple[Hole, ...]
    window: Window
    watts: float
    microamperes: float
    dim: float = 1.0


def measures(die: float = 16) -> dict[str, Any]:
    """Return the dimensions of the printed parts, from firmware/tower/params.scad."""
    return ask(*NAMES, die=die)


def printed_design(given: Mapping[str, Any]) -> Design:
    """Return the printed design: four lamps between nine tubes, under a chamber of air."""
    thick, at = given["slide"][2], given["pockets"][0]
    top = -thick - given["air"]
    (low_x, low_y), (high_x, high_y) = given["chamber"]
    walls = (low_x - at[0], high_x - at[0], low_y - at[1], high_y - at[1])
    lamps = tuple(Hole(tuple(place), T34_LENS, top, T1_POWER, ()) for place in given["lamps"])
    sensors = _in_tubes(given, top, given["web"])
    drive = RESISTORS.drive(0)
    return Design(
        sensors,
        lamps,
        Window(given["air"], thick, walls, given["film"]),
        radiant_watts(LAMP, drive.milliamperes(LAMP)),
        TEPT4400.microamperes_per_irradiance(LAMP),
        dim_share(drive),
    )


def throat(given: Mapping[str, Any]) -> Design:
    """Return the design of the throat: one sensor under the lane's mouth, and its two lamps."""
    pocket = printed_design(given)
    lamps = tuple(
        Hole(tuple(place), T34_LENS, hole.depth, T1_POWER, ())
        for place, hole in zip(given["throat_lamps"], pocket.lamps, strict=False)
    )
    return Design(
        (pocket.sensors[4],),
        lamps,
        Window(given["air"], given["slide"][2], film=given["film"]),
        radiant_watts(LAMP, RESISTORS.drive(1).milliamperes(LAMP)),
        pocket.microamperes,
    )


def flush_glass_design(given: Mapping[str, Any]) -> Design:
    """Return the first drawn design (`FIRST_DESIGN`): the glass lies on the block."""
    low, thick = -given["block_height"], given["slide"][2]
    under_web, top = -thick - given["web"], -thick
    lens, bore = low + T1_BODY, given["sensor_d"] / 2
    over = _stretches((lens, under_web, bore), (under_web, top, given["aperture"] / 2))
    sensors = tuple(Hole(tuple(at), T1_LENS, lens, T1_POWER, over) for at in given["grid"])
    lamps = tuple(
        Hole(tuple(at), T1_LENS, lens, T1_POWER, _stretches((lens, top, bore))) for at in given["lamps"]
    )
    return Design(sensors, lamps, Window(0.0, thick), *EARLIER_LAMPS)


def _stretches(*given: tuple[float, float, float]) -> tuple[Cylinder, ...]:
    return tuple(Cylinder(bottom, top, radius) for bottom, top, radius in given if top > bottom)


def trace_design(design: Design, rays: int = 60_000, seed: int = 0) -> PocketLight:
    """Trace a design: the light of its lamps, and what its sensors see."""
    chance = np.random.default_rng(seed)
    lit = [density([beam(lamp, design.window, rays, chance)]) for lamp in design.lamps]
    gathers = [2 * math.pi / (sensor.power + 1) for sensor in design.sensors]
    seen = [
        density([beam(sensor, design.window, rays, chance)]) * gather / math.pi
        for sensor, gather in zip(design.sensors, gathers, strict=True)
    ]
    mirrors = [
        [glance(sensor, (lamp,), design.window, rays, chance) for sensor in design.sensors]
        for lamp in design.lamps
    ]
    flux = design.watts * 1e6  # lengths are millimetres
    return PocketLight(
        PIXEL_MM,
        np.array(HEIGHTS_MM),
        flux * np.array(lit),
        np.array(seen),
        flux * np.array(gathers) * [[mirror.lower for mirror in of_lamp] for of_lamp in mirrors],
        flux * np.array(gathers) * [[mirror.upper for mirror in of_lamp] for of_lamp in mirrors],
    )


def raised_glass_design(given: Mapping[str, Any], space: float = 5.0, tube: float = 5.0) -> Design:
    """Return the design with glass over an air gap, sensors in tubes as wide as the apertures, and lamps
    beside the die.
    """
    thick, bore = given["slide"][2], given["sensor_d"] / 2
    top = -thick - space
    sensors = _in_tubes(given, top, tube)
    lamps = tuple(
        Hole(tuple(at), T1_LENS, top, T1_POWER, _stretches((top, top, bore))) for at in given["lamps"]
    )
    return Design(sensors, lamps, Window(space, thick), *EARLIER_LAMPS)


def _in_tubes(given: Mapping[str, Any], top: float, tube: float) -> tuple[Hole, ...]:
    stretches = _stretches((top - tube, top, given["aperture"] / 2))
    return tuple(Hole(tuple(at), T1_LENS, top - tube, T1_POWER, stretches) for at in given["grid"])


def pairs(given: Mapping[str, Any]) -> Design:
    """Return the design on a board: a TEMT6000 and a 0603 diode under each pip's place, with a black mask
    between them.
    """
    thick = given["slide"][2]
    top, low = -thick - 2.0, -thick - 3.2
    sensors = tuple(Hole((x, y - 0.9), 0.5, low, 1.0, _stretches((low, top, 1.0))) for x, y in given["grid"])
    lamps = tuple(Hole((x, y + 1.3), 0.4, low, 1.0, _stretches((low, top, 0.8))) for x, y in given["grid"])
    efficacy = luminous_efficacy(LAMP.spectrum())
    return Design(sensors, lamps, Window(2.0, thick), 0.09 / efficacy, 0.5 * efficacy)
