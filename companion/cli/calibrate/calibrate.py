"""`companion calibrate`: prepares a table for its first game."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING, Final

from companion.cli.calibrate import guide, resource_dice
from companion.cli.common.terminal_output import print_error, print_message
from companion.cli.parts import tower
from companion.i18n import sentence
from vision.marker_sheet import render_marker_sheet

if TYPE_CHECKING:
    from argparse import _SubParsersAction

MARKER_SHEET: Final = Path("companion-markers.pdf")


def add_parser(subparsers: _SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add `calibrate` and its parts to the command line."""
    calibrate = subparsers.add_parser(
        "calibrate",
        help="calibrate a table step by step: camera, island, pieces, dice, tower, buttons, players",
        description="Without PART: runs all steps, in this terminal and on a tablet or phone. With PART: "
        "runs only that step.",
    )
    guide.add_arguments(calibrate)
    calibrate.add_argument(
        "--print-markers", metavar="OUT.pdf", type=Path, nargs="?", const=MARKER_SHEET,
        help=f"write an A4 page of markers, for tables where the island isn't found (default: "
        f"{MARKER_SHEET})",
    )  # fmt: skip
    calibrate.set_defaults(run=run)
    parts = calibrate.add_subparsers(dest="part", metavar="PART")
    for name, about in guide.PARTS.items():
        parts.add_parser(name, help=about).set_defaults(run=guide.run)
    tower_parser = parts.add_parser("tower", help="calibrate the dice tower with your dice, and test it")
    tower_parser.add_argument(
        "--port", dest="tower", metavar="PORT", default=argparse.SUPPRESS, help=tower.PORT_HELP
    )
    tower_parser.set_defaults(run=guide.run)
    resource_dice.add_parser(parts, run_guided_step=guide.run)


def run(args: argparse.Namespace) -> int:
    """Run the guided steps, or write the sheet of markers.

    Returns:
        0, or 1 if people gave up or the sheet can't be written.
    """
    out: Path | None = args.print_markers
    if out is None:
        return guide.run(args)
    try:
        out.write_bytes(render_marker_sheet())
    except OSError as error:
        print_error(sentence("{file} can't be written: {error}", file=out, error=error.strerror or error))
        return 1
    print_message(
        sentence("{file}: print it at 100 %, cut out the cards and place them as the page shows.", file=out)
    )
    return 0
