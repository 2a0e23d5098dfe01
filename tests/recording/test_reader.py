"""Recordings by any program: valid lines are read, invalid ones are reported and skipped."""

from __future__ import annotations

import base64
import contextlib
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.recording import reader
from companion.recording.lines import (
    FrameLine,
    InputLine,
    Line,
    LineError,
    RollLine,
    SerialLine,
    from_bytes,
    to_text,
)
from companion.recording.reader import Recording, RecordingError

TABLE = {
    "format": 1,
    "game": "base",
    "options": {"setup": "variable"},
    "players": [{"name": "Ana", "colour": "red"}, {"name": "Ben", "colour": "blue"}],
    "calibration": None,
}

Read = Callable[..., tuple[list[Line], list[str]]]


@pytest.fixture
def read(tmp_path: Path) -> Read:
    """A reader of a log's lines and of the complaints about it."""

    def read_(log: bytes, table: Any = TABLE) -> tuple[list[Line], list[str]]:
        (tmp_path / "table.json").write_text(json.dumps(table))
        (tmp_path / "log.jsonl").write_bytes(log)
        words: list[str] = []
        return list(Recording(tmp_path, words.append).lines()), words

    return read_


def test_a_log_has_picture_serial_and_input_lines(read: Read) -> None:
    log = b"""{"t": 0.0, "frame": "frames/000000.jpg"}
{"t": 4.21, "serial": "JGhp"}
{"t": 9, "input": {"kind": "end_turn"}}
"""
    lines, words = read(log)
    assert lines == [
        FrameLine(0.0, "frames/000000.jpg"),
        SerialLine(4.21, b"$hi"),
        InputLine(9.0, {"kind": "end_turn"}),
    ]
    assert words == []


@given(
    st.one_of(
        st.builds(FrameLine, st.floats(0, 1e6), st.just("frames/000007.jpg")),
        st.builds(SerialLine, st.floats(0, 1e6), st.binary()),
        st.builds(InputLine, st.floats(0, 1e6), st.dictionaries(st.text("kind"), st.integers())),
        st.builds(
            RollLine,
            st.floats(0, 1e6),
            st.just("bluetooth"),
            st.tuples(st.integers(1, 6), st.integers(1, 6)),
            st.floats(0, 9),
            st.none() | st.floats(0, 1e6),
        ),
    )
)
def test_a_written_line_is_read_back(line: Line) -> None:
    assert from_bytes(to_text(line).encode()) == (line, frozenset())


def test_the_time_for_which_the_dice_lay_before_is_read_back() -> None:
    line = RollLine(9.5, "bluetooth", (3, 4), 0.2, 9.1, 0.4)
    assert from_bytes(to_text(line).encode()) == (line, frozenset())


def test_a_roll_of_a_source_is_an_entered_roll_in_the_published_format() -> None:
    data = json.loads(to_text(RollLine(9.5, "bluetooth", (3, 4), 0.2, 9.1)))
    assert (data["t"], data["input"]) == (9.5, {"kind": "roll", "dice": [3, 4]})


@pytest.mark.parametrize("witness", [7, {}, {"source": 3, "late": 0, "began": None}, {"source": "x"}])
def test_an_invalid_witness_leaves_an_entered_roll(witness: object) -> None:
    entered = {"kind": "roll", "dice": [3, 4]}
    line = json.dumps({"t": 1, "input": entered, "witness": witness}).encode()
    assert from_bytes(line) == (InputLine(1.0, entered), frozenset({"witness"}))


@pytest.mark.parametrize(
    ("line", "why"),
    [
        (b"{", "not JSON"),
        (b"\xff\xfe", "not JSON"),
        (b"[" * 100_000, "not JSON"),
        (b"7", "not a JSON object"),
        (b'{"t": 1}', "one is needed"),
        (b'{"t": 1, "frame": "a.jpg", "serial": ""}', "one is needed"),
        (b'{"frame": "a.jpg"}', '"t"'),
        (b'{"t": true, "frame": "a.jpg"}', '"t"'),
        (b'{"t": "1", "frame": "a.jpg"}', '"t"'),
        (b'{"t": NaN, "frame": "a.jpg"}', "NaN"),
        (b'{"t": 1e999, "frame": "a.jpg"}', '"t"'),
        (b'{"t": 1' + b"0" * 400 + b', "frame": "a.jpg"}', '"t"'),
        (b'{"t": 1, "frame": 3}', "picture"),
        (b'{"t": 1, "frame": ""}', "not a file"),
        (b'{"t": 1, "frame": "/etc/passwd"}', "not a file"),
        (b'{"t": 1, "frame": "../a.jpg"}', "not a file"),
        (b'{"t": 1, "frame": "a\\u0000.jpg"}', "picture"),
        (b'{"t": 1, "serial": "a"}', "base64"),
        (b'{"t": 1, "serial": "\\u00e4"}', "base64"),
        (b'{"t": 1, "serial": 5}', "base64"),
        (b'{"t": 1, "input": "roll"}', "an input"),
        (b'{"t": 1, "input": {"kind": "\\ud800"}}', "half a character"),
    ],
)
def test_an_invalid_line_is_refused_with_the_reason(line: bytes, why: str) -> None:
    with pytest.raises(LineError, match=why):
        from_bytes(line)


@given(
    st.binary(max_size=200) | st.text().map(str.encode) | st.just({}).map(lambda d: json.dumps(d).encode())
)
def test_any_bytes_are_a_line_or_refused(raw: bytes) -> None:
    with contextlib.suppress(LineError):
        from_bytes(raw)


def test_a_broken_line_is_reported_and_the_others_are_read(read: Read) -> None:
    lines, words = read(b'{"t": 1, "serial": ""}\n{"t": 2,\n\n{"t": 3, "serial": ""}\n')
    assert [line.t for line in lines] == [1, 3]
    assert len(words) == 1
    assert "line 2" in words[0]
    assert "JSON" in words[0]


def test_a_truncated_recording_ends_with_its_last_whole_line(read: Read) -> None:
    lines, words = read(b'{"t": 1, "serial": ""}\n{"t": 2, "fra')
    assert [line.t for line in lines] == [1]
    assert "cut off" in words[0]


def test_a_last_line_without_a_line_break_is_read(read: Read) -> None:
    assert read(b'{"t": 1, "serial": ""}') == ([SerialLine(1.0, b"")], [])


def test_time_never_decreases(read: Read) -> None:
    lines, words = read(b'{"t": -1, "serial": ""}\n{"t": 5, "serial": ""}\n{"t": 4, "serial": ""}\n')
    assert [line.t for line in lines] == [0, 5, 5]
    assert len(words) == 2
    assert "after one with 5 s" in words[1]


def test_unknown_fields_are_reported_and_the_line_is_read(read: Read) -> None:
    lines, words = read(b'{"t": 1, "serial": "", "exposure": 3}\n')
    assert lines == [SerialLine(1.0, b"")]
    assert "'exposure'" in words[0]


def test_repeated_complaints_are_summarized(read: Read) -> None:
    lines, words = read(b'{"t": 1, "serial": "", "x": 3}\n' * 1000)
    assert len(lines) == 1000
    assert len(words) == reader.MAX_COMPLAINTS_PER_KIND + 1
    assert "995 more" in words[-1]


def test_an_endless_line_is_not_kept_in_memory(read: Read, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reader, "MAX_LINE_BYTES", 64)
    lines, words = read(b'{"t": 1, "input": {"kind": "' + b"x" * 1000 + b'"}}\n{"t": 2, "serial": ""}\n')
    assert lines == [SerialLine(2.0, b"")]
    assert "too long" in words[0]


def test_a_file_with_a_byte_order_mark_is_read(read: Read) -> None:
    assert read(b'\xef\xbb\xbf{"t": 1, "serial": ""}\r\n') == ([SerialLine(1.0, b"")], [])


def test_a_log_can_be_read_again(tmp_path: Path, read: Read) -> None:
    read(b'{"t": 1, "serial": ""}\n')
    recording = Recording(tmp_path, lambda text: None)
    assert list(recording.lines()) == list(recording.lines())


def test_the_players_are_read_despite_unknown_fields(tmp_path: Path, read: Read) -> None:
    calibration = {"plane": [1, 2]}
    table = {**TABLE, "calibration": calibration, "camera": "left"}
    table["players"] = [{"name": "Ana", "colour": "red", "age": 30}]
    _, words = read(b"", table)
    recorded = Recording(tmp_path, lambda text: None).table
    assert recorded.players == ({"name": "Ana", "colour": "red"},)
    assert recorded.options == {"setup": "variable"}
    assert recorded.calibration == calibration
    assert "camera" in words[0]


@pytest.mark.parametrize(
    ("written", "read_again", "complaints"),
    [({"made": "", "faces": []}, {"made": "", "faces": []}, 0), (None, None, 0), ([1], None, 1)],
)
def test_learned_dice_are_read_and_others_ignored(
    tmp_path: Path, read: Read, written: object, read_again: object, complaints: int
) -> None:
    _, words = read(b"", {**TABLE, "learned_dice": written})
    recorded = Recording(tmp_path, lambda text: None).table
    assert recorded.learned_dice == read_again
    assert len(words) == complaints
    assert recorded.to_json().get("learned_dice") == read_again


@pytest.mark.parametrize(
    ("table", "why"),
    [
        ([], "not a JSON object"),
        ({}, "format None"),
        ({**TABLE, "format": 2}, "update"),
        ({**TABLE, "players": None}, "players"),
        ({**TABLE, "players": ["Ana"]}, "players"),
        ({**TABLE, "players": [{"name": "Ana"}]}, "players"),
    ],
)
def test_without_players_nothing_is_replayed(read: Read, table: Any, why: str) -> None:
    with pytest.raises(RecordingError, match=why):
        read(b"", table)


def test_something_else_than_a_recording_is_refused_with_the_expected_form(tmp_path: Path) -> None:
    with pytest.raises(RecordingError, match=r"a recording is a folder with table\.json"):
        Recording(tmp_path / "nowhere", print)
    (tmp_path / "table.json").write_text("{")
    with pytest.raises(RecordingError, match="not JSON"):
        Recording(tmp_path, print)
    (tmp_path / "table.json").write_text(json.dumps(TABLE))
    with pytest.raises(RecordingError, match=r"log\.jsonl can't be read"):
        Recording(tmp_path, print)


def test_bytes_are_written_in_base64() -> None:
    data = json.loads(to_text(SerialLine(1.5, b"$hi\n\xff")))
    assert data == {"t": 1.5, "serial": base64.b64encode(b"$hi\n\xff").decode()}
