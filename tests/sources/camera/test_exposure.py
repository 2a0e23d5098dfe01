"""Exposure held as it is: asked in one thread, done in the one that reads, kept over a lost connection."""

import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from companion.sources.camera import (
    CameraTimeouts,
    ExposureError,
    Frame,
    FrameSource,
    LiveCamera,
    open_camera,
)
from companion.sources.camera.opencv import CameraSettings, OpenCVCapture, usb_connector
from companion.sources.camera.picamera import PicameraCapture
from tests.sources.camera.conftest import ScriptedCamera, Shot, VirtualTime
from vision.training.textures import Image

MANUAL = {cv2.CAP_PROP_AUTO_EXPOSURE: 1, cv2.CAP_PROP_EXPOSURE: 156.0, cv2.CAP_PROP_GAIN: 12.0}


@pytest.fixture
def webcam(camera: ScriptedCamera) -> ScriptedCamera:
    """A camera with exposure and gain, and no focus to set."""
    camera.has = {cv2.CAP_PROP_EXPOSURE: 156.0, cv2.CAP_PROP_GAIN: 12.0}
    return camera


class TestUsb:
    def test_what_the_camera_has_is_held_as_it_is(self, webcam: ScriptedCamera) -> None:
        assert OpenCVCapture(webcam).lock_exposure(None) == {"exposure": 156.0, "gain": 12.0}
        assert webcam.settings == MANUAL

    def test_what_was_held_is_held_again(self, webcam: ScriptedCamera) -> None:
        held = OpenCVCapture(webcam).lock_exposure({"exposure": 90.0, "white_balance": 4200.0})
        assert held == {"exposure": 90.0, "white_balance": 4200.0}
        assert webcam.settings[cv2.CAP_PROP_EXPOSURE] == 90.0
        assert webcam.settings[cv2.CAP_PROP_AUTO_WB] == 0
        assert cv2.CAP_PROP_GAIN not in webcam.settings

    def test_less_light_is_less_time(self, webcam: ScriptedCamera) -> None:
        capture = OpenCVCapture(webcam)
        assert capture.scale_exposure({"exposure": 157.0, "gain": 12.0}, 0.5) == {
            "exposure": 78.0,
            "gain": 12.0,
        }
        assert capture.scale_exposure({"exposure": 1.0}, 0.25) == {"exposure": 1.0}, (
            "no time at all is no picture"
        )

    def test_a_camera_whose_automatic_stays_on_holds_nothing(self, webcam: ScriptedCamera) -> None:
        webcam.refused = {cv2.CAP_PROP_AUTO_EXPOSURE}
        assert OpenCVCapture(webcam).lock_exposure(None) is None

    def test_a_stream_holds_nothing(self, camera: ScriptedCamera) -> None:
        assert OpenCVCapture(camera).lock_exposure(None) is None


class Reading:
    """A live camera that a thread reads until the test is over."""

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
    begun = []

    def begin(source: FrameSource) -> FrameSource:
        begun.append(Reading(source))
        return begun[-1].source

    yield begin
    for each in begun:
        each.end()


def slow(picture: Callable[..., Image]) -> list[Shot]:
    """Pictures as they come from a camera, one after another for as long as anybody reads."""

    def shot() -> Image:
        time.sleep(0.005)
        return picture(int(np.random.default_rng().integers(250)))

    return [shot] * 100_000


def test_a_live_camera_is_held_by_whoever_reads_it(
    webcam: ScriptedCamera, device: Path, picture: Callable[..., Image], reading: Callable[..., FrameSource]
) -> None:
    webcam.sessions = [slow(picture)]
    live = reading(LiveCamera("camera", "The camera", usb_connector(device, CameraSettings(), webcam)))
    assert live.lock_exposure() == {"exposure": 156.0, "gain": 12.0}


def test_it_is_held_at_so_many_times_the_light(
    webcam: ScriptedCamera, device: Path, picture: Callable[..., Image], reading: Callable[..., FrameSource]
) -> None:
    webcam.sessions = [slow(picture)]
    live = reading(LiveCamera("camera", "The camera", usb_connector(device, CameraSettings(), webcam)))
    assert live.lock_exposure(0.25) == {"exposure": 39.0, "gain": 12.0}
    assert webcam.settings[cv2.CAP_PROP_EXPOSURE] == 39.0


def test_after_a_lost_connection_it_is_held_again(
    webcam: ScriptedCamera, device: Path, picture: Callable[..., Image], time_: VirtualTime
) -> None:
    webcam.sessions = [[picture(1)], [picture(2)]]
    live = LiveCamera(
        "camera",
        "The camera",
        usb_connector(device, CameraSettings(), webcam),
        CameraTimeouts(silent=1, frozen=5, retry=1, max_retry=1),
        {"exposure": 70.0},
    )
    frames = (item for item in live.frames(time_.clock, time_.stop) if isinstance(item, Frame))
    for _ in range(2):
        next(frames)
        assert webcam.settings.pop(cv2.CAP_PROP_EXPOSURE) == 70.0


def test_a_camera_that_gives_nothing_is_said_to(webcam: ScriptedCamera, device: Path) -> None:
    live = LiveCamera(
        "camera", "The camera", usb_connector(device, CameraSettings(), webcam), CameraTimeouts(exposure=0.05)
    )
    with pytest.raises(ExposureError, match="sends no pictures"):
        live.lock_exposure()


def test_a_camera_that_can_not_says_what_that_means(
    camera: ScriptedCamera, device: Path, picture: Callable[..., Image], reading: Callable[..., FrameSource]
) -> None:
    camera.sessions = [slow(picture)]
    live = reading(LiveCamera("camera", "The camera", usb_connector(device, CameraSettings(), camera)))
    with pytest.raises(ExposureError, match="keep lamps and shadows as they are"):
        live.lock_exposure()


def test_the_raspberry_pi_camera_is_held_by_its_controls(
    picamera2: Any, reading: Callable[..., FrameSource]
) -> None:
    picamera2.metadata = {**picamera2.metadata, "LensPosition": 1.5}
    held = reading(open_camera("picamera")).lock_exposure()
    assert held == {"exposure": 8000, "gain": 2.0, "red": 1.5, "blue": 1.25, "focus": 1.5}
    (controls,) = (call[1] for call in picamera2.calls if call[0] == "set_controls")
    assert controls["AeEnable"] is False
    assert controls["AwbEnable"] is False
    assert controls["ExposureTime"] == 8000
    assert controls["LensPosition"] == 1.5


@pytest.mark.parametrize(
    ("exposure", "gain", "times", "held"),
    [
        (8000, 4.0, 0.5, (16000, 1.0)),
        (30000, 8.0, 0.5, (30000, 4.0)),
        (20000, 1.0, 0.5, (10000, 1.0)),
        (8000, 1.0, 2.0, (16000, 1.0)),
        (20000, 2.0, 4.0, (20000, 8.0)),
        (20000, 8.0, 4.0, (20000, 16.0)),
    ],
)
def test_the_raspberry_pi_camera_gives_gain_away_before_time(
    exposure: float, gain: float, times: float, held: tuple[float, float]
) -> None:
    at = {"exposure": float(exposure), "gain": gain, "red": 1.5, "blue": 1.25}
    now = PicameraCapture(None).scale_exposure(at, times)
    assert (now["exposure"], now["gain"]) == held
    assert (now["red"], now["blue"]) == (1.5, 1.25)


def test_one_that_says_nothing_of_its_pictures_holds_nothing(
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
