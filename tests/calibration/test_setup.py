"""The setup file of a calibrated table: round trip and clear errors for invalid files."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from companion.calibration.setup import ExpectedPlayer, SetupError, TableSetup, load
from companion.island.setups import first_game_layout
from companion.sources.bluetooth.kinds import PairedDie
from vision.dice.region import DiceRegion

FULL_SETUP = TableSetup(
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


@pytest.mark.parametrize("setup", [TableSetup(), TableSetup(dice="nowhere"), FULL_SETUP])
def test_a_saved_setup_is_loaded(setup: TableSetup, tmp_path: Path) -> None:
    path = tmp_path / "table.json"
    setup.save(path)
    assert load(path) == setup


def test_a_missing_file_is_explained_with_a_remedy(tmp_path: Path) -> None:
    with pytest.raises(SetupError, match="companion calibrate"):
        load(tmp_path / "none.json")


@pytest.mark.parametrize(
    "spoil", [{"dice": "under"}, {"players": [{"name": "Ana", "colour": "pink"}]}, {"layout": {}}]
)
def test_an_inconsistent_setup_is_refused(spoil: dict[str, object], tmp_path: Path) -> None:
    class Spoilt(TableSetup):
        def to_json(self) -> dict[str, object]:
            return {**super().to_json(), **spoil}

    Spoilt().save(tmp_path / "table.json")
    with pytest.raises(SetupError, match="is inconsistent"):
        load(tmp_path / "table.json")


def test_a_damaged_file_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "table.json"
    FULL_SETUP.save(path)
    content = json.loads(path.read_text())
    path.write_text(json.dumps({**content, "camera": "other"}))
    with pytest.raises(SetupError, match="damaged"):
        load(path)


def test_a_setup_from_before_bluetooth_dice_has_none() -> None:
    content = FULL_SETUP.to_json()
    del content["bluetooth"]
    assert TableSetup.from_json(content).bluetooth == ()
