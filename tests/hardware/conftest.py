"""A panel on the bench: every pin of it is wired to another, which presses and looks.

The same suite runs on gpiozero's mock pins and on those of a Raspberry Pi. There it wants
COMPANION_REAL_PINS=1 and a wire (better a resistor of 330 ohms) from each of the panel's pins to its
partner in `WIRES`.
"""

from __future__ import annotations

import os
import threading
import time
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from gpiozero import DigitalInputDevice, DigitalOutputDevice
from gpiozero.pins.mock import MockFactory, MockPWMPin

from companion.games.registry import GAMES
from companion.hardware.panel import PanelSource
from companion.hardware.settings import PanelSettings
from companion.observations import InputEntered, InputRefused, Observation, SourceReport

SETTINGS = PanelSettings(next_player=17, undo=27, light=(12, 13, 19), buzzer=18)
WIRES = {17: 22, 27: 23, 12: 16, 13: 20, 19: 21, 18: 24}
"""From each of the panel's pins to the one that it is wired to (BCM numbers)."""


class WiredPin(MockPWMPin):
    """Mock pin at one end of a wire: the output of one end is the input of the other."""

    def _change_state(self, value: float) -> bool:
        changed: bool = super()._change_state(value)
        other = self._other_end()
        if self.function == "output" and other is not None and other.function == "input":
            other.follow(value)
        return changed

    def _set_pull(self, value: str) -> None:
        super()._set_pull(value)
        other = self._other_end()
        if other is not None and other.function == "output":
            self.follow(other.state)

    def follow(self, value: float) -> None:
        """Follow the output of the other end; a duty cycle between 0 and 1 is no edge."""
        if value in (0, 1):
            (self.drive_high if value else self.drive_low)()
        else:
            super()._change_state(value)

    def _other_end(self) -> WiredPin | None:
        ends = {**WIRES, **{b: a for a, b in WIRES.items()}}
        wanted = ends.get(int(self.info.name.removeprefix("GPIO")))
        # Looked up among the pins that exist: a look must not bring new ones into being.
        return {pin.info.name: pin for pin in self.factory.pins.values()}.get(f"GPIO{wanted}")


class LentPinFactory:
    """Pin factory that the bench lends to the panel: `close` is only recorded."""

    def __init__(self, factory: Any) -> None:
        self._factory = factory
        self.closed = False

    def __getattr__(self, name: str) -> Any:
        return getattr(self._factory, name)

    def close(self) -> None:
        self.closed = True


class Time:
    """Clock with a stop event: waiting advances the time and runs the due actions."""

    def __init__(self) -> None:
        self.now = 100.0
        self.stop = self._Stop(self)
        self.due: list[tuple[float, Callable[[], object]]] = []

    def clock(self) -> float:
        return self.now

    def schedule(self, after_s: float, do: Callable[[], object]) -> None:
        """Schedule an action some seconds after the start, while the panel runs."""
        self.due.append((100.0 + after_s, do))
        self.due.sort(key=lambda one: one[0])

    class _Stop(threading.Event):
        def __init__(self, time: Time) -> None:
            super().__init__()
            self._time = time

        def wait(self, timeout: float | None = None) -> bool:
            assert timeout is not None
            until = self._time.now + timeout
            while self._time.due and self._time.due[0][0] <= until:
                self._time.now, do = self._time.due.pop(0)
                do()
            self._time.now = until
            if not self._time.due:
                self.set()
            return self.is_set()


class Bench:
    """A panel under test."""

    def __init__(self, factory: Any) -> None:
        self.factory = factory
        self.lent = LentPinFactory(factory)
        self.time = Time()
        self.observations: list[Observation] = []
        self.refusing = False
        self.snapshot: dict[str, Any] = {"epoch": "e", "version": 1, "game": None}
        self.buttons = {
            key: DigitalOutputDevice(WIRES[pin], initial_value=True, pin_factory=factory)
            for key, pin in (("next_player", SETTINGS.next_player), ("undo", SETTINGS.undo))
            if pin is not None
        }
        assert SETTINGS.light is not None
        assert SETTINGS.buzzer is not None
        lines = (*SETTINGS.light, SETTINGS.buzzer)
        self.looks = [DigitalInputDevice(WIRES[pin], pin_factory=factory) for pin in lines]

    def close(self) -> None:
        for device in (*self.buttons.values(), *self.looks):
            device.close()

    # Actions of a person

    def press(self, key: str, after_s: float, seconds: float = 0.1) -> None:
        self.time.schedule(after_s, self.buttons[key].off)
        self.time.schedule(after_s + seconds, self.buttons[key].on)

    def show(self, after_s: float, **view: Any) -> None:
        """Schedule the next snapshot of the table."""

        def change() -> None:
            version = self.snapshot["version"] + 1
            game = {"id": "g", "kind": "base", "view": {"winner": None, "log": [], **view}}
            self.snapshot = {"epoch": "e", "version": version, "game": game}

        self.time.schedule(after_s, change)

    # Observations of a person

    def light_colour(self) -> tuple[float, float, float]:
        red, green, blue = (self._high_share(look) for look in self.looks[:3])
        return red, green, blue

    def sounds(self) -> bool:
        return self._high_share(self.looks[3]) > 0.5

    def _high_share(self, look: Any) -> float:
        """Return the duty cycle of a line; real pins are measured over several periods."""
        if isinstance(self.factory, MockFactory):
            return float(look.pin.state)
        count: list[float] = []
        until = time.monotonic() + 0.1
        while time.monotonic() < until:
            count.append(look.pin.state)
        return sum(count) / len(count)

    def watch(self, *after_s: float) -> list[tuple[tuple[float, float, float], bool]]:
        """Record light and buzzer at these times; the list is filled while the panel runs."""
        seen: list[tuple[tuple[float, float, float], bool]] = []
        for one in after_s:
            self.time.schedule(one, lambda: seen.append((self.light_colour(), self.sounds())))
        return seen

    # The panel

    def emit(self, observation: Observation) -> None:
        if self.refusing and isinstance(observation, InputEntered):
            raise InputRefused("not now")
        self.observations.append(observation)

    def panel(self, settings: PanelSettings = SETTINGS) -> PanelSource:
        return PanelSource(
            settings,
            lambda: self.snapshot,
            GAMES,
            monotonic=self.time.clock,
            open_factory=lambda: self.lent,
        )

    def run(self, seconds: float) -> None:
        """Run the panel for some seconds, with all scheduled actions."""
        self.time.schedule(seconds, lambda: None)
        self.panel().run(self.emit, self.time.clock, self.time.stop)

    @property
    def entered_kinds(self) -> list[str]:
        return [one.data["kind"] for one in self.observations if isinstance(one, InputEntered)]

    @property
    def reports(self) -> list[tuple[str, str]]:
        return [(one.health, one.text) for one in self.observations if isinstance(one, SourceReport)]


def pins_of_this_machine() -> Any:
    if os.environ.get("COMPANION_REAL_PINS") != "1":
        pytest.skip("COMPANION_REAL_PINS=1 runs this on the pins of a Raspberry Pi, wired in pairs")
    from gpiozero.pins.lgpio import LGPIOFactory

    return LGPIOFactory()


@pytest.fixture(params=["mock", "real"])
def bench(request: pytest.FixtureRequest) -> Iterator[Bench]:
    factory = MockFactory(pin_class=WiredPin) if request.param == "mock" else pins_of_this_machine()
    found = Bench(factory)
    yield found
    found.close()
    factory.close()
