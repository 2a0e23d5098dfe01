"""What the sensors under the dice tower's pockets see: a model of dice, light, glass and sensors.

Pure: a `PocketContents` (which dice lie where, how bright the room is) and the `PocketOptics` of one tower
(every sensor a little different, dirt, broken wires) give the millivolts of each channel. It stands beside
the emulated firmware as the table stands under the real one; nothing of the firmware is in it.

What lamps light and sensors see stands in `data/pocket_light.npz`. It was found by tracing rays through the
printed block (`docs/hardware/optics/tabulate.py`, which writes it from `firmware/tower/params.scad`).

Frame of reference of a pocket: millimetres, origin under the middle of a die that lies where it
should; x along the lane (uphill to the right), y across it (to the back wall), z up from the glass.

Sources of the figures: Vishay's data sheet of the phototransistor TEPT4400 (200 uA at 100 lx, parts binned
within a factor of two); reflectances as of Munsell chips of such colours under green light.
"""

from __future__ import annotations

import functools
import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from importlib.resources import files
from typing import Final, NamedTuple

import numpy as np
import numpy.typing as npt

from companion.sources.tower.stand_ins.bulk import Bulk
from companion.sources.tower.stand_ins.die_face import (
    PIP_PITCH,
    PIP_RADIUS,
    Face,
    Lie,
    PocketLight,
    face,
    from_the_room,
    mirrored,
    spread_back,
    thrown_back,
)

Array = npt.NDArray[np.float64]

CHANNELS: Final = 16
"""Channels of a multiplexer: nine sensors, the throat's, five idle ones and the reference."""

THROAT: Final = 9
"""The channel (of the second multiplexer) that looks up at the lane's mouth."""

REFERENCE: Final = 15
REFERENCE_MV: Final = 3300.0
"""The channel that carries the board's 3.3 V, and what it reads."""

DIE_SIZE_MM: Final = 16.0
"""Edge of the die the tower is printed for, in millimetres."""

MV_PER_LUX: Final = 20.0
"""2 uA a lux into 10 kOhm."""

CROSSTALK: Final = 0.02
"""How much of its light a pocket's lamp sends under the other pocket. (The firmware never reads that.)"""

SKY: Final = 0.7
"""How much of the room's light the lane's walls leave over an empty pocket."""

LEAK: Final = 0.03
"""Share of the room's light that comes past a die to the sensors under it, whatever covers them."""

LIGHT: Final = files("companion.sources.tower.stand_ins") / "data" / "pocket_light.npz"
"""The maps of a pocket, named as the fields of `PocketLight`, and with `throat_` before them the throat's."""


@dataclass(frozen=True)
class Finish:
    """How much green light a die's body and its pips send back, 0 to 1, and how dense the body is.

    Attributes:
        scatter: how often light is turned round in the body, a millimetre.
    """

    body: float
    pip: float
    scatter: float = 4.0


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
"""Dice as people own them."""

PAPER: Final = Finish(0.85, 0.05, 40)
"""Four layers of printer paper, and felt pen."""


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
        pitch, radius: of its pips, as shares of its edge.
        on_paper: it is no die but its lower face, drawn on paper, as a tower may be taught with.
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
    pitch: float = PIP_PITCH
    radius: float = PIP_RADIUS
    on_paper: bool = False


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
        dust: share of the glass that dirt covers over each sensor.
        dead: (pocket, channel) of sensors whose wire is off.
    """

    gain: Array
    dust: Array
    dead: frozenset[tuple[int, int]] = frozenset()

    @classmethod
    def of_seed(cls, seed: int, dirt: float = 0.0) -> PocketOptics:
        """A tower as it comes off a workbench; `dirt`: 0 for clean glass, 1 for months of fingers."""
        chance = np.random.default_rng(seed)
        gain = np.clip(np.exp(chance.normal(0, 0.15, (2, 9))), 0.7, 1.35)
        return cls(gain, 0.2 * dirt * chance.random((2, 9)))

    def with_dirt(self, dirt: float, seed: int = 0) -> PocketOptics:
        """The same sensors under a glass that has become dirty."""
        return replace(self, dust=0.2 * dirt * np.random.default_rng(seed).random((2, 9)))


def millivolts(scene: PocketContents, optics: PocketOptics) -> Array:
    """The channels' voltages, shape (2 pockets, 3, 16 channels), in mV.

    The middle axis: in the dark; what lamp 1 adds; what lamp 2 adds.
    """
    volts = np.zeros((2, 3, CHANNELS))
    for pocket, die in enumerate(scene.dice):
        seen = _EMPTY if die is None else _seen(die)
        dust, scale = optics.dust[pocket], optics.gain[pocket] * MV_PER_LUX
        lamps = seen.spread * (1 - dust) ** 2 + seen.mirrored + _of_glass() + dust * _of_dust()
        volts[pocket, 0, :9] = scale * (1 - dust) * scene.room * SKY * seen.room * _room()
        volts[pocket, 1 + pocket, :9] = scale * lamps
        volts[pocket, 2 - pocket, :9] = CROSSTALK * volts[pocket, 1 + pocket, :9]
    throat = _throat(scene.throat)
    volts[1, 0, THROAT] = scene.room * SKY * throat.room[0] * MV_PER_LUX
    volts[1, 2, THROAT] = throat.spread[0] * MV_PER_LUX
    for pocket, channel in optics.dead:
        volts[pocket - 1, :, channel] = 0.0
    volts[:, 0, REFERENCE] = REFERENCE_MV
    return volts


class _Seen(NamedTuple):
    """What each sensor sees of what is over it: lux of the lamps, and the share of the room's light."""

    spread: Array
    mirrored: Array
    room: Array


_EMPTY: Final = _Seen(np.zeros(9), np.zeros(9), np.ones(9))


@functools.cache
def _light(which: str) -> PocketLight:
    """The maps of a pocket, or with "throat_" the throat's."""
    with LIGHT.open("rb") as file, np.load(file) as stored:
        return PocketLight(
            float(stored["pixel"]),
            stored["heights"].astype(float),
            *(stored[which + name].astype(float) for name in ("lit", "seen", "lower", "upper")),
        )


@functools.cache
def _room() -> Array:
    """Lux in each sensor of an empty pocket for each lux of the room."""
    return from_the_room(None, _light(""))


@functools.cache
def _of_glass() -> Array:
    """Lux in each sensor of lamps that clean glass mirrors."""
    return thrown_back(_light(""))


@functools.cache
def _of_dust() -> Array:
    """Lux that dust would add if it covered the glass."""
    return np.asarray(thrown_back(_light(""), 1.0) - _of_glass())


def _face(die: PocketDie, light: PocketLight) -> Face:
    turned = 90 * die.turn + die.skew
    lie = Lie(
        die.size, turned, die.x, die.y, die.tilt, die.lift, die.pitch, die.radius, on_paper=die.on_paper
    )
    finish = die.finish
    return face(7 - die.top, lie, _body(finish.body, finish.scatter), finish.pip, die.wear, light)


@functools.lru_cache(maxsize=256)
def _body(reflectance: float, scatter: float) -> Bulk:
    return Bulk.of_reflectance(reflectance, scatter)


@functools.lru_cache(maxsize=512)
def _seen(die: PocketDie) -> _Seen:
    light = _light("")
    below = _face(die, light)
    beside = from_the_room(below, light) / _room()
    open_to = np.maximum(LEAK, min(die.lift / DIE_SIZE_MM, 1.0))
    return _Seen(spread_back(below, light), mirrored(below, light), open_to + (1 - open_to) * beside)


@functools.cache
def _throat(taken: bool) -> _Seen:
    """Its one sensor: under the open lane, or under a die that lies across it as it came."""
    light = _light("throat_")
    room = from_the_room(None, light)
    if not taken:
        return _Seen(thrown_back(light), np.zeros(1), room)
    below = _face(PocketDie(3, skew=20, tilt=5, finish=FINISHES["ivory"]), light)
    return _Seen(spread_back(below, light) + thrown_back(light), np.zeros(1), LEAK * room)


def resting(
    top: int,
    chance: random.Random,
    finish: Finish = FINISHES["white"],
    *,
    on_paper: bool = False,
    **more: float,
) -> PocketDie:
    """A die as it comes to rest: against the end wall and the lip, but never quite."""
    return PocketDie(
        top,
        chance.randrange(4),
        finish,
        skew=chance.gauss(0, 1.0),
        x=chance.gauss(0, 0.15),
        y=chance.gauss(0, 0.15),
        on_paper=on_paper,
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
