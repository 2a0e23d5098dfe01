"""The service under a load: resources and their ceilings, the report, and a short run."""

from __future__ import annotations

import itertools
import os
from collections.abc import Callable
from pathlib import Path

import cv2
import numpy as np
import pytest

from tests.soak import inputs
from tests.soak.inputs import Ceilings, Usage
from tests.whole.conftest import Served
from tests.whole.conftest import serve as serve

CEILINGS = Ceilings(rss_mb=200, growth_mb=10, threads=2, descriptors=2, cpu_ms=20)


def usages(**growth: float) -> list[Usage]:
    """Return nine samples of 100 events each, in which each named resource grows from one to the next."""
    calm = {"rss_mb": 0.5, "threads": 0, "descriptors": 0, "cpu_s": 1.0, **growth}
    start = {"rss_mb": 100.0, "threads": 30, "descriptors": 12, "cpu_s": 2.0}
    return [
        Usage(count=100 * n, **{name: start[name] + n * calm[name] for name in start})  # type: ignore[arg-type]  # numbers by their names
        for n in range(9)
    ]


def test_a_calm_run_is_below_all_ceilings() -> None:
    assert inputs.find_excesses(usages(), CEILINGS) == []


@pytest.mark.parametrize(
    ("growth", "what"),
    [
        ({"rss_mb": 20}, "MiB of memory"),
        ({"rss_mb": 2}, "MiB more for 1,000"),
        ({"threads": 1}, "threads more"),
        ({"descriptors": 1}, "descriptors more"),
        ({"cpu_s": 3}, "CPU ms each"),
    ],
)
def test_each_broken_ceiling_is_reported(growth: dict[str, float], what: str) -> None:
    assert any(what in excess for excess in inputs.find_excesses(usages(**growth), CEILINGS))


def test_memory_that_fills_during_the_warm_up_is_no_growth() -> None:
    warming = [100.0, 140.0, *[151.0] * 7]
    samples = [Usage(100 * n, rss_mb, 30, 12, 2.0) for n, rss_mb in enumerate(warming)]
    assert inputs.growth_per_thousand(samples) < 1
    assert inputs.find_excesses(samples, CEILINGS) == []


def test_the_resources_of_a_process_are_measured() -> None:
    before = inputs.measure_usage(os.getpid(), 0)
    ballast = np.ones(64 << 20, np.uint8)
    with Path(__file__).open():
        after = inputs.measure_usage(os.getpid(), 1)
    assert after.rss_mb - before.rss_mb == pytest.approx(ballast.nbytes / 2**20, abs=16)
    assert after.descriptors == before.descriptors + 1
    assert after.threads >= 1
    assert after.cpu_s >= before.cpu_s > 0


def test_a_report_has_a_row_for_each_sample_and_the_growth() -> None:
    report = inputs.report("events", usages())
    assert "| 800 | 104 | 30 | 12 | 10.0 |" in report
    assert "+5.0 MiB for 1,000 events, 10 CPU ms each" in report


def test_spoiled_pictures_are_whole_cut_too_large_half_grey_and_turned() -> None:
    picture = inputs.table_picture()
    whole, cut, large, grey, turned, again = itertools.islice(inputs.spoil_pictures(picture), 6)
    assert whole == again == picture
    assert len(cut) < len(whole)
    assert b"\xff\xdc\xff\xdc" in large
    size = {name: _size(each) for name, each in (("whole", whole), ("grey", grey), ("turned", turned))}
    assert size["grey"] == size["whole"] == size["turned"][::-1]


def _size(jpeg: bytes) -> tuple[int, int]:
    image = cv2.imdecode(np.frombuffer(jpeg, np.uint8), cv2.IMREAD_COLOR)
    assert image is not None
    height, width = image.shape[:2]
    return height, width


@pytest.mark.slow
def test_a_service_stays_below_the_ceilings(tmp_path: Path, serve: Callable[..., Served]) -> None:
    served = serve("--journal", str(tmp_path / "journal.db"))
    samples = inputs.soak_inputs(served, 1, events=60, minutes=0)
    assert samples[-1].count == 60
    # The growth during such a short run is no evidence: caches fill.
    ceilings = inputs.INPUT_CEILINGS
    assert (
        inputs.find_excesses(
            samples, Ceilings(ceilings.rss_mb, 1e6, ceilings.threads, ceilings.descriptors, 1e6)
        )
        == []
    )


@pytest.mark.slow
def test_spoiled_pictures_leave_no_thread_and_no_descriptor(
    tmp_path: Path, serve: Callable[..., Served]
) -> None:
    served = serve("--journal", str(tmp_path / "journal.db"), "--camera", "phone")
    samples = inputs.soak_pictures(served, inputs.table_picture(), pictures=20)
    ceilings = inputs.PICTURE_CEILINGS
    assert (
        inputs.find_excesses(
            samples, Ceilings(ceilings.rss_mb, 1e6, ceilings.threads, ceilings.descriptors, 1e6)
        )
        == []
    )
