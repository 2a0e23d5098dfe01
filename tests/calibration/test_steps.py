"""Each step by itself: what it says of what it finds, which answers it takes, what it leaves behind."""

from __future__ import annotations

import contextlib
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, ClassVar

import numpy as np
import pytest

from companion.calibration.context import CalibrationContext
from companion.calibration.outcome import AnswerRefused, StepOutcome
from companion.calibration.setup import ExpectedPlayer, TableSetup, load
from companion.calibration.setup_report import describe_setup as known
from companion.calibration.steps.buttons import ButtonsStep
from companion.calibration.steps.camera import CameraStep, camera_name
from companion.calibration.steps.colours import (
    COUNT_AFTER_S,
    EXAMPLE_TIMEOUT_S,
    MIN_DOUBTFUL_LOOKS,
    ColoursStep,
)
from companion.calibration.steps.dice import DiceStep
from companion.calibration.steps.island import IslandStep, plane_to_pixels
from companion.calibration.steps.picture import LiveStep, PictureStep
from companion.calibration.steps.picture_checks import PictureJudge
from companion.calibration.steps.players import PlayersStep
from companion.calibration.steps.saving import SaveStep
from companion.calibration.steps.step import CalibrationStep
from companion.hardware.buttons import ButtonEvent
from companion.hardware.pins import PanelUnavailableError
from companion.island.geometry import COAST, HEXES, INTERSECTIONS, HexId, IntersectionId, position
from companion.island.pieces import SITES, PieceColour, Site, Standing
from companion.island.reading import HexReading, PiecesReading
from companion.island.setups import first_game_layout
from companion.sim.picture import CameraEffects, Light, Piece, render_board
from companion.sources.camera import ExposureError
from tests.calibration.conftest import POSE, Cameras, Shown, StillCamera
from tests.patience import PATIENCE_S
from vision.board import BoardReading, LocatedHex, read_board
from vision.dice import DieReading
from vision.dice.region import DiceRegion
from vision.dice.rolls import RollFrameResult, SeenRoll
from vision.examples import Example
from vision.follow.calibration import Calibration
from vision.follow.hex_changes import HexChange
from vision.follow.readings import BoardUpdate
from vision.follow.tints import Tint, update_tint

DARK = Light(brightness=0.15)


def until(step: CalibrationStep, world: CalibrationContext, *states: str) -> StepOutcome:
    """Look until the step stands so."""
    end = time.monotonic() + PATIENCE_S
    while True:
        outcome = step.check(world)
        if outcome.state in states:
            return outcome
        assert time.monotonic() < end, outcome
        time.sleep(0.01)


def words(outcome: StepOutcome) -> list[str]:
    return [choice.word for choice in outcome.choices]


class TestCamera:
    def test_the_only_one_is_taken(self, world: CalibrationContext, cameras: Cameras) -> None:
        cameras.there = {"/dev/video0": StillCamera()}
        outcome = until(CameraStep(), world, "good")
        assert "gives pictures of 64 x 48" in outcome.text
        assert world.setup.camera == "/dev/video0"

    def test_of_several_people_choose(self, world: CalibrationContext, cameras: Cameras) -> None:
        cameras.there = {"one": StillCamera(), "other": StillCamera()}
        step = CameraStep()
        outcome = step.check(world)
        assert outcome.text == "Which camera is above the table?"
        step.answer(world, {"word": outcome.choices[1].word})
        until(step, world, "good")
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
    def test_a_camera_has_a_name_that_people_know(self, spec: str, name: str) -> None:
        assert camera_name(spec) == name

    def test_the_one_known_is_taken_without_asking_but_not_when_the_step_is_repeated(
        self, world: CalibrationContext, cameras: Cameras
    ) -> None:
        cameras.there = {"one": StillCamera(), "other": StillCamera()}
        world.setup = replace(world.setup, camera="other", exposure={"exposure": 3.0})
        until(CameraStep(), world, "good")
        assert cameras.opened == [("other", {"exposure": 3.0})]
        assert "Which camera" in CameraStep(ask=True).check(world).text

    def test_repeated_it_offers_the_one_that_is_used_first_though_no_other_is_found(
        self, world: CalibrationContext, cameras: Cameras
    ) -> None:
        cameras.there = {"photos/": StillCamera()}
        world.setup = replace(world.setup, camera="photos/")
        step = CameraStep(ask=True)
        (used,) = step.check(world).choices
        assert (used.word, used.usual) == ("camera:photos/", True)
        assert cameras.opened == [], "another may be typed: nothing is opened before"
        step.answer(world, {"word": used.word})
        until(step, world, "good")

    def test_with_another_camera_nothing_is_held_any_more(
        self, world: CalibrationContext, cameras: Cameras
    ) -> None:
        cameras.there = {"new": StillCamera()}
        world.setup = replace(world.setup, camera="old", exposure={"exposure": 3.0})
        world.camera = "new"
        until(CameraStep(), world, "good")
        assert world.setup.exposure == {}
        assert cameras.opened == [("new", None)]

    def test_none_is_there_until_one_is_named(self, world: CalibrationContext, cameras: Cameras) -> None:
        step = CameraStep()
        assert "No camera found" in step.check(world).text
        step.answer(world, {"camera": "photos/"})
        outcome = step.check(world)
        assert (outcome.state, outcome.text) == ("wrong", "There is no camera photos/.")
        cameras.there = {"photos/": StillCamera()}
        step.answer(world, {"word": "again"})
        until(step, world, "good")

    @pytest.mark.parametrize("given", [{}, {"camera": ""}, {"camera": 7}, {"word": "right"}])
    def test_no_answer_but_a_camera_is_taken(self, world: CalibrationContext, given: dict[str, Any]) -> None:
        with pytest.raises(AnswerRefused, match="type its number"):
            CameraStep().answer(world, given)


class TestPicture:
    @pytest.mark.parametrize("make", [PictureStep, LiveStep, IslandStep, ColoursStep, DiceStep])
    def test_a_table_without_a_camera_goes_on_without_being_asked(
        self, world: CalibrationContext, make: Callable[[], CalibrationStep]
    ) -> None:
        outcome = make().check(world)
        assert outcome.state == "skipped"
        assert "choose one first" in outcome.text

    @pytest.mark.parametrize("make", [IslandStep, ColoursStep, DiceStep])
    def test_and_so_does_one_whose_picture_was_left_out(
        self, world: CalibrationContext, shown: Shown, make: Callable[[], CalibrationStep]
    ) -> None:
        outcome = make().check(world)
        assert outcome.state == "skipped"
        assert "look at the picture first" in outcome.text

    @pytest.mark.slow
    def test_a_good_picture_is_judged_held_and_learned(
        self, world: CalibrationContext, shown: Shown, board: np.ndarray
    ) -> None:
        world.source = StillCamera()
        step = PictureStep()
        shown.show(board)
        assert "is good" in step.check(world).text
        assert step.check(world).state == "looking"
        for _ in range(4):
            shown.show(board)
        assert (step.check(world).state, world.setup.exposure) == ("looking", {"exposure": 100.0})
        assert step.check(world).state == "looking", "it is learned as it is held"
        for _ in range(5):
            shown.show(board)
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
    def test_what_was_learned_of_the_pieces_stays_learned(
        self, world: CalibrationContext, shown: Shown, board: np.ndarray, calibration: Calibration
    ) -> None:
        tints: dict[PieceColour, Tint] = {"red": Tint((40.0, 55.0, 30.0), (3.0, 4.0, 4.0), 2)}
        examples = (Example(INTERSECTIONS[0], "city", (0.0,) * 6, 0.5),)
        world.calibration = replace(calibration, tints=tints, examples=examples)
        step = PictureStep()
        for _ in range(8):
            shown.show(board)
            step.check(world)
        assert world.calibration.tints == tints
        assert world.calibration.examples == examples

    @pytest.mark.slow
    def test_a_dark_picture_is_looked_at_until_there_is_light(
        self, world: CalibrationContext, shown: Shown, board: np.ndarray
    ) -> None:
        step = PictureStep()
        shown.show(render_board(first_game_layout(), (), camera=POSE, light=DARK))
        outcome = step.check(world)
        assert (outcome.state, words(outcome)) == ("wrong", ["go_on"])
        assert "too dark" in outcome.text
        assert outcome.about["judged"][0]["what"] == "light"
        shown.show(board)
        assert "is good" in step.check(world).text

    @pytest.mark.slow
    def test_people_may_go_on_all_the_same_and_that_is_kept(
        self, world: CalibrationContext, shown: Shown
    ) -> None:
        dark = render_board(first_game_layout(), (), camera=POSE, light=DARK, lens=CameraEffects(noise=0.2))
        step = PictureStep()
        shown.show(dark)
        step.check(world)
        step.answer(world, {"word": "go_on"})
        for _ in range(8):
            shown.show(dark)
            outcome = step.check(world)
        assert outcome.state == "good", outcome
        assert "too dark" in world.setup.wrong[0]

    @pytest.mark.slow
    @pytest.mark.parametrize("brightness", [0.3, 2.0])
    def test_a_camera_that_can_is_set_to_the_island_s_light(
        self, world: CalibrationContext, shown: Shown, brightness: float
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
            shown.show(
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
    def test_a_camera_that_can_not_is_asked_once(self, world: CalibrationContext, shown: Shown) -> None:
        asked = []

        class Plain(StillCamera):
            def lock_exposure(self, times: float = 1.0) -> dict[str, float]:
                asked.append(times)
                raise ExposureError("The camera doesn't let its exposure be held.")

        world.source = Plain()
        step = PictureStep()
        for _ in range(4):
            shown.show(render_board(first_game_layout(), (), camera=POSE, light=DARK))
            outcome = step.check(world)
        assert "too dark" in outcome.text
        assert len(asked) == 1

    def test_without_an_island_nobody_can_go_on(self, world: CalibrationContext, shown: Shown) -> None:
        step = PictureStep()
        shown.show(np.full((270, 480, 3), 90, np.uint8))
        outcome = step.check(world)
        assert (outcome.state, outcome.choices) == ("wrong", ())
        assert "print markers" in outcome.more[-1]
        with pytest.raises(AnswerRefused):
            step.answer(world, {"word": "go_on"})

    @pytest.mark.slow
    def test_a_camera_that_holds_nothing_is_no_fault_and_is_told(
        self, world: CalibrationContext, shown: Shown, board: np.ndarray
    ) -> None:
        class Plain(StillCamera):
            def lock_exposure(self, times: float = 1.0) -> dict[str, float]:
                raise ExposureError("The camera doesn't let its exposure be held.")

        world.source = Plain()
        step = PictureStep()
        for _ in range(8):
            shown.show(board)
            outcome = step.check(world)
        assert outcome.state == "good"
        assert "can't lock its exposure" in outcome.text
        assert world.setup.unheld == "The camera doesn't let its exposure be held."

    @pytest.mark.slow
    def test_what_moves_is_waited_for(
        self, world: CalibrationContext, shown: Shown, board: np.ndarray
    ) -> None:
        world.source = StillCamera()
        step = PictureStep()
        shown.show(board)
        step.check(world)
        for n in range(5):
            shown.show((board * (0.7 + 0.06 * n)).astype(np.uint8))
        assert "the brightness isn't steady" in step.check(world).text
        assert world.setup.exposure == {}, "exposure that hasn't settled is not held"

    @pytest.mark.slow
    def test_at_a_table_that_plays_it_is_judged_on_and_on(
        self, world: CalibrationContext, shown: Shown, board: np.ndarray
    ) -> None:
        class Live(StillCamera):
            is_live = True

        world.source = Live()
        step = LiveStep(PictureJudge())
        shown.show(board)
        outcome = step.check(world)
        assert (outcome.state, outcome.text, words(outcome)) == ("looking", "The picture is good.", ["hold"])
        step.answer(world, {"word": "hold"})
        assert "exposure is locked" in step.check(world).text
        assert load(world.setup_file).exposure == {"exposure": 100.0}
        shown.show(render_board(first_game_layout(), (), camera=POSE, light=DARK))
        assert step.check(world).state == "wrong"
        assert world.calibration is None, "how the board is seen is the table's own affair"


class TestIsland:
    @pytest.fixture
    def step(
        self, world: CalibrationContext, shown: Shown, board: np.ndarray, calibration: Calibration
    ) -> IslandStep:
        world.calibration = calibration
        shown.show(board)
        return IslandStep()

    @pytest.mark.slow
    def test_it_is_read_and_confirmed_by_a_glance(self, world: CalibrationContext, step: IslandStep) -> None:
        outcome = step.check(world)
        assert words(outcome) == ["right", "again"]
        assert len(outcome.about["layout"]["hexes"]) == 19
        step.answer(world, {"word": "right"})
        assert step.check(world).state == "good"
        assert world.setup.layout is not None
        assert sorted(world.setup.layout.terrains) == sorted(first_game_layout().terrains)

    @pytest.mark.slow
    def test_what_is_wrong_is_put_right(self, world: CalibrationContext, step: IslandStep) -> None:
        before = step.check(world).about["layout"]
        step.answer(world, {"hex": HEXES[0], "terrain": "desert", "number": None})
        path = next(iter(before["harbors"]))
        step.answer(world, {"path": path, "harbor": None})
        after = step.check(world).about["layout"]
        assert after["hexes"][HEXES[0]] == {"terrain": "desert", "number": None}
        assert path not in after["harbors"]
        assert any("Desert" in sentence for sentence in step.check(world).more), "the box holds one"

    @pytest.mark.slow
    def test_one_that_the_box_has_not_is_doubted_first_and_kept_only_when_people_insist(
        self, world: CalibrationContext, step: IslandStep
    ) -> None:
        layout = step.check(world).about["layout"]["hexes"]
        with_number = next(at for at, lies in layout.items() if lies["number"] == 11)
        step.answer(world, {"hex": with_number, "terrain": "desert", "number": 11})
        outcome = step.check(world)
        assert outcome.state == "wrong"
        assert outcome.text.startswith("The box doesn't allow this island: Terrain ")
        assert "Desert with the number token 11" in outcome.more
        assert words(outcome) == ["again", "keep"]
        assert not any(choice.usual for choice in outcome.choices), "Enter doesn't keep it"
        with pytest.raises(AnswerRefused):
            step.answer(world, {"word": "right"})
        step.answer(world, {"word": "keep"})
        outcome = step.check(world)
        assert outcome.state == "good"
        assert "although the box doesn't allow it" in outcome.text
        (told,) = [each for each in known(world.setup, world.calibration, ()) if each.what == "layout"]
        assert not told.good
        assert "The box doesn't allow this island" in told.text

    @pytest.mark.slow
    def test_one_that_may_lie_so_is_confirmed_not_kept_all_the_same(
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
        "given",
        [{"hex": "h9,9"}, {"hex": HEXES[0], "terrain": "sea"}, {"hex": HEXES[0], "number": 7},
         {"path": "p0,0", "harbor": "ore"}, {"word": "done"}],
    )  # fmt: skip
    def test_what_can_not_lie_there_is_refused(
        self, world: CalibrationContext, step: IslandStep, given: dict[str, Any]
    ) -> None:
        step.check(world)
        with pytest.raises(AnswerRefused):
            step.answer(world, given)

    @pytest.mark.slow
    def test_a_harbor_that_was_not_read_is_added(self, world: CalibrationContext, step: IslandStep) -> None:
        step.check(world)
        path, kind = first_game_layout().harbors[0]
        step.answer(world, {"path": path, "harbor": None})
        outcome = step.check(world)
        assert outcome.about["missing"] == [kind]
        assert any(f"{box - 1} on the table, {box} in the box" in outcome.text for box in (1, 4)), (
            "another count than the box's is told"
        )
        step.answer(world, {"path": path, "harbor": kind})
        assert step.check(world).about == {
            **outcome.about,
            "layout": first_game_layout().to_json(),
            "missing": [],
        }
        assert step.check(world).more == ()

    @pytest.mark.slow
    def test_what_is_in_doubt_is_told_with_all_that_it_may_be_until_people_have_said(
        self, world: CalibrationContext, shown: Shown, board: np.ndarray, calibration: Calibration
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
        shown.show(board)
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
    def test_harbors_that_lie_as_in_no_frame_are_told_and_taken(
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


class Seen:
    """Stands in for who follows a board: knows the colours that it is told to."""

    def __init__(self, calibration: Calibration) -> None:
        self.calibration = calibration
        self.why, self.state = "", "quiet"
        self.pieces: dict[Site, Standing] = {}
        self.known: dict[Site, Standing] = {}
        self.robber: Mapping[HexId | None, float] = {None: 1.0}
        self.changed: tuple[HexChange, ...] = ()
        self.known_robber: HexId | None = None

    def set_certain_pieces(
        self,
        certain: Mapping[Site, Standing],
        standing: Mapping[Site, Standing] | None = None,
        robber: HexId | None = None,
    ) -> None:
        self.known, self.known_robber = dict(certain), robber

    def process_frame(self, picture: np.ndarray, t: float) -> Any:
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

    def change(self, *hexes: HexId, gone: Lab, come: Lab, sure: float = 0.0) -> None:
        """Hexes came to look otherwise, and the robber is believed to stand on the first."""
        self.changed = tuple(HexChange(at, np.array(gone), np.array(come)) for at in hexes)
        self.robber = {hexes[0]: sure, None: 1 - sure}

    def put(self, number: int, standing: Standing) -> Site:
        """A building came to stand on a corner, and looks like this."""
        self.pieces[INTERSECTIONS[number]] = standing
        return INTERSECTIONS[number]

    def take_off(self, number: int) -> None:
        """The building on a corner is gone."""
        del self.pieces[INTERSECTIONS[number]]

    def forget_example(self, site: Site) -> None:
        examples = tuple(one for one in self.calibration.examples if one.at != site)
        self.calibration = replace(self.calibration, examples=examples)

    def see(self) -> None:
        """All that is known for what it is has become an example."""
        examples = tuple(Example(at, one.kind, (0.0,) * 6, 0.5) for at, one in self.known.items())
        self.calibration = replace(self.calibration, examples=examples)

    def learn(self, *colours: PieceColour) -> None:
        tint = Tint((40.0, 55.0, 30.0), (3.0, 4.0, 4.0), 1)
        self.calibration = replace(self.calibration, tints=dict.fromkeys(colours, tint))


Lab = tuple[float, float, float]
BARE, BLACK = (80.0, 2.0, 12.0), (12.0, 0.0, 0.0)
FIRST, SECOND = HEXES[2], HEXES[7]


def around_hex(world: CalibrationContext, board: np.ndarray, at: HexId) -> bool:
    """Whether what shines in the picture lies around the middle of a hex."""
    assert world.overlay is not None
    assert world.calibration is not None
    lit = np.argwhere(world.overlay(np.full_like(board, 100)).max(axis=2) > 150)
    middle = plane_to_pixels(world.calibration)(np.array([position(at)]))[0]
    return bool(np.abs(lit.mean(axis=0)[::-1] - middle).max() < 8)


def called(at: HexId) -> str:
    """A hex of the first game's island as people call it."""
    n, island = HEXES.index(at), first_game_layout()
    return f"{island.terrains[n].capitalize()} {island.numbers[n]}"


class TestColours:
    @pytest.fixture
    def seen(
        self, world: CalibrationContext, shown: Shown, board: np.ndarray, calibration: Calibration
    ) -> Seen:
        world.calibration = calibration
        shown.show(board)
        return Seen(calibration)

    def test_all_of_the_box_end_it_by_themselves(self, world: CalibrationContext, seen: Seen) -> None:
        step = ColoursStep(lambda _: seen)
        assert "Put one settlement of each colour" in step.check(world).text
        seen.learn("red", "blue")
        outcome = step.check(world)
        assert "2 colours are learned." in outcome.text
        assert outcome.more == ("red and blue", "The game is for 3 or 4 players."), (
            "why it can't be ended yet"
        )
        seen.learn("red", "blue", "orange", "white")
        assert step.check(world).state == "good"
        assert set(world.setup.colours) == {"red", "blue", "orange", "white"}
        assert world.calibration is not None
        assert world.calibration.tints == seen.calibration.tints

    def test_fewer_are_enough_when_people_say_so(self, world: CalibrationContext, seen: Seen) -> None:
        step = ColoursStep(lambda _: seen)
        assert step.check(world).choices == ()
        seen.learn("red", "white")
        assert words(step.check(world)) == ["city", "robber"]
        seen.learn("red", "white", "blue")
        assert words(step.check(world)) == ["done", "city", "robber"]
        step.answer(world, {"word": "done"})
        assert step.check(world).state == "good"

    def test_what_is_put_down_is_a_settlement_whatever_it_looks_like(
        self, world: CalibrationContext, shown: Shown, seen: Seen, board: np.ndarray
    ) -> None:
        old = seen.put(0, Standing("settlement", "white"))
        step = ColoursStep(lambda _: seen)
        step.check(world)
        new = seen.put(5, Standing("city", "red"))
        shown.show(board)
        step.check(world)
        assert seen.known == {new: Standing("settlement", "red")}
        assert old not in seen.known, "it stood there before: nobody said what it is"

    def test_a_city_is_shown_if_people_wish(
        self, world: CalibrationContext, shown: Shown, seen: Seen, board: np.ndarray
    ) -> None:
        step = ColoursStep(lambda _: seen)
        step.check(world)
        seen.learn("red")
        step.answer(world, {"word": "city"})
        seen.state = "stable"
        early = seen.put(3, Standing("city", "blue"))
        shown.show(board)
        outcome = step.check(world)
        assert outcome.text.startswith("Put one city")
        assert outcome.about["city"] is True
        seen.state = "quiet"
        shown.show(board)
        step.check(world)
        city = seen.put(5, Standing("city", "red"))
        shown.show(board)
        outcome = step.check(world)
        assert seen.known[city] == Standing("city", "red")
        assert seen.known[early] == Standing("settlement", "blue"), (
            "a hand was about to put it down when a city was asked for"
        )
        assert outcome.text.startswith("1 colour learned.")
        assert "city" not in words(outcome), "one is enough"

    @pytest.fixture
    def asked(self, world: CalibrationContext, shown: Shown, seen: Seen, board: np.ndarray) -> ColoursStep:
        """Two colours are learned, and a city was asked for."""
        step = ColoursStep(lambda _: seen)
        step.check(world)
        seen.learn("red", "blue")
        step.answer(world, {"word": "city"})
        shown.show(board)
        step.check(world)
        return step

    @pytest.fixture
    def doubted(
        self, world: CalibrationContext, shown: Shown, seen: Seen, board: np.ndarray, asked: ColoursStep
    ) -> ColoursStep:
        """What looks like a settlement was put down for the city."""
        seen.put(5, Standing("settlement", "red"))
        for _ in range(MIN_DOUBTFUL_LOOKS):
            shown.show(board)
            asked.check(world)
        return asked

    def test_what_reads_as_a_city_at_the_second_look_is_not_asked_about(
        self, world: CalibrationContext, shown: Shown, seen: Seen, board: np.ndarray, asked: ColoursStep
    ) -> None:
        at = seen.put(5, Standing("settlement", "red"))
        shown.show(board)
        assert asked.check(world).text.startswith("Put one city")
        assert seen.known == {}
        seen.put(5, Standing("city", "red"))
        shown.show(board)
        assert asked.check(world).text.startswith("2 colours")
        assert seen.known == {at: Standing("city", "red")}

    def test_what_looks_like_a_settlement_is_asked_about_before_it_is_taken_for_a_city(
        self, world: CalibrationContext, seen: Seen, doubted: ColoursStep
    ) -> None:
        outcome = doubted.check(world)
        assert outcome.text == "This looks like a settlement. Is it a city?"
        assert words(outcome) == ["is_city", "is_settlement"]
        assert outcome.more == ("After a wrong answer, pick the piece up and put it down again.",)
        assert seen.known == {}, "it is an example of nothing until that is answered"

    def test_the_answer_decides(self, world: CalibrationContext, seen: Seen, doubted: ColoursStep) -> None:
        doubted.answer(world, {"word": "is_city"})
        outcome = doubted.check(world)
        assert outcome.text.startswith("2 colours are learned.")
        assert "city" not in words(outcome), "one is enough"

    def test_after_a_settlement_the_city_is_still_asked_for(
        self, world: CalibrationContext, shown: Shown, seen: Seen, board: np.ndarray, doubted: ColoursStep
    ) -> None:
        doubted.answer(world, {"word": "is_settlement"})
        assert doubted.check(world).text.startswith("Put one city")
        city = seen.put(9, Standing("city", "blue"))
        shown.show(board)
        doubted.check(world)
        assert seen.known == {INTERSECTIONS[5]: Standing("settlement", "red"), city: Standing("city", "blue")}

    def test_what_is_taken_off_unanswered_is_asked_about_no_more(
        self, world: CalibrationContext, shown: Shown, seen: Seen, board: np.ndarray, doubted: ColoursStep
    ) -> None:
        seen.take_off(5)
        shown.show(board)
        assert doubted.check(world).text.startswith("Put one city")

    def test_while_it_is_asked_nothing_else_is_answered(
        self, world: CalibrationContext, doubted: ColoursStep
    ) -> None:
        doubted.answer(world, {"word": "done"})
        assert words(doubted.check(world)) == ["is_city", "is_settlement"]

    def test_an_answer_to_what_is_asked_no_more_changes_nothing(
        self, world: CalibrationContext, seen: Seen
    ) -> None:
        step = ColoursStep(lambda _: seen)
        step.answer(world, {"word": "city"})
        step.answer(world, {"word": "is_city"})
        assert step.check(world).text.startswith("Put one city")

    def test_a_piece_that_is_taken_off_again_is_no_example(
        self, world: CalibrationContext, shown: Shown, seen: Seen, board: np.ndarray, doubted: ColoursStep
    ) -> None:
        doubted.answer(world, {"word": "is_city"})
        shown.show(board)
        doubted.check(world)
        seen.see()
        assert [one.kind for one in seen.calibration.examples] == ["city"]
        seen.take_off(5)
        shown.show(board)
        outcome = doubted.check(world)
        assert seen.calibration.examples == ()
        assert "city" in words(outcome), "it can be shown again"

    @pytest.fixture
    def reads(self, calibration: Calibration) -> Callable[..., BoardReading]:
        """Reads the first game's island where the calibration has it."""
        island = first_game_layout()
        hexes = tuple(
            LocatedHex(at, (0.0, 0.0), (0.0, 0.0), HexReading({terrain: 1.0}, {number: 1.0}))
            for at, terrain, number in zip(HEXES, island.terrains, island.numbers, strict=True)
        )
        reading = BoardReading(True, "", calibration.plane, 0.9, hexes, 0.01, lens=calibration.lens)
        return lambda picture: reading

    @pytest.fixture
    def robbed(
        self,
        world: CalibrationContext,
        shown: Shown,
        seen: Seen,
        board: np.ndarray,
        reads: Callable[..., BoardReading],
    ) -> ColoursStep:
        """Two colours are learned, the robber was asked for, and hands are away."""
        step = ColoursStep(lambda _: seen, reads)
        step.check(world)
        seen.learn("red", "blue")
        step.answer(world, {"word": "robber"})
        shown.show(board)
        step.check(world)
        return step

    def look(
        self, step: ColoursStep, world: CalibrationContext, shown: Shown, board: np.ndarray
    ) -> StepOutcome:
        shown.show(board)
        return step.check(world)

    def test_the_robber_is_shown_if_people_wish(
        self, world: CalibrationContext, shown: Shown, seen: Seen, board: np.ndarray, robbed: ColoursStep
    ) -> None:
        outcome = robbed.check(world)
        assert outcome.text == "Put the robber on another hex, and take your hand away."
        assert (words(outcome), outcome.about["robber"]) == (["no_robber"], True)
        seen.change(FIRST, SECOND, gone=BARE, come=BLACK, sure=0.95)
        outcome = self.look(robbed, world, shown, board)
        assert outcome.text.startswith("2 colours are learned.")
        assert f"The camera sees the robber on this hex: {called(FIRST)}. If that is wrong" in outcome.more[1]
        assert words(outcome) == ["city"], "once is enough"
        assert seen.known_robber == FIRST
        seen.learn("red", "white", "blue", "orange")
        assert robbed.check(world).state == "good"
        assert world.calibration is not None
        assert world.calibration.robber == update_tint(None, np.array(BLACK))

    def test_where_the_robber_is_not_surely_seen_people_are_asked(
        self, world: CalibrationContext, shown: Shown, seen: Seen, board: np.ndarray, robbed: ColoursStep
    ) -> None:
        seen.change(FIRST, SECOND, gone=BARE, come=BLACK, sure=0.6)
        outcome = self.look(robbed, world, shown, board)
        assert outcome.text == (f"Something changed on this hex: {called(FIRST)}. Is the robber there now?")
        assert words(outcome) == ["is_robber", "is_no_robber"]
        robbed.answer(world, {"word": "done"})
        robbed.answer(world, {"word": "is_no_robber"})
        assert called(SECOND) in robbed.check(world).text, "while that is asked nothing else is answered"
        robbed.answer(world, {"word": "is_robber"})
        assert called(SECOND) in robbed.check(world).more[1]
        assert self.look(robbed, world, shown, board).about["robber"] is False
        assert seen.known_robber == SECOND

    def test_the_hex_that_people_are_asked_about_shines_on_the_live_picture(
        self, world: CalibrationContext, shown: Shown, seen: Seen, board: np.ndarray, robbed: ColoursStep
    ) -> None:
        before = world.overlay = lambda image: image
        self.look(robbed, world, shown, board)
        assert world.overlay is before
        seen.change(FIRST, SECOND, gone=BARE, come=BLACK, sure=0.6)
        for at in (FIRST, SECOND):
            self.look(robbed, world, shown, board)
            assert around_hex(world, board, at)
            robbed.answer(world, {"word": "is_no_robber"})
        self.look(robbed, world, shown, board)
        assert world.overlay is before, "nothing is asked any more"
        seen.change(FIRST, gone=BARE, come=BLACK, sure=0.6)
        self.look(robbed, world, shown, board)
        assert around_hex(world, board, FIRST)
        seen.why = "it is too dark"
        self.look(robbed, world, shown, board)
        assert world.overlay is before, "where the board can't be watched, something else is to be done"
        seen.why = ""
        self.look(robbed, world, shown, board)
        assert around_hex(world, board, FIRST)
        robbed.end()
        assert world.overlay is before

    def test_if_it_stands_nowhere_that_changed_it_is_still_asked_for(
        self, world: CalibrationContext, shown: Shown, seen: Seen, board: np.ndarray, robbed: ColoursStep
    ) -> None:
        seen.change(FIRST, gone=BARE, come=BLACK)
        self.look(robbed, world, shown, board)
        robbed.answer(world, {"word": "is_no_robber"})
        assert robbed.check(world).text.startswith("Put the robber on another hex")
        robbed.answer(world, {"word": "no_robber"})
        assert words(robbed.check(world)) == ["city", "robber"]

    def test_the_hex_that_it_surely_stood_on_is_not_asked_about(
        self,
        world: CalibrationContext,
        shown: Shown,
        seen: Seen,
        board: np.ndarray,
        reads: Callable[..., BoardReading],
    ) -> None:
        seen.robber = {FIRST: 0.97, None: 0.03}
        step = ColoursStep(lambda _: seen, reads)
        seen.learn("red")
        step.answer(world, {"word": "robber"})
        step.check(world)
        seen.change(FIRST, gone=BLACK, come=BARE)
        assert self.look(step, world, shown, board).text.startswith("Put the robber"), "it is in a hand"
        seen.change(SECOND, gone=BARE, come=BLACK, sure=0.95)
        assert called(SECOND) in self.look(step, world, shown, board).more[1]

    def test_what_a_hand_was_about_to_do_when_the_robber_was_asked_for_is_not_it(
        self, world: CalibrationContext, seen: Seen, reads: Callable[..., BoardReading]
    ) -> None:
        step = ColoursStep(lambda _: seen, reads)
        seen.learn("red")
        seen.state = "stable"
        step.answer(world, {"word": "robber"})
        seen.change(FIRST, gone=BARE, come=BLACK, sure=0.95)
        assert step.check(world).text.startswith("Put the robber on another hex")
        assert seen.known_robber is None

    def test_a_robber_that_was_not_asked_for_is_not_learned(
        self, world: CalibrationContext, shown: Shown, seen: Seen, board: np.ndarray
    ) -> None:
        step = ColoursStep(lambda _: seen)
        step.check(world)
        seen.change(FIRST, SECOND, gone=BARE, come=BLACK, sure=0.95)
        self.look(step, world, shown, board)
        seen.learn("red", "white", "blue", "orange")
        assert step.check(world).state == "good"
        assert world.calibration is not None
        assert world.calibration.robber is None

    def test_a_robber_that_is_taken_off_again_is_forgotten(
        self, world: CalibrationContext, shown: Shown, seen: Seen, board: np.ndarray, robbed: ColoursStep
    ) -> None:
        seen.change(FIRST, gone=BARE, come=BLACK, sure=0.95)
        self.look(robbed, world, shown, board)
        seen.change(SECOND, gone=BARE, come=BLACK)
        self.look(robbed, world, shown, board)
        assert seen.known_robber == FIRST, "something came elsewhere"
        seen.change(FIRST, gone=BLACK, come=BARE)
        assert "robber" in words(self.look(robbed, world, shown, board)), "it can be shown again"
        assert seen.known_robber is None
        robbed.answer(world, {"word": "robber"})
        self.look(robbed, world, shown, board)
        seen.change(SECOND, gone=BARE, come=BLACK, sure=0.9)
        assert called(SECOND) in self.look(robbed, world, shown, board).more[1]
        assert seen.known_robber == SECOND

    def test_where_the_island_can_not_be_read_the_robber_is_shown_all_the_same(
        self, world: CalibrationContext, shown: Shown, seen: Seen, board: np.ndarray
    ) -> None:
        unread = BoardReading(False, "it is dark", None, 0.0, (), 0.0)
        step = ColoursStep(lambda _: seen, lambda picture: unread)
        seen.learn("red")
        step.answer(world, {"word": "robber"})
        step.check(world)
        seen.change(FIRST, gone=BARE, come=BLACK)
        outcome = self.look(step, world, shown, board)
        assert outcome.text == "Something changed on a hex. Is the robber there now?"
        step.answer(world, {"word": "is_robber"})
        assert step.check(world).more[1].startswith("The camera sees the robber. If that is wrong")

    def test_who_has_no_robber_at_hand_goes_on_without(
        self, world: CalibrationContext, seen: Seen, reads: Callable[..., BoardReading]
    ) -> None:
        step = ColoursStep(lambda _: seen, reads)
        step.answer(world, {"word": "robber"})
        seen.learn("red", "white", "blue", "orange")
        assert words(step.check(world)) == ["no_robber"]
        step.answer(world, {"word": "is_robber"})
        step.answer(world, {"word": "no_robber"})
        assert step.check(world).state == "good"

    def test_who_has_no_city_at_hand_goes_on_without(self, world: CalibrationContext, seen: Seen) -> None:
        step = ColoursStep(lambda _: seen)
        step.answer(world, {"word": "city"})
        seen.learn("red", "white", "blue", "orange")
        assert words(step.check(world)) == ["no_city"]
        step.answer(world, {"word": "no_city"})
        assert step.check(world).state == "good"

    def test_it_ends_once_all_that_was_put_down_is_an_example(
        self, world: CalibrationContext, shown: Shown, seen: Seen, board: np.ndarray
    ) -> None:
        step = ColoursStep(lambda _: seen)
        step.check(world)
        seen.put(5, Standing("city", "red"))
        seen.learn("red", "white", "blue", "orange")
        shown.show(board)
        assert step.check(world).state == "looking"
        seen.see()
        assert step.check(world).state == "good"
        assert world.calibration is not None
        assert [one.kind for one in world.calibration.examples] == ["settlement"]

    def test_it_waits_for_that_no_longer_than_a_sleeve_may_lie_there(
        self, world: CalibrationContext, shown: Shown, seen: Seen, board: np.ndarray
    ) -> None:
        step = ColoursStep(lambda _: seen)
        step.check(world)
        seen.put(5, Standing("settlement", "red"))
        seen.learn("red", "white", "blue", "orange")
        shown.show(board, EXAMPLE_TIMEOUT_S)
        assert step.check(world).state == "looking"
        shown.show(board)
        assert step.check(world).state == "good"

    @pytest.mark.slow
    @pytest.mark.parametrize("standing", [2, 4])
    def test_of_many_pieces_that_stand_there_it_is_told_that_they_do_not_count(
        self, world: CalibrationContext, shown: Shown, seen: Seen, standing: int
    ) -> None:
        corners = ("i1,1", "i-1,-1", "i-1,5", "i2,-4")[:standing]
        full = [Piece("settlement", IntersectionId(at), "red") for at in corners]
        picture = render_board(first_game_layout(), full, HEXES[9], camera=POSE, lens=CameraEffects(noise=1))
        step = ColoursStep(lambda _: seen)
        shown.show(picture, COUNT_AFTER_S)
        # Hands that put pieces down are to be followed, not kept waiting by a board that is read.
        assert step.check(world).more == ()
        shown.show(picture)
        more = step.check(world).more
        # Two may be those of hasty people.
        told = [each for each in more if each.startswith("4 pieces are already there and don't count")]
        assert len(told) == (standing > 2)

    def test_a_board_that_is_not_seen_is_told(self, world: CalibrationContext, seen: Seen) -> None:
        seen.why = "it is too dark"
        outcome = ColoursStep(lambda _: seen).check(world)
        assert (outcome.state, outcome.text) == ("wrong", "The board can't be watched: it is too dark.")


class Thrown:
    """Stands in for who watches dice: gives the results that the test has set."""

    def __init__(self) -> None:
        self.regions: list[DiceRegion] = []
        self.results: list[RollFrameResult] = []

    def __call__(self, region: DiceRegion) -> Thrown:
        self.regions.append(region)
        return self

    def process_frame(self, image: np.ndarray, t: float) -> RollFrameResult:
        return self.results.pop(0) if self.results else RollFrameResult(t, "empty")


def roll(a: int, b: int) -> RollFrameResult:
    one, other = (DieReading((9.0, 9.0), 20.0, {n: float(n == v) for n in range(1, 7)}, 1.0) for v in (a, b))
    return RollFrameResult(1.0, "resting", SeenRoll((one, other), 1.0, 0.9))


class TestDice:
    @pytest.fixture
    def thrown(self, world: CalibrationContext, calibration: Calibration) -> Thrown:
        world.calibration = calibration
        return Thrown()

    def test_a_roll_that_was_read_right_ends_it(
        self, world: CalibrationContext, shown: Shown, thrown: Thrown, board: np.ndarray
    ) -> None:
        step = DiceStep(thrown)
        shown.show(board)
        assert step.check(world).text.startswith("Roll two dice beside the island")
        thrown.results = [roll(3, 5)]
        shown.show(board)
        outcome = step.check(world)
        assert outcome.text == "The camera read 3 and 5. Is that right?"
        step.answer(world, {"word": "right"})
        assert step.check(world).state == "good"
        assert world.setup.dice == "beside"
        assert thrown.regions[0].outside is not None
        assert world.overlay is not None
        assert (world.overlay(board) != board).any()

    def test_where_they_may_lie_is_where_they_are_asked_to_be_thrown(
        self, world: CalibrationContext, shown: Shown, thrown: Thrown, board: np.ndarray
    ) -> None:
        step = DiceStep(thrown)
        shown.show(board)
        step.check(world)
        step.answer(world, {"word": "anywhere"})
        assert "on the island or beside it" in step.check(world).text

    def test_one_that_was_misread_is_thrown_again(
        self, world: CalibrationContext, shown: Shown, thrown: Thrown, board: np.ndarray
    ) -> None:
        step = DiceStep(thrown)
        thrown.results = [roll(3, 5)]
        shown.show(board)
        step.check(world)
        step.answer(world, {"word": "wrong"})
        outcome = step.check(world)
        assert (outcome.state, "roll them again" in outcome.text) == ("wrong", True)
        thrown.results = [roll(2, 2)]
        shown.show(board)
        assert "2 and 2" in step.check(world).text

    def test_where_they_lie_is_chosen(
        self, world: CalibrationContext, shown: Shown, thrown: Thrown, board: np.ndarray
    ) -> None:
        step = DiceStep(thrown)
        shown.show(board)
        step.check(world)
        step.answer(world, {"word": "anywhere"})
        step.check(world)
        assert thrown.regions[-1].outside is None
        tray = [[0.6, 0.5], [0.9, 0.5], [0.9, 0.9]]
        step.answer(world, {"inside": tray})
        step.check(world)
        assert thrown.regions[-1].inside == ((0.6, 0.5), (0.9, 0.5), (0.9, 0.9))
        thrown.results = [roll(1, 6)]
        shown.show(board)
        step.check(world)
        step.answer(world, {"word": "right"})
        step.check(world)
        assert world.setup.dice == thrown.regions[-1]

    def test_drawing_begins_with_what_was_drawn_or_with_what_might_be(
        self, world: CalibrationContext, shown: Shown, thrown: Thrown, board: np.ndarray
    ) -> None:
        step = DiceStep(thrown)
        shown.show(board)
        about = step.check(world).about
        assert (about["area"], len(about["frame"])) == ("beside", 4)
        tray = ((0.6, 0.5), (0.9, 0.5), (0.9, 0.9))
        step.answer(world, {"inside": tray})
        outcome = step.check(world)
        assert (outcome.about["area"], outcome.about["frame"]) == ("tray", tray)
        assert outcome.text == "Roll two dice into the area that you drew."
        step.answer(world, {"word": "beside"})
        assert step.check(world).about == about

    def test_the_picture_is_dark_where_dice_do_not_count_until_the_step_ends(
        self, world: CalibrationContext, shown: Shown, thrown: Thrown, board: np.ndarray
    ) -> None:
        before = world.overlay = lambda image: image
        step = DiceStep(thrown)
        shown.show(board)
        for given in ({"word": "anywhere"}, {"inside": [[0.8, 0.3], [0.97, 0.3], [0.97, 0.7], [0.8, 0.7]]}):
            step.check(world)
            step.answer(world, given)
        step.check(world)
        assert world.overlay is not None
        picture = world.overlay(board)
        light = {at: picture[at].mean() / board[at].mean() for at in ((270, 860), (270, 100), (270, 400))}
        assert light == pytest.approx({(270, 860): 1, (270, 100): 0.5, (270, 400): 0.5}, abs=0.03)
        step.end()
        assert world.overlay is before

    def test_a_tray_without_corners_is_refused(self, world: CalibrationContext, thrown: Thrown) -> None:
        with pytest.raises(AnswerRefused, match="three corners"):
            DiceStep(thrown).answer(world, {"inside": [[0.1, 0.1]]})

    def test_the_camera_need_not_read_dice(
        self, world: CalibrationContext, shown: Shown, thrown: Thrown
    ) -> None:
        step = DiceStep(thrown)
        step.check(world)
        step.answer(world, {"word": "nowhere"})
        assert step.check(world).state == "skipped"
        assert world.setup.dice == "nowhere"

    def test_dice_that_lie_badly_are_asked_about(
        self, world: CalibrationContext, shown: Shown, thrown: Thrown, board: np.ndarray
    ) -> None:
        thrown.results = [RollFrameResult(1.0, "asking", why="A die lies askew.")]
        shown.show(board)
        outcome = DiceStep(thrown).check(world)
        assert (outcome.state, outcome.text) == ("wrong", "A die lies askew.")


class Pressed:
    """Buttons that are pressed as the test says."""

    def __init__(self) -> None:
        self.presses: list[tuple[str, ButtonEvent]] = []
        self.open = False
        self.fault = ""

    def poll_events(self) -> Sequence[tuple[str, ButtonEvent]]:
        happened, self.presses = self.presses, []
        return happened

    @contextlib.contextmanager
    def __call__(self) -> Iterator[Pressed]:
        if self.fault:
            raise PanelUnavailableError(self.fault)
        self.open = True
        yield self
        self.open = False


class TestButtons:
    NAMES = {"next_player": "next player", "undo": "undo"}  # noqa: RUF012 (a constant of the tests)

    def test_each_is_pressed_once(self, make_world: Callable[..., CalibrationContext]) -> None:
        buttons, step = Pressed(), ButtonsStep()
        world = make_world(buttons=buttons, fitted=self.NAMES)
        assert "Still to press: next player and undo." in step.check(world).text
        buttons.presses = [("undo", ButtonEvent.PRESSED), ("undo", ButtonEvent.PRESSED)]
        assert "Still to press: next player." in step.check(world).text
        buttons.presses = [("next_player", ButtonEvent.PRESSED)]
        assert step.check(world).state == "good"
        assert set(world.setup.buttons) == {"undo", "next_player"}
        step.end()
        assert not buttons.open

    def test_without_buttons_there_is_nothing_to_do(self, world: CalibrationContext) -> None:
        assert ButtonsStep().check(world).state == "skipped"

    def test_pins_that_can_not_be_opened_are_tried_again(
        self, make_world: Callable[..., CalibrationContext]
    ) -> None:
        buttons, step = Pressed(), ButtonsStep()
        world = make_world(buttons=buttons, fitted=self.NAMES)
        buttons.fault = "The pins may not be opened."
        outcome = step.check(world)
        assert (outcome.state, outcome.text, words(outcome)) == ("wrong", buttons.fault, ["again"])
        step.answer(world, {"word": "again"})
        buttons.fault = ""
        assert step.check(world).state == "looking"


class TestPlayers:
    ANA, BEN = {"name": " Ana ", "colour": "red"}, {"name": "Ben", "colour": "blue"}
    CYR: ClassVar = {"name": "Cyr", "colour": "white"}
    SEATED = (ExpectedPlayer("Ana", "red"), ExpectedPlayer("Ben", "blue"), ExpectedPlayer("Cyr", "white"))

    def test_they_are_seated_in_order(self, world: CalibrationContext) -> None:
        world.setup = replace(world.setup, colours=("blue", "red", "green"))
        step = PlayersStep()
        outcome = step.check(world)
        assert outcome.about["colours"] == ["blue", "red", "green"], "no others were learned"
        assert outcome.about["suggested"] == 3
        step.answer(world, {"players": [self.ANA, self.BEN, {**self.CYR, "colour": "green"}]})
        assert step.check(world).state == "good"
        assert world.setup.players == (*self.SEATED[:2], ExpectedPlayer("Cyr", "green"))

    def test_without_colours_that_were_learned_any_may_be_played(self, world: CalibrationContext) -> None:
        step = PlayersStep()
        assert step.check(world).about["colours"] == ["red", "blue", "white", "orange", "green", "brown"]
        step.answer(world, {"players": [self.ANA, self.BEN, {**self.CYR, "colour": "brown"}]})
        assert step.check(world).state == "good"

    def test_a_colour_that_was_not_learned_can_not_be_seen(self, world: CalibrationContext) -> None:
        world.setup = replace(world.setup, colours=("red", "blue", "white", "orange"))
        players = [self.ANA, self.BEN, {**self.CYR, "colour": "brown"}]
        with pytest.raises(AnswerRefused, match="brown were not learned, only red, blue, white and"):
            PlayersStep().answer(world, {"players": players})

    def test_as_last_time_is_one_tap_and_says_who_sat_there(self, world: CalibrationContext) -> None:
        world.setup = replace(world.setup, players=self.SEATED)
        step = PlayersStep()
        outcome = step.check(world)
        assert outcome.text.endswith("as last time: Ana (red), Ben (blue) and Cyr (white)?")
        assert words(outcome) == ["right"]
        step.answer(world, {"word": "right"})
        assert step.check(world).state == "good"

    @pytest.mark.parametrize("kept", [SEATED[:2], (*SEATED[:2], ExpectedPlayer("Cyr", "brown"))])
    def test_who_can_not_play_so_now_is_asked_for_anew(
        self, world: CalibrationContext, kept: tuple[ExpectedPlayer, ...]
    ) -> None:
        world.setup = replace(world.setup, players=kept, colours=("red", "blue", "white", "orange"))
        assert PlayersStep().check(world).text == "Who plays?"

    @pytest.mark.parametrize(
        ("players", "why"),
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
    def test_who_can_not_sit_there_is_told_why(
        self, world: CalibrationContext, players: Any, why: str
    ) -> None:
        with pytest.raises(AnswerRefused, match=why):
            PlayersStep().answer(world, {"players": players})


class TestSaved:
    def test_all_is_kept(self, world: CalibrationContext, calibration: Calibration) -> None:
        world.setup, world.calibration = TableSetup(camera="0"), calibration
        outcome = SaveStep().check(world)
        assert (outcome.state, outcome.text) == ("good", "The table is ready.")
        assert world.setup_file.exists()
        assert world.calibration_file.exists()

    def test_a_table_of_which_something_was_left_out_is_not_said_to_be_ready(
        self, world: CalibrationContext
    ) -> None:
        world.skipped_titles = ("Camera", "Island", "Dice")
        outcome = SaveStep().check(world)
        assert outcome.text == "Saved. Steps skipped: Camera, Island and Dice."
        assert "'companion calibrate'" in outcome.more[0], "how it is made up for"

    def test_after_one_step_alone_nothing_is_claimed_of_the_table(self, world: CalibrationContext) -> None:
        outcome = SaveStep(alone=True).check(world)
        assert outcome.text == "Saved."
        assert "companion doctor" in outcome.more[0]

    def test_of_a_trial_it_is_said_that_nothing_is_kept(self, world: CalibrationContext) -> None:
        world.is_trial, world.skipped_titles = True, ("Dice",)
        outcome = SaveStep().check(world)
        assert outcome.text == "The trial ends here: nothing from it is saved."
        assert not [each for each in outcome.more if str(world.setup_file) in each]

    def test_where_it_can_not_be_kept_that_is_said_and_tried_again(self, world: CalibrationContext) -> None:
        folder = world.setup_file.parent / "later"
        world.setup_file = folder / "table.json"
        step = SaveStep()
        outcome = step.check(world)
        assert (outcome.state, words(outcome)) == ("wrong", ["again"])
        assert "can't be written" in outcome.text
        folder.mkdir()
        step.answer(world, {"word": "again"})
        assert step.check(world).state == "good"
