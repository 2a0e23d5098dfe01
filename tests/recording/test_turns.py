"""Splitting a history into turns, and reporting each once."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from companion.games.base.belief.believed_replay import BelievedReplayCache
from companion.games.base.game import BaseGame
from companion.games.base.rules.events import (
    BuyDevelopmentCard,
    EndTurn,
    Event,
    GameStarted,
    PlaceCity,
    Roll,
)
from companion.games.base.rules.options import Options
from companion.games.game_api import GameHistory
from companion.games.replay import RecordedEvent, replay_events
from companion.island.geometry import IntersectionId
from companion.recording.turns import Turn, TurnReporter, split_into_turns
from tests.games.base.histories import FOUNDING, OPENING, SEATS

ORDER = ["red", "blue", "white", "white", "blue", "red"]


def turns_of(events: Sequence[Event], numbers: Sequence[int] | None = None) -> list[Turn]:
    numbered = zip(numbers or range(1, len(events) + 1), events, strict=True)
    recorded_events = tuple(RecordedEvent(number, event, 10.0 * number) for number, event in numbered)
    return split_into_turns(
        BelievedReplayCache().get(GameHistory(replay_events(BaseGame(), recorded_events)))
    )


def test_each_founding_placement_is_a_turn_of_its_player() -> None:
    found = turns_of([*OPENING, *FOUNDING])
    assert [turn.player for turn in found] == ORDER
    assert [turn.number for turn in found] == [1, 2, 3, 4, 5, 6]
    assert {turn.dice for turn in found} == {None}
    assert [turn.is_over for turn in found] == [True] * 5 + [False]
    line = found[1].to_json(2)
    assert line["points"] == {"red": 1, "blue": 1, "white": 0}
    assert line["pieces"]["blue"] == {"road": 1, "settlement": 1, "city": 0}
    assert line["t"] == 60.0
    assert line["questions"] == 2


def test_a_founding_settlement_without_its_road_is_a_turn_already() -> None:
    found = turns_of([*OPENING, *FOUNDING[:3]])
    assert [turn.player for turn in found] == ["red", "blue"]
    assert found[-1].to_json(0)["pieces"]["blue"] == {"road": 0, "settlement": 1, "city": 0}


def test_an_island_alone_is_no_turn() -> None:
    assert turns_of(OPENING) == []


def test_turns_after_the_founding_continue_the_count_and_have_dice() -> None:
    found = turns_of(
        [*OPENING, *FOUNDING, Roll("red", (1, 2)), EndTurn("red"), Roll("blue", (4, 2)), EndTurn("blue")]
    )
    assert [(turn.number, turn.player, turn.dice) for turn in found[6:]] == [
        (7, "red", (1, 2)),
        (8, "blue", (4, 2)),
    ]


def test_a_turn_end_does_not_count_for_the_time_of_the_turn() -> None:
    found = turns_of([*OPENING, *FOUNDING, Roll("red", (1, 2)), EndTurn("red"), Roll("blue", (4, 2))])
    assert found[6].to_json(0)["t"] == 150.0


def test_a_card_bought_before_the_roll_belongs_to_the_turn() -> None:
    before = BuyDevelopmentCard("blue", None)
    found = turns_of([*OPENING, *FOUNDING, Roll("red", (1, 2)), EndTurn("red"), before, EndTurn("blue")])
    assert (found[7].player, found[7].dice) == ("blue", None)
    found = turns_of([*OPENING, *FOUNDING, Roll("red", (1, 2)), EndTurn("red"), before, Roll("blue", (6, 2))])
    assert (found[7].player, found[7].dice) == ("blue", (6, 2))
    assert len(found) == 8


def test_a_turn_with_nothing_but_its_end_is_a_turn() -> None:
    found = turns_of([*OPENING, *FOUNDING, Roll("red", (1, 2)), EndTurn("red"), EndTurn("blue")])
    assert [(turn.player, turn.dice) for turn in found[6:]] == [("red", (1, 2)), ("blue", None)]


def test_a_player_who_wins_when_the_turn_begins_has_a_turn() -> None:
    opening = [GameStarted(SEATS, Options(points_to_win=3)), OPENING[1]]
    city = PlaceCity("blue", IntersectionId("i5,-4"))
    found = turns_of([*opening, *FOUNDING, Roll("red", (1, 2)), city, EndTurn("red")])
    assert [(turn.player, turn.dice, turn.is_over) for turn in found[6:]] == [
        ("red", (1, 2), True),
        ("blue", None, True),
    ]
    assert [turn.to_json(0)["winner"] for turn in found[6:]] == [None, "blue"]


def test_turns_have_the_hands_and_their_certainty() -> None:
    line = turns_of([*OPENING, *FOUNDING])[-1].to_json(0)
    assert set(line["hands"]) == set(line["certain"]) == {"red", "blue", "white"}
    assert sum(line["hands"]["red"].values()) in (2, 3)


def test_a_turn_is_reported_once_the_next_one_is_over() -> None:
    events = [*OPENING, *FOUNDING, Roll("red", (1, 2)), EndTurn("red"), Roll("blue", (4, 2))]
    watched, due = TurnReporter(), []
    for upto in range(len(events) + 1):
        due += [(upto, turn.number) for turn in watched.due_turns(turns_of(events[:upto]))]
    # The second turn is over with the third's first piece, and so on.
    assert due == [(7, 1), (9, 2), (11, 3), (13, 4), (15, 5), (17, 6)]
    assert [turn.number for turn in watched.due_turns(turns_of(events), ended=True)] == [7, 8]
    assert watched.due_turns(turns_of(events), ended=True) == []


def test_a_late_event_counts_for_its_turn() -> None:
    events = [*OPENING, *FOUNDING, Roll("red", (1, 2)), EndTurn("red"), Roll("blue", (4, 2)), EndTurn("blue")]
    late = [*events[:15], BuyDevelopmentCard("red", None), *events[15:], Roll("white", (1, 1))]
    numbers = [*range(1, 16), 19, *range(16, 19), 20]
    watched = TurnReporter()
    watched.due_turns(turns_of(events))
    (turn,) = watched.due_turns(turns_of(late, numbers))
    assert (turn.number, turn.to_json(0)["t"]) == (7, 190.0)


@pytest.mark.parametrize("roll", [(1, 2), (5, 5)])
def test_a_corrected_roll_adds_no_turn(roll: tuple[int, int]) -> None:
    events = [*OPENING, *FOUNDING, Roll("red", (1, 2)), EndTurn("red"), Roll("blue", (4, 2)), EndTurn("blue")]
    watched = TurnReporter()
    watched.due_turns(turns_of([*events, Roll("white", (1, 1))]))
    events[14] = Roll("red", roll)
    before = [*range(1, 15), 19, *range(15, 19)]
    earlier = [*events[:14], BuyDevelopmentCard("red", None), *events[14:]]
    assert watched.due_turns(turns_of(earlier, before)) == []
