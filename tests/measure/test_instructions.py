"""Instructions are counted by whoever may, of each path that is told."""

from __future__ import annotations

import pytest

from tests.bench import instructions


@pytest.mark.parametrize(
    ("said", "count"),
    [
        ("1234567,,instructions:u,900,100.00,,", 1234567),
        ("<not supported>,,instructions:u,0,100.00,,", None),
        ("==12== Events    : Ir\n==12== Collected : 987654\n", 987654),
        ("", None),
    ],
)
def test_what_a_counter_says_is_its_count_or_that_it_may_not(output: str, count: int | None) -> None:
    assert instructions.parse_count(output) == count


def test_a_counter_that_is_not_there_counts_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(instructions.COUNTERS, "nobody", ("nobody",))
    assert instructions.count_instructions("nobody", "entry_appended", 1) is None


@pytest.mark.slow
@pytest.mark.parametrize("path", instructions.TIMES)
def test_a_path_that_is_told_can_be_gone(path: str) -> None:
    few, many = instructions.TIMES[path]
    assert few < many
    instructions.PATHS[path](1)


def test_what_a_path_takes_is_what_more_goes_take_beyond_fewer(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(instructions, "counted", lambda counter, path, times: 5_000_000 + 2_000_000 * times)
    assert set(instructions.measure().values()) == {2.0}
