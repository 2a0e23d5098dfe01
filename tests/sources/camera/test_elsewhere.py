"""Cameras on macOS and Windows: numbers instead of device files, and matching messages."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path

import cv2
import pytest

from companion.calibration.steps.picture import camera_name
from companion.sources.camera import find_cameras, open_camera
from companion.sources.camera.frames import CameraUnavailableError, Image
from companion.sources.camera.live_camera import LiveCamera
from companion.sources.camera.local_camera import NUMBERED_BACKENDS, CameraSettings, numbered_connector
from tests.sources.camera.conftest import ScriptedCamera

SYSTEMS = [("darwin", cv2.CAP_AVFOUNDATION, "System Settings"), ("win32", cv2.CAP_DSHOW, "desktop apps")]


@pytest.mark.parametrize(("system", "api", "words"), SYSTEMS)
class TestElsewhere:
    def test_a_camera_number_is_passed_to_the_system_api(
        self,
        system: str,
        api: int,
        words: str,
        monkeypatch: pytest.MonkeyPatch,
        camera: ScriptedCamera,
        picture: Callable[..., Image],
    ) -> None:
        monkeypatch.setattr(sys, "platform", system)
        assert isinstance(open_camera("0#size=1280x720,frozen=0"), LiveCamera)
        camera.sessions = [[picture(1)]]
        opened = numbered_connector(0, CameraSettings((1280, 720)), NUMBERED_BACKENDS[system], camera)()
        assert camera.opened[0][1] == (0, api)
        assert camera.settings[cv2.CAP_PROP_FRAME_WIDTH] == 1280
        # The exposure units of such a camera are unknown: nothing is locked, and that is reported.
        before = dict(camera.settings)
        assert opened.lock_exposure(None) is None
        assert camera.settings == before

    def test_a_camera_that_does_not_open_explains_the_permission(
        self, system: str, api: int, words: str, camera: ScriptedCamera
    ) -> None:
        camera.sessions = []
        with pytest.raises(CameraUnavailableError, match=words) as caught:
            numbered_connector(1, CameraSettings(), NUMBERED_BACKENDS[system], camera)()
        assert caught.value.health == "waiting"
        assert "/dev" not in str(caught.value)

    def test_the_first_two_cameras_are_offered_with_readable_names(
        self, system: str, api: int, words: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
    ) -> None:
        monkeypatch.setattr(sys, "platform", system)
        assert [camera_name(spec) for spec in find_cameras(tmp_path)] == ["Camera 0", "Camera 1"]


def test_on_linux_a_camera_number_is_a_device_file() -> None:
    source = open_camera("7")
    assert isinstance(source, LiveCamera)
    assert "linux" not in NUMBERED_BACKENDS
