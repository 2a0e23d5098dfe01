"""Stores the newest frames of a camera for access at any time."""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Iterable
from types import TracebackType
from typing import Final, Self

from companion.observations import Clock, Observation, SourceReport
from companion.perception.camera_watch import CameraWatch
from companion.sources.camera import Frame, FrameSource, Image
from companion.supervised_thread import SupervisedThread

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


class FrameGrabber:
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

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()
