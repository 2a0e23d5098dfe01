"""`companion doctor`: what is known of the table since it was calibrated, in a sentence each."""

from __future__ import annotations

import argparse
import json
from pathlib import Path

from companion.calibration.setup import SetupError, TableSetup
from companion.calibration.setup import load as load_setup
from companion.calibration.telling import SetupFact, told
from companion.cli.common.config import found, kept_journal
from companion.cli.common.paths import default_calibration, default_journal, default_setup
from companion.cli.common.speech import put, say, spoken
from companion.cli.parts.device_access import fitted
from companion.i18n import sentence
from vision.follow.calibration import Calibration, CalibrationError, load

WELL, NEEDS_PERSON = 0, 1
"""Exit statuses."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Which table is meant."""
    parser.add_argument("--config", type=Path, metavar="FILE", help="a configuration file")
    parser.add_argument("--journal", type=Path, help=f"the games of that table ({default_journal()})")
    parser.add_argument("--json", action="store_true", help="as one JSON object")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Tell all that is known.

    Returns:
        `WELL`, or `NEEDS_PERSON` where a step of the calibration is missing.
    """
    config = found(args.config)
    journal = args.journal or kept_journal(config)
    calibration, damaged = _calibration(default_calibration(journal))
    setup, unread = _setup(default_setup(journal))
    # Of a table that can't be read it isn't said that its parts were never chosen.
    known = [] if unread else list(told(setup, calibration, fitted(config.panel)))
    if args.json:
        broken = [SetupFact("table", False, unread)] if unread else []
        each_part = {each.what: {"good": each.good, "text": str(each.text)} for each in (*known, *broken)}
        put(json.dumps(each_part))
    else:
        for each in known:
            say(f"{'ok' if each.good else '!!'} {spoken(each.text)}")
        for wrong in filter(None, (unread, damaged)):
            say(f"!! {spoken(wrong)}")
        say("")
        say(sentence("To see the dice tower's sensor readings: {command}", command="companion doctor tower"))
    return WELL if all(each.good for each in known) and not (damaged or unread) else NEEDS_PERSON


def _setup(path: Path) -> tuple[TableSetup, str]:
    """The table as it was calibrated, and what is wrong with the file that says so."""
    try:
        return load_setup(path) if path.exists() else TableSetup(), ""
    except SetupError as error:
        return TableSetup(), str(error)


def _calibration(path: Path) -> tuple[Calibration | None, str]:
    """How the camera saw the board last, and what is wrong with the file that says so."""
    if not path.exists():
        return None, ""
    try:
        return load(path), ""
    except CalibrationError as error:
        return None, str(error)
