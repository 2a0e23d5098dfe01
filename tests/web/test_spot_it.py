"""Spot it! CATAN on the page: chosen, played to its end, corrected and undone, by touch at both sizes."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from companion.games.spot_it import legality
from companion.journal import Journal
from companion.table.table import Table
from tests.beginnings import Seconds
from tests.shown import view
from tests.web.beginning import begin
from tests.web.fingers import SCREENS, more_choices, new_game, pick
from tests.web.test_accessibility import CROSSWISE, found_by_axe
from web import WebServer

Visit = Callable[..., Page]

TWO = [{"name": "Ana", "colour": "blue"}, {"name": "Ben", "colour": "red"}]
THREE = [*TWO, {"name": "Cyr", "colour": "orange"}]
GAMES = ["Welcome to Catan", "The harbors", "The longest road", "The barbarians", "The knights"]


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Table]:
    """A real table at which nobody plays yet."""
    with Journal.open(tmp_path / "journal.db") as journal:
        table = Table(journal, Seconds())
        yield table
        table.stop()


@pytest.fixture
def server(table: Table, serve: Callable[[Table], WebServer]) -> WebServer:
    return serve(table)


@pytest.fixture(params=SCREENS)
def page(request: pytest.FixtureRequest, visit: Visit, server: WebServer) -> Page:
    return visit(server, **SCREENS[request.param])


def start(table: Table, players: list[dict[str, str]] = TWO, **options: Any) -> None:
    table.start_game({"game": "spot_it", "players": players, "options": options})


def score(table: Table, *out: str, **counts: int) -> None:
    table.submit({"kind": "game_scored", "first_out": list(out), "counts": counts})


def dialog(page: Page) -> Locator:
    return page.get_by_role("dialog")


def points(page: Page, *expected: int) -> None:
    expect(page.locator(".team .player-points b")).to_have_text([str(each) for each in expected])


def game_on(page: Page, name: str) -> None:
    expect(page.locator(".match-game")).to_have_text(name)


def count(page: Page, out: list[str], counts: dict[str, int]) -> None:
    """Say by taps what a game came to, and score it."""
    page.get_by_role("button", name="The game is over: count").tap()
    for name in out:
        pick(dialog(page).get_by_label(name, exact=True))
    for name, number in counts.items():
        pick(dialog(page).get_by_role("group", name=name).get_by_label(f"{number}", exact=True))
    dialog(page).get_by_role("button", name="Score").tap()
    expect(dialog(page)).to_be_hidden()


def took(page: Page, *names: str) -> Locator:
    return page.locator(".match-round").get_by_role("button", name=re.compile(" ".join(names)))


def test_a_table_chooses_it_forms_teams_and_plays_an_adventure_to_its_end(page: Page, table: Table) -> None:
    new_game(page)
    page.locator("select[name=game]").select_option("Spot it! CATAN")
    expect(page.get_by_text("In seat order")).to_be_hidden()
    page.locator("select[name=count]").select_option("3")
    for number, name in enumerate(("Ana", "Ben", "Cyr"), 1):
        page.get_by_label(f"Name of team {number}").fill(name)
    more_choices(page)
    page.locator("select[name=option-mode]").select_option("Adventure: the five games in order")
    page.get_by_role("button", name="Start").tap()

    game_on(page, GAMES[0])
    count(page, ["Ana"], {"Ana": 7, "Ben": 5, "Cyr": 4})
    points(page, 3, 0, 0)
    game_on(page, GAMES[1])
    count(page, ["Ben", "Cyr"], {"Ana": 2, "Ben": 2, "Cyr": 1})
    points(page, 5, 3, 1)
    game_on(page, GAMES[2])
    expect(page.locator(".match-swap").first).to_have_text("Ana and Ben swap 3 cards")
    count(page, ["Cyr"], {"Ana": 4, "Ben": 2, "Cyr": 3})
    points(page, 7, 3, 2)
    game_on(page, GAMES[3])
    count(page, [], {"Ana": 6, "Ben": 6, "Cyr": 7})
    points(page, 7, 3, 4)
    game_on(page, GAMES[4])
    took(page, "Ana", "\\+2").tap()
    points(page, 9, 3, 4)
    expect(page.get_by_text("Round 2 of 16")).to_be_visible()
    took(page, "Ana", "\\+1", "Cyr").tap()
    expect(page.locator(".winner")).to_have_text("Ana wins!")
    points(page, 10, 3, 5)
    assert [line["violations"] for line in view(table)["log"]] == [[]] * 7
    page.get_by_role("link", name="Look back on the evening").tap()
    expect(page.locator(".winner")).to_have_text("Ana won with 10 points")


class TestCounting:
    def test_shows_what_it_scores_before_it_is_taken(self, page: Page, table: Table) -> None:
        start(table)
        page.get_by_role("button", name="The game is over: count").tap()
        ready = dialog(page).get_by_role("button", name="Score")
        pick(dialog(page).get_by_label("Ana", exact=True))
        pick(dialog(page).get_by_role("group", name="Ana").get_by_label("6", exact=True))
        expect(ready).to_be_disabled()
        pick(dialog(page).get_by_role("group", name="Ben").get_by_label("3", exact=True))
        expect(ready).to_be_enabled()
        expect(dialog(page)).to_contain_text("Ana: 0 → 3 points")

    @pytest.mark.parametrize("size", [(1024, 600), (1280, 800)])
    def test_on_a_screen_that_lies_across_it_stands_beside_the_numbers_and_moves_nothing(
        self, visit: Visit, server: WebServer, table: Table, size: tuple[int, int]
    ) -> None:
        start(table, THREE)
        page = visit(server, viewport={"width": size[0], "height": size[1]}, has_touch=True)
        page.get_by_role("button", name="The game is over: count").tap()
        pick(dialog(page).get_by_label("Ana", exact=True))
        for name in ("Ana", "Ben"):
            pick(dialog(page).get_by_role("group", name=name).get_by_label("10", exact=True))
        last = dialog(page).get_by_role("group", name="Cyr").locator("label", has_text="5").first
        last.scroll_into_view_if_needed()
        before = last.bounding_box()
        last.tap()
        lines = dialog(page).locator(".consequences li")
        expect(lines).to_have_count(3)
        expect(lines.first).to_contain_text("would break a rule: more than the 19 cards of the island")
        for line in lines.all():
            expect(line).to_be_in_viewport(ratio=1)
        assert last.bounding_box() == before

    def test_what_cannot_be_is_said_and_recorded_all_the_same(self, page: Page, table: Table) -> None:
        start(table)
        count(page, ["Ana"], {"Ana": 12, "Ben": 11})
        expect(page.locator("#message")).to_contain_text("more than the 19 cards of the island")
        points(page, 3, 0)

    def test_has_no_more_numbers_than_a_team_has_cards(self, page: Page, table: Table) -> None:
        start(table, THREE, alone="orange")
        page.get_by_role("button", name="The game is over: count").tap()
        numbers = dialog(page).get_by_role("group", name="Cyr").locator("label:visible")
        expect(numbers).to_have_text([f"{number}" for number in range(9)])
        expect(dialog(page).get_by_role("group", name="Ana").locator("label:visible")).to_have_count(17)

    def test_of_two_teams_the_other_took_the_rest_of_the_island(self, page: Page, table: Table) -> None:
        start(table, game=4)
        page.get_by_role("button", name="The game is over: count").tap()
        ana, ben = (dialog(page).get_by_role("group", name=name) for name in ("Ana", "Ben"))
        pick(ana.get_by_label("11", exact=True))
        expect(ben.get_by_label("8", exact=True)).to_be_checked()
        pick(ben.get_by_label("7", exact=True))
        pick(ana.get_by_label("12", exact=True))
        expect(ben.get_by_label("7", exact=True)).to_be_checked()

    def test_in_the_barbarians_nobody_is_out_first(self, page: Page, table: Table) -> None:
        start(table, game=4)
        page.get_by_role("button", name="The game is over: count").tap()
        expect(dialog(page).get_by_role("group", name="Ana")).to_be_visible()
        expect(dialog(page).get_by_label("Ana", exact=True)).to_be_hidden()


class TestTwoTablets:
    """What one of them counted, the other can't count again."""

    def test_a_round_that_was_told_already_is_refused_in_words(self, page: Page, table: Table) -> None:
        start(table, game=5)
        button = took(page, "Ana", "\\+1")
        expect(button).to_be_visible()
        # As if the table's newest word hadn't reached this tablet: it says what stood there before.
        page.route(
            "**/api/inputs",
            lambda route: route.continue_(post_data={**route.request.post_data_json, "after": 0}),
        )
        table.submit({"kind": "round_scored", "captured": {"blue": 1, "red": 0}, "after": 0})
        points(page, 1, 0)
        button.tap()
        expect(page.locator("#message")).to_contain_text("That was counted already: Ana +1.")
        assert view(table)["counted"] == 1

    def test_each_button_says_for_which_round_it_is(self, page: Page, table: Table) -> None:
        start(table, game=5)
        for expected in (1, 2):
            with page.expect_request("**/api/inputs") as sent:
                took(page, "Ana", "\\+1").tap()
            assert json.loads(sent.value.post_data or "")["after"] == expected - 1
            points(page, expected, 0)

    def test_an_open_count_says_that_it_was_counted_meanwhile(self, page: Page, table: Table) -> None:
        start(table)
        page.get_by_role("button", name="The game is over: count").tap()
        pick(dialog(page).get_by_label("Ana", exact=True))
        for name, number in (("Ana", 6), ("Ben", 3)):
            pick(dialog(page).get_by_role("group", name=name).get_by_label(f"{number}", exact=True))
        expect(dialog(page).get_by_role("button", name="Score")).to_be_enabled()
        score(table, "blue", blue=6, red=3)
        expect(dialog(page)).to_contain_text("That was counted already: Ana +3.")
        expect(dialog(page).get_by_role("button", name="Score")).to_be_disabled()
        dialog(page).get_by_role("button", name="Cancel").tap()
        count(page, ["Ben"], {"Ana": 4, "Ben": 5})
        points(page, 3, 3)


class TestWhichTimeItIs:
    def test_is_said_where_one_game_is_played_again_and_again(
        self, visit: Visit, server: WebServer, table: Table
    ) -> None:
        start(table)
        english, french = visit(server), visit(server, locale="fr-FR")
        for time, fois in (("1st", "1re"), ("2nd", "2e"), ("3rd", "3e"), ("4th", "4e")):
            expect(english.locator(".match-which")).to_have_text(f"Game 1, for the {time} time")
            expect(french.locator(".match-which")).to_have_text(f"Jeu 1, pour la {fois} fois")
            score(table, "blue", blue=4, red=5)

    def test_is_of_the_knights_the_round_for_which_no_cards_are_taken_anew(
        self, page: Page, table: Table
    ) -> None:
        start(table, game=5)
        expect(page.locator(".team").first).to_contain_text("takes 16 cards")
        took(page, "Ana", "\\+1").tap()
        expect(page.get_by_text("Round 2 of 16")).to_be_visible()
        expect(page.locator(".team").first).not_to_contain_text("takes")


def line(page: Page, number: int) -> Locator:
    """A line of the story, the newest 0, once the page tells the start and what was counted after it."""
    lines = page.locator("#log .entry")
    expect(lines).to_have_count(2)
    return lines.nth(number)


class TestTheStory:
    def test_what_was_told_last_is_undone_by_a_tap(self, page: Page, table: Table) -> None:
        start(table, game=5)
        took(page, "Ana", "\\+1").tap()
        points(page, 1, 0)
        page.locator("#actions").get_by_role("button", name="Undo").tap()
        points(page, 0, 0)

    def test_a_line_is_corrected_once_its_consequences_are_shown(self, page: Page, table: Table) -> None:
        start(table)
        score(table, "blue", blue=6, red=3)
        line(page, 0).tap()
        pick(dialog(page).get_by_role("group", name="Ben").get_by_label("9", exact=True))
        expect(dialog(page)).to_contain_text("Ben: 0 → 2 points")
        dialog(page).get_by_role("button", name="Change it").tap()
        points(page, 1, 2)
        assert view(table)["log"][1]["event"]["counts"] == {"blue": 6, "red": 9}

    def test_a_line_is_of_another_game_than_told(self, page: Page, table: Table) -> None:
        start(table, mode="adventure")
        score(table, "blue", blue=6, red=3)
        line(page, 0).tap()
        pick(dialog(page).get_by_label("The barbarians"))
        pick(dialog(page).get_by_role("group", name="Ana").get_by_label("11", exact=True))
        pick(dialog(page).get_by_role("group", name="Ben").get_by_label("8", exact=True))
        dialog(page).get_by_role("button", name="Change it").tap()
        points(page, 2, 0)
        expect(page.locator("#log")).to_contain_text("another game was on")

    def test_what_nobody_told_is_put_before_a_line(self, page: Page, table: Table) -> None:
        start(table)
        score(table, "blue", blue=6, red=3)
        line(page, 0).tap()
        dialog(page).get_by_role("button", name="Before it …").tap()
        dialog(page).get_by_role("button", name="A game was counted").tap()
        pick(dialog(page).get_by_label("Welcome to Catan"))
        pick(dialog(page).get_by_label("Ben", exact=True))
        for name, number in (("Ana", 4), ("Ben", 5)):
            pick(dialog(page).get_by_role("group", name=name).get_by_label(f"{number}", exact=True))
        dialog(page).get_by_role("button", name="It happened").tap()
        points(page, 3, 3)

    def test_a_round_is_corrected(self, page: Page, table: Table) -> None:
        start(table, game=5)
        table.submit({"kind": "round_scored", "captured": {"blue": 1, "red": 0}})
        line(page, 0).tap()
        pick(dialog(page).get_by_role("group", name="Ana").get_by_label("0", exact=True))
        pick(dialog(page).get_by_role("group", name="Ben").get_by_label("1", exact=True))
        dialog(page).get_by_role("button", name="Change it").tap()
        points(page, 0, 1)

    def test_a_team_has_another_colour_with_all_that_was_told_of_it(self, page: Page, table: Table) -> None:
        start(table)
        score(table, "blue", blue=6, red=3)
        line(page, 1).tap()
        dialog(page).get_by_label("Colour of team 1").select_option("Orange")
        dialog(page).get_by_role("button", name="Change it").tap()
        expect(page.locator('.team[data-colour="orange"]')).to_contain_text("Ana")
        points(page, 3, 0)

    def test_teams_that_swap_colours_keep_their_points(self, page: Page, table: Table) -> None:
        start(table)
        score(table, "blue", blue=6, red=3)
        line(page, 1).tap()
        expect(dialog(page)).to_contain_text("What was told of a team goes along")
        dialog(page).get_by_label("Colour of team 1").select_option("Red")
        dialog(page).get_by_label("Colour of team 2").select_option("Blue")
        expect(dialog(page)).to_contain_text("Nothing else would change.")
        dialog(page).get_by_role("button", name="Change it").tap()
        expect(page.locator('.team[data-colour="red"]')).to_contain_text("Ana")
        points(page, 3, 0)


class TestTheEnd:
    def test_a_shared_victory_is_said_of_both(self, page: Page, table: Table) -> None:
        start(table)
        for out in ("blue", "red", "blue", "red"):
            score(table, out, blue=4, red=4)
        expect(page.locator(".winner")).to_have_text("Ana and Ben share the victory!")
        page.get_by_role("link", name="Look back on the evening").tap()
        expect(page.locator(".winner")).to_have_text("Ana and Ben shared the victory")
        expect(page.locator("table tbody tr").first).to_contain_text("3 (4) ★")
        page.get_by_role("link", name="All games").tap()
        expect(page.locator(".game-line")).to_contain_text("Ana and Ben shared the victory")

    def test_another_match_of_the_same_teams_is_a_few_taps_away(self, page: Page, table: Table) -> None:
        start(table)
        for _ in range(4):
            score(table, "blue", blue=5, red=4)
        expect(page.locator(".winner")).to_be_visible()
        page.locator("#actions").get_by_role("button", name="More").tap()
        dialog(page).get_by_role("button", name="New game").tap()
        expect(dialog(page).locator("select[name=game]")).to_have_value("spot_it")
        expect(dialog(page).get_by_label("Name of team 1")).to_have_value("Ana")
        dialog(page).get_by_role("button", name="Start").tap()
        points(page, 0, 0)


def test_a_match_is_shared_as_a_picture(visit: Visit, server: WebServer, table: Table) -> None:
    start(table)
    for out in ("blue", "red", "blue", "red"):
        score(table, out, blue=4, red=4)
    page = visit(server, path="history/1", live=False)
    with page.expect_download() as picture:
        page.get_by_role("button", name="Share as a picture").click()
        page.get_by_role("dialog").get_by_role("button", name="Save as a file").click()
    assert picture.value.suggested_filename.endswith("-1.png")
    assert picture.value.path().stat().st_size > 10_000


def adventure(table: Table) -> None:
    """An adventure of three teams, Cyr alone, to its end."""
    start(table, THREE, mode="adventure", alone="orange")
    score(table, "blue", blue=7, orange=4, red=5)
    score(table, "red", blue=2, orange=1, red=2)
    score(table, "blue", blue=4, orange=2, red=3)
    score(table, blue=5, orange=6, red=8)
    for _ in range(3):
        table.submit({"kind": "round_scored", "captured": {"blue": 2, "orange": 0, "red": 0}})


def test_the_count_of_who_plays_alone_is_looked_back_on_as_doubled(
    visit: Visit, server: WebServer, table: Table
) -> None:
    adventure(table)
    page = visit(server, path="history/1", live=False)
    alone = page.locator("table").last.locator("tbody tr").filter(has_text="Cyr")
    expect(alone.locator("td")).to_have_text(
        ["2 (4×2)", "2 (1×2)", "2 (2×2)", "2 (6×2)", "0 (0)"], use_inner_text=True
    )
    expect(page.get_by_text("×2: the count of the team that plays alone is doubled.")).to_be_visible()


WRITTEN = """async () => {
    await import("/static/spot_it/history.js");
    const { draw } = await import("/static/history/picture.js");
    const told = await (await fetch("/api/history/1")).json();
    const { fillText } = CanvasRenderingContext2D.prototype;
    const texts = [];
    CanvasRenderingContext2D.prototype.fillText = function (text, ...where) {
        texts.push(text);
        fillText.call(this, text, ...where);
    };
    await draw(told);
    CanvasRenderingContext2D.prototype.fillText = fillText;
    return texts;
}"""


def test_the_picture_of_a_match_names_the_game_and_what_each_of_its_games_was_worth(
    visit: Visit, server: WebServer, table: Table
) -> None:
    adventure(table)
    page = visit(server, path="history/1", live=False)
    expect(page.locator("table").last).to_be_visible()
    texts = page.evaluate(WRITTEN)
    assert any(text.startswith("Spot it! CATAN · ") for text in texts)
    assert "Points as they were counted" in texts
    games = texts[texts.index("Points by game") :]
    assert games[1:5] == ["Game 1", "1", "2", "0"]
    assert [text for text in games if text.startswith("Game")] == [f"Game {n}" for n in range(1, 6)]


def at_the_end(table: Table) -> None:
    start(table)
    for _ in range(4):
        score(table, "blue", blue=5, red=4)


STATES: dict[str, Callable[[Table], None]] = {
    **{name: partial(start, players=THREE, game=n, alone="orange") for n, name in enumerate(GAMES[:5], 1)},
    "the end": at_the_end,
}


class TestEveryGame:
    @pytest.mark.parametrize("state", STATES)
    def test_nothing_is_wider_than_the_screen_and_fingers_find_their_buttons(
        self, page: Page, table: Table, state: str
    ) -> None:
        STATES[state](table)
        expect(page.locator(".match-game, .winner")).to_be_visible()
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        for button in page.locator("#game button:visible, #actions button:visible").all():
            box = button.bounding_box()
            assert box is not None
            assert min(box["width"], box["height"]) >= 44

    @pytest.mark.parametrize("state", STATES)
    def test_axe_finds_nothing(self, visit: Visit, server: WebServer, table: Table, state: str) -> None:
        page = visit(server, has_touch=True)
        STATES[state](table)
        expect(page.locator(".match-game, .winner")).to_be_visible()
        assert found_by_axe(page) == []

    @pytest.mark.parametrize("opened", ["counted", "corrected"])
    def test_axe_finds_nothing_where_it_is_counted(
        self, visit: Visit, server: WebServer, table: Table, opened: str
    ) -> None:
        page = visit(server, has_touch=True)
        start(table, THREE, alone="orange")
        score(table, "blue", blue=5, orange=3, red=4)
        points(page, 1, 0, 2)
        page.locator("[data-key=score]" if opened == "counted" else "#log .entry").first.tap()
        expect(dialog(page).get_by_role("group", name="Cyr")).to_be_visible()
        assert found_by_axe(page, CROSSWISE) == []


LONG = [
    {"name": "Anna & Ben", "colour": "blue"},
    {"name": "Chloé & Dirk", "colour": "orange"},
    {"name": "Maximilienne", "colour": "red"},
]


class TestALowScreen:
    """1024 x 600, in the language whose texts are the longest."""

    @pytest.fixture
    def low(self, visit: Visit, server: WebServer) -> Page:
        return visit(server, viewport={"width": 1024, "height": 600}, has_touch=True, locale="fr-FR")

    @pytest.mark.parametrize("game", range(1, 6))
    def test_how_a_game_goes_stands_above_the_bar(self, low: Page, table: Table, game: int) -> None:
        start(table, LONG, game=game, alone="red")
        expect(low.locator(".match-game")).to_be_visible()
        bar = low.locator("#actions").bounding_box()
        assert bar is not None
        for shown in low.locator(".match-how li, .match-swap, .match-drawing, .match-took").all():
            box = shown.bounding_box()
            assert box is not None
            assert box["y"] + box["height"] <= bar["y"]


def test_a_team_is_named_whole_on_the_buttons_of_a_round(page: Page, table: Table) -> None:
    start(table, LONG, game=5)
    names = page.locator(".match-taker > span")
    expect(names).to_have_count(9)
    for name in names.all():
        width, room = name.evaluate("(name) => [name.scrollWidth, name.clientWidth]")
        assert width <= room
        assert name.evaluate("(name) => getComputedStyle(name).textOverflow") == "clip"


def test_it_is_told_in_french_with_the_rules_own_terms(visit: Visit, server: WebServer, table: Table) -> None:
    start(table, THREE, mode="adventure")
    page = visit(server, locale="fr-FR")
    expect(page.locator("#title")).to_have_text("Jeu 1 : Bienvenue à Catan")
    expect(page.locator(".match-how")).to_contain_text("Placez les 19 cartes Île, face visible.")
    score(table, "blue", blue=5, orange=3, red=4)
    expect(page.locator(".match-game")).to_have_text("Les ports")
    expect(page.locator("#log")).to_contain_text("première à tout poser : Ana")
    score(table, "blue", "red", blue=2, orange=1, red=1)
    expect(page.locator(".match-swap").first).to_have_text("Ana et Ben échangent 3 cartes")
    expect(page.locator("#log")).to_contain_text("premières à tout poser : Ana et Ben")


def test_who_only_looks_on_enters_nothing(visit: Visit, server: WebServer, table: Table) -> None:
    start(table, game=5)
    page = visit(server, role="viewer")
    expect(page.locator(".match-game")).to_have_text("The knights")
    expect(page.locator(".match-round")).to_have_count(0)
    expect(page.locator("#actions button")).to_have_count(0)


def test_what_is_scored_is_news_for_the_ear(visit: Visit, server: WebServer, table: Table) -> None:
    page = visit(server)
    start(table)
    expect(page.locator(".match-game")).to_be_visible()
    points(page, 0, 0)
    module = page.evaluate(
        """async () => {
            const { news } = await import("/static/spot_it/match_text.js");
            const team = (name, colour, points) => ({ name, colour, points });
            const players = [team("Ana", "blue", 1), team("Ben", "red", 2)];
            const before = { players, winners: [], log: [{ number: 1 }], last: null };
            const last = { points: { blue: 1, red: 2 } };
            const scored = { ...before, log: [{ number: 1 }, { number: 2 }], last };
            return [
                news(before, scored),
                news(scored, scored),
                news(scored, { ...scored, winners: ["blue", "red"] }),
            ];
        }"""
    )
    assert module == [
        [{"sound": "card", "text": "Ana scores 1 point. Ben scores 2 points."}],
        [],
        [{"sound": "winner", "text": "Ana and Ben share the victory!"}],
    ]


def test_where_several_games_were_played_each_line_says_which_it_was(
    visit: Visit, server: WebServer, table: Table
) -> None:
    start(table)
    for _ in range(4):
        score(table, "blue", blue=5, red=4)
    page = visit(server, path="history", live=False)
    expect(page.locator(".game-line")).to_contain_text("Ana 12")
    expect(page.locator(".game-line")).not_to_contain_text("Spot it! CATAN")
    begin(table, 3)
    page.goto(f"{server.url}history")
    expect(page.locator(".game-line").first).to_contain_text("CATAN, the base game")
    expect(page.locator(".game-line").last).to_contain_text("Spot it! CATAN")


def test_every_rule_that_can_be_broken_has_its_words(visit: Visit, server: WebServer, table: Table) -> None:
    start(table)
    page = visit(server)
    said = """async () => {
        const { TERMS } = await import("/static/language/terms.js");
        const { WORDS } = await import("/static/spot_it/match_text.js");
        return Object.keys({ ...TERMS.violation, ...WORDS.violation });
    }"""
    words = page.evaluate(said)
    violations = set(re.findall(r'(?:yield |\[)"(\w+)"', Path(legality.__file__).read_text("utf-8")))
    assert len(violations) == 11
    assert violations <= set(words)


def test_a_tablet_that_stands_upright_shows_teams_game_and_story(
    visit: Visit, server: WebServer, table: Table
) -> None:
    start(table, THREE, mode="adventure")
    score(table, "blue", blue=5, orange=3, red=4)
    page = visit(server, viewport={"width": 800, "height": 1280}, has_touch=True)
    for shown in (page.locator(".team").last, page.locator(".match-how"), page.locator("#log .entry").first):
        expect(shown).to_be_in_viewport(ratio=1)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
