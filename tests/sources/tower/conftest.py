"""Fixtures: a bad line in simulated time, and a real source beside a virtual tower."""

from __future__ import annotations

import random
import threading
import time
from collections import deque
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from companion.observations import DiceDetection, Observation, RolledDice, SourceReport
from companion.sources.tower.link import Link
from companion.sources.tower.port import PortFinder
from companion.sources.tower.protocol import Cause, TowerRoll
from companion.sources.tower.source import TowerSource
from companion.sources.tower.stand_ins.sensor_board import SensorBoard, TowerMemory
from companion.sources.tower.stand_ins.virtual_tower import TowerStandIn
from tests.firmware.core_board import Core, CoreBoard
from tests.firmware.programs import build_target
from tests.patience import PATIENCE_S
from tests.sources.tower.faults import FaultyEmulatedTower, FaultyStandIn, FaultyTower


@dataclass
class BadLine:
    """One direction of a serial line: bytes stay in order but may be lost, damaged, repeated or late."""

    chance: random.Random
    drop: float = 0.0
    flip: float = 0.0
    repeat: float = 0.0
    single_bytes: bool = False
    delay: float = 0.0
    stalls: tuple[tuple[float, float], ...] = ()
    _under_way: deque[tuple[float, bytes]] = field(default_factory=deque)

    def send(self, data: bytes, now: float) -> None:
        for line in data.splitlines(keepends=True):
            if self.chance.random() < self.drop:
                continue
            if self.chance.random() < self.flip:
                place = self.chance.randrange(len(line))
                line = line[:place] + bytes([self.chance.randrange(256)]) + line[place + 1 :]
            for _ in range(1 + (self.chance.random() < self.repeat)):
                self._queue_line(line, now)

    def cut(self, kept: int = 0) -> None:
        """Cut the line: bytes in transit are lost except the first few."""
        rest = b"".join(piece for _, piece in self._under_way)[:kept]
        when = self._under_way[0][0] if self._under_way else 0.0
        self._under_way.clear()
        if rest:
            self._under_way.append((when, rest))

    def _queue_line(self, line: bytes, now: float) -> None:
        when = now + self.chance.random() * self.delay
        for start, end in self.stalls:
            if start <= when < end:
                when = end
        if self._under_way:
            when = max(when, self._under_way[-1][0])
        pieces = [bytes([byte]) for byte in line] if self.single_bytes else [line]
        self._under_way.extend((when, piece) for piece in pieces)

    def receive_due(self, now: float) -> list[bytes]:
        pieces = []
        while self._under_way and self._under_way[0][0] <= now:
            pieces.append(self._under_way.popleft()[1])
        return pieces


class Evening:
    """Board and host that communicate over a bad line; the host's disk survives the host."""

    STEP = 0.05

    def __init__(
        self,
        to_host: BadLine,
        to_board: BadLine,
        seed: int,
        new_board: Callable[..., SensorBoard] = SensorBoard,
    ) -> None:
        self.new_board = new_board
        self.chance = random.Random(seed)
        self.to_host, self.to_board = to_host, to_board
        self.memory = TowerMemory("7e57ab1e")
        self.now = 0.0
        self.board = new_board(self.memory, self.now)
        self.link = self.new_host()
        self.thrown: list[tuple[int, int]] = []
        self.disk: dict[tuple[str, int], TowerRoll] = {}
        self.heard_twice = 0
        self.kill: str | None = None

    def new_host(self) -> Link:
        self.link = Link("companion/0.1.0")
        self.link.open_connection(self.now)
        return self.link

    def reset_board(self, mid_frame: bool = False) -> None:
        if mid_frame:
            self.to_host.cut(kept=self.chance.randrange(1, 30))
        self.board = self.new_board(self.memory, self.now, Cause.RESET)
        self.to_host.send(b"boot 8.0 rolls 6 6\r\n", self.now)

    def throw(self) -> None:
        dice = self.chance.randint(1, 6), self.chance.randint(1, 6)
        number = self.board.throw(dice, (99, 98), self.now)
        assert number is not None, "the board did not count a throw that it should"
        self.thrown.append(dice)

    def pass_time(self, seconds: float) -> None:
        end = self.now + seconds
        while self.now < end:
            self.now += self.STEP
            self.step()

    def step(self) -> None:
        for piece in self.to_board.receive_due(self.now):
            self.board.receive(piece, self.now)
        self.board.tick(self.now)
        self.to_host.send(self.board.take_outgoing(), self.now)
        for piece in self.to_host.receive_due(self.now):
            self.hear(piece)
        self.link.tick(self.now)
        self.to_board.send(self.link.take_outgoing(), self.now)

    def hear(self, piece: bytes) -> None:
        link = self.link
        for event in link.receive(piece, self.now):
            if not isinstance(event, TowerRoll):
                continue
            kill, self.kill = self.kill, None
            if kill == "before disk":
                self.new_host()
                return
            roll = event
            self.heard_twice += roll.identity in self.disk
            self.disk.setdefault(roll.identity, roll)
            if kill == "before ack":
                self.new_host()
                return
            link.acknowledge(roll)

    def settle(self) -> None:
        """Stop throwing, and deliver the bytes in transit."""
        for _ in range(300):
            if not self.memory.pending_rolls:
                return
            self.pass_time(1.0)
        raise AssertionError(f"{len(self.memory.pending_rolls)} rolls never arrived")

    @property
    def recorded_dice(self) -> list[tuple[int, int]]:
        return [roll.dice for roll in self.disk.values()]


@pytest.fixture
def bad_line() -> type[BadLine]:
    return BadLine


@pytest.fixture(params=["model", "core"])
def new_board(request: pytest.FixtureRequest) -> Iterator[Callable[..., Any]]:
    """Start boards of either kind: the Python model, or the C core compiled for this machine."""
    if request.param == "model":
        yield SensorBoard
        return
    core = Core(build_target("build/model"))
    yield partial(CoreBoard, core)
    core.close()


@pytest.fixture
def evening(new_board: Callable[..., Any]) -> Callable[..., Evening]:
    return partial(Evening, new_board=new_board)


def eventually(true: Callable[[], Any], seconds: float = PATIENCE_S) -> None:
    """Wait until a condition is true; fail after a timeout."""
    end = time.monotonic() + seconds
    while not true():
        assert time.monotonic() < end, "it never came to pass"
        time.sleep(0.005)


@pytest.fixture(name="eventually")
def eventually_fixture() -> Callable[..., None]:
    return eventually


class Host:
    """Run a `TowerSource` in a thread and collect its observations."""

    def __init__(self, source: TowerSource, on_roll: Callable[[DiceDetection], None] | None = None) -> None:
        self.source = source
        self.observations: list[Observation] = []
        self.error: BaseException | None = None
        self._on_roll = on_roll
        self._stop = threading.Event()
        self._start_time = time.monotonic()
        self._thread = threading.Thread(target=self._run, args=(source,))
        self._thread.start()

    def _emit(self, observation: Observation) -> None:
        self.observations.append(observation)
        if self._on_roll and isinstance(observation, DiceDetection):
            self._on_roll(observation)

    def _run(self, source: TowerSource) -> None:
        try:
            source.run(self._emit, self.read_clock, self._stop)
        except Exception as error:
            self.error = error

    def read_clock(self) -> float:
        """Return the seconds since the start of the host."""
        return time.monotonic() - self._start_time

    @property
    def rolls(self) -> list[DiceDetection]:
        return [item for item in self.observations if isinstance(item, DiceDetection)]

    @property
    def dice(self) -> list[RolledDice]:
        return [roll.dice for roll in self.rolls if roll.dice]

    @property
    def reports(self) -> list[SourceReport]:
        return [item for item in self.observations if isinstance(item, SourceReport)]

    @property
    def health(self) -> str:
        return self.reports[-1].health if self.reports else ""

    def says(self, words: str) -> bool:
        return bool(self.reports) and words in self.reports[-1].text

    def wait_until_ok(self) -> Host:
        eventually(lambda: self.health == "ok")
        return self

    def stop(self) -> float:
        """Stop the source; return the seconds it took."""
        began = time.monotonic()
        self._stop.set()
        self._thread.join(PATIENCE_S)
        assert not self._thread.is_alive()
        return time.monotonic() - began


@pytest.fixture
def listen() -> Iterator[Callable[..., Host]]:
    """Run sources on ports or stand-ins (in their time) until the test ends."""
    hosts: list[Host] = []

    def start(
        at: str | PortFinder | TowerStandIn,
        on_roll: Callable[[DiceDetection], None] | None = None,
        **options: Any,
    ) -> Host:
        options.setdefault("retry_every", 0.05)
        if not isinstance(at, str | PortFinder):
            options.setdefault("monotonic", at.monotonic)
            at = at.port
        hosts.append(Host(options.pop("source", None) or TowerSource(at, **options), on_roll))
        return hosts[-1]

    yield start
    for host in hosts:
        host.stop()


@pytest.fixture
def drive_tower() -> Iterator[Callable[[Any], Any]]:
    """Drive stand-ins by threads and close them when the test ends."""
    stop = threading.Event()
    running: list[tuple[TowerStandIn, threading.Thread]] = []

    def drive(tower: TowerStandIn) -> TowerStandIn:
        thread = threading.Thread(target=tower.run, args=(stop,))
        thread.start()
        running.append((tower, thread))
        return tower

    yield drive
    stop.set()
    for tower, thread in running:
        thread.join(PATIENCE_S)
        tower.close()


@pytest.fixture
def towers(drive_tower: Callable[[Any], Any]) -> Callable[..., FaultyTower]:
    """Plug in models of the firmware."""
    return lambda *args, **options: drive_tower(FaultyTower(*args, **options))


@pytest.fixture
def emulated_towers(
    drive_tower: Callable[[Any], Any], firmware_build: Path
) -> Callable[..., FaultyEmulatedTower]:
    """Plug in emulated towers: the firmware itself."""
    return lambda *args, **options: drive_tower(FaultyEmulatedTower(*args, build=firmware_build, **options))


@pytest.fixture(params=["model", "firmware"])
def stand_ins(request: pytest.FixtureRequest) -> Callable[..., FaultyStandIn]:
    """Plug in stand-ins of either kind; both must behave the same."""
    if request.param == "model":
        towers = request.getfixturevalue("towers")
        return lambda path=None, **options: towers(path)
    make: Callable[..., FaultyStandIn] = request.getfixturevalue("emulated_towers")
    return make


@pytest.fixture
def tower(stand_ins: Callable[..., FaultyStandIn]) -> FaultyStandIn:
    return stand_ins()
