"""`companion read cards`: its output, its drawing, and photos without two cards."""

from __future__ import annotations

import json
import math
from pathlib import Path

import cv2
import numpy as np
import pytest

from companion.cli.command import main
from tests.score.card_scenes import CardScene, card_scenes


@pytest.fixture(scope="module")
def scene() -> CardScene:
    (one,) = card_scenes(1, seed=3)
    return one


@pytest.fixture
def photo(scene: CardScene, tmp_path: Path) -> str:
    name = tmp_path / "cards.png"
    cv2.imwrite(str(name), scene.picture)
    return str(name)


def test_json_gives_both_cards_and_the_common_symbol(
    photo: str, scene: CardScene, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["read", "cards", photo, "--json"]) == 0
    reading = json.loads(capsys.readouterr().out)
    assert sorted(reading) == ["cards", "common", "photo", "seconds"]
    assert [sorted(card) for card in reading["cards"]] == [["at", "colour", "radius"]] * 2
    (common,) = reading["common"]
    assert sorted(common) == ["cards", "confidence", "symbols"]
    assert common["cards"] == [0, 1]
    assert [symbol["card"] for symbol in common["symbols"]] == [0, 1]
    assert 0.9 < common["confidence"] < 1
    for symbol, place in zip(common["symbols"], scene.common, strict=True):
        assert math.dist(symbol["at"], place) < 25


def test_the_text_output_names_both_places(photo: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["read", "cards", photo]) == 0
    first, *cards, pair = capsys.readouterr().out.splitlines()
    assert first.startswith(f"{photo}: 2 cards (")
    assert [line.split()[:2] for line in cards] == [["card", "1"], ["card", "2"]]
    assert pair.startswith("  cards 1 and 2: the symbol at ")


def test_the_reading_is_drawn(photo: str, tmp_path: Path) -> None:
    to = tmp_path / "drawn.png"
    assert main(["read", "cards", photo, "--draw", str(to)]) == 0
    before, after = cv2.imread(photo), cv2.imread(str(to))
    assert before is not None
    assert after is not None
    assert (before != after).any()


def test_a_photo_without_two_cards_has_exit_status_1(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    name = tmp_path / "empty.png"
    cv2.imwrite(str(name), np.full((120, 160, 3), 90, np.uint8))
    assert main(["read", "cards", str(name), "--json"]) == 1
    reading = json.loads(capsys.readouterr().out)
    assert (reading["cards"], reading["common"]) == ([], [])
    assert main(["read", "cards", str(name)]) == 1
    assert "no cards" in capsys.readouterr().out
