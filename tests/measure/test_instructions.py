"""Instruction counts of each listed path."""

from __future__ import annotations

import pytest

from tests.bench import instructions


@pytest.mark.parametrize(
    ("output", "count"),
    [
        ("1234567,,instructions:u,900,100.00,,", 1234567),
        ("<not supported>,,instructions:u,0,100.00,,", None),
        ("==12== Events    : Ir\n==12== Collected : 987654\n", 987654),
        ("", None),
    ],
)
def test_counter_output_is_a_count_or_a_refusal(output: str, count: int | None) -> None:
    assert instructions.parse_count(output) == count


def test_a_missing_counter_counts_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(instructions.COUNTERS, "nobody", ("nobody",))
    assert instructions.count_instructions("nobody", "entry_appended", 1) is None


@pytest.mark.slow
@pytest.mark.parametrize("path", instructions.TIMES)
def test_every_listed_path_can_be_run(path: str) -> None:
    few, many = instructions.TIMES[path]
    assert few < many
    instructions.PATHS[path](1)


def test_the_cost_of_a_path_is_the_difference_between_many_and_few_runs(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(
        instructions, "count_instructions", lambda counter, path, times: 5_000_000 + 2_000_000 * times
    )
    assert set(instructions.measure().values()) == {2.0}
