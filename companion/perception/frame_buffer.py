"""The newest frames of a camera, kept for whoever asks at any time."""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Iterable
from types import TracebackType
from typing import Final, Self

from companion.observations import Clock, Observation, SourceReport
from companion.perception.camera_watch import CameraWatch
from companion.sources.camera import Frame, FrameSource, Image

APART_S: Final = 0.2
"""Frames that are kept are so far apart: what moves slowly isn't steady."""
KEPT: Final = 5
STOP_S: Final = 3.0


class FrameBuffer:
    """A watcher that tells nothing: it keeps the newest frame, and a few from before it."""

    every_s: float = 0.04

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._newest: Frame | None = None
        self._kept: deque[Frame] = deque(maxlen=KEPT)

    def take(self, frame: Frame) -> Iterable[Observation]:
        """Keep a frame."""
        with self._lock:
            self._newest = frame
            if self._kept and frame.t < self._kept[-1].t:
                self._kept.clear()
            if not self._kept or frame.t - self._kept[-1].t >= APART_S:
                self._kept.append(frame)
        return ()

    @property
    def newest(self) -> Frame | None:
        """The newest frame; None: none has come."""
        with self._lock:
            return self._newest

    def steady(self) -> list[Image]:
        """The newest frames, the oldest first, `APART_S` apart; empty until `KEPT` have come."""
        with self._lock:
            return [frame.image for frame in self._kept] if len(self._kept) == KEPT else []

    def forget(self) -> None:
        """Something has been changed at the camera: what came before is not to be compared with."""
        with self._lock:
            self._kept.clear()


class FrameGrabber:
    """A camera whose frames only go to a buffer, by a thread of its own, until it is closed."""

    def __init__(self, camera: FrameSource, clock: Clock) -> None:
        """Begin to watch.

        Args:
            camera: it is nobody else's meanwhile.
            clock: seconds.
        """
        self.camera = camera
        self.frame_buffer = FrameBuffer()
        self._clock = clock
        self._trouble = ""
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._run, name=f"grabber {camera.name}", daemon=True)
        self._thread.start()

    @property
    def trouble(self) -> str:
        """What is wrong with the camera, in a sentence; empty: nothing."""
        return self._trouble

    def close(self) -> None:
        """Let go of the camera; closing twice is no error."""
        self._stop.set()
        self._thread.join(STOP_S)

    def _run(self) -> None:
        CameraWatch(self.camera, [self.frame_buffer]).run(self._hear, self._clock, self._stop)

    def _hear(self, observation: Observation) -> None:
        if isinstance(observation, SourceReport):
            self._trouble = "" if observation.health == "ok" else observation.text

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()
