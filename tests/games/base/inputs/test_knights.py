"""The owner of a knight that moved the robber: asked if the largest army depends on it, corrected by the
answer.
"""

from collections.abc import Mapping
from typing import Any

import pytest

from companion.games.base.belief.believed_replay import BelievedReplay
from companion.games.base.inputs.corrections import INTERPRETERS, knight_question
from companion.games.base.rules.effects import fold
from companion.games.base.rules.events import EndTurn, Event, MoveRobber, PlayDevelopmentCard, Roll, Steal
from companion.games.base.rules.state import State
from companion.games.game_api import GameHistory, Insert, Replace
from companion.island.geometry import HexId
from companion.observations import InputRefused
from tests.games.base.histories import FIRST_ENTRY, as_inferred, by_camera, in_play

ROLL = Roll("red", (1, 1))
KNIGHT = PlayDevelopmentCard("red", "knight")
ROBBER_MOVE = MoveRobber("red", HexId("h0,-2"))
THEFT = Steal("red", "white")
TWO = (PlayDevelopmentCard("red", "knight"), MoveRobber("red", HexId("h1,-2"))) * 2
"""Red has already played two knights, which people entered."""


def story_of(believed: BelievedReplay) -> GameHistory[State, Event]:
    return GameHistory(believed.replay)


def events_after_answer(believed: BelievedReplay, data: Mapping[str, Any]) -> list[Event]:
    """The events after the correction."""
    events: dict[int, list[Event | None]] = {
        step.record.number: [step.record.event] for step in believed.steps
    }
    for correction in INTERPRETERS["whose_knight"](story_of(believed), data).corrections:
        if isinstance(correction, Insert):
            events[correction.before].insert(-1, correction.event)
        else:
            assert isinstance(correction, Replace)
            events[correction.number][-1] = correction.event
    return [event for group in events.values() for event in group if event is not None][FIRST_ENTRY - 1 :]


def test_a_knight_that_changes_no_army_is_not_asked_about() -> None:
    assert knight_question(in_play(ROLL, as_inferred(KNIGHT), by_camera(ROBBER_MOVE))) is None


def test_a_third_knight_is_asked_about_with_both_players_as_answers() -> None:
    asked = knight_question(in_play(*TWO, ROLL, (KNIGHT, "inferred", 0.6), by_camera(ROBBER_MOVE, 0.6)))
    assert asked is not None
    assert asked.word == "whose_knight"
    assert [answer.fields["name"] for answer in asked.answers] == ["Ana", "Ben"]
    assert asked.answers[0].input is None
    assert asked.about == FIRST_ENTRY + 5


def test_a_knight_that_players_entered_is_not_asked_about() -> None:
    assert knight_question(in_play(*TWO, ROLL, KNIGHT, ROBBER_MOVE)) is None


def test_before_the_roll_the_knight_moves_to_the_next_player() -> None:
    played = (as_inferred(KNIGHT), by_camera(ROBBER_MOVE), as_inferred(THEFT))
    believed = in_play(ROLL, *played, EndTurn("red"), Roll("blue", (1, 1)))
    events = events_after_answer(
        believed, {"kind": "whose_knight", "entry": FIRST_ENTRY + 1, "player": "blue"}
    )
    assert events == [
        ROLL, EndTurn("red"), PlayDevelopmentCard("blue", "knight"), MoveRobber("blue", HexId("h0,-2")),
        Steal("blue", "white"), Roll("blue", (1, 1)),
    ]  # fmt: skip
    before = [step.record.event for step in believed.steps][: FIRST_ENTRY - 1]
    assert fold([*before, *events]).players[1].knights == 1


def test_after_the_roll_the_knight_moves_to_the_previous_player() -> None:
    blues = PlayDevelopmentCard("blue", "knight")
    moved = by_camera(MoveRobber("blue", HexId("h0,-2")))
    believed = in_play(ROLL, as_inferred(EndTurn("red")), as_inferred(blues), moved,
                      as_inferred(Steal("blue", "red")), Roll("blue", (1, 1)))  # fmt: skip
    events = events_after_answer(
        believed, {"kind": "whose_knight", "entry": FIRST_ENTRY + 2, "player": "red"}
    )
    # Red can't have robbed red: whom, nobody knows.
    assert events == [ROLL, KNIGHT, ROBBER_MOVE, EndTurn("red"), Roll("blue", (1, 1))]


@pytest.mark.parametrize(
    "data",
    [{"entry": 1, "player": "blue"}, {"entry": FIRST_ENTRY + 1, "player": "white"}, {"player": "blue"}],
)
def test_an_impossible_answer_is_refused_with_a_message(data: Mapping[str, Any]) -> None:
    believed = in_play(ROLL, as_inferred(KNIGHT), by_camera(ROBBER_MOVE))
    with pytest.raises(InputRefused, match="knight"):
        INTERPRETERS["whose_knight"](story_of(believed), data)
