"""What the sensors under the dice tower's pockets see: a model of dice, light, glass and sensors.

Pure: a `PocketContents` (which dice lie where, how bright the room is) and the `PocketOptics` of one tower
(every sensor a little different, dirt, broken wires) give the millivolts of each channel. It stands beside
the emulated firmware as the table stands under the real one; nothing of the firmware is in it.

Frame of reference of a pocket: millimetres, origin under the middle of a die that lies where it
should; x along the lane (uphill to the right), y across it (to the back wall), z up from the glass.

Sources of the figures: Vishay's data sheet of the phototransistor TEPT4400 (200 uA at 100 lx, cosine
to 30 degrees, parts binned within a factor of two); reflectances as of Munsell chips of such colours
under green light; 4 % of the light comes back from each face of a sheet of glass (Fresnel, n = 1.5).
"""

from __future__ import annotations

import math
import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

import numpy as np
import numpy.typing as npt

Array = npt.NDArray[np.float64]

CHANNELS: Final = 16
"""Channels of a multiplexer: nine sensors, the throat's, five idle ones and the reference."""

THROAT: Final = 9
"""The channel (of the second multiplexer) that looks up at the lane's mouth."""

REFERENCE: Final = 15
REFERENCE_MV: Final = 3300.0
"""The channel that carries the board's 3.3 V, and what it reads."""

SENSOR_PITCH_MM: Final = 4.4
"""Millimetres between two neighbouring sensors of the grid."""

DIE_SIZE_MM: Final = 16.0
"""Edge of the die the tower is printed for, in millimetres."""

PIP_PITCH: Final = 0.27
PIP_RADIUS: Final = 0.1
"""Distance of two rows of pips, and a pip's radius, as shares of the die's edge."""

LAMPS: Final = ((-2.2, -7.8), (2.2, -7.8), (-2.2, 7.8), (2.2, 7.8))
LAMP_DEPTH_MM: Final = 6.0
"""Where a pocket's lamps are (x, y), and how deep under the die's face, in millimetres."""

LIT_MV: Final = 3600.0
"""What a perfectly white face gives above the sensor that the lamps light best."""

GLASS: Final = 0.05
"""The glass's own reflection, as that of a die's face: two faces of 4 % each, seen aslant."""

CROSSTALK: Final = 0.02
"""How much of its light a pocket's lamp sends under the other pocket, within the glass."""

AMBIENT_MV: Final = 2.8
"""Millivolts a lux of the room gives under an empty pocket: 2 uA/lx through an aperture that sees a
thirtieth of the sky, into 47 kOhm."""

LEAK: Final = 0.03
"""Share of the room's light that comes past a die to the sensors under it."""

_FIELD: Final = 0.8  # standard deviation of the spot a sensor sees on the face, millimetres
_VIEW: Final = 3.0  # distance from a sensor to the face, millimetres
_SCATTER: Final = 0.1  # share of a face's light that wandered through the plastic, pips or not
_SKY: Final = 0.04  # what a sensor without a die sees of its lamps' light: the lane's cover, black

_GRID: Final = np.array([(x, y) for y in (1, 0, -1) for x in (-1, 0, 1)]) * SENSOR_PITCH_MM
"""The nine sensors' places in the order of their channels: rows from the back, columns from the left."""

_PIPS: Final[Mapping[int, tuple[tuple[int, int], ...]]] = {
    1: ((0, 0),),
    2: ((-1, 1), (1, -1)),
    3: ((-1, 1), (0, 0), (1, -1)),
    4: ((-1, 1), (1, 1), (-1, -1), (1, -1)),
    5: ((-1, 1), (1, 1), (0, 0), (-1, -1), (1, -1)),
    6: ((-1, 1), (1, 1), (-1, 0), (1, 0), (-1, -1), (1, -1)),
}


@dataclass(frozen=True)
class Finish:
    """How much green light a die's body and its pips send back, 0 to 1."""

    body: float
    pip: float


FINISHES: Final[Mapping[str, Finish]] = {
    "white": Finish(0.85, 0.05),
    "ivory": Finish(0.70, 0.06),
    "yellow": Finish(0.58, 0.05),
    "orange, black pips": Finish(0.30, 0.05),
    "green, white pips": Finish(0.22, 0.80),
    "blue": Finish(0.10, 0.80),
    "red": Finish(0.08, 0.80),
    "black": Finish(0.05, 0.80),
    "black, gold pips": Finish(0.05, 0.35),
    "wood, burnt pips": Finish(0.45, 0.10),
}
"""Dice as people own them."""


@dataclass(frozen=True)
class PocketDie:
    """One die in or above a pocket.

    Attributes:
        top: the face people see, 1 to 6; the sensors see seven minus it.
        turn: quarter turns about the upright axis, 0 to 3.
        finish: its colours.
        skew: degrees it is turned beyond that.
        x, y: its middle, in millimetres from where it should be.
        tilt: degrees by which it stands on an edge; 0: flat.
        lift: millimetres between the glass and the lowest of it.
        size: its edge in millimetres.
        wear: how much of the pips' paint is gone, 0 to 1.
    """

    top: int
    turn: int = 0
    finish: Finish = FINISHES["white"]
    skew: float = 0.0
    x: float = 0.0
    y: float = 0.0
    tilt: float = 0.0
    lift: float = 0.0
    size: float = DIE_SIZE_MM
    wear: float = 0.0


@dataclass(frozen=True)
class PocketContents:
    """What there is to see.

    Attributes:
        dice: in pocket 1 and pocket 2; None: empty.
        throat: a die at the lane's mouth.
        room: how bright it is above the lane, in lux.
    """

    dice: tuple[PocketDie | None, PocketDie | None] = (None, None)
    throat: bool = False
    room: float = 200.0


@dataclass(frozen=True)
class PocketOptics:
    """One tower's sensors.

    Attributes:
        gain: of each pocket's nine sensors, about 1.
        clear: share of the light that dirt on the glass lets through over each sensor.
        haze: what that dirt sends back by itself, as a face's reflectance.
        dead: (pocket, channel) of sensors whose wire is off.
    """

    gain: Array
    clear: Array
    haze: Array
    dead: frozenset[tuple[int, int]] = frozenset()

    @classmethod
    def of_seed(cls, seed: int, dirt: float = 0.0) -> PocketOptics:
        """A tower as it comes off a workbench; `dirt`: 0 for clean glass, 1 for months of fingers."""
        chance = np.random.default_rng(seed)
        gain = np.clip(np.exp(chance.normal(0, 0.15, (2, 9))), 0.7, 1.35)
        spots = chance.random((2, 9))
        return cls(gain, 1 - 0.4 * dirt * spots, 0.06 * dirt * spots)

    def with_dirt(self, dirt: float, seed: int = 0) -> PocketOptics:
        """The same sensors under a glass that has become dirty."""
        spots = np.random.default_rng(seed).random((2, 9))
        return replace(self, clear=1 - 0.4 * dirt * spots, haze=0.06 * dirt * spots)


def millivolts(scene: PocketContents, optics: PocketOptics) -> Array:
    """The channels' voltages, shape (2 pockets, 3, 16 channels), in mV.

    The middle axis: in the dark; what lamp 1 adds; what lamp 2 adds.
    """
    volts = np.zeros((2, 3, CHANNELS))
    light = _illumination()
    for pocket, die in enumerate(scene.dice):
        seen = _SKY if die is None else _reflectance(die)
        shade = 1.0 if die is None else LEAK + (1 - LEAK) * min(die.lift / DIE_SIZE_MM, 1.0)
        gain = optics.gain[pocket]
        back = optics.clear[pocket] ** 2 * seen + GLASS + optics.haze[pocket]
        volts[pocket, 0, :9] = gain * optics.clear[pocket] * scene.room * AMBIENT_MV * shade
        volts[pocket, 1 + pocket, :9] = gain * LIT_MV * light * back
        volts[pocket, 2 - pocket, :9] = CROSSTALK * volts[pocket, 1 + pocket, :9]
    volts[1, 0, THROAT] = scene.room * AMBIENT_MV * (LEAK if scene.throat else 0.5)
    volts[1, 2, THROAT] = LIT_MV * (0.5 if scene.throat else GLASS)
    for pocket, channel in optics.dead:
        volts[pocket - 1, :, channel] = 0.0
    volts[:, 0, REFERENCE] = REFERENCE_MV
    return volts


def _illumination() -> Array:
    """How brightly each sensor's spot is lit, the best as 1: inverse square, and aslant at both ends."""
    lamps = np.array(LAMPS)
    across = ((_GRID[:, None, :] - lamps[None, :, :]) ** 2).sum(axis=2)
    light = (LAMP_DEPTH_MM**2 / (LAMP_DEPTH_MM**2 + across) ** 2).sum(axis=1)
    brightest: Array = light / light.max()
    return brightest


def _spot() -> tuple[Array, Array]:
    """Points of the spot a sensor sees, and their weights."""
    points = [(0.0, 0.0)]
    for ring, count in ((0.7, 6), (1.4, 12), (2.1, 12)):
        points += [
            (ring * math.cos(2 * math.pi * n / count), ring * math.sin(2 * math.pi * n / count))
            for n in range(count)
        ]
    places = np.array(points)
    radius = np.hypot(places[:, 0], places[:, 1])
    area = np.where(radius == 0, 0.35**2, 0.7 * 2 * radius / np.where(radius > 1, 12, 6))
    weight = area * np.exp(-(radius**2) / (2 * _FIELD**2))
    return places, weight / weight.sum()


_POINTS, _WEIGHTS = _spot()


def _reflectance(die: PocketDie) -> Array:
    """What each of a pocket's sensors sees of a die's bottom face, 0 to 1, shape (9,)."""
    points = _GRID[:, None, :] + _POINTS[None, :, :] * (1 + die.lift / _VIEW)
    angle = -math.radians(90 * die.turn + die.skew)
    turn = np.array([[math.cos(angle), math.sin(angle)], [-math.sin(angle), math.cos(angle)]])
    face = (points - (die.x, die.y)) @ turn
    half = die.size / 2
    inside = (np.abs(face) <= half).all(axis=2)
    height = die.lift + math.tan(math.radians(die.tilt)) * (face[:, :, 0] + half)
    near = (_VIEW / (_VIEW + height)) ** 2 * (LAMP_DEPTH_MM / (LAMP_DEPTH_MM + height)) ** 2
    contrast = (die.finish.pip - die.finish.body) * (1 - die.wear) * (1 - _SCATTER)
    shade = np.full(inside.shape, die.finish.body)
    for column, row in _PIPS[7 - die.top]:
        place = np.array((column, row)) * PIP_PITCH * die.size
        shade[((face - place) ** 2).sum(axis=2) < (PIP_RADIUS * die.size) ** 2] += contrast
    seen: Array = (np.where(inside, shade * np.clip(near, 0, 1), _SKY) * _WEIGHTS).sum(axis=1)
    return seen


def resting(top: int, chance: random.Random, finish: Finish = FINISHES["white"], **more: float) -> PocketDie:
    """A die as it comes to rest: against the end wall and the lip, but never quite."""
    return PocketDie(
        top,
        chance.randrange(4),
        finish,
        skew=chance.gauss(0, 1.0),
        x=chance.gauss(0, 0.15),
        y=chance.gauss(0, 0.15),
        **more,
    )


def tumbling(rest: PocketContents, chance: random.Random) -> Sequence[tuple[float, PocketContents]]:
    """The way of two dice down to where they rest: (seconds from the throw, scene) each.

    The first rolls over the second pocket into its own, the second follows and knocks it; each shows
    what it likes meanwhile. The last scene is `rest`.
    """
    scenes: list[tuple[float, PocketContents]] = []
    now = 0.0
    first, second = rest.dice

    def show(dice: tuple[PocketDie | None, PocketDie | None], throat: bool = False) -> None:
        nonlocal now
        scenes.append((now, replace(rest, dice=dice, throat=throat)))
        now += chance.uniform(0.015, 0.06)

    for die in (first, second):
        settled = first if die is second else None
        if die is None:
            continue
        for _ in range(chance.randint(1, 3)):
            show((settled, None), throat=True)
        for _ in range(chance.randint(2, 6)):
            pocket_2 = _in_the_air(die, chance)
            show((settled, pocket_2) if die is second else (_maybe(die, chance), pocket_2))
        for _ in range(chance.randint(1, 4) if die is first else 0):
            show((_in_the_air(die, chance), None))
    if first and second:
        knocked = replace(first, x=first.x + chance.gauss(0, 0.3), skew=first.skew + chance.gauss(0, 1))
        show((knocked, replace(second, lift=abs(chance.gauss(0, 0.5)))))
    scenes.append((now, rest))
    return scenes


def _in_the_air(die: PocketDie, chance: random.Random) -> PocketDie:
    return replace(
        die,
        top=chance.randint(1, 6),
        turn=chance.randrange(4),
        skew=chance.uniform(-45, 45),
        x=chance.uniform(-6, 6),
        y=chance.uniform(-1, 1),
        tilt=chance.uniform(0, 40),
        lift=abs(chance.gauss(0, 4)),
    )


def _maybe(die: PocketDie, chance: random.Random) -> PocketDie | None:
    return _in_the_air(die, chance) if chance.random() < 0.3 else None
