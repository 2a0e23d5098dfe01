"""Inputs that repeat a recorded fact confirm it: its certainty rises and nothing happens twice."""

from __future__ import annotations

from typing import Any

import pytest

from companion.games.base.belief.believed_replay import BelievedReplay
from companion.games.base.game import BaseGame
from companion.games.base.rules.cards import UNIDENTIFIED_KIND, cards_of_kind
from companion.games.base.rules.events import (
    BuyDevelopmentCard,
    Discard,
    DomesticTrade,
    EndTurn,
    Event,
    FirstPlayerChosen,
    GameStarted,
    MaritimeTrade,
    MoveRobber,
    PlaceCity,
    PlaceRoad,
    PlaceSettlement,
    PlayDevelopmentCard,
    Roll,
    Steal,
    TakeStartingResources,
    UnseenRoll,
)
from companion.games.base.rules.options import Options
from companion.games.game_api import Interpretation, Replace
from companion.island.geometry import HexId, IntersectionId, PathId
from companion.observations import InputEntered, InputRefused
from tests.games.base.histories import (
    FIRST_ENTRY,
    FOUNDING,
    OPENING,
    EventWithSource,
    account_of,
    as_inferred,
    by_camera,
    holds,
    in_play,
    story_of,
)

AT_BLUE = HexId("h2,-2")
"""Blue's settlement i5,-4 is there, and no other player's piece."""
ROLL = Roll("red", (1, 1))
ROAD = PlaceRoad("red", PathId("p2,1"))
KNIGHT = PlayDevelopmentCard("red", "knight")
THEFT: tuple[EventWithSource, ...] = (
    holds("blue", wool=2, ore=2),
    Roll("red", (3, 4)),
    MoveRobber("red", AT_BLUE),
)


def interpret(believed: BelievedReplay, **data: Any) -> Interpretation[Event]:
    """The interpretation of an input, without its question."""
    history = story_of(*((s.record.event, s.record.source, s.record.certainty) for s in believed.steps))
    telling = BaseGame().interpret(history, InputEntered(99.0, "tablet", data))
    return Interpretation(telling.events, telling.corrections, duplicate_of=telling.duplicate_of)


def confirmed_entry(number: int, event: Event) -> Interpretation[Event]:
    """The interpretation of an input that confirms a less certain or less exact entry."""
    return Interpretation(corrections=(Replace(number, event),), duplicate_of=(number,))


def duplicate(number: int) -> Interpretation[Event]:
    """The interpretation of a duplicate of an entry that players had made."""
    return Interpretation(duplicate_of=(number,))


class TestPieces:
    def test_a_founding_settlement_that_the_camera_saw_is_confirmed(self) -> None:
        settlement = PlaceSettlement("red", IntersectionId("i4,1"))
        believed = account_of(*OPENING, by_camera(settlement))
        data = {"kind": "place", "piece": "settlement", "at": "i4,1", "player": "red"}
        assert interpret(believed, **data) == confirmed_entry(3, settlement)

    def test_the_owner_of_a_confirmed_settlement_may_be_omitted(self) -> None:
        """The camera has seen the road too, so another player is to found next."""
        believed = account_of(*OPENING, *(by_camera(event) for event in FOUNDING[:2]))
        assert interpret(believed, kind="place", piece="settlement", at="i4,1") == confirmed_entry(
            3, FOUNDING[0]
        )

    def test_the_second_settlement_pays_its_starting_resources_once(self) -> None:
        believed = account_of(*OPENING, *FOUNDING[:-1])
        assert believed.state.started == 0b111
        data = {"kind": "place", "piece": "settlement", "at": "i-2,-2", "player": "red"}
        assert interpret(believed, **data) == duplicate(FIRST_ENTRY - 2)

    @pytest.mark.parametrize(
        ("built", "piece", "at"),
        [
            (ROAD, "road", "p2,1"),
            (PlaceCity("red", IntersectionId("i4,1")), "city", "i4,1"),
            (PlaceSettlement("red", IntersectionId("i2,2")), "settlement", "i2,2"),
        ],
    )
    def test_an_old_piece_is_confirmed(self, built: Event, piece: str, at: str) -> None:
        believed = in_play(ROLL, by_camera(built), EndTurn("red"), Roll("blue", (1, 2)))
        data = {"kind": "place", "piece": piece, "at": at, "player": "red"}
        assert interpret(believed, **data) == confirmed_entry(FIRST_ENTRY + 1, built)

    def test_another_players_piece_there_is_a_new_piece(self) -> None:
        believed = in_play(ROLL, by_camera(ROAD))
        telling = interpret(believed, kind="place", piece="road", at="p2,1", player="blue")
        assert telling.duplicate_of is None

    def test_a_settlement_becomes_a_city(self) -> None:
        believed = in_play(ROLL)
        telling = interpret(believed, kind="place", piece="city", at="i4,1", player="red")
        assert telling == Interpretation((PlaceCity("red", IntersectionId("i4,1")),))

    def test_the_first_player_is_recorded_once(self) -> None:
        believed = account_of(*OPENING, FirstPlayerChosen("blue"))
        assert interpret(believed, kind="first_player", player="blue") == duplicate(3)
        assert interpret(believed, kind="first_player", player="white").duplicate_of is None

    def test_starting_resources_are_taken_once(self) -> None:
        started = OPENING[0]
        assert isinstance(started, GameStarted)
        first = (GameStarted(started.players, Options(setup="first_game")), OPENING[1])
        took = TakeStartingResources("red", IntersectionId("i4,1"))
        believed = account_of(*first, PlaceSettlement("red", IntersectionId("i4,1")), took)
        assert interpret(believed, kind="take_starting_resources", at="i4,1", player="red") == duplicate(4)


class TestRobberAndTheft:
    def test_the_robber_is_moved_once(self) -> None:
        believed = in_play(*THEFT[:2], by_camera(MoveRobber("red", AT_BLUE)))
        assert interpret(believed, kind="move_robber", to=AT_BLUE) == confirmed_entry(
            FIRST_ENTRY + 2, MoveRobber("red", AT_BLUE)
        )

    def test_a_repeated_robber_move_is_a_duplicate_even_after_a_later_move(self) -> None:
        """The repeated move belongs to an earlier turn and was inserted there."""
        on = (EndTurn("red"), Roll("blue", (3, 4)), MoveRobber("blue", HexId("h0,0")))
        believed = in_play(*THEFT, *on)
        again = {"kind": "move_robber", "to": AT_BLUE, "player": "red", "about": {"after": FIRST_ENTRY + 1}}
        assert interpret(believed, **again) == duplicate(FIRST_ENTRY + 2)
        assert not interpret(believed, **{**again, "about": {"after": FIRST_ENTRY + 5}}).duplicate_of

    def test_a_robber_move_of_the_last_turn_is_a_duplicate(self) -> None:
        believed = in_play(*THEFT, Steal("red", "blue"), EndTurn("red"), Roll("blue", (1, 2)))
        assert interpret(believed, kind="move_robber", to=AT_BLUE) == duplicate(FIRST_ENTRY + 2)

    def test_moving_the_robber_to_its_starting_hex_is_a_duplicate(self) -> None:
        assert interpret(in_play(ROLL), kind="move_robber", to="h0,0") == duplicate(2)

    def test_a_robber_that_has_to_move_moves(self) -> None:
        believed = in_play(*THEFT[:2])
        assert interpret(believed, kind="move_robber", to="h0,0").duplicate_of is None

    def test_a_repeated_theft_is_a_duplicate(self) -> None:
        believed = in_play(*THEFT, Steal("red", "blue"))
        for data in ({"from": "blue"}, {"from": "blue", "player": "red"}):
            assert interpret(believed, kind="steal", **data) == duplicate(FIRST_ENTRY + 3)

    def test_naming_the_stolen_card_completes_the_same_theft(self) -> None:
        believed = in_play(*THEFT, Steal("red", "blue"))
        telling = interpret(believed, kind="steal", **{"from": "blue"}, resource="ore")
        assert telling == confirmed_entry(FIRST_ENTRY + 3, Steal("red", "blue", "ore"))

    @pytest.mark.parametrize("resource", ["ore", "wool", None])
    def test_an_input_does_not_reveal_a_card_that_a_phone_entered(self, resource: str | None) -> None:
        believed = in_play(*THEFT, (Steal("red", "blue", "ore"), "phone:red", 1.0))
        assert interpret(believed, kind="steal", **{"from": "blue"}, resource=resource) == duplicate(
            FIRST_ENTRY + 3
        )

    def test_after_a_second_robber_move_a_second_theft_is_recorded(self) -> None:
        again = (KNIGHT, MoveRobber("red", HexId("h0,0")), MoveRobber("red", AT_BLUE))
        believed = in_play(*THEFT, Steal("red", "blue"), *again)
        assert interpret(believed, kind="steal", **{"from": "blue"}) == Interpretation(
            (Steal("red", "blue"),)
        )

    @pytest.mark.parametrize("resources", [None, {"wool": 4}])
    def test_a_repeated_discard_is_a_duplicate(self, resources: Any) -> None:
        believed = in_play(holds("blue", wool=8), Roll("red", (3, 4)), Discard("blue", (0, 0, 4, 0, 0, 0)))
        telling = interpret(believed, kind="discard", player="blue", resources=resources)
        assert telling == duplicate(FIRST_ENTRY + 2)

    def test_ticking_off_a_finished_discard_is_a_duplicate(self) -> None:
        done = Discard("blue", cards_of_kind(UNIDENTIFIED_KIND, 4))
        believed = in_play(holds("blue", wool=8), Roll("red", (3, 4)), done)
        assert interpret(believed, kind="discard", player="blue", resources=None) == duplicate(
            FIRST_ENTRY + 2
        )


class TestTheRoll:
    def test_a_repeated_roll_of_a_turn_confirms_it(self) -> None:
        believed = in_play(by_camera(Roll("red", (3, 5)), 0.98))
        for dice in ([3, 5], [5, 3]):
            telling = interpret(believed, kind="roll", dice=dice, about={"turn": 1})
            assert telling == confirmed_entry(FIRST_ENTRY, Roll("red", (3, 5)))

    def test_the_faces_of_an_inferred_seven_complete_it(self) -> None:
        inferred = by_camera(Roll("blue", (7,)))
        believed = in_play(ROLL, EndTurn("red"), inferred, by_camera(MoveRobber("blue", HexId("h0,1"))))
        seven = confirmed_entry(FIRST_ENTRY + 2, Roll("blue", (6, 1)))
        assert interpret(believed, kind="roll", dice=[6, 1]) == seven
        other = interpret(believed, kind="roll", dice=[6, 2])
        assert other.events == (EndTurn("blue"), Roll("white", (6, 2))), "another sum is another roll"

    def test_dice_entered_after_a_piece_showed_a_missed_roll_are_that_roll(self) -> None:
        unseen = by_camera(UnseenRoll("blue"))

        def interpret_after(roll: EventWithSource) -> Interpretation[Event]:
            believed = in_play(ROLL, EndTurn("red"), unseen, EndTurn("blue"), roll)
            return interpret(believed, kind="roll", dice=[1, 2])

        assert interpret_after(by_camera(Roll("white", (1, 3)))).corrections == (
            Replace(FIRST_ENTRY + 2, Roll("blue", (1, 3))),
            Replace(FIRST_ENTRY + 4, Roll("white", (1, 2))),
        )
        next_roll = interpret_after(Roll("white", (1, 3)))
        assert next_roll.events[-1] == Roll("red", (1, 2)), "people enter all rolls here"

    def test_a_repeated_roll_of_the_last_turn_is_a_duplicate(self) -> None:
        believed = in_play(Roll("red", (3, 5)), EndTurn("red"), Roll("blue", (3, 5)))
        assert interpret(believed, kind="roll", dice=[3, 5], about={"turn": 1}) == duplicate(FIRST_ENTRY)

    def test_dice_that_differ_from_those_recorded_meanwhile_are_refused(self) -> None:
        believed = in_play(Roll("red", (3, 5)))
        with pytest.raises(InputRefused, match=r"Recorded in the meantime: Ana rolled 3 \+ 5\."):
            interpret(believed, kind="roll", dice=[3, 4], about={"turn": 1})

    def test_a_sum_confirms_faces_and_faces_complete_a_sum(self) -> None:
        faces, alone = in_play(Roll("red", (3, 5))), in_play(Roll("red", (8,)))
        assert interpret(faces, kind="roll", dice={"sum": 8}, about={"turn": 1}) == duplicate(FIRST_ENTRY)
        assert interpret(alone, kind="roll", dice={"sum": 8}, about={"turn": 1}) == duplicate(FIRST_ENTRY)
        assert interpret(alone, kind="roll", dice=[3, 5], about={"turn": 1}) == confirmed_entry(
            FIRST_ENTRY, Roll("red", (3, 5))
        )
        with pytest.raises(InputRefused, match=r"Recorded in the meantime: Ana rolled 8\."):
            interpret(alone, kind="roll", dice=[4, 5], about={"turn": 1})

    def test_the_next_player_may_roll_the_same_dice(self) -> None:
        believed = in_play(Roll("red", (3, 5)))
        following = (EndTurn("red"), Roll("blue", (3, 5)))
        for about in ({"turn": 2}, {}):
            assert interpret(believed, kind="roll", dice=[3, 5], about=about).events == following

    def test_the_first_roll_is_that_of_the_first_turn(self) -> None:
        telling = interpret(in_play(), kind="roll", dice=[3, 5], about={"turn": 1})
        assert telling.events == (Roll("red", (3, 5)),)

    @pytest.mark.parametrize("turn", [3, 9])
    def test_a_roll_for_a_distant_turn_is_refused(self, turn: int) -> None:
        with pytest.raises(InputRefused, match="has been undone"):
            interpret(in_play(Roll("red", (3, 5))), kind="roll", dice=[3, 5], about={"turn": turn})


class TestRepeatableActions:
    """An action is a duplicate if its sender had not seen the first entry of it."""

    ACTS = (
        (BuyDevelopmentCard("red"), {"kind": "buy_development_card", "card": None}),
        (KNIGHT, {"kind": "play_development_card", "card": "knight"}),
        (
            MaritimeTrade("red", (4, 0, 0, 0, 0, 0), (0, 0, 0, 0, 1, 0)),
            {"kind": "maritime_trade", "give": {"lumber": 4}, "take": {"ore": 1}},
        ),
        (
            DomesticTrade("red", "blue", (1, 0, 0, 0, 0, 0), (0, 0, 0, 0, 1, 0)),
            {"kind": "domestic_trade", "with": "blue", "give": {"lumber": 1}, "take": {"ore": 1}},
        ),
    )
    RICH = (holds("red", lumber=9, ore=2, wool=2, grain=2), holds("blue", ore=3))

    @pytest.mark.parametrize(("act", "data"), ACTS, ids=lambda each: getattr(each, "kind", ""))
    def test_an_action_whose_entry_the_sender_had_not_seen_is_a_duplicate(
        self, act: Event, data: dict[str, Any]
    ) -> None:
        believed = in_play(*self.RICH, ROLL, act)
        for named in ({}, {"player": "red"}):
            telling = interpret(believed, **data, **named, about={"turn": 1, "after": FIRST_ENTRY + 2})
            assert telling == duplicate(FIRST_ENTRY + 3)

    @pytest.mark.parametrize(("act", "data"), ACTS, ids=lambda each: getattr(each, "kind", ""))
    @pytest.mark.parametrize("about", [{}, {"turn": 1, "after": FIRST_ENTRY + 3}])
    def test_an_action_whose_entry_the_sender_had_seen_is_done_again(
        self, act: Event, data: dict[str, Any], about: Any
    ) -> None:
        believed = in_play(*self.RICH, ROLL, act)
        assert interpret(believed, **data, player="red", about=about).duplicate_of is None

    def test_a_trade_entered_from_either_side_is_a_duplicate(self) -> None:
        believed = in_play(*self.RICH, ROLL, self.ACTS[3][0])
        turned = {"kind": "domestic_trade", "with": "red", "give": {"ore": 1}, "take": {"lumber": 1}}
        assert interpret(believed, **turned, player="blue", about={"after": FIRST_ENTRY + 2}) == duplicate(
            FIRST_ENTRY + 3
        )

    def test_another_players_action_is_not_a_duplicate(self) -> None:
        believed = in_play(*self.RICH, ROLL, BuyDevelopmentCard("red"), EndTurn("red"), Roll("blue", (1, 2)))
        data = {"kind": "buy_development_card", "player": "blue", "about": {"after": FIRST_ENTRY + 2}}
        assert interpret(believed, **data).duplicate_of is None

    def test_naming_a_bought_card_completes_its_entry(self) -> None:
        believed = in_play(*self.RICH, ROLL, BuyDevelopmentCard("red"))
        data = {"kind": "buy_development_card", "card": "monopoly", "about": {"after": FIRST_ENTRY + 2}}
        assert interpret(believed, **data) == confirmed_entry(
            FIRST_ENTRY + 3, BuyDevelopmentCard("red", "monopoly")
        )

    @pytest.mark.parametrize("card", ["knight", "monopoly", None])
    def test_an_input_does_not_reveal_which_card_a_phone_bought(self, card: str | None) -> None:
        believed = in_play(*self.RICH, ROLL, (BuyDevelopmentCard("red", "knight"), "phone:red", 1.0))
        data = {"kind": "buy_development_card", "card": card, "about": {"after": FIRST_ENTRY + 2}}
        assert interpret(believed, **data) == duplicate(FIRST_ENTRY + 3)


class TestTurnEnd:
    def test_ending_an_inferred_turn_end_confirms_it(self) -> None:
        believed = in_play(ROLL, as_inferred(EndTurn("red")), by_camera(PlaceRoad("blue", PathId("p3,-4"))))
        for about in ({"turn": 1}, {"after": FIRST_ENTRY}):
            assert interpret(believed, kind="end_turn", about=about) == confirmed_entry(
                FIRST_ENTRY + 1, EndTurn("red")
            )

    def test_ending_a_turn_that_players_ended_is_refused(self) -> None:
        believed = in_play(ROLL, EndTurn("red"))
        with pytest.raises(InputRefused, match=r"That turn is already over\. It is Ben's turn\."):
            interpret(believed, kind="end_turn", about={"turn": 1})

    @pytest.mark.parametrize(
        "data",
        [
            {"kind": "maritime_trade", "give": {"lumber": 4}, "take": {"ore": 1}},
            {"kind": "place", "piece": "road", "at": "p2,1"},
            {"kind": "show_hand", "player": "red", "resources": {}},
            {"kind": "play_development_card", "card": "knight"},
        ],
        ids=lambda data: data["kind"],
    )
    def test_an_input_for_a_finished_turn_is_refused(self, data: dict[str, Any]) -> None:
        believed = in_play(ROLL, EndTurn("red"), Roll("blue", (1, 2)))
        with pytest.raises(InputRefused, match=r"That turn is already over\. It is Ben's turn\."):
            interpret(believed, **data, about={"turn": 1})

    def test_a_repeated_input_for_a_finished_turn_is_a_duplicate(self) -> None:
        believed = in_play(ROLL, ROAD, EndTurn("red"), Roll("blue", (1, 2)))
        data = {"kind": "place", "piece": "road", "at": "p2,1", "player": "red", "about": {"turn": 1}}
        assert interpret(believed, **data) == duplicate(FIRST_ENTRY + 1)
