"""The simulated attentive person corrects wrong reports touch by touch."""

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
from tests.games.base.histories import FIRST_ENTRY, FOUNDING, OPENING, EventWithSource, by_camera, in_play
from tests.measure.attending import ATTENDS_S, Attentive, Touch, per_hundred
from tests.measure.human_inputs import PROMPT_HABITS
from tests.measure.judging import judge
from tests.measure.playing import Setting, play
from tests.measure.sensor_model import MEASURED_RATES, PERFECT_RATES, SensorRates
from tests.measure.timed_game import TimedEvent

RED, BLUE, WHITE = Roll("red", (3, 5)), Roll("blue", (6, 2)), Roll("white", (4, 4))


def first_touch(
    true: tuple[Event, ...], *reported: EventWithSource, attends: float = 1000.0
) -> list[tuple[str, dict[str, Any]]]:
    """Return the first correction of a person who sees these reports after the founding, while other events
    happened, one each second.
    """
    steps = in_play(*true).replay.steps
    happened = [TimedEvent(float(n), step.event, step.before, step.after) for n, step in enumerate(steps)]
    person = Attentive(happened[len(OPENING) :])
    person.attend(attends, lambda: in_play(*reported).replay.steps, lambda _: "refused")
    return [(str(touch.kind), dict(touch.data)) for touch in person.touches][:1]


def test_a_correct_game_log_is_left_alone() -> None:
    assert first_touch((RED, BLUE), RED, by_camera(BLUE)) == []


def test_wrong_founding_pieces_are_corrected_too() -> None:
    assert len(FOUNDING) == 12
    assert first_touch((), by_camera(RED)) == []


def test_misread_dice_are_corrected() -> None:
    ((kind, data),) = first_touch((RED, BLUE), RED, by_camera(Roll("blue", (6, 3))))
    assert kind == "rolls"
    event = {"kind": "roll", "player": "blue", "dice": [6, 2]}
    assert data == {"kind": "correct", "entry": FIRST_ENTRY + 1, "event": event}


def test_a_line_from_the_last_moments_is_left_alone_because_a_hand_may_still_hold_the_piece() -> None:
    held = by_camera(PlaceRoad("red", PathId("p-3,3")))
    assert first_touch((RED,), RED, held, attends=1000.0) != []
    assert first_touch((RED,), RED, held, attends=ATTENDS_S / 2) == []


def test_an_event_that_others_enter_later_is_left_to_them() -> None:
    bought = BuyDevelopmentCard("red")
    steps = in_play(RED, bought, BLUE).replay.steps
    happened = [TimedEvent(float(n), step.event, step.before, step.after) for n, step in enumerate(steps)]
    late = [(done, 60.0) for done in happened if done.event == bought]
    person = Attentive(happened[len(OPENING) :], late_entries=late)
    for t, touches in ((50.0, 0), (70.0, 1)):
        person.attend(t, lambda: in_play(RED, BLUE).replay.steps, lambda _: "refused")
        assert len(person.touches) == touches


def test_an_unseen_roll_is_entered() -> None:
    ((_, data),) = first_touch((RED, BLUE), RED, UnseenRoll("blue"))
    assert (data["entry"], data["event"]) == (
        FIRST_ENTRY + 1,
        {"kind": "roll", "player": "blue", "dice": [6, 2]},
    )


def test_a_roll_of_the_wrong_player_is_reassigned_in_one_touch() -> None:
    ((_, data),) = first_touch((RED, BLUE, WHITE), RED, Roll("blue", (4, 4)))
    assert data == {"kind": "another_roll", "entry": FIRST_ENTRY + 1, "dice": [6, 2]}


def test_a_missing_roll_is_entered_for_its_turn() -> None:
    assert first_touch((RED, BLUE), RED) == [
        ("rolls", {"kind": "roll", "dice": [6, 2], "about": {"turn": 2}})
    ]


def test_a_missing_roll_is_entered_before_later_actions_attributed_to_another_player() -> None:
    bought = BuyDevelopmentCard("blue")
    ((kind, data),) = first_touch((RED, EndTurn("red"), BLUE, bought), RED, BuyDevelopmentCard("red"))
    assert kind == "rolls"
    event = {"kind": "roll", "player": "blue", "dice": [6, 2]}
    assert data == {"kind": "correct", "before": FIRST_ENTRY + 1, "event": event}


def test_the_latest_events_are_not_deleted() -> None:
    knight = PlayDevelopmentCard("blue", "knight")
    happened = (RED, EndTurn("red"), knight)
    at = float(len(OPENING) + len(FOUNDING) + 2)
    assert first_touch(happened, *happened, attends=at) == []


def test_an_early_action_of_the_next_player_is_reported_after_the_dice_are_passed() -> None:
    happened = (RED, EndTurn("red"), PlayDevelopmentCard("blue", "knight"))
    at = float(len(OPENING) + len(FOUNDING) + 2)
    reported = (RED, PlayDevelopmentCard("red", "knight"))
    ((_, data),) = first_touch(happened, *reported, attends=at + 2)
    assert data == {
        "kind": "correct",
        "before": FIRST_ENTRY + 1,
        "event": {"kind": "end_turn", "player": "red"},
    }


def test_dice_that_were_not_rolled_are_deleted() -> None:
    ((_, data),) = first_touch((RED, BLUE), RED, by_camera(Roll("blue", (7,))), Roll("white", (6, 2)))
    assert data == {"kind": "no_roll", "entry": FIRST_ENTRY + 1}


def test_a_piece_that_was_never_placed_is_deleted() -> None:
    road = PlaceRoad("red", PathId("p2,1"))
    assert first_touch((RED,), RED, by_camera(road)) == [
        ("pieces", {"kind": "correct", "entry": FIRST_ENTRY + 1, "event": None})
    ]


def test_touches_are_counted_by_category() -> None:
    touches = [Touch(1.0, "rolls", {}), Touch(2.0, "rolls", {}), Touch(3.0, "robber", {})]
    figures = per_hundred(touches, 50)
    assert (figures["rolls"], figures["robber"], figures["pieces"], figures["all"]) == (4, 2, 0, 6)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("temperament", "rates", "seed"), [("builder", PERFECT_RATES, 1), ("clumsy", MEASURED_RATES, 3)]
)
def test_all_final_hands_are_correct_if_every_late_action_is_entered(
    temperament: str, rates: SensorRates, seed: int
) -> None:
    """One roll in eight is not reported when it falls; a person soon corrects the page."""
    played = play(Setting(seed, temperament, PROMPT_HABITS, rates, missed=0.12, attended=True))
    verdict = judge(played)
    assert not verdict.crashed
    assert verdict.is_right
    assert not verdict.missing
    assert not verdict.false_seen
    assert not verdict.false_unseen
    belief = played.final_replay.steps[-1].belief
    true = played.looks[-1].truth.before.players
    assert [belief.hand(seat).cards for seat in range(len(true))] == [player.hand for player in true]
    assert sum(touch.kind == "rolls" for touch in played.touches) > 5
