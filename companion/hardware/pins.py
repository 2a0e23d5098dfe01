"""The panel's parts through gpiozero, opened and closed together; what is wrong, in one sentence."""

from __future__ import annotations

import contextlib
import importlib
import os
import tempfile
from collections import deque
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any, Final

from companion.errors import CompanionError
from companion.hardware.buttons import ButtonEvent, Contact
from companion.hardware.settings import PanelSettings
from companion.hardware.signals import DARK, Shown
from companion.i18n import sentence

OpenFactory = Callable[[], Any]
"""Gives a gpiozero pin factory; the panel closes it."""

_LGPIO: Final = "gpiozero.pins.lgpio"

_EDGES_KEPT: Final = 256
"""A wire that has come off can change faster than it is looked at: older changes are then forgotten."""

CHIPS: Final = Path("/dev")
"""Where Linux has a file `gpiochip...` for each set of pins."""


class PanelUnavailableError(CompanionError, OSError):
    """The panel's parts can't be used; the message says why and what to do."""


class PinButton:
    """A button between a pin and ground."""

    def __init__(self, device: Any, pace: Callable[[], float]) -> None:
        """Take a gpiozero input device; `pace` gives monotonic seconds."""
        self._device = device
        self._pace = pace
        self._contact = Contact()
        self._contact.see(bool(device.value), pace())
        self._edges: deque[tuple[bool, float]] = deque(maxlen=_EDGES_KEPT)
        # Called from the library's own thread, so that a press while the table writes to its disk
        # isn't missed.
        device.when_activated = lambda: self._edges.append((True, pace()))
        device.when_deactivated = lambda: self._edges.append((False, pace()))

    def happened(self) -> tuple[ButtonEvent, ...]:
        """What happened to it since it was asked last."""
        found: tuple[ButtonEvent, ...] = ()
        while self._edges:
            found += self._contact.see(*self._edges.popleft())
        # Looking for oneself makes up for changes that nobody told.
        return found + self._contact.see(bool(self._device.value), self._pace())


class Parts:
    """A panel's parts while they are open."""

    def __init__(self, buttons: Mapping[str, PinButton], light: Any = None, buzzer: Any = None) -> None:
        """Take what there is.

        Args:
            buttons: by their keys in the configuration.
            light: a gpiozero RGBLED, dark.
            buzzer: a gpiozero output device, off.
        """
        self._buttons = buttons
        self._light = light
        self._buzzer = buzzer
        self._shown = Shown()

    def happened(self) -> list[tuple[str, ButtonEvent]]:
        """What happened to the buttons, by their keys, since they were asked last.

        Raises:
            PanelUnavailableError: the pins don't answer any more.
        """
        with _answering():
            return [(key, one) for key, button in self._buttons.items() for one in button.happened()]

    def show(self, shown: Shown) -> None:
        """Let light and buzzer show something.

        Raises:
            PanelUnavailableError: the pins don't answer any more.
        """
        if shown == self._shown:
            return
        with _answering():
            if self._light is not None and shown.light != self._shown.light:
                self._light.value = shown.light
            if self._buzzer is not None and shown.sounds != self._shown.sounds:
                self._buzzer.value = int(shown.sounds)
        self._shown = shown


def preload(settings: PanelSettings) -> None:
    """Load what drives the pins, before any other thread runs; what is missing is told by `opened`.

    When it is loaded, lgpio leaves a pipe in the current folder, and fails where that can't be
    written: a folder of our own takes the current one's place meanwhile, in the whole process.
    """
    if settings.pin_factory != "lgpio":
        return
    with (
        contextlib.suppress(ImportError, AttributeError, OSError),
        tempfile.TemporaryDirectory(prefix="companion-") as folder,
        contextlib.chdir(folder),
    ):
        importlib.import_module(_LGPIO)


@contextlib.contextmanager
def opened(
    settings: PanelSettings, pace: Callable[[], float], open_factory: OpenFactory | None = None
) -> Iterator[Parts]:
    """The parts that the settings name, until the block ends: then light and buzzer are off.

    Args:
        settings: which parts, on which pins.
        pace: monotonic seconds.
        open_factory: gives the pins instead of the factory that the settings name.

    Raises:
        PanelUnavailableError: a library, a right or a pin is missing.
    """
    gpiozero = _library("gpiozero")
    with contextlib.ExitStack() as stack:
        factory = (open_factory or _FACTORIES[settings.pin_factory])()
        stack.callback(factory.close)

        def device(key: str, kind: str, *pins: int, **options: Any) -> Any:
            with _explained(key, pins):
                made = getattr(gpiozero, kind)(*pins, pin_factory=factory, **options)
            stack.callback(made.close)
            return made

        buttons = {
            key: PinButton(device(key, "DigitalInputDevice", pin, pull_up=True), pace)
            for key, pin in (("next_player", settings.next_player), ("undo", settings.undo))
            if pin is not None
        }
        light = buzzer = None
        if settings.light is not None:
            high = settings.light_active_high
            light = device("light", "RGBLED", *settings.light, active_high=high, initial_value=DARK)
        if settings.buzzer is not None:
            buzzer = device("buzzer", "DigitalOutputDevice", settings.buzzer)
        yield Parts(buttons, light, buzzer)


def _library(name: str) -> Any:
    try:
        return importlib.import_module(name)
    except ImportError as error:
        raise PanelUnavailableError(
            sentence("Buttons and lights need gpiozero: install it with \"pip install 'companion[pi]'\".")
        ) from error


def _mock() -> Any:
    mock = _library("gpiozero.pins.mock")
    return mock.MockFactory(pin_class=mock.MockPWMPin)


def _lgpio() -> Any:
    try:
        module = importlib.import_module(_LGPIO)
    except (ImportError, AttributeError, OSError) as error:  # the package index holds a hollow one, too
        raise PanelUnavailableError(
            sentence(
                "Buttons and lights need lgpio: install it with 'sudo apt install python3-lgpio' and create "
                "the environment again with 'python3 -m venv --system-site-packages'."
            )
        ) from error
    try:
        return module.LGPIOFactory()
    except Exception as error:  # lgpio's own errors have no root but this
        raise PanelUnavailableError(_why_no_pins(error)) from error


_FACTORIES: Final[dict[str, OpenFactory]] = {"lgpio": _lgpio, "mock": _mock}


def _why_no_pins(error: Exception) -> str:
    chips = sorted(CHIPS.glob("gpiochip*"))
    if not chips:
        return sentence(
            "This machine has no pins for buttons and lights: remove them from [panel] in the "
            "configuration, or use a Raspberry Pi."
        )
    if not all(os.access(chip, os.R_OK | os.W_OK) for chip in chips):
        return sentence(
            "No permission to open the pins of buttons and lights: 'sudo usermod -aG gpio $USER', then log "
            "in again."
        )
    return sentence("The pins of buttons and lights don't open: {error}.", error=error)


@contextlib.contextmanager
def _explained(key: str, pins: tuple[int, ...]) -> Iterator[None]:
    try:
        yield
    except Exception as error:  # gpiozero's errors, and those of whatever drives the pins
        named = (
            sentence("Pin {pin}", pin=pins[0])
            if len(pins) == 1
            else sentence("One of the pins {pins}", pins=", ".join(map(str, pins)))
        )
        where = sentence("[panel] {key} in the configuration", key=key)
        if "in use" in str(error) or "busy" in str(error).lower():
            text = sentence("{pin} is already in use: free it, or change {where}.", pin=named, where=where)
        else:
            text = sentence("{pin} can't be used, see {where}: {error}.", pin=named, where=where, error=error)
        raise PanelUnavailableError(text) from error


@contextlib.contextmanager
def _answering() -> Iterator[None]:
    try:
        yield
    except Exception as error:  # as above
        raise PanelUnavailableError(
            sentence(
                "The pins of buttons and lights no longer answer: {error}. Companion tries again.",
                error=error,
            )
        ) from error
