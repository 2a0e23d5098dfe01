"""`companion calibrate tower`: the dice tower learns its pockets and one pair of dice, step by step."""

from __future__ import annotations

import argparse
import contextlib
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, Protocol

from companion.cli import tower
from companion.cli.doctor import say_no_tower, style
from companion.cli.pockets_picture import picture
from companion.cli.terminal import Terminal
from companion.errors import CompanionError
from companion.sources.tower import wording
from companion.sources.tower.console import CommandRefused, TowerConsole
from companion.sources.tower.readings import GRID, PocketReading, findings
from companion.sources.tower.tower_frames import Refusal, Roll

if TYPE_CHECKING:
    from argparse import _SubParsersAction

THROW_WITHIN_S: Final = 60.0
"""Seconds to wait for the trial throw."""

TOLD_WITHIN_S: Final = 1.0
"""Seconds after which a throw that waits in the tower has been told: it is told twice a second."""

SEEN: Final = 8
"""How much more than the empty pocket a sensor must see where a die's body or pip reflects."""

SIDES: Final = {1: "left", 2: "right"}

UNCHANGED: Final = "Nothing was changed: the tower goes on with what it had learnt before."

NOT_EMPTY: Final = (
    "The {side} pocket is darker now than it was empty: something must have lain there then. Begin again."
)

NO_THROW: Final = "No throw was read: watch the sensors with 'companion doctor tower --watch'."


class Person(Protocol):
    """Who does what is asked of them, and answers."""

    def tell(self, *lines: str) -> None:
        """Let them read something."""

    def ask(self, question: str) -> str:
        """Their answer; raises `EOFError` where there is none."""


@dataclass(frozen=True)
class Step:
    """One thing for the person to do, and what the tower then takes in.

    Attributes:
        request: what to do.
        face: the top face of both dice; 0: the pockets are empty.
    """

    request: str
    face: int

    @property
    def commands(self) -> tuple[tuple[str, ...], ...]:
        """What the tower is told."""
        if not self.face:
            return (("calibrate", "empty"),)
        return tuple(("calibrate", "face", str(pocket), str(self.face)) for pocket in SIDES)


STEPS: Final = (
    Step("Take all dice out of the tower.", 0),
    Step(
        "Take two white dice with dark pips, or the lightest there are; other colours can be thrown once"
        " the tower has learnt. Lay both into the lane, flat and touching, each with its 6 up.",
        6,
    ),
    Step("Turn both dice over, each with its 1 up, and lay them back.", 1),
)


def add_parser(subparsers: _SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add `tower` to the parts that can be calibrated."""
    parser = subparsers.add_parser("tower", help="teach the dice tower its pockets and your dice")
    tower.add_port_argument(parser)
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Calibrate the tower with a person at the terminal.

    Returns:
        0, or 1 if nothing was learnt or the trial throw was read wrong.
    """
    try:
        with tower.console(args.port) as console:
            return calibrate(console, Terminal(console.listen))
    except (KeyboardInterrupt, EOFError):
        print(f"\n{UNCHANGED}")
    except CompanionError as error:
        say_no_tower(error)
    return 1


def calibrate(console: TowerConsole, person: Person) -> int:
    """Walk a person through it; as `run`.

    Raises:
        EOFError, KeyboardInterrupt: the person gave up; what was taken in is forgotten.
        CompanionError: the tower has gone.
    """
    person.tell(f"Dice tower {console.hello.unit} at {console.path}, firmware {console.hello.firmware}.")
    if not _no_throw_waits(console, person):
        return 1
    try:
        learnt = _learn(console, person)
    except BaseException:
        with contextlib.suppress(CompanionError):
            console.ask("calibrate", "forget")
        raise
    if not learnt:
        person.tell(UNCHANGED)
        return 1
    return _try_out(console, person)


def _no_throw_waits(console: TowerConsole, person: Person) -> bool:
    """Whether no throw of a game waits in the tower, or the person lets it go."""
    console.listen(TOLD_WITHIN_S)
    while console.waiting is not None:
        person.tell(wording.waiting(console.waiting.dice))
        if person.ask("Or shall it be forgotten, for good? [y/N]").lower() not in ("y", "yes"):
            return False
        console.drop_waiting()
        console.listen(TOLD_WITHIN_S)
    return True


def _learn(console: TowerConsole, person: Person) -> bool:
    """Take in every step and save; whether the tower has learnt."""
    start = console.hello.boot
    empty: Sequence[PocketReading] = ()
    for number, step in enumerate(STEPS, start=1):
        while True:
            person.ask(f"\n{number} of {len(STEPS)}. {step.request} Then press Enter.")
            readings = [console.read(pocket) for pocket in SIDES]
            if unlike := _darker(readings, empty):
                return _begin_again(console, person, NOT_EMPTY.format(side=SIDES[unlike]))
            wrong = _amiss(readings, empty) or _take_in(console, step)
            if not wrong:
                break
            person.tell("", *picture(readings, style()), "", *wrong)
        empty = empty or readings
        person.tell("Taken in.")
    if console.hello.boot != start:
        return _begin_again(console, person, "The tower lost its power meanwhile: begin again.")
    try:
        console.ask("calibrate", "save")
    except CommandRefused as refused:
        return _begin_again(console, person, _words(("calibrate", "save"), refused))
    person.tell("\nThe tower has learnt it, and keeps it without power.")
    return True


def _begin_again(console: TowerConsole, person: Person, why: str) -> bool:
    """Drop what was taken in; always False."""
    console.ask("calibrate", "forget")
    person.tell(why)
    return False


def _darker(readings: Sequence[PocketReading], empty: Sequence[PocketReading]) -> int:
    """The pocket that sends back less light with a die than it did empty, which can't be; 0: none."""
    for before, now in zip(empty, readings, strict=False):
        pairs = zip(before.delta[:GRID], now.delta[:GRID], strict=False)
        if any(dark < bright - max(SEEN, bright // 4) for bright, dark in pairs):
            return now.pocket
    return 0


def _amiss(readings: Sequence[PocketReading], empty: Sequence[PocketReading]) -> list[str]:
    """What is wrong with what the sensors see now, before the tower is asked to take it in."""
    wrong = [sentence for reading in readings for sentence in findings(reading)]
    if wrong:
        return wrong
    return [
        _no_die(before.pocket)
        for before, now in zip(empty, readings, strict=False)
        if now.whole and all(now.delta[n] - before.delta[n] < SEEN for n in range(GRID))
    ]


def _take_in(console: TowerConsole, step: Step) -> list[str]:
    """Have the tower take in what lies there; why it won't, if it won't."""
    for command in step.commands:
        try:
            console.ask(*command)
        except CommandRefused as refused:
            return [_words(command, refused)]
    return []


def _no_die(pocket: int) -> str:
    return f"No die is seen in the {SIDES[pocket]} pocket: lay one there, flat on the glass."


def _words(command: Sequence[str], refused: CommandRefused) -> str:
    """Why the tower refuses a step, and what to do."""
    match command, refused.refusal:
        case ("calibrate", "empty"), Refusal.DIE:
            return "A die is still seen: take all dice out, also from the upper end of the lane."
        case ("calibrate", "face", pocket, _), Refusal.DIE:
            return _no_die(int(pocket))
        case ("calibrate", "face", pocket, face), Refusal.RANGE:
            return (
                f"What lies in the {SIDES[int(pocket)]} pocket doesn't look like a die with its {face} up:"
                " look which face is up, wipe the glass, lay the die flat."
            )
        case ("calibrate", "save"), Refusal.RANGE:
            return (
                "The 6 and the 1 can't be told apart. Calibrate with white dice that have dark pips; if they"
                " were, look with 'companion doctor tower' whether lamps and sensors work."
            )
    return str(refused)


def _try_out(console: TowerConsole, person: Person) -> int:
    """One throw, to see whether it is read right."""
    person.ask("\nNow a trial. Take both dice out, press Enter, then throw them in.")
    known = len(console.rolls)
    roll = _next_roll(console, known)
    if roll is None:
        person.tell(wording.faults(console.faults) or NO_THROW)
        return 1
    (a, b), (sure_a, sure_b) = roll.dice, roll.quality
    right = person.ask(f"The tower read {a} and {b} ({sure_a} % and {sure_b} % sure). Is that right? [Y/n]")
    if right.lower() in ("n", "no"):
        person.tell("Then a die lay otherwise than asked in one of the steps: calibrate again.")
        return 1
    person.tell("The tower is ready.")
    return 0


def _next_roll(console: TowerConsole, known: int) -> Roll | None:
    """The next throw; None: none came in time."""
    for _ in range(round(THROW_WITHIN_S / 0.2)):
        console.listen(0.2)
        if len(console.rolls) > known:
            return console.rolls[known]
    return None
