"""How an emulated tower learns its sensors before it is played with: what `companion calibrate` does."""

from __future__ import annotations

import contextlib
import random
from collections.abc import Callable
from typing import Final, Protocol

from companion.sources.tower.host_frames import Bye, Do, Hi
from companion.sources.tower.line import PROTOCOL, ProtocolError
from companion.sources.tower.protocol import tower_frame
from companion.sources.tower.stand_ins.emulator import EmulatorError
from companion.sources.tower.stand_ins.pockets import FINISHES, PAPER, PocketContents, resting
from companion.sources.tower.tower_frames import Err, Ok
from companion.sources.tower.wording import SIDES

ANSWERED_AFTER_S: Final = 4.0
"""Emulated seconds in which a tower answers any command."""

LIES_STILL_AFTER_S: Final = 1.0
"""Emulated seconds after which the tower knows that a die lies there."""


OnLine = Callable[[str, str, float], None]
"""Told of each line on the wire: which way it went, its text, and when, in emulated seconds."""


class Bench(Protocol):
    """What the workshop needs of a tower: its sensors, its wire and its time."""

    chance: random.Random
    on_line: OnLine

    @property
    def unit(self) -> str:
        """The tower's id; empty until it has said one."""

    @property
    def counts(self) -> bool:
        """Whether a host has greeted the tower and is about."""

    def show(self, *scenes: tuple[float, PocketContents]) -> float:
        """Have the sensors see pockets, each from so many emulated seconds on from now; the time of now."""

    def junk(self, data: bytes, to_host: bool = True) -> None:
        """Put bytes on the wire."""

    def pace(self) -> float:
        """Emulated seconds."""

    def step(self, timeout: float = 0.0) -> None:
        """Let time pass."""


def calibrate(tower: Bench, paper: bool = False, room: float = PocketContents.room) -> None:
    """Show it empty pockets, then a six and a one in each, and let it keep what it saw.

    They are those of white dice, or with `paper` drawn on a strip of it; all of it in a room of so many
    lux. No host may be at its port: the lines are put on the wire.

    Raises:
        EmulatorError: the firmware refused, or does not answer.
    """
    commands = iter(range(1, 100))
    finish = PAPER if paper else FINISHES["white"]
    _wait(tower, lambda: bool(tower.unit))
    tower.junk(Hi(PROTOCOL, "workshop/1").to_bytes(), to_host=False)
    _wait(tower, lambda: tower.counts)
    tower.show((0.0, PocketContents(room=room)))
    _command(tower, next(commands), "calibrate", "empty")
    for face in (6, 1):
        first, second = (resting(face, tower.chance, finish, on_paper=paper) for _ in SIDES)
        tower.show((0.0, PocketContents((first, second), room=room)))
        lies_still = tower.pace() + LIES_STILL_AFTER_S
        _wait(tower, lambda at=lies_still: tower.pace() > at)  # type: ignore[misc]  # mypy infers no type for a lambda's default
        for pocket in SIDES:
            _command(tower, next(commands), "calibrate", "face", str(pocket), str(face))
    _command(tower, next(commands), "calibrate", "save")
    tower.show((0.0, PocketContents()))
    tower.junk(Bye().to_bytes(), to_host=False)
    _wait(tower, lambda: not tower.counts)


def _command(tower: Bench, number: int, *words: str) -> None:
    answers: list[Ok | Err] = []

    def listen(mark: str, text: str, when: float) -> None:
        with contextlib.suppress(ProtocolError):
            frame = tower_frame(text.encode())
            if isinstance(frame, Ok | Err) and frame.number == number:
                answers.append(frame)

    heard, tower.on_line = tower.on_line, listen
    tower.junk(Do(number, words).to_bytes(), to_host=False)
    _wait(tower, lambda: bool(answers))
    tower.on_line = heard
    if isinstance(answers[0], Err):
        raise EmulatorError(f"the emulated tower refused {' '.join(words)}: {answers[0].refusal}")


def _wait(tower: Bench, true: Callable[[], bool]) -> None:
    end = tower.pace() + ANSWERED_AFTER_S
    while not true():
        if tower.pace() > end:
            raise EmulatorError("the emulated tower does not answer: run 'make firmware'")
        tower.step(0.02)
