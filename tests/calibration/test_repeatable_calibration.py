"""At a table that plays: the live picture, one step repeated, and the table that goes on after."""

from __future__ import annotations

import contextlib
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from typing import Any

import pytest

from companion.calibration.borrowing import borrowing_access
from companion.calibration.context import CalibrationContext
from companion.calibration.outcome import AnswerRefused, Choice, StepOutcome
from companion.calibration.relay import SessionRelay
from companion.calibration.repeatable_calibration import (
    IDLE_TIMEOUT_S,
    LIVE_STEP,
    POLL_INTERVAL_S,
    REPEATABLE_STAGES,
    STEP_FAILED_TEXT,
    STEP_IDLE_TEXT,
    PlayingTable,
    RepeatableCalibration,
)
from companion.calibration.session import CalibrationSession, Stage
from companion.calibration.setup import TableSetup, load
from companion.calibration.steps.saving import SaveStep
from companion.calibration.steps.step import Answer
from companion.hardware.pins import PanelUnavailableError
from companion.sources.camera import CameraError
from companion.table.device_leases import DeviceInUseError
from tests.calibration.conftest import TODAY, Cameras, StillCamera
from tests.patience import PATIENCE_S

NAMES = ["camera", "picture", "island", "colours", "dice", "tower", "bluetooth", "buttons", "players"]
ASKS = StepOutcome("looking", "Well?", (Choice("right", "Yes"),))


class Watching:
    """The live picture's step."""

    def check(self, world: CalibrationContext) -> StepOutcome:
        return StepOutcome("looking", "The picture is good.")

    def answer(self, world: CalibrationContext, given: Answer) -> None: ...

    def end(self) -> None: ...


class Borrowing:
    """A step that opens a camera, and is done once it is answered."""

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
    """A table that plays: it writes down what is lent, and what goes on when."""

    def __init__(self, make_world: Callable[..., CalibrationContext], cameras: Cameras) -> None:
        cameras.there = {"one": StillCamera()}
        self._make_world = make_world
        self.happened: list[str] = []
        self.world: CalibrationContext | None = None
        self.broken = False

    def create_live_session(self) -> CalibrationSession:
        return CalibrationSession(
            self._make_world(), (Stage(LIVE_STEP, "Live", lambda _: Watching()),), idle_s=5.0
        )

    def create_step_session(self, step: str) -> CalibrationSession:
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
    """Begin: begin(idle_timeout_s=...)."""
    with contextlib.ExitStack() as stack:
        yield lambda **options: stack.enter_context(RepeatableCalibration(table, **options))


@pytest.fixture
def repeating(begin: Callable[..., RepeatableCalibration]) -> RepeatableCalibration:
    return begin()


def until(repeating: RepeatableCalibration, done: Callable[[dict[str, Any]], bool]) -> dict[str, Any]:
    """The view, as soon as it is as the test wants it, waited for as pages do."""
    end = time.monotonic() + PATIENCE_S
    while not done(view := repeating.view()):
        assert time.monotonic() < end, view
        repeating.wait_for_change(view["version"], 1.0)
    return view


def asks_and_sees(view: Mapping[str, Any]) -> bool:
    """Nothing of the view changes any more by itself: the camera's picture has come, too."""
    return asks(view) and bool(view["picture"])


def asks(view: Mapping[str, Any]) -> bool:
    return any(step["choices"] for step in view["steps"] if step["name"] == view["current"])


def watched(view: Mapping[str, Any]) -> bool:
    return view["repeats"] is None


def test_it_shows_the_live_picture_and_lists_what_can_be_repeated(
    repeating: RepeatableCalibration, table: Playground
) -> None:
    view = until(repeating, lambda view: bool(view["steps"][0]["text"]))
    assert (view["current"], view["repeats"], view["leads"]) == (LIVE_STEP, None, False)
    assert [step["name"] for step in view["steps"]] == [LIVE_STEP, *NAMES]
    assert [step.name for step in REPEATABLE_STAGES] == NAMES
    assert view["steps"][0]["text"] == "The picture is good."
    assert table.happened == [], "the table plays on undisturbed"


def test_a_step_borrows_what_it_opens_and_the_table_goes_on_when_it_is_over(
    repeating: RepeatableCalibration, table: Playground
) -> None:
    repeating.start_step("dice")
    view = until(repeating, asks)
    assert (view["current"], view["repeats"], view["leads"]) == ("dice", "dice", False)
    assert view["lent"] == ["camera"]
    repeating.answer("dice", {"word": "right"})
    view = until(repeating, watched)
    assert table.happened[-1] == "go on", "and by then nobody else has the camera"
    assert view["lent"] == []
    assert view["last"] == {
        "name": "dice", "title": "dice", "state": "good", "text": "Done.", "but": "Not for good.",
    }  # fmt: skip
    (dice,) = [step for step in view["steps"] if step["name"] == "dice"]
    assert dice["state"] == "good"
    assert table.completion_times() == {"dice": TODAY, "saved": TODAY}
    assert until(repeating, lambda view: bool(view["steps"][0]["text"]))["current"] == LIVE_STEP


@pytest.mark.parametrize(
    "leave",
    [lambda it: it.start_step(LIVE_STEP), lambda it: it.skip("dice")],
    ids=["to the live picture", "skipped"],
)
def test_a_step_that_is_left_gives_back_what_it_borrowed(
    repeating: RepeatableCalibration, table: Playground, leave: Callable[[RepeatableCalibration], None]
) -> None:
    repeating.start_step("dice")
    until(repeating, asks)
    leave(repeating)
    view = until(repeating, watched)
    assert (view["current"], view["repeats"], view["last"]) == (LIVE_STEP, None, None)
    assert table.happened[-1] == "go on"
    assert table.completion_times() == {}, "what wasn't done isn't kept"


def test_from_one_step_another_is_gone_to_and_the_first_gives_back_what_it_had(
    repeating: RepeatableCalibration, table: Playground
) -> None:
    repeating.start_step("dice")
    until(repeating, asks)
    table.happened.clear()
    repeating.start_step("island")
    view = until(repeating, lambda view: view["current"] == "island" and asks(view))
    assert view["repeats"] == "island"
    assert table.happened == ["go on", "lend camera"]


def test_a_step_that_is_on_can_be_begun_anew(repeating: RepeatableCalibration, table: Playground) -> None:
    repeating.start_step("dice")
    until(repeating, asks)
    table.happened.clear()
    repeating.start_step("dice")
    assert until(repeating, asks)["repeats"] == "dice"
    assert "go on" not in table.happened


def test_at_a_step_that_nobody_looks_at_any_more_the_table_goes_on(
    begin: Callable[..., RepeatableCalibration], table: Playground
) -> None:
    seconds = [0.0]
    repeating = begin(clock=lambda: seconds[0])
    repeating.start_step("dice")
    until(repeating, asks)
    seconds[0] += IDLE_TIMEOUT_S + 1
    end = time.monotonic() + PATIENCE_S
    while table.happened[-1] != "go on":
        assert time.monotonic() < end
        time.sleep(0.05)
    view = until(repeating, watched)
    assert view["last"]["text"]["template"] == STEP_IDLE_TEXT


def test_while_somebody_looks_it_waits(
    begin: Callable[..., RepeatableCalibration], table: Playground
) -> None:
    seconds = [0.0]
    repeating = begin(clock=lambda: seconds[0])
    repeating.start_step("dice")
    for _ in range(10):
        view = until(repeating, asks)
        assert view["repeats"] == "dice"
        seconds[0] += IDLE_TIMEOUT_S / 2
        # It looks several times a second whether it was left.
        time.sleep(2 * POLL_INTERVAL_S)


@pytest.mark.filterwarnings("ignore::pytest.PytestUnhandledThreadExceptionWarning")
def test_a_step_that_breaks_down_is_gone_back_from(
    repeating: RepeatableCalibration, table: Playground
) -> None:
    repeating.start_step("dice")
    until(repeating, asks)
    # What ends the session's thread itself, whatever it is.
    threading.Thread(target=_die, args=(repeating,), daemon=True).start()
    view = until(repeating, watched)
    assert view["last"]["text"]["template"] == STEP_FAILED_TEXT
    assert table.happened[-1] == "go on"


def _die(repeating: RepeatableCalibration) -> None:
    with contextlib.suppress(BaseException):
        repeating.answer("dice", {"word": "die"})


def test_where_a_step_can_not_be_begun_the_live_picture_stays(
    repeating: RepeatableCalibration, table: Playground
) -> None:
    table.broken = True
    with pytest.raises(RuntimeError, match="out of order"):
        repeating.start_step("dice")
    assert until(repeating, lambda view: bool(view["steps"][0]["text"]))["repeats"] is None
    table.broken = False
    repeating.start_step("dice")
    assert until(repeating, asks)["current"] == "dice"


@pytest.mark.parametrize("name", ["saved", "everything", ""])
def test_what_is_no_step_is_refused(repeating: RepeatableCalibration, table: Playground, name: str) -> None:
    with pytest.raises(AnswerRefused, match="step doesn't exist"):
        repeating.start_step(name)
    with pytest.raises(AnswerRefused, match="can't skip"):
        repeating.skip(LIVE_STEP)
    assert table.happened == []


def test_versions_only_rise(repeating: RepeatableCalibration) -> None:
    versions = [repeating.view()["version"]]

    def seen() -> None:
        versions.append(repeating.view()["version"])

    for step in ("dice", "camera", LIVE_STEP, "dice"):
        repeating.start_step(step)
        seen()
        time.sleep(0.1)
        seen()
    repeating.answer("dice", {"word": "right"})
    until(repeating, watched)
    seen()
    assert versions == sorted(versions)
    assert len(set(versions)) >= 6


def test_who_waits_for_a_change_hears_of_a_switch(repeating: RepeatableCalibration) -> None:
    view = until(repeating, lambda view: bool(view["steps"][0]["text"]))
    heard: list[bool] = []
    waiting = threading.Thread(
        target=lambda: heard.append(repeating.wait_for_change(view["version"], PATIENCE_S))
    )
    waiting.start()
    repeating.start_step("dice")
    waiting.join(PATIENCE_S)
    assert heard == [True]
    now = until(repeating, asks)["version"]
    assert repeating.wait_for_change(now, 0.1) is False


def test_two_who_look_see_the_same(repeating: RepeatableCalibration) -> None:
    repeating.start_step("dice")
    until(repeating, asks_and_sees)
    one, other = repeating.view(), repeating.view()
    assert one == other


def test_what_is_closed_has_given_everything_back_and_begins_nothing(
    begin: Callable[..., RepeatableCalibration], table: Playground
) -> None:
    repeating = begin()
    repeating.start_step("dice")
    until(repeating, asks)
    table.happened.clear()
    repeating.close()
    assert table.world is not None
    assert table.world.frame_buffer is None
    assert table.happened == []
    with pytest.raises(AnswerRefused, match="is stopping"):
        repeating.start_step("dice")


def test_a_playground_is_what_a_table_that_plays_is(table: Playground) -> None:
    playing: PlayingTable = table
    assert playing.completion_times() == {}


class TestBorrowed:
    """The table lets go of a part before it is opened; one that it still holds isn't opened."""

    def test_each_part_is_borrowed_when_it_is_opened(
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

    def test_a_table_without_a_tower_has_none_to_lend(
        self, make_world: Callable[..., CalibrationContext]
    ) -> None:
        assert borrowing_access(make_world(tower=None).devices, lambda _: None).tower is None

    def test_what_the_table_still_holds_is_told_as_what_can_not_be_opened(
        self, make_world: Callable[..., CalibrationContext], cameras: Cameras
    ) -> None:
        def held(_: str) -> None:
            raise DeviceInUseError("The table is still using it.")

        reach = borrowing_access(make_world().devices, held)
        with pytest.raises(CameraError, match="still using it"):
            reach.camera("one", None)
        assert cameras.opened == []
        assert reach.tower is not None
        with pytest.raises(DeviceInUseError, match="still using it"):
            reach.tower()
        with pytest.raises(PanelUnavailableError, match="still using it"), reach.buttons():
            pass


def test_a_relay_goes_on_where_the_one_before_ended(
    table: Playground, repeating: RepeatableCalibration
) -> None:
    with table.create_live_session() as first:
        relay = SessionRelay(first)
        before = relay.view()["version"]
        relay.switch_to(repeating)
        assert relay.view()["version"] > before
        assert relay.leads is False
        relay.start_step("dice")
        until(repeating, asks_and_sees)
        assert relay.view() == {**repeating.view(), "version": relay.version}
        relay.answer("dice", {"word": "right"})
        until(repeating, watched)
