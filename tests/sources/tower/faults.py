"""Simulated towers with faults on request."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import Any, Final

from companion.sources.tower.protocol import FaultKind, TowerFault
from companion.sources.tower.stand_ins import pockets
from companion.sources.tower.stand_ins.emulated_tower import EmulatedTower
from companion.sources.tower.stand_ins.virtual_tower import VirtualTower

GLARE_LUX: Final = 30_000.0
"""Ambient light in lux that saturates the sensors: a tower in the sun."""
_TABLE_FAULTS: Final = frozenset(
    {FaultKind.COCKED, FaultKind.MISSING, FaultKind.DOUBLE, FaultKind.SENSOR, FaultKind.LIGHT}
)


class FaultyTower(VirtualTower):
    """The firmware's model, with faults of its serial link, its board and its sensors."""

    def __init__(self, *args: Any, **options: Any) -> None:
        self._random = random.Random(0)
        self._hanging = False
        self._drop = self._corrupt = 0
        super().__init__(*args, **options)

    def hang(self, hanging: bool = True) -> None:
        """Stop receiving and answering; `hang(False)` resumes."""
        with self._lock:
            self._hanging = hanging

    def drop(self, count: int) -> None:
        """Drop the next lines to the host."""
        with self._lock:
            self._drop += count

    def corrupt(self, count: int) -> None:
        """Flip a bit in each of the next lines to the host."""
        with self._lock:
            self._corrupt += count

    def inject_bytes(self, data: bytes) -> None:
        """Inject bytes into the line to the host."""
        with self._lock:
            self._write(data)

    def set_faults(self, *faults: TowerFault) -> None:
        """Replace the tower's faults."""
        with self._lock:
            self._board.set_faults(faults, self._clock())
            self._deliver()

    def _process(self, data: bytes) -> None:
        if not self._hanging:
            super()._process(data)

    def _deliver(self) -> None:
        for line in self._board.take_outgoing().splitlines(keepends=True):
            if self._hanging:
                continue
            if self._drop:
                self._drop -= 1
            elif self._corrupt:
                self._corrupt -= 1
                self._write(self._flip_bit(line))
            else:
                self._write(line)

    def _flip_bit(self, line: bytes) -> bytes:
        place = self._random.randrange(len(line))
        return line[:place] + bytes([line[place] ^ 1 << self._random.randrange(8)]) + line[place + 1 :]


class FaultyEmulatedTower(EmulatedTower):
    """The emulated firmware, with faults of its serial link."""

    def hang(self, hanging: bool = True) -> None:
        """Block the line in both directions; `hang(False)` unblocks it."""
        self.emulator.order(f"mute {int(hanging)}")

    def drop(self, count: int) -> None:
        """Drop the next lines to the host."""
        self.emulator.order(f"drop host {count}")

    def corrupt(self, count: int) -> None:
        """Flip a bit in each of the next lines to the host."""
        self.emulator.order(f"corrupt host {count}")

    def set_error_rates(
        self, drop: float = 0, corrupt: float = 0, repeat: float = 0, split: float = 0
    ) -> None:
        """Set the shares, 0 to 1, of lines in both directions to drop, corrupt, repeat and split."""
        shares = " ".join(str(round(1000 * share)) for share in (drop, corrupt, repeat, split))
        self.emulator.order(f"spoil host {shares}")
        self.emulator.order(f"spoil tower {shares}")


FaultyStandIn = FaultyEmulatedTower | FaultyTower


def set_faults(tower: EmulatedTower | FaultyTower, *faults: TowerFault) -> None:
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
