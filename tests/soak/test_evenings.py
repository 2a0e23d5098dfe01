"""Evenings at the emulated tower: counting, saving and reporting."""

from __future__ import annotations

import json
from dataclasses import asdict
from pathlib import Path

import pytest

from tests.soak import evenings
from tests.soak.evenings import Evening

PLAYED_EVENINGS = [
    Evening(0, "white", "dice", read=70, wrong=0, refused=1, askew_read=0, askew_wrong=0, askew_refused=1),
    Evening(1, "red", "paper", read=60, wrong=1, refused=9, askew_read=1, askew_wrong=0, askew_refused=1),
]


def test_an_emulated_evening_counts_every_throw(firmware_build: Path) -> None:
    played = evenings.play(6, 5, flat=1.0, build=firmware_build)
    assert (played.colour, played.taught) == ("white", "paper")
    assert played.read + played.wrong + played.refused == 5
    assert played.read >= 4


@pytest.mark.slow
def test_dice_not_flat_in_the_corner_are_counted_separately(firmware_build: Path) -> None:
    played = evenings.play(4, 4, flat=0.0, build=firmware_build)
    assert played.askew_read + played.askew_wrong + played.askew_refused == 4


def test_a_row_gives_the_share_reported_and_the_share_of_errors() -> None:
    rows = {line.split(" | ")[0].strip("| "): line for line in evenings.table(PLAYED_EVENINGS).splitlines()}
    assert rows["white"] == "| white | 71 | 98.6% | 0 | 1.4% |"
    assert rows["red"] == "| red | 70 | 87.1% | 1 (1.64%) | 12.9% |"
    assert rows["blue"].startswith("| blue | 0 |")
    assert rows["taught with a strip of paper"].endswith("| 70 | 87.1% | 1 (1.64%) | 12.9% |")
    assert rows["**every throw of 2 evenings**"].startswith("| **every throw of 2 evenings** | 144 |")


def test_saved_evenings_are_loaded_and_a_truncated_line_is_ignored(tmp_path: Path) -> None:
    file = tmp_path / "evenings"
    assert evenings.saved_evenings(file) == []
    file.write_text("".join(f"{json.dumps(asdict(it))}\n" for it in PLAYED_EVENINGS) + '{"number": 2, "col')
    assert evenings.saved_evenings(file) == PLAYED_EVENINGS


def test_the_share_of_flat_dice_is_read_from_the_table_of_tumbling_dice() -> None:
    assert 0.9 < evenings.flat_share(evenings.PAGE.read_text("utf-8")) <= 1
    with pytest.raises(ValueError, match="lined lane"):
        evenings.flat_share("nothing here")


def test_the_table_is_put_between_its_marks(tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    page.write_text(f"before\n{evenings.BEGIN}\nold\n{evenings.END}\nafter\n")
    evenings.publish(PLAYED_EVENINGS, page)
    assert (
        page.read_text()
        == f"before\n{evenings.BEGIN}\n{evenings.table(PLAYED_EVENINGS)}\n{evenings.END}\nafter\n"
    )


def test_a_tower_beyond_the_firmware_s_range_is_counted_without_throws(firmware_build: Path) -> None:
    played = evenings.play(165, 5, flat=1.0, build=firmware_build)
    assert played == Evening(165, "blue", "paper", uncalibrated=1)
    assert evenings.table([played]).splitlines()[-1].startswith("| towers that can't be calibrated | 1 |")
