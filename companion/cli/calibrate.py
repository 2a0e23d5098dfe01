"""`companion calibrate`: what a table needs before the first game."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Final

from companion.cli import calibrate_dice
from vision.marker_sheet import sheet

if TYPE_CHECKING:
    from argparse import _SubParsersAction

SHEET: Final = Path("companion-markers.pdf")


def add_parser(subparsers: _SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add `calibrate` to a command line."""
    calibrate = subparsers.add_parser("calibrate", help="prepare a table: learn dice, print markers")
    calibrate.add_argument(
        "--print-markers", metavar="OUT.pdf", type=Path, nargs="?", const=SHEET,
        help=f"write an A4 page of markers, where nothing else finds the island (default: {SHEET})",
    )  # fmt: skip
    parts = calibrate.add_subparsers(dest="part", metavar="PART")
    calibrate_dice.add_parser(parts)
    # A part's own default comes last and counts; without a part it is this one.
    calibrate.set_defaults(run=run, calibrate=calibrate)


def run(args: argparse.Namespace) -> int:
    """Write the sheet of markers.

    Returns:
        0, or 1 if it can't be written.
    """
    if args.print_markers is None:
        args.calibrate.error("say what: a PART, or --print-markers")
    out: Path = args.print_markers
    try:
        out.write_bytes(sheet())
    except OSError as error:
        print(f"{out}: can't be written: {error.strerror or error}", file=sys.stderr)
        return 1
    print(f"{out}: print it at 100 %, cut out the cards and lay them as the page says")
    return 0
