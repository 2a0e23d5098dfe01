"""Films of simulated games: valid, reproducible recordings with ground truth."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import cv2
import pytest

from companion.recording.lines import FrameLine, InputLine, SerialLine
from companion.recording.reader import Recording
from companion.sources.tower.protocol import TowerRoll, parse_tower_frame
from tests.measure.filming import Plot, film, plot

PLOT = Plot(seed=5, turns=3, dice="tower", size=(480, 270), upsets=1.0)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    made = tmp_path_factory.mktemp("films") / "film"
    film(made, PLOT)
    return made


def rows(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text().splitlines()]


def test_a_film_is_a_valid_recording(folder: Path) -> None:
    problems: list[str] = []
    recording = Recording(folder, problems.append)
    lines = list(recording.lines())
    assert problems == []
    assert [line.t for line in lines] == sorted(line.t for line in lines)
    assert {type(line) for line in lines} >= {FrameLine, SerialLine}


def test_a_film_has_every_frame_in_the_size_of_the_plot(folder: Path) -> None:
    names = [row["frame"] for row in rows(folder / "log.jsonl") if "frame" in row]
    assert len(names) == len(set(names)) == len(list((folder / "frames").iterdir()))
    for name in names[::40]:
        picture = cv2.imread(str(folder / name))
        assert picture is not None
        assert picture.shape == (270, 480, 3)


def test_the_truth_has_a_line_for_each_placement_and_each_turn(folder: Path) -> None:
    truth = rows(folder / "truth.jsonl")
    colours = [player["colour"] for player in json.loads((folder / "table.json").read_text())["players"]]
    assert [row["player"] for row in truth] == [*colours, *reversed(colours), *colours]
    assert [row["turn"] for row in truth] == list(range(1, 10))
    assert [row["dice"] is None for row in truth] == [True] * 6 + [False] * 3
    assert all(row["pieces"][c]["settlement"] == 2 for row in truth[5:6] for c in colours)


def test_each_tower_throw_is_recorded_once(folder: Path) -> None:
    lines = Recording(folder, print).lines()
    data = b"".join(line.data for line in lines if isinstance(line, SerialLine))
    heard = [parse_tower_frame(part) for part in data.split(b"\n") if part]
    rolls = {frame.number: list(frame.dice) for frame in heard if isinstance(frame, TowerRoll)}
    assert list(rolls.values()) == [row["dice"] for row in rows(folder / "truth.jsonl") if row["dice"]]


def test_the_same_plot_gives_the_same_film(folder: Path, tmp_path: Path) -> None:
    film(tmp_path / "again", PLOT)
    for name in ("log.jsonl", "truth.jsonl", "frames/000070.jpg"):
        assert (tmp_path / "again" / name).read_bytes() == (folder / name).read_bytes()


@pytest.mark.slow
def test_a_plot_without_inputs_records_none(tmp_path: Path) -> None:
    film(tmp_path / "silent", Plot(seed=5, turns=6, entered=0.0, size=(160, 90), upsets=0.0))
    lines = Recording(tmp_path / "silent", print).lines()
    assert not any(isinstance(line, InputLine) for line in lines)


def test_random_plots_respect_the_fixed_values() -> None:
    made = [plot(seed, dice="entered") for seed in range(12)]
    assert {p.dice for p in made} == {"entered"}
    assert len({p.looks for p in made}) == 12
    assert {p.players for p in made} == {3, 4}
    assert {p.looks.printing for p in made} == {"painted", "pale", "bold"}
