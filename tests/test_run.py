"""The judgement of a run: retried, flaky and red tests."""

from __future__ import annotations

import itertools
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.run import (
    ABORTED_EXIT,
    REFERENCE_LOOP_S,
    TYPE_CACHE,
    check_types,
    judge,
    parse_arguments,
    processor_ratio,
    read_flaky,
    run_tests,
    store_cache,
)
from tests.tiers import Outcome

TESTS = """
import pathlib, pytest

RUNS = pathlib.Path(__file__).with_name("runs.txt")

def count_runs(name):
    with RUNS.open("a") as runs:
        runs.write(name + "\\n")
    return RUNS.read_text().splitlines().count(name)

def test_that_passes():
    assert count_runs("passes") == 1

def test_that_fails_once():
    assert count_runs("once") == 2

def test_that_fails_twice():
    assert False

@pytest.fixture
def broken_once():
    assert count_runs("fixture") == 2

def test_whose_fixture_fails_once(broken_once):
    pass

def test_that_ends_its_worker_once():
    import os
    if count_runs("killed") == 1:
        os._exit(9)
"""


def outcome(
    test: str,
    failed: bool = False,
    cpu_s: float = 0.1,
    is_slow: bool = False,
    case_cpu_s: float | None = None,
) -> Outcome:
    return Outcome(test, failed, cpu_s, is_slow, case_cpu_s)


@pytest.fixture
def flaky_file(tmp_path: Path) -> Path:
    return tmp_path / "flaky.txt"


@pytest.mark.slow
def test_failed_tests_run_once_more_and_only_they(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "tests").mkdir()
    (tmp_path / "tests" / "test_some.py").write_text(TESTS)
    plugins = "addopts = -p tests.tiers -p no:schemathesis -p no:cacheprovider"
    (tmp_path / "pytest.ini").write_text(f"[pytest]\n{plugins}\nmarkers =\n  slow\n  browser\n  smoke\n")
    monkeypatch.setenv("PYTHONPATH", f"{Path(__file__).parents[1]}")
    verdict = run_tests("fast", tmp_path, workers=2)
    assert verdict.broken == ("failed twice: tests/test_some.py::test_that_fails_twice",)
    flaky = ["test_that_ends_its_worker_once", "test_that_fails_once", "test_whose_fixture_fails_once"]
    assert sorted(verdict.flaky) == [f"tests/test_some.py::{name}" for name in flaky]
    assert sorted(read_flaky(tmp_path / "tests" / "flaky.txt")) == sorted(verdict.flaky)


def test_paths_and_options_behind_the_workers_are_pytest_s() -> None:
    given, of_pytest = parse_arguments(
        ["fast", "--workers", "3", "--ignore=tests/vision", "tests/table", "-x"]
    )
    assert (given.tier, given.workers) == ("fast", 3)
    assert of_pytest == ["--ignore=tests/vision", "tests/table", "-x"]
    assert not given.tests_only
    assert parse_arguments(["fast", "--tests-only"])[0].tests_only


def test_a_run_without_failures_is_green_and_records_nothing(flaky_file: Path) -> None:
    verdict = judge("all", [outcome("a"), outcome("b")], [], flaky_file)
    assert (verdict.broken, verdict.flaky, read_flaky(flaky_file)) == ((), (), [])


def test_a_test_that_fails_twice_is_red_and_not_flaky(flaky_file: Path) -> None:
    verdict = judge("fast", [outcome("a", failed=True)], [outcome("a", failed=True)], flaky_file)
    assert verdict.broken == ("failed twice: a",)
    assert verdict.flaky == ()


def test_a_failed_test_that_could_not_run_again_is_red(flaky_file: Path) -> None:
    assert judge("fast", [outcome("a", failed=True)], [], flaky_file).broken == ("failed twice: a",)


def test_a_test_is_flaky_as_often_as_it_likes_in_the_fast_tier_and_once_in_all(flaky_file: Path) -> None:
    failed, passed = [outcome("a b[c]", failed=True)], [outcome("a b[c]")]
    assert judge("all", failed, passed, flaky_file).broken == ()
    assert judge("fast", failed, passed, flaky_file).broken == ()
    verdict = judge("all", failed, passed, flaky_file)
    assert verdict.broken == ("flaky again: a b[c] (flaky.txt has it)",)
    assert read_flaky(flaky_file) == ["a b[c]"] * 3


def test_comments_in_the_record_are_no_tests(flaky_file: Path) -> None:
    flaky_file.write_text("# a\n\n2026-11-26 b\n")
    assert read_flaky(flaky_file) == ["b"]


@pytest.mark.parametrize(
    ("tier", "first", "second", "broken"),
    [
        ("all", outcome("a", cpu_s=2.5), outcome("a", cpu_s=3.1), True),
        ("all", outcome("a", cpu_s=2.5), outcome("a", cpu_s=2.9), False),
        ("all", outcome("a", cpu_s=1.9), outcome("a", cpu_s=3.1), False),
        ("all", outcome("a", cpu_s=3.5, is_slow=True), outcome("a", cpu_s=3.5, is_slow=True), False),
        ("all", outcome("a", cpu_s=9, case_cpu_s=1.9), outcome("a", cpu_s=9, case_cpu_s=1.9), False),
        ("all", outcome("a", cpu_s=9, case_cpu_s=2.5), outcome("a", cpu_s=9, case_cpu_s=3.2), True),
        ("fast", outcome("a", cpu_s=3.5), outcome("a", cpu_s=3.5), False),
    ],
)
def test_a_test_without_the_marker_slow_is_red_if_it_is_slow_twice(
    flaky_file: Path, tier: str, first: Outcome, second: Outcome, broken: bool
) -> None:
    assert bool(judge(tier, [first], [second], flaky_file).broken) is broken


def test_a_slower_processor_has_higher_limits(flaky_file: Path) -> None:
    tests = [outcome("a", cpu_s=5.0)]
    assert judge("all", tests, tests, flaky_file, ratio=1.0).broken
    assert not judge("all", tests, tests, flaky_file, ratio=2.0).broken


@pytest.mark.parametrize(("loop_s", "ratio"), [(2 * REFERENCE_LOOP_S, 2.0), (0.5 * REFERENCE_LOOP_S, 1.0)])
def test_a_processor_is_compared_by_a_loop(
    monkeypatch: pytest.MonkeyPatch, loop_s: float, ratio: float
) -> None:
    clock = itertools.count(step=loop_s)
    monkeypatch.setattr(time, "process_time", lambda: next(clock))
    assert processor_ratio() == pytest.approx(ratio)


def test_the_slowest_tests_are_named_the_slowest_first(flaky_file: Path) -> None:
    many = [outcome(f"{n}", cpu_s=n / 10) for n in range(15)]
    assert [each.test for each in judge("fast", many, [], flaky_file).slowest] == [
        f"{n}" for n in range(14, 4, -1)
    ]


@pytest.mark.slow
def test_a_run_that_collects_nothing_is_red(tmp_path: Path) -> None:
    (tmp_path / "tests").mkdir()
    (tmp_path / "pytest.ini").write_text("[pytest]\naddopts = -p tests.tiers -p no:cacheprovider\n")
    script = (
        "import sys; from pathlib import Path; from tests.run import run_tests;"
        "print(run_tests('fast', Path(sys.argv[1]), 1))"
    )
    ran = subprocess.run(
        [sys.executable, "-c", script, f"{tmp_path}"],
        cwd=Path(__file__).parents[1],
        env={"PYTHONPATH": f"{Path(__file__).parents[1]}"},
        capture_output=True,
        text=True,
        check=True,
    )
    assert "pytest ended with status" in ran.stdout


class TestTypeCache:
    """mypy's cache in a checkout, and the user's copy of it."""

    @pytest.fixture
    def checkout(self, tmp_path: Path) -> Path:
        folder = tmp_path / "checkout"
        folder.mkdir()
        return folder

    @pytest.fixture
    def archive(self, tmp_path: Path) -> Path:
        return tmp_path / "caches" / "companion" / "mypy.tar"

    @pytest.fixture
    def found_counts(self, monkeypatch: pytest.MonkeyPatch) -> list[str | None]:
        """Let a stub of mypy count its runs in its cache; returns the counts that its runs have found."""
        found: list[str | None] = []

        def run_mypy(root: Path) -> int:
            runs = root / TYPE_CACHE / "runs"
            found.append(runs.read_text() if runs.exists() else None)
            if found[-1] == "damaged":
                return ABORTED_EXIT
            runs.parent.mkdir(exist_ok=True)
            runs.write_text(f"{int(found[-1] or 0) + 1}")
            return 1 if (root / "error.py").exists() else 0

        monkeypatch.setattr("tests.run._run_mypy", run_mypy)
        return found

    def test_a_new_checkout_begins_with_the_cache_of_the_last_green_run(
        self, checkout: Path, archive: Path, found_counts: list[str | None], tmp_path: Path
    ) -> None:
        assert check_types(checkout, archive)
        assert check_types(checkout, archive)
        new = tmp_path / "new"
        new.mkdir()
        assert check_types(new, archive)
        assert found_counts == [None, "1", "2"]
        assert [each.name for each in new.iterdir()] == [TYPE_CACHE]
        assert [each.name for each in archive.parent.iterdir()] == [archive.name]

    def test_a_checkout_prefers_its_own_cache(
        self, checkout: Path, archive: Path, found_counts: list[str | None], tmp_path: Path
    ) -> None:
        for each in (checkout, tmp_path / "other", checkout, checkout):
            each.mkdir(exist_ok=True)
            check_types(each, archive)
        assert found_counts == [None, "1", "1", "2"]

    def test_a_run_with_errors_is_red_and_stores_nothing(
        self, checkout: Path, archive: Path, found_counts: list[str | None]
    ) -> None:
        (checkout / "error.py").touch()
        assert not check_types(checkout, archive)
        assert not archive.exists()

    def test_a_cache_that_ends_mypy_is_discarded(
        self, checkout: Path, archive: Path, found_counts: list[str | None], tmp_path: Path
    ) -> None:
        check_types(checkout, archive)
        (checkout / TYPE_CACHE / "runs").write_text("damaged")
        store_cache(checkout / TYPE_CACHE, archive)
        new = tmp_path / "new"
        new.mkdir()
        assert check_types(new, archive)
        assert found_counts == [None, "damaged", None]

    @pytest.mark.parametrize("size", [0, 100, 1300])
    def test_an_incomplete_archive_is_ignored(
        self, checkout: Path, archive: Path, found_counts: list[str | None], tmp_path: Path, size: int
    ) -> None:
        check_types(checkout, archive)
        archive.write_bytes(archive.read_bytes()[:size])
        new = tmp_path / "new"
        new.mkdir()
        assert check_types(new, archive)
        assert found_counts == [None, None]
