"""The Bluetooth radio: the part of bleak's interface in use, and explanations of its errors.

bleak is optional (`pip install companion[bluetooth]`); simulated radios have the same interface.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any, Final, Protocol

from companion.errors import CompanionError
from companion.i18n import sentence

INSTALL_COMMAND: Final = "pip install 'bleak>=2'"


class BluetoothMissingError(CompanionError, RuntimeError):
    """A package that Bluetooth needs isn't installed; the message names the remedy."""


class Advertisement(Protocol):
    """Data that a device broadcasts."""

    @property
    def local_name(self) -> str | None:
        """The device's name; None if this advertisement omits it."""

    @property
    def service_uuids(self) -> list[str]:
        """UUIDs of the advertised services."""


class BleDevice(Protocol):
    """A device found by a scan."""

    address: str
    name: str | None


class GattCharacteristic(Protocol):
    """A GATT characteristic: a value of the device to write or subscribe to."""

    @property
    def uuid(self) -> str:
        """The characteristic's UUID."""

    @property
    def properties(self) -> Sequence[str]:
        """The supported operations, such as "notify" or "write"."""


class GattService(Protocol):
    """A GATT service: a group of characteristics."""

    @property
    def uuid(self) -> str:
        """The service's UUID."""

    @property
    def characteristics(self) -> Sequence[GattCharacteristic]:
        """The characteristics of this service."""


class BleClient(Protocol):
    """A connection to one device; `bleak.BleakClient` implements it."""

    @property
    def services(self) -> Iterable[GattService]:
        """The services of the connected device."""

    async def connect(self) -> None:
        """Connect."""

    async def disconnect(self) -> None:
        """Disconnect."""

    async def start_notify(self, char_specifier: str, callback: Callable[[Any, bytearray], None], /) -> None:
        """Subscribe to notifications: call the callback with each."""

    async def write_gatt_char(self, char_specifier: str, data: bytes, /) -> None:
        """Write bytes to a characteristic."""


class BleScanner(Protocol):
    """A scan for devices; `bleak.BleakScanner` implements it."""

    async def start(self) -> None:
        """Start the scan."""

    async def stop(self) -> None:
        """Stop the scan."""


DetectionCallback = Callable[[Any, Any], None]
"""Called with each detected device (`BleDevice`) and its `Advertisement`."""


class Radio(Protocol):
    """A Bluetooth radio, real or simulated.

    Attributes:
        errors: the exceptions that mean a failure of the radio or a device, not a bug.
    """

    errors: tuple[type[Exception], ...]

    def scanner(self, on_detected: DetectionCallback) -> BleScanner:
        """Create a scanner; it isn't started yet."""

    def client(self, device: BleDevice, on_disconnect: Callable[[], None]) -> BleClient:
        """Create an unconnected client; `on_disconnect` is called when the connection is lost."""


class BleakRadio:
    """The machine's own radio, through bleak."""

    def __init__(self) -> None:
        """Import bleak.

        Raises:
            BluetoothMissingError: bleak isn't installed.
        """
        try:
            import bleak
        except ImportError as error:
            raise BluetoothMissingError(
                sentence("Bluetooth needs a part that isn't installed: {command}", command=INSTALL_COMMAND)
            ) from error
        self._bleak: Any = bleak
        self.errors: tuple[type[Exception], ...] = (
            self._bleak.exc.BleakError,
            OSError,
            EOFError,
            TimeoutError,
        )

    def scanner(self, on_detected: DetectionCallback) -> BleScanner:
        """See `Radio`."""
        scanner: BleScanner = self._bleak.BleakScanner(on_detected)
        return scanner

    def client(self, device: BleDevice, on_disconnect: Callable[[], None]) -> BleClient:
        """See `Radio`."""
        client: BleClient = self._bleak.BleakClient(device, lambda _: on_disconnect())
        return client


def explain_radio_error(error: Exception) -> str:
    """Describe a Bluetooth failure in a sentence, with the remedy where it is known."""
    reason = getattr(getattr(error, "reason", None), "name", "")
    message = f"{getattr(error, 'dbus_error', '')} {error}"
    if reason == "POWERED_OFF":
        return sentence("Bluetooth is switched off: {command}", command="bluetoothctl power on")
    if reason in ("NO_BLUETOOTH", "NO_BLE_CENTRAL_ROLE"):
        return sentence("This computer has no Bluetooth Low Energy: plug in an adapter, or use other dice.")
    if reason.startswith("DENIED") or "AccessDenied" in message:
        return sentence(
            "This user has no permission to use Bluetooth: {command}",
            command="sudo usermod -aG bluetooth $USER",
        )
    if isinstance(error, FileNotFoundError) or "ServiceUnknown" in message or "NameHasNoOwner" in message:
        return sentence(
            "The system's Bluetooth service is missing: {command}", command="sudo apt-get install bluez"
        )
    return sentence("Bluetooth failed: {error}", error=str(error) or type(error).__name__)
