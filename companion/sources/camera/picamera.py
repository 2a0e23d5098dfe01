"""The Raspberry Pi's own camera, through picamera2."""

from __future__ import annotations

import importlib
import os
from collections.abc import Mapping, Sequence
from typing import Any, Final

from companion.i18n import sentence
from companion.sources.camera.exposure import Exposure
from companion.sources.camera.frames import CameraUnavailableError, Image, to_bgr
from companion.sources.camera.live_camera import Capture, Connect
from companion.sources.camera.opencv import CameraSettings

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
        """See `AdjustableCamera`."""
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
        """See `AdjustableCamera`. Reduces gain before time, as lamps flicker a hundred times a second."""
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

    widest = max(map(field_area, modes))
    whole = [mode for mode in modes if field_area(mode) == widest and mode["fps"] >= (settings.fps or 0)]
    whole = whole or [mode for mode in modes if field_area(mode) == widest]
    # A sensor's next finer mode has four times the pixels: a slightly too coarse one is better.
    fine = [mode for mode in whole if mode["size"][0] >= _MIN_RESOLUTION_SHARE * settings.size[0]]
    chosen = min(fine, key=_width) if fine else max(whole, key=_width)
    return {"output_size": chosen["size"], "bit_depth": chosen["bit_depth"]}


def _width(mode: Mapping[str, Any]) -> int:
    return int(mode["size"][0])


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
