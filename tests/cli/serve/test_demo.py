"""`companion demo`: the whole pipeline follows a simulated game correctly."""

from __future__ import annotations

import json
import random
import re
import signal
import subprocess
import sys
import time
import urllib.error
import urllib.request
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from companion.cli.serve.demo import PLAYERS, compare_with_truth
from companion.games.seats import Seat
from companion.island.setups import first_game_layout
from companion.journal import Journal
from companion.sim.world import SimulatedGame
from companion.table.table import Table
from tests.patience import PATIENCE_S


def demo(*arguments: str, ends: bool = True) -> str:
    played = subprocess.run(
        [
            sys.executable, "-m", "companion", "demo", "--speed", "0", "--exit", "--no-browser",
            "--port", "0", *arguments,
        ],
        capture_output=True,
        text=True,
        timeout=850,
        check=False,
    )  # fmt: skip
    assert played.returncode == 0, played.stdout + played.stderr
    assert ("wins in turn" in played.stdout) == ends
    return played.stdout


@pytest.mark.slow
@pytest.mark.smoke
def test_a_short_game_is_followed_down_to_the_last_card() -> None:
    """Three players set up and roll three times; the third buys the winning card."""
    output = demo("--seed", "7", "--players", "3", "--points", "3")
    assert "wins in turn 3" in output
    assert "matches what happened, down to the last card" in output


@pytest.mark.slow
@pytest.mark.parametrize(("seed", "players"), [(0, 3), (53, 4)])
def test_a_game_seen_by_a_camera_is_followed_down_to_the_last_card(seed: int, players: int) -> None:
    output = demo("--seed", str(seed), "--players", str(players), "--points", "6")
    assert "matches what happened, down to the last card" in output


@pytest.mark.slow
@pytest.mark.parametrize(
    ("dice", "seed", "points"), [("table", 12, 3), ("both", 11, 4), ("godice", 12, 3), ("pixels", 13, 3)]
)
def test_a_game_is_followed_wherever_the_dice_are_thrown(dice: str, seed: int, points: int) -> None:
    output = demo("--dice", dice, "--seed", str(seed), "--players", "3", "--points", str(points))
    assert "matches what happened, down to the last card" in output


@pytest.mark.slow
def test_the_sheets_of_a_short_dice_game_seen_by_a_camera_are_the_true_ones() -> None:
    output = demo("--game", "dice", "--seed", "7", "--players", "3", "--turns", "4", ends=False)
    assert "corrected dice 0 times" in output
    assert "The recorded sheets match the true ones." in output


@pytest.mark.slow
@pytest.mark.parametrize("players", [2, 3, 5])
def test_an_adventure_whose_islands_are_counted_in_photos_ends_with_the_true_points(players: int) -> None:
    output = demo("--game", "spotit", "--seed", "4", "--players", str(players), ends=False)
    assert "Counted in 3 photos" in output
    assert "The recorded points match the true ones." in output


@pytest.mark.slow
def test_public_facts_are_right_when_nothing_is_entered() -> None:
    # Seed 56 ends with a third knight: it wins before the robber moves, so nothing that is seen shows it.
    output = demo("--seed", "57", "--points", "5", "--entered", "0")
    assert "matches what happened, in everything that is public" in output


@pytest.mark.slow
def test_the_demo_camera_is_shown_with_its_check_and_cannot_be_calibrated() -> None:
    command = [sys.executable, "-m", "companion", "demo", "--no-browser", "--port", "0", "--seed", "3"]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    tablet = urllib.request.build_opener(urllib.request.HTTPCookieProcessor())

    def ask(path: str, body: dict[str, str] | None = None) -> bytes:
        data = None if body is None else json.dumps(body).encode()
        asked = urllib.request.Request(home + path, data, {"Content-Type": "application/json"})
        with tablet.open(asked, timeout=PATIENCE_S) as answer:
            return bytes(answer.read())

    try:
        assert process.stdout is not None
        links = (re.search(r"(http\S+/)pair\?key=([\w-]+)", line) for line in process.stdout)
        link = next(found for found in links if found)
        home, key = link.groups()
        ask("api/pairing", {"key": key})
        end = time.monotonic() + PATIENCE_S
        while True:
            view = json.loads(ask("api/calibration"))
            (step,) = view["steps"]
            if step["about"] or time.monotonic() > end:
                break
            time.sleep(0.2)
        assert (step["name"], view["current"], view["leads"]) == ("live", "live", False)
        assert {each["what"] for each in step["about"]["judged"]} >= {"light", "sharpness"}
        assert step["choices"] == [], "a simulated camera's exposure can't be held"
        assert ask("api/calibration/picture").startswith(b"\xff\xd8")
        with pytest.raises(urllib.error.HTTPError) as refused:
            ask("api/calibration/go", {"step": "dice"})
        assert refused.value.code == 400
        refused.value.close()
        assert b"data-calibrates" in ask("")
    finally:
        process.send_signal(signal.SIGINT)
        output, _ = process.communicate(timeout=PATIENCE_S)
    assert "stopped before its end" in output
    assert process.returncode == 0


def test_an_abandoned_game_is_a_failure(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with Journal.open(tmp_path / "journal.db") as journal:
        table = Table(journal, lambda: 0.0)
        players = [{"name": name, "colour": colour} for name, colour in PLAYERS]
        table.start_game({"game": "base", "players": players})
        seats = [Seat(name, colour) for name, colour in PLAYERS]
        world = SimulatedGame(first_game_layout(), seats, random.Random(1))
        people: Any = SimpleNamespace(island_correction={}, correction_count=0, gave_up=True)
        assert compare_with_truth(journal, world, people) == 1
    assert "gave up in turn 0" in capsys.readouterr().out
