"""`companion doctor`: examines the table's hardware, for people who build or repair it."""

from __future__ import annotations

import argparse
import json
import os
import sys
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from companion.cli.common.paths import default_measurements
from companion.cli.common.terminal_output import print_error, print_message, print_raw, translate_text
from companion.cli.doctor import measuring_form, table_report
from companion.cli.doctor.pockets_picture import Style, draw_pockets
from companion.cli.parts import tower
from companion.cli.parts.measurements import load_or_report
from companion.errors import CompanionError
from companion.i18n import sentence
from companion.measurements import MeasurementsError
from companion.sources.tower import wording
from companion.sources.tower.console import CommandRefused, TowerConsole
from companion.sources.tower.port import PortError, PortTrouble
from companion.sources.tower.readings import PocketReading, find_dim_lamps, find_problems
from companion.sources.tower.tower_frames import Refusal

if TYPE_CHECKING:
    from argparse import _SubParsersAction

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
    table_report.add_arguments(doctor)
    parts = doctor.add_subparsers(dest="part", metavar="PART")
    tower_parser = parts.add_parser(
        "tower",
        help="the dice tower: its serial connection, faults and sensor readings",
        description="Exit status: 0 everything works, 1 something needs attention, 2 no tower was found.",
    )
    tower.add_port_argument(tower_parser)
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
        with tower.console(args.port) as console:
            console.listen_for_round_trip(PING_TIMEOUT_S)
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
    hello, beat, counters = console.hello, console.beat, console.counters
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
        "frames": counters.frames,
        "losses": counters.losses,
        "refused": beat.refused if beat else None,
        "repeats": counters.repeats,
        "round_trip_ms": None if console.round_trip is None else round(console.round_trip * 1000, 1),
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
