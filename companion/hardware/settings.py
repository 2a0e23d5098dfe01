"""Settings of a panel: its parts and their pins."""

from __future__ import annotations

import struct
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from companion.config import ConfigError, setting
from companion.i18n import sentence

# GPIO 0 and 1 are reserved for the EEPROM that identifies an add-on board to the Pi.
_PIN: Final[Mapping[str, Any]] = {"lowest": 2, "highest": 27, "unit": sentence("pin's BCM number")}


@dataclass(frozen=True)
class PanelSettings:
    """The parts of a panel; a part without a pin doesn't exist."""

    pin_factory: str = setting(
        "lgpio",
        "pin factory",
        'The library that drives the pins: "lgpio" on a Raspberry Pi, "mock" simulates pins.',
        choices=("lgpio", "mock"),
    )
    next_player: int | None = setting(
        None,
        "button: next player",
        "Ends the turn. Wire it between the pin and ground; the Pi's own pull-up resistor is used.",
        **_PIN,
    )
    undo: int | None = setting(
        None,
        "button: undo",
        "Removes the last entry. Wire it between the pin and ground, like the other button.",
        **_PIN,
    )
    light: tuple[int, int, int] | None = setting(
        None,
        "light",
        "The pins of red, green and blue of a light that shows whose turn it is.",
        **_PIN,
    )
    light_active_high: bool = setting(
        True,
        "light: kind",
        "true for a common cathode (the long leg to ground), false for a common anode (to 3.3 V).",
    )
    buzzer: int | None = setting(
        None,
        "buzzer",
        "An active buzzer: sounds for public signals such as a seven, and twice if a button isn't "
        "allowed now.",
        **_PIN,
    )

    def __post_init__(self) -> None:
        used: dict[int, str] = {}
        for key, pin in self.pins():
            if pin in used:
                other = used[pin]
                if other == key:
                    raise ConfigError(sentence("{key} names pin {pin} twice.", key=key, pin=pin))
                text = sentence(
                    "{key} names pin {pin}, which {other} already uses.", key=key, pin=pin, other=other
                )
                raise ConfigError(text)
            used[pin] = key

    def pins(self) -> tuple[tuple[str, int], ...]:
        """Return each used pin (BCM number) with the key that names it."""
        single = (("next_player", self.next_player), ("undo", self.undo), ("buzzer", self.buzzer))
        light = tuple(("light", pin) for pin in self.light or ())
        return tuple((key, pin) for key, pin in single if pin is not None) + light

    @property
    def has_parts(self) -> bool:
        """True if any part has a pin."""
        return bool(self.pins())


# Limits of the computer that Companion runs on: memory and address width.


MODEL_PATH: Final = Path("/proc/device-tree/model")
"""The file in which the kernel names the board, ended by a zero byte."""
SMALL_BOARDS: Final = ("Raspberry Pi Zero",)
"""Boards with at most 512 MB: too little to read pictures while serving the page."""

NEEDS_64_BIT_SYSTEM: Final = sentence(
    "This is a 32-bit system, but reading pictures needs 64 bits: write 64-bit Raspberry Pi OS to the card."
)


def read_board_model(path: Path = MODEL_PATH) -> str:
    """Return the board's name; empty if the kernel reports none."""
    try:
        return path.read_bytes().rstrip(b"\0").decode("utf-8", "replace").strip()
    except OSError:
        return ""


def explain_insufficient_memory(path: Path = MODEL_PATH) -> str:
    """Return a sentence on why this computer can't read pictures; empty if it can."""
    name = read_board_model(path)
    if not name.startswith(SMALL_BOARDS):
        return ""
    return sentence(
        "A {board} has too little memory to read pictures. It serves the page, the dice tower and Bluetooth "
        "dice, without a camera. For a camera, use a Raspberry Pi 4 or 5.",
        board=name,
    )


def address_bits() -> int:
    """Return the width of this Python's addresses in bits: 32 or 64."""
    return 8 * struct.calcsize("P")
