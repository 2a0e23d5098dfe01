"""Cameras that OpenCV reaches: USB cameras and a computer's own, streams over the network."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import cv2

from companion.i18n import sentence
from companion.sources.camera.exposure import Exposure
from companion.sources.camera.frames import CameraUnavailableError, Image, as_bgr
from companion.sources.camera.live import Capture, Connect

OpenCapture = Callable[..., Any]
"""`cv2.VideoCapture`, or what stands in for it."""

_ENVIRONMENT: Final = {
    # FFmpeg's own complaints, which our reports say in plain words.
    "OPENCV_FFMPEG_LOGLEVEL": "-8",
    # Seconds that a read of a silent V4L2 device blocks; 10 unless told, and `stop` waits for it.
    "OPENCV_VIDEOIO_V4L_SELECT_TIMEOUT": "1",
}
_STREAM_TIMEOUT_MS: Final = 4000
_HELD: Final = {
    # V4L2's 1 is "manual", its 3 "by aperture", which most cameras call automatic.
    "exposure": ((cv2.CAP_PROP_AUTO_EXPOSURE, 1), cv2.CAP_PROP_EXPOSURE),
    "gain": (None, cv2.CAP_PROP_GAIN),
    "white_balance": ((cv2.CAP_PROP_AUTO_WB, 0), cv2.CAP_PROP_WB_TEMPERATURE),
    "focus": ((cv2.CAP_PROP_AUTOFOCUS, 0), cv2.CAP_PROP_FOCUS),
}
"""What is held at a camera on Linux: how its automatic is switched off, and the value to keep."""


@dataclass(frozen=True)
class NumberedBackend:
    """How cameras are reached by a number, where a system has no device files for them.

    Attributes:
        api: OpenCV's number of the system's own way to its cameras.
        allow: what to do where a program may not use them, in a sentence.
    """

    api: int
    allow: str


NUMBERED: Final = {
    "darwin": NumberedBackend(
        cv2.CAP_AVFOUNDATION,
        sentence("allow the terminal to use it: System Settings, Privacy & Security, Camera."),
    ),
    "win32": NumberedBackend(
        cv2.CAP_DSHOW,
        sentence("allow desktop apps to use it: Settings, Privacy & security, Camera."),
    ),
}
"""By `sys.platform`; elsewhere cameras are device files."""


@dataclass(frozen=True)
class CameraSettings:
    """What to ask a camera for; it may give something else.

    Attributes:
        size: width and height of the picture in pixels.
        fps: pictures a second, None for the camera's own choice.
        format: four characters of a V4L2 pixel format such as "MJPG", None for the driver's choice.
    """

    size: tuple[int, int] = (1920, 1080)
    fps: float | None = None
    format: str | None = None


def prepare() -> None:
    """Makes OpenCV keep quiet and not block for long; what the environment already says holds."""
    for key, value in _ENVIRONMENT.items():
        os.environ.setdefault(key, value)
    cv2.utils.logging.setLogLevel(cv2.utils.logging.LOG_LEVEL_SILENT)


class OpenCVCapture:
    """A `Capture` over `cv2.VideoCapture`.

    Args:
        capture: what OpenCV opened.
        holds: its exposure can be held. What the numbers for that mean is known of V4L2 alone.
    """

    def __init__(self, capture: Any, *, holds: bool = True) -> None:
        self._capture = capture
        self._holds = holds

    def read(self) -> Image | None:
        """See `Capture`."""
        try:
            _, image = self._capture.read()
        except cv2.error:
            # A picture garbled on the wire: the next may be whole.
            return None
        return as_bgr(image)

    def hold_exposure(self, at: Exposure | None) -> Exposure | None:
        """See `Adjustable`."""
        if not self._holds:
            return None
        capture = self._capture
        # All is read before anything is set: a value may jump when its automatic is switched off.
        now = {name: float(capture.get(value)) for name, (_, value) in _HELD.items()}
        held = {}
        for name, (automatic, value) in _HELD.items():
            wanted = now[name] if at is None else at.get(name, -1.0)
            # What a camera doesn't have reads as a negative number.
            if wanted < 0 or not (automatic is None or capture.set(*automatic)):
                continue
            if capture.set(value, wanted):
                held[name] = wanted
        return held if "exposure" in held else None

    def brightened(self, held: Exposure, times: float) -> Exposure:
        """See `Adjustable`. V4L2 counts time in 0.1 ms; what its gain is differs from camera to camera."""
        return {**held, "exposure": max(1.0, round(held["exposure"] * times))}

    def close(self) -> None:
        """See `Capture`."""
        self._capture.release()


def usb(device: Path, settings: CameraSettings, open_capture: OpenCapture = cv2.VideoCapture) -> Connect:
    """Connects to a V4L2 device such as ``/dev/video0`` or one of ``/dev/v4l/by-id``."""

    def connect() -> Capture:
        prepare()
        if not device.exists():
            raise CameraUnavailableError(
                "waiting", sentence("No camera at {device}: plug it in, or choose another.", device=device)
            )
        if not os.access(device, os.R_OK | os.W_OK):
            raise CameraUnavailableError(
                "fault",
                sentence(
                    "No permission for the camera at {device}: add yourself to its group with 'sudo "
                    "usermod -aG video $USER', then log out and in again.",
                    device=device,
                ),
            )
        # A link of /dev/v4l/by-id leads to another /dev/videoN after each replugging.
        capture = open_capture(str(device.resolve()), cv2.CAP_V4L2)
        if not capture.isOpened():
            capture.release()
            raise CameraUnavailableError(
                "waiting",
                sentence("The camera at {device} doesn't open: does another program use it?", device=device),
            )
        _ask_for(capture, settings)
        return OpenCVCapture(capture)

    return connect


def numbered(
    number: int,
    settings: CameraSettings,
    backend: NumberedBackend,
    open_capture: OpenCapture = cv2.VideoCapture,
) -> Connect:
    """Connects to a camera by its number, on macOS and Windows: 0 is mostly the computer's own."""

    def connect() -> Capture:
        prepare()
        capture = open_capture(number, backend.api)
        if not capture.isOpened():
            capture.release()
            raise CameraUnavailableError(
                "waiting",
                sentence(
                    "Camera {number} doesn't open: is there one, does another program use it? If neither "
                    "helps, {allow}",
                    number=number,
                    allow=backend.allow,
                ),
            )
        _ask_for(capture, settings)
        return OpenCVCapture(capture, holds=False)

    return connect


def _ask_for(capture: Any, settings: CameraSettings) -> None:
    """Ask a camera that is open for its settings; it may give something else."""
    if settings.format is not None:
        capture.set(cv2.CAP_PROP_FOURCC, cv2.VideoWriter.fourcc(*settings.format))
    width, height = settings.size
    capture.set(cv2.CAP_PROP_FRAME_WIDTH, width)
    capture.set(cv2.CAP_PROP_FRAME_HEIGHT, height)
    if settings.fps is not None:
        capture.set(cv2.CAP_PROP_FPS, settings.fps)
    capture.set(cv2.CAP_PROP_BUFFERSIZE, 1)


def stream(url: str, open_capture: OpenCapture = cv2.VideoCapture) -> Connect:
    """Connects to an MJPEG stream over HTTP or to an RTSP stream."""

    def connect() -> Capture:
        prepare()
        limits: Sequence[int] = (
            cv2.CAP_PROP_OPEN_TIMEOUT_MSEC,
            _STREAM_TIMEOUT_MS,
            cv2.CAP_PROP_READ_TIMEOUT_MSEC,
            _STREAM_TIMEOUT_MS,
        )
        capture = open_capture(url, cv2.CAP_FFMPEG, limits)
        if not capture.isOpened():
            capture.release()
            raise no_pictures(url)
        return OpenCVCapture(capture)

    return connect


def no_pictures(url: str) -> CameraUnavailableError:
    """That none come from an address."""
    return CameraUnavailableError(
        "waiting",
        sentence(
            "No pictures from {address}: is the camera on, and the address right?",
            address=without_password(url),
        ),
    )


def without_password(url: str) -> str:
    """The address as it may be shown: without user and password."""
    scheme, _, rest = url.partition("://")
    host, slash, path = rest.partition("/")
    return f"{scheme}://{host.rpartition('@')[2]}{slash}{path}"
