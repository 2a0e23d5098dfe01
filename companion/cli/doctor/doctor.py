"""`companion doctor`: what the table's hardware says of itself, for whoever builds or mends it."""

from __future__ import annotations

import argparse
import json
import os
import sys
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from companion.cli.common.speech import complain, put, say, spoken
from companion.cli.doctor import table_report
from companion.cli.doctor.pockets_picture import Style, picture
from companion.cli.parts import tower
from companion.errors import CompanionError
from companion.i18n import sentence
from companion.sources.tower import wording
from companion.sources.tower.console import CommandRefused, TowerConsole
from companion.sources.tower.port import PortError, Trouble
from companion.sources.tower.readings import PocketReading, findings
from companion.sources.tower.tower_frames import Refusal

if TYPE_CHECKING:
    from argparse import _SubParsersAction

WELL, NEEDS_PERSON, NO_TOWER = 0, 1, 2
"""Exit statuses."""

EVERY_S: Final = 1.0
"""Seconds between two looks with `--watch`."""

ANSWER_WITHIN_S: Final = 3.0
"""Seconds to wait for the answer to a `ping`, which is sent every two."""

STILL_TRIES: Final = 6
"""How often readings are asked for again while dice move."""

STOP_SERVICE: Final = sentence(
    "If 'companion serve' runs as a service: {command}", command="sudo systemctl stop companion"
)


def add_parser(subparsers: _SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add `doctor` and what it examines to a command line."""
    doctor = subparsers.add_parser(
        "doctor",
        help="tell what is known of the table, examine its hardware",
        description="Without a part: what was calibrated, in a sentence each. Exit status: 0 all is well, "
        "1 something needs a person.",
    )
    table_report.add_arguments(doctor)
    parts = doctor.add_subparsers(dest="part", metavar="PART")
    examined = parts.add_parser(
        "tower",
        help="the dice tower: its line, its faults, what its sensors see",
        description="Exit status: 0 all is well, 1 something needs a person, 2 there is no tower.",
    )
    tower.add_port_argument(examined)
    examined.add_argument("--json", action="store_true", help="one JSON object a look, one line each")
    examined.add_argument("--watch", action="store_true", help="look again each second, until Ctrl-C")
    examined.set_defaults(run=run)


@dataclass(frozen=True)
class Diagnosis:
    """What a tower said of itself at one moment.

    Attributes:
        said: everything, as JSON.
        readings: of both pockets.
        wrong: what needs a person, a sentence each.
    """

    said: dict[str, Any]
    readings: tuple[PocketReading, ...]
    wrong: tuple[str, ...]


def run(args: argparse.Namespace) -> int:
    """Examine the tower.

    Returns:
        `WELL`, `NEEDS_PERSON` or `NO_TOWER`.
    """
    status = WELL
    try:
        with tower.console(args.port) as console:
            console.listen_for_round_trip(ANSWER_WITHIN_S)
            while True:
                found = look(console)
                status = NEEDS_PERSON if found.wrong else WELL
                show(found, as_json=args.json, again=args.watch)
                if not args.watch:
                    return status
                console.listen(EVERY_S)
    except KeyboardInterrupt:
        return status
    except CommandRefused as error:
        complain(error)
        return NEEDS_PERSON
    except CompanionError as error:
        say_no_tower(error)
        return NO_TOWER


def say_no_tower(error: CompanionError) -> None:
    """Say why there is no tower to talk with, and what else might help."""
    complain(error)
    if isinstance(error, PortError) and error.trouble is Trouble.BUSY:
        say(STOP_SERVICE, to=sys.stderr)


def look(console: TowerConsole) -> Diagnosis:
    """Ask the tower for everything.

    Raises:
        CompanionError: it doesn't answer, or has gone.
    """
    wrong = []
    readings = tuple(_read(console, pocket) for pocket in (1, 2))
    hello, beat, counters = console.hello, console.beat, console.counters
    wrong += [wording.faults([fault]) for fault in console.faults]
    for reading in readings:
        wrong += findings(reading)
    if console.waiting is not None:
        wrong.append(wording.waiting(console.waiting.dice))
    said = {
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
        "wrong": wrong,
    }
    return Diagnosis(said, readings, tuple(wrong))


def _read(console: TowerConsole, pocket: int) -> PocketReading:
    """A pocket's readings; while dice move there are none, and that passes."""
    for _ in range(STILL_TRIES):
        try:
            return console.read(pocket)
        except CommandRefused as refused:
            if refused.refusal is not Refusal.BUSY:
                raise
            console.listen(EVERY_S / 2)
    return console.read(pocket)


def show(found: Diagnosis, *, as_json: bool, again: bool) -> None:
    """Print what was found; on a terminal that is looked at again and again, in the same place."""
    if as_json:
        put(json.dumps(found.said))
        return
    if again and sys.stdout.isatty():
        put("\x1b[H\x1b[2J", end="")
    say("\n".join(to_text(found, style())))


def style() -> Style:
    """What the terminal at the standard output can show (https://no-color.org is heeded)."""
    if sys.stdout.isatty() and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb":
        return Style.COLOUR
    try:
        "░▒▓█".encode(sys.stdout.encoding or "ascii")
    except UnicodeEncodeError:
        return Style.ASCII
    return Style.BLOCKS


def to_text(found: Diagnosis, style: Style) -> list[str]:
    """What was found, for people, in their language."""
    rows = [(spoken(label), spoken(text)) for label, text in _rows(found.said)]
    wide = 2 + max(len(label) for label, _ in rows)
    wrong = [spoken(each) for each in found.wrong or (sentence("All is well."),)]
    told = [f"{label:<{wide}}{text}" for label, text in rows]
    return [*told, "", *picture(found.readings, style), "", *wrong]


def _rows(said: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    """What a tower says of itself: what of it, and a text."""
    yield sentence("Dice tower"), sentence("{unit} at {port}", unit=said["unit"], port=said["port"])
    started = {key: said[key] for key in ("firmware", "boot", "cause", "uptime_s")}
    yield sentence("Firmware"), sentence("{firmware}; start {boot} by {cause}, {uptime_s} s ago", **started)
    trip = said["round_trip_ms"]
    heard = {key: said[key] for key in ("frames", "losses", "refused", "repeats")}
    yield (
        sentence("Connection"),
        sentence(
            "{frames} frames received, {losses} lost; {refused} of ours rejected, {repeats} repeated; "
            "{answer}",
            answer=sentence("no answer to a ping")
            if trip is None
            else sentence("answers in {trip} ms", trip=trip),
            **heard,
        ),
    )
    for roll in said["rolls"]:
        (a, b), (sure_a, sure_b) = roll["dice"], roll["quality"]
        sure = {"sure_a": sure_a, "sure_b": sure_b}
        yield sentence("Roll"), sentence("{a} and {b}, {sure_a} % and {sure_b} % sure", a=a, b=b, **sure)
