"""http addresses: the first response decides between a stream and single pictures."""

from __future__ import annotations

import base64
from itertools import pairwise

import pytest

from companion.sources.camera import http_camera as module
from companion.sources.camera.frames import CameraUnavailableError
from companion.sources.camera.http_camera import PolledPictures, http_connector
from companion.sources.camera.opencv import OpenCVCapture
from tests.sources.camera.conftest import PictureServer


def test_a_single_picture_address_is_polled(picture_server: str) -> None:
    capture = http_connector(picture_server)()
    assert isinstance(capture, PolledPictures)
    shades = [int(image[0, 0, 0]) for _ in range(3) if (image := capture.read()) is not None]
    assert len(shades) == 3
    assert shades == sorted(shades)
    assert shades[0] < shades[-1]


def test_the_polling_rate_is_limited(picture_server: str, pictures_asked: PictureServer) -> None:
    capture = PolledPictures(picture_server, period_s=0.2)
    for _ in range(4):
        capture.read()
    assert all(later - earlier > 0.15 for earlier, later in pairwise(pictures_asked.asked))


def test_any_other_address_is_a_stream(mjpeg_server: str) -> None:
    capture = http_connector(mjpeg_server)()
    assert isinstance(capture, OpenCVCapture)
    capture.close()


@pytest.mark.parametrize("at", ["http://me:secret@127.0.0.1:9/shot.jpg", "http://me:secret@[1/shot.jpg"])
def test_an_unreachable_address_times_out_once(monkeypatch: pytest.MonkeyPatch, at: str) -> None:
    monkeypatch.setattr(
        module, "stream_connector", lambda url: pytest.fail("a stream would be waited for again")
    )
    with pytest.raises(CameraUnavailableError, match="is the camera on") as caught:
        http_connector(at)()
    assert caught.value.health == "waiting"
    assert "secret" not in str(caught.value)


@pytest.mark.parametrize("sent", ["me:secret", "me:sec%72et"])
def test_credentials_are_sent_only_when_the_server_requests_them(
    picture_server: str, pictures_asked: PictureServer, sent: str
) -> None:
    pictures_asked.user = "Basic " + base64.b64encode(b"me:secret").decode()
    assert not PolledPictures(picture_server).is_picture_address()
    capture = PolledPictures(picture_server.replace("//", f"//{sent}@"))
    assert capture.is_picture_address()
    assert capture.read() is not None


@pytest.mark.parametrize("broken", [b"", b"\xff\xd8 no more", b"<html>Busy.</html>"])
def test_a_broken_picture_is_skipped_and_the_next_is_read(
    picture_server: str, pictures_asked: PictureServer, broken: bytes
) -> None:
    capture = PolledPictures(picture_server, period_s=0.0)
    pictures_asked.answers = [broken]
    assert capture.read() is None
    assert capture.read() is not None


def test_an_unreachable_camera_gives_no_picture(picture_server: str, pictures_asked: PictureServer) -> None:
    capture = PolledPictures(picture_server, period_s=0.0)
    assert capture.read() is not None
    pictures_asked.shutdown()
    pictures_asked.server_close()
    assert capture.read() is None
