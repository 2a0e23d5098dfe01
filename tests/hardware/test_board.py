"""What boards are too small for."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.hardware.board import model, too_small_for_a_camera


@pytest.fixture
def named(tmp_path: Path) -> Path:
    return tmp_path / "model"


def test_a_zero_reads_no_pictures_and_is_told_by_its_name(named: Path) -> None:
    named.write_bytes(b"Raspberry Pi Zero 2 W Rev 1.0\0")
    assert model(named) == "Raspberry Pi Zero 2 W Rev 1.0"
    assert "Raspberry Pi Zero 2 W Rev 1.0" in too_small_for_a_camera(named)


@pytest.mark.parametrize("name", [b"Raspberry Pi 4 Model B Rev 1.5\0", b"Raspberry Pi 5\0", b""])
def test_other_boards_do(named: Path, name: bytes) -> None:
    named.write_bytes(name)
    assert too_small_for_a_camera(named) == ""


def test_a_computer_that_names_no_board_does(tmp_path: Path) -> None:
    assert too_small_for_a_camera(tmp_path / "none") == ""
