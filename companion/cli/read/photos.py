"""Shared by the kinds of `companion read`: reads photos, prints and draws the readings."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.cli.common.terminal_output import print_raw
from companion.errors import CompanionError
from companion.picture_decoder import NoPictureError
from companion.sources.camera.recorded_camera import read_photo

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


def add_photo_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of every kind of photo."""
    parser.add_argument("photos", nargs="+", metavar="PHOTO")
    parser.add_argument("--json", action="store_true", help="print each photo's reading as a line of JSON")
    parser.add_argument(
        "--draw", metavar="OUT.png", type=Path, help="draw the reading on the photo; for a single photo only"
    )


def read_all(args: argparse.Namespace, read: Callable[[Picture], PhotoReading]) -> int:
    """Read the photos and print the readings.

    Args:
        args: the arguments of `add_photo_arguments`.
        read: reads one picture, BGR, height x width x 3.

    Returns:
        0, or 1 if a photo lacks the wanted object, or 2 if a file can't be read or written.
    """
    if args.draw is not None and len(args.photos) != 1:
        print(f"--draw draws one photo, but {len(args.photos)} were given: give one photo", file=sys.stderr)
        return EXIT_NOT_READ
    return max(_read_one(photo, read, as_json=args.json, draw=args.draw) for photo in args.photos)


def _read_one(
    photo: str, read: Callable[[Picture], PhotoReading], *, as_json: bool, draw: Path | None
) -> int:
    try:
        picture = read_photo(Path(photo))
    except NoPictureError as error:
        print(f"{photo}: {error if Path(photo).exists() else 'no such file'}", file=sys.stderr)
        return EXIT_NOT_READ
    try:
        reading = read(picture)
    except CompanionError as error:
        print(f"{photo}: {error}", file=sys.stderr)
        return EXIT_NOT_READ
    print_raw(json.dumps({"photo": photo, **reading.json}) if as_json else f"{photo}: {reading.text}")
    if draw is not None and not write_picture(draw, reading.draw()):
        print(f"{draw}: can't be written: does the folder exist, and does the name end in .png or .jpg?",
              file=sys.stderr)  # fmt: skip
        return EXIT_NOT_READ
    return EXIT_FOUND if reading.found else EXIT_NOT_FOUND


def write_picture(to: Path, picture: Picture) -> bool:
    """Write a picture; return whether it could be written in the format of its name."""
    try:
        return bool(cv2.imwrite(str(to), picture))
    except cv2.error:
        return False
