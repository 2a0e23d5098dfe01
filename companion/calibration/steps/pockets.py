"""What the dice tower is shown when it learns its pockets, and what is wrong with what it is shown."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from companion.i18n import sentence
from companion.sources.tower.console import CommandRefused, TowerConsole
from companion.sources.tower.readings import GRID, PocketReading, findings
from companion.sources.tower.tower_frames import Refusal
from companion.sources.tower.wording import SIDES

SEEN: Final = 8
"""How much more than the empty pocket a sensor must see where a die's body or pip reflects."""


@dataclass(frozen=True)
class PocketLesson:
    """One thing for people to do, and what the tower then takes in.

    Attributes:
        request: what to do.
        face: the top face of both dice; 0: the pockets are empty.
        notes: what is good to know besides.
    """

    request: str
    face: int
    notes: tuple[str, ...] = ()

    @property
    def commands(self) -> tuple[tuple[str, ...], ...]:
        """What the tower is told."""
        if not self.face:
            return (("calibrate", "empty"),)
        return tuple(("calibrate", "face", str(pocket), str(self.face)) for pocket in SIDES)


LESSONS: Final = (
    PocketLesson(sentence("Take all dice out of the tower."), 0),
    PocketLesson(
        sentence(
            "Take two white dice with dark pips. Put them into the lane, flat and touching, each with its 6 "
            "up."
        ),
        6,
        (
            sentence(
                "Use the lightest dice that you have. Once the tower has learned, dice of other colours "
                "work, too."
            ),
            sentence(
                "No white dice? A strip of paper with their faces drawn on it will do: see hardware.md."
            ),
        ),
    ),
    PocketLesson(sentence("Turn both dice over so that each shows its 1 on top, and put them back."), 1),
)


def darker(readings: Sequence[PocketReading], empty: Sequence[PocketReading]) -> int:
    """The pocket that sends back less light with a die than it did empty, which can't be; 0: none."""
    for before, now in zip(empty, readings, strict=False):
        pairs = zip(before.delta[:GRID], now.delta[:GRID], strict=False)
        if any(dark < bright - max(SEEN, bright // 4) for bright, dark in pairs):
            return now.pocket
    return 0


def amiss(readings: Sequence[PocketReading], empty: Sequence[PocketReading]) -> list[str]:
    """What is wrong with what the sensors see now, before the tower is asked to take it in."""
    wrong = [found for reading in readings for found in findings(reading)]
    if wrong:
        return wrong
    return [
        _no_die(before.pocket)
        for before, now in zip(empty, readings, strict=False)
        if now.whole and all(now.delta[n] - before.delta[n] < SEEN for n in range(GRID))
    ]


def take_in(console: TowerConsole, lesson: PocketLesson) -> list[str]:
    """Have the tower take in what lies there; why it won't, if it won't."""
    for command in lesson.commands:
        try:
            console.ask(*command)
        except CommandRefused as refused:
            return [refusal(command, refused)]
    return []


def refusal(command: Sequence[str], refused: CommandRefused) -> str:
    """Why the tower refuses a command of its calibration, and what to do."""
    match command, refused.refusal:
        case ("calibrate", "empty"), Refusal.DIE:
            return sentence("A die is still visible: remove all dice, also from the upper end of the lane.")
        case ("calibrate", "face", pocket, _), Refusal.DIE:
            return _no_die(int(pocket))
        case ("calibrate", "face", pocket, face), Refusal.RANGE:
            return sentence(
                "The die in the {side} pocket doesn't seem to show {face}: check which face is up, wipe the "
                "glass and lay the die flat.",
                side=SIDES[int(pocket)], face=face,
            )  # fmt: skip
        case ("calibrate", "save"), Refusal.RANGE:
            return sentence(
                "The 6 and the 1 look the same. Calibrate with white dice that have dark pips. If you did, "
                "check with 'companion doctor tower' that the lamps and sensors work."
            )
    return str(refused)


def _no_die(pocket: int) -> str:
    return sentence(
        "No die is detected in the {side} pocket: put one there, flat on the glass.", side=SIDES[pocket]
    )
