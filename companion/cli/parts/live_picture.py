"""The camera's live picture at a running table: checked and shown on the page while somebody looks at it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Final

from companion.calibration.context import CalibrationContext
from companion.calibration.repeatable_calibration import LIVE_STEP, LIVE_TITLE
from companion.calibration.session import CalibrationSession, Stage
from companion.calibration.steps.picture import LiveStep
from companion.cli.common.paths import default_calibration, default_setup
from companion.cli.parts.device_access import real_devices
from companion.cli.parts.saved_table import saved_setup
from companion.hardware.settings import PanelSettings

if TYPE_CHECKING:
    from companion.perception.frame_buffer import FrameBuffer
    from companion.sources.camera import FrameSource

IDLE_S: Final = 5.0
"""Seconds without a viewer after which pictures are no longer checked."""


def live_picture_session(
    camera: FrameSource | None,
    frame_buffer: FrameBuffer,
    journal: Path,
    camera_fault: Callable[[], str] = lambda: "",
) -> CalibrationSession:
    """Return a session of one endless step, which shows the newest pictures of the table's camera.

    Args:
        camera: the table's camera; None: the step reports that there is none.
        frame_buffer: receives the camera's frames.
        journal: the calibration is stored next to it.
        camera_fault: returns a sentence about the camera's present fault; empty: it works.
    """
    world = CalibrationContext(
        real_devices("", PanelSettings()),
        default_setup(journal),
        default_calibration(journal),
        setup=saved_setup(journal),
        frame_buffer=None if camera is None else frame_buffer,
        source=camera,
        get_external_trouble=camera_fault,
    )
    stage = Stage(LIVE_STEP, LIVE_TITLE, lambda _: LiveStep())
    return CalibrationSession(world, (stage,), idle_s=IDLE_S)
