"""What is asked about a board that nothing explains: what is clear, stays and was not so when it was told."""

from companion.games.base.rules.events import EndTurn, PlaceRoad, Roll
from companion.games.base.tracker.priors import UNEXPLAINED_S
from tests.games.base.stories import holds, in_play, seen
from tests.games.base.tracker.looks import Changed, free_paths, told

ROLL = Roll("red", (1, 1))
NOWHERE = "p-4,-1"
"""Far from every piece."""


def test_a_piece_where_none_can_stand_is_asked_about_once_it_has_stayed() -> None:
    believed = in_play(ROLL)
    strange: Changed = {NOWHERE: ("road", "red")}
    assert told(believed, strange, rested=UNEXPLAINED_S / 2).question is None
    question = told(believed, strange, rested=UNEXPLAINED_S + 1).question
    assert question is not None
    assert question.word == "piece_unexplained"
    assert question.fields == {"piece": "road", "colour": "red", "at": NOWHERE}
    assert [answer.input for answer in question.answers] == [
        None,
        {"kind": "place", "piece": "road", "player": "red", "at": NOWHERE},
    ]


def test_under_a_mug_nothing_is_asked() -> None:
    strange: Changed = {NOWHERE: ("road", "red")}
    assert told(in_play(ROLL), strange, rested=60, covered=[NOWHERE]).question is None


def test_a_piece_of_an_earlier_turn_that_is_gone_for_long_is_asked_about() -> None:
    bought = holds("red", lumber=1, brick=1)
    path = free_paths(in_play(bought, ROLL))[0]
    believed = in_play(bought, ROLL, seen(PlaceRoad("red", path)), EndTurn("red"), Roll("blue", (1, 1)))
    question = told(believed, {path: None}, rested=UNEXPLAINED_S + 1).question
    assert question is not None
    assert question.word == "piece_gone"
    number = next(s.record.number for s in believed.steps if s.record.event == PlaceRoad("red", path))
    assert question.answers[1].input == {"kind": "correct", "entry": number, "event": None}


def test_a_piece_that_never_looked_like_one_is_not_missed() -> None:
    bought = holds("red", lumber=1, brick=1)
    path = free_paths(in_play(bought, ROLL))[0]
    believed = in_play(bought, ROLL, seen(PlaceRoad("red", path)), EndTurn("red"), Roll("blue", (1, 1)))
    assert told(believed, {path: None}, rested=999.5).question is None
