"""Replaying a recording at its own time, skipping what the table refuses."""

from __future__ import annotations

import base64
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import cv2
import pytest

from companion.observations import InputRefused, Observation
from companion.recording.reader import RecordedSetup
from companion.recording.recorded_table import FrameDispatcher
from companion.recording.replay import Pace, game_start_data
from companion.sources.camera import Frame
from tests.recording.conftest import (
    BEAT,
    HELLO,
    PLAYERS,
    ColourWatcher,
    RecordedEvening,
    ReplayedEvening,
    picture,
    roll_line,
)


def write_recording(folder: Path, lines: list[dict[str, Any]], options: dict[str, Any] | None = None) -> Path:
    table = {"format": 1, "game": "base", "options": options or {}, "players": PLAYERS, "calibration": None}
    (folder / "table.json").write_text(json.dumps(table))
    (folder / "log.jsonl").write_text("".join(json.dumps(line) + "\n" for line in lines))
    (folder / "frames").mkdir(exist_ok=True)
    return folder


def test_a_replay_keeps_the_recorded_time(evening: RecordedEvening) -> None:
    evening.begin()
    for _ in range(3):
        evening.wait(2.5)
        evening.enter({"kind": "roll", "dice": [1, 2]})
    slept: list[float] = []
    now = 50.0

    def sleep(seconds: float) -> None:
        nonlocal now
        slept.append(seconds)
        now += seconds

    ReplayedEvening(evening.folder / "recording", Pace(2.0, lambda: now, sleep))
    assert slept == pytest.approx([1.25, 1.25, 1.25])
    assert now == pytest.approx(50 + 7.5 / 2)


def test_without_a_speed_the_replay_does_not_wait() -> None:
    Pace(0.0, lambda: 0.0, lambda seconds: pytest.fail("slept")).wait(1000.0)


def test_a_late_replay_does_not_wait() -> None:
    times = iter([0.0, 99.0])
    Pace(1.0, lambda: next(times), lambda seconds: pytest.fail("slept")).wait(50.0)


def test_a_refused_input_is_reported_and_skipped(tmp_path: Path) -> None:
    lines = [{"t": 1.5, "input": {"kind": "roll", "dice": [0, 9]}}, {"t": 2, "input": {"kind": "dance"}}]
    replayed = ReplayedEvening(write_recording(tmp_path, lines))
    assert len(replayed.recorded_entries) == 1
    assert "the input of 1.5 s was refused" in replayed.words[0]
    assert "no such input: dance" in replayed.words[1]


def test_a_missing_or_broken_picture_is_reported_and_skipped(tmp_path: Path) -> None:
    lines = [{"t": n, "frame": f"frames/{n}.png"} for n in range(4)]
    folder = write_recording(tmp_path, lines)
    for n in (0, 3):
        cv2.imwrite(str(folder / f"frames/{n}.png"), picture(70, 110, n))
    (folder / "frames/2.png").write_bytes(b"\x89PNG\r\n")
    replayed = ReplayedEvening(folder)
    assert replayed.eyes.seen == [(0.0, 0), (3.0, 1)]
    missing, broken = replayed.words
    assert "1.png is skipped: it is missing" in missing
    assert "2.png is skipped: it is no picture" in broken


def test_a_repeated_picture_is_not_a_new_one(tmp_path: Path) -> None:
    folder = write_recording(tmp_path, [{"t": n / 2, "frame": "frames/a.png"} for n in range(3)])
    cv2.imwrite(str(folder / "frames/a.png"), picture(70, 110))
    assert ReplayedEvening(folder).eyes.seen == [(0.0, 0), (0.5, 0), (1.0, 0)]


def test_unknown_options_are_reported_and_left_out() -> None:
    words: list[str] = []
    options = {"setup": "variable", "edition": "digest", "lamp": "warm", "hand_limit": "many"}
    game = game_start_data(RecordedSetup("base", tuple(PLAYERS), options), words.append)
    assert game["options"] == {"setup": "variable", "edition": "digest"}
    assert len(words) == 2
    assert "lamp" in words[0]


def test_a_tower_whose_recording_skips_a_silence_still_reports_its_rolls(evening: RecordedEvening) -> None:
    evening.begin()
    log = evening.folder / "recording" / "log.jsonl"

    def serial_line(t: float, data: bytes) -> str:
        return json.dumps({"t": t, "serial": base64.b64encode(data).decode()}) + "\n"

    nothing = json.dumps({"t": 30.0, "input": {"kind": "end_turn"}}) + "\n"
    with log.open("a") as file:
        file.write(serial_line(1, HELLO + BEAT) + nothing + serial_line(31, roll_line(1, (3, 4))))
    replayed = ReplayedEvening(evening.folder / "recording")
    assert replayed.recorded_entries[-1][4]["event"]["dice"] == [3, 4]


def test_a_silent_tower_is_not_at_work(evening: RecordedEvening) -> None:
    evening.hear(HELLO + BEAT)
    evening.begin()
    log = evening.folder / "recording" / "log.jsonl"
    with log.open("a") as file:
        file.write(json.dumps({"t": 7.5, "input": {"kind": "undo"}}) + "\n")
    assert ReplayedEvening(evening.folder / "recording").sources["tower"] == "ok"
    with log.open("a") as file:
        file.write(json.dumps({"t": 8.5, "input": {"kind": "undo"}}) + "\n")
    assert ReplayedEvening(evening.folder / "recording").sources["tower"] == "fault"


def test_a_watcher_that_fails_at_a_picture_continues_with_the_next(tmp_path: Path) -> None:
    class Clumsy(ColourWatcher):
        def process(self, frame: Frame) -> Iterator[Observation]:
            yield from super().process(frame)
            if frame.number == 1:
                raise ZeroDivisionError

    observed: list[Observation] = []
    clumsy, other = Clumsy(), ColourWatcher()
    showing = FrameDispatcher([clumsy, other], observed.append)
    for n in range(3):
        list(showing.dispatch(Frame(float(n), picture(70, 110), n)))
    assert [number for _, number in clumsy.seen] == [number for _, number in other.seen] == [0, 1, 2]
    assert len(observed) == 6


def test_a_refused_observation_is_skipped() -> None:
    def refuse(observation: Observation) -> None:
        raise InputRefused("no")

    eyes = ColourWatcher()
    showing = FrameDispatcher([eyes], refuse)
    assert [report.health for report in showing.dispatch(Frame(0.0, picture(70, 110), 0))] == ["ok"]
    assert eyes.seen
