"""The attentive person: what is told wrongly is put right touch by touch, and all is right in the end."""

from __future__ import annotations

from typing import Any

import pytest

from companion.games.base.rules.events import (
    BuyDevelopmentCard,
    EndTurn,
    Event,
    PlaceRoad,
    PlayDevelopmentCard,
    Roll,
    UnseenRoll,
)
from companion.island.geometry import PathId
from companion.sim.board_actions import TimedEvent
from companion.sim.human_inputs import PROMPT_HABITS
from companion.sim.sensor_model import MEASURED_RATES, PERFECT_RATES, SensorRates
from tests.games.base.stories import FIRST, FOUNDING, OPENING, Said, in_play, seen
from tests.measure.attending import ATTENDS_S, Attentive, Touch, per_hundred
from tests.measure.judging import judge
from tests.measure.playing import Setting, play

RED, BLUE, WHITE = Roll("red", (3, 5)), Roll("blue", (6, 2)), Roll("white", (4, 4))


def first_touch(
    true: tuple[Event, ...], *reported: Said, attends: float = 1000.0
) -> list[tuple[str, dict[str, Any]]]:
    """What a person does first of all who sees these told after the founding, and others happened: one each
    second.
    """
    steps = in_play(*true).replay.steps
    happened = [TimedEvent(float(n), step.event, step.before, step.after) for n, step in enumerate(steps)]
    person = Attentive(happened[len(OPENING) :])
    person.attend(attends, lambda: in_play(*reported).replay.steps, lambda _: "refused")
    return [(str(touch.kind), dict(touch.data)) for touch in person.touches][:1]


def test_a_story_that_is_right_is_not_touched() -> None:
    assert first_touch((RED, BLUE), RED, seen(BLUE)) == []


def test_the_founding_counts_too() -> None:
    assert len(FOUNDING) == 12
    assert first_touch((), seen(RED)) == []


def test_dice_that_were_misread_are_put_right() -> None:
    ((kind, data),) = first_touch((RED, BLUE), RED, seen(Roll("blue", (6, 3))))
    assert kind == "rolls"
    event = {"kind": "roll", "player": "blue", "dice": [6, 2]}
    assert data == {"kind": "correct", "entry": FIRST + 1, "event": event}


def test_a_line_of_the_last_moments_is_left_alone_as_a_hand_may_still_hold_that_piece() -> None:
    held = seen(PlaceRoad("red", PathId("p-3,3")))
    assert first_touch((RED,), RED, held, attends=1000.0) != []
    assert first_touch((RED,), RED, held, attends=ATTENDS_S / 2) == []


def test_a_roll_that_nobody_saw_is_said() -> None:
    ((_, data),) = first_touch((RED, BLUE), RED, UnseenRoll("blue"))
    assert (data["entry"], data["event"]) == (FIRST + 1, {"kind": "roll", "player": "blue", "dice": [6, 2]})


def test_the_next_dice_told_of_the_wrong_player_are_given_back_in_one_touch() -> None:
    ((_, data),) = first_touch((RED, BLUE, WHITE), RED, Roll("blue", (4, 4)))
    assert data == {"kind": "another_roll", "entry": FIRST + 1, "dice": [6, 2]}


def test_a_roll_that_is_missing_is_entered_for_its_turn() -> None:
    assert first_touch((RED, BLUE), RED) == [("rolls", {"kind": "roll", "dice": [6, 2], "about": {"turn": 2}})]


def test_a_roll_that_is_missing_is_entered_before_what_was_done_since_and_told_of_another() -> None:
    bought = BuyDevelopmentCard("blue")
    ((kind, data),) = first_touch((RED, EndTurn("red"), BLUE, bought), RED, BuyDevelopmentCard("red"))
    assert kind == "rolls"
    event = {"kind": "roll", "player": "blue", "dice": [6, 2]}
    assert data == {"kind": "correct", "before": FIRST + 1, "event": event}


def test_what_happened_just_now_is_not_struck_out() -> None:
    knight = PlayDevelopmentCard("blue", "knight")
    happened = (RED, EndTurn("red"), knight)
    at = float(len(OPENING) + len(FOUNDING) + 2)
    assert first_touch(happened, *happened, attends=at) == []


def test_what_the_next_player_does_just_now_is_told_of_that_player_once_the_dice_are_passed() -> None:
    happened = (RED, EndTurn("red"), PlayDevelopmentCard("blue", "knight"))
    at = float(len(OPENING) + len(FOUNDING) + 2)
    reported = (RED, PlayDevelopmentCard("red", "knight"))
    ((_, data),) = first_touch(happened, *reported, attends=at + 2)
    assert data == {"kind": "correct", "before": FIRST + 1, "event": {"kind": "end_turn", "player": "red"}}


def test_dice_that_were_no_roll_are_taken_out() -> None:
    ((_, data),) = first_touch((RED, BLUE), RED, seen(Roll("blue", (7,))), Roll("white", (6, 2)))
    assert data == {"kind": "no_roll", "entry": FIRST + 1}


def test_a_piece_that_never_stood_there_is_struck_out() -> None:
    road = PlaceRoad("red", PathId("p2,1"))
    assert first_touch((RED,), RED, seen(road)) == [
        ("pieces", {"kind": "correct", "entry": FIRST + 1, "event": None})
    ]


def test_touches_are_counted_by_what_they_are_about() -> None:
    touches = [Touch(1.0, "rolls", {}), Touch(2.0, "rolls", {}), Touch(3.0, "robber", {})]
    figures = per_hundred(touches, 50)
    assert (figures["rolls"], figures["robber"], figures["pieces"], figures["all"]) == (4, 2, 0, 6)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("temperament", "rates", "seed"), [("builder", PERFECT_RATES, 1), ("clumsy", MEASURED_RATES, 3)]
)
def test_all_hands_are_right_in_the_end_where_every_late_thing_is_said(
    temperament: str, rates: SensorRates, seed: int
) -> None:
    """One roll in eight is told by nobody as it falls; what the page tells wrongly is put right soon."""
    played = play(Setting(seed, temperament, PROMPT_HABITS, rates, missed=0.12, attended=True))
    verdict = judge(played)
    assert not verdict.crashed
    assert verdict.right
    assert not verdict.missing
    assert not verdict.false_seen
    assert not verdict.false_unseen
    belief = played.believed.steps[-1].belief
    true = played.looks[-1].truth.before.players
    assert [belief.hand(seat).cards for seat in range(len(true))] == [player.hand for player in true]
    assert sum(touch.kind == "rolls" for touch in played.touches) > 5
