"""Dice thrown on a simulated table: seen by its camera, and watched over by its people."""

from __future__ import annotations

import random
import threading
from collections.abc import Iterator
from typing import Any

import pytest

from companion.island.geometry import HexId
from companion.island.setups import first_game_layout
from companion.observations import Observation, RollSeen
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


def watched(camera: SimulatedCamera) -> Iterator[list[Observation]]:
    """What a watch tells of each second of frames."""
    watch = DiceWatch("camera", lambda: True)
    stop = threading.Event()
    told: list[Observation] = []
    for item in camera.frames(TIME, stop):
        if isinstance(item, Frame):
            told += watch.process(item)
            if item.number % FPS == FPS - 1:
                yield told
                told = []


def test_nobody_throws_before_somebody_looks(camera: SimulatedCamera) -> None:
    assert not camera.throw(1, 2)
    seconds = watched(camera)
    next(seconds)
    next(seconds)
    assert camera.throw(1, 2)


@pytest.mark.slow
def test_what_is_thrown_on_the_table_is_told_by_the_watch(camera: SimulatedCamera) -> None:
    seconds = watched(camera)
    next(seconds)
    next(seconds)
    told: list[Observation] = []
    for dice in ((5, 2), (3, 3)):
        assert camera.throw(*dice)
        for _ in range(6):
            told += next(seconds)
    assert [seen.dice for seen in told if isinstance(seen, RollSeen)] == [(5, 2), (3, 3)]


class Table:
    """What the table shows, and where dice are thrown."""

    def __init__(self) -> None:
        self.rolls: list[dict[str, Any]] = []
        self.questions: list[dict[str, Any]] = []
        self.thrown: list[str] = []
        self.idle = True
        self.t = 0.0

    def snapshot(self) -> dict[str, Any]:
        return {"game": {"view": {"log": self.rolls}}, "questions": self.questions}

    def tell(self, *dice: int) -> None:
        number = 10 + len(self.rolls)
        event = {"kind": "roll", "player": "red", "dice": list(dice)}
        self.rolls.append({"number": number, "t": self.t, "event": event})

    def ask(
        self, word: str, *dice: int, number: int = 7, answers: tuple[str, ...] = ("no_roll", "a_roll")
    ) -> None:
        offered = [{"word": answer} for answer in answers]
        asked = {"number": number, "word": word, "fields": {"dice": list(dice)}, "answers": offered}
        self.questions.append(asked)

    def dice(self, where: ThrowPlace) -> SimulatedDice:
        return SimulatedDice(
            where, Mouth(self, "tower"), Mouth(self, "table"), self.snapshot, random.Random(1), lambda: self.t
        )


class Mouth:
    """Where dice go."""

    def __init__(self, table: Table, name: str) -> None:
        self._table, self._name = table, name

    def throw(self, a: int, b: int) -> bool:
        self._table.thrown.append(self._name)
        return True

    def is_idle(self) -> bool:
        return self._table.idle


@pytest.fixture
def table() -> Table:
    return Table()


def test_dice_go_into_the_tower_on_the_table_or_where_people_like(table: Table) -> None:
    thrown_into: dict[ThrowPlace, set[str]] = {
        "tower": {"tower"}, "table": {"table"}, "both": {"tower", "table"},
    }  # fmt: skip
    for where, most in thrown_into.items():
        table.thrown.clear()
        dice = table.dice(where)
        for _ in range(30):
            table.t += FETCH_S
            assert dice.throw(1, 2)
        assert set(table.thrown) == most


def test_dice_that_lie_elsewhere_have_to_be_fetched_first(table: Table) -> None:
    dice = table.dice("both")
    places = set()
    for _ in range(30):
        before = len(table.thrown)
        while not dice.throw(1, 2):
            table.t += 0.5
        moved = len(table.thrown) > 1 and table.thrown[-1] != table.thrown[-2]
        places.add((moved, table.t >= FETCH_S))
        assert len(table.thrown) == before + 1
        table.t = 0.0
        table.tell(1, 2)
    assert places == {(True, True), (False, False)}


def test_a_roll_in_the_tower_is_counted_when_the_tower_got_rid_of_it_and_the_table_tells_it(
    table: Table,
) -> None:
    dice = table.dice("tower")
    dice.throw(1, 2)
    assert not dice.is_counted()
    table.tell(1, 2)
    assert dice.is_counted()
    table.idle = False
    assert not dice.is_counted()


def test_a_roll_in_the_tower_is_never_entered_by_hand(table: Table) -> None:
    dice = table.dice("tower")
    dice.throw(1, 2)
    table.t += 2 * ENTER_AFTER_S
    assert dice.next_input() is None


def test_people_answer_what_they_are_asked_about_a_roll_in_the_tower(table: Table) -> None:
    dice = table.dice("tower")
    dice.throw(4, 3)
    table.ask("is_it_a_roll", 4, 3)
    table.t += max(ANSWER_DELAY_S)
    assert dice.next_input() == {"kind": "answer", "question": 7, "answer": 1}


def test_a_roll_on_the_table_is_counted_when_the_table_tells_it(table: Table) -> None:
    table.tell(4, 3)
    dice = table.dice("table")
    dice.throw(4, 3)
    assert not dice.is_counted()
    assert dice.next_input() is None
    table.tell(4, 3)
    assert dice.is_counted()


def test_a_roll_that_was_misread_is_corrected(table: Table) -> None:
    dice = table.dice("table")
    dice.throw(4, 3)
    table.tell(4, 5)
    assert not dice.is_counted()
    event = {"kind": "roll", "player": "red", "dice": [4, 3]}
    assert dice.next_input() == {"kind": "correct", "entry": 10, "event": event}


@pytest.mark.parametrize(("asked", "answer"), [([4, 3], 1), ([4, 5], 0)])
def test_people_say_whether_it_was_a_roll(table: Table, asked: list[int], answer: int) -> None:
    dice = table.dice("table")
    dice.throw(4, 3)
    table.ask("is_it_a_roll", *asked)
    assert dice.next_input() is None
    table.t += max(ANSWER_DELAY_S)
    assert dice.next_input() == {"kind": "answer", "question": 7, "answer": answer}


def test_dice_beside_the_tower_that_were_counted_people_may_leave_at_that(table: Table) -> None:
    dice = table.dice("table")
    said = []
    for n in range(20):
        dice.throw(4, 3)
        table.tell(4, 3)
        table.ask("counted_beside", 4, 3, number=n, answers=("a_roll", "no_roll"))
        said.append(dice.next_input())
        assert dice.is_counted()
        table.questions.clear()
    assert {data and data["answer"] for data in said} == {0, None}


def test_dice_that_gave_way_to_the_next_throw_were_a_roll_of_their_own(table: Table) -> None:
    dice = table.dice("tower")
    table.tell(1, 1)
    dice.throw(4, 3)
    table.rolls[-1]["event"]["dice"] = [4, 3]
    assert not dice.is_counted()
    table.ask("own_roll", 1, 1)
    assert dice.next_input() == {"kind": "answer", "question": 7, "answer": 1}


def test_a_roll_that_nobody_saw_is_entered_after_a_while(table: Table) -> None:
    dice = table.dice("table")
    dice.throw(4, 3)
    table.t += ENTER_AFTER_S - 1
    assert dice.next_input() is None
    table.t += 2
    assert dice.next_input() == {"kind": "roll", "dice": [4, 3]}


@pytest.mark.parametrize("kind", ["godice", "pixels"])
def test_what_dice_that_speak_do_not_tell_is_entered_after_a_while(table: Table, kind: ThrowPlace) -> None:
    dice = table.dice(kind)
    dice.throw(4, 3)
    assert table.thrown == ["tower"]
    table.t += ENTER_AFTER_S - 1
    assert dice.next_input() is None
    table.t += 2
    assert dice.next_input() == {"kind": "roll", "dice": [4, 3]}
    table.tell(4, 3)
    assert dice.is_counted()
