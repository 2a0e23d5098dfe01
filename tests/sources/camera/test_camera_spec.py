"""Camera specs: opening and finding cameras by text."""

import sys
import types
from collections.abc import Callable
from importlib.machinery import ModuleSpec
from itertools import islice
from pathlib import Path

import cv2
import pytest

from companion.sources.camera import CameraError, Frame, find_cameras, local_camera, open_camera
from companion.sources.camera import camera_spec as module
from companion.sources.camera.frames import Image
from companion.sources.camera.live_camera import LiveCamera
from companion.sources.camera.recorded_camera import Photos, Video
from tests.sources.camera.conftest import VirtualTime


class TestOpening:
    @pytest.mark.parametrize(
        "spec",
        ["0", "12", "/dev/video0", "/dev/v4l/by-id/usb-Maker_Cam-video-index0", "0#size=1280x720,fps=10",
         "picamera", "picamera:1", "picamera#size=640x480", "http://cam.local/x.mjpg", "rtsp://a:b@cam/1#2"],
    )  # fmt: skip
    def test_a_live_camera_opens_before_it_is_connected(self, spec: str) -> None:
        source = open_camera(spec, "eye")
        assert isinstance(source, LiveCamera)
        assert source.is_live
        assert source.name == "eye"

    def test_photos_folders_and_videos_are_opened(
        self, tmp_path: Path, picture: Callable[..., Image], write_video: Callable[..., Path]
    ) -> None:
        photo = tmp_path / "board.JPG"
        cv2.imwrite(str(photo), picture(5))
        for spec, kind in ((photo, Photos), (tmp_path, Photos), (write_video([1]), Video)):
            source = open_camera(str(spec))
            assert isinstance(source, kind)
            assert not source.is_live

    def test_recording_options_are_applied(
        self, tmp_path: Path, time_: VirtualTime, picture: Callable[..., Image]
    ) -> None:
        cv2.imwrite(str(tmp_path / "1.png"), picture(5))
        source = open_camera(f"{tmp_path}#every=2.5, repeat, pace=fast")
        items = list(islice(source.frames(time_.clock, time_.stop), 4))
        assert [item.t for item in items if isinstance(item, Frame)] == [100, 102.5, 105]
        assert time_.now == 100

    def test_camera_options_are_applied(self, monkeypatch: pytest.MonkeyPatch) -> None:
        asked = []
        monkeypatch.setattr(
            local_camera, "usb_connector", lambda device, settings: asked.append((device, settings))
        )
        open_camera("3#size=1280x720,fps=10,format=YUYV")
        device, settings = asked[0]
        assert str(device) == "/dev/video3"
        assert (settings.size, settings.fps, settings.format) == ((1280, 720), 10, "YUYV")

    def test_a_stream_accepts_a_frozen_timeout(self, monkeypatch):
        asked: list[str] = []
        for place, way in ((local_camera, "stream_connector"), (module, "http_connector")):
            monkeypatch.setattr(place, way, asked.append)
        heeded = [open_camera("http://cam.local:8080/video#frozen=0"), open_camera("rtsp://a:b#c@cam/1#2")]
        assert asked == ["http://cam.local:8080/video", "rtsp://a:b#c@cam/1#2"]
        assert [source._timeouts.frozen for source in heeded if isinstance(source, LiveCamera)] == [0.0, 5.0]
        with pytest.raises(CameraError, match="known options: frozen"):
            open_camera("http://cam.local/x.mjpg#size=640x480")

    def test_a_file_name_may_contain_the_option_separator(
        self, tmp_path: Path, picture: Callable[..., Image]
    ) -> None:
        path = tmp_path / "game#2.png"
        cv2.imwrite(str(path), picture(5))
        assert isinstance(open_camera(str(path)), Photos)

    @pytest.mark.parametrize("spec", ["", "webcam", "gone.jpg", "picamera:x", "#every=2"])
    def test_an_unknown_camera_is_refused_with_valid_examples(self, spec: str) -> None:
        with pytest.raises(CameraError, match="give a photo, a folder"):
            open_camera(spec)

    @pytest.mark.parametrize(
        ("options", "says"),
        [
            ("size=big", "WIDTHxHEIGHT"),
            ("size=0x0", "WIDTHxHEIGHT"),
            ("fps=fast", "fps must be a number"),
            ("fps=-1", "fps must be a number"),
            ("frozen=nan", "frozen must be a number"),
            ("format=JPEG2000", "four characters"),
            ("every=2", "known options: format, fps, frozen, size"),
        ],
    )
    def test_invalid_options_are_refused(self, options: str, says: str) -> None:
        with pytest.raises(CameraError, match=says):
            open_camera(f"0#{options}")

    def test_options_that_do_not_apply_to_recordings_are_refused(
        self, tmp_path: Path, write_video: Callable[..., Path]
    ) -> None:
        with pytest.raises(CameraError, match="known options: every, pace, repeat"):
            open_camera(f"{tmp_path}#size=640x480")
        with pytest.raises(CameraError, match="'own' or 'fast'"):
            open_camera(f"{tmp_path}#pace=slow")
        with pytest.raises(CameraError, match="its own timestamps"):
            open_camera(f"{write_video([1])}#every=2")


class TestFinding:
    def test_usb_cameras_have_names_that_survive_replugging(self, tmp_path: Path) -> None:
        links = tmp_path / "v4l" / "by-id"
        links.mkdir(parents=True)
        for name in ("usb-B-video-index0", "usb-A-video-index0", "usb-A-video-index1"):
            (links / name).touch()
        (tmp_path / "video0").touch()
        assert find_cameras(tmp_path) == [str(links / f"usb-{x}-video-index0") for x in "AB"]

    def test_without_persistent_names_device_files_are_listed(self, tmp_path: Path) -> None:
        for name in ("video0", "video1", "ttyUSB0"):
            (tmp_path / name).touch()
        assert find_cameras(tmp_path) == [str(tmp_path / "video0"), str(tmp_path / "video1")]

    def test_no_camera_is_found_where_none_is_connected(self, tmp_path: Path) -> None:
        assert find_cameras(tmp_path) == []

    def test_the_raspberry_pi_camera_is_listed_first_when_usable(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        stand_in = types.ModuleType("picamera2")
        stand_in.__spec__ = ModuleSpec("picamera2", None)
        monkeypatch.setitem(sys.modules, "picamera2", stand_in)
        (tmp_path / "video0").touch()
        assert find_cameras(tmp_path) == ["picamera", str(tmp_path / "video0")]
