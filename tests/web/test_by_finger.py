"""What the table's page asks and offers, answered by touch, on a tablet and on a small screen."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.web.fingers import pick

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


BROKEN_WORDS = """[...document.querySelectorAll(".take-name span")].flatMap((name) => {
    const text = name.firstChild;
    return [...text.data.matchAll(/[^ ]+/g)].filter(({ 0: word, index }) => {
      const range = document.createRange();
      range.setStart(text, index);
      range.setEnd(text, index + word.length);
      return range.getClientRects().length > 1;
    }).map(([word]) => word);
  })"""
"""Words of the names beside the roll that don't stand in one line."""


def tap_and_enter(page: Page, button: Locator, path: str = "**/api/inputs") -> None:
    """Tap a button, and wait until what it says was answered."""
    with page.expect_response(path):
        button.tap()


def ask(table: Any, question: dict[str, Any]) -> None:
    table.change(lambda snapshot: snapshot.update(questions=[question]))


class TestQuestions:
    def test_one_is_answered(self, finger: Page, table: Any) -> None:
        ask(table, TWO_READINGS)
        tap_and_enter(finger, finger.locator(".question").get_by_role("button", name="3 + 4 (Camera)"))
        assert table.inputs == [{"kind": "answer", "question": 7, "answer": 1}]

    def test_one_about_a_piece_too(self, finger: Page, table: Any) -> None:
        ask(table, STRAY_PIECE)
        tap_and_enter(finger, finger.locator(".question button").last)
        assert table.inputs == [{"kind": "answer", "question": 3, "answer": 1}]

    def test_it_leaves_the_bar_within_reach(self, finger: Page, table: Any) -> None:
        ask(table, TWO_READINGS)
        expect(finger.locator(".question")).to_be_visible()
        tap_and_enter(finger, finger.locator("#actions").get_by_role("button", name="End turn"))
        turn = table.snapshot()["game"]["view"]["turn"]
        assert table.inputs == [{"kind": "end_turn"}]
        assert table.abouts == [{"game": 1, "turn": turn, "after": 39}]


class TestWhatIsToBeDone:
    def test_a_seven(self, finger: Page, table: Any) -> None:
        table.change_view(
            roll={"dice": [3, 4], "sum": 7, "player": "red", "takes": [], "shortage": []},
            to_do=[
                {"kind": "discard", "colour": "orange", "count": 4},
                {"kind": "steal", "colour": "red", "from": ["blue", "white"]},
            ],
        )
        for name in ("Done", "Dora", "nobody"):
            tap_and_enter(finger, finger.locator("#roll").get_by_role("button", name=name))
        assert table.inputs == [
            {"kind": "discard", "player": "orange", "resources": None},
            {"kind": "steal", "from": "white", "resource": None},
            {"kind": "steal", "from": None, "resource": None},
        ]

    @pytest.mark.parametrize(
        "to_do",
        [
            [
                *({"kind": "discard", "colour": who, "count": 12} for who in ("red", "orange", "white")),
                {"kind": "move_robber", "colour": "red"},
            ],
            [{"kind": "steal", "colour": "orange", "from": ["red", "blue", "white"]}],
        ],
        ids=["cards go back", "a robbery"],
    )
    def test_names_stay_whole_beside_the_roll(
        self, finger: Page, table: Any, to_do: list[dict[str, Any]]
    ) -> None:
        seven = {"dice": [3, 4], "sum": 7, "player": "red", "takes": [], "shortage": []}
        table.change_view(roll=seven, to_do=to_do)
        expect(finger.locator(".take")).to_have_count(len(to_do))
        assert finger.evaluate(BROKEN_WORDS) == []
        assert finger.locator("#roll").evaluate("roll => roll.scrollHeight <= roll.clientHeight + 1")

    def test_the_robber_goes_to_the_hex_that_is_tapped(self, finger: Page, table: Any) -> None:
        table.change_view(to_do=[{"kind": "move_robber", "colour": "red"}])
        expect(finger.locator("#to-do")).to_contain_text("Ana moves the robber")
        tap_and_enter(finger, finger.locator(".hex-due[data-key='h0,-2']"))
        assert table.inputs == [{"kind": "move_robber", "to": "h0,-2"}]

    def test_an_island_that_was_read_is_right(self, finger: Page, table: Any) -> None:
        table.change_view(phase="founding", pieces=[], to_do=[{"kind": "confirm_island", "entry": 2}])
        tap_and_enter(finger, finger.get_by_role("button", name="It is right"))
        assert table.inputs == [{"kind": "confirm", "entry": 2}]

    def test_somebody_else_begins(self, finger: Page, table: Any) -> None:
        found = {"kind": "found", "colour": "red", "piece": "settlement", "or": ["blue", "white"]}
        table.change_view(phase="founding", pieces=[], to_do=[found])
        tap_and_enter(finger, finger.get_by_role("button", name="Ben begins"))
        assert table.inputs == [{"kind": "first_player", "player": "blue"}]

    def test_the_first_settlement_is_founded(self, finger: Page, table: Any) -> None:
        found = {"kind": "found", "colour": "white", "piece": "settlement"}
        table.change_view(phase="founding", pieces=[], to_do=[found])
        expect(finger.locator("#to-do")).to_contain_text("Dora puts down a settlement")
        tap_and_enter(finger, finger.locator(".site-due[data-key='i-2,-2']"))
        assert table.inputs == [{"kind": "place", "piece": "settlement", "at": "i-2,-2", "player": "white"}]

    def test_all_pieces_of_a_game_taken_up_stand(self, finger: Page, table: Any) -> None:
        table.change_view(phase="taking_up", to_do=[{"kind": "take_up"}])
        tap_and_enter(finger, finger.get_by_role("button", name="All pieces stand as shown"))
        assert table.inputs == [{"kind": "take_up"}]


class TestTheIsland:
    def test_a_hex_is_put_right(self, finger: Page, table: Any) -> None:
        finger.locator(".hex[data-key='h0,1']").tap()
        finger.get_by_role("dialog").get_by_label("Terrain").select_option("mountains")
        finger.get_by_role("dialog").get_by_label("Number").select_option("8")
        tap_and_enter(finger, finger.get_by_role("dialog").get_by_role("button", name="Save"))
        (entered,) = table.inputs
        assert entered["layout"]["hexes"]["h0,1"] == {"terrain": "mountains", "number": 8}

    def test_a_harbor_is_put_right(self, finger: Page, table: Any) -> None:
        finger.locator(".harbor[data-resource=wool] circle").first.tap()
        finger.get_by_role("dialog").get_by_label("Harbor").select_option("Ore 2:1")
        tap_and_enter(finger, finger.get_by_role("dialog").get_by_role("button", name="Save"))
        assert list(table.inputs[0]["layout"]["harbors"].values()) == ["ore"]

    def test_the_arrows_turn_it(self, finger: Page) -> None:
        straight = finger.locator(".turned[transform='rotate(0)']")
        expect(straight).to_have_count(1)
        finger.locator(".island-turns button").first.tap()
        expect(straight).to_have_count(0)


class TestOffers:
    """An offer that blue accepts, white refuses and orange hasn't answered."""

    @pytest.fixture(autouse=True)
    def _open(self, table: Any) -> None:
        table.change(lambda snapshot: snapshot.update(offers=[OFFER]))

    @pytest.mark.parametrize(
        ("name", "said"),
        [
            ("Trade with Ben", {"player": "red", "answer": "close", "with": "blue"}),
            ("Clémentine accepts", {"player": "orange", "answer": "accept"}),
            ("No trade", {"player": "red", "answer": "withdraw"}),
        ],
    )
    def test_each_answer_is_a_tap(self, finger: Page, table: Any, name: str, said: dict[str, str]) -> None:
        offer = finger.get_by_role("group", name="Ana offers")
        # Who refused keeps the place: no other answer comes under a finger.
        answers = ["Trade with Ben", "Clémentine accepts", "Dora refuses", "No trade"]
        expect(offer.get_by_role("button")).to_have_text(answers)
        # Answers that have just come take no tap: it was meant for what stood there before.
        finger.wait_for_timeout(600)
        tap_and_enter(finger, offer.get_by_role("button", name=name), "**/api/offers/4")
        ((player, number, data, _),) = table.seats.answers
        assert (player, number) == (said["player"], 4)
        assert {field: data[field] for field in said} == said

    def test_one_is_made_for_a_player(self, finger: Page, table: Any) -> None:
        finger.locator("#actions").get_by_role("button", name="Trade").tap()
        asked = finger.get_by_role("dialog")
        pick(asked.get_by_label("An offer to all"))
        asked.get_by_role("group", name="Gives").locator("[data-kind=ore] .count-more").tap()
        asked.get_by_role("group", name="Takes").locator("[data-kind=brick] .count-more").tap()
        tap_and_enter(finger, asked.get_by_role("button", name="Offer", exact=True), "**/api/offers")
        offered = {"player": "red", "give": {"ore": 1}, "take": {"brick": 1}, "to": None}
        assert table.seats.offers == [("red", offered)]


class TestSettings:
    """How this device shows the table; each is kept over a reload."""

    @pytest.fixture
    def settings(self, finger: Page) -> Iterator[Locator]:
        yield self.opened(finger)
        # The device is other tests' too.
        finger.evaluate("localStorage.clear()")
        finger.context.clear_cookies(name="language")

    def opened(self, finger: Page) -> Locator:
        finger.get_by_role("button", name="View and sound").tap()
        return finger.locator("#settings[open]")

    def again(self, finger: Page) -> Locator:
        """The settings after a reload."""
        finger.reload()
        finger.wait_for_selector("body[data-connection=live]")
        return self.opened(finger)

    @pytest.mark.parametrize("theme", ["light", "dark"])
    def test_brightness(self, finger: Page, settings: Locator, theme: str) -> None:
        pick(settings.get_by_role("radio", name=theme))
        expect(finger.locator(f"html[data-theme={theme}]")).to_have_count(1)
        expect(self.again(finger).get_by_role("radio", name=theme)).to_be_checked()

    @pytest.mark.parametrize(("side", "degrees"), [("left", 90), ("across", 180), ("right", 270)])
    def test_the_page_faces_another_seat(
        self, finger: Page, settings: Locator, side: str, degrees: int
    ) -> None:
        settings.get_by_role("button", name=side, exact=True).tap()
        expect(finger.locator(f"html[data-page='{degrees}']")).to_have_count(1)
        # It is tapped there, too, and leads back.
        settings.get_by_role("button", name="Done").tap()
        expect(finger.locator("#settings[open]")).to_have_count(0)
        opened = self.again(finger)
        back = opened.locator(f"[data-side='{360 - degrees}']")
        back.tap()
        expect(finger.locator("html[data-page='0']")).to_have_count(1)

    def test_the_island_is_turned(self, finger: Page, settings: Locator) -> None:
        straight = finger.locator(".turned[transform='rotate(0)']")
        settings.get_by_role("button", name="to the right").tap()
        expect(straight).to_have_count(0)
        settings.get_by_role("button", name="north up").tap()
        expect(straight).to_have_count(1)

    def test_sounds_are_switched_off_and_on(self, finger: Page, settings: Locator) -> None:
        sounds = settings.get_by_role("checkbox", name="Sounds")
        was = sounds.is_checked()
        sounds.tap()
        expect(sounds).to_be_checked(checked=not was)
        expect(self.again(finger).get_by_role("checkbox", name="Sounds")).to_be_checked(checked=not was)

    def test_the_language(self, finger: Page, settings: Locator) -> None:
        settings.get_by_role("button", name="Done").tap()
        finger.get_by_label("Language").select_option("fr")
        expect(finger.locator("html")).to_have_attribute("lang", "fr")
        expect(finger.locator("#actions").get_by_role("button", name="Annuler")).to_be_visible()
