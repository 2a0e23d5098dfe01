"""The Raspberry Pi's own camera, with a stand-in for picamera2."""

import sys
import threading
import time
from itertools import islice
from typing import Any

import pytest

from companion.observations import SourceReport
from companion.sources.camera import open_camera
from companion.sources.camera.frames import CameraUnavailableError
from companion.sources.camera.local_camera import CameraSettings, full_field_mode, picamera_connector


def first_report(spec: str = "picamera") -> SourceReport:
    report = next(open_camera(spec).frames(time.monotonic, threading.Event()))
    assert isinstance(report, SourceReport)
    return report


def test_the_picture_is_requested_in_bgr_order(picamera2: Any) -> None:
    capture = picamera_connector(0, CameraSettings((1280, 720), fps=10))()
    picture = capture.read()
    assert picture is not None
    assert picture.shape == (48, 64, 3)
    capture.close()
    requested = {
        "main": {"size": (1280, 720), "format": "RGB888"},
        "controls": {"FrameRate": 10},
        "sensor": {"output_size": (2304, 1296), "bit_depth": 10},
    }
    assert picamera2.calls == [("configure", requested), ("start",), ("stop",), ("close",)]


MODULE_2 = [
    {"size": (640, 480), "crop_limits": (1000, 752, 1280, 960), "fps": 206.7, "bit_depth": 10},
    {"size": (1640, 1232), "crop_limits": (0, 0, 3280, 2464), "fps": 41.9, "bit_depth": 10},
    {"size": (1920, 1080), "crop_limits": (680, 692, 1920, 1080), "fps": 47.6, "bit_depth": 10},
    {"size": (3280, 2464), "crop_limits": (0, 0, 3280, 2464), "fps": 21.2, "bit_depth": 10},
]


@pytest.mark.parametrize(
    ("requested", "expected_mode"),
    [
        (CameraSettings((640, 480)), (1640, 1232)),
        (CameraSettings((1280, 720)), (1640, 1232)),
        (CameraSettings((1920, 1080)), (1640, 1232)),
        (CameraSettings((2592, 1944)), (3280, 2464)),
        (CameraSettings((3840, 2160)), (3280, 2464)),
        (CameraSettings((2592, 1944), fps=30), (1640, 1232)),
        (CameraSettings((640, 480), fps=90), (1640, 1232)),
    ],
)
def test_a_cropped_sensor_mode_is_never_chosen(
    requested: CameraSettings, expected_mode: tuple[int, int]
) -> None:
    assert full_field_mode(MODULE_2, requested)["output_size"] == expected_mode


def test_a_missing_picamera2_is_explained(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "picamera2", None)
    report = first_report()
    assert report.health == "fault"
    assert "python3-picamera2" in report.text
    assert "--system-site-packages" in report.text


def test_an_outdated_picamera2_is_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    def raise_import_error(name: str) -> None:
        raise ValueError("numpy.dtype size changed")

    monkeypatch.setattr("importlib.import_module", raise_import_error)
    report = first_report()
    assert report.health == "fault"
    assert "simplejpeg" in report.text


def test_a_missing_raspberry_pi_camera_is_retried(picamera2: Any) -> None:
    assert first_report("picamera:1").health == "waiting"
    assert "ribbon cable" in first_report("picamera:1").text


def test_a_camera_that_fails_to_start_is_released(picamera2: Any) -> None:
    picamera2.fail = RuntimeError("Failed to start camera: Device or resource busy")
    with pytest.raises(CameraUnavailableError, match="busy"):
        picamera_connector(0, CameraSettings())()
    assert picamera2.calls[-1] == ("close",)


def test_the_camera_is_released_at_the_end(picamera2: Any) -> None:
    stop = threading.Event()
    frames = open_camera("picamera").frames(time.monotonic, stop)
    list(islice(frames, 3))
    stop.set()
    list(frames)
    assert picamera2.calls[-2:] == [("stop",), ("close",)]
