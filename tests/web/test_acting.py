"""What people enter at the bar by touch, on a tablet and on a small screen: each thing a tap or two."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.web.fingers import SCREENS, pick

PHONE = SCREENS["phone"]

Look = Callable[..., Page]


@pytest.fixture
def page(finger: Page) -> Page:
    return finger


def bar(page: Page, name: str) -> Locator:
    return page.locator("#actions").get_by_role("button", name=name, exact=True)


def dialog(page: Page) -> Locator:
    return page.get_by_role("dialog")


def counter(page: Page, side: str, name: str) -> Locator:
    """A button of the counters of one side."""
    return dialog(page).get_by_role("group", name=side, exact=True).get_by_role("button", name=name)


def count(page: Page, side: str, kind: str, taps: int = 1, change: str = "More") -> None:
    """Tap a counter of cards of one side."""
    for _ in range(taps):
        counter(page, side, f"{change}: {kind}").tap()


def confirm(page: Page, name: str) -> None:
    """Tap a button of the dialog, and wait until what it says was taken."""
    dialog(page).get_by_role("button", name=name, exact=True).tap()
    expect(dialog(page)).to_be_hidden()


def change_may(table: Any, **values: Any) -> None:
    table.change(lambda snapshot: snapshot["game"]["view"]["may"].update(values))


class TestTheBar:
    def test_it_is_at_the_thumbs_reach_with_targets_large_enough(self, page: Page) -> None:
        nav = page.locator("#actions").bounding_box()
        assert nav is not None
        assert nav["y"] + nav["height"] == pytest.approx(page.evaluate("innerHeight"), abs=1)
        for button in page.locator("#actions button").all():
            box = button.bounding_box()
            assert box is not None
            assert min(box["width"], box["height"]) >= 44

    def test_a_card_is_bought_with_one_tap_and_taken_back_with_another(self, page: Page, table: Any) -> None:
        bar(page, "Buy card").tap()
        message = page.get_by_role("alert")
        expect(message).to_contain_text("Recorded.")
        with page.expect_response("**/api/inputs"):
            message.get_by_role("button", name="Undo").tap()
        bought = {"kind": "buy_development_card", "player": "red", "card": None}
        assert table.inputs == [bought, {"kind": "undo"}]

    def test_undo_says_what_was_taken_back(self, page: Page, table: Any) -> None:
        road = {"kind": "place_road", "player": "red", "at": "p1,-2"}
        answer = {"told": [], "violations": [], "taken_back": [road], "changed": [], "version": 1}
        table.submit = lambda data: answer
        bar(page, "Undo").tap()
        message = page.get_by_role("alert")
        expect(message).to_have_text("Taken back: Ana builds a road.")
        # Another Undo would take back something else: it isn't offered here.
        expect(message.get_by_role("button")).to_have_count(0)

    def test_a_change_says_what_is_told_now(self, page: Page, table: Any) -> None:
        road = {"kind": "place_road", "player": "blue", "at": "p1,-2"}
        answer = {"told": [], "violations": [], "taken_back": [], "changed": [road], "version": 1}
        table.submit = lambda data: answer
        page.locator("#log .entry").first.tap()
        confirm(page, "Strike this out")
        expect(page.get_by_role("alert")).to_have_text("It says now: Ben builds a road.")

    def test_before_the_roll_it_is_the_card_of_who_passed_the_dice(self, page: Page, table: Any) -> None:
        change_may(table, acting="white", roll=True, buy_card=False)
        expect(page.locator("#actions .action-usual[data-key=roll]")).to_have_count(1)
        with page.expect_response("**/api/inputs"):
            bar(page, "Buy card").tap()
        assert table.inputs[0]["player"] == "white"

    def test_the_turn_is_ended_once_it_can_be(self, page: Page, table: Any) -> None:
        change_may(table, end_turn=False)
        expect(bar(page, "End turn")).to_be_disabled()
        change_may(table, end_turn=True)
        with page.expect_response("**/api/inputs"):
            bar(page, "End turn").tap()
        turn = table.snapshot()["game"]["view"]["turn"]
        assert table.inputs == [{"kind": "end_turn"}]
        assert table.abouts == [{"game": 1, "turn": turn, "after": 39}]

    def test_who_only_looks_has_none(self, look: Look, table: Any) -> None:
        expect(look(table, role="viewer").locator("#actions button")).to_have_count(0)


class TestTrade:
    def test_the_bank_takes_whole_lots_at_the_best_rate(self, page: Page, table: Any) -> None:
        bar(page, "Trade").tap()
        traded = dialog(page).get_by_role("button", name="They traded")
        expect(traded).to_be_disabled()
        expect(dialog(page).locator(".trade-hint")).to_be_visible()
        count(page, "Gives", "wool")
        expect(dialog(page).locator(".trade-hint")).to_be_hidden()
        expect(dialog(page).get_by_role("group", name="Gives", exact=True)).to_contain_text("wool2:12")
        # The one card that is paid for is the last to be said.
        with page.expect_response("**/api/inputs"):
            count(page, "Takes", "ore")
        expect(dialog(page)).to_be_hidden()
        assert table.inputs == [
            {"kind": "maritime_trade", "player": "red", "give": {"wool": 2}, "take": {"ore": 1}}
        ]

    def test_four_for_one_without_a_harbor_is_a_tick_away(self, page: Page, table: Any) -> None:
        bar(page, "Trade").tap()
        dialog(page).get_by_label("At 4:1, without a harbor").check()
        expect(dialog(page).get_by_role("group", name="Gives", exact=True)).to_contain_text("wool4:1")
        count(page, "Gives", "wool")
        with page.expect_response("**/api/inputs"):
            count(page, "Takes", "ore")
        expect(dialog(page)).to_be_hidden()
        assert table.inputs == [
            {"kind": "maritime_trade", "player": "red", "give": {"wool": 4}, "take": {"ore": 1}}
        ]

    def test_who_has_no_harbor_is_not_asked_for_the_rate(self, page: Page, table: Any) -> None:
        kinds = ("lumber", "brick", "wool", "grain", "ore")
        change_may(table, maritime={"red": dict.fromkeys(kinds, 4)}, end_turn=False)
        expect(bar(page, "End turn")).to_be_disabled()
        bar(page, "Trade").tap()
        expect(dialog(page).get_by_role("group", name="Gives", exact=True)).to_contain_text("wool4:1")
        expect(dialog(page).get_by_label("At 4:1, without a harbor")).to_have_count(0)

    def test_no_row_moves_when_the_partner_is_chosen(self, page: Page) -> None:
        bar(page, "Trade").tap()
        expect(dialog(page)).to_contain_text("Say first what is given")
        hint = dialog(page).locator(".trade-hint").bounding_box()
        rows = dialog(page).get_by_role("group", name="Gives", exact=True).locator(".counter")
        last = rows.last.bounding_box()
        assert hint is not None
        assert last is not None
        assert hint["y"] >= last["y"] + last["height"]
        tops = "rows => rows.map((row) => row.getBoundingClientRect().top)"
        with_bank = rows.evaluate_all(tops)
        for partner in ("blue", "all", "bank"):
            pick(dialog(page).locator(f"[name=partner][value={partner}]"))
            assert rows.evaluate_all(tops)[:5] == pytest.approx(with_bank, abs=1)

    def test_the_bank_gives_no_more_than_it_has(self, page: Page, table: Any) -> None:
        bar(page, "Trade").tap()
        count(page, "Gives", "lumber")
        expect(counter(page, "Takes", "More: wool")).to_be_disabled()

    def test_players_trade_what_they_can_have(self, page: Page, table: Any) -> None:
        bar(page, "Trade").tap()
        pick(dialog(page).get_by_role("radio", name="Ben"))
        count(page, "Gives", "wool", 2)
        expect(counter(page, "Takes", "More: wool")).to_be_disabled()
        count(page, "Takes", "ore", 3)
        expect(counter(page, "Takes", "More: brick")).to_be_disabled()
        count(page, "Takes", "ore", change="Fewer")
        count(page, "Takes", "brick")
        confirm(page, "They traded")
        assert table.inputs == [
            {
                "kind": "domestic_trade",
                "player": "red",
                "with": "blue",
                "give": {"wool": 2},
                "take": {"brick": 1, "ore": 2},
            }
        ]

    def test_somebody_else_traded_cards_that_nobody_names(self, page: Page, table: Any) -> None:
        bar(page, "Trade").tap()
        dialog(page).get_by_text("somebody else?").tap()
        pick(dialog(page).get_by_role("group", name="Whose turn was it?").get_by_label("Dora"))
        pick(dialog(page).get_by_role("group", name="With whom?").get_by_label("Ana"))
        count(page, "Gives", "not named")
        count(page, "Takes", "not named", 2)
        confirm(page, "They traded")
        assert table.inputs[0] == {
            "kind": "domestic_trade",
            "player": "white",
            "with": "red",
            "give": {"unidentified": 1},
            "take": {"unidentified": 2},
        }

    def test_on_a_phone_by_touch_in_french(self, look: Look, table: Any) -> None:
        page = look(table, **PHONE, locale="fr-FR")
        page.locator("#actions [data-key=trade]").tap()
        box = dialog(page).bounding_box()
        assert box is not None
        assert box["x"] >= 0
        assert box["x"] + box["width"] <= PHONE["viewport"]["width"]
        for side, kind in (("give", "wool"), ("take", "ore")):
            nth = 0 if side == "give" else 1
            dialog(page).locator(f".counters >> nth={nth}").locator(f"[data-kind={kind}] .count-more").tap()
        expect(dialog(page)).to_be_hidden()
        assert table.inputs[0]["give"] == {"wool": 2}
        assert table.inputs[0]["take"] == {"ore": 1}


class TestCards:
    def test_what_the_rules_allow_comes_first(self, page: Page) -> None:
        bar(page, "Play card").tap()
        names = ["Knight", "Monopoly", "Road building", "Year of plenty", "Victory points"]
        expect(dialog(page).locator(".choice")).to_have_text(names)
        expect(dialog(page).locator(".choice-unusual")).to_have_count(3)

    def test_a_knight_is_two_taps(self, page: Page, table: Any) -> None:
        bar(page, "Play card").tap()
        confirm(page, "Knight")
        assert table.inputs == [{"kind": "play_development_card", "card": "knight"}]

    def test_a_card_of_somebody_else(self, page: Page, table: Any) -> None:
        bar(page, "Play card").tap()
        dialog(page).get_by_text("somebody else?").tap()
        pick(dialog(page).get_by_label("Ben"))
        confirm(page, "Road building")
        assert table.inputs == [{"kind": "play_development_card", "card": "road_building", "player": "blue"}]

    def test_monopoly_asks_for_the_resource_and_how_many_each_gives(self, page: Page, table: Any) -> None:
        bar(page, "Play card").tap()
        dialog(page).get_by_role("button", name="Monopoly").tap()
        dialog(page).get_by_role("button", name="grain").tap()
        count(page, "How many does each give?", "Dora", 2)
        expect(counter(page, "How many does each give?", "More: Dora")).to_be_disabled()
        confirm(page, "That many")
        monopoly = {"kind": "play_development_card", "card": "monopoly", "resource": "grain"}
        assert table.inputs == [{**monopoly, "given": {"blue": 0, "orange": 0, "white": 2}}]

    def test_nobody_need_have_counted(self, page: Page, table: Any) -> None:
        bar(page, "Play card").tap()
        dialog(page).get_by_role("button", name="Monopoly").tap()
        dialog(page).get_by_role("button", name="ore").tap()
        confirm(page, "Nobody counted")
        assert table.inputs == [{"kind": "play_development_card", "card": "monopoly", "resource": "ore"}]

    def test_year_of_plenty_asks_for_two_cards_of_the_bank(self, page: Page, table: Any) -> None:
        bar(page, "Play card").tap()
        dialog(page).get_by_role("button", name="Year of plenty").tap()
        plenty = dialog(page).get_by_role("group", name="Which two cards from the bank?")
        expect(plenty.get_by_role("button", name="More: wool")).to_be_disabled()
        plenty.get_by_role("button", name="More: ore").tap()
        expect(dialog(page).get_by_role("button", name="Taken")).to_be_disabled()
        plenty.get_by_role("button", name="More: ore").tap()
        confirm(page, "Taken")
        assert table.inputs == [
            {"kind": "play_development_card", "card": "year_of_plenty", "resources": {"ore": 2}}
        ]

    def test_victory_points_are_revealed_where_they_win(self, page: Page, table: Any) -> None:
        expect(bar(page, "Reveal")).to_have_count(0)
        change_may(table, reveal=[2, 3])
        bar(page, "Reveal").tap()
        expect(dialog(page).get_by_role("radio")).to_have_count(2)
        pick(dialog(page).get_by_label("3"))
        confirm(page, "Reveal")
        assert table.inputs == [{"kind": "reveal_victory_points", "player": "red", "count": 3}]


class TestTheSeven:
    @pytest.fixture(autouse=True)
    def _due(self, table: Any) -> None:
        change_may(table, discard={"orange": 2, "white": 4}, rob=["blue", "white"], end_turn=False)

    def test_who_discards_what(self, page: Page, table: Any) -> None:
        bar(page, "Discard").tap()
        pick(dialog(page).get_by_label("Dora"))
        pick(dialog(page).get_by_label("Clémentine"))
        cards = dialog(page).get_by_role("group", name="2 cards go back")
        cards.get_by_role("button", name="More: ore").tap()
        expect(dialog(page).get_by_role("button", name="These cards")).to_be_disabled()
        cards.get_by_role("button", name="More: wool").tap()
        expect(cards.get_by_role("button", name="More: wool")).to_be_disabled()
        confirm(page, "These cards")
        assert table.inputs == [{"kind": "discard", "player": "orange", "resources": {"wool": 1, "ore": 1}}]

    def test_which_cards_they_are_may_stay_unsaid(self, page: Page, table: Any) -> None:
        bar(page, "Discard").tap()
        pick(dialog(page).get_by_label("Dora"))
        confirm(page, "Nobody says which")
        assert table.inputs == [{"kind": "discard", "player": "white", "resources": None}]

    @pytest.mark.parametrize(("card", "resource"), [("ore", "ore"), (None, None)])
    def test_who_is_robbed_and_of_what(
        self, page: Page, table: Any, card: str | None, resource: str | None
    ) -> None:
        bar(page, "Rob").tap()
        pick(dialog(page).get_by_label("Ben"))
        if card:
            pick(dialog(page).get_by_label(card))
        confirm(page, "Stolen")
        assert table.inputs == [{"kind": "steal", "from": "blue", "resource": resource}]


class TestRolls:
    def test_a_roll_that_was_read_wrongly_is_corrected(self, page: Page, table: Any) -> None:
        bar(page, "Enter a roll").tap()
        dialog(page).get_by_role("button", name="Ana rolled this, not 3 + 5").tap()
        assert table.inputs == [], "no dice were chosen"
        pick(dialog(page).get_by_role("group", name="Die 1").get_by_label("6"))
        pick(dialog(page).get_by_role("group", name="Die 2").get_by_label("5"))
        confirm(page, "Ana rolled this, not 3 + 5")
        assert table.inputs == [
            {"kind": "correct", "entry": 38, "event": {"kind": "roll", "player": "red", "dice": [6, 5]}}
        ]

    def test_from_the_dice_themselves(self, page: Page, table: Any) -> None:
        page.get_by_role("button", name="Ana rolled 3 + 5: correct it").tap()
        pick(dialog(page).get_by_role("group", name="Die 1").get_by_label("4"))
        confirm(page, "Change it")
        assert table.inputs == [{"kind": "correct", "entry": 38, "change": {"dice": [4, 5]}}]


class TestMore:
    def test_what_a_hand_holds_is_said(self, page: Page, table: Any) -> None:
        bar(page, "More").tap()
        dialog(page).get_by_role("button", name="Say what a hand holds").tap()
        pick(dialog(page).get_by_label("Dora"))
        dialog(page).get_by_role("button", name="More: ore").tap()
        confirm(page, "All of its cards")
        assert table.inputs == [{"kind": "show_hand", "player": "white", "resources": {"ore": 1}}]
