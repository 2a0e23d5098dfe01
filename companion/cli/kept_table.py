"""What `companion calibrate` kept of a table, for the commands that begin with it."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from companion.calibration.setup import SetupError, TableSetup, load
from companion.cli.paths import default_setup


def kept_setup(journal: Path) -> TableSetup:
    """The table as it was calibrated; empty where it wasn't, or where that can't be read, which is said."""
    path = default_setup(journal)
    if not path.exists():
        return TableSetup()
    try:
        return load(path)
    except SetupError as error:
        print(f"companion: {error}", file=sys.stderr)
        return TableSetup()


def begin_with(args: argparse.Namespace, setup: TableSetup) -> None:
    """Give `args` what neither the command line nor the configuration said.

    `camera`, `exposure` (of that camera), `dice_area`; and `seated`, who is expected to play.
    """
    if args.camera is None:
        args.camera = setup.camera or None
    args.exposure = dict(setup.exposure) if args.camera == setup.camera else {}
    args.seated = [{"name": each.name, "colour": each.colour} for each in setup.players]
    if args.dice_area is None:
        args.dice_area = setup.dice or "beside"
