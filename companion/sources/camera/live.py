"""Live cameras: come, go, freeze and come back.

How a camera is reached is a function (`Connect`); everything that can happen to one once it is
reached is handled here, for all of them alike.
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
from companion.sources.camera.exposure import Adjustable, Exposure, Hold
from companion.sources.camera.frames import CameraReporter, CameraUnavailableError, Frame, Image


class Capture(Adjustable, Protocol):
    """An open camera."""

    def read(self) -> Image | None:
        """The next picture; None if none came (this time)."""

    def close(self) -> None:
        """Lets go of the camera."""


Connect = Callable[[], Capture]
"""Opens a camera, or raises `CameraUnavailableError`."""


@dataclass(frozen=True)
class Patience:
    """How long, in seconds, to put up with what.

    Attributes:
        silent: without a picture, before the camera counts as lost.
        frozen: with the very same picture, before it counts as frozen; 0 puts up with it for ever.
        retry: before a lost camera is looked for again; doubles from time to time up to `retry_most`.
        retry_most: the longest pause between two looks.
        exposure: for a picture to come, before which exposure can't be held.
    """

    silent: float = 3.0
    frozen: float = 5.0
    retry: float = 1.0
    retry_most: float = 8.0
    exposure: float = 5.0


@dataclass(frozen=True)
class Trouble:
    """What people are told to do, by what is wrong.

    Attributes:
        silent: no pictures come; a sentence with ``{place}``.
        frozen: the very same picture comes again and again; a sentence with ``{place}``.
    """

    silent: str
    frozen: str


PLUG_TROUBLE: Final = Trouble(
    mark("{place} sends no pictures: check its plug. Companion is looking for it."),
    mark("{place} keeps sending the same picture: unplug it and plug it in again."),
)
"""Of a camera with a plug."""
STREAM_TROUBLE: Final = Trouble(
    mark(
        "{place} no longer sends pictures: check that it is switched on and on the network. Companion "
        "is looking for it."
    ),
    mark(
        "{place} keeps sending identical pictures: restart its stream. For a still picture, add #frozen=0 "
        "to its address."
    ),
)
"""Of one that sends a stream over the network."""


RESIZED_S: Final = 10.0
"""For so long it is said that pictures have another size."""

# Between two reads of a camera that answers at once that it has nothing.
_BREATH = 0.05


class LiveCamera:
    """A camera that is looked for, read, and looked for again when it is lost.

    Args:
        name: stands in every report.
        place: what people call the camera in a sentence, such as "The camera at /dev/video0".
        connect: opens it.
        patience: time limits.
        exposure: what is to be held at the camera, from an earlier `lock_exposure`; None: nothing.
        trouble: what people are told to do.
        remark: what they should know while all is well, in a sentence; empty: nothing.
    """

    live = True

    def __init__(
        self,
        name: str,
        place: str,
        connect: Connect,
        patience: Patience | None = None,
        exposure: Exposure | None = None,
        trouble: Trouble = PLUG_TROUBLE,
        remark: Callable[[], str] = lambda: "",
    ) -> None:
        self.name = name
        self._remark = remark
        self._trouble = trouble
        self._place = place
        self._connect = connect
        self._patience = patience or Patience()
        self._hold = Hold(exposure)

    def lock_exposure(self, times: float = 1.0) -> Exposure:
        """See `FrameSource`."""
        return self._hold.wish(self._place, self._patience.exposure, times)

    def frames(self, clock: Clock, stop: threading.Event) -> Iterator[Frame | SourceReport]:
        """See `FrameSource`."""
        progress = _Progress(CameraReporter(self.name))
        pause = self._patience.retry
        while not stop.is_set():
            before = progress.number
            try:
                capture = self._connect()
            except CameraUnavailableError as error:
                yield from progress.reporter.say(clock(), error.health, str(error))
            else:
                with closing(capture):
                    yield from self._session(capture, progress, clock, stop)
            pause = self._patience.retry if progress.number > before else pause
            stop.wait(pause)
            pause = min(2 * pause, self._patience.retry_most)

    def _session(
        self, capture: Capture, progress: _Progress, clock: Clock, stop: threading.Event
    ) -> Generator[Frame | SourceReport, None, None]:
        """Reads an open camera until it falls silent, freezes or `stop` is set."""
        patience, reporter = self._patience, progress.reporter
        heard = changed = clock()
        self._hold.begin(capture)
        while not stop.is_set():
            self._hold.grant(capture)
            image = capture.read()
            now = clock()
            # A game that has just begun puts the clock to zero.
            heard, changed = min(heard, now), min(changed, now)
            if image is None:
                if now - heard >= patience.silent:
                    text = sentence(self._trouble.silent, place=self._place)
                    yield from reporter.say(now, "waiting", text)
                    return
                stop.wait(_BREATH)
                continue
            heard = now
            if not progress.is_last(image):
                changed = now
                progress.frozen = False
            elif patience.frozen and now - changed >= patience.frozen:
                # No sensor gives the same bytes twice: this is an old picture given again and again.
                progress.frozen = True
                text = sentence(self._trouble.frozen, place=self._place)
                yield from reporter.say(now, "fault", text)
                return
            if progress.frozen:
                continue
            progress.note_size(now, image)
            yield from reporter.say(now, "ok", self._remark() or progress.resized(now))
            yield progress.frame(now, image)


class _Progress:
    """What outlives a lost connection: numbering, the last picture, what was told."""

    def __init__(self, reporter: CameraReporter) -> None:
        self.reporter = reporter
        self.number = 0
        self.frozen = False
        self._last: Image | None = None
        self._resized = ""
        self._resized_at = 0.0

    def is_last(self, image: Image) -> bool:
        """Whether a picture is the last one, byte for byte."""
        last = self._last
        if last is None or last.shape != image.shape:
            return False
        # A few rows tell nearly always, and cost next to nothing.
        return np.array_equal(last[::64], image[::64]) and np.array_equal(last, image)

    def resized(self, t: float) -> str:
        """What is said for a while after the pictures' size became another; else empty."""
        return self._resized if 0 <= t - self._resized_at < RESIZED_S else ""

    def note_size(self, t: float, image: Image) -> None:
        """Heed that a picture's size isn't the last one's: everything has moved."""
        if self._last is None or self._last.shape == image.shape:
            return
        (h0, w0), (h1, w1) = self._last.shape[:2], image.shape[:2]
        self._resized_at = t
        self._resized = sentence(
            "The picture's size has changed from {width} x {height} to {new_width} x {new_height}.",
            width=w0,
            height=h0,
            new_width=w1,
            new_height=h1,
        )

    def frame(self, t: float, image: Image) -> Frame:
        """The next frame."""
        self._last = image
        frame = Frame(t, image, self.number)
        self.number += 1
        return frame
