"""The codec: frames survive a round trip, and anything else is refused."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.sources.tower.protocol import (
    MAX_AGE_MS,
    MAX_LINE_BYTES,
    MAX_ROLL_NUMBER,
    Ack,
    Beat,
    Bye,
    Cause,
    Do,
    Err,
    FaultKind,
    Flaw,
    ForeignHello,
    Hello,
    Hi,
    Lamp,
    LineFrame,
    Ok,
    Ping,
    ProtocolError,
    Raw,
    Refusal,
    TowerFault,
    TowerRoll,
    What,
    encode_line,
    parse_host_frame,
    parse_tower_frame,
)

DETERMINISTIC = settings(derandomize=True)
UNITS = st.from_regex(r"[0-9a-f]{8}", fullmatch=True)
BOOTS = st.from_regex(r"[0-9a-f]{4}", fullmatch=True)
PROGRAMS = st.from_regex(r"[A-Za-z0-9._-]{1,24}/[A-Za-z0-9._-]{1,12}", fullmatch=True)
NUMBERS = st.integers(1, MAX_ROLL_NUMBER)
COMMANDS = st.integers(1, 65535)
FACES = st.integers(1, 6)
PERCENT = st.integers(0, 100)
WORDS = st.from_regex(r"[a-z0-9]{1,9}", fullmatch=True)
POCKET_KINDS = st.sampled_from(list(FaultKind)[:5])


@st.composite
def faults(draw: st.DrawFn) -> tuple[TowerFault, ...]:
    pockets = draw(st.sets(st.sampled_from([1, 2])))
    found = [TowerFault(draw(POCKET_KINDS), pocket) for pocket in pockets]
    found += [TowerFault(kind) for kind in draw(st.sets(st.sampled_from(list(FaultKind)[5:])))]
    return tuple(sorted(found, key=TowerFault.order))


HOST_FRAMES = st.one_of(
    st.builds(Hi, st.just(1), PROGRAMS),
    st.builds(Ack, UNITS, NUMBERS),
    st.just(Ping()),
    st.just(Bye()),
    st.builds(Do, COMMANDS, st.lists(WORDS, min_size=1, max_size=6).map(tuple)),
)
TOWER_FRAMES = st.one_of(
    st.builds(Hello, PROGRAMS, UNITS, BOOTS, st.sampled_from(Cause), st.booleans()),
    st.builds(ForeignHello, st.integers(2, 255), PROGRAMS, st.lists(WORDS, max_size=3).map(tuple)),
    st.builds(
        TowerRoll, UNITS, NUMBERS, st.tuples(FACES, FACES), st.tuples(PERCENT, PERCENT),
        st.integers(0, MAX_AGE_MS), st.booleans(),
    ),
    st.builds(
        Beat, BOOTS, st.integers(0, 2**32 - 1), st.integers(0, 255), st.integers(0, 65535), faults()
    ),
    st.builds(
        Raw, COMMANDS, st.sampled_from([1, 2]), st.sampled_from(Lamp),
        st.lists(st.integers(0, 1023), min_size=1, max_size=12).map(tuple),
    ),
    st.builds(Ok, COMMANDS),
    st.builds(Err, COMMANDS, st.sampled_from(Refusal)),
    st.builds(What, st.sampled_from(Flaw)),
)  # fmt: skip


@DETERMINISTIC
@given(HOST_FRAMES)
def test_host_frames_survive_a_round_trip(frame: Any) -> None:
    line = frame.to_bytes()
    assert parse_host_frame(line) == frame
    assert len(line) <= MAX_LINE_BYTES
    assert line.endswith(b"\n")
    assert line[:-1].decode("ascii").isprintable()


@DETERMINISTIC
@given(TOWER_FRAMES)
def test_tower_frames_survive_a_round_trip(frame: Any) -> None:
    line = frame.to_bytes()
    assert parse_tower_frame(line) == frame
    assert len(line) <= MAX_LINE_BYTES
    assert line[:-1].decode("ascii").isprintable()


def test_the_longest_frame_of_each_kind_fits_into_a_line() -> None:
    longest: list[LineFrame] = [
        Hello("x" * 24 + "/" + "9" * 12, "f" * 8, "f" * 4, Cause.BROWNOUT, False),
        TowerRoll("f" * 8, MAX_ROLL_NUMBER, (6, 6), (100, 100), MAX_AGE_MS, True),
        Beat(
            "ffff", 2**32 - 1, 255, 65535,
            (TowerFault(FaultKind.CALIBRATE, 1), TowerFault(FaultKind.CALIBRATE, 2),
             TowerFault(FaultKind.LIGHT), TowerFault(FaultKind.FULL), TowerFault(FaultKind.MEMORY)),
        ),
        Raw(65535, 2, Lamp.DARK, (1023,) * 12),
    ]  # fmt: skip
    assert max(len(frame.to_bytes()) for frame in longest) <= MAX_LINE_BYTES


@DETERMINISTIC
@given(TOWER_FRAMES, st.data())
def test_a_frame_with_one_changed_byte_is_refused(frame: Any, data: st.DataObject) -> None:
    line = bytearray(frame.to_bytes())
    place = data.draw(st.integers(0, len(line) - 1))
    line[place] = data.draw(st.integers(0, 255).filter(lambda byte: byte != line[place]))
    if line.rstrip(b"\r\n") == frame.to_bytes().rstrip(b"\n"):
        return  # only the line feed was changed: the content is complete
    with pytest.raises(ProtocolError):
        parse_tower_frame(bytes(line))


@DETERMINISTIC
@given(st.text(st.characters(min_codepoint=32, max_codepoint=126, exclude_characters="$*"), max_size=80))
def test_any_text_with_a_valid_checksum_is_a_canonical_frame_or_refused(body: str) -> None:
    for read in (parse_host_frame, parse_tower_frame):
        try:
            frame = read(encode_line(body))
        except ProtocolError:
            continue
        if not (isinstance(frame, Hi) and frame.protocol != 1):  # of which only the beginning is read
            assert frame.to_bytes() == encode_line(body)


@pytest.mark.parametrize(
    ("body", "flaw"),
    [
        ("", Flaw.FORM),
        ("ping", Flaw.KIND),
        ("ROLL 7e57ab1e 1 3 5 98 97 0", Flaw.KIND),
        ("roll", Flaw.FORM),
        ("roll 7e57ab1e 1 3 5 98 97", Flaw.FORM),
        ("roll 7e57ab1e 1 3 5 98 97 0 0", Flaw.FORM),
        ("roll  7e57ab1e 1 3 5 98 97 0", Flaw.FORM),
        ("roll 7e57ab1e 1 3 5 98 97 0 ", Flaw.FORM),
        ("roll 7e57ab1e 1 03 5 98 97 0", Flaw.FORM),
        ("roll 7e57ab1e 1 +3 5 98 97 0", Flaw.FORM),
        ("roll 7e57ab1e 1 3 5 98 97 0++", Flaw.FORM),
        ("roll 7e57ab1e 1 3 5 98 97 +", Flaw.FORM),
        ("roll 7E57AB1E 1 3 5 98 97 0", Flaw.VALUE),
        ("roll 7e57ab1 1 3 5 98 97 0", Flaw.VALUE),
        ("roll 7e57ab1e 0 3 5 98 97 0", Flaw.VALUE),
        ("roll 7e57ab1e 4294967296 3 5 98 97 0", Flaw.VALUE),
        ("roll 7e57ab1e 1 0 5 98 97 0", Flaw.VALUE),
        ("roll 7e57ab1e 1 3 7 98 97 0", Flaw.VALUE),
        ("roll 7e57ab1e 1 3 5 101 97 0", Flaw.VALUE),
        ("roll 7e57ab1e 1 3 5 98 97 100000000", Flaw.VALUE),
        ("hello 1 companion-tower/1.0.0 7e57ab1e 0001 power", Flaw.FORM),
        ("hello 1 companion-tower/1.0.0 7e57ab1e 0001 magic met", Flaw.FORM),
        ("hello 1 companion-tower/1.0.0 7e57ab1e 0001 power there", Flaw.FORM),
        ("hello 1 companion-tower 7e57ab1e 0001 power met", Flaw.FORM),
        ("hello 256 companion-tower/1.0.0", Flaw.VALUE),
        ("beat 0001 1 0 0 cocked", Flaw.VALUE),
        ("beat 0001 1 0 0 light.1", Flaw.VALUE),
        ("beat 0001 1 0 0 cocked.3", Flaw.FORM),
        ("beat 0001 1 0 0 light,cocked.1", Flaw.FORM),
        ("beat 0001 1 0 0 cocked.1,cocked.1", Flaw.VALUE),
        ("beat 0001 1 0 0 double.1,cocked.1", Flaw.VALUE),
        ("beat 0001 1 0 0 light,light", Flaw.FORM),
        ("beat 0001 1 0 0 ,", Flaw.FORM),
        ("beat 0001 1 256 0 -", Flaw.VALUE),
        ("raw 1 1 dim 3", Flaw.FORM),
        ("raw 1 1 lit", Flaw.FORM),
        ("raw 1 3 lit 3", Flaw.VALUE),
        ("raw 1 1 lit 1024", Flaw.VALUE),
        ("raw 1 1 lit 1 2 3 4 5 6 7 8 9 10 11 12 13", Flaw.VALUE),
        ("ok 0", Flaw.VALUE),
        ("err 1 tired", Flaw.FORM),
        ("what ever", Flaw.FORM),
    ],
)
def test_invalid_tower_frames_are_refused(body: str, flaw: Flaw) -> None:
    with pytest.raises(ProtocolError) as refusal:
        parse_tower_frame(encode_line(body))
    assert refusal.value.flaw is flaw


@pytest.mark.parametrize(
    ("body", "flaw"),
    [
        ("roll 7e57ab1e 1 3 5 98 97 0", Flaw.KIND),
        ("hi 1", Flaw.FORM),
        ("hi 1 companion", Flaw.FORM),
        ("hi 0 companion/1", Flaw.VALUE),
        ("hi 1 companion/1 more", Flaw.FORM),
        ("ack 7e57ab1e", Flaw.FORM),
        ("ack 7e57ab1e 0", Flaw.VALUE),
        ("ping 1", Flaw.FORM),
        ("bye bye", Flaw.FORM),
        ("do 1", Flaw.FORM),
        ("do 65536 blink", Flaw.VALUE),
    ],
)
def test_invalid_host_frames_are_refused(body: str, flaw: Flaw) -> None:
    with pytest.raises(ProtocolError) as refusal:
        parse_host_frame(encode_line(body))
    assert refusal.value.flaw is flaw


def test_only_version_and_name_are_read_from_another_version() -> None:
    assert parse_tower_frame(encode_line("hello 2 companion-tower/2.0.0 what ever")) == ForeignHello(
        2, "companion-tower/2.0.0", ("what", "ever")
    )
    assert parse_host_frame(encode_line("hi 2 companion/9.9 and so on")) == Hi(2, "companion/9.9")


@pytest.mark.parametrize(
    "make",
    [
        lambda: TowerRoll("7e57ab1e", 1, (0, 3), (99, 99), 0),
        lambda: Beat("0001", 1, 0, 0, (TowerFault(FaultKind.LIGHT), TowerFault(FaultKind.COCKED, 1))),
        lambda: TowerFault(FaultKind.LIGHT, 1),
        lambda: Do(1, ()),
        lambda: Do(1, ("two words",)),
        lambda: Do(1, ("x" * 90,)),
    ],
)
def test_a_frame_with_invalid_values_cannot_be_created(make: Any) -> None:
    with pytest.raises(ProtocolError):
        make()
