"""Live cameras: connection, loss, freezing and reconnection.

A function (`Connect`) opens a camera of a given kind. This module handles all failures of an open camera,
for all kinds alike.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Generator, Iterator
from contextlib import closing
from dataclasses import dataclass
from typing import Final, Protocol

import numpy as np

from companion.i18n import mark, sentence
from companion.observations import Clock, SourceReport
from companion.sources.camera.exposure import AdjustableCamera, Exposure, ExposureLock
from companion.sources.camera.frames import CameraReporter, CameraUnavailableError, Frame, Image


class Capture(AdjustableCamera, Protocol):
    """An open camera."""

    def read(self) -> Image | None:
        """Read the next picture; None if none arrived this time."""

    def close(self) -> None:
        """Release the camera."""


Connect = Callable[[], Capture]
"""Opens a camera, or raises `CameraUnavailableError`."""


@dataclass(frozen=True)
class CameraTimeouts:
    """Timeouts of a live camera, in seconds.

    Attributes:
        silent: time without a picture after which the camera counts as lost.
        frozen: time with identical pictures after which it counts as frozen; 0: never.
        retry: first pause before a lost camera is searched for again; doubles up to `max_retry` (backoff).
        max_retry: the longest pause between two attempts.
        exposure: time to wait for a picture when the exposure is to be locked.
    """

    silent: float = 3.0
    frozen: float = 5.0
    retry: float = 1.0
    max_retry: float = 8.0
    exposure: float = 5.0


@dataclass(frozen=True)
class CameraAdvice:
    """Advice to people for each failure of a camera.

    Attributes:
        silent: no pictures arrive; a sentence with ``{place}``.
        frozen: identical pictures arrive; a sentence with ``{place}``.
    """

    silent: str
    frozen: str


PLUG_ADVICE: Final = CameraAdvice(
    mark("{place} sends no pictures: check its plug. Companion is looking for it."),
    mark("{place} keeps sending the same picture: unplug it and plug it in again."),
)
"""Advice for a camera with a plug."""
STREAM_ADVICE: Final = CameraAdvice(
    mark(
        "{place} no longer sends pictures: check that it is switched on and on the network. Companion "
        "is looking for it."
    ),
    mark(
        "{place} keeps sending identical pictures: restart its stream. For a still picture, add #frozen=0 "
        "to its address."
    ),
)
"""Advice for a camera that streams over the network."""


RESIZE_NOTICE_S: Final = 10.0
"""Seconds for which a change of the pictures' size is reported."""

# Seconds between two reads of a camera that returns no picture without blocking.
_POLL_PAUSE_S = 0.05


class LiveCamera:
    """A camera that is opened, read, and reopened when it is lost.

    Args:
        name: the source's name in every report.
        place: the camera's name in a sentence, such as "The camera at /dev/video0".
        connect: opens the camera.
        timeouts: see `CameraTimeouts`.
        exposure: the exposure to lock, from an earlier `lock_exposure`; None: automatic.
        advice: sentences for people, by failure.
        remark: returns a sentence to report while all is well; empty for none.
    """

    is_live = True

    def __init__(
        self,
        name: str,
        place: str,
        connect: Connect,
        timeouts: CameraTimeouts | None = None,
        exposure: Exposure | None = None,
        advice: CameraAdvice = PLUG_ADVICE,
        remark: Callable[[], str] = lambda: "",
    ) -> None:
        self.name = name
        self._remark = remark
        self._advice = advice
        self._place = place
        self._connect = connect
        self._timeouts = timeouts or CameraTimeouts()
        self._exposure_lock = ExposureLock(exposure)

    def lock_exposure(self, factor: float = 1.0) -> Exposure:
        """See `FrameSource`."""
        return self._exposure_lock.request(self._place, self._timeouts.exposure, factor)

    def frames(self, clock: Clock, stop: threading.Event) -> Iterator[Frame | SourceReport]:
        """See `FrameSource`."""
        state = _StreamState(CameraReporter(self.name))
        pause = self._timeouts.retry
        while not stop.is_set():
            before = state.number
            try:
                capture = self._connect()
            except CameraUnavailableError as error:
                yield from state.reporter.report(clock(), error.health, str(error))
            else:
                with closing(capture):
                    yield from self._session(capture, state, clock, stop)
            pause = self._timeouts.retry if state.number > before else pause
            stop.wait(pause)
            pause = min(2 * pause, self._timeouts.max_retry)

    def _session(
        self, capture: Capture, state: _StreamState, clock: Clock, stop: threading.Event
    ) -> Generator[Frame | SourceReport, None, None]:
        """Read an open camera until it stops sending, freezes or `stop` is set."""
        timeouts, reporter = self._timeouts, state.reporter
        last_picture_at = last_change_at = clock()
        self._exposure_lock.restore(capture)
        while not stop.is_set():
            self._exposure_lock.apply_request(capture)
            image = capture.read()
            now = clock()
            # A new game resets the clock to zero.
            last_picture_at, last_change_at = min(last_picture_at, now), min(last_change_at, now)
            if image is None:
                if now - last_picture_at >= timeouts.silent:
                    text = sentence(self._advice.silent, place=self._place)
                    yield from reporter.report(now, "waiting", text)
                    return
                stop.wait(_POLL_PAUSE_S)
                continue
            last_picture_at = now
            if not state.is_repeated(image):
                last_change_at = now
                state.frozen = False
            elif timeouts.frozen and now - last_change_at >= timeouts.frozen:
                # A live sensor never repeats all bytes: this is one old picture, sent repeatedly.
                state.frozen = True
                text = sentence(self._advice.frozen, place=self._place)
                yield from reporter.report(now, "fault", text)
                return
            if state.frozen:
                continue
            state.check_size(now, image)
            yield from reporter.report(now, "ok", self._remark() or state.resize_notice(now))
            yield state.next_frame(now, image)


class _StreamState:
    """State that survives a lost connection: frame number, last picture, last report."""

    def __init__(self, reporter: CameraReporter) -> None:
        self.reporter = reporter
        self.number = 0
        self.frozen = False
        self._last_image: Image | None = None
        self._resize_text = ""
        self._resized_at = 0.0

    def is_repeated(self, image: Image) -> bool:
        """Return whether a picture equals the last one, byte for byte."""
        last = self._last_image
        if last is None or last.shape != image.shape:
            return False
        # Comparing a few rows first settles nearly every case cheaply.
        return np.array_equal(last[::64], image[::64]) and np.array_equal(last, image)

    def resize_notice(self, t: float) -> str:
        """Return a sentence for some seconds after the pictures' size changed; else an empty one."""
        return self._resize_text if 0 <= t - self._resized_at < RESIZE_NOTICE_S else ""

    def check_size(self, t: float, image: Image) -> None:
        """Record a change of the pictures' size, which moves everything in them."""
        if self._last_image is None or self._last_image.shape == image.shape:
            return
        (h0, w0), (h1, w1) = self._last_image.shape[:2], image.shape[:2]
        self._resized_at = t
        self._resize_text = sentence(
            "The picture's size has changed from {width} x {height} to {new_width} x {new_height}.",
            width=w0,
            height=h0,
            new_width=w1,
            new_height=h1,
        )

    def next_frame(self, t: float, image: Image) -> Frame:
        """Number a picture as the next frame, and remember it as the last one."""
        self._last_image = image
        frame = Frame(t, image, self.number)
        self.number += 1
        return frame
