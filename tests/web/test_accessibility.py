"""Nothing that axe-core finds: every page and its dialogs, light and dark, on a tablet and on a phone."""

from __future__ import annotations

import itertools
import time
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect

from companion.journal import Journal
from companion.table.table import Table
from tests.web.test_calibration import FakeCalibration
from tests.web.test_history import begin
from web import Settings, WebServer

TABLET = {"width": 1280, "height": 800}
PHONE = {"width": 390, "height": 844}
LOOKS = list(itertools.product((TABLET, PHONE), ("light", "dark")))
HANDS: dict[str, dict[str, int]] = {"red": {"ore": 3, "wool": 2}, "blue": {"wool": 2}, "white": {"wool": 1}}

Visit = Callable[..., Page]


class Calibrating(FakeCalibration):
    """A calibration that asks something."""

    def __init__(self) -> None:
        super().__init__()
        self.leads, self.jpeg = False, None

    def wait_for_change(self, version: int, timeout: float) -> bool:
        time.sleep(timeout)
        return False

    def view(self) -> dict[str, Any]:
        done = {"state": "good", "text": "Camera 0 sees the table.", "choices": [], "more": [], "about": {}}
        asks = {
            "state": "looking",
            "text": "Is this your island?",
            "choices": [{"word": "yes", "text": "It is right", "usual": True}],
            "more": ["A tap on a hex corrects it."],
            "about": {},
        }
        ahead = {"state": "to_do", "text": "", "choices": [], "more": [], "about": {}}
        steps = [
            {"name": "camera", "title": "The camera", **done},
            {"name": "light", "title": "The light", **asks},
            {"name": "saved", "title": "Saved", **ahead},
        ]
        return {"version": self.version, "current": "light", "picture": False, "steps": steps}


@pytest.fixture(scope="module")
def evening(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Table]:
    """A real table: one game was won, in another red has rolled and offers a trade."""
    with Journal.open(tmp_path_factory.mktemp("evening") / "journal.db") as journal:
        table = Table(journal, itertools.count(0.0, 0.5).__next__)
        begin(table, points_to_win=3)
        for dice in ((3, 3), (4, 4), (5, 6), (2, 2)):
            table.submit({"kind": "roll", "dice": dice})
        table.submit({"kind": "show_hand", "player": "red", "resources": {"ore": 3, "grain": 2}})
        table.submit({"kind": "place", "piece": "city", "at": "i4,1"})
        begin(table, all_told=True)
        for colour, hand in HANDS.items():
            table.seats.submit(colour, {"kind": "show_hand", "resources": hand})
        table.submit({"kind": "roll", "dice": [1, 1]})
        table.seats.offer("red", {"give": {"ore": 1}, "take": {"wool": 1}})
        yield table
        table.stop()


@pytest.fixture
def server(evening: Table) -> Iterator[WebServer]:
    calibration = Calibrating()
    with WebServer(evening, Settings(port=0), calibrating=calibration) as served:
        yield served


def found_by_axe(page: Page) -> list[str]:
    """What axe-core has against a page, in each size and theme: a line for each element."""
    lines = []
    for size, scheme in LOOKS:
        page.set_viewport_size(size)
        page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
        for violation in Axe().run(page).response["violations"]:
            lines += [
                f"{size['width']} {scheme}: {violation['id']}: {violation['help']}: {node['html'][:160]} "
                f"({'; '.join(each['message'] for each in node['any'])})"
                for node in violation["nodes"]
            ]
    return lines


def button(name: str) -> Callable[[Page], Any]:
    return lambda page: page.get_by_role("button", name=name, exact=True).first.click()


def tap(selector: str) -> Callable[[Page], Any]:
    return lambda page: page.locator(selector).first.click()


DIALOGS: dict[str, list[Callable[[Page], Any]]] = {
    "nothing": [],
    "view and sound": [button("View and sound")],
    "phones and tablets": [tap("#controls button")],
    "a roll": [button("Enter a roll")],
    "a trade": [button("Trade")],
    "a card played": [button("Play card")],
    "more": [button("More")],
    "an entry of the journal": [tap("#log button")],
    "a hex": [tap(".hex[data-key='h1,0']")],
    "an intersection": [tap("[data-key='i1,1']")],
}


@pytest.mark.parametrize("opened", DIALOGS)
def test_the_table_and_what_is_opened_on_it(visit: Visit, server: WebServer, opened: str) -> None:
    page = visit(server)
    for open_ in DIALOGS[opened]:
        open_(page)
    if DIALOGS[opened]:
        expect(page.get_by_role("dialog")).to_be_visible()
    assert found_by_axe(page) == []


@pytest.mark.parametrize(
    ("path", "who", "shows"),
    [
        ("", ("viewer",), "Ana"),
        ("pair", ("viewer",), "code"),
        ("phone", ("viewer",), "tablet"),
        ("history", ("viewer",), "Ana"),
        ("history/1", ("viewer",), "Ana"),
        ("calibrate", ("tablet",), "Is this your island?"),
        ("phone", ("phone", "red", "Ana"), "You offer"),
        ("phone", ("phone", "blue", "<b>Ben</b>"), "You give"),
    ],
)
def test_the_other_pages(
    visit: Visit, server: WebServer, path: str, who: tuple[str, ...], shows: str
) -> None:
    page = visit(server, *who, path=path, live=False)
    expect(page.get_by_text(shows).first).to_be_visible()
    assert found_by_axe(page) == []


def test_before_a_game(visit: Visit, serve: Any, empty_table: Any) -> None:
    page = visit(serve(empty_table))
    expect(page.locator("#start form")).to_be_visible()
    assert found_by_axe(page) == []
