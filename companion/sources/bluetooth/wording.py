"""What is said of a table's Bluetooth dice."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from companion.i18n import joined, listed, mark, sentence
from companion.sources.bluetooth.die_events import Colour
from companion.sources.bluetooth.two_dice import Trouble

COLOURS: Final[Mapping[Colour, str]] = {
    "black": mark("black"),
    "red": mark("red"),
    "green": mark("green"),
    "blue": mark("blue"),
    "yellow": mark("yellow"),
    "orange": mark("orange"),
    "grey": mark("grey"),
    "midnight": mark("midnight blue"),
    "aurora": mark("aurora"),
    "clear": mark("clear"),
    "white": mark("white"),
}
LOW: Final = 15
"""Per cent of a battery at which people are told to charge it."""


def called(name: str, colour: Colour) -> str:
    """A die as people are told of it."""
    if not colour:
        return name
    return sentence("{name} ({colour})", name=name, colour=sentence(COLOURS[colour]))


def told(name: str, colour: Colour, battery: int | None) -> str:
    """A die as people choose it."""
    if battery is None:
        return called(name, colour)
    return sentence("{die}, battery at {percent} %", die=called(name, colour), percent=battery)


def not_heard(dice: Sequence[str]) -> str:
    """Dice that weren't heard since the start."""
    return sentence(
        "Not connected yet: {dice}. Shake a die to wake it up; charge it if that doesn't help.",
        dice=listed(dice),
    )


def dropped_out(dice: Sequence[str]) -> str:
    """Dice that were heard, and have gone."""
    return sentence(
        "Connection lost: {dice}. Rolls aren't counted until both dice are back: enter them by hand. Shake "
        "a die to wake it up; charge it if that doesn't help.",
        dice=listed(dice),
    )


def troubled(trouble: Trouble, die: str) -> str:
    """Why half a roll isn't counted."""
    match trouble:
        case "askew":
            return sentence(
                "{die} is tilted, or was moved after its roll: roll it again, or enter the roll.", die=die
            )
        case "alone":
            return sentence("Only {die} was rolled: roll both, or enter the roll.", die=die)
        case "lost":
            return sentence(
                "{die} lost its connection while rolling: enter the roll if it wasn't counted.", die=die
            )


def low(dice: Sequence[str]) -> str:
    """Dice whose batteries run down."""
    return joined(sentence("The battery of {die} is nearly empty: charge it.", die=die) for die in dice)
