"""What the page says in words: of cards, of turns, of who does what, and to whom."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.web.fingers import more_choices

Look = Callable[..., Page]
NOTHING = "rgba(0, 0, 0, 0)"
"""The colour of a ground that isn't filled."""


def answer(table: Any, event: dict[str, Any], *violations: str) -> None:
    """What is entered comes to this event, which breaks these rules."""
    version = table.snapshot()["version"] + 1
    table.submit = lambda data: {"told": [event], "violations": list(violations), "version": version}


class TestRulesBroken:
    def test_say_which_card_is_not_held(self, page: Page, table: Any) -> None:
        answer(table, {"kind": "play_development_card", "player": "red", "card": "monopoly"}, "card_not_held")
        page.get_by_role("button", name="Play card").click()
        page.get_by_role("button", name="Knight").click()
        expect(page.get_by_role("alert")).to_contain_text("no such card in hand: Monopoly")

    def test_say_what_has_to_be_paid(self, page: Page, table: Any) -> None:
        answer(table, {"kind": "buy_development_card", "player": "red", "card": None}, "cannot_pay")
        page.get_by_role("button", name="Buy card").click()
        expect(page.get_by_role("alert")).to_contain_text("not enough cards to pay: 1 wool, 1 grain, 1 ore.")

    def test_say_just_what_is_missing_where_everybody_sees_the_hand(self, page: Page, table: Any) -> None:
        def show(snapshot: dict[str, Any]) -> None:
            red = snapshot["game"]["view"]["players"][0]
            red.update(hand={"wool": 2, "ore": 1}, certain=True)

        table.change(show)
        expect(page.locator(".player[data-colour=red] .hand")).to_be_visible()
        answer(table, {"kind": "buy_development_card", "player": "red", "card": None}, "cannot_pay")
        page.get_by_role("button", name="Buy card").click()
        expect(page.get_by_role("alert")).to_contain_text("not enough cards to pay, for want of 1 grain.")

    @pytest.mark.parametrize(
        ("event", "violation", "said"),
        [
            ({"kind": "place_city", "at": "i1,1"}, "cannot_pay", "not enough cards to pay: 2 grain, 3 ore"),
            (
                {"kind": "maritime_trade", "give": {"wool": 4}, "take": {"ore": 1}},
                "bank_lacks",
                "the bank lacks the cards: 1 ore",
            ),
            (
                {"kind": "domestic_trade", "with": "red", "give": {"wool": 1}, "take": {"ore": 2}},
                "partner_cannot_pay",
                "the partner lacks the cards: 2 ore",
            ),
            ({"kind": "steal", "from": "red", "resource": None}, "victim_lacks", "has no such card"),
        ],
    )
    def test_say_so_in_the_story_too(
        self, page: Page, table: Any, event: dict[str, Any], violation: str, said: str
    ) -> None:
        line = {"number": 70, "source": "tablet", "certainty": 1.0, "violations": [violation]}
        table.change_view(log=[{**line, "event": {**event, "player": "blue"}}])
        expect(page.locator("#log .flag")).to_have_text(f"⚠ {said}")


class TestCards:
    @pytest.mark.parametrize(
        ("cards", "said"),
        [
            ({"unidentified": 8}, "Ben discards 8 cards"),
            ({"unidentified": 1}, "Ben discards 1 card"),
            ({"wool": 2, "unidentified": 2}, "Ben discards 2 wool, 2 other cards"),
        ],
    )
    def test_that_nobody_named_are_cards(
        self, page: Page, table: Any, cards: dict[str, int], said: str
    ) -> None:
        event = {"kind": "discard", "player": "blue", "resources": cards}
        table.change_view(
            log=[{"number": 70, "source": "tablet", "certainty": 1.0, "event": event, "violations": []}]
        )
        expect(page.locator("#log").get_by_role("button", name=said, exact=True)).to_be_visible()


class TestTheStory:
    def test_has_the_numbers_of_its_turns(self, page: Page, table: Any) -> None:
        view = table.snapshot()["game"]["view"]
        roll = {"number": 33, "source": "tower", "certainty": 1.0, "violations": []}
        before = {**roll, "event": {"kind": "roll", "player": "blue", "dice": [6, 1]}}
        passed = {**roll, "number": 34, "event": {"kind": "end_turn", "player": "blue"}}
        now = {**roll, "number": 35, "event": {"kind": "roll", "player": "red", "dice": [3, 5]}}
        earlier = {**roll, "number": 31, "event": {"kind": "roll", "player": "white", "dice": [2, 2]}}
        table.earlier_lines = [earlier, {**passed, "number": 32}]
        table.change_view(log=[before, passed, now], turn=view["turn"])
        told = page.locator("#log .entry")
        expect(told).to_have_text(
            ["Ana rolls 3 + 5 = 8Turn 12", "Ben passes the dice", "Ben rolls 6 + 1 = 7Turn 11"]
        )
        page.get_by_role("button", name="The whole story").click()
        page.get_by_role("button", name="Earlier lines").click()
        expect(page.locator("dialog .entry").last).to_have_text("Dora rolls 2 + 2 = 4Turn 10")


class TestTheIslandNotReadYet:
    @pytest.fixture(autouse=True)
    def _unread(self, table: Any) -> None:
        due = [{"kind": "lay_island"}]
        table.change_view(phase="layout", layout=None, pieces=[], robber=None, roll=None, log=[], to_do=due)

    def test_waits_for_a_camera_that_is_looked_for(self, page: Page, table: Any) -> None:
        camera = {"name": "camera", "health": "waiting", "text": ""}
        table.change(lambda snapshot: snapshot.update(sources=[camera]))
        expect(page.locator("#to-do")).to_contain_text("The camera is being looked for")
        expect(page.locator("#to-do")).not_to_contain_text("Tap")
        table.change(lambda snapshot: snapshot.update(sources=[{**camera, "health": "ok"}]))
        expect(page.locator("#to-do")).to_contain_text("Tap a hex")

    def test_offers_no_tap_to_those_who_only_look(self, look: Look, table: Any) -> None:
        page = look(table, role="viewer")
        expect(page.locator("#to-do")).to_have_text("The island has not been read yet.")

    @pytest.mark.parametrize(
        ("phase", "item"),
        [
            ("founding", {"kind": "confirm_island", "entry": 2}),
            ("taking_up", {"kind": "take_up"}),
            ("founding", {"kind": "found", "colour": "red", "piece": "road", "sites": [], "or": ["blue"]}),
            ("play", {"kind": "move_robber", "colour": "red"}),
        ],
    )
    def test_nor_does_anything_else_that_is_to_be_done(
        self, look: Look, table: Any, phase: str, item: dict[str, Any]
    ) -> None:
        table.change_view(phase=phase, to_do=[item])
        page = look(table, role="viewer")
        expect(page.locator("#to-do")).not_to_contain_text("ap ")
        expect(page.locator("#to-do button, #roll button")).to_have_count(0)


class TestWithoutAConnection:
    def test_the_bar_is_no_longer_lit(self, look: Look, table: Any, serve: Any, visit: Look) -> None:
        table.change(lambda snapshot: snapshot["game"]["view"]["may"].update(discard={"red": 4}))
        page = visit(serve(table, heartbeat=0.3, patience=1))
        filled = "node => getComputedStyle(node).backgroundColor"
        due = page.locator("#actions .action-due")
        assert due.evaluate(filled) != NOTHING
        with table.stalled():
            page.wait_for_selector("body[data-connection=lost]")
            assert due.evaluate(filled) == NOTHING


class TestANewGame:
    def test_who_is_on_turn_is_called_by_the_names_that_are_typed(self, page: Page, table: Any) -> None:
        page.get_by_role("button", name="More").click()
        page.get_by_role("button", name="New game").click()
        dialog = page.get_by_role("dialog")
        more_choices(page)
        dialog.get_by_text("The game is on already").click()
        on_turn = dialog.get_by_label("On turn, before the roll")
        expect(on_turn.locator("option")).to_have_text(["Ana", "Ben", "Clémentine", "Dora"])
        dialog.locator("[name=name1]").fill("Zoë")
        dialog.locator("[name=name3]").fill("")
        expect(on_turn.locator("option")).to_have_text(["Ana", "Zoë", "Clémentine", "White"])


class TestAnOffer:
    def test_every_answer_keeps_its_place(self, page: Page, table: Any) -> None:
        offer = {
            "number": 1,
            "by": "red",
            "to": ["blue", "orange", "white"],
            "give": {"wool": 2},
            "take": {"ore": 1},
            "accepted": [],
            "refused": [],
        }
        table.change(lambda snapshot: snapshot.update(offers=[offer]))
        buttons = page.locator(".offer button")
        expect(buttons).to_have_text(["Ben accepts", "Clémentine accepts", "Dora accepts", "No trade"])
        changed = {**offer, "accepted": ["white"], "refused": ["blue"]}
        table.change(lambda snapshot: snapshot.update(offers=[changed]))
        expect(buttons).to_have_text(["Ben refuses", "Clémentine accepts", "Trade with Dora", "No trade"])
        expect(buttons.first).to_be_disabled()
