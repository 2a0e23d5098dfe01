"""Calibration during a game: the table's live picture, and single steps that borrow devices.

The table plays until a step opens a camera, a tower or buttons. Every device is returned when the step ends,
is left, fails, or when nobody has viewed it for a while.
"""

from __future__ import annotations

import contextlib
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any, Final, Protocol

from companion.calibration.context import CalibrationStep
from companion.calibration.session import STEP_FAILED, CalibrationSession, OrderQueue, Stage
from companion.calibration.step_outcome import TO_DO, AnswerRefused, StepOutcome
from companion.calibration.steps.bluetooth import BluetoothStep, ButtonsStep
from companion.calibration.steps.colours import ColoursStep
from companion.calibration.steps.dice import DiceStep
from companion.calibration.steps.island import IslandStep
from companion.calibration.steps.picture import CameraStep, LiveStep, PictureStep
from companion.calibration.steps.players import PlayersStep, SaveStep
from companion.calibration.steps.resource_dice import ResourceDiceStep
from companion.calibration.steps.tower import TowerStep
from companion.closeable import Closeable
from companion.i18n import message_to_json, sentence
from companion.observations import Clock
from companion.supervised_thread import SupervisedThread

# The calibration steps, in order, by name.


ALL_STAGES: Final = (
    Stage("camera", sentence("Camera"), CameraStep),
    Stage("picture", sentence("Picture"), lambda _: PictureStep()),
    Stage("island", sentence("Island"), lambda _: IslandStep()),
    Stage("colours", sentence("Pieces"), lambda _: ColoursStep()),
    Stage("dice", sentence("Dice"), lambda _: DiceStep()),
    Stage("faces", sentence("Resource dice"), ResourceDiceStep),
    Stage("tower", sentence("Dice tower"), lambda _: TowerStep()),
    Stage("bluetooth", sentence("Bluetooth dice"), lambda _: BluetoothStep()),
    Stage("buttons", sentence("Buttons"), lambda _: ButtonsStep()),
    Stage("players", sentence("Players"), lambda _: PlayersStep()),
    Stage("saved", sentence("Saved"), lambda _: SaveStep()),
)
"""The complete calibration."""

_STEPS_BEFORE: Final[Mapping[str, tuple[str, ...]]] = {
    "camera": ("camera", "picture"),
    "picture": ("camera", "picture"),
    "island": ("camera", "picture", "island"),
    "colours": ("camera", "picture", "colours"),
    "dice": ("camera", "picture", "dice"),
    "faces": ("camera", "faces"),
}
"""The steps of a single-step calibration: the camera may have been moved since."""


def single_step_stages(name: str, *, ask: bool = False) -> tuple[Stage, ...]:
    """Return the stages of a single step, followed by saving its results.

    Args:
        name: the step's name.
        ask: whether the camera step lets people choose although a camera is known.
    """
    names = (*_STEPS_BEFORE.get(name, (name,)), "saved")
    makers: dict[str, Callable[[bool], CalibrationStep]] = {
        "saved": lambda _: SaveStep(alone=True),
        "tower": lambda _: TowerStep(teach=True),
    }
    if name == "camera" and ask:
        makers["camera"] = lambda _: CameraStep(ask=True)
    stages = (stage for stage in ALL_STAGES if stage.name in names)
    return tuple(replace(stage, make=makers.get(stage.name, stage.make)) for stage in stages)


# Calibration during a game, and before it.


LIVE_STEP: Final = "live"
"""The step while none is repeated: the live picture, judged."""
LIVE_STAGE: Final = Stage(LIVE_STEP, sentence("Live picture"), lambda _: LiveStep())
IDLE_TIMEOUT_S: Final = 60.0
"""A step that nobody has viewed for so long was abandoned: the tablet sleeps, or shows another page."""
POLL_INTERVAL_S: Final = 0.2
PAGE_POLL_INTERVAL_S: Final = 0.25
"""Maximum seconds until a waiting client notices that the session was replaced."""
ORDER_TIMEOUT_S: Final = 3.0
"""The maximum time that a client waits for its order: a tower may be slow to release."""

SAVED_STAGE: Final = ALL_STAGES[-1]
REPEATABLE_STAGES: Final = ALL_STAGES[:-1]
"""The repeatable stages; their results are then saved automatically."""
_REPEATABLE: Final = {stage.name: stage for stage in REPEATABLE_STAGES}
STEP_IDLE_TEXT: Final = sentence(
    "Nobody used this step for a while, so it was closed. The table is watched again."
)


class PlayingTable(Protocol):
    """A table during a game, as its calibration needs it."""

    def create_session(self, step: str | None) -> CalibrationSession:
        """Create a session of one step of `REPEATABLE_STAGES`, with its preceding and following steps.

        It borrows the devices that it opens from the table. None: a session of `LIVE_STAGE`, the picture of
        the table's own camera.
        """

    def resume(self) -> None:
        """Let the table continue with all borrowed devices and the new results; it never raises."""

    def override_reason(self, step: str) -> str:
        """Return why a step's results won't last, in a sentence; empty: they will."""

    def lent_parts(self) -> Sequence[str]:
        """Return the borrowed devices, by the names of the table's sources."""

    def completion_times(self) -> Mapping[str, str]:
        """Return when each step was last completed, by its name."""


class RepeatableCalibration(Closeable):
    """A calibration for pages that shows one session at a time; usable as a context manager.

    Before the table plays, this is the guided session, if there is one. From then on it is the live picture,
    or a single step. The view's versions rise across all sessions.
    """

    _playing: PlayingTable

    def __init__(
        self,
        playing: PlayingTable | CalibrationSession,
        idle_timeout_s: float = IDLE_TIMEOUT_S,
        clock: Clock = time.monotonic,
    ) -> None:
        """Show the first session.

        Args:
            playing: the table, whose live picture is shown; or a guided session, until `watch`.
            idle_timeout_s: seconds after which a step without viewers is abandoned.
            clock: monotonic seconds, for that timeout.
        """
        self._is_guided = isinstance(playing, CalibrationSession)
        self._lock = threading.Lock()
        self._version_offset = 0
        self._repeated: str | None = None
        self._last: dict[str, Any] | None = None
        self._idle_timeout_s = idle_timeout_s
        self._clock = clock
        self._looked_at = clock()
        self._orders = OrderQueue()
        self._closed = threading.Event()
        self._thread = SupervisedThread("repeating", self._run, self._closed)
        if isinstance(playing, CalibrationSession):
            self._session = playing
        else:
            self._playing, self._completion_times = playing, playing.completion_times()
            self._session = playing.create_session(None)

    # Methods for pages and terminals

    def start(self) -> None:
        """Begin with the live picture."""
        self._session.start()
        self._thread.start()

    def watch(self, playing: PlayingTable) -> None:
        """Begin with the live picture of a table; the guided session is closed."""
        self._last = _summarize(self._session.view()["steps"][-1])
        self._playing, self._completion_times = playing, playing.completion_times()
        self._switch_to(None)
        self._thread.start()

    def close(self) -> None:
        """End the current step and return its devices; the table doesn't restart."""
        self._closed.set()
        if self._thread.is_alive():
            self._thread.join()
        self._session.close()

    @property
    def version(self) -> int:
        """The version of the view."""
        with self._lock:
            return self._version_offset + self._session.version

    @property
    def leads(self) -> bool:
        """True if the guided session must be finished before the table is used."""
        return self._is_guided and self._session.leads

    def view(self) -> dict[str, Any]:
        """Return the session's view; once the table plays, with all repeatable steps and these keys:

        ``repeats``: the name of the repeated step; None: the table is being watched.
        ``lent``: the borrowed devices, by the names of the table's sources.
        ``last``: the outcome of the last repeated step (``name``, ``title``, ``state``, ``text``, and ``but``
        if it won't last), if there was one.
        """
        self._looked_at = self._clock()
        with self._lock:
            session, before, repeated = self._session, self._version_offset, self._repeated
            is_guided = self._is_guided
        shown = session.view()
        shown["version"] += before
        if is_guided:
            return shown
        going = {step["name"]: step for step in shown["steps"]}
        current = shown["current"] or repeated or LIVE_STEP
        steps = [going.get(LIVE_STEP, LIVE_STAGE.to_json(TO_DO))]
        steps += [going.get(each.name, self._inactive_step(each)) for each in REPEATABLE_STAGES]
        if current == SAVED_STAGE.name:
            steps.append(going[current])
        lent = list(self._playing.lent_parts())
        playing = {"leads": self.leads, "repeats": repeated, "lent": lent, "last": self._last}
        return {**shown, **playing, "current": current, "steps": steps}

    def live_step(self) -> dict[str, Any]:
        """Return the step of the live picture, which is judged while clients request it.

        The request doesn't count as a view of a repeated step; during one the picture isn't judged.
        """
        if self._repeated is None:
            for step in self._session.view()["steps"]:
                if step["name"] == LIVE_STEP:
                    return dict(step)
        return LIVE_STAGE.to_json(TO_DO)

    def wait_for_change(self, version: int, timeout: float) -> bool:
        """Wait like a session."""
        end = time.monotonic() + timeout
        while True:
            with self._lock:
                session, before = self._session, self._version_offset
            left = end - time.monotonic()
            if before + session.version != version or left <= 0:
                return left > 0
            session.wait_for_change(version - before, min(left, PAGE_POLL_INTERVAL_S))

    def answer(self, step: str, given: Mapping[str, Any]) -> None:
        """Answer like a session."""
        self._session.answer(step, given)

    def start_step(self, step: str) -> None:
        """Repeat a single step, whatever the current one is; `LIVE_STEP` lets the table continue.

        Raises:
            AnswerRefused: there is no such step.
        """
        if self._is_guided:
            self._session.start_step(step)
        elif step == LIVE_STEP or step in _REPEATABLE:
            self._submit_order(lambda: self._begin_step(step))
        else:
            raise AnswerRefused(sentence("This step doesn't exist."))

    def skip(self, step: str) -> None:
        """Leave the repeated step.

        Raises:
            AnswerRefused: that step isn't the current one.
        """
        if self._is_guided:
            self._session.skip(step)
        elif self._repeated is None or step != self.view()["current"]:
            raise AnswerRefused(sentence("You can't skip this step now."))
        else:
            self._submit_order(lambda: self._return_to_live(None))

    def picture(self, *, bare: bool = False) -> bytes | None:
        """Return the picture like a session."""
        return self._session.picture(bare=bare)

    def _submit_order(self, order: Callable[[], None]) -> None:
        """Submit an order and wait for it, but answer the page before a slow one is done."""
        if self._closed.is_set():
            raise AnswerRefused(sentence("Companion is stopping."))
        with contextlib.suppress(TimeoutError):
            self._orders.submit(order, ORDER_TIMEOUT_S)

    # Changes of the session, in a thread of their own

    def _run(self) -> None:
        while not self._closed.is_set():
            if not self._orders.run_next(POLL_INTERVAL_S):
                self._return_if_finished()

    def _begin_step(self, step: str) -> None:
        if step == LIVE_STEP:
            self._return_to_live(None)
        elif step != self._repeated:
            self._repeat(step)
        elif self._session.view()["current"] == step:
            self._session.start_step(step)

    def _repeat(self, step: str) -> None:
        """Begin a step, after returning the devices of another one."""
        self._session.close()
        self._playing.resume()
        self._last = None
        try:
            self._switch_to(step)
        except Exception:
            self._switch_to(None)
            raise

    def _return_to_live(self, last: dict[str, Any] | None) -> None:
        """Let the table continue, and show its live picture."""
        if self._repeated is None:
            return
        self._session.close()
        self._playing.resume()
        self._completion_times, self._last = self._playing.completion_times(), last
        self._switch_to(None)

    def _switch_to(self, step: str | None) -> None:
        session = self._playing.create_session(step)
        session.start()
        with self._lock:
            # The earlier session no longer changes.
            self._version_offset += self._session.version + 1
            self._session, self._repeated, self._is_guided = session, step, False

    def _return_if_finished(self) -> None:
        """Return to the live picture if a step has ended or failed, or has no viewers any more."""
        repeated = self._repeated
        if repeated is None:
            return
        if self._session.is_finished:
            (step,) = [each for each in self._session.view()["steps"] if each["name"] == repeated]
            self._return_to_live(_summarize(step, self._playing.override_reason(repeated)))
        elif not self._session.is_running:
            self._return_to_live(_summarize_failure(repeated, STEP_FAILED.text))
        elif self._clock() - self._looked_at > self._idle_timeout_s:
            self._return_to_live(_summarize_failure(repeated, STEP_IDLE_TEXT))

    def _inactive_step(self, stage: Stage) -> dict[str, Any]:
        """Return a step that isn't the current one: completed earlier, just skipped, or to do."""
        last = self._last or {}
        if (last.get("name"), last.get("state")) == (stage.name, "skipped"):
            return stage.to_json(StepOutcome("skipped"))
        return stage.to_json(StepOutcome("good") if stage.name in self._completion_times else TO_DO)


CalibrationController = CalibrationSession | RepeatableCalibration
"""A calibration in progress; pages and terminals call it from several threads at the same time."""


def _summarize(step: Mapping[str, Any], but: str = "") -> dict[str, Any]:
    """Return a short form of a step's outcome."""
    return {**{what: step[what] for what in ("name", "title", "state", "text")}, "but": message_to_json(but)}


def _summarize_failure(name: str, why: str) -> dict[str, Any]:
    return _summarize(_REPEATABLE[name].to_json(StepOutcome("wrong", why)))
