"""Cameras of this computer: USB cameras, an own camera and network streams through OpenCV, a Pi's through
picamera2."""

from __future__ import annotations

import importlib
import os
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import cv2

from companion.i18n import sentence
from companion.sources.camera.frames import CameraUnavailableError, Capture, Exposure, Image, to_bgr
from companion.sources.camera.live_camera import Connect

OpenCapture = Callable[..., Any]
"""`cv2.VideoCapture`, or a replacement for it."""

_ENVIRONMENT: Final = {
    # Silences FFmpeg's own messages: our reports say the same in plain words.
    "OPENCV_FFMPEG_LOGLEVEL": "-8",
    # Don't follow redirects over HTTP: they may lead to another host. OpenCV's own option comes first.
    "OPENCV_FFMPEG_CAPTURE_OPTIONS": "rtsp_flags;prefer_tcp|max_redirects;0",
    # Seconds that a read of a silent V4L2 device blocks, which delays `stop`; the default is 10.
    "OPENCV_VIDEOIO_V4L_SELECT_TIMEOUT": "1",
}
_STREAM_TIMEOUT_MS: Final = 4000
_LOCKED_PROPERTIES: Final = {
    # V4L2's 1 is "manual", its 3 "by aperture", which most cameras call automatic.
    "exposure": ((cv2.CAP_PROP_AUTO_EXPOSURE, 1), cv2.CAP_PROP_EXPOSURE),
    "gain": (None, cv2.CAP_PROP_GAIN),
    "white_balance": ((cv2.CAP_PROP_AUTO_WB, 0), cv2.CAP_PROP_WB_TEMPERATURE),
    "focus": ((cv2.CAP_PROP_AUTOFOCUS, 0), cv2.CAP_PROP_FOCUS),
}
"""The properties to lock on Linux: the setting that ends automatic control, and the value's property."""


@dataclass(frozen=True)
class NumberedBackend:
    """Access to cameras by number, on a system without device files for them.

    Attributes:
        api: OpenCV's number of the system's camera backend.
        allow: how to grant a program access to cameras, in a sentence.
    """

    api: int
    allow: str


NUMBERED_BACKENDS: Final = {
    "darwin": NumberedBackend(
        cv2.CAP_AVFOUNDATION,
        sentence("allow the terminal to use it: System Settings, Privacy & Security, Camera."),
    ),
    "win32": NumberedBackend(
        cv2.CAP_DSHOW,
        sentence("allow desktop apps to use it: Settings, Privacy & security, Camera."),
    ),
}
"""The backend by `sys.platform`; on other systems cameras are device files."""


@dataclass(frozen=True)
class CameraSettings:
    """Settings requested from a camera, which may choose others.

    Attributes:
        size: width and height of the picture in pixels.
        fps: pictures a second, None for the camera's default.
        format: four characters of a V4L2 pixel format such as "MJPG", None for the driver's default.
    """

    size: tuple[int, int] = (1920, 1080)
    fps: float | None = None
    format: str | None = None


def configure_opencv() -> None:
    """Silence OpenCV and shorten its timeouts; variables that are already set take precedence."""
    for key, value in _ENVIRONMENT.items():
        os.environ.setdefault(key, value)
    cv2.utils.logging.setLogLevel(cv2.utils.logging.LOG_LEVEL_SILENT)


class OpenCVCapture:
    """A `Capture` over `cv2.VideoCapture`.

    Args:
        capture: the opened `cv2.VideoCapture`.
        can_lock: its exposure can be locked. The meaning of the values is known for V4L2 only.
    """

    def __init__(self, capture: Any, *, can_lock: bool = True) -> None:
        self._capture = capture
        self._can_lock = can_lock

    def read(self) -> Image | None:
        """See `Capture`."""
        _, image = self._capture.read()
        return to_bgr(image)

    def lock_exposure(self, locked: Exposure | None) -> Exposure | None:
        """See `Capture`."""
        if not self._can_lock:
            return None
        capture = self._capture
        # Read all values before setting any: a value may jump when its automatic control ends.
        now = {name: float(capture.get(value)) for name, (_, value) in _LOCKED_PROPERTIES.items()}
        applied = {}
        for name, (automatic, value) in _LOCKED_PROPERTIES.items():
            wanted = now[name] if locked is None else locked.get(name, -1.0)
            # A property that the camera lacks reads as a negative number.
            if wanted < 0 or not (automatic is None or capture.set(*automatic)):
                continue
            if capture.set(value, wanted):
                applied[name] = wanted
        return applied if "exposure" in applied else None

    def scale_exposure(self, locked: Exposure, factor: float) -> Exposure:
        """See `Capture`. V4L2 counts time in 0.1 ms; the unit of gain differs between cameras."""
        return {**locked, "exposure": max(1.0, round(locked["exposure"] * factor))}

    def close(self) -> None:
        """See `Capture`."""
        self._capture.release()


def usb_connector(
    device: Path, settings: CameraSettings, open_capture: OpenCapture = cv2.VideoCapture
) -> Connect:
    """Return a `Connect` for a V4L2 device such as ``/dev/video0`` or one of ``/dev/v4l/by-id``."""

    def connect() -> Capture:
        configure_opencv()
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
        # After each replugging, a link of /dev/v4l/by-id may lead to another /dev/videoN.
        capture = _check_opened(
            open_capture(str(device.resolve()), cv2.CAP_V4L2),
            sentence("The camera at {device} doesn't open: does another program use it?", device=device),
        )
        _request_settings(capture, settings)
        return OpenCVCapture(capture)

    return connect


def numbered_connector(
    number: int,
    settings: CameraSettings,
    backend: NumberedBackend,
    open_capture: OpenCapture = cv2.VideoCapture,
) -> Connect:
    """Return a `Connect` for a camera by number, on macOS and Windows; 0 is mostly the computer's own."""

    def connect() -> Capture:
        configure_opencv()
        capture = _check_opened(
            open_capture(number, backend.api),
            sentence(
                "Camera {number} doesn't open: is there one, does another program use it? If neither "
                "helps, {allow}",
                number=number,
                allow=backend.allow,
            ),
        )
        _request_settings(capture, settings)
        return OpenCVCapture(capture, can_lock=False)

    return connect


def _check_opened(capture: Any, trouble: str) -> Any:
    """Return an OpenCV capture if it has opened; else release it and raise CameraUnavailableError."""
    if not capture.isOpened():
        capture.release()
        raise CameraUnavailableError("waiting", trouble)
    return capture


def _request_settings(capture: Any, settings: CameraSettings) -> None:
    """Request settings from an open camera, which may choose others."""
    if settings.format is not None:
        capture.set(cv2.CAP_PROP_FOURCC, cv2.VideoWriter.fourcc(*settings.format))
    width, height = settings.size
    capture.set(cv2.CAP_PROP_FRAME_WIDTH, width)
    capture.set(cv2.CAP_PROP_FRAME_HEIGHT, height)
    if settings.fps is not None:
        capture.set(cv2.CAP_PROP_FPS, settings.fps)
    capture.set(cv2.CAP_PROP_BUFFERSIZE, 1)


def stream_connector(url: str) -> Connect:
    """Return a `Connect` for an MJPEG stream over HTTP or for an RTSP stream."""

    def connect() -> Capture:
        configure_opencv()
        limits: Sequence[int] = (
            cv2.CAP_PROP_OPEN_TIMEOUT_MSEC,
            _STREAM_TIMEOUT_MS,
            cv2.CAP_PROP_READ_TIMEOUT_MSEC,
            _STREAM_TIMEOUT_MS,
        )
        capture = cv2.VideoCapture(url, cv2.CAP_FFMPEG, limits)
        return OpenCVCapture(_check_opened(capture, str(no_pictures_error(url))))

    return connect


def no_pictures_error(url: str) -> CameraUnavailableError:
    """Return the error for an address that sends no pictures."""
    return CameraUnavailableError(
        "waiting",
        sentence(
            "No pictures from {address}: is the camera on, and the address right?",
            address=strip_credentials(url),
        ),
    )


def strip_credentials(url: str) -> str:
    """Return an address without user and password, for display."""
    scheme, _, rest = url.partition("://")
    host, slash, path = rest.partition("/")
    return f"{scheme}://{host.rpartition('@')[2]}{slash}{path}"


# The Raspberry Pi's own camera, through picamera2.


_MIN_RESOLUTION_SHARE: Final = 0.8
"""Least ratio of a sensor mode's columns to the requested ones; enlarging supplies the rest."""

_FLICKER_PERIODS_US: Final = 20_000
"""Microseconds: two flicker periods of lamps at 50 Hz, still short enough to avoid motion blur."""
_MAX_GAIN: Final = 16.0
"""Analogue gain that the sensors of all camera modules reach."""
_AF_MODE_MANUAL: Final = 0
"""libcamera's AfModeManual."""

_MISSING_PACKAGE = sentence(
    "The Raspberry Pi camera needs picamera2: install it with 'sudo apt install python3-picamera2' and "
    "create the environment again with 'python3 -m venv --system-site-packages'."
)


class PicameraCapture:
    """A `Capture` over `picamera2.Picamera2`."""

    def __init__(self, camera: Any) -> None:
        self._camera = camera

    def read(self) -> Image | None:
        """See `Capture`."""
        return to_bgr(self._camera.capture_array("main"))

    def lock_exposure(self, locked: Exposure | None) -> Exposure | None:
        """See `Capture`."""
        try:
            values = self._read_exposure() if locked is None else dict(locked)
            controls: dict[str, Any] = {
                "AeEnable": False,
                "ExposureTime": round(values["exposure"]),
                "AnalogueGain": values["gain"],
                "AwbEnable": False,
                "ColourGains": (values["red"], values["blue"]),
            }
            if "focus" in values:
                controls |= {"AfMode": _AF_MODE_MANUAL, "LensPosition": values["focus"]}
            self._camera.set_controls(controls)
        except (OSError, RuntimeError, KeyError):
            return None
        return values

    def scale_exposure(self, locked: Exposure, factor: float) -> Exposure:
        """See `Capture`. Reduces gain before time, as lamps flicker a hundred times a second."""
        light = locked["exposure"] * locked["gain"] * factor
        time = min(max(locked["exposure"], _FLICKER_PERIODS_US), light)
        return {**locked, "exposure": time, "gain": min(light / time, _MAX_GAIN)}

    def _read_exposure(self) -> dict[str, float]:
        """Read exposure, gain, colour gains and focus of the newest picture."""
        metadata = self._camera.capture_metadata()
        red, blue = metadata["ColourGains"]
        exposure = {
            "exposure": metadata["ExposureTime"],
            "gain": metadata["AnalogueGain"],
            "red": red,
            "blue": blue,
        }
        if "LensPosition" in metadata:
            exposure["focus"] = metadata["LensPosition"]
        return {name: float(value) for name, value in exposure.items()}

    def close(self) -> None:
        """See `Capture`."""
        self._camera.stop()
        self._camera.close()


def picamera_connector(number: int, settings: CameraSettings) -> Connect:
    """Return a `Connect` for a camera on the Pi's ribbon connector: 0, or 1 if there are two."""

    def connect() -> Capture:
        # By default libcamera logs verbosely to standard error.
        os.environ.setdefault("LIBCAMERA_LOG_LEVELS", "*:ERROR")
        camera = _open_picamera(_import_picamera2(), number)
        try:
            controls = {} if settings.fps is None else {"FrameRate": settings.fps}
            # libcamera's RGB888 is stored as blue, green, red.
            main = {"size": settings.size, "format": "RGB888"}
            sensor = full_field_mode(camera.sensor_modes, settings)
            camera.configure(camera.create_video_configuration(main=main, controls=controls, sensor=sensor))
            camera.start()
        except (OSError, RuntimeError, ValueError) as error:
            camera.close()
            raise CameraUnavailableError(
                "fault", sentence("The Raspberry Pi camera doesn't start: {error}.", error=error)
            ) from error
        return PicameraCapture(camera)

    return connect


def full_field_mode(modes: Sequence[Mapping[str, Any]], settings: CameraSettings) -> dict[str, Any]:
    """Choose the sensor mode with the full field of view, as picamera2's `sensor` argument.

    By default libcamera chooses the mode with the best matching size, which may crop the sensor:
    to two thirds of the width of Camera Module 3 at 1280 x 720, less of Module 2 at 1920 x 1080.

    Args:
        modes: `Picamera2.sensor_modes`.
        settings: the requested settings.
    """

    def field_area(mode: Mapping[str, Any]) -> int:
        _, _, width, height = mode["crop_limits"]
        return int(width * height)

    def width(mode: Mapping[str, Any]) -> int:
        return int(mode["size"][0])

    widest = max(map(field_area, modes))
    whole = [mode for mode in modes if field_area(mode) == widest and mode["fps"] >= (settings.fps or 0)]
    whole = whole or [mode for mode in modes if field_area(mode) == widest]
    # A sensor's next finer mode has four times the pixels: a slightly too coarse one is better.
    fine = [mode for mode in whole if width(mode) >= _MIN_RESOLUTION_SHARE * settings.size[0]]
    chosen = min(fine, key=width) if fine else max(whole, key=width)
    return {"output_size": chosen["size"], "bit_depth": chosen["bit_depth"]}


def _import_picamera2() -> Any:
    try:
        return importlib.import_module("picamera2")
    except ModuleNotFoundError as error:
        raise CameraUnavailableError("fault", _MISSING_PACKAGE) from error
    except (ImportError, ValueError) as error:
        # The system's picamera2 was built for an older numpy than the environment's.
        raise CameraUnavailableError(
            "fault",
            sentence(
                "The system's picamera2 doesn't fit this environment ({error}): install a newer "
                "simplejpeg into the environment, or a newer Raspberry Pi OS.",
                error=error,
            ),
        ) from error


def _open_picamera(module: Any, number: int) -> Any:
    try:
        return module.Picamera2(number)
    except IndexError as error:
        raise CameraUnavailableError(
            "waiting",
            sentence("The Raspberry Pi finds no camera: switch it off and check the ribbon cable."),
        ) from error
    except (OSError, RuntimeError) as error:
        raise CameraUnavailableError(
            "waiting", sentence("The Raspberry Pi camera doesn't open: does another program use it?")
        ) from error
