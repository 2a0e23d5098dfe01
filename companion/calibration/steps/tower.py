"""Find the dice tower, teach it its pockets, and test it with one throw."""

from __future__ import annotations

import contextlib
import time
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass, replace
from typing import Any, Final, Literal

from companion.calibration.context import CalibrationContext
from companion.calibration.step_outcome import (
    CHECK_AGAIN_CHOICE,
    CONFIRM_CHOICE,
    DONE_CHOICE,
    WRONG_CHOICE,
    Answer,
    AnswerRefused,
    Choice,
    StepOutcome,
    word_of,
)
from companion.errors import CompanionError
from companion.i18n import join_sentences, mark, sentence
from companion.observations import Clock
from companion.sources.tower import wording
from companion.sources.tower.console import CommandRefused, NoTowerError, TowerConsole
from companion.sources.tower.port import NOT_PLUGGED_IN
from companion.sources.tower.protocol import FaultKind, Refusal

# The lessons that teach the dice tower its pockets, and the faults that can occur.


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
    def commands(self) -> list[tuple[str, ...]]:
        """The commands to the tower."""
        if not self.face:
            return [("calibrate", "empty")]
        return [("calibrate", "face", str(pocket), str(self.face)) for pocket in wording.SIDE_NAMES]


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


def find_darker_pocket(
    readings: Sequence[wording.PocketReading], empty: Sequence[wording.PocketReading]
) -> int:
    """Return the pocket that reflects less light with a die than when empty, which is impossible; 0: none."""
    for before, now in zip(empty, readings, strict=False):
        pairs = zip(before.delta[: wording.GRID_SENSORS], now.delta[: wording.GRID_SENSORS], strict=False)
        if any(dark < bright - max(MIN_REFLECTION_GAIN, bright // 4) for bright, dark in pairs):
            return now.pocket
    return 0


def find_lesson_problems(
    readings: Sequence[wording.PocketReading], empty: Sequence[wording.PocketReading]
) -> list[str]:
    """Return the problems of the present sensor values, before the tower stores them."""
    wrong = [found for reading in readings for found in wording.find_problems(reading)]
    if wrong:
        return wrong
    return [
        _no_die_text(before.pocket)
        for before, now in zip(empty, readings, strict=False)
        if now.has_known_layout
        and all(now.delta[n] - before.delta[n] < MIN_REFLECTION_GAIN for n in range(wording.GRID_SENSORS))
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
                side=wording.SIDE_NAMES[int(pocket)], face=face,
            )  # fmt: skip
        case ("calibrate", "save"), Refusal.RANGE:
            return sentence(
                "The 6 and the 1 look the same. Calibrate with white dice that have dark pips. If you did, "
                "check with 'companion doctor tower' that the lamps and sensors work."
            )
    return str(refused)


def _no_die_text(pocket: int) -> str:
    return sentence(
        "No die is detected in the {side} pocket: put one there, flat on the glass.",
        side=wording.SIDE_NAMES[pocket],
    )


REPORT_WITHIN_S: Final = 1.0
"""The time within which a throw that is pending in the tower is reported: it is repeated twice a second."""
LISTEN_S: Final = 0.1
THROW_WITHIN_S: Final = 60.0
"""After this time a missing throw is reported."""
FAULTS_AFTER_S: Final = 8.0
"""Moving dice, and dice left from the last lesson, cause transient faults."""

KEEP_ROLL_CHOICE: Final = Choice("leave", sentence("Keep it for the game"))
DELETE_ROLL_CHOICE: Final = Choice("forget", sentence("Delete it for good"))
TEACH_CHOICE: Final = Choice("teach", sentence("Teach the pockets again"))

NOT_EMPTY_TEXT: Final = mark(
    "The {side} pocket is darker now than when it was empty: something must have been in it then. Start over."
)

TowerPhase = Literal["finding", "waiting", "teaching", "throwing", "asking", "ready"]


class TowerStep:
    """The step of the dice tower.

    Args:
        teach: whether to teach the pockets although they are known.
        monotonic: seconds, for timeouts.
    """

    def __init__(self, teach: bool = False, monotonic: Clock = time.monotonic) -> None:
        self._teach = teach
        self._monotonic = monotonic
        self._console: TowerConsole | None = None
        self._phase: TowerPhase = "finding"
        self._start = ""
        self._lesson = 0
        self._empty: Sequence[wording.PocketReading] = ()
        self._readings: Sequence[wording.PocketReading] = ()
        self._wrong: tuple[str, ...] = ()
        self._rolls, self._asked_at = 0, 0.0
        self._left = False

    def check(self, context: CalibrationContext) -> StepOutcome:
        """Read the tower, and return what people should do now."""
        if context.devices.tower is None:
            return StepOutcome("skipped", sentence("This table has no dice tower."))
        try:
            if self._console is None:
                self._console = self._open_console(context.devices.tower)
            self._console.listen(LISTEN_S)
            return self._outcome(context, self._console)
        except NoTowerError as error:
            self.end()
            absent = str(error) == NOT_PLUGGED_IN and not (
                context.setup.tower or "tower" in context.requested_steps
            )
            return StepOutcome(
                "skipped" if absent else "wrong", str(error), () if absent else (CHECK_AGAIN_CHOICE,)
            )
        except CompanionError as error:
            self.end()
            return StepOutcome("wrong", str(error), (CHECK_AGAIN_CHOICE,))

    def answer(self, context: CalibrationContext, given: Answer) -> None:
        """Accept one of the offered choices."""
        word, console = given.get("word"), self._console
        if console is None:
            word_of(given, CHECK_AGAIN_CHOICE.word)
            return
        match self._phase, word:
            case "waiting", KEEP_ROLL_CHOICE.word:
                self._left = True
            case "waiting", DELETE_ROLL_CHOICE.word:
                console.discard_pending_roll()
                console.listen(REPORT_WITHIN_S)
                if console.pending_roll is None:
                    self._begin_teaching_or_throw(console)
            case "teaching", DONE_CHOICE.word:
                self._store_lesson(console)
            case "throwing", TEACH_CHOICE.word:
                self._begin_teaching()
            case "throwing", CHECK_AGAIN_CHOICE.word:
                self._begin_throw(console)
            case "asking", CONFIRM_CHOICE.word:
                self._enter_phase("ready")
            case "asking", WRONG_CHOICE.word:
                self._begin_teaching()
                self._wrong = (
                    sentence("In one of the steps, a die was not placed as asked. Teach the tower again."),
                )
            case _:
                raise AnswerRefused

    def end(self) -> None:
        """Discard unsaved lessons, and release the port."""
        console, self._console = self._console, None
        if console is not None:
            with contextlib.suppress(CompanionError):
                if self._phase == "teaching" and self._lesson:
                    console.send_command("calibrate", "forget")
            console.close()
        self._phase = "finding"

    def _enter_phase(self, phase: TowerPhase) -> None:
        self._phase, self._wrong = phase, ()

    def _open_console(self, find: Callable[[], TowerConsole]) -> TowerConsole:
        console = find()
        self._start = console.hello.boot
        console.listen(REPORT_WITHIN_S)
        if console.pending_roll is not None:
            self._enter_phase("waiting")
        else:
            self._begin_teaching_or_throw(console)
        return console

    def _begin_teaching_or_throw(self, console: TowerConsole) -> None:
        learnt = all(fault.kind is not FaultKind.CALIBRATE for fault in console.faults)
        if self._teach or not learnt:
            self._begin_teaching()
        else:
            self._begin_throw(console)

    def _begin_teaching(self) -> None:
        self._enter_phase("teaching")
        self._lesson, self._empty, self._readings = 0, (), ()

    def _begin_throw(self, console: TowerConsole) -> None:
        self._enter_phase("throwing")
        self._rolls, self._asked_at = len(console.rolls), self._monotonic()

    def _store_lesson(self, console: TowerConsole) -> None:
        """Let the tower store the requested arrangement, unless its sensors see problems."""
        lesson = LESSONS[self._lesson]
        self._readings = [console.read_pocket(pocket) for pocket in wording.SIDE_NAMES]
        if unlike := find_darker_pocket(self._readings, self._empty):
            self._start_over(console, sentence(NOT_EMPTY_TEXT, side=wording.SIDE_NAMES[unlike]))
            return
        self._wrong = tuple(
            find_lesson_problems(self._readings, self._empty) or store_lesson(console, lesson)
        )
        if self._wrong:
            return
        self._empty = self._empty or self._readings
        self._lesson, self._readings = self._lesson + 1, ()
        if self._lesson == len(LESSONS):
            self._save_lessons(console)

    def _save_lessons(self, console: TowerConsole) -> None:
        if console.hello.boot != self._start:
            self._start = console.hello.boot
            self._start_over(console, sentence("The tower lost power in the meantime: start over."))
            return
        try:
            console.send_command("calibrate", "save")
        except CommandRefused as refused:
            self._start_over(console, refusal_text(("calibrate", "save"), refused))
            return
        self._begin_throw(console)

    def _start_over(self, console: TowerConsole, why: str) -> None:
        console.send_command("calibrate", "forget")
        self._begin_teaching()
        self._wrong = (why,)

    def _outcome(self, context: CalibrationContext, console: TowerConsole) -> StepOutcome:
        about: dict[str, Any] = {
            "unit": console.hello.unit,
            "port": console.path,
            "firmware": console.hello.firmware,
        }
        if self._phase == "waiting" and console.pending_roll is not None:
            if self._left:
                return StepOutcome("skipped", sentence("The tower continues as before."), about=about)
            return StepOutcome(
                "wrong",
                wording.explain_pending_roll(console.pending_roll.dice),
                (KEEP_ROLL_CHOICE, DELETE_ROLL_CHOICE),
                about=about,
            )
        if self._phase == "teaching":
            return self._lesson_outcome(context, about)
        if self._phase == "throwing" and len(console.rolls) > self._rolls:
            self._enter_phase("asking")
        if self._phase == "throwing":
            return self._throw_outcome(console, about)
        return self._roll_outcome(context, console, about)

    def _lesson_outcome(self, context: CalibrationContext, about: dict[str, Any]) -> StepOutcome:
        about |= {"lesson": self._lesson + 1, "lessons": len(LESSONS)}
        if self._readings:
            about["pockets"] = [asdict(each) for each in self._readings]
        lesson = LESSONS[self._lesson]
        if self._wrong:
            text = join_sentences((self._wrong[0], lesson.request))
            return StepOutcome("wrong", text, (DONE_CHOICE,), (*self._wrong[1:], *lesson.notes), about)
        notes = (*lesson.notes, *wording.find_dim_lamps(self._empty, about["unit"], context.devices.measured))
        return StepOutcome("looking", lesson.request, (DONE_CHOICE,), notes, about)

    def _throw_outcome(self, console: TowerConsole, about: dict[str, Any]) -> StepOutcome:
        waited = self._monotonic() - self._asked_at
        if waited > FAULTS_AFTER_S and (wrong := wording.explain_faults(console.faults)):
            return StepOutcome("wrong", wrong, (CHECK_AGAIN_CHOICE, TEACH_CHOICE), about=about)
        if waited > THROW_WITHIN_S:
            text = sentence("No roll was read: watch the sensors with 'companion doctor tower --watch'.")
            return StepOutcome("wrong", text, (CHECK_AGAIN_CHOICE, TEACH_CHOICE), about=about)
        text = sentence("Take both dice out of the tower, then drop them in.")
        return StepOutcome("looking", text, (TEACH_CHOICE,), about=about)

    def _roll_outcome(
        self, context: CalibrationContext, console: TowerConsole, about: dict[str, Any]
    ) -> StepOutcome:
        roll = console.rolls[-1]
        (a, b), (sure_a, sure_b) = roll.dice, roll.quality
        about |= {"dice": [a, b], "sure": [sure_a, sure_b]}
        if self._phase == "ready":
            context.setup = replace(context.setup, tower=console.path, unit=console.hello.unit)
            return StepOutcome(
                "good", sentence("The tower is ready: it read {a} and {b}.", a=a, b=b), about=about
            )
        text = sentence(
            "The tower read {a} and {b} ({sure_a} % and {sure_b} % sure). Is that right?",
            a=a, b=b, sure_a=sure_a, sure_b=sure_b,
        )  # fmt: skip
        return StepOutcome("looking", text, (CONFIRM_CHOICE, WRONG_CHOICE), about=about)
