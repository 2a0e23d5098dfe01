"""A button's contact, poll by poll."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.hardware.pins import DEBOUNCE_S, STUCK_S, ButtonEvent, DebouncedContact


def all_that_happens(*looks: tuple[float, bool]) -> list[ButtonEvent]:
    contact = DebouncedContact()
    return [event for t, down in looks for event in contact.sample(down, t)]


def test_a_press_counts_once_the_contact_is_stable() -> None:
    contact = DebouncedContact()
    assert contact.sample(False, 0.0) == ()
    assert contact.sample(True, 1.0) == ()
    assert contact.sample(True, 1.0 + 0.9 * DEBOUNCE_S) == ()
    assert contact.sample(True, 1.0 + 1.1 * DEBOUNCE_S) == (ButtonEvent.PRESSED,)
    assert contact.sample(True, 2.0) == ()


def test_late_edge_events_still_count_as_a_press() -> None:
    """Both edges arrive together, with their times, during a disk write."""
    assert all_that_happens((0.0, False), (1.0, True), (1.1, False)) == [ButtonEvent.PRESSED]


def test_an_edge_event_older_than_the_last_poll_is_harmless() -> None:
    assert all_that_happens((0.0, False), (1.01, True), (1.0, True), (1.1, True)) == [ButtonEvent.PRESSED]


def test_a_stuck_button_is_reported_once_and_again_when_released() -> None:
    held = [(1.0, True), (2.0, True), (1.0 + STUCK_S, True), (30.0, True)]
    happened = all_that_happens((0.0, False), *held, (31.0, False), (32.0, False))
    assert happened == [ButtonEvent.PRESSED, ButtonEvent.STUCK, ButtonEvent.FREED]


def test_a_button_down_from_the_start_is_stuck_without_a_press() -> None:
    assert all_that_happens((0.0, True), (5.0, True), (STUCK_S, True)) == [ButtonEvent.STUCK]


@given(st.lists(st.tuples(st.floats(0.0, 0.2), st.booleans()), max_size=60))
def test_two_presses_are_separated_by_a_stable_release(gaps: list[tuple[float, bool]]) -> None:
    """Any contact was open for long enough between two presses."""
    contact, t, opened, longest = DebouncedContact(), 0.0, None, DEBOUNCE_S
    contact.sample(False, t)
    down = False
    for gap, down_now in gaps:
        t += gap
        if not down and opened is not None:
            longest = max(longest, t - opened)
        happened = contact.sample(down_now, t)
        if ButtonEvent.PRESSED in happened:
            assert longest >= DEBOUNCE_S - 1e-9
            longest, opened = 0.0, None
        if not down_now and (down or opened is None):
            opened = t
        down = down_now


@pytest.mark.parametrize("spike", [0.001, 0.5 * DEBOUNCE_S])
def test_a_spike_on_a_held_button_neither_presses_nor_releases_it(spike: float) -> None:
    looks = [(0.0, False), (1.0, True), (2.0, True), (3.0, False), (3.0 + spike, True), (4.0, True)]
    assert all_that_happens(*looks) == [ButtonEvent.PRESSED]
