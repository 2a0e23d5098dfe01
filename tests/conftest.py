"""Fixtures and hooks of all tests."""

from __future__ import annotations

import os
import re
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from companion.supervised_thread import SupervisedThread
from tests.disks import mounted_disk
from tests.firmware.programs import build_target
from tests.patience import PATIENCE_MS
from tests.shared_files import MISSING_PREFIX

if TYPE_CHECKING:
    from playwright.sync_api import Browser, BrowserContext

pytest_plugins = ["tests.tiers"]

CHROMIUM = shutil.which("chromium-headless-shell") or shutil.which("chromium") or "/usr/bin/chromium"
"""The browser: the one without windows if it is there. A page takes a third of the processor's time
there, as no bar and no buttons are drawn around it, which are a page of their own; pages themselves are
drawn and run as in the other."""
HOME = "companion.local"
"""A name that the tests' browser knows this computer by. It trusts it no more than any other in a network."""

SLOWEST_FOLDERS = {"web", "whole"}
"""The folders of tests that play in browsers or with processes of their own: they take most of the time."""

# Without a setting, commands use the language of the user who runs the tests.
os.environ["LANGUAGE"] = "en"


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Run the slowest files first, so that none keeps a worker busy at the end."""
    items.sort(key=lambda item: SLOWEST_FOLDERS.isdisjoint(item.path.parts))


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> Iterator[None]:
    """Report the tests skipped without ../shared."""
    yield
    reasons = [str(report.longrepr) for report in terminalreporter.stats.get("skipped", ())]
    wanting = [reason.rpartition(MISSING_PREFIX)[2] for reason in reasons if MISSING_PREFIX in reason]
    if wanting:
        folders = ", ".join(sorted({"../shared/" + re.split(r"\W", each)[0] for each in wanting}))
        terminalreporter.write_line(f"{len(wanting)} tests were skipped: no {folders} beside this checkout.")


@pytest.fixture(scope="session")
def firmware_build() -> Path:
    """The folder of the built firmware and emulator of the dice tower."""
    if not shutil.which("avr-gcc"):
        pytest.skip("needs avr-gcc, avr-libc and libsimavr-dev: make test installs them")
    build_target("build/tower.elf")
    return build_target("build/tower-emulator").parent


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """A folder on a separate disk of 512 KiB."""
    with mounted_disk(tmp_path / "disk") as folder:
        yield folder


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """The only browser of a session: Playwright runs once in a process."""
    if not Path(CHROMIUM).exists():
        pytest.skip("no Chromium is installed")
    # Imported here: most runs of some tests open no browser.
    from playwright.sync_api import expect, sync_playwright

    expect.set_options(timeout=PATIENCE_MS)
    with sync_playwright() as playwright:
        launched = playwright.chromium.launch(
            executable_path=CHROMIUM,
            args=[
                "--no-sandbox",
                "--disable-gpu",
                # Letters are as wide without a window as in the browser in which people see them.
                "--font-render-hinting=none",
                "--disable-quic",
                "--no-first-run",
                "--disable-background-networking",
                "--disable-component-update",
                "--disable-sync",
                f"--host-resolver-rules=MAP {HOME} 127.0.0.1",
            ],
        )
        opened = launched.new_context

        def open_patient_context(**options: Any) -> BrowserContext:
            # A browser with windows grants a wake lock to every page without asking.
            context = opened(**{"permissions": ["screen-wake-lock"], **options})
            context.set_default_timeout(PATIENCE_MS)
            return context

        launched.new_context = open_patient_context  # type: ignore[method-assign]  # the browser is another's class
        yield launched
        launched.close()


@pytest.fixture
def failed_threads(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Make the function of every thread raise at its first call; returns the names of those threads."""
    names: list[str] = []
    begin = SupervisedThread.__init__

    def begin_with_failure(
        thread: SupervisedThread, name: str, function: Callable[[], object], *args: Any, **options: Any
    ) -> None:
        def run() -> None:
            if name not in names:
                names.append(name)
                # A thread ends without a word on this one.
                raise SystemExit(f"{name} fails once")
            function()

        begin(thread, name, run, *args, **options)

    monkeypatch.setattr(SupervisedThread, "__init__", begin_with_failure)
    monkeypatch.setattr("companion.supervised_thread.RESTART_PAUSE_S", 0.01)
    return names
