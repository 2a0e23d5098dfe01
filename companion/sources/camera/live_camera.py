"""Live cameras: connection, loss, freezing and reconnection.

A function (`Connect`) opens a camera of a given kind. This module handles all failures of an open camera,
for all kinds alike.
"""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Callable, Generator, Iterator
from contextlib import closing
from dataclasses import dataclass, replace
from typing import Final, TypeVar

import numpy as np

from companion.i18n import mark, sentence
from companion.observations import Clock, HealthReporter, SourceReport
from companion.sources.camera.frames import (
    CameraUnavailableError,
    Capture,
    Exposure,
    ExposureLock,
    Frame,
    FrameSource,
    Image,
)

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
        spoiled: some pictures are damaged; a sentence with ``{place}``.
    """

    silent: str
    frozen: str
    spoiled: str


PLUG_ADVICE: Final = CameraAdvice(
    mark("{place} sends no pictures: check its plug. Companion is looking for it."),
    mark("{place} keeps sending the same picture: unplug it and plug it in again."),
    mark("Some pictures of {place} are spoiled: use another cable, and plug it directly into the computer."),
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
    mark(
        "Some pictures of {place} are spoiled: move it nearer to the router, or let it send smaller pictures."
    ),
)
"""Advice for a camera that streams over the network."""


RESIZE_NOTICE_S: Final = 10.0
"""Seconds for which a change of the pictures' size is reported."""

SPOILED_WINDOW_S: Final = 20.0
"""Seconds over which spoiled pictures are counted."""
MIN_SPOILED: Final = 3
"""Least number of spoiled pictures in the window that is reported."""
MIN_SPOILED_SHARE: Final = 0.05
"""Least share of them among the window's pictures that is reported."""
_MIN_FLAT_SHARE: Final = 0.125
"""Share of a picture's rows that are missing in a spoiled one."""
_ROW_STEP_PX: Final = 8
"""Distance of the compared rows and columns."""
_NATURAL_COLOURS: Final = ((0, 0, 0), (255, 255, 255))
"""Colours of whole areas in good pictures: unlit, and overexposed."""
_DECODER_GREY: Final = (128, 128, 128)
"""JPEG decoders fill a missing part with this colour."""
_PARTLY_GREY: Final = sentence("part of it is missing")

# Seconds between two reads of a camera that returns no picture without blocking.
_POLL_PAUSE_S = 0.05

_T = TypeVar("_T")


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
        state = _StreamState(HealthReporter(self.name))
        pause = self._timeouts.retry
        while not stop.is_set():
            before = state.number
            try:
                capture = self._connect()
            except CameraUnavailableError as error:
                yield from state.reporter.report(clock(), error.health, str(error))
            except Exception as error:
                text = sentence("{place} can't be opened: {reason}.", place=self._place, reason=error)
                yield from state.reporter.report(clock(), "fault", text)
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
            reason = ""
            try:
                self._exposure_lock.apply_request(capture)
                image = capture.read()
            except Exception as error:
                image, reason = None, str(error) or type(error).__name__
            now = clock()
            if image is not None and state.spoiled.is_partly_flat(now, image):
                image, reason = None, _PARTLY_GREY
            if image is not None or reason:
                state.spoiled.record(now, spoiled=image is None)
            # A new game resets the clock to zero.
            last_picture_at, last_change_at = min(last_picture_at, now), min(last_change_at, now)
            if image is None:
                if now - last_picture_at >= timeouts.silent:
                    text = sentence(self._advice.silent, place=self._place)
                    if reason:
                        text = sentence(
                            "{place} sends no usable picture: {reason}. Companion keeps trying.",
                            place=self._place,
                            reason=reason,
                        )
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
            if state.spoiled.is_frequent(now):
                yield from reporter.report(now, "fault", sentence(self._advice.spoiled, place=self._place))
            else:
                yield from reporter.report(now, "ok", self._remark() or state.resize_notice(now))
            yield state.next_frame(now, image)


class _SpoiledPictures:
    """Counts the pictures that arrived damaged.

    Decoders fill a picture's missing part with one colour. A sensor's noise never gives whole rows of exactly
    one colour, but a drawn picture or a letterbox may: only a flat part that other pictures lack counts, or
    one in the decoders' own grey.
    """

    def __init__(self) -> None:
        self._pictures: deque[tuple[float, bool]] = deque()
        self._flat_shares: deque[tuple[float, float]] = deque()

    def is_partly_flat(self, t: float, image: Image) -> bool:
        """Return whether part of a picture is missing."""
        flat, colour = _flat_rows(image)
        _drop_outside_window(self._flat_shares, t)
        least = min((share for _, share in self._flat_shares), default=flat)
        self._flat_shares.append((t, flat))
        if flat < _MIN_FLAT_SHARE or colour in _NATURAL_COLOURS:
            return False
        return flat - least >= _MIN_FLAT_SHARE or (colour == _DECODER_GREY and flat < 1)

    def record(self, t: float, *, spoiled: bool) -> None:
        """Count a picture that has arrived."""
        _drop_outside_window(self._pictures, t)
        self._pictures.append((t, spoiled))

    def is_frequent(self, t: float) -> bool:
        """Return whether people should hear of it: an accident happens to every camera."""
        _drop_outside_window(self._pictures, t)
        count = sum(spoiled for _, spoiled in self._pictures)
        return count >= MIN_SPOILED and count >= MIN_SPOILED_SHARE * len(self._pictures)


def _drop_outside_window(items: deque[tuple[float, _T]], t: float) -> None:
    """Drop what is older than the window, or of a time before a new game reset the clock to zero."""
    while items and not 0 <= t - items[0][0] <= SPOILED_WINDOW_S:
        items.popleft()


def _flat_rows(image: Image) -> tuple[float, tuple[int, ...]]:
    """Return the share of rows that have one colour, the same in all of them, and that colour (BGR)."""
    some = image[::_ROW_STEP_PX, ::_ROW_STEP_PX]
    flat = np.flatnonzero((some == some[:, :1]).all(axis=(1, 2)))
    if not len(flat):
        return 0.0, ()
    # The missing part is the last one.
    colour = some[flat[-1], 0]
    return float((some[flat, 0] == colour).all(axis=1).sum() / len(some)), tuple(map(int, colour))


class _StreamState:
    """State that survives a lost connection: frame number, last picture, last report."""

    def __init__(self, reporter: HealthReporter) -> None:
        self.reporter = reporter
        self.number = 0
        self.frozen = False
        self.spoiled = _SpoiledPictures()
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


# The newest frame of a live camera, passed from the draining thread to the reading thread.
#
# This module starts no thread: the caller runs `pump` in one.


class LatestFrame:
    """A buffer for one frame: a newer one replaces it, so that a reader never gets a stale one.

    Args:
        source: the name of the source, for reports.
        hung_after_s: seconds without activity of the draining thread after which the camera counts as
            hung.
    """

    def __init__(self, source: str, hung_after_s: float = 10.0) -> None:
        self._source = source
        self._hung_after_s = hung_after_s
        self._changed = threading.Condition()
        self._frame: Frame | None = None
        self._last_activity: float | None = None
        self._healthy = True
        self._hung = False

    def pump(
        self,
        source: FrameSource,
        clock: Clock,
        stop: threading.Event,
        report: Callable[[SourceReport], None],
    ) -> None:
        """Drain a source until it ends; call `report` with its reports, in this thread.

        The frames' numbers continue those of an earlier call, which may have failed.
        """
        self._record_activity(clock())
        first = 0 if self._frame is None else self._frame.number + 1
        for item in source.frames(clock, stop):
            if isinstance(item, Frame):
                self.store_frame(replace(item, number=first + item.number) if first else item)
            else:
                self._record_activity(item.t, healthy=item.health == "ok")
                report(item)
        with self._changed:
            # A source that has ended can't hang.
            self._last_activity = None

    def store_frame(self, frame: Frame) -> None:
        """Replace the frame, and wake waiting readers."""
        self._record_activity(frame.t, frame=frame)

    def _record_activity(self, t: float, *, healthy: bool = True, frame: Frame | None = None) -> None:
        with self._changed:
            self._last_activity, self._healthy = t, healthy
            self._frame = frame or self._frame
            self._changed.notify_all()

    def wait(self, after: int, timeout: float) -> Frame | None:
        """Wait for a frame with a number above `after`, and return the newest; None on timeout.

        Args:
            after: number of the last frame read, -1 for none.
            timeout: in seconds.
        """
        with self._changed:
            self._changed.wait_for(lambda: self._frame is not None and self._frame.number > after, timeout)
            return self._frame if self._frame is not None and self._frame.number > after else None

    def check_hung(self, now: float) -> SourceReport | None:
        """Detect whether the camera hangs inside a read, which it can't report itself.

        This is the watchdog: call it periodically from any thread but the draining one.

        Args:
            now: seconds from the start of the session.

        Returns:
            A report when it starts to hang and another when it recovers; None while nothing changes.
        """
        with self._changed:
            if self._last_activity is None:
                return None
            # A new game resets the clock to zero.
            self._last_activity = min(self._last_activity, now)
            # A source that has reported a problem itself stays quiet until that changes.
            hung = self._healthy and now - self._last_activity >= self._hung_after_s
            if hung == self._hung:
                return None
            self._hung = hung
            if not hung:
                return SourceReport(now, self._source, "ok") if self._healthy else None
        text = sentence(
            "The camera has stopped answering: unplug it and plug it in again; if that doesn't help, "
            "start again."
        )
        return SourceReport(now, self._source, "fault", text)
