"""The private view of a player: the hand, its certainty, cards and possible inputs."""

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
from tests.games.base.histories import (
    FIRST_ENTRY,
    FOUNDING,
    OPENING,
    SEATS,
    EventWithSource,
    holds,
    seat_view,
    story_of,
)

ALL_REPORTED_START = GameStarted(SEATS, Options(all_told=True))
BUYS = {"wool": 1, "grain": 1, "ore": 1}
NOWHERE: dict[str, list[str]] = {"road": [], "settlement": [], "city": []}


def view_of(colour: str, *events: EventWithSource, promised: bool = True) -> Mapping[str, Any]:
    """A player's view of a founded game after these events."""
    opening = (ALL_REPORTED_START, *OPENING[1:]) if promised else OPENING
    return seat_view(story_of(*opening, *FOUNDING, *events), colour)


class TestOwnHand:
    def test_a_hand_without_unseen_changes_is_certain(self) -> None:
        hand = view_of("red", holds("red", ore=2, wool=1))["hand"]
        assert hand["certain"]
        assert hand["cards"] == {"wool": 1, "ore": 2}
        assert (hand["count"], hand["probability"]) == (3, 1.0)
        assert hand["between"]["ore"] == [2, 2]
        assert hand["likely"] == []

    def test_an_unseen_loss_leaves_likely_hands_with_probabilities(self) -> None:
        hand = view_of("blue", holds("blue", ore=2, wool=1), Steal("red", "blue", None))["hand"]
        assert not hand["certain"]
        assert hand["cards"] == {"ore": 1, "wool": 1}
        assert [(one["cards"], one["probability"]) for one in hand["likely"]] == [
            ({"wool": 1, "ore": 1}, 0.667),
            ({"ore": 2}, 0.333),
        ]
        assert hand["between"] == {
            "lumber": [0, 0], "brick": [0, 0], "wool": [0, 1], "grain": [0, 0], "ore": [1, 2],
        }  # fmt: skip

    def test_naming_the_stolen_card_makes_the_hand_certain(self) -> None:
        seven = (Roll("red", (3, 4)), MoveRobber("red", HexId("h2,-1")))
        hand = view_of("blue", holds("blue", ore=2, wool=1), *seven, Steal("red", "blue", "wool"))["hand"]
        assert hand["certain"]
        assert hand["cards"] == {"ore": 2}

    def test_a_possible_unreported_trade_leaves_the_hand_uncertain(self) -> None:
        events = (holds("red", ore=2), holds("blue", wool=1), Roll("red", (1, 1)))
        assert not view_of("red", *events, promised=False)["hand"]["certain"]


class TestOwnDevelopmentCards:
    def test_cards_are_listed_by_kind_with_new_and_unnamed_ones(self) -> None:
        events = (
            holds("red", wool=3, grain=3, ore=3),
            Roll("red", (1, 1)),
            BuyDevelopmentCard("red", "knight"),
            BuyDevelopmentCard("red", "victory_point"),
            BuyDevelopmentCard("red", None),
        )
        view = view_of("red", *events)
        assert view["development_cards"] == [
            {"card": "knight", "count": 1, "bought_now": 1},
            {"card": "victory_point", "count": 1, "bought_now": 1},
            {"card": None, "count": 1, "bought_now": 1},
        ]
        assert view["points"] == {"public": 2, "hidden": 1, "to_win": 10}
        assert [item["entry"] for item in view["to_name"]] == [FIRST_ENTRY + 4]
        others = view_of("blue", *events)
        assert others["development_cards"] == []
        assert others["to_name"] == []


class TestPossibleInputs:
    def test_before_the_roll_only_the_hand_can_be_entered(self) -> None:
        may = view_of("red")["may"]
        assert may == {
            "discard": 0, "rob": [], "robbed_by": None, "build": NOWHERE, "buy": [], "play": [], "reveal": 0,
            "trade": [], "gifts": False, "maritime": None, "show_hand": True, "end_turn": False,
            "claim": False,
        }  # fmt: skip

    def test_the_active_player_builds_what_the_own_hand_pays_for(self) -> None:
        events = (holds("red", lumber=1, brick=1), holds("blue", lumber=1, brick=1), Roll("red", (1, 1)))
        may = view_of("red", *events)["may"]
        assert may["build"]["road"]
        assert may["build"] == {**NOWHERE, "road": may["build"]["road"]}
        assert view_of("blue", *events)["may"]["build"] == NOWHERE
        assert view_of("red", holds("red", ore=2), Roll("red", (1, 1)))["may"]["build"] == NOWHERE

    def test_the_active_player_trades_with_all_and_the_others_with_the_active_player(self) -> None:
        events = (Roll("red", (1, 1)),)
        assert view_of("red", *events)["may"]["trade"] == ["blue", "white"]
        assert view_of("white", *events)["may"]["trade"] == ["red"]
        assert view_of("red", *events)["may"]["maritime"]["ore"] in (2, 3, 4)
        assert view_of("red", *events)["may"]["end_turn"]
        assert not view_of("white", *events)["may"]["end_turn"]

    def test_a_card_is_offered_to_a_player_who_may_afford_it(self) -> None:
        events = (holds("red", **BUYS), holds("blue", **BUYS), Roll("red", (1, 1)))
        assert "knight" in view_of("red", *events)["may"]["buy"]
        assert view_of("blue", *events)["may"]["buy"] == []
        assert view_of("red", holds("red", ore=1), *events[1:])["may"]["buy"] == []

    def test_a_card_can_be_played_on_a_later_turn_before_the_dice_are_passed(self) -> None:
        bought = (
            holds("red", **BUYS),
            Roll("red", (1, 1)),
            BuyDevelopmentCard("red", "knight"),
        )
        assert view_of("red", *bought)["may"]["play"] == []
        around = (EndTurn("red"), Roll("blue", (1, 1)), EndTurn("blue"), Roll("white", (1, 1)))
        assert view_of("red", *bought, *around)["may"]["play"] == ["knight"]
        assert view_of("red", *bought, *around, EndTurn("white"))["may"]["play"] == ["knight"]
        assert view_of("blue", *bought, *around)["may"]["play"] == []

    def test_winning_victory_points_can_be_revealed_with_unnamed_ones(self) -> None:
        few = GameStarted(SEATS, Options(points_to_win=4))
        bought = [BuyDevelopmentCard("red", "victory_point"), BuyDevelopmentCard("red", None)]
        events = (*OPENING[1:], *FOUNDING, holds("red", wool=2, grain=2, ore=2), Roll("red", (1, 1)))
        one, two = (
            seat_view(story_of(few, *events, *bought[:count]), "red")["may"]["reveal"] for count in (1, 2)
        )
        assert (one, two) == (0, 2)

    def test_a_seven_asks_for_cards_and_then_for_whom_to_rob(self) -> None:
        seven = (holds("blue", ore=9), Roll("red", (3, 4)))
        assert view_of("blue", *seven)["may"]["discard"] == 4
        assert view_of("red", *seven)["may"]["discard"] == 0
        robbing = (*seven, Discard("blue", cards_from_json({"ore": 4})), MoveRobber("red", HexId("h2,-1")))
        state = story_of(ALL_REPORTED_START, *OPENING[1:], *FOUNDING, *robbing).state
        victims = [state.players[n].colour for n in state.robbable_seats(0)]
        assert view_of("red", *robbing)["may"]["rob"] == victims
        for colour in ("blue", "white"):
            assert view_of(colour, *robbing)["may"]["robbed_by"] == ("red" if colour in victims else None)


class TestWhatCanBeNamed:
    def test_a_stolen_card_by_thief_and_victim_for_a_round(self) -> None:
        events = (holds("blue", ore=1, wool=1), Steal("red", "blue", None))
        item = {"what": "card_stolen", "entry": FIRST_ENTRY + 1, "by": "red", "from": "blue"}
        assert view_of("red", *events)["to_name"] == view_of("blue", *events)["to_name"] == [item]
        assert view_of("white", *events)["to_name"] == []
        around = (
            event for colour in ("red", "blue", "white") for event in (Roll(colour, (1, 1)), EndTurn(colour))
        )
        assert view_of("red", *events, *around)["to_name"] == []

    def test_cards_discarded_that_nobody_named(self) -> None:
        events = (holds("blue", ore=5, wool=4), Roll("red", (3, 4)), Discard("blue", (0, 0, 0, 0, 0, 4)))
        assert view_of("blue", *events)["to_name"] == [
            {"what": "cards_discarded", "entry": FIRST_ENTRY + 2, "count": 4}
        ]


def test_who_doesn_t_play_has_no_view() -> None:
    assert BaseGame().seat_view(story_of(ALL_REPORTED_START, *OPENING[1:], *FOUNDING), "orange") is None


def test_before_an_island_lies_there_is_a_hand_of_no_cards() -> None:
    view = seat_view(story_of(ALL_REPORTED_START), "red")
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
