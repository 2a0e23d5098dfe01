"""How fast what happens at the table is on the screens, and how heavy the page is."""

from __future__ import annotations

import copy
import http.client
import re
import threading
import time
from collections.abc import Iterator, Mapping
from contextlib import closing
from statistics import median
from typing import Any

from companion.games.base.events import GameStarted, LayoutSet, Seat
from companion.games.base.game import BaseGame
from companion.games.seam import Story
from companion.island.setups import first_game
from web import Settings, WebServer

EVENTS = 100
STREAMS = (1, 50)


class OneGame:
    """A table that shows one game, and changes as often as it is told to."""

    def __init__(self) -> None:
        game = BaseGame()
        state = game.initial()
        seats = tuple(Seat(name, name) for name in ("red", "blue", "orange", "white"))
        for event in (GameStarted(seats), LayoutSet(first_game())):
            state = game.apply(state, event)
        view = {**game.view(Story((), state)), "log": []}
        self._changed = threading.Condition()
        self._now: dict[str, Any] = {
            "epoch": "bench",
            "version": 1,
            "sources": [],
            "notices": [],
            "game": {"id": 1, "kind": "base", "view": view},
        }

    def change(self) -> int:
        """Something happens; returns the version that it makes."""
        with self._changed:
            self._now = {**copy.deepcopy(self._now), "version": self._now["version"] + 1}
            self._changed.notify_all()
            return int(self._now["version"])

    def snapshot(self) -> Mapping[str, Any]:
        return self._now

    def wait_for_change(self, epoch: str, version: int, timeout: float) -> Mapping[str, Any] | None:
        with self._changed:
            newer = self._changed.wait_for(lambda: self._now["version"] != version, timeout)
            return self._now if newer else None

    def submit(self, data: Mapping[str, Any]) -> Mapping[str, Any]:
        raise NotImplementedError("nobody enters anything here")

    start_game = submit


def measure() -> dict[str, float]:
    """Milliseconds from an event to its arrival on a stream, every open stream counted, and the
    kilobytes that a page takes to load."""
    found: dict[str, float] = {}
    table = OneGame()
    with WebServer(table, Settings(port=0)) as server:
        for count in STREAMS:
            times = sorted(_event_times(table, server.port, count))
            label = f"web: event to stream, {count} open"
            found[f"{label}, ms"] = median(times)
            found[f"{label}, 99th percentile, ms"] = times[int(len(times) * 0.99)]
        found["web: the page and all that it loads, KB"] = sum(_weights(server.port)) / 1000
    return found


def _event_times(table: OneGame, port: int, count: int) -> list[float]:
    arrivals = [_Arrivals(port) for _ in range(count)]
    for each in arrivals:
        each.wait_for(table.snapshot()["version"])
    times = []
    for _ in range(EVENTS):
        start = time.perf_counter()
        version = table.change()
        times += [each.wait_for(version) - start for each in arrivals]
    for each in arrivals:
        each.enough = True
    # A reader looks up once something arrives.
    table.change()
    for each in arrivals:
        each.close()
    return [1000 * seconds for seconds in times]


class _Arrivals:
    """When each version arrived on a stream of its own, seen by a thread of its own."""

    def __init__(self, port: int) -> None:
        self._connection = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
        self._connection.request("GET", "/api/events")
        self._response = self._connection.getresponse()
        self._at: dict[int, float] = {}
        self._news = threading.Condition()
        self.enough = False
        self._reader = threading.Thread(target=self._read)
        self._reader.start()

    def _read(self) -> None:
        while not self.enough and (line := self._response.readline()):
            if line.startswith(b"id: "):
                with self._news:
                    self._at[int(line.rpartition(b"-")[2])] = time.perf_counter()
                    self._news.notify_all()

    def wait_for(self, version: int) -> float:
        """When a version arrived."""
        with self._news:
            if not self._news.wait_for(lambda: version in self._at, 60):
                raise TimeoutError(f"version {version} never came")
            return self._at[version]

    def close(self) -> None:
        """End the stream."""
        self._reader.join()
        self._response.close()
        self._connection.close()


def _weights(port: int) -> Iterator[int]:
    """The bytes of the page and, followed from file to file, of everything it names."""
    ahead, seen = ["/"], {"/"}
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
    with closing(connection):
        while ahead:
            path = ahead.pop()
            connection.request("GET", path)
            body = connection.getresponse().read()
            yield len(body)
            named = re.findall(rb'(?:src|href)="(/static/[^"]+)"|from "\./([^"]+)"', body)
            for whole, beside in named:
                found = whole.decode() or f"/static/{beside.decode()}"
                if found not in seen:
                    seen.add(found)
                    ahead.append(found)
