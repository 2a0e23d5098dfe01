"""Calibration during a game: live picture, one repeated step, and resuming the game."""

from __future__ import annotations

import contextlib
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from typing import Any

import pytest

from companion.calibration.context import CalibrationContext, borrowing_access
from companion.calibration.repeatable_calibration import (
    IDLE_TIMEOUT_S,
    LIVE_STEP,
    POLL_INTERVAL_S,
    REPEATABLE_STAGES,
    STEP_IDLE_TEXT,
    PlayingTable,
    RepeatableCalibration,
)
from companion.calibration.session import STEP_FAILED, CalibrationSession, Stage
from companion.calibration.setup import TableSetup, load
from companion.calibration.step_outcome import Answer, AnswerRefused, Choice, StepOutcome
from companion.calibration.steps.players import SaveStep
from companion.hardware.pins import PanelUnavailableError
from companion.sources.camera import CameraError
from companion.table.source_supervisor import DeviceInUseError
from tests.calibration.conftest import TODAY, Cameras, StillCamera
from tests.patience import PATIENCE_S

NAMES = ["camera", "picture", "island", "colours", "dice", "faces", "tower", "bluetooth"]
NAMES += ["buttons", "players"]
ASKS = StepOutcome("looking", "Well?", (Choice("right", "Yes"),))


class Watching:
    """The live picture step."""

    def check(self, world: CalibrationContext) -> StepOutcome:
        return StepOutcome("looking", "The picture is good.")

    def answer(self, world: CalibrationContext, given: Answer) -> None: ...

    def end(self) -> None: ...


class Borrowing:
    """Step that opens a camera and completes when answered."""

    def __init__(self, spec: str) -> None:
        self._spec = spec
        self._answered = False
        self._opened = False

    def check(self, world: CalibrationContext) -> StepOutcome:
        if not self._opened:
            world.open_camera(self._spec)
            self._opened = True
        if self._answered:
            world.setup = replace(world.setup, camera=self._spec)
            return StepOutcome("good", "Done.")
        return ASKS

    def answer(self, world: CalibrationContext, given: Answer) -> None:
        if given.get("word") == "die":
            raise SystemExit
        self._answered = True

    def end(self) -> None: ...


class Playground:
    """Stand-in for a running table: records which devices are lent and when each step resumes."""

    def __init__(self, make_world: Callable[..., CalibrationContext], cameras: Cameras) -> None:
        cameras.there = {"one": StillCamera()}
        self._make_world = make_world
        self.happened: list[str] = []
        self.world: CalibrationContext | None = None
        self.broken = False

    def create_session(self, step: str | None) -> CalibrationSession:
        if step is None:
            live = Stage(LIVE_STEP, "Live", lambda _: Watching())
            return CalibrationSession(self._make_world(), (live,), idle_s=5.0)
        if self.broken:
            raise RuntimeError("out of order")
        self.world = world = self._make_world()
        world.setup = load(world.setup_file) if world.setup_file.exists() else TableSetup()
        world.devices = borrowing_access(world.devices, lambda part: self.happened.append(f"lend {part}"))
        stages = (
            Stage(step, step, lambda _: Borrowing("one")),
            Stage("saved", "Saved", lambda _: SaveStep()),
        )
        return CalibrationSession(world, stages)

    def resume(self) -> None:
        held = self.world is not None and self.world.frame_buffer is not None
        self.happened.append("go on, camera held" if held else "go on")

    def override_reason(self, step: str) -> str:
        return "Not for good."

    def lent_parts(self) -> list[str]:
        return ["camera"] if self.happened and self.happened[-1] == "lend camera" else []

    def completion_times(self) -> Mapping[str, str]:
        path = self._make_world().setup_file
        return load(path).made if path.exists() else {}


@pytest.fixture
def table(make_world: Callable[..., CalibrationContext], cameras: Cameras) -> Playground:
    return Playground(make_world, cameras)


@pytest.fixture
def begin(table: Playground) -> Iterator[Callable[..., RepeatableCalibration]]:
    """Start a session: begin(idle_timeout_s=...)."""
    with contextlib.ExitStack() as stack:
        yield lambda **options: stack.enter_context(RepeatableCalibration(table, **options))


@pytest.fixture
def repeat_session(begin: Callable[..., RepeatableCalibration]) -> RepeatableCalibration:
    return begin()


def wait_for_view(
    repeat_session: RepeatableCalibration, condition: Callable[[dict[str, Any]], bool]
) -> dict[str, Any]:
    """Wait for a view that satisfies the condition, as pages do."""
    end = time.monotonic() + PATIENCE_S
    while not condition(view := repeat_session.view()):
        assert time.monotonic() < end, view
        repeat_session.wait_for_change(view["version"], 1.0)
    return view


def has_choices_and_picture(view: Mapping[str, Any]) -> bool:
    """Return whether the view has choices and the camera picture, so that it no longer changes."""
    return has_choices(view) and bool(view["picture"])


def has_choices(view: Mapping[str, Any]) -> bool:
    return any(step["choices"] for step in view["steps"] if step["name"] == view["current"])


def is_live_view(view: Mapping[str, Any]) -> bool:
    return view["repeats"] is None


def test_the_view_shows_the_live_picture_and_the_repeatable_steps(
    repeat_session: RepeatableCalibration, table: Playground
) -> None:
    view = wait_for_view(repeat_session, lambda view: bool(view["steps"][0]["text"]))
    assert (view["current"], view["repeats"], view["leads"]) == (LIVE_STEP, None, False)
    assert [step["name"] for step in view["steps"]] == [LIVE_STEP, *NAMES]
    assert [step.name for step in REPEATABLE_STAGES] == NAMES
    assert view["steps"][0]["text"] == "The picture is good."
    assert table.happened == [], "the table plays on undisturbed"


def test_a_step_borrows_its_device_and_the_table_resumes_afterwards(
    repeat_session: RepeatableCalibration, table: Playground
) -> None:
    repeat_session.start_step("dice")
    view = wait_for_view(repeat_session, has_choices)
    assert (view["current"], view["repeats"], view["leads"]) == ("dice", "dice", False)
    assert view["lent"] == ["camera"]
    repeat_session.answer("dice", {"word": "right"})
    view = wait_for_view(repeat_session, is_live_view)
    assert table.happened[-1] == "go on", "and by then nobody else has the camera"
    assert view["lent"] == []
    assert view["last"] == {
        "name": "dice", "title": "dice", "state": "good", "text": "Done.", "but": "Not for good.",
    }  # fmt: skip
    (dice,) = [step for step in view["steps"] if step["name"] == "dice"]
    assert dice["state"] == "good"
    assert table.completion_times() == {"dice": TODAY, "saved": TODAY}
    assert wait_for_view(repeat_session, lambda view: bool(view["steps"][0]["text"]))["current"] == LIVE_STEP


@pytest.mark.parametrize(
    "leave",
    [lambda it: it.start_step(LIVE_STEP), lambda it: it.skip("dice")],
    ids=["to the live picture", "skipped"],
)
def test_leaving_a_step_returns_its_borrowed_device(
    repeat_session: RepeatableCalibration, table: Playground, leave: Callable[[RepeatableCalibration], None]
) -> None:
    repeat_session.start_step("dice")
    wait_for_view(repeat_session, has_choices)
    leave(repeat_session)
    view = wait_for_view(repeat_session, is_live_view)
    assert (view["current"], view["repeats"], view["last"]) == (LIVE_STEP, None, None)
    assert table.happened[-1] == "go on"
    assert table.completion_times() == {}, "what wasn't done isn't kept"


def test_switching_steps_returns_the_device_of_the_first(
    repeat_session: RepeatableCalibration, table: Playground
) -> None:
    repeat_session.start_step("dice")
    wait_for_view(repeat_session, has_choices)
    table.happened.clear()
    repeat_session.start_step("island")
    view = wait_for_view(repeat_session, lambda view: view["current"] == "island" and has_choices(view))
    assert view["repeats"] == "island"
    assert table.happened == ["go on", "lend camera"]


def test_a_running_step_can_be_restarted(repeat_session: RepeatableCalibration, table: Playground) -> None:
    repeat_session.start_step("dice")
    wait_for_view(repeat_session, has_choices)
    table.happened.clear()
    repeat_session.start_step("dice")
    assert wait_for_view(repeat_session, has_choices)["repeats"] == "dice"
    assert "go on" not in table.happened


def test_the_table_resumes_when_nobody_views_the_step(
    begin: Callable[..., RepeatableCalibration], table: Playground
) -> None:
    seconds = [0.0]
    repeat_session = begin(clock=lambda: seconds[0])
    repeat_session.start_step("dice")
    wait_for_view(repeat_session, has_choices)
    seconds[0] += IDLE_TIMEOUT_S + 1
    end = time.monotonic() + PATIENCE_S
    while table.happened[-1] != "go on":
        assert time.monotonic() < end
        time.sleep(0.05)
    view = wait_for_view(repeat_session, is_live_view)
    assert view["last"]["text"]["template"] == STEP_IDLE_TEXT


def test_the_table_waits_while_somebody_views_the_step(
    begin: Callable[..., RepeatableCalibration], table: Playground
) -> None:
    seconds = [0.0]
    repeat_session = begin(clock=lambda: seconds[0])
    repeat_session.start_step("dice")
    for _ in range(10):
        view = wait_for_view(repeat_session, has_choices)
        assert view["repeats"] == "dice"
        seconds[0] += IDLE_TIMEOUT_S / 2
        # The session checks several times a second whether it was left.
        time.sleep(2 * POLL_INTERVAL_S)


def test_a_crashed_step_returns_to_the_live_picture(
    repeat_session: RepeatableCalibration, table: Playground
) -> None:
    repeat_session.start_step("dice")
    wait_for_view(repeat_session, has_choices)
    # Any error that ends the session's thread.
    threading.Thread(target=_die, args=(repeat_session,), daemon=True).start()
    view = wait_for_view(repeat_session, is_live_view)
    assert view["last"]["text"]["template"] == STEP_FAILED.text
    assert table.happened[-1] == "go on"


def _die(repeat_session: RepeatableCalibration) -> None:
    with contextlib.suppress(BaseException):
        repeat_session.answer("dice", {"word": "die"})


def test_the_live_picture_stays_when_a_step_cannot_start(
    repeat_session: RepeatableCalibration, table: Playground
) -> None:
    table.broken = True
    with pytest.raises(RuntimeError, match="out of order"):
        repeat_session.start_step("dice")
    assert wait_for_view(repeat_session, lambda view: bool(view["steps"][0]["text"]))["repeats"] is None
    table.broken = False
    repeat_session.start_step("dice")
    assert wait_for_view(repeat_session, has_choices)["current"] == "dice"


@pytest.mark.parametrize("name", ["saved", "everything", ""])
def test_an_unknown_step_is_refused(
    repeat_session: RepeatableCalibration, table: Playground, name: str
) -> None:
    with pytest.raises(AnswerRefused, match="step doesn't exist"):
        repeat_session.start_step(name)
    with pytest.raises(AnswerRefused, match="can't skip"):
        repeat_session.skip(LIVE_STEP)
    assert table.happened == []


def test_view_versions_only_increase(repeat_session: RepeatableCalibration) -> None:
    versions = [repeat_session.view()["version"]]

    def record_version() -> None:
        versions.append(repeat_session.view()["version"])

    for step in ("dice", "camera", LIVE_STEP, "dice"):
        repeat_session.start_step(step)
        record_version()
        time.sleep(0.1)
        record_version()
    repeat_session.answer("dice", {"word": "right"})
    wait_for_view(repeat_session, is_live_view)
    record_version()
    assert versions == sorted(versions)
    assert len(set(versions)) >= 6


def test_switching_steps_wakes_waiting_viewers(repeat_session: RepeatableCalibration) -> None:
    view = wait_for_view(repeat_session, lambda view: bool(view["steps"][0]["text"]))
    heard: list[bool] = []
    waiting = threading.Thread(
        target=lambda: heard.append(repeat_session.wait_for_change(view["version"], PATIENCE_S))
    )
    waiting.start()
    repeat_session.start_step("dice")
    waiting.join(PATIENCE_S)
    assert heard == [True]
    now = wait_for_view(repeat_session, has_choices)["version"]
    assert repeat_session.wait_for_change(now, 0.1) is False


def test_two_viewers_get_the_same_view(repeat_session: RepeatableCalibration) -> None:
    repeat_session.start_step("dice")
    wait_for_view(repeat_session, has_choices_and_picture)
    one, other = repeat_session.view(), repeat_session.view()
    assert one == other


def test_a_closed_session_returns_all_devices_and_starts_no_step(
    begin: Callable[..., RepeatableCalibration], table: Playground
) -> None:
    repeat_session = begin()
    repeat_session.start_step("dice")
    wait_for_view(repeat_session, has_choices)
    table.happened.clear()
    repeat_session.close()
    assert table.world is not None
    assert table.world.frame_buffer is None
    assert table.happened == []
    with pytest.raises(AnswerRefused, match="is stopping"):
        repeat_session.start_step("dice")


def test_the_playground_implements_the_table_protocol(table: Playground) -> None:
    playing: PlayingTable = table
    assert playing.completion_times() == {}


class TestBorrowedDevices:
    """The table releases a device before it is opened; a device still in use is not opened."""

    def test_each_device_is_borrowed_when_opened(
        self, make_world: Callable[..., CalibrationContext], cameras: Cameras
    ) -> None:
        cameras.there = {"one": StillCamera()}
        lent: list[str] = []
        world = make_world(tower=lambda: lent.append("tower is open"))
        reach = borrowing_access(world.devices, lent.append)
        assert lent == [], "nothing is borrowed before"
        assert reach.cameras() == ["one"]
        reach.camera("one", None)
        assert reach.tower is not None
        reach.tower()
        with reach.buttons():
            lent.append("buttons are open")
        assert lent == ["camera", "tower", "tower is open", "panel", "buttons are open"]

    def test_a_table_without_a_tower_lends_none(self, make_world: Callable[..., CalibrationContext]) -> None:
        assert borrowing_access(make_world(tower=None).devices, lambda _: None).tower is None

    def test_a_device_in_use_is_reported_as_unavailable(
        self, make_world: Callable[..., CalibrationContext], cameras: Cameras
    ) -> None:
        def raise_in_use(_: str) -> None:
            raise DeviceInUseError("The table is still using it.")

        reach = borrowing_access(make_world().devices, raise_in_use)
        with pytest.raises(CameraError, match="still using it"):
            reach.camera("one", None)
        assert cameras.opened == []
        assert reach.tower is not None
        with pytest.raises(DeviceInUseError, match="still using it"):
            reach.tower()
        with pytest.raises(PanelUnavailableError, match="still using it"), reach.buttons():
            pass


def test_the_guided_session_precedes_the_live_picture(table: Playground) -> None:
    guide = CalibrationSession(table._make_world(), (Stage("one", "One", lambda _: Borrowing("one")),))
    calibration = RepeatableCalibration(guide)
    with guide, contextlib.closing(calibration):
        view = wait_for_view(calibration, has_choices)
        assert view == {**guide.view(), "version": calibration.version}
        assert calibration.leads
        calibration.start_step("one")
        wait_for_view(calibration, has_choices)
        calibration.answer("one", {"word": "right"})
        assert guide.is_finished
        before = calibration.view()["version"]
        guide.close()
        calibration.watch(table)
        after = calibration.view()
        assert after["version"] > before
        assert (after["current"], after["last"]["name"], calibration.leads) == (LIVE_STEP, "one", False)
        calibration.start_step("dice")
        wait_for_view(calibration, has_choices_and_picture)
        calibration.answer("dice", {"word": "right"})
        wait_for_view(calibration, is_live_view)


def test_its_threads_return_after_a_failure(
    failed_threads: list[str], begin: Callable[..., RepeatableCalibration]
) -> None:
    repeat_session = begin()
    assert wait_for_view(repeat_session, lambda view: bool(view["steps"][0]["text"]))["current"] == LIVE_STEP
    repeat_session.start_step("dice")
    wait_for_view(repeat_session, has_choices)
    assert {"calibration", "repeating"} <= set(failed_threads)
