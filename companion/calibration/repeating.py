"""Calibrating at a table that plays: its live picture, and any step again, which borrows what it needs.

The table plays on until a step opens a camera, a tower or buttons; whatever was opened is given back when the
step is over, is left, breaks, or when nobody has looked for a while.
"""

from __future__ import annotations

import contextlib
import logging
import queue
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import Future
from types import TracebackType
from typing import Any, Final, Protocol, Self

from companion.calibration.guide import ALL
from companion.calibration.outcome import TO_DO, AnswerRefused, StepOutcome
from companion.calibration.relay import Relay
from companion.calibration.session import CalibrationSession
from companion.i18n import message_to_json, sentence
from companion.observations import Clock

_LOG = logging.getLogger(__name__)

LIVE: Final = "live"
"""The step that is on while nothing is repeated: the live picture, judged."""
LIVE_TITLE: Final = sentence("Live picture")
LEFT_S: Final = 60.0
"""A step at which nobody has looked for so long was left: the tablet sleeps, or shows another page."""
LOOK_EVERY_S: Final = 0.2
PATIENCE_S: Final = 3.0
"""For so long whoever orders something waits for it to be done: a tower may be slow to be let go of."""

SAVED: Final = ALL[-1]
REPEATED: Final = ALL[:-1]
"""What can be repeated; what is learned is then kept by itself."""
WRONG: Final = sentence("This step failed in Companion; its log says why.")
LEFT: Final = sentence("Nobody used this step for a while, so it was closed. The table is watched again.")


class Playing(Protocol):
    """A table that plays, as far as its calibration has to know it."""

    def live(self) -> CalibrationSession:
        """A session of one step, `LIVE`: the picture of the table's own camera."""

    def alone(self, step: str) -> CalibrationSession:
        """A session of one step of `REPEATED`, with what has to come before it and after it.

        It borrows what it opens from the table.
        """

    def go_on(self) -> None:
        """Have the table go on with whatever was borrowed, as it is known now; it never raises."""

    def overruled(self, step: str) -> str:
        """Why what was learned in a step won't count for good, in a sentence; empty: it will."""

    def lent(self) -> Sequence[str]:
        """The parts that are borrowed now, as the table's sources are called."""

    def made(self) -> Mapping[str, str]:
        """When each step was done last, by its name."""


class Repeating:
    """A calibration as pages show it, over the session that is on; usable as a context manager."""

    leads: Final = False
    """The table plays: nothing has to be gone through before."""

    def __init__(
        self,
        playing: Playing,
        last: Mapping[str, Any] | None = None,
        left_s: float = LEFT_S,
        clock: Clock = time.monotonic,
    ) -> None:
        """Show the live picture.

        Args:
            playing: the table.
            last: a step that came out just before, as a session's view has it.
            left_s: seconds after which a step at which nobody looks any more is left.
            clock: monotonic seconds, by which it is.
        """
        self._playing = playing
        self._left_s = left_s
        self._session = playing.live()
        self._relay = Relay(self._session)
        self._repeated: str | None = None
        self._last = None if last is None else _told(last)
        self._made = playing.made()
        self._clock = clock
        self._looked_at = clock()
        self._orders: queue.SimpleQueue[tuple[Callable[[], None], Future[None]]] = queue.SimpleQueue()
        self._closed = threading.Event()
        self._thread = threading.Thread(target=self._run, name="repeating", daemon=True)

    # For whoever shows it

    def start(self) -> None:
        """Begin with the live picture."""
        self._session.start()
        self._thread.start()

    def close(self) -> None:
        """End what is on, and give back what it borrowed; the table is not begun again."""
        self._closed.set()
        if self._thread.is_alive():
            self._thread.join()
        self._session.close()

    @property
    def version(self) -> int:
        """That of the view."""
        return self._relay.version

    def view(self) -> dict[str, Any]:
        """As a session's; all steps that can be repeated are in it, and besides:

        ``repeats``: the name of the step that is repeated; None: the table is watched.
        ``lent``: what the table is not watched with meanwhile, as its sources are called.
        ``last``: how the step that was repeated last came out (``name``, ``title``, ``state``, ``text``, and
        ``but``, where that isn't for good), if one was.
        """
        self._looked_at = self._clock()
        shown, repeated = self._relay.view(), self._repeated
        going = {step["name"]: step for step in shown["steps"]}
        current = shown["current"] or repeated or LIVE
        steps = [going.get(LIVE, _listed(LIVE, LIVE_TITLE))]
        steps += [going.get(each.name, self._known(each.name, each.title)) for each in REPEATED]
        if current == SAVED.name:
            steps.append(going[current])
        lent = list(self._playing.lent())
        playing = {"leads": self.leads, "repeats": repeated, "lent": lent, "last": self._last}
        return {**shown, **playing, "current": current, "steps": steps}

    def live(self) -> dict[str, Any]:
        """The step of the live picture, judged while this is asked; asking doesn't count as looking at a step
        that is repeated, and during one nothing is judged.
        """
        if self._repeated is None:
            for step in self._relay.view()["steps"]:
                if step["name"] == LIVE:
                    return dict(step)
        return _listed(LIVE, LIVE_TITLE)

    def wait_for_change(self, version: int, timeout: float) -> bool:
        """As a session's."""
        return self._relay.wait_for_change(version, timeout)

    def answer(self, step: str, given: Mapping[str, Any]) -> None:
        """As a session's."""
        self._relay.answer(step, given)

    def go_to(self, step: str) -> None:
        """Repeat a step alone, whatever is on; at `LIVE` the table goes on.

        Raises:
            AnswerRefused: there is no such step.
        """
        if step != LIVE and step not in {each.name for each in REPEATED}:
            raise AnswerRefused(sentence("This step doesn't exist."))
        self._have_done(lambda: self._begin(step))

    def skip(self, step: str) -> None:
        """Leave the step that is repeated.

        Raises:
            AnswerRefused: that step isn't on.
        """
        if self._repeated is None or step != self.view()["current"]:
            raise AnswerRefused(sentence("You can't skip this step now."))
        self._have_done(lambda: self._go_back(None))

    def picture(self) -> bytes | None:
        """As a session's."""
        return self._relay.picture()

    def _have_done(self, order: Callable[[], None]) -> None:
        """Have an order carried out; pages are answered before one that takes long is."""
        if self._closed.is_set():
            raise AnswerRefused(sentence("Companion is stopping."))
        done: Future[None] = Future()
        self._orders.put((order, done))
        with contextlib.suppress(TimeoutError):
            done.result(PATIENCE_S)

    # From one session to the next, in a thread of its own

    def _run(self) -> None:
        while not self._closed.is_set():
            try:
                order, done = self._orders.get(timeout=LOOK_EVERY_S)
            except queue.Empty:
                order, done = self._go_back_if_over, Future()
            try:
                order()
            except AnswerRefused as refusal:
                done.set_exception(refusal)
            except Exception as error:
                # Without this thread nothing would ever have the table watched again.
                _LOG.exception("the table could not be handed over")
                done.set_exception(error)
            else:
                done.set_result(None)

    def _begin(self, step: str) -> None:
        if step == LIVE:
            self._go_back(None)
        elif step != self._repeated:
            self._repeat(step)
        elif self._relay.view()["current"] == step:
            self._relay.go_to(step)

    def _repeat(self, step: str) -> None:
        """Begin a step; what another one has borrowed is given back first."""
        self._session.close()
        self._playing.go_on()
        self._last = None
        try:
            alone = self._playing.alone(step)
        except Exception:
            self._hand_to(self._playing.live(), None)
            raise
        self._hand_to(alone, step)

    def _go_back(self, last: dict[str, Any] | None) -> None:
        """Have the table go on, and show its live picture."""
        if self._repeated is None:
            return
        self._session.close()
        self._playing.go_on()
        self._made, self._last = self._playing.made(), last
        self._hand_to(self._playing.live(), None)

    def _hand_to(self, session: CalibrationSession, repeated: str | None) -> None:
        self._session, self._repeated = session, repeated
        session.start()
        self._relay.hand_to(session)

    def _go_back_if_over(self) -> None:
        """Go back where a step is over, has broken, or nobody looks any more."""
        repeated = self._repeated
        if repeated is None:
            return
        if self._session.finished:
            (step,) = [each for each in self._session.view()["steps"] if each["name"] == repeated]
            self._go_back(_told(step, self._playing.overruled(repeated)))
        elif not self._session.going:
            self._go_back(self._broke_off(repeated, WRONG))
        elif self._clock() - self._looked_at > self._left_s:
            self._go_back(self._broke_off(repeated, LEFT))

    @staticmethod
    def _broke_off(name: str, why: str) -> dict[str, Any]:
        (title,) = [each.title for each in REPEATED if each.name == name]
        return {
            "name": name,
            "title": message_to_json(title),
            "state": "wrong",
            "text": message_to_json(why),
            "but": "",
        }

    def _known(self, name: str, title: str) -> dict[str, Any]:
        """A step that isn't on: whether it was ever done, or was just found to have nothing to do."""
        last = self._last or {}
        if (last.get("name"), last.get("state")) == (name, "skipped"):
            return _listed(name, title, StepOutcome("skipped"))
        return _listed(name, title, StepOutcome("good") if name in self._made else TO_DO)

    def __enter__(self) -> Self:
        self.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


def _told(step: Mapping[str, Any], but: str = "") -> dict[str, Any]:
    """How a step came out, in short."""
    return {**{what: step[what] for what in ("name", "title", "state", "text")}, "but": message_to_json(but)}


def _listed(name: str, title: str, outcome: StepOutcome = TO_DO) -> dict[str, Any]:
    return {"name": name, "title": message_to_json(title), **outcome.to_json()}
