"""The pin assignments, from which the drawings and the tables of hardware.md are generated.

The Nano's pins are those of firmware/board/pins.h, the Pi's those of the example in docs/configuration.md;
tests/docs/test_hardware.py compares them.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True)
class NanoPin:
    """A pin of the Arduino Nano: its printed name, and the end of its wire."""

    name: str
    to: str
    colour: str


NANO: Final = (
    NanoPin("D4", "S0 of both multiplexers", "#d97706"),
    NanoPin("D5", "S1 of both multiplexers", "#a16207"),
    NanoPin("D6", "S2 of both multiplexers", "#15803d"),
    NanoPin("D7", "S3 of both multiplexers", "#0f766e"),
    NanoPin("A0", "SIG of multiplexer 1 (left pocket)", "#1d4ed8"),
    NanoPin("A1", "SIG of multiplexer 2 (right pocket)", "#7c3aed"),
    NanoPin("D2", "gate of lamp 1's transistor", "#be185d"),
    NanoPin("D3", "gate of lamp 2's transistor", "#9d174d"),
    NanoPin("D8", "lamp 1's dimming resistor", "#0e7490"),
    NanoPin("D9", "lamp 2's dimming resistor", "#155e75"),
    NanoPin("3V3", "C15 of both multiplexers, the reference", "#c2410c"),
    NanoPin("5V", "VCC of both, all sensors' collectors, lamps", "#dc2626"),
    NanoPin("GND", "GND and EN of both, load resistors, transistors", "#111827"),
)
"""Top to bottom as drawn. D13, the board's own light, has no wire."""


@dataclass(frozen=True)
class PanelPin:
    """A pin of the Pi's header: BCM number, position on the header, and the configuration's key."""

    bcm: int
    place: int
    key: str
    part: str


PANEL: Final = (
    PanelPin(17, 11, "next_player", "button: next player"),
    PanelPin(27, 13, "undo", "button: undo"),
    PanelPin(12, 32, "light", "light: red"),
    PanelPin(13, 33, "light", "light: green"),
    PanelPin(19, 35, "light", "light: blue"),
    PanelPin(18, 12, "buzzer", "buzzer"),
)
