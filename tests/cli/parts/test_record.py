"""`companion serve --record`: the recording of a killed session replays to the same game."""

from __future__ import annotations

import json
import re
import signal
import subprocess
import sys
import time
import urllib.request
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from companion.cli.command import main
from companion.island.setups import first_game_layout
from companion.journal import JournalReader

FOUNDING = [("settlement", "i4,1"), ("road", "p3,0"), ("settlement", "i5,-4"), ("road", "p3,-3")]


def post(tablet: urllib.request.OpenerDirector, url: str, data: dict[str, Any]) -> None:
    body = json.dumps(data).encode()
    asked = urllib.request.Request(url, body, {"Content-Type": "application/json"})
    with tablet.open(asked, timeout=90) as answer:
        assert answer.status == 200


def story(journal: Path) -> list[tuple[Any, ...]]:
    with JournalReader.open(journal) as reader:
        entries = reader.entries(reader.games()[-1].id)
    return [(entry.t, entry.source, entry.certainty, entry.body) for entry in entries]


@pytest.mark.slow
@pytest.mark.parametrize("how", [signal.SIGTERM, signal.SIGKILL])
def test_a_served_game_is_recorded_and_replays_identically(
    how: signal.Signals, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    photo, journal, folder = tmp_path / "table.png", tmp_path / "journal.db", tmp_path / "evening"
    cv2.imwrite(str(photo), np.full((360, 640, 3), 90, np.uint8))
    command = [
        sys.executable, "-m", "companion", "serve", "--port", "0", "--tower", "", "--journal", str(journal),
        "--camera", str(photo), "--players", "Ana:red,Ben:blue,Cyr:orange", "--record", str(folder),
    ]  # fmt: skip
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    try:
        assert process.stdout is not None
        links = (re.search(r"(http://\S+/)pair\?key=([\w-]+)", line) for line in process.stdout)
        address, key = next(found.groups() for found in links if found)
        tablet = urllib.request.build_opener(urllib.request.HTTPCookieProcessor())
        post(tablet, f"{address}api/pairing", {"key": key})
        inputs = f"{address}api/inputs"
        post(tablet, inputs, {"kind": "correct", "layout": first_game_layout().to_json()})
        for piece, at in FOUNDING:
            post(tablet, inputs, {"kind": "place", "piece": piece, "at": at})
        until = time.monotonic() + 90
        while not any((folder / "frames").iterdir()) and time.monotonic() < until:
            time.sleep(0.05)
    finally:
        process.send_signal(how)
        process.communicate(timeout=90)
    again = tmp_path / "again.db"
    assert main(["replay", str(folder), "--journal", str(again)]) == 0
    assert "2 turns, the last of Ben." in capsys.readouterr().out
    assert story(again) == story(journal)
    shown = [line for line in (folder / "log.jsonl").read_text().splitlines() if '"frame"' in line]
    assert shown
