"""The tower step: people follow the instructions or do something else."""

from __future__ import annotations

import functools
import threading
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from companion.calibration.context import CalibrationContext
from companion.calibration.step_outcome import FINAL_STATES, AnswerRefused, StepOutcome
from companion.calibration.steps import tower as tower_step
from companion.calibration.steps.tower import TowerStep
from companion.measurements import Measurements, TowerFigures
from companion.sources.tower.console import TowerConsole
from companion.sources.tower.protocol import FaultKind, TowerFault, TowerFrame
from companion.sources.tower.stand_ins.emulated_tower import EmulatedTower
from companion.sources.tower.stand_ins.pockets import FINISHES, PAPER_FINISH, PocketContents, resting_die
from companion.sources.tower.stand_ins.sensor_board import SensorBoard, TowerMemory
from tests.sources.tower.faults import GLARE_LUX, FaultyTower, set_faults

MOST_LOOKS = 1000
PATIENT_LOOKS = 20
PATIENT_EMULATED_LOOKS = 300
"""Emulated time runs faster than real time."""


@pytest.fixture
def tower() -> Iterator[FaultyTower]:
    """Uncalibrated tower, driven by a thread of the test."""
    stop = threading.Event()
    with FaultyTower() as new_step:
        new_step.memory = TowerMemory(new_step.unit, calibrated=False)
        new_step.reset()
        thread = threading.Thread(target=new_step.run, args=(stop,))
        thread.start()
        yield new_step
        stop.set()
        thread.join()


@pytest.fixture(autouse=True)
def _fast_tower(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make the model report a waiting throw immediately after the greeting."""
    monkeypatch.setattr(tower_step, "REPORT_WITHIN_S", 0.5)


@pytest.fixture
def tower_world(make_world: Callable[..., CalibrationContext], tower: FaultyTower) -> CalibrationContext:
    return make_world(lambda: TowerConsole(tower.port))


class AtTable:
    """Person who follows the instructions, after any scripted deviations."""

    def __init__(
        self, empty: Callable[[], object], lay: Callable[[int], object], throw: Callable[[], object]
    ) -> None:
        self.actions: dict[str, tuple[Callable[[], object], str | None]] = {
            "Take all dice out": (empty, "done"),
            "6 up.": (lambda: lay(6), "done"),
            "1 on top": (lambda: lay(1), "done"),
            "then drop them in": (throw, None),
            "Is that right": (lambda: None, "right"),
            "no game has recorded": (lambda: None, "leave"),
        }
        self.instead: dict[str, list[Callable[[], object]]] = {}
        self.texts: list[str] = []
        self.patience = PATIENT_LOOKS

    def set_answer(self, words: str, answer: str) -> None:
        self.actions[words] = (self.actions[words][0], answer)

    @property
    def transcript(self) -> str:
        return "\n".join(self.texts)

    def count_texts(self, words: str) -> int:
        return sum(words in text for text in self.texts)

    def walk(self, step: TowerStep, world: CalibrationContext) -> StepOutcome:
        """Run the step to its end, or until it reports something without a matching action."""
        asked: StepOutcome | None = None
        at_a_loss = 0
        for _ in range(MOST_LOOKS):
            outcome = step.check(world)
            if outcome != asked:
                self.texts += [outcome.text, *outcome.more]
            if outcome.state in FINAL_STATES:
                return outcome
            if outcome == asked and outcome.state != "wrong":
                continue
            asked = outcome
            text = "\n".join([outcome.text, *outcome.more])
            found = next((words for words in self.actions if words in text), None)
            if found is None:
                # A die may just be on its way.
                at_a_loss += 1
                if at_a_loss > self.patience:
                    return outcome
                continue
            action, answer = self.actions[found]
            others = self.instead.get(found)
            (others.pop(0) if others else action)()
            if answer is not None:
                step.answer(world, {"word": answer})
        raise AssertionError(self.transcript)


@pytest.fixture
def person(tower: FaultyTower) -> AtTable:
    return AtTable(tower.empty_pockets, lambda face: tower.roll(face, face), lambda: tower.roll(3, 5))


@pytest.fixture
def step() -> Iterator[TowerStep]:
    new_step = TowerStep(teach=True)
    yield new_step
    new_step.end()


class GaveUpError(Exception):
    pass


def raise_gave_up() -> None:
    raise GaveUpError


def test_an_uncalibrated_tower_is_calibrated_and_reads_a_throw(
    tower: FaultyTower, tower_world: CalibrationContext, person: AtTable
) -> None:
    step = TowerStep()
    outcome = person.walk(step, tower_world)
    assert (outcome.state, outcome.about["dice"]) == ("good", [3, 5]), person.transcript
    assert tower.memory.calibrated
    assert "The tower read 3 and 5 (99 % and 99 % sure)" in person.transcript
    assert (tower_world.setup.tower, tower_world.setup.unit) == (tower.port, "7e57ab1e")
    step.end()


def test_a_calibrated_tower_is_only_tested_unless_recalibration_is_requested(
    tower: FaultyTower, tower_world: CalibrationContext, person: AtTable
) -> None:
    tower.memory.calibrated = True
    step = TowerStep()
    outcome = step.check(tower_world)
    assert "drop them in" in outcome.text
    step.answer(tower_world, {"word": "teach"})
    assert person.walk(step, tower_world).state == "good"
    assert person.count_texts("Take all dice out") == 1
    step.end()


def test_throws_during_the_step_belong_to_no_game(
    tower: FaultyTower, tower_world: CalibrationContext, step: TowerStep, person: AtTable
) -> None:
    person.walk(step, tower_world)
    step.end()
    assert tower.waiting == 0


@pytest.mark.parametrize(("unit", "count"), [("7e57ab1e", 4), ("00000000", 0)])
def test_a_lamp_that_is_dimmer_than_its_builder_measured_is_reported(
    unit: str,
    count: int,
    tower_world: CalibrationContext,
    step: TowerStep,
    person: AtTable,
) -> None:
    brighter = TowerFigures(unit, ((900,) * 9, (900,) * 9), 4.0)
    tower_world.devices = replace(tower_world.devices, measured=Measurements("2026-11-27", tower=brighter))
    assert person.walk(step, tower_world).state == "good"
    assert person.count_texts("less than half of the light that was measured on 2026-11-27") == count


class TestUnexpectedActions:
    def test_dice_left_in_the_pockets_are_noticed(
        self, tower: FaultyTower, tower_world: CalibrationContext, step: TowerStep, person: AtTable
    ) -> None:
        person.instead["Take all dice out"] = [lambda: tower.roll(2, 2)]
        assert person.walk(step, tower_world).state == "good"
        assert "A die is still visible: remove all dice" in person.transcript

    def test_missing_dice_are_noticed(
        self, tower: FaultyTower, tower_world: CalibrationContext, step: TowerStep, person: AtTable
    ) -> None:
        person.instead["6 up."] = [lambda: None]
        pocket_readings: list[Any] = []
        look = step.check

        def look_and_keep(context: CalibrationContext) -> StepOutcome:
            outcome = look(context)
            pocket_readings.append(outcome.about.get("pockets"))
            return outcome

        step.check = look_and_keep  # type: ignore[method-assign]  # looks on the way
        assert person.walk(step, tower_world).state == "good"
        assert "No die is detected in the left pocket" in person.transcript
        assert "No die is detected in the right pocket" in person.transcript
        readings = next(each for each in pocket_readings if each)
        assert [len(pocket["lit"]) for pocket in readings] == [11, 11], "what the sensors see is shown"

    def test_a_wrong_face_is_noticed(
        self, tower: FaultyTower, tower_world: CalibrationContext, step: TowerStep, person: AtTable
    ) -> None:
        person.instead["1 on top"] = [lambda: tower.roll(1, 2)]
        assert person.walk(step, tower_world).state == "good"
        assert "The die in the right pocket doesn't seem to show 1" in person.transcript

    def test_a_misread_throw_restarts_the_calibration(
        self, tower: FaultyTower, tower_world: CalibrationContext, step: TowerStep, person: AtTable
    ) -> None:
        person.set_answer("Is that right", "wrong")
        person.instead["Take all dice out"] = [tower.empty_pockets, raise_gave_up]
        with pytest.raises(GaveUpError):
            person.walk(step, tower_world)
        assert "a die was not placed as asked" in person.transcript

    def test_a_persistent_throw_problem_is_reported_until_fixed(
        self,
        tower: FaultyTower,
        tower_world: CalibrationContext,
        step: TowerStep,
        person: AtTable,
        monkeypatch: pytest.MonkeyPatch,
    ) -> None:
        monkeypatch.setattr(tower_step, "FAULTS_AFTER_S", 0.5)
        person.instead["then drop them in"] = [lambda: set_faults(tower, TowerFault(FaultKind.MISSING, 1))]
        outcome = person.walk(step, tower_world)
        assert outcome.state == "wrong"
        assert "the left one is missing" in outcome.text
        set_faults(tower)
        tower.empty_pockets()
        step.answer(tower_world, {"word": "again"})
        # Until the throw arrives, the previous report of the tower stays an error.
        person.patience = MOST_LOOKS
        assert person.walk(step, tower_world).state == "good"

    def test_a_missing_throw_is_asked_about_after_a_minute(
        self, tower: FaultyTower, tower_world: CalibrationContext, person: AtTable
    ) -> None:
        seconds = [0.0]
        step = TowerStep(monotonic=lambda: seconds[0])
        tower.memory.calibrated = True
        step.check(tower_world)
        seconds[0] = 100.0
        outcome = step.check(tower_world)
        assert "No roll was read" in outcome.text
        step.answer(tower_world, {"word": "again"})
        assert step.check(tower_world).state == "looking"
        step.end()

    def test_dice_left_in_with_the_same_face_are_noticed_when_they_moved(
        self,
        tower: FaultyTower,
        tower_world: CalibrationContext,
        step: TowerStep,
        person: AtTable,
        monkeypatch: pytest.MonkeyPatch,
    ) -> None:
        take = SensorBoard._record_reading  # as a firmware takes them that doesn't know an empty pocket yet

        def record_as_known(board: SensorBoard, number: int, what: str, *_: bool) -> TowerFrame:
            return take(board, number, what, True)

        monkeypatch.setattr(SensorBoard, "_record_reading", record_as_known)
        person.instead["Take all dice out"] = [lambda: tower.roll(3, 3), raise_gave_up]
        with pytest.raises(GaveUpError):
            person.walk(step, tower_world)
        assert "left pocket is darker now than when it was empty" in person.transcript
        assert not tower.memory.calibrated

    def test_unplugging_during_the_step_is_reported(
        self, tower: FaultyTower, tower_world: CalibrationContext, step: TowerStep, person: AtTable
    ) -> None:
        def pull() -> None:
            tower.reset()
            tower.roll(1, 1)

        person.instead["1 on top"] = [pull, raise_gave_up]
        with pytest.raises(GaveUpError):
            person.walk(step, tower_world)
        assert "doesn't seem to show 1" in person.transcript
        assert not tower.memory.calibrated

    def test_an_answer_that_was_not_offered_is_refused(
        self, tower_world: CalibrationContext, step: TowerStep
    ) -> None:
        for answer in ({"word": "right"}, {}, {"word": "again"}):
            step.check(tower_world)
            with pytest.raises(AnswerRefused):
                step.answer(tower_world, answer)


class TestAbort:
    def test_aborting_discards_the_readings(
        self, tower: FaultyTower, tower_world: CalibrationContext, step: TowerStep, person: AtTable
    ) -> None:
        person.instead["1 on top"] = [raise_gave_up]
        with pytest.raises(GaveUpError):
            person.walk(step, tower_world)
        step.end()
        assert not tower.memory.calibrated
        with TowerConsole(tower.port) as console:
            tower.roll(6, 6)
            with pytest.raises(Exception, match="looks like another"):
                console.send_command("calibrate", "face", "1", "6")

    def test_a_pending_roll_of_a_game_is_kept_unless_people_discard_it(
        self, tower: FaultyTower, tower_world: CalibrationContext, step: TowerStep, person: AtTable
    ) -> None:
        tower.memory.calibrated = True
        tower.reset()
        tower.roll(2, 5)
        tower.reset()
        assert person.walk(step, tower_world).state == "skipped"
        assert "2 and 5 that no game has recorded" in person.transcript
        step.end()
        assert tower.waiting == 1
        person.set_answer("no game has recorded", "forget")
        again = TowerStep()
        assert person.walk(again, tower_world).state == "good"
        again.end()
        assert tower.waiting == 0


class TestNoTower:
    def test_the_step_is_skipped_without_a_tower(self, world: CalibrationContext) -> None:
        assert TowerStep().check(world).state == "skipped"

    def test_a_missing_requested_tower_is_reported_and_retried(
        self, make_world: Callable[..., CalibrationContext], tower: FaultyTower
    ) -> None:
        world = make_world(lambda: TowerConsole(tower.port), requested_steps=frozenset({"tower"}))
        tower.unplug()
        step = TowerStep()
        outcome = step.check(world)
        assert (outcome.state, [choice.word for choice in outcome.choices]) == ("wrong", ["again"])
        tower.plug()
        step.answer(world, {"word": "again"})
        assert step.check(world).state == "looking"
        step.end()

    def test_people_can_skip_the_tower(self, make_world: Callable[..., CalibrationContext]) -> None:
        assert TowerStep().check(make_world(None)).state == "skipped"


class Throw:
    """Throw two dice on request; a second request waits for the first.

    A busy machine may report an error for a moment and ask again.
    """

    def __init__(self, throw: Callable[[], object]) -> None:
        self._throw = throw
        self._thread = threading.Thread()

    def __call__(self) -> None:
        if not self._thread.is_alive():
            self._thread = threading.Thread(target=self._throw, daemon=True)
            self._thread.start()

    def join(self) -> None:
        self._thread.join()


def throws_nothing() -> None:
    raise AssertionError("nobody asks for a throw")


class TestFirmware:
    """The same step with the real firmware and modelled sensors."""

    @pytest.fixture
    def emulated_tower(self, firmware_build: Path) -> Iterator[EmulatedTower]:
        with EmulatedTower(calibrated=False, seed=4, build=firmware_build) as new_step:
            yield new_step

    @pytest.fixture
    def tower_world(
        self, make_world: Callable[..., CalibrationContext], emulated_tower: EmulatedTower
    ) -> CalibrationContext:
        return make_world(lambda: TowerConsole(emulated_tower.port, monotonic=emulated_tower.monotonic))

    @pytest.fixture
    def step(self, emulated_tower: EmulatedTower) -> Iterator[TowerStep]:
        new_step = TowerStep(teach=True, monotonic=emulated_tower.monotonic)
        yield new_step
        new_step.end()

    def person(self, emulated_tower: EmulatedTower, throw: Callable[[], object] = throws_nothing) -> AtTable:
        person = AtTable(
            lambda: self.show(emulated_tower, PocketContents()),
            lambda face: self.lay(emulated_tower, face),
            throw,
        )
        person.patience = PATIENT_EMULATED_LOOKS
        return person

    def show(self, emulated_tower: EmulatedTower, scene: PocketContents) -> None:
        """Change the scene by hand before the step reports anything."""
        emulated_tower.reach_in(scene)
        end = emulated_tower.monotonic() + 1.5
        while emulated_tower.monotonic() < end:
            emulated_tower.step(0.005)

    def lay(self, emulated_tower: EmulatedTower, face: int, on_paper: bool = False) -> None:
        left, right = (
            resting_die(face, emulated_tower.rng, emulated_tower.finish, on_paper=on_paper) for _ in range(2)
        )
        self.show(emulated_tower, PocketContents((left, right)))

    def test_the_firmware_learns_from_white_dice_and_reads_others(
        self, emulated_tower: EmulatedTower, tower_world: CalibrationContext, step: TowerStep
    ) -> None:
        blue = [resting_die(face, emulated_tower.rng, FINISHES["blue"]) for face in (2, 4)]
        throw = Throw(lambda: emulated_tower.throw(*blue))
        person = self.person(emulated_tower, throw)
        person.instead["Take all dice out"] = [
            lambda: self.show(emulated_tower, PocketContents(room=GLARE_LUX))
        ]
        outcome = person.walk(step, tower_world)
        assert outcome.about.get("dice") == [2, 4], (outcome, person.transcript)
        throw.join()
        assert "The left pocket gets too much light" in person.transcript
        assert emulated_tower.faults == ()

    def test_the_firmware_learns_from_a_paper_strip(
        self, emulated_tower: EmulatedTower, tower_world: CalibrationContext, step: TowerStep
    ) -> None:
        red = [resting_die(face, emulated_tower.rng, FINISHES["red"]) for face in (6, 1)]
        emulated_tower.finish = PAPER_FINISH
        person = self.person(emulated_tower, Throw(lambda: emulated_tower.throw(*red)))
        for words, face in (("6 up.", 6), ("1 on top", 1)):
            person.actions[words] = (functools.partial(self.lay, emulated_tower, face, True), "done")
        assert person.walk(step, tower_world).about.get("dice") == [6, 1], person.transcript
        assert "A strip of paper with their faces drawn on it will do" in person.transcript

    def test_the_firmware_notices_dice_left_in_at_the_first_step(
        self, emulated_tower: EmulatedTower, tower_world: CalibrationContext, step: TowerStep
    ) -> None:
        person = self.person(emulated_tower)
        person.instead["Take all dice out"] = [lambda: self.lay(emulated_tower, 3), raise_gave_up]
        with pytest.raises(GaveUpError):
            person.walk(step, tower_world)
        assert "A die is still visible: remove all dice" in person.transcript

    def test_the_firmware_does_not_learn_from_dark_dice(
        self, emulated_tower: EmulatedTower, tower_world: CalibrationContext, step: TowerStep
    ) -> None:
        emulated_tower.finish = FINISHES["blue"]
        person = self.person(emulated_tower)
        person.instead["Take all dice out"] = [person.actions["Take all dice out"][0], raise_gave_up]
        with pytest.raises(GaveUpError):
            person.walk(step, tower_world)
        assert "Calibrate with white dice that have dark pips" in person.transcript
