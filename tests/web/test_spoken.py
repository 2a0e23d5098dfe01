"""Every word on the pages is out of a catalogue: read in a made-up language that marks each of its texts."""

from __future__ import annotations

import contextlib
import io
import re
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from babel.messages.catalog import Catalog
from babel.messages.pofile import write_po
from playwright.sync_api import Page, expect

from companion.calibration.guide import ALL
from companion.calibration.session import CalibrationSession
from companion.calibration.world import DeviceAccess, World
from companion.hardware.buttons import ButtonEvent
from companion.hardware.panel import TITLES
from companion.i18n import message_to_json, sentence
from companion.island.setups import first_game
from companion.journal import Journal
from companion.sources.camera import open_camera
from companion.sources.tower.console import NoTowerError
from companion.sources.tower.port import NOT_PLUGGED_IN
from companion.table.table import Table
from tests.beginnings import FOUNDING, Seconds
from tests.web.fingers import more_choices, new_game
from web import Settings, WebServer
from web.i18n import FILE

sys.path.insert(0, str(Path(__file__).parents[2] / "docs" / "tools"))

import catalogues

MADE_UP = "eo"
PHONE = {"width": 390, "height": 844}
PLAYERS = {"red": "Ana", "blue": "Ben", "orange": "Clémentine", "white": "Dora"}

# What is no word of the pages: names, what languages call themselves, addresses.
NAMES = {*PLAYERS.values(), "Companion", "English", "Français", "Esperanto", "PNG", "JSON"}

# The table's bar, but for what a tap enters without asking.
ASKING = "#actions button:not([data-key=end]):not([data-key=undo]):not([data-key=buy])"

SEEN = """() => {
    const said = [];
    const NAMED = ["aria-label", "title", "alt", "placeholder"];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
        if (node.nodeType === Node.ELEMENT_NODE) {
            for (const name of NAMED) said.push(node.getAttribute(name));
        } else if (!node.parentElement.closest("script, style")) said.push(node.textContent);
    }
    return said.filter(Boolean);
}"""

Visit = Callable[..., Page]


@pytest.fixture(scope="session")
def marked(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the file of a language in which every text stands between ⟦ and ⟧."""
    catalog = Catalog(locale=MADE_UP)
    for each in catalogues.collected():
        if each.id:
            forms = [each.id] if isinstance(each.id, str) else each.id
            marks = tuple(f"⟦{form}⟧" for form in forms)
            catalog.add(each.id, marks if len(marks) > 1 else marks[0], context=each.context)
    written = io.BytesIO()
    write_po(written, catalog)
    folder = tmp_path_factory.mktemp("languages")
    path = folder / MADE_UP / FILE
    path.parent.mkdir(parents=True)
    path.write_bytes(written.getvalue())
    return folder


def unmarked(page: Page) -> set[str]:
    """What a page says that is neither out of the catalogue nor a name or a number."""
    found = set()
    for text in page.evaluate(SEEN):
        left = text
        while (inner := re.sub(r"⟦[^⟦⟧]*⟧", "", left)) != left:
            left = inner
        words = set(re.findall(r"[^\W\d_]+", left)) - NAMES
        if any(len(word) > 1 for word in words):
            found.add(text.strip())
    return found


def read_dialogs(page: Page, openers: str) -> set[str]:
    """What the dialogs say that some buttons open, one after the other."""
    found = set()
    expect(page.locator(openers).first).to_be_visible()
    for n in range(page.locator(openers).count()):
        page.locator(openers).nth(n).press("Enter")
        # One may ask the table first.
        expect(page.locator("dialog[open]")).to_have_count(1)
        found |= unmarked(page)
        page.keyboard.press("Escape")
        expect(page.locator("dialog[open]")).to_have_count(0)
    return found


class Unpressed:
    """Buttons that nobody presses."""

    def happened(self) -> list[tuple[str, ButtonEvent]]:
        return []


@pytest.fixture
def evening(tmp_path: Path) -> Iterator[Table]:
    """A real table in its first turns; an earlier game was won."""
    path = tmp_path / "journal.db"
    players = [{"name": PLAYERS[colour], "colour": colour} for colour in ("red", "blue", "white")]
    with Journal.open(path) as journal:
        table = Table(journal, Seconds(), notices=[sentence("The next game that is started is recorded.")])
        for target in (3, 10):
            game = {"players": players, "options": {"points_to_win": target}, "abandon": True}
            table.start_game(game)
            table.submit({"kind": "correct", "layout": first_game().to_json()})
            for piece, at in FOUNDING:
                table.submit({"kind": "place", "piece": piece, "at": at})
            for a, b in ((3, 3), (4, 4), (5, 6), (2, 2)):
                table.submit({"kind": "roll", "dice": [a, b]})
            table.submit(
                {"kind": "show_hand", "player": "red", "resources": {"ore": 3, "grain": 2, "wool": 1}}
            )
            if target == 3:
                table.submit({"kind": "place", "piece": "city", "at": "i4,1"})
        table.submit({"kind": "buy_development_card", "card": None})
        yield table
        table.stop()


@pytest.fixture
def read(visit: Visit, serve: Callable[..., WebServer], marked: Path) -> Visit:
    """Open a page of a table in the made-up language: read(table, role, path=...)."""

    def open_page(table: Any, *args: Any, **options: Any) -> Page:
        server = serve(table, translations=(marked,))
        return visit(server, *args, locale=MADE_UP, **options)

    return open_page


def test_the_made_up_language_is_spoken(read: Visit, table: Any) -> None:
    page = read(table)
    assert page.evaluate("document.documentElement.lang") == MADE_UP
    expect(page.locator("#title")).to_have_text("⟦Turn 12⟧")


def test_a_page_that_starts_a_game(read: Visit, empty_table: Any) -> None:
    page = read(empty_table)
    new_game(page)
    more_choices(page, "⟦More choices⟧")
    page.get_by_label("⟦The game is on already⟧").check()
    assert unmarked(page) == set()


def test_the_table_in_the_middle_of_a_game_and_its_dialogs(read: Visit, table: Any) -> None:
    def happen(snapshot: dict[str, Any]) -> None:
        snapshot["sources"] = [
            {
                "name": name,
                "health": health,
                "text": message_to_json(sentence("left")) if health == "fault" else "",
            }
            for name, health in (("camera", "fault"), ("tower", "waiting"), ("tablet", "ok"), ("panel", "ok"))
        ]
        snapshot["notices"] = [message_to_json(sentence("There is nobody to trade with."))]
        snapshot["questions"] = [
            {
                "number": 1,
                "word": "piece_gone",
                "fields": {"piece": "city", "colour": "red", "at": "i-5,4"},
                "answers": [{"word": word, "fields": {}} for word in ("still_there", "taken_away")],
            }
        ]
        snapshot["game"]["view"]["may_have_won"] = 0.4

    table.change(happen)
    page = read(table)
    assert unmarked(page) == set()
    assert read_dialogs(page, ASKING) == set()
    assert read_dialogs(page, ".controls button") == set()
    # What waits has the place of what happened.
    table.change(lambda snapshot: snapshot.update(questions=[]))
    assert read_dialogs(page, "#log .entry") == set()
    for place in (
        ".hex[data-key='h0,0']",
        ".harbor[data-key='p0,-5']",
        ".site[data-key='i-5,4']",
        ".site[data-key='p1,-2']",
    ):
        assert read_dialogs(page, place) == set()


@pytest.mark.parametrize(
    "due",
    [
        [{"kind": "discard", "colour": "red", "count": 4}],
        [{"kind": "discard", "colour": "red", "count": 4, "between": [4, 5], "likely": False}],
        [{"kind": "may_discard", "colour": "red", "count": 4, "between": [0, 4], "limit": 7}],
        [{"kind": "steal", "colour": "red", "from": ["blue", "white"]}],
        [{"kind": "found", "colour": "red", "piece": None, "or": ["red", "blue"]}],
        [{"kind": "confirm_island", "entry": 1}, {"kind": "lay_island"}, {"kind": "take_up"}],
    ],
    ids=lambda due: due[0]["kind"],
)
def test_what_is_to_be_done(read: Visit, table: Any, due: list[dict[str, Any]]) -> None:
    table.change_view(to_do=due, phase="play")
    assert unmarked(read(table)) == set()


@pytest.mark.parametrize("game", range(1, 6))
def test_a_match_of_spot_it(read: Visit, tmp_path: Path, game: int) -> None:
    players = [{"name": PLAYERS[colour], "colour": colour} for colour in ("red", "blue", "orange")]
    with Journal.open(tmp_path / "journal.db") as journal:
        table = Table(journal, Seconds())
        table.start_game({"game": "spot_it", "players": players, "options": {"game": game, "alone": "blue"}})
        counts = {"red": 6, "blue": 5, "orange": 8}
        for entered in (
            {"kind": "game_scored", "game": game % 5 or 1, "first_out": ["red", "blue"], "counts": counts},
            {"kind": "round_scored", "captured": {"red": 1, "blue": 0, "orange": 1}},
        ):
            table.submit(entered)
        page = read(table)
        expect(page.locator("#now")).to_contain_text("⟦")
        assert unmarked(page) == set()
        assert read_dialogs(page, "#actions [data-key=score], #actions [data-key=more]") == set()
        assert read_dialogs(page, "#log .entry") == set()
        page.goto(f"{page.url}history/1")
        expect(page.locator("#history[aria-busy=false]")).to_be_visible()
        assert unmarked(page) == set()
        table.stop()


def test_a_dice_game(read: Visit, tmp_path: Path) -> None:
    players = [{"name": PLAYERS[colour], "colour": colour} for colour in ("red", "blue", "orange")]
    dice = {"kind": "throw", "dice": ["brick", "lumber", "wool"]}
    with Journal.open(tmp_path / "journal.db") as journal:
        table = Table(journal, Seconds())
        table.start_game({"game": "dice_game", "players": players})
        inputs: list[dict[str, Any]] = [
            *({"kind": "build", "piece": "knight", "at": at} for at in ("1", "2", "6")),
            *({"kind": "build", "piece": "road", "at": at} for at in ("2", "5", "7", "10", "12")),
            {"kind": "build", "piece": "settlement", "at": "1"},
            {"kind": "build", "piece": "city", "at": "4"},
            *[{"kind": "end_turn"}] * 3,
            dice,
            {"kind": "use_knight", "knight": "1", "resource": "ore", "die": "wool"},
        ]
        for entered in inputs:
            table.submit(entered)
        page = read(table)
        expect(page.locator("#turn")).to_contain_text("⟦")
        assert unmarked(page) == set()
        assert read_dialogs(page, "[data-key^=use-], #actions [data-key=more]") == set()
        assert read_dialogs(page, "#log .entry") == set()
        page.goto(f"{page.url}history/1")
        expect(page.locator("#history[aria-busy=false]")).to_be_visible()
        assert unmarked(page) == set()
        table.stop()


def test_looking_back(read: Visit, evening: Table) -> None:
    page = read(evening, path="history", live=False)
    expect(page.locator("#history[aria-busy=false]")).to_be_visible()
    assert unmarked(page) == set()
    page.goto(f"{page.url}/1")
    expect(page.locator("#history[aria-busy=false]")).to_be_visible()
    assert unmarked(page) == set()


def test_a_phone(read: Visit, evening: Table) -> None:
    page = read(evening, "phone", "red", "Ana", path="phone", viewport=PHONE)
    assert unmarked(page) == set()
    assert read_dialogs(page, "#actions button:enabled:not([data-key=end]), [data-key=hand-say]") == set()


def test_the_table_once_somebody_has_won(read: Visit, table: Any) -> None:
    table.change_view(phase="over", winner="red", may=None, on_turn=None)
    page = read(table)
    expect(page.locator(".winner")).to_contain_text("Ana")
    assert unmarked(page) == set()


def test_a_trade_that_is_offered(read: Visit, evening: Table) -> None:
    evening.seats.offer("white", {"give": {"wool": 1}, "take": {"ore": 1}})
    assert unmarked(read(evening)) == set()
    assert unmarked(read(evening, "phone", "red", "Ana", path="phone", viewport=PHONE)) == set()


def test_what_a_seven_asks_of_a_phone(read: Visit, evening: Table) -> None:
    evening.submit({"kind": "show_hand", "player": "red", "resources": {"ore": 5, "grain": 4}})
    evening.submit({"kind": "roll", "dice": [3, 4]})
    page = read(evening, "phone", "red", "Ana", path="phone", viewport=PHONE)
    expect(page.locator("#due")).to_contain_text("⟦")
    assert unmarked(page) == set()
    assert read_dialogs(page, "#due button") == set()


def test_the_guided_calibration(visit: Visit, empty_table: Any, marked: Path, tmp_path: Path) -> None:
    def no_tower() -> Any:
        raise NoTowerError(NOT_PLUGGED_IN)

    reach = DeviceAccess(
        list,
        lambda spec, exposure: open_camera(spec, exposure=exposure),
        no_tower,
        lambda: contextlib.nullcontext(Unpressed()),
        dict(TITLES),
        time.monotonic,
        lambda: "now",
    )
    world = World(reach, tmp_path / "table.json", tmp_path / "board.json")
    settings = Settings(port=0, translations=(marked,))
    with CalibrationSession(world, ALL) as walk, WebServer(empty_table, settings, calibrating=walk) as server:
        page = visit(server, path="calibrate", live=False, locale=MADE_UP)
        for stage in ALL:
            walk.go_to(stage.name)
            step = page.locator(f"#steps [data-key={stage.name}]")
            expect(step).not_to_have_attribute("data-state", "to_do")
            assert unmarked(page) == set()


@pytest.mark.parametrize("path", ["pair", "phone"])
def test_whoever_only_looks(read: Visit, evening: Table, path: str) -> None:
    page = read(evening, "viewer", path=path, live=False)
    expect(page.locator("main")).to_contain_text("⟦")
    assert unmarked(page) == set()
