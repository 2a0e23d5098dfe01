"""Cameras through OpenCV: device settings, and reports when a device is unavailable."""

import os
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from itertools import islice, pairwise
from pathlib import Path

import cv2
import pytest

from companion.sources.camera import Frame, open_camera
from companion.sources.camera.frames import CameraUnavailableError, Image
from companion.sources.camera.live_camera import CameraTimeouts, LiveCamera
from companion.sources.camera.local_camera import (
    CameraSettings,
    stream_connector,
    strip_credentials,
    usb_connector,
)
from tests.sources.camera.conftest import ScriptedCamera, VirtualTime


class TestUsb:
    def test_a_device_is_opened_through_v4l2_with_the_shortest_buffer(
        self, camera: ScriptedCamera, device: Path, picture: Callable[..., Image]
    ) -> None:
        camera.sessions = [[picture(1)]]
        usb_connector(device, CameraSettings((1280, 720), 10, "MJPG"), camera)()
        assert camera.opened[0][1] == (str(device), cv2.CAP_V4L2)
        assert camera.settings == {
            cv2.CAP_PROP_FOURCC: cv2.VideoWriter.fourcc(*"MJPG"),
            cv2.CAP_PROP_FRAME_WIDTH: 1280,
            cv2.CAP_PROP_FRAME_HEIGHT: 720,
            cv2.CAP_PROP_FPS: 10,
            cv2.CAP_PROP_BUFFERSIZE: 1,
        }

    def test_a_device_link_is_resolved_at_each_opening(
        self, camera: ScriptedCamera, device: Path, tmp_path: Path, picture: Callable[..., Image]
    ) -> None:
        """The same camera may be another device after replugging."""
        link = tmp_path / "usb-Maker_Camera-video-index0"
        camera.sessions = [[picture(1)], [picture(2)]]
        connect = usb_connector(link, CameraSettings(), camera)
        link.symlink_to(device)
        connect()
        other = tmp_path / "video2"
        other.touch()
        link.unlink()
        link.symlink_to(other)
        connect()
        assert [arguments[0] for _, arguments in camera.opened] == [str(device), str(other)]

    def test_a_missing_permission_is_explained_with_the_command(
        self, camera: ScriptedCamera, device: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(os, "access", lambda *_: False)
        with pytest.raises(CameraUnavailableError, match="usermod -aG video") as caught:
            usb_connector(device, CameraSettings(), camera)()
        assert caught.value.health == "fault"

    def test_a_busy_camera_is_released_and_retried(self, camera: ScriptedCamera, device: Path) -> None:
        with pytest.raises(CameraUnavailableError, match="another program") as caught:
            usb_connector(device, CameraSettings(), camera)()
        assert caught.value.health == "waiting"
        assert camera.released == 1

    def test_a_file_that_is_not_a_camera_does_not_open(self) -> None:
        with pytest.raises(CameraUnavailableError):
            usb_connector(Path("/dev/null"), CameraSettings())()

    def test_a_garbled_picture_is_dropped(
        self,
        camera: ScriptedCamera,
        device: Path,
        time_: VirtualTime,
        picture: Callable[..., Image],
    ) -> None:
        def raise_decode_error() -> None:
            raise cv2.error("imdecode")

        camera.sessions = [[raise_decode_error, picture(7)]]
        live = LiveCamera("camera", "It", usb_connector(device, CameraSettings(), camera))
        frames = (item for item in live.frames(time_.clock, time_.stop) if isinstance(item, Frame))
        assert next(frames).image[0, 0, 0] == 7


class TestStreams:
    def test_an_unreachable_stream_is_retried(self) -> None:
        with pytest.raises(CameraUnavailableError, match="is the camera on") as caught:
            stream_connector("http://127.0.0.1:9/live")()
        assert caught.value.health == "waiting"

    def test_passwords_are_not_shown(self) -> None:
        assert strip_credentials("rtsp://me:secret@cam.local:554/a?b=c@d") == "rtsp://cam.local:554/a?b=c@d"
        assert strip_credentials("http://cam.local/x") == "http://cam.local/x"
        with pytest.raises(CameraUnavailableError) as caught:
            stream_connector("http://me:secret@127.0.0.1:9/live")()
        assert "secret" not in str(caught.value)

    def test_frames_arrive_as_they_are_sent(self, mjpeg_server: str) -> None:
        items = open_camera(mjpeg_server).frames(time.monotonic, threading.Event())
        shades = [int(item.image[0, 0, 0]) for item in islice(items, 8) if isinstance(item, Frame)]
        steps = {(b - a) % 200 for a, b in pairwise(shades)}
        assert all(step % 8 in (0, 1, 2, 6, 7) and step > 0 for step in steps)

    def test_an_interrupted_stream_is_reopened(self, mjpeg_server: str) -> None:
        patience = CameraTimeouts(silent=0.2, retry=0.1)
        source = LiveCamera("camera", "The camera", stream_connector(mjpeg_server + "?short"), patience)
        items = list(islice(source.frames(time.monotonic, threading.Event()), 11))
        health = [item.health for item in items if not isinstance(item, Frame)]
        assert health == ["ok", "waiting", "ok"]
        assert [item.number for item in items if isinstance(item, Frame)] == list(range(8))


def test_opencv_and_ffmpeg_print_nothing(tmp_path: Path) -> None:
    """Errors appear in reports only, never on standard error."""
    (tmp_path / "x.avi").write_bytes(b"RIFF" + bytes(range(256)))
    (tmp_path / "x.jpg").write_bytes(b"\xff\xd8 no more")
    script = f"""
import threading
from companion.sources.camera import open_camera
for spec in ({str(tmp_path / "x.avi")!r}, {str(tmp_path / "x.jpg")!r}):
    print([item.health for item in open_camera(spec).frames(lambda: 0.0, threading.Event())][-1])
for spec in ("http://127.0.0.1:9/x", "/dev/null", "93"):
    print(next(open_camera(spec).frames(lambda: 0.0, threading.Event())).health)
"""
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, timeout=240, check=True
    )
    assert done.stdout.split() == ["fault", "fault", "waiting", "waiting", "waiting"]
    assert done.stderr == ""
