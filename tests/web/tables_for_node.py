"""Real tables for tests in node: a server here makes one at each request and does what is asked of it.

`tests/web/node/live.js` asks. Each table has a journal and a web server of its own, so its pages, streams and
rules are those that people get.
"""

from __future__ import annotations

import json
import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

from companion.island.setups import first_game
from companion.journal import Journal
from companion.observations import InputRefused
from companion.table.table import Table
from tests.beginnings import FOUNDING, Seconds
from tests.patience import PAGES
from tests.web.paired import cookie
from web import Settings, WebServer


class TableMaker:
    """Makes tables, and carries out what is asked of each by its number."""

    def __init__(self, folder: Path, running: ExitStack) -> None:
        """Tables keep their journals in a folder; `running` ends them."""
        self._folder, self._running = folder, running
        self._tables: list[tuple[Table, WebServer]] = []

    def make(self, **settings: Any) -> dict[str, Any]:
        """A table at which nobody plays yet, and a server for it."""
        number = len(self._tables)
        journal = self._running.enter_context(Journal.open(self._folder / f"journal-{number}.db"))
        table = Table(journal, Seconds())
        self._running.callback(table.stop)
        server = WebServer(table, Settings(**{"port": 0, "heartbeat": 5, "patience": PAGES, **settings}))
        self._running.enter_context(server)
        self._tables.append((table, server))
        return {"table": number, "url": server.url}

    def call(self, table: int, method: str, arguments: list[Any]) -> Any:
        """Call a method of a table; one of its seats' as "seats.submit"."""
        at, server = self._tables[table]
        calls: Mapping[str, Callable[..., Any]] = {
            "start_game": at.start_game,
            "submit": at.submit,
            "snapshot": at.snapshot,
            "seats.submit": at.seats.submit,
            "seats.snapshot": at.seats.snapshot,
            "seats.offer": at.seats.offer,
            "seats.answer": at.seats.answer,
            "found": lambda: _found(at),
            "cookie": lambda *device: f"{server.rights.cookie}={cookie(server.rights, *device)}",
        }
        return calls[method](*arguments)


def _found(table: Table) -> None:
    """Lay the first game's island, and have three players found on it."""
    table.submit({"kind": "correct", "layout": first_game().to_json()})
    for piece, at in FOUNDING:
        table.submit({"kind": "place", "piece": piece, "at": at})


@contextmanager
def serving_tables(folder: Path) -> Iterator[str]:
    """Serve a `TableMaker` over HTTP; yields its address."""
    with ExitStack() as running:
        maker = TableMaker(folder, running)

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
            yield f"http://127.0.0.1:{server.server_port}"
            server.shutdown()
