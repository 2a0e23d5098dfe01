"""`companion read dice`: every die lying in each photo, with its top face."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING, Any

from companion.cli.read_photos import Picture, Said, add_photos, read_all
from vision.dice import DiceReading, read_dice
from vision.dice.draw import draw_dice

if TYPE_CHECKING:
    from argparse import _SubParsersAction


def add_parser(kinds: _SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add `dice` to what can be read."""
    dice = kinds.add_parser("dice", help="the dice in each photo and their top faces")
    add_photos(dice)
    dice.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Read the photos and print what they show; returns the exit status. No dice are no failure."""
    return read_all(args, _read)


def _read(picture: Picture) -> Said:
    reading = read_dice(picture)
    return Said(to_json(reading), to_text(reading), lambda: draw_dice(picture, reading))


def to_json(reading: DiceReading) -> dict[str, Any]:
    """The dice in the form of the format notes."""
    dice = [
        {
            "at": [round(die.at[0], 1), round(die.at[1], 1)],
            "value": die.value,
            "confidence": round(die.confidence, 4),
        }
        for die in reading.dice
    ]
    return {"dice": dice, "seconds": round(reading.seconds, 3)}


def to_text(reading: DiceReading) -> str:
    """The dice for people: a line a die."""
    many = len(reading.dice)
    lines = [f"{'no' if many == 0 else many} {'die' if many == 1 else 'dice'} ({reading.seconds:.2f} s)"]
    lines += [
        f"  {die.value}  {die.confidence:4.0%}  at {die.at[0]:.0f}, {die.at[1]:.0f}" for die in reading.dice
    ]
    return "\n".join(lines)
