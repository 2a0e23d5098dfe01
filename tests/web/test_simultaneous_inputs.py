"""A roll that two tablets enter at the same moment is one roll.

Everything else that two devices do at one table is tested in node: twice.test.js.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from companion.journal import Journal
from companion.table.table import Table
from tests.web.beginning import begin
from tests.web.fingers import check_option

pytestmark = pytest.mark.browser

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


@contextmanager
def send_together(pages: Tablets) -> Iterator[None]:
    """Send the inputs of both pages at the same time: neither has received the other's."""
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


@pytest.mark.slow
def test_a_roll_entered_on_two_tablets_is_recorded_once(tablets: Tablets, table: Table) -> None:
    for page in tablets:
        action(page, "Enter a roll").click()
        check_option(die(page, 1, 3))
    with send_together(tablets):
        for page in tablets:
            with page.expect_request("**/api/inputs"):
                die(page, 2, 5).tap()
    for page in tablets:
        expect(page.locator("#title")).to_have_text("Turn 1")
        expect(dialog(page)).to_be_hidden()
    expect(tablets[1].locator("#message")).to_contain_text("Already recorded: Ana rolls 3 + 5 = 8.")
    assert kinds(table).count("roll") == 1
