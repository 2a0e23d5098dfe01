"""The newest frame, passed from one thread to another."""

import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NoReturn

import pytest

from companion.observations import Clock, SourceReport
from companion.sources.camera import Frame, LatestFrame
from companion.sources.camera.live_camera import LiveCamera
from companion.sources.camera.local_camera import CameraSettings, usb_connector
from tests.patience import PATIENCE_S
from tests.sources.camera.conftest import ScriptedCamera, VirtualTime
from tests.sources.camera.stub_frame_source import StubFrameSource
from vision.training.textures import Image


@pytest.fixture
def frame(picture: Callable[..., Image]) -> Callable[..., Frame]:
    return lambda number, t=0.0: Frame(t, picture(number), number)


def wait_for_frame(latest_frame: LatestFrame, after: int = -1, timeout: float = 0.0) -> Frame:
    """Return the newest frame later than `after`."""
    frame = latest_frame.wait(after, timeout)
    assert frame is not None, "no frame has come"
    return frame


def hang_report(latest_frame: LatestFrame, t: float) -> SourceReport:
    """Return the hang report at this time."""
    report = latest_frame.check_hung(t)
    assert report is not None, "there is no report"
    return report


class TestWaiting:
    def test_a_newer_frame_replaces_an_older_one(self, frame: Callable[..., Frame]) -> None:
        latest_frame = LatestFrame("camera")
        for number in range(5):
            latest_frame.store_frame(frame(number))
        assert wait_for_frame(latest_frame).number == 4

    def test_the_same_frame_is_given_only_once(self, frame: Callable[..., Frame]) -> None:
        latest_frame = LatestFrame("camera")
        latest_frame.store_frame(frame(3))
        assert wait_for_frame(latest_frame, 2).number == 3
        assert latest_frame.wait(3, 0.01) is None

    def test_a_new_frame_wakes_waiting_threads(self, frame: Callable[..., Frame]) -> None:
        latest_frame = LatestFrame("camera")
        waker = threading.Timer(0.05, latest_frame.store_frame, [frame(0)])
        waker.start()
        start_time = time.monotonic()
        assert wait_for_frame(latest_frame, timeout=90).number == 0
        assert time.monotonic() - start_time < 45
        waker.join()


class TestPumping:
    def test_a_slow_reader_gets_the_newest_frame_and_skips_the_rest(
        self, camera: ScriptedCamera, device: Path, time_: VirtualTime, picture: Callable[..., Image]
    ) -> None:
        camera.sessions = [[picture(n) for n in range(1, 200)]]
        live_camera = LiveCamera("camera", "It", usb_connector(device, CameraSettings(), camera))
        latest_frame = LatestFrame("camera")
        reports: list[SourceReport] = []

        class Stop(threading.Event):
            """Set after a hundred frames."""

            def is_set(self) -> bool:
                return camera.script is not None and len(camera.script) <= 99

        latest_frame.pump(live_camera, time_.clock, Stop(), reports.append)
        assert wait_for_frame(latest_frame).number == 99
        assert [(report.health, report.text) for report in reports] == [("ok", "")]

    def test_a_hanging_camera_is_reported_and_recovers(
        self, camera: ScriptedCamera, device: Path, time_: VirtualTime, picture: Callable[..., Image]
    ) -> None:
        release, over = threading.Event(), threading.Event()

        def hang() -> Image:
            release.wait(PATIENCE_S)
            return picture(9)

        def rest() -> Image:
            """Later frames must not be seen early."""
            over.wait(PATIENCE_S)
            return picture(3)

        camera.sessions = [[picture(1), hang, rest]]
        live_camera = LiveCamera("camera", "It", usb_connector(device, CameraSettings(), camera))
        latest_frame, stop = LatestFrame("camera", hung_after_s=10), threading.Event()
        drain = threading.Thread(
            target=latest_frame.pump, args=(live_camera, time_.clock, stop, lambda _: None)
        )
        drain.start()
        try:
            first = wait_for_frame(latest_frame, timeout=PATIENCE_S)
            assert latest_frame.check_hung(first.t + 9) is None
            hung = hang_report(latest_frame, first.t + 10)
            assert (hung.health, hung.source) == ("fault", "camera")
            assert "stopped answering" in hung.text
            assert latest_frame.check_hung(first.t + 11) is None
            release.set()
            second = wait_for_frame(latest_frame, first.number, PATIENCE_S)
            assert hang_report(latest_frame, second.t).health == "ok"
            assert latest_frame.check_hung(second.t + 1) is None
        finally:
            release.set()
            stop.set()
            over.set()
            drain.join(PATIENCE_S)
        assert not drain.is_alive()

    def test_a_camera_that_hangs_while_opening_is_reported(self, time_: VirtualTime) -> None:
        opening, release = threading.Event(), threading.Event()

        def connect() -> NoReturn:
            opening.set()
            release.wait(PATIENCE_S)
            stop.set()
            raise KeyError

        latest_frame, stop = LatestFrame("camera"), threading.Event()

        live_camera = LiveCamera("camera", "It", connect)
        thread = threading.Thread(
            target=latest_frame.pump, args=(live_camera, time_.clock, stop, lambda _: None)
        )
        thread.start()
        assert opening.wait(PATIENCE_S)
        assert hang_report(latest_frame, time_.now + 10).health == "fault"
        release.set()
        thread.join(PATIENCE_S)


class TestWatching:
    def test_a_clock_reset_does_not_delay_the_hang_report(self, frame: Callable[..., Frame]) -> None:
        latest_frame = LatestFrame("camera")
        latest_frame.store_frame(frame(1, 5000.0))
        assert latest_frame.check_hung(0) is None
        assert latest_frame.check_hung(9) is None
        assert hang_report(latest_frame, 10).health == "fault"

    def test_no_hang_is_reported_before_the_pump_starts(self) -> None:
        assert LatestFrame("camera").check_hung(1000) is None

    def test_a_disconnected_camera_is_not_reported_as_hanging(self, time_: VirtualTime) -> None:
        class DisconnectedCamera(StubFrameSource):
            name, is_live = "camera", True

            def frames(self, clock: Clock, stop: threading.Event) -> Iterator[Frame | SourceReport]:
                yield SourceReport(100, "camera", "waiting", "not there")
                assert latest_frame.check_hung(1000) is None

        latest_frame = LatestFrame("camera")
        latest_frame.pump(DisconnectedCamera(), time_.clock, time_.stop, lambda _: None)

    def test_a_finished_source_is_not_reported_as_hanging(
        self, time_: VirtualTime, frame: Callable[..., Frame]
    ) -> None:
        class Recording(StubFrameSource):
            def frames(self, clock: Clock, stop: threading.Event) -> Iterator[Frame | SourceReport]:
                yield frame(0, 100.0)

        latest_frame = LatestFrame("camera")
        latest_frame.pump(Recording(), time_.clock, time_.stop, lambda _: None)
        assert latest_frame.check_hung(1000) is None
