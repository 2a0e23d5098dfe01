"""Two dice at rest within seconds are one roll; rolling and doubtful ones never are."""

from __future__ import annotations

from dataclasses import replace

import pytest

from companion.sources.bluetooth.die_events import (
    DieEvent,
    DieHandled,
    DieMoved,
    DieRested,
    DieTilted,
    RollStarted,
)
from companion.sources.bluetooth.roll_assembler import (
    BUSY_DIE_WAIT_S,
    MAX_DELAY_S,
    NOTICE_S,
    ROLL_WINDOW_S,
    BluetoothRoll,
    RollAssembler,
)

FIRST_DIE, SECOND_DIE = 0, 1

TimedEvent = tuple[float, int, DieEvent]


def process_events(assembler: RollAssembler, *events: TimedEvent) -> list[BluetoothRoll]:
    """Process timed events; return the rolls without their start times."""
    found = [assembler.process_event(n, event, t) for t, n, event in events]
    return [replace(thrown, began=0.0, lay_s=None) for thrown in found if thrown is not None]


def throw(assembler: RollAssembler, t: float, a: int, b: int) -> list[BluetoothRoll]:
    events = (
        (0.0, FIRST_DIE, RollStarted()),
        (0.1, SECOND_DIE, RollStarted()),
        (0.9, SECOND_DIE, DieRested(b)),
        (1.2, FIRST_DIE, DieRested(a)),
    )
    return process_events(assembler, *((t + after, n, event) for after, n, event in events))


@pytest.fixture
def assembler() -> RollAssembler:
    return RollAssembler()


def test_two_dice_at_rest_are_a_roll(assembler: RollAssembler) -> None:
    assert throw(assembler, 10.0, 3, 5) == [BluetoothRoll((3, 5), 11.2)]
    assert throw(assembler, 20.0, 3, 5) == [BluetoothRoll((3, 5), 21.2)]
    assert assembler.uncounted_reason(21.2) is None


def test_two_dice_that_roll_seconds_apart_are_one_roll(assembler: RollAssembler) -> None:
    events: list[TimedEvent] = [
        (0.0, FIRST_DIE, RollStarted()),
        (1.0, FIRST_DIE, DieRested(2)),
        (4.0, SECOND_DIE, RollStarted()),
        (7.0, SECOND_DIE, DieRested(6)),
    ]
    assert process_events(assembler, *events) == [BluetoothRoll((2, 6), 7.0)]


def test_a_single_die_is_no_roll_and_the_reason_is_reported(assembler: RollAssembler) -> None:
    assert process_events(assembler, (0.0, FIRST_DIE, RollStarted()), (1.0, FIRST_DIE, DieRested(2))) == []
    assembler.advance_time(1.0 + ROLL_WINDOW_S)
    assert assembler.uncounted_reason(1.0 + ROLL_WINDOW_S) is None
    assembler.advance_time(1.1 + ROLL_WINDOW_S)
    assert assembler.uncounted_reason(1.1 + ROLL_WINDOW_S) == (FIRST_DIE, "alone")
    assert process_events(assembler, (8.0, SECOND_DIE, RollStarted()), (9.0, SECOND_DIE, DieRested(6))) == []


def test_the_reason_for_a_half_roll_is_reported_for_a_while(assembler: RollAssembler) -> None:
    process_events(assembler, (0.0, FIRST_DIE, RollStarted()), (1.0, FIRST_DIE, DieRested(2)))
    assembler.advance_time(7.0)
    assert assembler.uncounted_reason(7.0 + NOTICE_S) is not None
    assert assembler.uncounted_reason(7.1 + NOTICE_S) is None


def test_dice_in_motion_are_no_roll(assembler: RollAssembler) -> None:
    assert (
        process_events(
            assembler,
            (0.0, FIRST_DIE, RollStarted()),
            (0.0, SECOND_DIE, RollStarted()),
            (1.0, FIRST_DIE, DieRested(2)),
        )
        == []
    )
    assembler.advance_time(1.0 + ROLL_WINDOW_S + 1)
    assert assembler.uncounted_reason(1.0 + ROLL_WINDOW_S + 1) is None
    assert process_events(assembler, (12.0, SECOND_DIE, DieRested(4))) == [BluetoothRoll((2, 4), 12.0)]


def test_a_die_that_never_comes_to_rest_times_out(assembler: RollAssembler) -> None:
    process_events(
        assembler,
        (0.0, FIRST_DIE, RollStarted()),
        (0.0, SECOND_DIE, RollStarted()),
        (1.0, FIRST_DIE, DieRested(2)),
    )
    assert process_events(assembler, (1.1 + BUSY_DIE_WAIT_S, SECOND_DIE, DieRested(4))) == []


def test_a_die_at_rest_without_rolling_first_is_ignored(assembler: RollAssembler) -> None:
    assert (
        process_events(
            assembler,
            (0.0, FIRST_DIE, DieRested(2)),
            (0.1, SECOND_DIE, DieRested(3)),
            (5.0, FIRST_DIE, DieRested(4)),
        )
        == []
    )


def test_a_repeated_message_counts_once(assembler: RollAssembler) -> None:
    events: list[TimedEvent] = [
        (0.0, FIRST_DIE, RollStarted()),
        (0.1, SECOND_DIE, RollStarted()),
        (0.9, FIRST_DIE, DieRested(2)),
        (1.2, SECOND_DIE, DieRested(6)),
    ]
    twice: list[TimedEvent] = [each for each in events for _ in range(2)]
    assert process_events(assembler, *twice) == [BluetoothRoll((2, 6), 1.2)]
    assert assembler.uncounted_reason(3.0) is None


def test_a_repeated_throw_counts_once(assembler: RollAssembler) -> None:
    assert throw(assembler, 0.0, 2, 6) == [BluetoothRoll((2, 6), 1.2)]
    again: list[TimedEvent] = [
        (1.3, SECOND_DIE, RollStarted()),
        (1.21, FIRST_DIE, RollStarted()),
        (1.22, SECOND_DIE, DieRested(6)),
        (1.22, FIRST_DIE, DieRested(2)),
    ]
    assert process_events(assembler, *again) == []
    assembler.advance_time(20.0)
    assert assembler.uncounted_reason(20.0) is None


def test_a_die_that_reports_two_faces_for_one_rest_is_doubtful(assembler: RollAssembler) -> None:
    events: list[TimedEvent] = [
        (0.0, FIRST_DIE, RollStarted()),
        (0.1, SECOND_DIE, RollStarted()),
        (0.9, FIRST_DIE, DieRested(2)),
        (1.0, FIRST_DIE, DieRested(3)),
    ]
    assert process_events(assembler, *events, (1.2, SECOND_DIE, DieRested(6))) == []
    assert assembler.uncounted_reason(1.2) == (FIRST_DIE, "askew")


@pytest.mark.parametrize("doubt", [DieTilted(), DieMoved(4)])
def test_a_doubtful_die_is_no_roll_and_the_reason_is_reported(
    assembler: RollAssembler, doubt: DieEvent
) -> None:
    events: list[TimedEvent] = [
        (0.0, FIRST_DIE, RollStarted()),
        (0.1, SECOND_DIE, RollStarted()),
        (0.9, FIRST_DIE, DieRested(2)),
        (1.2, SECOND_DIE, doubt),
    ]
    assert process_events(assembler, *events) == []
    assert assembler.uncounted_reason(1.2) == (SECOND_DIE, "askew")
    assembler.advance_time(2.0 + BUSY_DIE_WAIT_S)
    assert assembler.uncounted_reason(2.0 + BUSY_DIE_WAIT_S) == (SECOND_DIE, "askew")


def test_throwing_the_cocked_die_again_completes_the_roll(assembler: RollAssembler) -> None:
    events: list[TimedEvent] = [
        (0.0, FIRST_DIE, RollStarted()),
        (0.1, SECOND_DIE, RollStarted()),
        (0.9, FIRST_DIE, DieRested(2)),
        (1.2, SECOND_DIE, DieTilted()),
    ]
    assert process_events(
        assembler, *events, (6.0, SECOND_DIE, RollStarted()), (7.0, SECOND_DIE, DieRested(5))
    ) == [BluetoothRoll((2, 5), 7.0)]


def test_throwing_both_dice_again_is_another_roll(assembler: RollAssembler) -> None:
    events: list[TimedEvent] = [
        (0.0, FIRST_DIE, RollStarted()),
        (0.1, SECOND_DIE, RollStarted()),
        (0.9, FIRST_DIE, DieRested(2)),
        (1.2, SECOND_DIE, DieTilted()),
    ]
    process_events(assembler, *events)
    assert throw(assembler, 5.0, 4, 4) == [BluetoothRoll((4, 4), 6.2)]


def test_a_nudge_that_leaves_the_face_up_changes_nothing(assembler: RollAssembler) -> None:
    nudged: list[TimedEvent] = [(1.3, FIRST_DIE, DieHandled()), (1.5, FIRST_DIE, DieMoved(2))]
    events: list[TimedEvent] = [
        (0.0, FIRST_DIE, RollStarted()),
        (0.1, SECOND_DIE, RollStarted()),
        (0.9, FIRST_DIE, DieRested(2)),
    ]
    assert process_events(assembler, *events, *nudged, (1.9, SECOND_DIE, DieRested(6))) == [
        BluetoothRoll((2, 6), 1.9)
    ]


def test_a_die_turned_over_before_the_other_rests_is_no_roll(assembler: RollAssembler) -> None:
    turned: list[TimedEvent] = [(1.3, FIRST_DIE, DieHandled()), (1.5, FIRST_DIE, DieMoved(3))]
    events: list[TimedEvent] = [
        (0.0, FIRST_DIE, RollStarted()),
        (0.1, SECOND_DIE, RollStarted()),
        (0.9, FIRST_DIE, DieRested(2)),
    ]
    assert process_events(assembler, *events, *turned, (1.9, SECOND_DIE, DieRested(6))) == []


def test_dice_placed_by_hand_are_no_roll(assembler: RollAssembler) -> None:
    for n in (FIRST_DIE, SECOND_DIE):
        assert (
            process_events(assembler, (1.0, n, DieHandled()), (2.0, n, DieMoved(3)), (2.1, n, DieRested(3)))
            == []
        )
    assembler.advance_time(20.0)
    assert assembler.uncounted_reason(20.0) is None


def test_a_die_that_disconnects_in_motion_is_no_roll_and_the_reason_is_reported(
    assembler: RollAssembler,
) -> None:
    process_events(
        assembler,
        (0.0, FIRST_DIE, RollStarted()),
        (0.1, SECOND_DIE, RollStarted()),
        (0.9, FIRST_DIE, DieRested(2)),
    )
    assembler.handle_disconnect(SECOND_DIE, 1.0)
    assert assembler.uncounted_reason(1.0) == (SECOND_DIE, "lost")
    assert process_events(assembler, (4.0, SECOND_DIE, DieRested(5))) == []


def test_a_lost_die_is_reported_while_the_other_still_rolls(assembler: RollAssembler) -> None:
    process_events(assembler, (0.0, FIRST_DIE, RollStarted()))
    assembler.handle_disconnect(FIRST_DIE, 0.5)
    process_events(
        assembler,
        (0.6, SECOND_DIE, RollStarted()),
        (0.8, SECOND_DIE, RollStarted()),
        (1.0, SECOND_DIE, DieRested(2)),
    )
    assert assembler.uncounted_reason(1.0) == (FIRST_DIE, "lost")
    assembler.advance_time(9.0)
    assert assembler.uncounted_reason(9.0) == (FIRST_DIE, "lost")
    process_events(assembler, (12.0, FIRST_DIE, RollStarted()))
    assert assembler.uncounted_reason(12.0) is None


def test_the_face_of_a_die_counts_after_it_disconnects(assembler: RollAssembler) -> None:
    process_events(
        assembler,
        (0.0, FIRST_DIE, RollStarted()),
        (0.1, SECOND_DIE, RollStarted()),
        (0.9, FIRST_DIE, DieRested(2)),
    )
    assembler.handle_disconnect(FIRST_DIE, 1.0)
    assert process_events(assembler, (1.2, SECOND_DIE, DieRested(5))) == [BluetoothRoll((2, 5), 1.2)]


def test_a_throw_delivered_in_one_burst_may_be_seconds_old(assembler: RollAssembler) -> None:
    throw(assembler, 0.0, 1, 1)
    burst: list[TimedEvent] = [
        (30.0, FIRST_DIE, RollStarted()),
        (30.01, FIRST_DIE, DieRested(2)),
        (30.0, SECOND_DIE, RollStarted()),
        (30.02, SECOND_DIE, DieRested(3)),
    ]
    assert process_events(assembler, *burst) == [BluetoothRoll((2, 3), 30.02, late=MAX_DELAY_S)]


def test_a_roll_has_the_time_at_which_both_dice_were_rolling(assembler: RollAssembler) -> None:
    process_events(
        assembler,
        (0.0, FIRST_DIE, RollStarted()),
        (0.1, SECOND_DIE, RollStarted()),
        (0.9, FIRST_DIE, DieRested(2)),
        (1.2, SECOND_DIE, DieTilted()),
    )
    assembler.process_event(SECOND_DIE, RollStarted(), 6.0)
    roll = assembler.process_event(SECOND_DIE, DieRested(5), 7.0)
    assert roll is not None
    assert roll.began == 0.0


def test_a_roll_has_the_time_for_which_the_dice_lay_before(assembler: RollAssembler) -> None:
    """Two dice that roll in a hand report a roll, and their throw follows it without a rest."""
    throw(assembler, 10.0, 6, 4)
    events: list[TimedEvent] = [
        (11.5, FIRST_DIE, DieHandled()),
        (12.6, FIRST_DIE, RollStarted()),
        (12.7, SECOND_DIE, RollStarted()),
        (13.7, FIRST_DIE, DieRested(2)),
        (13.8, SECOND_DIE, DieRested(3)),
    ]
    (roll,) = (roll for t, n, event in events if (roll := assembler.process_event(n, event, t)) is not None)
    assert roll.lay_s == pytest.approx(0.3)


def test_a_nudge_after_a_roll_doesn_t_shorten_the_time_for_which_the_dice_lay(
    assembler: RollAssembler,
) -> None:
    throw(assembler, 10.0, 6, 4)
    process_events(assembler, (11.25, FIRST_DIE, DieHandled()), (11.6, FIRST_DIE, DieMoved(6)))
    events: list[TimedEvent] = [
        (22.0, FIRST_DIE, RollStarted()),
        (22.1, SECOND_DIE, RollStarted()),
        (23.0, FIRST_DIE, DieRested(2)),
        (23.1, SECOND_DIE, DieRested(3)),
    ]
    (roll,) = (roll for t, n, event in events if (roll := assembler.process_event(n, event, t)) is not None)
    assert roll.lay_s == pytest.approx(10.4)
