"""`companion read`: single photos, cold: no calibration, no history, nothing known of the table.

The JSON has the form that docs/vision.md describes.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

import cv2

from companion.errors import CompanionError
from vision.board import BoardReading, read_board
from vision.draw import draw_reading

if TYPE_CHECKING:
    from argparse import _SubParsersAction

FOUND, NOT_FOUND, NOT_READ = 0, 1, 2
"""Exit statuses; the worst of all photos counts."""


def add_parser(subparsers: _SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add `read` and its kinds of photo to a command line."""
    read = subparsers.add_parser("read", help="read photos, each on its own")
    kinds = read.add_subparsers(dest="kind", required=True, metavar="WHAT")
    board = kinds.add_parser("board", help="the island in each photo and what stands on it")
    board.add_argument("photos", nargs="+", metavar="PHOTO")
    board.add_argument("--json", action="store_true", help="one JSON object a line, one line a photo")
    board.add_argument("--draw", metavar="OUT.png", type=Path, help="draw the reading on the one photo")
    board.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Read the photos and print what they show.

    Returns:
        0, or 1 if no island was found in some photo, or 2 if some file can't be read or written.
    """
    if args.draw is not None and len(args.photos) != 1:
        print(f"--draw draws one photo, but {len(args.photos)} were given: give one photo", file=sys.stderr)
        return NOT_READ
    status = FOUND
    for photo in args.photos:
        status = max(status, _read_one(photo, as_json=args.json, draw=args.draw))
    return status


def _read_one(photo: str, *, as_json: bool, draw: Path | None) -> int:
    picture: Any
    try:
        picture = cv2.imread(photo, cv2.IMREAD_COLOR)
    except cv2.error:
        picture = None
    if picture is None:
        there = Path(photo).exists()
        reason = "not a picture that can be read (JPEG, PNG, ...)" if there else "no such file"
        print(f"{photo}: {reason}", file=sys.stderr)
        return NOT_READ
    try:
        reading = read_board(picture)
    except CompanionError as error:
        print(f"{photo}: {error}", file=sys.stderr)
        return NOT_READ
    print(json.dumps(to_json(photo, reading)) if as_json else to_text(photo, reading), flush=True)
    status = FOUND if reading.found else NOT_FOUND
    if draw is not None and not _write(draw, draw_reading(picture, reading)):
        print(f"{draw}: can't be written: is the folder there, and does the name end in .png or .jpg?",
              file=sys.stderr)  # fmt: skip
        return NOT_READ
    return status


def _write(to: Path, picture: Any) -> bool:
    try:
        return bool(cv2.imwrite(str(to), picture))
    except cv2.error:
        return False


def _most_likely(shares: Mapping[Any, float]) -> Any:
    return max(shares.items(), key=lambda item: item[1])[0]


def to_json(photo: str, reading: BoardReading) -> dict[str, Any]:
    """A board's reading in the form of the format notes."""
    said: dict[str, Any] = {"photo": photo, "found": reading.found}
    if not reading.found:
        said["why"] = reading.why
    said["hexes"] = [
        {
            "at": [round(seen.at[0], 1), round(seen.at[1], 1)],
            "terrain": _most_likely(seen.reading.terrain),
            "number": _most_likely(seen.reading.number),
            "confidence": round(seen.reading.confidence, 4),
        }
        for seen in reading.hexes
    ]
    said["harbors"] = [
        {
            "at": [round(seen.at[0], 1), round(seen.at[1], 1)],
            "kind": seen.kind,
            "confidence": round(seen.confidence, 4),
        }
        for seen in reading.harbors
    ]
    said["pieces"] = [
        {
            "at": [round(seen.at[0], 1), round(seen.at[1], 1)],
            "kind": seen.standing.kind,
            "colour": seen.standing.colour,
            "confidence": round(seen.confidence, 4),
        }
        for seen in reading.sites
        if seen.standing is not None
    ]
    robber = reading.robber
    said["robber"] = robber and {
        "at": [round(robber.at[0], 1), round(robber.at[1], 1)],
        "confidence": round(robber.confidence, 4),
    }
    return said | {"seconds": round(reading.seconds, 3)}


def to_text(photo: str, reading: BoardReading) -> str:
    """A board's reading for people: a line a hex, a harbor, a piece."""
    if not reading.found:
        return f"{photo}: {reading.why}"
    lines = [f"{photo}: an island (fit {reading.quality:.0%}, {reading.seconds:.2f} s)"]
    for seen in reading.hexes:
        number = _most_likely(seen.reading.number)
        lines.append(
            f"  {seen.id:<6} {_most_likely(seen.reading.terrain):<10} {'-' if number is None else number:>2}"
            f"  {seen.reading.confidence:4.0%}  at {seen.at[0]:.0f}, {seen.at[1]:.0f}"
        )
    for harbor in reading.harbors:
        said, (x, y) = f"harbor {harbor.kind}", harbor.at
        lines.append(f"  {harbor.id:<6} {said:<17}  {harbor.confidence:4.0%}  at {x:.0f}, {y:.0f}")
    for piece in reading.sites:
        if piece.standing is not None:
            said, (x, y) = f"{piece.standing.kind} {piece.standing.colour}", piece.at
            lines.append(f"  {piece.id:<6} {said:<17}  {piece.confidence:4.0%}  at {x:.0f}, {y:.0f}")
    if reading.robber is not None:
        lines.append(f"  {reading.robber.hex:<6} {'robber':<17}  {reading.robber.confidence:4.0%}")
    return "\n".join(lines)
