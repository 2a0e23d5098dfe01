"""bleak and the stand-ins have the interface that the radio uses."""

from __future__ import annotations

import asyncio
import inspect
import sys
from concurrent.futures import ThreadPoolExecutor

import pytest

from companion.sources.bluetooth.radio import BleakRadio, BluetoothMissingError, explain_radio_error
from companion.sources.bluetooth.stand_ins import (
    VirtualAdvertisement,
    VirtualCharacteristic,
    VirtualClient,
    VirtualDevice,
    VirtualScanner,
    VirtualService,
)


@pytest.mark.parametrize(
    ("ours", "theirs", "methods"),
    [
        (VirtualClient, "BleakClient", ("connect", "disconnect", "start_notify", "write_gatt_char")),
        (VirtualScanner, "BleakScanner", ("start", "stop")),
    ],
)
def test_the_stand_ins_have_the_signatures_of_bleak(
    ours: type, theirs: str, methods: tuple[str, ...]
) -> None:
    real = getattr(pytest.importorskip("bleak"), theirs)
    for name in ("__init__", *methods):
        one, other = (inspect.signature(getattr(each, name)).parameters for each in (ours, real))
        positional = [each.name for each in one.values() if each.kind is each.POSITIONAL_OR_KEYWORD]
        assert positional == list(other)[: len(positional)], name
        assert inspect.iscoroutinefunction(getattr(ours, name)) == inspect.iscoroutinefunction(
            getattr(real, name)
        )


def test_the_stand_ins_advertise_the_same_fields_as_bleak() -> None:
    pytest.importorskip("bleak")
    from bleak.backends.characteristic import BleakGATTCharacteristic
    from bleak.backends.device import BLEDevice
    from bleak.backends.scanner import AdvertisementData
    from bleak.backends.service import BleakGATTService

    device = BLEDevice("AA:BB", "GoDice", None)
    assert {"address", "name"} <= set(VirtualDevice.__annotations__)
    assert (device.address, device.name) == ("AA:BB", "GoDice")
    assert set(VirtualAdvertisement.__annotations__) <= set(AdvertisementData._fields)
    for ours, theirs in (
        (VirtualService, BleakGATTService),
        (VirtualCharacteristic, BleakGATTCharacteristic),
    ):
        assert all(isinstance(getattr(theirs, name), property) for name in ours.__annotations__)


def test_bleak_accepts_the_arguments_that_the_radio_passes() -> None:
    bleak = pytest.importorskip("bleak")
    from bleak.backends.device import BLEDevice

    radio = BleakRadio()

    async def make() -> None:
        scanner = radio.scanner(lambda device, words: None)
        client = radio.client(
            BLEDevice("AA:BB:CC:00:11:22", "GoDice", {"path": "/", "props": {}}), lambda: None
        )
        assert isinstance(scanner, bleak.BleakScanner)
        assert isinstance(client, bleak.BleakClient)
        assert client.address == "AA:BB:CC:00:11:22"
        assert bleak.BleakError in radio.errors

    # Use a separate thread, as the radio does: a browser test may have left an event loop in this one.
    with ThreadPoolExecutor(1) as thread:
        thread.submit(asyncio.run, make()).result()


def test_a_missing_bleak_is_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "bleak", None)
    with pytest.raises(BluetoothMissingError, match="pip install"):
        BleakRadio()


@pytest.mark.parametrize(
    ("reason", "words"),
    [
        ("POWERED_OFF", "power on"),
        ("NO_BLUETOOTH", "adapter"),
        ("NO_BLE_CENTRAL_ROLE", "adapter"),
        ("DENIED_BY_SYSTEM", "usermod -aG bluetooth"),
        ("UNKNOWN", "failed"),
    ],
)
def test_unavailable_bluetooth_is_explained_with_a_remedy(reason: str, words: str) -> None:
    exc = pytest.importorskip("bleak.exc")
    error = exc.BleakBluetoothNotAvailableError("text", exc.BleakBluetoothNotAvailableReason[reason])
    assert words in explain_radio_error(error)


def test_message_bus_errors_are_explained_separately() -> None:
    exc = pytest.importorskip("bleak.exc")
    assert "bluez" in explain_radio_error(exc.BleakDBusError("org.freedesktop.DBus.Error.ServiceUnknown", []))
    assert "usermod" in explain_radio_error(exc.BleakDBusError("org.freedesktop.DBus.Error.AccessDenied", []))
    assert "bluez" in explain_radio_error(FileNotFoundError(2, "No such file or directory"))
    assert "TimeoutError" in explain_radio_error(TimeoutError())
