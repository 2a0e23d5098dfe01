"""What boards are too small for."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.hardware.board import explain_insufficient_memory, read_board_model


@pytest.fixture
def named(tmp_path: Path) -> Path:
    return tmp_path / "model"


def test_a_zero_reads_no_pictures_and_is_told_by_its_name(named: Path) -> None:
    named.write_bytes(b"Raspberry Pi Zero 2 W Rev 1.0\0")
    assert read_board_model(named) == "Raspberry Pi Zero 2 W Rev 1.0"
    assert "Raspberry Pi Zero 2 W Rev 1.0" in explain_insufficient_memory(named)


@pytest.mark.parametrize("name", [b"Raspberry Pi 4 Model B Rev 1.5\0", b"Raspberry Pi 5\0", b""])
def test_other_boards_do(named: Path, name: bytes) -> None:
    named.write_bytes(name)
    assert explain_insufficient_memory(named) == ""


def test_a_computer_that_names_no_board_does(tmp_path: Path) -> None:
    assert explain_insufficient_memory(tmp_path / "none") == ""
