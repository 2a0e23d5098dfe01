"""The lessons that teach the dice tower its pockets, and the faults that can occur."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from companion.i18n import sentence
from companion.sources.tower.console import CommandRefused, TowerConsole
from companion.sources.tower.readings import GRID_SENSORS, PocketReading, find_problems
from companion.sources.tower.tower_frames import Refusal
from companion.sources.tower.wording import SIDE_NAMES

MIN_REFLECTION_GAIN: Final = 8
"""The minimum gain over the empty pocket that a sensor must measure where a die's body or pip reflects."""


@dataclass(frozen=True)
class PocketLesson:
    """One request to people, and the tower's calibration that follows.

    Attributes:
        request: what to do.
        face: the top face of both dice; 0: the pockets are empty.
        notes: further hints.
    """

    request: str
    face: int
    notes: tuple[str, ...] = ()

    @property
    def commands(self) -> tuple[tuple[str, ...], ...]:
        """The commands to the tower."""
        if not self.face:
            return (("calibrate", "empty"),)
        return tuple(("calibrate", "face", str(pocket), str(self.face)) for pocket in SIDE_NAMES)


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


def find_darker_pocket(readings: Sequence[PocketReading], empty: Sequence[PocketReading]) -> int:
    """Return the pocket that reflects less light with a die than when empty, which is impossible; 0: none."""
    for before, now in zip(empty, readings, strict=False):
        pairs = zip(before.delta[:GRID_SENSORS], now.delta[:GRID_SENSORS], strict=False)
        if any(dark < bright - max(MIN_REFLECTION_GAIN, bright // 4) for bright, dark in pairs):
            return now.pocket
    return 0


def find_lesson_problems(readings: Sequence[PocketReading], empty: Sequence[PocketReading]) -> list[str]:
    """Return the problems of the present sensor values, before the tower stores them."""
    wrong = [found for reading in readings for found in find_problems(reading)]
    if wrong:
        return wrong
    return [
        _no_die_text(before.pocket)
        for before, now in zip(empty, readings, strict=False)
        if now.has_known_layout
        and all(now.delta[n] - before.delta[n] < MIN_REFLECTION_GAIN for n in range(GRID_SENSORS))
    ]


def store_lesson(console: TowerConsole, lesson: PocketLesson) -> list[str]:
    """Let the tower store the present state; return the reason if it refuses."""
    for command in lesson.commands:
        try:
            console.send_command(*command)
        except CommandRefused as refused:
            return [refusal_text(command, refused)]
    return []


def refusal_text(command: Sequence[str], refused: CommandRefused) -> str:
    """Return why the tower refuses a command of its calibration, and what to do."""
    match command, refused.refusal:
        case ("calibrate", "empty"), Refusal.DIE:
            return sentence("A die is still visible: remove all dice, also from the upper end of the lane.")
        case ("calibrate", "face", pocket, _), Refusal.DIE:
            return _no_die_text(int(pocket))
        case ("calibrate", "face", pocket, face), Refusal.RANGE:
            return sentence(
                "The die in the {side} pocket doesn't seem to show {face}: check which face is up, wipe the "
                "glass and lay the die flat.",
                side=SIDE_NAMES[int(pocket)], face=face,
            )  # fmt: skip
        case ("calibrate", "save"), Refusal.RANGE:
            return sentence(
                "The 6 and the 1 look the same. Calibrate with white dice that have dark pips. If you did, "
                "check with 'companion doctor tower' that the lamps and sensors work."
            )
    return str(refused)


def _no_die_text(pocket: int) -> str:
    return sentence(
        "No die is detected in the {side} pocket: put one there, flat on the glass.", side=SIDE_NAMES[pocket]
    )
