"""What happens to a table that is no move: knocks, lamps, mugs, somebody in the light.

Scripts, like those of hands (`companion.sim.handling`).
"""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Final, Literal, get_args

from companion.island.geometry import position
from companion.sim.handling import rest
from companion.sim.picture import CameraPose, Card, Light, Mug, Shade
from companion.sim.standpoints import sees, shifted
from companion.sim.tabletop import Script, Tabletop, TabletopMoment

Upset = Literal["nudged", "knocked", "pushed", "lamp", "mug", "card", "shade", "sleeve"]
UPSETS: Final[tuple[Upset, ...]] = get_args(Upset)

_SHAKES_S: Final = 0.35
"""What is knocked shakes for so long."""


def upset(what: Upset, rng: random.Random) -> Script:
    """Something that happens to a table.

    Args:
        what: `nudged`: the camera, a little; `knocked`: the camera, by much; `pushed`: the board on the
            table; `lamp`: another light, at once or slowly; `mug` and `card`: put beside the board, or taken
            away if one stands there; `shade`: somebody leans into the light for a while; `sleeve`: an arm
            rests over the board.
        rng: chance.
    """
    if what == "nudged":
        return _moved(lambda table: shifted(table.camera, 0.15, 1.0, 0.6, rng))
    if what == "knocked":
        return _moved(lambda table: shifted(table.camera, 0.7, 12.0, 4.0, rng))
    if what == "pushed":
        return _pushed(rng)
    if what == "lamp":
        return _relit(another_light(rng), rng.choice((0.1, 2.0)))
    if what == "shade":
        return _shaded(rng)
    if what == "sleeve":
        over = position(rng.choice(("h0,0", "h1,0", "h-1,0", "h0,1", "h0,-1")))
        return rest(over, rng.uniform(0, 360), rng.uniform(2, 5))
    return _put_by(what, rng)


def another_light(rng: random.Random) -> Light:
    """A lamp that may hang over a table at which people can read their cards."""
    return Light(
        brightness=rng.uniform(0.75, 1.12),
        warmth=rng.uniform(-0.4, 0.8),
        bearing=rng.uniform(0, 360),
        height=rng.uniform(40, 75),
        falloff=rng.uniform(0.05, 0.35),
        shadows=rng.uniform(0.25, 0.55),
    )


def _moved(to: Callable[[Tabletop], CameraPose]) -> Script:
    def script(table: Tabletop, fps: float, rng: random.Random) -> Iterator[TabletopMoment]:
        there = to(table)
        for _ in range(max(1, round(_SHAKES_S * fps))):
            yield TabletopMoment(replace(table, camera=shifted(there, 0.1, 1.0, 0.5, rng), ground=None))
        yield TabletopMoment(replace(table, camera=there, ground=None))

    return script


def _pushed(rng: random.Random) -> Script:
    far, towards, turn = rng.uniform(0.2, 0.8), rng.uniform(0, 2 * math.pi), rng.uniform(-6, 6)

    def script(table: Tabletop, fps: float, rng: random.Random) -> Iterator[TabletopMoment]:
        ground, (x, y) = table.ground or table.camera, table.camera.aim
        steps = max(2, round(_SHAKES_S * fps))
        for n in range(1, steps + 1):
            way = far * n / steps
            aim = (x - way * math.cos(towards), y - way * math.sin(towards))
            there = replace(table.camera, aim=aim, rotation=table.camera.rotation + turn * n / steps)
            if not sees(there):
                return
            yield TabletopMoment(replace(table, camera=there, ground=ground))

    return script


def _relit(light: Light, seconds: float) -> Script:
    def script(table: Tabletop, fps: float, rng: random.Random) -> Iterator[TabletopMoment]:
        steps, was = max(1, round(seconds * fps)), table.light
        for n in range(1, steps):
            share = n / steps
            bright = was.brightness + share * (light.brightness - was.brightness)
            warm = was.warmth + share * (light.warmth - was.warmth)
            yield TabletopMoment(replace(table, light=replace(was, brightness=bright, warmth=warm)))
        yield TabletopMoment(replace(table, light=light))

    return script


def _shaded(rng: random.Random) -> Script:
    bearing, stays_s = rng.uniform(0, 360), rng.uniform(1.5, 4.0)

    def script(table: Tabletop, fps: float, rng: random.Random) -> Iterator[TabletopMoment]:
        comes = max(2, round(0.7 * fps))
        ways = [n / comes for n in range(1, comes)]
        for share in [*ways, *([1.0] * round(stays_s * fps)), *reversed(ways)]:
            # From beyond the frame to near the middle.
            far = 6.5 - 5.5 * share
            edge = (far * math.sin(math.radians(bearing)), -far * math.cos(math.radians(bearing)))
            yield TabletopMoment(table, (Shade(edge, bearing, depth=0.35),))
        yield TabletopMoment(table)

    return script


def _put_by(what: Literal["mug", "card"], rng: random.Random) -> Script:
    kind = Mug if what == "mug" else Card
    # Beside the frame, to the west: the dice fall in the east.
    spot = (rng.uniform(-8.6, -7.4), rng.uniform(-2, 2))

    def script(table: Tabletop, fps: float, rng: random.Random) -> Iterator[TabletopMoment]:
        others = tuple(thing for thing in table.lying if not isinstance(thing, kind))
        there = len(others) < len(table.lying)
        yield from rest(spot, 270.0, 0.4)(table, fps, rng)
        yield TabletopMoment(replace(table, lying=others if there else (*others, kind(spot))))

    return script
