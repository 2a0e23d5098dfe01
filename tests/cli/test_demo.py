"""`companion demo`: the whole pipeline plays a game, and its account agrees with what happened."""

from __future__ import annotations

import subprocess
import sys

import pytest


@pytest.mark.timeout(180)
@pytest.mark.parametrize(("seed", "players"), [(11, 3), (12, 4)])
def test_the_table_s_account_of_a_simulated_game_is_right_to_the_last_card(seed: int, players: int) -> None:
    played = subprocess.run(
        [
            sys.executable, "-m", "companion", "demo", "--speed", "0", "--exit", "--no-browser",
            "--port", "0", "--seed", str(seed), "--players", str(players),
        ],
        capture_output=True,
        text=True,
        timeout=170,
        check=False,
    )  # fmt: skip
    assert played.returncode == 0, played.stdout + played.stderr
    assert "wins in turn" in played.stdout
    assert "agrees with what happened, to the last card" in played.stdout
