"""Real tables for node tests: a server creates them on request and executes calls on them.

`tests/web/node/live.js` asks. Each table has a journal and a web server of its own, so its pages, streams and
rules are those that people get.
"""

from __future__ import annotations

import copy
import json
import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, closing, contextmanager
from functools import cached_property
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any, Final

from companion.games.game_api import Game
from companion.games.registry import GAMES
from companion.island.setups import first_game_layout
from companion.journal import Journal
from companion.journal.entries import draft_entry
from companion.observations import DiceDetection, InputRefused
from companion.table.table import Table
from tests.games.tally import Tally
from tests.games.whispered import Whispered
from tests.patience import PAGES
from tests.table_setup import FOUNDING, Seconds
from tests.web.conftest import FakeTable, as_table
from tests.web.known_evening import play_known_evening
from tests.web.marked_language import write_marked_language
from tests.web.paired import cookie
from tests.web.snapshots import snapshots
from web import Settings, WebServer

PLAYABLE: Final = {
    "all": GAMES,
    "tally": {**GAMES, "tally": Tally()},
    "whispered": {**GAMES, "tally": Tally(), "whispered": Whispered()},
}
"""The games that can be played at a table: those of the product, and games of the tests besides."""


def _keep_unreadable_game(journal: Journal, _table: Table, _clock: Seconds) -> None:
    """Keep a game with a roll that no dice can show."""
    nonsense = {"kind": "roll", "player": "red", "dice": [7, 7]}
    journal.begin("base", [draft_entry(0.0, "tablet", 1.0, {"v": 1, "event": nonsense})])


def _play_known_evening(_journal: Journal, table: Table, clock: Seconds) -> None:
    play_known_evening(table, lambda seconds: setattr(clock, "t", seconds))


Past = Callable[[Journal, Table, Seconds], None]

HISTORIES: Final[Mapping[str, Past]] = {
    "nothing": lambda _journal, _table, _clock: None,
    "known_evening": _play_known_evening,
    "unreadable_game": _keep_unreadable_game,
}
"""Games that were played at a table before a test begins."""


class TableMaker:
    """Creates tables and executes calls on each by its number."""

    def __init__(self, folder: Path) -> None:
        """Tables keep their journals in a folder."""
        self._folder = folder
        self._running = ExitStack()
        self._tables: list[tuple[Table | FakeTable, WebServer]] = []

    def close(self) -> None:
        """End all tables and their servers: each has dozens of threads. Their numbers are not used again."""
        self._running.close()

    def make(
        self,
        *,
        games: str = "all",
        played: str = "nothing",
        stand_in: str | None = None,
        marked: bool = False,
        **settings: Any,
    ) -> dict[str, Any]:
        """A table and a server for it.

        Args:
            games: which of `PLAYABLE` can be played at the table.
            played: which of `HISTORIES` it has behind it.
            stand_in: a snapshot (tests/web/snapshots.py) that a stand-in shows instead of a real table.
            marked: whether its pages can be had in the language that marks each of its texts.
            settings: further ones of the server.
        """
        if marked:
            settings["translations"] = (self._marked_translations,)
        table = (
            self._real_table(PLAYABLE[games], HISTORIES[played])
            if stand_in is None
            else _fake_table(stand_in)
        )
        server = WebServer(
            as_table(table), Settings(**{"port": 0, "heartbeat": 5, "patience": PAGES, **settings})
        )
        self._running.enter_context(server)
        self._tables.append((table, server))
        return {"table": len(self._tables) - 1, "url": server.url}

    def _real_table(self, games: Mapping[str, Game[Any, Any]], play: Past) -> Table:
        path = self._folder / f"journal-{len(self._tables)}.db"
        journal = self._running.enter_context(Journal.open(path))
        clock = Seconds()
        table = Table(journal, clock, games=games)
        self._running.callback(table.stop)
        play(journal, table, clock)
        return table

    @cached_property
    def _marked_translations(self) -> Path:
        return write_marked_language(self._folder / "languages")

    def call(self, table: int, method: str, arguments: list[Any]) -> Any:
        """Call a method of a table; one of its seats' as "seats.submit"."""
        at, server = self._tables[table]
        calls: Mapping[str, Callable[..., Any]] = {
            "start_game": at.start_game,
            "leave": at.leave,
            "submit": at.submit,
            "snapshot": at.snapshot,
            "seats.submit": at.seats.submit,
            "seats.snapshot": at.seats.snapshot,
            "seats.offer": at.seats.offer,
            "seats.answer": at.seats.answer,
            "events": lambda: _events(at),
            "throw_dice": lambda dice: _throw_dice(at, dice),
            "found": lambda: _found_settlements(at),
            "code": lambda: server.rights.code.digits,
            "roles": lambda: [device.role for device in server.rights.devices.list_all()],
            "has_phone": lambda seat, player: server.rights.devices.phone_of(seat, player) is not None,
            "unpair_phone": lambda seat, player: _unpair(server, seat, player),
            "change": lambda values, view: _change(at, values, view),
            "cookie": lambda *device: f"{server.rights.cookie}={cookie(server.rights, *device)}",
        }
        return calls[method](*arguments)


def _fake_table(name: str) -> FakeTable:
    """Return a fake table with a named snapshot."""
    table = FakeTable()
    table.change(lambda snapshot: snapshot.update(copy.deepcopy(snapshots()[name])))
    return table


def _change(table: Table | FakeTable, values: Mapping[str, Any], view: Mapping[str, Any]) -> None:
    """Set entries of a stand-in's snapshot, and of the view in it."""
    if not isinstance(table, FakeTable):
        raise ValueError("only the snapshot of a stand-in can be changed")
    table.change(lambda snapshot: snapshot.update(values))
    if view:
        table.change_view(**view)


def _unpair(server: WebServer, seat: str, player: str) -> None:
    """Unpair the phone of a player."""
    phone = server.rights.devices.phone_of(seat, player)
    if phone is None:
        raise LookupError(f"{player} has no phone")
    server.rights.devices.unpair(phone.id)


def _events(table: Table | FakeTable) -> list[dict[str, Any]]:
    """Return every event of the game in progress, with what only its player knows."""
    assert isinstance(table, Table)
    assert table.session is not None
    return [dict(table.session.game.event_to_json(step.event)) for step in table.session.steps]


def _throw_dice(table: Table | FakeTable, dice: tuple[int, int]) -> None:
    """Let two dice come to rest in the tower."""
    assert isinstance(table, Table)
    table.observe(DiceDetection(table.game_time(), "tower", (dice[0], dice[1]), 0.98))


def _found_settlements(table: Table | FakeTable) -> None:
    """Lay the first game's island and set up three players on it."""
    table.submit({"kind": "correct", "layout": first_game_layout().to_json()})
    for piece, at in FOUNDING:
        table.submit({"kind": "place", "piece": piece, "at": at})


@contextmanager
def serving_tables(folder: Path) -> Iterator[tuple[str, TableMaker]]:
    """Serve a `TableMaker` over HTTP; yields its address and the maker."""
    with closing(TableMaker(folder)) as maker:

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def do_POST(self) -> None:
                asked = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
                try:
                    answer = {"value": maker.make(**asked) if self.path == "/make" else maker.call(**asked)}
                except (InputRefused, LookupError, ValueError) as error:
                    answer = {"error": f"{type(error).__name__}: {error}"}
                body = json.dumps(answer).encode()
                self.send_response(200)
                self.send_header("Content-Length", str(len(body)))
                self.end_headers()
                self.wfile.write(body)

            def log_message(self, *_: object) -> None:
                """Nobody reads it."""

        with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
            threading.Thread(target=server.serve_forever, daemon=True).start()
            yield f"http://127.0.0.1:{server.server_port}", maker
            server.shutdown()
