"""The sources of a served table: from arguments, the saved setup, and later calibrations."""

from __future__ import annotations

import argparse
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from companion.calibration.setup import ExpectedPlayer, TableSetup, load
from companion.cli.common.config import TableFile
from companion.cli.parts import device_access
from companion.cli.parts import served_table as module
from companion.cli.parts.served_table import OVERRULED_TEXT, ServedTable
from companion.hardware.settings import PanelSettings
from companion.journal import Journal
from companion.observations import Clock, SourceReport
from companion.sources.bluetooth.kinds import GODICE
from companion.sources.bluetooth.stand_ins import VirtualDie, VirtualRadio, create_pair
from companion.sources.camera import CameraError, Frame
from companion.table.source_supervisor import LENT_MESSAGE
from companion.table.table import Table
from tests.patience import PATIENCE_S


@pytest.fixture
def photos(tmp_path: Path) -> list[str]:
    """The photos of two cameras."""
    paths = [tmp_path / name for name in ("one.png", "other.png")]
    for shade, path in enumerate(paths):
        cv2.imwrite(str(path), np.full((48, 64, 3), 60 * shade, np.uint8))
    return [str(path) for path in paths]


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Table]:
    with Journal.open(tmp_path / "journal.db") as journal:
        table = Table(journal, time.monotonic)
        yield table
        table.stop()


@pytest.fixture
def serve(table: Table, tmp_path: Path) -> Callable[..., ServedTable]:
    """Start the sources: serve(camera=..., tower=..., dice_area=...)."""

    def begin(**options: Any) -> ServedTable:
        usual = {"camera": None, "tower": "", "dice_area": None, "calibration": None}
        args = argparse.Namespace(**{**usual, **options}, journal=tmp_path / "journal.db")
        served = ServedTable(args, PanelSettings(), table)
        table.start(served.sources)
        return served

    return begin


def keep(tmp_path: Path, **learned: Any) -> None:
    """Save the setup as a repeated step on the page does."""
    file = tmp_path / "journal-table.json"
    before = load(file) if file.exists() else TableSetup()
    step = next(iter(learned))
    after = replace(before, **learned)
    after.with_completed_step(step, f"2026-11-22T20:00:{len(after.made):02}").save(file)


def camera_now(served: ServedTable) -> str:
    begun: argparse.Namespace = served._effective_args()
    return str(begun.camera)


def wait_until(done: Callable[[], Any]) -> Any:
    end = time.monotonic() + PATIENCE_S
    while not (result := done()):
        assert time.monotonic() < end
        time.sleep(0.02)
    return result


def source_status(table: Table, name: str = "camera") -> Mapping[str, Any]:
    sources = table.snapshot()["sources"]
    return next((each for each in sources if each["name"] == name), {"health": "none", "text": ""})


class TestPrecedence:
    """Arguments come first, until somebody chooses otherwise on the page."""

    def test_arguments_come_before_the_saved_setup(
        self, serve: Callable[..., ServedTable], tmp_path: Path, photos: list[str]
    ) -> None:
        keep(tmp_path, camera=photos[1], dice="anywhere")
        assert camera_now(serve(camera=photos[0])) == photos[0]
        assert camera_now(serve()) == photos[1]

    def test_a_choice_on_the_page_overrides_arguments_and_is_reported_as_temporary(
        self, serve: Callable[..., ServedTable], tmp_path: Path, photos: list[str]
    ) -> None:
        served = serve(camera=photos[0], dice_area="nowhere")
        assert served.override_reason("camera") == served.override_reason("dice") == ""
        keep(tmp_path, camera=photos[1])
        assert camera_now(served) == photos[1]
        assert served.override_reason("camera") == OVERRULED_TEXT
        assert served.override_reason("dice") == "", "nobody has said otherwise of them"
        assert served.override_reason("players") == ""

    def test_a_camera_that_need_not_read_dice_overrides_the_argument(
        self, serve: Callable[..., ServedTable], tmp_path: Path
    ) -> None:
        served = serve(dice_area="beside")
        replace(TableSetup(), dice="nowhere").save(tmp_path / "journal-table.json")
        assert served._effective_args().dice_area == "nowhere"
        assert served.override_reason("dice") == OVERRULED_TEXT

    def test_a_saved_value_equal_to_the_argument_is_not_an_override(
        self, serve: Callable[..., ServedTable], tmp_path: Path, photos: list[str]
    ) -> None:
        served = serve(camera=photos[0])
        keep(tmp_path, camera=photos[0])
        assert served.override_reason("camera") == ""

    def test_a_configured_tower_port_is_reopened_if_it_exists(
        self, serve: Callable[..., ServedTable], tmp_path: Path
    ) -> None:
        port = tmp_path / "tower"
        served = serve(tower=None)
        keep(tmp_path, tower=str(port))
        assert served._effective_args().tower is None
        port.touch()
        assert served._effective_args().tower == str(port)

    def test_the_expected_players_are_known_after_the_calibration(
        self, serve: Callable[..., ServedTable], table: Table, tmp_path: Path
    ) -> None:
        served = serve()
        assert table.choices()["seated"] == []
        keep(tmp_path, players=(ExpectedPlayer("Ana", "red"), ExpectedPlayer("Eve", "white")))
        served.resume()
        assert table.choices()["seated"] == [
            {"name": "Ana", "colour": "red"},
            {"name": "Eve", "colour": "white"},
        ]


def test_a_camera_that_cannot_be_reopened_is_reported_and_the_rest_continues(
    serve: Callable[..., ServedTable], table: Table, tmp_path: Path, photos: list[str]
) -> None:
    served = serve(camera=photos[0])
    wait_until(lambda: source_status(table)["health"] == "ok")
    served._lend("camera")
    Path(photos[0]).unlink()
    served.resume()
    assert source_status(table)["health"] == "fault"
    assert "There is no file" in str(source_status(table)["text"])
    with served.create_session(None) as live:
        (step,) = wait_until(lambda: [each for each in live.view()["steps"] if each["text"]])
    assert "no camera" in step["text"]["text"]


def test_buttons_belong_to_the_calibration_step_and_then_to_the_table(table: Table, tmp_path: Path) -> None:
    args = argparse.Namespace(
        camera=None, tower="", dice_area=None, calibration=None, journal=tmp_path / "journal.db"
    )
    served = ServedTable(args, PanelSettings(pin_factory="mock", undo=27), table)
    table.start(served.sources)
    wait_until(lambda: source_status(table, "panel")["health"] == "ok")
    with served.create_session("buttons") as step:
        wait_until(lambda: "Press each button" in str(step.view()["steps"][0]["text"]))
        assert source_status(table, "panel")["text"]["template"] == LENT_MESSAGE
        assert list(served.lent_parts()) == ["panel"]
    served.resume()
    wait_until(lambda: source_status(table, "panel")["health"] == "ok")
    assert list(served.lent_parts()) == []


def test_calibrated_bluetooth_dice_are_used_and_lent_to_the_calibration(
    serve: Callable[..., ServedTable], table: Table, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    dice = create_pair("godice", 20.0)
    radio = VirtualRadio([*dice, VirtualDie(GODICE, 9, "green")])
    monkeypatch.setattr(device_access, "BleakRadio", lambda: radio)
    kept = replace(TableSetup(), bluetooth=tuple(die.paired_die for die in dice))
    kept.save(TableFile.SETUP.path_beside(tmp_path / "journal.db"))
    served = serve()
    wait_until(
        lambda: all(die.is_connected for die in dice) and source_status(table, "bluetooth")["health"] == "ok"
    )
    with served.create_session("bluetooth") as step:
        wait_until(lambda: len(step.view()["steps"][0]["about"].get("found", ())) == 3)
        assert list(served.lent_parts()) == ["bluetooth"]
    served.resume()
    wait_until(
        lambda: all(die.is_connected for die in dice) and source_status(table, "bluetooth")["health"] == "ok"
    )
    assert list(served.lent_parts()) == []


def test_a_table_without_bluetooth_dice_receives_no_rolls(
    serve: Callable[..., ServedTable], table: Table
) -> None:
    assert "bluetooth" not in {source.name for source in serve().sources}


def test_a_missing_camera_is_reported_at_the_start(serve: Callable[..., ServedTable]) -> None:
    with pytest.raises(CameraError):
        serve(camera="/nowhere/board.jpg")


class FailingCamera:
    """A camera that returns one picture and then fails."""

    name = "camera"
    is_live = True

    def __init__(self) -> None:
        self.fails = threading.Event()

    def frames(self, clock: Clock, stop: threading.Event) -> Iterator[Any]:
        number = 0
        while not stop.wait(0.05):
            if not self.fails.is_set():
                yield Frame(clock(), np.zeros((48, 64, 3), np.uint8), number)
                number += 1
                continue
            yield SourceReport(clock(), self.name, "waiting", "It sends no pictures.")
            stop.wait()

    def lock_exposure(self, times: float = 1.0) -> Mapping[str, float]:
        return {}


def test_an_old_picture_is_not_judged_as_current(
    serve: Callable[..., ServedTable], monkeypatch: pytest.MonkeyPatch
) -> None:
    camera = FailingCamera()
    monkeypatch.setattr(module, "open_named_camera", lambda *_: camera)
    monkeypatch.setattr(module, "STALE_PICTURE_S", 0.5)
    with serve(camera="failing").create_session(None) as live:
        wait_until(lambda: live.view()["steps"][0]["about"])
        camera.fails.set()
        wait_until(lambda: live.view()["steps"][0]["text"] == "It sends no pictures.")
