"""Calibration context with stand-in devices that the test controls."""

from __future__ import annotations

import contextlib
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from companion.calibration.context import CalibrationContext, DeviceAccess
from companion.island.geometry import HEXES
from companion.island.setups import first_game_layout
from companion.perception.camera_watch import FrameBuffer
from companion.sim.camera import find_camera_pose
from companion.sim.picture import CameraEffects, render_board
from companion.sources.camera import CameraError, Frame, FrameSource
from companion.sources.tower.console import NoTowerError
from companion.sources.tower.port import NOT_PLUGGED_IN
from vision.follow.calibration import Calibration, calibrate

TODAY = "2026-11-21T20:00:00"
POSE = find_camera_pose(960, 540, 10, 5, dice=True)


@pytest.fixture(scope="session")
def board() -> np.ndarray:
    """Camera picture of the first game's island, including the area where dice fall."""
    return render_board(first_game_layout(), (), HEXES[9], camera=POSE, lens=CameraEffects(noise=1))


@pytest.fixture(scope="session")
def calibration(board: np.ndarray) -> Calibration:
    """Calibration of the camera that took `board`."""
    made = calibrate([board] * 5)
    assert isinstance(made, Calibration)
    return made


class StillCamera:
    """Camera with one picture or none; records the exposure that it was opened with."""

    name = "camera"
    is_live = False

    def __init__(self, shade: int | None = 90, exposure: Mapping[str, float] | None = None) -> None:
        self.shade = shade
        self.exposure = exposure

    def frames(self, clock: Callable[[], float], stop: threading.Event) -> Iterator[Any]:
        if self.shade is not None:
            yield Frame(clock(), np.full((48, 64, 3), self.shade, np.uint8), 0)

    def lock_exposure(self, times: float = 1.0) -> Mapping[str, float]:
        return {"exposure": 100.0}


class Cameras:
    """Connected cameras by their specs."""

    def __init__(self) -> None:
        self.there: dict[str, FrameSource] = {}
        self.opened: list[tuple[str, Mapping[str, float] | None]] = []

    def list(self) -> list[str]:
        return list(self.there)

    def open(self, spec: str, exposure: Mapping[str, float] | None) -> FrameSource:
        self.opened.append((spec, exposure))
        if spec not in self.there:
            raise CameraError(f"There is no camera {spec}.")
        return self.there[spec]


def no_tower() -> Any:
    raise NoTowerError(NOT_PLUGGED_IN)


@pytest.fixture
def cameras() -> Cameras:
    return Cameras()


@pytest.fixture
def make_world(tmp_path: Path, cameras: Cameras) -> Iterator[Callable[..., CalibrationContext]]:
    """Factory of contexts: make_world(tower=..., buttons=..., fitted=..., **attributes)."""
    made: list[CalibrationContext] = []

    def make(
        tower: Any = no_tower,
        buttons: Any = contextlib.nullcontext,
        fitted: Mapping[str, str] | None = None,
        **attributes: Any,
    ) -> CalibrationContext:
        reach = DeviceAccess(
            cameras.list, cameras.open, tower, buttons, fitted or {}, time.monotonic, lambda: TODAY
        )
        made.append(CalibrationContext(reach, tmp_path / "table.json", tmp_path / "board.json", **attributes))
        return made[-1]

    yield make
    for world in made:
        world.close()


@pytest.fixture
def world(make_world: Callable[..., CalibrationContext]) -> CalibrationContext:
    return make_world()


class FrameFeed:
    """Frame buffer that the test feeds with pictures."""

    def __init__(self, world: CalibrationContext) -> None:
        self.frame_buffer = world.frame_buffer = FrameBuffer()
        self.number = 0
        self.t = 0.0

    def show(self, image: np.ndarray, seconds: float = 0.25) -> None:
        """Add one frame."""
        self.frame_buffer.process(Frame(self.t, image, self.number))
        self.number += 1
        self.t += seconds


@pytest.fixture
def frame_feed(world: CalibrationContext) -> FrameFeed:
    return FrameFeed(world)
