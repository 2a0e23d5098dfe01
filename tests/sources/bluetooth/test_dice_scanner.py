"""Dice around a table are found and asked how they look."""

from __future__ import annotations

from collections.abc import Callable

from companion.sources.bluetooth.dice_scanner import BluetoothDiceScanner, FoundDie
from companion.sources.bluetooth.kinds import PIXELS
from companion.sources.bluetooth.stand_ins.virtual_dice import VirtualDie, VirtualRadio
from tests.sources.bluetooth.conftest import wait_for


def test_each_says_its_name_its_colour_and_its_battery(
    dice: tuple[VirtualDie, VirtualDie], radio: VirtualRadio
) -> None:
    dice[0].battery, dice[1].battery = 80, 23
    with BluetoothDiceScanner(radio, 0.05) as finder:
        wait_for(lambda: len(finder.dice) == 2, "both")
    assert set(finder.dice) == {FoundDie(dice[0].paired_die, 80), FoundDie(dice[1].paired_die, 23)}
    assert not any(die.is_connected for die in dice)


def test_one_that_wakes_up_later_is_found_then(
    dice: tuple[VirtualDie, VirtualDie], radio: VirtualRadio
) -> None:
    dice[1].is_present = False
    with BluetoothDiceScanner(radio, 0.05) as finder:
        wait_for(lambda: len(finder.dice) == 1, "the first")
        dice[1].is_present = True
        wait_for(lambda: len(finder.dice) == 2, "the other")


def test_what_has_the_service_of_a_die_and_is_none_is_not_offered(mute: Callable[[], VirtualDie]) -> None:
    thing, die = mute(), VirtualDie(PIXELS, 1)
    with BluetoothDiceScanner(VirtualRadio([thing, die]), 0.05) as finder:
        wait_for(lambda: finder.dice and finder.scan_count > 1, "the die")
    assert [each.die.address for each in finder.dice] == [die.address]


def test_what_is_wrong_with_the_radio_is_said(radio: VirtualRadio) -> None:
    radio.scan_error = FileNotFoundError("/run/dbus/system_bus_socket")
    with BluetoothDiceScanner(radio, 0.05) as finder:
        wait_for(lambda: "bluez" in finder.trouble, "what is wrong")
        radio.scan_error = None
        wait_for(lambda: len(finder.dice) == 2 and not finder.trouble, "both")
