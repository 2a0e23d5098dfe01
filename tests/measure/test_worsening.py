"""Degraded films: only the pictures change."""

from __future__ import annotations

import json
from pathlib import Path

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from companion.recording.lines import FrameLine
from companion.recording.reader import Recording
from tests.measure.replaying import HAPPENED_FILE
from tests.measure.worsening import AS_IT_IS, SLOW, worsen
from tests.score.rendered import case

PICTURES = 4


@pytest.fixture(scope="module")
def film(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Four times one picture, a quarter of a second apart, and something entered."""
    folder = tmp_path_factory.mktemp("film")
    (folder / "frames").mkdir()
    lines: list[dict[str, object]] = []
    for n in range(PICTURES):
        cv2.imwrite(str(folder / f"frames/{n}.jpg"), case(1).picture)
        lines.append({"t": n / 4, "frame": f"frames/{n}.jpg"})
    lines.insert(3, {"t": 0.6, "input": {"kind": "roll", "dice": [1, 2]}})
    (folder / "log.jsonl").write_text("".join(json.dumps(line) + "\n" for line in lines))
    (folder / "table.json").write_text(json.dumps({"format": 1, "game": "base", "players": []}))
    for name in ("truth.jsonl", HAPPENED_FILE):
        (folder / name).write_text("{}\n")
    return folder


def pictures(folder: Path) -> list[NDArray[np.float64]]:
    lines = Recording(folder, pytest.fail).lines()
    return [
        np.asarray(cv2.imread(str(folder / line.frame)), float)
        for line in lines
        if isinstance(line, FrameLine)
    ]


@pytest.mark.slow
@pytest.mark.parametrize("way", [AS_IT_IS, SLOW, "a quarter turned", "smaller", "bent lens", "trembling"])
def test_every_degradation_changes_the_pictures_of_a_film(film: Path, tmp_path: Path, way: str) -> None:
    worsen(film, tmp_path / "worse", way)
    made = pictures(tmp_path / "worse")
    assert len(made) == (PICTURES / 2 if way == SLOW else PICTURES)
    assert len(list(Recording(tmp_path / "worse", pytest.fail).lines())) == len(made) + 1
    assert (tmp_path / "worse" / HAPPENED_FILE).exists()
    alike = made[0].shape == case(1).picture.shape and np.abs(made[0] - pictures(film)[0]).mean() < 1
    assert alike == (way in {AS_IT_IS, SLOW})


@pytest.mark.slow
def test_glare_stays_in_place_and_noise_differs_between_pictures(film: Path, tmp_path: Path) -> None:
    worsen(film, tmp_path / "glare", "with glare")
    first, second, *_ = pictures(tmp_path / "glare")
    assert np.array_equal(first, second)
    worsen(film, tmp_path / "noise", "noisy")
    first, second, *_ = pictures(tmp_path / "noise")
    assert not np.array_equal(first, second)


def test_the_truth_file_may_be_in_another_folder(film: Path, tmp_path: Path) -> None:
    report_file = tmp_path / "report.jsonl"
    report_file.write_text('{"t": 1.0}\n')
    worsen(film, tmp_path / "worse", AS_IT_IS, report_file)
    assert (tmp_path / "worse" / HAPPENED_FILE).read_text() == report_file.read_text()
