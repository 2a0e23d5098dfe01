"""Boards without enough memory for reading pictures."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.hardware.settings import explain_insufficient_memory, read_board_model


@pytest.fixture
def model_file(tmp_path: Path) -> Path:
    return tmp_path / "model"


def test_a_raspberry_pi_zero_is_reported_as_too_small(model_file: Path) -> None:
    model_file.write_bytes(b"Raspberry Pi Zero 2 W Rev 1.0\0")
    assert read_board_model(model_file) == "Raspberry Pi Zero 2 W Rev 1.0"
    assert "Raspberry Pi Zero 2 W Rev 1.0" in explain_insufficient_memory(model_file)


@pytest.mark.parametrize("name", [b"Raspberry Pi 4 Model B Rev 1.5\0", b"Raspberry Pi 5\0", b""])
def test_other_boards_are_sufficient(model_file: Path, name: bytes) -> None:
    model_file.write_bytes(name)
    assert explain_insufficient_memory(model_file) == ""


def test_a_computer_without_a_board_name_is_sufficient(tmp_path: Path) -> None:
    assert explain_insufficient_memory(tmp_path / "none") == ""
