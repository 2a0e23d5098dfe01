"""A phone whose page sends pictures is a camera like any other: it comes, goes, and comes back."""

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
from companion.sources.camera import (
    CameraError,
    ExposureError,
    Frame,
    LiveCamera,
    PhonePictures,
    PhoneState,
    is_phone,
    open_camera,
)
from companion.sources.camera.phone_camera import SENDER_TIMEOUT_S, OtherPhoneError

WELL = PhoneState(battery=0.8)
Sending = Callable[..., threading.Event]


def jpeg(shade: int) -> bytes:
    packed, made = cv2.imencode(".jpg", np.full((72, 128, 3), shade, np.uint8))
    assert packed
    return made.tobytes()


@pytest.fixture
def sent() -> PhonePictures:
    return PhonePictures()


@pytest.fixture
def camera(sent: PhonePictures) -> LiveCamera:
    camera = open_camera("phone", phone_pictures=sent)
    assert isinstance(camera, LiveCamera)
    return camera


@pytest.fixture
def sending(sent: PhonePictures) -> Iterator[Sending]:
    """Has a phone send a picture after another, until the event is set that it gives."""
    running: list[tuple[threading.Event, threading.Thread]] = []

    def begin(state: Callable[[bool], PhoneState] = lambda _: WELL, phone: str = "one") -> threading.Event:
        end = threading.Event()

        def run() -> None:
            shade, wanted = 0, False
            while not end.wait(0.02):
                shade = (shade + 7) % 256
                wanted = sent.submit_picture(phone, jpeg(shade), state(wanted))

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


def test_it_is_waited_for_with_words_what_to_do_and_then_gives_frames(
    camera: LiveCamera, sending: Sending
) -> None:
    items = camera.frames(time.monotonic, threading.Event())
    missing = next(items)
    assert isinstance(missing, SourceReport)
    assert missing.health == "waiting"
    assert "A phone as the camera" in missing.text
    sending()
    found = list(islice(items, 4))
    assert next(reports(found)) == ("ok", "")
    frames = [item for item in found if isinstance(item, Frame)]
    assert [frame.number for frame in frames] == [0, 1, 2]
    assert frames[0].image.shape == (72, 128, 3)


def test_lost_it_says_so_and_goes_on_when_it_is_back(sent: PhonePictures, sending: Sending) -> None:
    camera = LiveCamera("camera", "The phone", sent.connect, _impatient())
    items = camera.frames(time.monotonic, threading.Event())
    end = sending()
    list(islice(items, 4))
    end.set()
    lost = next(each for each in reports(items) if each[0] != "ok")
    assert lost[0] == "waiting"
    sending()
    assert next(reports(items)) == ("ok", "")
    again = next(items)
    assert isinstance(again, Frame)
    assert again.number > 2


def test_an_emptying_battery_is_said_until_it_is_plugged_in(
    camera: LiveCamera, sent: PhonePictures, sending: Sending
) -> None:
    now = [PhoneState(battery=0.12)]
    sending(lambda _: now[0])
    items = camera.frames(time.monotonic, threading.Event())
    told = reports(items)
    assert next(each for each in told if each[0] == "ok") == (
        "ok",
        "The phone's battery is at 12 %: plug it in.",
    )
    now[0] = PhoneState(battery=0.12, charging=True)
    assert next(told) == ("ok", "")


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
def test_what_is_said_of_a_phone_is_what_people_can_mend(state: PhoneState, words: str) -> None:
    assert (words in state.remark) if words else state.remark == ""


def test_exposure_is_held_once_the_phone_says_that_it_does(camera: LiveCamera, sending: Sending) -> None:
    sending(lambda wanted: PhoneState(holds=True if wanted else None))
    stop = threading.Event()
    with _drained(camera, stop):
        assert camera.lock_exposure() == {"held": 1.0}
        assert camera.lock_exposure(2.0) == {"held": 1.0}, "its browser takes no other light"


def test_a_browser_that_can_t_hold_it_is_told_as_any_camera(camera: LiveCamera, sending: Sending) -> None:
    sending(lambda wanted: PhoneState(holds=False if wanted else None))
    with (
        _drained(camera, threading.Event()),
        pytest.raises(ExposureError, match="The phone doesn't let its exposure be held"),
    ):
        camera.lock_exposure()


def test_what_was_held_the_last_time_is_held_again(sent: PhonePictures, sending: Sending) -> None:
    asked: list[bool] = []

    def state(wanted: bool) -> PhoneState:
        asked.append(wanted)
        return WELL

    sending(state)
    camera = open_camera("phone", exposure={"held": 1.0}, phone_pictures=sent)
    list(islice(camera.frames(time.monotonic, threading.Event()), 6))
    assert asked[-1] is True


def test_one_phone_at_a_time_is_the_camera_and_another_once_that_is_gone() -> None:
    now = [0.0]
    sent = PhonePictures(lambda: now[0])
    sent.submit_picture("one", jpeg(1))
    with pytest.raises(OtherPhoneError, match="Another phone is the camera now"):
        sent.submit_picture("two", jpeg(2))
    now[0] = SENDER_TIMEOUT_S
    sent.submit_picture("two", jpeg(3))
    with pytest.raises(OtherPhoneError):
        sent.submit_picture("one", jpeg(4))


def test_what_is_no_picture_is_none(sent: PhonePictures) -> None:
    threading.Timer(0.1, sent.submit_picture, ("one", jpeg(1))).start()
    capture = sent.connect()
    assert capture.read() is not None
    sent.submit_picture("one", b"no picture")
    assert capture.read() is None


@pytest.mark.parametrize("spec", ["phone", "phone#frozen=0", " phone "])
def test_it_is_named_by_a_word(spec: str, sent: PhonePictures) -> None:
    assert is_phone(spec)
    assert open_camera(spec, phone_pictures=sent).is_live


def test_where_nothing_is_served_it_is_said_what_to_start() -> None:
    with pytest.raises(CameraError, match="companion serve --camera phone"):
        open_camera("phone")


def test_it_knows_no_options_of_other_cameras(sent: PhonePictures) -> None:
    with pytest.raises(CameraError, match="Unknown option 'fps'"):
        open_camera("phone#fps=3", phone_pictures=sent)


def _impatient() -> Any:
    from companion.sources.camera import CameraTimeouts

    return CameraTimeouts(silent=0.5, retry=0.1, max_retry=0.1)


class _drained:  # noqa: N801 (reads as what it does)
    """Somebody looks through a camera meanwhile."""

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
