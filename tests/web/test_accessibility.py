"""Nothing that axe-core finds: every page, what it waits for, and its dialogs, in each size and theme."""

from __future__ import annotations

import itertools
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page, expect

from companion.island.geometry import CORNERS, HEXES
from companion.island.setups import first_game
from companion.journal import Journal
from companion.table.table import Table
from tests.beginnings import FOUNDING, Seconds
from tests.patience import PAGES
from tests.web.fingers import new_game
from tests.web.known_evening import begin
from tests.web.paired import pair_browser
from tests.web.test_calibration import FakeCalibration
from tests.web.test_demo import FakeDemo
from web import Settings, WebServer

TABLET = {"width": 1280, "height": 800}
PHONE = {"width": 390, "height": 844}
LOOKS = list(itertools.product((TABLET, PHONE), ("light", "dark")))
CROSSWISE = [(TABLET, "light"), (PHONE, "dark")]
"""Each size and each theme once: what is opened has the colours of the page that it is opened on."""
IN_A_HAND = list(itertools.product((PHONE,), ("light", "dark")))
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
    with WebServer(evening, Settings(port=0, patience=PAGES), calibrating=calibration) as served:
        yield served


def found_by_axe(page: Page, looks: list[Any] = LOOKS) -> list[str]:
    """What axe-core has against a page, in each size and theme: a line for each element."""
    lines = []
    page.evaluate(Axe().axe_script)
    for size, scheme in looks:
        page.set_viewport_size(size)
        page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
        # A page hears of it with its next frame, and is drawn so with the one after that.
        page.evaluate("new Promise(drawn => requestAnimationFrame(() => requestAnimationFrame(drawn)))")
        run = "axe.run({ resultTypes: ['violations'] }).then(found => found.violations)"
        for violation in page.evaluate(run):
            lines += [
                f"{size['width']} {scheme}: {violation['id']}: {violation['help']}: {node['html'][:160]} "
                f"({'; '.join(each['message'] for each in node['any'])})"
                for node in violation["nodes"]
            ]
    return lines


def button(name: str) -> Callable[[Page], Any]:
    return lambda page: page.get_by_role("button", name=name, exact=True).first.tap()


def choice(name: str) -> Callable[[Page], Any]:
    return lambda page: page.get_by_role("dialog").get_by_role("button", name=name, exact=True).tap()


def tap(selector: str) -> Callable[[Page], Any]:
    return lambda page: page.locator(selector).first.tap()


def shown(selector: str) -> Callable[[Page], Any]:
    """Wait for what the dialog asks the table for."""
    return lambda page: expect(page.locator(selector).first).to_be_visible()


DIALOGS: dict[str, list[Callable[[Page], Any]]] = {
    "nothing": [],
    "view and sound": [button("View and sound")],
    "phones and tablets": [tap("#controls button"), shown(".phone-seat")],
    "a roll": [button("Enter a roll")],
    "a trade": [button("Trade")],
    "a card played": [button("Play card")],
    "monopoly": [button("Play card"), choice("Monopoly")],
    "what a monopoly took": [button("Play card"), choice("Monopoly"), choice("grain")],
    "a year of plenty": [button("Play card"), choice("Year of plenty")],
    "more": [button("More")],
    "what a hand holds": [button("More"), choice("Say what a hand holds")],
    "the whole story": [button("More"), choice("The whole story"), shown("dialog[open] .entry")],
    "a new game": [button("More"), choice("New game"), shown("dialog[open] select")],
    "a game given up": [button("More"), choice("New game"), button("Start"), shown("text=Give it up")],
    "the way for a phone": [tap("#controls button"), tap(".phone-seat-pair"), shown(".devices .link")],
    "an entry of the journal": [
        button("More"),
        choice("The whole story"),
        shown("dialog[open] .entry"),
        tap("dialog[open] .entry"),
    ],
    "a hex": [tap(".hex[data-key='h1,0']")],
    "an intersection": [tap("[data-key='i1,1']")],
}


@pytest.mark.parametrize("opened", DIALOGS)
def test_the_table_and_what_is_opened_on_it(visit: Visit, server: WebServer, opened: str) -> None:
    page = visit(server, has_touch=True)
    for open_ in DIALOGS[opened]:
        open_(page)
    if DIALOGS[opened]:
        expect(page.get_by_role("dialog")).to_be_visible()
    assert found_by_axe(page, CROSSWISE if DIALOGS[opened] else LOOKS) == []


QUESTION = {
    "number": 7,
    "word": "which_dice",
    "fields": {},
    "answers": [
        {"word": "dice_of", "fields": {"dice": [3, 5], "source": "tower"}},
        {"word": "dice_of", "fields": {"dice": [3, 4], "source": "camera"}},
    ],
}
SEVEN = {
    "roll": {"dice": [3, 4], "sum": 7, "player": "red", "takes": [], "shortage": []},
    "to_do": [
        {"kind": "discard", "colour": "orange", "count": 4},
        {"kind": "move_robber", "colour": "red"},
        {"kind": "steal", "colour": "red", "from": ["blue", "white"]},
    ],
}
FOUND = {"kind": "found", "colour": "red", "piece": "settlement", "or": ["blue", "white"]}
CONFIRM = {"kind": "confirm_island", "entry": 2}


def asks(table: Any) -> None:
    table.change(lambda snapshot: snapshot.update(questions=[QUESTION]))


def views(**values: Any) -> Callable[[Any], Any]:
    return lambda table: table.change_view(**values)


def owes(table: Any) -> None:
    due = {"discard": {"orange": 2, "white": 4}, "rob": ["blue", "white"], "reveal": [2, 3]}
    table.change(lambda snapshot: snapshot["game"]["view"]["may"].update(due))


def refuses(table: Any) -> None:
    table.refusal = "The robber stands there already."


STATES: dict[str, tuple[Callable[[Any], Any], list[Callable[[Page], Any]], str]] = {
    "a question": (asks, [], ".question"),
    "a seven": (views(**SEVEN), [], "#roll .take"),
    "who begins": (views(phase="founding", pieces=[], to_do=[FOUND]), [], "#to-do button"),
    "an island read": (views(phase="founding", pieces=[], to_do=[CONFIRM]), [], "#to-do button"),
    "a game taken up": (views(phase="taking_up", to_do=[{"kind": "take_up"}]), [], "#to-do button"),
    "the winner": (views(phase="over", winner="white", on_turn="white", may={}), [], ".winner"),
    "cards that go back": (owes, [button("Discard")], "dialog[open] .counter"),
    "a robbery": (owes, [button("Rob")], "dialog[open] .face"),
    "points revealed": (owes, [button("Reveal")], "dialog[open] .face"),
    "a tap that was taken": (views(), [button("Buy card")], "[role=alert]:visible"),
    "a tap that was refused": (refuses, [button("Buy card")], "[role=alert]:visible"),
}


@pytest.mark.parametrize("state", STATES)
def test_what_the_table_waits_for(look: Visit, table: Any, state: str) -> None:
    bring_about, taps, shows = STATES[state]
    page = look(table, has_touch=True)
    bring_about(table)
    for open_ in taps:
        open_(page)
    expect(page.locator(shows).first).to_be_visible()
    assert found_by_axe(page, CROSSWISE) == []


def test_the_code_for_a_phone(visit: Visit, serve: Any, table: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("web.addresses._address_in_network", lambda: "127.0.0.2")
    page = visit(serve(table), has_touch=True)
    tap("#controls button")(page)
    tap(".phone-seat-pair")(page)
    page.get_by_role("button", name="Open the table to this network").tap()
    expect(page.get_by_role("img", name="The code for Ana's phone")).to_be_visible()
    assert found_by_axe(page, CROSSWISE) == []


@pytest.mark.parametrize(
    ("path", "who", "shows"),
    [
        ("", ("viewer",), "Ana"),
        ("pair", ("viewer",), "code"),
        ("phone", ("viewer",), "tablet"),
        ("history", ("viewer",), "Ana"),
        ("history/1", ("viewer",), "Ana"),
        ("calibrate", ("tablet",), "Is this your island?"),
        ("camera", ("viewer",), "companion serve --camera phone"),
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


@pytest.mark.parametrize(
    ("path", "who"), [("", ("viewer",)), ("calibrate", ("tablet",)), ("phone", ("phone", "red", "Ana"))]
)
def test_what_is_shown_of_a_table_that_is_out_of_reach(
    visit: Visit, server: WebServer, path: str, who: tuple[str, ...]
) -> None:
    page = visit(server, *who, path=path, live=False)
    page.wait_for_selector("body[data-connection=live]")
    page.context.set_offline(True)
    page.wait_for_selector("body[data-connection=lost]")
    assert found_by_axe(page) == []


LOW = {"width": 1024, "height": 600}
AT_EACH_SIZE = [(TABLET, "light"), (LOW, "dark"), (LOW, "light"), (PHONE, "dark")]


def cut_off(page: Page, within: str) -> list[str]:
    """What of a part of the page isn't wholly in sight, or wider than its place, at each size."""
    found = []
    for size, _ in AT_EACH_SIZE:
        page.set_viewport_size(size)  # type: ignore[arg-type]  # a plain dict will do
        page.evaluate("new Promise(drawn => requestAnimationFrame(() => requestAnimationFrame(drawn)))")
        found += [
            f"{size['width']} x {size['height']}: {what}"
            for what in page.evaluate(
                """within => [...document.querySelectorAll(within)].filter(each => {
                  const { left, top, right, bottom } = each.getBoundingClientRect();
                  return left < 0 || top < 0 || right > innerWidth + 1 || bottom > innerHeight + 1;
                }).map(each => each.outerHTML.slice(0, 120))""",
                within,
            )
        ]
        if page.evaluate("document.documentElement.scrollWidth > innerWidth"):
            found.append(f"{size['width']} x {size['height']}: it is scrolled sideways")
    return found


@pytest.mark.parametrize("shape", ["Wide", "Tall"])
def test_the_evening_s_picture_and_all_that_is_chosen_for_it(
    visit: Visit, server: WebServer, shape: str
) -> None:
    page = visit(server, path="history/1", live=False, has_touch=True)
    button("Share as a picture")(page)
    dialog = page.get_by_role("dialog")
    expect(dialog.locator("canvas")).to_be_visible()
    dialog.get_by_label(shape).check(force=True)
    expect(dialog.get_by_role("button", name="Save as a file")).to_be_enabled()
    assert found_by_axe(page, AT_EACH_SIZE) == []
    assert cut_off(page, "dialog[open] :is(canvas, button, input[name=group], .face span)") == []


def test_the_club_s_book_at_each_size(visit: Visit, server: WebServer) -> None:
    page = visit(server, path="history", live=False)
    expect(page.locator(".bars").first).to_be_visible()
    assert found_by_axe(page, AT_EACH_SIZE) == []
    assert [each for each in cut_off(page, "none") if "sideways" in each] == []


def test_what_is_written_in_charts_is_read_on_a_phone(visit: Visit, server: WebServer) -> None:
    page = visit(server, path="history", live=False, viewport=PHONE)
    name = page.locator(".bars text").first
    expect(name).to_be_visible()
    size = name.evaluate("text => parseFloat(getComputedStyle(text).fontSize) * text.getScreenCTM().a")
    assert size >= 12


def test_the_strip_of_a_demo(browser: Browser, table: Any) -> None:
    with WebServer(table, Settings(port=0, patience=PAGES), played=FakeDemo()) as served:
        context = browser.new_context(viewport=TABLET, service_workers="block")  # type: ignore[arg-type]  # a plain dict will do
        pair_browser(context, served, "tablet")
        page = context.new_page()
        page.goto(served.url)
        expect(page.locator(".demo-eye")).to_have_class("demo-eye found")
        assert found_by_axe(page, AT_EACH_SIZE) == []
        assert cut_off(page, ".demo-strip, .demo-strip button") == []
        strip, over = (page.locator(at).bounding_box() for at in (".demo-strip", ".demo-strip button"))
        assert strip is not None
        assert over is not None
        assert strip["height"] <= 1.5 * over["height"], "words and button stand beside each other"
        context.close()


PLAYERS = [{"name": n, "colour": c} for n, c in (("Ana", "red"), ("Ben", "blue"), ("Cyr", "white"))]
RICH = {"lumber": 2, "brick": 2, "wool": 5, "grain": 3, "ore": 3}


@pytest.fixture
def hands(tmp_path: Path) -> Iterator[Table]:
    """A real table at which phones have much to say: Ana has rolled and holds cards of all kinds."""
    with Journal.open(tmp_path / "journal.db") as journal:
        table = Table(journal, Seconds())
        table.start_game({"players": PLAYERS, "options": {"all_told": True, "points_to_win": 4}})
        table.submit({"kind": "correct", "layout": first_game().to_json()})
        for piece, at in FOUNDING:
            table.submit({"kind": "place", "piece": piece, "at": at})
        table.submit({"kind": "roll", "dice": [1, 1]})
        for card in ("monopoly", "year_of_plenty"):
            table.seats.submit("red", {"kind": "show_hand", "resources": RICH})
            table.seats.submit("red", {"kind": "buy_development_card", "card": card})
        for _ in PLAYERS:
            table.submit({"kind": "end_turn"})
            table.submit({"kind": "roll", "dice": [1, 1]})
        table.seats.submit("red", {"kind": "show_hand", "resources": RICH})
        yield table
        table.stop()


def key(name: str) -> Callable[[Page], Any]:
    return lambda page: page.locator(f"[data-key='{name}']").tap()


def card(name: str) -> Callable[[Page], Any]:
    return lambda page: page.locator(f"[data-choice={name}]").tap()


def naming(page: Page) -> None:
    page.locator("[data-key^=name-]").first.tap()


BOUGHT = {"kind": "buy_development_card"}
ROLLED = {"kind": "roll", "dice": [3, 4]}
ROBBER = {"kind": "move_robber", "to": next(h for h in HEXES if "i-2,-2" in CORNERS[h])}
ROBBED = {"kind": "steal", "from": "red", "resource": None}
GIVEN_BACK = {"kind": "discard", "player": "red", "resources": None}
OPEN = "dialog[open] "
IN_HAND: dict[str, tuple[str, list[dict[str, Any]], list[Callable[[Page], Any]], str]] = {
    "the own hand": ("red", [], [], ".hand-card b"),
    "cards covered": ("red", [], [key("cover")], ".card-back"),
    "an offer": ("red", [], [key("trade")], OPEN + ".counter"),
    "a trade with the bank": ("red", [], [key("bank")], OPEN + ".counter"),
    "a card bought": ("red", [], [key("buy")], OPEN + "[data-choice]"),
    "a card played": ("red", [], [key("play")], OPEN + "[data-choice]"),
    "a monopoly": ("red", [], [key("play"), card("monopoly")], OPEN + "[data-choice=wool]"),
    "what a monopoly took": ("red", [], [key("play"), card("monopoly"), card("wool")], OPEN + ".counter"),
    "a year of plenty": ("red", [], [key("play"), card("year_of_plenty")], OPEN + ".counter"),
    "what is held": ("red", [], [key("hand-say")], OPEN + ".counter"),
    "what was entered": ("red", [], [key("end")], "[data-key=undo]"),
    "giving the seat up": ("red", [], [key("leave")], OPEN + "button.primary"),
    "a card bought that nobody named": ("red", [BOUGHT], [naming], OPEN + "[data-choice]"),
    "points that win": ("red", [BOUGHT, BOUGHT], [], "[data-key=reveal]"),
    "a seven": ("red", [ROLLED], [], "[data-key=discard]"),
    "cards that go back": ("red", [ROLLED], [key("discard")], OPEN + ".counter"),
    "cards that went back": ("red", [ROLLED, GIVEN_BACK], [naming], OPEN + ".counter"),
    "a thief": ("blue", [ROLLED, GIVEN_BACK, ROBBER], [key("rob")], OPEN + ".face"),
    "who is robbed": ("red", [ROLLED, GIVEN_BACK, ROBBER], [key("robbed")], OPEN + "[data-choice]"),
    "a hand that is not certain": ("red", [ROLLED, GIVEN_BACK, ROBBER, ROBBED], [], ".unsure"),
    "a card stolen": ("red", [ROLLED, GIVEN_BACK, ROBBER, ROBBED], [naming], OPEN + "[data-choice]"),
}


@pytest.mark.parametrize("shown", IN_HAND)
def test_a_phone_and_what_is_opened_on_it(visit: Visit, serve: Any, hands: Table, shown: str) -> None:
    colour, happens, taps, shows = IN_HAND[shown]
    for said in happens:
        hands.submit(said)
    name = next(player["name"] for player in PLAYERS if player["colour"] == colour)
    page = visit(serve(hands), "phone", colour, name, path="phone", viewport=PHONE, has_touch=True)
    for open_ in taps:
        open_(page)
    expect(page.locator(shows).first).to_be_visible()
    assert found_by_axe(page, IN_A_HAND) == []


def test_before_a_game(visit: Visit, serve: Any, empty_table: Any) -> None:
    empty_table.names = ["Zoé", "Max"]
    page = visit(serve(empty_table))
    expect(page.locator("#start .way")).to_be_visible()
    assert found_by_axe(page) == []
    new_game(page, more=True)
    assert found_by_axe(page) == []


def test_before_a_game_on_a_device_that_only_looks(visit: Visit, serve: Any, empty_table: Any) -> None:
    page = visit(serve(empty_table), "viewer")
    expect(page.locator("#start form")).to_be_visible()
    assert found_by_axe(page) == []
