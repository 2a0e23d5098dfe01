"""The panel's parts, driven by gpiozero: opened and closed together, with errors as one sentence."""

from __future__ import annotations

import contextlib
import enum
import importlib
import os
import tempfile
from collections import deque
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from companion.errors import CompanionError
from companion.hardware.settings import PanelSettings
from companion.i18n import sentence
from companion.island.geometry import PieceColour

# Debouncing of push buttons, and detection of buttons that stick.


DEBOUNCE_S: Final = 0.025
"""Seconds that a contact must stay unchanged. Push buttons bounce for up to about 10 ms."""

STUCK_S: Final = 10.0
"""Seconds after which a pressed button counts as stuck."""


class ButtonEvent(enum.Enum):
    """A change of a button's state."""

    PRESSED = "pressed"
    STUCK = "stuck"
    FREED = "freed"
    """Released after it had been stuck."""


class DebouncedContact:
    """Debouncer for one button's contact; its caller supplies samples and times.

    A press counts when the button goes down, not when it is released. A button that is down at the
    first sample doesn't count as pressed: the program may just have been restarted.
    """

    def __init__(self) -> None:
        self._raw_down: bool | None = None
        self._raw_since = 0.0
        self._down = False
        self._down_since = 0.0
        self._stuck = False

    def sample(self, down: bool, t: float) -> tuple[ButtonEvent, ...]:
        """Process a sample or an edge of the contact and return the events that follow from it.

        Args:
            down: whether the contact is closed.
            t: monotonic seconds; an edge may arrive slightly after a later sample.
        """
        if self._raw_down is None:
            self._raw_down, self._raw_since = down, t
            self._down, self._down_since = down, t
            return ()
        events: list[ButtonEvent] = []
        if self._raw_down != self._down and t - self._raw_since >= DEBOUNCE_S:
            events += self._accept(self._raw_down)
        if self._raw_down != down:
            self._raw_down, self._raw_since = down, t
        if self._down and self._raw_down and not self._stuck and t - self._down_since >= STUCK_S:
            self._stuck = True
            events.append(ButtonEvent.STUCK)
        return tuple(events)

    def _accept(self, down: bool) -> tuple[ButtonEvent, ...]:
        self._down, self._down_since = down, self._raw_since
        if down:
            return (ButtonEvent.PRESSED,)
        freed, self._stuck = self._stuck, False
        return (ButtonEvent.FREED,) if freed else ()


# Outputs of light and buzzer over time: the active player's colour, overlaid by short signals.


Rgb = tuple[float, float, float]
"""Red, green and blue, each from 0 (off) to 1 (full brightness)."""

OFF_COLOUR: Final[Rgb] = (0.0, 0.0, 0.0)

# These differ from screen colours: in a common 5 mm LED, green and blue look several times as bright
# as red at the same duty cycle, so orange and white need little of them. Brown is a dim orange.
LED_COLOURS: Final[Mapping[PieceColour, Rgb]] = {
    "red": (1.0, 0.0, 0.0),
    "blue": (0.0, 0.0, 1.0),
    "orange": (1.0, 0.2, 0.0),
    "white": (1.0, 0.55, 0.45),
    "green": (0.0, 0.8, 0.0),
    "brown": (0.25, 0.04, 0.0),
}


@dataclass(frozen=True)
class PanelOutput:
    """State of light and buzzer.

    Attributes:
        light: the light's colour.
        sounds: whether the buzzer sounds.
    """

    light: Rgb = OFF_COLOUR
    sounds: bool = False


@dataclass(frozen=True)
class SignalStep:
    """One step of a signal.

    Attributes:
        seconds: how long it lasts.
        sounds: whether the buzzer sounds.
        inverts: whether a light that shines goes dark, and a dark one shines.
    """

    seconds: float
    sounds: bool = False
    inverts: bool = False


Signal = tuple[SignalStep, ...]

NOTICE_SIGNAL: Final[Signal] = (SignalStep(0.4, sounds=True),)
"""An event that all players should notice."""
REFUSAL_SIGNAL: Final[Signal] = (
    SignalStep(0.12, sounds=True, inverts=True),
    SignalStep(0.12),
    SignalStep(0.12, sounds=True, inverts=True),
)
"""A button press that the table can't accept now."""


class PanelSignals:
    """The active player's colour and the current signal; the caller supplies the time."""

    def __init__(self) -> None:
        self.colour: PieceColour | None = None
        self._signal: Signal = ()
        self._since = 0.0

    def start_signal(self, signal: Signal, t: float) -> None:
        """Start a signal at `t` (monotonic seconds); it replaces one that is still running."""
        self._signal, self._since = signal, t

    def output_at(self, t: float) -> PanelOutput:
        """Return the output at `t`, monotonic seconds."""
        light = OFF_COLOUR if self.colour is None else LED_COLOURS[self.colour]
        over = self._since
        for step in self._signal:
            over += step.seconds
            if t < over:
                flipped = LED_COLOURS["white"] if light == OFF_COLOUR else OFF_COLOUR
                return PanelOutput(flipped if step.inverts else light, step.sounds)
        return PanelOutput(light)


OpenFactory = Callable[[], Any]
"""Opens a gpiozero pin factory; the panel closes it."""

_LGPIO: Final = "gpiozero.pins.lgpio"

_MAX_EDGES: Final = 256
"""Edges buffered between two polls. A loose wire can produce more; the oldest are dropped."""

DEVICE_FOLDER: Final = Path("/dev")
"""Folder in which Linux has a file `gpiochip...` for each set of pins."""


class PanelUnavailableError(CompanionError, OSError):
    """The panel's parts can't be used; the message names the reason and the remedy."""


class PinButton:
    """A button between a pin and ground."""

    def __init__(self, device: Any, monotonic: Callable[[], float]) -> None:
        """Wrap a gpiozero input device; `monotonic` returns seconds."""
        self._device = device
        self._monotonic = monotonic
        self._contact = DebouncedContact()
        self._contact.sample(bool(device.value), monotonic())
        self._edges: deque[tuple[bool, float]] = deque(maxlen=_MAX_EDGES)
        # The library's own thread calls these, so a press isn't missed while the table writes to disk.
        device.when_activated = lambda: self._edges.append((True, monotonic()))
        device.when_deactivated = lambda: self._edges.append((False, monotonic()))

    def poll(self) -> tuple[ButtonEvent, ...]:
        """Return the button's events since the last poll."""
        events: tuple[ButtonEvent, ...] = ()
        while self._edges:
            events += self._contact.sample(*self._edges.popleft())
        # Sampling the pin recovers edges that the library didn't report.
        return events + self._contact.sample(bool(self._device.value), self._monotonic())


class PanelParts:
    """The open parts of a panel."""

    def __init__(self, buttons: Mapping[str, PinButton], light: Any = None, buzzer: Any = None) -> None:
        """Collect the parts that exist.

        Args:
            buttons: by their keys in the configuration.
            light: a gpiozero RGBLED, switched off.
            buzzer: a gpiozero output device, switched off.
        """
        self._buttons = buttons
        self._light = light
        self._buzzer = buzzer
        self._shown = PanelOutput()

    def poll_events(self) -> list[tuple[str, ButtonEvent]]:
        """Return the buttons' events since the last poll, each with the button's key.

        Raises:
            PanelUnavailableError: the pins no longer answer.
        """
        with _explain_lost_pins():
            return [(key, one) for key, button in self._buttons.items() for one in button.poll()]

    def show(self, shown: PanelOutput) -> None:
        """Set light and buzzer.

        Raises:
            PanelUnavailableError: the pins no longer answer.
        """
        if shown == self._shown:
            return
        with _explain_lost_pins():
            if self._light is not None and shown.light != self._shown.light:
                self._light.value = shown.light
            if self._buzzer is not None and shown.sounds != self._shown.sounds:
                self._buzzer.value = int(shown.sounds)
        self._shown = shown


def preload_driver(settings: PanelSettings) -> None:
    """Import the pin driver before any other thread runs; `open_parts` reports a missing driver.

    On import, lgpio creates a pipe in the current folder, and fails if that folder isn't writable.
    A temporary folder therefore replaces the current one during the import, for the whole process.
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
def open_parts(
    settings: PanelSettings, monotonic: Callable[[], float], open_factory: OpenFactory | None = None
) -> Iterator[PanelParts]:
    """Open the parts named in the settings; when the block ends, light and buzzer are switched off.

    Args:
        settings: the parts and their pins.
        monotonic: clock in seconds that never jumps.
        open_factory: opens the pin factory, in place of the one named in the settings.

    Raises:
        PanelUnavailableError: a library, a permission or a pin is missing.
    """
    gpiozero = _import_library("gpiozero")
    with contextlib.ExitStack() as stack:
        factory = (open_factory or _FACTORIES[settings.pin_factory])()
        stack.callback(factory.close)

        def device(key: str, kind: str, *pins: int, **options: Any) -> Any:
            with _explain_pin_errors(key, pins):
                part = getattr(gpiozero, kind)(*pins, pin_factory=factory, **options)
            stack.callback(part.close)
            return part

        buttons = {
            key: PinButton(device(key, "DigitalInputDevice", pin, pull_up=True), monotonic)
            for key, pin in (("next_player", settings.next_player), ("undo", settings.undo))
            if pin is not None
        }
        light = buzzer = None
        if settings.light is not None:
            high = settings.light_active_high
            light = device("light", "RGBLED", *settings.light, active_high=high, initial_value=OFF_COLOUR)
        if settings.buzzer is not None:
            buzzer = device("buzzer", "DigitalOutputDevice", settings.buzzer)
        yield PanelParts(buttons, light, buzzer)


def _import_library(name: str) -> Any:
    try:
        return importlib.import_module(name)
    except ImportError as error:
        raise PanelUnavailableError(
            sentence("Buttons and lights need gpiozero: install it with \"pip install 'companion[pi]'\".")
        ) from error


def _open_mock_factory() -> Any:
    mock = _import_library("gpiozero.pins.mock")
    return mock.MockFactory(pin_class=mock.MockPWMPin)


def _open_lgpio_factory() -> Any:
    try:
        module = importlib.import_module(_LGPIO)
    except (ImportError, AttributeError, OSError) as error:  # the package index also has an empty lgpio
        raise PanelUnavailableError(
            sentence(
                "Buttons and lights need lgpio: install it with 'sudo apt install python3-lgpio' and create "
                "the environment again with 'python3 -m venv --system-site-packages'."
            )
        ) from error
    try:
        return module.LGPIOFactory()
    except Exception as error:  # lgpio's own errors have no other base class
        raise PanelUnavailableError(_explain_missing_pins(error)) from error


_FACTORIES: Final[dict[str, OpenFactory]] = {"lgpio": _open_lgpio_factory, "mock": _open_mock_factory}


def _explain_missing_pins(error: Exception) -> str:
    chips = sorted(DEVICE_FOLDER.glob("gpiochip*"))
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
def _explain_pin_errors(key: str, pins: tuple[int, ...]) -> Iterator[None]:
    try:
        yield
    except Exception as error:  # gpiozero's errors, and those of the pin driver
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
def _explain_lost_pins() -> Iterator[None]:
    try:
        yield
    except Exception as error:  # as above
        raise PanelUnavailableError(
            sentence(
                "The pins of buttons and lights no longer answer: {error}. Companion tries again.",
                error=error,
            )
        ) from error
