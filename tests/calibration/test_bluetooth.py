"""The step of the Bluetooth dice: people say which two are theirs, and throw them once."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial
from typing import Any

import pytest

from companion.calibration.context import CalibrationContext
from companion.calibration.outcome import AnswerRefused, StepOutcome
from companion.calibration.steps.bluetooth import BluetoothStep
from companion.sources.bluetooth.dice_scanner import BluetoothDiceScanner
from companion.sources.bluetooth.kinds import KINDS, KindName
from companion.sources.bluetooth.radio import BluetoothMissingError
from companion.sources.bluetooth.stand_ins.virtual_dice import VirtualDie, VirtualRadio, create_pair
from tests.patience import PATIENCE_S

SPEED = 20.0


@pytest.fixture(params=["godice", "pixels"])
def dice(request: pytest.FixtureRequest) -> tuple[VirtualDie, VirtualDie]:
    kind: KindName = request.param
    return create_pair(kind, SPEED)


@pytest.fixture
def radio(dice: tuple[VirtualDie, VirtualDie]) -> VirtualRadio:
    return VirtualRadio(list(dice))


@pytest.fixture
def step() -> Iterator[BluetoothStep]:
    made = BluetoothStep(partial(BluetoothDiceScanner, scan_s=0.05))
    yield made
    made.end()


@pytest.fixture
def reached(make_world: Callable[..., CalibrationContext], radio: VirtualRadio) -> CalibrationContext:
    world = make_world()
    world.devices = replace(world.devices, bluetooth=lambda: radio)
    return world


def until(step: BluetoothStep, world: CalibrationContext, done: Callable[[StepOutcome], Any]) -> StepOutcome:
    end = time.monotonic() + PATIENCE_S
    while not done(outcome := step.check(world)):
        assert time.monotonic() < end, outcome
        time.sleep(0.01)
    return outcome


def choose(step: BluetoothStep, world: CalibrationContext, *dice: VirtualDie) -> None:
    until(step, world, lambda told: len(told.about["found"]) >= len(dice))
    for die in dice:
        step.answer(world, {"word": die.address})


def throw(
    step: BluetoothStep, world: CalibrationContext, dice: tuple[VirtualDie, VirtualDie], a: int, b: int
) -> None:
    until(step, world, lambda told: all(die.is_subscribed for die in dice) and told.state == "looking")
    assert dice[0].throw(a)
    assert dice[1].throw(b)
    until(step, world, lambda told: "Is that right" in told.text)


def test_each_is_shown_with_its_name_its_colour_and_its_battery(
    step: BluetoothStep, reached: CalibrationContext, dice: tuple[VirtualDie, VirtualDie]
) -> None:
    dice[0].battery = 23
    told = until(step, reached, lambda told: len(told.choices) == 3)
    choice = next(each for each in told.choices if each.word == dice[0].address)
    assert choice.text == f"{dice[0].name} ({dice[0].colour}), battery at 23 %"
    assert told.choices[-1].word == "none"


def test_two_are_chosen_thrown_and_kept(
    step: BluetoothStep, reached: CalibrationContext, dice: tuple[VirtualDie, VirtualDie]
) -> None:
    choose(step, reached, *dice)
    throw(step, reached, dice, 3, 5)
    step.answer(reached, {"word": "right"})
    told = step.check(reached)
    assert (told.state, told.text) == ("good", "The dice reported 3 and 5.")
    assert reached.setup.bluetooth == (dice[0].paired_die, dice[1].paired_die)


def test_after_the_first_it_is_asked_for_the_other(
    step: BluetoothStep, reached: CalibrationContext, dice: tuple[VirtualDie, VirtualDie]
) -> None:
    until(step, reached, lambda told: len(told.about["found"]) == 2)
    step.answer(reached, {"word": dice[1].address})
    told = step.check(reached)
    assert "Which is the other one" in told.text
    assert [each.word for each in told.choices] == [dice[0].address, "none"]
    with pytest.raises(AnswerRefused):
        step.answer(reached, {"word": dice[1].address})


def test_dice_of_other_shapes_are_not_offered(
    step: BluetoothStep, reached: CalibrationContext, radio: VirtualRadio, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Twenty(VirtualDie):
        def answer(self, data: bytes) -> bytes | None:
            said = super().answer(data)
            return None if said is None else said.replace(bytes([8, 21]), bytes([7, 20]))

    radio.dice = [Twenty(KINDS["pixels"], 5)]
    told = until(step, reached, lambda told: told.about["found"])
    assert [each.word for each in told.choices] == ["none"]


def test_a_roll_that_was_told_wrongly_is_thrown_again(
    step: BluetoothStep, reached: CalibrationContext, dice: tuple[VirtualDie, VirtualDie]
) -> None:
    choose(step, reached, *dice)
    throw(step, reached, dice, 3, 5)
    step.answer(reached, {"word": "wrong"})
    assert "misread" in step.check(reached).text
    assert reached.setup.bluetooth == ()
    step.answer(reached, {"word": "others"})
    choose(step, reached, *dice)
    throw(step, reached, dice, 1, 1)


def test_a_die_that_drops_out_is_said(
    step: BluetoothStep, reached: CalibrationContext, dice: tuple[VirtualDie, VirtualDie]
) -> None:
    choose(step, reached, *dice)
    until(step, reached, lambda told: all(die.is_subscribed for die in dice) and told.state == "looking")
    dice[0].drop()
    assert "Connection lost" in until(step, reached, lambda told: told.state == "wrong").text
    until(step, reached, lambda told: told.state == "looking")


def test_people_may_do_without_them(
    step: BluetoothStep, reached: CalibrationContext, dice: tuple[VirtualDie, VirtualDie]
) -> None:
    reached.setup = replace(reached.setup, bluetooth=(dice[0].paired_die, dice[1].paired_die))
    step.check(reached)
    step.answer(reached, {"word": "none"})
    assert step.check(reached).state == "skipped"
    assert reached.setup.bluetooth == ()


def test_a_table_without_any_goes_on_by_itself(
    step: BluetoothStep, reached: CalibrationContext, radio: VirtualRadio, world: CalibrationContext
) -> None:
    radio.dice = []
    assert "No Bluetooth dice" in until(step, reached, lambda told: told.state == "skipped").text


def test_who_asks_for_the_step_is_waited_for(
    step: BluetoothStep, reached: CalibrationContext, radio: VirtualRadio, dice: tuple[VirtualDie, VirtualDie]
) -> None:
    reached.requested_steps = frozenset({"bluetooth"})
    dice[0].is_present = dice[1].is_present = False
    for _ in range(40):
        assert step.check(reached).state == "looking"
        time.sleep(0.01)
    dice[0].is_present = dice[1].is_present = True
    until(step, reached, lambda told: len(told.about["found"]) == 2)


@pytest.mark.parametrize(("expected", "state"), [(True, "wrong"), (False, "skipped")])
def test_what_is_not_installed_or_not_there_matters_only_to_who_wants_it(
    reached: CalibrationContext, radio: VirtualRadio, expected: bool, state: str
) -> None:
    reached.requested_steps = frozenset({"bluetooth"} if expected else ())

    def missing() -> Any:
        raise BluetoothMissingError("Bluetooth needs a part that isn't installed")

    radio.scan_error = FileNotFoundError("/run/dbus/system_bus_socket")
    for reach in (missing, lambda: radio):
        reached.devices = replace(reached.devices, bluetooth=reach)
        step = BluetoothStep(partial(BluetoothDiceScanner, scan_s=0.05))
        told = until(step, reached, lambda told: told.state != "looking")
        assert told.state == state
        step.end()


def test_a_simulated_table_has_none(step: BluetoothStep, world: CalibrationContext) -> None:
    assert step.check(world).state == "skipped"
