"""The dice that speak Bluetooth, for the commands that hear them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from companion.observations import Source
    from companion.sources.bluetooth.kinds import PairedDie
    from companion.sources.bluetooth.radio import Radio


def radio() -> Radio:
    """This machine's radio.

    Raises:
        BluetoothMissingError: what it needs isn't installed.
    """
    from companion.sources.bluetooth.radio import BleakRadio

    return BleakRadio()


def source(dice: Sequence[PairedDie]) -> list[Source]:
    """The two dice that are a table's as its source; none where there are none."""
    if not dice:
        return []
    from companion.sources.bluetooth.source import BluetoothDice

    return [BluetoothDice(dice, lambda: radio())]
