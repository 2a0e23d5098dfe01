"""Simulation of the sensors under the dice tower's pockets: dice, light, glass and phototransistors.

Pure: a `PocketContents` (poses of the dice, ambient light) and the `PocketOptics` of one tower (variation of
sensors, dirt, broken wires) give the millivolts of each channel. The emulated firmware reads them; this
module contains no part of the firmware.

`data/pocket_light.npz` holds the lamps' illumination and the sensors' sensitivity. It was computed by ray
tracing through the printed block (`docs/hardware/optics/tabulate.py`, from `firmware/tower/params.scad`).
`light_budget` has the parts and their data sheets.

Frame of reference of a pocket: millimetres, origin under the middle of a correctly placed die; x along the
lane (uphill to the right), y across it (to the back wall), z up from the glass.

Reflectances are those of Munsell chips of such colours under green light.
"""

from __future__ import annotations

import functools
import math
import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from importlib.resources import files
from typing import Final, NamedTuple

import numpy as np
import numpy.typing as npt

from companion.sources.tower.stand_ins import die_face
from companion.sources.tower.stand_ins.light_budget import DIM_SHARE, LAMP, LOAD_OHM, TEPT4400

Array = npt.NDArray[np.float64]

CHANNEL_COUNT: Final = 16
"""Number of channels of a multiplexer: nine sensors, the throat's, five unused and the reference."""

GRID_CHANNELS: Final = 9
"""The first channels: the sensors under a die."""

THROAT_CHANNEL: Final = 9
"""The channel (of the second multiplexer) whose sensor is at the lane's mouth."""

REFERENCE_CHANNEL: Final = 15
REFERENCE_MV: Final = 3300.0
"""The channel that carries the board's 3.3 V, and its voltage."""

DIE_SIZE_MM: Final = 16.0
"""Edge of the die for which the tower is printed, in millimetres."""

MV_PER_IRRADIANCE: Final = TEPT4400.microamperes_per_irradiance(LAMP) * LOAD_OHM / 1000
"""Millivolts over the load for a watt per square metre of the lamps' green light."""

MV_PER_ROOM_LUX: Final = TEPT4400.microamperes_per_lux * LOAD_OHM / 1000
"""Millivolts for a lux of the room, by incandescent lamps: the sensors respond most to these."""

EXPOSURES: Final = 2
"""A pocket's lamps are bright or dim; the firmware chooses for each sensor."""

LAMP_TOLERANCE: Final = 0.5
LAMP_SPREAD: Final = 0.15
SENSOR_TOLERANCE: Final = 0.5
"""Shares by which a bag of lamps differs from its sheet, a lamp from its bag, a sensor from its sheet."""

TUBE_SHARE: Final = 0.95
"""The narrowest tube as a share of the drawn one: printers print bores small."""

DIM_TOLERANCE: Final = 0.1
"""Share by which the dim lamps differ from `DIM_SHARE`, by the resistors and the diodes' voltages."""

CROSSTALK_SHARE: Final = 0.02
"""Share of a lamp's light that reaches the other pocket's sensors. (The firmware never reads that.)"""

ROOM_LIGHT_SHARE: Final = 0.7
"""Share of the room's light that passes the lane's walls to an empty pocket."""

LEAK_SHARE: Final = 0.03
"""Share of the room's light that always leaks past a die to the sensors under it."""

LIGHT_MAPS_PATH: Final = files("companion.sources.tower.stand_ins") / "data" / "pocket_light.npz"
"""The maps of a pocket, named as the fields of `PocketLight`; the throat's have the prefix `throat_`."""


@dataclass(frozen=True)
class Finish:
    """Optical finish of a die, under green light.

    Attributes:
        body: reflectance of the body, 0 to 1.
        pip: reflectance of the pips, 0 to 1.
        scatter: reduced scattering coefficient of the body, per millimetre.
        veins: share by which the body's reflectance varies from place to place: marbled, or pearl.
    """

    body: float
    pip: float
    scatter: float = 4.0
    veins: float = 0.0


FINISHES: Final[Mapping[str, Finish]] = {
    "white": Finish(0.85, 0.05, 8),
    "ivory": Finish(0.70, 0.06, 5),
    "yellow": Finish(0.58, 0.05, 5),
    "orange, black pips": Finish(0.30, 0.05),
    "green, white pips": Finish(0.22, 0.80),
    "blue": Finish(0.10, 0.80),
    "red": Finish(0.08, 0.80),
    "black": Finish(0.05, 0.80),
    "black, gold pips": Finish(0.05, 0.35),
    "wood, burnt pips": Finish(0.45, 0.10, 3),
}
"""Finishes of common dice."""

PAPER_FINISH: Final = Finish(0.85, 0.05, 40)
"""Four layers of printer paper, and felt pen."""


@dataclass(frozen=True)
class PocketDie:
    """One die in or above a pocket.

    Attributes:
        top: the top face, 1 to 6; the sensors see seven minus it.
        turn: quarter turns about the vertical axis, 0 to 3.
        finish: colours and material.
        skew: further turn, in degrees.
        x, y: offset of its middle from the correct place, in millimetres.
        tilt: tilt onto an edge, in degrees; 0: flat.
        lift: distance between the glass and the die's lowest point, in millimetres.
        size: edge in millimetres.
        wear: share of the pips' paint that is worn off, 0 to 1.
        pitch, radius: spacing and radius of the pips, as shares of the edge.
        on_paper: only the bottom face, drawn on paper for a calibration.
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
    pitch: float = die_face.PIP_PITCH
    radius: float = die_face.PIP_RADIUS
    on_paper: bool = False


@dataclass(frozen=True)
class PocketContents:
    """A scene over the sensors.

    Attributes:
        dice: the dice in pockets 1 and 2; None: empty.
        throat: a die blocks the lane's mouth.
        room: ambient light above the lane, in lux.
    """

    dice: tuple[PocketDie | None, PocketDie | None] = (None, None)
    throat: bool = False
    room: float = 200.0


@dataclass(frozen=True)
class PocketOptics:
    """One tower's sensors.

    Attributes:
        gain: sensitivity of each pocket's nine sensors, relative to the data sheet's.
        dust: share of the glass over each sensor that dirt covers.
        dead: (pocket, channel) of disconnected sensors.
        lamps: each lamp's light relative to the data sheet's, shape (2 pockets, bright and dim, 4 lamps).
        light: each pocket's own maps, of lamps as in the data sheet; None: those of the block as drawn.
    """

    gain: Array
    dust: Array
    dead: frozenset[tuple[int, int]] = frozenset()
    lamps: Array = field(default_factory=lambda: _nominal_lamps())
    light: tuple[die_face.PocketLight, die_face.PocketLight] | None = None

    @classmethod
    def from_seed(cls, seed: int, light: float | None = None) -> PocketOptics:
        """Draw lamps and sensors of a new, clean tower.

        Args:
            seed: of the random numbers.
            light: measured light of the lamps, relative to the data sheet's; None: drawn within tolerances.
        """
        chance = np.random.default_rng(seed)
        tubes = chance.uniform(TUBE_SHARE, 1, (2, 9)) ** 4  # the view through a long tube
        gain = tubes * chance.uniform(1 - SENSOR_TOLERANCE, 1 + SENSOR_TOLERANCE, (2, 9))
        drawn = chance.uniform(1 - LAMP_TOLERANCE, 1 + LAMP_TOLERANCE)
        bag = drawn if light is None else light
        each = bag * chance.uniform(1 - LAMP_SPREAD, 1 + LAMP_SPREAD, (2, 1, 4))
        dim = DIM_SHARE * chance.uniform(1 - DIM_TOLERANCE, 1 + DIM_TOLERANCE, (2, 1, 1))
        lamps = np.concatenate((each, each * dim), axis=1)
        return cls(gain, np.zeros((2, 9)), lamps=lamps)

    def with_dirt(self, dirt: float, seed: int = 0) -> PocketOptics:
        """Return the same sensors under dirty glass: 0 clean, 1 after months of use."""
        return replace(self, dust=0.2 * dirt * np.random.default_rng(seed).random((2, 9)))


def millivolts(scene: PocketContents, optics: PocketOptics) -> Array:
    """Compute the channels' voltages, shape (2 pockets, 5, 16 channels), in mV.

    The middle axis: lamps off; increase by lamp 1 and by lamp 2, bright; the same, dim.
    """
    volts = np.zeros((2, 1 + 2 * EXPOSURES, CHANNEL_COUNT))
    for pocket, die in enumerate(scene.dice):
        dust, gain = optics.dust[pocket], optics.gain[pocket]
        light = _block_light("") if optics.light is None else optics.light[pocket]
        room = scene.room * ROOM_LIGHT_SHARE * _room_light(die, light)
        volts[pocket, 0, :9] = gain * MV_PER_ROOM_LUX * (1 - dust) * room
        levels = optics.lamps[pocket]
        for exposure in range(EXPOSURES):
            # Lamps that are dimmed alike give the same picture, only darker.
            alike = exposure > 0 and np.allclose(
                levels[exposure] / levels[0], levels[exposure, 0] / levels[0, 0]
            )
            share = levels[exposure, 0] / levels[0, 0] if alike else 1.0
            lit = _scale_light(light, tuple(levels[0 if alike else exposure].tolist()))
            lamps = share * gain * MV_PER_IRRADIANCE * _lamp_light(die, lit, dust)
            row = 1 + 2 * exposure
            volts[pocket, row + pocket, :9] = lamps
            volts[pocket, row + 1 - pocket, :9] = CROSSTALK_SHARE * lamps
    throat = _throat_light(scene.throat)
    volts[1, 0, THROAT_CHANNEL] = scene.room * ROOM_LIGHT_SHARE * throat.room * MV_PER_ROOM_LUX
    for exposure in range(EXPOSURES):
        lamps = throat.lamps * optics.lamps[1, exposure].mean()
        volts[1, 2 + 2 * exposure, THROAT_CHANNEL] = lamps * MV_PER_IRRADIANCE
    for pocket, channel in optics.dead:
        volts[pocket - 1, :, channel] = 0.0
    volts[:, 0, REFERENCE_CHANNEL] = REFERENCE_MV
    return volts


def _nominal_lamps() -> Array:
    """Return the levels of lamps exactly as in the data sheet, shape (2, exposures, 4)."""
    return np.tile(np.array([[1.0], [DIM_SHARE]]), (2, 1, 4))


class _ThroatLight(NamedTuple):
    """Light at the throat's sensor: the lamps' in W/m2, and the share of the room's."""

    lamps: float
    room: float


@functools.cache
def _block_light(which: str) -> die_face.PocketLight:
    """Load the maps of a pocket as drawn, or with "throat_" the throat's."""
    with LIGHT_MAPS_PATH.open("rb") as file, np.load(file) as stored:
        return die_face.PocketLight(
            float(stored["pixel"]),
            stored["heights"].astype(float),
            *(stored[which + name].astype(float) for name in ("lit", "seen", "lower", "upper")),
        )


@functools.lru_cache(maxsize=64)
def _scale_light(light: die_face.PocketLight, levels: tuple[float, ...]) -> die_face.PocketLight:
    return light.scale_lamps(levels)


@functools.lru_cache(maxsize=64)
def _empty_pocket_ambient(light: die_face.PocketLight) -> Array:
    """Return the share of the room's light in each sensor of an empty pocket."""
    return die_face.ambient_light(None, light)


def _build_die_face(die: PocketDie, light: die_face.PocketLight) -> die_face.DieFace:
    turn = 90 * die.turn + die.skew
    pose = die_face.DiePose(
        die.size, turn, die.x, die.y, die.tilt, die.lift, die.pitch, die.radius, on_paper=die.on_paper
    )
    finish = die.finish
    face = die_face.build_face(
        7 - die.top, pose, _die_material(finish.body, finish.scatter), finish.pip, die.wear, light
    )
    if not finish.veins:
        return face
    return replace(face, bare=face.bare * np.sqrt(1 + finish.veins * _veins(die, light)))


def _veins(die: PocketDie, light: die_face.PocketLight) -> Array:
    """Return a pattern between -1 and 1, in bands a third of a die wide, its own for each face and pose."""
    half_pixels = light.lit.shape[-1] // 2
    x, y = np.meshgrid(*[(np.arange(-half_pixels, half_pixels) + 0.5) * light.pixel] * 2)
    turn, phase = random.Random(repr(die)).random() * math.pi, random.Random(repr(die)).random() * math.tau
    along = x * math.cos(turn) + y * math.sin(turn) + die.size / 10 * np.sin(y / die.size * math.tau)
    return np.asarray(np.sin(along / die.size * 3 * math.tau / 2 + phase))


@functools.lru_cache(maxsize=256)
def _die_material(reflectance: float, scatter: float) -> die_face.BulkMaterial:
    return die_face.BulkMaterial.from_reflectance(reflectance, scatter)


def _lamp_light(die: PocketDie | None, light: die_face.PocketLight, dust: Array) -> Array:
    """Return the lamps' light in each sensor under a die and dusty glass, in W/m2."""
    of_glass = die_face.glass_light(light, dust)
    if die is None:
        return of_glass
    diffuse, specular = _die_light(die, light)
    return np.asarray(diffuse * (1 - dust) ** 2 + specular + of_glass)


@functools.lru_cache(maxsize=512)
def _die_light(die: PocketDie, light: die_face.PocketLight) -> tuple[Array, Array]:
    """Return the light that a die diffuses and mirrors into each sensor through clean glass, in W/m2."""
    below = _build_die_face(die, light)
    return die_face.diffuse_light(below, light), die_face.specular_light(below, light)


@functools.lru_cache(maxsize=512)
def _room_light(die: PocketDie | None, light: die_face.PocketLight) -> Array:
    """Return the share of the room's light in each sensor, under a die or under none."""
    empty = _empty_pocket_ambient(light)
    if die is None:
        return empty
    beside = die_face.ambient_light(_build_die_face(die, light), light)
    open_to = max(LEAK_SHARE, min(die.lift / DIE_SIZE_MM, 1.0))
    return np.asarray(open_to * empty + (1 - open_to) * beside)


@functools.cache
def _throat_light(is_blocked: bool) -> _ThroatLight:
    """Return the light at the throat's sensor, under the open lane or under a die that blocks it."""
    light = _block_light("throat_")
    room = float(die_face.ambient_light(None, light)[0])
    if not is_blocked:
        return _ThroatLight(float(die_face.glass_light(light)[0]), room)
    die = PocketDie(3, skew=20, tilt=5, finish=FINISHES["ivory"])
    diffuse = die_face.diffuse_light(_build_die_face(die, light), light)
    return _ThroatLight(float((diffuse + die_face.glass_light(light))[0]), LEAK_SHARE * room)


def resting_die(
    top: int,
    rng: random.Random,
    finish: Finish = FINISHES["white"],
    *,
    on_paper: bool = False,
    **more: float,
) -> PocketDie:
    """Draw the pose of a resting die: against the end wall and the lip, with small errors."""
    return PocketDie(
        top,
        rng.randrange(4),
        finish,
        skew=rng.gauss(0, 1.0),
        x=rng.gauss(0, 0.15),
        y=rng.gauss(0, 0.15),
        on_paper=on_paper,
        **more,
    )


def tumble_scenes(rest: PocketContents, rng: random.Random) -> Sequence[tuple[float, PocketContents]]:
    """Draw the scenes of two dice that tumble into their pockets: (seconds from the throw, scene) each.

    The first rolls over the second pocket into its own, the second follows and knocks it. Poses in between
    are random. The last scene is `rest`.
    """
    scenes: list[tuple[float, PocketContents]] = []
    now = 0.0
    first, second = rest.dice

    def show(dice: tuple[PocketDie | None, PocketDie | None], throat: bool = False) -> None:
        nonlocal now
        scenes.append((now, replace(rest, dice=dice, throat=throat)))
        now += rng.uniform(0.015, 0.06)

    for die in (first, second):
        settled = first if die is second else None
        if die is None:
            continue
        for _ in range(rng.randint(1, 3)):
            show((settled, None), throat=True)
        for _ in range(rng.randint(2, 6)):
            pocket_2 = _airborne_die(die, rng)
            show((settled, pocket_2) if die is second else (_airborne_or_none(die, rng), pocket_2))
        for _ in range(rng.randint(1, 4) if die is first else 0):
            show((_airborne_die(die, rng), None))
    if first and second:
        knocked = replace(first, x=first.x + rng.gauss(0, 0.3), skew=first.skew + rng.gauss(0, 1))
        show((knocked, replace(second, lift=abs(rng.gauss(0, 0.5)))))
    scenes.append((now, rest))
    return scenes


def _airborne_die(die: PocketDie, rng: random.Random) -> PocketDie:
    return replace(
        die,
        top=rng.randint(1, 6),
        turn=rng.randrange(4),
        skew=rng.uniform(-45, 45),
        x=rng.uniform(-6, 6),
        y=rng.uniform(-1, 1),
        tilt=rng.uniform(0, 40),
        lift=abs(rng.gauss(0, 4)),
    )


def _airborne_or_none(die: PocketDie, rng: random.Random) -> PocketDie | None:
    return _airborne_die(die, rng) if rng.random() < 0.3 else None
