"""The scanner finds nearby dice and queries their appearance."""

from __future__ import annotations

from collections.abc import Callable

from companion.sources.bluetooth.connection import BluetoothDiceScanner, FoundDie
from companion.sources.bluetooth.kinds import PIXELS
from companion.sources.bluetooth.stand_ins import VirtualDie, VirtualRadio
from tests.sources.bluetooth.conftest import wait_for


def test_the_scanner_finds_the_name_colour_and_battery_of_each_die(
    dice: tuple[VirtualDie, VirtualDie], radio: VirtualRadio
) -> None:
    dice[0].battery, dice[1].battery = 80, 23
    with BluetoothDiceScanner(radio, 0.05) as finder:
        wait_for(lambda: len(finder.dice) == 2, "both")
    assert set(finder.dice) == {FoundDie(dice[0].paired_die, 80), FoundDie(dice[1].paired_die, 23)}
    assert not any(die.is_connected for die in dice)


def test_the_scanner_finds_a_die_that_wakes_up_later(
    dice: tuple[VirtualDie, VirtualDie], radio: VirtualRadio
) -> None:
    dice[1].is_present = False
    with BluetoothDiceScanner(radio, 0.05) as finder:
        wait_for(lambda: len(finder.dice) == 1, "the first")
        dice[1].is_present = True
        wait_for(lambda: len(finder.dice) == 2, "the other")


def test_the_scanner_ignores_other_devices_with_the_service_of_a_die(
    mute_die: Callable[[], VirtualDie],
) -> None:
    thing, die = mute_die(), VirtualDie(PIXELS, 1)
    with BluetoothDiceScanner(VirtualRadio([thing, die]), 0.05) as finder:
        wait_for(lambda: finder.dice and finder.scan_count > 1, "the die")
    assert [each.die.address for each in finder.dice] == [die.address]


def test_the_scanner_reports_a_radio_error(radio: VirtualRadio) -> None:
    radio.scan_error = FileNotFoundError("/run/dbus/system_bus_socket")
    with BluetoothDiceScanner(radio, 0.05) as finder:
        wait_for(lambda: "bluez" in finder.trouble, "what is wrong")
        radio.scan_error = None
        wait_for(lambda: len(finder.dice) == 2 and not finder.trouble, "both")
