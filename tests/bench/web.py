"""Measures the delay until events reach the screens, and the page's weight."""

from __future__ import annotations

import gc
import socket
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from statistics import median

from playwright.sync_api import Browser, Page

from companion.cli.serve import serve
from companion.journal import Journal
from companion.observations import DiceDetection
from companion.table.table import Table
from tests.measure.bare_server import BareServer
from tests.measure.healing import Healed, out_of_network, server_away, slept
from tests.measure.screens import PHONE, changes_seen, chromium, first_sight, frames_seen, others
from tests.web.beginning import begin
from tests.web.luck import Cable
from tests.web.paired import pair_browser
from web import Settings, WebServer

EVENTS = 150
TURN_S = 60.0
"""Time between rolls at the table: the table asks about a roll that follows another at once."""
ROLLS_BEFORE = 60
STREAMS = (1, 10, 100)
SETTINGS = Settings(port=0, max_streams=max(STREAMS) + 10)
LOADS = 5
HEALING_ROUNDS = 5
MOVING_ROLLS = 10
FRAME_MS = 1000 / 60


def measure() -> dict[str, float]:
    """Measure the speed of the page.

    Milliseconds from an event at the table to the change on a page, with so many streams open, beside the
    barest server of a stream; milliseconds and kilobytes of the page's first load on a phone; milliseconds
    from a device's waking, or from when network or server is back, until a page shows the newest; how long
    frames stand while a roll's cards fly on a tablet four times slower.
    """
    found: dict[str, float] = {}
    with chromium() as browser:
        for count in STREAMS:
            found |= _figures("event to page", _of_the_table(browser, count), count)
            found |= _figures("the barest server", _of_the_barest(browser, count), count)
        found |= _first_load(browser)
        found |= _measure_frames(browser)
        found |= _measure_healing(browser)
    return found


class _Clock:
    """The table's clock, which each roll sets forward by a turn."""

    def __init__(self) -> None:
        self.ahead_s = 0.0

    def __call__(self) -> float:
        return time.monotonic() + self.ahead_s


_clock = _Clock()


def _figures(what: str, times: list[float], count: int) -> dict[str, float]:
    name = f"web: {what}, {count} open"
    high = sorted(times)[int(len(times) * 0.99)]
    return {f"{name}, ms": median(times), f"{name}, 99th percentile, ms": high}


@contextmanager
def _table(settings: Settings = SETTINGS) -> Iterator[tuple[Table, WebServer]]:
    """A table in the middle of a game, served."""
    with tempfile.TemporaryDirectory() as folder, Journal.open(Path(folder) / "journal.db") as journal:
        table = begin(Table(journal, _clock))
        for _ in range(ROLLS_BEFORE):
            _roll(table)
        with WebServer(table, settings) as server:
            serve.freeze_startup_objects()
            yield table, server
        gc.unfreeze()
        table.stop()


def _roll(table: Table) -> str:
    """Begin the next turn, and return the title that shows it."""
    _clock.ahead_s += TURN_S
    table.observe(DiceDetection(table.game_time(), "tower", (5, 3)))
    session = table.session
    assert session is not None
    return f"Turn {session.state.turn}"


def _of_the_table(browser: Browser, count: int) -> list[float]:
    with _table() as (table, server), others(f"{server.url}api/events", count - 1):
        page = _open_live_page(browser, server, server.url)
        times = changes_seen(page, EVENTS, lambda _: _roll(table))
        page.context.close()
    return times


def _of_the_barest(browser: Browser, count: int) -> list[float]:
    def tell(n: int) -> str:
        bare.tell(f"Turn {n}")
        return f"Turn {n}"

    with BareServer() as bare, others(f"{bare.url}events", count - 1):
        context = browser.new_context()
        page = context.new_page()
        page.goto(bare.url)
        page.wait_for_timeout(500)
        times = changes_seen(page, EVENTS, tell)
        context.close()
    return times


def _first_load(browser: Browser) -> dict[str, float]:
    loads = []
    with _table() as (_, server):
        for _ in range(LOADS):
            context = browser.new_context(**PHONE, locale="en-GB", service_workers="block")
            pair_browser(context, server)
            loads.append(first_sight(context, server.url))
            context.close()
    painted, island, weight = (median(values) for values in zip(*loads, strict=True))
    return {
        "web: first paint on a throttled phone, ms": painted,
        "web: the island on a throttled phone, ms": island,
        "web: the page and all that it loads, KB over the network": weight,
    }


def _measure_frames(browser: Browser) -> dict[str, float]:
    """The frames of rolls whose dice tumble and whose cards fly."""
    with _table() as (table, server):
        page = _open_live_page(browser, server, server.url)
        page.set_viewport_size({"width": 1280, "height": 800})
        frames = [ms for _ in range(MOVING_ROLLS) for ms in frames_seen(page, lambda: _roll(table))]
        page.context.close()
    late = sum(ms > 1.5 * FRAME_MS for ms in frames)
    return {
        "web: a frame while cards fly on a throttled tablet, ms": median(frames),
        "web: of these, later than the next 60th of a second, %": 100 * late / len(frames),
    }


def _measure_healing(browser: Browser) -> dict[str, float]:
    def turn() -> str:
        return _roll(table)

    with _table() as (table, server), Cable(server.port) as cable:
        page = _open_live_page(browser, server, cable.url)
        asleep = [slept(page, cable, turn) for _ in range(HEALING_ROUNDS)]
        out = [out_of_network(page, cable, turn) for _ in range(HEALING_ROUNDS)]
        page.context.close()

    with socket.create_server(("127.0.0.1", 0)) as probe:
        settings = Settings(port=probe.getsockname()[1])
    with _table(settings) as (table, first):
        running = [first]

        def start() -> str:
            running[0] = WebServer(table, settings, first.rights)
            running[0].start()
            return turn()

        page = _open_live_page(browser, first, first.url)
        away = [server_away(page, lambda: running[0].stop(), start) for _ in range(HEALING_ROUNDS)]
        page.context.close()
        running[0].stop()
    return {
        "web: healed after sleep, ms": _median_ms(asleep),
        "web: healed once the network is back, ms": _median_ms(out),
        "web: healed once the server is back, ms": _median_ms(away),
    }


def _open_live_page(browser: Browser, server: WebServer, url: str) -> Page:
    context = browser.new_context(locale="en-GB", service_workers="block")
    pair_browser(context, server)
    page = context.new_page()
    page.goto(url)
    page.wait_for_selector("body[data-connection=live]")
    return page


def _median_ms(found: list[Healed]) -> float:
    return median(each.ms for each in found)
