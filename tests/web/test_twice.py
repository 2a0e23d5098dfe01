"""Twice is once, on pages: what two devices enter at one moment, and dialogs whose matter is over."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, Route, expect

from companion.journal import Journal
from companion.observations import RollSeen
from companion.table.table import Table
from tests.shown import view
from tests.web.beginning import begin, players
from tests.web.fingers import pick

Tablets = tuple[Page, Page]


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Table]:
    with Journal.open(tmp_path / "journal.db") as journal:
        yield begin(Table(journal, time.monotonic), 3)


@pytest.fixture
def tablets(visit: Callable[..., Page], serve: Any, table: Table) -> Tablets:
    server = serve(table)
    return visit(server, has_touch=True), visit(server, has_touch=True)


def kinds(table: Table) -> list[str]:
    assert table.session is not None
    return [table.session.game.event_to_json(line.event)["kind"] for line in table.session.steps]


def action(page: Page, name: str) -> Locator:
    return page.locator("#actions").get_by_role("button", name=name, exact=True)


def dialog(page: Page) -> Locator:
    return page.get_by_role("dialog")


def die(page: Page, nth: int, face: int) -> Locator:
    """A face of a die in the dialog for a roll."""
    group = dialog(page).get_by_role("group", name=f"Die {nth}")
    return group.get_by_role("radio", name=f"{face}", exact=True)


def rich_and_rolled(table: Table) -> None:
    for player in players(3):
        hand = dict.fromkeys(("lumber", "brick", "wool", "grain", "ore"), 2)
        table.submit({"kind": "show_hand", "player": player["colour"], "resources": hand})
    table.submit({"kind": "roll", "dice": [1, 1]})


@contextmanager
def at_once(pages: Tablets) -> Iterator[None]:
    """What is entered on both goes to the table together: neither has heard of the other's."""
    sent: list[Any] = []
    for page in pages:
        page.route("**/inputs", lambda route: sent.append(route))
    yield
    for page in pages:
        page.wait_for_timeout(300)
    assert len(sent) == 2
    for page, route in zip(pages, sent, strict=True):
        # One after the other, so that it is the second that comes too late.
        with page.expect_response("**/inputs"):
            route.continue_()
    for page in pages:
        page.unroute("**/inputs")


def test_a_roll_that_two_tablets_enter_is_one(tablets: Tablets, table: Table) -> None:
    for page in tablets:
        action(page, "Enter a roll").click()
        pick(die(page, 1, 3))
    with at_once(tablets):
        for page in tablets:
            with page.expect_request("**/api/inputs"):
                die(page, 2, 5).tap()
    for page in tablets:
        expect(page.locator("#title")).to_have_text("Turn 1")
        expect(dialog(page)).to_be_hidden()
    expect(tablets[1].locator("#message")).to_contain_text("Told already: Ana rolls 3 + 5 = 8.")
    assert kinds(table).count("roll") == 1


def test_a_card_that_two_tablets_buy_is_one_and_a_second_is_another(tablets: Tablets, table: Table) -> None:
    rich_and_rolled(table)
    for page in tablets:
        expect(page.locator("#actions .action-usual[data-key=buy]")).to_have_count(1)
    with at_once(tablets):
        for page in tablets:
            with page.expect_request("**/api/inputs"):
                action(page, "Buy card").click()
    expect(tablets[1].locator("#message")).to_contain_text("Told already")
    assert kinds(table).count("buy_development_card") == 1
    with tablets[1].expect_response("**/api/inputs"):
        action(tablets[1], "Buy card").click()
    assert kinds(table).count("buy_development_card") == 2


@pytest.mark.parametrize("arrives", ["before it is shown", "after it is shown"])
def test_who_ends_the_turn_and_at_once_enters_a_roll_means_the_next_turn(
    tablets: Tablets, table: Table, arrives: str
) -> None:
    rich_and_rolled(table)
    page, _ = tablets
    ends = action(page, "End turn")
    expect(ends).to_be_enabled()

    def held(route: Route) -> None:
        time.sleep(0.5)
        if arrives == "before it is shown":
            route.continue_()
        else:
            answer = route.fetch()
            time.sleep(0.5)
            route.fulfill(response=answer)

    page.route("**/api/inputs", held)
    ends.tap()
    action(page, "Enter a roll").tap()
    expect(dialog(page)).to_contain_text("Ben rolls.")
    page.unroute("**/api/inputs")
    expect(page.locator("#title")).to_have_text("Turn 2")
    pick(die(page, 1, 3))
    with page.expect_response("**/api/inputs"):
        die(page, 2, 5).tap()
    expect(page.locator(".roller")).to_have_text("Ben rolled")
    assert kinds(table)[-2:] == ["end_turn", "roll"]


@pytest.mark.parametrize("name", ["Enter a roll", "Trade", "Play card"])
def test_a_dialog_of_a_turn_that_ends_closes_and_says_so(tablets: Tablets, table: Table, name: str) -> None:
    rich_and_rolled(table)
    one, other = tablets
    # Each page has heard of the roll: a dialog that opens before it is laid out anew when it comes.
    for page in tablets:
        expect(action(page, "End turn")).to_be_enabled()
    action(other, name).click()
    expect(dialog(other)).to_be_visible()
    action(one, "End turn").click()
    expect(dialog(other)).to_be_hidden()
    expect(other.locator("#message")).to_contain_text("That is over. Meanwhile: Ana passes the dice.")


def test_a_roll_that_the_tower_tells_closes_the_dialog(tablets: Tablets, table: Table) -> None:
    action(tablets[0], "Enter a roll").click()
    table.observe(RollSeen(table.now(), "tower", (3, 5), 0.98, "one"))
    expect(dialog(tablets[0])).to_be_hidden()
    expect(tablets[0].locator("#message")).to_contain_text("Meanwhile: Ana rolls 3 + 5 = 8.")


def test_a_place_on_which_somebody_puts_the_piece_is_not_asked_about_any_more(
    tablets: Tablets, table: Table
) -> None:
    rich_and_rolled(table)
    # The page has heard of the roll: else that, too, happened meanwhile.
    expect(action(tablets[0], "End turn")).to_be_enabled()
    # A tap would build there at once: who holds it is asked.
    tablets[0].locator(".site[data-key='p2,1']").click(button="right")
    expect(dialog(tablets[0])).to_be_visible()
    table.submit({"kind": "place", "piece": "road", "at": "p2,1", "player": "red"})
    expect(dialog(tablets[0])).to_be_hidden()
    expect(tablets[0].locator("#message")).to_contain_text("Meanwhile: Ana builds a road.")


def test_a_line_that_is_corrected_elsewhere_is_closed(tablets: Tablets, table: Table) -> None:
    rich_and_rolled(table)
    page = tablets[0]
    page.locator("#log .entry", has_text="Ana rolls 1 + 1").click()
    expect(dialog(page)).to_be_visible()
    line = view(table)["log"][-1]
    table.submit({"kind": "confirm", "entry": line["number"]})
    expect(dialog(page)).to_be_visible()
    table.submit({"kind": "correct", "entry": line["number"], "change": {"dice": [2, 2]}})
    expect(dialog(page)).to_be_hidden()
    expect(page.locator("#message")).to_contain_text("That was corrected or taken back meanwhile.")


def test_what_others_do_leaves_what_is_filled_in(tablets: Tablets, table: Table) -> None:
    rich_and_rolled(table)
    action(tablets[0], "Trade").click()
    table.submit({"kind": "place", "piece": "road", "at": "p2,1", "player": "red"})
    number = view(table)["log"][-1]["number"]
    expect(tablets[0].locator(f"#log [data-key=entry-{number}]")).to_have_count(1)
    expect(dialog(tablets[0])).to_be_visible()


@pytest.mark.parametrize("name", ["Enter a roll", "More"])
def test_no_dialog_survives_into_another_game(tablets: Tablets, table: Table, name: str) -> None:
    action(tablets[0], name).click()
    begun: dict[str, Any] = {"game": "base", "players": players(3), "options": {}, "abandon": True}
    table.start_game(begun)
    expect(dialog(tablets[0])).to_be_hidden()
    expect(tablets[0].locator("#message")).to_contain_text("Another game is on by now.")


def test_phone_and_tablet_that_tell_one_purchase_tell_one(
    visit: Callable[..., Page], serve: Any, table: Table
) -> None:
    rich_and_rolled(table)
    server = serve(table)
    tablet, phone = visit(server), visit(server, role="phone", seat="red", player="Ana", path="phone")
    expect(tablet.locator("#actions .action-usual[data-key=buy]")).to_have_count(1)
    action(phone, "Buy card").click()
    with at_once((tablet, phone)):
        with tablet.expect_request("**/api/inputs"):
            action(tablet, "Buy card").click()
        with phone.expect_request("**/api/seat/inputs"):
            dialog(phone).locator("[data-choice=knight]").click()
    expect(phone.locator("#message")).to_contain_text("That was told already.")
    assert kinds(table).count("buy_development_card") == 1
    assert table.session is not None
    assert table.session.steps[-1].event.card == "knight"
