"""What says what is already so is a confirmation: it makes sure, and nothing happens twice."""

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
)
from companion.games.base.rules.options import Options
from companion.games.game_api import Interpretation, Replace
from companion.island.geometry import HexId, IntersectionId, PathId
from companion.observations import InputEntered, InputRefused
from tests.games.base.stories import (
    FIRST,
    FOUNDING,
    OPENING,
    Said,
    account_of,
    holds,
    in_play,
    inferred,
    seen,
    story_of,
)

AT_BLUE = HexId("h2,-2")
"""Blue's settlement i5,-4 stands there, and nobody else's."""
ROLL = Roll("red", (1, 1))
ROAD = PlaceRoad("red", PathId("p2,1"))
KNIGHT = PlayDevelopmentCard("red", "knight")
THEFT: tuple[Said, ...] = (holds("blue", wool=2, ore=2), Roll("red", (3, 4)), MoveRobber("red", AT_BLUE))


def entered(believed: BelievedReplay, **data: Any) -> Interpretation[Event]:
    """What an input tells, where it leaves no question."""
    history = story_of(*((s.record.event, s.record.source, s.record.certainty) for s in believed.steps))
    telling = BaseGame().interpret(history, InputEntered(99.0, "tablet", data))
    return Interpretation(telling.events, telling.corrections, duplicate_of=telling.duplicate_of)


def sure(number: int, event: Event) -> Interpretation[Event]:
    """It was told less surely, or less exactly: now people have said it."""
    return Interpretation(corrections=(Replace(number, event),), duplicate_of=(number,))


def told(number: int) -> Interpretation[Event]:
    """People had told it."""
    return Interpretation(duplicate_of=(number,))


class TestWhatStandsThere:
    def test_a_founding_settlement_that_the_camera_has_just_told_stands_once(self) -> None:
        settlement = PlaceSettlement("red", IntersectionId("i4,1"))
        believed = account_of(*OPENING, seen(settlement))
        data = {"kind": "place", "piece": "settlement", "at": "i4,1", "player": "red"}
        assert entered(believed, **data) == sure(3, settlement)

    def test_whose_it_is_need_not_be_said(self) -> None:
        """The camera has told the road, too: by then another is to found."""
        believed = account_of(*OPENING, *(seen(event) for event in FOUNDING[:2]))
        assert entered(believed, kind="place", piece="settlement", at="i4,1") == sure(3, FOUNDING[0])

    def test_the_second_settlement_pays_its_starting_resources_once(self) -> None:
        believed = account_of(*OPENING, *FOUNDING[:-1])
        assert believed.state.started == 0b111
        data = {"kind": "place", "piece": "settlement", "at": "i-2,-2", "player": "red"}
        assert entered(believed, **data) == told(FIRST - 2)

    @pytest.mark.parametrize(
        ("built", "piece", "at"),
        [
            (ROAD, "road", "p2,1"),
            (PlaceCity("red", IntersectionId("i4,1")), "city", "i4,1"),
            (PlaceSettlement("red", IntersectionId("i2,2")), "settlement", "i2,2"),
        ],
    )
    def test_what_was_built_long_ago_stands_there_still(self, built: Event, piece: str, at: str) -> None:
        believed = in_play(ROLL, seen(built), EndTurn("red"), Roll("blue", (1, 2)))
        data = {"kind": "place", "piece": piece, "at": at, "player": "red"}
        assert entered(believed, **data) == sure(FIRST + 1, built)

    def test_another_s_piece_there_is_another(self) -> None:
        believed = in_play(ROLL, seen(ROAD))
        telling = entered(believed, kind="place", piece="road", at="p2,1", player="blue")
        assert telling.duplicate_of is None

    def test_a_settlement_becomes_a_city(self) -> None:
        believed = in_play(ROLL)
        telling = entered(believed, kind="place", piece="city", at="i4,1", player="red")
        assert telling == Interpretation((PlaceCity("red", IntersectionId("i4,1")),))

    def test_who_begins_is_said_once(self) -> None:
        believed = account_of(*OPENING, FirstPlayerChosen("blue"))
        assert entered(believed, kind="first_player", player="blue") == told(3)
        assert entered(believed, kind="first_player", player="white").duplicate_of is None

    def test_starting_resources_are_taken_once(self) -> None:
        started = OPENING[0]
        assert isinstance(started, GameStarted)
        first = (GameStarted(started.players, Options(setup="first_game")), OPENING[1])
        took = TakeStartingResources("red", IntersectionId("i4,1"))
        believed = account_of(*first, PlaceSettlement("red", IntersectionId("i4,1")), took)
        assert entered(believed, kind="take_starting_resources", at="i4,1", player="red") == told(4)


class TestTheRobber:
    def test_it_is_moved_once(self) -> None:
        believed = in_play(*THEFT[:2], seen(MoveRobber("red", AT_BLUE)))
        assert entered(believed, kind="move_robber", to=AT_BLUE) == sure(
            FIRST + 2, MoveRobber("red", AT_BLUE)
        )

    def test_a_move_that_was_told_since_is_told_once_though_it_was_moved_on(self) -> None:
        """As one is that belongs to an earlier turn, and was put there."""
        on = (EndTurn("red"), Roll("blue", (3, 4)), MoveRobber("blue", HexId("h0,0")))
        believed = in_play(*THEFT, *on)
        again = {"kind": "move_robber", "to": AT_BLUE, "player": "red", "about": {"after": FIRST + 1}}
        assert entered(believed, **again) == told(FIRST + 2)
        assert not entered(believed, **{**again, "about": {"after": FIRST + 5}}).duplicate_of

    def test_it_stands_where_it_was_moved_a_turn_ago(self) -> None:
        believed = in_play(*THEFT, Steal("red", "blue"), EndTurn("red"), Roll("blue", (1, 2)))
        assert entered(believed, kind="move_robber", to=AT_BLUE) == told(FIRST + 2)

    def test_it_stands_where_the_island_has_it(self) -> None:
        assert entered(in_play(ROLL), kind="move_robber", to="h0,0") == told(2)

    def test_where_it_has_to_move_it_moves(self) -> None:
        believed = in_play(*THEFT[:2])
        assert entered(believed, kind="move_robber", to="h0,0").duplicate_of is None

    def test_a_theft_that_was_told_is_not_done_twice(self) -> None:
        believed = in_play(*THEFT, Steal("red", "blue"))
        for data in ({"from": "blue"}, {"from": "blue", "player": "red"}):
            assert entered(believed, kind="steal", **data) == told(FIRST + 3)

    def test_which_card_it_was_is_said_of_the_same_theft(self) -> None:
        believed = in_play(*THEFT, Steal("red", "blue"))
        telling = entered(believed, kind="steal", **{"from": "blue"}, resource="ore")
        assert telling == sure(FIRST + 3, Steal("red", "blue", "ore"))

    @pytest.mark.parametrize("resource", ["ore", "wool", None])
    def test_of_a_card_that_a_phone_told_no_answer_says_which_it_was(self, resource: str | None) -> None:
        believed = in_play(*THEFT, (Steal("red", "blue", "ore"), "phone:red", 1.0))
        assert entered(believed, kind="steal", **{"from": "blue"}, resource=resource) == told(FIRST + 3)

    def test_who_moves_it_again_steals_again(self) -> None:
        again = (KNIGHT, MoveRobber("red", HexId("h0,0")), MoveRobber("red", AT_BLUE))
        believed = in_play(*THEFT, Steal("red", "blue"), *again)
        assert entered(believed, kind="steal", **{"from": "blue"}) == Interpretation((Steal("red", "blue"),))

    @pytest.mark.parametrize("resources", [None, {"wool": 4}])
    def test_who_owes_nothing_more_has_discarded(self, resources: Any) -> None:
        believed = in_play(holds("blue", wool=8), Roll("red", (3, 4)), Discard("blue", (0, 0, 4, 0, 0, 0)))
        telling = entered(believed, kind="discard", player="blue", resources=resources)
        assert telling == told(FIRST + 2)

    def test_a_tick_says_again_that_it_is_done(self) -> None:
        done = Discard("blue", cards_of_kind(UNIDENTIFIED_KIND, 4))
        believed = in_play(holds("blue", wool=8), Roll("red", (3, 4)), done)
        assert entered(believed, kind="discard", player="blue", resources=None) == told(FIRST + 2)


class TestTheRoll:
    def test_the_roll_of_a_turn_is_one(self) -> None:
        believed = in_play(seen(Roll("red", (3, 5)), 0.98))
        for dice in ([3, 5], [5, 3]):
            telling = entered(believed, kind="roll", dice=dice, about={"turn": 1})
            assert telling == sure(FIRST, Roll("red", (3, 5)))

    def test_also_once_the_next_turn_is_on(self) -> None:
        believed = in_play(Roll("red", (3, 5)), EndTurn("red"), Roll("blue", (3, 5)))
        assert entered(believed, kind="roll", dice=[3, 5], about={"turn": 1}) == told(FIRST)

    def test_other_dice_than_those_told_meanwhile_are_refused(self) -> None:
        believed = in_play(Roll("red", (3, 5)))
        with pytest.raises(InputRefused, match=r"Recorded in the meantime: Ana rolled 3 \+ 5\."):
            entered(believed, kind="roll", dice=[3, 4], about={"turn": 1})

    def test_the_sum_alone_says_the_same_and_whoever_saw_the_faces_says_more(self) -> None:
        faces, alone = in_play(Roll("red", (3, 5))), in_play(Roll("red", (8,)))
        assert entered(faces, kind="roll", dice={"sum": 8}, about={"turn": 1}) == told(FIRST)
        assert entered(alone, kind="roll", dice={"sum": 8}, about={"turn": 1}) == told(FIRST)
        assert entered(alone, kind="roll", dice=[3, 5], about={"turn": 1}) == sure(FIRST, Roll("red", (3, 5)))
        with pytest.raises(InputRefused, match=r"Recorded in the meantime: Ana rolled 8\."):
            entered(alone, kind="roll", dice=[4, 5], about={"turn": 1})

    def test_the_next_player_may_roll_the_same(self) -> None:
        believed = in_play(Roll("red", (3, 5)))
        following = (EndTurn("red"), Roll("blue", (3, 5)))
        for about in ({"turn": 2}, {}):
            assert entered(believed, kind="roll", dice=[3, 5], about=about).events == following

    def test_the_first_roll_is_that_of_the_first_turn(self) -> None:
        telling = entered(in_play(), kind="roll", dice=[3, 5], about={"turn": 1})
        assert telling.events == (Roll("red", (3, 5)),)

    @pytest.mark.parametrize("turn", [3, 9])
    def test_the_roll_of_a_turn_that_is_far_off_is_refused(self, turn: int) -> None:
        with pytest.raises(InputRefused, match="has been undone"):
            entered(in_play(Roll("red", (3, 5))), kind="roll", dice=[3, 5], about={"turn": turn})


class TestWhatMayBeDoneTwice:
    """The act was told by an entry that whoever enters it had seen, or not."""

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
    def test_not_seen_it_is_the_same(self, act: Event, data: dict[str, Any]) -> None:
        believed = in_play(*self.RICH, ROLL, act)
        for named in ({}, {"player": "red"}):
            telling = entered(believed, **data, **named, about={"turn": 1, "after": FIRST + 2})
            assert telling == told(FIRST + 3)

    @pytest.mark.parametrize(("act", "data"), ACTS, ids=lambda each: getattr(each, "kind", ""))
    @pytest.mark.parametrize("about", [{}, {"turn": 1, "after": FIRST + 3}])
    def test_seen_it_is_done_again(self, act: Event, data: dict[str, Any], about: Any) -> None:
        believed = in_play(*self.RICH, ROLL, act)
        assert entered(believed, **data, player="red", about=about).duplicate_of is None

    def test_a_trade_is_one_from_either_side(self) -> None:
        believed = in_play(*self.RICH, ROLL, self.ACTS[3][0])
        turned = {"kind": "domestic_trade", "with": "red", "give": {"ore": 1}, "take": {"lumber": 1}}
        assert entered(believed, **turned, player="blue", about={"after": FIRST + 2}) == told(FIRST + 3)

    def test_another_s_is_another(self) -> None:
        believed = in_play(*self.RICH, ROLL, BuyDevelopmentCard("red"), EndTurn("red"), Roll("blue", (1, 2)))
        data = {"kind": "buy_development_card", "player": "blue", "about": {"after": FIRST + 2}}
        assert entered(believed, **data).duplicate_of is None

    def test_a_card_is_named_where_it_was_bought(self) -> None:
        believed = in_play(*self.RICH, ROLL, BuyDevelopmentCard("red"))
        data = {"kind": "buy_development_card", "card": "monopoly", "about": {"after": FIRST + 2}}
        assert entered(believed, **data) == sure(FIRST + 3, BuyDevelopmentCard("red", "monopoly"))

    @pytest.mark.parametrize("card", ["knight", "monopoly", None])
    def test_no_answer_says_which_card_a_phone_bought(self, card: str | None) -> None:
        believed = in_play(*self.RICH, ROLL, (BuyDevelopmentCard("red", "knight"), "phone:red", 1.0))
        data = {"kind": "buy_development_card", "card": card, "about": {"after": FIRST + 2}}
        assert entered(believed, **data) == told(FIRST + 3)


class TestTheTurn:
    def test_that_the_dice_were_passed_is_confirmed(self) -> None:
        believed = in_play(ROLL, inferred(EndTurn("red")), seen(PlaceRoad("blue", PathId("p3,-4"))))
        for about in ({"turn": 1}, {"after": FIRST}):
            assert entered(believed, kind="end_turn", about=about) == sure(FIRST + 1, EndTurn("red"))

    def test_what_people_ended_is_over(self) -> None:
        believed = in_play(ROLL, EndTurn("red"))
        with pytest.raises(InputRefused, match=r"That turn is already over\. It is Ben's turn\."):
            entered(believed, kind="end_turn", about={"turn": 1})

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
    def test_what_is_of_a_turn_that_is_over_is_refused(self, data: dict[str, Any]) -> None:
        believed = in_play(ROLL, EndTurn("red"), Roll("blue", (1, 2)))
        with pytest.raises(InputRefused, match=r"That turn is already over\. It is Ben's turn\."):
            entered(believed, **data, about={"turn": 1})

    def test_but_what_was_told_in_it_was_told(self) -> None:
        believed = in_play(ROLL, ROAD, EndTurn("red"), Roll("blue", (1, 2)))
        data = {"kind": "place", "piece": "road", "at": "p2,1", "player": "red", "about": {"turn": 1}}
        assert entered(believed, **data) == told(FIRST + 1)
