"""Browser pages that tests borrow: each is like a new page, and is returned after the test.

A context of its own, and the process that draws it, take as long to open as most pages themselves. So a page
that was given back is lent again to whoever asks for one of the same options: empty, without cookies or
anything kept. One that a test did something to that would stay with it is closed instead. Meanwhile it shows
an empty page of this computer: at about:blank the browser would draw it in another process from then on.
"""

from __future__ import annotations

import json
import re
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import wraps
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, Final
from urllib.parse import urlsplit

from playwright.sync_api import Browser, CDPSession, Error, Page

MAX_FREE_PAGES: Final = 8
"""So many pages are kept for the next tests: the last ones that were given back."""
TABLET: Final = {
    "viewport": {"width": 1280, "height": 800},
    "locale": "en-GB",
    # The storage of service workers has its own tests (test_pwa.py).
    "service_workers": "block",
}
REUSABLE_OPTIONS: Final = {"viewport", "locale", "has_touch", "is_mobile", "color_scheme", "reduced_motion"}
"""Options of contexts whose pages may be borrowed again: they affect only the display, and store nothing."""
LASTING_METHODS: Final = re.compile(
    r"add_(?!cookies)\w+|emulate_media|expose_\w+|(?:grant|clear)_permissions|new_\w+|on|once|pause|route\w*"
    r"|set_(?!checked|content|input_files)\w+|expect_popup"
)
"""What stays with a page or a context when another page is opened there."""
CLOCK_METHODS: Final = re.compile(r"install|fast_forward|pause_at|resume|run_for|set_\w+")
"""What stays with a page's clock."""


@dataclass(frozen=True)
class BorrowedPage:
    """A page and its recorded activity.

    Attributes:
        page: a tablet's, unless other options were asked for.
        options: of its context, as a text.
        again: whether it may be lent again at all.
        session: speaks to the browser of it.
        visited: the origins that it has been at.
        complaints: what it said in its console.
        lasting: what was done to it that stays with it.
    """

    page: Page
    options: str
    again: bool
    session: CDPSession
    visited: set[str]
    complaints: list[str]
    lasting: list[str]


class PagePool:
    """Lends the pages of a browser."""

    def __init__(self, browser: Browser, empty: str) -> None:
        """Start without open pages; `empty` is the address of an empty local page."""
        self._browser, self._empty = browser, empty
        self._free: list[BorrowedPage] = []

    def borrow(self, **options: Any) -> BorrowedPage:
        """Return an empty page of a context with these options, a tablet by default; nothing is stored."""
        name = json.dumps(options, sort_keys=True)
        for lent in reversed(self._free):
            if lent.options == name:
                self._free.remove(lent)
                return lent
        page = self._browser.new_context(**{**TABLET, **options}).new_page()
        session = page.context.new_cdp_session(page)
        lent = BorrowedPage(page, name, REUSABLE_OPTIONS.issuperset(options), session, set(), [], [])
        page.on("framenavigated", lambda frame: lent.visited.add(_origin(frame.url)))
        collect_complaints(page, lent.complaints)
        for thing, lasting in (
            (page, LASTING_METHODS),
            (page.context, LASTING_METHODS),
            (page.clock, CLOCK_METHODS),
        ):
            _record_calls(thing, lasting, lent.lasting)
        return lent

    def give_back(self, lent: BorrowedPage) -> list[str]:
        """Return a page to the pool; returns its console errors."""
        if not self._reset_page(lent):
            lent.page.context.close()
            return lent.complaints
        complaints = list(lent.complaints)
        lent.complaints.clear()
        self._free.append(lent)
        for old in self._free[:-MAX_FREE_PAGES]:
            old.page.context.close()
        del self._free[:-MAX_FREE_PAGES]
        return complaints

    def _reset_page(self, lent: BorrowedPage) -> bool:
        """Reset a page to a new one's state; returns False if that is impossible."""
        page = lent.page
        if not lent.again or lent.lasting or lent.complaints or page.is_closed():
            return False
        if page.context.pages != [page]:
            return False
        try:
            page.goto(self._empty)
            page.mouse.move(-1, -1)
            while lent.visited:
                everything = {"origin": lent.visited.pop(), "storageTypes": "all"}
                lent.session.send("Storage.clearDataForOrigin", everything)
        except Error:
            return False
        page.context.clear_cookies()
        return True


class _EmptyPageHandler(BaseHTTPRequestHandler):
    """Answers every request with an empty page."""

    def do_GET(self) -> None:
        """See `BaseHTTPRequestHandler`."""
        self.send_response(200)
        self.send_header("Content-Type", "text/html")
        self.send_header("Content-Length", "0")
        self.end_headers()

    def log_message(self, *_: object) -> None:
        """Nobody reads it."""


@contextmanager
def lend_pages(browser: Browser) -> Iterator[PagePool]:
    """Yield the page pool of a browser."""
    with ThreadingHTTPServer(("127.0.0.1", 0), _EmptyPageHandler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield PagePool(browser, f"http://127.0.0.1:{server.server_port}/")
        server.shutdown()


def collect_complaints(page: Page, complaints: list[str]) -> None:
    """Record the errors of a page's console."""

    def complain(message: Any) -> None:
        # Refused requests, and headers that browsers observe only over TLS, are no error of the page.
        if message.type == "error" and not re.search("Failed to load|has been ignored", message.text):
            complaints.append(message.text)

    page.on("console", complain)
    page.on("pageerror", lambda error: complaints.append(str(error)))


def _origin(url: str) -> str:
    """Return the origin of an address, which determines its storage."""
    parts = urlsplit(url)
    return f"{parts.scheme}://{parts.netloc}"


def _record_calls(thing: object, lasting: re.Pattern[str], done: list[str]) -> None:
    """Record the calls of an object's methods whose names match."""

    def wrap_call(name: str, call: Callable[..., Any]) -> Callable[..., Any]:
        @wraps(call)
        def call_and_record(*args: Any, **options: Any) -> Any:
            done.append(name)
            return call(*args, **options)

        return call_and_record

    for name in filter(lasting.fullmatch, dir(thing)):
        setattr(thing, name, wrap_call(name, getattr(thing, name)))
