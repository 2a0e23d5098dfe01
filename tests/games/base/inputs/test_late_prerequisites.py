"""A late input is inserted before the event that needed it, which ends the violation."""

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
from tests.games.base.histories import EventWithSource, holds, in_play, story_of

AT_BLUE = HexId("h2,-2")
AT_RED = HexId("h2,0")
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
LONE_ROBBER_MOVE = MoveRobber("red", HexId("h0,-2"))
"""Nobody has a building there."""
PRICE = {"wool": 1, "grain": 1, "ore": 1}


def replay_with_inputs(records: tuple[EventWithSource, ...], *inputs: Mapping[str, Any]) -> BelievedReplay:
    """A game with these events, and then these inputs."""
    believed = in_play(*records)
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


def violation_words(believed: BelievedReplay) -> list[str]:
    return [word for step in believed.steps for word in step.violations.words()]


def turn_of(believed: BelievedReplay, kind: type[Event]) -> int:
    """The turn in which the last event of a kind happened."""
    return next(s.state_before.turn for s in reversed(believed.steps) if isinstance(s.record.event, kind))


class TestLateRobberMove:
    """The next player rolls before anyone enters the robber's hex."""

    EVENTS = (holds("blue", ore=1), Roll("red", (3, 4)), EndTurn("red"), Roll("blue", (1, 1)))

    def test_a_late_robber_move_belongs_to_the_player_of_the_seven(self) -> None:
        assert violation_words(in_play(*self.EVENTS)) == ["robber_due"]
        believed = replay_with_inputs(self.EVENTS, ROBBER, {"kind": "steal", "from": "blue"})
        assert violation_words(believed) == []
        assert [step.record.event for step in believed.steps[-5:-2]] == [
            Roll("red", (3, 4)),
            MoveRobber("red", AT_BLUE),
            Steal("red", "blue"),
        ]

    def test_a_late_robber_move_with_a_named_player_goes_to_that_turn(self) -> None:
        believed = replay_with_inputs(self.EVENTS, {**ROBBER, "player": "red"})
        assert turn_of(believed, MoveRobber) == 1

    def test_a_robber_move_that_is_not_due_is_recorded_now_and_flagged(self) -> None:
        believed = replay_with_inputs((Roll("red", (1, 1)), EndTurn("red"), Roll("blue", (1, 1))), ROBBER)
        assert believed.steps[-1].record.event == MoveRobber("blue", AT_BLUE)
        assert "robber_not_due" in violation_words(believed)

    def test_a_robber_move_due_now_is_the_current_one(self) -> None:
        believed = replay_with_inputs((*self.EVENTS[:-1], Roll("blue", (3, 4))), ROBBER)
        assert turn_of(believed, MoveRobber) == 2


class TestTheftBeforeItsRoll:
    """The next player's seven and robber move are unseen, and the theft is entered first."""

    EVENTS = (
        holds("blue", ore=2), Roll("red", (3, 4)), MoveRobber("red", AT_BLUE), Steal("red", "blue", "ore"),
        EndTurn("red"), Roll("blue", (1, 1)), PlayDevelopmentCard("blue", "knight"),
        MoveRobber("blue", AT_RED), Steal("blue", "red"),
    )  # fmt: skip

    def test_it_is_not_an_earlier_theft_at_the_hex_that_the_robber_left(self) -> None:
        theft = {"kind": "steal", "player": "white", "from": "blue", "resource": "ore"}
        believed = replay_with_inputs(self.EVENTS, theft)
        assert believed.steps[-1].record.event == Steal("white", "blue", "ore")


class TestLatePurchase:
    UNEXPLAINED_KNIGHT = (*ROUND, KNIGHT, LONE_ROBBER_MOVE)

    @pytest.mark.parametrize("later", [(), (EndTurn("red"), Roll("blue", (1, 1)))], ids=["at once", "later"])
    def test_a_late_purchase_is_inserted_at_the_end_of_the_previous_own_turn(
        self, later: tuple[Event, ...]
    ) -> None:
        records = (holds("red", **PRICE), *self.UNEXPLAINED_KNIGHT, *later)
        assert violation_words(in_play(*records)) == ["card_not_held"]
        believed = replay_with_inputs(records, {**BUY, "player": "red"})
        assert violation_words(believed) == []
        assert turn_of(believed, BuyDevelopmentCard) == 1
        assert sum(believed.state.players[0].development) == 0
        assert sum(believed.state.players[0].hand) == 0

    def test_a_late_purchase_may_name_the_card(self) -> None:
        believed = replay_with_inputs(
            (holds("red", **PRICE), *self.UNEXPLAINED_KNIGHT), {**BUY, "card": "knight"}
        )
        assert violation_words(believed) == []

    def test_a_purchase_of_another_card_is_recorded_now(self) -> None:
        believed = replay_with_inputs(
            (holds("red", **PRICE), *self.UNEXPLAINED_KNIGHT), {**BUY, "card": "monopoly"}
        )
        assert turn_of(believed, BuyDevelopmentCard) == 4
        assert believed.state.players[0].development == cards_of_kind(3)

    def test_a_purchase_by_a_player_who_could_have_bought_two_is_recorded_now(self) -> None:
        """A question asks about the missing purchase; the current one does not replace it."""
        two = {kind: 2 * count for kind, count in PRICE.items()}
        believed = replay_with_inputs((holds("red", **two), *self.UNEXPLAINED_KNIGHT), BUY)
        assert turn_of(believed, BuyDevelopmentCard) == 4

    def test_another_players_purchase_is_recorded_now(self) -> None:
        passed = (EndTurn("red"), holds("blue", **PRICE), Roll("blue", (1, 1)))
        records = (holds("red", **PRICE), *self.UNEXPLAINED_KNIGHT, *passed)
        believed = replay_with_inputs(records, BUY)
        assert believed.steps[-1].record.event == BuyDevelopmentCard("blue")

    def test_a_purchase_that_no_earlier_turn_allows_is_recorded_now(self) -> None:
        """A card bought and played in one turn is recorded in the order of play."""
        records = (*ROUND[:-1], holds("red", **PRICE), ROUND[-1], KNIGHT, LONE_ROBBER_MOVE)
        believed = replay_with_inputs(records, BUY)
        assert turn_of(believed, BuyDevelopmentCard) == 4
        assert violation_words(believed) == ["card_not_held"]


class TestLatePrerequisites:
    """A late input goes before the event that needs it and ends its violation."""

    @pytest.mark.parametrize(
        ("events", "flag", "entered"),
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
    def test_a_late_prerequisite_ends_the_violation(
        self, events: tuple[Event, ...], flag: str, entered: Mapping[str, Any]
    ) -> None:
        assert violation_words(in_play(*events)) == [flag]
        assert violation_words(replay_with_inputs(events, entered)) == []
