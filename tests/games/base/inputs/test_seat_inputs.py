"""What a player enters from the own phone: the own cards, and nobody else's."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from companion.games.base.game import BaseGame
from companion.games.base.rules.events import BuyDevelopmentCard, Discard, Event, MoveRobber, Roll, Steal
from companion.games.game_api import GameHistory
from companion.island.geometry import CORNERS, HEXES
from companion.observations import InputEntered, InputRefused
from tests.games.base.stories import FIRST, FOUNDING, OPENING, Said, holds, story_of

ROLLED = (Roll("red", (1, 1)),)
BESIDE_BLUE = next(h for h in HEXES if "i5,-4" in CORNERS[h])
ROBBING = (Roll("red", (3, 4)), MoveRobber("red", BESIDE_BLUE))
"""Red has moved the robber to where only blue has built."""


def after(*told: Said) -> GameHistory[Any, Event]:
    return story_of(*OPENING, *FOUNDING, *told)


def entered(history: GameHistory[Any, Event], colour: str, **data: Any) -> dict[str, Any]:
    return BaseGame().seat_input(history, colour, data)


def refused(history: GameHistory[Any, Event], colour: str, **data: Any) -> str:
    with pytest.raises(InputRefused) as refusal:
        entered(history, colour, **data)
    return str(refusal.value)


class TestOwnCards:
    @pytest.mark.parametrize(
        "data",
        [
            {"kind": "buy_development_card", "card": "knight"},
            {"kind": "play_development_card", "card": "monopoly", "resource": "ore"},
            {"kind": "reveal_victory_points", "count": 2},
            {"kind": "discard", "resources": {"ore": 4}},
            {"kind": "show_hand", "resources": {"ore": 4}},
            {"kind": "maritime_trade", "give": {"ore": 4}, "take": {"wool": 1}},
            {"kind": "end_turn"},
        ],
    )
    def test_are_entered_as_the_player_s_own(self, data: Mapping[str, Any]) -> None:
        history = after(*ROLLED)
        one = entered(history, "red", **data)
        assert one == {**data, "player": "red"}
        assert BaseGame().interpret(history, InputEntered(99.0, "phone:red", one))

    def test_thief_and_victim_say_which_card_is_gone_while_it_is_due(self) -> None:
        stolen = {"kind": "steal", "player": "red", "from": "blue", "resource": "ore"}
        assert entered(after(*ROBBING), "red", kind="steal", resource="ore", **{"from": "blue"}) == stolen
        assert entered(after(*ROBBING), "blue", kind="steal", by="red", resource="ore") == stolen

    def test_who_moved_the_robber_may_say_that_nobody_was_robbed(self) -> None:
        assert entered(after(*ROBBING), "red", kind="steal")["from"] is None

    def test_nobody_says_of_another_that_a_card_was_stolen_where_none_can_be(self) -> None:
        for history in (after(*ROLLED), after(*ROBBING)):
            assert "once you have moved it" in refused(history, "red", kind="steal", **{"from": "white"})
            assert "once you have moved it" in refused(history, "blue", kind="steal", **{"from": "red"})
            assert refused(history, "white", kind="steal", by="red") == "Nobody is robbing you now."
            assert refused(history, "blue", kind="steal", by=["red"]) == "Nobody is robbing you now."


class TestOthersCards:
    def test_are_refused(self) -> None:
        history = after(*ROLLED)
        assert "own player" in refused(history, "blue", kind="show_hand", player="red", resources={})
        assert "own player" in refused(history, "blue", kind="steal", by="red", **{"from": "white"})

    @pytest.mark.parametrize("kind", ["undo", "correct", "confirm", "roll", "place", "answer", None, 3])
    def test_what_concerns_everybody_is_entered_on_the_tablet(self, kind: int | str | None) -> None:
        assert refused(after(*ROLLED), "blue", kind=kind).startswith("A phone can't enter this")

    def test_a_trade_takes_two(self) -> None:
        assert "make an offer" in refused(after(*ROLLED), "red", kind="domestic_trade")


class TestNaming:
    STOLEN = (holds("blue", ore=1, wool=1), Steal("red", "blue", None))

    @pytest.mark.parametrize("colour", ["red", "blue"])
    def test_a_stolen_card(self, colour: str) -> None:
        one = entered(after(*self.STOLEN), colour, kind="name", entry=FIRST + 1, resource="ore")
        assert one == {
            "kind": "correct",
            "entry": FIRST + 1,
            "event": {"kind": "steal", "player": "red", "from": "blue", "resource": "ore"},
        }

    def test_a_bought_card(self) -> None:
        history = after(holds("red", ore=1, wool=1, grain=1), *ROLLED, BuyDevelopmentCard("red"))
        one = entered(history, "red", kind="name", entry=FIRST + 2, card="knight")
        assert one["event"] == {"kind": "buy_development_card", "player": "red", "card": "knight"}

    def test_discarded_cards_all_of_them(self) -> None:
        seven = (holds("blue", ore=5, wool=4), Roll("red", (3, 4)), Discard("blue", (0, 0, 0, 0, 0, 4)))
        named = entered(after(*seven), "blue", kind="name", entry=FIRST + 2, resources={"ore": 4})
        assert named["event"]["resources"] == {"ore": 4}
        few = refused(after(*seven), "blue", kind="name", entry=FIRST + 2, resources={"ore": 3})
        assert few == "4 cards were discarded: choose them all."

    def test_only_of_the_own_cards_and_only_once(self) -> None:
        history = after(*self.STOLEN)
        assert "own player" in refused(history, "white", kind="name", entry=FIRST + 1, resource="ore")
        assert "own player" in refused(history, "red", kind="name", entry=1, resource="ore")
        named = after(self.STOLEN[0], Steal("red", "blue", "ore"))
        assert "already" in refused(named, "red", kind="name", entry=FIRST + 1, resource="wool")
        assert "own player" in refused(named, "white", kind="name", entry=FIRST + 1, resource="wool")

    @pytest.mark.parametrize("entry", [None, True, "14", 0, 999, 1.5])
    def test_of_an_entry_that_is_there(self, entry: Any) -> None:
        assert "no entry" in refused(after(*self.STOLEN), "red", kind="name", entry=entry, resource="ore")

    @pytest.mark.parametrize("resource", [None, "gold", 3])
    def test_with_a_card_that_there_is(self, resource: int | str | None) -> None:
        assert refused(after(*self.STOLEN), "red", kind="name", entry=FIRST + 1, resource=resource)


class TestTrades:
    def trade(
        self, colour: str, partner: str, give: Mapping[str, int], take: Mapping[str, int], *told: Said
    ) -> dict[str, Any]:
        return BaseGame().trade_input(after(*(told or ROLLED)), colour, partner, give, take)

    def test_is_the_player_s_on_turn(self) -> None:
        assert self.trade("red", "blue", {"ore": 1}, {"wool": 2}) == {
            "kind": "domestic_trade", "player": "red", "with": "blue",
            "give": {"ore": 1}, "take": {"wool": 2},
        }  # fmt: skip

    def test_also_where_another_offers_it(self) -> None:
        assert self.trade("blue", "red", {"wool": 2}, {"ore": 1}) == {
            "kind": "domestic_trade", "player": "red", "with": "blue",
            "give": {"ore": 1}, "take": {"wool": 2},
        }  # fmt: skip

    @pytest.mark.parametrize(
        ("colour", "partner", "give", "take", "why"),
        [
            ("blue", "white", {"ore": 1}, {"wool": 1}, "active player"),
            ("red", "red", {"ore": 1}, {"wool": 1}, "active player"),
            ("red", "blue", {}, {"wool": 1}, "at least one card"),
            ("red", "blue", {"ore": 1}, {"ore": 2}, "same kind"),
            ("red", "blue", {"unidentified": 1}, {"ore": 2}, "needs the cards"),
            ("red", "blue", {"gold": 1}, {"ore": 2}, "no such card"),
            ("red", "blue", None, {"ore": 2}, "must be an object"),
            ("red", "green", {"ore": 1}, {"wool": 1}, "nobody plays green"),
        ],
    )
    def test_that_cannot_be_is_refused(
        self, colour: str, partner: str, give: Any, take: dict[str, int], why: str
    ) -> None:
        with pytest.raises(InputRefused, match=why):
            self.trade(colour, partner, give, take)

    def test_before_the_roll_nobody_trades(self) -> None:
        with pytest.raises(InputRefused, match="after the roll"):
            self.trade("red", "blue", {"ore": 1}, {"wool": 1}, holds("red", ore=1))
