"""Addresses that begin with http: each is a stream or single pictures, as its first answer says."""

from __future__ import annotations

import base64
from itertools import pairwise

import pytest

from companion.sources.camera import http_camera as module
from companion.sources.camera.frames import CameraUnavailableError
from companion.sources.camera.http_camera import PolledPictures, http_connector
from companion.sources.camera.opencv import OpenCVCapture
from tests.sources.camera.conftest import PictureServer


def test_an_address_that_gives_one_picture_is_asked_again_and_again(picture_server: str) -> None:
    capture = http_connector(picture_server)()
    assert isinstance(capture, PolledPictures)
    shades = [int(image[0, 0, 0]) for _ in range(3) if (image := capture.read()) is not None]
    assert len(shades) == 3
    assert shades == sorted(shades)
    assert shades[0] < shades[-1]


def test_it_is_not_asked_more_often_than_a_table_needs(
    picture_server: str, pictures_asked: PictureServer
) -> None:
    capture = PolledPictures(picture_server, period_s=0.2)
    for _ in range(4):
        capture.read()
    assert all(later - earlier > 0.15 for earlier, later in pairwise(pictures_asked.asked))


def test_an_address_that_gives_anything_else_is_a_stream(mjpeg_server: str) -> None:
    capture = http_connector(mjpeg_server)()
    assert isinstance(capture, OpenCVCapture)
    capture.close()


@pytest.mark.parametrize("at", ["http://me:secret@127.0.0.1:9/shot.jpg", "http://me:secret@[1/shot.jpg"])
def test_an_address_where_nobody_answers_is_waited_for_once(monkeypatch: pytest.MonkeyPatch, at: str) -> None:
    monkeypatch.setattr(
        module, "stream_connector", lambda url: pytest.fail("a stream would be waited for again")
    )
    with pytest.raises(CameraUnavailableError, match="is the camera on") as caught:
        http_connector(at)()
    assert caught.value.health == "waiting"
    assert "secret" not in str(caught.value)


@pytest.mark.parametrize("said", ["me:secret", "me:sec%72et"])
def test_user_and_password_of_the_address_are_told_to_who_asks_for_them(
    picture_server: str, pictures_asked: PictureServer, said: str
) -> None:
    pictures_asked.user = "Basic " + base64.b64encode(b"me:secret").decode()
    assert not PolledPictures(picture_server).is_picture_address()
    capture = PolledPictures(picture_server.replace("//", f"//{said}@"))
    assert capture.is_picture_address()
    assert capture.read() is not None


@pytest.mark.parametrize("broken", [b"", b"\xff\xd8 no more", b"<html>Busy.</html>"])
def test_a_picture_that_is_broken_is_none_and_the_next_is_read(
    picture_server: str, pictures_asked: PictureServer, broken: bytes
) -> None:
    capture = PolledPictures(picture_server, period_s=0.0)
    pictures_asked.answers = [broken]
    assert capture.read() is None
    assert capture.read() is not None


def test_a_camera_that_goes_away_gives_none(picture_server: str, pictures_asked: PictureServer) -> None:
    capture = PolledPictures(picture_server, period_s=0.0)
    assert capture.read() is not None
    pictures_asked.shutdown()
    pictures_asked.server_close()
    assert capture.read() is None
