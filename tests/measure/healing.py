"""Measures how soon a page recovers after a disturbance, by its own clock."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from playwright.sync_api import Page

from tests.web.luck import Cable, suspend_page
from tests.web.waiting import wait_until

PROMISE_MS: Final = 2000
"""From waking until the newest is shown."""
SLEEP_S: Final = 7.0
"""Seconds after which the page must mark its data as old on waking."""
LOST_PAGE: Final = "body[data-connection=lost]"

Change = Callable[[], str]
"""Cause an event at the table; return the title that shows it."""

# Every change of the page: when, whether it is live, and the title.
_NOTE: Final = """() => {
    const title = document.getElementById("title");
    window.noted = [];
    const note = () => window.noted.push([Date.now(), document.body.dataset.connection, title.textContent]);
    const observer = new MutationObserver(note);
    observer.observe(title, { childList: true, characterData: true, subtree: true });
    observer.observe(document.body, { attributeFilter: ["data-connection"] });
}"""
_SHOWN_SCRIPT: Final = """(title) => document.body.dataset.connection === "live"
    && document.getElementById("title").textContent === title"""


@dataclass(frozen=True)
class Healed:
    """Recovery of a page from a disturbance.

    Attributes:
        ms: milliseconds from the moment from which it could, until it showed the newest as live.
        marked_stale: whether it marked its content meanwhile as possibly stale.
    """

    ms: float
    marked_stale: bool


def note(page: Page) -> None:
    """Let a page record its changes from now on."""
    page.evaluate(_NOTE)


def measure_healing(page: Page, since: float, title: str) -> Healed:
    """Measure the recovery of a page that takes notes, since a moment (`time.time`) from which it could
    recover.

    Args:
        page: it shows the newest as live by and by; this waits for that.
        since: the moment.
        title: what it shows then.
    """
    wait_until(page, _SHOWN_SCRIPT, title)
    noted = page.evaluate("window.noted")
    before = [n for n, (_, connection, shown) in enumerate(noted) if (connection, shown) != ("live", title)]
    at = noted[before[-1] + 1 if before else 0][0]
    return Healed(at - 1000 * since, any(connection == "lost" for _, connection, _ in noted))


def slept(page: Page, cable: Cable, change: Change) -> Healed:
    """The device slept, and no connection of before leads anywhere any more."""
    note(page)
    with suspend_page(page, SLEEP_S):
        cable.drop_open_connections()
        title = change()
    return measure_healing(page, time.time(), title)


def out_of_network(page: Page, cable: Cable, change: Change) -> Healed:
    """The device loses the network, and finds it again."""
    note(page)
    cable.cut()
    page.context.set_offline(True)
    page.wait_for_selector(LOST_PAGE)
    title = change()
    cable.mend()
    back = time.time()
    page.context.set_offline(False)
    return measure_healing(page, back, title)


def cut_off(page: Page, cable: Cable, change: Change) -> Healed:
    """A network breaks somewhere between, where the device can't know, and is whole again."""
    note(page)
    cable.cut()
    page.wait_for_selector(LOST_PAGE)
    title = change()
    back = time.time()
    cable.mend()
    return measure_healing(page, back, title)


def server_away(page: Page, stop: Callable[[], None], start: Change) -> Healed:
    """The server ends, and another one begins in its place, at a table that has gone on."""
    note(page)
    stop()
    page.wait_for_selector(LOST_PAGE)
    back = time.time()
    title = start()
    return measure_healing(page, back, title)
