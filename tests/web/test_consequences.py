"""What something would change, shown before it is done: of the action meant, in the order of its weight."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

Look = Callable[..., Page]

SETTLEMENT = {"kind": "place_settlement", "player": "blue", "at": "i4,-2"}


def violation(entry: int, event: dict[str, Any], *after: str, before: tuple[str, ...] = ()) -> dict[str, Any]:
    return {"what": "violations", "entry": entry, "event": event, "before": [*before], "after": [*after]}


def road(player: str) -> dict[str, Any]:
    return {"kind": "place_road", "player": player, "at": "p1,1"}


def count(what: str, before: int, after: int) -> dict[str, Any]:
    return {"what": what, "colour": "blue", "before": before, "after": after}


@pytest.fixture
def lines(page: Page) -> Any:
    return page.get_by_role("dialog").locator(".consequences li")


class TestAPieceThatIsTapped:
    @pytest.fixture(autouse=True)
    def _placed(self, table: Any) -> None:
        line = {"number": 20, "source": "camera", "certainty": 1.0, "event": SETTLEMENT, "violations": []}
        table.change_view(log=[line])

    def test_opens_with_what_a_city_changes(self, page: Page, table: Any, lines: Any) -> None:
        table.changes = [count("points", 4, 5)]
        page.locator(".site[data-key='i4,-2']").click()
        expect(page.get_by_role("dialog")).to_contain_text("A city here would change:")
        expect(lines).to_have_text(["Ben: 4 → 5 points"])
        city = {"kind": "place", "piece": "city", "at": "i4,-2", "player": "blue"}
        assert table.previewed == [city]
        page.get_by_role("button", name="Turn it into a city").click()
        expect(page.get_by_role("dialog")).to_be_hidden()
        assert table.inputs == [city]

    def test_shows_what_taking_it_back_changes_once_that_is_chosen(
        self, page: Page, table: Any, lines: Any
    ) -> None:
        page.locator(".site[data-key='i4,-2']").click()
        dialog = page.get_by_role("dialog")
        expect(dialog).to_contain_text("Nothing else would change.")
        table.changes = [count("points", 4, 3)]
        dialog.get_by_role("button", name="Take it back").click()
        expect(dialog).to_contain_text("Taking it back would change:")
        expect(lines).to_have_text(["Ben: 4 → 3 points"])
        assert table.inputs == []
        dialog.get_by_role("button", name="Back", exact=True).click()
        expect(dialog.get_by_role("button", name="Turn it into a city")).to_be_visible()
        dialog.get_by_role("button", name="Take it back").click()
        dialog.get_by_role("button", name="Take it back").click()
        expect(dialog).to_be_hidden()
        assert table.inputs == [{"kind": "correct", "entry": 20, "event": None}]


class TestACorrection:
    def test_moves_nothing_under_a_finger_as_what_it_would_change_arrives(
        self, page: Page, table: Any, lines: Any
    ) -> None:
        waiting: list[Any] = []
        page.route(lambda url: "preview=1" in url, lambda route: waiting.append(route))
        table.changes = [count("points", 4, 5)]
        page.locator(".hex[data-key='h0,0']").click()
        dialog = page.get_by_role("dialog")
        dialog.get_by_label("Number").select_option("9")
        asked = dialog.bounding_box()
        for route in waiting:
            route.continue_()
        page.unroute_all()
        expect(lines).to_have_text(["Ben: 4 → 5 points"])
        assert waiting
        assert dialog.bounding_box() == asked

    def test_tells_cards_and_points_first_and_echoes_of_a_broken_rule_as_one_line(
        self, page: Page, table: Any, lines: Any
    ) -> None:
        table.changes = [
            {"what": "robber", "before": "h1,0", "after": "h0,0"},
            {"what": "piece", "at": "i1,1", "before": {"kind": "city", "colour": "blue"}, "after": None},
            count("cards", 3, 5),
            count("points", 4, 2),
            violation(40, road("blue"), "not_connected"),
            violation(42, road("blue"), "not_connected"),
            violation(44, road("white"), "cannot_pay", before=("cannot_pay", "site_taken")),
            violation(45, road("red"), "not_connected"),
        ]
        page.get_by_role("button", name="Ben buys a development card").click()
        expect(lines).to_have_text(
            [
                "Ben: 4 → 2 points",
                "Ben: 3 → 5 cards",
                "Robber: Forest, 3 → Desert",
                "Ben: city goes (Desert; Forest, 3; Fields, 4)",
                "“Ben builds a road” and 2 lines more would break a rule: not connected",
                "“Dora builds a road” would no longer be against the rules (the place is taken)",
            ]
        )

    def test_tells_before_that_which_rule_it_breaks_itself(self, page: Page, table: Any, lines: Any) -> None:
        changed = {"kind": "buy_development_card", "player": "white", "card": None}
        table.changes = [
            count("cards", 3, 5),
            violation(37, changed, "cannot_pay"),
            violation(40, road("blue"), "cannot_pay"),
        ]
        table.preview = lambda data: {
            "told": [],
            "changed": [changed],
            "violations": [],
            "changes": table.changes,
        }
        page.get_by_role("button", name="Ben buys a development card").click()
        expect(lines).to_have_text(
            [
                "“Dora buys a development card” would break a rule: "
                "not enough cards to pay: 1 wool, 1 grain, 1 ore",
                "Ben: 3 → 5 cards",
                "“Ben builds a road” would break a rule: not enough cards to pay: 1 lumber, 1 brick",
            ]
        )
