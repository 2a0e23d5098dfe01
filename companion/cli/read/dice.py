"""`companion read dice`: reads the top faces of all dice in each photo."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

from companion.cli.read.photos import EXIT_NOT_READ, PhotoReading, Picture, add_photo_arguments, read_all
from vision.dice import DiceReading, read_dice
from vision.dice.region import find_foot
from vision.dice.resources import ResourceDiceReading, load, read_resource_dice
from vision.draw import draw_dice_reading

if TYPE_CHECKING:
    from argparse import _SubParsersAction


def add_parser(kinds: _SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add `dice` to the kinds of photo."""
    dice = kinds.add_parser("dice", help="read the top faces of the dice in each photo")
    add_photo_arguments(dice)
    dice.add_argument(
        "--resources",
        action="store_true",
        help="read dice that show ore, grain, wool, lumber, brick and gold",
    )
    dice.add_argument(
        "--learned", metavar="FILE", type=Path,
        help="with --resources: the file of the set that `companion calibrate dice` learned",
    )  # fmt: skip
    dice.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Read the photos, print the readings and return the exit status. A photo without dice is no failure.

    Raises:
        LearnedFacesError: the file of the learned set is invalid.
    """
    if args.learned is not None and not args.resources:
        print("--learned is for resource dice: give --resources too", file=sys.stderr)
        return EXIT_NOT_READ
    learned = None if args.learned is None else load(args.learned)

    def read(picture: Picture) -> PhotoReading:
        reading = (
            read_resource_dice(picture, learned)
            if args.resources
            else read_dice(picture, foot=find_foot(picture))
        )
        return PhotoReading(to_json(reading), to_text(reading), lambda: draw_dice_reading(picture, reading))

    return read_all(args, read)


def to_json(reading: DiceReading | ResourceDiceReading) -> dict[str, Any]:
    """Convert the dice to JSON (docs/dice.md)."""
    dice = [
        {
            "at": [round(die.at[0], 1), round(die.at[1], 1)],
            "value": die.value,
            "confidence": round(die.confidence, 4),
        }
        for die in reading.dice
    ]
    return {"dice": dice, "seconds": round(reading.seconds, 3)}


def to_text(reading: DiceReading | ResourceDiceReading) -> str:
    """Format the dice for people: one line for each die."""
    count = len(reading.dice)
    lines = [f"{'no' if count == 0 else count} {'die' if count == 1 else 'dice'} ({reading.seconds:.2f} s)"]
    width = max((len(str(die.value)) for die in reading.dice), default=0)
    lines += [
        f"  {die.value!s:<{width}}  {die.confidence:4.0%}  at {die.at[0]:.0f}, {die.at[1]:.0f}"
        for die in reading.dice
    ]
    return "\n".join(lines)
