"""A day at the emulated dice tower: throws every half minute, a bad wire, resets, power cuts, upsets.

    python -m tests.soak.tower [--seconds 86400] [--seed N]

The firmware's binary runs in its emulator as fast as it can, the real `TowerSource` hears it, and what
the host's disk holds at the end is held against what was thrown. Exits with 1 on anything wrong, told
twice, or lost. The last line is the account.
"""

from __future__ import annotations

import argparse
import logging
import random
import subprocess
import sys
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path

from companion.observations import DiceDetection, Observation, RolledDice
from companion.sources.tower.protocol import Cause
from companion.sources.tower.source import TowerSource
from companion.sources.tower.stand_ins.emulator import BUILD_FOLDER
from companion.sources.tower.stand_ins.pockets import FINISHES, resting_die
from tests.sources.tower.faults import FaultyEmulatedTower

DAY = 86_400
BETWEEN_THROWS = (15.0, 45.0)
PATIENCE = 120.0
"""Real seconds in which what must come has come."""


class HostKilled(BaseException):
    """Ends a host between its disk and its acknowledgement, as kill -9 would."""


@dataclass
class Disk:
    """State that survives a restart of the host."""

    rolls: dict[str, RolledDice] = field(default_factory=dict)
    reported_twice: int = 0
    kill_next: bool = False
    kills: int = 0

    def emit(self, observation: Observation) -> None:
        """Write a roll down; one that is on disk already counts for nothing, as in the journal."""
        if not isinstance(observation, DiceDetection):
            return
        assert observation.token is not None
        assert observation.dice is not None
        if observation.token in self.rolls:
            self.reported_twice += 1
            if self.rolls[observation.token] != observation.dice:
                raise AssertionError(f"{observation.token} was {self.rolls[observation.token]}")
        self.rolls[observation.token] = observation.dice
        if self.kill_next:
            self.kill_next = False
            self.kills += 1
            raise HostKilled


class Host:
    """A source that restarts with only its disk each time it is killed."""

    def __init__(self, tower: FaultyEmulatedTower, disk: Disk) -> None:
        self._tower, self._disk = tower, disk
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._run)
        self._thread.start()

    def _run(self) -> None:
        while not self._stop.is_set():
            source = TowerSource(self._tower.port, monotonic=self._tower.monotonic, retry_every=0.02)
            try:
                source.run(self._disk.emit, self._tower.monotonic, self._stop)
            except HostKilled:
                continue

    def stop(self) -> None:
        """End it."""
        self._stop.set()
        self._thread.join()


class Day:
    """One tower, its host, its players and their mishaps."""

    def __init__(self, tower: FaultyEmulatedTower, seed: int) -> None:
        self.tower, self.chance = tower, random.Random(seed)
        self.disk = Disk()
        self.host = Host(tower, self.disk)
        self.thrown: list[tuple[str, tuple[int, int]]] = []  # the unit it was thrown into, the dice
        self.counted = 0
        self.happened: Counter[str] = Counter()

    def play(self, seconds: float) -> None:
        """Throw until so much emulated time has passed."""
        now = self.tower.emulator.emulated_time
        end = now() + seconds
        self._run_until("the first greeting", lambda: self.tower.is_counting)
        while now() < end:
            self._mishap()
            self.tower.finish = FINISHES[self.chance.choice(sorted(FINISHES))]
            self._throw()
            self._pass(self.chance.uniform(*BETWEEN_THROWS))
        self.tower.set_error_rates()
        self._run_until("the last greeting", lambda: self.tower.is_counting)
        self._run_until("the last roll", lambda: self.tower.waiting == 0)
        self._pass(3)
        self.host.stop()

    def verdict(self) -> list[str]:
        """List the errors; empty if there are none."""
        wrong = []
        reported = [dice for _, dice in sorted(self.disk.rolls.items(), key=lambda it: _order(it[0]))]
        remaining: Iterator[RolledDice] = iter(dice for _, dice in self.thrown)
        for dice in reported:  # those that were not counted are missing, nothing else may be
            if dice not in remaining:
                wrong.append(f"a roll {dice} that was never thrown, or out of its turn")
                break
        if len(reported) < self.counted:
            wrong.append(f"{self.counted - len(reported)} rolls lost")
        if len({token.split(":")[1] for token in self.disk.rolls}) > 1:
            wrong.append("the tower lost its memory")
        return wrong

    def _throw(self) -> None:
        tower = self.tower
        a, b = (resting_die(self.chance.randint(1, 6), self.chance, tower.finish) for _ in range(2))
        cocked = self.chance.random() < 0.05
        self.thrown.append((tower.unit, (a.top, b.top)))
        number = tower.throw(replace(a, tilt=35.0, skew=10.0) if cocked else a, b)
        if cocked and number is None:
            self.happened["cocked"] += 1
            before = tower.scene
            tower.reach_in(replace(before, dice=(a, b)))
            self._pass(2)
        self.counted += number is not None

    def _mishap(self) -> None:
        tower, chance = self.tower, self.chance
        kind = chance.choices(
            ["none", "wire", "reset", "stall", "unplug", "cut", "junk", "kill", "glare"],
            [60, 8, 5, 4, 4, 4, 5, 6, 4],
        )[0]
        self.happened[kind] += 1
        if kind == "wire":
            tower.set_error_rates(*(chance.uniform(0, most) for most in (0.2, 0.1, 0.2, 0.2)))
        elif kind == "reset":
            tower.reset(chance.choice([Cause.RESET, Cause.BROWNOUT]))
        elif kind == "stall":
            tower.emulator.order("stall")
        elif kind == "unplug":
            tower.unplug()
            self._pass(chance.uniform(0.5, 30))
            tower.plug()
            self._run_until("a greeting", lambda: tower.is_counting)
        elif kind == "cut":
            tower.emulator.order(f"cut {chance.randint(1, 25)}")
            self._throw()
            tower.unplug()
            tower.emulator.order("cut 0")
            tower.plug()
            self._run_until("a greeting", lambda: tower.is_counting)
        elif kind == "junk":
            way = chance.choice(["host", "tower"])
            tower.emulator.order(f"junk {way} {chance.randint(1, 20_000)}")
        elif kind == "kill":
            self.disk.kill_next = True
        elif kind == "glare":
            scene = tower.scene
            tower.show_scenes((0.0, replace(scene, room=9000.0)), (chance.uniform(1, 5), scene))

    def _pass(self, seconds: float) -> None:
        end = self.tower.emulator.emulated_time() + seconds
        self._run_until("time", lambda: self.tower.emulator.emulated_time() >= end)

    def _run_until(self, what: str, true: Callable[[], bool]) -> None:
        end = time.monotonic() + PATIENCE
        while not true():
            if time.monotonic() > end:
                raise TimeoutError(f"{what} never came")
            self.tower.step(0.01)


def _order(token: str) -> int:
    return int(token.rsplit(":", 1)[1])


def main() -> int:
    """Play; returns the exit status."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--seconds", type=float, default=DAY, help="emulated (%(default)s)")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--build", type=Path, default=BUILD_FOLDER, help="what make firmware made")
    args = parser.parse_args()
    if args.build == BUILD_FOLDER:
        subprocess.run(["make", "-s", "-C", BUILD_FOLDER.parent, "build/tower.elf", "emulator"], check=True)
    logging.disable()
    began = time.monotonic()
    with FaultyEmulatedTower(seed=args.seed, build=args.build) as tower:
        day = Day(tower, args.seed)
        try:
            day.play(args.seconds)
            wrong = day.verdict()
        except (TimeoutError, AssertionError) as error:
            wrong = [str(error)]
        finally:
            day.host.stop()
        state = tower.emulator.order("state")[1]
    took = time.monotonic() - began
    mishaps = ", ".join(f"{count} {kind}" for kind, count in sorted(day.happened.items()) if kind != "none")
    refused = len(day.thrown) - len(day.disk.rolls)
    for what in wrong:
        print(f"WRONG: {what}")
    print(
        f"{args.seconds:.0f} s of play in {took:.0f} s ({args.seconds / took:.0f} x):"
        f" {len(day.thrown)} thrown, {len(day.disk.rolls)} committed, {refused} refused,"
        f" {day.disk.reported_twice} reported again after {day.disk.kills} kills;"
        f" {mishaps or 'no mishaps'}; {state};"
        f" {'WRONG' if wrong else 'nothing wrong or lost'}"
    )
    return bool(wrong)


if __name__ == "__main__":
    sys.exit(main())
