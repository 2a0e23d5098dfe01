"""The tower's step: people do what they are asked, or something else."""

from __future__ import annotations

import functools
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from companion.calibration.context import CalibrationContext
from companion.calibration.outcome import FINAL_STATES, AnswerRefused, StepOutcome
from companion.calibration.steps import tower as tower_step
from companion.calibration.steps.tower import TowerStep
from companion.sources.tower.console import TowerConsole
from companion.sources.tower.stand_ins.emulated_tower import GLARE_LUX, EmulatedTower
from companion.sources.tower.stand_ins.pockets import FINISHES, PAPER_FINISH, PocketContents, resting_die
from companion.sources.tower.stand_ins.sensor_board import SensorBoard, TowerMemory
from companion.sources.tower.stand_ins.virtual_tower import VirtualTower
from companion.sources.tower.tower_frames import FaultKind, TowerFault, TowerFrame

MOST_LOOKS = 1000
PATIENT_LOOKS = 20
PATIENT_EMULATED_LOOKS = 300
"""Emulated seconds pass quickly."""


@pytest.fixture
def tower() -> Iterator[VirtualTower]:
    """A tower that never learnt anything, driven by a thread of the test's."""
    stop = threading.Event()
    with VirtualTower() as made:
        made.memory = TowerMemory(made.unit, calibrated=False)
        made.reset()
        thread = threading.Thread(target=made.run, args=(stop,))
        thread.start()
        yield made
        stop.set()
        thread.join()


@pytest.fixture(autouse=True)
def _a_quick_tower(monkeypatch: pytest.MonkeyPatch) -> None:
    """The model tells a throw that waits as soon as it is greeted."""
    monkeypatch.setattr(tower_step, "REPORT_WITHIN_S", 0.5)


@pytest.fixture
def reached(make_world: Callable[..., CalibrationContext], tower: VirtualTower) -> CalibrationContext:
    return make_world(lambda: TowerConsole(tower.port))


class AtTable:
    """A person who does with the dice what they are asked, unless told to do something else first."""

    def __init__(
        self, empty: Callable[[], object], lay: Callable[[int], object], throw: Callable[[], object]
    ) -> None:
        self.deeds: dict[str, tuple[Callable[[], object], str | None]] = {
            "Take all dice out": (empty, "done"),
            "6 up.": (lambda: lay(6), "done"),
            "1 up,": (lambda: lay(1), "done"),
            "then drop them in": (throw, None),
            "Is that right": (lambda: None, "right"),
            "no game has recorded": (lambda: None, "leave"),
        }
        self.instead: dict[str, list[Callable[[], object]]] = {}
        self.told: list[str] = []
        self.patience = PATIENT_LOOKS

    def says(self, words: str, answer: str) -> None:
        self.deeds[words] = (self.deeds[words][0], answer)

    @property
    def seen(self) -> str:
        return "\n".join(self.told)

    def times_told(self, words: str) -> int:
        return sum(words in text for text in self.told)

    def walk(self, step: TowerStep, world: CalibrationContext) -> StepOutcome:
        """Go through the step to its end, or until it says something that there is no deed for."""
        asked: StepOutcome | None = None
        at_a_loss = 0
        for _ in range(MOST_LOOKS):
            outcome = step.check(world)
            if outcome != asked:
                self.told += [outcome.text, *outcome.more]
            if outcome.state in FINAL_STATES:
                return outcome
            if outcome == asked and outcome.state != "wrong":
                continue
            asked = outcome
            said = "\n".join([outcome.text, *outcome.more])
            found = next((words for words in self.deeds if words in said), None)
            if found is None:
                # A die may just be on its way.
                at_a_loss += 1
                if at_a_loss > self.patience:
                    return outcome
                continue
            deed, answer = self.deeds[found]
            others = self.instead.get(found)
            (others.pop(0) if others else deed)()
            if answer is not None:
                step.answer(world, {"word": answer})
        raise AssertionError(self.seen)


@pytest.fixture
def person(tower: VirtualTower) -> AtTable:
    return AtTable(tower.empty_pockets, lambda face: tower.roll(face, face), lambda: tower.roll(3, 5))


@pytest.fixture
def step() -> Iterator[TowerStep]:
    made = TowerStep(teach=True)
    yield made
    made.end()


class GaveUpError(Exception):
    pass


def give_up() -> None:
    raise GaveUpError


def test_a_tower_that_never_learnt_learns_and_reads_a_throw(
    tower: VirtualTower, reached: CalibrationContext, person: AtTable
) -> None:
    step = TowerStep()
    outcome = person.walk(step, reached)
    assert (outcome.state, outcome.about["dice"]) == ("good", [3, 5]), person.seen
    assert tower.memory.calibrated
    assert "The tower read 3 and 5 (99 % and 99 % sure)" in person.seen
    assert (reached.setup.tower, reached.setup.unit) == (tower.port, "7e57ab1e")
    step.end()


def test_one_that_has_learnt_is_only_tried_unless_it_is_to_learn_anew(
    tower: VirtualTower, reached: CalibrationContext, person: AtTable
) -> None:
    tower.memory.calibrated = True
    step = TowerStep()
    outcome = step.check(reached)
    assert "drop them in" in outcome.text
    step.answer(reached, {"word": "teach"})
    assert person.walk(step, reached).state == "good"
    assert person.times_told("Take all dice out") == 1
    step.end()


def test_what_is_thrown_meanwhile_belongs_to_no_game(
    tower: VirtualTower, reached: CalibrationContext, step: TowerStep, person: AtTable
) -> None:
    person.walk(step, reached)
    step.end()
    assert tower.waiting == 0


class TestWhatPeopleDoInstead:
    def test_dice_left_in(
        self, tower: VirtualTower, reached: CalibrationContext, step: TowerStep, person: AtTable
    ) -> None:
        person.instead["Take all dice out"] = [lambda: tower.roll(2, 2)]
        assert person.walk(step, reached).state == "good"
        assert "A die is still visible: remove all dice" in person.seen

    def test_no_dice_laid(
        self, tower: VirtualTower, reached: CalibrationContext, step: TowerStep, person: AtTable
    ) -> None:
        person.instead["6 up."] = [lambda: None]
        shown: list[Any] = []
        look = step.check

        def look_and_keep(context: CalibrationContext) -> StepOutcome:
            outcome = look(context)
            shown.append(outcome.about.get("pockets"))
            return outcome

        step.check = look_and_keep  # type: ignore[method-assign]  # looks on the way
        assert person.walk(step, reached).state == "good"
        assert "No die is detected in the left pocket" in person.seen
        assert "No die is detected in the right pocket" in person.seen
        readings = next(each for each in shown if each)
        assert [len(pocket["lit"]) for pocket in readings] == [11, 11], "what the sensors see is shown"

    def test_another_face(
        self, tower: VirtualTower, reached: CalibrationContext, step: TowerStep, person: AtTable
    ) -> None:
        person.instead["1 up,"] = [lambda: tower.roll(1, 2)]
        assert person.walk(step, reached).state == "good"
        assert "The die in the right pocket doesn't seem to show 1" in person.seen

    def test_a_throw_read_wrong_has_it_learn_anew(
        self, tower: VirtualTower, reached: CalibrationContext, step: TowerStep, person: AtTable
    ) -> None:
        person.says("Is that right", "wrong")
        person.instead["Take all dice out"] = [tower.empty_pockets, give_up]
        with pytest.raises(GaveUpError):
            person.walk(step, reached)
        assert "a die was not placed as asked" in person.seen

    def test_what_stays_wrong_with_a_throw_is_told_until_it_is_mended(
        self,
        tower: VirtualTower,
        reached: CalibrationContext,
        step: TowerStep,
        person: AtTable,
        monkeypatch: pytest.MonkeyPatch,
    ) -> None:
        monkeypatch.setattr(tower_step, "FAULTS_AFTER_S", 0.5)
        person.instead["then drop them in"] = [lambda: tower.set_faults(TowerFault(FaultKind.MISSING, 1))]
        outcome = person.walk(step, reached)
        assert outcome.state == "wrong"
        assert "the left one is missing" in outcome.text
        tower.set_faults()
        tower.empty_pockets()
        step.answer(reached, {"word": "again"})
        # Until the throw is heard, what the tower told before stays wrong.
        person.patience = MOST_LOOKS
        assert person.walk(step, reached).state == "good"

    def test_no_throw_in_a_minute_is_asked_about(
        self, tower: VirtualTower, reached: CalibrationContext, person: AtTable
    ) -> None:
        seconds = [0.0]
        step = TowerStep(pace=lambda: seconds[0])
        tower.memory.calibrated = True
        step.check(reached)
        seconds[0] = 100.0
        outcome = step.check(reached)
        assert "No roll was read" in outcome.text
        step.answer(reached, {"word": "again"})
        assert step.check(reached).state == "looking"
        step.end()

    def test_dice_of_the_same_face_left_in_are_noticed_when_they_lie_otherwise(
        self,
        tower: VirtualTower,
        reached: CalibrationContext,
        step: TowerStep,
        person: AtTable,
        monkeypatch: pytest.MonkeyPatch,
    ) -> None:
        take = SensorBoard._record_reading  # as a firmware takes them that doesn't know an empty pocket yet

        def taken(board: SensorBoard, number: int, what: str, *_: bool) -> TowerFrame:
            return take(board, number, what, True)

        monkeypatch.setattr(SensorBoard, "_record_reading", taken)
        person.instead["Take all dice out"] = [lambda: tower.roll(3, 3), give_up]
        with pytest.raises(GaveUpError):
            person.walk(step, reached)
        assert "left pocket is darker now than when it was empty" in person.seen
        assert not tower.memory.calibrated

    def test_the_plug_pulled_half_way(
        self, tower: VirtualTower, reached: CalibrationContext, step: TowerStep, person: AtTable
    ) -> None:
        def pull() -> None:
            tower.reset()
            tower.roll(1, 1)

        person.instead["1 up,"] = [pull, give_up]
        with pytest.raises(GaveUpError):
            person.walk(step, reached)
        assert "doesn't seem to show 1" in person.seen
        assert not tower.memory.calibrated

    def test_an_answer_that_was_not_offered(self, reached: CalibrationContext, step: TowerStep) -> None:
        for given in ({"word": "right"}, {}, {"word": "again"}):
            step.check(reached)
            with pytest.raises(AnswerRefused):
                step.answer(reached, given)


class TestGivingUp:
    def test_what_was_taken_in_is_forgotten(
        self, tower: VirtualTower, reached: CalibrationContext, step: TowerStep, person: AtTable
    ) -> None:
        person.instead["1 up,"] = [give_up]
        with pytest.raises(GaveUpError):
            person.walk(step, reached)
        step.end()
        assert not tower.memory.calibrated
        with TowerConsole(tower.port) as console:
            tower.roll(6, 6)
            with pytest.raises(Exception, match="looks like another"):
                console.send_command("calibrate", "face", "1", "6")

    def test_a_throw_that_a_game_has_lost_is_kept_unless_they_let_it_go(
        self, tower: VirtualTower, reached: CalibrationContext, step: TowerStep, person: AtTable
    ) -> None:
        tower.memory.calibrated = True
        tower.reset()
        tower.roll(2, 5)
        tower.reset()
        assert person.walk(step, reached).state == "skipped"
        assert "2 and 5 that no game has recorded" in person.seen
        step.end()
        assert tower.waiting == 1
        person.says("no game has recorded", "forget")
        again = TowerStep()
        assert person.walk(again, reached).state == "good"
        again.end()
        assert tower.waiting == 0


class TestNoTower:
    def test_a_table_without_one_goes_on(self, world: CalibrationContext) -> None:
        assert TowerStep().check(world).state == "skipped"

    def test_where_one_was_asked_for_it_is_missed_and_looked_for_again(
        self, make_world: Callable[..., CalibrationContext], tower: VirtualTower
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

    def test_people_may_say_that_there_shall_be_none(
        self, make_world: Callable[..., CalibrationContext]
    ) -> None:
        assert TowerStep().check(make_world(None)).state == "skipped"


class Throw:
    """Who throws two dice when asked to; asked again while they are on their way, one waits.

    A busy machine may say for a moment that something is wrong, and ask anew.
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


class TestTheFirmware:
    """The same walk with the firmware itself, under a model of its sensors."""

    @pytest.fixture
    def emulated(self, firmware_build: Path) -> Iterator[EmulatedTower]:
        with EmulatedTower(calibrated=False, seed=4, build=firmware_build) as made:
            yield made

    @pytest.fixture
    def reached(
        self, make_world: Callable[..., CalibrationContext], emulated: EmulatedTower
    ) -> CalibrationContext:
        return make_world(lambda: TowerConsole(emulated.port, monotonic=emulated.monotonic))

    @pytest.fixture
    def step(self, emulated: EmulatedTower) -> Iterator[TowerStep]:
        made = TowerStep(teach=True, pace=emulated.monotonic)
        yield made
        made.end()

    def person(self, emulated: EmulatedTower, throw: Callable[[], object] = throws_nothing) -> AtTable:
        person = AtTable(
            lambda: self.show(emulated, PocketContents()),
            lambda face: self.lay(emulated, face),
            throw,
        )
        person.patience = PATIENT_EMULATED_LOOKS
        return person

    def show(self, emulated: EmulatedTower, scene: PocketContents) -> None:
        """Let a hand change what lies there, and be gone before anything is said."""
        emulated.reach_in(scene)
        end = emulated.monotonic() + 1.5
        while emulated.monotonic() < end:
            emulated.step(0.005)

    def lay(self, emulated: EmulatedTower, face: int, on_paper: bool = False) -> None:
        left, right = (resting_die(face, emulated.rng, emulated.finish, on_paper=on_paper) for _ in range(2))
        self.show(emulated, PocketContents((left, right)))

    def test_it_learns_from_white_dice_and_then_reads_others(
        self, emulated: EmulatedTower, reached: CalibrationContext, step: TowerStep
    ) -> None:
        blue = [resting_die(face, emulated.rng, FINISHES["blue"]) for face in (2, 4)]
        throw = Throw(lambda: emulated.throw(*blue))
        person = self.person(emulated, throw)
        person.instead["Take all dice out"] = [lambda: self.show(emulated, PocketContents(room=GLARE_LUX))]
        outcome = person.walk(step, reached)
        assert outcome.about.get("dice") == [2, 4], (outcome, person.seen)
        throw.join()
        assert "The left pocket gets too much light" in person.seen
        assert emulated.faults == ()

    def test_a_strip_of_paper_teaches_it_as_white_dice_do(
        self, emulated: EmulatedTower, reached: CalibrationContext, step: TowerStep
    ) -> None:
        red = [resting_die(face, emulated.rng, FINISHES["red"]) for face in (6, 1)]
        emulated.finish = PAPER_FINISH
        person = self.person(emulated, Throw(lambda: emulated.throw(*red)))
        for words, face in (("6 up.", 6), ("1 up,", 1)):
            person.deeds[words] = (functools.partial(self.lay, emulated, face, True), "done")
        assert person.walk(step, reached).about.get("dice") == [6, 1], person.seen
        assert "A strip of paper with their faces drawn on it will do" in person.seen

    def test_dice_left_in_at_the_first_step_are_noticed(
        self, emulated: EmulatedTower, reached: CalibrationContext, step: TowerStep
    ) -> None:
        person = self.person(emulated)
        person.instead["Take all dice out"] = [lambda: self.lay(emulated, 3), give_up]
        with pytest.raises(GaveUpError):
            person.walk(step, reached)
        assert "pocket is darker now than when it was empty" in person.seen

    def test_it_does_not_learn_from_dark_dice(
        self, emulated: EmulatedTower, reached: CalibrationContext, step: TowerStep
    ) -> None:
        emulated.finish = FINISHES["blue"]
        person = self.person(emulated)
        person.instead["Take all dice out"] = [person.deeds["Take all dice out"][0], give_up]
        with pytest.raises(GaveUpError):
            person.walk(step, reached)
        assert "Calibrate with white dice that have dark pips" in person.seen
