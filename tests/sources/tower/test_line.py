"""Framing: valid lines, and how the decoder resynchronizes after garbage."""

from __future__ import annotations

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.sources.tower.protocol import (
    MAX_LINE_BYTES,
    Decoder,
    Flaw,
    Loss,
    ProtocolError,
    crc,
    decode_line,
    encode_line,
)

DETERMINISTIC = settings(derandomize=True)
PING_LINE = encode_line("ping")


def frames(found: list[str | Loss]) -> list[str]:
    return [item for item in found if isinstance(item, str)]


def flaws(found: list[str | Loss]) -> list[Flaw]:
    return [item.flaw for item in found if isinstance(item, Loss)]


def test_the_checksum_matches_the_published_test_vector() -> None:
    assert crc("123456789") == 0x29B1
    assert crc("") == 0xFFFF


def test_a_sealed_body_is_unsealed() -> None:
    assert decode_line(encode_line("roll 1 2")) == "roll 1 2"
    assert decode_line(b"$ping*F72B\r\n") == "ping"


@pytest.mark.parametrize(
    ("line", "flaw"),
    [
        (b"", Flaw.FORM),
        (b"ping*F72B\n", Flaw.FORM),
        (b"$ping\n", Flaw.FORM),
        (b"$ping*F72b\n", Flaw.FORM),
        (b"$ping*F72B \n", Flaw.FORM),
        (b"$*FFFF\n", Flaw.FORM),
        (b"$pi\xffng*F72B\n", Flaw.FORM),
        (b"$pong*F72B\n", Flaw.CRC),
        (b"$ping*F72C\n", Flaw.CRC),
        (encode_line("x" * 90), Flaw.LONG),
    ],
)
def test_an_invalid_line_is_refused_with_its_flaw(line: bytes, flaw: Flaw) -> None:
    with pytest.raises(ProtocolError) as refusal:
        decode_line(line)
    assert refusal.value.flaw is flaw


def test_the_longest_line_is_accepted() -> None:
    body = "x" * (MAX_LINE_BYTES - len(encode_line("")))
    assert len(encode_line(body)) == MAX_LINE_BYTES
    assert frames(Decoder(decode_line).feed(encode_line(body))) == [body]


@DETERMINISTIC
@given(st.lists(st.integers(1, 9)))
def test_frames_are_found_at_any_split_of_the_bytes(cuts: list[int]) -> None:
    stream = encode_line("hello") + encode_line("roll 3 5") + encode_line("beat")
    decoder = Decoder(decode_line)
    found = []
    for cut in cuts:
        found += decoder.feed(stream[:cut])
        stream = stream[cut:]
    found += decoder.feed(stream)
    assert found == ["hello", "roll 3 5", "beat"]


def test_an_unfinished_line_is_dropped_for_the_next() -> None:
    found = Decoder(decode_line).feed(encode_line("roll 3 5")[:9] + encode_line("hello"))
    assert frames(found) == ["hello"]
    assert flaws(found) == [Flaw.CUT]


def test_a_lost_line_feed_costs_at_most_one_frame() -> None:
    found = Decoder(decode_line).feed(encode_line("one")[:-1] + encode_line("two") + encode_line("three"))
    assert frames(found) == ["two", "three"]


def test_each_loss_between_two_frames_is_reported_once() -> None:
    decoder = Decoder(decode_line)
    mess = b"$bad*0000\n" * 5 + b"babble\x00\xff\n" + b"$" * 10 + b"x" * 300 + b"\n"
    found = decoder.feed(PING_LINE + mess + PING_LINE + b"more\n" + PING_LINE)
    assert flaws(found) == [Flaw.CRC, Flaw.TEXT]
    assert len(frames(found)) == 3
    assert decoder.losses == 2


def test_empty_lines_are_not_reported_as_loss() -> None:
    decoder = Decoder(decode_line)
    assert decoder.feed(b"\r\n\r\n\n" + PING_LINE + b"\n\n" + PING_LINE) == ["ping", "ping"]
    assert decoder.losses == 0


def test_a_hundred_kilobytes_of_junk_do_not_exceed_the_buffer_limit() -> None:
    chance = random.Random(1)
    decoder = Decoder(decode_line)
    held = 0
    for _ in range(1000):
        decoder.feed(bytes(chance.choice(b"$abc\xff 0*") for _ in range(100)))
        held = max(held, decoder.buffered_byte_count)
    for _ in range(100):
        decoder.feed(b"$" + b"a" * 999)
        held = max(held, decoder.buffered_byte_count)
    assert 0 < held <= MAX_LINE_BYTES
    assert "ping" in decoder.feed(b"\n" + PING_LINE)


@DETERMINISTIC
@given(st.binary(max_size=400))
def test_no_bytes_break_the_decoder(data: bytes) -> None:
    decoder = Decoder(decode_line)
    decoder.feed(data)
    assert decoder.buffered_byte_count <= MAX_LINE_BYTES
    assert "ping" in decoder.feed(b"\n" + PING_LINE)


def test_a_reset_discards_an_unfinished_line() -> None:
    decoder = Decoder(decode_line)
    decoder.feed(b"$half a li")
    decoder.reset()
    assert decoder.feed(PING_LINE) == ["ping"]
    assert decoder.losses == 0
