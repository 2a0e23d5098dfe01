"""Runs one camera in one thread and shows its frames to several watchers."""

from __future__ import annotations

import logging
import math
import queue
import threading
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from typing import Final, Protocol

import cv2
import numpy as np

from companion.closeable import Closeable
from companion.i18n import sentence
from companion.island.geometry import HEXES
from companion.observations import Clock, Emit, Health, Observation, SourceReport
from companion.sources.camera import Exposure, ExposureError, Frame, FrameSource, Image, LatestFrame
from companion.supervised_thread import SupervisedThread
from vision.draw import draw_glow
from vision.lattice import Points, hex_corners
from vision.picture_quality import exposure_factor

REPEAT_INTERVAL_S: Final = 0.25
"""Without a new frame the last one is repeated at this interval: a watcher may need it now."""
PUMP_STOP_S: Final = 2.0

_SEVERITY: Final[tuple[Health, ...]] = ("ok", "waiting", "fault")
"""From the best to the worst."""


class Watcher(Protocol):
    """A consumer of a camera's frames."""

    @property
    def every_s(self) -> float:
        """The minimum time between two useful frames of a live camera, in seconds."""

    def process(self, frame: Frame) -> Iterable[Observation]:
        """Return the observations of a frame. It may be a repeated frame, with the same number."""


class HealthMerger:
    """Merges the reports of a camera and its watchers, since all have the camera's name."""

    def __init__(self) -> None:
        self._reports: dict[int | None, SourceReport] = {}

    def merge(self, watcher: int | None, report: SourceReport) -> SourceReport:
        """Store a report and return the worst of all current ones.

        Args:
            watcher: a watcher's number, or None for the camera.
            report: its report, which replaces its last one.
        """
        self._reports[watcher] = report
        return replace(
            max(self._reports.values(), key=lambda report: _SEVERITY.index(report.health)), t=report.t
        )


class CameraWatch:
    """A source that shows a camera's frames to watchers in turn and emits their observations.

    Args:
        camera: the source of the frames; a live one is drained all the time.
        watchers: process each frame, in this order.
    """

    def __init__(self, camera: FrameSource, watchers: Sequence[Watcher]) -> None:
        self._camera = camera
        self._watchers = tuple(watchers)

    @property
    def name(self) -> str:
        """The camera's name."""
        return self._camera.name

    def run(self, emit: Emit, clock: Clock, stop: threading.Event) -> None:
        """Watch until `stop` is set."""
        live = self._camera.is_live
        looked = [clock() for _ in self._watchers]
        healths = HealthMerger()
        for item in self._live_frames(clock, stop) if live else self._recorded_frames(clock, stop):
            if isinstance(item, SourceReport):
                emit(healths.merge(None, item))
                continue
            for n, watcher in enumerate(self._watchers):
                if stop.is_set():
                    return
                # A new game begins at 0 seconds; the last look is then in the future.
                if live and looked[n] <= clock() < looked[n] + watcher.every_s:
                    continue
                looked[n] = clock()
                for seen in watcher.process(item):
                    emit(healths.merge(n, seen) if isinstance(seen, SourceReport) else seen)

    def _recorded_frames(self, clock: Clock, stop: threading.Event) -> Iterator[Frame | SourceReport]:
        """Yield every frame in turn, then repeat the last one with the current time until `stop` is set."""
        last: Frame | None = None
        ahead, before = 0.0, clock()
        for item in self._camera.frames(clock, stop):
            if isinstance(item, Frame):
                last, now = item, clock()
                # A recording may be replayed faster than real time; a game that has just begun isn't ahead.
                ahead = max(0.0, last.t - now) if now >= before else 0.0
                before = now
            yield item
        while not stop.wait(REPEAT_INTERVAL_S):
            if last is not None:
                yield replace(last, t=clock() + ahead)

    def _live_frames(self, clock: Clock, stop: threading.Event) -> Iterator[Frame | SourceReport]:
        """Yield the newest frame whenever there is one; a separate thread drains the camera."""
        latest = LatestFrame(self.name)
        reports: queue.SimpleQueue[SourceReport] = queue.SimpleQueue()

        def report_failure(error: BaseException) -> None:
            text = sentence("{source} failed and is restarting: {error}", source=self.name, error=error)
            reports.put(SourceReport(clock(), self.name, "fault", text))

        pump = SupervisedThread(
            f"pump {self.name}",
            lambda: latest.pump(self._camera, clock, stop, reports.put),
            stop,
            report_failure,
        )
        pump.start()
        last: Frame | None = None
        try:
            while not stop.is_set():
                while not reports.empty():
                    yield reports.get()
                hung = latest.check_hung(clock())
                if hung is not None:
                    yield hung
                last = latest.wait(-1 if last is None else last.number, REPEAT_INTERVAL_S) or last
                if last is not None:
                    yield last
        finally:
            pump.join(PUMP_STOP_S)


# Adjusts a camera's exposure during a game: if the light changes, the island is metered again.


_LOG = logging.getLogger(__name__)

LIGHT_CHANGE_S: Final = 3.0
"""Wrong light for this long is a real change: a sleeve, a cloud or a moving lamp passes sooner."""
SETTLE_S: Final = 2.0
"""Seconds after an exposure change during which nothing is judged."""
RETRY_AFTER_S: Final = 300.0
"""Seconds until the next attempt with a camera that doesn't lock its exposure, or with unsuitable light."""
MAX_TRIES: Final = 4
"""The maximum number of consecutive exposures."""


class MeteredCamera(Protocol):
    """A camera with an adjustable exposure."""

    def lock_exposure(self, factor: float) -> Exposure:
        """Lock the exposure; see `FrameSource`."""


class ExposureWatch:
    """A watcher without observations: it locks the camera at an exposure that suits the island."""

    every_s: float = 0.5

    def __init__(
        self, camera: MeteredCamera, projection_in: Callable[[Frame], Callable[[Points], Points] | None]
    ) -> None:
        """Watch through a camera.

        Args:
            camera: called from the thread that delivers its frames.
            projection_in: returns the projection of the island's plane, n x 2, to a frame; None: it isn't
                known, or something moves over the island.
        """
        self._camera, self._projection_in = camera, projection_in
        self._reset()

    def _reset(self) -> None:
        self._t = -math.inf
        self._right_at: float | None = None
        self._resumes_at, self._tries = -math.inf, 0

    def process(self, frame: Frame) -> Iterable[Observation]:
        """Judge whether a frame's light suits the island."""
        if frame.t < self._t:
            self._reset()
        self._t = frame.t
        project = self._projection_in(frame) if frame.t >= self._resumes_at else None
        if project is None:
            return ()
        times = exposure_factor(frame.image, project)
        if times == 1:
            self._right_at, self._tries = frame.t, 0
        elif self._right_at is None:
            self._right_at = frame.t
        elif frame.t - self._right_at >= LIGHT_CHANGE_S:
            self._expose(times)
        return ()

    def _expose(self, times: float) -> None:
        self._tries += 1
        try:
            held = self._camera.lock_exposure(times)
        except ExposureError as error:
            _LOG.info("%s", error)
            self._tries = MAX_TRIES
        else:
            _LOG.info("exposure locked at %.2f times the light: %s", times, held)
        # This picture still has the old light: only the next ones count.
        self._resumes_at = self._t + SETTLE_S
        if self._tries >= MAX_TRIES:
            self._resumes_at, self._right_at, self._tries = self._t + RETRY_AFTER_S, None, 0


# Stores the newest frames of a camera for access at any time.


STEADY_INTERVAL_S: Final = 0.2
"""The interval of the stored frames: slow movements show."""
STEADY_FRAME_COUNT: Final = 5
STOP_TIMEOUT_S: Final = 3.0


class FrameBuffer:
    """A watcher without observations: it stores the newest frame, and a few before it."""

    every_s: float = 0.04

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._newest: Frame | None = None
        self._kept: deque[Frame] = deque(maxlen=STEADY_FRAME_COUNT)

    def process(self, frame: Frame) -> Iterable[Observation]:
        """Store a frame."""
        with self._lock:
            self._newest = frame
            if self._kept and frame.t < self._kept[-1].t:
                self._kept.clear()
            if not self._kept or frame.t - self._kept[-1].t >= STEADY_INTERVAL_S:
                self._kept.append(frame)
        return ()

    @property
    def newest_frame(self) -> Frame | None:
        """The newest frame; None: there is none yet."""
        with self._lock:
            return self._newest

    def steady_images(self) -> list[Image]:
        """Return the newest frames, oldest first, `STEADY_INTERVAL_S` apart; empty until there are
        `STEADY_FRAME_COUNT`."""
        with self._lock:
            return [frame.image for frame in self._kept] if len(self._kept) == STEADY_FRAME_COUNT else []

    def clear_steady_frames(self) -> None:
        """Discard the earlier frames after a change of the camera's settings."""
        with self._lock:
            self._kept.clear()


class FrameGrabber(Closeable):
    """Reads a camera into a buffer, in its own thread, until it is closed."""

    def __init__(self, camera: FrameSource, clock: Clock) -> None:
        """Start reading.

        Args:
            camera: must not be used elsewhere meanwhile.
            clock: seconds.
        """
        self.camera = camera
        self.frame_buffer = FrameBuffer()
        self._clock = clock
        self._trouble = ""
        self._stop = threading.Event()
        self._thread = SupervisedThread(f"grabber {camera.name}", self._run, self._stop)
        self._thread.start()

    @property
    def trouble(self) -> str:
        """The problem of the camera, in a sentence; empty: none."""
        return self._trouble

    def close(self) -> None:
        """Stop reading and release the camera; closing twice is no error."""
        self._stop.set()
        self._thread.join(STOP_TIMEOUT_S)

    def _run(self) -> None:
        CameraWatch(self.camera, [self.frame_buffer]).run(self._on_observation, self._clock, self._stop)

    def _on_observation(self, observation: Observation) -> None:
        if isinstance(observation, SourceReport):
            self._trouble = "" if observation.health == "ok" else observation.text


# A camera's picture of the board, with the island highlighted while it is tracked.


WIDTH_PX: Final = 640
"""The picture's width: people only glance at it."""
JPEG_QUALITY: Final = 80
_GOLD: Final = (90, 220, 255)
"""BGR."""
_INSET: Final = 0.94
"""The size of the highlighted hexes, as a share of the real ones."""

ProjectionGetter = Callable[[], Callable[[Points], Points] | None]
"""Returns the projection from the island's plane to the newest frame; None: the board isn't found."""


class BoardPicture:
    """A watcher without observations: it stores the newest frame and draws it on request."""

    every_s: float = 0.04

    def __init__(self) -> None:
        """Start without a frame."""
        self.get_projection: ProjectionGetter = lambda: None
        self._lock = threading.Lock()
        self._newest: tuple[Frame, Callable[[Points], Points] | None] | None = None

    def process(self, frame: Frame) -> Iterable[Observation]:
        """Store a frame, with the board's projection in it."""
        with self._lock:
            self._newest = (frame, self.get_projection())
        return ()

    @property
    def is_followed(self) -> bool:
        """True if the board is tracked."""
        with self._lock:
            return self._newest is not None and self._newest[1] is not None

    def jpeg(self) -> bytes | None:
        """Return the newest frame with the island highlighted; None: there is none yet."""
        with self._lock:
            seen = self._newest
        if seen is None:
            return None
        frame, onto = seen
        height, width = frame.image.shape[:2]
        scale = WIDTH_PX / width
        drawn = np.asarray(cv2.resize(frame.image, (WIDTH_PX, round(height * scale))), np.uint8)
        if onto is not None:
            outlines = [(onto(hex_corners(hex_id, _INSET)) * scale, _GOLD) for hex_id in HEXES]
            draw_glow(drawn, outlines, WIDTH_PX / 160)
        done, data = cv2.imencode(".jpg", drawn, [cv2.IMWRITE_JPEG_QUALITY, JPEG_QUALITY])
        return data.tobytes() if done else None
