"""`companion calibrate` completed on the page continues as the calibrated table."""

from __future__ import annotations

import contextlib
import json
import re
import signal
import subprocess
import sys
import urllib.error
import urllib.request
from pathlib import Path
from typing import Any

import cv2
import pytest

from companion.island.geometry import HEXES
from companion.island.setups import first_game_layout
from companion.sim.camera import find_camera_pose
from companion.sim.picture import render_board
from tests.patience import PATIENCE_S

from .conftest import wait_until

pytestmark = pytest.mark.slow

PLAYERS = [
    {"name": "Ana", "colour": "red"},
    {"name": "Ben", "colour": "blue"},
    {"name": "Cyr", "colour": "white"},
]


class Calibrating:
    """The process, and a tablet that is paired with it."""

    def __init__(self, *arguments: str) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "-m", "companion", "calibrate", "--port", "0", *arguments],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )
        self._opener = urllib.request.build_opener(urllib.request.HTTPCookieProcessor())
        assert self.process.stdout is not None
        link = re.compile(r"(http://\S+)/pair\?key=([\w-]+)")
        self._at, key = next(found.groups() for line in self.process.stdout if (found := link.search(line)))
        self.ask("/api/pairing", {"key": key})

    def ask(self, path: str, body: dict[str, Any] | None = None) -> Any:
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(self._at + path, data, {"Content-Type": "application/json"})
        with self._opener.open(request, timeout=PATIENCE_S) as answer:
            return json.load(answer)

    def landing(self) -> str:
        """The path to which the first page leads."""
        with self._opener.open(self._at + "/", timeout=PATIENCE_S) as answer:
            return str(answer.url).removeprefix(self._at)

    def answer_now(self) -> bool:
        """Answer the current step, with nothing but a photo; return whether all steps are done."""
        view = self.ask("/api/calibration")
        step = next((each for each in view["steps"] if each["name"] == view["current"]), None)
        if step is None:
            return True
        # Another step may be on by then.
        with contextlib.suppress(urllib.error.HTTPError):
            if step["name"] == "players":
                self.ask("/api/calibration/answer", {"step": "players", "answer": {"players": PLAYERS}})
            elif step["name"] == "island" and step["choices"]:
                self.ask("/api/calibration/answer", {"step": "island", "answer": {"word": "right"}})
            elif step["name"] in ("colours", "dice"):
                self.ask("/api/calibration/skip", {"step": step["name"]})
        return False

    def current_step(self, name: str) -> dict[str, Any]:
        """Return the step of this name if it is current; otherwise an empty one."""
        view = self.ask("/api/calibration")
        on = [each for each in view["steps"] if each["name"] == name == view["current"]]
        return on[0] if on else {"choices": [], "state": ""}

    def end(self) -> int:
        self.process.send_signal(signal.SIGTERM)
        self.process.communicate(timeout=PATIENCE_S)
        return self.process.returncode


def test_a_table_calibrated_on_the_page_is_watched_at_once(tmp_path: Path) -> None:
    photo = tmp_path / "board.png"
    cv2.imwrite(
        str(photo),
        render_board(first_game_layout(), (), HEXES[9], camera=find_camera_pose(960, 540, 10, 5), seed=3),
    )
    table = Calibrating("--journal", str(tmp_path / "journal.db"), "--camera", str(photo), "--tower", "")
    try:
        assert table.landing() == "/calibrate"
        wait_until(table.answer_now, "the end of the calibration")
        assert wait_until(lambda: table.landing() == "/", "the table's own page")
        assert wait_until(lambda: table.ask("/api/games")["seated"] == PLAYERS, "the players, seated")
        table.ask("/api/games", {"game": "base", "players": PLAYERS, "options": {}})

        def island_is_read() -> Any:
            return table.ask("/api/state")["game"]["view"]["layout"]

        assert wait_until(island_is_read, "the island, read by the calibrated camera")
        assert (
            table.ask("/api/calibration")["last"]["text"]["text"] == "Saved. Steps skipped: Pieces and Dice."
        )
        table.ask("/api/calibration/go", {"step": "dice"})
        wait_until(lambda: table.current_step("dice")["choices"], "a step that is repeated")
        table.ask("/api/calibration/answer", {"step": "dice", "answer": {"word": "nowhere"}})
        assert wait_until(
            lambda: table.current_step("live")["state"] == "looking", "the table, watched again"
        )
    finally:
        assert table.end() == 0
