"""Simulated failures: a network cable that is cut, a page that is suspended, a server that is killed."""

from __future__ import annotations

import os
import select
import signal
import socket
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from typing import Self

from playwright.sync_api import Page

SLEEP_S = 3.0
"""Longer than a page's timers are ever late by themselves."""


class TcpRelay:
    """Relays connections between pages and a server, each in a thread.

    Usable as a context manager: there inside, gone after.
    """

    def __init__(self) -> None:
        self._away = threading.Event()
        self._threads: list[threading.Thread] = []
        self._end = socket.create_server(("127.0.0.1", 0))

    @property
    def port(self) -> int:
        return int(self._end.getsockname()[1])

    def carry(self, near: socket.socket) -> None:
        """Relay a connection until it ends or the relay closes."""
        raise NotImplementedError

    def __enter__(self) -> Self:
        self._run(self._accept)
        return self

    def __exit__(self, *_: object) -> None:
        self._away.set()
        for thread in self._threads:
            thread.join()
        self._end.close()

    def _run(self, do: Callable[..., None], *args: object) -> None:
        thread = threading.Thread(target=do, args=args)
        self._threads.append(thread)
        thread.start()

    def _accept(self) -> None:
        while not self._away.is_set():
            if select.select([self._end], [], [], 0.05)[0]:
                self._run(self.carry, self._end.accept()[0])


class Cable(TcpRelay):
    """The only connection between pages and a server. When cut, it drops every byte."""

    def __init__(self, to: int) -> None:
        super().__init__()
        self._to = to
        self._whole = threading.Event()
        self._whole.set()
        self._laid = 0

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}/"

    def cut(self) -> None:
        """Send nothing more to either side, without closing: a lost network breaks no connection."""
        self._whole.clear()

    def mend(self) -> None:
        self._whole.set()

    def drop_open_connections(self) -> None:
        """Relay only new connections: open ones receive nothing more, without being closed."""
        self._laid += 1

    def __exit__(self, *why: object) -> None:
        self._away.set()
        self._whole.set()
        super().__exit__(*why)

    def carry(self, near: socket.socket) -> None:
        self._whole.wait()
        laid = self._laid
        with closing(near), socket.create_connection(("127.0.0.1", self._to)) as far:
            other = {near: far, far: near}
            while not self._away.is_set():
                for side in select.select([near, far], [], [], 0.05)[0]:
                    self._whole.wait()
                    if laid != self._laid:
                        self._away.wait()
                        return
                    try:
                        sent = side.recv(65536)
                        other[side].sendall(sent)
                    except OSError:
                        return
                    if not sent:
                        return


@contextmanager
def suspend_page(page: Page, seconds: float = SLEEP_S) -> Iterator[None]:
    """Nothing of the page runs inside, and for a while at least, as on a device that is suspended."""
    renderer = _renderer_of(page)
    os.kill(renderer, signal.SIGSTOP)
    try:
        yield
        time.sleep(seconds)
    finally:
        os.kill(renderer, signal.SIGCONT)


def _renderer_of(page: Page) -> int:
    """Return the process that runs a page's scripts: the one that is busy when the page is."""
    browser = page.context.browser
    assert browser is not None
    session = browser.new_browser_cdp_session()

    def busy() -> dict[int, float]:
        processes = session.send("SystemInfo.getProcessInfo")["processInfo"]
        return {each["id"]: each["cpuTime"] for each in processes if each["type"] == "renderer"}

    before = busy()
    while True:
        page.evaluate("for (const end = Date.now() + 300; Date.now() < end; );")
        spent = {each: time - before.get(each, 0.0) for each, time in busy().items()}
        first, second = sorted((*spent.values(), 0.0, 0.0), reverse=True)[:2]
        # On a busy machine this page got little of the time, and another one perhaps as much.
        if first > 0.15 and first > 3 * second:
            session.detach()
            return max(spent, key=lambda each: spent[each])
