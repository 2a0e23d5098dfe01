"""The tiers of the tests, as a pytest plugin: which tests a tier runs, and what each test cost.

| tier | command | runs |
|---|---|---|
| fast | `make test` | every test that is neither ``slow`` nor ``browser``, and every ``smoke`` test |
| all | `make test-all` | every test |

``slow`` marks a test that takes more than `SLOW_CPU_S` CPU seconds, ``browser`` one that opens a browser, and
``smoke`` one that runs in `make test` all the same: it proves a screen, a whole game or a set of photos.

The plugin measures CPU time, not wall-clock time: the latter says more about the load than about a test. A
test's CPU time is that of its process, of every process that it started and ended, and of a browser or node
that several tests share. Fixtures that several tests share are left out: they would count for whichever test
happens to run first.
"""

from __future__ import annotations

import ast
import fcntl
import gc
import json
import os
import sys
from collections.abc import Callable, Generator, Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass, replace
from functools import partial
from pathlib import Path
from typing import Any, Final
from zlib import crc32

import psutil
import pytest
from hypothesis import settings
from hypothesis.internal.conjecture import providers
from xdist.scheduler import LoadFileScheduling

SLOW_CPU_S: Final = 2.0
"""A test that takes more CPU seconds carries the marker ``slow``."""
FAST_TIER: Final = "(not slow and not browser) or smoke"
"""Pytest's marker expression for the fast tier."""
FAST_EXAMPLES: Final = 25
"""How many examples Hypothesis tries in the fast tier."""
CASE_CPU_S: Final = "case_cpu_s"
"""The property of a test that is several: the CPU seconds of its costliest case not marked as slow."""
NODE_TESTS: Final = "tests/web/test_node.py"
NODE_FIXTURE: Final = "node_runner"
"""The fixture of tests that share a process of node."""
NODE_SHARES: Final = 6
"""So many parts of the node tests may run side by side."""
_OUTCOME: Final = "outcome"
"""The property of a teardown report that holds a test's `Outcome`."""

# Examples are the same in each run, so all runs find the same errors. `make soak` uses other examples. No
# example has a deadline, because its duration depends more on the machine than on the code.
settings.register_profile("fast", deadline=None, derandomize=True, max_examples=FAST_EXAMPLES)
settings.register_profile("all", deadline=None, derandomize=True)
settings.register_profile("soak", deadline=None, max_examples=1000)


@dataclass(frozen=True)
class Outcome:
    """The outcome of a test.

    Attributes:
        test: its node id.
        failed: whether its call, or its fixtures, failed.
        cpu_s: its CPU seconds, without fixtures that other tests share.
        is_slow: whether it carries the marker ``slow``.
        case_cpu_s: where it is several tests, as a file of tests in node is one to pytest: the CPU seconds of
            the costliest that is not marked as slow.
        fixtures_s: CPU seconds of shared fixtures that were set up for it, the first to ask for them.
    """

    test: str
    failed: bool
    cpu_s: float
    is_slow: bool
    case_cpu_s: float | None = None
    fixtures_s: float = 0.0


def read_outcomes(file: Path) -> list[Outcome]:
    """Read the outcomes that a run of pytest wrote with ``--outcomes``; none if it wrote no file."""
    return [Outcome(**each) for each in json.loads(file.read_text("utf-8"))] if file.exists() else []


def cpu_s_so_far(with_running_children: bool) -> float:
    """CPU seconds, user and system, of this process and of all its descendants that have ended.

    Args:
        with_running_children: count descendants that still run, too: a browser or node that several tests
            share does. Looking for them takes milliseconds.
    """
    own = os.times()
    total_s = own.user + own.system + own.children_user + own.children_system
    for each in psutil.Process().children(recursive=True) if with_running_children else ():
        try:
            times = each.cpu_times()
        except psutil.NoSuchProcess:
            continue
        total_s += times.user + times.system + times.children_user + times.children_system
    return total_s


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the options of the tiers."""
    group = parser.getgroup("tiers")
    group.addoption("--tier", choices=["fast", "all"], default="all", help="which tests run (tests/tiers.py)")
    group.addoption(
        "--outcomes", metavar="FILE", help="write each test's outcome and CPU time to a file, as JSON"
    )


def pytest_configure(config: pytest.Config) -> None:
    """Choose the tier's tests and examples; collect outcomes, but not in a worker process."""
    tier = config.getoption("tier")
    if tier == "fast" and not config.option.markexpr:
        config.option.markexpr = FAST_TIER
    if not config.getoption("hypothesis_profile"):
        settings.load_profile(tier)
    if tier == "fast":
        # Hypothesis also tries the constants of the code: each worker would parse every module for them.
        providers._get_local_constants = lambda: providers._local_constants
    for plugin in config.pluginmanager.get_plugins():
        # xdist runs the module of this class in each worker, where it can't be imported.
        if type(plugin).__name__ == "WorkerInteractor":
            plugin.sendevent = partial(send_if_needed, plugin.sendevent)
    if config.getoption("outcomes") and not hasattr(config, "workerinput"):
        config.pluginmanager.register(OutcomeWriter(Path(config.getoption("outcomes"))))


def send_if_needed(send: Callable[..., None], name: str, **about: Any) -> None:
    """Send a message of a worker, unless the controller needs it for nothing.

    xdist sends six messages for a test, and they cost more than most tests. The controller does not use
    the test's beginning and end, or the report of a setup that passed.

    Args:
        send: sends a message.
        name: its kind.
        about: its contents.
    """
    if name in ("logstart", "logfinish"):
        return
    if name == "testreport" and (about["data"]["when"], about["data"]["outcome"]) == ("setup", "passed"):
        return
    send(name, **about)


@pytest.hookimpl(wrapper=True)
def pytest_collection(session: pytest.Session) -> Iterator[Any]:
    """Collect without garbage collection: nothing of the 10,000 tests and all modules becomes free."""
    gc.disable()
    try:
        with compiling_once(session.config.rootpath / "tests"):
            return (yield)
    finally:
        gc.freeze()
        gc.enable()


@contextmanager
def compiling_once(folder: Path) -> Iterator[None]:
    """Have other processes wait until this one has collected tests that none of them has compiled before.

    Side by side, each worker would compile every module of a new checkout.

    Args:
        folder: a folder of tests. Its compiled modules show whether tests were collected before.
    """
    tag = f"test_*.{sys.implementation.cache_tag}-pytest-*.pyc"
    if sys.dont_write_bytecode or not folder.is_dir():
        yield
        return
    lock = os.open(folder, os.O_RDONLY)
    try:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if any((folder / "__pycache__").glob(tag)):
            fcntl.flock(lock, fcntl.LOCK_UN)
        yield
    finally:
        os.close(lock)


class FileScheduling(LoadFileScheduling):
    """Gives each worker whole files, which share fixtures, and the many tests in node in shares."""

    def _split_scope(self, nodeid: str) -> str:
        """The group of tests that runs on one worker."""
        file, _, test = nodeid.partition("::")
        return f"{file}@{crc32(test.encode()) % NODE_SHARES}" if file == NODE_TESTS else file

    def mark_test_complete(self, node: Any, item_index: int, duration: float = 0) -> None:
        """Mark a test as completed, and forget its group if it was the last one.

        After each message of a worker xdist counts the pending tests in all groups that it remembers.
        """
        super().mark_test_complete(node, item_index, duration)
        group = self._split_scope(self.registered_collections[node][item_index])
        if all(self.assigned_work[node][group].values()):
            del self.assigned_work[node][group]


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> FileScheduling:
    """Distribute tests by `FileScheduling`."""
    return FileScheduling(config, log)


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """Leave out a module of which the fast tier runs no test, before anything is imported."""
    if config.getoption("tier") != "fast" or collection_path.suffix != ".py":
        return None
    return True if is_outside_fast_tier(collection_path.read_text("utf-8")) else None


def is_outside_fast_tier(source: str) -> bool:
    """Return whether a module's own marks, ``pytestmark``, exclude all its tests from the fast tier."""
    if "pytestmark" not in source or "smoke" in source:
        return False
    for statement in ast.parse(source).body:
        if isinstance(statement, ast.Assign) and ast.unparse(statement.targets[0]) == "pytestmark":
            marks = {node.attr for node in ast.walk(statement.value) if isinstance(node, ast.Attribute)}
            return not marks.isdisjoint({"slow", "browser"})
    return False


class _CpuTimer:
    """Measures the test that is running."""

    def __init__(self) -> None:
        self.start(with_running_children=False)

    def start(self, with_running_children: bool) -> None:
        """Begin with a test, before its fixtures."""
        self._with_running_children = with_running_children
        self._started_s, self.shared_s, self.fixtures_s = self.now_s(), 0.0, 0.0

    def now_s(self) -> float:
        """The CPU seconds so far of all that belongs to the test."""
        return cpu_s_so_far(self._with_running_children)

    def elapsed_s(self) -> float:
        """CPU seconds since `start` without ``shared_s``, the share of fixtures of a wider scope."""
        return max(0.0, self.now_s() - self._started_s - self.shared_s)


_TIMER: Final = _CpuTimer()
_FAILED_KEY: Final = pytest.StashKey[bool]()


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_runtest_protocol(item: pytest.Item) -> Iterator[Any]:
    """Start the timer."""
    in_browser = item.get_closest_marker("browser") is not None
    _TIMER.start(with_running_children=in_browser or NODE_FIXTURE in getattr(item, "fixturenames", ()))
    return (yield)


@pytest.hookimpl(wrapper=True)
def pytest_fixture_setup(fixturedef: pytest.FixtureDef[Any]) -> Iterator[Any]:
    """Set the CPU time of a shared fixture apart from the test that needs it first."""
    if fixturedef.scope == "function":
        return (yield)
    before_s, shared_s = _TIMER.now_s(), _TIMER.shared_s
    try:
        return (yield)
    finally:
        # Shared fixtures that this one asked for are part of it.
        _TIMER.shared_s = _TIMER.fixtures_s = shared_s + _TIMER.now_s() - before_s


@pytest.hookimpl(wrapper=True)
def pytest_runtest_teardown(nextitem: pytest.Item | None) -> Iterator[Any]:
    """Set the end of the session's fixtures apart from the last test: a browser's CPU time counts then."""
    if nextitem is not None:
        return (yield)
    before_s = _TIMER.now_s()
    try:
        return (yield)
    finally:
        _TIMER.shared_s += _TIMER.now_s() - before_s


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Attach the outcome to a test's last report, which also reaches the controller of several workers."""
    report = yield
    item.stash[_FAILED_KEY] = item.stash.get(_FAILED_KEY, False) or report.failed
    if report.when == "teardown":
        is_slow = item.get_closest_marker("slow") is not None
        case_cpu_s = next((value for name, value in item.user_properties if name == CASE_CPU_S), None)
        assert case_cpu_s is None or isinstance(case_cpu_s, float)
        cpu_s, fixtures_s = round(_TIMER.elapsed_s(), 3), round(_TIMER.fixtures_s, 3)
        failed = item.stash[_FAILED_KEY]
        outcome = Outcome(item.nodeid, failed, cpu_s, is_slow, case_cpu_s, fixtures_s)
        report.user_properties.append((_OUTCOME, asdict(outcome)))
    return report


class OutcomeWriter:
    """Collects the outcomes of all workers and writes them when the run ends."""

    def __init__(self, file: Path) -> None:
        self._file = file
        self._outcomes: dict[str, Outcome] = {}

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Collect an outcome.

        A test whose worker died has a failed report without an outcome. Then the worker's other tests may run
        a second time: a test that failed once has failed.
        """
        measured = dict(report.user_properties).get(_OUTCOME)
        before = self._outcomes.get(report.nodeid)
        if isinstance(measured, dict):
            outcome = Outcome(**measured)
        elif report.failed:
            outcome = Outcome(report.nodeid, failed=True, cpu_s=0.0, is_slow=False)
        else:
            return
        failed = outcome.failed or (before is not None and before.failed)
        self._outcomes[report.nodeid] = replace(outcome, failed=failed)

    def pytest_sessionfinish(self) -> None:
        """Write the file."""
        self._file.write_text(json.dumps([asdict(each) for each in self._outcomes.values()]), "utf-8")
