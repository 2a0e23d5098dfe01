"""`companion read`: reads single photos without calibration and history.

The JSON has the form that docs/vision.md, docs/dice.md and docs/spot_it.md describe.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.cli.common.terminal_output import print_raw
from companion.errors import CompanionError
from companion.island.geometry import Standing
from companion.picture_decoder import NoPictureError
from companion.sources.camera.recorded_camera import read_photo
from vision.board import BoardReading, read_board
from vision.board_posterior import Question, add_none_share, alternatives
from vision.cards import read_cards
from vision.cards.reading import draw_cards
from vision.dice import read_dice
from vision.dice.region import find_foot
from vision.dice.resources import load, read_resource_dice
from vision.draw import draw_dice_reading, draw_reading

EXIT_FOUND, EXIT_NOT_FOUND, EXIT_NOT_READ = 0, 1, 2
"""Exit statuses; the worst of all photos counts."""

Picture = NDArray[np.uint8]


@dataclass(frozen=True)
class PhotoReading:
    """One photo's reading in each output format.

    Attributes:
        json: the documented JSON, without the photo's name.
        text: for people; its first line follows the photo's name.
        draw: draws the reading on a copy of the photo.
        found: whether the photo shows the wanted object.
    """

    json: dict[str, Any]
    text: str
    draw: Callable[[], Picture]
    found: bool = True


def add_parser(subparsers: Any) -> None:
    """Add `read` and its kinds of photo to the command line."""
    read = subparsers.add_parser("read", help="read single photos, without a calibration")
    kinds = read.add_subparsers(dest="kind", required=True, metavar="WHAT")
    for kind, about, read_kind in (
        ("board", "read the island in each photo, and the pieces on it", read_board_photo),
        ("dice", "read the top faces of the dice in each photo", read_dice_photo),
        ("cards", "find the symbol that two cards of Spot it! share, in each photo", read_cards_photo),
    ):
        parser = kinds.add_parser(kind, help=about)
        parser.add_argument("photos", nargs="+", metavar="PHOTO")
        parser.add_argument(
            "--json", action="store_true", help="print each photo's reading as a line of JSON"
        )
        parser.add_argument(
            "--draw", metavar="OUT.png", type=Path,
            help="draw the reading on the photo; for a single photo only",
        )  # fmt: skip
        parser.set_defaults(run=run, read=read_kind, learned=None)
    dice = kinds.choices["dice"]
    dice.add_argument(
        "--resources",
        action="store_true",
        help="read dice that show ore, grain, wool, lumber, brick and gold",
    )
    dice.add_argument(
        "--learned", metavar="FILE", type=Path,
        help="with --resources: the file of the set that `companion calibrate dice` learned",
    )  # fmt: skip


def run(args: argparse.Namespace) -> int:
    """Read the photos and print the readings.

    Returns:
        0, or 1 if a photo lacks the wanted object, or 2 if a file can't be read or written.

    Raises:
        LearnedFacesError: the file of the learned set of dice is invalid.
    """
    if args.learned is not None and not args.resources:
        print("--learned is for resource dice: give --resources too", file=sys.stderr)
        return EXIT_NOT_READ
    if args.learned is not None:
        args.learned = load(args.learned)
    if args.draw is not None and len(args.photos) != 1:
        print(f"--draw draws one photo, but {len(args.photos)} were given: give one photo", file=sys.stderr)
        return EXIT_NOT_READ
    return max(_read_photo(photo, args) for photo in args.photos)


def _read_photo(photo: str, args: argparse.Namespace) -> int:
    try:
        picture = read_photo(Path(photo))
    except NoPictureError as error:
        print(f"{photo}: {error if Path(photo).exists() else 'no such file'}", file=sys.stderr)
        return EXIT_NOT_READ
    try:
        reading: PhotoReading = args.read(picture, args)
    except CompanionError as error:
        print(f"{photo}: {error}", file=sys.stderr)
        return EXIT_NOT_READ
    print_raw(json.dumps({"photo": photo, **reading.json}) if args.json else f"{photo}: {reading.text}")
    if args.draw is not None and not write_picture(args.draw, reading.draw()):
        print(
            f"{args.draw}: can't be written: does the folder exist, and does the name end in .png or .jpg?",
            file=sys.stderr,
        )
        return EXIT_NOT_READ
    return EXIT_FOUND if reading.found else EXIT_NOT_FOUND


def write_picture(to: Path, picture: Picture) -> bool:
    """Write a picture; return whether it could be written in the format of its name."""
    try:
        return bool(cv2.imwrite(str(to), picture))
    except cv2.error:
        return False


def _place(at: tuple[float, float]) -> list[float]:
    return [round(at[0], 1), round(at[1], 1)]


# Dice, and cards of Spot it!


def read_dice_photo(picture: Picture, args: argparse.Namespace) -> PhotoReading:
    """Read the dice. A photo without dice is no failure."""
    reading = (
        read_resource_dice(picture, args.learned)
        if args.resources
        else read_dice(picture, foot=find_foot(picture))
    )
    count = len(reading.dice)
    lines = [f"{count or 'no'} {'die' if count == 1 else 'dice'} ({reading.seconds:.2f} s)"]
    width = max((len(str(die.value)) for die in reading.dice), default=0)
    lines += [
        f"  {die.value!s:<{width}}  {die.confidence:4.0%}  at {die.at[0]:.0f}, {die.at[1]:.0f}"
        for die in reading.dice
    ]
    dice = [
        {"at": _place(die.at), "value": die.value, "confidence": round(die.confidence, 4)}
        for die in reading.dice
    ]
    data = {"dice": dice, "seconds": round(reading.seconds, 3)}
    return PhotoReading(data, "\n".join(lines), lambda: draw_dice_reading(picture, reading))


def read_cards_photo(picture: Picture, _: argparse.Namespace) -> PhotoReading:
    """Read the cards. A pair whose common symbol is unknown is no failure; it has no entry in the JSON."""
    reading = read_cards(picture)
    count = len(reading.cards)
    lines = [f"{count or 'no'} card{'' if count == 1 else 's'} ({reading.seconds:.2f} s)"]
    cards, common = [], []
    for number, card in enumerate(reading.cards, 1):
        (x, y), radius = card.centre, card.radius
        lines.append(f"  card {number}  at {x:.0f}, {y:.0f}  radius {radius:.0f}")
        cards.append({"at": _place(card.centre), "radius": round(radius, 1), "colour": None})
    for pair in reading.pairs:
        one, other = (n + 1 for n in pair.cards)
        if pair.answer is None:
            lines.append(f"  cards {one} and {other}: the common symbol is unknown")
            continue
        places = (pair.answer.first.at, pair.answer.second.at)
        (x1, y1), (x2, y2) = places
        lines.append(
            f"  cards {one} and {other}: the symbol at {x1:.0f}, {y1:.0f} and at {x2:.0f}, {y2:.0f}"
            f"  {pair.answer.confidence:4.0%}"
        )
        symbols = [{"card": n, "at": _place(at)} for n, at in zip(pair.cards, places, strict=True)]
        confidence = round(pair.answer.confidence, 4)
        common.append({"cards": list(pair.cards), "symbols": symbols, "confidence": confidence})
    data = {"cards": cards, "common": common, "seconds": round(reading.seconds, 3)}
    return PhotoReading(data, "\n".join(lines), lambda: draw_cards(picture, reading), found=count > 1)


# The island


def read_board_photo(picture: Picture, _: argparse.Namespace) -> PhotoReading:
    """Read the island, and the pieces on it."""
    reading = read_board(picture)
    return PhotoReading(
        _board_to_json(reading),
        board_to_text(reading),
        lambda: draw_reading(picture, reading),
        found=reading.found,
    )


def _likeliest_answer(shares: Mapping[Any, float]) -> Any:
    return max(shares, key=shares.__getitem__)


def _board_to_json(reading: BoardReading) -> dict[str, Any]:
    data: dict[str, Any] = {"found": reading.found}
    if not reading.found:
        data["why"] = reading.why
    data["hexes"] = [
        {
            "at": _place(seen.at),
            "terrain": _likeliest_answer(seen.reading.terrain),
            "number": _likeliest_answer(seen.reading.number),
            "confidence": round(seen.reading.confidence, 4),
        }
        for seen in reading.hexes
    ]
    data["harbors"] = [
        {"at": _place(seen.at), "kind": seen.kind, "confidence": round(seen.confidence, 4)}
        for seen in reading.harbors
    ]
    data["pieces"] = [
        {
            "at": _place(seen.at),
            "kind": seen.piece.kind,
            "colour": seen.piece.colour,
            "confidence": round(seen.confidence, 4),
        }
        for seen in reading.sites
        if seen.piece is not None
    ]
    robber = reading.robber
    data["robber"] = robber and {"at": _place(robber.at), "confidence": round(robber.confidence, 4)}
    return data | {"seconds": round(reading.seconds, 3)}


def board_to_text(reading: BoardReading) -> str:
    """Format a board's reading for people: one line for each hex, harbor and piece, with alternatives."""
    if not reading.found:
        return reading.why
    lines = [f"an island (fit {reading.quality:.0%}, {reading.seconds:.2f} s)"]
    for seen in reading.hexes:
        terrain, number = _likeliest_answer(seen.reading.terrain), _likeliest_answer(seen.reading.number)
        others = _alternatives_text("terrain", seen.reading.terrain, terrain)
        others += _alternatives_text("number", seen.reading.number, number)
        others += ", covered" if seen.covered else ""
        lines.append(
            f"  {seen.id:<6} {terrain:<10} {'-' if number is None else number:>2}"
            f"  {seen.reading.confidence:4.0%}  at {seen.at[0]:.0f}, {seen.at[1]:.0f}{others}"
        )
    for harbor in reading.harbors:
        label, (x, y) = f"harbor {harbor.kind}", harbor.at
        others = _alternatives_text("harbor", add_none_share(harbor.shares), harbor.kind)
        lines.append(f"  {harbor.id:<6} {label:<17}  {harbor.confidence:4.0%}  at {x:.0f}, {y:.0f}{others}")
    for piece in reading.sites:
        others = _alternatives_text("piece", piece.shares, piece.piece)
        if piece.piece is not None or others:
            label, (x, y) = _answer_text(piece.piece), piece.at
            lines.append(f"  {piece.id:<6} {label:<17}  {piece.confidence:4.0%}  at {x:.0f}, {y:.0f}{others}")
    if reading.robber is not None:
        others = _alternatives_text("robber", reading.robber_shares, reading.robber.hex)
        lines.append(f"  {reading.robber.hex:<6} {'robber':<17}  {reading.robber.confidence:4.0%}{others}")
    return "\n".join(lines)


def _alternatives_text(question: Question, shares: Mapping[Any, float], answer: Any) -> str:
    """Return the other possible answers as the end of a line."""
    return "".join(f", or {_answer_text(each)}" for each in alternatives(question, shares) if each != answer)


def _answer_text(answer: Any) -> str:
    if answer is None:
        return "nothing"
    return f"{answer.kind} {answer.colour}" if isinstance(answer, Standing) else str(answer)
