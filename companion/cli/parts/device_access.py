"""How a real table's parts are reached while it is calibrated; and a simulated table in their place."""

from __future__ import annotations

import contextlib
import threading
import time
from collections.abc import Iterator
from contextlib import ExitStack
from datetime import datetime
from typing import TYPE_CHECKING, Any, Final

from companion.calibration.world import Buttons, DeviceAccess
from companion.cli.parts import bluetooth, tower
from companion.cli.parts.watching import opened
from companion.hardware.panel import TITLES
from companion.hardware.settings import PanelSettings
from companion.sources.camera import PHONE, SentPictures, find_cameras

if TYPE_CHECKING:
    from companion.calibration.session import CalibrationSession
    from companion.sim.calibrating import SimulatedSetting
    from companion.sources.tower.console import TowerConsole

SIMULATED: Final = "simulated"
"""In a camera's stead: a simulated table, its tower and people who do what they are asked."""


def real(port: str | None, panel: PanelSettings, sent: SentPictures | None = None) -> DeviceAccess:
    """The parts of this machine.

    Args:
        port: where the dice tower is looked for; empty: there shall be none; None: wherever it is found.
        panel: the panel, as the configuration has it.
        sent: the pictures of a phone, where one may be the camera.
    """
    return DeviceAccess(
        cameras=find_cameras if sent is None else lambda: [PHONE, *find_cameras()],
        camera=lambda spec, exposure: opened(spec, exposure, sent),
        tower=None if port == "" else lambda: tower.console(port),
        buttons=lambda: _buttons(panel),
        fitted=fitted(panel),
        clock=time.monotonic,
        today=today,
        bluetooth=lambda: bluetooth.radio(),
    )


def simulated(setting: SimulatedSetting) -> DeviceAccess:
    """The parts of a simulated table; it has no buttons."""
    from companion.sources.tower.console import TowerConsole

    def console() -> TowerConsole:
        return TowerConsole(setting.tower.port)

    return DeviceAccess(
        cameras=lambda: [SIMULATED],
        camera=lambda spec, exposure: setting.camera,
        tower=console,
        buttons=lambda: contextlib.nullcontext(_NoButtons()),
        fitted={},
        clock=setting.now,
        today=today,
    )


def fitted(panel: PanelSettings) -> dict[str, str]:
    """The buttons that there are, by their keys, with what people call them."""
    pins = {"next_player": panel.next_player, "undo": panel.undo}
    return {key: TITLES[key] for key, pin in pins.items() if pin is not None}


def today() -> str:
    """The date and time of now, ISO 8601."""
    return datetime.now().isoformat(timespec="seconds")


def people_at(setting: SimulatedSetting, session: CalibrationSession, stack: ExitStack) -> None:
    """Have the people of a simulated table do what a session asks for, until the stack is unwound."""
    stop = threading.Event()
    thread = threading.Thread(target=setting.run, args=(session.view, stop), name="people", daemon=True)
    thread.start()
    stack.callback(thread.join)
    stack.callback(stop.set)


class _NoButtons:
    def happened(self) -> list[Any]:
        """Nothing ever does."""
        return []


@contextlib.contextmanager
def _buttons(panel: PanelSettings) -> Iterator[Buttons]:
    from companion.hardware.pins import opened, preload

    preload(panel)
    with opened(panel, time.monotonic) as parts:
        yield parts
