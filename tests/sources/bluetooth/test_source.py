"""The source and two dice behind a radio that isn't there: as people at the table would live it."""

from __future__ import annotations

import random
import time
from collections.abc import Callable
from typing import Any

import pytest

from companion.i18n import Message
from companion.observations import InputRefused, RollSeen, Source
from companion.sources.bluetooth.radio import BluetoothMissingError
from companion.sources.bluetooth.source import BluetoothDice
from companion.sources.bluetooth.stand_ins.virtual_dice import Fault, VirtualDie, VirtualRadio
from tests.sources.bluetooth.conftest import SPEED, Host, wait_for

SLOW = 3.0
"""How fast they fall where it matters what comes at once."""
Dice = tuple[VirtualDie, VirtualDie]
Listen = Callable[..., Host]


def throw(dice: Dice, a: int, b: int, *faults: Fault) -> None:
    for die, face in zip(dice, (a, b), strict=True):
        assert die.throw(face, *faults)


def test_it_is_a_source(source: BluetoothDice) -> None:
    of_a_table: Source = source
    assert of_a_table.name == "bluetooth"


def test_rolls_are_told_in_order(dice: Dice, source: BluetoothDice, listen: Listen) -> None:
    host = listen(source).until("ok")
    chance = random.Random(1)
    thrown = [(chance.randint(1, 6), chance.randint(1, 6)) for _ in range(8)]
    for n, (a, b) in enumerate(thrown):
        throw(dice, a, b)
        host.until_rolls(n + 1)
    assert host.rolls == thrown
    assert all(each.thrown for each in host.told if isinstance(each, RollSeen))


@pytest.mark.parametrize("fault", ["twice", "garbled", "nudged"])
def test_what_is_said_twice_or_wrongly_makes_no_roll_more_or_less(
    dice: Dice, source: BluetoothDice, listen: Listen, fault: Fault
) -> None:
    host = listen(source).until("ok")
    for n, (a, b) in enumerate([(2, 2), (6, 1), (6, 1)]):
        throw(dice, a, b, fault)
        host.until_rolls(n + 1)
        # Nobody throws again before all was said of the throw before.
        time.sleep(0.2 / SPEED)
    throw(dice, 5, 5)
    host.until_rolls(4)
    assert host.rolls == [(2, 2), (6, 1), (6, 1), (5, 5)]


def test_what_comes_late_is_told_with_how_late_it_may_be(
    dice: Dice, source: BluetoothDice, listen: Listen
) -> None:
    for die in dice:
        die.speed = SLOW
    host = listen(source, lambda: time.monotonic() * SLOW).until("ok")
    throw(dice, 2, 3, "late")
    host.until_rolls(1)
    (roll,) = (each for each in host.told if isinstance(each, RollSeen))
    assert roll.late > 3


def test_a_die_that_lies_askew_is_no_roll_and_that_is_said(
    dice: Dice, source: BluetoothDice, listen: Listen
) -> None:
    host = listen(source).until("ok")
    dice[0].throw(2)
    dice[1].throw(3, "askew")
    host.until("fault")
    assert "is tilted" in host.text
    assert dice[1].name in host.text
    dice[1].throw(4)
    host.until_rolls(1).until("ok")
    assert host.rolls == [(2, 4)]


def test_a_die_that_is_laid_down_is_no_roll(dice: Dice, source: BluetoothDice, listen: Listen) -> None:
    host = listen(source).until("ok")
    throw(dice, 2, 3, "unrolled")
    throw(dice, 4, 5)
    host.until_rolls(1)
    assert host.rolls == [(4, 5)]


def test_one_die_alone_is_no_roll_and_that_is_said(dice: Dice, source: BluetoothDice, listen: Listen) -> None:
    host = listen(source).until("ok")
    dice[1].throw(3)
    host.until("fault")
    assert "Only" in host.text
    assert host.rolls == []


def test_a_die_that_drops_out_is_said_and_comes_back(
    dice: Dice, source: BluetoothDice, listen: Listen
) -> None:
    host = listen(source).until("ok")
    dice[0].throw(2)
    dice[1].throw(3, "drop")
    host.until("fault")
    assert "Connection lost" in host.text
    assert dice[1].name in host.text
    wait_for(lambda: all(die.is_subscribed for die in dice), "the die that comes back")
    wait_for(lambda: "lost its connection while rolling" in host.text, "what became of the roll")
    throw(dice, 6, 6)
    host.until_rolls(1).until("ok")
    assert host.rolls == [(6, 6)]


def test_dice_that_sleep_are_waited_for(dice: Dice, source: BluetoothDice, listen: Listen) -> None:
    dice[1].is_present = False
    host = listen(source).until("waiting")
    wait_for(lambda: dice[1].name in host.text and dice[0].name not in host.text, "who is missing")
    dice[1].is_present = True
    host.until("ok")


def test_a_battery_that_runs_down_is_said(dice: Dice, source: BluetoothDice, listen: Listen) -> None:
    dice[0].battery = 9
    host = listen(source)
    wait_for(lambda: host.health == "ok" and "nearly empty" in host.text, "the battery")
    assert dice[0].name in host.text


def test_a_radio_that_fails_is_said_and_tried_again(
    radio: VirtualRadio, source: BluetoothDice, listen: Listen
) -> None:
    radio.scan_error = FileNotFoundError("/run/dbus/system_bus_socket")
    host = listen(source).until("fault")
    assert "apt-get install bluez" in host.text
    radio.scan_error = None
    host.until("ok")


def test_without_bleak_it_says_what_to_install(dice: Dice, listen: Listen) -> None:
    def none() -> Any:
        raise BluetoothMissingError(Message("Bluetooth needs a part that isn't installed: pip", {}))

    host = listen(BluetoothDice([die.paired_die for die in dice], none)).until("fault")
    assert "isn't installed" in host.text


def test_other_dice_in_the_room_are_left_alone(
    kind: str, dice: Dice, radio: VirtualRadio, source: BluetoothDice, listen: Listen
) -> None:
    stranger = VirtualDie(dice[0].kind, 9)
    radio.dice = [stranger, *dice]
    listen(source).until("ok")
    assert not stranger.is_connected


def test_a_roll_that_the_table_refuses_stands_in_the_way_of_none(
    dice: Dice, source: BluetoothDice, listen: Listen
) -> None:
    host = listen(source).until("ok")
    host.refuse = InputRefused("not now")
    throw(dice, 1, 2)
    wait_for(lambda: host.refuse is None, "the refusal")
    throw(dice, 3, 4)
    host.until_rolls(1)
    assert host.rolls == [(3, 4)]


def test_a_roll_that_was_not_written_is_told_to_the_next_run(
    dice: Dice, source: BluetoothDice, listen: Listen
) -> None:
    host = listen(source).until("ok")
    host.refuse = RuntimeError("the disk is full")
    throw(dice, 1, 2)
    wait_for(lambda: host.ended, "the end of the run")
    again = listen(source).until("ok")
    assert again.rolls == [(1, 2)]


def test_when_it_stops_the_dice_are_let_go_of(dice: Dice, source: BluetoothDice, listen: Listen) -> None:
    host = listen(source).until("ok")
    host.close()
    assert not any(die.is_connected for die in dice)
