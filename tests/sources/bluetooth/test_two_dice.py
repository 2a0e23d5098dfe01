"""Two dice at rest within seconds are one roll; rolling and doubtful ones never are."""

from __future__ import annotations

from dataclasses import replace

import pytest

from companion.sources.bluetooth.die_events import Askew, DieEvent, Handled, Moved, Rested, Rolling
from companion.sources.bluetooth.two_dice import HELD_UP_S, OPEN_S, SAID_S, TOGETHER_S, Thrown, TwoDice

ONE, OTHER = 0, 1

Said = tuple[float, int, DieEvent]


def heard(two: TwoDice, *said: Said) -> list[Thrown]:
    """What comes of what both say, each at its second."""
    found = [two.hear(n, event, t) for t, n, event in said]
    return [replace(thrown, began=0.0) for thrown in found if thrown is not None]


def throw(two: TwoDice, t: float, a: int, b: int) -> list[Thrown]:
    said = ((0.0, ONE, Rolling()), (0.1, OTHER, Rolling()), (0.9, OTHER, Rested(b)), (1.2, ONE, Rested(a)))
    return heard(two, *((t + after, n, event) for after, n, event in said))


@pytest.fixture
def two() -> TwoDice:
    return TwoDice()


def test_both_at_rest_are_a_roll(two: TwoDice) -> None:
    assert throw(two, 10.0, 3, 5) == [Thrown((3, 5), 11.2)]
    assert throw(two, 20.0, 3, 5) == [Thrown((3, 5), 21.2)]
    assert two.trouble(21.2) is None


def test_one_after_the_other_within_seconds_is_one_roll(two: TwoDice) -> None:
    said: list[Said] = [
        (0.0, ONE, Rolling()),
        (1.0, ONE, Rested(2)),
        (4.0, OTHER, Rolling()),
        (7.0, OTHER, Rested(6)),
    ]
    assert heard(two, *said) == [Thrown((2, 6), 7.0)]


def test_one_alone_is_none_and_that_is_said(two: TwoDice) -> None:
    assert heard(two, (0.0, ONE, Rolling()), (1.0, ONE, Rested(2))) == []
    two.wait(1.0 + TOGETHER_S)
    assert two.trouble(1.0 + TOGETHER_S) is None
    two.wait(1.1 + TOGETHER_S)
    assert two.trouble(1.1 + TOGETHER_S) == (ONE, "alone")
    assert heard(two, (8.0, OTHER, Rolling()), (9.0, OTHER, Rested(6))) == []


def test_what_is_said_of_a_half_roll_is_said_for_a_while(two: TwoDice) -> None:
    heard(two, (0.0, ONE, Rolling()), (1.0, ONE, Rested(2)))
    two.wait(7.0)
    assert two.trouble(7.0 + SAID_S) is not None
    assert two.trouble(7.1 + SAID_S) is None


def test_dice_that_roll_are_no_roll(two: TwoDice) -> None:
    assert heard(two, (0.0, ONE, Rolling()), (0.0, OTHER, Rolling()), (1.0, ONE, Rested(2))) == []
    two.wait(1.0 + TOGETHER_S + 1)
    assert two.trouble(1.0 + TOGETHER_S + 1) is None
    assert heard(two, (12.0, OTHER, Rested(4))) == [Thrown((2, 4), 12.0)]


def test_a_die_that_never_comes_to_rest_is_not_waited_for_for_ever(two: TwoDice) -> None:
    heard(two, (0.0, ONE, Rolling()), (0.0, OTHER, Rolling()), (1.0, ONE, Rested(2)))
    assert heard(two, (1.1 + OPEN_S, OTHER, Rested(4))) == []


def test_rest_that_no_roll_came_before_counts_for_nothing(two: TwoDice) -> None:
    assert heard(two, (0.0, ONE, Rested(2)), (0.1, OTHER, Rested(3)), (5.0, ONE, Rested(4))) == []


def test_what_is_said_twice_counts_once(two: TwoDice) -> None:
    said: list[Said] = [
        (0.0, ONE, Rolling()),
        (0.1, OTHER, Rolling()),
        (0.9, ONE, Rested(2)),
        (1.2, OTHER, Rested(6)),
    ]
    twice: list[Said] = [each for each in said for _ in range(2)]
    assert heard(two, *twice) == [Thrown((2, 6), 1.2)]
    assert two.trouble(3.0) is None


def test_nor_does_a_whole_throw_told_twice_at_once(two: TwoDice) -> None:
    assert throw(two, 0.0, 2, 6) == [Thrown((2, 6), 1.2)]
    again: list[Said] = [
        (1.3, OTHER, Rolling()),
        (1.21, ONE, Rolling()),
        (1.22, OTHER, Rested(6)),
        (1.22, ONE, Rested(2)),
    ]
    assert heard(two, *again) == []
    two.wait(20.0)
    assert two.trouble(20.0) is None


def test_the_same_rest_said_with_another_face_is_in_doubt(two: TwoDice) -> None:
    said: list[Said] = [
        (0.0, ONE, Rolling()),
        (0.1, OTHER, Rolling()),
        (0.9, ONE, Rested(2)),
        (1.0, ONE, Rested(3)),
    ]
    assert heard(two, *said, (1.2, OTHER, Rested(6))) == []
    assert two.trouble(1.2) == (ONE, "askew")


@pytest.mark.parametrize("doubt", [Askew(), Moved(4)])
def test_a_die_that_lies_in_doubt_is_no_roll_and_that_is_said(two: TwoDice, doubt: DieEvent) -> None:
    said: list[Said] = [
        (0.0, ONE, Rolling()),
        (0.1, OTHER, Rolling()),
        (0.9, ONE, Rested(2)),
        (1.2, OTHER, doubt),
    ]
    assert heard(two, *said) == []
    assert two.trouble(1.2) == (OTHER, "askew")
    two.wait(2.0 + OPEN_S)
    assert two.trouble(2.0 + OPEN_S) == (OTHER, "askew")


def test_the_die_that_lay_askew_thrown_again_completes_the_roll(two: TwoDice) -> None:
    said: list[Said] = [
        (0.0, ONE, Rolling()),
        (0.1, OTHER, Rolling()),
        (0.9, ONE, Rested(2)),
        (1.2, OTHER, Askew()),
    ]
    assert heard(two, *said, (6.0, OTHER, Rolling()), (7.0, OTHER, Rested(5))) == [Thrown((2, 5), 7.0)]


def test_both_thrown_again_are_another_roll(two: TwoDice) -> None:
    said: list[Said] = [
        (0.0, ONE, Rolling()),
        (0.1, OTHER, Rolling()),
        (0.9, ONE, Rested(2)),
        (1.2, OTHER, Askew()),
    ]
    heard(two, *said)
    assert throw(two, 5.0, 4, 4) == [Thrown((4, 4), 6.2)]


def test_a_nudge_that_turns_nothing_over_changes_nothing(two: TwoDice) -> None:
    nudged: list[Said] = [(1.3, ONE, Handled()), (1.5, ONE, Moved(2))]
    said: list[Said] = [(0.0, ONE, Rolling()), (0.1, OTHER, Rolling()), (0.9, ONE, Rested(2))]
    assert heard(two, *said, *nudged, (1.9, OTHER, Rested(6))) == [Thrown((2, 6), 1.9)]


def test_a_die_turned_over_before_the_other_lies_is_no_roll(two: TwoDice) -> None:
    turned: list[Said] = [(1.3, ONE, Handled()), (1.5, ONE, Moved(3))]
    said: list[Said] = [(0.0, ONE, Rolling()), (0.1, OTHER, Rolling()), (0.9, ONE, Rested(2))]
    assert heard(two, *said, *turned, (1.9, OTHER, Rested(6))) == []


def test_dice_laid_down_by_hand_are_no_roll(two: TwoDice) -> None:
    for n in (ONE, OTHER):
        assert heard(two, (1.0, n, Handled()), (2.0, n, Moved(3)), (2.1, n, Rested(3))) == []
    two.wait(20.0)
    assert two.trouble(20.0) is None


def test_a_die_that_goes_while_it_rolls_is_no_roll_and_that_is_said(two: TwoDice) -> None:
    heard(two, (0.0, ONE, Rolling()), (0.1, OTHER, Rolling()), (0.9, ONE, Rested(2)))
    two.gone(OTHER, 1.0)
    assert two.trouble(1.0) == (OTHER, "lost")
    assert heard(two, (4.0, OTHER, Rested(5))) == []


def test_that_is_said_though_the_other_one_rolls_on(two: TwoDice) -> None:
    heard(two, (0.0, ONE, Rolling()))
    two.gone(ONE, 0.5)
    heard(two, (0.6, OTHER, Rolling()), (0.8, OTHER, Rolling()), (1.0, OTHER, Rested(2)))
    assert two.trouble(1.0) == (ONE, "lost")
    two.wait(9.0)
    assert two.trouble(9.0) == (ONE, "lost")
    heard(two, (12.0, ONE, Rolling()))
    assert two.trouble(12.0) is None


def test_what_a_die_said_before_it_went_holds(two: TwoDice) -> None:
    heard(two, (0.0, ONE, Rolling()), (0.1, OTHER, Rolling()), (0.9, ONE, Rested(2)))
    two.gone(ONE, 1.0)
    assert heard(two, (1.2, OTHER, Rested(5))) == [Thrown((2, 5), 1.2)]


def test_a_throw_whose_messages_come_all_at_once_may_be_seconds_old(two: TwoDice) -> None:
    throw(two, 0.0, 1, 1)
    burst: list[Said] = [
        (30.0, ONE, Rolling()),
        (30.01, ONE, Rested(2)),
        (30.0, OTHER, Rolling()),
        (30.02, OTHER, Rested(3)),
    ]
    assert heard(two, *burst) == [Thrown((2, 3), 30.02, late=HELD_UP_S)]


def test_a_roll_says_from_when_on_both_rolled(two: TwoDice) -> None:
    heard(two, (0.0, ONE, Rolling()), (0.1, OTHER, Rolling()), (0.9, ONE, Rested(2)), (1.2, OTHER, Askew()))
    two.hear(OTHER, Rolling(), 6.0)
    roll = two.hear(OTHER, Rested(5), 7.0)
    assert roll is not None
    assert roll.began == 0.0
