"""The context of a calibration: access to the table's devices, and the results so far."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import ParamSpec, Protocol, TypeVar

from companion.calibration.setup import TableSetup
from companion.calibration.step_outcome import Answer, StepOutcome
from companion.hardware.pins import ButtonEvent, PanelUnavailableError
from companion.measurements import Measurements
from companion.observations import Clock
from companion.perception.camera_watch import FrameBuffer, FrameGrabber
from companion.sources.bluetooth.radio import BluetoothMissingError, Radio
from companion.sources.camera import CameraError, FrameSource, Image
from companion.sources.tower.console import TowerConsole
from companion.table.source_supervisor import DeviceInUseError
from vision.dice.resources import LearnedFaces
from vision.follow.calibration import Calibration
from vision.lattice import Homography

Arguments = ParamSpec("Arguments")
Device = TypeVar("Device")
Overlay = Callable[[Image], Image]
"""Draws detections on a copy of a picture and returns it."""


class Buttons(Protocol):
    """A panel's open buttons."""

    def poll_events(self) -> Sequence[tuple[str, ButtonEvent]]:
        """Return the events since the last call, with the buttons' keys in the configuration."""


@dataclass(frozen=True)
class DeviceAccess:
    """Access to a table's devices. Simulated devices use the same interface.

    Attributes:
        cameras: lists cameras that seem to exist, the likeliest first, in the form that `camera` accepts.
        camera: opens a camera; raises `CameraError` if there can't be any.
        tower: connects to the dice tower; raises `CompanionError` if there is none. None: there is none by
            choice.
        buttons: opens the panel's buttons; raises `PanelUnavailableError`.
        button_names: the keys of the configured buttons, with their names for people.
        clock: the camera's seconds.
        today: returns the date and time, ISO 8601.
        bluetooth: returns the radio for dice; raises `BluetoothMissingError`. None: there is none by choice.
        measured: figures that people measured at this table's devices; None: they measured none.
    """

    cameras: Callable[[], Sequence[str]]
    camera: Callable[[str, Mapping[str, float] | None], FrameSource]
    tower: Callable[[], TowerConsole] | None
    buttons: Callable[[], AbstractContextManager[Buttons]]
    button_names: Mapping[str, str]
    clock: Clock
    today: Callable[[], str]
    bluetooth: Callable[[], Radio] | None = None
    measured: Measurements | None = None


@dataclass
class CalibrationContext:
    """The inputs and results that the steps of a calibration share.

    Attributes:
        devices: access to the devices.
        setup_file, calibration_file: where the results are stored.
        setup: the results about the table.
        calibration: the camera's view of the board; None: not known.
        faces: the resource dice that people showed in this calibration; None: they showed none.
        faces_file: where these are stored; None: nowhere.
        laid: the island's position that people marked in this calibration, as a homography from its plane to
            pixels; None: they marked none.
        camera: the text of the camera that people named for this session; empty: none.
        requested_steps: steps that people requested by name: missing devices are errors there, not reasons to
            skip.
        is_trial: nothing is stored: the table is simulated.
        skipped_titles: the titles of the steps that were skipped.
        frame_buffer: stores the camera's frames; None: no camera is open.
        source: the camera itself.
        overlay: draws detections on a picture; None: there is nothing to draw.
        get_external_trouble: returns the problem of a camera that another component reads into the buffer, in
            a sentence; empty: none.
    """

    devices: DeviceAccess
    setup_file: Path
    calibration_file: Path
    setup: TableSetup = field(default_factory=TableSetup)
    calibration: Calibration | None = None
    faces: LearnedFaces | None = None
    faces_file: Path | None = None
    laid: Homography | None = None
    camera: str = ""
    requested_steps: frozenset[str] = frozenset()
    is_trial: bool = False
    skipped_titles: tuple[str, ...] = ()
    frame_buffer: FrameBuffer | None = None
    source: FrameSource | None = None
    overlay: Overlay | None = None
    get_external_trouble: Callable[[], str] = lambda: ""
    _grabber: FrameGrabber | None = None

    @property
    def trouble(self) -> str:
        """The problem of the camera, in a sentence; empty: none."""
        return self.get_external_trouble() if self._grabber is None else self._grabber.trouble

    def open_camera(self, spec: str) -> None:
        """Open another camera.

        Raises:
            CameraError: there can't be such a camera.
        """
        exposure = self.setup.exposure if spec == self.setup.camera else None
        camera = self.devices.camera(spec, exposure or None)
        self.close()
        self._grabber = FrameGrabber(camera, self.devices.clock)
        self.frame_buffer, self.source = self._grabber.frame_buffer, camera

    def save(self) -> None:
        """Store the results.

        Raises:
            SetupError, CalibrationError, LearnedFacesError: they can't be written.
        """
        self.setup.save(self.setup_file)
        if self.calibration is not None:
            self.calibration.save(self.calibration_file)
        if self.faces is not None and self.faces_file is not None:
            self.faces.save(self.faces_file)

    def close(self) -> None:
        """Close the camera."""
        if self._grabber is not None:
            self._grabber.close()
            self._grabber = self.frame_buffer = self.source = self.overlay = None


# Device access for the calibration of a table during a game: each device is borrowed before it is opened.


def borrowing_access(devices: DeviceAccess, borrow: Callable[[str], None]) -> DeviceAccess:
    """Return the same devices, each borrowed when it is opened; the table continues to use the others.

    Args:
        devices: the access to the devices.
        borrow: as `companion.table.source_supervisor.DeviceLeases.lend`.
    """

    def borrow_before(
        part: str, open_device: Callable[Arguments, Device], refusal: Callable[[str], Exception]
    ) -> Callable[Arguments, Device]:
        def borrow_and_open(*args: Arguments.args, **kwargs: Arguments.kwargs) -> Device:
            try:
                borrow(part)
            except DeviceInUseError as error:
                raise refusal(error.args[0]) from error
            return open_device(*args, **kwargs)

        return borrow_and_open

    tower, bluetooth = devices.tower, devices.bluetooth
    return replace(
        devices,
        camera=borrow_before("camera", devices.camera, CameraError),
        tower=tower and borrow_before("tower", tower, DeviceInUseError),
        buttons=borrow_before("panel", devices.buttons, PanelUnavailableError),
        bluetooth=bluetooth and borrow_before("bluetooth", bluetooth, BluetoothMissingError),
    )


# The interface of calibration steps: checked repeatedly, answered occasionally, ended once.


class CalibrationStep(Protocol):
    """One step, from its beginning; to repeat it, create another.

    One thread calls all methods. A step without resources inherits `end`.
    """

    def check(self, context: CalibrationContext) -> StepOutcome:
        """Return the present outcome, within a second except while a camera or a tower is searched for."""

    def answer(self, context: CalibrationContext, given: Answer) -> None:
        """Process an answer; the next check shows its effect.

        Raises:
            AnswerRefused: it is invalid.
        """

    def end(self) -> None:
        """Release the step's resources; ending twice is no error."""
        return
