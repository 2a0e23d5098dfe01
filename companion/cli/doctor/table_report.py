"""`companion doctor`: reports the table's calibration, one sentence for each part."""

from __future__ import annotations

import argparse
import json
from pathlib import Path

from companion.calibration.setup import SetupError, TableSetup
from companion.calibration.setup import load as load_setup
from companion.calibration.setup_report import SetupFact, describe_setup
from companion.cli.common.config import configured_journal, find_configuration
from companion.cli.common.paths import default_calibration, default_journal, default_setup
from companion.cli.common.terminal_output import print_message, print_raw, translate_text
from companion.cli.parts.device_access import fitted_buttons
from companion.i18n import sentence
from vision.follow.calibration import Calibration, CalibrationError, load

EXIT_OK, EXIT_NEEDS_PERSON = 0, 1
"""Exit statuses."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the options that select the table."""
    parser.add_argument("--config", type=Path, metavar="FILE", help="the configuration file")
    parser.add_argument("--journal", type=Path, help=f"the journal of the table ({default_journal()})")
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Print the state of each calibrated part.

    Returns:
        `EXIT_OK`, or `EXIT_NEEDS_PERSON` if a step of the calibration is missing or a file is damaged.
    """
    config = find_configuration(args.config)
    journal = args.journal or configured_journal(config)
    calibration, calibration_error = _load_calibration(default_calibration(journal))
    setup, setup_error = _load_setup(default_setup(journal))
    # If the file can't be read, don't report its parts as never chosen.
    facts = [] if setup_error else list(describe_setup(setup, calibration, fitted_buttons(config.panel)))
    if args.json:
        error_facts = [SetupFact("table", False, setup_error)] if setup_error else []
        each_part = {
            each.what: {"good": each.good, "text": str(each.text)} for each in (*facts, *error_facts)
        }
        print_raw(json.dumps(each_part))
    else:
        for each in facts:
            print_message(f"{'ok' if each.good else '!!'} {translate_text(each.text)}")
        for wrong in filter(None, (setup_error, calibration_error)):
            print_message(f"!! {translate_text(wrong)}")
        print_message("")
        print_message(
            sentence("To see the dice tower's sensor readings: {command}", command="companion doctor tower")
        )
    return (
        EXIT_OK
        if all(each.good for each in facts) and not (calibration_error or setup_error)
        else EXIT_NEEDS_PERSON
    )


def _load_setup(path: Path) -> tuple[TableSetup, str]:
    """Load the table's setup; return it and the error text, which is empty on success."""
    try:
        return load_setup(path) if path.exists() else TableSetup(), ""
    except SetupError as error:
        return TableSetup(), str(error)


def _load_calibration(path: Path) -> tuple[Calibration | None, str]:
    """Load the camera's calibration; return it and the error text, which is empty on success."""
    if not path.exists():
        return None, ""
    try:
        return load(path), ""
    except CalibrationError as error:
        return None, str(error)
