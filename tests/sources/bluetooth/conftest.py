"""Fixtures: two virtual dice of each kind and a host that receives their rolls."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from companion.observations import DiceDetection, Observation, SourceReport
from companion.sources.bluetooth import connection
from companion.sources.bluetooth.kinds import PIXELS, KindName
from companion.sources.bluetooth.source import BluetoothDice
from companion.sources.bluetooth.stand_ins import VirtualDie, VirtualRadio, create_pair
from tests.patience import PATIENCE_S

SPEED = 20.0
"""Speed factor of the virtual dice."""


def wait_for(condition: Callable[[], Any], description: str) -> Any:
    """Wait until the condition returns a truthy result and return that."""
    end = time.monotonic() + PATIENCE_S
    while not (result := condition()):
        assert time.monotonic() < end, description
        time.sleep(0.005)
    return result


class Host:
    """Run a source in a thread and collect its observations."""

    def __init__(self, source: BluetoothDice, clock: Callable[[], float]) -> None:
        self.observations: list[Observation] = []
        self.refuse: Exception | None = None
        self.ended: Exception | None = None
        self._source, self._clock = source, clock
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._run, daemon=True)
        self._thread.start()

    @property
    def rolls(self) -> list[tuple[int, ...]]:
        return [each.dice for each in self.observations if isinstance(each, DiceDetection) and each.dice]

    @property
    def health(self) -> str:
        return self.reports[-1].health if self.reports else ""

    @property
    def text(self) -> str:
        return self.reports[-1].text

    @property
    def reports(self) -> list[SourceReport]:
        return [each for each in self.observations if isinstance(each, SourceReport)]

    def wait_for_health(self, health: str) -> Host:
        wait_for(lambda: self.health == health, f"{health}, not {self.observations[-3:]}")
        return self

    def wait_for_rolls(self, count: int) -> Host:
        wait_for(lambda: len(self.rolls) >= count, f"{count} rolls, not {self.observations[-3:]}")
        return self

    def close(self) -> None:
        self._stop.set()
        self._thread.join(PATIENCE_S)
        assert not self._thread.is_alive()

    def _run(self) -> None:
        try:
            self._source.run(self._emit, self._clock, self._stop)
        except Exception as error:
            self.ended = error

    def _emit(self, observation: Observation) -> None:
        if isinstance(observation, DiceDetection) and self.refuse is not None:
            refusal, self.refuse = self.refuse, None
            raise refusal
        self.observations.append(observation)


@pytest.fixture(params=["godice", "pixels"])
def kind(request: pytest.FixtureRequest) -> KindName:
    name: KindName = request.param
    return name


@pytest.fixture
def dice(kind: KindName) -> tuple[VirtualDie, VirtualDie]:
    return create_pair(kind, SPEED)


@pytest.fixture
def radio(dice: tuple[VirtualDie, VirtualDie]) -> VirtualRadio:
    return VirtualRadio(dice)


@pytest.fixture
def source(dice: tuple[VirtualDie, VirtualDie], radio: VirtualRadio) -> BluetoothDice:
    return BluetoothDice([die.paired_die for die in dice], lambda: radio, retry_s=0.02)


@pytest.fixture
def listen() -> Iterator[Callable[..., Host]]:
    """Run a source: listen(source). By default its clock runs at the speed of the virtual dice."""
    hosts: list[Host] = []

    def begin(source: BluetoothDice, clock: Callable[[], float] = lambda: time.monotonic() * SPEED) -> Host:
        hosts.append(Host(source, clock))
        return hosts[-1]

    yield begin
    for host in hosts:
        host.close()


@pytest.fixture
def mute_die(monkeypatch: pytest.MonkeyPatch) -> Callable[[], VirtualDie]:
    """Device that advertises the service of older Pixels but never answers."""
    monkeypatch.setattr(connection, "ANSWER_TIMEOUT_S", 0.1)

    class Thing(VirtualDie):
        def answer(self, data: bytes) -> bytes | None:
            return None

    return lambda: Thing(PIXELS, 7)
