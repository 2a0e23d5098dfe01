"""Inputs from a player's own phone concern that player's cards only."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from companion.games.base.game import BaseGame
from companion.games.base.rules.events import BuyDevelopmentCard, Discard, Event, MoveRobber, Roll, Steal
from companion.games.game_api import GameHistory
from companion.island.geometry import CORNERS, HEXES
from companion.observations import InputEntered, InputRefused
from tests.games.base.histories import FIRST_ENTRY, FOUNDING, OPENING, EventWithSource, holds, story_of

RED_ROLL = (Roll("red", (1, 1)),)
BESIDE_BLUE = next(h for h in HEXES if "i5,-4" in CORNERS[h])
ROBBING = (Roll("red", (3, 4)), MoveRobber("red", BESIDE_BLUE))
"""Red has moved the robber to where only blue has built."""


def history_after(*records: EventWithSource) -> GameHistory[Any, Event]:
    return story_of(*OPENING, *FOUNDING, *records)


def seat_input(history: GameHistory[Any, Event], colour: str, **data: Any) -> dict[str, Any]:
    return BaseGame().seat_input(history, colour, data)


def refusal_text(history: GameHistory[Any, Event], colour: str, **data: Any) -> str:
    with pytest.raises(InputRefused) as refusal:
        seat_input(history, colour, **data)
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
    def test_a_players_own_cards_are_entered_in_that_players_name(self, data: Mapping[str, Any]) -> None:
        history = history_after(*RED_ROLL)
        one = seat_input(history, "red", **data)
        assert one == {**data, "player": "red"}
        assert BaseGame().interpret(history, InputEntered(99.0, "phone:red", one))

    def test_thief_and_victim_can_name_the_stolen_card_while_it_is_due(self) -> None:
        stolen = {"kind": "steal", "player": "red", "from": "blue", "resource": "ore"}
        assert (
            seat_input(history_after(*ROBBING), "red", kind="steal", resource="ore", **{"from": "blue"})
            == stolen
        )
        assert seat_input(history_after(*ROBBING), "blue", kind="steal", by="red", resource="ore") == stolen

    def test_the_player_who_moved_the_robber_may_rob_nobody(self) -> None:
        assert seat_input(history_after(*ROBBING), "red", kind="steal")["from"] is None

    def test_a_theft_that_is_not_possible_is_refused(self) -> None:
        for history in (history_after(*RED_ROLL), history_after(*ROBBING)):
            assert "once you have moved it" in refusal_text(history, "red", kind="steal", **{"from": "white"})
            assert "once you have moved it" in refusal_text(history, "blue", kind="steal", **{"from": "red"})
            assert refusal_text(history, "white", kind="steal", by="red") == "Nobody is robbing you now."
            assert refusal_text(history, "blue", kind="steal", by=["red"]) == "Nobody is robbing you now."


class TestOthersCards:
    def test_inputs_about_other_players_cards_are_refused(self) -> None:
        history = history_after(*RED_ROLL)
        assert "own player" in refusal_text(history, "blue", kind="show_hand", player="red", resources={})
        assert "own player" in refusal_text(history, "blue", kind="steal", by="red", **{"from": "white"})

    @pytest.mark.parametrize("kind", ["undo", "correct", "confirm", "roll", "place", "answer", None, 3])
    def test_public_events_are_entered_on_the_tablet_only(self, kind: int | str | None) -> None:
        assert refusal_text(history_after(*RED_ROLL), "blue", kind=kind).startswith(
            "A phone can't enter this"
        )

    def test_a_trade_from_a_phone_must_be_an_offer(self) -> None:
        assert "make an offer" in refusal_text(history_after(*RED_ROLL), "red", kind="domestic_trade")


class TestNamingCards:
    BLIND_STEAL = (holds("blue", ore=1, wool=1), Steal("red", "blue", None))

    @pytest.mark.parametrize("colour", ["red", "blue"])
    def test_a_stolen_card_can_be_named(self, colour: str) -> None:
        one = seat_input(
            history_after(*self.BLIND_STEAL), colour, kind="name", entry=FIRST_ENTRY + 1, resource="ore"
        )
        assert one == {
            "kind": "correct",
            "entry": FIRST_ENTRY + 1,
            "event": {"kind": "steal", "player": "red", "from": "blue", "resource": "ore"},
        }

    def test_a_bought_card_can_be_named(self) -> None:
        history = history_after(holds("red", ore=1, wool=1, grain=1), *RED_ROLL, BuyDevelopmentCard("red"))
        one = seat_input(history, "red", kind="name", entry=FIRST_ENTRY + 2, card="knight")
        assert one["event"] == {"kind": "buy_development_card", "player": "red", "card": "knight"}

    def test_discarded_cards_must_all_be_named(self) -> None:
        seven = (holds("blue", ore=5, wool=4), Roll("red", (3, 4)), Discard("blue", (0, 0, 0, 0, 0, 4)))
        named = seat_input(
            history_after(*seven), "blue", kind="name", entry=FIRST_ENTRY + 2, resources={"ore": 4}
        )
        assert named["event"]["resources"] == {"ore": 4}
        few = refusal_text(
            history_after(*seven), "blue", kind="name", entry=FIRST_ENTRY + 2, resources={"ore": 3}
        )
        assert few == "4 cards were discarded: choose them all."

    def test_only_own_unnamed_cards_can_be_named(self) -> None:
        history = history_after(*self.BLIND_STEAL)
        assert "own player" in refusal_text(
            history, "white", kind="name", entry=FIRST_ENTRY + 1, resource="ore"
        )
        assert "own player" in refusal_text(history, "red", kind="name", entry=1, resource="ore")
        named = history_after(self.BLIND_STEAL[0], Steal("red", "blue", "ore"))
        assert "already" in refusal_text(named, "red", kind="name", entry=FIRST_ENTRY + 1, resource="wool")
        assert "own player" in refusal_text(
            named, "white", kind="name", entry=FIRST_ENTRY + 1, resource="wool"
        )

    @pytest.mark.parametrize("entry", [None, True, "14", 0, 999, 1.5])
    def test_naming_needs_an_existing_entry(self, entry: Any) -> None:
        assert "no entry" in refusal_text(
            history_after(*self.BLIND_STEAL), "red", kind="name", entry=entry, resource="ore"
        )

    @pytest.mark.parametrize("resource", [None, "gold", 3])
    def test_naming_needs_a_valid_card(self, resource: int | str | None) -> None:
        assert refusal_text(
            history_after(*self.BLIND_STEAL), "red", kind="name", entry=FIRST_ENTRY + 1, resource=resource
        )


class TestTrades:
    def trade_input(
        self,
        colour: str,
        partner: str,
        give: Mapping[str, int],
        take: Mapping[str, int],
        *records: EventWithSource,
    ) -> dict[str, Any]:
        return BaseGame().trade_input(history_after(*(records or RED_ROLL)), colour, partner, give, take)

    def test_a_trade_is_recorded_for_the_active_player(self) -> None:
        assert self.trade_input("red", "blue", {"ore": 1}, {"wool": 2}) == {
            "kind": "domestic_trade", "player": "red", "with": "blue",
            "give": {"ore": 1}, "take": {"wool": 2},
        }  # fmt: skip

    def test_a_trade_offered_by_another_player_is_recorded_for_the_active_player(self) -> None:
        assert self.trade_input("blue", "red", {"wool": 2}, {"ore": 1}) == {
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
    def test_an_impossible_trade_is_refused(
        self, colour: str, partner: str, give: Any, take: dict[str, int], why: str
    ) -> None:
        with pytest.raises(InputRefused, match=why):
            self.trade_input(colour, partner, give, take)

    def test_a_trade_before_the_roll_is_refused(self) -> None:
        with pytest.raises(InputRefused, match="after the roll"):
            self.trade_input("red", "blue", {"ore": 1}, {"wool": 1}, holds("red", ore=1))
