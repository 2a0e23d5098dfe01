"""Gives the calibration access to the devices of a real table, or of a simulated one."""

from __future__ import annotations

import contextlib
import threading
import time
from collections.abc import Iterator
from contextlib import ExitStack
from datetime import datetime
from typing import TYPE_CHECKING, Any, Final

from companion.calibration.context import Buttons, DeviceAccess
from companion.cli.parts import bluetooth, tower
from companion.cli.parts.camera_watchers import open_named_camera
from companion.cli.parts.measurements import load_or_report
from companion.hardware.panel import BUTTON_TITLES
from companion.hardware.settings import PanelSettings
from companion.sources.camera import PHONE_SPEC, PhonePictures, find_cameras
from companion.supervised_thread import SupervisedThread

if TYPE_CHECKING:
    from companion.calibration.session import CalibrationSession
    from companion.sim.calibration_people import SimulatedCalibration
    from companion.sources.tower.console import TowerConsole

SIMULATED_CAMERA: Final = "simulated"
"""The camera option that selects a simulated table, with a tower and people who follow the steps."""


def real_devices(port: str | None, panel: PanelSettings, sent: PhonePictures | None = None) -> DeviceAccess:
    """Return access to this machine's devices.

    Args:
        port: the dice tower's port; empty: no tower; None: search for one.
        panel: the panel's settings.
        sent: the pictures of a phone, which may be the camera; None: no phone.
    """
    return DeviceAccess(
        cameras=find_cameras if sent is None else lambda: [PHONE_SPEC, *find_cameras()],
        camera=lambda spec, exposure: open_named_camera(spec, exposure, sent),
        tower=None if port == "" else lambda: tower.console(port),
        buttons=lambda: _open_buttons(panel),
        button_names=fitted_buttons(panel),
        clock=time.monotonic,
        today=local_timestamp,
        bluetooth=lambda: bluetooth.radio(),
        measured=load_or_report(),
    )


def simulated_devices(setting: SimulatedCalibration) -> DeviceAccess:
    """Return access to a simulated table's devices; it has no buttons."""
    from companion.sources.tower.console import TowerConsole

    def console() -> TowerConsole:
        return TowerConsole(setting.tower.port)

    return DeviceAccess(
        cameras=lambda: [SIMULATED_CAMERA],
        camera=lambda spec, exposure: setting.camera,
        tower=console,
        buttons=lambda: contextlib.nullcontext(_NoButtons()),
        button_names={},
        clock=setting.now,
        today=local_timestamp,
    )


def fitted_buttons(panel: PanelSettings) -> dict[str, str]:
    """Return the titles of the configured buttons, by their keys."""
    pins = {"next_player": panel.next_player, "undo": panel.undo}
    return {key: BUTTON_TITLES[key] for key, pin in pins.items() if pin is not None}


def local_timestamp() -> str:
    """Return the local date and time, ISO 8601."""
    return datetime.now().isoformat(timespec="seconds")


def start_simulated_people(
    setting: SimulatedCalibration, session: CalibrationSession, stack: ExitStack
) -> None:
    """Run the people of a simulated table, who follow a session's steps, until the stack is unwound."""
    stop = threading.Event()
    thread = SupervisedThread("people", lambda: setting.run(session.view, stop), stop)
    thread.start()
    stack.callback(thread.join)
    stack.callback(stop.set)


class _NoButtons:
    def poll_events(self) -> list[Any]:
        """Return no events."""
        return []


@contextlib.contextmanager
def _open_buttons(panel: PanelSettings) -> Iterator[Buttons]:
    from companion.hardware.pins import open_parts, preload_driver

    preload_driver(panel)
    with open_parts(panel, time.monotonic) as parts:
        yield parts
