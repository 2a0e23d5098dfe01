"""Exposure lock: requested in one thread, applied in the reading thread, kept after a reconnection."""

import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from companion.sources.camera import ExposureError, Frame, FrameSource, open_camera
from companion.sources.camera.live_camera import CameraTimeouts, LiveCamera
from companion.sources.camera.local_camera import (
    CameraSettings,
    OpenCVCapture,
    PicameraCapture,
    usb_connector,
)
from tests.sources.camera.conftest import ScriptedCamera, Shot, VirtualTime
from vision.training.textures import Image

MANUAL = {cv2.CAP_PROP_AUTO_EXPOSURE: 1, cv2.CAP_PROP_EXPOSURE: 156.0, cv2.CAP_PROP_GAIN: 12.0}


@pytest.fixture
def webcam(camera: ScriptedCamera) -> ScriptedCamera:
    """Camera with exposure and gain but without focus control."""
    camera.has = {cv2.CAP_PROP_EXPOSURE: 156.0, cv2.CAP_PROP_GAIN: 12.0}
    return camera


class TestUsb:
    def test_lock_keeps_the_current_exposure_and_gain(self, webcam: ScriptedCamera) -> None:
        assert OpenCVCapture(webcam).lock_exposure(None) == {"exposure": 156.0, "gain": 12.0}
        assert webcam.settings == MANUAL

    def test_a_saved_exposure_is_restored(self, webcam: ScriptedCamera) -> None:
        expected = OpenCVCapture(webcam).lock_exposure({"exposure": 90.0, "white_balance": 4200.0})
        assert expected == {"exposure": 90.0, "white_balance": 4200.0}
        assert webcam.settings[cv2.CAP_PROP_EXPOSURE] == 90.0
        assert webcam.settings[cv2.CAP_PROP_AUTO_WB] == 0
        assert cv2.CAP_PROP_GAIN not in webcam.settings

    def test_a_smaller_factor_shortens_the_exposure_time(self, webcam: ScriptedCamera) -> None:
        capture = OpenCVCapture(webcam)
        assert capture.scale_exposure({"exposure": 157.0, "gain": 12.0}, 0.5) == {
            "exposure": 78.0,
            "gain": 12.0,
        }
        assert capture.scale_exposure({"exposure": 1.0}, 0.25) == {"exposure": 1.0}, (
            "no time at all is no picture"
        )

    def test_a_camera_that_ignores_manual_mode_locks_nothing(self, webcam: ScriptedCamera) -> None:
        webcam.refused = {cv2.CAP_PROP_AUTO_EXPOSURE}
        assert OpenCVCapture(webcam).lock_exposure(None) is None

    def test_a_stream_locks_nothing(self, camera: ScriptedCamera) -> None:
        assert OpenCVCapture(camera).lock_exposure(None) is None


class Reading:
    """Read a live camera in a thread until the test ends."""

    def __init__(self, source: FrameSource) -> None:
        self.source = source
        self.stop = threading.Event()
        self.seen = threading.Event()
        self.thread = threading.Thread(target=self._read)
        self.thread.start()

    def _read(self) -> None:
        for item in self.source.frames(time.monotonic, self.stop):
            if isinstance(item, Frame):
                self.seen.set()

    def end(self) -> None:
        self.stop.set()
        self.thread.join()


@pytest.fixture
def reading() -> Iterator[Callable[..., FrameSource]]:
    start_time = []

    def begin(source: FrameSource) -> FrameSource:
        start_time.append(Reading(source))
        return start_time[-1].source

    yield begin
    for each in start_time:
        each.end()


def slow(picture: Callable[..., Image]) -> list[Shot]:
    """Return a shot function that produces pictures at camera speed."""

    def shot() -> Image:
        time.sleep(0.005)
        return picture(int(np.random.default_rng().integers(250)))

    return [shot] * 100_000


def test_the_reading_thread_locks_the_exposure_of_a_live_camera(
    webcam: ScriptedCamera, device: Path, picture: Callable[..., Image], reading: Callable[..., FrameSource]
) -> None:
    webcam.sessions = [slow(picture)]
    live_camera = reading(LiveCamera("camera", "The camera", usb_connector(device, CameraSettings(), webcam)))
    assert live_camera.lock_exposure() == {"exposure": 156.0, "gain": 12.0}


def test_exposure_is_locked_at_a_multiple_of_the_light(
    webcam: ScriptedCamera, device: Path, picture: Callable[..., Image], reading: Callable[..., FrameSource]
) -> None:
    webcam.sessions = [slow(picture)]
    live_camera = reading(LiveCamera("camera", "The camera", usb_connector(device, CameraSettings(), webcam)))
    assert live_camera.lock_exposure(0.25) == {"exposure": 39.0, "gain": 12.0}
    assert webcam.settings[cv2.CAP_PROP_EXPOSURE] == 39.0


def test_the_exposure_is_locked_again_after_a_lost_connection(
    webcam: ScriptedCamera, device: Path, picture: Callable[..., Image], time_: VirtualTime
) -> None:
    webcam.sessions = [[picture(1)], [picture(2)]]
    live_camera = LiveCamera(
        "camera",
        "The camera",
        usb_connector(device, CameraSettings(), webcam),
        CameraTimeouts(silent=1, frozen=5, retry=1, max_retry=1),
        {"exposure": 70.0},
    )
    frames = (item for item in live_camera.frames(time_.clock, time_.stop) if isinstance(item, Frame))
    for _ in range(2):
        next(frames)
        assert webcam.settings.pop(cv2.CAP_PROP_EXPOSURE) == 70.0


def test_locking_a_camera_without_pictures_reports_that_it_has_none(
    webcam: ScriptedCamera, device: Path
) -> None:
    live_camera = LiveCamera(
        "camera", "The camera", usb_connector(device, CameraSettings(), webcam), CameraTimeouts(exposure=0.05)
    )
    with pytest.raises(ExposureError, match="sends no pictures"):
        live_camera.lock_exposure()


def test_a_camera_that_cannot_lock_explains_the_consequence(
    camera: ScriptedCamera, device: Path, picture: Callable[..., Image], reading: Callable[..., FrameSource]
) -> None:
    camera.sessions = [slow(picture)]
    live_camera = reading(LiveCamera("camera", "The camera", usb_connector(device, CameraSettings(), camera)))
    with pytest.raises(ExposureError, match="keep lamps and shadows as they are"):
        live_camera.lock_exposure()


def test_the_raspberry_pi_camera_is_locked_by_its_controls(
    picamera2: Any, reading: Callable[..., FrameSource]
) -> None:
    picamera2.metadata = {**picamera2.metadata, "LensPosition": 1.5}
    expected = reading(open_camera("picamera")).lock_exposure()
    assert expected == {"exposure": 8000, "gain": 2.0, "red": 1.5, "blue": 1.25, "focus": 1.5}
    (controls,) = (call[1] for call in picamera2.calls if call[0] == "set_controls")
    assert controls["AeEnable"] is False
    assert controls["AwbEnable"] is False
    assert controls["ExposureTime"] == 8000
    assert controls["LensPosition"] == 1.5


@pytest.mark.parametrize(
    ("exposure", "gain", "times", "expected"),
    [
        (8000, 4.0, 0.5, (16000, 1.0)),
        (30000, 8.0, 0.5, (30000, 4.0)),
        (20000, 1.0, 0.5, (10000, 1.0)),
        (8000, 1.0, 2.0, (16000, 1.0)),
        (20000, 2.0, 4.0, (20000, 8.0)),
        (20000, 8.0, 4.0, (20000, 16.0)),
    ],
)
def test_the_raspberry_pi_camera_reduces_gain_before_time(
    exposure: float, gain: float, times: float, expected: tuple[float, float]
) -> None:
    at = {"exposure": float(exposure), "gain": gain, "red": 1.5, "blue": 1.25}
    now = PicameraCapture(None).scale_exposure(at, times)
    assert (now["exposure"], now["gain"]) == expected
    assert (now["red"], now["blue"]) == (1.5, 1.25)


def test_a_raspberry_pi_camera_without_metadata_locks_nothing(
    picamera2: Any, reading: Callable[..., FrameSource]
) -> None:
    picamera2.metadata = {}
    with pytest.raises(ExposureError, match="can't lock"):
        reading(open_camera("picamera")).lock_exposure()


def test_recordings_have_no_exposure(
    tmp_path: Path, picture: Callable[..., Image], write_video: Callable[..., Path]
) -> None:
    cv2.imwrite(str(tmp_path / "0.png"), picture(5))
    for source in (open_camera(str(tmp_path / "0.png")), open_camera(str(write_video([1])))):
        with pytest.raises(ExposureError, match="recording"):
            source.lock_exposure()
