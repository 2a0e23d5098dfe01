"""Two dice of each kind that aren't there, and a table's end that hears them."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from companion.observations import Observation, RollSeen, SourceReport
from companion.sources.bluetooth import dice_scanner
from companion.sources.bluetooth.kinds import PIXELS, KindName
from companion.sources.bluetooth.source import BluetoothDice
from companion.sources.bluetooth.stand_ins.virtual_dice import VirtualDie, VirtualRadio, create_pair
from tests.patience import PATIENCE_S

SPEED = 20.0
"""How fast the stand-ins' dice fall."""


def wait_for(done: Callable[[], Any], what: str) -> Any:
    """What `done` gives, once it gives something."""
    end = time.monotonic() + PATIENCE_S
    while not (found := done()):
        assert time.monotonic() < end, what
        time.sleep(0.005)
    return found


class Host:
    """A source that runs, and all it tells."""

    def __init__(self, source: BluetoothDice, clock: Callable[[], float]) -> None:
        self.told: list[Observation] = []
        self.refuse: Exception | None = None
        self.ended: Exception | None = None
        self._source, self._clock = source, clock
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._run, daemon=True)
        self._thread.start()

    @property
    def rolls(self) -> list[tuple[int, ...]]:
        return [each.dice for each in self.told if isinstance(each, RollSeen)]

    @property
    def health(self) -> str:
        return self.reports[-1].health if self.reports else ""

    @property
    def text(self) -> str:
        return self.reports[-1].text

    @property
    def reports(self) -> list[SourceReport]:
        return [each for each in self.told if isinstance(each, SourceReport)]

    def until(self, health: str) -> Host:
        wait_for(lambda: self.health == health, f"{health}, not {self.told[-3:]}")
        return self

    def until_rolls(self, many: int) -> Host:
        wait_for(lambda: len(self.rolls) >= many, f"{many} rolls, not {self.told[-3:]}")
        return self

    def close(self) -> None:
        self._stop.set()
        self._thread.join(PATIENCE_S)
        assert not self._thread.is_alive()

    def _run(self) -> None:
        try:
            self._source.run(self._take, self._clock, self._stop)
        except Exception as error:
            self.ended = error

    def _take(self, observation: Observation) -> None:
        if isinstance(observation, RollSeen) and self.refuse is not None:
            refusal, self.refuse = self.refuse, None
            raise refusal
        self.told.append(observation)


@pytest.fixture(params=["godice", "pixels"])
def kind(request: pytest.FixtureRequest) -> KindName:
    named: KindName = request.param
    return named


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
    """Run a source: listen(source); in the stand-ins' seconds, unless another clock is given."""
    hosts: list[Host] = []

    def begin(source: BluetoothDice, clock: Callable[[], float] = lambda: time.monotonic() * SPEED) -> Host:
        hosts.append(Host(source, clock))
        return hosts[-1]

    yield begin
    for host in hosts:
        host.close()


@pytest.fixture
def mute(monkeypatch: pytest.MonkeyPatch) -> Callable[[], VirtualDie]:
    """Something that offers the service of older Pixels, and answers nothing."""
    monkeypatch.setattr(dice_scanner, "ANSWER_TIMEOUT_S", 0.1)

    class Thing(VirtualDie):
        def answer(self, data: bytes) -> bytes | None:
            return None

    return lambda: Thing(PIXELS, 7)
