"""What a Pixels die says, and what it is asked: the messages that its maker publishes, little endian.

The first byte is the kind of message. `IAmADie` comes in two forms: 22 bytes, or since 2023 chunks that each
begin with their length.
"""

from __future__ import annotations

from typing import Final

from companion.sources.bluetooth.die_events import (
    Askew,
    Battery,
    Colour,
    Described,
    DieEvent,
    GarbledError,
    Handled,
    Moved,
    Rested,
    Rolling,
)

SERVICE: Final = "a6b90001-7a5a-43f2-a962-350c8edc9b5b"
OLDER_SERVICE: Final = "6e400001-b5a3-f393-e0a9-e50e24dcca9e"
"""Dice of the first years offer this one, which many other things offer, too."""

WHO_ARE_YOU, I_AM_A_DIE, ROLL_STATE, ASK_BATTERY_LEVEL, BATTERY_LEVEL = 1, 2, 3, 33, 34
ASK_WHO: Final = bytes([WHO_ARE_YOU])
ASK_BATTERY: Final = bytes([ASK_BATTERY_LEVEL])

UNKNOWN, ROLLED, HANDLING, ROLLING, CROOKED, ON_FACE = range(6)
"""Roll states. Dice of the first years know no `ON_FACE`: they say `ROLLED` of one laid down, too."""
CHARGING: Final = frozenset({2, 3})
"""Battery states: it is being charged; that is done."""
COLOURS: Final[dict[int, Colour]] = {
    1: "black",
    2: "grey",
    3: "midnight",
    4: "aurora",
    5: "clear",
    6: "white",
}
WITH_PIPS: Final = frozenset({2, 8})
"""Types of dice with the faces 1 to 6: with numerals, with pips."""
LAMPS: Final = {6: 2, 21: 8}
"""The type of a die that doesn't say it, by its number of lamps."""
OLDER_LENGTH: Final = 22
VERSION, INFO, DESIGN, NAME, SETTINGS, STATUS = range(6)
"""The chunks of `IAmADie`, in order."""


def said(data: bytes) -> tuple[DieEvent, ...]:
    """What a notification says; nothing where it is of no interest here.

    Raises:
        GarbledError: no die sends such bytes whole.
    """
    if not data:
        raise GarbledError("nothing at all")
    match data[0]:
        case 3:
            return (_state(_exactly(data, 3)),)
        case 34:
            return (_battery(_exactly(data, 3)[1:]),)
        case 2:
            return _older(data) if len(data) == OLDER_LENGTH else _chunked(data[1:])
        case _:
            return ()


def _state(data: bytes) -> DieEvent:
    _, state, index = data
    if state in (ROLLED, ON_FACE) and index > 5:
        raise GarbledError(f"a face after the {index}th")
    match state:
        case 1:
            return Rested(index + 1)
        case 2:
            return Handled()
        case 3:
            return Rolling()
        case 5:
            return Moved(index + 1)
        case 0 | 4:
            return Askew()
        case _:
            raise GarbledError(f"roll state {state}")


def _battery(data: bytes) -> Battery:
    percent, state = data
    if percent > 100:
        raise GarbledError(f"a battery of {percent} %")
    return Battery(percent, state in CHARGING)


def _older(data: bytes) -> tuple[DieEvent, ...]:
    lamps, colour, kind = data[1:4]
    return _described(colour, kind or LAMPS.get(lamps, 0)), _battery(data[20:22])


def _chunked(data: bytes) -> tuple[DieEvent, ...]:
    chunks = []
    while data:
        size = data[0]
        if not 0 < size <= len(data):
            raise GarbledError("a chunk longer than the message")
        chunks.append(data[1:size])
        data = data[size:]
    if len(chunks) <= STATUS or len(chunks[INFO]) < 8 or len(chunks[STATUS]) < 2:
        raise GarbledError("chunks are missing")
    info = chunks[INFO]
    return _described(info[7], info[5] or LAMPS.get(info[6], 0)), _battery(chunks[STATUS][:2])


def _described(colour: int, kind: int) -> Described:
    return Described(COLOURS.get(colour, ""), kind in WITH_PIPS)


def _exactly(data: bytes, length: int) -> bytes:
    if len(data) != length:
        raise GarbledError(f"{len(data)} bytes for {length}")
    return data
