"""Creates the source of Bluetooth dice."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from companion.observations import Source
    from companion.sources.bluetooth.kinds import PairedDie
    from companion.sources.bluetooth.radio import Radio


def radio() -> Radio:
    """Return the radio of this machine.

    Raises:
        BluetoothMissingError: a required package isn't installed.
    """
    from companion.sources.bluetooth.radio import BleakRadio

    return BleakRadio()


def source(dice: Sequence[PairedDie]) -> list[Source]:
    """Return the source of the table's two paired dice; none if no dice are paired."""
    if not dice:
        return []
    from companion.sources.bluetooth.source import BluetoothDice

    return [BluetoothDice(dice, lambda: radio())]
