"""The camera watch passes a camera's frames to several watches under one source name."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator

import numpy as np

from companion.observations import Clock, Health, Observation, SourceReport
from companion.perception.camera_watch import CameraWatch
from companion.sources.camera import Frame
from tests.sources.camera.stub_frame_source import StubFrameSource


class Camera(StubFrameSource):
    def __init__(self, *numbers: int, live: bool = False) -> None:
        self.is_live = live
        self.drained = threading.Event()
        self._numbers = numbers

    def frames(self, clock: Clock, stop: threading.Event) -> Iterator[Frame | SourceReport]:
        yield SourceReport(clock(), self.name, "ok")
        for number in self._numbers:
            yield Frame(clock(), np.zeros((4, 4, 3), np.uint8), number)
        self.drained.set()
        if self.is_live:
            stop.wait()


class Looker:
    """A watcher that stores its frames, reports its state, and stops the watch after so many frames."""

    every_s = 0.0

    def __init__(self, *healths: Health, most: int = 1, stop: threading.Event | None = None) -> None:
        self.frames: list[Frame] = []
        self._healths = healths
        self._most = most
        self._stop = stop

    def process(self, frame: Frame) -> Iterator[Observation]:
        if len(self.frames) < len(self._healths):
            health = self._healths[len(self.frames)]
            yield SourceReport(frame.t, "camera", health, health)
        self.frames.append(frame)
        if self._stop is not None and len(self.frames) == self._most:
            self._stop.set()


def watch(camera: Camera, make: Callable[[threading.Event], list[Looker]], clock: Clock) -> list[Observation]:
    stop = threading.Event()
    seen: list[Observation] = []
    CameraWatch(camera, make(stop)).run(seen.append, clock, stop)
    return seen


class Slow(Looker):
    """Looks at a frame for as long as its camera gives further ones, and stops the watch after the last."""

    def __init__(self, camera: Camera, stop: threading.Event) -> None:
        super().__init__()
        self._camera, self._ended = camera, stop

    def process(self, frame: Frame) -> Iterator[Observation]:
        self.frames.append(frame)
        assert self._camera.drained.wait(90)
        if frame.number == 50:
            self._ended.set()
        yield from ()


def test_a_live_camera_is_drained_and_only_its_newest_frame_is_processed() -> None:
    looker: list[Looker] = []
    camera = Camera(*range(51), live=True)

    def slow(stop: threading.Event) -> list[Looker]:
        looker.append(Slow(camera, stop))
        return looker

    watch(camera, slow, time.monotonic)
    first, *later = [frame.number for frame in looker[0].frames]
    assert first == 50 or later == [50]
    end = time.monotonic() + 90
    while any(thread.name.startswith("pump") for thread in threading.enumerate()):
        assert time.monotonic() < end
        time.sleep(0.01)


def test_a_finished_recording_repeats_its_last_frame_at_the_current_time() -> None:
    looker: list[Looker] = []

    def patient(stop: threading.Event) -> list[Looker]:
        looker.append(Looker(most=4, stop=stop))
        return looker

    watch(Camera(0, 1), patient, time.monotonic)
    frames = looker[0].frames
    assert [frame.number for frame in frames] == [0, 1, 1, 1]
    assert frames[1].t < frames[2].t < frames[3].t


def test_a_restarted_game_does_not_stop_a_live_camera() -> None:
    """Its clock begins at 0 again: nobody waits for the time that it was."""
    times = iter([3600.0] * 5)
    looker: list[Looker] = []

    def make_looker(stop: threading.Event) -> list[Looker]:
        looker.append(Looker(most=1, stop=stop))
        looker[0].every_s = 1.0
        return looker

    watch(Camera(0, live=True), make_looker, lambda: next(times, 0.0))
    assert looker[0].frames


def test_one_watch_does_not_hide_the_complaint_of_another() -> None:
    observations = watch(
        Camera(0, 1, 2),
        lambda stop: [Looker("waiting", "waiting", "ok"), Looker("ok", "fault", "ok", most=3, stop=stop)],
        time.monotonic,
    )
    healths = [one.health for one in observations if isinstance(one, SourceReport)]
    assert healths == ["ok", "waiting", "waiting", "waiting", "fault", "fault", "ok"]
