"""GoDice messages, one kind at a time."""

from __future__ import annotations

import pytest

from companion.sources.bluetooth.die_events import (
    BatteryLevel,
    Colour,
    DieDescription,
    DieMoved,
    DieRested,
    DieTilted,
    GarbledError,
    RollStarted,
)
from companion.sources.bluetooth.godice import COLOURS, GRAVITY_BY_FACE, colour_from_name, parse_notification


def gravity(*xyz: int) -> bytes:
    return bytes(part % 256 for part in xyz)


def test_r_means_rolling() -> None:
    assert parse_notification(b"R") == (RollStarted(),)


@pytest.mark.parametrize(
    ("face", "xyz"),
    [(1, (-64, 0, 0)), (2, (0, 0, 64)), (3, (0, 64, 0)), (4, (0, -64, 0)), (5, (0, 0, -64)), (6, (64, 0, 0))],
)
def test_s_means_at_rest_and_gravity_gives_the_face(face: int, xyz: tuple[int, int, int]) -> None:
    assert parse_notification(b"S" + gravity(*xyz)) == (DieRested(face),)
    off = [part + 4 for part in xyz]
    assert parse_notification(b"S" + gravity(*off)) == (DieRested(face),)
    assert GRAVITY_BY_FACE[face] == tuple(part // 64 for part in xyz)


def test_s_of_a_leaning_die_gives_no_face() -> None:
    assert parse_notification(b"S" + gravity(45, 45, 0)) == (DieTilted(),)


@pytest.mark.parametrize("kind", [b"FS", b"MS"])
def test_fs_and_ms_mean_at_rest_without_a_full_roll(kind: bytes) -> None:
    assert parse_notification(kind + gravity(0, 0, 64)) == (DieMoved(2),)


def test_ts_means_tilted() -> None:
    assert parse_notification(b"TS" + gravity(0, 0, 64)) == (DieTilted(),)


def test_bat_gives_the_battery_level() -> None:
    assert parse_notification(b"Bat\x37") == (BatteryLevel(55),)


@pytest.mark.parametrize(("number", "colour"), list(enumerate(COLOURS)))
def test_col_gives_the_colour(number: int, colour: Colour) -> None:
    assert parse_notification(b"Col" + bytes([number])) == (DieDescription(colour),)


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"S",
        b"S\x40",
        b"S\x01\x01\x01",
        b"S\x7f\x7f\x7f",
        b"FS\x00",
        b"TS",
        b"Bat",
        b"Bat\xff",
        b"Col\x09",
    ],
)
def test_an_invalid_message_is_reported_as_garbled(data: bytes) -> None:
    with pytest.raises(GarbledError):
        parse_notification(data)


@pytest.mark.parametrize("data", [b"Tap", b"Charg\x01", b"\x00\x01"])
def test_irrelevant_messages_are_ignored(data: bytes) -> None:
    assert parse_notification(data) == ()


@pytest.mark.parametrize(
    ("name", "colour"),
    [("GoDice_0A1B2C_K_v04", "black"), ("GoDice_0A1B2C_O_v03", "orange"), ("GoDice_x", "")],
)
def test_the_device_name_gives_the_colour(name: str, colour: str) -> None:
    assert colour_from_name(name) == colour
