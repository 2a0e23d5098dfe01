"""The Bluetooth dice step: people choose their two dice and throw them once."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial
from typing import Any

import pytest

from companion.calibration.context import CalibrationContext
from companion.calibration.step_outcome import AnswerRefused, StepOutcome
from companion.calibration.steps.bluetooth import BluetoothStep
from companion.sources.bluetooth.connection import BluetoothDiceScanner
from companion.sources.bluetooth.kinds import KINDS, KindName
from companion.sources.bluetooth.radio import BluetoothMissingError
from companion.sources.bluetooth.stand_ins import VirtualDie, VirtualRadio, create_pair
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
    new_step = BluetoothStep(partial(BluetoothDiceScanner, scan_s=0.05))
    yield new_step
    new_step.end()


@pytest.fixture
def radio_world(make_world: Callable[..., CalibrationContext], radio: VirtualRadio) -> CalibrationContext:
    world = make_world()
    world.devices = replace(world.devices, bluetooth=lambda: radio)
    return world


def wait_for_outcome(
    step: BluetoothStep, world: CalibrationContext, condition: Callable[[StepOutcome], Any]
) -> StepOutcome:
    end = time.monotonic() + PATIENCE_S
    while not condition(outcome := step.check(world)):
        assert time.monotonic() < end, outcome
        time.sleep(0.01)
    return outcome


def choose(step: BluetoothStep, world: CalibrationContext, *dice: VirtualDie) -> None:
    wait_for_outcome(step, world, lambda outcome: len(outcome.about["found"]) >= len(dice))
    for die in dice:
        step.answer(world, {"word": die.address})


def throw(
    step: BluetoothStep, world: CalibrationContext, dice: tuple[VirtualDie, VirtualDie], a: int, b: int
) -> None:
    wait_for_outcome(
        step, world, lambda outcome: all(die.is_subscribed for die in dice) and outcome.state == "looking"
    )
    assert dice[0].throw(a)
    assert dice[1].throw(b)
    wait_for_outcome(step, world, lambda outcome: "Is that right" in outcome.text)


def test_the_step_lists_each_die_with_name_colour_and_battery(
    step: BluetoothStep, radio_world: CalibrationContext, dice: tuple[VirtualDie, VirtualDie]
) -> None:
    dice[0].battery = 23
    outcome = wait_for_outcome(step, radio_world, lambda outcome: len(outcome.choices) == 3)
    choice = next(each for each in outcome.choices if each.word == dice[0].address)
    assert choice.text == f"{dice[0].name} ({dice[0].colour}), battery at 23 %"
    assert outcome.choices[-1].word == "none"


def test_two_dice_are_chosen_thrown_and_saved(
    step: BluetoothStep, radio_world: CalibrationContext, dice: tuple[VirtualDie, VirtualDie]
) -> None:
    choose(step, radio_world, *dice)
    throw(step, radio_world, dice, 3, 5)
    step.answer(radio_world, {"word": "right"})
    outcome = step.check(radio_world)
    assert (outcome.state, outcome.text) == ("good", "The dice reported 3 and 5.")
    assert radio_world.setup.bluetooth == (dice[0].paired_die, dice[1].paired_die)


def test_after_the_first_die_the_step_asks_for_the_second(
    step: BluetoothStep, radio_world: CalibrationContext, dice: tuple[VirtualDie, VirtualDie]
) -> None:
    wait_for_outcome(step, radio_world, lambda outcome: len(outcome.about["found"]) == 2)
    step.answer(radio_world, {"word": dice[1].address})
    outcome = step.check(radio_world)
    assert "Which is the other one" in outcome.text
    assert [each.word for each in outcome.choices] == [dice[0].address, "none"]
    with pytest.raises(AnswerRefused):
        step.answer(radio_world, {"word": dice[1].address})


def test_dice_of_other_shapes_are_not_offered(
    step: BluetoothStep, radio_world: CalibrationContext, radio: VirtualRadio, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Twenty(VirtualDie):
        def answer(self, data: bytes) -> bytes | None:
            reply = super().answer(data)
            return None if reply is None else reply.replace(bytes([8, 21]), bytes([7, 20]))

    radio.dice = [Twenty(KINDS["pixels"], 5)]
    outcome = wait_for_outcome(step, radio_world, lambda outcome: outcome.about["found"])
    assert [each.word for each in outcome.choices] == ["none"]


def test_a_misreported_roll_is_thrown_again(
    step: BluetoothStep, radio_world: CalibrationContext, dice: tuple[VirtualDie, VirtualDie]
) -> None:
    choose(step, radio_world, *dice)
    throw(step, radio_world, dice, 3, 5)
    step.answer(radio_world, {"word": "wrong"})
    assert "misread" in step.check(radio_world).text
    assert radio_world.setup.bluetooth == ()
    step.answer(radio_world, {"word": "others"})
    choose(step, radio_world, *dice)
    throw(step, radio_world, dice, 1, 1)


def test_a_lost_die_is_reported(
    step: BluetoothStep, radio_world: CalibrationContext, dice: tuple[VirtualDie, VirtualDie]
) -> None:
    choose(step, radio_world, *dice)
    wait_for_outcome(
        step,
        radio_world,
        lambda outcome: all(die.is_subscribed for die in dice) and outcome.state == "looking",
    )
    dice[0].drop()
    assert (
        "Connection lost"
        in wait_for_outcome(step, radio_world, lambda outcome: outcome.state == "wrong").text
    )
    wait_for_outcome(step, radio_world, lambda outcome: outcome.state == "looking")


def test_people_can_skip_bluetooth_dice(
    step: BluetoothStep, radio_world: CalibrationContext, dice: tuple[VirtualDie, VirtualDie]
) -> None:
    radio_world.setup = replace(radio_world.setup, bluetooth=(dice[0].paired_die, dice[1].paired_die))
    step.check(radio_world)
    step.answer(radio_world, {"word": "none"})
    assert step.check(radio_world).state == "skipped"
    assert radio_world.setup.bluetooth == ()


def test_the_step_ends_automatically_without_bluetooth_dice(
    step: BluetoothStep, radio_world: CalibrationContext, radio: VirtualRadio, world: CalibrationContext
) -> None:
    radio.dice = []
    assert (
        "No Bluetooth dice"
        in wait_for_outcome(step, radio_world, lambda outcome: outcome.state == "skipped").text
    )


def test_a_requested_step_waits_for_dice(
    step: BluetoothStep,
    radio_world: CalibrationContext,
    radio: VirtualRadio,
    dice: tuple[VirtualDie, VirtualDie],
) -> None:
    radio_world.requested_steps = frozenset({"bluetooth"})
    dice[0].is_present = dice[1].is_present = False
    for _ in range(40):
        assert step.check(radio_world).state == "looking"
        time.sleep(0.01)
    dice[0].is_present = dice[1].is_present = True
    wait_for_outcome(step, radio_world, lambda outcome: len(outcome.about["found"]) == 2)


@pytest.mark.parametrize(("expected", "state"), [(True, "wrong"), (False, "skipped")])
def test_missing_bluetooth_is_a_fault_only_when_requested(
    radio_world: CalibrationContext, radio: VirtualRadio, expected: bool, state: str
) -> None:
    radio_world.requested_steps = frozenset({"bluetooth"} if expected else ())

    def raise_missing() -> Any:
        raise BluetoothMissingError("Bluetooth needs a part that isn't installed")

    radio.scan_error = FileNotFoundError("/run/dbus/system_bus_socket")
    for reach in (raise_missing, lambda: radio):
        radio_world.devices = replace(radio_world.devices, bluetooth=reach)
        step = BluetoothStep(partial(BluetoothDiceScanner, scan_s=0.05))
        outcome = wait_for_outcome(step, radio_world, lambda outcome: outcome.state != "looking")
        assert outcome.state == state
        step.end()


def test_a_simulated_table_has_no_bluetooth_dice(step: BluetoothStep, world: CalibrationContext) -> None:
    assert step.check(world).state == "skipped"
