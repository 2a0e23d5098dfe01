"""The story, line by line: what of it was otherwise, what never was, what nobody told."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from companion.games.base.events import EVENT_TYPES
from companion.island.geometry import position

PHONE = {"width": 390, "height": 844}

Look = Callable[..., Page]


def dialog(page: Page) -> Locator:
    return page.get_by_role("dialog")


def line(page: Page, text: str) -> Locator:
    return page.locator("#log").get_by_role("button", name=text)


def confirm(page: Page, name: str) -> None:
    dialog(page).get_by_role("button", name=name, exact=True).click()
    expect(dialog(page)).to_be_hidden()


def tap_place(page: Page, at: str) -> None:
    """Tap a place on the small island of a dialog."""
    dialog(page).locator(f".sitemap [data-place='{at}']").click(force=True)


class TestALine:
    def test_it_says_who_told_it_and_what_striking_it_out_would_change(self, page: Page, table: Any) -> None:
        table.changes = [{"what": "points", "colour": "blue", "before": 4, "after": 3}]
        line(page, "Ben builds a city").click()
        expect(dialog(page)).to_contain_text("Told by: Tablet")
        expect(dialog(page)).to_contain_text("not enough cards to pay")
        expect(dialog(page).get_by_role("listitem")).to_have_text(["Ben: 4 → 3 points"])
        confirm(page, "Strike this out")
        assert table.inputs == [{"kind": "correct", "entry": 35, "event": None}]

    def test_another_owner(self, page: Page, table: Any) -> None:
        line(page, "Ana builds a road").click()
        changed = dialog(page).get_by_role("button", name="Change it")
        expect(changed).to_be_disabled()
        dialog(page).get_by_text("somebody else?").click()
        dialog(page).get_by_label("Dora").check()
        expect(changed).to_be_enabled()
        confirm(page, "Change it")
        change = {"kind": "correct", "entry": 39, "change": {"player": "white"}}
        assert table.previewed[-1] == change
        assert table.inputs == [change]

    def test_another_place_is_tapped_on_the_small_island(self, page: Page, table: Any) -> None:
        line(page, "Ana builds a road").click()
        tap_place(page, "p-1,2")
        expect(dialog(page).locator(".place-chosen")).to_have_attribute("data-place", "p-1,2")
        confirm(page, "Change it")
        assert table.inputs == [{"kind": "correct", "entry": 39, "change": {"at": "p-1,2"}}]

    def test_arrows_lead_over_the_small_island(self, page: Page, table: Any) -> None:
        line(page, "Ben moves the robber").click()
        island = dialog(page).get_by_role("slider", name="Where?")
        island.focus()
        page.keyboard.press("ArrowRight")
        assert dialog(page).locator(".place-chosen").get_attribute("data-place") == "h2,0"
        x, y = position("h2,0")
        assert x > position("h1,0")[0]
        assert y == pytest.approx(position("h1,0")[1])
        confirm(page, "Change it")
        assert table.inputs == [{"kind": "correct", "entry": 33, "change": {"to": "h2,0"}}]

    def test_other_dice(self, page: Page, table: Any) -> None:
        line(page, "Ana rolls 3 + 5").click()
        dialog(page).get_by_role("group", name="Die 2").get_by_label("6").check()
        confirm(page, "Change it")
        assert table.inputs == [{"kind": "correct", "entry": 38, "change": {"dice": [3, 6]}}]

    def test_other_cards(self, page: Page, table: Any) -> None:
        line(page, "Ben gives 1 wool to Dora").click()
        gives = dialog(page).get_by_role("group", name="Gives", exact=True)
        gives.get_by_role("button", name="More: grain").click()
        dialog(page).get_by_role("group", name="With whom?").get_by_label("Ana").check()
        confirm(page, "Change it")
        change = {"with": "red", "give": {"wool": 1, "grain": 1}}
        assert table.inputs == [{"kind": "correct", "entry": 36, "change": change}]

    def test_a_phone_that_told_it_is_its_players(self, page: Page, table: Any) -> None:
        table.change(lambda snapshot: snapshot["game"]["view"]["log"][6].update(source="phone:blue"))
        # Nothing on the page tells that it knows already.
        page.reload()
        line(page, "Ben buys a development card").click()
        expect(dialog(page)).to_contain_text("Told by: Ben's phone")

    def test_what_the_game_rests_on_is_not_struck_out(self, page: Page, table: Any) -> None:
        event = {"kind": "layout_set", "layout": {}}
        laid = {"number": 2, "source": "camera", "certainty": 0.9, "event": event, "faults": []}
        table.change_view(log=[laid])
        line(page, "The island is laid").click()
        expect(dialog(page).get_by_role("button")).to_have_text(["It is right", "Cancel"])
        confirm(page, "It is right")
        assert table.inputs == [{"kind": "confirm", "entry": 2}]

    def test_what_only_its_player_knows_stays_as_it_was_told(self, page: Page, table: Any) -> None:
        line(page, "Ben buys a development card").click()
        dialog(page).get_by_text("somebody else?").click()
        dialog(page).get_by_role("group", name="Who?").get_by_label("Ana").check()
        confirm(page, "Change it")
        assert table.inputs == [{"kind": "correct", "entry": 37, "change": {"player": "red"}}]

    def test_what_the_table_is_not_sure_of_is_confirmed(self, page: Page, table: Any) -> None:
        def unsure(snapshot: dict[str, Any]) -> None:
            snapshot["game"]["view"]["log"][3]["certainty"] = 0.8

        table.change(unsure)
        line(page, "Ben steals a card from Ana ? unsure").click()
        confirm(page, "It is right")
        assert table.inputs == [{"kind": "confirm", "entry": 34}]

    def test_on_a_phone_by_touch(self, look: Look, table: Any) -> None:
        page = look(table, viewport=PHONE, has_touch=True, is_mobile=True)
        line(page, "Ben builds a city").tap()
        box = dialog(page).bounding_box()
        assert box is not None
        assert box["x"] + box["width"] <= PHONE["width"]
        dialog(page).locator(".sitemap [data-place='i4,-2']").tap(force=True)
        dialog(page).get_by_role("button", name="Change it").tap()
        expect(dialog(page)).to_be_hidden()
        assert table.inputs == [{"kind": "correct", "entry": 35, "change": {"at": "i4,-2"}}]


class TestWhatNobodyTold:
    def test_it_is_put_before_a_line_once_it_is_said_whole(self, page: Page, table: Any) -> None:
        table.changes = [{"what": "cards", "colour": "red", "before": 7, "after": 5}]
        line(page, "Ana builds a road").click()
        dialog(page).get_by_role("button", name="Before it").click()
        dialog(page).get_by_role("button", name="A card was stolen").click()
        happened = dialog(page).get_by_role("button", name="It happened")
        expect(happened).to_be_disabled()
        dialog(page).get_by_role("group", name="Who is robbed?").get_by_label("Ben").check()
        expect(dialog(page).get_by_role("listitem")).to_have_text(["Ana: 7 → 5 cards"])
        confirm(page, "It happened")
        event = {"kind": "steal", "player": "red", "from": "blue", "resource": None}
        assert table.inputs == [{"kind": "correct", "before": 39, "event": event}]

    def test_every_kind_of_event_can_be(self, page: Page, table: Any) -> None:
        line(page, "Ana builds a road").click()
        dialog(page).get_by_role("button", name="Before it").click()
        kinds = page.evaluate("async () => (await import('/static/act/fields.js')).KINDS")
        assert set(kinds) == set(EVENT_TYPES) - {"game_started", "layout_set", "take_up", "first_player"}
        names = dialog(page).locator(".choice").all_text_contents()
        assert len(set(names)) == len(kinds)
        assert not any("_" in name for name in names)

    def test_a_card_played_with_what_it_brought(self, page: Page, table: Any) -> None:
        line(page, "Ana builds a road").click()
        dialog(page).get_by_role("button", name="Before it").click()
        dialog(page).get_by_role("button", name="A development card was played").click()
        dialog(page).get_by_label("Monopoly").check()
        dialog(page).get_by_role("radio", name="grain").check()
        confirm(page, "It happened")
        event = {"kind": "play_development_card", "player": "red", "card": "monopoly"}
        assert table.inputs == [
            {"kind": "correct", "before": 39, "event": {**event, "resources": {}, "resource": "grain"}}
        ]


class TestTheWholeStory:
    def test_earlier_lines_come_when_they_are_asked_for(self, page: Page, table: Any) -> None:
        earlier = {"kind": "roll", "player": "white", "dice": [1, 1]}
        entry = {"number": 12, "source": "tower", "certainty": 1.0, "event": earlier, "faults": []}
        table.earlier_lines = [entry]
        page.locator("#actions").get_by_role("button", name="More").click()
        dialog(page).get_by_role("button", name="The whole story").click()
        expect(dialog(page).locator(".entry")).to_have_count(9)
        more = dialog(page).get_by_role("button", name="Earlier lines")
        more.click()
        expect(dialog(page).locator(".entry").last).to_have_text("Dora rolls 1 + 1 = 2")
        more.click()
        expect(more).to_be_hidden()
        dialog(page).locator(".entry").last.click()
        confirm(page, "Strike this out")
        assert table.inputs == [{"kind": "correct", "entry": 12, "event": None}]

    def test_the_whole_story_is_a_tap_away_beside_what_happened_last(self, page: Page) -> None:
        page.locator("#log").get_by_role("button", name="The whole story").click()
        expect(dialog(page).get_by_role("button", name="Earlier lines")).to_be_visible()


class TestAPiece:
    def test_its_owner_is_corrected_from_the_island(self, page: Page, table: Any) -> None:
        page.locator(".site[data-key='i1,1']").click()
        dialog(page).get_by_role("button", name="Another owner or place").click()
        dialog(page).get_by_text("somebody else?").click()
        dialog(page).get_by_label("Dora").check()
        confirm(page, "Change it")
        assert table.inputs == [{"kind": "correct", "entry": 35, "change": {"player": "white"}}]
        expect(page.locator(".site-chosen")).to_have_count(0)

    def test_one_put_down_long_ago_is_found_in_the_story(self, page: Page, table: Any) -> None:
        event = {"kind": "place_road", "player": "blue", "at": "p1,1"}
        passed = {"kind": "end_turn", "player": "red"}
        table.earlier_lines = [
            {"number": 4, "source": "camera", "certainty": 1.0, "event": event, "faults": []},
            {"number": 9, "source": "tower", "certainty": 1.0, "event": passed, "faults": []},
        ]
        page.locator(".site[data-key='p1,1']").click()
        confirm(page, "Take it back")
        assert table.inputs == [{"kind": "correct", "entry": 4, "event": None}]
