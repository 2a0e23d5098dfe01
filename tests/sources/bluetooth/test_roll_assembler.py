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

ONE, OTHER = 0, 1

Said = tuple[float, int, DieEvent]


def heard(two: RollAssembler, *said: Said) -> list[BluetoothRoll]:
    """What comes of what both say, each at its second."""
    found = [two.process_event(n, event, t) for t, n, event in said]
    return [replace(thrown, began=0.0) for thrown in found if thrown is not None]


def throw(two: RollAssembler, t: float, a: int, b: int) -> list[BluetoothRoll]:
    said = (
        (0.0, ONE, RollStarted()),
        (0.1, OTHER, RollStarted()),
        (0.9, OTHER, DieRested(b)),
        (1.2, ONE, DieRested(a)),
    )
    return heard(two, *((t + after, n, event) for after, n, event in said))


@pytest.fixture
def two() -> RollAssembler:
    return RollAssembler()


def test_both_at_rest_are_a_roll(two: RollAssembler) -> None:
    assert throw(two, 10.0, 3, 5) == [BluetoothRoll((3, 5), 11.2)]
    assert throw(two, 20.0, 3, 5) == [BluetoothRoll((3, 5), 21.2)]
    assert two.uncounted_reason(21.2) is None


def test_one_after_the_other_within_seconds_is_one_roll(two: RollAssembler) -> None:
    said: list[Said] = [
        (0.0, ONE, RollStarted()),
        (1.0, ONE, DieRested(2)),
        (4.0, OTHER, RollStarted()),
        (7.0, OTHER, DieRested(6)),
    ]
    assert heard(two, *said) == [BluetoothRoll((2, 6), 7.0)]


def test_one_alone_is_none_and_that_is_said(two: RollAssembler) -> None:
    assert heard(two, (0.0, ONE, RollStarted()), (1.0, ONE, DieRested(2))) == []
    two.advance_time(1.0 + ROLL_WINDOW_S)
    assert two.uncounted_reason(1.0 + ROLL_WINDOW_S) is None
    two.advance_time(1.1 + ROLL_WINDOW_S)
    assert two.uncounted_reason(1.1 + ROLL_WINDOW_S) == (ONE, "alone")
    assert heard(two, (8.0, OTHER, RollStarted()), (9.0, OTHER, DieRested(6))) == []


def test_what_is_said_of_a_half_roll_is_said_for_a_while(two: RollAssembler) -> None:
    heard(two, (0.0, ONE, RollStarted()), (1.0, ONE, DieRested(2)))
    two.advance_time(7.0)
    assert two.uncounted_reason(7.0 + NOTICE_S) is not None
    assert two.uncounted_reason(7.1 + NOTICE_S) is None


def test_dice_that_roll_are_no_roll(two: RollAssembler) -> None:
    assert heard(two, (0.0, ONE, RollStarted()), (0.0, OTHER, RollStarted()), (1.0, ONE, DieRested(2))) == []
    two.advance_time(1.0 + ROLL_WINDOW_S + 1)
    assert two.uncounted_reason(1.0 + ROLL_WINDOW_S + 1) is None
    assert heard(two, (12.0, OTHER, DieRested(4))) == [BluetoothRoll((2, 4), 12.0)]


def test_a_die_that_never_comes_to_rest_is_not_waited_for_for_ever(two: RollAssembler) -> None:
    heard(two, (0.0, ONE, RollStarted()), (0.0, OTHER, RollStarted()), (1.0, ONE, DieRested(2)))
    assert heard(two, (1.1 + BUSY_DIE_WAIT_S, OTHER, DieRested(4))) == []


def test_rest_that_no_roll_came_before_counts_for_nothing(two: RollAssembler) -> None:
    assert heard(two, (0.0, ONE, DieRested(2)), (0.1, OTHER, DieRested(3)), (5.0, ONE, DieRested(4))) == []


def test_what_is_said_twice_counts_once(two: RollAssembler) -> None:
    said: list[Said] = [
        (0.0, ONE, RollStarted()),
        (0.1, OTHER, RollStarted()),
        (0.9, ONE, DieRested(2)),
        (1.2, OTHER, DieRested(6)),
    ]
    twice: list[Said] = [each for each in said for _ in range(2)]
    assert heard(two, *twice) == [BluetoothRoll((2, 6), 1.2)]
    assert two.uncounted_reason(3.0) is None


def test_nor_does_a_whole_throw_told_twice_at_once(two: RollAssembler) -> None:
    assert throw(two, 0.0, 2, 6) == [BluetoothRoll((2, 6), 1.2)]
    again: list[Said] = [
        (1.3, OTHER, RollStarted()),
        (1.21, ONE, RollStarted()),
        (1.22, OTHER, DieRested(6)),
        (1.22, ONE, DieRested(2)),
    ]
    assert heard(two, *again) == []
    two.advance_time(20.0)
    assert two.uncounted_reason(20.0) is None


def test_the_same_rest_said_with_another_face_is_in_doubt(two: RollAssembler) -> None:
    said: list[Said] = [
        (0.0, ONE, RollStarted()),
        (0.1, OTHER, RollStarted()),
        (0.9, ONE, DieRested(2)),
        (1.0, ONE, DieRested(3)),
    ]
    assert heard(two, *said, (1.2, OTHER, DieRested(6))) == []
    assert two.uncounted_reason(1.2) == (ONE, "askew")


@pytest.mark.parametrize("doubt", [DieTilted(), DieMoved(4)])
def test_a_die_that_lies_in_doubt_is_no_roll_and_that_is_said(two: RollAssembler, doubt: DieEvent) -> None:
    said: list[Said] = [
        (0.0, ONE, RollStarted()),
        (0.1, OTHER, RollStarted()),
        (0.9, ONE, DieRested(2)),
        (1.2, OTHER, doubt),
    ]
    assert heard(two, *said) == []
    assert two.uncounted_reason(1.2) == (OTHER, "askew")
    two.advance_time(2.0 + BUSY_DIE_WAIT_S)
    assert two.uncounted_reason(2.0 + BUSY_DIE_WAIT_S) == (OTHER, "askew")


def test_the_die_that_lay_askew_thrown_again_completes_the_roll(two: RollAssembler) -> None:
    said: list[Said] = [
        (0.0, ONE, RollStarted()),
        (0.1, OTHER, RollStarted()),
        (0.9, ONE, DieRested(2)),
        (1.2, OTHER, DieTilted()),
    ]
    assert heard(two, *said, (6.0, OTHER, RollStarted()), (7.0, OTHER, DieRested(5))) == [
        BluetoothRoll((2, 5), 7.0)
    ]


def test_both_thrown_again_are_another_roll(two: RollAssembler) -> None:
    said: list[Said] = [
        (0.0, ONE, RollStarted()),
        (0.1, OTHER, RollStarted()),
        (0.9, ONE, DieRested(2)),
        (1.2, OTHER, DieTilted()),
    ]
    heard(two, *said)
    assert throw(two, 5.0, 4, 4) == [BluetoothRoll((4, 4), 6.2)]


def test_a_nudge_that_turns_nothing_over_changes_nothing(two: RollAssembler) -> None:
    nudged: list[Said] = [(1.3, ONE, DieHandled()), (1.5, ONE, DieMoved(2))]
    said: list[Said] = [(0.0, ONE, RollStarted()), (0.1, OTHER, RollStarted()), (0.9, ONE, DieRested(2))]
    assert heard(two, *said, *nudged, (1.9, OTHER, DieRested(6))) == [BluetoothRoll((2, 6), 1.9)]


def test_a_die_turned_over_before_the_other_lies_is_no_roll(two: RollAssembler) -> None:
    turned: list[Said] = [(1.3, ONE, DieHandled()), (1.5, ONE, DieMoved(3))]
    said: list[Said] = [(0.0, ONE, RollStarted()), (0.1, OTHER, RollStarted()), (0.9, ONE, DieRested(2))]
    assert heard(two, *said, *turned, (1.9, OTHER, DieRested(6))) == []


def test_dice_laid_down_by_hand_are_no_roll(two: RollAssembler) -> None:
    for n in (ONE, OTHER):
        assert heard(two, (1.0, n, DieHandled()), (2.0, n, DieMoved(3)), (2.1, n, DieRested(3))) == []
    two.advance_time(20.0)
    assert two.uncounted_reason(20.0) is None


def test_a_die_that_goes_while_it_rolls_is_no_roll_and_that_is_said(two: RollAssembler) -> None:
    heard(two, (0.0, ONE, RollStarted()), (0.1, OTHER, RollStarted()), (0.9, ONE, DieRested(2)))
    two.handle_disconnect(OTHER, 1.0)
    assert two.uncounted_reason(1.0) == (OTHER, "lost")
    assert heard(two, (4.0, OTHER, DieRested(5))) == []


def test_that_is_said_though_the_other_one_rolls_on(two: RollAssembler) -> None:
    heard(two, (0.0, ONE, RollStarted()))
    two.handle_disconnect(ONE, 0.5)
    heard(two, (0.6, OTHER, RollStarted()), (0.8, OTHER, RollStarted()), (1.0, OTHER, DieRested(2)))
    assert two.uncounted_reason(1.0) == (ONE, "lost")
    two.advance_time(9.0)
    assert two.uncounted_reason(9.0) == (ONE, "lost")
    heard(two, (12.0, ONE, RollStarted()))
    assert two.uncounted_reason(12.0) is None


def test_what_a_die_said_before_it_went_holds(two: RollAssembler) -> None:
    heard(two, (0.0, ONE, RollStarted()), (0.1, OTHER, RollStarted()), (0.9, ONE, DieRested(2)))
    two.handle_disconnect(ONE, 1.0)
    assert heard(two, (1.2, OTHER, DieRested(5))) == [BluetoothRoll((2, 5), 1.2)]


def test_a_throw_whose_messages_come_all_at_once_may_be_seconds_old(two: RollAssembler) -> None:
    throw(two, 0.0, 1, 1)
    burst: list[Said] = [
        (30.0, ONE, RollStarted()),
        (30.01, ONE, DieRested(2)),
        (30.0, OTHER, RollStarted()),
        (30.02, OTHER, DieRested(3)),
    ]
    assert heard(two, *burst) == [BluetoothRoll((2, 3), 30.02, late=MAX_DELAY_S)]


def test_a_roll_says_from_when_on_both_rolled(two: RollAssembler) -> None:
    heard(
        two,
        (0.0, ONE, RollStarted()),
        (0.1, OTHER, RollStarted()),
        (0.9, ONE, DieRested(2)),
        (1.2, OTHER, DieTilted()),
    )
    two.process_event(OTHER, RollStarted(), 6.0)
    roll = two.process_event(OTHER, DieRested(5), 7.0)
    assert roll is not None
    assert roll.began == 0.0
