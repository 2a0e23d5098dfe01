"""The walk through the steps: one after the other, each again, left out, broken, and what is kept of it."""

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
from companion.calibration.outcome import AnswerRefused, Choice, StepOutcome
from companion.calibration.session import CalibrationSession, Stage
from companion.calibration.setup import load
from companion.calibration.steps.saving import SaveStep
from companion.calibration.steps.step import Answer
from companion.perception.frame_buffer import FrameBuffer
from companion.sources.camera import Frame
from tests.calibration.conftest import TODAY
from tests.patience import PATIENCE_S

ASK = StepOutcome("looking", "Well?", (Choice("right", "Yes"),))


class Idle:
    """A step that has nothing to do until the camera is seen."""

    def check(self, world: CalibrationContext) -> StepOutcome:
        return StepOutcome("good", "Done.") if world.setup.camera else StepOutcome("skipped", "No camera.")

    def answer(self, world: CalibrationContext, given: Answer) -> None: ...

    def end(self) -> None: ...


class Asking:
    """A step that is done once it is answered."""

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
def made() -> list[Asking]:
    return []


@pytest.fixture
def walk(world: CalibrationContext, made: list[Asking]) -> Iterator[Callable[..., CalibrationSession]]:
    """Begin a walk: walk("a", "b", ...)."""
    with ExitStack() as stack:

        def make(again: bool) -> Asking:
            made.append(Asking(again))
            return made[-1]

        def begin(*names: str, **options: Any) -> CalibrationSession:
            return stack.enter_context(
                CalibrationSession(world, [Stage(name, name, make) for name in names], **options)
            )

        yield begin


def wait(session: CalibrationSession, until: Callable[[dict[str, Any]], bool]) -> dict[str, Any]:
    """The view, as soon as it is as the test wants it."""
    end = time.monotonic() + PATIENCE_S
    while not until(view := session.view()):
        assert time.monotonic() < end, view
        session.wait_for_change(view["version"], 1.0)
    return view


def states(view: dict[str, Any]) -> list[str]:
    return [step["state"] for step in view["steps"]]


def asks(view: dict[str, Any]) -> bool:
    return any(step["choices"] for step in view["steps"] if step["name"] == view["current"])


def test_a_step_that_is_done_leads_to_the_next_and_what_it_learned_is_kept_at_once(
    walk: Callable[..., CalibrationSession], world: CalibrationContext
) -> None:
    session = walk("a", "b")
    assert states(wait(session, asks)) == ["looking", "to_do"]
    session.answer("a", {"word": "right"})
    view = session.view()
    assert (view["current"], states(view)[0]) == ("b", "good"), "the answer's consequence is there at once"
    kept = load(world.setup_file)
    assert (kept.camera, kept.made) == ("seen", {"a": TODAY})
    assert not session.is_finished
    session.answer("b", {"word": "right"})
    assert session.is_finished


def test_a_step_is_repeated_alone_and_the_walk_goes_on_where_it_was(
    walk: Callable[..., CalibrationSession], made: list[Asking]
) -> None:
    session = walk("a", "b", "c")
    wait(session, asks)
    session.answer("a", {"word": "right"})
    session.start_step("a")
    view = wait(session, asks)
    assert view["current"] == "a"
    assert [step.again for step in made] == [False, False, True]
    session.answer("a", {"word": "right"})
    assert session.view()["current"] == "b", "b was begun and never done"


def test_a_step_is_left_out(walk: Callable[..., CalibrationSession], made: list[Asking]) -> None:
    session = walk("a", "b")
    wait(session, asks)
    session.skip("a")
    assert states(session.view()) == ["skipped", "looking"]
    assert made[0].ended == 1
    with pytest.raises(AnswerRefused, match="can't skip"):
        session.skip("b")


def test_what_had_nothing_to_do_is_gone_to_again_once_something_before_it_was_done(
    world: CalibrationContext,
) -> None:
    stages = [Stage("a", "a", Asking), Stage("b", "b", lambda _: Idle()), Stage("c", "c", Asking)]
    with CalibrationSession(world, stages) as session:
        wait(session, asks)
        session.skip("a")
        assert states(wait(session, asks)) == ["skipped", "skipped", "looking"]
        session.start_step("a")
        session.answer("a", {"word": "right"})
        assert states(wait(session, asks)) == ["good", "good", "looking"]


def test_between_two_steps_it_never_looks_as_if_none_was_on(world: CalibrationContext) -> None:
    class Ending(Asking):
        """Lets go of something, during which others look on."""

        def end(self) -> None:
            shown.append(session.view()["current"])

    shown: list[str | None] = []
    with CalibrationSession(world, [Stage(name, name, Ending) for name in ("a", "b")]) as session:
        wait(session, asks)
        session.start_step("b")
        assert shown == ["a"]


@pytest.mark.parametrize(
    ("order", "why"),
    [
        (lambda session: session.answer("b", {"word": "right"}), "Another step is in progress"),
        (lambda session: session.answer("a", {"word": "maybe"}), "No."),
        (lambda session: session.skip("b"), "can't skip"),
        (lambda session: session.start_step("z"), "step doesn't exist"),
    ],
)
def test_what_can_not_be_done_now_is_refused(
    walk: Callable[..., CalibrationSession], order: Callable[[CalibrationSession], None], why: str
) -> None:
    session = walk("a", "b")
    wait(session, asks)
    with pytest.raises(AnswerRefused, match=why):
        order(session)
    assert session.view()["current"] == "a"


def test_a_step_that_breaks_says_so_and_the_others_can_be_gone_to(
    walk: Callable[..., CalibrationSession], made: list[Asking]
) -> None:
    session = walk("a", "b")
    wait(session, asks)
    made[0].error = RuntimeError("out of paper")
    view = wait(session, lambda view: states(view)[0] == "wrong")
    assert "its log says why" in view["steps"][0]["text"]["text"]
    session.start_step("b")
    assert session.view()["current"] == "b"


def test_what_can_not_be_kept_is_told(
    walk: Callable[..., CalibrationSession], world: CalibrationContext
) -> None:
    world.setup_file = world.setup_file.parent / "gone" / "table.json"
    session = walk("a", "b")
    wait(session, asks)
    session.answer("a", {"word": "right"})
    view = session.view()
    assert (view["current"], states(view)[0]) == ("a", "wrong")
    assert "can't be written" in view["steps"][0]["text"]["text"]


def test_what_is_closed_takes_no_answers(walk: Callable[..., CalibrationSession]) -> None:
    session = walk("a")
    wait(session, asks)
    session.close()
    with pytest.raises(AnswerRefused, match="is finished"):
        session.answer("a", {"word": "right"})


def test_at_the_end_nothing_is_held_any_more(
    walk: Callable[..., CalibrationSession], made: list[Asking]
) -> None:
    session = walk("a")
    wait(session, asks)
    session.close()
    assert made[0].ended == 1


@pytest.mark.filterwarnings("ignore::pytest.PytestUnhandledThreadExceptionWarning")
def test_nor_when_the_walk_itself_breaks_down(
    walk: Callable[..., CalibrationSession], made: list[Asking]
) -> None:
    session = walk("a")
    wait(session, asks)
    assert session.is_running
    made[0].error = SystemExit()  # type: ignore[assignment]  # what nothing may swallow
    end = time.monotonic() + PATIENCE_S
    while session.is_running:
        assert time.monotonic() < end
        time.sleep(0.02)
    assert made[0].ended == 1


def test_while_nobody_asks_it_rests(walk: Callable[..., CalibrationSession], made: list[Asking]) -> None:
    session = walk("a", idle_s=60.0)
    wait(session, asks)
    made[0].error = RuntimeError("looked")
    time.sleep(0.3)
    assert made[0].ended == 0
    wait(session, lambda view: states(view) == ["wrong"])


def test_who_closes_it_waits_for_no_look_that_nobody_asked_for(
    walk: Callable[..., CalibrationSession], made: list[Asking]
) -> None:
    session = walk("a", idle_s=60.0)
    assert session.wait_for_change(0, PATIENCE_S)
    made[0].error = RuntimeError("looked")
    session.close()
    assert states(session.view()) == ["looking"]


class TestPicture:
    def test_what_is_seen_is_drawn_and_a_large_picture_made_smaller(
        self, walk: Callable[..., CalibrationSession], world: CalibrationContext
    ) -> None:
        world.frame_buffer = FrameBuffer()
        world.frame_buffer.process(Frame(0.0, np.zeros((1000, 2000, 3), np.uint8), 0))
        world.overlay = lambda image: np.full_like(image, 200)
        packed = walk("a").picture()
        assert packed is not None
        picture = cv2.imdecode(np.frombuffer(packed, np.uint8), cv2.IMREAD_COLOR)
        assert picture is not None
        assert picture.shape == (640, 1280, 3)
        assert picture.mean() > 190

    def test_without_a_camera_there_is_none(self, walk: Callable[..., CalibrationSession]) -> None:
        assert walk("a").picture() is None


def test_what_was_left_out_is_known_at_the_end_but_not_what_had_nothing_to_do(
    world: CalibrationContext,
) -> None:
    class Without:
        """A step that can't see anything."""

        def __init__(self, **about: str) -> None:
            self.about = about

        def check(self, world: CalibrationContext) -> StepOutcome:
            return StepOutcome("skipped", "Nothing to do.", about=self.about)

        def answer(self, world: CalibrationContext, given: Answer) -> None: ...

        def end(self) -> None: ...

    stages = [
        Stage("camera", "Camera", Asking),
        Stage("island", "Island", lambda _: Without(lacks="camera")),
        Stage("buttons", "Buttons", lambda _: Without()),
        Stage("saved", "Saved", lambda _: SaveStep()),
    ]
    with CalibrationSession(world, stages) as session:
        wait(session, asks)
        session.skip("camera")
        view = wait(session, lambda view: view["current"] is None)
        assert view["steps"][-1]["text"]["text"] == "Saved. Steps skipped: Camera and Island."
        session.start_step("camera")
        session.answer("camera", {"word": "right"})
        view = wait(session, lambda view: view["current"] is None)
        assert view["steps"][-1]["text"]["text"] == "Saved. Steps skipped: Island.", "said anew"


def test_a_trial_leads_on_when_it_is_over_there_is_no_table_to_go_to(
    walk: Callable[..., CalibrationSession], world: CalibrationContext
) -> None:
    world.is_trial = True
    session = walk("a")
    wait(session, asks)
    session.answer("a", {"word": "right"})
    assert session.is_finished
    assert session.leads
