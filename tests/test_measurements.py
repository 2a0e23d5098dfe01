"""Figures that a builder measured, in a file of the user's configuration."""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path
from typing import Any

import pytest

from companion.checksummed_json import ChecksummedJsonFile
from companion.measurements import (
    BenchTest,
    CameraFigures,
    ComputerFigures,
    Measurements,
    MeasurementsError,
    TowerFigures,
    load_measurements,
)

ALL_FIGURES = Measurements(
    "2026-11-27",
    BenchTest(1300, 68, 5.0, 0.27, 1.6),
    TowerFigures("7e57ab1e", ((40, 41, 42), (50, 51, -1)), 4.2),
    CameraFigures("0", 1280, 720, 15.1),
    ComputerFigures("Raspberry Pi 4 Model B", 1.9),
)


def write(path: Path, change: Any, version: int = 1) -> Path:
    data = asdict(ALL_FIGURES)
    change(data)
    ChecksummedJsonFile("figures", version, "measure again", MeasurementsError).save(path, data)
    return path


def test_figures_survive_the_file(tmp_path: Path) -> None:
    path = tmp_path / "hardware" / "measured.json"
    ALL_FIGURES.save(path)
    assert load_measurements(path) == ALL_FIGURES


def test_parts_may_be_missing(tmp_path: Path) -> None:
    Measurements("2026-11-27").save(tmp_path / "measured.json")
    assert load_measurements(tmp_path / "measured.json") == Measurements("2026-11-27")


def test_no_file_means_no_figures(tmp_path: Path) -> None:
    assert load_measurements(tmp_path / "measured.json") is None


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        (lambda data: data.update(measured_on=3), "measured_on"),
        (lambda data: data["bench"].update(white_v="1.6 V"), "bench.white_v"),
        (lambda data: data["bench"].pop("supply_v"), "bench.supply_v"),
        (lambda data: data["bench"].update(empty_v=-1), "bench.empty_v"),
        (lambda data: data["bench"].update(empty_v=float("nan")), "bench.empty_v"),
        (lambda data: data["bench"].update(empty_v=True), "bench.empty_v"),
        (lambda data: data["tower"].update(light=[1, 2]), "tower.light"),
        (lambda data: data["computer"].update(name="x" * 300), "computer.name"),
        (lambda data: data.update(camera=[1]), "camera"),
    ],
)
def test_a_damaged_file_is_refused_with_the_place(tmp_path: Path, change: Any, reason: str) -> None:
    with pytest.raises(MeasurementsError, match=reason):
        load_measurements(write(tmp_path / "measured.json", change))


def test_a_file_of_a_newer_version_is_refused(tmp_path: Path) -> None:
    with pytest.raises(MeasurementsError, match="format 2; this version reads format 1"):
        load_measurements(write(tmp_path / "measured.json", lambda data: None, version=2))


def test_a_file_that_was_changed_by_hand_is_refused_with_the_remedy(tmp_path: Path) -> None:
    path = write(tmp_path / "measured.json", lambda data: None)
    path.write_text(path.read_text("utf-8").replace("68", "69"), "utf-8")
    with pytest.raises(MeasurementsError, match="doctor tower --measure"):
        load_measurements(path)


def test_a_file_that_is_no_json_is_refused(tmp_path: Path) -> None:
    (tmp_path / "measured.json").write_text("{", "utf-8")
    with pytest.raises(MeasurementsError, match=r"measured\.json"):
        load_measurements(tmp_path / "measured.json")


def test_a_folder_that_is_no_folder_is_named(tmp_path: Path) -> None:
    (tmp_path / "hardware").write_text("", "utf-8")
    with pytest.raises(MeasurementsError, match="can't be written"):
        ALL_FIGURES.save(tmp_path / "hardware" / "measured.json")
