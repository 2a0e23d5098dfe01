"""Runs the calibration steps: one at a time, each repeatable at any time, from any screen.

A session has one thread, in which the steps check and process answers. Terminals and pages read its view and
submit answers from other threads.
"""

from __future__ import annotations

import logging
import queue
import threading
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future
from dataclasses import dataclass, replace
from typing import Any, Final

import cv2

from companion.calibration.context import CalibrationContext, CalibrationStep
from companion.calibration.step_outcome import FINAL_STATES, TO_DO, Answer, AnswerRefused, StepOutcome
from companion.closeable import Closeable
from companion.errors import CompanionError
from companion.i18n import message_to_json, sentence
from companion.supervised_thread import SupervisedThread

_LOG = logging.getLogger(__name__)

LOOK_INTERVAL_S: Final = 0.05
"""Seconds between two checks; an answer interrupts the pause."""
ORDER_TIMEOUT_S: Final = 30.0
"""A check that takes longer has hung."""
STOP_TIMEOUT_S: Final = 10.0
BARE_JPEG_QUALITY: Final = 95
"""Of pictures that are read again, not only looked at."""
MAX_PICTURE_WIDTH_PX: Final = 1280
"""The maximum width of the picture for pages."""
JPEG_QUALITY: Final = 80
STEP_FAILED: Final = StepOutcome("wrong", sentence("This step failed in Companion; its log says why."))


@dataclass(frozen=True)
class Stage:
    """One step of the calibration.

    Attributes:
        name: its name on the command line and in the pages' addresses.
        title: its title for people.
        make: creates the step; its argument says whether the step is repeated, or people chose it.
    """

    name: str
    title: str
    make: Callable[[bool], CalibrationStep]

    def to_json(self, outcome: StepOutcome) -> dict[str, Any]:
        """Return the step with an outcome, in its JSON form for pages."""
        return {"name": self.name, "title": message_to_json(self.title), **outcome.to_json()}


class OrderQueue:
    """Functions that threads submit, and that the owner's thread runs.

    Args:
        wake: called after each submission.
    """

    def __init__(self, wake: Callable[[], None] = lambda: None) -> None:
        self._wake = wake
        self._orders: queue.SimpleQueue[tuple[Callable[[], None], Future[None]]] = queue.SimpleQueue()

    def submit(self, order: Callable[[], None], timeout_s: float) -> None:
        """Wait until an order has run; an exception that it raises is raised here.

        Raises:
            TimeoutError: it hasn't run in time; it will run later.
        """
        done: Future[None] = Future()
        self._orders.put((order, done))
        self._wake()
        done.result(timeout_s)

    def run_next(self, timeout_s: float) -> bool:
        """Run the next order; return False if none arrives in time."""
        try:
            order, done = self._orders.get(timeout=timeout_s)
        except queue.Empty:
            return False
        try:
            order()
        except Exception as error:
            if not isinstance(error, CompanionError):
                _LOG.exception("an order failed")
            done.set_exception(error)
        else:
            done.set_result(None)
        return True


class CalibrationSession(Closeable):
    """Runs some steps in order.

    Usable as a context manager: it starts on entry and closes on exit.
    """

    def __init__(
        self, context: CalibrationContext, stages: Sequence[Stage], idle_s: float | None = None
    ) -> None:
        """Prepare the steps.

        Args:
            context: the table.
            stages: the steps, in order.
            idle_s: check only while a client has requested the view within so many seconds; None: always.
        """
        self._context = context
        self._stages = {stage.name: stage for stage in stages}
        self._idle_s = idle_s
        self._outcomes: dict[str, StepOutcome] = dict.fromkeys(self._stages, TO_DO)
        self._skipped: set[str] = set()
        self._current: str | None = None
        self._step: CalibrationStep | None = None
        self._has_begun = self._has_failed = False
        self._version = 0
        self._changed = threading.Condition()
        self._asked = threading.Event()
        self._stop = threading.Event()
        self._orders = OrderQueue(self._asked.set)
        self._thread = SupervisedThread("calibration", self._run, self._stop, self._report_failure)

    # Methods for pages and terminals

    def start(self) -> None:
        """Begin with the first step."""
        self._thread.start()

    def close(self) -> None:
        """Stop the session and release all devices."""
        self._stop.set()
        self._asked.set()
        if self._thread.is_alive():
            self._thread.join(STOP_TIMEOUT_S)
        if not self._thread.is_alive():
            # A thread that failed stops without ending its step.
            self._finish()
        self._context.close()

    @property
    def steps(self) -> tuple[str, ...]:
        """The names of the steps, in order."""
        return tuple(self._stages)

    @property
    def leads(self) -> bool:
        """True if it must be finished before the table is used; False if the table is already playing.

        After a trial there is no table to use.
        """
        return self._idle_s is None and (self._context.is_trial or not self.is_finished)

    @property
    def is_running(self) -> bool:
        """True if it was started, and has neither been closed nor failed."""
        return self._thread.is_alive() and not self._has_failed

    @property
    def version(self) -> int:
        """The version of the view."""
        with self._changed:
            return self._version

    @property
    def is_finished(self) -> bool:
        """True if the last step is done and none is current."""
        with self._changed:
            return self._outcomes[self.steps[-1]].state in FINAL_STATES and self._current is None

    def view(self) -> dict[str, Any]:
        """Return everything to show, as JSON; ``version`` rises whenever it changes."""
        self._asked.set()
        frame_buffer = self._context.frame_buffer
        with self._changed:
            return {
                "version": self._version,
                "leads": self.leads,
                "current": self._current,
                "picture": frame_buffer is not None and frame_buffer.newest_frame is not None,
                "steps": [stage.to_json(self._outcomes[name]) for name, stage in self._stages.items()],
            }

    def wait_for_change(self, version: int, timeout: float) -> bool:
        """Wait until the view's version differs; return False if the time ran out first."""
        with self._changed:
            return self._changed.wait_for(lambda: self._version != version, timeout)

    def answer(self, step: str, given: Answer) -> None:
        """Answer the current step.

        Raises:
            AnswerRefused: that step isn't the current one, or the answer is invalid.
        """
        self._order_and_wait(lambda: self._answer(step, given))

    def start_step(self, step: str) -> None:
        """Begin a step, or repeat it.

        Raises:
            AnswerRefused: there is no such step.
        """
        self._order_and_wait(lambda: self._begin(step, is_requested=True))

    def skip(self, step: str) -> None:
        """Skip the current step.

        Raises:
            AnswerRefused: that step isn't the current one, or can't be skipped.
        """
        self._order_and_wait(lambda: self._skip(step))

    def picture(self, *, bare: bool = False) -> bytes | None:
        """Return the live picture as JPEG; None: there is none.

        Args:
            bare: without the detections that are otherwise drawn on it.
        """
        frame_buffer, overlay = self._context.frame_buffer, None if bare else self._context.overlay
        frame = None if frame_buffer is None else frame_buffer.newest_frame
        if frame is None:
            return None
        image = frame.image if overlay is None else overlay(frame.image)
        height, width = image.shape[:2]
        if width > MAX_PICTURE_WIDTH_PX:
            extent = (MAX_PICTURE_WIDTH_PX, round(height * MAX_PICTURE_WIDTH_PX / width))
            image = cv2.resize(image, extent, interpolation=cv2.INTER_AREA).astype("uint8")
        quality = BARE_JPEG_QUALITY if bare else JPEG_QUALITY
        packed, jpeg = cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, quality])
        return jpeg.tobytes() if packed else None

    # In the session's own thread

    def _order_and_wait(self, order: Callable[[], None]) -> None:
        def run() -> None:
            order()
            # Publish the effect before the client learns that its order is done.
            self._check_step()

        if not self._thread.is_alive():
            raise AnswerRefused(
                sentence("This calibration is finished. To repeat a step, run 'companion calibrate'.")
            )
        try:
            self._orders.submit(run, ORDER_TIMEOUT_S)
        except TimeoutError:
            raise AnswerRefused(sentence("Companion is busy: try again in a moment.")) from None

    def _run(self) -> None:
        if not self._has_begun:
            self._begin(self.steps[0])
            self._has_begun = True
        while not self._stop.is_set():
            if self._idle_s is not None and not self._asked.wait(self._idle_s):
                continue
            self._asked.clear()
            while self._orders.run_next(0):
                pass
            if self._stop.is_set():
                # Don't delay the end by a check that nobody will see.
                break
            self._check_step()
            self._orders.run_next(LOOK_INTERVAL_S)
        self._finish()

    def _report_failure(self, _: BaseException) -> None:
        """Report a failure of this thread at the current step, which goes on."""
        self._has_failed = True
        if self._current is not None:
            self._publish(self._current, STEP_FAILED)

    def _check_step(self) -> None:
        name, step = self._current, self._step
        if name is None or step is None:
            return
        try:
            outcome = step.check(self._context)
            if outcome.state == "good":
                # Save the results immediately, so nothing is lost if people stop here.
                today = self._context.devices.today()
                self._context.setup = self._context.setup.with_completed_step(name, today)
                self._context.save()
        except CompanionError as error:
            outcome = StepOutcome("wrong", str(error))
        except Exception:
            _LOG.exception("the step %s failed", name)
            outcome = STEP_FAILED
        self._publish(name, outcome)
        if outcome.state in FINAL_STATES:
            self._begin_next(name)

    def _begin_next(self, name: str) -> None:
        """Begin the next unfinished step, if there is one.

        A step that had nothing to do may have something by now: a camera, for example. Steps that people
        skipped stay skipped.
        """
        after = self.steps[self.steps.index(name) + 1 :]
        # The text of the last step may have changed by now.
        undone = (each for each in after if self._outcomes[each].state != "good" or each == self.steps[-1])
        following = next((each for each in undone if each not in self._skipped), None)
        if following is None:
            self._finish()
            self._publish(None, None)
        else:
            self._begin(following)

    def _begin(self, name: str, *, is_requested: bool = False) -> None:
        if name not in self._stages:
            raise AnswerRefused(sentence("This step doesn't exist."))
        self._end_step()
        self._skipped.discard(name)
        again = is_requested or self._outcomes[name] is not TO_DO
        self._context.skipped_titles = tuple(self._missing_titles())
        self._current, self._step = name, self._stages[name].make(again)
        self._publish(name, replace(TO_DO, state="looking"))

    def _missing_titles(self) -> Iterator[str]:
        """Yield the titles of the steps that people skipped, and of those that depended on them.

        Steps that have nothing to do at this table aren't missing.
        """
        for name, outcome in self._outcomes.items():
            if outcome.state == "skipped" and (name in self._skipped or "lacks" in outcome.about):
                yield self._stages[name].title

    def _finish(self) -> None:
        self._current = None
        self._end_step()

    def _end_step(self) -> None:
        """Release the current step's resources; its outcome stays visible until the next step begins."""
        step, self._step = self._step, None
        if step is not None:
            step.end()

    def _answer(self, name: str, given: Answer) -> None:
        if name != self._current or self._step is None:
            raise AnswerRefused(sentence("Another step is in progress."))
        self._step.answer(self._context, given)

    def _skip(self, name: str) -> None:
        if name != self._current or name == self.steps[-1]:
            raise AnswerRefused(sentence("You can't skip this step now."))
        self._skipped.add(name)
        self._publish(name, StepOutcome("skipped", sentence("Step skipped.")))
        self._begin_next(name)

    def _publish(self, name: str | None, outcome: StepOutcome | None) -> None:
        with self._changed:
            if name is not None and outcome is not None:
                if self._outcomes[name] == outcome:
                    return
                self._outcomes[name] = outcome
            self._version += 1
            self._changed.notify_all()
