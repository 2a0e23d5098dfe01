"""What a player sees on the own phone: the hand, certain or likely, the cards, what may be entered."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from companion.games.base.game import BaseGame
from companion.games.base.rules.cards import cards_from_json
from companion.games.base.rules.events import (
    BuyDevelopmentCard,
    Discard,
    EndTurn,
    GameStarted,
    MoveRobber,
    Roll,
    Steal,
)
from companion.games.base.rules.options import Options
from companion.island.geometry import HexId
from tests.games.base.stories import FIRST, FOUNDING, OPENING, SEATS, Said, holds, seat_view, story_of

ALL_TOLD = GameStarted(SEATS, Options(all_told=True))
BUYS = {"wool": 1, "grain": 1, "ore": 1}
NOWHERE: dict[str, list[str]] = {"road": [], "settlement": [], "city": []}


def seen(colour: str, *told: Said, promised: bool = True) -> Mapping[str, Any]:
    """A player's view of a game that was founded, and of what was told since."""
    opening = (ALL_TOLD, *OPENING[1:]) if promised else OPENING
    return seat_view(story_of(*opening, *FOUNDING, *told), colour)


class TestTheHand:
    def test_certain_where_nothing_unseen_can_have_happened_to_it(self) -> None:
        hand = seen("red", holds("red", ore=2, wool=1))["hand"]
        assert hand["certain"]
        assert hand["cards"] == {"wool": 1, "ore": 2}
        assert (hand["count"], hand["probability"]) == (3, 1.0)
        assert hand["between"]["ore"] == [2, 2]
        assert hand["likely"] == []

    def test_a_card_lost_unseen_leaves_likely_hands_with_their_probabilities(self) -> None:
        hand = seen("blue", holds("blue", ore=2, wool=1), Steal("red", "blue", None))["hand"]
        assert not hand["certain"]
        assert hand["cards"] == {"ore": 1, "wool": 1}
        assert [(one["cards"], one["probability"]) for one in hand["likely"]] == [
            ({"wool": 1, "ore": 1}, 0.667),
            ({"ore": 2}, 0.333),
        ]
        assert hand["between"] == {
            "lumber": [0, 0], "brick": [0, 0], "wool": [0, 1], "grain": [0, 0], "ore": [1, 2],
        }  # fmt: skip

    def test_is_certain_again_once_its_holder_says_which_card_it_was(self) -> None:
        seven = (Roll("red", (3, 4)), MoveRobber("red", HexId("h2,-1")))
        hand = seen("blue", holds("blue", ore=2, wool=1), *seven, Steal("red", "blue", "wool"))["hand"]
        assert hand["certain"]
        assert hand["cards"] == {"ore": 2}

    def test_is_not_called_certain_where_somebody_may_have_traded_untold(self) -> None:
        told = (holds("red", ore=2), holds("blue", wool=1), Roll("red", (1, 1)))
        assert not seen("red", *told, promised=False)["hand"]["certain"]


class TestDevelopmentCards:
    def test_by_kind_those_bought_now_and_those_that_nobody_named(self) -> None:
        told = (
            holds("red", wool=3, grain=3, ore=3),
            Roll("red", (1, 1)),
            BuyDevelopmentCard("red", "knight"),
            BuyDevelopmentCard("red", "victory_point"),
            BuyDevelopmentCard("red", None),
        )
        view = seen("red", *told)
        assert view["development_cards"] == [
            {"card": "knight", "count": 1, "bought_now": 1},
            {"card": "victory_point", "count": 1, "bought_now": 1},
            {"card": None, "count": 1, "bought_now": 1},
        ]
        assert view["points"] == {"public": 2, "hidden": 1, "to_win": 10}
        assert [item["entry"] for item in view["to_name"]] == [FIRST + 4]
        others = seen("blue", *told)
        assert others["development_cards"] == []
        assert others["to_name"] == []


class TestWhatMayBeEntered:
    def test_nothing_but_the_hand_before_the_roll(self) -> None:
        may = seen("red")["may"]
        assert may == {
            "discard": 0, "rob": [], "robbed_by": None, "build": NOWHERE, "buy": [], "play": [], "reveal": 0,
            "trade": [], "gifts": False, "maritime": None, "show_hand": True, "end_turn": False,
            "claim": False,
        }  # fmt: skip

    def test_who_is_on_turn_builds_what_the_own_hand_pays_for(self) -> None:
        told = (holds("red", lumber=1, brick=1), holds("blue", lumber=1, brick=1), Roll("red", (1, 1)))
        may = seen("red", *told)["may"]
        assert may["build"]["road"]
        assert may["build"] == {**NOWHERE, "road": may["build"]["road"]}
        assert seen("blue", *told)["may"]["build"] == NOWHERE
        assert seen("red", holds("red", ore=2), Roll("red", (1, 1)))["may"]["build"] == NOWHERE

    def test_the_player_on_turn_trades_with_all_others_with_that_one(self) -> None:
        told = (Roll("red", (1, 1)),)
        assert seen("red", *told)["may"]["trade"] == ["blue", "white"]
        assert seen("white", *told)["may"]["trade"] == ["red"]
        assert seen("red", *told)["may"]["maritime"]["ore"] in (2, 3, 4)
        assert seen("red", *told)["may"]["end_turn"]
        assert not seen("white", *told)["may"]["end_turn"]

    def test_a_card_is_bought_by_who_may_be_able_to_pay(self) -> None:
        told = (holds("red", **BUYS), holds("blue", **BUYS), Roll("red", (1, 1)))
        assert "knight" in seen("red", *told)["may"]["buy"]
        assert seen("blue", *told)["may"]["buy"] == []
        assert seen("red", holds("red", ore=1), *told[1:])["may"]["buy"] == []

    def test_a_card_is_played_on_a_later_turn_also_where_nobody_passed_the_dice_yet(self) -> None:
        bought = (
            holds("red", **BUYS),
            Roll("red", (1, 1)),
            BuyDevelopmentCard("red", "knight"),
        )
        assert seen("red", *bought)["may"]["play"] == []
        around = (EndTurn("red"), Roll("blue", (1, 1)), EndTurn("blue"), Roll("white", (1, 1)))
        assert seen("red", *bought, *around)["may"]["play"] == ["knight"]
        assert seen("red", *bought, *around, EndTurn("white"))["may"]["play"] == ["knight"]
        assert seen("blue", *bought, *around)["may"]["play"] == []

    def test_victory_points_are_revealed_once_they_win_also_those_that_nobody_named(self) -> None:
        few = GameStarted(SEATS, Options(points_to_win=4))
        bought = [BuyDevelopmentCard("red", "victory_point"), BuyDevelopmentCard("red", None)]
        told = (*OPENING[1:], *FOUNDING, holds("red", wool=2, grain=2, ore=2), Roll("red", (1, 1)))
        one, two = (
            seat_view(story_of(few, *told, *bought[:count]), "red")["may"]["reveal"] for count in (1, 2)
        )
        assert (one, two) == (0, 2)

    def test_a_seven_asks_for_cards_and_then_for_whom_to_rob(self) -> None:
        seven = (holds("blue", ore=9), Roll("red", (3, 4)))
        assert seen("blue", *seven)["may"]["discard"] == 4
        assert seen("red", *seven)["may"]["discard"] == 0
        robbing = (*seven, Discard("blue", cards_from_json({"ore": 4})), MoveRobber("red", HexId("h2,-1")))
        state = story_of(ALL_TOLD, *OPENING[1:], *FOUNDING, *robbing).state
        victims = [state.players[n].colour for n in state.robbable_seats(0)]
        assert seen("red", *robbing)["may"]["rob"] == victims
        for colour in ("blue", "white"):
            assert seen(colour, *robbing)["may"]["robbed_by"] == ("red" if colour in victims else None)


class TestWhatCanBeNamed:
    def test_a_stolen_card_by_thief_and_victim_for_a_round(self) -> None:
        told = (holds("blue", ore=1, wool=1), Steal("red", "blue", None))
        item = {"what": "card_stolen", "entry": FIRST + 1, "by": "red", "from": "blue"}
        assert seen("red", *told)["to_name"] == seen("blue", *told)["to_name"] == [item]
        assert seen("white", *told)["to_name"] == []
        around = (
            event for colour in ("red", "blue", "white") for event in (Roll(colour, (1, 1)), EndTurn(colour))
        )
        assert seen("red", *told, *around)["to_name"] == []

    def test_cards_discarded_that_nobody_named(self) -> None:
        told = (holds("blue", ore=5, wool=4), Roll("red", (3, 4)), Discard("blue", (0, 0, 0, 0, 0, 4)))
        assert seen("blue", *told)["to_name"] == [{"what": "cards_discarded", "entry": FIRST + 2, "count": 4}]


def test_who_doesn_t_play_has_no_view() -> None:
    assert BaseGame().seat_view(story_of(ALL_TOLD, *OPENING[1:], *FOUNDING), "orange") is None


def test_before_an_island_lies_there_is_a_hand_of_no_cards() -> None:
    view = seat_view(story_of(ALL_TOLD), "red")
    assert view["hand"]["cards"] == {}
    assert view["may"]["show_hand"] is False


@pytest.mark.parametrize("colour", ["red", "blue", "white"])
def test_what_the_roll_brought(colour: str) -> None:
    history = story_of(*OPENING, *FOUNDING, Roll("red", (3, 5)))
    assert seat_view(history, colour)["takes"] == {
        kind: count
        for kind, count in zip(
            ("lumber", "brick", "wool", "grain", "ore"),
            history.state.production[history.state.seat(colour)],
            strict=False,
        )
        if count
    }
