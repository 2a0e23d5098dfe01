"""People are walked through the steps: one at a time, each again whenever they like, from any screen.

The session has one thread, in which the steps look and take answers; whoever shows it, a terminal or a page,
reads its view and answers from another.
"""

from __future__ import annotations

import logging
import queue
import threading
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future
from dataclasses import dataclass, replace
from types import TracebackType
from typing import Any, Final, Self

import cv2

from companion.calibration.outcome import OVER, TO_DO, AnswerRefused, StepOutcome
from companion.calibration.steps.step import Answer, CalibrationStep
from companion.calibration.world import World
from companion.errors import CompanionError
from companion.i18n import message_to_json, sentence

_LOG = logging.getLogger(__name__)

BREATH_S: Final = 0.05
"""Seconds between two looks: an answer interrupts it."""
ANSWER_S: Final = 30.0
"""A look that takes longer doesn't come to an end."""
STOP_S: Final = 10.0
WIDEST_PX: Final = 1280
"""Pixels across the picture that is shown."""
QUALITY: Final = 80


@dataclass(frozen=True)
class Stage:
    """One step of the walk.

    Attributes:
        name: as the command line and the addresses of the pages have it.
        title: as people read it.
        make: makes the step; it is given whether it is repeated.
    """

    name: str
    title: str
    make: Callable[[bool], CalibrationStep]


class CalibrationSession:
    """A walk through some steps.

    Usable as a context manager: begun inside, ended after.
    """

    def __init__(self, world: World, stages: Sequence[Stage], idle_s: float | None = None) -> None:
        """Take what is to be walked through.

        Args:
            world: the table.
            stages: the steps, in order.
            idle_s: it looks only while somebody has asked for the view within so many seconds; None: always.
        """
        self._world = world
        self._stages = {stage.name: stage for stage in stages}
        self._order = tuple(stage.name for stage in stages)
        self._idle_s = idle_s
        self._outcomes: dict[str, StepOutcome] = dict.fromkeys(self._order, TO_DO)
        self._left_out: set[str] = set()
        self._current: str | None = None
        self._step: CalibrationStep | None = None
        self._version = 0
        self._changed = threading.Condition()
        self._asked = threading.Event()
        self._stop = threading.Event()
        self._orders: queue.SimpleQueue[tuple[Callable[[], None], Future[None]]] = queue.SimpleQueue()
        self._thread = threading.Thread(target=self._run, name="calibration", daemon=True)

    # For whoever shows it

    def start(self) -> None:
        """Begin with the first step."""
        self._thread.start()

    def close(self) -> None:
        """End the walk and let go of everything."""
        self._stop.set()
        self._asked.set()
        if self._thread.is_alive():
            self._thread.join(STOP_S)
        self._world.close()

    @property
    def steps(self) -> tuple[str, ...]:
        """The names of the steps, in order."""
        return self._order

    @property
    def leads(self) -> bool:
        """Whether it is to be gone through before the table is used; not where the table plays already.

        After a trial there is no table to be used.
        """
        return self._idle_s is None and (self._world.trial or not self.finished)

    @property
    def going(self) -> bool:
        """Whether it was begun and looks on, until it is closed or breaks."""
        return self._thread.is_alive()

    @property
    def version(self) -> int:
        """That of the view."""
        with self._changed:
            return self._version

    @property
    def finished(self) -> bool:
        """Whether nothing is left to do: the last step is done."""
        with self._changed:
            return self._outcomes[self._order[-1]].state in OVER and self._current is None

    def view(self) -> dict[str, Any]:
        """All there is to show, as JSON; ``version`` rises whenever it changes."""
        self._asked.set()
        frame_buffer = self._world.frame_buffer
        with self._changed:
            return {
                "version": self._version,
                "leads": self.leads,
                "current": self._current,
                "picture": frame_buffer is not None and frame_buffer.newest is not None,
                "steps": [
                    {
                        "name": name,
                        "title": message_to_json(self._stages[name].title),
                        **self._outcomes[name].to_json(),
                    }
                    for name in self._order
                ],
            }

    def wait_for_change(self, version: int, timeout: float) -> bool:
        """Wait until the view is another than that of a version; False if the time ran out first."""
        with self._changed:
            return self._changed.wait_for(lambda: self._version != version, timeout)

    def answer(self, step: str, given: Answer) -> None:
        """Answer the step that is on.

        Raises:
            AnswerRefused: that step isn't on, or it can't be answered so.
        """
        self._order_and_wait(lambda: self._answer(step, given))

    def go_to(self, step: str) -> None:
        """Begin a step, or repeat it.

        Raises:
            AnswerRefused: there is no such step.
        """
        self._order_and_wait(lambda: self._begin(step))

    def skip(self, step: str) -> None:
        """Leave out the step that is on.

        Raises:
            AnswerRefused: that step isn't on, or can't be left out.
        """
        self._order_and_wait(lambda: self._skip(step))

    def picture(self) -> bytes | None:
        """The live picture as JPEG, with what is seen drawn on it; None: there is none."""
        frame_buffer, overlay = self._world.frame_buffer, self._world.overlay
        frame = None if frame_buffer is None else frame_buffer.newest
        if frame is None:
            return None
        image = frame.image if overlay is None else overlay(frame.image)
        height, width = image.shape[:2]
        if width > WIDEST_PX:
            extent = (WIDEST_PX, round(height * WIDEST_PX / width))
            image = cv2.resize(image, extent, interpolation=cv2.INTER_AREA).astype("uint8")
        packed, jpeg = cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, QUALITY])
        return jpeg.tobytes() if packed else None

    # In the session's own thread

    def _order_and_wait(self, order: Callable[[], None]) -> None:
        if not self._thread.is_alive():
            raise AnswerRefused(
                sentence("This calibration is finished. To repeat a step, run 'companion calibrate'.")
            )
        done: Future[None] = Future()
        self._orders.put((order, done))
        self._asked.set()
        try:
            done.result(ANSWER_S)
        except TimeoutError:
            raise AnswerRefused(sentence("Companion is busy: try again in a moment.")) from None

    def _run(self) -> None:
        try:
            self._begin(self._order[0])
            while not self._stop.is_set():
                if self._idle_s is not None and not self._asked.wait(self._idle_s):
                    continue
                self._asked.clear()
                self._obey()
                if self._stop.is_set():
                    # Whoever waits for the end waits for no look that nobody will see.
                    break
                self._look()
                self._breathe()
        finally:
            self._leave()

    def _breathe(self) -> None:
        """Wait a moment, unless an order comes."""
        try:
            order = self._orders.get(timeout=BREATH_S)
        except queue.Empty:
            return
        self._do(*order)

    def _obey(self) -> None:
        while not self._orders.empty():
            self._do(*self._orders.get())

    def _do(self, order: Callable[[], None], done: Future[None]) -> None:
        try:
            order()
            # What came of it is shown before whoever ordered it is told that it was done.
            self._look()
        except Exception as error:
            done.set_exception(error)
        else:
            done.set_result(None)

    def _look(self) -> None:
        name, step = self._current, self._step
        if name is None or step is None:
            return
        try:
            outcome = step.look(self._world)
            if outcome.state in OVER:
                outcome = self._over(name, outcome)
        except CompanionError as error:
            outcome = StepOutcome("wrong", str(error))
        except Exception:
            _LOG.exception("the step %s failed", name)
            outcome = StepOutcome("wrong", sentence("This step failed in Companion; its log says why."))
        self._publish(name, outcome)
        if outcome.state in OVER:
            self._go_on(name)

    def _over(self, name: str, outcome: StepOutcome) -> StepOutcome:
        """A step is done: what it learned is kept at once, so that nothing is lost if people stop here."""
        if outcome.state == "good":
            self._world.setup = self._world.setup.done(name, self._world.reach.today())
            self._world.save()
        return outcome

    def _go_on(self, name: str) -> None:
        """Begin the next step that is yet to be done, if there is one.

        One that had nothing to do may have by now: there may be a camera, for one. What people left out
        stays left out.
        """
        after = self._order[self._order.index(name) + 1 :]
        # What is said at the end may be otherwise by now.
        undone = (each for each in after if self._outcomes[each].state != "good" or each == self._order[-1])
        following = next((each for each in undone if each not in self._left_out), None)
        if following is None:
            self._leave()
            self._publish(None, None)
        else:
            self._begin(following)

    def _begin(self, name: str) -> None:
        if name not in self._stages:
            raise AnswerRefused(sentence("This step doesn't exist."))
        self._end_step()
        self._left_out.discard(name)
        again = self._outcomes[name] is not TO_DO
        self._world.left_out = tuple(self._missing())
        self._current, self._step = name, self._stages[name].make(again)
        self._publish(name, replace(TO_DO, state="looking"))

    def _missing(self) -> Iterator[str]:
        """The titles of the steps that people left out, and of those that could see nothing without them.

        What had nothing to do at this table isn't missing.
        """
        for name, outcome in self._outcomes.items():
            if outcome.state == "skipped" and (name in self._left_out or "lacks" in outcome.about):
                yield self._stages[name].title

    def _leave(self) -> None:
        self._current = None
        self._end_step()

    def _end_step(self) -> None:
        """Have the step that is on let go of what it holds; until the next one is, it is shown as before."""
        step, self._step = self._step, None
        if step is not None:
            step.end()

    def _answer(self, name: str, given: Answer) -> None:
        if name != self._current or self._step is None:
            raise AnswerRefused(sentence("Another step is in progress."))
        self._step.answer(self._world, given)

    def _skip(self, name: str) -> None:
        if name != self._current or name == self._order[-1]:
            raise AnswerRefused(sentence("You can't skip this step now."))
        self._left_out.add(name)
        self._publish(name, StepOutcome("skipped", sentence("Step skipped.")))
        self._go_on(name)

    def _publish(self, name: str | None, outcome: StepOutcome | None) -> None:
        with self._changed:
            if name is not None and outcome is not None:
                if self._outcomes[name] == outcome:
                    return
                self._outcomes[name] = outcome
            self._version += 1
            self._changed.notify_all()

    def __enter__(self) -> Self:
        self.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()
