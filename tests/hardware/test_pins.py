"""Unavailable parts: one sentence with a remedy, and the game continues."""

from __future__ import annotations

import importlib
import os
import sys
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from gpiozero import LED
from gpiozero.pins.mock import MockFactory, MockPWMPin

from companion.games.registry import GAMES
from companion.hardware import pins
from companion.hardware.panel import RETRY_EVERY_S, PanelSource
from companion.hardware.pins import ButtonEvent, PanelOutput, PanelUnavailableError, open_parts
from companion.hardware.settings import PanelSettings

BUTTON = PanelSettings(undo=27)


def open_error(settings: PanelSettings = BUTTON, **more: Any) -> str:
    with pytest.raises(PanelUnavailableError) as refused, open_parts(settings, lambda: 0.0, **more):
        pytest.fail("it was opened")
    return str(refused.value)


@pytest.fixture
def lgpio(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    """Stand-in for gpiozero's lgpio module."""
    module = ModuleType("gpiozero.pins.lgpio")
    monkeypatch.setitem(sys.modules, "gpiozero.pins.lgpio", module)

    def refuse() -> None:
        raise RuntimeError("can not open gpiochip")

    module.LGPIOFactory = refuse  # type: ignore[attr-defined]  # a module made here
    return module


def chips(monkeypatch: pytest.MonkeyPatch, folder: Path, *names: str) -> None:
    for name in names:
        (folder / name).touch()
    monkeypatch.setattr(pins, "DEVICE_FOLDER", folder)


def test_a_raspberry_pi_5_with_only_gpiochip0_opens_it(monkeypatch: pytest.MonkeyPatch) -> None:
    opened: list[int] = []
    driver = ModuleType("lgpio")
    driver.__getattr__ = lambda name: 0  # type: ignore[method-assign]  # its constants
    driver.gpiochip_open = opened.append  # type: ignore[attr-defined]  # a module made here
    monkeypatch.setitem(sys.modules, "lgpio", driver)
    # Later tests must not find the module that is imported with this driver.
    monkeypatch.delitem(sys.modules, "gpiozero.pins.lgpio", raising=False)
    module = importlib.import_module("gpiozero.pins.lgpio")
    monkeypatch.setitem(sys.modules, "gpiozero.pins.lgpio", module)
    monkeypatch.setattr(module.LGPIOFactory, "_get_revision", lambda self: 0xC04170)
    monkeypatch.setattr(module.LGPIOFactory, "close", lambda self: None)
    monkeypatch.setattr(os.path, "exists", lambda path: str(path) != "/dev/gpiochip4")
    module.LGPIOFactory()
    assert opened == [0]


def test_a_missing_gpiozero_is_explained(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "gpiozero", None)
    assert "pip install 'companion[pi]'" in open_error()


def test_a_missing_lgpio_is_explained(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "gpiozero.pins.lgpio", None)
    assert "sudo apt install python3-lgpio" in open_error()


def test_a_machine_without_pins_is_reported(
    lgpio: ModuleType, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    chips(monkeypatch, tmp_path)
    assert "no pins" in open_error()


def test_a_missing_permission_names_the_group(
    lgpio: ModuleType, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    chips(monkeypatch, tmp_path, "gpiochip0")
    monkeypatch.setattr(os, "access", lambda *_: False)
    assert "usermod -aG gpio" in open_error()


def test_other_pin_errors_are_passed_on(
    lgpio: ModuleType, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    chips(monkeypatch, tmp_path, "gpiochip0")
    assert "can not open gpiochip" in open_error()


def test_loading_lgpio_leaves_no_file_in_the_working_directory(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """The test reloads it from a stand-in that behaves like lgpio."""
    (tmp_path / "lgpio.py").write_text("open('.lgd-nfy0', 'w').close(); loaded = True")
    started = tmp_path / "started"
    started.mkdir()
    monkeypatch.chdir(started)
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setattr(pins, "_LGPIO", "lgpio")
    monkeypatch.delitem(sys.modules, "lgpio", raising=False)
    pins.preload_driver(BUTTON)
    assert sys.modules.pop("lgpio").loaded
    assert not list(started.iterdir())
    assert Path.cwd() == started


def test_a_missing_library_is_harmless_until_the_pins_are_opened(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setitem(sys.modules, "gpiozero.pins.lgpio", None)
    pins.preload_driver(BUTTON)
    assert "python3-lgpio" in open_error()


def test_a_pin_in_use_is_named_with_its_key() -> None:
    factory = MockFactory(pin_class=MockPWMPin)
    with LED(27, pin_factory=factory):
        text = open_error(open_factory=lambda: factory)
    assert text == "Pin 27 is already in use: free it, or change [panel] undo in the configuration."


def test_pins_opened_before_an_error_are_closed() -> None:
    factory = MockFactory(pin_class=MockPWMPin)
    with LED(18, pin_factory=factory):
        assert "Pin 18" in open_error(PanelSettings(undo=27, buzzer=18), open_factory=lambda: factory)
    with open_parts(BUTTON, lambda: 0.0, lambda: factory):
        pass


def test_a_nonexistent_pin_is_named() -> None:
    def raise_without_pin_27() -> Any:
        factory = MockFactory(pin_class=MockPWMPin)
        factory.pin = lambda _: (_ for _ in ()).throw(ValueError("GPIO27 is not a valid pin name"))
        return factory

    assert open_error(open_factory=raise_without_pin_27).startswith("Pin 27 can't be used, see [panel] undo")


def test_mock_pins_are_selected_by_name() -> None:
    with open_parts(PanelSettings(pin_factory="mock", undo=27, light=(12, 13, 19)), lambda: 0.0) as parts:
        assert parts.poll_events() == []


def test_a_common_anode_light_is_on_when_its_pins_are_low() -> None:
    factory = MockFactory(pin_class=MockPWMPin)
    settings = PanelSettings(light=(12, 13, 19), light_active_high=False)
    with open_parts(settings, lambda: 0.0, lambda: factory) as parts:
        levels = [factory.pin(pin) for pin in (12, 13, 19)]
        assert [pin.state for pin in levels] == [1, 1, 1]
        parts.show(PanelOutput((1.0, 0.25, 0.0)))
        assert [pin.state for pin in levels] == [0, 0.75, 1]


def test_presses_during_a_disk_write_are_not_missed() -> None:
    factory, now = MockFactory(pin_class=MockPWMPin), 0.0
    with open_parts(BUTTON, lambda: now, lambda: factory) as parts:
        for start in (1.0, 1.2):
            now = start
            factory.pin(27).drive_low()
            now = start + 0.1
            factory.pin(27).drive_high()
        now = 1.4
        assert parts.poll_events() == [("undo", ButtonEvent.PRESSED), ("undo", ButtonEvent.PRESSED)]


def test_an_error_is_reported_once_and_the_panel_retries(bench: Any) -> None:
    tries = []

    def open_factory() -> Any:
        tries.append(bench.time.now)
        if len(tries) < 4:
            raise PanelUnavailableError("Pin 27 is in use already.")
        return bench.lent

    bench.press("undo", 100.0)
    bench.time.schedule(101.0, lambda: None)
    panel = PanelSource(
        BUTTON, lambda: bench.snapshot, GAMES, monotonic=bench.time.clock, open_factory=open_factory
    )
    panel.run(bench.emit, bench.time.clock, bench.time.stop)
    assert tries == [100.0 + n * RETRY_EVERY_S for n in range(4)]
    assert bench.reports == [("fault", "Pin 27 is in use already."), ("ok", "")]
    assert bench.entered_kinds == ["undo"]


def test_failing_pins_are_reported_and_reopened(bench: Any) -> None:
    pin = bench.factory.pin(27)
    read = pin._get_state

    def fail() -> bool:
        raise RuntimeError("unplugged")

    bench.time.schedule(1.0, lambda: setattr(pin, "_get_state", fail))
    bench.time.schedule(5.0, lambda: setattr(pin, "_get_state", read))
    bench.press("undo", 15.0)
    bench.run(16.0)
    assert [health for health, _ in bench.reports] == ["ok", "fault", "ok"]
    assert "unplugged" in bench.reports[1][1]
    assert bench.entered_kinds == ["undo"]
