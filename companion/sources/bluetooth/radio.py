"""The radio as bleak has it: what of its interface is used, and what its errors mean to people.

bleak is an optional part (`pip install companion[bluetooth]`); stand-ins have the same interface.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any, Final, Protocol

from companion.errors import CompanionError
from companion.i18n import sentence

INSTALL: Final = "pip install 'bleak>=2'"


class BluetoothMissingError(CompanionError, RuntimeError):
    """What Bluetooth needs isn't installed; the message says what to do."""


class Advertised(Protocol):
    """What a device says to everybody."""

    @property
    def local_name(self) -> str | None:
        """Its name; None: it didn't say it this time."""

    @property
    def service_uuids(self) -> list[str]:
        """The services that it names."""


class Device(Protocol):
    """A device that was heard."""

    address: str
    name: str | None


class Characteristic(Protocol):
    """Something that a device can be told or asked."""

    @property
    def uuid(self) -> str:
        """What it is."""

    @property
    def properties(self) -> Sequence[str]:
        """What can be done with it."""


class Service(Protocol):
    """Some characteristics that belong together."""

    @property
    def uuid(self) -> str:
        """What it is."""

    @property
    def characteristics(self) -> Sequence[Characteristic]:
        """The characteristics."""


class Client(Protocol):
    """A connection with one device, as `bleak.BleakClient` is."""

    @property
    def services(self) -> Iterable[Service]:
        """What it offers, once it is connected."""

    async def connect(self) -> None:
        """Connect."""

    async def disconnect(self) -> None:
        """Let go of it."""

    async def start_notify(self, char_specifier: str, callback: Callable[[Any, bytearray], None], /) -> None:
        """Have each notification given to the callback."""

    async def write_gatt_char(self, char_specifier: str, data: bytes, /) -> None:
        """Tell it something."""


class Scanner(Protocol):
    """Hears who is there, as `bleak.BleakScanner` does."""

    async def start(self) -> None:
        """Begin."""

    async def stop(self) -> None:
        """End."""


Detected = Callable[[Any, Any], None]
"""Is given each device (`Device`) that is heard, and what it says (`Advertised`)."""


class Radio(Protocol):
    """Bluetooth, or a stand-in.

    Attributes:
        errors: what goes wrong in the world is one of these.
    """

    errors: tuple[type[Exception], ...]

    def scanner(self, detected: Detected) -> Scanner:
        """A scanner that hasn't begun."""

    def client(self, device: Device, gone: Callable[[], None]) -> Client:
        """A client that isn't connected; `gone` is called when the connection ends by itself."""


class BleakRadio:
    """This machine's own, by bleak."""

    def __init__(self) -> None:
        """Take bleak.

        Raises:
            BluetoothMissingError: it isn't installed.
        """
        try:
            import bleak
        except ImportError as error:
            raise BluetoothMissingError(
                sentence("Bluetooth needs a part that isn't installed: {command}", command=INSTALL)
            ) from error
        self._bleak: Any = bleak
        self.errors: tuple[type[Exception], ...] = (
            self._bleak.exc.BleakError,
            OSError,
            EOFError,
            TimeoutError,
        )

    def scanner(self, detected: Detected) -> Scanner:
        """See `Radio`."""
        scanner: Scanner = self._bleak.BleakScanner(detected)
        return scanner

    def client(self, device: Device, gone: Callable[[], None]) -> Client:
        """See `Radio`."""
        client: Client = self._bleak.BleakClient(device, lambda _: gone())
        return client


def why(error: Exception) -> str:
    """What is wrong with the machine's Bluetooth, in a sentence that says what to do if that is known."""
    reason = getattr(getattr(error, "reason", None), "name", "")
    told = f"{getattr(error, 'dbus_error', '')} {error}"
    if reason == "POWERED_OFF":
        return sentence("Bluetooth is switched off: {command}", command="bluetoothctl power on")
    if reason in ("NO_BLUETOOTH", "NO_BLE_CENTRAL_ROLE"):
        return sentence("This computer has no Bluetooth Low Energy: plug in an adapter, or use other dice.")
    if reason.startswith("DENIED") or "AccessDenied" in told:
        return sentence(
            "Bluetooth may not be used by this user: {command}", command="sudo usermod -aG bluetooth $USER"
        )
    if isinstance(error, FileNotFoundError) or "ServiceUnknown" in told or "NameHasNoOwner" in told:
        return sentence(
            "The system's Bluetooth service is missing: {command}", command="sudo apt-get install bluez"
        )
    return sentence("Bluetooth fails: {error}", error=str(error) or type(error).__name__)
