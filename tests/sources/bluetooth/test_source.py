"""The Bluetooth source with two virtual dice, end to end."""

from __future__ import annotations

import random
import time
from collections.abc import Callable
from typing import Any

import pytest

from companion.i18n import Message
from companion.observations import DiceDetection, InputRefused, Source
from companion.sources.bluetooth.radio import BluetoothMissingError
from companion.sources.bluetooth.source import BluetoothDice
from companion.sources.bluetooth.stand_ins import Fault, VirtualDie, VirtualRadio
from tests.sources.bluetooth.conftest import SPEED, Host, wait_for

SLOW = 3.0
"""Speed factor for tests that depend on bursts of messages."""
Dice = tuple[VirtualDie, VirtualDie]
Listen = Callable[..., Host]


def throw(dice: Dice, a: int, b: int, *faults: Fault) -> None:
    for die, face in zip(dice, (a, b), strict=True):
        assert die.throw(face, *faults)


def test_bluetooth_dice_implement_the_source_protocol(source: BluetoothDice) -> None:
    of_a_table: Source = source
    assert of_a_table.name == "bluetooth"


def test_rolls_are_reported_in_order(dice: Dice, source: BluetoothDice, listen: Listen) -> None:
    host = listen(source).wait_for_health("ok")
    chance = random.Random(1)
    thrown = [(chance.randint(1, 6), chance.randint(1, 6)) for _ in range(8)]
    for n, (a, b) in enumerate(thrown):
        throw(dice, a, b)
        host.wait_for_rolls(n + 1)
    assert host.rolls == thrown
    assert all(each.thrown for each in host.observations if isinstance(each, DiceDetection))


@pytest.mark.parametrize("fault", ["twice", "garbled", "nudged"])
def test_repeated_or_garbled_messages_neither_add_nor_lose_rolls(
    dice: Dice, source: BluetoothDice, listen: Listen, fault: Fault
) -> None:
    host = listen(source).wait_for_health("ok")
    for n, (a, b) in enumerate([(2, 2), (6, 1), (6, 1)]):
        throw(dice, a, b, fault)
        host.wait_for_rolls(n + 1)
        # The next throw waits until all messages of the last one are delivered.
        time.sleep(0.2 / SPEED)
    throw(dice, 5, 5)
    host.wait_for_rolls(4)
    assert host.rolls == [(2, 2), (6, 1), (6, 1), (5, 5)]


def test_a_late_roll_is_reported_with_its_maximum_delay(
    dice: Dice, source: BluetoothDice, listen: Listen
) -> None:
    for die in dice:
        die.speed = SLOW
    host = listen(source, lambda: time.monotonic() * SLOW).wait_for_health("ok")
    throw(dice, 2, 3, "late")
    host.wait_for_rolls(1)
    (roll,) = (each for each in host.observations if isinstance(each, DiceDetection))
    assert roll.late > 3


def test_a_cocked_die_is_no_roll_and_is_reported(dice: Dice, source: BluetoothDice, listen: Listen) -> None:
    host = listen(source).wait_for_health("ok")
    dice[0].throw(2)
    dice[1].throw(3, "askew")
    host.wait_for_health("fault")
    assert "is tilted" in host.text
    assert dice[1].name in host.text
    dice[1].throw(4)
    host.wait_for_rolls(1).wait_for_health("ok")
    assert host.rolls == [(2, 4)]


def test_a_die_placed_by_hand_is_no_roll(dice: Dice, source: BluetoothDice, listen: Listen) -> None:
    host = listen(source).wait_for_health("ok")
    throw(dice, 2, 3, "unrolled")
    throw(dice, 4, 5)
    host.wait_for_rolls(1)
    assert host.rolls == [(4, 5)]


def test_a_single_die_is_no_roll_and_is_reported(dice: Dice, source: BluetoothDice, listen: Listen) -> None:
    host = listen(source).wait_for_health("ok")
    dice[1].throw(3)
    host.wait_for_health("fault")
    assert "Only" in host.text
    assert host.rolls == []


def test_a_lost_die_is_reported_and_reconnects(dice: Dice, source: BluetoothDice, listen: Listen) -> None:
    host = listen(source).wait_for_health("ok")
    dice[0].throw(2)
    dice[1].throw(3, "drop")
    host.wait_for_health("fault")
    assert "Connection lost" in host.text
    assert dice[1].name in host.text
    wait_for(lambda: all(die.is_subscribed for die in dice), "the die that comes back")
    wait_for(lambda: "lost its connection while rolling" in host.text, "what became of the roll")
    throw(dice, 6, 6)
    host.wait_for_rolls(1).wait_for_health("ok")
    assert host.rolls == [(6, 6)]


def test_the_source_waits_for_sleeping_dice(dice: Dice, source: BluetoothDice, listen: Listen) -> None:
    dice[1].is_present = False
    host = listen(source).wait_for_health("waiting")
    wait_for(lambda: dice[1].name in host.text and dice[0].name not in host.text, "who is missing")
    dice[1].is_present = True
    host.wait_for_health("ok")


def test_a_low_battery_is_reported(dice: Dice, source: BluetoothDice, listen: Listen) -> None:
    dice[0].battery = 9
    host = listen(source)
    wait_for(lambda: host.health == "ok" and "nearly empty" in host.text, "the battery")
    assert dice[0].name in host.text


def test_a_failing_radio_is_reported_and_retried(
    radio: VirtualRadio, source: BluetoothDice, listen: Listen
) -> None:
    radio.scan_error = FileNotFoundError("/run/dbus/system_bus_socket")
    host = listen(source).wait_for_health("fault")
    assert "apt-get install bluez" in host.text
    radio.scan_error = None
    host.wait_for_health("ok")


def test_without_bleak_the_source_explains_what_to_install(dice: Dice, listen: Listen) -> None:
    def raise_missing() -> Any:
        raise BluetoothMissingError(Message("Bluetooth needs a part that isn't installed: pip", {}))

    host = listen(BluetoothDice([die.paired_die for die in dice], raise_missing)).wait_for_health("fault")
    assert "isn't installed" in host.text


def test_unpaired_dice_in_the_room_are_ignored(
    kind: str, dice: Dice, radio: VirtualRadio, source: BluetoothDice, listen: Listen
) -> None:
    stranger = VirtualDie(dice[0].kind, 9)
    radio.dice = [stranger, *dice]
    listen(source).wait_for_health("ok")
    assert not stranger.is_connected


def test_a_refused_roll_does_not_block_later_rolls(dice: Dice, source: BluetoothDice, listen: Listen) -> None:
    host = listen(source).wait_for_health("ok")
    host.refuse = InputRefused("not now")
    throw(dice, 1, 2)
    wait_for(lambda: host.refuse is None, "the refusal")
    throw(dice, 3, 4)
    host.wait_for_rolls(1)
    assert host.rolls == [(3, 4)]


def test_an_unwritten_roll_is_reported_again_in_the_next_run(
    dice: Dice, source: BluetoothDice, listen: Listen
) -> None:
    host = listen(source).wait_for_health("ok")
    host.refuse = RuntimeError("the disk is full")
    throw(dice, 1, 2)
    wait_for(lambda: host.ended, "the end of the run")
    again = listen(source).wait_for_health("ok")
    assert again.rolls == [(1, 2)]


def test_stopping_the_source_disconnects_the_dice(dice: Dice, source: BluetoothDice, listen: Listen) -> None:
    host = listen(source).wait_for_health("ok")
    host.close()
    assert not any(die.is_connected for die in dice)
