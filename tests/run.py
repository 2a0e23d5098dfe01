"""Runs a tier of the tests and judges it: ``python -m tests.run fast``, as `make test` does, or ``all``.

1. ruff and mypy. A new checkout begins with mypy's cache of the user's last green run.
2. The tests of the tier, on several workers.
3. Tests that failed run once more: alone, after all others. A test that fails again makes the run red. A test
   that passes now is *flaky*: its name is printed and appended to ``tests/flaky.txt``. In tier ``all`` a test
   that has two lines there makes the run red. Whoever mends the cause deletes the lines.
4. In tier ``all``, a test that took more than two CPU seconds without the marker ``slow`` runs once more,
   alone. If it takes more than three, the run is red: such a time varies by a fifth between runs. On a slower
   processor the limits are higher.

The run ends with the CPU seconds of the whole process tree, the ten slowest tests and the flaky ones.
"""

from __future__ import annotations

import argparse
import contextlib
import ctypes
import datetime
import os
import resource
import shutil
import subprocess
import sys
import tarfile
import tempfile
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from tests.tiers import SLOW_CPU_S, Outcome, read_outcomes

ROOT: Final = Path(__file__).parent.parent
SLOWEST_SHOWN: Final = 10
MAX_RETRIED: Final = 40
"""If more tests fail, the product is broken: no second run explains them."""
FAILED_EXIT: Final = 1
"""Pytest's exit status when tests failed; any other but 0 says that the run itself went wrong."""
SLOW_TWICE_CPU_S: Final = 1.5 * SLOW_CPU_S
"""A test without the marker ``slow`` that takes more CPU seconds makes the run red."""
REFERENCE_LOOP_S: Final = 0.02
"""CPU seconds of the loop of `processor_ratio` on the processor where the tests were marked."""
ABORTED_EXIT: Final = 2
"""mypy's exit status when it could not check everything, for example because of an unreadable cache."""
TYPE_CACHE: Final = ".mypy_cache"
"""mypy's cache in a checkout."""


@dataclass(frozen=True)
class Verdict:
    """The result of a run of a tier.

    Attributes:
        broken: what makes the run red, a sentence each; empty if it is green.
        flaky: tests that failed and then passed alone.
        slowest: the tests that took most CPU time, with shared fixtures set up for them; the slowest first.
    """

    broken: tuple[str, ...]
    flaky: tuple[str, ...]
    slowest: tuple[Outcome, ...]


def run_tests(tier: str, root: Path, workers: int, arguments: Sequence[str] = ()) -> Verdict:
    """Run the tests of a tier, then those again that need it.

    Args:
        tier: "fast" or "all".
        root: the checkout; pytest runs there, and ``tests/flaky.txt`` below it is appended to.
        workers: how many processes run tests side by side.
        arguments: further arguments of the first run of pytest.
    """
    side_by_side = ["--numprocesses", f"{workers}", "--no-loadscope-reorder"]
    status, outcomes = _run_pytest(root, ["--tier", tier, *side_by_side, *arguments])
    failed = [each.test for each in outcomes if each.failed]
    if status not in (0, FAILED_EXIT) or (status and not failed) or len(failed) > MAX_RETRIED:
        return Verdict((f"pytest ended with status {status}, {len(failed)} tests failed",), (), ())
    ratio = processor_ratio()
    unmarked = [
        each.test for each in outcomes if tier == "all" and lacks_slow_marker(each, ratio * SLOW_CPU_S)
    ]
    if failed or unmarked:
        print(f"\nOnce more, alone: {len(failed)} failed, {len(unmarked)} slow without a marker", flush=True)
        _, again = _run_pytest(root, ["--tier", tier, "-n0", "-m", "", *dict.fromkeys([*failed, *unmarked])])
    else:
        again = []
    return judge(tier, outcomes, again, root / "tests" / "flaky.txt", ratio)


def processor_ratio() -> float:
    """Compare this processor with the one where the tests were marked.

    Returns:
        How many times as long a loop takes here, at least 1.
    """
    times: list[float] = []
    for _ in range(5):
        start = time.process_time()
        texts = {n & 1023: f"{n}" for n in range(300_000)}
        times.append(time.process_time() - start)
        assert len(texts) == 1024
    return max(1.0, min(times) / REFERENCE_LOOP_S)


def judge(
    tier: str, first: Sequence[Outcome], again: Sequence[Outcome], flaky_file: Path, ratio: float = 1.0
) -> Verdict:
    """Judge a run by the outcomes of its tests, and record the flaky ones.

    Args:
        tier: "fast" or "all".
        first: every test's outcome.
        again: the outcomes of the tests that ran once more. A failed test that is missing here failed again.
        flaky_file: where flaky tests are recorded, a line each: the date and the test.
        ratio: of the processor (`processor_ratio`).
    """
    second = {each.test: each for each in again}
    failed = [each.test for each in first if each.failed]
    flaky = [test for test in failed if test in second and not second[test].failed]
    broken = [f"failed twice: {test}" for test in failed if test not in flaky]
    record_flaky(flaky, flaky_file)
    if tier == "all":
        known = read_flaky(flaky_file)
        broken += [
            f"flaky again: {test} ({flaky_file.name} has it)" for test in flaky if known.count(test) > 1
        ]
        broken += [
            f"{costliest_case_s(second[each.test]):.1f} CPU seconds without the marker slow: {each.test}"
            for each in first
            if lacks_slow_marker(each, ratio * SLOW_CPU_S)
            and each.test in second
            and lacks_slow_marker(second[each.test], ratio * SLOW_TWICE_CPU_S)
        ]
    slowest = sorted(first, key=lambda each: each.cpu_s + each.fixtures_s, reverse=True)[:SLOWEST_SHOWN]
    return Verdict(tuple(broken), tuple(flaky), tuple(slowest))


def lacks_slow_marker(outcome: Outcome, limit_s: float) -> bool:
    """Return whether a test took too long for a test without the marker ``slow``."""
    return costliest_case_s(outcome) > limit_s and not outcome.is_slow


def costliest_case_s(outcome: Outcome) -> float:
    """CPU seconds of a test, or of its costliest case if it is several."""
    return outcome.cpu_s if outcome.case_cpu_s is None else outcome.case_cpu_s


def record_flaky(tests: Sequence[str], file: Path) -> None:
    """Append tests to the record of flaky tests."""
    today = datetime.date.today().isoformat()
    with file.open("a", encoding="utf-8") as record:
        record.writelines(f"{today} {test}\n" for test in tests)


def read_flaky(file: Path) -> list[str]:
    """The tests recorded as flaky, one for each time."""
    lines = file.read_text("utf-8").splitlines() if file.exists() else []
    return [line.partition(" ")[2] for line in lines if line and not line.startswith("#")]


def _run_pytest(root: Path, arguments: Sequence[str]) -> tuple[int, list[Outcome]]:
    """Run pytest; returns its exit status and the outcomes of its tests."""
    with tempfile.TemporaryDirectory() as folder:
        outcomes = Path(folder) / "outcomes.json"
        command = [sys.executable, "-m", "pytest", "--outcomes", f"{outcomes}", *arguments]
        status = subprocess.run(command, cwd=root, check=False).returncode
        return status, read_outcomes(outcomes)


def adopt_orphans() -> None:
    """Adopt processes whose parent ends, so that their CPU time is counted here (on Linux only)."""
    set_child_subreaper = 36  # PR_SET_CHILD_SUBREAPER, prctl(2)
    with contextlib.suppress(OSError, AttributeError):
        ctypes.CDLL(None).prctl(set_child_subreaper, 1, 0, 0, 0)


def total_cpu_s() -> float:
    """CPU seconds of this process and of all descendants that have ended."""
    with contextlib.suppress(ChildProcessError):
        while os.waitpid(-1, os.WNOHANG) != (0, 0):
            pass
    usages = (resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
    return sum(usage.ru_utime + usage.ru_stime for usage in usages)


def print_summary(verdict: Verdict, cpu_s: float) -> None:
    """Print the cost and the result of the run."""
    print("\nSlowest tests, in CPU seconds, and of the shared fixtures that were set up for them:")
    for each in verdict.slowest:
        print(f"  {each.cpu_s:6.1f} {each.fixtures_s:6.1f}  {each.test}")
    for test in verdict.flaky:
        print(f"FLAKY: {test} failed, then passed alone. Mend it, or the fault that it found.")
    for reason in verdict.broken:
        print(f"RED: {reason}")
    print(
        f"{cpu_s:.0f} CPU seconds; {len(verdict.flaky)} flaky; {'red' if verdict.broken else 'green'}",
        flush=True,
    )


def stored_type_cache() -> Path:
    """Return the archive of mypy's cache in the user's folder of caches."""
    caches = os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
    return Path(caches) / "companion" / "mypy.tar"


def check_types(root: Path, stored: Path) -> bool:
    """Run mypy; returns whether it found no error.

    A checkout without mypy's cache begins with the stored one. mypy compares the content of each file, and of
    all its imports, with its cache, and checks the modules that differ.

    Args:
        root: the checkout.
        stored: the archive of a cache. A green run replaces it.
    """
    cache = root / TYPE_CACHE
    is_restored = not cache.exists() and restore_cache(stored, cache)
    status = _run_mypy(root)
    if is_restored and status == ABORTED_EXIT:
        shutil.rmtree(cache)
        status = _run_mypy(root)
    if status == 0:
        store_cache(cache, stored)
    return status == 0


def _run_mypy(root: Path) -> int:
    """Run mypy; returns its exit status."""
    return subprocess.run([sys.executable, "-m", "mypy"], cwd=root, check=False).returncode


def restore_cache(stored: Path, cache: Path) -> bool:
    """Unpack an archive of a cache as a whole, or nothing; returns whether it was unpacked."""
    with tempfile.TemporaryDirectory(dir=cache.parent, prefix=f"{cache.name}.") as folder:
        try:
            with tarfile.open(stored) as archive:
                # Python 3.11.2, Debian's, has no filters; 3.12 and 3.13 warn without one.
                archive.extraction_filter = getattr(tarfile, "data_filter", None)
                archive.extractall(folder)
            (Path(folder) / cache.name).rename(cache)
        except (OSError, tarfile.TarError):
            return False
    return True


def store_cache(cache: Path, stored: Path) -> None:
    """Replace the archive of a cache; without effect where the user's folder can't be written to."""
    with contextlib.suppress(OSError):
        stored.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=stored.parent) as folder:
            archive = shutil.make_archive(f"{folder}/{stored.stem}", "tar", cache.parent, cache.name)
            Path(archive).replace(stored)


def parse_arguments(arguments: Sequence[str] | None = None) -> tuple[argparse.Namespace, list[str]]:
    """Parse a command line; returns the options of the run, and all others, which are pytest's."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter, allow_abbrev=False
    )
    parser.add_argument("tier", choices=["fast", "all"])
    parser.add_argument("--workers", type=int, default=min(4, (os.cpu_count() or 1)))
    parser.add_argument("--tests-only", action="store_true", help="without ruff and mypy")
    return parser.parse_known_args(arguments)


def main() -> int:
    """Run a tier; returns the exit status."""
    given, of_pytest = parse_arguments()
    adopt_orphans()
    if not given.tests_only:
        if subprocess.run([sys.executable, "-m", "ruff", "check", "."], cwd=ROOT, check=False).returncode:
            print("RED: ruff", flush=True)
            return 1
        if not check_types(ROOT, stored_type_cache()):
            print("RED: mypy", flush=True)
            return 1
    verdict = run_tests(given.tier, ROOT, given.workers, of_pytest)
    print_summary(verdict, total_cpu_s())
    return 1 if verdict.broken else 0


if __name__ == "__main__":
    sys.exit(main())
