"""Cards taken otherwise than due: a tap on the row that says what is due, and a tap for what was taken."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from companion.journal import Journal
from companion.table.table import Table
from tests.shown import view
from tests.web.beginning import begin
from tests.web.conftest import FakeTable, rich_game


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Table]:
    with Journal.open(tmp_path / "journal.db") as journal:
        yield begin(Table(journal, itertools.count(0.0, 0.5).__next__), 3)


def test_who_took_nothing_says_so_by_two_taps(table: Table, visit: Callable[..., Page], serve: Any) -> None:
    table.submit({"kind": "roll", "dice": {"sum": 8}})
    (due, *_) = view(table)["last_roll"]["takes"]
    name = next(player["name"] for player in view(table)["players"] if player["colour"] == due["colour"])
    cards = {player["colour"]: player["cards"] for player in view(table)["players"]}
    page = visit(serve(table), has_touch=True)
    page.locator(f"#roll .take[data-colour={due['colour']}]").tap()
    dialog = page.get_by_role("dialog")
    expect(dialog.locator(".choice")).to_contain_text([f"{name} took nothing", f"{name} took other cards"])
    dialog.get_by_role("button", name=f"{name} took nothing").tap()
    expect(page.locator(f"#roll .take[data-colour={due['colour']}]")).to_have_count(0)
    after = {player["colour"]: player["cards"] for player in view(table)["players"]}
    assert after[due["colour"]] == cards[due["colour"]] - sum(due["cards"].values())


def test_one_tap_says_who_missed_it(table: Table, visit: Callable[..., Page], serve: Any) -> None:
    table.submit({"kind": "roll", "dice": {"sum": 8}})
    (due, *_) = view(table)["last_roll"]["takes"]
    colour = due["colour"]
    name = next(player["name"] for player in view(table)["players"] if player["colour"] == colour)
    before = next(player["cards"] for player in view(table)["players"] if player["colour"] == colour)
    page = visit(serve(table), has_touch=True)
    page.get_by_role("button", name=f"{name} took nothing").tap()
    expect(page.locator(f"#roll .take[data-colour={colour}]")).to_have_count(0)
    after = next(player["cards"] for player in view(table)["players"] if player["colour"] == colour)
    assert after == before - sum(due["cards"].values())


def test_who_only_looks_on_has_nothing_to_tap_there(
    table: Table, visit: Callable[..., Page], serve: Any
) -> None:
    table.submit({"kind": "roll", "dice": {"sum": 8}})
    page = visit(serve(table), role="viewer")
    expect(page.locator("#roll .take")).not_to_have_count(0)
    expect(page.locator("#roll .take button")).to_have_count(0)


def test_one_tap_says_that_the_bank_had_run_out_of_what_hardly_any_is_left_of(
    look: Callable[..., Page],
) -> None:
    table = FakeTable(rich_game())
    takes = [{"colour": colour, "cards": {"ore": 1, "wool": 1}} for colour in ("red", "blue")]
    roll = {**table.snapshot()["game"]["view"]["roll"], "takes": takes, "shortage": []}
    bank = {"lumber": 0, "brick": 9, "wool": 9, "grain": 9, "ore": 3}
    table.change_view(roll=roll, last_roll=roll, bank=bank)
    page = look(table, has_touch=True)
    ran_out = page.get_by_role("button", name="The bank had run out of")
    expect(ran_out).to_have_text(["The bank had run out of ore"])
    with page.expect_response("**/api/inputs"):
        ran_out.tap()
    assert table.inputs == [{"kind": "bank_ran_out", "resource": "ore"}]
