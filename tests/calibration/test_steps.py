"""Each step alone: its reports, the answers it accepts, and the setup it saves."""

from __future__ import annotations

import contextlib
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, ClassVar

import numpy as np
import pytest

from companion.calibration.context import CalibrationContext, CalibrationStep
from companion.calibration.setup import ExpectedPlayer, TableSetup, load
from companion.calibration.setup_report import describe_setup as known
from companion.calibration.step_outcome import AnswerRefused, StepOutcome
from companion.calibration.steps.bluetooth import ButtonsStep
from companion.calibration.steps.colours import (
    COUNT_AFTER_S,
    EXAMPLE_TIMEOUT_S,
    MIN_DOUBTFUL_LOOKS,
    ColoursStep,
)
from companion.calibration.steps.dice import DiceStep
from companion.calibration.steps.island import IslandStep, plane_to_pixels
from companion.calibration.steps.picture import CameraStep, LiveStep, PictureStep, camera_name
from companion.calibration.steps.players import PlayersStep, SaveStep
from companion.hardware.pins import ButtonEvent, PanelUnavailableError
from companion.island.geometry import (
    COAST,
    HEXES,
    INTERSECTIONS,
    SITES,
    HexId,
    IntersectionId,
    PieceColour,
    Site,
    Standing,
    position,
)
from companion.island.reading import HexReading, PiecesReading
from companion.island.setups import first_game_layout
from companion.sim.picture import CameraEffects, Light, Piece, render_board
from companion.sources.camera import ExposureError
from tests.calibration.conftest import POSE, Cameras, FrameFeed, StillCamera
from tests.patience import PATIENCE_S
from vision.board import BoardReading, LocatedHex, read_board
from vision.buildings import Example
from vision.dice import DieReading
from vision.dice.region import DiceRegion
from vision.dice.rolls import RollFrameResult, RollWatch, SeenRoll
from vision.follow.board_tracker import BoardTracker
from vision.follow.calibration import Calibration
from vision.follow.readings import BoardUpdate
from vision.follow.tints import HexChange, Tint, update_tint

DIM_LIGHT = Light(brightness=0.15)


def wait_for_state(step: CalibrationStep, world: CalibrationContext, *states: str) -> StepOutcome:
    """Check the step until it has one of these states."""
    end = time.monotonic() + PATIENCE_S
    while True:
        outcome = step.check(world)
        if outcome.state in states:
            return outcome
        assert time.monotonic() < end, outcome
        time.sleep(0.01)


def choice_words(outcome: StepOutcome) -> list[str]:
    return [choice.word for choice in outcome.choices]


class TestCamera:
    def test_the_only_camera_is_chosen_automatically(
        self, world: CalibrationContext, cameras: Cameras
    ) -> None:
        cameras.there = {"/dev/video0": StillCamera()}
        outcome = wait_for_state(CameraStep(), world, "good")
        assert "gives pictures of 64 x 48" in outcome.text
        assert world.setup.camera == "/dev/video0"

    def test_people_choose_among_several_cameras(self, world: CalibrationContext, cameras: Cameras) -> None:
        cameras.there = {"one": StillCamera(), "other": StillCamera()}
        step = CameraStep()
        outcome = step.check(world)
        assert outcome.text == "Which camera is above the table?"
        step.answer(world, {"word": outcome.choices[1].word})
        wait_for_state(step, world, "good")
        assert world.setup.camera == "other"

    @pytest.mark.parametrize(
        ("spec", "name"),
        [
            ("/dev/v4l/by-id/usb-046d_HD_Pro_Webcam_C920_9FBA23AF-video-index0", "HD Pro Webcam C920"),
            ("/dev/v4l/by-id/usb-Maker_Camera-video-index0", "Maker Camera"),
            ("picamera", "Raspberry Pi"),
            ("/dev/video2", "/dev/video2"),
        ],
    )
    def test_a_camera_has_a_readable_name(self, spec: str, name: str) -> None:
        assert camera_name(spec) == name

    def test_the_saved_camera_is_chosen_except_when_the_step_is_repeated(
        self, world: CalibrationContext, cameras: Cameras
    ) -> None:
        cameras.there = {"one": StillCamera(), "other": StillCamera()}
        world.setup = replace(world.setup, camera="other", exposure={"exposure": 3.0})
        wait_for_state(CameraStep(), world, "good")
        assert cameras.opened == [("other", {"exposure": 3.0})]
        assert "Which camera" in CameraStep(ask=True).check(world).text

    def test_a_repeated_step_offers_the_current_camera_first(
        self, world: CalibrationContext, cameras: Cameras
    ) -> None:
        cameras.there = {"photos/": StillCamera()}
        world.setup = replace(world.setup, camera="photos/")
        step = CameraStep(ask=True)
        (used,) = step.check(world).choices
        assert (used.word, used.usual) == ("camera:photos/", True)
        assert cameras.opened == [], "another may be typed: nothing is opened before"
        step.answer(world, {"word": used.word})
        wait_for_state(step, world, "good")

    def test_choosing_another_camera_clears_the_exposure_lock(
        self, world: CalibrationContext, cameras: Cameras
    ) -> None:
        cameras.there = {"new": StillCamera()}
        world.setup = replace(world.setup, camera="old", exposure={"exposure": 3.0})
        world.camera = "new"
        wait_for_state(CameraStep(), world, "good")
        assert world.setup.exposure == {}
        assert cameras.opened == [("new", None)]

    def test_without_cameras_the_step_waits_for_a_name(
        self, world: CalibrationContext, cameras: Cameras
    ) -> None:
        step = CameraStep()
        outcome = step.check(world)
        assert (outcome.state, "play without one" in outcome.text) == ("looking", True)
        assert "companion serve --camera phone" in outcome.more[1]
        step.answer(world, {"camera": "photos/"})
        outcome = step.check(world)
        assert (outcome.state, outcome.text) == ("wrong", "There is no camera photos/.")
        cameras.there = {"photos/": StillCamera()}
        step.answer(world, {"word": "again"})
        wait_for_state(step, world, "good")

    @pytest.mark.parametrize("answer", [{}, {"camera": ""}, {"camera": 7}, {"word": "right"}])
    def test_answers_other_than_a_camera_are_refused(
        self, world: CalibrationContext, answer: dict[str, Any]
    ) -> None:
        with pytest.raises(AnswerRefused, match="type its number"):
            CameraStep().answer(world, answer)


class TestPicture:
    @pytest.mark.parametrize("make", [PictureStep, LiveStep, IslandStep, ColoursStep, DiceStep])
    def test_the_step_is_skipped_without_a_camera(
        self, world: CalibrationContext, make: Callable[[], CalibrationStep]
    ) -> None:
        outcome = make().check(world)
        assert outcome.state == "skipped"
        assert "choose one first" in outcome.text

    @pytest.mark.parametrize("make", [IslandStep, ColoursStep, DiceStep])
    def test_the_step_is_skipped_without_a_picture(
        self, world: CalibrationContext, frame_feed: FrameFeed, make: Callable[[], CalibrationStep]
    ) -> None:
        outcome = make().check(world)
        assert outcome.state == "skipped"
        assert "look at the picture first" in outcome.text

    @pytest.mark.slow
    def test_a_good_picture_is_rated_locked_and_learned(
        self, world: CalibrationContext, frame_feed: FrameFeed, board: np.ndarray
    ) -> None:
        world.source = StillCamera()
        step = PictureStep()
        frame_feed.show(board)
        assert "is good" in step.check(world).text
        assert step.check(world).state == "looking"
        for _ in range(4):
            frame_feed.show(board)
        assert (step.check(world).state, world.setup.exposure) == ("looking", {"exposure": 100.0})
        assert step.check(world).state == "looking", "it is learned as it is held"
        for _ in range(5):
            frame_feed.show(board)
        outcome = step.check(world)
        assert outcome.state == "good", outcome
        assert world.setup.exposure == {"exposure": 100.0}
        assert world.setup.quality > 0.6
        assert world.calibration is not None
        assert world.calibration.exposure == {"exposure": 100.0}
        assert world.calibration.made == "2026-11-21T20:00:00"
        drawn = world.overlay and world.overlay(board)
        assert drawn is not None
        assert (drawn != board).any(), "the island is drawn on the picture"

    @pytest.mark.slow
    def test_learned_piece_examples_are_kept(
        self, world: CalibrationContext, frame_feed: FrameFeed, board: np.ndarray, calibration: Calibration
    ) -> None:
        tints: dict[PieceColour, Tint] = {"red": Tint((40.0, 55.0, 30.0), (3.0, 4.0, 4.0), 2)}
        examples = (Example(INTERSECTIONS[0], "city", (0.0,) * 6, 0.5),)
        world.calibration = replace(calibration, tints=tints, examples=examples)
        step = PictureStep()
        for _ in range(8):
            frame_feed.show(board)
            step.check(world)
        assert world.calibration.tints == tints
        assert world.calibration.examples == examples

    @pytest.mark.slow
    def test_a_dark_picture_is_rejected_until_there_is_light(
        self, world: CalibrationContext, frame_feed: FrameFeed, board: np.ndarray
    ) -> None:
        step = PictureStep()
        frame_feed.show(render_board(first_game_layout(), (), camera=POSE, light=DIM_LIGHT))
        outcome = step.check(world)
        assert (outcome.state, choice_words(outcome)) == ("wrong", ["go_on"])
        assert "too dark" in outcome.text
        assert outcome.about["judged"][0]["what"] == "light"
        frame_feed.show(board)
        assert "is good" in step.check(world).text

    @pytest.mark.slow
    def test_people_can_accept_a_poor_picture_and_that_is_saved(
        self, world: CalibrationContext, frame_feed: FrameFeed
    ) -> None:
        dark = render_board(
            first_game_layout(), (), camera=POSE, light=DIM_LIGHT, lens=CameraEffects(noise=0.2)
        )
        step = PictureStep()
        frame_feed.show(dark)
        step.check(world)
        step.answer(world, {"word": "go_on"})
        for _ in range(8):
            frame_feed.show(dark)
            outcome = step.check(world)
        assert outcome.state == "good", outcome
        assert "too dark" in world.setup.wrong[0]

    @pytest.mark.slow
    @pytest.mark.parametrize("brightness", [0.3, 2.0])
    def test_an_adjustable_camera_is_set_to_the_light_of_the_island(
        self, world: CalibrationContext, frame_feed: FrameFeed, brightness: float
    ) -> None:
        class Metering(StillCamera):
            light = 1.0

            def lock_exposure(self, times: float = 1.0) -> dict[str, float]:
                self.light *= times
                return {"exposure": 100 * self.light}

        camera = world.source = Metering()
        step = PictureStep()
        outcome = None
        for _ in range(40):
            lamp = Light(brightness=brightness * camera.light ** (1 / 2.2))
            frame_feed.show(
                render_board(first_game_layout(), (), camera=POSE, light=lamp, lens=CameraEffects(noise=1))
            )
            outcome = step.check(world)
            if outcome.state != "looking":
                break
        assert outcome is not None
        assert outcome.state == "good", outcome
        assert world.setup.wrong == ()
        assert world.setup.exposure == {"exposure": 100 * camera.light}
        assert (camera.light > 1) == (brightness < 1)

    @pytest.mark.slow
    def test_a_camera_that_cannot_lock_is_tried_once(
        self, world: CalibrationContext, frame_feed: FrameFeed
    ) -> None:
        city_step = []

        class Plain(StillCamera):
            def lock_exposure(self, times: float = 1.0) -> dict[str, float]:
                city_step.append(times)
                raise ExposureError("The camera can't lock its exposure.")

        world.source = Plain()
        step = PictureStep()
        for _ in range(4):
            frame_feed.show(render_board(first_game_layout(), (), camera=POSE, light=DIM_LIGHT))
            outcome = step.check(world)
        assert "too dark" in outcome.text
        assert len(city_step) == 1

    def test_without_an_island_the_step_cannot_be_completed(
        self, world: CalibrationContext, frame_feed: FrameFeed
    ) -> None:
        step = PictureStep()
        frame_feed.show(np.full((270, 480, 3), 90, np.uint8))
        outcome = step.check(world)
        assert (outcome.state, outcome.choices) == ("wrong", ())
        assert "print markers" in outcome.more[-1]
        with pytest.raises(AnswerRefused):
            step.answer(world, {"word": "go_on"})

    @pytest.mark.slow
    def test_a_camera_without_exposure_lock_is_reported_but_no_fault(
        self, world: CalibrationContext, frame_feed: FrameFeed, board: np.ndarray
    ) -> None:
        class Plain(StillCamera):
            def lock_exposure(self, times: float = 1.0) -> dict[str, float]:
                raise ExposureError("The camera can't lock its exposure.")

        world.source = Plain()
        step = PictureStep()
        for _ in range(8):
            frame_feed.show(board)
            outcome = step.check(world)
        assert outcome.state == "good"
        assert "can't lock its exposure" in outcome.text
        assert world.setup.unheld == "The camera can't lock its exposure."

    @pytest.mark.slow
    def test_the_step_waits_until_nothing_moves(
        self, world: CalibrationContext, frame_feed: FrameFeed, board: np.ndarray
    ) -> None:
        world.source = StillCamera()
        step = PictureStep()
        frame_feed.show(board)
        step.check(world)
        for n in range(5):
            frame_feed.show((board * (0.7 + 0.06 * n)).astype(np.uint8))
        assert "the brightness isn't steady" in step.check(world).text
        assert world.setup.exposure == {}, "exposure that hasn't settled is not held"

    @pytest.mark.slow
    def test_the_picture_is_rated_continuously_during_a_game(
        self, world: CalibrationContext, frame_feed: FrameFeed, board: np.ndarray
    ) -> None:
        class Live(StillCamera):
            is_live = True

        world.source = Live()
        step = LiveStep()
        frame_feed.show(board)
        outcome = step.check(world)
        assert (outcome.state, outcome.text, choice_words(outcome)) == (
            "looking",
            "The picture is good.",
            ["hold"],
        )
        step.answer(world, {"word": "hold"})
        assert "exposure is locked" in step.check(world).text
        assert load(world.setup_file).exposure == {"exposure": 100.0}
        frame_feed.show(render_board(first_game_layout(), (), camera=POSE, light=DIM_LIGHT))
        assert step.check(world).state == "wrong"
        assert world.calibration is None, "how the board is seen is the table's own affair"


class TestIsland:
    @pytest.fixture
    def step(
        self, world: CalibrationContext, frame_feed: FrameFeed, board: np.ndarray, calibration: Calibration
    ) -> IslandStep:
        world.calibration = calibration
        frame_feed.show(board)
        return IslandStep()

    @pytest.mark.slow
    def test_the_island_is_read_and_confirmed(self, world: CalibrationContext, step: IslandStep) -> None:
        outcome = step.check(world)
        assert choice_words(outcome) == ["right", "again"]
        assert len(outcome.about["layout"]["hexes"]) == 19
        step.answer(world, {"word": "right"})
        assert step.check(world).state == "good"
        assert world.setup.layout is not None
        assert sorted(world.setup.layout.terrains) == sorted(first_game_layout().terrains)

    @pytest.mark.slow
    def test_misread_hexes_are_corrected(self, world: CalibrationContext, step: IslandStep) -> None:
        before = step.check(world).about["layout"]
        step.answer(world, {"hex": HEXES[0], "terrain": "desert", "number": None})
        path = next(iter(before["harbors"]))
        step.answer(world, {"path": path, "harbor": None})
        after = step.check(world).about["layout"]
        assert after["hexes"][HEXES[0]] == {"terrain": "desert", "number": None}
        assert path not in after["harbors"]
        assert any("Desert" in sentence for sentence in step.check(world).more), "the box holds one"

    @pytest.mark.slow
    def test_an_impossible_island_is_saved_only_when_people_insist(
        self, world: CalibrationContext, step: IslandStep
    ) -> None:
        layout = step.check(world).about["layout"]["hexes"]
        with_number = next(at for at, lies in layout.items() if lies["number"] == 11)
        step.answer(world, {"hex": with_number, "terrain": "desert", "number": 11})
        outcome = step.check(world)
        assert outcome.state == "wrong"
        assert outcome.text.startswith("The box doesn't allow this island: Terrain ")
        assert "Desert with the number token 11" in outcome.more
        assert choice_words(outcome) == ["again", "keep"]
        assert not any(choice.usual for choice in outcome.choices), "Enter doesn't keep it"
        with pytest.raises(AnswerRefused):
            step.answer(world, {"word": "right"})
        step.answer(world, {"word": "keep"})
        outcome = step.check(world)
        assert outcome.state == "good"
        assert "although the box doesn't allow it" in outcome.text
        (problem,) = [each for each in known(world.setup, world.calibration, ()) if each.what == "layout"]
        assert not problem.good
        assert "The box doesn't allow this island" in problem.text

    @pytest.mark.slow
    def test_a_possible_island_is_confirmed_without_insisting(
        self, world: CalibrationContext, step: IslandStep
    ) -> None:
        step.check(world)
        with pytest.raises(AnswerRefused):
            step.answer(world, {"word": "keep"})
        step.answer(world, {"word": "right"})
        step.check(world)
        assert not [each for each in known(world.setup, world.calibration, ()) if each.what == "layout"]

    @pytest.mark.slow
    @pytest.mark.parametrize(
        "answer",
        [{"hex": "h9,9"}, {"hex": HEXES[0], "terrain": "sea"}, {"hex": HEXES[0], "number": 7},
         {"path": "p0,0", "harbor": "ore"}, {"word": "done"}],
    )  # fmt: skip
    def test_impossible_corrections_are_refused(
        self, world: CalibrationContext, step: IslandStep, answer: dict[str, Any]
    ) -> None:
        step.check(world)
        with pytest.raises(AnswerRefused):
            step.answer(world, answer)

    @pytest.mark.slow
    def test_a_missed_harbor_is_added(self, world: CalibrationContext, step: IslandStep) -> None:
        step.check(world)
        path, kind = first_game_layout().harbors[0]
        step.answer(world, {"path": path, "harbor": None})
        outcome = step.check(world)
        assert outcome.about["missing"] == [kind]
        assert any(f"{box - 1} on the table, {box} in the box" in outcome.text for box in (1, 4)), (
            "a count that differs from the box's is reported"
        )
        step.answer(world, {"path": path, "harbor": kind})
        assert step.check(world).about == {
            **outcome.about,
            "layout": first_game_layout().to_json(),
            "missing": [],
        }
        assert step.check(world).more == ()

    @pytest.mark.slow
    def test_doubtful_readings_list_all_candidates_until_people_choose(
        self, world: CalibrationContext, frame_feed: FrameFeed, board: np.ndarray, calibration: Calibration
    ) -> None:
        read = read_board(board)
        first, second = read.hexes[0], read.hexes[1]
        (harbor, *harbors) = read.harbors
        terrain, number = first.reading.terrain, first.reading.number
        here = next(what for what in terrain if terrain[what] > 0.5)
        unsure = HexReading(
            {**dict.fromkeys(terrain, 0.0), here: 0.6, "desert": 0.4},
            {**dict.fromkeys(number, 0.0), 8: 0.55, 9: 0.45},
        )
        world.calibration = calibration
        frame_feed.show(board)
        step = IslandStep(
            lambda *_: replace(
                read,
                hexes=(replace(first, reading=unsure), *read.hexes[1:]),
                harbors=(replace(harbor, shares={**harbor.shares, harbor.kind: 0.5}), *harbors),
            )
        )
        may = step.check(world).about["perhaps"]
        assert may["hexes"][first.id] == [{"terrain": here, "number": 8}, {"terrain": here, "number": 9}], (
            "no desert has a token"
        )
        assert may["harbors"][harbor.id] == [harbor.kind, None]
        assert second.id not in may["hexes"]
        step.answer(world, {"hex": first.id, "terrain": here, "number": 9})
        step.answer(world, {"path": harbor.id, "harbor": harbor.kind})
        after = step.check(world).about["perhaps"]
        assert first.id not in after["hexes"]
        assert harbor.id not in after["harbors"]

    def test_two_harbors_never_share_an_intersection(
        self, world: CalibrationContext, step: IslandStep
    ) -> None:
        step.check(world)
        path, _ = first_game_layout().harbors[0]
        beside = COAST[COAST.index(path) + 1]
        with pytest.raises(AnswerRefused, match="Remove that one first"):
            step.answer(world, {"path": beside, "harbor": "ore"})
        step.answer(world, {"path": path, "harbor": "ore"})

    @pytest.mark.slow
    def test_harbors_that_match_no_frame_are_reported_and_accepted(
        self, world: CalibrationContext, step: IslandStep
    ) -> None:
        step.check(world)
        path, kind = first_game_layout().harbors[0]
        step.answer(world, {"path": path, "harbor": None})
        step.answer(world, {"path": COAST[COAST.index(path) + 1], "harbor": kind})
        assert step.check(world).text == (
            "The box's frame never has its harbors like this: is one of them elsewhere?"
        )
        step.answer(world, {"word": "keep"})
        assert step.check(world).state == "good"

    @pytest.mark.slow
    def test_it_can_be_read_again(self, world: CalibrationContext, step: IslandStep) -> None:
        read = step.check(world).about["layout"]
        step.answer(world, {"hex": HEXES[0], "terrain": "desert"})
        step.answer(world, {"word": "again"})
        assert step.check(world).about["layout"] == read


class StubTracker(BoardTracker):
    """Stand-in for the board tracker with preset colours and pieces."""

    def __init__(self, calibration: Calibration) -> None:
        self._made = calibration
        self.why, self.state = "", "quiet"
        self.pieces: dict[Site, Standing] = {}
        self.known: dict[Site, Standing] = {}
        self.robber: Mapping[HexId | None, float] = {None: 1.0}
        self.changed: tuple[HexChange, ...] = ()
        self.known_robber: HexId | None = None

    @property
    def calibration(self) -> Calibration:
        return self._made

    @calibration.setter
    def calibration(self, made: Calibration) -> None:
        self._made = made

    def set_certain_pieces(
        self,
        certain: Mapping[Site, Standing],
        standing: Mapping[Site, Standing] | None = None,
        robber: HexId | None = None,
        *,
        founding: bool = False,
    ) -> None:
        self.known, self.known_robber = dict(certain), robber

    def process_frame(self, picture: np.ndarray | None, t: float) -> Any:
        @dataclass
        class Result:
            why: str
            state: str
            update: BoardUpdate
            hexes: tuple[HexChange, ...]

        changed, self.changed = self.changed, ()
        bare: Mapping[Standing | None, float] = {None: 1.0}
        there = {
            site: {self.pieces[site]: 0.97, None: 0.03} if site in self.pieces else bare for site in SITES
        }
        return Result(self.why, self.state, BoardUpdate(t, PiecesReading(there), self.robber), changed)

    def change(self, *hexes: HexId, old_colour: Lab, new_colour: Lab, p_first: float = 0.0) -> None:
        """Change the look of hexes, with the robber believed on the first."""
        self.changed = tuple(HexChange(at, np.array(old_colour), np.array(new_colour)) for at in hexes)
        self.robber = {hexes[0]: p_first, None: 1 - p_first}

    def place_building(self, number: int, standing: Standing) -> Site:
        """Place a building that reads as `standing`."""
        self.pieces[INTERSECTIONS[number]] = standing
        return INTERSECTIONS[number]

    def remove_building(self, number: int) -> None:
        """Remove the building on a corner."""
        del self.pieces[INTERSECTIONS[number]]

    def forget_example(self, site: Site) -> None:
        examples = tuple(one for one in self.calibration.examples if one.at != site)
        self.calibration = replace(self.calibration, examples=examples)

    def add_examples(self) -> None:
        """Turn every known piece into an example."""
        examples = tuple(Example(at, one.kind, (0.0,) * 6, 0.5) for at, one in self.known.items())
        self.calibration = replace(self.calibration, examples=examples)

    def learn(self, *colours: PieceColour) -> None:
        tint = Tint((40.0, 55.0, 30.0), (3.0, 4.0, 4.0), 1)
        self.calibration = replace(self.calibration, tints=dict.fromkeys(colours, tint))


Lab = tuple[float, float, float]
BARE_COLOUR, ROBBER_COLOUR = (80.0, 2.0, 12.0), (12.0, 0.0, 0.0)
FIRST_HEX, SECOND_HEX = HEXES[2], HEXES[7]


def around_hex(world: CalibrationContext, board: np.ndarray, hex_id: HexId) -> bool:
    """Return whether the highlight in the picture is centred on a hex."""
    assert world.overlay is not None
    assert world.calibration is not None
    lit = np.argwhere(world.overlay(np.full_like(board, 100)).max(axis=2) > 150)
    middle = plane_to_pixels(world.calibration)(np.array([position(hex_id)]))[0]
    return bool(np.abs(lit.mean(axis=0)[::-1] - middle).max() < 8)


def hex_name(hex_id: HexId) -> str:
    """Name of a hex on the first game's island: terrain and number."""
    n, island = HEXES.index(hex_id), first_game_layout()
    return f"{island.terrains[n].capitalize()} {island.numbers[n]}"


class TestColours:
    @pytest.fixture
    def tracker(
        self, world: CalibrationContext, frame_feed: FrameFeed, board: np.ndarray, calibration: Calibration
    ) -> StubTracker:
        world.calibration = calibration
        frame_feed.show(board)
        return StubTracker(calibration)

    def test_learning_all_colours_ends_the_step(
        self, world: CalibrationContext, tracker: StubTracker
    ) -> None:
        step = ColoursStep(lambda _: tracker)
        assert "Put one settlement of each colour" in step.check(world).text
        tracker.learn("red", "blue")
        outcome = step.check(world)
        assert "2 colours learned." in outcome.text
        assert outcome.more == ("red and blue", "The game is for 3 or 4 players."), (
            "why it can't be ended yet"
        )
        tracker.learn("red", "blue", "orange", "white")
        assert step.check(world).state == "good"
        assert set(world.setup.colours) == {"red", "blue", "orange", "white"}
        assert world.calibration is not None
        assert world.calibration.tints == tracker.calibration.tints

    def test_people_can_end_the_step_with_fewer_colours(
        self, world: CalibrationContext, tracker: StubTracker
    ) -> None:
        step = ColoursStep(lambda _: tracker)
        assert step.check(world).choices == ()
        tracker.learn("red", "white")
        assert choice_words(step.check(world)) == ["city", "robber"]
        tracker.learn("red", "white", "blue")
        assert choice_words(step.check(world)) == ["done", "city", "robber"]
        step.answer(world, {"word": "done"})
        assert step.check(world).state == "good"

    def test_a_placed_piece_is_learned_as_a_settlement_regardless_of_its_reading(
        self, world: CalibrationContext, frame_feed: FrameFeed, tracker: StubTracker, board: np.ndarray
    ) -> None:
        old = tracker.place_building(0, Standing("settlement", "white"))
        step = ColoursStep(lambda _: tracker)
        step.check(world)
        new = tracker.place_building(5, Standing("city", "red"))
        frame_feed.show(board)
        step.check(world)
        assert tracker.known == {new: Standing("settlement", "red")}
        assert old not in tracker.known, "it stood there before: nobody said what it is"

    def test_a_city_is_learned_on_request(
        self, world: CalibrationContext, frame_feed: FrameFeed, tracker: StubTracker, board: np.ndarray
    ) -> None:
        step = ColoursStep(lambda _: tracker)
        step.check(world)
        tracker.learn("red")
        step.answer(world, {"word": "city"})
        tracker.state = "stable"
        early = tracker.place_building(3, Standing("city", "blue"))
        frame_feed.show(board)
        outcome = step.check(world)
        assert outcome.text.startswith("Put one city")
        assert outcome.about["city"] is True
        tracker.state = "quiet"
        frame_feed.show(board)
        step.check(world)
        city = tracker.place_building(5, Standing("city", "red"))
        frame_feed.show(board)
        outcome = step.check(world)
        assert tracker.known[city] == Standing("city", "red")
        assert tracker.known[early] == Standing("settlement", "blue"), (
            "a hand was about to put it down when a city was city_step for"
        )
        assert outcome.text.startswith("1 colour learned.")
        assert "city" not in choice_words(outcome), "one is enough"

    @pytest.fixture
    def city_step(
        self, world: CalibrationContext, frame_feed: FrameFeed, tracker: StubTracker, board: np.ndarray
    ) -> ColoursStep:
        """Step with two learned colours and a requested city."""
        step = ColoursStep(lambda _: tracker)
        step.check(world)
        tracker.learn("red", "blue")
        step.answer(world, {"word": "city"})
        frame_feed.show(board)
        step.check(world)
        return step

    @pytest.fixture
    def doubtful_step(
        self,
        world: CalibrationContext,
        frame_feed: FrameFeed,
        tracker: StubTracker,
        board: np.ndarray,
        city_step: ColoursStep,
    ) -> ColoursStep:
        """Step with a requested city that reads as a settlement."""
        tracker.place_building(5, Standing("settlement", "red"))
        for _ in range(MIN_DOUBTFUL_LOOKS):
            frame_feed.show(board)
            city_step.check(world)
        return city_step

    def test_a_piece_that_reads_as_a_city_at_the_second_check_needs_no_question(
        self,
        world: CalibrationContext,
        frame_feed: FrameFeed,
        tracker: StubTracker,
        board: np.ndarray,
        city_step: ColoursStep,
    ) -> None:
        at = tracker.place_building(5, Standing("settlement", "red"))
        frame_feed.show(board)
        assert city_step.check(world).text.startswith("Put one city")
        assert tracker.known == {}
        tracker.place_building(5, Standing("city", "red"))
        frame_feed.show(board)
        assert city_step.check(world).text.startswith("2 colours")
        assert tracker.known == {at: Standing("city", "red")}

    def test_a_city_that_reads_as_a_settlement_needs_confirmation(
        self, world: CalibrationContext, tracker: StubTracker, doubtful_step: ColoursStep
    ) -> None:
        outcome = doubtful_step.check(world)
        assert outcome.text == "This looks like a settlement. Is it a city?"
        assert choice_words(outcome) == ["is_city", "is_settlement"]
        assert outcome.more == ("After a wrong answer, pick the piece up and put it down again.",)
        assert tracker.known == {}, "it is an example of nothing until that is answered"

    def test_the_answer_decides_between_city_and_settlement(
        self, world: CalibrationContext, tracker: StubTracker, doubtful_step: ColoursStep
    ) -> None:
        doubtful_step.answer(world, {"word": "is_city"})
        outcome = doubtful_step.check(world)
        assert outcome.text.startswith("2 colours learned.")
        assert "city" not in choice_words(outcome), "one is enough"

    def test_after_a_settlement_the_city_is_still_asked_for(
        self,
        world: CalibrationContext,
        frame_feed: FrameFeed,
        tracker: StubTracker,
        board: np.ndarray,
        doubtful_step: ColoursStep,
    ) -> None:
        doubtful_step.answer(world, {"word": "is_settlement"})
        assert doubtful_step.check(world).text.startswith("Put one city")
        city = tracker.place_building(9, Standing("city", "blue"))
        frame_feed.show(board)
        doubtful_step.check(world)
        assert tracker.known == {
            INTERSECTIONS[5]: Standing("settlement", "red"),
            city: Standing("city", "blue"),
        }

    def test_removing_the_piece_withdraws_the_question(
        self,
        world: CalibrationContext,
        frame_feed: FrameFeed,
        tracker: StubTracker,
        board: np.ndarray,
        doubtful_step: ColoursStep,
    ) -> None:
        tracker.remove_building(5)
        frame_feed.show(board)
        assert doubtful_step.check(world).text.startswith("Put one city")

    def test_other_answers_are_refused_during_the_question(
        self, world: CalibrationContext, doubtful_step: ColoursStep
    ) -> None:
        doubtful_step.answer(world, {"word": "done"})
        assert choice_words(doubtful_step.check(world)) == ["is_city", "is_settlement"]

    def test_an_answer_to_a_withdrawn_question_changes_nothing(
        self, world: CalibrationContext, tracker: StubTracker
    ) -> None:
        step = ColoursStep(lambda _: tracker)
        step.answer(world, {"word": "city"})
        step.answer(world, {"word": "is_city"})
        assert step.check(world).text.startswith("Put one city")

    def test_a_removed_piece_is_no_example(
        self,
        world: CalibrationContext,
        frame_feed: FrameFeed,
        tracker: StubTracker,
        board: np.ndarray,
        doubtful_step: ColoursStep,
    ) -> None:
        doubtful_step.answer(world, {"word": "is_city"})
        frame_feed.show(board)
        doubtful_step.check(world)
        tracker.add_examples()
        assert [one.kind for one in tracker.calibration.examples] == ["city"]
        tracker.remove_building(5)
        frame_feed.show(board)
        outcome = doubtful_step.check(world)
        assert tracker.calibration.examples == ()
        assert "city" in choice_words(outcome), "it can be frame_feed again"

    @pytest.fixture
    def read_layout(self, calibration: Calibration) -> Callable[..., BoardReading]:
        """Reader of the first game's island at the calibrated place."""
        island = first_game_layout()
        hexes = tuple(
            LocatedHex(at, (0.0, 0.0), (0.0, 0.0), HexReading({terrain: 1.0}, {number: 1.0}))
            for at, terrain, number in zip(HEXES, island.terrains, island.numbers, strict=True)
        )
        reading = BoardReading(True, "", calibration.plane, 0.9, hexes, 0.01, lens=calibration.lens)
        return lambda picture: reading

    @pytest.fixture
    def robber_step(
        self,
        world: CalibrationContext,
        frame_feed: FrameFeed,
        tracker: StubTracker,
        board: np.ndarray,
        read_layout: Callable[..., BoardReading],
    ) -> ColoursStep:
        """Step with two learned colours and a requested robber, without hands over the board."""
        step = ColoursStep(lambda _: tracker, read_layout)
        step.check(world)
        tracker.learn("red", "blue")
        step.answer(world, {"word": "robber"})
        frame_feed.show(board)
        step.check(world)
        return step

    def look(
        self, step: ColoursStep, world: CalibrationContext, frame_feed: FrameFeed, board: np.ndarray
    ) -> StepOutcome:
        frame_feed.show(board)
        return step.check(world)

    def test_the_robber_is_learned_on_request(
        self,
        world: CalibrationContext,
        frame_feed: FrameFeed,
        tracker: StubTracker,
        board: np.ndarray,
        robber_step: ColoursStep,
    ) -> None:
        outcome = robber_step.check(world)
        assert outcome.text == "Put the robber on another hex, and take your hand away."
        assert (choice_words(outcome), outcome.about["robber"]) == (["no_robber"], True)
        tracker.change(FIRST_HEX, SECOND_HEX, old_colour=BARE_COLOUR, new_colour=ROBBER_COLOUR, p_first=0.95)
        outcome = self.look(robber_step, world, frame_feed, board)
        assert outcome.text.startswith("2 colours learned.")
        assert (
            f"The camera sees the robber on this hex: {hex_name(FIRST_HEX)}. If that is wrong"
            in outcome.more[1]
        )
        assert choice_words(outcome) == ["city"], "once is enough"
        assert tracker.known_robber == FIRST_HEX
        tracker.learn("red", "white", "blue", "orange")
        assert robber_step.check(world).state == "good"
        assert world.calibration is not None
        assert world.calibration.robber == update_tint(None, np.array(ROBBER_COLOUR))

    def test_an_uncertain_robber_needs_confirmation(
        self,
        world: CalibrationContext,
        frame_feed: FrameFeed,
        tracker: StubTracker,
        board: np.ndarray,
        robber_step: ColoursStep,
    ) -> None:
        tracker.change(FIRST_HEX, SECOND_HEX, old_colour=BARE_COLOUR, new_colour=ROBBER_COLOUR, p_first=0.6)
        outcome = self.look(robber_step, world, frame_feed, board)
        assert outcome.text == (
            f"Something changed on this hex: {hex_name(FIRST_HEX)}. Is the robber there now?"
        )
        assert choice_words(outcome) == ["is_robber", "is_no_robber"]
        robber_step.answer(world, {"word": "done"})
        robber_step.answer(world, {"word": "is_no_robber"})
        assert hex_name(SECOND_HEX) in robber_step.check(world).text, (
            "while that is city_step nothing else is answered"
        )
        robber_step.answer(world, {"word": "is_robber"})
        assert hex_name(SECOND_HEX) in robber_step.check(world).more[1]
        assert self.look(robber_step, world, frame_feed, board).about["robber"] is False
        assert tracker.known_robber == SECOND_HEX

    def test_the_hex_in_question_is_highlighted_in_the_live_picture(
        self,
        world: CalibrationContext,
        frame_feed: FrameFeed,
        tracker: StubTracker,
        board: np.ndarray,
        robber_step: ColoursStep,
    ) -> None:
        before = world.overlay = lambda image: image
        self.look(robber_step, world, frame_feed, board)
        assert world.overlay is before
        tracker.change(FIRST_HEX, SECOND_HEX, old_colour=BARE_COLOUR, new_colour=ROBBER_COLOUR, p_first=0.6)
        for at in (FIRST_HEX, SECOND_HEX):
            self.look(robber_step, world, frame_feed, board)
            assert around_hex(world, board, at)
            robber_step.answer(world, {"word": "is_no_robber"})
        self.look(robber_step, world, frame_feed, board)
        assert world.overlay is before, "nothing is city_step any more"
        tracker.change(FIRST_HEX, old_colour=BARE_COLOUR, new_colour=ROBBER_COLOUR, p_first=0.6)
        self.look(robber_step, world, frame_feed, board)
        assert around_hex(world, board, FIRST_HEX)
        tracker.why = "it is too dark"
        self.look(robber_step, world, frame_feed, board)
        assert world.overlay is before, "where the board can't be watched, something else is to be done"
        tracker.why = ""
        self.look(robber_step, world, frame_feed, board)
        assert around_hex(world, board, FIRST_HEX)
        robber_step.end()
        assert world.overlay is before

    def test_the_step_keeps_asking_for_a_robber_that_is_on_no_changed_hex(
        self,
        world: CalibrationContext,
        frame_feed: FrameFeed,
        tracker: StubTracker,
        board: np.ndarray,
        robber_step: ColoursStep,
    ) -> None:
        tracker.change(FIRST_HEX, old_colour=BARE_COLOUR, new_colour=ROBBER_COLOUR)
        self.look(robber_step, world, frame_feed, board)
        robber_step.answer(world, {"word": "is_no_robber"})
        assert robber_step.check(world).text.startswith("Put the robber on another hex")
        robber_step.answer(world, {"word": "no_robber"})
        assert choice_words(robber_step.check(world)) == ["city", "robber"]

    def test_the_previous_hex_of_the_robber_is_not_asked_about(
        self,
        world: CalibrationContext,
        frame_feed: FrameFeed,
        tracker: StubTracker,
        board: np.ndarray,
        read_layout: Callable[..., BoardReading],
    ) -> None:
        tracker.robber = {FIRST_HEX: 0.97, None: 0.03}
        step = ColoursStep(lambda _: tracker, read_layout)
        tracker.learn("red")
        step.answer(world, {"word": "robber"})
        step.check(world)
        tracker.change(FIRST_HEX, old_colour=ROBBER_COLOUR, new_colour=BARE_COLOUR)
        assert self.look(step, world, frame_feed, board).text.startswith("Put the robber"), "it is in a hand"
        tracker.change(SECOND_HEX, old_colour=BARE_COLOUR, new_colour=ROBBER_COLOUR, p_first=0.95)
        assert hex_name(SECOND_HEX) in self.look(step, world, frame_feed, board).more[1]

    def test_a_change_begun_before_the_request_is_not_the_robber(
        self, world: CalibrationContext, tracker: StubTracker, read_layout: Callable[..., BoardReading]
    ) -> None:
        step = ColoursStep(lambda _: tracker, read_layout)
        tracker.learn("red")
        tracker.state = "stable"
        step.answer(world, {"word": "robber"})
        tracker.change(FIRST_HEX, old_colour=BARE_COLOUR, new_colour=ROBBER_COLOUR, p_first=0.95)
        assert step.check(world).text.startswith("Put the robber on another hex")
        assert tracker.known_robber is None

    def test_an_unrequested_robber_is_not_learned(
        self, world: CalibrationContext, frame_feed: FrameFeed, tracker: StubTracker, board: np.ndarray
    ) -> None:
        step = ColoursStep(lambda _: tracker)
        step.check(world)
        tracker.change(FIRST_HEX, SECOND_HEX, old_colour=BARE_COLOUR, new_colour=ROBBER_COLOUR, p_first=0.95)
        self.look(step, world, frame_feed, board)
        tracker.learn("red", "white", "blue", "orange")
        assert step.check(world).state == "good"
        assert world.calibration is not None
        assert world.calibration.robber is None

    def test_a_removed_robber_is_forgotten(
        self,
        world: CalibrationContext,
        frame_feed: FrameFeed,
        tracker: StubTracker,
        board: np.ndarray,
        robber_step: ColoursStep,
    ) -> None:
        tracker.change(FIRST_HEX, old_colour=BARE_COLOUR, new_colour=ROBBER_COLOUR, p_first=0.95)
        self.look(robber_step, world, frame_feed, board)
        tracker.change(SECOND_HEX, old_colour=BARE_COLOUR, new_colour=ROBBER_COLOUR)
        self.look(robber_step, world, frame_feed, board)
        assert tracker.known_robber == FIRST_HEX, "something came elsewhere"
        tracker.change(FIRST_HEX, old_colour=ROBBER_COLOUR, new_colour=BARE_COLOUR)
        assert "robber" in choice_words(self.look(robber_step, world, frame_feed, board)), (
            "it can be frame_feed again"
        )
        assert tracker.known_robber is None
        robber_step.answer(world, {"word": "robber"})
        self.look(robber_step, world, frame_feed, board)
        tracker.change(SECOND_HEX, old_colour=BARE_COLOUR, new_colour=ROBBER_COLOUR, p_first=0.9)
        assert hex_name(SECOND_HEX) in self.look(robber_step, world, frame_feed, board).more[1]
        assert tracker.known_robber == SECOND_HEX

    def test_the_robber_is_learned_without_a_readable_island(
        self, world: CalibrationContext, frame_feed: FrameFeed, tracker: StubTracker, board: np.ndarray
    ) -> None:
        unread = BoardReading(False, "it is dark", None, 0.0, (), 0.0)
        step = ColoursStep(lambda _: tracker, lambda picture: unread)
        tracker.learn("red")
        step.answer(world, {"word": "robber"})
        step.check(world)
        tracker.change(FIRST_HEX, old_colour=BARE_COLOUR, new_colour=ROBBER_COLOUR)
        outcome = self.look(step, world, frame_feed, board)
        assert outcome.text == "Something changed on a hex. Is the robber there now?"
        step.answer(world, {"word": "is_robber"})
        assert step.check(world).more[1].startswith("The camera sees the robber. If that is wrong")

    def test_people_can_skip_the_robber(
        self, world: CalibrationContext, tracker: StubTracker, read_layout: Callable[..., BoardReading]
    ) -> None:
        step = ColoursStep(lambda _: tracker, read_layout)
        step.answer(world, {"word": "robber"})
        tracker.learn("red", "white", "blue", "orange")
        assert choice_words(step.check(world)) == ["no_robber"]
        step.answer(world, {"word": "is_robber"})
        step.answer(world, {"word": "no_robber"})
        assert step.check(world).state == "good"

    def test_people_can_skip_the_city(self, world: CalibrationContext, tracker: StubTracker) -> None:
        step = ColoursStep(lambda _: tracker)
        step.answer(world, {"word": "city"})
        tracker.learn("red", "white", "blue", "orange")
        assert choice_words(step.check(world)) == ["no_city"]
        step.answer(world, {"word": "no_city"})
        assert step.check(world).state == "good"

    def test_the_step_ends_once_every_placed_piece_is_an_example(
        self, world: CalibrationContext, frame_feed: FrameFeed, tracker: StubTracker, board: np.ndarray
    ) -> None:
        step = ColoursStep(lambda _: tracker)
        step.check(world)
        tracker.place_building(5, Standing("city", "red"))
        tracker.learn("red", "white", "blue", "orange")
        frame_feed.show(board)
        assert step.check(world).state == "looking"
        tracker.add_examples()
        assert step.check(world).state == "good"
        assert world.calibration is not None
        assert [one.kind for one in world.calibration.examples] == ["settlement"]

    def test_waiting_for_examples_times_out(
        self, world: CalibrationContext, frame_feed: FrameFeed, tracker: StubTracker, board: np.ndarray
    ) -> None:
        step = ColoursStep(lambda _: tracker)
        step.check(world)
        tracker.place_building(5, Standing("settlement", "red"))
        tracker.learn("red", "white", "blue", "orange")
        frame_feed.show(board, EXAMPLE_TIMEOUT_S)
        assert step.check(world).state == "looking"
        frame_feed.show(board)
        assert step.check(world).state == "good"

    @pytest.mark.slow
    @pytest.mark.parametrize("standing", [2, 4])
    def test_many_existing_pieces_are_reported_as_ignored(
        self, world: CalibrationContext, frame_feed: FrameFeed, tracker: StubTracker, standing: int
    ) -> None:
        corners = ("i1,1", "i-1,-1", "i-1,5", "i2,-4")[:standing]
        full = [Piece("settlement", IntersectionId(at), "red") for at in corners]
        picture = render_board(first_game_layout(), full, HEXES[9], camera=POSE, lens=CameraEffects(noise=1))
        step = ColoursStep(lambda _: tracker)
        frame_feed.show(picture, COUNT_AFTER_S)
        # Reading the board must not block tracking of hands that place pieces.
        assert step.check(world).more == ()
        frame_feed.show(picture)
        more = step.check(world).more
        # Two may be those of hasty people.
        texts = [each for each in more if each.startswith("4 pieces are already there and don't count")]
        assert len(texts) == (standing > 2)

    def test_an_invisible_board_is_reported(self, world: CalibrationContext, tracker: StubTracker) -> None:
        tracker.why = "it is too dark"
        outcome = ColoursStep(lambda _: tracker).check(world)
        assert (outcome.state, outcome.text) == ("wrong", "The board can't be watched: it is too dark.")


class StubDiceReader(RollWatch):
    """Stand-in for the dice reader that returns preset results."""

    def __init__(self) -> None:
        self.regions: list[DiceRegion] = []
        self.results: list[RollFrameResult] = []

    def __call__(self, region: DiceRegion) -> StubDiceReader:
        self.regions.append(region)
        return self

    def process_frame(self, image: np.ndarray, t: float) -> RollFrameResult:
        return self.results.pop(0) if self.results else RollFrameResult(t, "empty")


def roll_result(a: int, b: int) -> RollFrameResult:
    one, other = (DieReading((9.0, 9.0), 20.0, {n: float(n == v) for n in range(1, 7)}, 1.0) for v in (a, b))
    return RollFrameResult(1.0, "resting", SeenRoll((one, other), 1.0, 0.9))


class TestDice:
    @pytest.fixture
    def dice_reader(self, world: CalibrationContext, calibration: Calibration) -> StubDiceReader:
        world.calibration = calibration
        return StubDiceReader()

    def test_a_correctly_read_roll_ends_the_step(
        self, world: CalibrationContext, frame_feed: FrameFeed, dice_reader: StubDiceReader, board: np.ndarray
    ) -> None:
        step = DiceStep(dice_reader)
        frame_feed.show(board)
        assert step.check(world).text.startswith("Roll two dice beside the island")
        dice_reader.results = [roll_result(3, 5)]
        frame_feed.show(board)
        outcome = step.check(world)
        assert outcome.text == "The camera read 3 and 5. Is that right?"
        step.answer(world, {"word": "right"})
        assert step.check(world).state == "good"
        assert world.setup.dice == "beside"
        assert dice_reader.regions[0].outside is not None
        assert world.overlay is not None
        assert (world.overlay(board) != board).any()

    def test_the_instruction_names_the_chosen_dice_area(
        self, world: CalibrationContext, frame_feed: FrameFeed, dice_reader: StubDiceReader, board: np.ndarray
    ) -> None:
        step = DiceStep(dice_reader)
        frame_feed.show(board)
        step.check(world)
        step.answer(world, {"word": "anywhere"})
        assert "on the island or beside it" in step.check(world).text

    def test_a_misread_roll_is_thrown_again(
        self, world: CalibrationContext, frame_feed: FrameFeed, dice_reader: StubDiceReader, board: np.ndarray
    ) -> None:
        step = DiceStep(dice_reader)
        dice_reader.results = [roll_result(3, 5)]
        frame_feed.show(board)
        step.check(world)
        step.answer(world, {"word": "wrong"})
        outcome = step.check(world)
        assert (outcome.state, "roll them again" in outcome.text) == ("wrong", True)
        dice_reader.results = [roll_result(2, 2)]
        frame_feed.show(board)
        assert "2 and 2" in step.check(world).text

    def test_people_choose_the_dice_area(
        self, world: CalibrationContext, frame_feed: FrameFeed, dice_reader: StubDiceReader, board: np.ndarray
    ) -> None:
        step = DiceStep(dice_reader)
        frame_feed.show(board)
        step.check(world)
        step.answer(world, {"word": "anywhere"})
        step.check(world)
        assert dice_reader.regions[-1].outside is None
        tray = [[0.6, 0.5], [0.9, 0.5], [0.9, 0.9]]
        step.answer(world, {"inside": tray})
        step.check(world)
        assert dice_reader.regions[-1].inside == ((0.6, 0.5), (0.9, 0.5), (0.9, 0.9))
        dice_reader.results = [roll_result(1, 6)]
        frame_feed.show(board)
        step.check(world)
        step.answer(world, {"word": "right"})
        step.check(world)
        assert world.setup.dice == dice_reader.regions[-1]

    def test_drawing_starts_with_the_saved_or_a_suggested_area(
        self, world: CalibrationContext, frame_feed: FrameFeed, dice_reader: StubDiceReader, board: np.ndarray
    ) -> None:
        step = DiceStep(dice_reader)
        frame_feed.show(board)
        about = step.check(world).about
        assert (about["area"], len(about["frame"])) == ("beside", 4)
        tray = ((0.6, 0.5), (0.9, 0.5), (0.9, 0.9))
        step.answer(world, {"inside": tray})
        outcome = step.check(world)
        assert (outcome.about["area"], outcome.about["frame"]) == ("tray", tray)
        assert outcome.text == "Roll two dice into the area that you drew."
        step.answer(world, {"word": "beside"})
        assert step.check(world).about == about

    def test_the_picture_is_dimmed_outside_the_dice_area_until_the_step_ends(
        self, world: CalibrationContext, frame_feed: FrameFeed, dice_reader: StubDiceReader, board: np.ndarray
    ) -> None:
        before = world.overlay = lambda image: image
        step = DiceStep(dice_reader)
        frame_feed.show(board)
        for answer in ({"word": "anywhere"}, {"inside": [[0.8, 0.3], [0.97, 0.3], [0.97, 0.7], [0.8, 0.7]]}):
            step.check(world)
            step.answer(world, answer)
        step.check(world)
        assert world.overlay is not None
        picture = world.overlay(board)
        light = {at: picture[at].mean() / board[at].mean() for at in ((270, 860), (270, 100), (270, 400))}
        assert light == pytest.approx({(270, 860): 1, (270, 100): 0.5, (270, 400): 0.5}, abs=0.03)
        step.end()
        assert world.overlay is before

    def test_a_tray_without_corners_is_refused(
        self, world: CalibrationContext, dice_reader: StubDiceReader
    ) -> None:
        with pytest.raises(AnswerRefused, match="three corners"):
            DiceStep(dice_reader).answer(world, {"inside": [[0.1, 0.1]]})

    def test_people_can_disable_dice_reading(
        self, world: CalibrationContext, frame_feed: FrameFeed, dice_reader: StubDiceReader
    ) -> None:
        step = DiceStep(dice_reader)
        step.check(world)
        step.answer(world, {"word": "nowhere"})
        assert step.check(world).state == "skipped"
        assert world.setup.dice == "nowhere"

    def test_cocked_dice_are_reported(
        self, world: CalibrationContext, frame_feed: FrameFeed, dice_reader: StubDiceReader, board: np.ndarray
    ) -> None:
        dice_reader.results = [RollFrameResult(1.0, "asking", why="A die lies askew.")]
        frame_feed.show(board)
        outcome = DiceStep(dice_reader).check(world)
        assert (outcome.state, outcome.text) == ("wrong", "A die lies askew.")


class StubButtons:
    """Stand-in for the buttons, pressed by the test."""

    def __init__(self) -> None:
        self.presses: list[tuple[str, ButtonEvent]] = []
        self.open = False
        self.fault = ""

    def poll_events(self) -> Sequence[tuple[str, ButtonEvent]]:
        happened, self.presses = self.presses, []
        return happened

    @contextlib.contextmanager
    def __call__(self) -> Iterator[StubButtons]:
        if self.fault:
            raise PanelUnavailableError(self.fault)
        self.open = True
        yield self
        self.open = False


class TestButtons:
    NAMES = {"next_player": "next player", "undo": "undo"}  # noqa: RUF012 (a constant of the tests)

    def test_each_button_is_pressed_once(self, make_world: Callable[..., CalibrationContext]) -> None:
        buttons, step = StubButtons(), ButtonsStep()
        world = make_world(buttons=buttons, fitted=self.NAMES)
        assert "Still to press: next player and undo." in step.check(world).text
        buttons.presses = [("undo", ButtonEvent.PRESSED), ("undo", ButtonEvent.PRESSED)]
        assert "Still to press: next player." in step.check(world).text
        buttons.presses = [("next_player", ButtonEvent.PRESSED)]
        assert step.check(world).state == "good"
        assert set(world.setup.buttons) == {"undo", "next_player"}
        step.end()
        assert not buttons.open

    def test_without_buttons_the_step_is_skipped(self, world: CalibrationContext) -> None:
        assert ButtonsStep().check(world).state == "skipped"

    def test_pins_that_fail_to_open_are_retried(self, make_world: Callable[..., CalibrationContext]) -> None:
        buttons, step = StubButtons(), ButtonsStep()
        world = make_world(buttons=buttons, fitted=self.NAMES)
        buttons.fault = "The pins may not be opened."
        outcome = step.check(world)
        assert (outcome.state, outcome.text, choice_words(outcome)) == ("wrong", buttons.fault, ["again"])
        step.answer(world, {"word": "again"})
        buttons.fault = ""
        assert step.check(world).state == "looking"


class TestPlayers:
    ANA, BEN = {"name": " Ana ", "colour": "red"}, {"name": "Ben", "colour": "blue"}
    CYR: ClassVar = {"name": "Cyr", "colour": "white"}
    EXPECTED_PLAYERS = (
        ExpectedPlayer("Ana", "red"),
        ExpectedPlayer("Ben", "blue"),
        ExpectedPlayer("Cyr", "white"),
    )

    def test_players_are_seated_in_order(self, world: CalibrationContext) -> None:
        world.setup = replace(world.setup, colours=("blue", "red", "green"))
        step = PlayersStep()
        outcome = step.check(world)
        assert outcome.about["colours"] == ["blue", "red", "green"], "no others were learned"
        assert outcome.about["suggested"] == 3
        step.answer(world, {"players": [self.ANA, self.BEN, {**self.CYR, "colour": "green"}]})
        assert step.check(world).state == "good"
        assert world.setup.players == (*self.EXPECTED_PLAYERS[:2], ExpectedPlayer("Cyr", "green"))

    def test_without_learned_colours_any_colour_is_allowed(self, world: CalibrationContext) -> None:
        step = PlayersStep()
        assert step.check(world).about["colours"] == ["red", "blue", "white", "orange", "green", "brown"]
        step.answer(world, {"players": [self.ANA, self.BEN, {**self.CYR, "colour": "brown"}]})
        assert step.check(world).state == "good"

    def test_an_unlearned_colour_is_refused(self, world: CalibrationContext) -> None:
        world.setup = replace(world.setup, colours=("red", "blue", "white", "orange"))
        players = [self.ANA, self.BEN, {**self.CYR, "colour": "brown"}]
        with pytest.raises(AnswerRefused, match="brown were not learned, only red, blue, white and"):
            PlayersStep().answer(world, {"players": players})

    def test_one_tap_restores_the_previous_players(self, world: CalibrationContext) -> None:
        world.setup = replace(world.setup, players=self.EXPECTED_PLAYERS)
        step = PlayersStep()
        outcome = step.check(world)
        assert outcome.text.endswith("as last time: Ana (red), Ben (blue) and Cyr (white)?")
        assert choice_words(outcome) == ["right"]
        step.answer(world, {"word": "right"})
        assert step.check(world).state == "good"

    @pytest.mark.parametrize(
        "kept", [EXPECTED_PLAYERS[:2], (*EXPECTED_PLAYERS[:2], ExpectedPlayer("Cyr", "brown"))]
    )
    def test_previous_players_that_are_no_longer_valid_are_requested_again(
        self, world: CalibrationContext, kept: tuple[ExpectedPlayer, ...]
    ) -> None:
        world.setup = replace(world.setup, players=kept, colours=("red", "blue", "white", "orange"))
        assert PlayersStep().check(world).text == "Who plays?"

    @pytest.mark.parametrize(
        ("players", "reason"),
        [
            ([ANA, BEN], "3 to 4 players"),
            ("Ana", "3 to 4 players"),
            ([ANA] * 5, "3 to 4 players"),
            ([ANA, CYR, {"name": "Ben", "colour": "red"}], "same colour"),
            ([ANA, CYR, {"name": "ANA", "colour": "blue"}], "same name"),
            ([ANA, CYR, {"name": " ", "colour": "blue"}], "needs a name"),
            ([ANA, CYR, {"name": "x" * 41, "colour": "blue"}], "40 characters"),
            ([ANA, CYR, {"name": "Ben", "colour": "pink"}], "Ben needs a colour"),
            ([ANA, CYR, 5], "needs a name"),
        ],
    )
    def test_invalid_players_are_refused_with_a_reason(
        self, world: CalibrationContext, players: Any, reason: str
    ) -> None:
        with pytest.raises(AnswerRefused, match=reason):
            PlayersStep().answer(world, {"players": players})


class TestSaved:
    def test_the_complete_setup_is_saved(self, world: CalibrationContext, calibration: Calibration) -> None:
        world.setup, world.calibration = TableSetup(camera="0"), calibration
        outcome = SaveStep().check(world)
        assert (outcome.state, outcome.text) == ("good", "The table is ready.")
        assert world.setup_file.exists()
        assert world.calibration_file.exists()

    def test_a_setup_with_skipped_steps_is_not_reported_as_ready(self, world: CalibrationContext) -> None:
        world.skipped_titles = ("Camera", "Island", "Dice")
        outcome = SaveStep().check(world)
        assert outcome.text == "Saved. Steps skipped: Camera, Island and Dice."
        assert "'companion calibrate'" in outcome.more[0], "how it is made up for"

    def test_after_a_single_step_the_table_is_not_reported_as_ready(self, world: CalibrationContext) -> None:
        outcome = SaveStep(alone=True).check(world)
        assert outcome.text == "Saved."
        assert "companion doctor" in outcome.more[0]

    def test_a_trial_reports_that_nothing_is_saved(self, world: CalibrationContext) -> None:
        world.is_trial, world.skipped_titles = True, ("Dice",)
        outcome = SaveStep().check(world)
        assert outcome.text == "The trial ends here: nothing from it is saved."
        assert not [each for each in outcome.more if str(world.setup_file) in each]

    def test_a_failed_save_is_reported_and_retried(self, world: CalibrationContext) -> None:
        folder = world.setup_file.parent / "later"
        world.setup_file = folder / "table.json"
        step = SaveStep()
        outcome = step.check(world)
        assert (outcome.state, choice_words(outcome)) == ("wrong", ["again"])
        assert "can't be written" in outcome.text
        folder.mkdir()
        step.answer(world, {"word": "again"})
        assert step.check(world).state == "good"
