"""Spot it! CATAN by touch in a browser: a whole match, and its layout on small screens.

What it counts, corrects and says is tested without a browser (spot_it.test.js and match_text.test.js in
tests/web/node).
"""

from __future__ import annotations

import re
import threading
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

import cv2
import pytest
from playwright.sync_api import Locator, Page, expect

from companion.journal import Journal
from companion.observations import Clock, Emit, SourceReport
from companion.perception.card_island import CARD_KINDS, save_card_colours
from companion.table.table import Table
from tests.patience import PAGES
from tests.score.card_scenes import deck_scenes
from tests.score.fan_scenes import fan_scenes
from tests.score.island_scenes import island_scenes
from tests.score.spotit_count import true_counts
from tests.table_setup import Seconds
from tests.table_views import view
from tests.web.accessible import CROSSWISE, axe_violations
from tests.web.fingers import SCREENS, check_option, open_more_options, open_new_game_form
from tests.web.test_calibration import as_calibration
from vision.cards.palette import learn_palette
from web import WebServer
from web.settings import Settings

pytestmark = pytest.mark.browser

Visit = Callable[..., Page]

TWO = [{"name": "Ana", "colour": "blue"}, {"name": "Ben", "colour": "red"}]
THREE = [*TWO, {"name": "Cyr", "colour": "orange"}]
RULES = (
    ".match-rule, .match-rule-drawing, .match-details > summary, .match-swap, .match-drawing, .match-outcome"
)
"""What explains the game that is on; the steps of its rules are under a heading that opens them."""
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


@pytest.fixture
def page(visit: Visit, server: WebServer) -> Page:
    return visit(server, **SCREENS["tablet"])


def start(table: Table, players: list[dict[str, str]] = TWO, **options: Any) -> None:
    """Begin a match; one that is on is given up."""
    table.start_game({"game": "spot_it", "players": players, "options": options, "abandon": True})


def score(table: Table, *out: str, **counts: int) -> None:
    table.submit({"kind": "game_scored", "first_out": list(out), "counts": counts})


def dialog(page: Page) -> Locator:
    return page.get_by_role("dialog")


def points(page: Page, *expected: int) -> None:
    expect(page.locator(".team .player-points b")).to_have_text([str(each) for each in expected])


def game_on(page: Page, name: str) -> None:
    expect(page.locator(".match-game")).to_have_text(name)


def count(page: Page, out: list[str], counts: dict[str, int]) -> None:
    """Enter the result of a game by taps, and score it."""
    page.get_by_role("button", name="Game over: count the points").tap()
    for name in out:
        check_option(dialog(page).get_by_label(name, exact=True))
    for name, number in counts.items():
        check_option(dialog(page).get_by_role("group", name=name).get_by_label(f"{number}", exact=True))
    dialog(page).get_by_role("button", name="Score").tap()
    expect(dialog(page)).to_be_hidden()


def took(page: Page, *names: str) -> Locator:
    return page.locator(".match-round").get_by_role("button", name=re.compile(" ".join(names)))


@pytest.mark.smoke
@pytest.mark.slow
def test_a_table_chooses_spot_it_forms_teams_and_plays_an_adventure_to_its_end(
    page: Page, table: Table
) -> None:
    open_new_game_form(page)
    page.locator("select[name=game]").select_option("Spot it! CATAN")
    expect(page.get_by_text("In seat order")).to_be_hidden()
    page.locator("select[name=count]").select_option("3")
    for number, name in enumerate(("Ana", "Ben", "Cyr"), 1):
        page.get_by_label(f"Name of team {number}").fill(name)
    open_more_options(page)
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
    page.get_by_role("link", name="Game summary").tap()
    expect(page.locator(".winner")).to_have_text("Ana won with 10 points")


@pytest.mark.slow
@pytest.mark.parametrize("size", [(1024, 600), pytest.param((1280, 800), marks=pytest.mark.smoke)])
def test_the_score_is_next_to_the_numbers_in_landscape_and_moves_nothing(
    visit: Visit, server: WebServer, table: Table, size: tuple[int, int]
) -> None:
    start(table, THREE)
    page = visit(server, viewport={"width": size[0], "height": size[1]}, has_touch=True)
    page.get_by_role("button", name="Game over: count the points").tap()
    check_option(dialog(page).get_by_label("Ana", exact=True))
    for name in ("Ana", "Ben"):
        check_option(dialog(page).get_by_role("group", name=name).get_by_label("10", exact=True))
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


def at_the_end(table: Table) -> None:
    start(table)
    for _ in range(4):
        score(table, "blue", blue=5, red=4)


STATES: dict[str, Callable[[Table], None]] = {
    **{name: partial(start, players=THREE, game=n, alone="orange") for n, name in enumerate(GAMES, 1)},
    "the end": at_the_end,
}


def each_state(page: Page, table: Table) -> Iterator[str]:
    """Have the page show each game, and the end of a match; yields their names."""
    for name, begin in STATES.items():
        begin(table)
        if name in GAMES:
            game_on(page, name)
        else:
            expect(page.locator(".winner")).to_be_visible()
        yield name


@pytest.mark.slow
@pytest.mark.parametrize("size", SCREENS)
def test_every_game_fits_the_screen_with_large_targets(
    visit: Visit, server: WebServer, table: Table, size: str
) -> None:
    page = visit(server, **SCREENS[size])
    for state in each_state(page, table):
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), state
        for button in page.locator("#game button:visible, #actions button:visible").all():
            box = button.bounding_box()
            assert box is not None, state
            assert min(box["width"], box["height"]) >= 44, state
    # The counts are tapped at this size, too.
    start(table)
    points(page, 0, 0)
    count(page, ["Ana"], {"Ana": 6, "Ben": 3})
    points(page, 3, 0)


@pytest.mark.slow
def test_axe_finds_nothing_in_any_game(visit: Visit, server: WebServer, table: Table) -> None:
    page = visit(server, has_touch=True)
    assert {state: axe_violations(page) for state in each_state(page, table)} == {
        state: [] for state in STATES
    }


@pytest.mark.slow
def test_axe_finds_nothing_in_counting_and_correcting(visit: Visit, server: WebServer, table: Table) -> None:
    page = visit(server, has_touch=True)
    start(table, THREE, alone="orange")
    score(table, "blue", blue=5, orange=3, red=4)
    points(page, 1, 0, 2)
    for opening in ("[data-key=score]", "#log .entry"):
        page.locator(opening).first.tap()
        expect(dialog(page).get_by_role("group", name="Cyr")).to_be_visible()
        assert axe_violations(page, CROSSWISE) == []
        dialog(page).get_by_role("button", name="Cancel").tap()
        expect(dialog(page)).to_be_hidden()


LONG_TEAMS = [
    {"name": "Anna & Ben", "colour": "blue"},
    {"name": "Chloé & Dirk", "colour": "orange"},
    {"name": "Maximilienne", "colour": "red"},
]


def test_the_rules_of_a_game_are_above_the_bar_of_a_low_screen_in_french(
    visit: Visit, server: WebServer, table: Table
) -> None:
    """1024 x 600, in the language whose texts are the longest."""
    page = visit(server, viewport={"width": 1024, "height": 600}, has_touch=True, locale="fr-FR")
    for game in range(1, 6):
        start(table, LONG_TEAMS, game=game, alone="red")
        expect(page.locator("#title")).to_contain_text(f"Jeu {game}")
        expect(page.locator(".match-rule")).to_be_visible()
        bar = page.locator("#actions").bounding_box()
        assert bar is not None
        for shown in page.locator(RULES).filter(visible=True).all():
            box = shown.bounding_box()
            assert box is not None, game
            assert box["y"] + box["height"] <= bar["y"], game


@pytest.mark.parametrize("size", SCREENS)
def test_the_buttons_of_a_round_show_whole_team_names(
    visit: Visit, server: WebServer, table: Table, size: str
) -> None:
    start(table, LONG_TEAMS, game=5)
    page = visit(server, **SCREENS[size])
    names = page.locator(".match-taker > span")
    expect(names).to_have_count(9)
    for name in names.all():
        width, room = name.evaluate("(name) => [name.scrollWidth, name.clientWidth]")
        assert width <= room
        assert name.evaluate("(name) => getComputedStyle(name).textOverflow") == "clip"


def test_an_upright_tablet_shows_teams_game_and_log(visit: Visit, server: WebServer, table: Table) -> None:
    start(table, THREE, mode="adventure")
    score(table, "blue", blue=5, orange=3, red=4)
    page = visit(server, viewport={"width": 800, "height": 1280}, has_touch=True)
    for shown in (page.locator(".team").last, page.locator(".match-rule"), page.locator("#log .entry").first):
        expect(shown).to_be_in_viewport(ratio=1)
    page.locator(".match-details > summary").tap()
    expect(page.locator(".match-how")).to_be_in_viewport(ratio=1)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


@pytest.mark.slow
@pytest.mark.smoke
def test_an_island_is_counted_by_a_photo_and_a_tap_corrects_a_place(
    page: Page, table: Table, tmp_path: Path
) -> None:
    (scene,) = island_scenes(1, seed=1, first=22)
    cv2.imwrite(str(tmp_path / "island.jpg"), scene.picture)
    start(table, [{"name": colour, "colour": colour} for colour in scene.teams])
    page.get_by_role("button", name="Game over: count the points").tap()
    dialog(page).locator("[data-key=count-photo]").set_input_files(tmp_path / "island.jpg")
    places = dialog(page).locator(".photo-place")
    expect(places).to_have_count(19, timeout=PAGES * 1000)
    counts = true_counts(scene)
    for number, team in enumerate(counts):
        expect(dialog(page).locator(".photo-counts b").nth(number)).to_have_text(str(counts[team]))
    # The photo is cut to the island, and each card that counts has its team's crest.
    assert places.first.evaluate("place => place.offsetWidth / place.parentElement.offsetWidth") > 1 / 9
    expect(dialog(page).locator(".photo-crest")).to_have_count(sum(counts.values()))
    covered = dialog(page).locator(f".photo-place[data-colour={scene.teams[-1]}]").first
    covered.tap()
    expect(dialog(page).locator(".photo-counts b").last).to_have_text(str(counts[scene.teams[-1]] - 1))
    dialog(page).get_by_role("button", name="Use this count").tap()
    group = dialog(page).get_by_role("group", name=scene.teams[0])
    expect(group.get_by_label(f"{counts[scene.teams[0]]}", exact=True)).to_be_checked()


@pytest.mark.slow
@pytest.mark.parametrize("number", [7, 2])
def test_a_photo_shows_whose_each_harbor_is_and_which_cards_are_no_part_of_a_road(
    page: Page, table: Table, tmp_path: Path, number: int
) -> None:
    """The second and the third game."""
    (scene,) = island_scenes(1, seed=2, first=number)
    cv2.imwrite(str(tmp_path / "island.jpg"), scene.picture)
    start(table, [{"name": colour, "colour": colour} for colour in scene.teams], game=scene.game)
    page.get_by_role("button", name="Game over: count the points").tap()
    dialog(page).locator("[data-key=count-photo]").set_input_files(tmp_path / "island.jpg")
    expect(dialog(page).locator(".photo-place")).to_have_count(19, timeout=PAGES * 1000)
    counting = ".photo-harbor" if scene.game == 2 else ".photo-place:not(.photo-idle)"
    for team, count in true_counts(scene).items():
        expect(dialog(page).locator(f"{counting} .photo-crest[data-colour={team}]")).to_have_count(count)


class CameraAbove:
    """A camera above the table, and its picture for the page: a bare one only."""

    name = "camera"
    leads = False

    def __init__(self) -> None:
        self.jpeg: bytes | None = None

    def run(self, emit: Emit, clock: Clock, stop: threading.Event) -> None:
        emit(SourceReport(clock(), self.name, "ok"))
        stop.wait()

    def picture(self, *, bare: bool = False) -> bytes | None:
        assert bare
        return self.jpeg

    def __getattr__(self, name: str) -> Any:
        raise AssertionError(f"the page of a match needs no {name} of the calibration")


@pytest.mark.slow
def test_a_camera_above_the_table_leaves_three_touches_to_an_adventure(
    visit: Visit, table: Table, tmp_path: Path
) -> None:
    """Besides "Out first!" and games 4 and 5: one touch confirms the count of each of games 1 to 3."""
    camera = CameraAbove()
    islands = {scene.game: scene for number in (1, 0, 2) for scene in island_scenes(1, seed=2, first=number)}
    colours = tmp_path / "cards.json"
    save_card_colours(colours, learn_palette(islands[1].shown, CARD_KINDS))
    start(table, THREE, mode="adventure")
    touches = 0
    settings = Settings(port=0, patience=PAGES, card_colours=colours)
    with WebServer(table, settings, calibration_api=as_calibration(camera)) as server:
        table.start([camera])
        page = visit(server, **SCREENS["tablet"])
        for game in (1, 2, 3):
            game_on(page, GAMES[game - 1])
            scene = islands[game]
            camera.jpeg = cv2.imencode(".jpg", scene.picture)[1].tobytes()
            page.get_by_role("button", name="Ana").get_by_text("Out first!").tap()
            confirm = dialog(page).get_by_role("button", name="Score")
            expect(confirm).to_be_enabled(timeout=PAGES * 1000)
            counts = {str(colour): count for colour, count in true_counts(scene).items()}
            shown = [str(counts.get(team["colour"], 0)) for team in THREE]
            expect(dialog(page).locator(".photo-counts b")).to_have_text(shown)
            confirm.tap()
            touches += 1
            expect(dialog(page)).to_be_hidden()
        game_on(page, GAMES[3])
    assert touches <= 3


def test_a_camera_without_a_picture_leaves_the_count_to_people(visit: Visit, table: Table) -> None:
    camera = CameraAbove()
    start(table)
    with WebServer(table, Settings(port=0, patience=PAGES), calibration_api=as_calibration(camera)) as server:
        table.start([camera])
        page = visit(server, **SCREENS["tablet"])
        page.get_by_role("button", name="Ana").get_by_text("Out first!").tap()
        expect(dialog(page).locator(".photo-answer")).to_have_text("The table's camera has no picture now.")
        expect(dialog(page).get_by_role("button", name="Score")).to_be_disabled()
        dialog(page).get_by_role("button", name="Count by hand").tap()
        expect(dialog(page).get_by_label("Ana", exact=True)).to_be_checked()
        expect(dialog(page).get_by_role("button", name="From the table's camera")).to_be_visible()


@pytest.mark.slow
def test_a_fanned_pile_in_a_photo_gives_both_teams_their_numbers(
    page: Page, table: Table, tmp_path: Path
) -> None:
    (scene,) = fan_scenes(1, seed=3)
    cv2.imwrite(str(tmp_path / "pile.jpg"), scene.picture)
    start(table, [{"name": "Ana", "colour": "blue"}, {"name": "Ben", "colour": "red"}], game=4)
    page.get_by_role("button", name="All cards are taken!").tap()
    dialog(page).locator("[data-key=pile-blue]").set_input_files(tmp_path / "pile.jpg")
    dialog(page).get_by_role("button", name="Use this count").tap(timeout=PAGES * 1000)
    for team, count in (("Ana", scene.count), ("Ben", 19 - scene.count)):
        group = dialog(page).get_by_role("group", name=team)
        expect(group.get_by_label(f"{count}", exact=True)).to_be_checked()


def test_a_phone_asks_the_referee(visit: Visit, server: WebServer, table: Table, tmp_path: Path) -> None:
    (scene,) = deck_scenes(1)
    cv2.imwrite(str(tmp_path / "cards.jpg"), scene.picture)
    start(table)
    phone = visit(server, role="phone", seat="blue", player="Ana", path="", **SCREENS["phone"])
    phone.locator("[data-key=referee]").set_input_files(tmp_path / "cards.jpg")
    expect(dialog(phone).locator(".photo-answer")).to_have_text(
        "This symbol is on both cards.", timeout=PAGES * 1000
    )
    expect(dialog(phone).locator("canvas")).to_be_visible()
    dialog(phone).get_by_role("button", name="Close").tap()
    expect(dialog(phone)).to_be_hidden()
