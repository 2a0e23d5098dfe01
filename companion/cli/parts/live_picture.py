"""The camera's picture at a table that plays: judged and shown on the page while somebody looks."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Final

from companion.calibration.repeating import LIVE, LIVE_TITLE
from companion.calibration.session import CalibrationSession, Stage
from companion.calibration.steps.picture import LiveStep
from companion.calibration.world import World
from companion.cli.common.paths import default_calibration, default_setup
from companion.cli.parts.device_access import real
from companion.cli.parts.saved_table import saved_setup
from companion.hardware.settings import PanelSettings

if TYPE_CHECKING:
    from companion.perception.frame_buffer import FrameBuffer
    from companion.sources.camera import FrameSource

IDLE_S: Final = 5.0
"""Seconds after somebody has looked last from which on nothing is judged any more."""


def live_picture(
    camera: FrameSource | None,
    frame_buffer: FrameBuffer,
    journal: Path,
    trouble: Callable[[], str] = lambda: "",
) -> CalibrationSession:
    """A session of one step, which never ends: the newest pictures of the table's camera.

    Args:
        camera: the table's; None: it has none, which is said.
        frame_buffer: is shown the camera's frames.
        journal: beside it is kept what was calibrated.
        trouble: what is wrong with the camera now, in a sentence; empty: nothing.
    """
    world = World(
        real("", PanelSettings()),
        default_setup(journal),
        default_calibration(journal),
        setup=saved_setup(journal),
        frame_buffer=None if camera is None else frame_buffer,
        source=camera,
        fed=trouble,
    )
    stage = Stage(LIVE, LIVE_TITLE, lambda _: LiveStep())
    return CalibrationSession(world, (stage,), idle_s=IDLE_S)
