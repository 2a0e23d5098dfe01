"""Cameras on macOS and Windows, which have no device files: by their numbers, with words that fit."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path

import cv2
import pytest

from companion.calibration.steps.camera import camera_name
from companion.sources.camera import CameraUnavailableError, LiveCamera, find_cameras, open_camera
from companion.sources.camera.frames import Image
from companion.sources.camera.opencv import NUMBERED_BACKENDS, CameraSettings, numbered_connector
from tests.sources.camera.conftest import ScriptedCamera

SYSTEMS = [("darwin", cv2.CAP_AVFOUNDATION, "System Settings"), ("win32", cv2.CAP_DSHOW, "desktop apps")]


@pytest.mark.parametrize(("system", "api", "words"), SYSTEMS)
class TestElsewhere:
    def test_a_number_is_the_systems_own_and_no_device_file(
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
        # What such a camera's numbers for light mean isn't known: nothing is held, and that is said.
        before = dict(camera.settings)
        assert opened.lock_exposure(None) is None
        assert camera.settings == before

    def test_one_that_does_not_open_says_what_to_allow(
        self, system: str, api: int, words: str, camera: ScriptedCamera
    ) -> None:
        camera.sessions = []
        with pytest.raises(CameraUnavailableError, match=words) as caught:
            numbered_connector(1, CameraSettings(), NUMBERED_BACKENDS[system], camera)()
        assert caught.value.health == "waiting"
        assert "/dev" not in str(caught.value)

    def test_the_first_two_are_offered_by_names_that_people_can_read(
        self, system: str, api: int, words: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
    ) -> None:
        monkeypatch.setattr(sys, "platform", system)
        assert [camera_name(spec) for spec in find_cameras(tmp_path)] == ["Camera 0", "Camera 1"]


def test_on_linux_a_number_is_a_device_file() -> None:
    source = open_camera("7")
    assert isinstance(source, LiveCamera)
    assert "linux" not in NUMBERED_BACKENDS
