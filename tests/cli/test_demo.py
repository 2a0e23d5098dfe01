"""`companion demo`: the whole pipeline watches a game, and its account agrees with what happened."""

from __future__ import annotations

import subprocess
import sys

import pytest


def demo(*arguments: str) -> str:
    played = subprocess.run(
        [
            sys.executable, "-m", "companion", "demo", "--speed", "0", "--exit", "--no-browser",
            "--port", "0", *arguments,
        ],
        capture_output=True,
        text=True,
        timeout=290,
        check=False,
    )  # fmt: skip
    assert played.returncode == 0, played.stdout + played.stderr
    assert "wins in turn" in played.stdout
    return played.stdout


@pytest.mark.timeout(300)
@pytest.mark.parametrize(("seed", "players"), [(0, 3), (53, 4)])
def test_the_account_of_a_game_that_a_camera_saw_is_right_to_the_last_card(seed: int, players: int) -> None:
    said = demo("--seed", str(seed), "--players", str(players), "--points", "6")
    assert "agrees with what happened, to the last card" in said


@pytest.mark.timeout(300)
def test_what_everybody_sees_is_right_where_nothing_is_entered() -> None:
    said = demo("--seed", "56", "--points", "5", "--entered", "0")
    assert "agrees with what happened, in all that everybody sees" in said
