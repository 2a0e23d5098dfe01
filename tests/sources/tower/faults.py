"""Makes a simulated tower report faults."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from companion.sources.tower.protocol import FaultKind, TowerFault
from companion.sources.tower.stand_ins import pockets
from companion.sources.tower.stand_ins.emulated_tower import EmulatedTower
from companion.sources.tower.stand_ins.virtual_tower import TowerStandIn

GLARE_LUX: Final = 30_000.0
"""Ambient light in lux that saturates the sensors: a tower in the sun."""
_TABLE_FAULTS: Final = frozenset(
    {FaultKind.COCKED, FaultKind.MISSING, FaultKind.DOUBLE, FaultKind.SENSOR, FaultKind.LIGHT}
)


def set_faults(tower: TowerStandIn, *faults: TowerFault) -> None:
    """Let a tower report exactly these faults; an emulated one by a scene over its sensors.

    Raises:
        ValueError: no scene causes such a fault.
    """
    if not isinstance(tower, EmulatedTower):
        tower.set_faults(*faults)
        return
    kinds = {fault.kind for fault in faults}
    if kinds - _TABLE_FAULTS:
        raise ValueError(f"no scene makes the tower report {', '.join(sorted(kinds))}")
    dice: list[pockets.PocketDie | None] = [None, None]
    for fault in faults:
        at = fault.pocket - 1
        if fault.kind is FaultKind.MISSING:
            dice[1 - at] = pockets.resting_die(3, tower.rng, tower.finish)
        elif fault.kind in (FaultKind.COCKED, FaultKind.DOUBLE):
            dice = [die or pockets.resting_die(4, tower.rng, tower.finish) for die in dice]
        if fault.kind is FaultKind.COCKED:
            dice[at] = replace(pockets.resting_die(5, tower.rng, tower.finish), tilt=35.0, skew=12.0)
    dead = frozenset((fault.pocket, 1) for fault in faults if fault.kind is FaultKind.SENSOR)
    tower.optics = replace(tower.optics, dead=dead)
    room = GLARE_LUX if FaultKind.LIGHT in kinds else pockets.PocketContents.room
    tower.reach_in(pockets.PocketContents((dice[0], dice[1]), FaultKind.DOUBLE in kinds, room))
