"""The figures that the user measured (`companion.measurements`), for the commands."""

from __future__ import annotations

from companion.cli.common.config import default_measurements
from companion.cli.common.terminal_output import print_error
from companion.i18n import sentence
from companion.measurements import Measurements, MeasurementsError, load_measurements
from companion.sources.tower.stand_ins.bench_test import lamp_light


def load_or_report() -> Measurements | None:
    """Return the measured figures; None if there are none. Print why they can't be read, and go on."""
    try:
        return load_measurements(default_measurements())
    except MeasurementsError as error:
        print_error(error)
        return None


def load_lamp_light() -> float | None:
    """Return the measured light of the tower's lamps as a share of the predicted; None: estimate it."""
    measured = load_or_report()
    if measured is None or measured.bench is None:
        return None
    try:
        return lamp_light(measured.bench)
    except ValueError:
        print_error(
            sentence(
                "the bench test's voltages in {path} are impossible with these parts: measure again",
                path=default_measurements(),
            )
        )
        return None
