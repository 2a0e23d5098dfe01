"""The Raspberry Pi's own camera, through picamera2."""

from __future__ import annotations

import importlib
import os
from collections.abc import Mapping, Sequence
from typing import Any, Final

from companion.i18n import sentence
from companion.sources.camera.exposure import Exposure
from companion.sources.camera.frames import CameraUnavailableError, Image, as_bgr
from companion.sources.camera.live import Capture, Connect
from companion.sources.camera.opencv import CameraSettings

_FINE_ENOUGH: Final = 0.8
"""A sensor's columns to those that are asked for: so much may be made up by enlarging."""

_WHOLE_FLICKERS_US: Final = 20_000
"""Microseconds: two flickers of lamps at 50 Hz, and motion is not blurred yet."""
_MOST_GAIN: Final = 16.0
"""What the sensors of all camera modules reach."""
_BY_HAND: Final = 0
"""libcamera's AfModeManual."""

_MISSING = sentence(
    "The Raspberry Pi camera needs picamera2: install it with 'sudo apt install python3-picamera2' and "
    "create the environment again with 'python3 -m venv --system-site-packages'."
)


class PicameraCapture:
    """A `Capture` over `picamera2.Picamera2`."""

    def __init__(self, camera: Any) -> None:
        self._camera = camera

    def read(self) -> Image | None:
        """See `Capture`."""
        try:
            return as_bgr(self._camera.capture_array("main"))
        except (OSError, RuntimeError):
            return None

    def hold_exposure(self, at: Exposure | None) -> Exposure | None:
        """See `Adjustable`."""
        try:
            held = self._seen() if at is None else dict(at)
            controls: dict[str, Any] = {
                "AeEnable": False,
                "ExposureTime": round(held["exposure"]),
                "AnalogueGain": held["gain"],
                "AwbEnable": False,
                "ColourGains": (held["red"], held["blue"]),
            }
            if "focus" in held:
                controls |= {"AfMode": _BY_HAND, "LensPosition": held["focus"]}
            self._camera.set_controls(controls)
        except (OSError, RuntimeError, KeyError):
            return None
        return held

    def brightened(self, held: Exposure, times: float) -> Exposure:
        """See `Adjustable`. Gain gives way before time does: lamps flicker a hundred times a second."""
        light = held["exposure"] * held["gain"] * times
        time = min(max(held["exposure"], _WHOLE_FLICKERS_US), light)
        return {**held, "exposure": time, "gain": min(light / time, _MOST_GAIN)}

    def _seen(self) -> dict[str, float]:
        """How the newest picture was taken."""
        told = self._camera.capture_metadata()
        red, blue = told["ColourGains"]
        seen = {"exposure": told["ExposureTime"], "gain": told["AnalogueGain"], "red": red, "blue": blue}
        if "LensPosition" in told:
            seen["focus"] = told["LensPosition"]
        return {name: float(value) for name, value in seen.items()}

    def close(self) -> None:
        """See `Capture`."""
        self._camera.stop()
        self._camera.close()


def picamera(number: int, settings: CameraSettings) -> Connect:
    """Connects to a camera on the Pi's ribbon connector: 0, or 1 where there are two."""

    def connect() -> Capture:
        # libcamera tells its whole story on standard error unless it is asked not to.
        os.environ.setdefault("LIBCAMERA_LOG_LEVELS", "*:ERROR")
        camera = _open(_picamera2(), number)
        try:
            controls = {} if settings.fps is None else {"FrameRate": settings.fps}
            # What libcamera calls RGB888 lies in memory as blue, green, red.
            main = {"size": settings.size, "format": "RGB888"}
            sensor = whole_field(camera.sensor_modes, settings)
            camera.configure(camera.create_video_configuration(main=main, controls=controls, sensor=sensor))
            camera.start()
        except (OSError, RuntimeError, ValueError) as error:
            camera.close()
            raise CameraUnavailableError(
                "fault", sentence("The Raspberry Pi camera doesn't start: {error}.", error=error)
            ) from error
        return PicameraCapture(camera)

    return connect


def whole_field(modes: Sequence[Mapping[str, Any]], settings: CameraSettings) -> dict[str, Any]:
    """The mode of a sensor that shows all that its lens sees, as picamera2 is asked for it.

    Left to itself libcamera takes the mode whose size fits best, and the middle of the sensor with it:
    two thirds of the width of Camera Module 3 at 1280 x 720, less of Module 2 at 1920 x 1080.

    Args:
        modes: what `Picamera2.sensor_modes` says.
        settings: what is asked of the camera.
    """

    def seen(mode: Mapping[str, Any]) -> int:
        _, _, width, height = mode["crop_limits"]
        return int(width * height)

    widest = max(map(seen, modes))
    whole = [mode for mode in modes if seen(mode) == widest and mode["fps"] >= (settings.fps or 0)]
    whole = whole or [mode for mode in modes if seen(mode) == widest]
    # A sensor's next finer mode has four times the pixels: a little too coarse is better than that.
    fine = [mode for mode in whole if mode["size"][0] >= _FINE_ENOUGH * settings.size[0]]
    chosen = min(fine, key=_columns) if fine else max(whole, key=_columns)
    return {"output_size": chosen["size"], "bit_depth": chosen["bit_depth"]}


def _columns(mode: Mapping[str, Any]) -> int:
    return int(mode["size"][0])


def _picamera2() -> Any:
    try:
        return importlib.import_module("picamera2")
    except ModuleNotFoundError as error:
        raise CameraUnavailableError("fault", _MISSING) from error
    except (ImportError, ValueError) as error:
        # The system's picamera2 was built for an older numpy than the environment holds.
        raise CameraUnavailableError(
            "fault",
            sentence(
                "The system's picamera2 doesn't fit this environment ({error}): install a newer "
                "simplejpeg into the environment, or a newer Raspberry Pi OS.",
                error=error,
            ),
        ) from error


def _open(module: Any, number: int) -> Any:
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
