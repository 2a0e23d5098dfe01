"""The base game's page on small tablets: changes move nothing and intercept no tap.

How it lies at any moment is tested by tests/web/layout.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.web.layout.scenes import (
    OFFER,
    QUESTIONS,
    add_offer_and_questions,
    crowd_table,
    show_starting_resources,
)

pytestmark = pytest.mark.browser

LOWEST = (800, 480)
SIZES = [(1280, 800), (1024, 600), LOWEST]

Look = Callable[..., Page]

HIT_AS_IT_COMES = """selector => { window.hitAsItCame = new Promise((hit) => {
  const look = (_, observer) => {
    const button = document.querySelector(selector);
    if (!button) return;
    observer.disconnect();
    const { left, top, width, height } = button.getBoundingClientRect();
    hit(button.contains(document.elementFromPoint(left + width / 2, top + height / 2)));
  };
  new MutationObserver(look).observe(document.getElementById("questions"), { childList: true });
}); }"""
"""Begins to find out whether a tap on a part would reach it as soon as it is there."""
LINES = """node => {
  const all = document.createRange();
  all.selectNodeContents(node);
  return all.getClientRects().length;
}"""


def screen(size: tuple[int, int]) -> dict[str, Any]:
    return {"viewport": {"width": size[0], "height": size[1]}, "has_touch": True}


def resize(page: Page, size: tuple[int, int]) -> None:
    page.set_viewport_size({"width": size[0], "height": size[1]})


def ask_nothing(snapshot: dict[str, Any]) -> None:
    snapshot.update(offers=[], questions=[])


def test_an_offer_does_not_shrink_the_island(look: Look, table: Any) -> None:
    table.change(crowd_table)
    page = look(table, **screen(SIZES[0]))
    for size in SIZES:
        resize(page, size)
        expect(page.locator(".question")).to_have_count(0)
        before = page.locator(".map").bounding_box()
        table.change(add_offer_and_questions)
        expect(page.locator(".question").first).to_be_visible()
        assert page.locator(".map").bounding_box() == before
        table.change(ask_nothing)


def test_the_lowest_tablet_can_hide_a_question_until_another_arrives(look: Look, table: Any) -> None:
    table.change(crowd_table)
    table.change(add_offer_and_questions)
    page = look(table, **screen(LOWEST))
    # One matter at a time, and the first again after the last.
    for matter in ("offer-1", "question-8", "question-7", "offer-1"):
        expect(page.locator(".question:visible")).to_have_attribute("data-matter", matter)
        page.locator(".waiting-next").tap()
    page.get_by_role("button", name="3 answers needed").tap()
    expect(page.locator(".question:visible")).to_have_count(0)
    table.change(lambda snapshot: snapshot.update(offers=[]))
    expect(page.locator(".waiting-fold")).to_contain_text("2")
    expect(page.locator(".question:visible")).to_have_count(0)
    table.change(lambda snapshot: snapshot.update(offers=[{**OFFER, "number": 2}]))
    expect(page.locator(".question:visible")).to_have_count(1)


def test_a_new_answer_ignores_a_tap_meant_for_the_previous_one(look: Look, table: Any) -> None:
    table.change(lambda snapshot: snapshot.update(questions=QUESTIONS[:1]))
    page = look(table, **screen(LOWEST))
    # Another question arrives while the page is open: which element would a finger hit at that moment?
    page.evaluate(HIT_AS_IT_COMES, "[data-matter=question-7] button")
    table.change(lambda snapshot: snapshot.update(questions=QUESTIONS[1:]))
    assert page.evaluate("() => window.hitAsItCame") is False
    with page.expect_response("**/api/inputs"):
        page.locator(".question button").first.tap()
    assert table.inputs == [{"kind": "answer", "question": 7, "answer": 0}]


def test_a_short_name_stays_on_one_line_next_to_its_starting_resources(look: Look, table: Any) -> None:
    table.change(show_starting_resources)
    page = look(table, **screen(SIZES[0]))
    name = page.locator(".take-name > span")
    expect(name).to_have_text("Ana")
    for size in (*SIZES, (390, 844)):
        resize(page, size)
        assert name.evaluate(LINES) == 1
