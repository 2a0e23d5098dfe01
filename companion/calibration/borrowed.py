"""The parts of a table that plays, as its calibration reaches them: the table lets go of each at first."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace

from companion.calibration.world import Buttons, DeviceAccess
from companion.hardware.pins import PanelUnavailableError
from companion.sources.bluetooth.radio import BluetoothMissingError, Radio
from companion.sources.camera import CameraError, FrameSource
from companion.sources.tower.console import TowerConsole
from companion.table.device_leases import StillHeldError


def borrowed(reach: DeviceAccess, borrow: Callable[[str], None]) -> DeviceAccess:
    """The same parts, each borrowed when it is opened: what a step doesn't open is watched on.

    Args:
        reach: how the parts are reached.
        borrow: as `companion.table.device_leases.DeviceLeases.lend`.
    """

    def camera(spec: str, exposure: Mapping[str, float] | None) -> FrameSource:
        try:
            borrow("camera")
        except StillHeldError as error:
            raise CameraError(error.args[0]) from error
        return reach.camera(spec, exposure)

    def tower() -> TowerConsole:
        borrow("tower")
        assert reach.tower is not None
        return reach.tower()

    @contextmanager
    def buttons() -> Iterator[Buttons]:
        try:
            borrow("panel")
        except StillHeldError as error:
            raise PanelUnavailableError(error.args[0]) from error
        with reach.buttons() as opened:
            yield opened

    def bluetooth() -> Radio:
        try:
            borrow("bluetooth")
        except StillHeldError as error:
            raise BluetoothMissingError(error.args[0]) from error
        assert reach.bluetooth is not None
        return reach.bluetooth()

    return replace(
        reach,
        camera=camera,
        tower=None if reach.tower is None else tower,
        buttons=buttons,
        bluetooth=None if reach.bluetooth is None else bluetooth,
    )
