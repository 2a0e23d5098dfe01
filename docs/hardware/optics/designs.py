"""The sensor blocks that are compared, as holes under glass: today's is read from its own drawing.

Datasheet figures are typical ones: TEPT4400 (Vishay; 3 mm, 2 uA a lux on axis, a half at 30 degrees), a
diffused green 3 mm diode of 525 nm (400 mcd on axis at 20 mA, a half at 30 degrees; makers span a factor of
three to either side), TEMT6000X01 (Vishay; 0.5 uA a lux, a half at 60 degrees) and a 0603 green diode (0.9 lm
at 20 mA, Lambertian).
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

import numpy as np
from measures import ask
from optics.rays import HEIGHTS_MM, PIXEL_MM, Cylinder, Hole, Window, beam, density, glance, half_power

from companion.sources.tower.stand_ins.die_face import PocketLight

T1_BODY: Final = 4.5
"""From under the flange of a 3 mm diode or phototransistor to the tip of its lens, millimetres."""

T1_LENS: Final = 1.5
"""Radius of that lens."""

T34_LENS: Final = 0.9
"""Radius of the lens of a diode of 1.8 mm."""

T1_POWER: Final = half_power(30)

AXIAL_CANDELA: Final = 0.4
"""Of the lamp's diode at 20 mA."""

NAMES: Final = (
    "die", "slide", "film",
    "sensor_d", "air", "pockets", "grid", "lamps", "throat_lamps", "chamber", "aperture", "web",
)  # fmt: skip

FIRST: Final[Mapping[str, Any]] = {
    "slide": [76, 26, 1], "sensor_d": 3.2, "aperture": 2, "web": 1, "block_height": 6.5,
    "grid": [[x, y] for y in (4.4, 0, -4.4) for x in (-4.4, 0, 4.4)],
    "lamps": [[x, y] for y in (-7.8, 7.8) for x in (-2.2, 2.2)],
}  # fmt: skip
"""The block as it was first drawn, for dice of 16 mm: its glass lay on it, and it could not read."""


@dataclass(frozen=True)
class Design:
    """One pocket of a block.

    Attributes:
        sensors: nine, in the order of their channels.
        lamps: all that are lit while this pocket is read.
        window: what lies over the block.
        lumens: of each lamp, at the current it gets.
        microamperes: of a sensor in one lux on its axis.
    """

    sensors: tuple[Hole, ...]
    lamps: tuple[Hole, ...]
    window: Window
    lumens: float
    microamperes: float


def measures(die: float = 16) -> dict[str, Any]:
    """Of the printed parts, from firmware/tower/params.scad."""
    return ask(*NAMES, die=die)


def drawn(given: Mapping[str, Any]) -> Design:
    """The block as it is printed: four lamps between nine tubes, under a chamber of air."""
    thick, at = given["slide"][2], given["pockets"][0]
    top = -thick - given["air"]
    (low_x, low_y), (high_x, high_y) = given["chamber"]
    walls = (low_x - at[0], high_x - at[0], low_y - at[1], high_y - at[1])
    lamps = tuple(Hole(tuple(place), T34_LENS, top, T1_POWER, ()) for place in given["lamps"])
    sensors = _in_tubes(given, top, given["web"])
    return Design(sensors, lamps, Window(given["air"], thick, walls, given["film"]), lumens(9.0), 2.0)


def throat(given: Mapping[str, Any]) -> Design:
    """The one sensor under the lane's mouth and its two lamps."""
    pocket = drawn(given)
    lamps = tuple(
        Hole(tuple(place), T34_LENS, hole.depth, T1_POWER, ())
        for place, hole in zip(given["throat_lamps"], pocket.lamps, strict=False)
    )
    return Design(
        (pocket.sensors[4],),
        lamps,
        Window(given["air"], given["slide"][2], film=given["film"]),
        pocket.lumens,
        pocket.microamperes,
    )


def flush(given: Mapping[str, Any]) -> Design:
    """The block as first drawn (`FIRST`): the glass lies on it."""
    low, thick = -given["block_height"], given["slide"][2]
    under_web, top = -thick - given["web"], -thick
    lens, bore = low + T1_BODY, given["sensor_d"] / 2
    over = _stretches((lens, under_web, bore), (under_web, top, given["aperture"] / 2))
    sensors = tuple(Hole(tuple(at), T1_LENS, lens, T1_POWER, over) for at in given["grid"])
    lamps = tuple(
        Hole(tuple(at), T1_LENS, lens, T1_POWER, _stretches((lens, top, bore))) for at in given["lamps"]
    )
    return Design(sensors, lamps, Window(0.0, thick), lumens(9.0), 2.0)


def _stretches(*given: tuple[float, float, float]) -> tuple[Cylinder, ...]:
    return tuple(Cylinder(bottom, top, radius) for bottom, top, radius in given if top > bottom)


def lumens(milliamperes: float) -> float:
    """Of one green 3 mm diode."""
    return 2 * math.pi / (T1_POWER + 1) * AXIAL_CANDELA * milliamperes / 20


def light_of(design: Design, rays: int = 60_000, seed: int = 0) -> PocketLight:
    """Trace a design: what its lamps light and its sensors see."""
    chance = np.random.default_rng(seed)
    lit = density([beam(lamp, design.window, rays, chance) for lamp in design.lamps]) * design.lumens * 1e6
    gathers = [2 * math.pi / (sensor.power + 1) for sensor in design.sensors]
    seen = [
        density([beam(sensor, design.window, rays, chance)]) * gather / math.pi
        for sensor, gather in zip(design.sensors, gathers, strict=True)
    ]
    mirrors = [glance(sensor, design.lamps, design.window, rays, chance) for sensor in design.sensors]
    share = design.lumens * 1e6 * np.array(gathers)
    return PocketLight(
        PIXEL_MM,
        np.array(HEIGHTS_MM),
        lit,
        np.array(seen),
        share * [mirror.lower for mirror in mirrors],
        share * [mirror.upper for mirror in mirrors],
    )


def raised(given: Mapping[str, Any], space: float = 5.0, tube: float = 5.0) -> Design:
    """Glass over an air gap, sensors in tubes as wide as the apertures, lamps beside the die."""
    thick, bore = given["slide"][2], given["sensor_d"] / 2
    top = -thick - space
    sensors = _in_tubes(given, top, tube)
    lamps = tuple(
        Hole(tuple(at), T1_LENS, top, T1_POWER, _stretches((top, top, bore))) for at in given["lamps"]
    )
    return Design(sensors, lamps, Window(space, thick), lumens(9.0), 2.0)


def _in_tubes(given: Mapping[str, Any], top: float, tube: float) -> tuple[Hole, ...]:
    stretches = _stretches((top - tube, top, given["aperture"] / 2))
    return tuple(Hole(tuple(at), T1_LENS, top - tube, T1_POWER, stretches) for at in given["grid"])


def pairs(given: Mapping[str, Any]) -> Design:
    """On a board: a TEMT6000 and a 0603 diode beside it under each pip's place, a black mask between them."""
    thick = given["slide"][2]
    top, low = -thick - 2.0, -thick - 3.2
    sensors = tuple(Hole((x, y - 0.9), 0.5, low, 1.0, _stretches((low, top, 1.0))) for x, y in given["grid"])
    lamps = tuple(Hole((x, y + 1.3), 0.4, low, 1.0, _stretches((low, top, 0.8))) for x, y in given["grid"])
    return Design(sensors, lamps, Window(2.0, thick), 0.09, 0.5)
