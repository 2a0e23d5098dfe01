"""The players' phones: what each sees and enters, and two of them agreeing on a trade, in real browsers."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from flask.testing import FlaskClient
from playwright.sync_api import Page, expect

from companion.island.geometry import CORNERS, HEXES
from companion.island.setups import first_game
from companion.journal import Journal
from companion.table.table import Table
from tests.beginnings import FOUNDING, Seconds
from tests.shown import own_view, view
from tests.web.fingers import SCREENS, pick
from tests.web.luck import Cable
from tests.web.paired import paired_client
from web import WebServer
from web.app import create_app

PHONE = {"width": 390, "height": 844}
PLAYERS = [
    {"name": "Ana", "colour": "red"},
    {"name": "Ben", "colour": "blue"},
    {"name": "Cyr", "colour": "white"},
]
NAMES = {player["colour"]: player["name"] for player in PLAYERS}
HANDS = {"red": {"ore": 3, "wool": 2, "grain": 2}, "blue": {"wool": 2, "brick": 1}, "white": {"wool": 1}}


@pytest.fixture
def evening(tmp_path: Path, request: pytest.FixtureRequest) -> Iterator[Table]:
    """A real table: founded, everybody has said the own hand on the phone, red has rolled.

    Its parameter, where a test gives one, is further options.
    """
    options = {"all_told": True, **getattr(request, "param", {})}
    with Journal.open(tmp_path / "journal.db") as journal:
        table = Table(journal, Seconds())
        table.start_game({"players": PLAYERS, "options": options})
        table.submit({"kind": "correct", "layout": first_game().to_json()})
        for piece, at in FOUNDING:
            table.submit({"kind": "place", "piece": piece, "at": at})
        for colour, hand in HANDS.items():
            table.seats.submit(colour, {"kind": "show_hand", "resources": hand})
        table.submit({"kind": "roll", "dice": [1, 1]})
        yield table
        table.stop()


Pick = Callable[[str], Page]


@pytest.fixture
def server(evening: Table, serve: Callable[..., WebServer]) -> WebServer:
    return serve(evening)


@pytest.fixture
def pick_up(visit: Callable[..., Page], server: WebServer) -> Pick:
    """Take a player's phone out: pick_up("red")."""

    def open_phone(colour: str) -> Page:
        seat = {"role": "phone", "seat": colour, "player": NAMES[colour]}
        return visit(server, path="phone", **seat, **SCREENS["phone"])

    return open_phone


def card(page: Page, kind: str) -> Any:
    return page.locator(f".hand-card[data-resource={kind}] b")


def key(page: Page, name: str) -> Any:
    return page.locator(f"[data-key={name}]")


def add(page: Page, side: str, kind: str, count: int = 1) -> None:
    for _ in range(count):
        page.get_by_role("group", name=side).locator(f"[data-kind={kind}] .count-more").tap()


class TestTwoPhonesAgree:
    def test_an_offer_accepted_changes_both_hands_and_the_tablet_s_story(
        self, pick_up: Pick, visit: Callable[..., Page], server: WebServer
    ) -> None:
        red, blue, tablet = pick_up("red"), pick_up("blue"), visit(server)
        expect(card(red, "ore")).to_have_text("3")
        expect(card(blue, "wool")).to_have_text("2")
        expect(red.locator(".sure")).to_be_visible()

        key(red, "trade").tap()
        add(red, "You give", "ore")
        add(red, "You take", "brick")
        red.get_by_role("button", name="Offer", exact=True).last.tap()
        expect(key(red, "withdraw-1")).to_be_visible()

        expect(blue.locator(".offer")).to_contain_text("Ana offers")
        key(blue, "accept-1").tap()
        key(red, "close-1-blue").tap()

        expect(card(red, "ore")).to_have_text("2")
        expect(card(red, "brick")).to_have_text("1")
        expect(card(blue, "ore")).to_have_text("1")
        expect(card(blue, "brick")).to_have_text("0")
        for page in (red, blue):
            expect(page.locator(".offer")).to_have_count(0)
        expect(tablet.locator("#log .entry").first).to_contain_text("Ben")
        assert "ore" not in json.dumps(tablet.locator("#players").inner_text())

    def test_who_surely_can_t_pay_is_told_so(self, evening: Table, pick_up: Pick) -> None:
        evening.seats.offer("red", {"give": {"ore": 1}, "take": {"brick": 1}, "to": None})
        white = pick_up("white")
        expect(white.locator(".offer")).to_contain_text("You lack 1 brick.")
        expect(key(white, "accept-1")).to_be_disabled()
        key(white, "refuse-1").tap()
        expect(white.locator(".offer")).to_contain_text("You refused.")
        assert evening.snapshot()["offers"][0]["refused"] == ["white"]


class TestTheTabletAnswersForWhoHasNoPhone:
    def test_an_offer_of_a_phone_is_accepted_on_the_tablet(
        self, evening: Table, visit: Callable[..., Page], server: WebServer
    ) -> None:
        evening.seats.offer("red", {"give": {"ore": 1}, "take": {"brick": 1}, "to": None})
        tablet = visit(server)
        expect(tablet.locator(".offer")).to_contain_text("Ana offers")
        key(tablet, "yes-1-blue").click()
        key(tablet, "with-1-blue").click()
        expect(tablet.locator(".offer")).to_have_count(0)
        assert view(evening)["log"][-1]["event"]["kind"] == "domestic_trade"

    def test_the_tablet_offers_for_a_player(
        self, evening: Table, visit: Callable[..., Page], pick_up: Pick, server: WebServer
    ) -> None:
        tablet, blue = visit(server), pick_up("blue")
        key(tablet, "trade").click()
        tablet.get_by_label("An offer to all").check()
        tablet.get_by_role("group", name="Gives").locator("[data-kind=ore] .count-more").click()
        tablet.get_by_role("group", name="Takes").locator("[data-kind=brick] .count-more").click()
        tablet.get_by_role("button", name="Offer", exact=True).click()
        key(blue, "accept-1").tap()
        expect(key(tablet, "with-1-blue")).to_be_visible()
        offer = evening.snapshot()["offers"][0]
        assert (offer["by"], offer["give"], offer["take"]) == ("red", {"ore": 1}, {"brick": 1})


class TestOneOwnsCards:
    def test_a_card_bought_is_known_on_this_phone_alone(self, evening: Table, pick_up: Pick) -> None:
        red = pick_up("red")
        key(red, "buy").tap()
        red.locator("[data-choice=monopoly]").tap()
        expect(red.locator("[data-card=monopoly]")).to_contain_text("bought this turn")
        assert "monopoly" not in json.dumps([evening.snapshot(), evening.seats.snapshot("blue")])
        assert view(evening)["log"][-1]["source"] == "phone:red"

    def test_a_slip_of_the_thumb_is_taken_back(self, evening: Table, pick_up: Pick) -> None:
        red = pick_up("red")
        key(red, "buy").tap()
        red.locator("[data-choice=monopoly]").tap()
        expect(red.locator("[data-card=monopoly]")).to_be_visible()
        key(red, "undo").tap()
        expect(red.locator("[data-card=monopoly]")).to_have_count(0)
        expect(red.locator("#message")).to_be_hidden()

    def test_a_hand_that_isn_t_certain_says_so_and_is_put_right(self, evening: Table, pick_up: Pick) -> None:
        for _ in ("blue", "white"):
            evening.submit({"kind": "end_turn"})
            evening.submit({"kind": "roll", "dice": [1, 1]})
        evening.submit({"kind": "end_turn"})
        evening.submit({"kind": "roll", "dice": [3, 4]})
        evening.submit({"kind": "move_robber", "to": "h2,-1"})
        evening.submit({"kind": "steal", "player": "red", "from": "blue", "resource": None})
        blue = pick_up("blue")
        expect(blue.locator(".unsure")).to_contain_text("most likely (67 %)")
        expect(blue.locator(".hand-card[data-resource=wool]")).to_contain_text("1 to 2")
        expect(blue.locator(".other-hands li")).to_have_count(1)
        blue.get_by_role("button", name="Which card did Ana steal from you?").tap()
        blue.locator("[data-choice=brick]").tap()
        expect(blue.locator(".sure")).to_be_visible()
        expect(card(blue, "brick")).to_have_text("0")
        assert "other-hands" not in blue.content()

    def test_a_seven_asks_for_the_cards_that_go_back(self, evening: Table, pick_up: Pick) -> None:
        evening.seats.submit("blue", {"kind": "show_hand", "resources": {"wool": 5, "brick": 4}})
        evening.submit({"kind": "roll", "dice": [3, 4]})
        blue = pick_up("blue")
        key(blue, "discard").tap()
        add(blue, "4 cards go back", "wool", 4)
        blue.get_by_role("button", name="Discarded").tap()
        expect(card(blue, "wool")).to_have_text("1")
        expect(key(blue, "discard")).to_have_count(0)

    def test_a_turn_by_thumb(self, evening: Table, pick_up: Pick) -> None:
        """Cards for the bank, the dice passed around, a card played for two of the bank's, the end."""
        evening.seats.submit("red", {"kind": "buy_development_card", "card": "year_of_plenty"})
        evening.seats.submit("red", {"kind": "show_hand", "resources": {"wool": 4}})
        red = pick_up("red")
        key(red, "bank").tap()
        add(red, "You give", "wool")
        add(red, "You take", "ore")
        red.get_by_role("button", name="Traded").tap()
        expect(card(red, "ore")).to_have_text("1")
        expect(red).to_have_title("● Your turn")
        key(red, "end").tap()
        expect(red.locator("#turn")).to_contain_text("Ben's turn")
        expect(red).to_have_title("Companion")
        for _ in ("blue", "white"):
            evening.submit({"kind": "roll", "dice": [1, 1]})
            evening.submit({"kind": "end_turn"})
        key(red, "play").tap()
        red.locator("[data-choice=year_of_plenty]").tap()
        add(red, "Which two cards from the bank?", "grain", 2)
        red.get_by_role("button", name="Taken").tap()
        expect(card(red, "grain")).to_have_text("2")
        expect(red.locator("#cards")).to_be_empty()

    def test_a_monopoly_may_say_what_each_gave(self, evening: Table, pick_up: Pick) -> None:
        evening.seats.submit("red", {"kind": "buy_development_card", "card": "monopoly"})
        for _ in PLAYERS:
            evening.submit({"kind": "end_turn"})
            evening.submit({"kind": "roll", "dice": [1, 1]})
        red = pick_up("red")
        key(red, "play").tap()
        red.locator("[data-choice=monopoly]").tap()
        red.locator("[data-choice=wool]").tap()
        add(red, "How many does each give?", "blue", 2)
        add(red, "How many does each give?", "white", 1)
        red.get_by_role("button", name="That many").tap()
        expect(card(red, "wool")).to_have_text("4")
        assert own_view(evening, "blue")["hand"]["cards"] == {"brick": 1}

    def test_what_is_next_with_dice_and_pieces_is_said(self, evening: Table, pick_up: Pick) -> None:
        blue = pick_up("blue")
        evening.submit({"kind": "end_turn"})
        expect(blue.locator(".next")).to_have_text("Roll the dice.")
        evening.submit({"kind": "roll", "dice": [3, 4]})
        expect(blue.locator(".next")).to_have_text("Move the robber.")

    def test_a_thief_says_whom_and_which(self, evening: Table, pick_up: Pick) -> None:
        evening.submit({"kind": "roll", "dice": [3, 4]})
        evening.submit({"kind": "move_robber", "to": next(h for h in HEXES if "i-2,-2" in CORNERS[h])})
        blue = pick_up("blue")
        key(blue, "rob").tap()
        pick(blue.locator("input[name=resource][value=ore]"))
        blue.get_by_role("button", name="Stolen").tap()
        expect(card(blue, "ore")).to_have_text("1")
        assert view(evening)["log"][-1]["event"]["resource"] is None

    def test_hidden_points_are_counted_on_this_phone_alone(self, evening: Table, pick_up: Pick) -> None:
        for _ in range(5):
            evening.seats.submit("red", {"kind": "show_hand", "resources": {"wool": 1, "grain": 1, "ore": 1}})
            evening.seats.submit("red", {"kind": "buy_development_card", "card": "victory_point"})
        red = pick_up("red")
        expect(red.locator(".own-points")).to_contain_text("7")
        expect(red.locator(".own-points")).to_contain_text("5 hidden")
        key(red, "cover").tap()
        expect(red.locator(".own-points")).not_to_contain_text("hidden")
        assert view(evening)["players"][0]["points"] == 2

    @pytest.mark.parametrize("evening", [{"points_to_win": 3}], indirect=True)
    def test_a_card_that_wins_is_shown_to_all_only_if_its_player_wants_so(
        self, evening: Table, pick_up: Pick
    ) -> None:
        evening.submit({"kind": "buy_development_card"})
        red = pick_up("red")
        for _ in range(2):
            red.locator("[data-key^=name-]").tap()
            red.locator("[data-choice=victory_point]").tap()
            expect(red.locator("#dialog")).to_contain_text("everybody sees that you have won")
            red.get_by_role("button", name="Not yet").tap()
            assert view(evening)["phase"] == "play"
        red.locator("[data-key^=name-]").tap()
        red.locator("[data-choice=victory_point]").tap()
        red.get_by_role("button", name="Show it and win").tap()
        expect(red.locator("#dialog")).to_be_hidden()
        assert view(evening)["phase"] == "over"

    def test_covered_the_phone_gives_nothing_away(self, pick_up: Pick) -> None:
        red = pick_up("red")
        key(red, "cover").tap()
        expect(red.locator(".card-back")).to_have_count(5)
        for kind in HANDS["red"]:
            assert f'data-resource="{kind}"' not in red.locator("#hand").inner_html()
        expect(red.locator("#actions button")).to_have_count(0)
        red.reload()
        expect(red.locator(".card-back")).to_have_count(5)
        key(red, "cover").tap()
        expect(card(red, "ore")).to_have_text("3")


class TestWhatOnlyThisPlayerKnows:
    """What was told without its cards, said later on the phone of whose cards they are."""

    def last(self, evening: Table) -> Any:
        return view(evening)["log"][-1]["event"]

    def test_a_likely_hand_is_right(self, evening: Table, pick_up: Pick) -> None:
        evening.submit({"kind": "steal", "player": "red", "from": "blue", "resource": None})
        blue = pick_up("blue")
        expect(card(blue, "wool")).to_have_text("1")
        expect(blue.locator(".unsure")).to_be_visible()
        key(blue, "hand-right").tap()
        expect(blue.locator(".sure")).to_be_visible()
        expect(key(blue, "hand-right")).to_have_count(0)
        assert own_view(evening, "blue")["hand"]["cards"] == {"wool": 1, "brick": 1}

    def test_who_is_robbed_says_which_card_it_was(self, evening: Table, pick_up: Pick) -> None:
        evening.submit({"kind": "roll", "dice": [3, 4]})
        evening.submit({"kind": "move_robber", "to": next(h for h in HEXES if "i-2,-2" in CORNERS[h])})
        red, blue = pick_up("red"), pick_up("blue")
        robbed = key(red, "robbed")
        expect(robbed).to_have_text("Ben robs you? Say which card.")
        robbed.tap()
        expect(red.locator("#dialog")).to_contain_text("Which card did Ben take?")
        red.locator("[data-choice=ore]").tap()
        expect(card(red, "ore")).to_have_text("2")
        expect(robbed).to_have_count(0)
        expect(card(blue, "ore")).to_have_text("1")
        assert self.last(evening)["resource"] is None

    def test_a_thief_names_the_card_later(self, evening: Table, pick_up: Pick) -> None:
        evening.submit({"kind": "roll", "dice": [3, 4]})
        evening.submit({"kind": "move_robber", "to": next(h for h in HEXES if "i-2,-2" in CORNERS[h])})
        evening.submit({"kind": "steal", "from": "red", "resource": None})
        blue = pick_up("blue")
        expect(blue.locator(".unsure")).to_be_visible()
        blue.get_by_role("button", name="Which card did you steal from Ana?").tap()
        blue.locator("[data-choice=ore]").tap()
        expect(blue.locator(".sure")).to_be_visible()
        expect(card(blue, "ore")).to_have_text("1")
        assert self.last(evening)["resource"] is None

    def test_a_card_bought_at_the_tablet_is_named_later(self, evening: Table, pick_up: Pick) -> None:
        evening.submit({"kind": "buy_development_card"})
        red = pick_up("red")
        expect(red.locator("[data-card=unnamed]")).to_contain_text("nobody said which")
        red.get_by_role("button", name="Which card did you buy?").tap()
        red.locator("[data-choice=knight]").tap()
        expect(red.locator("[data-card=knight]")).to_be_visible()
        expect(red.locator("[data-key^=name-]")).to_have_count(0)
        assert "knight" not in json.dumps([self.last(evening), own_view(evening, "blue")])

    def test_cards_that_went_back_are_named_later(self, evening: Table, pick_up: Pick) -> None:
        evening.seats.submit("blue", {"kind": "show_hand", "resources": {"wool": 5, "brick": 4}})
        evening.submit({"kind": "roll", "dice": [3, 4]})
        evening.submit({"kind": "discard", "player": "blue", "resources": None})
        blue = pick_up("blue")
        expect(blue.locator(".unsure")).to_be_visible()
        blue.get_by_role("button", name="Which cards did you discard?").tap()
        add(blue, "4 cards", "wool", 3)
        expect(blue.get_by_role("button", name="These cards")).to_be_disabled()
        add(blue, "4 cards", "wool")
        blue.get_by_role("button", name="These cards").tap()
        expect(card(blue, "wool")).to_have_text("1")
        expect(blue.locator(".sure")).to_be_visible()

    @pytest.mark.parametrize("evening", [{"points_to_win": 3}], indirect=True)
    def test_points_that_win_are_revealed(self, evening: Table, pick_up: Pick) -> None:
        evening.submit({"kind": "buy_development_card"})
        red, blue = pick_up("red"), pick_up("blue")
        reveal = key(red, "reveal")
        expect(reveal).to_have_text("Reveal 1 victory point: you win")
        key(red, "cover").tap()
        expect(reveal).to_have_count(0)
        key(red, "cover").tap()
        reveal.tap()
        expect(red.locator("#turn")).to_contain_text("You win!")
        expect(blue.locator("#turn")).to_contain_text("Ana wins!")
        expect(blue.locator("#actions button")).to_have_count(0)
        assert view(evening)["winner"] == "red"


class TestAnOfferToOne:
    def test_only_that_one_sees_it_and_takes_it(self, pick_up: Pick) -> None:
        red, blue, white = pick_up("red"), pick_up("blue"), pick_up("white")
        key(red, "trade").tap()
        pick(red.get_by_role("group", name="To whom?").get_by_label("Cyr"))
        add(red, "You give", "ore")
        add(red, "You take", "wool")
        red.get_by_role("button", name="Offer", exact=True).last.tap()
        expect(white.locator(".offer")).to_contain_text("Ana offers")
        expect(red.locator(".offer")).to_contain_text("Not answered yet: Cyr")
        key(white, "accept-1").tap()
        # Made to one, it is agreed with that one's word.
        expect(card(white, "ore")).to_have_text("1")
        expect(card(red, "wool")).to_have_text("3")
        expect(blue.locator(".offer")).to_have_count(0)

    def test_it_is_withdrawn(self, evening: Table, pick_up: Pick) -> None:
        evening.seats.offer("red", {"give": {"ore": 1}, "take": {"wool": 1}, "to": "white"})
        red, white = pick_up("red"), pick_up("white")
        expect(white.locator(".offer")).to_contain_text("Ana offers")
        key(red, "withdraw-1").tap()
        for phone in (red, white):
            expect(phone.locator(".offer")).to_have_count(0)
        assert evening.snapshot()["offers"] == []


class TestWatchingTheTable:
    def test_a_phone_shows_the_table_and_no_hand_and_comes_back_to_its_seat(self, pick_up: Pick) -> None:
        red = pick_up("red")
        red.get_by_role("link", name="Watch the table").tap()
        expect(red.locator("#island .hex")).to_have_count(19)
        expect(red.locator("#actions button")).to_have_count(0)
        expect(red.locator(".hand, .hand-card")).to_have_count(0)
        red.locator(".looking a").tap()
        expect(card(red, "ore")).to_have_text("3")


class TestAGameWithoutSecrets:
    @pytest.mark.parametrize("kind", ["spot_it", "dice_game"])
    def test_a_phone_says_whose_it_is_and_leads_to_the_table_and_not_back(
        self, evening: Table, pick_up: Pick, kind: str
    ) -> None:
        evening.start_game({"game": kind, "players": PLAYERS[:2], "options": {}, "abandon": True})
        red = pick_up("red")
        expect(red.get_by_role("heading", name="Ana")).to_be_visible()
        expect(red.locator("#pairing")).to_contain_text("Nothing is secret in this game")
        red.get_by_role("link", name="Watch the table").tap()
        expect(red.locator(".looking")).to_have_text("Only looking.")
        expect(red.locator("#game")).to_be_visible()
        expect(red.get_by_role("link", name="to my own cards")).to_have_count(0)


class TestWhatIsAskedWhileTheGameGoesOn:
    """What stands in an open question may be so no more: it is closed, with a word; nothing is entered."""

    def test_a_hand_that_changes_is_asked_for_anew(self, evening: Table, pick_up: Pick) -> None:
        blue = pick_up("blue")
        key(blue, "hand-say").tap()
        expect(blue.locator("#dialog")).to_contain_text("What do you hold?")
        evening.seats.submit("blue", {"kind": "show_hand", "resources": {"wool": 3}})
        expect(blue.locator("#dialog")).to_be_hidden()
        expect(blue.locator("#message")).to_contain_text("Your hand has changed")
        key(blue, "hand-say").tap()
        expect(
            blue.get_by_role("group", name="All cards in your hand").locator("output").nth(2)
        ).to_have_text("3")
        blue.get_by_role("button", name="That's my hand").tap()
        expect(blue.locator("#message")).to_contain_text("Recorded.")
        assert own_view(evening, "blue")["hand"]["cards"] == {"wool": 3}

    def test_an_offer_ends_with_the_turn(self, evening: Table, pick_up: Pick) -> None:
        red = pick_up("red")
        key(red, "trade").tap()
        expect(red.locator("#dialog")).to_contain_text("You offer a trade")
        evening.submit({"kind": "end_turn"})
        expect(red.locator("#dialog")).to_be_hidden()
        expect(red.locator("#message")).to_contain_text("The game has gone on")

    def test_a_theft_that_its_victim_has_told_is_not_asked_any_more(
        self, evening: Table, pick_up: Pick
    ) -> None:
        evening.submit({"kind": "roll", "dice": [3, 4]})
        evening.submit({"kind": "move_robber", "to": next(h for h in HEXES if "i-2,-2" in CORNERS[h])})
        blue = pick_up("blue")
        key(blue, "rob").tap()
        expect(blue.locator("#dialog")).to_contain_text("You steal a card")
        evening.seats.submit("red", {"kind": "steal", "by": "blue", "resource": "ore"})
        expect(blue.locator("#dialog")).to_be_hidden()
        expect(card(blue, "ore")).to_have_text("1")

    def test_what_others_enter_that_changes_nothing_of_it_leaves_it_open(
        self, evening: Table, pick_up: Pick
    ) -> None:
        red = pick_up("red")
        key(red, "hand-say").tap()
        expect(red.locator("#dialog")).to_contain_text("What do you hold?")
        evening.seats.submit("white", {"kind": "show_hand", "resources": {"wool": 2}})
        evening.seats.offer("white", {"give": {"wool": 1}, "take": {"ore": 1}})
        # The phone has heard of both.
        expect(red.locator(".offer")).to_have_count(1)
        expect(red.locator("#message")).to_be_hidden()
        expect(red.locator("#dialog")).to_be_visible()

    def test_undo_stands_there_only_as_long_as_it_takes_back_what_this_phone_told(
        self, evening: Table, pick_up: Pick
    ) -> None:
        blue = pick_up("blue")
        key(blue, "hand-say").tap()
        blue.get_by_role("button", name="That's my hand").tap()
        expect(key(blue, "undo")).to_be_visible()
        evening.submit({"kind": "end_turn"})
        expect(blue.locator("#turn")).to_contain_text("Your turn")
        expect(key(blue, "undo")).to_be_hidden()


class TestTheFounding:
    @pytest.fixture
    def founding(self, evening: Table) -> Table:
        evening.start_game({"players": PLAYERS, "options": {"all_told": True}, "abandon": True})
        evening.submit({"kind": "correct", "layout": first_game().to_json()})
        return evening

    def test_says_whose_turn_it_is_and_nothing_of_a_hand_that_is_empty(
        self, founding: Table, pick_up: Pick
    ) -> None:
        red, blue = pick_up("red"), pick_up("blue")
        expect(blue.locator("#turn")).to_contain_text("Set-up phase")
        expect(blue.locator("#turn")).to_contain_text("Ana's turn")
        expect(red.locator("#turn")).to_contain_text("Your turn")
        expect(red.locator(".next")).to_have_text("Place a settlement.")
        expect(blue.locator(".sure, .unsure")).to_have_count(0)

    def test_says_which_starting_resources_this_player_takes_in_the_first_game(
        self, evening: Table, pick_up: Pick
    ) -> None:
        options = {"all_told": True, "setup": "first_game"}
        evening.start_game({"players": PLAYERS, "options": options, "abandon": True})
        evening.submit({"kind": "lay_island"})
        blue = pick_up("blue")
        expect(blue.locator(".phone-takes .card")).to_have_count(3)
        evening.submit({"kind": "roll", "dice": [1, 1]})
        expect(blue.locator("#turn")).to_contain_text("You take nothing")


class TestTheBarAtTheTop:
    @pytest.mark.parametrize("width", [320, 360, 390])
    @pytest.mark.parametrize("locale", ["en-GB", "fr-FR"])
    def test_the_whole_name_stands_there_whatever_else_does(
        self, evening: Table, server: WebServer, visit: Callable[..., Page], width: int, locale: str
    ) -> None:
        for _ in range(2):
            evening.seats.submit("red", {"kind": "show_hand", "resources": {"wool": 1, "grain": 1, "ore": 1}})
            evening.seats.submit("red", {"kind": "buy_development_card", "card": "victory_point"})
        red = visit(
            server, path="phone", role="phone", seat="red", player="Ana",
            viewport={"width": width, "height": 640}, has_touch=True, is_mobile=True, locale=locale,
        )  # fmt: skip
        name = red.locator("#who h1")
        expect(name).to_have_text("Ana")
        assert name.evaluate(
            "h1 => h1.scrollWidth <= h1.clientWidth && h1.scrollHeight <= h1.clientHeight + 1"
        )
        assert red.evaluate("document.documentElement.scrollWidth <= innerWidth")


class TestLosingTheSeat:
    def test_a_network_that_is_cut_is_said_and_healed(
        self, evening: Table, server: WebServer, pick_up: Pick
    ) -> None:
        red = pick_up("red")
        with Cable(server.port) as cable:
            red.goto(f"{cable.url}phone")
            expect(card(red, "ore")).to_have_text("3")
            cable.cut()
            expect(red.locator("#connection")).to_contain_text("Not connected")
            expect(card(red, "ore")).to_have_text("3")
            evening.seats.submit("red", {"kind": "show_hand", "resources": {"ore": 1}})
            cable.mend()
            expect(card(red, "ore")).to_have_text("1")
            expect(red.locator("#connection")).to_be_empty()

    def test_a_phone_that_is_unpaired_says_what_to_do(self, server: WebServer, pick_up: Pick) -> None:
        red = pick_up("red")
        phone = server.rights.devices.phone_of("red", "Ana")
        assert phone is not None
        server.rights.devices.unpair(phone.id)
        expect(red.locator("#pairing")).to_contain_text("tap your seat")
        expect(red.locator("#hand")).to_be_hidden()

    def test_after_a_restart_with_other_rights_no_old_hand_is_left_standing(
        self, evening: Table, serve: Callable[..., WebServer], visit: Callable[..., Page], free_port: int
    ) -> None:
        before = serve(evening, port=free_port)
        red = visit(before, path="phone", role="phone", seat="red", player="Ana", viewport=PHONE)
        expect(card(red, "ore")).to_have_text("3")
        before.stop()
        # It asks once while nobody answers: that must not have been all.
        expect(red.locator("#connection")).to_contain_text("Not connected")
        red.wait_for_timeout(1500)
        serve(evening, port=free_port)
        expect(red.locator("#pairing")).to_contain_text("tap your seat")
        expect(red.locator("#hand")).to_be_hidden()

    def test_a_phone_that_is_unpaired_is_told_so(self, server: WebServer, pick_up: Pick) -> None:
        red = pick_up("red")
        key(red, "hand-say").tap()
        phone = server.rights.devices.phone_of("red", "Ana")
        assert phone is not None
        server.rights.devices.unpair(phone.id)
        expect(red.get_by_role("heading", name="This phone was unpaired.")).to_be_visible()
        # No question about the hand is left standing over it.
        expect(red.locator("#dialog")).to_be_hidden()
        red.reload()
        expect(red.get_by_role("heading", name="This phone was unpaired.")).to_be_visible()

    def test_a_game_that_others_play_says_so_and_the_own_next_one_gives_the_seat_back(
        self, evening: Table, pick_up: Pick
    ) -> None:
        red = pick_up("red")
        others = [{"name": "Dora", "colour": "red"}, *PLAYERS[1:]]
        evening.start_game({"players": others, "abandon": True})
        expect(
            red.get_by_role("heading", name="Another game has begun: pair this phone anew.")
        ).to_be_visible()
        expect(red.locator("#hand")).to_be_hidden()
        red.reload()
        expect(red.get_by_role("heading", name="Another game has begun")).to_be_visible()
        evening.start_game({"players": PLAYERS, "abandon": True})
        expect(red.locator("#who h1")).to_have_text("Ana")

    def test_a_player_gives_the_seat_up(self, server: WebServer, pick_up: Pick) -> None:
        red = pick_up("red")
        key(red, "leave").tap()
        red.locator("#dialog button.primary").tap()
        expect(red.locator("#pairing")).to_contain_text("tap your seat")
        assert server.rights.devices.phone_of("red", "Ana") is None

    def test_whoever_isn_t_paired_is_told_how_to_be(
        self, visit: Callable[..., Page], server: WebServer
    ) -> None:
        page = visit(server, path="phone", role="viewer", viewport=PHONE, live=False)
        expect(page.locator("#pairing")).to_contain_text("not paired")


class TestTheApi:
    @pytest.fixture
    def red(self, evening: Table) -> FlaskClient:
        return paired_client(create_app(evening), "phone", "red", "Ana")

    @pytest.fixture
    def tablet(self, evening: Table) -> FlaskClient:
        return paired_client(create_app(evening))

    def test_a_phone_sees_its_own_seat(self, red: FlaskClient) -> None:
        answer = red.get("/api/seat/state")
        assert answer.get_json()["seat"]["colour"] == "red"
        assert answer.get_json()["seat"]["hand"]["cards"] == HANDS["red"]
        assert answer.headers["Cache-Control"] == "no-store"

    def test_whose_seat_it_is_says_the_device_alone(self, red: FlaskClient) -> None:
        answer = red.get("/api/seat/state?seat=blue&colour=blue", headers={"X-Seat": "blue"})
        assert answer.get_json()["seat"]["colour"] == "red"
        refused = red.post("/api/seat/inputs", json={"kind": "show_hand", "player": "blue", "resources": {}})
        assert refused.status_code == 400

    @pytest.mark.parametrize("role", ["viewer", "tablet"])
    @pytest.mark.parametrize(
        ("method", "path"),
        [
            ("GET", "/api/seat/state"),
            ("GET", "/api/seat/events"),
            ("POST", "/api/seat/inputs"),
            ("POST", "/api/seat/offers"),
            ("POST", "/api/seat/offers/1"),
        ],
    )
    def test_only_a_phone_has_a_seat(self, evening: Table, role: str, method: str, path: str) -> None:
        app = create_app(evening)
        client = app.test_client() if role == "viewer" else paired_client(app, role)
        answer = client.open(path, method=method, json={} if method == "POST" else None)
        assert answer.status_code == 403
        assert answer.get_json()["error"] == "This phone is not paired with a seat."

    @pytest.mark.parametrize("path", ["/api/offers", "/api/offers/1"])
    def test_only_the_tablet_offers_for_others(self, red: FlaskClient, path: str) -> None:
        assert red.post(path, json={"player": "blue"}).status_code == 403

    def test_the_tablet_offers_and_answers_for_who_has_no_phone(
        self, evening: Table, tablet: FlaskClient, red: FlaskClient
    ) -> None:
        offer = {"give": {"wool": 1}, "take": {"ore": 1}, "to": "red"}
        assert tablet.post("/api/offers", json=offer).status_code == 400
        made = tablet.post("/api/offers", json={**offer, "player": "blue"}).get_json()
        assert red.get("/api/seat/state").get_json()["offers"][0]["by"] == "blue"
        red.post(f"/api/seat/offers/{made['offer']}", json={"answer": "refuse"})
        accepted = {"player": "red", "answer": "accept"}
        told = tablet.post(f"/api/offers/{made['offer']}", json=accepted).get_json()
        assert told["told"][0]["kind"] == "domestic_trade"
        assert evening.snapshot()["offers"] == []

    def test_no_offer_of_that_number(self, red: FlaskClient) -> None:
        answer = red.post("/api/seat/offers/7", json={"answer": "accept"})
        assert (answer.status_code, answer.get_json()["error"]) == (400, "This offer isn't open any more.")

    def test_no_body_makes_the_server_fail(self, red: FlaskClient) -> None:
        bodies: list[dict[str, Any]] = [
            {}, {"kind": None}, {"kind": []}, {"give": [], "take": "x", "to": 3}, {"answer": {}},
        ]  # fmt: skip
        for body in bodies:
            for path in ("/api/seat/inputs", "/api/seat/offers", "/api/seat/offers/1"):
                assert red.post(path, json=body).status_code == 400
