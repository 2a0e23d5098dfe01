"""The dice tower found, taught its pockets, and tried with one throw."""

from __future__ import annotations

import contextlib
import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any, Final, Literal

from companion.calibration.outcome import AnswerRefused, Choice, StepOutcome
from companion.calibration.steps.pockets import LESSONS, amiss, darker, refusal, take_in
from companion.calibration.steps.step import AGAIN, DONE, RIGHT, Answer
from companion.calibration.world import World
from companion.errors import CompanionError
from companion.i18n import joined, mark, sentence
from companion.observations import Clock
from companion.sources.tower import wording
from companion.sources.tower.console import CommandRefused, NoTowerError, TowerConsole
from companion.sources.tower.port import NOT_PLUGGED_IN
from companion.sources.tower.readings import PocketReading
from companion.sources.tower.tower_frames import FaultKind
from companion.sources.tower.wording import SIDES

TOLD_WITHIN_S: Final = 1.0
"""Seconds after which a throw that waits in the tower has been told: it is told twice a second."""
LISTEN_S: Final = 0.1
THROW_WITHIN_S: Final = 60.0
"""A throw that hasn't been read after so long is asked about."""
FAULTS_AFTER_S: Final = 8.0
"""Dice on their way, and those of the last lesson that still lie there, are faults for a while."""

WRONG: Final = Choice("wrong", sentence("That's wrong"))
LEAVE: Final = Choice("leave", sentence("Keep it for the game"))
FORGET: Final = Choice("forget", sentence("Delete it for good"))
TEACH: Final = Choice("teach", sentence("Teach the pockets again"))

NOT_EMPTY: Final = mark(
    "The {side} pocket is darker now than when it was empty: something must have been in it then. Start over."
)

Phase = Literal["finding", "waiting", "teaching", "throwing", "asking", "ready"]


class TowerStep:
    """The tower's step.

    Args:
        teach: whether it is to learn its pockets though it knows them.
        pace: seconds, for how long a throw is waited for.
    """

    def __init__(self, teach: bool = False, pace: Clock = time.monotonic) -> None:
        self._teach = teach
        self._pace = pace
        self._console: TowerConsole | None = None
        self._phase: Phase = "finding"
        self._start = ""
        self._lesson = 0
        self._empty: Sequence[PocketReading] = ()
        self._readings: Sequence[PocketReading] = ()
        self._wrong: tuple[str, ...] = ()
        self._rolls, self._asked_at = 0, 0.0
        self._left = False

    def look(self, world: World) -> StepOutcome:
        """Hear the tower, and tell what is asked of people now."""
        if world.reach.tower is None:
            return StepOutcome("skipped", sentence("This table has no dice tower."))
        try:
            if self._console is None:
                self._console = self._found(world.reach.tower)
            self._console.listen(LISTEN_S)
            return self._told(world, self._console)
        except NoTowerError as error:
            self.end()
            absent = str(error) == NOT_PLUGGED_IN and not (world.setup.tower or "tower" in world.expected)
            return StepOutcome("skipped" if absent else "wrong", str(error), () if absent else (AGAIN,))
        except CompanionError as error:
            self.end()
            return StepOutcome("wrong", str(error), (AGAIN,))

    def answer(self, world: World, given: Answer) -> None:
        """A choice of those that were offered."""
        word, console = given.get("word"), self._console
        if console is None:
            if word != AGAIN.word:
                raise AnswerRefused(sentence("This answer isn't possible at this step now."))
            return
        act = self._acts().get(str(word))
        if act is None:
            raise AnswerRefused(sentence("This answer isn't possible at this step now."))
        act(console)

    def end(self) -> None:
        """Have what was not saved forgotten, and give the port back."""
        console, self._console = self._console, None
        if console is not None:
            with contextlib.suppress(CompanionError):
                if self._phase == "teaching" and self._lesson:
                    console.ask("calibrate", "forget")
            console.close()
        self._phase = "finding"

    def _acts(self) -> dict[str, Callable[[TowerConsole], None]]:
        """What may be answered now, and what that does."""
        match self._phase:
            case "waiting":
                return {LEAVE.word: lambda _: self._leave(), FORGET.word: self._forget}
            case "teaching":
                return {DONE.word: self._take_in}
            case "throwing":
                return {TEACH.word: lambda _: self._begin_teaching(), AGAIN.word: self._begin_throw}
            case "asking":
                return {RIGHT.word: lambda _: self._to("ready"), WRONG.word: lambda _: self._misread()}
            case _:
                return {}

    def _to(self, phase: Phase) -> None:
        self._phase, self._wrong = phase, ()

    def _found(self, find: Callable[[], TowerConsole]) -> TowerConsole:
        console = find()
        self._start = console.hello.boot
        console.listen(TOLD_WITHIN_S)
        if console.waiting is not None:
            self._to("waiting")
        else:
            self._go_on(console)
        return console

    def _go_on(self, console: TowerConsole) -> None:
        learnt = all(fault.kind is not FaultKind.CALIBRATE for fault in console.faults)
        if self._teach or not learnt:
            self._begin_teaching()
        else:
            self._begin_throw(console)

    def _leave(self) -> None:
        self._left = True

    def _forget(self, console: TowerConsole) -> None:
        console.drop_waiting()
        console.listen(TOLD_WITHIN_S)
        if console.waiting is None:
            self._go_on(console)

    def _begin_teaching(self) -> None:
        self._to("teaching")
        self._lesson, self._empty, self._readings = 0, (), ()

    def _begin_throw(self, console: TowerConsole) -> None:
        self._to("throwing")
        self._rolls, self._asked_at = len(console.rolls), self._pace()

    def _misread(self) -> None:
        self._begin_teaching()
        self._wrong = (
            sentence("In one of the steps, a die was not placed as asked. Teach the tower again."),
        )

    def _take_in(self, console: TowerConsole) -> None:
        """What lies there is what was asked for: have the tower take it in."""
        lesson = LESSONS[self._lesson]
        self._readings = [console.read(pocket) for pocket in SIDES]
        if unlike := darker(self._readings, self._empty):
            self._start_over(console, sentence(NOT_EMPTY, side=SIDES[unlike]))
            return
        self._wrong = tuple(amiss(self._readings, self._empty) or take_in(console, lesson))
        if self._wrong:
            return
        self._empty = self._empty or self._readings
        self._lesson, self._readings = self._lesson + 1, ()
        if self._lesson == len(LESSONS):
            self._keep(console)

    def _keep(self, console: TowerConsole) -> None:
        if console.hello.boot != self._start:
            self._start = console.hello.boot
            self._start_over(console, sentence("The tower lost power in the meantime: start over."))
            return
        try:
            console.ask("calibrate", "save")
        except CommandRefused as refused:
            self._start_over(console, refusal(("calibrate", "save"), refused))
            return
        self._begin_throw(console)

    def _start_over(self, console: TowerConsole, why: str) -> None:
        console.ask("calibrate", "forget")
        self._begin_teaching()
        self._wrong = (why,)

    def _told(self, world: World, console: TowerConsole) -> StepOutcome:
        about: dict[str, Any] = {
            "unit": console.hello.unit,
            "port": console.path,
            "firmware": console.hello.firmware,
        }
        if self._phase == "waiting" and console.waiting is not None:
            if self._left:
                return StepOutcome("skipped", sentence("The tower continues as before."), about=about)
            return StepOutcome("wrong", wording.waiting(console.waiting.dice), (LEAVE, FORGET), about=about)
        if self._phase == "teaching":
            return self._lesson_told(about)
        if self._phase == "throwing" and len(console.rolls) > self._rolls:
            self._to("asking")
        if self._phase == "throwing":
            return self._throw_told(console, about)
        return self._roll_told(world, console, about)

    def _lesson_told(self, about: dict[str, Any]) -> StepOutcome:
        about |= {"lesson": self._lesson + 1, "lessons": len(LESSONS)}
        if self._readings:
            about["pockets"] = [
                {"pocket": each.pocket, "dark": list(each.dark), "lit": list(each.lit)}
                for each in self._readings
            ]
        lesson = LESSONS[self._lesson]
        if self._wrong:
            text = joined((self._wrong[0], lesson.request))
            return StepOutcome("wrong", text, (DONE,), (*self._wrong[1:], *lesson.notes), about)
        return StepOutcome("looking", lesson.request, (DONE,), lesson.notes, about)

    def _throw_told(self, console: TowerConsole, about: dict[str, Any]) -> StepOutcome:
        waited = self._pace() - self._asked_at
        if waited > FAULTS_AFTER_S and (wrong := wording.faults(console.faults)):
            return StepOutcome("wrong", wrong, (AGAIN, TEACH), about=about)
        if waited > THROW_WITHIN_S:
            text = sentence("No roll was read: watch the sensors with 'companion doctor tower --watch'.")
            return StepOutcome("wrong", text, (AGAIN, TEACH), about=about)
        text = sentence("Take both dice out of the tower, then drop them in.")
        return StepOutcome("looking", text, (TEACH,), about=about)

    def _roll_told(self, world: World, console: TowerConsole, about: dict[str, Any]) -> StepOutcome:
        roll = console.rolls[-1]
        (a, b), (sure_a, sure_b) = roll.dice, roll.quality
        about |= {"dice": [a, b], "sure": [sure_a, sure_b]}
        if self._phase == "ready":
            world.setup = replace(world.setup, tower=console.path, unit=console.hello.unit)
            return StepOutcome(
                "good", sentence("The tower is ready: it read {a} and {b}.", a=a, b=b), about=about
            )
        text = sentence(
            "The tower read {a} and {b} ({sure_a} % and {sure_b} % sure). Is that right?",
            a=a, b=b, sure_a=sure_a, sure_b=sure_b,
        )  # fmt: skip
        return StepOutcome("looking", text, (RIGHT, WRONG), about=about)
