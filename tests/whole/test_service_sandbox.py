"""The service under its unit's restrictions starts, reads camera and tower, and stops."""

from __future__ import annotations

import ctypes.util
import platform
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import cv2
import pytest

from companion.cli.command import main
from companion.cli.service.install import UNIT_PATH
from companion.island.setups import first_game_layout
from companion.sim.picture import CameraPose, render_board
from companion.sources.tower.stand_ins.virtual_tower import VirtualTower
from tests.cli import hardened

from .conftest import Served

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(platform.system() != "Linux", reason="systemd is Linux's"),
    pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="no systemd here"),
    pytest.mark.skipif(ctypes.util.find_library("seccomp") is None, reason="no libseccomp here"),
]


@pytest.fixture
def unit(tmp_path: Path) -> Path:
    root = tmp_path / "system"
    assert main(["install", "--root", str(root), "--user", "root"]) == 0
    return root / UNIT_PATH


def test_the_service_starts_reads_camera_and_tower_and_stops(
    unit: Path,
    serve: Callable[..., Served],
    tower: VirtualTower,
    journal: Path,
    tmp_path: Path,
    wait: Callable[[Callable[[], Any], str], Any],
) -> None:
    photo = tmp_path / "board.png"
    cv2.imwrite(str(photo), render_board(first_game_layout(), [], camera=CameraPose(tilt=15), seed=3))
    served = serve(
        "--players", "Ana:red,Ben:blue,Cyr:white", "--journal", str(journal), "--tower", tower.port,
        "--camera", str(photo),
        under=[sys.executable, hardened.__file__, str(unit)],
    )  # fmt: skip

    def healths() -> dict[str, str]:
        return {source["name"]: source["health"] for source in served.state()["sources"]}

    wait(lambda: healths().get("tower") == "ok", "the tower")
    wait(lambda: healths().get("camera") == "ok", "the camera")
    wait(lambda: served.view()["phase"] != "layout", "the island that the camera sees")
    assert served.terminate() == 0
    assert journal.stat().st_mode & 0o777 == 0o600


def test_the_unit_restrictions_are_effective(unit: Path) -> None:
    command = [sys.executable, hardened.__file__, str(unit), sys.executable, "-c", "import os; os.nice(1)"]
    done = subprocess.run(command, capture_output=True, text=True, timeout=60)
    assert "PermissionError" in done.stderr
