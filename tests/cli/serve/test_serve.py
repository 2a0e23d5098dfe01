"""`companion serve`: its command line, and how the process ends."""

from __future__ import annotations

import argparse
import json
import os
import re
import signal
import subprocess
import sys
import time
import urllib.request
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from companion.calibration.repeatable_calibration import RepeatableCalibration
from companion.calibration.setup import TableSetup
from companion.cli.command import main
from companion.cli.common.config import open_journal
from companion.cli.parts.device_access import UsageError
from companion.cli.parts.served_table import ServedTable, apply_setup, saved_setup
from companion.cli.serve import serve
from companion.games.registry import GAMES
from companion.hardware.settings import PanelSettings
from companion.island.geometry import HEXES
from companion.island.setups import first_game_layout
from companion.sim.camera import find_camera_pose
from companion.sim.picture import render_board
from companion.table.table import Table
from tests.patience import PATIENCE_S


def arguments(*given: str) -> argparse.Namespace:
    """Parse the command line of `serve` without a configuration file."""
    parser = argparse.ArgumentParser()
    serve.add_parser(parser.add_subparsers())
    args = parser.parse_args(["serve", "--config", os.devnull, *given])
    serve.apply_configuration(args)
    return args


def parse_with_saved_setup(*given: str) -> argparse.Namespace:
    """Parse the command line and apply the saved setup."""
    args = arguments(*given)
    apply_setup(args, saved_setup(args.journal))
    return args


def test_players_are_named_with_their_colours_in_seat_order() -> None:
    assert serve.parse_seats("Ana:red, Ben:blue") == [
        {"name": "Ana", "colour": "red"},
        {"name": "Ben", "colour": "blue"},
    ]


@pytest.mark.parametrize("text", ["Ana", "Ana:", ":red", "Ana:red,,Ben:blue"])
def test_players_in_another_form_are_refused(text: str) -> None:
    with pytest.raises(UsageError, match="NAME:COLOUR"):
        serve.parse_seats(text)


def test_the_page_is_local_by_default() -> None:
    assert arguments().host == "127.0.0.1"


@pytest.mark.parametrize(
    "given",
    [
        ["--players", "Ana:pink,Ben:red,Cyr:blue"],
        ["--camera", "/nowhere/board.jpg"],
        ["--journal", "/nowhere/journal.db"],
    ],
)
def test_invalid_arguments_end_with_a_message(
    given: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    journal = [] if "--journal" in given else ["--journal", str(tmp_path / "journal.db")]
    assert main(["serve", "--port", "0", *journal, *given]) == 1
    assert capsys.readouterr().err.startswith("companion: ")


def test_the_opened_browser_gets_the_pairing_link(tmp_path: Path) -> None:
    class Resting:
        playable = GAMES

        def start(self, sources: Any) -> None: ...
        def stop(self) -> None: ...
        def snapshot(self) -> Any:
            return {"game": None}

    opened = []
    table: Any = Resting()
    with ExitStack() as stack:
        args = arguments("--port", "0", "--journal", str(tmp_path / "journal.db"))
        server = serve.open_server(table, args, stack)
        serve.serve(table, [], server, stack, until=lambda url, stop: opened.append(url))
    assert re.fullmatch(r"http://127\.0\.0\.1:\d+/pair\?key=[\w-]{22}", opened[0])


@pytest.mark.slow
@pytest.mark.parametrize("how", [signal.SIGTERM, signal.SIGINT])
def test_a_signal_stops_serve_cleanly_and_game_and_pairings_are_kept(
    how: signal.Signals, tmp_path: Path
) -> None:
    tablet = urllib.request.build_opener(urllib.request.HTTPCookieProcessor())
    command = [
        sys.executable, "-m", "companion", "serve", "--port", "0", "--tower", "",
        "--journal", str(tmp_path / "journal.db"),
    ]  # fmt: skip

    def ask(url: str, data: dict[str, str] | None = None) -> Any:
        body = None if data is None else json.dumps(data).encode()
        asked = urllib.request.Request(url, body, {"Content-Type": "application/json"})
        with tablet.open(asked, timeout=PATIENCE_S) as answer:
            return json.load(answer)

    for more in (["--players", "Ana:red,Ben:blue,Cyr:orange"], []):
        process = subprocess.Popen([*command, *more], stdout=subprocess.PIPE, text=True)
        assert process.stdout is not None
        links = (re.search(r"(http://\S+/)pair\?key=([\w-]+)", line) for line in process.stdout)
        found = next(link for link in links if link)
        url, key = found.groups()
        if more:
            ask(f"{url}api/pairing", {"key": key})
        players = ask(f"{url}api/state")["game"]["view"]["players"]
        assert [p["name"] for p in players] == ["Ana", "Ben", "Cyr"]
        assert [each["this"] for each in ask(f"{url}api/pairing")["tablets"]] == [True]
        os.kill(process.pid, how)
        process.communicate(timeout=PATIENCE_S)
        assert process.returncode == 0


class TestCalibratedTable:
    """`serve` starts with the result of `companion calibrate`, unless arguments override it."""

    @pytest.fixture
    def journal(self, tmp_path: Path) -> str:
        TableSetup(camera="picamera", exposure={"exposure": 90.0}, dice="anywhere").save(
            tmp_path / "journal-table.json"
        )
        return str(tmp_path / "journal.db")

    def test_camera_exposure_and_dice_come_from_the_calibration(self, journal: str) -> None:
        args = parse_with_saved_setup("--journal", journal)
        assert (args.camera, args.exposure, args.dice_area) == ("picamera", {"exposure": 90.0}, "anywhere")

    def test_the_command_line_overrides_the_calibration_and_drops_the_other_camera_s_exposure(
        self, journal: str
    ) -> None:
        args = parse_with_saved_setup("--journal", journal, "--camera", "0", "--dice-area", "nowhere")
        assert (args.camera, args.exposure, args.dice_area) == ("0", {}, "nowhere")
        assert parse_with_saved_setup("--journal", journal, "--camera", "").camera == ""

    def test_an_uncalibrated_table_looks_for_dice_next_to_the_island(self, tmp_path: Path) -> None:
        args = parse_with_saved_setup("--journal", str(tmp_path / "other.db"))
        assert (args.camera, args.dice_area) == (None, "beside")

    def test_a_damaged_file_is_reported_and_left_unchanged(
        self, tmp_path: Path, capsys: pytest.CaptureFixture[str]
    ) -> None:
        (tmp_path / "journal-table.json").write_text("{}")
        assert parse_with_saved_setup("--journal", str(tmp_path / "journal.db")).camera is None
        assert "calibrate again" in capsys.readouterr().err


@pytest.mark.slow
def test_the_live_picture_is_checked_for_the_tablet_during_a_game(tmp_path: Path) -> None:
    """`companion serve` with a photo as its camera draws the island on it."""
    photo = tmp_path / "board.png"
    camera = find_camera_pose(960, 540, 10, 5)
    cv2.imwrite(str(photo), render_board(first_game_layout(), (), HEXES[9], camera=camera, seed=3))
    args = arguments("--port", "0", "--journal", str(tmp_path / "journal.db"), "--camera", str(photo))
    seen: list[tuple[Any, bytes]] = []

    def look(url: str, stop: Any) -> None:
        opener = urllib.request.build_opener(urllib.request.HTTPCookieProcessor())
        home, _, key = url.partition("pair?key=")
        pairing = urllib.request.Request(
            f"{home}api/pairing", json.dumps({"key": key}).encode(), {"Content-Type": "application/json"}
        )
        opener.open(pairing).close()
        end = time.monotonic() + PATIENCE_S
        while True:
            with opener.open(f"{home}api/calibration") as answer:
                step = json.load(answer)["steps"][0]
            if step["about"] or time.monotonic() > end:
                break
            time.sleep(0.2)
        with opener.open(f"{home}api/calibration/picture") as answer:
            seen.append((step, answer.read()))

    with ExitStack() as stack:
        journal = stack.enter_context(open_journal(args.journal))
        table = Table(journal, time.monotonic)
        served = ServedTable(args, PanelSettings(), table)
        calibrating = RepeatableCalibration(served)
        server = serve.open_server(table, args, stack, calibrating)
        serve.serve(table, served.sources, server, stack, calibrating, look)
    ((step, jpeg),) = seen
    assert step["name"] == "live"
    assert step["state"] == "looking"
    assert all(one["good"] for one in step["about"]["judged"])
    shown = cv2.imdecode(np.frombuffer(jpeg, np.uint8), cv2.IMREAD_COLOR)
    assert shown is not None
    assert (np.abs(shown.astype(int) - cv2.imread(str(photo))).max(axis=2) > 80).sum() > 500, "it is drawn on"


def test_an_unknown_colour_is_reported_with_the_known_ones() -> None:
    with pytest.raises(UsageError, match="pink is not a piece colour; use one of: red, blue, "):
        serve.parse_seats("Ana:pink")


def test_a_damaged_setup_file_is_reported_only_once(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "journal-table.json").write_text('{"half', "utf-8")
    for _ in range(3):
        assert saved_setup(tmp_path / "journal.db") == TableSetup()
    assert capsys.readouterr().err.count("journal-table.json") == 1
