"""The Pixels protocol, as its maker publishes it: requests, and a parser of notifications (little endian).

The first byte is the kind of message. `IAmADie` has two forms: 22 bytes, or since 2023 a sequence of chunks
that each begin with their length.
"""

from __future__ import annotations

from typing import Final

from companion.sources.bluetooth import die_events

SERVICE_UUID: Final = "a6b90001-7a5a-43f2-a962-350c8edc9b5b"
LEGACY_SERVICE_UUID: Final = "6e400001-b5a3-f393-e0a9-e50e24dcca9e"
"""Service of the first years' dice; many other devices offer it, too (Nordic UART)."""

WHO_ARE_YOU, I_AM_A_DIE, ROLL_STATE, ASK_BATTERY_LEVEL, BATTERY_LEVEL = 1, 2, 3, 33, 34
ASK_WHO: Final = bytes([WHO_ARE_YOU])
ASK_BATTERY: Final = bytes([ASK_BATTERY_LEVEL])

STATE_UNKNOWN, STATE_ROLLED, STATE_HANDLING, STATE_ROLLING, STATE_CROOKED, STATE_ON_FACE = range(6)
"""Roll states. The first years' dice lack `STATE_ON_FACE`: they report a placed die as `STATE_ROLLED`."""
CHARGING_STATES: Final = frozenset({2, 3})
"""Battery states "charging" and "fully charged"."""
COLOURS: Final[dict[int, die_events.Colour]] = {
    1: "black",
    2: "grey",
    3: "midnight",
    4: "aurora",
    5: "clear",
    6: "white",
}
SIX_FACE_TYPES: Final = frozenset({2, 8})
"""Types of dice with the faces 1 to 6: with numerals, with pips."""
DIE_TYPE_BY_LED_COUNT: Final = {6: 2, 21: 8}
"""Type of a die that doesn't report it, by its number of LEDs."""
LEGACY_LENGTH: Final = 22
VERSION, INFO, DESIGN, NAME, SETTINGS, STATUS = range(6)
"""The chunks of `IAmADie`, in order."""


def parse_notification(data: bytes) -> tuple[die_events.DieEvent, ...]:
    """Parse a notification into events; an irrelevant one gives none.

    Raises:
        GarbledError: the bytes are not a valid message.
    """
    if not data:
        raise die_events.GarbledError("empty message")
    match data[0]:
        case 3:
            return (_parse_roll_state(_check_length(data, 3)),)
        case 34:
            return (_parse_battery(_check_length(data, 3)[1:]),)
        case 2:
            return _parse_legacy(data) if len(data) == LEGACY_LENGTH else _parse_chunks(data[1:])
        case _:
            return ()


def _parse_roll_state(data: bytes) -> die_events.DieEvent:
    _, state, index = data
    if state in (STATE_ROLLED, STATE_ON_FACE) and index > 5:
        raise die_events.GarbledError(f"invalid face index {index}")
    match state:
        case 1:
            return die_events.DieRested(index + 1)
        case 2:
            return die_events.DieHandled()
        case 3:
            return die_events.RollStarted()
        case 5:
            return die_events.DieMoved(index + 1)
        case 0 | 4:
            return die_events.DieTilted()
        case _:
            raise die_events.GarbledError(f"unknown roll state {state}")


def _parse_battery(data: bytes) -> die_events.BatteryLevel:
    percent, state = data
    if percent > 100:
        raise die_events.GarbledError(f"invalid battery level {percent} %")
    return die_events.BatteryLevel(percent, state in CHARGING_STATES)


def _parse_legacy(data: bytes) -> tuple[die_events.DieEvent, ...]:
    lamps, colour, kind = data[1:4]
    return _describe_die(colour, kind or DIE_TYPE_BY_LED_COUNT.get(lamps, 0)), _parse_battery(data[20:22])


def _parse_chunks(data: bytes) -> tuple[die_events.DieEvent, ...]:
    chunks = []
    while data:
        size = data[0]
        if not 0 < size <= len(data):
            raise die_events.GarbledError("invalid chunk length")
        chunks.append(data[1:size])
        data = data[size:]
    if len(chunks) <= STATUS or len(chunks[INFO]) < 8 or len(chunks[STATUS]) < 2:
        raise die_events.GarbledError("chunks are missing")
    info = chunks[INFO]
    return _describe_die(info[7], info[5] or DIE_TYPE_BY_LED_COUNT.get(info[6], 0)), _parse_battery(
        chunks[STATUS][:2]
    )


def _describe_die(colour: int, kind: int) -> die_events.DieDescription:
    return die_events.DieDescription(COLOURS.get(colour, ""), kind in SIX_FACE_TYPES)


def _check_length(data: bytes, length: int) -> bytes:
    if len(data) != length:
        raise die_events.GarbledError(f"{len(data)} bytes instead of {length}")
    return data
