"""Dice around a table are found and asked how they look."""

from __future__ import annotations

from collections.abc import Callable

from companion.sources.bluetooth.finding import DiceFinder, FoundDie
from companion.sources.bluetooth.kinds import PIXELS
from companion.sources.bluetooth.stand_ins.virtual_dice import VirtualDie, VirtualRadio
from tests.sources.bluetooth.conftest import wait_for


def test_each_says_its_name_its_colour_and_its_battery(
    dice: tuple[VirtualDie, VirtualDie], radio: VirtualRadio
) -> None:
    dice[0].battery, dice[1].battery = 80, 23
    with DiceFinder(radio, 0.05) as finder:
        wait_for(lambda: len(finder.found) == 2, "both")
    assert set(finder.found) == {FoundDie(dice[0].paired, 80), FoundDie(dice[1].paired, 23)}
    assert not any(die.is_connected for die in dice)


def test_one_that_wakes_up_later_is_found_then(
    dice: tuple[VirtualDie, VirtualDie], radio: VirtualRadio
) -> None:
    dice[1].present = False
    with DiceFinder(radio, 0.05) as finder:
        wait_for(lambda: len(finder.found) == 1, "the first")
        dice[1].present = True
        wait_for(lambda: len(finder.found) == 2, "the other")


def test_what_has_the_service_of_a_die_and_is_none_is_not_offered(mute: Callable[[], VirtualDie]) -> None:
    thing, die = mute(), VirtualDie(PIXELS, 1)
    with DiceFinder(VirtualRadio([thing, die]), 0.05) as finder:
        wait_for(lambda: finder.found and finder.rounds > 1, "the die")
    assert [each.die.address for each in finder.found] == [die.address]


def test_what_is_wrong_with_the_radio_is_said(radio: VirtualRadio) -> None:
    radio.broken = FileNotFoundError("/run/dbus/system_bus_socket")
    with DiceFinder(radio, 0.05) as finder:
        wait_for(lambda: "bluez" in finder.trouble, "what is wrong")
        radio.broken = None
        wait_for(lambda: len(finder.found) == 2 and not finder.trouble, "both")
