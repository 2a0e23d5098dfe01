"""`companion doctor`: examines the hardware and reports the table's calibration."""

from __future__ import annotations

import argparse
import json
import os
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import TYPE_CHECKING, Any, Final

from companion.calibration.setup_report import SetupFact, describe_setup
from companion.cli.common.config import (
    add_table_arguments,
    configured_journal,
    default_calibration,
    default_measurements,
    default_setup,
    find_configuration,
)
from companion.cli.common.terminal_output import print_error, print_message, print_raw, translate_text
from companion.cli.doctor import measuring_form
from companion.cli.parts import device_access
from companion.cli.parts.device_access import fitted_buttons, load_or_report
from companion.cli.parts.served_table import load_calibration, load_setup
from companion.errors import CompanionError
from companion.i18n import sentence
from companion.measurements import MeasurementsError
from companion.sources.tower import wording
from companion.sources.tower.console import CommandRefused, TowerConsole
from companion.sources.tower.port import PortError, PortTrouble
from companion.sources.tower.protocol import Refusal
from companion.sources.tower.wording import GRID_SENSORS, PocketReading, find_dim_lamps, find_problems

if TYPE_CHECKING:
    from argparse import _SubParsersAction


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
        lines += _sensor_rows(
            _DELTA_LABEL, known, lambda each: (each.delta, max(1, *each.delta[:GRID_SENSORS])), style
        )
        lines += _sensor_rows(_LIT_LABEL, known, lambda each: (each.lit, _MAX_READING), style)
        lines += _sensor_rows(_DARK_LABEL, known, lambda each: (each.dark, _MAX_READING), style)
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
    label: str,
    readings: Sequence[PocketReading],
    values_of: Callable[[PocketReading], tuple[tuple[int, ...], int]],
    style: Style,
) -> list[str]:
    """Draw three rows of sensors, back to front, and an empty line; the label precedes the first row."""
    label_text = translate_text(label)
    lines = []
    for row in range(3):
        pockets = []
        for reading in readings:
            values, max_value = values_of(reading)
            cells = values[3 * row : 3 * row + 3]
            pockets.append("".join(_cell(value, max_value, style) for value in cells))
        lines.append(f"{label_text if row == 0 else '':<{LABEL_COLUMNS}}" + "  ".join(pockets))
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


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the options that select the table."""
    add_table_arguments(parser)
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    parser.set_defaults(run=report_table)


def report_table(args: argparse.Namespace) -> int:
    """Print the state of each calibrated part.

    Returns:
        `EXIT_OK`, or `EXIT_NEEDS_PERSON` if a step of the calibration is missing or a file is damaged.
    """
    config = find_configuration(args.config)
    journal = args.journal or configured_journal(config)
    calibration, calibration_error = load_calibration(default_calibration(journal))
    setup, setup_error = load_setup(default_setup(journal))
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


def add_parser(subparsers: _SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add `doctor` and its parts to the command line."""
    doctor = subparsers.add_parser(
        "doctor",
        help="report the state of the table, or test its hardware",
        description="Without PART: reports each calibrated part in a sentence. Exit status: 0 everything "
        "works, 1 something needs attention.",
    )
    add_arguments(doctor)
    parts = doctor.add_subparsers(dest="part", metavar="PART")
    tower_parser = parts.add_parser(
        "tower",
        help="the dice tower: its serial connection, faults and sensor readings",
        description="Exit status: 0 everything works, 1 something needs attention, 2 no tower was found.",
    )
    device_access.add_port_argument(tower_parser)
    tower_parser.add_argument("--json", action="store_true", help="print each reading as a line of JSON")
    tower_parser.add_argument("--watch", action="store_true", help="read again every second, until Ctrl-C")
    tower_parser.add_argument(
        "--measure",
        action="store_true",
        help="ask for measured voltages, measure tower, camera and computer, and store the figures "
        f"({default_measurements()})",
    )
    tower_parser.set_defaults(run=run)


@dataclass(frozen=True)
class Diagnosis:
    """A tower's state at one moment.

    Attributes:
        report: the complete state, as JSON.
        readings: the raw values of both pockets.
        problems: faults that need a person, one sentence each.
    """

    report: dict[str, Any]
    readings: tuple[PocketReading, ...]
    problems: tuple[str, ...]


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
                diagnosis = examine_tower(console)
                status = EXIT_NEEDS_PERSON if diagnosis.problems else EXIT_OK
                print_diagnosis(diagnosis, as_json=args.json, again=args.watch)
                if not args.watch:
                    return status
                console.listen(WATCH_INTERVAL_S)
    except KeyboardInterrupt:
        return status
    except (CommandRefused, MeasurementsError) as error:
        print_error(error)
        return EXIT_NEEDS_PERSON
    except CompanionError as error:
        print_no_tower(error)
        return EXIT_NO_TOWER


def print_no_tower(error: CompanionError) -> None:
    """Print why no tower can be reached, and a hint where one applies."""
    print_error(error)
    if isinstance(error, PortError) and error.trouble is PortTrouble.BUSY:
        print_message(STOP_SERVICE_HINT, to=sys.stderr)


def examine_tower(console: TowerConsole) -> Diagnosis:
    """Query the tower's complete state.

    Raises:
        CompanionError: the tower doesn't answer, or was unplugged.
    """
    problems = []
    readings = tuple(_read_pocket(console, pocket) for pocket in (1, 2))
    hello, link, beat = console.hello, console.link, console.link.beat
    problems += [wording.explain_faults([fault]) for fault in console.faults]
    for reading in readings:
        problems += find_problems(reading)
    problems += find_dim_lamps(readings, hello.unit, load_or_report())
    if console.pending_roll is not None:
        problems.append(wording.explain_pending_roll(console.pending_roll.dice))
    report = {
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
        "pockets": [
            {"pocket": each.pocket, "dark": list(each.dark), "lit": list(each.lit)} for each in readings
        ],
        "wrong": problems,
    }
    return Diagnosis(report, readings, tuple(problems))


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


def print_diagnosis(diagnosis: Diagnosis, *, as_json: bool, again: bool) -> None:
    """Print a diagnosis; `again`: clear the terminal first, so that it replaces the one before."""
    if as_json:
        print_raw(json.dumps(diagnosis.report))
        return
    if again and sys.stdout.isatty():
        print_raw("\x1b[H\x1b[2J", end="")
    print_message("\n".join(to_text(diagnosis, terminal_style())))


def terminal_style() -> Style:
    """Return the style that the terminal at the standard output supports (see also https://no-color.org)."""
    if sys.stdout.isatty() and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb":
        return Style.COLOUR
    try:
        "░▒▓█".encode(sys.stdout.encoding or "ascii")
    except UnicodeEncodeError:
        return Style.ASCII
    return Style.BLOCKS


def to_text(diagnosis: Diagnosis, style: Style) -> list[str]:
    """Format a diagnosis for people, in their language."""
    rows = [(translate_text(label), translate_text(text)) for label, text in _report_rows(diagnosis.report)]
    width = 2 + max(len(label) for label, _ in rows)
    problems = [translate_text(each) for each in diagnosis.problems or (sentence("All is well."),)]
    lines = [f"{label:<{width}}{text}" for label, text in rows]
    return [*lines, "", *draw_pockets(diagnosis.readings, style), "", *problems]


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
