"""Diagnosis of raw readings for the builder of a tower."""

from __future__ import annotations

import pytest

from companion.sources.tower.wording import PocketReading, find_problems


def reading(pocket: int = 1, **changes: dict[int, int]) -> PocketReading:
    """Return readings of an empty, sound pocket with single values changed."""
    dark, lit = [20] * 9 + [20, 675], [60] * 9 + [60, 675]
    for values, changed in ((dark, changes.get("dark", {})), (lit, changes.get("lit", {}))):
        for place, value in changed.items():
            values[place] = value
    return PocketReading(pocket, tuple(dark), tuple(lit))


def test_a_sound_pocket_has_no_problems() -> None:
    assert find_problems(reading()) == []
    assert find_problems(reading(lit=dict.fromkeys(range(9), 900))) == []


def test_the_delta_is_lit_minus_dark() -> None:
    assert reading(dark={4: 50}, lit={4: 640}).delta[4] == 590


@pytest.mark.parametrize("value", [0, 1023])
def test_a_dead_multiplexer_shows_in_its_reference_and_hides_all_else(value: int) -> None:
    dead = PocketReading(2, (value,) * 11, (value,) * 11)
    (problem,) = find_problems(dead)
    assert f"right pocket's reference reads {value} instead of about 675" in problem


def test_excessive_room_light_is_reported() -> None:
    (problem,) = find_problems(reading(dark={3: 640}, lit={3: 700}))
    assert "The left pocket gets too much light" in problem


def test_a_lamp_that_is_off_is_reported() -> None:
    (problem,) = find_problems(reading(lit=dict.fromkeys(range(9), 21)))
    assert "left pocket's lamp changes nothing" in problem


def test_single_sensors_are_named_by_channel_and_place() -> None:
    (problem,) = find_problems(reading(2, lit={4: 20, 8: 21}))
    assert "Sensors C4 (middle) and C8 (front right) in the right pocket don't see the lamp" in problem
    (problem,) = find_problems(reading(lit={0: 1023}))
    assert "C0 (back left)" in problem
    assert "more light than it can measure" in problem


def test_readings_with_an_unknown_layout_report_no_problem() -> None:
    other = PocketReading(1, (0,) * 7, (0,) * 7)
    assert not other.has_known_layout
    assert find_problems(other) == []
