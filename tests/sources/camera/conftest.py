"""Fixtures: virtual time, scripted cameras and a real MJPEG server."""

from __future__ import annotations

import contextlib
import http.server
import sys
import threading
import time
import types
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from companion.sources.camera.frames import Image


class VirtualTime:
    """A clock, and a stop event whose waiting moves it on: tests of minutes take milliseconds."""

    def __init__(self) -> None:
        self.now = 100.0
        self.stop = self._Stop(self)

    def clock(self) -> float:
        return self.now

    class _Stop(threading.Event):
        def __init__(self, owner: VirtualTime) -> None:
            super().__init__()
            self._owner = owner
            self.waits: list[float] = []

        def wait(self, timeout: float | None = None) -> bool:
            if not self.is_set():
                assert timeout is not None, "nothing is waited for without an end"
                self.waits.append(timeout)
                self._owner.now += timeout
            return self.is_set()


@pytest.fixture
def time_() -> VirtualTime:
    return VirtualTime()


def picture(shade: int, size: tuple[int, int] = (64, 48)) -> Image:
    """Plain picture with a gradient whose mean identifies `shade`."""
    width, height = size
    image = np.full((height, width, 3), shade, np.uint8)
    image[:, :, 1] = np.linspace(0, 40, width, dtype=np.uint8)
    return image


@pytest.fixture(name="picture")
def _picture() -> Callable[..., Image]:
    return picture


Shot = Image | None | Callable[[], Image | None]
"""Result of a read, or a function that returns it."""


class ScriptedCamera:
    """Stands in for `cv2.VideoCapture`: gives what its script says, one entry a read.

    An entry is a picture, None for a failed read, or a function that
    is called and whose result is given. At the script's end the camera is lost until it is opened
    anew.
    """

    def __init__(self, time: VirtualTime, fps: float = 10) -> None:
        self.time = time
        self.step = 1 / fps
        self.sessions: list[Sequence[Shot]] = []
        self.script: list[Shot] | None = None
        self.opened: list[tuple[float, tuple[Any, ...]]] = []
        self.settings: dict[int, float] = {}
        self.refused: set[int] = set()
        self.has: dict[int, float] = {}
        self.released = 0

    def __call__(self, *arguments: Any) -> ScriptedCamera:
        """Open the camera with the next session's script; fail to open when none is left."""
        self.opened.append((self.time.now, arguments))
        self.script = list(self.sessions.pop(0)) if self.sessions else None
        return self

    def isOpened(self) -> bool:  # noqa: N802 (as OpenCV calls it)
        return self.script is not None

    def set(self, key: int, value: float) -> bool:
        if key in self.refused:
            return False
        self.settings[key] = value
        return True

    def get(self, key: int) -> float:
        return self.has.get(key, -1.0)

    def read(self) -> tuple[bool, Image | None]:
        self.time.now += self.step
        if not self.script:
            return False, None
        entry = self.script.pop(0)
        image = entry() if callable(entry) else entry
        return image is not None, image

    def release(self) -> None:
        self.released += 1


@pytest.fixture
def camera(time_: VirtualTime) -> ScriptedCamera:
    return ScriptedCamera(time_)


@pytest.fixture
def device(tmp_path: Path) -> Path:
    """File in place of a camera device."""
    path = tmp_path / "video0"
    path.touch()
    return path


@pytest.fixture
def write_video(tmp_path: Path) -> Callable[..., Path]:
    def write(shades: Iterable[int], fps: float = 10.0, name: str = "game.avi") -> Path:
        path = tmp_path / name
        writer = cv2.VideoWriter(str(path), cv2.VideoWriter.fourcc(*"MJPG"), fps, (64, 48))
        for shade in shades:
            writer.write(picture(shade))
        writer.release()
        return path

    return write


@pytest.fixture
def mjpeg_server() -> Iterator[str]:
    """A camera on the loopback network; yields its address.

    Its pictures grow brighter and begin anew; at the address with "?short" it hangs up after five.
    """

    class Handler(http.server.BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(200)
            self.send_header("Content-Type", "multipart/x-mixed-replace; boundary=frame")
            self.end_headers()
            shade = 0
            try:
                for _ in range(5 if "short" in self.path else 10_000):
                    if over.is_set():
                        break
                    shade = (shade + 8) % 200
                    _, encoded = cv2.imencode(".jpg", picture(shade))
                    head = f"--frame\r\nContent-Type: image/jpeg\r\nContent-Length: {len(encoded)}\r\n\r\n"
                    self.wfile.write(head.encode() + encoded.tobytes() + b"\r\n")
                    over.wait(0.02)
            except OSError:
                pass

        def log_message(self, *_: object) -> None:
            pass

    over = threading.Event()
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.05})
    thread.start()
    yield f"http://127.0.0.1:{server.server_port}/live.mjpg"
    over.set()
    server.shutdown()
    server.server_close()
    thread.join(90)


class PictureServer(http.server.ThreadingHTTPServer):
    """A camera that answers each asking with one picture, each brighter than the last until they begin anew.

    Attributes:
        user: what "Authorization" has to be; None: anybody may ask.
        asked: when it was asked for a picture, in seconds of `time.monotonic`.
        answers: what it gives instead of pictures, one after the other.
    """

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), self.Handler)
        self.user: str | None = None
        self.asked: list[float] = []
        self.answers: list[bytes] = []

    class Handler(http.server.BaseHTTPRequestHandler):
        server: PictureServer

        def do_GET(self) -> None:
            camera = self.server
            if camera.user is not None and self.headers.get("Authorization") != camera.user:
                self.send_response(401)
                self.send_header("WWW-Authenticate", 'Basic realm="camera"')
                self.end_headers()
                return
            camera.asked.append(time.monotonic())
            _, encoded = cv2.imencode(".jpg", picture(len(camera.asked) * 8 % 200))
            body = camera.answers.pop(0) if camera.answers else encoded.tobytes()
            self.send_response(200)
            self.send_header("Content-Type", "image/jpeg")
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            # A client that only probes the type closes the connection.
            with contextlib.suppress(OSError):
                self.wfile.write(body)

        def log_message(self, *_: object) -> None:
            pass


@pytest.fixture
def pictures_asked() -> Iterator[PictureServer]:
    with PictureServer() as server:
        thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.05})
        thread.start()
        yield server
        server.shutdown()
    thread.join(90)


@pytest.fixture
def picture_server(pictures_asked: PictureServer) -> str:
    """The address of a camera that answers each asking with one picture."""
    return f"http://127.0.0.1:{pictures_asked.server_port}/shot.jpg"


@pytest.fixture
def picamera2(monkeypatch: pytest.MonkeyPatch) -> Any:
    """A picamera2 with one camera; the fixture's attributes record the requests."""
    module: Any = types.ModuleType("picamera2")
    module.calls = []
    module.cameras = 1
    module.fail = None
    module.metadata = {"ExposureTime": 8000, "AnalogueGain": 2.0, "ColourGains": (1.5, 1.25)}

    class Picamera2:
        def __init__(self, number: int) -> None:
            if number >= module.cameras:
                raise IndexError("list index out of range")
            self.shade = 0

        # Values of Camera Module 3.
        sensor_modes = (
            {"size": (1536, 864), "crop_limits": (768, 432, 3072, 1728), "fps": 120.1, "bit_depth": 10},
            {"size": (2304, 1296), "crop_limits": (0, 0, 4608, 2592), "fps": 56.0, "bit_depth": 10},
            {"size": (4608, 2592), "crop_limits": (0, 0, 4608, 2592), "fps": 14.3, "bit_depth": 10},
        )

        def create_video_configuration(
            self, *, main: object, controls: object, sensor: object
        ) -> dict[str, object]:
            return {"main": main, "controls": controls, "sensor": sensor}

        def configure(self, configuration: object) -> None:
            module.calls.append(("configure", configuration))

        def start(self) -> None:
            if module.fail is not None:
                raise module.fail
            module.calls.append(("start",))

        def capture_array(self, stream: str) -> Image:
            assert stream == "main"
            time.sleep(0.002)
            self.shade = (self.shade + 5) % 250
            return picture(self.shade)

        def capture_metadata(self) -> Any:
            return module.metadata

        def set_controls(self, controls: object) -> None:
            module.calls.append(("set_controls", controls))

        def stop(self) -> None:
            module.calls.append(("stop",))

        def close(self) -> None:
            module.calls.append(("close",))

    module.Picamera2 = Picamera2
    monkeypatch.setitem(sys.modules, "picamera2", module)
    return module
