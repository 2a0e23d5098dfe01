"""Pixels messages, one kind at a time."""

from __future__ import annotations

import struct
from collections.abc import Callable

import pytest

from companion.sources.bluetooth.die_events import (
    BatteryLevel,
    DieDescription,
    DieEvent,
    DieHandled,
    DieMoved,
    DieRested,
    DieTilted,
    GarbledError,
    RollStarted,
)
from companion.sources.bluetooth.pixels import parse_notification

AURORA = 4


def encode_short_identity(lamps: int = 21, kind: int = 8) -> bytes:
    """Return an `IAmADie` message of 22 bytes."""
    return struct.pack("<BBBBIIHIBBBB", 2, lamps, AURORA, kind, 7, 0x1234, 900, 1_600_000_000, 1, 3, 42, 0)


def encode_chunked_identity(kind: int = 8, lamps: int = 21) -> bytes:
    """Return an `IAmADie` message made of chunks."""
    chunks = [
        struct.pack("<HIHHHH", 1, 1_700_000_000, 1, 1, 1, 1),
        struct.pack("<IBBBBB", 0x1234, 1, kind, lamps, AURORA, 0),
        b"\0",
        b"Ada\0",
        struct.pack("<III", 7, 900, 1000),
        struct.pack("<BBBB", 42, 2, 1, 3),
    ]
    return b"\x02" + b"".join(bytes([len(each) + 1]) + each for each in chunks)


@pytest.mark.parametrize(
    ("state", "event"),
    [
        (0, DieTilted()),
        (1, DieRested(5)),
        (2, DieHandled()),
        (3, RollStarted()),
        (4, DieTilted()),
        (5, DieMoved(5)),
    ],
    ids=["unknown", "rolled", "handling", "rolling", "crooked", "on face"],
)
def test_a_roll_state_message_gives_the_die_event(state: int, event: DieEvent) -> None:
    assert parse_notification(bytes([3, state, 4])) == (event,)


@pytest.mark.parametrize(("state", "charging"), list(enumerate([False, False, True, True, False, False])))
def test_a_battery_message_gives_the_level(state: int, charging: bool) -> None:
    assert parse_notification(bytes([34, 73, state])) == (BatteryLevel(73, charging),)


def test_a_short_identity_message_is_parsed() -> None:
    assert parse_notification(encode_short_identity()) == (DieDescription("aurora"), BatteryLevel(42))


def test_a_chunked_identity_message_is_parsed() -> None:
    assert parse_notification(encode_chunked_identity()) == (
        DieDescription("aurora"),
        BatteryLevel(42, charging=True),
    )


@pytest.mark.parametrize("message", [encode_short_identity, encode_chunked_identity])
def test_the_lamp_count_gives_the_die_type_when_the_message_does_not(message: Callable[..., bytes]) -> None:
    assert parse_notification(message(kind=0, lamps=6))[0] == DieDescription("aurora")
    assert parse_notification(message(kind=0, lamps=20))[0] == DieDescription("aurora", pips=False)


@pytest.mark.parametrize("kind", [1, 3, 7, 9])
def test_dice_of_other_shapes_have_no_pips(kind: int) -> None:
    assert parse_notification(encode_chunked_identity(kind))[0] == DieDescription("aurora", pips=False)


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"\x03",
        b"\x03\x01",
        b"\x03\x01\x06",
        b"\x03\x09\x00",
        b"\x22\x65\x00",
        b"\x02\x00",
        encode_chunked_identity()[:20],
    ],
)
def test_an_invalid_message_is_reported_as_garbled(data: bytes) -> None:
    with pytest.raises(GarbledError):
        parse_notification(data)


def test_irrelevant_messages_are_ignored() -> None:
    assert parse_notification(bytes([36, 200, 0])) == ()
