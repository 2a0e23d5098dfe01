"""Device access for the calibration of a table during a game: each device is borrowed before it is opened."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace

from companion.calibration.context import Buttons, DeviceAccess
from companion.hardware.pins import PanelUnavailableError
from companion.sources.bluetooth.radio import BluetoothMissingError, Radio
from companion.sources.camera import CameraError, FrameSource
from companion.sources.tower.console import TowerConsole
from companion.table.device_leases import DeviceInUseError


def borrowing_access(devices: DeviceAccess, borrow: Callable[[str], None]) -> DeviceAccess:
    """Return the same devices, each borrowed when it is opened; the table continues to use the others.

    Args:
        devices: the access to the devices.
        borrow: as `companion.table.device_leases.DeviceLeases.lend`.
    """

    def camera(spec: str, exposure: Mapping[str, float] | None) -> FrameSource:
        try:
            borrow("camera")
        except DeviceInUseError as error:
            raise CameraError(error.args[0]) from error
        return devices.camera(spec, exposure)

    def tower() -> TowerConsole:
        borrow("tower")
        assert devices.tower is not None
        return devices.tower()

    @contextmanager
    def buttons() -> Iterator[Buttons]:
        try:
            borrow("panel")
        except DeviceInUseError as error:
            raise PanelUnavailableError(error.args[0]) from error
        with devices.buttons() as opened:
            yield opened

    def bluetooth() -> Radio:
        try:
            borrow("bluetooth")
        except DeviceInUseError as error:
            raise BluetoothMissingError(error.args[0]) from error
        assert devices.bluetooth is not None
        return devices.bluetooth()

    return replace(
        devices,
        camera=camera,
        tower=None if devices.tower is None else tower,
        buttons=buttons,
        bluetooth=None if devices.bluetooth is None else bluetooth,
    )
