"""Scripts of disturbances at a table: knocks, changes of light, mugs, a person's shadow.

They have the same form as the scripts of hands (`companion.sim.hand_scripts`).
"""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Final, Literal, get_args

from companion.island.geometry import position
from companion.sim.camera_poses import can_see_board, shift_camera
from companion.sim.hand_scripts import rest_hand
from companion.sim.picture import CameraPose, Card, Light, Mug, Shade
from companion.sim.tabletop import Script, Tabletop, TabletopMoment

Upset = Literal["nudged", "knocked", "pushed", "lamp", "mug", "card", "shade", "sleeve"]
UPSETS: Final[tuple[Upset, ...]] = get_args(Upset)

_SHAKE_S: Final = 0.35
"""Seconds for which a knocked camera or board shakes."""


def create_upset(kind: Upset, rng: random.Random) -> Script:
    """Return the script of a disturbance.

    Args:
        kind: `nudged`: the camera moves a little; `knocked`: it moves a lot; `pushed`: the board moves on the
            table; `lamp`: the light changes, abruptly or slowly; `mug`, `card`: one is put next to the board,
            or removed if there is one; `shade`: somebody leans into the light for a while; `sleeve`: an arm
            rests over the board.
        rng: draws the details.
    """
    if kind == "nudged":
        return _move_camera(lambda table: shift_camera(table.camera, 0.15, 1.0, 0.6, rng))
    if kind == "knocked":
        return _move_camera(lambda table: shift_camera(table.camera, 0.7, 12.0, 4.0, rng))
    if kind == "pushed":
        return _push_board(rng)
    if kind == "lamp":
        return _change_light(draw_light(rng), rng.choice((0.1, 2.0)))
    if kind == "shade":
        return _cast_shade(rng)
    if kind == "sleeve":
        over = position(rng.choice(("h0,0", "h1,0", "h-1,0", "h0,1", "h0,-1")))
        return rest_hand(over, rng.uniform(0, 360), rng.uniform(2, 5))
    return _toggle_object(kind, rng)


def draw_light(rng: random.Random) -> Light:
    """Draw a lamp that is bright enough for people to read their cards."""
    return Light(
        brightness=rng.uniform(0.75, 1.12),
        warmth=rng.uniform(-0.4, 0.8),
        bearing=rng.uniform(0, 360),
        height=rng.uniform(40, 75),
        falloff=rng.uniform(0.05, 0.35),
        shadows=rng.uniform(0.25, 0.55),
    )


def _move_camera(to: Callable[[Tabletop], CameraPose]) -> Script:
    def script(table: Tabletop, fps: float, rng: random.Random) -> Iterator[TabletopMoment]:
        pose = to(table)
        for _ in range(max(1, round(_SHAKE_S * fps))):
            yield TabletopMoment(replace(table, camera=shift_camera(pose, 0.1, 1.0, 0.5, rng), ground=None))
        yield TabletopMoment(replace(table, camera=pose, ground=None))

    return script


def _push_board(rng: random.Random) -> Script:
    distance, direction, turn = rng.uniform(0.2, 0.8), rng.uniform(0, 2 * math.pi), rng.uniform(-6, 6)

    def script(table: Tabletop, fps: float, rng: random.Random) -> Iterator[TabletopMoment]:
        ground, (x, y) = table.ground or table.camera, table.camera.aim
        steps = max(2, round(_SHAKE_S * fps))
        for n in range(1, steps + 1):
            shift = distance * n / steps
            aim = (x - shift * math.cos(direction), y - shift * math.sin(direction))
            pose = replace(table.camera, aim=aim, rotation=table.camera.rotation + turn * n / steps)
            if not can_see_board(pose):
                return
            yield TabletopMoment(replace(table, camera=pose, ground=ground))

    return script


def _change_light(light: Light, seconds: float) -> Script:
    def script(table: Tabletop, fps: float, rng: random.Random) -> Iterator[TabletopMoment]:
        steps, old = max(1, round(seconds * fps)), table.light
        for n in range(1, steps):
            share = n / steps
            brightness = old.brightness + share * (light.brightness - old.brightness)
            warmth = old.warmth + share * (light.warmth - old.warmth)
            yield TabletopMoment(replace(table, light=replace(old, brightness=brightness, warmth=warmth)))
        yield TabletopMoment(replace(table, light=light))

    return script


def _cast_shade(rng: random.Random) -> Script:
    bearing, stays_s = rng.uniform(0, 360), rng.uniform(1.5, 4.0)

    def script(table: Tabletop, fps: float, rng: random.Random) -> Iterator[TabletopMoment]:
        steps = max(2, round(0.7 * fps))
        shares = [n / steps for n in range(1, steps)]
        for share in [*shares, *([1.0] * round(stays_s * fps)), *reversed(shares)]:
            # The edge moves from outside the frame to near the centre.
            distance = 6.5 - 5.5 * share
            edge = (distance * math.sin(math.radians(bearing)), -distance * math.cos(math.radians(bearing)))
            yield TabletopMoment(table, (Shade(edge, bearing, depth=0.35),))
        yield TabletopMoment(table)

    return script


def _toggle_object(what: Literal["mug", "card"], rng: random.Random) -> Script:
    kind = Mug if what == "mug" else Card
    # West of the frame: the dice fall in the east.
    spot = (rng.uniform(-8.6, -7.4), rng.uniform(-2, 2))

    def script(table: Tabletop, fps: float, rng: random.Random) -> Iterator[TabletopMoment]:
        other_objects = tuple(thing for thing in table.clutter if not isinstance(thing, kind))
        is_present = len(other_objects) < len(table.clutter)
        yield from rest_hand(spot, 270.0, 0.4)(table, fps, rng)
        yield TabletopMoment(
            replace(table, clutter=other_objects if is_present else (*other_objects, kind(spot)))
        )

    return script
