"""What reading photos from the command line has in common, whatever they show."""

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

from companion.cli.common.speech import put
from companion.errors import CompanionError
from companion.sources.camera.recorded import read_photo

FOUND, NOT_FOUND, NOT_READ = 0, 1, 2
"""Exit statuses; the worst of all photos counts."""

Picture = NDArray[np.uint8]


@dataclass(frozen=True)
class Said:
    """One photo's reading, in each of the ways it can be told.

    Attributes:
        json: in the form of the format notes, without the photo's name.
        text: for people; its first line goes on after the photo's name.
        draw: draws the reading on a copy of the photo.
        found: whether what the photo was read for is there.
    """

    json: dict[str, Any]
    text: str
    draw: Callable[[], Picture]
    found: bool = True


def add_photos(parser: argparse.ArgumentParser) -> None:
    """What every kind of reading takes."""
    parser.add_argument("photos", nargs="+", metavar="PHOTO")
    parser.add_argument("--json", action="store_true", help="one JSON object a line, one line a photo")
    parser.add_argument("--draw", metavar="OUT.png", type=Path, help="draw the reading on the one photo")


def read_all(args: argparse.Namespace, read: Callable[[Picture], Said]) -> int:
    """Read the photos and print what they show.

    Args:
        args: as `add_photos` has them parsed.
        read: reads one picture, BGR, height x width x 3.

    Returns:
        0, or 1 if what was looked for wasn't found in some photo, or 2 if some file can't be read or written.
    """
    if args.draw is not None and len(args.photos) != 1:
        print(f"--draw draws one photo, but {len(args.photos)} were given: give one photo", file=sys.stderr)
        return NOT_READ
    return max(_read_one(photo, read, as_json=args.json, draw=args.draw) for photo in args.photos)


def _read_one(photo: str, read: Callable[[Picture], Said], *, as_json: bool, draw: Path | None) -> int:
    # OpenCV itself would complain of a file that isn't there in its own words.
    picture = read_photo(Path(photo))
    if picture is None:
        there = Path(photo).exists()
        reason = "not a picture that can be read (JPEG, PNG, ...)" if there else "no such file"
        print(f"{photo}: {reason}", file=sys.stderr)
        return NOT_READ
    try:
        said = read(picture)
    except CompanionError as error:
        print(f"{photo}: {error}", file=sys.stderr)
        return NOT_READ
    put(json.dumps({"photo": photo, **said.json}) if as_json else f"{photo}: {said.text}")
    if draw is not None and not _write(draw, said.draw()):
        print(f"{draw}: can't be written: is the folder there, and does the name end in .png or .jpg?",
              file=sys.stderr)  # fmt: skip
        return NOT_READ
    return FOUND if said.found else NOT_FOUND


def _write(to: Path, picture: Picture) -> bool:
    try:
        return bool(cv2.imwrite(str(to), picture))
    except cv2.error:
        return False
