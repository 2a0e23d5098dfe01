"""The calibration session: steps in order, repeated, skipped or crashed, and what is saved."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from dataclasses import replace
from typing import Any

import cv2
import numpy as np
import pytest

from companion.calibration.context import CalibrationContext
from companion.calibration.session import CalibrationSession, Stage
from companion.calibration.setup import load
from companion.calibration.step_outcome import Answer, AnswerRefused, Choice, StepOutcome
from companion.calibration.steps.players import SaveStep
from companion.perception.camera_watch import FrameBuffer
from companion.sources.camera import Frame
from tests.calibration.conftest import TODAY
from tests.patience import PATIENCE_S

ASK = StepOutcome("looking", "Well?", (Choice("right", "Yes"),))


class Idle:
    """Step that is not applicable until the camera is seen."""

    def check(self, world: CalibrationContext) -> StepOutcome:
        return StepOutcome("good", "Done.") if world.setup.camera else StepOutcome("skipped", "No camera.")

    def answer(self, world: CalibrationContext, given: Answer) -> None: ...

    def end(self) -> None: ...


class Asking:
    """Step that completes when answered."""

    def __init__(self, again: bool = False) -> None:
        self.again = again
        self.answered = False
        self.ended = 0
        self.error: Exception | None = None

    def check(self, world: CalibrationContext) -> StepOutcome:
        if self.error is not None:
            raise self.error
        if self.answered:
            world.setup = replace(world.setup, camera="seen")
            return StepOutcome("good", "Done.")
        return ASK

    def answer(self, world: CalibrationContext, given: Answer) -> None:
        if given.get("word") != "right":
            raise AnswerRefused("No.")
        self.answered = True

    def end(self) -> None:
        self.ended += 1


@pytest.fixture
def created_steps() -> list[Asking]:
    return []


@pytest.fixture
def walk(
    world: CalibrationContext, created_steps: list[Asking]
) -> Iterator[Callable[..., CalibrationSession]]:
    """Start a session with these steps: walk("a", "b", ...)."""
    with ExitStack() as stack:

        def make(again: bool) -> Asking:
            created_steps.append(Asking(again))
            return created_steps[-1]

        def begin(*names: str, **options: Any) -> CalibrationSession:
            return stack.enter_context(
                CalibrationSession(world, [Stage(name, name, make) for name in names], **options)
            )

        yield begin


def wait_for_view(session: CalibrationSession, condition: Callable[[dict[str, Any]], bool]) -> dict[str, Any]:
    """Wait for a view that satisfies the condition."""
    end = time.monotonic() + PATIENCE_S
    while not condition(view := session.view()):
        assert time.monotonic() < end, view
        session.wait_for_change(view["version"], 1.0)
    return view


def states(view: dict[str, Any]) -> list[str]:
    return [step["state"] for step in view["steps"]]


def has_choices(view: dict[str, Any]) -> bool:
    return any(step["choices"] for step in view["steps"] if step["name"] == view["current"])


def test_a_completed_step_is_saved_immediately_and_the_next_starts(
    walk: Callable[..., CalibrationSession], world: CalibrationContext
) -> None:
    session = walk("a", "b")
    assert states(wait_for_view(session, has_choices)) == ["looking", "to_do"]
    session.answer("a", {"word": "right"})
    view = session.view()
    assert (view["current"], states(view)[0]) == ("b", "good"), "the answer's consequence is there at once"
    kept = load(world.setup_file)
    assert (kept.camera, kept.made) == ("seen", {"a": TODAY})
    assert not session.is_finished
    session.answer("b", {"word": "right"})
    assert session.is_finished


def test_a_repeated_step_returns_to_the_previous_position(
    walk: Callable[..., CalibrationSession], created_steps: list[Asking]
) -> None:
    session = walk("a", "b", "c")
    wait_for_view(session, has_choices)
    session.answer("a", {"word": "right"})
    session.start_step("a")
    view = wait_for_view(session, has_choices)
    assert view["current"] == "a"
    assert [step.again for step in created_steps] == [False, False, True]
    session.answer("a", {"word": "right"})
    assert session.view()["current"] == "b", "b was begun and never done"


def test_a_step_can_be_skipped(walk: Callable[..., CalibrationSession], created_steps: list[Asking]) -> None:
    session = walk("a", "b")
    wait_for_view(session, has_choices)
    session.skip("a")
    assert states(session.view()) == ["skipped", "looking"]
    assert created_steps[0].ended == 1
    with pytest.raises(AnswerRefused, match="can't skip"):
        session.skip("b")


def test_an_inapplicable_step_is_revisited_after_an_earlier_step(
    world: CalibrationContext,
) -> None:
    stages = [Stage("a", "a", Asking), Stage("b", "b", lambda _: Idle()), Stage("c", "c", Asking)]
    with CalibrationSession(world, stages) as session:
        wait_for_view(session, has_choices)
        session.skip("a")
        assert states(wait_for_view(session, has_choices)) == ["skipped", "skipped", "looking"]
        session.start_step("a")
        session.answer("a", {"word": "right"})
        assert states(wait_for_view(session, has_choices)) == ["good", "good", "looking"]


def test_a_view_between_two_steps_always_has_a_current_step(world: CalibrationContext) -> None:
    class Ending(Asking):
        """Step that requests the view while it ends."""

        def end(self) -> None:
            current_steps.append(session.view()["current"])

    current_steps: list[str | None] = []
    with CalibrationSession(world, [Stage(name, name, Ending) for name in ("a", "b")]) as session:
        wait_for_view(session, has_choices)
        session.start_step("b")
        assert current_steps == ["a"]


@pytest.mark.parametrize(
    ("order", "reason"),
    [
        (lambda session: session.answer("b", {"word": "right"}), "Another step is in progress"),
        (lambda session: session.answer("a", {"word": "maybe"}), "No."),
        (lambda session: session.skip("b"), "can't skip"),
        (lambda session: session.start_step("z"), "step doesn't exist"),
    ],
)
def test_an_invalid_order_is_refused_with_a_reason(
    walk: Callable[..., CalibrationSession], order: Callable[[CalibrationSession], None], reason: str
) -> None:
    session = walk("a", "b")
    wait_for_view(session, has_choices)
    with pytest.raises(AnswerRefused, match=reason):
        order(session)
    assert session.view()["current"] == "a"


def test_a_crashed_step_is_reported_and_other_steps_remain_available(
    walk: Callable[..., CalibrationSession], created_steps: list[Asking]
) -> None:
    session = walk("a", "b")
    wait_for_view(session, has_choices)
    created_steps[0].error = RuntimeError("out of paper")
    view = wait_for_view(session, lambda view: states(view)[0] == "wrong")
    assert "its log says why" in view["steps"][0]["text"]["text"]
    session.start_step("b")
    assert session.view()["current"] == "b"


def test_a_failed_save_is_reported(
    walk: Callable[..., CalibrationSession], world: CalibrationContext
) -> None:
    world.setup_file = world.setup_file.parent / "gone" / "table.json"
    session = walk("a", "b")
    wait_for_view(session, has_choices)
    session.answer("a", {"word": "right"})
    view = session.view()
    assert (view["current"], states(view)[0]) == ("a", "wrong")
    assert "can't be written" in view["steps"][0]["text"]["text"]


def test_a_closed_session_refuses_answers(walk: Callable[..., CalibrationSession]) -> None:
    session = walk("a")
    wait_for_view(session, has_choices)
    session.close()
    with pytest.raises(AnswerRefused, match="is finished"):
        session.answer("a", {"word": "right"})


def test_all_devices_are_released_at_the_end(
    walk: Callable[..., CalibrationSession], created_steps: list[Asking]
) -> None:
    session = walk("a")
    wait_for_view(session, has_choices)
    session.close()
    assert created_steps[0].ended == 1


def test_all_devices_are_released_after_a_crash(
    walk: Callable[..., CalibrationSession], created_steps: list[Asking]
) -> None:
    session = walk("a")
    wait_for_view(session, has_choices)
    assert session.is_running
    created_steps[0].error = SystemExit()  # type: ignore[assignment]  # what nothing may swallow
    end = time.monotonic() + PATIENCE_S
    while session.is_running:
        assert time.monotonic() < end
        time.sleep(0.02)
    session.close()
    assert created_steps[0].ended == 1


def test_the_session_pauses_without_viewers(
    walk: Callable[..., CalibrationSession], created_steps: list[Asking]
) -> None:
    session = walk("a", idle_s=60.0)
    wait_for_view(session, has_choices)
    created_steps[0].error = RuntimeError("looked")
    time.sleep(0.3)
    assert created_steps[0].ended == 0
    wait_for_view(session, lambda view: states(view) == ["wrong"])


def test_closing_does_not_wait_for_an_idle_check(
    walk: Callable[..., CalibrationSession], created_steps: list[Asking]
) -> None:
    session = walk("a", idle_s=60.0)
    assert session.wait_for_change(0, PATIENCE_S)
    created_steps[0].error = RuntimeError("looked")
    session.close()
    assert states(session.view()) == ["looking"]


class TestPicture:
    def test_the_picture_has_an_overlay_and_is_downscaled(
        self, walk: Callable[..., CalibrationSession], world: CalibrationContext
    ) -> None:
        world.frame_buffer = FrameBuffer()
        world.frame_buffer.process(Frame(0.0, np.zeros((1000, 2000, 3), np.uint8), 0))
        world.overlay = lambda image: np.full_like(image, 200)
        encoded = walk("a").picture()
        assert encoded is not None
        picture = cv2.imdecode(np.frombuffer(encoded, np.uint8), cv2.IMREAD_COLOR)
        assert picture is not None
        assert picture.shape == (640, 1280, 3)
        assert picture.mean() > 190

    def test_without_a_camera_there_is_no_picture(self, walk: Callable[..., CalibrationSession]) -> None:
        assert walk("a").picture() is None


def test_the_last_step_lists_skipped_steps_but_not_inapplicable_ones(
    world: CalibrationContext,
) -> None:
    class BlindStep:
        """Step that detects nothing."""

        def __init__(self, **about: str) -> None:
            self.about = about

        def check(self, world: CalibrationContext) -> StepOutcome:
            return StepOutcome("skipped", "Nothing to do.", about=self.about)

        def answer(self, world: CalibrationContext, given: Answer) -> None: ...

        def end(self) -> None: ...

    stages = [
        Stage("camera", "Camera", Asking),
        Stage("island", "Island", lambda _: BlindStep(lacks="camera")),
        Stage("buttons", "Buttons", lambda _: BlindStep()),
        Stage("saved", "Saved", lambda _: SaveStep()),
    ]
    with CalibrationSession(world, stages) as session:
        wait_for_view(session, has_choices)
        session.skip("camera")
        view = wait_for_view(session, lambda view: view["current"] is None)
        assert view["steps"][-1]["text"]["text"] == "Saved. Steps skipped: Camera and Island."
        session.start_step("camera")
        session.answer("camera", {"word": "right"})
        view = wait_for_view(session, lambda view: view["current"] is None)
        assert view["steps"][-1]["text"]["text"] == "Saved. Steps skipped: Island.", "said anew"


def test_a_finished_trial_offers_no_link_to_a_table(
    walk: Callable[..., CalibrationSession], world: CalibrationContext
) -> None:
    world.is_trial = True
    session = walk("a")
    wait_for_view(session, has_choices)
    session.answer("a", {"word": "right"})
    assert session.is_finished
    assert session.leads
