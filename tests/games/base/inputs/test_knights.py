"""Whose knight it was that nobody told of: asked where the army depends on it, moved by the answer."""

from collections.abc import Mapping
from typing import Any

import pytest

from companion.games.base.belief.believed_replay import BelievedReplay
from companion.games.base.inputs.corrections import INTERPRETERS
from companion.games.base.inputs.knights import knight_question
from companion.games.base.rules.effects import fold
from companion.games.base.rules.events import EndTurn, Event, MoveRobber, PlayDevelopmentCard, Roll, Steal
from companion.games.base.rules.state import State
from companion.games.game_api import GameHistory, Insert, Replace
from companion.island.geometry import HexId
from companion.observations import InputRefused
from tests.games.base.stories import FIRST, in_play, inferred, seen

ROLL = Roll("red", (1, 1))
KNIGHT = PlayDevelopmentCard("red", "knight")
MOVED = MoveRobber("red", HexId("h0,-2"))
ROBBED = Steal("red", "white")
TWO = (PlayDevelopmentCard("red", "knight"), MoveRobber("red", HexId("h1,-2"))) * 2
"""Red has played two knights already, as people said."""


def story_of(believed: BelievedReplay) -> GameHistory[State, Event]:
    return GameHistory(believed.replay)


def corrected(believed: BelievedReplay, data: Mapping[str, Any]) -> list[Event]:
    """The events that hold after an answer."""
    events: dict[int, list[Event | None]] = {
        step.record.number: [step.record.event] for step in believed.steps
    }
    for correction in INTERPRETERS["whose_knight"](story_of(believed), data).corrections:
        if isinstance(correction, Insert):
            events[correction.before].insert(-1, correction.event)
        else:
            assert isinstance(correction, Replace)
            events[correction.number][-1] = correction.event
    return [event for told in events.values() for event in told if event is not None][FIRST - 1 :]


def test_a_knight_that_makes_no_army_is_not_asked_about() -> None:
    assert knight_question(in_play(ROLL, inferred(KNIGHT), seen(MOVED))) is None


def test_a_third_knight_is_asked_about_with_both_players_as_answers() -> None:
    asked = knight_question(in_play(*TWO, ROLL, (KNIGHT, "inferred", 0.6), seen(MOVED, 0.6)))
    assert asked is not None
    assert asked.word == "whose_knight"
    assert [answer.fields["name"] for answer in asked.answers] == ["Ana", "Ben"]
    assert asked.answers[0].input is None
    assert asked.about == FIRST + 5


def test_what_people_said_is_not_asked_about() -> None:
    assert knight_question(in_play(*TWO, ROLL, KNIGHT, MOVED)) is None


def test_it_was_the_next_players_before_the_roll() -> None:
    played = (inferred(KNIGHT), seen(MOVED), inferred(ROBBED))
    believed = in_play(ROLL, *played, EndTurn("red"), Roll("blue", (1, 1)))
    events = corrected(believed, {"kind": "whose_knight", "entry": FIRST + 1, "player": "blue"})
    assert events == [
        ROLL, EndTurn("red"), PlayDevelopmentCard("blue", "knight"), MoveRobber("blue", HexId("h0,-2")),
        Steal("blue", "white"), Roll("blue", (1, 1)),
    ]  # fmt: skip
    before = [step.record.event for step in believed.steps][: FIRST - 1]
    assert fold([*before, *events]).players[1].knights == 1


def test_it_was_the_players_before_after_the_roll() -> None:
    blues = PlayDevelopmentCard("blue", "knight")
    moved = seen(MoveRobber("blue", HexId("h0,-2")))
    believed = in_play(ROLL, inferred(EndTurn("red")), inferred(blues), moved,
                      inferred(Steal("blue", "red")), Roll("blue", (1, 1)))  # fmt: skip
    events = corrected(believed, {"kind": "whose_knight", "entry": FIRST + 2, "player": "red"})
    # Red can't have robbed red: whom, nobody knows.
    assert events == [ROLL, KNIGHT, MOVED, EndTurn("red"), Roll("blue", (1, 1))]


@pytest.mark.parametrize(
    "data", [{"entry": 1, "player": "blue"}, {"entry": FIRST + 1, "player": "white"}, {"player": "blue"}]
)
def test_a_knight_that_cannot_be_theirs_is_refused_in_words(data: Mapping[str, Any]) -> None:
    believed = in_play(ROLL, inferred(KNIGHT), seen(MOVED))
    with pytest.raises(InputRefused, match="knight"):
        INTERPRETERS["whose_knight"](story_of(believed), data)
