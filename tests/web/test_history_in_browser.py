"""The history in a browser: layout, shared picture and QR code, on a known evening."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import cv2
import pytest
from playwright.sync_api import Browser, FloatRect, Locator, Page, expect

from companion.games.registry import GAMES
from companion.journal import Journal
from companion.table.game_archive import GameArchive
from companion.table.table import Table
from tests.images import picture_at, picture_of
from tests.patience import PAGES
from tests.web.conftest import FakeTable, Serve
from tests.web.known_evening import ANA, BEN, CYR, play_known_evening
from tests.web.paired import pair_browser
from tests.web.waiting import wait_until
from web import Settings, WebServer

pytestmark = pytest.mark.browser

SIZES = {"tablet": {"width": 1280, "height": 800}, "phone": {"width": 390, "height": 844}}


@pytest.fixture(scope="module")
def evening(tmp_path_factory: pytest.TempPathFactory) -> Iterator[WebServer]:
    """Two games over, the known one last; the real table still shows it. No test here changes it."""
    now = [0.0]
    with Journal.open(tmp_path_factory.mktemp("evening") / "journal.db") as journal:
        table = Table(journal, lambda: now[0], games=GAMES)
        play_known_evening(table, lambda seconds: now.__setitem__(0, seconds))
        with WebServer(table, Settings(port=0, patience=PAGES)) as server:
            yield server
        table.stop()


@pytest.fixture
def open_at(browser: Browser) -> Iterator[Callable[..., Page]]:
    """Open a page that looks back: open_at(server, path, **options of the browser's context)."""
    contexts = []
    complaints = []

    def open_page(server: WebServer, path: str, role: str = "viewer", **options: Any) -> Page:
        context = browser.new_context(
            # The storage of service workers has its own tests (test_pwa.py).
            service_workers="block",
            **{"viewport": {"width": 1280, "height": 800}, "locale": "en-GB", **options},
        )
        contexts.append(context)
        pair_browser(context, server, role)
        page = context.new_page()
        page.on(
            "console", lambda message: complaints.append(message.text) if message.type == "error" else None
        )
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.goto(server.url + path)
        if path.startswith("history"):
            page.wait_for_selector("[aria-busy=false]")
        return page

    yield open_page
    for context in contexts:
        context.close()
    assert [text for text in complaints if "Failed to load resource" not in text] == []


@pytest.fixture
def on_tablet(evening: WebServer, open_at: Callable[..., Page]) -> Callable[..., Page]:
    """Open a page of the evening on a tablet that is touched."""

    def open_page(path: str, **options: Any) -> Page:
        return open_at(evening, path, "tablet", viewport=SIZES["tablet"], has_touch=True, **options)

    return open_page


@pytest.fixture(params=SIZES)
def open_touched_page(
    request: pytest.FixtureRequest, evening: WebServer, open_at: Callable[..., Page]
) -> Callable[..., Page]:
    """Open a page of the evening on a screen that is touched, at each size."""

    def open_page(path: str, **options: Any) -> Page:
        return open_at(evening, path, "tablet", viewport=SIZES[request.param], has_touch=True, **options)

    return open_page


def read_at(code: Locator, width: int) -> str:
    """Return the text of a QR code on a page at a size in pixels; empty if it can't be read."""
    code.evaluate("(image, width) => { image.style.width = `${width}px`; }", width)
    read, *_ = cv2.QRCodeDetector().detectAndDecode(picture_of(code.screenshot()))
    return read


def box_of(shown: Locator) -> FloatRect:
    """Return the position of a visible element in CSS pixels."""
    box = shown.bounding_box()
    assert box is not None, "it isn't shown"
    return box


def width_of(page: Page) -> int:
    """Return the width of a page's window in CSS pixels."""
    assert page.viewport_size is not None
    return page.viewport_size["width"]


def section(page: Page, title: str) -> Locator:
    """The part of the page below a heading."""
    heading = page.get_by_role("heading", name=title, exact=True)
    return page.locator("section").filter(has=heading)


def cells(table: Locator) -> dict[str, dict[str, str]]:
    """Return the rows of a table by their heads and columns."""
    cell_texts = table.evaluate(
        """table => [...table.rows].map(row => [...row.cells].map(cell => {
          const sign = cell.querySelector("svg[aria-label]");
          return sign?.getAttribute("aria-label") ?? cell.textContent.trim().replace(/\\s+/g, " ");
        }))"""
    )
    (_, *columns), *rows = cell_texts
    return {head: dict(zip(columns, row, strict=True)) for head, *row in rows}


def table_cells(page: Page, title: str, nth: int = 0) -> dict[str, dict[str, str]]:
    return cells(section(page, title).locator("table").nth(nth))


class TestPages:
    @pytest.mark.slow
    @pytest.mark.smoke
    def test_the_end_of_a_game_leads_to_its_history(self, on_tablet: Callable[..., Page]) -> None:
        page = on_tablet("")
        page.get_by_role("link", name="Game summary").tap()
        expect(page.get_by_text("Ana won with 3 points")).to_be_visible()
        for chart in (
            "Points over the turns: Ana 3",
            "Rolls: actual and expected",
            "Cards by hex",
        ):
            expect(page.get_by_role("img", name=chart)).to_be_visible()
        page.get_by_role("link", name="Back to the table").tap()
        expect(page.get_by_text("Ana wins!")).to_be_visible()

    @pytest.mark.slow
    @pytest.mark.smoke
    def test_the_history_lists_evenings_and_their_results(self, on_tablet: Callable[..., Page]) -> None:
        page = on_tablet("")
        page.get_by_role("button", name="More", exact=True).tap()
        page.get_by_role("button", name="Past games").tap()
        columns = ("Games", "Victories", "Points on average", "Best")
        came_to = {ANA: "2 1 2.5 3", BEN: "2 1 2.5 3", CYR: "2 0 2.0 2"}
        won = "CATAN, the base game · Winners · 2 games played"
        expect(page.get_by_role("heading", name=won)).to_be_visible()
        expect(page.get_by_role("heading", name="Ana, Ben have won most often")).to_be_visible()
        expect(page.get_by_role("heading", name="Ana and Ben are tied")).to_be_visible()
        assert table_cells(page, won) == {
            name: dict(zip(columns, row.split(), strict=True)) for name, row in came_to.items()
        }
        expect(page.locator(".game-line")).to_have_count(2)
        known, before = page.locator(".game-line").all()
        expect(known).to_contain_text("Ana won")
        expect(known.locator(".score")).to_have_text(["Ana 3", "Ben 2", "Cyr 2"])
        expect(before).to_contain_text("Ben won")
        before.tap()
        expect(page.get_by_text("Ben won with 3 points")).to_be_visible()
        page.get_by_role("link", name="All games").tap()
        expect(page.get_by_role("heading", name="Past games", exact=True)).to_be_visible()

    @pytest.mark.parametrize("language", ["en-GB", "fr-FR"])
    def test_nothing_is_truncated_and_all_targets_are_large_enough(
        self, open_touched_page: Callable[..., Page], language: str
    ) -> None:
        for path in ("history", "history/2"):
            page = open_touched_page(path, locale=language)
            width = width_of(page)
            assert page.evaluate("document.documentElement.scrollWidth") <= width
            cut = "all => all.filter(one => one.scrollWidth > one.clientWidth).map(one => one.innerText)"
            assert page.locator(".wide").evaluate_all(cut) == []
            heights = "all => all.map(one => one.getBoundingClientRect().height)"
            met = page.locator("main a, main button, nav a, nav select")
            assert min(met.evaluate_all(heights)) >= 43.5

    def test_the_longest_names_fit(self, open_touched_page: Callable[..., Page], evening: WebServer) -> None:
        page = open_touched_page("history", locale="fr-FR")
        answer = page.evaluate("async () => (await fetch('/api/history/2')).text()")
        longest = {ANA: "Anastasia Wilhelmina", BEN: "Bartholomäus Gregor", CYR: "Clémentine-Margaux B"}
        for name, long in longest.items():
            answer = answer.replace(f'"{name}"', f'"{long}"')
        assert "Wilhelmina" in answer
        page.route("**/api/history/2", lambda route: route.fulfill(json=json.loads(answer)))
        page.goto(f"{evening.url}history/2")
        page.wait_for_selector("[aria-busy=false]")
        assert page.evaluate("document.documentElement.scrollWidth") <= width_of(page)
        cut = "all => all.filter(one => one.scrollWidth > one.clientWidth).map(one => one.innerText)"
        assert page.locator(".wide").evaluate_all(cut) == []
        sees = "all => all.map(one => one.getBoundingClientRect().right)"
        edge = page.locator(".chart").first.evaluate("one => one.getBoundingClientRect().right")
        assert max(page.locator(".line-name").evaluate_all(sees)) <= edge

    def test_links_are_apart_from_each_other(self, open_at: Callable[..., Page], evening: WebServer) -> None:
        ways = open_at(evening, "history").locator("#ways > *")
        expect(ways).to_have_count(2)
        language, back = (box_of(way) for way in ways.all())
        assert back["x"] - (language["x"] + language["width"]) >= 6

    def test_a_phone_can_read_the_qr_code_for_bg_stats(
        self, open_at: Callable[..., Page], evening: WebServer
    ) -> None:
        page = open_at(evening, "history/2")
        page.get_by_text("Add to BG Stats").click()
        link = page.get_by_role("link", name="Open in BG Stats").get_attribute("href")
        code = page.get_by_role("img", name="QR code: this play for BG Stats")
        expect(code).to_have_js_property("complete", True)
        # As a phone does, this looks more than once, from nearer and from farther away.
        assert any(read_at(code, width) == link for width in (321, 428, 535, 642, 749, 856))

    @pytest.mark.parametrize("longest", ["Anna & Ben", "Maximilienne", "W" * 40])
    def test_a_line_label_is_complete_where_there_is_room(
        self, open_touched_page: Callable[..., Page], evening: WebServer, longest: str
    ) -> None:
        page = open_touched_page("history")
        answer = page.evaluate("async () => (await fetch('/api/history/2')).text()")
        for name, other in ((ANA, longest), (BEN, "Chloé & Dirk")):
            answer = answer.replace(f'"{name}"', f'"{other}"')
        page.route("**/api/history/2", lambda route: route.fulfill(json=json.loads(answer)))
        page.goto(f"{evening.url}history/2")
        chart = page.locator(".chart").first
        names = chart.locator(".line-name")
        expect(chart.locator("[data-colour=blue] .line-name")).to_have_text("Chloé & Dirk")
        whole = longest if len(longest) < 40 else re.compile(f"^{longest[0]}{{5,38}}…$")
        expect(chart.locator("[data-colour=red] .line-name")).to_have_text(whole)
        right = "all => Math.max(...all.map(one => one.getBoundingClientRect().right))"
        assert names.evaluate_all(right) <= chart.evaluate("one => one.getBoundingClientRect().right")

    def test_an_empty_history_is_fully_visible(
        self, open_at: Callable[..., Page], empty_table: FakeTable, tmp_path: Path, serve: Serve
    ) -> None:
        with Journal.open(tmp_path / "empty.db"):
            empty_table.game_archive = GameArchive(tmp_path / "empty.db")
            page = open_at(serve(empty_table), "history", viewport=SIZES["phone"], has_touch=True)
            expect(page.get_by_text("No games have been played here yet.")).to_be_visible()
            assert page.evaluate("document.documentElement.scrollWidth") <= SIZES["phone"]["width"]


RECORD_WRITES = """
window.written = [];
const { fillText } = CanvasRenderingContext2D.prototype;
CanvasRenderingContext2D.prototype.fillText = function (text, ...where) {
  window.written.push(text);
  return fillText.call(this, text, ...where);
};
"""
PAINTS_SLOWLY = """
const { toBlob } = HTMLCanvasElement.prototype;
HTMLCanvasElement.prototype.toBlob = function (...how) { setTimeout(() => toBlob.apply(this, how), 500); };
"""
SHARES = """
navigator.canShare = ({ files }) => files.length === 1;
navigator.share = async ({ files: [file] }) => {
  const picture = await createImageBitmap(file);
  window.shared = [file.name, file.type, picture.width, picture.height];
  if (window.sheetClosed) throw new DOMException("", "AbortError");
};
"""


def open_picture_dialog(page: Page) -> Locator:
    """The dialog with the evening's picture, once it is drawn."""
    page.get_by_role("button", name="Share as a picture").tap()
    dialog = page.get_by_role("dialog")
    expect(dialog.get_by_role("img", name="Picture of the game").locator("canvas")).to_be_visible()
    return dialog


class TestSharing:
    @pytest.mark.slow
    @pytest.mark.parametrize(
        ("shape", "size"),
        [pytest.param("Landscape", (900, 1600, 3), marks=pytest.mark.smoke), ("Portrait", (1350, 1080, 3))],
    )
    def test_the_shared_picture_shows_the_final_board_the_winner_and_the_group_s_name(
        self, on_tablet: Callable[..., Page], evening: WebServer, shape: str, size: tuple[int, ...]
    ) -> None:
        page = on_tablet("history")
        page.add_init_script(RECORD_WRITES)
        page.goto(f"{evening.url}history/2")
        dialog = open_picture_dialog(page)
        dialog.get_by_label("Group name").fill("Thursday's round")
        dialog.get_by_label(shape).check(force=True)
        page.evaluate("window.written = []")
        dialog.get_by_label("Group name").fill("Friday's round")
        dialog.get_by_label("Group name").blur()
        wait_until(page, "() => window.written.filter((text) => text === '2:1').length >= 5")
        with page.expect_download() as download:
            dialog.get_by_role("button", name="Save as a file").tap()
        assert re.fullmatch(r"companion-\d{4}-\d\d-\d\d-2\.png", download.value.suggested_filename)
        picture = picture_at(download.value.path())
        assert picture.shape == size
        # Ana's red fills the band; the sea is blue.
        blue, green, red = picture[10, size[1] - 10]
        assert red > 150 > max(blue, green)
        title, group, game, long, *written = page.evaluate("window.written")
        assert (title, group) == ("Ana won", "Friday's round")
        assert game.startswith("CATAN, the base game · ")
        assert long == "7 turns · 6 minutes"
        assert written[:6] == [ANA, "3", BEN, "2", CYR, "2"]
        assert {"Points over the turns", "3:1", "12"} <= set(written)

    def test_a_group_name_typed_just_before_saving_is_on_the_picture_and_remembered(
        self, on_tablet: Callable[..., Page], evening: WebServer
    ) -> None:
        page = on_tablet("history")
        page.add_init_script(RECORD_WRITES)
        page.add_init_script(PAINTS_SLOWLY)
        page.goto(f"{evening.url}history/2")
        dialog = open_picture_dialog(page)
        dialog.get_by_label("Group name").fill("Friday's round")
        with page.expect_download() as download:
            dialog.get_by_role("button", name="Save as a file").tap()
        assert picture_at(download.value.path()).shape[2] == 3
        assert "Friday's round" in page.evaluate("window.written")
        page.reload()
        expect(open_picture_dialog(page).get_by_label("Group name")).to_have_value("Friday's round")

    def test_a_device_can_share_the_picture_and_cancel_the_share_sheet(
        self, open_touched_page: Callable[..., Page], evening: WebServer
    ) -> None:
        page = open_touched_page("history")
        page.add_init_script(SHARES)
        page.goto(f"{evening.url}history/2")
        upright = width_of(page) == SIZES["phone"]["width"]
        for closed in (False, True, True):
            # What fails when the sheet is closed is an error in the console, which fails the test.
            page.evaluate("sheetClosed => Object.assign(window, { sheetClosed, shared: null })", closed)
            open_picture_dialog(page).get_by_role("button", name="Share", exact=True).tap()
            wait_until(page, "() => window.shared")
            name, *picture = page.evaluate("window.shared")
            assert name.endswith("-2.png")
            assert picture == ["image/png", *((1080, 1350) if upright else (1600, 900))]

    def test_a_finished_game_is_saved_as_a_file(self, on_tablet: Callable[..., Page]) -> None:
        page = on_tablet("history/2")
        with page.expect_download() as download:
            page.get_by_role("link", name="Save as a file").tap()
        assert download.value.suggested_filename == "companion-game-2.json"
        document = json.loads(download.value.path().read_text("utf-8"))
        assert document["format"] == "companion-game"
