"""Calibration of an emulated tower before its first game, as `companion calibrate` does for a real one."""

from __future__ import annotations

import contextlib
import random
from collections.abc import Callable
from typing import Final, Protocol

from companion.sources.tower.host_frames import Bye, Do, Hi
from companion.sources.tower.line import PROTOCOL_VERSION, ProtocolError
from companion.sources.tower.protocol import parse_tower_frame
from companion.sources.tower.stand_ins.emulator import EmulatorError
from companion.sources.tower.stand_ins.pockets import FINISHES, PAPER_FINISH, PocketContents, resting_die
from companion.sources.tower.tower_frames import Err, Ok
from companion.sources.tower.wording import SIDE_NAMES

ANSWER_TIMEOUT_S: Final = 6.0
"""Timeout of a command, in emulated seconds."""

SETTLE_S: Final = 1.0
"""Emulated seconds after which the tower counts a die as resting."""


LineCallback = Callable[[str, str, float], None]
"""Called with each line on the serial link: direction mark, text, and emulated seconds."""


class CalibrationBench(Protocol):
    """The part of a tower that calibration uses: sensors, serial link and time."""

    rng: random.Random
    on_line: LineCallback

    @property
    def unit(self) -> str:
        """The tower's id; empty before its first hello."""

    @property
    def is_counting(self) -> bool:
        """True while a host is connected, so that throws are counted."""

    def show_scenes(self, *scenes: tuple[float, PocketContents]) -> float:
        """Schedule scenes for the sensors, each with its delay in emulated seconds; return the time now."""

    def inject_bytes(self, data: bytes, to_host: bool = True) -> None:
        """Inject bytes into the serial link."""

    def monotonic(self) -> float:
        """Return the emulated time in seconds."""

    def step(self, timeout: float = 0.0) -> None:
        """Process the emulator's output; wait at most `timeout` real seconds for it."""


def calibrate(tower: CalibrationBench, paper: bool = False, room: float = PocketContents.room) -> None:
    """Calibrate a tower with empty pockets, then with a six and a one in each, and save the result.

    No host may use its port: the commands are injected into the serial link.

    Args:
        tower: the emulated tower.
        paper: use faces drawn on a strip of paper instead of white dice.
        room: ambient light in lux.

    Raises:
        EmulatorError: the firmware refused a command, or doesn't answer.
    """
    commands = iter(range(1, 100))
    finish = PAPER_FINISH if paper else FINISHES["white"]
    _wait_until(tower, lambda: bool(tower.unit))
    tower.inject_bytes(Hi(PROTOCOL_VERSION, "workshop/1").to_bytes(), to_host=False)
    _wait_until(tower, lambda: tower.is_counting)
    tower.show_scenes((0.0, PocketContents(room=room)))
    _send_command(tower, next(commands), "calibrate", "empty")
    for face in (6, 1):
        first, second = (resting_die(face, tower.rng, finish, on_paper=paper) for _ in SIDE_NAMES)
        tower.show_scenes((0.0, PocketContents((first, second), room=room)))
        settled_at = tower.monotonic() + SETTLE_S
        _wait_until(tower, lambda at=settled_at: tower.monotonic() > at)  # type: ignore[misc]  # mypy infers no type for a lambda's default
        for pocket in SIDE_NAMES:
            _send_command(tower, next(commands), "calibrate", "face", str(pocket), str(face))
    _send_command(tower, next(commands), "calibrate", "save")
    tower.show_scenes((0.0, PocketContents()))
    tower.inject_bytes(Bye().to_bytes(), to_host=False)
    _wait_until(tower, lambda: not tower.is_counting)


def _send_command(tower: CalibrationBench, number: int, *words: str) -> None:
    answers: list[Ok | Err] = []

    def listen(mark: str, text: str, when: float) -> None:
        with contextlib.suppress(ProtocolError):
            frame = parse_tower_frame(text.encode())
            if isinstance(frame, Ok | Err) and frame.number == number:
                answers.append(frame)

    previous, tower.on_line = tower.on_line, listen
    tower.inject_bytes(Do(number, words).to_bytes(), to_host=False)
    _wait_until(tower, lambda: bool(answers))
    tower.on_line = previous
    if isinstance(answers[0], Err):
        raise EmulatorError(f"the emulated tower refused {' '.join(words)}: {answers[0].refusal}")


def _wait_until(tower: CalibrationBench, condition: Callable[[], bool]) -> None:
    end = tower.monotonic() + ANSWER_TIMEOUT_S
    while not condition():
        if tower.monotonic() > end:
            raise EmulatorError("the emulated tower does not answer: run 'make firmware'")
        tower.step(0.02)
