"""Dice on a simulated table: detected by the camera and checked by people."""

from __future__ import annotations

import random
import threading
from collections.abc import Iterator
from typing import Any

import pytest

from companion.island.geometry import HexId
from companion.island.setups import first_game_layout
from companion.observations import DiceDetection, Observation
from companion.perception.dice_watch import DiceWatch
from companion.sim.camera import FPS, SimulatedCamera, SimulatedTime
from companion.sim.dice import ANSWER_DELAY_S, ENTER_AFTER_S, FETCH_S, SimulatedDice, ThrowPlace
from companion.sim.picture import CameraPose
from companion.sim.tabletop import Tabletop
from companion.sources.camera import Frame

TIME = SimulatedTime()


@pytest.fixture
def camera() -> SimulatedCamera:
    table = Tabletop(CameraPose(960, 540, tilt=18, rotation=-12), robber=HexId("h0,0"))
    return SimulatedCamera(first_game_layout(), table, random.Random(3), TIME)


def watch_by_second(camera: SimulatedCamera) -> Iterator[list[Observation]]:
    """Yield the observations of the watch for each second of frames."""
    watch = DiceWatch("camera", lambda: True)
    stop = threading.Event()
    observations: list[Observation] = []
    for item in camera.frames(TIME, stop):
        if isinstance(item, Frame):
            observations += watch.process(item)
            if item.number % FPS == FPS - 1:
                yield observations
                observations = []


def test_no_throw_happens_before_a_frame_is_read(camera: SimulatedCamera) -> None:
    assert not camera.throw(1, 2)
    seconds = watch_by_second(camera)
    next(seconds)
    next(seconds)
    assert camera.throw(1, 2)


@pytest.mark.slow
def test_the_watch_reports_throws_on_the_table(camera: SimulatedCamera) -> None:
    seconds = watch_by_second(camera)
    next(seconds)
    next(seconds)
    observations: list[Observation] = []
    for dice in ((5, 2), (3, 3)):
        assert camera.throw(*dice)
        for _ in range(6):
            observations += next(seconds)
    assert [seen.dice for seen in observations if isinstance(seen, DiceDetection)] == [(5, 2), (3, 3)]


class Table:
    """Stand-in for the table: its snapshot and the dice throwers."""

    def __init__(self) -> None:
        self.rolls: list[dict[str, Any]] = []
        self.questions: list[dict[str, Any]] = []
        self.throw_places: list[str] = []
        self.idle = True
        self.t = 0.0

    def snapshot(self) -> dict[str, Any]:
        return {"game": {"view": {"log": self.rolls}}, "questions": self.questions}

    def record_roll(self, *dice: int) -> None:
        number = 10 + len(self.rolls)
        event = {"kind": "roll", "player": "red", "dice": list(dice)}
        self.rolls.append({"number": number, "t": self.t, "event": event})

    def ask(
        self, word: str, *dice: int, number: int = 7, answers: tuple[str, ...] = ("no_roll", "a_roll")
    ) -> None:
        offered = [{"word": answer} for answer in answers]
        question = {"number": number, "word": word, "fields": {"dice": list(dice)}, "answers": offered}
        self.questions.append(question)

    def dice(self, where: ThrowPlace) -> SimulatedDice:
        return SimulatedDice(
            where,
            DiceThrower(self, "tower"),
            DiceThrower(self, "table"),
            self.snapshot,
            random.Random(1),
            lambda: self.t,
        )


class DiceThrower:
    """Thrower that records the place."""

    def __init__(self, table: Table, name: str) -> None:
        self._table, self._name = table, name

    def throw(self, a: int, b: int) -> bool:
        self._table.throw_places.append(self._name)
        return True

    def is_idle(self) -> bool:
        return self._table.idle


@pytest.fixture
def table() -> Table:
    return Table()


def test_dice_are_thrown_into_the_tower_on_the_table_or_either(table: Table) -> None:
    thrown_into: dict[ThrowPlace, set[str]] = {
        "tower": {"tower"}, "table": {"table"}, "both": {"tower", "table"},
    }  # fmt: skip
    for where, most in thrown_into.items():
        table.throw_places.clear()
        dice = table.dice(where)
        for _ in range(30):
            table.t += FETCH_S
            assert dice.throw(1, 2)
        assert set(table.throw_places) == most


def test_dice_in_the_other_place_are_fetched_first(table: Table) -> None:
    dice = table.dice("both")
    places = set()
    for _ in range(30):
        before = len(table.throw_places)
        while not dice.throw(1, 2):
            table.t += 0.5
        moved = len(table.throw_places) > 1 and table.throw_places[-1] != table.throw_places[-2]
        places.add((moved, table.t >= FETCH_S))
        assert len(table.throw_places) == before + 1
        table.t = 0.0
        table.record_roll(1, 2)
    assert places == {(True, True), (False, False)}


def test_a_tower_roll_is_complete_when_acknowledged_and_logged(
    table: Table,
) -> None:
    dice = table.dice("tower")
    dice.throw(1, 2)
    assert not dice.is_counted()
    table.record_roll(1, 2)
    assert dice.is_counted()
    table.idle = False
    assert not dice.is_counted()


def test_a_tower_roll_is_never_entered_manually(table: Table) -> None:
    dice = table.dice("tower")
    dice.throw(1, 2)
    table.t += 2 * ENTER_AFTER_S
    assert dice.next_input() is None


def test_people_answer_questions_about_a_tower_roll(table: Table) -> None:
    dice = table.dice("tower")
    dice.throw(4, 3)
    table.ask("is_it_a_roll", 4, 3)
    table.t += max(ANSWER_DELAY_S)
    assert dice.next_input() == {"kind": "answer", "question": 7, "answer": 1}


def test_a_table_roll_is_complete_when_logged(table: Table) -> None:
    table.record_roll(4, 3)
    dice = table.dice("table")
    dice.throw(4, 3)
    assert not dice.is_counted()
    assert dice.next_input() is None
    table.record_roll(4, 3)
    assert dice.is_counted()


def test_a_roll_that_was_misread_is_corrected(table: Table) -> None:
    dice = table.dice("table")
    dice.throw(4, 3)
    table.record_roll(4, 5)
    assert not dice.is_counted()
    event = {"kind": "roll", "player": "red", "dice": [4, 3]}
    assert dice.next_input() == {"kind": "correct", "entry": 10, "event": event}


@pytest.mark.parametrize(("question", "answer"), [([4, 3], 1), ([4, 5], 0)])
def test_people_answer_whether_dice_were_a_roll(table: Table, question: list[int], answer: int) -> None:
    dice = table.dice("table")
    dice.throw(4, 3)
    table.ask("is_it_a_roll", *question)
    assert dice.next_input() is None
    table.t += max(ANSWER_DELAY_S)
    assert dice.next_input() == {"kind": "answer", "question": 7, "answer": answer}


def test_people_may_ignore_a_question_about_counted_dice(table: Table) -> None:
    dice = table.dice("table")
    inputs = []
    for n in range(20):
        dice.throw(4, 3)
        table.record_roll(4, 3)
        table.ask("counted_beside", 4, 3, number=n, answers=("a_roll", "no_roll"))
        inputs.append(dice.next_input())
        assert dice.is_counted()
        table.questions.clear()
    assert {data and data["answer"] for data in inputs} == {0, None}


def test_dice_replaced_by_the_next_throw_were_a_separate_roll(table: Table) -> None:
    dice = table.dice("tower")
    table.record_roll(1, 1)
    dice.throw(4, 3)
    table.rolls[-1]["event"]["dice"] = [4, 3]
    assert not dice.is_counted()
    table.ask("own_roll", 1, 1)
    assert dice.next_input() == {"kind": "answer", "question": 7, "answer": 1}


def test_a_throw_soon_after_the_last_one_was_the_next_players(table: Table) -> None:
    dice = table.dice("tower")
    dice.throw(4, 3)
    table.record_roll(4, 3)
    table.ask("thrown_twice", 1, 1, answers=("thrown_again", "next_player"))
    assert dice.next_input() == {"kind": "answer", "question": 7, "answer": 1}


def test_an_undetected_roll_is_entered_after_a_while(table: Table) -> None:
    dice = table.dice("table")
    dice.throw(4, 3)
    table.t += ENTER_AFTER_S - 1
    assert dice.next_input() is None
    table.t += 2
    assert dice.next_input() == {"kind": "roll", "dice": [4, 3]}


@pytest.mark.parametrize("kind", ["godice", "pixels"])
def test_a_roll_missed_by_bluetooth_dice_is_entered_after_a_while(table: Table, kind: ThrowPlace) -> None:
    dice = table.dice(kind)
    dice.throw(4, 3)
    assert table.throw_places == ["tower"]
    table.t += ENTER_AFTER_S - 1
    assert dice.next_input() is None
    table.t += 2
    assert dice.next_input() == {"kind": "roll", "dice": [4, 3]}
    table.record_roll(4, 3)
    assert dice.is_counted()
