"""Sentences for people about a table's Bluetooth dice."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from companion.i18n import join_list, join_sentences, mark, sentence
from companion.sources.bluetooth.die_events import Colour
from companion.sources.bluetooth.roll_assembler import UncountedReason

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
LOW_BATTERY_PERCENT: Final = 15
"""Battery level, per cent, at or below which people are asked to charge."""


def die_label(name: str, colour: Colour) -> str:
    """Return a die's name for people, with its colour."""
    if not colour:
        return name
    return sentence("{name} ({colour})", name=name, colour=sentence(COLOURS[colour]))


def die_label_with_battery(name: str, colour: Colour, battery: int | None) -> str:
    """Return a die's label for a choice: name, colour and battery."""
    if battery is None:
        return die_label(name, colour)
    return sentence("{die}, battery at {percent} %", die=die_label(name, colour), percent=battery)


def explain_not_connected(dice: Sequence[str]) -> str:
    """Explain that dice haven't connected since the start."""
    return sentence(
        "Not connected yet: {dice}. Shake a die to wake it up; charge it if that doesn't help.",
        dice=join_list(dice),
    )


def explain_connection_lost(dice: Sequence[str]) -> str:
    """Explain that the connection to dice was lost."""
    return sentence(
        "Connection lost: {dice}. Rolls aren't counted until both dice are back: enter them by hand. Shake "
        "a die to wake it up; charge it if that doesn't help.",
        dice=join_list(dice),
    )


def explain_uncounted_roll(reason: UncountedReason, die: str) -> str:
    """Explain why half a roll isn't counted."""
    match reason:
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


def explain_low_batteries(dice: Sequence[str]) -> str:
    """Ask to charge dice with low batteries; empty if there are none."""
    return join_sentences(
        sentence("The battery of {die} is nearly empty: charge it.", die=die) for die in dice
    )
