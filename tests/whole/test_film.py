"""A simulated game drawn as a film, replayed, and compared with its truth."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.measure.filming import film, plot

pytestmark = pytest.mark.slow


def rows(text: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in text.splitlines() if line.startswith("{")]


def nonzero_cards(hand: dict[str, int]) -> dict[str, int]:
    return {kind: count for kind, count in hand.items() if count}


def test_a_replayed_film_matches_the_truth_and_no_certain_hand_is_wrong(tmp_path: Path) -> None:
    folder = tmp_path / "film"
    film(folder, plot(6, turns=3, players=3, entered=1.0, dice="tower"))
    command = [sys.executable, "-m", "companion", "replay", str(folder), "--json"]
    replayed = subprocess.run(command, capture_output=True, text=True, timeout=600, check=False)
    assert replayed.returncode == 0, replayed.stderr
    truth, reported = rows((folder / "truth.jsonl").read_text()), rows(replayed.stdout)
    seen = ("turn", "player", "dice", "points", "pieces", "longest_road", "largest_army")
    assert [{name: row[name] for name in seen} for row in reported] == [
        {name: row[name] for name in seen} for row in truth
    ]
    for reported_row, real in zip(reported, truth, strict=True):
        for colour, hand in real["hands"].items():
            assert (
                nonzero_cards(reported_row["hands"][colour]) == nonzero_cards(hand)
                or not reported_row["certain"][colour]
            )
