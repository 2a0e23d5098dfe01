"""The table as it is being calibrated: how its parts are reached, and what is known of them so far."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Protocol

from companion.calibration.setup import TableSetup
from companion.hardware.buttons import ButtonEvent
from companion.observations import Clock
from companion.perception.frame_buffer import FrameBuffer, FrameGrabber
from companion.sources.bluetooth.radio import Radio
from companion.sources.camera import FrameSource, Image
from companion.sources.tower.console import TowerConsole
from vision.follow.calibration import Calibration
from vision.lattice import Homography

Overlay = Callable[[Image], Image]
"""Draws on a picture what is seen in it; gives a copy."""


class Buttons(Protocol):
    """A panel's buttons while they are open."""

    def happened(self) -> Sequence[tuple[str, ButtonEvent]]:
        """What happened to them, by their keys in the configuration, since they were asked last."""


@dataclass(frozen=True)
class DeviceAccess:
    """How a table's parts are reached. Stand-ins are reached the same way.

    Attributes:
        cameras: lists cameras that seem to be there, the likeliest first, as `camera` takes them.
        camera: opens one; raises `CameraError` where there can't be any.
        tower: talks with the dice tower; raises `CompanionError` where there is none. None: there shall be
            none.
        buttons: opens the panel's buttons; raises `PanelUnavailableError`.
        fitted: the keys of the buttons that there are, with what people call them.
        clock: the camera's seconds.
        today: the date and time, ISO 8601.
        bluetooth: gives the radio that dice are heard by; raises `BluetoothMissingError`. None: there shall
            be none.
    """

    cameras: Callable[[], Sequence[str]]
    camera: Callable[[str, Mapping[str, float] | None], FrameSource]
    tower: Callable[[], TowerConsole] | None
    buttons: Callable[[], AbstractContextManager[Buttons]]
    fitted: Mapping[str, str]
    clock: Clock
    today: Callable[[], str]
    bluetooth: Callable[[], Radio] | None = None


@dataclass
class World:
    """What the steps of a calibration look at and learn.

    Attributes:
        reach: how parts are reached.
        setup_file, calibration_file: where what was learned is kept.
        setup: what was learned of the table.
        calibration: how the camera sees the board; None: not known.
        laid: where people pointed the island out in this calibration, as a homography from its plane to
            pixels; None: they didn't.
        camera: the text of the camera that people named for this time; empty: none.
        expected: steps that people asked for by name: what is missing there is wrong, not left out.
        trial: nothing is kept for good: the table is a simulated one.
        left_out: the titles of the steps without which it came to its end.
        frame_buffer: looks through the camera; None: none is open.
        source: the camera itself.
        overlay: draws what is seen on a picture; None: nothing is to be drawn.
        fed: what is wrong with a camera that somebody else looks through and whose frames go to the
            buffer, in a sentence; empty: nothing.
    """

    reach: DeviceAccess
    setup_file: Path
    calibration_file: Path
    setup: TableSetup = field(default_factory=TableSetup)
    calibration: Calibration | None = None
    laid: Homography | None = None
    camera: str = ""
    expected: frozenset[str] = frozenset()
    trial: bool = False
    left_out: tuple[str, ...] = ()
    frame_buffer: FrameBuffer | None = None
    source: FrameSource | None = None
    overlay: Overlay | None = None
    fed: Callable[[], str] = lambda: ""
    _grabber: FrameGrabber | None = None

    @property
    def trouble(self) -> str:
        """What is wrong with the camera, in a sentence; empty: nothing."""
        return self.fed() if self._grabber is None else self._grabber.trouble

    def open_camera(self, spec: str) -> None:
        """Look through another camera.

        Raises:
            CameraError: there can't be such a one.
        """
        exposure = self.setup.exposure if spec == self.setup.camera else None
        camera = self.reach.camera(spec, exposure or None)
        self.close()
        self._grabber = FrameGrabber(camera, self.reach.clock)
        self.frame_buffer, self.source = self._grabber.frame_buffer, camera

    def save(self) -> None:
        """Keep what was learned.

        Raises:
            SetupError, CalibrationError: it can't be written.
        """
        self.setup.save(self.setup_file)
        if self.calibration is not None:
            self.calibration.save(self.calibration_file)

    def close(self) -> None:
        """Let go of the camera."""
        if self._grabber is not None:
            self._grabber.close()
            self._grabber = self.frame_buffer = self.source = self.overlay = None
