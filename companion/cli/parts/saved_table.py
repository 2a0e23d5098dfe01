"""Loads the setup and the calibration that `companion calibrate` has saved."""

from __future__ import annotations

import argparse
from functools import lru_cache
from pathlib import Path

from companion.calibration.setup import SetupError, TableSetup, load
from companion.cli.common.paths import default_setup
from companion.cli.common.terminal_output import print_error
from companion.sources.tower.port_finder import BY_ID_FOLDER
from vision.follow.calibration import Calibration, CalibrationError
from vision.follow.calibration import load as load_calibration


def saved_setup(journal: Path) -> TableSetup:
    """Load the table's setup; an empty one if there is none, or if it can't be read, which is printed."""
    path = default_setup(journal)
    if not path.exists():
        return TableSetup()
    try:
        return load(path)
    except SetupError as error:
        _print_error_once(path, path.stat().st_mtime_ns, error.args[0])
        return TableSetup()


def saved_calibration(path: Path) -> Calibration | None:
    """Load the camera's calibration; None if there is none, or if it can't be read, which is printed."""
    try:
        return load_calibration(path) if path.exists() else None
    except CalibrationError as error:
        _print_error_once(path, path.stat().st_mtime_ns, error.args[0])
        return None


@lru_cache(maxsize=8)
def _print_error_once(path: Path, modified_ns: int, error: str) -> None:
    """Print a file's error once for each modification time, because the file is loaded often."""
    print_error(error)


def apply_setup(args: argparse.Namespace, setup: TableSetup) -> None:
    """Fill the options of `args` that neither the command line nor the configuration sets.

    These are `camera`, its `exposure`, `tower`, `dice_area`, and `seated`: the expected players.
    """
    if args.camera is None:
        args.camera = setup.camera or None
    args.exposure = dict(setup.exposure) if args.camera == setup.camera else {}
    if args.tower is None and Path(setup.tower).parent != BY_ID_FOLDER and Path(setup.tower).exists():
        # A port outside the searched folder was named by people, so it is kept.
        args.tower = setup.tower or None
    args.seated = [{"name": each.name, "colour": each.colour} for each in setup.players]
    if args.dice_area is None:
        args.dice_area = setup.dice or "beside"
