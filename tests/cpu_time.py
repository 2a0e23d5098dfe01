"""CPU time of each test: of its process and of every process that it starts, browsers included.

A pytest plugin. Wall-clock time says more about the machine's load than about a test; CPU time is what
two cores have to spend. Fixtures that several tests share are counted apart from the tests that happen
to run first.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any, Final

import psutil
import pytest

CPU_S: Final = "cpu_s"
"""The property of a teardown report that holds a test's CPU seconds."""
CACHE_KEY: Final = "companion/cpu_s"
"""Where pytest's cache keeps the CPU seconds of the last run: a mapping from node id to seconds."""
SLOWEST_SHOWN: Final = 10


def process_tree_cpu_s(process: psutil.Process | None = None) -> float:
    """CPU seconds, user and system, of a process and all its descendants, ended ones included.

    Args:
        process: the root of the tree; by default this process.
    """
    root = process or psutil.Process()
    total_s = 0.0
    for each in (root, *root.children(recursive=True)):
        try:
            times = each.cpu_times()
        except psutil.NoSuchProcess:
            continue
        total_s += times.user + times.system + times.children_user + times.children_system
    return total_s


@dataclass
class CpuTimer:
    """Measures one test after another in a worker process."""

    started_s: float = 0.0
    shared_s: float = 0.0
    """CPU seconds since the test started that fixtures of a wider scope took."""

    def start(self) -> None:
        """A test starts."""
        self.started_s, self.shared_s = process_tree_cpu_s(), 0.0

    def elapsed_s(self) -> float:
        """CPU seconds of the test that is running, without fixtures that others share."""
        return max(0.0, process_tree_cpu_s() - self.started_s - self.shared_s)


@dataclass
class CpuReport:
    """Collects what the workers measured, in the process that prints the summary."""

    cpu_s: dict[str, float] = field(default_factory=dict)


_TIMER: Final = CpuTimer()
_REPORT: Final = CpuReport()


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_runtest_protocol(item: pytest.Item) -> Iterator[Any]:
    """Start the timer before a test's fixtures are made."""
    _TIMER.start()
    return (yield)


@pytest.hookimpl(wrapper=True)
def pytest_fixture_setup(fixturedef: pytest.FixtureDef[Any]) -> Iterator[Any]:
    """Count a shared fixture's CPU time apart from the test that needs it first."""
    if fixturedef.scope == "function":
        return (yield)
    before_s, nested_s = process_tree_cpu_s(), _TIMER.shared_s
    try:
        return (yield)
    finally:
        _TIMER.shared_s = nested_s + process_tree_cpu_s() - before_s


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item, call: pytest.CallInfo[None]) -> Iterator[Any]:
    """Attach the CPU time to a test's last report."""
    report: pytest.TestReport = yield
    if report.when == "teardown":
        report.user_properties.append((CPU_S, round(_TIMER.elapsed_s(), 3)))
    return report


def pytest_runtest_logreport(report: pytest.TestReport) -> None:
    """Collect a test's CPU time."""
    if report.when == "teardown":
        _REPORT.cpu_s[report.nodeid] = dict(report.user_properties).get(CPU_S, 0.0)


def pytest_sessionfinish(session: pytest.Session) -> None:
    """Keep the CPU times in pytest's cache, in the process that started the workers."""
    if not hasattr(session.config, "workerinput") and session.config.cache is not None:
        session.config.cache.set(CACHE_KEY, _REPORT.cpu_s)
