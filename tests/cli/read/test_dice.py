"""`companion read dice`: its output, its drawing, and photos without dice."""

from __future__ import annotations

import json
from pathlib import Path

import cv2
import numpy as np
import pytest

from companion.cli.command import main
from vision.training.dice.faces import pip_faces, random_pips
from vision.training.dice.shapes import DieShape, cast_die
from vision.training.dice.sprites import paint


@pytest.fixture
def five(tmp_path: Path) -> str:
    """A photo of a die with a five on top."""
    rng = np.random.default_rng(3)
    pips = random_pips(rng)
    die = paint(cast_die(DieShape(tilt=0.2, turn=0.5)), pip_faces(5, pips, rng), pips.ground, 5, rng)
    cover = die.picture[..., 3:].astype(np.float32) / 255
    picture = np.full((240, 320, 3), (110, 150, 190), np.uint8)
    spot = picture[60:188, 100:228]
    spot[:] = (spot * (1 - cover) + die.picture[..., :3] * cover).astype(np.uint8)
    name = tmp_path / "five.png"
    cv2.imwrite(str(name), picture)
    return str(name)


def test_json_has_one_line_per_photo(five: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["read", "dice", five, five, "--json"]) == 0
    one, other = (json.loads(line) for line in capsys.readouterr().out.splitlines())
    assert sorted(one) == ["dice", "photo", "seconds"]
    assert one["photo"] == five
    assert one["dice"] == other["dice"]
    (die,) = one["dice"]
    assert sorted(die) == ["at", "confidence", "value"]
    assert die["value"] == 5
    assert 0.5 < die["confidence"] <= 1
    assert np.hypot(die["at"][0] - 164, die["at"][1] - 124) < 12


def test_the_text_output_has_one_line_per_die(five: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["read", "dice", five]) == 0
    first, second = capsys.readouterr().out.splitlines()
    assert first.startswith(f"{five}: 1 die (")
    assert second.split()[0] == "5"


def test_a_photo_without_dice_is_not_a_failure(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    name = tmp_path / "empty.png"
    cv2.imwrite(str(name), np.full((120, 160, 3), 90, np.uint8))
    assert main(["read", "dice", str(name), "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["dice"] == []
    assert main(["read", "dice", str(name)]) == 0
    assert "no dice" in capsys.readouterr().out


def test_the_reading_is_drawn(five: str, tmp_path: Path) -> None:
    to = tmp_path / "drawn.png"
    assert main(["read", "dice", five, "--draw", str(to)]) == 0
    before, after = cv2.imread(five), cv2.imread(str(to))
    assert before is not None
    assert after is not None
    assert before.shape == after.shape
    assert (before != after).any()


def test_a_file_that_is_not_a_picture_is_reported(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    name = tmp_path / "words.jpg"
    name.write_text("no picture")
    assert main(["read", "dice", str(name)]) == 2
    assert "it is no picture" in capsys.readouterr().err
