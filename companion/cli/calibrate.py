"""`companion calibrate`: what a table needs before the first game."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Final

from companion.cli import calibrate_dice, calibrate_tower
from vision.marker_sheet import sheet

if TYPE_CHECKING:
    from argparse import _SubParsersAction

SHEET: Final = Path("companion-markers.pdf")


def add_parser(subparsers: _SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add `calibrate` and its parts to a command line."""
    calibrate = subparsers.add_parser("calibrate", help="prepare a table: the tower, dice, markers")
    calibrate.add_argument(
        "--print-markers", metavar="OUT.pdf", type=Path, nargs="?", const=SHEET,
        help=f"write an A4 page of markers, where nothing else finds the island (default: {SHEET})",
    )  # fmt: skip
    calibrate.set_defaults(run=run, usage=calibrate.format_usage)
    parts = calibrate.add_subparsers(dest="part", metavar="PART")
    calibrate_tower.add_parser(parts)
    calibrate_dice.add_parser(parts)


def run(args: argparse.Namespace) -> int:
    """Write the sheet of markers.

    Returns:
        0, 1 if it can't be written, or 2 if nothing was asked for.
    """
    out: Path | None = args.print_markers
    if out is None:
        print(args.usage() + "companion: say what to calibrate", file=sys.stderr)
        return 2
    try:
        out.write_bytes(sheet())
    except OSError as error:
        print(f"{out}: can't be written: {error.strerror or error}", file=sys.stderr)
        return 1
    print(f"{out}: print it at 100 %, cut out the cards and lay them as the page says")
    return 0
