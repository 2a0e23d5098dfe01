"""`companion doctor`: examines the hardware and reports the table's calibration."""

from __future__ import annotations

import argparse
import json
import os
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict
from enum import Enum
from typing import Any, Final

from companion.calibration.setup import TableSetup
from companion.calibration.setup import load as load_setup
from companion.calibration.setup_report import SetupFact, describe_setup
from companion.cli.common.config import (
    TableFile,
    add_table_arguments,
    configured_journal,
    default_measurements,
    find_configuration,
)
from companion.cli.common.terminal_output import print_error, print_message, print_raw, translate_text
from companion.cli.doctor import measuring_form
from companion.cli.parts import device_access
from companion.cli.parts.device_access import fitted_buttons, load_or_report
from companion.cli.parts.served_table import load_saved
from companion.errors import CompanionError
from companion.i18n import sentence
from companion.measurements import MeasurementsError
from companion.sources.tower import wording
from companion.sources.tower.console import CommandRefused, TowerConsole
from companion.sources.tower.port import PortError, PortTrouble
from companion.sources.tower.protocol import Refusal
from companion.sources.tower.wording import GRID_SENSORS, PocketReading, find_dim_lamps, find_problems
from vision.follow.calibration import load as load_calibration

# Draws the raw readings of the dice tower's pockets in a terminal.


LABEL_COLUMNS: Final = 12
"""Columns of the text before a picture."""

_POCKET_NAMES: Final = {1: sentence("left pocket"), 2: sentence("right pocket")}
_DELTA_LABEL: Final = sentence("lit - dark")
_LIT_LABEL: Final = sentence("lit")
_DARK_LABEL: Final = sentence("dark")
_MAX_READING: Final = 1023
_CELL_COLUMNS: Final = 8


class Style(Enum):
    """The graphics that a terminal supports."""

    COLOUR = "colour"
    """256 colours: shades of grey behind the figures."""
    BLOCKS = "blocks"
    """Block characters, five shades."""
    ASCII = "ascii"
    """Letters only."""


_SHADES: Final = {Style.BLOCKS: " ░▒▓█", Style.ASCII: " .:*#"}


def draw_pockets(readings: Sequence[PocketReading], style: Style) -> list[str]:
    """Draw both pockets side by side: the lamps' contribution, then the values with lamps on and off.

    The lamps' contribution is shaded relative to the pocket's brightest sensor, so that pips show on a die of
    any colour. The other two are shaded relative to full scale. Readings with an unknown layout are plain
    rows of figures.
    """
    known = [reading for reading in readings if reading.has_known_layout]
    lines = []
    if known:
        width = 3 * _CELL_COLUMNS
        sides = (f"{translate_text(_POCKET_NAMES[each.pocket]):<{width}}" for each in known)
        lines.append((" " * LABEL_COLUMNS + "  ".join(sides)).rstrip())
        brightest = [max(1, *each.delta[:GRID_SENSORS]) for each in known]
        lines += _sensor_rows(_DELTA_LABEL, [each.delta for each in known], brightest, style)
        full_scale = [_MAX_READING] * len(known)
        lines += _sensor_rows(_LIT_LABEL, [each.lit for each in known], full_scale, style)
        lines += _sensor_rows(_DARK_LABEL, [each.dark for each in known], full_scale, style)
        lines += [translate_text(_reference_line(each)) for each in known]
    for each in readings:
        if not each.has_known_layout:
            lines += [
                f"{translate_text(_POCKET_NAMES[each.pocket])} {translate_text(name)}: "
                f"{' '.join(map(str, values))}"
                for name, values in ((_DARK_LABEL, each.dark), (_LIT_LABEL, each.lit))
            ]
    return lines


def _reference_line(reading: PocketReading) -> str:
    """Return the line of a pocket's values that no die covers."""
    fields = {"side": _POCKET_NAMES[reading.pocket], "reference": reading.reference}
    if reading.pocket != 2:
        return sentence("{side}: reference {reference} (about 675)", **fields)
    return sentence(
        "{side}: throat {dark} dark, {lit} lit; reference {reference} (about 675)",
        dark=reading.dark[GRID_SENSORS],
        lit=reading.lit[GRID_SENSORS],
        **fields,
    )


def _sensor_rows(
    label: str, pockets: Sequence[Sequence[int]], max_values: Sequence[int], style: Style
) -> list[str]:
    """Draw three rows of sensors, back to front, and an empty line; the label precedes the first row."""
    lines = []
    for row in range(3):
        drawn = (
            "".join(_cell(value, max_value, style) for value in values[3 * row : 3 * row + 3])
            for values, max_value in zip(pockets, max_values, strict=True)
        )
        lines.append(f"{'' if row else translate_text(label):<{LABEL_COLUMNS}}" + "  ".join(drawn))
    return [*lines, ""]


def _cell(value: int, max_value: int, style: Style) -> str:
    """Draw one sensor, `_CELL_COLUMNS` wide."""
    share = min(max(value / max_value, 0.0), 1.0)
    if style is Style.COLOUR:
        grey = 232 + round(share * 23)  # the palette's 24 greys
        ink = 16 if share > 0.5 else 231  # black on light, white on dark
        return f"\x1b[48;5;{grey}m\x1b[38;5;{ink}m{value:>5}  \x1b[0m "
    shades = _SHADES[style]
    return f"{shades[min(int(share * len(shades)), len(shades) - 1)] * 2}{value:>5} "


# `companion doctor`: reports the table's calibration, one sentence for each part.


def report_table(args: argparse.Namespace) -> int:
    """Print the state of each calibrated part.

    Returns:
        `EXIT_OK`, or `EXIT_NEEDS_PERSON` if a step of the calibration is missing or a file is damaged.
    """
    config = find_configuration(args.config)
    journal = args.journal or configured_journal(config)
    calibration, calibration_error = load_saved(
        TableFile.CALIBRATION.path_beside(journal), load_calibration, None
    )
    setup, setup_error = load_saved(TableFile.SETUP.path_beside(journal), load_setup, TableSetup())
    facts = list(describe_setup(setup, calibration, fitted_buttons(config.panel)))
    if setup_error:
        # Don't report parts as never chosen that can't be read.
        facts = [SetupFact("table", False, setup_error)]
    if args.json:
        print_raw(json.dumps({each.what: {"good": each.good, "text": str(each.text)} for each in facts}))
    else:
        for each in facts:
            print_message(f"{'ok' if each.good else '!!'} {translate_text(each.text)}")
        if calibration_error:
            print_message(f"!! {translate_text(calibration_error)}")
        print_message("")
        print_message(
            sentence("To see the dice tower's sensor readings: {command}", command="companion doctor tower")
        )
    return EXIT_NEEDS_PERSON if calibration_error or not all(each.good for each in facts) else EXIT_OK


# `companion doctor`: examines the table's hardware, for people who build or repair it.


EXIT_OK, EXIT_NEEDS_PERSON, EXIT_NO_TOWER = 0, 1, 2
"""Exit statuses."""

WATCH_INTERVAL_S: Final = 1.0
"""Seconds between two examinations with `--watch`."""

PING_TIMEOUT_S: Final = 3.0
"""Seconds to wait for the answer to a `ping`, which is sent every two seconds."""

MAX_READ_ATTEMPTS: Final = 6
"""Attempts to read a pocket while dice move."""

STOP_SERVICE_HINT: Final = sentence(
    "If 'companion serve' runs as a service: {command}", command="sudo systemctl stop companion"
)


def add_parser(subparsers: Any) -> None:
    """Add `doctor` and its parts to the command line."""
    doctor = subparsers.add_parser(
        "doctor",
        help="report the state of the table, or test its hardware",
        description="Without PART: reports each calibrated part in a sentence. Exit status: 0 everything "
        "works, 1 something needs attention.",
    )
    add_table_arguments(doctor)
    doctor.add_argument("--json", action="store_true", help="print one JSON object")
    doctor.set_defaults(run=report_table)
    parts = doctor.add_subparsers(dest="part", metavar="PART")
    tower_parser = parts.add_parser(
        "tower",
        help="the dice tower: its serial connection, faults and sensor readings",
        description="Exit status: 0 everything works, 1 something needs attention, 2 no tower was found.",
    )
    tower_parser.add_argument(
        "--port", metavar="PORT", help=f"{device_access.PORT_HELP} (default: the configured port, or auto)"
    )
    tower_parser.add_argument("--json", action="store_true", help="print each reading as a line of JSON")
    tower_parser.add_argument("--watch", action="store_true", help="read again every second, until Ctrl-C")
    tower_parser.add_argument(
        "--measure",
        action="store_true",
        help="ask for measured voltages, measure tower, camera and computer, and store the figures "
        f"({default_measurements()})",
    )
    tower_parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Examine the tower.

    Returns:
        `EXIT_OK`, `EXIT_NEEDS_PERSON` or `EXIT_NO_TOWER`.
    """
    status = EXIT_OK
    try:
        if args.measure:
            measuring_form.measure(args.port, PING_TIMEOUT_S)
            return status
        with device_access.console(args.port) as console:
            console.listen(PING_TIMEOUT_S, lambda: console.link.round_trip is not None)
            while True:
                report = examine_tower(console)
                status = EXIT_NEEDS_PERSON if report["wrong"] else EXIT_OK
                print_report(report, as_json=args.json, again=args.watch)
                if not args.watch:
                    return status
                console.listen(WATCH_INTERVAL_S)
    except KeyboardInterrupt:
        return status
    except (CommandRefused, MeasurementsError) as error:
        print_error(error)
        return EXIT_NEEDS_PERSON
    except CompanionError as error:
        print_error(error)
        if isinstance(error, PortError) and error.trouble is PortTrouble.BUSY:
            print_message(STOP_SERVICE_HINT, to=sys.stderr)
        return EXIT_NO_TOWER


def examine_tower(console: TowerConsole) -> dict[str, Any]:
    """Return the tower's complete state as JSON.

    ``wrong`` has the faults that need a person, one sentence each, and ``pockets`` the raw readings.

    Raises:
        CompanionError: the tower doesn't answer, or was unplugged.
    """
    readings = tuple(_read_pocket(console, pocket) for pocket in (1, 2))
    hello, link, beat = console.hello, console.link, console.link.beat
    problems = [wording.explain_faults([fault]) for fault in console.faults]
    for reading in readings:
        problems += find_problems(reading)
    problems += find_dim_lamps(readings, hello.unit, load_or_report())
    if console.pending_roll is not None:
        problems.append(wording.explain_pending_roll(console.pending_roll.dice))
    return {
        "port": console.path,
        "unit": hello.unit,
        "firmware": hello.firmware,
        "boot": hello.boot,
        "cause": str(hello.cause),
        "uptime_s": beat.uptime if beat else None,
        "frames": link.frames,
        "losses": link.losses,
        "refused": beat.refused if beat else None,
        "repeats": link.repeats,
        "round_trip_ms": None if link.round_trip is None else round(link.round_trip * 1000, 1),
        "waiting": beat.waiting if beat else None,
        "faults": [str(fault) for fault in console.faults],
        "rolls": [{"dice": list(roll.dice), "quality": list(roll.quality)} for roll in console.rolls],
        "pockets": [asdict(each) for each in readings],
        "wrong": problems,
    }


def _read_pocket(console: TowerConsole, pocket: int) -> PocketReading:
    """Read a pocket; retry while dice move, because the tower then refuses."""
    for _ in range(MAX_READ_ATTEMPTS):
        try:
            return console.read_pocket(pocket)
        except CommandRefused as refused:
            if refused.refusal is not Refusal.BUSY:
                raise
            console.listen(WATCH_INTERVAL_S / 2)
    return console.read_pocket(pocket)


def print_report(report: Mapping[str, Any], *, as_json: bool, again: bool) -> None:
    """Print a tower's report; `again`: clear the terminal first, so that it replaces the one before."""
    if as_json:
        print_raw(json.dumps(report))
        return
    if again and sys.stdout.isatty():
        print_raw("\x1b[H\x1b[2J", end="")
    print_message("\n".join(to_text(report, terminal_style())))


def terminal_style() -> Style:
    """Return the style that the terminal at the standard output supports (see also https://no-color.org)."""
    if sys.stdout.isatty() and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb":
        return Style.COLOUR
    try:
        "░▒▓█".encode(sys.stdout.encoding or "ascii")
    except UnicodeEncodeError:
        return Style.ASCII
    return Style.BLOCKS


def parse_readings(entries: Sequence[Mapping[str, Any]]) -> list[PocketReading]:
    """Parse the raw readings of a report."""
    return [PocketReading(each["pocket"], tuple(each["dark"]), tuple(each["lit"])) for each in entries]


def to_text(report: Mapping[str, Any], style: Style) -> list[str]:
    """Format a tower's report for people, in their language."""
    rows = [(translate_text(label), translate_text(text)) for label, text in _report_rows(report)]
    width = 2 + max(len(label) for label, _ in rows)
    problems = [translate_text(each) for each in report["wrong"] or (sentence("All is well."),)]
    lines = [f"{label:<{width}}{text}" for label, text in rows]
    return [*lines, "", *draw_pockets(parse_readings(report["pockets"]), style), "", *problems]


def _report_rows(report: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    """Yield the rows of a tower's report: a label and a text."""
    yield sentence("Dice tower"), sentence("{unit} at {port}", unit=report["unit"], port=report["port"])
    started = {key: report[key] for key in ("firmware", "boot", "cause", "uptime_s")}
    yield sentence("Firmware"), sentence("{firmware}; start {boot} by {cause}, {uptime_s} s ago", **started)
    round_trip_ms = report["round_trip_ms"]
    counters = {key: report[key] for key in ("frames", "losses", "refused", "repeats")}
    yield (
        sentence("Connection"),
        sentence(
            "{frames} frames received, {losses} lost; {refused} of ours rejected, {repeats} repeated; "
            "{answer}",
            answer=sentence("no answer to a ping")
            if round_trip_ms is None
            else sentence("answers in {trip} ms", trip=round_trip_ms),
            **counters,
        ),
    )
    for roll in report["rolls"]:
        (a, b), (sure_a, sure_b) = roll["dice"], roll["quality"]
        sure = {"sure_a": sure_a, "sure_b": sure_b}
        yield sentence("Roll"), sentence("{a} and {b}, {sure_a} % and {sure_b} % sure", a=a, b=b, **sure)
