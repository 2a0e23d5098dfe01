"""The end of a game in a browser: its colours, and the parts it covers.

What it shows: `tests/web/node/victory.test.js`.
"""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from companion.i18n import message_to_json, plural_sentence, sentence
from tests.web.accessible import axe_violations
from tests.web.conftest import FakeTable, Visit

AWARDS = [
    {
        "title": message_to_json(sentence("Luckiest")),
        "colour": "white",
        "told": message_to_json(
            plural_sentence(
                "{count} card more than fair dice would bring",
                "{count} cards more than fair dice would bring",
                21,
            )
        ),
    },
    {
        "title": message_to_json(sentence("Most robbed")),
        "colour": "orange",
        "told": message_to_json(plural_sentence("{count} card stolen", "{count} cards stolen", 7)),
    },
]
pytestmark = pytest.mark.browser

HAS_FILL_COLOUR = (
    "colour => getComputedStyle(document.querySelector('.page'), '::before').background.includes(colour)"
)


def end(table: FakeTable, *winners: str) -> None:
    """End the game with these winners."""
    alone = winners[0] if len(winners) == 1 else None
    table.change_view(phase="over", winner=alone, winners=list(winners), may={}, awards=AWARDS)


@pytest.mark.slow
@pytest.mark.smoke
def test_the_winner_s_colour_fills_the_screen_until_the_victory_is_withdrawn(
    page: Page, table: FakeTable
) -> None:
    others = [page.locator(part) for part in ("#roll", "#players", "#bank", "#log")]
    end(table, "red")
    expect(page.locator(".winner")).to_have_text("Ana wins!")
    assert page.evaluate(HAS_FILL_COLOUR, "rgb(191, 35, 35)")
    expect(page.locator("#island .map")).to_be_visible()
    for other in others:
        expect(other).to_be_hidden()
    page.get_by_role("button", name="Rematch").click()
    expect(page.get_by_role("dialog").get_by_label("Name of player 1")).to_have_value("Ana")
    page.get_by_role("dialog").get_by_role("button", name="Cancel").click()
    table.change_view(phase="play", winner=None, winners=[], awards=[])
    expect(page.locator(".winner")).to_have_count(0)
    for other in others:
        expect(other).to_be_visible()


@pytest.mark.slow
def test_a_question_after_the_end_leaves_the_action_bar_free(look: Visit, table: FakeTable) -> None:
    page = look(table, viewport={"width": 1280, "height": 800})
    end(table, "red")
    expect(page.locator(".winner")).to_have_text("Ana wins!")
    answers = [{"word": "in_turn", "fields": {"turn": turn, "name": "Ana"}} for turn in (8, 9)]
    fields = {"name": "Ana", "event": "place_city"}
    question = {"number": 1, "word": "which_turn", "fields": fields, "answers": answers, "pictures": 0}
    table.change(lambda snapshot: snapshot.update(questions=[question]))
    expect(page.get_by_role("button", name="In turn 9, Ana")).to_be_visible()
    bottom = "part => part.getBoundingClientRect().bottom"
    top = page.locator("#actions").evaluate("bar => bar.getBoundingClientRect().top")
    assert page.locator(".question").evaluate(bottom) <= top


@pytest.mark.slow
@pytest.mark.parametrize("winner", ["red", "orange", "white"])
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing_at_the_end(look: Visit, table: FakeTable, winner: str, scheme: str) -> None:
    end(table, winner)
    page = look(table, color_scheme=scheme, reduced_motion="reduce")
    expect(page.locator(".winner")).to_be_visible()
    assert axe_violations(page) == []
