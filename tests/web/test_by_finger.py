"""Questions and actions of the table's page by touch, on a tablet and on a small screen.

What each answer enters is tested in node, too: questions.test.js, table_page.test.js, island_page.test.js,
roll.test.js, device_settings.test.js.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.web.conftest import rich_game
from tests.web.fingers import check_option

pytestmark = pytest.mark.browser

TWO_READINGS = {
    "number": 7,
    "word": "which_dice",
    "fields": {},
    "answers": [
        {"word": "dice_of", "fields": {"dice": [3, 5], "source": "tower"}},
        {"word": "dice_of", "fields": {"dice": [3, 4], "source": "camera"}},
    ],
}
STRAY_ROAD = {"piece": "road", "colour": "red", "at": "p3,0"}
STRAY_PIECE = {
    "number": 3,
    "word": "piece_unexplained",
    "fields": STRAY_ROAD,
    "answers": [{"word": "not_there", "fields": {}}, {"word": "it_is_there", "fields": STRAY_ROAD}],
}
OFFER = {
    "number": 4,
    "by": "red",
    "give": {"ore": 1},
    "take": {"brick": 1},
    "to": ["blue", "orange", "white"],
    "accepted": ["blue"],
    "refused": ["white"],
}

SEVEN: Final = {"dice": [3, 4], "sum": 7, "player": "red", "takes": [], "shortage": []}

BROKEN_WORDS = """[...document.querySelectorAll(".take-name span")].flatMap((name) => {
    const text = name.firstChild;
    return [...text.data.matchAll(/[^ ]+/g)].filter(({ 0: word, index }) => {
      const range = document.createRange();
      range.setStart(text, index);
      range.setEnd(text, index + word.length);
      return range.getClientRects().length > 1;
    }).map(([word]) => word);
  })"""
"""Names beside the roll that need more than one line."""


def tap_and_enter(page: Page, button: Locator, path: str = "**/api/inputs") -> None:
    """Tap a button, and wait until its input was answered."""
    with page.expect_response(path):
        button.tap()


def ask(table: Any, question: dict[str, Any]) -> None:
    table.change(lambda snapshot: snapshot.update(questions=[question]))


def show(table: Any, **values: Any) -> None:
    """Show the usual view with some changed values."""
    table.change_view(**{**rich_game()["view"], **values})


def test_questions_are_answered_by_touch_and_leave_the_bar_within_reach(finger: Page, table: Any) -> None:
    ask(table, TWO_READINGS)
    tap_and_enter(finger, finger.locator(".question").get_by_role("button", name="3 + 4 (Camera)"))
    ask(table, STRAY_PIECE)
    question = finger.locator(".question")
    expect(question).to_contain_text("road")
    tap_and_enter(finger, question.get_by_role("button").last)
    ask(table, TWO_READINGS)
    expect(question).to_contain_text("3 + 4")
    tap_and_enter(finger, finger.locator("#actions").get_by_role("button", name="End turn"))
    assert table.inputs == [
        {"kind": "answer", "question": 7, "answer": 1},
        {"kind": "answer", "question": 3, "answer": 1},
        {"kind": "end_turn"},
    ]
    turn = table.snapshot()["game"]["view"]["turn"]
    assert table.abouts[-1] == {"game": 1, "turn": turn, "after": 39}


@pytest.mark.slow
def test_pending_tasks_are_completed_by_taps(finger: Page, table: Any) -> None:
    discard = {"kind": "discard", "colour": "orange", "count": 4}
    show(table, roll=SEVEN, to_do=[discard, {"kind": "steal", "colour": "red", "from": ["blue", "white"]}])
    for name in ("Done", "Dora", "nobody"):
        tap_and_enter(finger, finger.locator("#roll").get_by_role("button", name=name))

    show(table, to_do=[{"kind": "move_robber", "colour": "red"}])
    expect(finger.locator("#to-do")).to_contain_text("Ana moves the robber")
    tap_and_enter(finger, finger.locator(".hex-due[data-key='h0,-2']"))

    show(table, phase="founding", pieces=[], to_do=[{"kind": "confirm_island", "entry": 2}])
    tap_and_enter(finger, finger.get_by_role("button", name="Confirm"))

    found = {"kind": "found", "colour": "red", "piece": "settlement", "or": ["blue", "white"]}
    show(table, phase="founding", pieces=[], to_do=[found])
    finger.get_by_role("button", name="Someone else begins …").tap()
    tap_and_enter(finger, finger.get_by_role("button", name="Ben begins"))

    found = {"kind": "found", "colour": "white", "piece": "settlement"}
    show(table, phase="founding", pieces=[], to_do=[found])
    expect(finger.locator("#to-do")).to_contain_text("Dora puts down a settlement")
    tap_and_enter(finger, finger.locator(".site-due[data-key='i-2,-2']"))

    show(table, phase="taking_up", to_do=[{"kind": "take_up"}])
    tap_and_enter(finger, finger.get_by_role("button", name="All pieces are as shown"))

    assert table.inputs == [
        {"kind": "discard", "player": "orange", "resources": None},
        {"kind": "steal", "from": "white", "resource": None},
        {"kind": "steal", "from": None, "resource": None},
        {"kind": "move_robber", "to": "h0,-2"},
        {"kind": "confirm", "entry": 2},
        {"kind": "first_player", "player": "blue"},
        {"kind": "place", "piece": "settlement", "at": "i-2,-2", "player": "white"},
        {"kind": "take_up"},
    ]


def test_names_are_not_truncated_next_to_the_roll(finger: Page, table: Any) -> None:
    discards = [{"kind": "discard", "colour": who, "count": 12} for who in ("red", "orange", "white")]
    robber = {"kind": "move_robber", "colour": "red"}
    robbery = {"kind": "steal", "colour": "orange", "from": ["red", "blue", "white"]}
    for to_do in ([*discards, robber], [robbery]):
        table.change_view(roll=SEVEN, to_do=to_do)
        expect(finger.locator(".take")).to_have_count(len(to_do))
        assert finger.evaluate(BROKEN_WORDS) == []
        assert finger.locator("#roll").evaluate("roll => roll.scrollHeight <= roll.clientHeight + 1")


def test_the_island_is_corrected_and_turned_by_taps(finger: Page, table: Any) -> None:
    dialog = finger.get_by_role("dialog")
    finger.locator(".hex[data-key='h0,1']").tap()
    dialog.get_by_label("Terrain").select_option("mountains")
    dialog.get_by_label("Number").select_option("8")
    tap_and_enter(finger, dialog.get_by_role("button", name="Save"))
    expect(dialog).to_be_hidden()
    finger.locator(".harbor[data-resource=wool] circle").first.tap()
    dialog.get_by_label("Harbor").select_option("Ore 2:1")
    tap_and_enter(finger, dialog.get_by_role("button", name="Save"))
    expect(dialog).to_be_hidden()
    hexed, harbored = (entered["layout"] for entered in table.inputs)
    assert hexed["hexes"]["h0,1"] == {"terrain": "mountains", "number": 8}
    assert list(harbored["harbors"].values()) == ["ore"]

    straight = finger.locator(".turned[transform='rotate(0)']")
    expect(straight).to_have_count(1)
    finger.locator(".island-turns button").first.tap()
    expect(straight).to_have_count(0)
    finger.locator(".island-turns button").last.tap()
    expect(straight).to_have_count(1)


def test_offers_are_made_and_answered_by_taps(finger: Page, table: Any) -> None:
    """An offer that blue accepts, white refuses and orange hasn't answered."""
    table.change(lambda snapshot: snapshot.update(offers=[OFFER]))
    offer = finger.get_by_role("group", name="Ana offers")
    # A player who refused keeps the place: no other answer moves under a finger.
    answers = ["Trade with Ben", "Clémentine accepts", "Dora refuses", "No trade"]
    expect(offer.get_by_role("button")).to_have_text(answers)
    # New answers ignore taps for a moment: such a tap was meant for the previous content.
    finger.wait_for_timeout(600)
    for name in ("Trade with Ben", "Clémentine accepts", "No trade"):
        tap_and_enter(finger, offer.get_by_role("button", name=name), "**/api/offers/4")
    given_answers = [(player, number, data["answer"]) for player, number, data, _ in table.seats.answers]
    assert given_answers == [("red", 4, "close"), ("orange", 4, "accept"), ("red", 4, "withdraw")]
    assert table.seats.answers[0][2]["with"] == "blue"

    table.change(lambda snapshot: snapshot.update(offers=[]))
    finger.locator("#actions").get_by_role("button", name="Trade").tap()
    asked = finger.get_by_role("dialog")
    check_option(asked.get_by_label("An offer to all"))
    asked.get_by_role("group", name="Gives").locator("[data-kind=ore] .count-more").tap()
    asked.get_by_role("group", name="Takes").locator("[data-kind=brick] .count-more").tap()
    tap_and_enter(finger, asked.get_by_role("button", name="Offer", exact=True), "**/api/offers")
    offered = {"player": "red", "give": {"ore": 1}, "take": {"brick": 1}, "to": None}
    assert table.seats.offers == [("red", offered)]


class TestSettings:
    """The device's display settings; each survives a reload."""

    @pytest.fixture
    def settings(self, finger: Page) -> Iterator[Locator]:
        yield self.open_settings(finger)
        # Other tests use the device, too.
        finger.evaluate("localStorage.clear()")
        finger.context.clear_cookies(name="language")

    def open_settings(self, finger: Page) -> Locator:
        finger.get_by_role("button", name="View and sound").tap()
        return finger.locator("#settings[open]")

    def reload_settings(self, finger: Page) -> Locator:
        """The settings after a reload."""
        finger.reload()
        finger.wait_for_selector("body[data-connection=live]")
        return self.open_settings(finger)

    @pytest.mark.slow
    def test_theme_sounds_island_and_language_are_set_by_touch(self, finger: Page, settings: Locator) -> None:
        straight = finger.locator(".turned[transform='rotate(0)']")
        settings.get_by_role("button", name="to the right").tap()
        expect(straight).to_have_count(0)
        settings.get_by_role("button", name="north up").tap()
        expect(straight).to_have_count(1)

        sounds = settings.get_by_role("checkbox", name="Sounds")
        for theme in ("light", "dark"):
            was = sounds.is_checked()
            sounds.tap()
            expect(sounds).to_be_checked(checked=not was)
            check_option(settings.get_by_role("radio", name=theme))
            expect(finger.locator(f"html[data-theme={theme}]")).to_have_count(1)
            expect(self.reload_settings(finger).get_by_role("radio", name=theme)).to_be_checked()
            expect(finger.locator(f"html[data-theme={theme}]")).to_have_count(1)
            expect(sounds).to_be_checked(checked=not was)

        settings.get_by_role("button", name="Done").tap()
        finger.get_by_label("Language").select_option("fr")
        expect(finger.locator("html")).to_have_attribute("lang", "fr")
        expect(finger.locator("#actions").get_by_role("button", name="Annuler")).to_be_visible()

    @pytest.mark.slow
    def test_the_page_faces_another_seat(self, finger: Page, settings: Locator) -> None:
        for side, degrees in (("left", 90), ("the far side", 180), ("right", 270)):
            settings.get_by_role("button", name=side, exact=True).tap()
            expect(finger.locator(f"html[data-page='{degrees}']")).to_have_count(1)
            # The turned page takes taps, too, and leads back.
            settings.get_by_role("button", name="Done").tap()
            expect(settings).to_have_count(0)
            self.reload_settings(finger).locator(f"[data-side='{360 - degrees}']").tap()
            expect(finger.locator("html[data-page='0']")).to_have_count(1)
