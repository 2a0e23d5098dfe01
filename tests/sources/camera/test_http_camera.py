"""http addresses: the first response decides between a stream and single pictures."""

from __future__ import annotations

import base64
import contextlib
import http.server
import threading
from collections.abc import Callable, Iterator
from itertools import pairwise

import cv2
import pytest

from companion.picture_decoder import NoPictureError
from companion.sources.camera import http_camera as module
from companion.sources.camera.frames import CameraUnavailableError
from companion.sources.camera.http_camera import HttpClient, PolledPictures, StreamedPictures, http_connector
from companion.sources.camera.local_camera import stream_connector
from tests.sources.camera.conftest import PictureServer, picture


def test_a_single_picture_address_is_polled(picture_server: str) -> None:
    capture = http_connector(picture_server)()
    assert isinstance(capture, PolledPictures)
    shades = [int(image[0, 0, 0]) for _ in range(3) if (image := capture.read()) is not None]
    assert len(shades) == 3
    assert shades == sorted(shades)
    assert shades[0] < shades[-1]


def test_the_polling_rate_is_limited(picture_server: str, pictures_asked: PictureServer) -> None:
    capture = PolledPictures(HttpClient(picture_server), period_s=0.2)
    for _ in range(4):
        capture.read()
    assert all(later - earlier > 0.15 for earlier, later in pairwise(pictures_asked.asked))


def test_a_stream_of_pictures_is_read_picture_by_picture(mjpeg_server: str) -> None:
    capture = http_connector(mjpeg_server)()
    assert isinstance(capture, StreamedPictures)
    shades = [int(image[0, 0, 0]) for _ in range(4) if (image := capture.read()) is not None]
    assert all(abs(b - a - 8) <= 2 for a, b in pairwise(shades))
    assert len(shades) == 4
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
    assert PolledPictures(HttpClient(picture_server)).read() is None
    capture = http_connector(picture_server.replace("//", f"//{sent}@"))()
    assert isinstance(capture, PolledPictures)
    assert capture.read() is not None


@pytest.mark.parametrize("broken", [b"", b"\xff\xd8 no more", b"<html>Busy.</html>"])
def test_a_broken_picture_is_skipped_and_the_next_is_read(
    picture_server: str, pictures_asked: PictureServer, broken: bytes
) -> None:
    capture = PolledPictures(HttpClient(picture_server), period_s=0.0)
    pictures_asked.answers = [broken]
    with pytest.raises(NoPictureError):
        capture.read()
    assert capture.read() is not None


def test_an_unreachable_camera_gives_no_picture(picture_server: str, pictures_asked: PictureServer) -> None:
    capture = PolledPictures(HttpClient(picture_server), period_s=0.0)
    assert capture.read() is not None
    pictures_asked.shutdown()
    pictures_asked.server_close()
    assert capture.read() is None


Handler = Callable[[http.server.BaseHTTPRequestHandler], None]


@pytest.fixture
def serve() -> Iterator[Callable[[Handler], str]]:
    """Serve an address by a function; returns the address."""
    with contextlib.ExitStack() as stack:

        def begin(handle: Handler) -> str:
            members = {"do_GET": handle, "log_message": lambda *_: None}
            server = http.server.ThreadingHTTPServer(
                ("127.0.0.1", 0), type("Handler", (http.server.BaseHTTPRequestHandler,), members)
            )
            server.daemon_threads = True
            thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.05})
            thread.start()
            stack.callback(thread.join)
            stack.callback(server.server_close)
            stack.callback(server.shutdown)
            return f"http://127.0.0.1:{server.server_port}/shot.jpg"

        yield begin


def encode(shade: int) -> bytes:
    return bytes(cv2.imencode(".jpg", picture(shade))[1])


def send_head(request: http.server.BaseHTTPRequestHandler, kind: str) -> None:
    request.send_response(200)
    request.send_header("Content-Type", kind)
    request.end_headers()


@pytest.mark.parametrize("kind", ["image/jpeg", "multipart/x-mixed-replace; boundary=frame"])
def test_a_camera_that_sends_byte_by_byte_is_given_up(
    serve: Callable[[Handler], str], monkeypatch: pytest.MonkeyPatch, kind: str
) -> None:
    over = threading.Event()

    def trickle(request: http.server.BaseHTTPRequestHandler) -> None:
        send_head(request, kind)
        with contextlib.suppress(OSError):
            while not over.wait(0.02):
                request.wfile.write(b"x")

    monkeypatch.setattr(module, "TIMEOUT_S", 0.3)
    capture = http_connector(serve(trickle))()
    with pytest.raises(NoPictureError, match="it didn't arrive within"):
        capture.read()
    capture.close()
    over.set()


def test_the_head_of_an_answer_has_the_same_deadline(
    serve: Callable[[Handler], str], monkeypatch: pytest.MonkeyPatch
) -> None:
    over = threading.Event()

    def trickle(request: http.server.BaseHTTPRequestHandler) -> None:
        with contextlib.suppress(OSError):
            request.wfile.write(b"HTTP/1.0 200 OK\r\n")
            while not over.wait(0.02):
                request.wfile.write(b"x")

    monkeypatch.setattr(module, "TIMEOUT_S", 0.3)
    with pytest.raises(CameraUnavailableError, match="is the camera on"):
        http_connector(serve(trickle))()
    over.set()


def redirect_to(address: str) -> Handler:
    def handle(request: http.server.BaseHTTPRequestHandler) -> None:
        request.send_response(302)
        request.send_header("Location", address)
        request.end_headers()

    return handle


@pytest.mark.parametrize("other", ["http://localhost:{port}/shot.jpg", "ftp://127.0.0.1/shot.jpg"])
def test_a_redirect_to_another_host_is_refused(
    serve: Callable[[Handler], str], pictures_asked: PictureServer, other: str
) -> None:
    address = serve(redirect_to(other.format(port=pictures_asked.server_port)))
    with pytest.raises(CameraUnavailableError, match="which is refused") as caught:
        http_connector(address.replace("//", "//me:secret@"))()
    assert caught.value.health == "fault"
    assert "secret" not in str(caught.value)
    with pytest.raises(CameraUnavailableError, match="which is refused"):
        PolledPictures(HttpClient(address)).read()
    with pytest.raises(CameraUnavailableError, match="is the camera on"):
        stream_connector(address)()
    assert pictures_asked.asked == []


def test_a_redirect_on_the_same_host_is_followed(
    serve: Callable[[Handler], str], picture_server: str
) -> None:
    capture = http_connector(serve(redirect_to(picture_server)))()
    assert isinstance(capture, PolledPictures)
    assert capture.read() is not None


def test_parts_of_a_stream_without_a_length_end_at_the_boundary(serve: Callable[[Handler], str]) -> None:
    def stream(request: http.server.BaseHTTPRequestHandler) -> None:
        send_head(request, 'multipart/x-mixed-replace; boundary="--frame"')
        for shade in (10, 90):
            request.wfile.write(b"--frame\r\nContent-Type: image/jpeg\r\n\r\n" + encode(shade) + b"\r\n")
        request.wfile.write(b"--frame--\r\n")

    capture = http_connector(serve(stream))()
    first, second = capture.read(), capture.read()
    assert first is not None
    assert second is not None
    assert (first[0, 0, 0], second[0, 0, 0]) == pytest.approx((10, 90), abs=3)
    assert capture.read() is None
    assert capture.read() is None
    capture.close()


def test_a_spoiled_picture_of_a_stream_is_skipped(serve: Callable[[Handler], str]) -> None:
    def stream(request: http.server.BaseHTTPRequestHandler) -> None:
        send_head(request, "multipart/x-mixed-replace; boundary=frame")
        for data in (encode(10), encode(20)[:400], encode(30)):
            head = f"--frame\r\nContent-Type: image/jpeg\r\nContent-Length: {len(data)}\r\n\r\n"
            request.wfile.write(head.encode() + data + b"\r\n")

    capture = http_connector(serve(stream))()
    assert capture.read() is not None
    with pytest.raises(NoPictureError, match="cut short"):
        capture.read()
    assert capture.read() is not None
    capture.close()
