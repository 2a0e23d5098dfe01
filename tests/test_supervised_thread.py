"""Every thread that the program starts returns after a failure."""

from __future__ import annotations

import re
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from companion.calibration.steps.bluetooth import _TrialRoll
from companion.cli.calibrate import resource_dice
from companion.cli.parts.device_access import start_simulated_people
from companion.cli.service import notify
from companion.cli.service.notify import StartCounter
from companion.observations import Clock, DiceDetection, Emit, Observation, SourceReport
from companion.perception.camera_watch import CameraWatch, FrameBuffer, FrameGrabber
from companion.sources.bluetooth.connection import BluetoothDiceScanner
from companion.sources.bluetooth.stand_ins import VirtualRadio, create_pair
from companion.sources.camera import Frame
from companion.supervised_thread import SupervisedThread, start_after
from companion.table.source_supervisor import SourceSupervisor
from tests.patience import PATIENCE_S
from tests.sources.camera.stub_frame_source import StubFrameSource

ROOT = Path(__file__).parents[1]
PROVEN_ELSEWHERE = {
    "calibration": "tests/calibration/test_repeatable_calibration.py",
    "repeating": "tests/calibration/test_repeatable_calibration.py",
    "web": "tests/web/test_stream.py",
    "web feed": "tests/web/test_stream.py",
}
PROVEN_HERE = {
    "source {source.name}",
    "pump {self.name}",
    "grabber {camera.name}",
    "bluetooth dice",
    "bluetooth trial",
    "die out of range",
    "people",
    "start counter",
}


class Camera(StubFrameSource):
    """A live camera that fails once, after its third frame."""

    is_live = True

    def __init__(self) -> None:
        self.failures = 0

    def frames(self, clock: Clock, stop: threading.Event) -> Iterator[Frame | SourceReport]:
        yield SourceReport(clock(), self.name, "ok")
        number = 0
        while not stop.wait(0.01):
            if number == 3 and not self.failures:
                self.failures += 1
                raise KeyError("driver")
            yield Frame(clock(), np.zeros((4, 4, 3), np.uint8), number)
            number += 1


def wait_for(condition: Callable[[], Any]) -> None:
    end = time.monotonic() + PATIENCE_S
    while not condition():
        assert time.monotonic() < end
        time.sleep(0.01)


def run_source(_: Path) -> None:
    """A source of the table, as camera, tower and buttons are."""
    observed = threading.Event()

    class Source:
        name = "tower"

        def run(self, emit: Emit, clock: Clock, stop: threading.Event) -> None:
            emit(DiceDetection(1.0, self.name, (1, 2)))
            stop.wait()

    def emit(seen: Observation) -> None:
        if isinstance(seen, DiceDetection):
            observed.set()

    supervisor = SourceSupervisor(emit, time.monotonic)
    supervisor.start([Source()])
    assert observed.wait(PATIENCE_S)
    assert supervisor.has_reported("tower"), "its failure was reported"
    supervisor.stop()
    supervisor.join()


def run_grabber(_: Path) -> None:
    with FrameGrabber(Camera(), time.monotonic) as grabber:
        wait_for(lambda: grabber.frame_buffer.newest_frame)


def run_scanner(_: Path) -> None:
    with BluetoothDiceScanner(VirtualRadio(list(create_pair("godice", 20.0))), 0.02) as scanner:
        wait_for(lambda: scanner.scan_count)


def run_trial(_: Path) -> None:
    dice = create_pair("godice", 20.0)
    radio = VirtualRadio(list(dice))
    with BluetoothDiceScanner(radio, 0.02) as scanner:
        wait_for(lambda: len(scanner.dice) == 2)
    trial = _TrialRoll([each.die for each in scanner.dice], lambda: radio)
    wait_for(lambda: all(die.is_connected for die in dice))
    trial.close()


def run_virtual_die(_: Path) -> None:
    die, _other = create_pair("godice", 0.0)
    die.drop()
    wait_for(lambda: die.is_present)


def run_people(_: Path) -> None:
    followed = threading.Event()

    class Setting:
        def run(self, view: Callable[[], Mapping[str, Any]], stop: threading.Event) -> None:
            followed.set()
            stop.wait()

    class Session:
        def view(self) -> dict[str, Any]:
            return {}

    with ExitStack() as stack:
        start_simulated_people(Setting(), Session(), stack)  # type: ignore[arg-type]  # stand-ins
        assert followed.wait(PATIENCE_S)


def run_start_counter(folder: Path) -> None:
    counter = StartCounter(folder / "journal.db")
    with counter.track_start():
        wait_for(lambda: not (folder / "journal.db.starts").exists())


def run_resource_dice(_: Path) -> None:
    picture = next(resource_dice._take_pictures(Camera()))[1]
    assert picture.shape == (4, 4, 3)


SCENARIOS = [
    (run_source, "source tower"),
    (run_grabber, "grabber camera"),
    (run_grabber, "pump camera"),
    (run_scanner, "bluetooth dice"),
    (run_trial, "bluetooth trial"),
    (run_virtual_die, "die out of range"),
    (run_people, "people"),
    (run_start_counter, "start counter"),
    (run_resource_dice, "pump camera"),
]


@pytest.mark.parametrize(
    ("run", "name"), [pytest.param(*each, id=each[0].__name__[4:]) for each in SCENARIOS]
)
def test_a_thread_returns_after_a_failure(
    failed_threads: list[str],
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
    run: Callable[[Path], None],
    name: str,
) -> None:
    monkeypatch.setattr(notify, "STARTED_AFTER_S", 0.01)
    monkeypatch.setattr("companion.sources.bluetooth.stand_ins.OUT_OF_RANGE_S", 0.01)
    monkeypatch.setattr(resource_dice, "ask", lambda _: "")
    monkeypatch.setattr(resource_dice, "print_message", lambda _: None)
    run(tmp_path)
    assert name in failed_threads


def test_every_thread_of_the_program_is_supervised_and_tested() -> None:
    names, others = set(), []
    for top in ("companion", "web", "vision"):
        for path in (ROOT / top).rglob("*.py"):
            text = path.read_text("utf-8")
            if path.name != "supervised_thread.py" and "training" not in path.parts:
                names |= set(re.findall(r'(?:SupervisedThread\(|start_after\([^"]*?)\s*f?"([^"]+)"', text))
                others += re.findall(r"\b(?:Thread|Timer|ThreadPoolExecutor|start_new_thread)\(.*", text)
    assert others == []
    assert names == PROVEN_HERE | PROVEN_ELSEWHERE.keys()
    for name, test_file in PROVEN_ELSEWHERE.items():
        lines = (ROOT / test_file).read_text("utf-8").splitlines()
        assert any(f'"{name}"' in line and "failed_threads" in line for line in lines)


def test_a_camera_that_fails_midway_continues_with_newer_frames(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("companion.supervised_thread.RESTART_PAUSE_S", 0.01)
    camera, stop, numbers, reports = Camera(), threading.Event(), [], []

    class Watcher(FrameBuffer):
        every_s = 0.0

        def process(self, frame: Frame) -> tuple[()]:
            numbers.append(frame.number)
            if frame.number > 8:
                stop.set()
            return ()

    def emit(seen: Observation) -> None:
        assert isinstance(seen, SourceReport)
        reports.append((seen.health, seen.text))

    CameraWatch(camera, [Watcher()]).run(emit, time.monotonic, stop)
    assert camera.failures == 1
    assert numbers == sorted(numbers)
    assert ("fault", "camera failed and is restarting: 'driver'") in reports
    assert reports[-1] == ("ok", "")


def test_a_failing_report_does_not_end_a_thread(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("companion.supervised_thread.RESTART_PAUSE_S", 0.01)
    calls, stopping = [], threading.Event()

    def run() -> None:
        calls.append(1)
        if len(calls) < 3:
            raise KeyError

    def report(_: BaseException) -> None:
        raise ValueError

    thread = SupervisedThread("worker", run, stopping, report)
    thread.start()
    thread.join(PATIENCE_S)
    assert len(calls) == 3


def test_a_thread_that_is_to_stop_is_not_restarted() -> None:
    stopping, calls = threading.Event(), []

    def run() -> None:
        calls.append(1)
        stopping.set()
        raise KeyError

    thread = SupervisedThread("worker", run, stopping)
    thread.start()
    thread.join(PATIENCE_S)
    assert calls == [1]


def test_a_cancelled_call_is_not_made() -> None:
    called = threading.Event()
    start_after(0.2, "late", called.set).set()
    assert not called.wait(0.3)
