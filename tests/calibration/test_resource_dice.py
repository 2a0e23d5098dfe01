"""The calibration step that learns a set of resource dice from what the camera sees."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

from companion.calibration.context import CalibrationContext
from companion.calibration.step_outcome import AnswerRefused, StepOutcome
from companion.calibration.steps.resource_dice import (
    NO_DIE,
    FaceExample,
    FaceExamples,
    ResourceDiceStep,
    assign_different_faces,
)
from companion.cli.parts.device_access import load_learned_dice
from companion.sim.picture.dice import DrawnDie
from companion.sim.resource_dice import TRAY_CAMERA, draw_face_art, place_dice
from companion.sim.tabletop import Painter, TableAppearance, Tabletop, TabletopMoment
from tests.calibration.conftest import FrameFeed
from tests.images import SET_COLOURS
from vision.dice import DieDetection
from vision.dice.resources import (
    EMBEDDING_SIZE,
    RESOURCES,
    Resource,
    ResourceFeatures,
    load,
)

Picture = NDArray[np.uint8]
EMPTY_TRAY = np.full((240, 320, 3), 120, np.uint8)
WIDTH_PX = 45.0


def look_at(
    step: ResourceDiceStep, world: CalibrationContext, feed: FrameFeed, image: Picture
) -> StepOutcome:
    """Show one picture for a moment; return the outcome."""
    for _ in range(6):
        feed.show(image)
    return step.check(world)


def features(names: list[str], noise: float = 0.0) -> ResourceFeatures:
    """Return features of faces that the network recognises, with embeddings of a set."""
    values = np.full((len(names), len(RESOURCES)), 0.04)
    embeddings = np.zeros((len(names), EMBEDDING_SIZE))
    for n, name in enumerate(names):
        values[n, RESOURCES.index(name)] = 0.8
        embeddings[n, RESOURCES.index(name)] = 1.0
        embeddings[n, len(RESOURCES) + n] = noise
    return ResourceFeatures(values, embeddings / np.linalg.norm(embeddings, axis=1, keepdims=True))


class DrawnTable:
    """Pictures whose dice the detector finds: one grey level for each."""

    def __init__(self) -> None:
        self.faces: dict[int, list[str]] = {}
        self.width_px = WIDTH_PX

    def draw(self, level: int, faces: list[str]) -> Picture:
        self.faces[level] = faces
        return np.full((240, 320, 3), level, np.uint8)

    def detect(
        self, picture: Picture, learned: object = None, **_: object
    ) -> tuple[tuple[DieDetection, ...], NDArray[np.float64], ResourceFeatures]:
        faces = self.faces.get(int(picture.mean()), [])
        dice = tuple(DieDetection((30.0 + 50 * n, 100.0), self.width_px, 1.0) for n in range(len(faces)))
        return dice, np.ones(len(dice)), features(faces)


@pytest.fixture
def drawn_table(monkeypatch: pytest.MonkeyPatch) -> DrawnTable:
    table = DrawnTable()
    monkeypatch.setattr("companion.calibration.steps.resource_dice.detect_resource_dice", table.detect)
    return table


@pytest.fixture
def step() -> ResourceDiceStep:
    return ResourceDiceStep(True)


def test_a_table_without_the_dice_game_skips_the_step(world: CalibrationContext) -> None:
    assert ResourceDiceStep().check(world).state == "skipped"


def test_without_a_camera_there_is_nothing_to_learn(
    step: ResourceDiceStep, world: CalibrationContext
) -> None:
    assert step.check(world).state == "skipped"


@pytest.mark.slow
@pytest.mark.smoke
@pytest.mark.parametrize("colours", [SET_COLOURS[0], SET_COLOURS[3]])
def test_a_set_is_learned_from_two_pictures_and_survives_a_restart(
    colours: object, make_world: Callable[..., CalibrationContext], tmp_path: Path
) -> None:
    journal = tmp_path / "evening.db"
    world = make_world(faces_file=tmp_path / "evening-dice.json")
    step, feed = ResourceDiceStep(True), FrameFeed(world)
    rng = random.Random(3)
    art, painter = draw_face_art(colours), Painter(None, TableAppearance(seed=4))  # type: ignore[arg-type]  # a set's colours
    corrected = 0
    for showing in range(2):
        dice = place_dice(RESOURCES, art, rng)
        table = TabletopMoment(Tabletop(replace(TRAY_CAMERA, width=960, height=720), clutter=tuple(dice)))
        outcome = look_at(step, world, feed, painter.draw_frame(table, showing))
        assert len(outcome.about["dice"]) == len(RESOURCES)
        for n, seen in enumerate(outcome.about["dice"]):
            truth = nearest_face(dice, seen["at"])
            if seen["face"] != truth:
                corrected += 1
                step.answer(world, {"die": n, "face": truth})
        step.answer(world, {"word": "right"})
        feed.show(EMPTY_TRAY, 1.0)
    outcome = step.check(world)
    assert outcome.state == "good", outcome.text
    assert corrected <= len(RESOURCES)
    world.save()
    learned = load_learned_dice(journal)
    assert learned is not None
    assert sorted(learned.names) == sorted([*RESOURCES, *RESOURCES])


def nearest_face(dice: list[DrawnDie], at: list[float]) -> str:
    camera = replace(TRAY_CAMERA, width=960, height=720)
    places = camera.project([die.at for die in dice])
    distances = np.linalg.norm(np.array(places) - np.array(at) * (960, 720), axis=1)
    return RESOURCES[dice[int(distances.argmin())].value - 1]


def test_people_name_the_faces_that_are_not_recognised(
    step: ResourceDiceStep, world: CalibrationContext, frame_feed: FrameFeed, drawn_table: DrawnTable
) -> None:
    drawn_table.draw(130, ["ore", "wool"])
    outcome = look_at(step, world, frame_feed, drawn_table.draw(100, ["ore", "ore", "gold"]))
    assert [die["face"] for die in outcome.about["dice"]] == ["ore", "ore", "gold"]
    step.answer(world, {"die": 1, "face": "wool"})
    step.answer(world, {"die": 2, "face": NO_DIE})
    step.answer(world, {"word": "right"})
    about = step.check(world).about
    assert {face: n for face, n in about["shown"].items() if n} == {"ore": 1, "wool": 1}


def test_the_same_picture_is_not_counted_twice(
    step: ResourceDiceStep, world: CalibrationContext, frame_feed: FrameFeed, drawn_table: DrawnTable
) -> None:
    shown = drawn_table.draw(100, ["ore", "wool"])
    assert "dice" in look_at(step, world, frame_feed, shown).about
    step.answer(world, {"word": "right"})
    assert "dice" not in look_at(step, world, frame_feed, shown).about
    assert "dice" in look_at(step, world, frame_feed, drawn_table.draw(140, ["ore"])).about


def test_moving_dice_are_not_read(
    step: ResourceDiceStep, world: CalibrationContext, frame_feed: FrameFeed, drawn_table: DrawnTable
) -> None:
    one, other = drawn_table.draw(100, ["ore"]), drawn_table.draw(150, ["ore"])
    for _ in range(3):
        frame_feed.show(one)
        frame_feed.show(other)
    assert "dice" not in step.check(world).about


@pytest.mark.parametrize(
    ("level", "faces", "width_px", "reason"),
    [
        (15, ["ore"], 45.0, "too dark"),
        (120, [], 45.0, "No die was found"),
        (120, ["ore", "wool"], 20.0, "only 20 pixels wide"),
    ],
)
def test_an_unusable_picture_is_explained(
    step: ResourceDiceStep,
    world: CalibrationContext,
    frame_feed: FrameFeed,
    drawn_table: DrawnTable,
    level: int,
    faces: list[str],
    width_px: float,
    reason: str,
) -> None:
    look_at(step, world, frame_feed, drawn_table.draw(60, []))
    drawn_table.width_px = width_px
    outcome = look_at(step, world, frame_feed, drawn_table.draw(level, faces))
    assert outcome.state == "wrong"
    assert reason in outcome.text


def test_an_empty_table_at_the_beginning_is_no_fault(
    step: ResourceDiceStep, world: CalibrationContext, frame_feed: FrameFeed, drawn_table: DrawnTable
) -> None:
    assert look_at(step, world, frame_feed, drawn_table.draw(120, [])).state == "looking"


def show_all(
    step: ResourceDiceStep, world: CalibrationContext, feed: FrameFeed, table: DrawnTable, level: int
) -> None:
    look_at(step, world, feed, table.draw(level, list(RESOURCES)))
    step.answer(world, {"word": "right"})


def test_showing_each_face_once_is_enough_if_people_say_so(
    step: ResourceDiceStep, world: CalibrationContext, frame_feed: FrameFeed, drawn_table: DrawnTable
) -> None:
    show_all(step, world, frame_feed, drawn_table, 100)
    assert [choice.word for choice in step.check(world).choices] == ["done"]
    step.answer(world, {"word": "done"})
    assert step.check(world).state == "good"
    assert world.faces is not None
    assert len(world.faces.names) == len(RESOURCES)


def test_a_face_that_was_named_wrongly_is_shown_again(
    step: ResourceDiceStep, world: CalibrationContext, frame_feed: FrameFeed, drawn_table: DrawnTable
) -> None:
    show_all(step, world, frame_feed, drawn_table, 100)
    look_at(step, world, frame_feed, drawn_table.draw(140, list(RESOURCES)))
    step.answer(world, {"die": 0, "face": "grain"})
    step.answer(world, {"die": 1, "face": "ore"})
    step.answer(world, {"word": "right"})
    outcome = step.check(world)
    assert outcome.state == "wrong"
    assert "ore and grain" in outcome.text
    step.answer(world, {"word": "forget"})
    about = step.check(world).about
    assert about["shown"]["ore"] == 0
    assert about["shown"]["grain"] == 0
    assert about["shown"]["wool"] == 2


def test_an_unknown_die_or_face_is_refused(
    step: ResourceDiceStep, world: CalibrationContext, frame_feed: FrameFeed, drawn_table: DrawnTable
) -> None:
    look_at(step, world, frame_feed, drawn_table.draw(100, ["ore"]))
    for given in ({"die": 1, "face": "ore"}, {"die": 0, "face": "sheep"}, {"die": "0", "face": "ore"}):
        with pytest.raises(AnswerRefused):
            step.answer(world, given)


def test_dice_are_read_again_at_a_table_whose_camera_read_none(
    step: ResourceDiceStep, world: CalibrationContext, frame_feed: FrameFeed, drawn_table: DrawnTable
) -> None:
    world.setup = replace(world.setup, dice="nowhere")
    for level in (100, 140):
        show_all(step, world, frame_feed, drawn_table, level)
    assert step.check(world).state == "good"
    assert world.setup.dice == "beside"


def test_six_different_faces_are_assigned_together() -> None:
    values = np.full((6, 6), 0.02)
    np.fill_diagonal(values, 0.9)
    # The second die resembles the first one's face slightly more than its own.
    values[1] = [0.5, 0.4, 0.025, 0.025, 0.025, 0.025]
    shares = assign_different_faces(values)
    assert shares.argmax(axis=1).tolist() == [0, 1, 2, 3, 4, 5]
    assert shares.sum(axis=1) == pytest.approx(np.ones(6))
    assert shares[1, 1] > 0.9


def test_a_learned_face_is_proposed_although_the_network_errs() -> None:
    examples = FaceExamples()
    own = features(["ore"])
    names: tuple[Resource, ...] = ("gold", "wool")
    for name, embedding in zip(names, features(["ore", "wool"]).embeddings, strict=True):
        examples.named.append(FaceExample(name, np.zeros((48, 48, 3), np.uint8), embedding))
    assert examples.propose_names(own) == ["gold"]


def test_the_set_file_is_readable(tmp_path: Path) -> None:
    examples = FaceExamples()
    for n, name in enumerate(RESOURCES):
        patch = np.full((48, 48, 3), 20 * n, np.uint8)
        examples.named.append(FaceExample(name, patch, features([name]).embeddings[0]))
    examples.learn("2026-11-27T20:00:00").save(tmp_path / "dice.json")
    assert load(tmp_path / "dice.json").names == RESOURCES
