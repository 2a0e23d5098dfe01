"""Outputs of light and buzzer over time: the active player's colour, overlaid by short signals."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from companion.island.pieces import PieceColour

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
