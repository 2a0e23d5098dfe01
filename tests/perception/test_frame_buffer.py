"""The buffer keeps the newest frames of a camera, and a grabber keeps it fed until it is closed."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from typing import Any

import numpy as np

from companion.observations import Clock, SourceReport
from companion.perception.camera_watch import STEADY_FRAME_COUNT, FrameBuffer, FrameGrabber
from companion.sources.camera import Exposure, Frame
from tests.patience import PATIENCE_S


def frame(t: float, number: int) -> Frame:
    return Frame(t, np.full((4, 4, 3), number, np.uint8), number)


def test_steady_frames_are_the_newest_ones_at_intervals() -> None:
    frame_buffer = FrameBuffer()
    for n in range(9):
        frame_buffer.process(frame(n / 8, n))
        assert (frame_buffer.newest_frame or frame(0, -1)).number == n
    assert [int(image[0, 0, 0]) for image in frame_buffer.steady_images()] == [0, 2, 4, 6, 8]


def test_too_few_frames_are_not_steady_and_a_change_discards_earlier_ones() -> None:
    frame_buffer = FrameBuffer()
    for n in range(STEADY_FRAME_COUNT):
        assert frame_buffer.steady_images() == []
        frame_buffer.process(frame(n, n))
    assert len(frame_buffer.steady_images()) == STEADY_FRAME_COUNT
    frame_buffer.clear_steady_frames()
    assert frame_buffer.steady_images() == []


def test_a_clock_reset_discards_the_buffer() -> None:
    frame_buffer = FrameBuffer()
    for n in range(STEADY_FRAME_COUNT):
        frame_buffer.process(frame(100 + n, n))
    frame_buffer.process(frame(0, 9))
    assert frame_buffer.steady_images() == []


class Camera:
    name = "camera"
    is_live = True

    def __init__(self) -> None:
        self.stopped = threading.Event()

    def frames(self, clock: Clock, stop: threading.Event) -> Iterator[Any]:
        yield SourceReport(clock(), self.name, "waiting", "Plug it in.")
        yield frame(clock(), 0)
        stop.wait(PATIENCE_S)
        self.stopped.set()

    def lock_exposure(self, times: float = 1.0) -> Exposure:
        return {}


def test_a_lookout_reports_the_error_and_closes_the_camera() -> None:
    camera = Camera()
    with FrameGrabber(camera, time.monotonic) as grabber:
        end = time.monotonic() + PATIENCE_S
        while grabber.frame_buffer.newest_frame is None or not grabber.trouble:
            assert time.monotonic() < end
            time.sleep(0.01)
        assert grabber.trouble == "Plug it in."
    assert camera.stopped.wait(PATIENCE_S)
