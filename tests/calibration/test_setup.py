"""What is kept of a calibrated table is read again as it was, and refused in plain words when it can't be."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from companion.calibration.setup import ExpectedPlayer, SetupError, TableSetup, load
from companion.island.setups import first_game_layout
from companion.sources.bluetooth.kinds import PairedDie
from vision.dice.region import DiceRegion

FULL = TableSetup(
    camera="/dev/video0",
    exposure={"exposure": 156.0, "gain": 2.0},
    unheld="",
    quality=0.77,
    wrong=("It is too dark.",),
    layout=first_game_layout(),
    colours=("red", "white"),
    dice=DiceRegion(inside=((0.1, 0.1), (0.2, 0.1), (0.2, 0.3))),
    tower="/dev/ttyUSB0",
    unit="7e57ab1e",
    bluetooth=(
        PairedDie("godice", "AA:BB:CC:00:00:01", "GoDice_000001_R_v04", "red"),
        PairedDie("pixels", "AA:BB:CC:01:00:02", "Ada"),
    ),
    buttons=("undo",),
    players=(ExpectedPlayer("Ana", "red"), ExpectedPlayer("Ben", "white")),
    made={"camera": "2026-11-21T20:00:00"},
)


@pytest.mark.parametrize("setup", [TableSetup(), TableSetup(dice="nowhere"), FULL])
def test_what_is_saved_is_loaded(setup: TableSetup, tmp_path: Path) -> None:
    path = tmp_path / "table.json"
    setup.save(path)
    assert load(path) == setup


def test_a_file_that_is_not_there_says_what_to_do(tmp_path: Path) -> None:
    with pytest.raises(SetupError, match="companion calibrate"):
        load(tmp_path / "none.json")


@pytest.mark.parametrize(
    "spoil", [{"dice": "under"}, {"players": [{"name": "Ana", "colour": "pink"}]}, {"layout": {}}]
)
def test_what_does_not_hold_together_is_refused(spoil: dict[str, object], tmp_path: Path) -> None:
    class Spoilt(TableSetup):
        def to_json(self) -> dict[str, object]:
            return {**super().to_json(), **spoil}

    Spoilt().save(tmp_path / "table.json")
    with pytest.raises(SetupError, match="is inconsistent"):
        load(tmp_path / "table.json")


def test_a_damaged_file_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "table.json"
    FULL.save(path)
    told = json.loads(path.read_text())
    path.write_text(json.dumps({**told, "camera": "other"}))
    with pytest.raises(SetupError, match="damaged"):
        load(path)


def test_a_table_calibrated_before_there_were_dice_that_speak_has_none() -> None:
    told = FULL.to_json()
    del told["bluetooth"]
    assert TableSetup.from_json(told).bluetooth == ()
