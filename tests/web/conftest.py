"""A fake table, a rich game at it, servers that show it, and a browser.

Pages are opened as the table's tablet: `visit` and `look` take ``role="viewer"``, or ``role="phone"`` with
``seat="red"`` and ``player="Ana"``, for another. `touch` and `finger` open it on a screen that is touched, at
each size: a test that uses them runs twice. What asks without a browser pairs by `tests.web.paired`:
`paired_client(app)` is Flask's test client as a tablet, `paired_headers(server)` what a request carries.
"""

from __future__ import annotations

import copy
import http.client
import json
import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, closing, contextmanager
from functools import cache, partial
from typing import Any, cast

import pytest
from flask import Flask
from jinja2 import BytecodeCache
from jinja2.bccache import Bucket
from playwright.sync_api import Browser, Page

from companion.games.base.rules.options import setup_options
from companion.games.registry import GAMES
from companion.i18n import message_to_json, sentence
from companion.island.setups import first_game_layout
from companion.observations import InputRefused
from companion.table.game_archive import GameArchive
from companion.table.table import Table
from tests.patience import PAGES, PATIENCE_S
from tests.web import ports
from tests.web.borrowing import TABLET, BorrowedPage, PagePool, collect_complaints, lend_pages
from tests.web.fingers import SCREENS
from tests.web.paired import pair_browser
from tests.web.patching import apply_patch
from web import Settings, WebServer

FOUR_HILLS = sentence(
    "Terrain {name}: {table} on the table, {box} in the box", name=sentence("Hills"), table=4, box=3
)


class TemplateCache(BytecodeCache):
    """The compiled templates of all applications of a process: there are a thousand, with the same templates.

    Jinja takes what was compiled from the same source only.
    """

    def __init__(self) -> None:
        self._compiled: dict[tuple[str, str], bytes] = {}

    def load_bytecode(self, bucket: Bucket) -> None:
        compiled = self._compiled.get((bucket.key, bucket.checksum))
        if compiled is not None:
            bucket.bytecode_from_string(compiled)

    def dump_bytecode(self, bucket: Bucket) -> None:
        self._compiled[bucket.key, bucket.checksum] = bucket.bytecode_to_string()


Flask.jinja_options = {"bytecode_cache": TemplateCache()}


class FakeSeats:
    """The seats of a `FakeTable`: the test sets each seat's view; inputs are recorded."""

    def __init__(self, table: FakeTable) -> None:
        self._table = table
        self.views: dict[str, Mapping[str, Any]] = {}
        self.inputs: list[tuple[str, Mapping[str, Any]]] = []
        self.offers: list[tuple[str, Mapping[str, Any]]] = []
        self.answers: list[tuple[str, int, Mapping[str, Any], str | None]] = []

    def snapshot(self, colour: str) -> Mapping[str, Any]:
        return {**self._table.snapshot(), "seat": self.views.get(colour)}

    def submit(self, colour: str, data: Mapping[str, Any]) -> Mapping[str, Any]:
        self._refuse()
        self.inputs.append((colour, _strip_about(data)))
        return {"told": [], "violations": [], "version": 1}

    def offer(self, colour: str, data: Mapping[str, Any]) -> Mapping[str, Any]:
        self._refuse()
        self.offers.append((colour, _strip_about(data)))
        return {"offer": len(self.offers), "version": 1}

    def answer(
        self, colour: str, number: int, data: Mapping[str, Any], source: str | None = None
    ) -> Mapping[str, Any]:
        self._refuse()
        self.answers.append((colour, number, _strip_about(data), source))
        return {"version": 1}

    def _refuse(self) -> None:
        if self._table.refusal is not None:
            raise InputRefused(self._table.refusal)


class FakeGameArchive:
    """The empty game archive of a `FakeTable`."""

    def list_games(self, *, archived: bool = False) -> list[dict[str, Any]]:
        return []

    def books(self) -> list[dict[str, Any]]:
        return []

    def game_kind(self, game_id: int) -> str | None:
        return None

    def game_details(self, game_id: int) -> dict[str, Any]:
        raise LookupError(game_id)

    def roll_list(self, game_id: int) -> None:
        raise LookupError(game_id)

    def export_game(self, game_id: int) -> dict[str, Any] | None:
        raise LookupError(game_id)


def as_table(fake: FakeTable | Stage | Table) -> Table:
    """Return a fake as the table that it replaces: it has the methods that the server calls."""
    return cast(Table, fake)


class FakeTable:
    """A table whose snapshot the test sets; it records its inputs."""

    playable = GAMES

    def __init__(self, game: Mapping[str, Any] | None = None, epoch: str = "k3f9") -> None:
        self._changed = threading.Condition()
        self._snapshot: dict[str, Any] = {
            "epoch": epoch,
            "version": 1,
            "t": 2000.0,
            "sources": [{"name": "tower", "health": "ok", "text": ""}],
            "notices": [],
            "questions": [],
            "offers": [],
            "game": game,
        }
        self.seconds = 2000.0
        self._running = threading.Event()
        self._running.set()
        self.pictures: dict[tuple[int, int], bytes] = {}
        self.inputs: list[Mapping[str, Any]] = []
        self.abouts: list[Mapping[str, Any]] = []
        self.games: list[Mapping[str, Any]] = []
        self.gone_on: list[Mapping[str, Any]] = []
        self.left: list[Mapping[str, Any]] = []
        self.archived: list[Mapping[str, Any]] = []
        self.earlier_lines: list[dict[str, Any]] = []
        self.names: list[str] = []
        self.unfinished: list[dict[str, Any]] = []
        self.begun = True
        self.last: dict[str, Any] | None = None
        self.previewed: list[Mapping[str, Any]] = []
        self.changes: list[Mapping[str, Any]] = []
        self.refusal: str | None = None
        self.seats = FakeSeats(self)
        self.game_archive: GameArchive | FakeGameArchive = FakeGameArchive()

    def change(self, edit: Callable[[dict[str, Any]], None]) -> int:
        """Edit the snapshot in place, as an event at the table does."""
        with self._changed:
            after = copy.deepcopy(self._snapshot)
            edit(after)
            after["version"] += 1
            self._snapshot = after
            self._changed.notify_all()
            return int(after["version"])

    def change_view(self, **values: Any) -> int:
        """Set entries of the game's view."""

        def edit(snapshot: dict[str, Any]) -> None:
            snapshot["game"]["view"].update(values)

        return self.change(edit)

    def game_time(self) -> float:
        return self.seconds

    def question_picture(self, number: int, index: int) -> bytes | None:
        return self.pictures.get((number, index))

    def snapshot(self) -> Mapping[str, Any]:
        self._running.wait()
        return self._snapshot

    @contextmanager
    def stall(self) -> Iterator[None]:
        """Answer no stream, as a hanging machine does."""
        self._running.clear()
        try:
            yield
        finally:
            self._running.set()

    def wait_for_change(self, epoch: str, version: int, timeout: float) -> Mapping[str, Any] | None:
        self._running.wait()

        def differs() -> bool:
            return (self._snapshot["epoch"], self._snapshot["version"]) != (epoch, version)

        with self._changed:
            return self._snapshot if self._changed.wait_for(differs, timeout) else None

    def submit(self, data: Mapping[str, Any]) -> Mapping[str, Any]:
        self.abouts.append(data.get("about") or {})
        return self._take(self.inputs, _strip_about(data))

    def preview(self, data: Mapping[str, Any]) -> Mapping[str, Any]:
        return {**self._take(self.previewed, _strip_about(data)), "changes": self.changes}

    def start_game(self, data: Mapping[str, Any]) -> Mapping[str, Any]:
        return self._take(self.games, _strip_about(data))

    def lines_before(self, before: int) -> list[dict[str, Any]]:
        return [line for line in self.earlier_lines if line["number"] < before]

    def choices(self) -> Mapping[str, Any]:
        return {
            "games": [{"kind": "base", **setup_options()}],
            "names": self.names,
            "last": self.last,
            "unfinished": self.unfinished,
            "begun": self.begun,
        }

    def resume_game(self, data: Mapping[str, Any]) -> Mapping[str, Any]:
        return self._take(self.gone_on, _strip_about(data))

    def leave(self, data: Mapping[str, Any]) -> Mapping[str, Any]:
        return self._take(self.left, _strip_about(data))

    def archive(self, data: Mapping[str, Any]) -> Mapping[str, Any]:
        return self._take(self.archived, _strip_about(data))

    def _take(self, kept: list[Mapping[str, Any]], data: Mapping[str, Any]) -> Mapping[str, Any]:
        if self.refusal is not None:
            raise InputRefused(self.refusal)
        kept.append(data)
        return {"told": [], "violations": [], "version": self._snapshot["version"]}


def _strip_about(data: Mapping[str, Any]) -> dict[str, Any]:
    """Remove the `about` of an input, which `abouts` records."""
    return {name: value for name, value in data.items() if name != "about"}


def _player(name: str, colour: str, points: int, cards: int, **more: Any) -> dict[str, Any]:
    return {
        "name": name,
        "colour": colour,
        "points": points,
        "cards": cards,
        "cards_between": [cards, cards],
        "cards_certain": True,
        "certain": True,
        "hand": None,
        "development_cards": 0,
        "knights": 0,
        "road_length": 2,
        "longest_road": False,
        "largest_army": False,
        "left": {"road": 13, "settlement": 3, "city": 4},
        **more,
    }


def rich_game() -> dict[str, Any]:
    """Four players in the middle of a game, the red one on turn, an eight just rolled."""
    entries: list[dict[str, Any]] = [
        {"kind": "roll", "player": "blue", "dice": [6, 1]},
        {"kind": "discard", "player": "orange", "resources": {"wool": 2, "ore": 2}},
        {"kind": "move_robber", "player": "blue", "to": "h1,0"},
        {"kind": "steal", "player": "blue", "from": "red", "resource": None},
        {"kind": "place_city", "player": "blue", "at": "i1,1"},
        {
            "kind": "domestic_trade",
            "player": "blue",
            "with": "white",
            "give": {"wool": 1},
            "take": {"ore": 1},
        },
        {"kind": "buy_development_card", "player": "blue", "card": None},
        {"kind": "roll", "player": "red", "dice": [3, 5]},
        {"kind": "place_road", "player": "red", "at": "p1,-2"},
    ]
    pieces = [
        ("i1,1", "city", "blue"),
        ("p1,1", "road", "blue"),
        ("p2,1", "road", "blue"),
        ("i4,-2", "settlement", "blue"),
        ("p4,-1", "road", "blue"),
        ("p3,-1", "road", "blue"),
        ("i-1,-1", "settlement", "red"),
        ("p-1,0", "road", "red"),
        ("p-2,1", "road", "red"),
        ("p-3,1", "road", "red"),
        ("i-5,4", "city", "red"),
        ("p-3,2", "road", "red"),
        ("i-4,-1", "settlement", "white"),
        ("p-2,-1", "road", "white"),
        ("i1,4", "settlement", "white"),
        ("p1,2", "road", "white"),
        ("i-2,4", "settlement", "orange"),
        ("p-1,3", "road", "orange"),
        ("i2,-4", "city", "orange"),
        ("p1,-3", "road", "orange"),
    ]
    view: dict[str, Any] = {
        "phase": "play",
        "turn": 12,
        "on_turn": "red",
        "turn_began": 1915.0,
        "rolled": True,
        "players": [
            _player("Ana", "red", 5, 7, knights=3, largest_army=True, development_cards=1, road_length=4),
            _player("Ben", "blue", 4, 3, knights=1, development_cards=2, road_length=3),
            _player("Clémentine", "orange", 3, 5, hand={"wool": 3, "ore": 2}, certain=False),
            _player("Dora", "white", 7, 2, road_length=6, longest_road=True),
        ],
        "layout": first_game_layout().to_json(),
        "departures": [message_to_json(FOUR_HILLS)],
        "robber": "h1,0",
        "pieces": [{"at": at, "kind": kind, "colour": colour} for at, kind, colour in pieces],
        "roll": {
            "dice": [3, 5],
            "sum": 8,
            "player": "red",
            "takes": [
                {"colour": "red", "cards": {"lumber": 2, "ore": 1}},
                {"colour": "blue", "cards": {"ore": 2}},
                {"colour": "orange", "cards": {"grain": 1}},
            ],
            "shortage": ["wool"],
        },
        "to_do": [],
        "may": {
            "acting": "red",
            "roll": False,
            "trade": True,
            "buy_card": True,
            "play": ["knight", "monopoly"],
            "reveal": [],
            "end_turn": True,
            "discard": {},
            "rob": [],
            "maritime": {
                "red": {"lumber": 4, "brick": 4, "wool": 2, "grain": 4, "ore": 4},
                "blue": {"lumber": 3, "brick": 3, "wool": 3, "grain": 3, "ore": 3},
                "orange": dict.fromkeys(("lumber", "brick", "wool", "grain", "ore"), 4),
                "white": dict.fromkeys(("lumber", "brick", "wool", "grain", "ore"), 4),
            },
            "gives": {
                "red": {"cards": 7, "resources": None},
                "blue": {"cards": 3, "resources": None},
                "orange": {"cards": None, "resources": None},
                "white": {"cards": 2, "resources": None},
            },
        },
        "bank": {"brick": 14, "lumber": 11, "wool": 0, "grain": 16, "ore": 9},
        "development_cards_left": 19,
        "may_have_won": 0.0,
        "points_to_win": 10,
        "winner": None,
        "log": [
            {
                "number": n,
                "as_of": n,
                "source": "tower" if event["kind"] == "roll" else "tablet",
                "certainty": 1.0,
                "event": event,
                "violations": [],
            }
            for n, event in enumerate(entries, 31)
        ],
    }
    view["log"][4]["violations"] = ["cannot_pay"]
    return {"id": 1, "kind": "base", "newest": 39, "view": view}


@pytest.fixture
def empty_table() -> FakeTable:
    """A table at which no game has been started."""
    return FakeTable()


@pytest.fixture
def table() -> FakeTable:
    """A table in the middle of a game."""
    return FakeTable(rich_game())


@pytest.fixture
def make_table() -> Callable[..., FakeTable]:
    """Another table in the middle of a game: make_table(epoch=...)."""
    return partial(FakeTable, rich_game())


@pytest.fixture
def free_port() -> int:
    """A free port, at which a server can be started twice in succession."""
    return ports.free_port()


Serve = Callable[..., WebServer]


@pytest.fixture
def serve() -> Iterator[Serve]:
    """Start a web server for a table: serve(table, **settings). It stops after the test."""
    with ExitStack() as running:

        def start(table: FakeTable, **settings: Any) -> WebServer:
            server = WebServer(
                as_table(table), Settings(**{"port": 0, "heartbeat": 0.5, "patience": PAGES, **settings})
            )
            return running.enter_context(server)

        yield start


class Listener:
    """One open event stream, read as a browser reads it: events of (kind, id, data)."""

    def __init__(
        self, port: int, path: str = "/api/events", headers: Mapping[str, str] | None = None
    ) -> None:
        self._connection = http.client.HTTPConnection("127.0.0.1", port, timeout=PATIENCE_S)
        self._connection.request("GET", path, headers=dict(headers or {}))
        self.response = self._connection.getresponse()

    def lines(self) -> Iterator[str]:
        """The lines as they come, until the server ends the stream."""
        while line := self.response.readline():
            yield line.decode().rstrip("\n")

    def events(self) -> Iterator[tuple[str, str, Any]]:
        """The (kind, id, data) of every event."""
        fields: dict[str, str] = {}
        for line in self.lines():
            if line:
                name, _, value = line.partition(": ")
                fields[name] = value
            else:
                if "event" in fields:
                    yield fields["event"], fields.get("id", ""), json.loads(fields["data"])
                fields = {}

    def snapshots(self, shown: Any = None) -> Iterator[tuple[str, Any]]:
        """Yield each snapshot with its id; changes are applied to the last one, `shown`."""
        for kind, name, data in self.events():
            if kind == "snapshot":
                shown = data
            elif kind == "changes":
                assert (shown["epoch"], shown["version"]) == (data["epoch"], data["from"])
                shown = apply_patch(shown, data["changes"])
                assert shown["version"] == data["to"]
            else:
                continue
            yield name, shown

    def close(self) -> None:
        self.response.close()
        self._connection.close()


@pytest.fixture
def listen() -> Iterator[Callable[..., Listener]]:
    """Open an event stream: listen(server, path, headers). It closes after the test."""
    with ExitStack() as opened:

        def connect(server: WebServer, *args: Any, **options: Any) -> Listener:
            return opened.enter_context(closing(Listener(server.port, *args, **options)))

        yield connect


class Stage:
    """The table of the shared server: each test sets its own."""

    playable = GAMES

    def __init__(self) -> None:
        self.table = FakeTable()
        self._tables = 0

    def show_table(self, table: FakeTable) -> None:
        """Show another table, in a new epoch."""
        self._tables += 1
        table.change(lambda snapshot: snapshot.update(epoch=f"stage{self._tables}", version=0))
        self.table = table

    @property
    def seats(self) -> FakeSeats:
        return self.table.seats

    @property
    def game_archive(self) -> GameArchive | FakeGameArchive:
        return self.table.game_archive

    def game_time(self) -> float:
        return self.table.game_time()

    def snapshot(self) -> Mapping[str, Any]:
        return self.table.snapshot()

    def question_picture(self, number: int, index: int) -> bytes | None:
        return self.table.question_picture(number, index)

    def wait_for_change(self, epoch: str, version: int, timeout: float) -> Mapping[str, Any] | None:
        return self.table.wait_for_change(epoch, version, timeout)

    def submit(self, data: Mapping[str, Any]) -> Mapping[str, Any]:
        return self.table.submit(data)

    def preview(self, data: Mapping[str, Any]) -> Mapping[str, Any]:
        return self.table.preview(data)

    def start_game(self, data: Mapping[str, Any]) -> Mapping[str, Any]:
        return self.table.start_game(data)

    def choices(self) -> Mapping[str, Any]:
        return self.table.choices()

    def resume_game(self, data: Mapping[str, Any]) -> Mapping[str, Any]:
        return self.table.resume_game(data)

    def leave(self, data: Mapping[str, Any]) -> Mapping[str, Any]:
        return self.table.leave(data)

    def archive(self, data: Mapping[str, Any]) -> Mapping[str, Any]:
        return self.table.archive(data)

    def lines_before(self, before: int) -> list[dict[str, Any]]:
        return self.table.lines_before(before)


@pytest.fixture(scope="session")
def stage() -> Iterator[tuple[Stage, WebServer]]:
    """A server for the whole session, and the table that it shows."""
    shown = Stage()
    with WebServer(as_table(shown), Settings(port=0, patience=PAGES)) as server:
        yield shown, server


def _open(browser: Browser, complaints: list[str], **options: Any) -> Page:
    page = browser.new_context(**{**TABLET, **options}).new_page()
    collect_complaints(page, complaints)
    return page


def _open_path(page: Page, server: WebServer, path: str = "", live: bool = True) -> Page:
    page.goto(server.url + path)
    if live:
        page.wait_for_selector("body[data-connection=live]")
    return page


Visit = Callable[..., Page]


@pytest.fixture(scope="session")
def pages(browser: Browser) -> Iterator[PagePool]:
    """Pages that most tests share, one after another."""
    with lend_pages(browser) as pages:
        yield pages


@pytest.fixture
def visit(pages: PagePool) -> Iterator[Visit]:
    """Open a page of a server and wait until it is live: visit(server, role, path=..., **context options).

    Whatever the page complains of in its console fails the test, but for answers that are refusals.
    """
    borrowed: list[BorrowedPage] = []

    def open_page(
        server: WebServer,
        role: str = "tablet",
        seat: str | None = None,
        player: str | None = None,
        path: str = "",
        live: bool = True,
        **options: Any,
    ) -> Page:
        borrowed.append(pages.borrow(**options))
        page = borrowed[-1].page
        pair_browser(page.context, server, role, seat, player)
        return _open_path(page, server, path, live)

    yield open_page
    assert [complaint for lent in borrowed for complaint in pages.give_back(lent)] == []


@pytest.fixture
def look(visit: Visit, stage: tuple[Stage, WebServer]) -> Visit:
    """Open a new page on a table: look(table, **context options)."""

    def open_page(table: FakeTable, **options: Any) -> Page:
        shown, server = stage
        shown.show_table(table)
        return visit(server, **options)

    return open_page


@pytest.fixture(scope="session")
def _tablet(browser: Browser, stage: tuple[Stage, WebServer]) -> tuple[Page, list[str]]:
    complaints: list[str] = []
    opened = _open(browser, complaints)
    pair_browser(opened.context, stage[1])
    return opened, complaints


@pytest.fixture
def page(_tablet: tuple[Page, list[str]], stage: tuple[Stage, WebServer], table: FakeTable) -> Iterator[Page]:
    """The page of a game in progress, reloaded, on an English tablet that most tests share."""
    opened, complaints = _tablet
    complaints.clear()
    shown, server = stage
    shown.show_table(table)
    yield _open_path(opened, server)
    assert complaints == []


@pytest.fixture(scope="session")
def _touch_pages(browser: Browser, stage: tuple[Stage, WebServer]) -> Callable[[str], tuple[Page, list[str]]]:
    @cache
    def screen(size: str) -> tuple[Page, list[str]]:
        complaints: list[str] = []
        opened = _open(browser, complaints, **SCREENS[size])
        pair_browser(opened.context, stage[1])
        return opened, complaints

    return screen


Touch = Callable[[FakeTable], Page]


@pytest.fixture(params=SCREENS)
def touch(
    request: pytest.FixtureRequest,
    _touch_pages: Callable[[str], tuple[Page, list[str]]],
    stage: tuple[Stage, WebServer],
) -> Iterator[Touch]:
    """Open the page of a table on a shared touch screen, at each size."""
    opened, complaints = _touch_pages(request.param)
    complaints.clear()
    shown, server = stage

    def open_page(table: FakeTable) -> Page:
        shown.show_table(table)
        return _open_path(opened, server)

    yield open_page
    assert complaints == []


@pytest.fixture
def finger(touch: Touch, table: FakeTable) -> Page:
    """The page of a game in progress on a touch screen, at each size."""
    return touch(table)
