"""A browser, and a table at the moment of a picture."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from itertools import count
from pathlib import Path
from typing import Final, Self

from playwright.sync_api import Browser, Page, expect, sync_playwright

from companion.journal import Journal
from companion.journal.history import game_from_json
from companion.observations import SourceReport
from companion.table.table import Table
from tests.pictures.game import Moment
from tests.web.ports import free_port
from web import Settings, WebServer

CHROMIUM: Final = "/usr/bin/chromium"
NAME: Final = "table.example.net"
"""Whose codes lead nowhere: no picture shows where it was made."""
PATIENCE_MS: Final = 60_000
THOUGHT_S: Final = 23.0
"""So long ago the newest thing happened."""
TABLET: Final = (1280, 800)
PHONE: Final = (390, 844)


@dataclass(frozen=True)
class Device:
    """Device that shows a page.

    Attributes:
        size: of its screen.
        language: that it asks for.
        dark: whether it shows light on dark.
        turned: degrees by which the page faces another side.
        paired: whether it is the table's tablet.
    """

    size: tuple[int, int] = TABLET
    language: str = "en-GB"
    dark: bool = False
    turned: int = 0
    paired: bool = True


class Studio:
    """Opens pages. Usable as a context manager: the browser is closed after."""

    def __init__(self, folder: Path) -> None:
        """A studio that keeps its journals in a folder."""
        self._folder = folder
        self._stack = ExitStack()
        self._numbers = count()
        self._port = free_port()
        self.url: Final = f"http://{NAME}:{self._port}/"
        self._browser: Browser | None = None

    def __enter__(self) -> Self:
        playwright = self._stack.enter_context(sync_playwright())
        expect.set_options(timeout=PATIENCE_MS)
        self._browser = playwright.chromium.launch(
            executable_path=CHROMIUM,
            args=[
                "--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-sync",
                f"--host-resolver-rules=MAP {NAME} 127.0.0.1",
                # As over TLS, with which people are advised to show it.
                f"--unsafely-treat-insecure-origin-as-secure={self.url.rstrip('/')}",
            ],
        )  # fmt: skip
        return self

    def __exit__(self, *_: object) -> None:
        if self._browser is not None:
            self._browser.close()
        self._stack.close()

    @contextmanager
    def table(self, moment: Moment | None) -> Iterator[WebServer]:
        """A table at a moment of its game, or before its first one."""
        now = [0.0]
        with ExitStack() as stack:
            journal = stack.enter_context(Journal.open(self._folder / f"{next(self._numbers)}.db"))
            if moment is not None:
                journal.record_game(game_from_json(moment.document))
            table = Table(journal, lambda: now[0])
            stack.callback(table.stop)
            for source in ("camera", "tower"):
                table.observe(SourceReport(0.0, source, "ok"))
            now[0] = THOUGHT_S
            settings = Settings(port=self._port, names=(NAME,))
            yield stack.enter_context(WebServer(table, settings))

    @contextmanager
    def page(self, server: WebServer, device: Device, path: str = "") -> Iterator[Page]:
        """A page of a table as a device shows it."""
        assert self._browser is not None
        width, height = device.size
        context = self._browser.new_context(
            viewport={"width": width, "height": height},
            locale=device.language,
            timezone_id="UTC",
            color_scheme="dark" if device.dark else "light",
            reduced_motion="reduce",
            has_touch=True,
        )
        context.set_default_timeout(PATIENCE_MS)
        context.add_init_script(f"localStorage.setItem('companion.page', '{device.turned}')")
        try:
            page = context.new_page()
            if device.paired:
                page.goto(f"{self.url}pair?key={server.rights.code.key}")
                page.wait_for_selector("body[data-role=tablet]")
            page.goto(f"{self.url}{path}")
            page.wait_for_selector("body[data-connection=live], [aria-busy=false]")
            page.evaluate("document.fonts.ready")
            yield page
        finally:
            context.close()
