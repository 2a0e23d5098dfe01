"""What `companion calibrate` kept of a table, for the commands that begin with it."""

from __future__ import annotations

import argparse
from functools import lru_cache
from pathlib import Path

from companion.calibration.setup import SetupError, TableSetup, load
from companion.cli.common.paths import default_setup
from companion.cli.common.speech import complain
from companion.sources.tower.finding import BY_ID
from vision.follow.calibration import Calibration, CalibrationError
from vision.follow.calibration import load as load_calibration


def saved_setup(journal: Path) -> TableSetup:
    """The table as it was calibrated; empty where it wasn't, or where that can't be read, which is said."""
    path = default_setup(journal)
    if not path.exists():
        return TableSetup()
    try:
        return load(path)
    except SetupError as error:
        _complain_once(path, path.stat().st_mtime_ns, error.args[0])
        return TableSetup()


def saved_calibration(path: Path) -> Calibration | None:
    """How the camera sees the board; None where that isn't known, or can't be read, which is said."""
    try:
        return load_calibration(path) if path.exists() else None
    except CalibrationError as error:
        _complain_once(path, path.stat().st_mtime_ns, error.args[0])
        return None


@lru_cache(maxsize=8)
def _complain_once(path: Path, written: int, why: str) -> None:
    """Say what is wrong with a file, once for each time that it was written: it is asked for often."""
    complain(why)


def begin_with(args: argparse.Namespace, setup: TableSetup) -> None:
    """Give `args` what neither the command line nor the configuration said.

    `camera`, `exposure` (of that camera), `tower`, `dice_area`; and `seated`, who is expected to play.
    """
    if args.camera is None:
        args.camera = setup.camera or None
    args.exposure = dict(setup.exposure) if args.camera == setup.camera else {}
    if args.tower is None and Path(setup.tower).parent != BY_ID and Path(setup.tower).exists():
        # It was named: it isn't where a tower is looked for.
        args.tower = setup.tower or None
    args.seated = [{"name": each.name, "colour": each.colour} for each in setup.players]
    if args.dice_area is None:
        args.dice_area = setup.dice or "beside"
