"""What light and buzzer show at a moment: the colour on turn, and short signals over it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from companion.island.pieces import PieceColour

Rgb = tuple[float, float, float]
"""Red, green and blue, each 0 (dark) to 1 (as bright as it gets)."""

DARK: Final[Rgb] = (0.0, 0.0, 0.0)

# Not the colours of a screen: in a common 5 mm light green and blue look several times as bright as
# red at the same share, so orange and white want little of them. Brown is a dim orange.
LIGHTS: Final[Mapping[PieceColour, Rgb]] = {
    "red": (1.0, 0.0, 0.0),
    "blue": (0.0, 0.0, 1.0),
    "orange": (1.0, 0.2, 0.0),
    "white": (1.0, 0.55, 0.45),
    "green": (0.0, 0.8, 0.0),
    "brown": (0.25, 0.04, 0.0),
}


@dataclass(frozen=True)
class Shown:
    """What can be seen and heard.

    Attributes:
        light: the light's colour.
        sounds: whether the buzzer sounds.
    """

    light: Rgb = DARK
    sounds: bool = False


@dataclass(frozen=True)
class SignalStep:
    """A part of a signal.

    Attributes:
        seconds: how long it lasts.
        sounds: whether the buzzer sounds.
        flips: whether the light is dark where it shines, and shines where it is dark.
    """

    seconds: float
    sounds: bool = False
    flips: bool = False


Signal = tuple[SignalStep, ...]

HEARD: Final[Signal] = (SignalStep(0.4, sounds=True),)
"""Something happened that everybody should hear of."""
REFUSED: Final[Signal] = (
    SignalStep(0.12, sounds=True, flips=True),
    SignalStep(0.12),
    SignalStep(0.12, sounds=True, flips=True),
)
"""A button can't do now what it says."""


class Signals:
    """The colour on turn and the signal that is being given, if there is one; knows no clock."""

    def __init__(self) -> None:
        self.colour: PieceColour | None = None
        self._signal: Signal = ()
        self._since = 0.0

    def give(self, signal: Signal, t: float) -> None:
        """Begin a signal at `t` (monotonic seconds); it takes the place of one that isn't over."""
        self._signal, self._since = signal, t

    def at(self, t: float) -> Shown:
        """What is shown at `t`, monotonic seconds."""
        light = DARK if self.colour is None else LIGHTS[self.colour]
        over = self._since
        for step in self._signal:
            over += step.seconds
            if t < over:
                flipped = LIGHTS["white"] if light == DARK else DARK
                return Shown(flipped if step.flips else light, step.sounds)
        return Shown(light)
