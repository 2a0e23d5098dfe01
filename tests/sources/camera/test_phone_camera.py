"""A phone page that sends pictures as a camera: connection, loss and recovery."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from itertools import islice
from typing import Any

import cv2
import numpy as np
import pytest

from companion.observations import SourceReport
from companion.picture_decoder import NoPictureError
from companion.sources.camera import (
    CameraError,
    ExposureError,
    Frame,
    PhonePictures,
    PhoneState,
    is_phone,
    open_camera,
)
from companion.sources.camera.frames import CameraUnavailableError
from companion.sources.camera.live_camera import LiveCamera
from companion.sources.camera.phone_camera import (
    RECENT_PICTURE_S,
    SENDER_TIMEOUT_S,
    OtherPhoneError,
    PhoneCapture,
)
from tests.test_picture_decoder import announce_size

WELL = PhoneState(battery=0.8)
Sending = Callable[..., threading.Event]


def jpeg(shade: int) -> bytes:
    encoded, made = cv2.imencode(".jpg", np.full((72, 128, 3), shade, np.uint8))
    assert encoded
    return made.tobytes()


@pytest.fixture
def phone_pictures() -> PhonePictures:
    return PhonePictures()


@pytest.fixture
def camera(phone_pictures: PhonePictures) -> LiveCamera:
    camera = open_camera("phone", phone_pictures=phone_pictures)
    assert isinstance(camera, LiveCamera)
    return camera


@pytest.fixture
def send_pictures(phone_pictures: PhonePictures) -> Iterator[Sending]:
    """Send pictures from a phone until the returned event is set."""
    running: list[tuple[threading.Event, threading.Thread]] = []

    def begin(state: Callable[[bool], PhoneState] = lambda _: WELL, phone: str = "one") -> threading.Event:
        end = threading.Event()

        def run() -> None:
            shade, lock_requested = 0, False
            while not end.wait(0.02):
                shade = (shade + 7) % 256
                lock_requested = phone_pictures.submit_picture(phone, jpeg(shade), state(lock_requested))

        thread = threading.Thread(target=run, daemon=True)
        thread.start()
        running.append((end, thread))
        return end

    yield begin
    for end, thread in running:
        end.set()
        thread.join()


def reports(items: Any) -> Iterator[tuple[str, str]]:
    return ((item.health, item.text) for item in items if isinstance(item, SourceReport))


def test_a_missing_phone_is_explained_until_it_sends_frames(
    camera: LiveCamera, send_pictures: Sending
) -> None:
    items = camera.frames(time.monotonic, threading.Event())
    missing = next(items)
    assert isinstance(missing, SourceReport)
    assert missing.health == "waiting"
    assert "A phone as the camera" in missing.text
    send_pictures()
    found = list(islice(items, 4))
    assert next(reports(found)) == ("ok", "")
    frames = [item for item in found if isinstance(item, Frame)]
    assert [frame.number for frame in frames] == [0, 1, 2]
    assert frames[0].image.shape == (72, 128, 3)


def test_a_lost_phone_is_reported_and_recovers(phone_pictures: PhonePictures, send_pictures: Sending) -> None:
    camera = LiveCamera("camera", "The phone", phone_pictures.connect, create_short_timeouts())
    items = camera.frames(time.monotonic, threading.Event())
    end = send_pictures()
    list(islice(items, 4))
    end.set()
    lost = next(each for each in reports(items) if each[0] != "ok")
    assert lost[0] == "waiting"
    send_pictures()
    assert next(reports(items)) == ("ok", "")
    again = next(items)
    assert isinstance(again, Frame)
    assert again.number > 2


def test_a_low_battery_is_reported_until_the_phone_charges(
    camera: LiveCamera, phone_pictures: PhonePictures, send_pictures: Sending
) -> None:
    now = [PhoneState(battery=0.12)]
    send_pictures(lambda _: now[0])
    items = camera.frames(time.monotonic, threading.Event())
    reported_texts = reports(items)
    assert next(each for each in reported_texts if each[0] == "ok") == (
        "ok",
        "The phone's battery is at 12 %: plug it in.",
    )
    now[0] = PhoneState(battery=0.12, charging=True)
    assert next(reported_texts) == ("ok", "")


@pytest.mark.parametrize(
    ("state", "words"),
    [
        (PhoneState(), ""),
        (PhoneState(battery=0.21), ""),
        (PhoneState(battery=0.2), "battery is at 20 %"),
        (PhoneState(battery=0.9, pressure="serious"), ""),
        (PhoneState(battery=0.9, pressure="critical"), "may be getting hot"),
    ],
)
def test_a_phone_problem_is_explained_with_a_remedy(state: PhoneState, words: str) -> None:
    assert (words in state.remark) if words else state.remark == ""


def test_exposure_is_locked_once_the_phone_confirms(camera: LiveCamera, send_pictures: Sending) -> None:
    send_pictures(lambda wanted: PhoneState(holds=True if wanted else None))
    stop = threading.Event()
    with ReadInBackground(camera, stop):
        assert camera.lock_exposure() == {"held": 1.0}
        assert camera.lock_exposure(2.0) == {"held": 1.0}, "its browser takes no other light"


def test_a_browser_that_cannot_lock_exposure_is_reported(camera: LiveCamera, send_pictures: Sending) -> None:
    send_pictures(lambda wanted: PhoneState(holds=False if wanted else None))
    with (
        ReadInBackground(camera, threading.Event()),
        pytest.raises(ExposureError, match="The phone can't lock its exposure"),
    ):
        camera.lock_exposure()


def test_a_saved_exposure_lock_is_restored(phone_pictures: PhonePictures, send_pictures: Sending) -> None:
    asked: list[bool] = []

    def state(lock_requested: bool) -> PhoneState:
        asked.append(lock_requested)
        return WELL

    send_pictures(state)
    camera = open_camera("phone", exposure={"held": 1.0}, phone_pictures=phone_pictures)
    list(islice(camera.frames(time.monotonic, threading.Event()), 6))
    assert asked[-1] is True


def test_a_phone_on_a_slow_network_counts_as_sending_between_two_pictures() -> None:
    now = [0.0]
    phone_pictures = PhonePictures(lambda: now[0])
    phone_pictures.submit_picture("one", jpeg(1))
    now[0] = RECENT_PICTURE_S / 2
    assert phone_pictures.connect().read() is not None
    now[0] = RECENT_PICTURE_S
    with pytest.raises(CameraUnavailableError, match="No phone sends pictures"):
        phone_pictures.connect()


def test_only_one_phone_is_the_camera_until_it_disconnects() -> None:
    now = [0.0]
    phone_pictures = PhonePictures(lambda: now[0])
    phone_pictures.submit_picture("one", jpeg(1))
    with pytest.raises(OtherPhoneError, match="Another phone is the camera now"):
        phone_pictures.submit_picture("two", jpeg(2))
    now[0] = SENDER_TIMEOUT_S
    phone_pictures.submit_picture("two", jpeg(3))
    with pytest.raises(OtherPhoneError):
        phone_pictures.submit_picture("one", jpeg(4))


def test_invalid_picture_data_is_refused(phone_pictures: PhonePictures) -> None:
    capture = PhoneCapture(phone_pictures, 0)
    with pytest.raises(NoPictureError, match="This picture can't be used: it is no picture in JPEG"):
        phone_pictures.submit_picture("one", b"no picture")
    with pytest.raises(NoPictureError, match="it is no picture in JPEG"):
        capture.read()
    phone_pictures.submit_picture("one", jpeg(1))
    assert capture.read() is not None


def test_a_picture_of_too_many_pixels_leaves_the_camera_running(
    camera: LiveCamera, phone_pictures: PhonePictures, send_pictures: Sending
) -> None:
    send_pictures()
    items = (item for item in camera.frames(time.monotonic, threading.Event()) if isinstance(item, Frame))
    assert next(items).number == 0
    with pytest.raises(NoPictureError, match="65500 x 65500 pixels"):
        phone_pictures.submit_picture("one", announce_size(jpeg(1), 65500, 65500))
    assert [frame.number for frame in islice(items, 3)] == [1, 2, 3]


@pytest.mark.parametrize("spec", ["phone", "phone#frozen=0", " phone "])
def test_a_phone_camera_is_selected_by_keyword(spec: str, phone_pictures: PhonePictures) -> None:
    assert is_phone(spec)
    assert open_camera(spec, phone_pictures=phone_pictures).is_live


def test_without_a_server_the_error_names_the_command_to_start() -> None:
    with pytest.raises(CameraError, match="companion serve --camera phone"):
        open_camera("phone")


def test_options_of_other_cameras_are_refused(phone_pictures: PhonePictures) -> None:
    with pytest.raises(CameraError, match="Unknown option 'fps'"):
        open_camera("phone#fps=3", phone_pictures=phone_pictures)


def create_short_timeouts() -> Any:
    from companion.sources.camera.live_camera import CameraTimeouts

    return CameraTimeouts(silent=0.5, retry=0.1, max_retry=0.1)


class ReadInBackground:
    """Read a camera in a background thread."""

    def __init__(self, camera: LiveCamera, stop: threading.Event) -> None:
        self._stop = stop
        self._thread = threading.Thread(target=self._run, args=(camera,), daemon=True)

    def _run(self, camera: LiveCamera) -> None:
        for _ in camera.frames(time.monotonic, self._stop):
            pass

    def __enter__(self) -> None:
        self._thread.start()

    def __exit__(self, *_: object) -> None:
        self._stop.set()
        self._thread.join()
