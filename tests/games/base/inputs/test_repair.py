"""What people enter after what needed it: it takes its place before that, and the flag goes."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from companion.games.base.belief.believed_replay import BelievedReplay
from companion.games.base.inputs.table_inputs import interpret
from companion.games.base.rules.cards import cards_of_kind
from companion.games.base.rules.events import (
    BuyDevelopmentCard,
    EndTurn,
    Event,
    MoveRobber,
    PlaceRoad,
    PlayDevelopmentCard,
    Roll,
    Steal,
)
from companion.games.game_api import Insert
from companion.island.geometry import HexId, PathId
from tests.games.base.stories import Said, holds, in_play, story_of

AT_BLUE = HexId("h2,-2")
ROBBER = {"kind": "move_robber", "to": AT_BLUE}
BUY = {"kind": "buy_development_card"}
KNIGHT = PlayDevelopmentCard("red", "knight")
ROUND: tuple[Event, ...] = (
    Roll("red", (1, 1)),
    EndTurn("red"),
    Roll("blue", (1, 1)),
    EndTurn("blue"),
    Roll("white", (1, 1)),
    EndTurn("white"),
    Roll("red", (1, 1)),
)
ALONE = MoveRobber("red", HexId("h0,-2"))
"""Nobody has a building there."""
PRICE = {"wool": 1, "grain": 1, "ore": 1}


def with_entered(told: tuple[Said, ...], *inputs: Mapping[str, Any]) -> BelievedReplay:
    """A game in which all of it was told, and then this entered."""
    believed = in_play(*told)
    for data in inputs:
        history = story_of(*(step.record.event for step in believed.steps))
        telling = interpret(history, believed, data)
        before = {each.before: each.event for each in telling.corrections if isinstance(each, Insert)}
        events: list[Event] = []
        for step in believed.steps:
            events += [before[step.record.number]] if step.record.number in before else []
            events.append(step.record.event)
        founded = len(in_play().steps)
        believed = in_play(*events[founded:], *telling.events)
    return believed


def flags(believed: BelievedReplay) -> list[str]:
    return [word for step in believed.steps for word in step.violations.words()]


def turn_of(believed: BelievedReplay, kind: type[Event]) -> int:
    """The turn in which the last event of a kind happened."""
    return next(s.state_before.turn for s in reversed(believed.steps) if isinstance(s.record.event, kind))


class TestTheRobberOfTheTurnBefore:
    """The next dice are thrown, and only then somebody taps the hex on which the robber stands."""

    TOLD = (holds("blue", ore=1), Roll("red", (3, 4)), EndTurn("red"), Roll("blue", (1, 1)))

    def test_it_is_moved_by_who_rolled_the_seven_and_nothing_stays_flagged(self) -> None:
        assert flags(in_play(*self.TOLD)) == ["robber_due"]
        believed = with_entered(self.TOLD, ROBBER, {"kind": "steal", "from": "blue"})
        assert flags(believed) == []
        assert [step.record.event for step in believed.steps[-5:-2]] == [
            Roll("red", (3, 4)),
            MoveRobber("red", AT_BLUE),
            Steal("red", "blue"),
        ]

    def test_also_where_it_is_said_who_moves_it(self) -> None:
        believed = with_entered(self.TOLD, {**ROBBER, "player": "red"})
        assert turn_of(believed, MoveRobber) == 1

    def test_where_none_was_due_it_is_moved_now_and_flagged(self) -> None:
        believed = with_entered((Roll("red", (1, 1)), EndTurn("red"), Roll("blue", (1, 1))), ROBBER)
        assert believed.steps[-1].record.event == MoveRobber("blue", AT_BLUE)
        assert "robber_not_due" in flags(believed)

    def test_where_one_is_due_now_too_it_is_this_one(self) -> None:
        believed = with_entered((*self.TOLD[:-1], Roll("blue", (3, 4))), ROBBER)
        assert turn_of(believed, MoveRobber) == 2


class TestAPurchaseEnteredAfterThePlay:
    PLAYED = (*ROUND, KNIGHT, ALONE)

    @pytest.mark.parametrize("later", [(), (EndTurn("red"), Roll("blue", (1, 1)))], ids=["at once", "later"])
    def test_it_was_made_at_the_end_of_the_own_turn_before(self, later: tuple[Event, ...]) -> None:
        told = (holds("red", **PRICE), *self.PLAYED, *later)
        assert flags(in_play(*told)) == ["card_not_held"]
        believed = with_entered(told, {**BUY, "player": "red"})
        assert flags(believed) == []
        assert turn_of(believed, BuyDevelopmentCard) == 1
        assert sum(believed.state.players[0].development) == 0
        assert sum(believed.state.players[0].hand) == 0

    def test_it_may_be_said_which_card_it_was(self) -> None:
        believed = with_entered((holds("red", **PRICE), *self.PLAYED), {**BUY, "card": "knight"})
        assert flags(believed) == []

    def test_another_card_was_bought_now(self) -> None:
        believed = with_entered((holds("red", **PRICE), *self.PLAYED), {**BUY, "card": "monopoly"})
        assert turn_of(believed, BuyDevelopmentCard) == 4
        assert believed.state.players[0].development == cards_of_kind(3)

    def test_who_could_have_bought_two_bought_this_one_now(self) -> None:
        """What was missing then is asked about; what people do now is not taken for it."""
        two = {kind: 2 * count for kind, count in PRICE.items()}
        believed = with_entered((holds("red", **two), *self.PLAYED), BUY)
        assert turn_of(believed, BuyDevelopmentCard) == 4

    def test_another_player_bought_it_now(self) -> None:
        passed = (EndTurn("red"), holds("blue", **PRICE), Roll("blue", (1, 1)))
        told = (holds("red", **PRICE), *self.PLAYED, *passed)
        believed = with_entered(told, BUY)
        assert believed.steps[-1].record.event == BuyDevelopmentCard("blue")

    def test_where_no_own_turn_before_allows_it_it_was_made_now(self) -> None:
        """Bought and played in one turn: both are told as they were done."""
        told = (*ROUND[:-1], holds("red", **PRICE), ROUND[-1], KNIGHT, ALONE)
        believed = with_entered(told, BUY)
        assert turn_of(believed, BuyDevelopmentCard) == 4
        assert flags(believed) == ["card_not_held"]


class TestWhatNeededSomethingElseFirst:
    """What is entered late goes before what it makes right: nothing of it stays flagged."""

    @pytest.mark.parametrize(
        ("told", "flag", "entered"),
        [
            (
                (holds("red", lumber=1, brick=1), PlaceRoad("red", PathId("p2,1"))),
                "not_rolled",
                {"kind": "roll", "dice": [1, 1]},
            ),
            (
                (holds("red", lumber=1, wool=4), Roll("red", (1, 1)), PlaceRoad("red", PathId("p2,1"))),
                "cannot_pay",
                {"kind": "maritime_trade", "give": {"wool": 4}, "take": {"brick": 1}},
            ),
            (
                (holds("red", lumber=2, brick=2), Roll("red", (1, 1)), PlaceRoad("red", PathId("p1,1"))),
                "not_connected",
                {"kind": "place", "piece": "road", "at": "p2,1", "player": "red"},
            ),
            (
                (holds("blue", ore=9), Roll("red", (3, 4)), MoveRobber("red", AT_BLUE)),
                "discards_due",
                {"kind": "discard", "player": "blue", "resources": {"ore": 4}},
            ),
        ],
        ids=["a roll", "a trade", "a road", "a discard"],
    )
    def test_its_flag_goes(self, told: tuple[Event, ...], flag: str, entered: Mapping[str, Any]) -> None:
        assert flags(in_play(*told)) == [flag]
        assert flags(with_entered(told, entered)) == []
