"""Measures a page in a browser: changes, first paint, weight."""

from __future__ import annotations

import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final

from playwright.sync_api import Browser, BrowserContext, Page, expect, sync_playwright

from tests.patience import PATIENCE_MS

ROOT: Final = Path(__file__).parents[2]
PAUSE_S: Final = 0.06
"""Seconds between two events, so that each is shown separately."""

# When the title showed each text first, in milliseconds since 1970, as `time.time` counts.
_NOTE_TITLES: Final = """() => {
    const title = document.getElementById("title");
    window.shown = {};
    const note = () => (window.shown[title.textContent] ??= performance.timeOrigin + performance.now());
    new MutationObserver(note).observe(title, { childList: true, characterData: true, subtree: true });
}"""
# When something of the table was painted, and when its island stood there.
_NOTE_ISLAND: Final = """() => {
    new MutationObserver((_, observer) => {
        if (!document.querySelector("#island .hex")) return;
        window.islandStood = performance.now();
        observer.disconnect();
    }).observe(document, { childList: true, subtree: true });
}"""
PHONE: Final[dict[str, Any]] = {
    "viewport": {"width": 390, "height": 844},
    "has_touch": True,
    "is_mobile": True,
}
NETWORK: Final = {
    "offline": False,
    "latency": 60,
    "downloadThroughput": 9_000_000 / 8,
    "uploadThroughput": 1_500_000 / 8,
}
"""What Lighthouse calls a fast 4G network: 9 Mbit/s, and 60 ms for every round trip."""
CPU: Final = 4
"""How many times slower than this machine the phone is."""


# How long each frame was on the screen, in milliseconds, for as long as a motion may take.
_NOTE_FRAMES: Final = """() => new Promise((resolve) => {
    const frames = [];
    let before = performance.now();
    const begun = before;
    const frame = (now) => {
        frames.push(now - before);
        before = now;
        if (now - begun > 900) resolve(frames.slice(1));
        else requestAnimationFrame(frame);
    };
    requestAnimationFrame(frame);
})"""


@contextmanager
def chromium() -> Iterator[Browser]:
    """A browser."""
    path = shutil.which("chromium") or "/usr/bin/chromium"
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=["--no-sandbox", "--disable-gpu"])
        yield browser
        browser.close()


@contextmanager
def others(url: str, count: int) -> Iterator[None]:
    """So many more streams, held open by another process."""
    if count == 0:
        yield
        return
    command = [sys.executable, "-m", "tests.measure.listeners", url, str(count)]
    with subprocess.Popen(
        command, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as listening:
        assert listening.stdout is not None
        assert listening.stdin is not None
        if not listening.stdout.readline():
            raise RuntimeError("the streams can't be opened")
        yield
        listening.stdin.close()


def changes_seen(page: Page, events: int, happen: Callable[[int], str]) -> list[float]:
    """Milliseconds from each event until the page's title shows it.

    Args:
        page: live, with a title that each event changes.
        events: how many.
        happen: makes the n-th event happen; returns the title that it leads to.
    """
    page.evaluate(_NOTE_TITLES)
    began: list[tuple[str, float]] = []
    for n in range(events):
        start = time.time()
        began.append((happen(n), 1000 * start))
        time.sleep(PAUSE_S)
    expect(page.locator("#title")).to_have_text(began[-1][0], timeout=PATIENCE_MS)
    shown: dict[str, float] = page.evaluate("window.shown")
    if began[-1][0] not in shown:
        raise RuntimeError(f"the page showed {began[-1][0]!r} before its event")
    times, seen = [], 0.0
    for title, start in reversed(began):
        # Events that a slow page skipped were shown with the next one.
        seen = shown.get(title, seen)
        times.append(seen - start)
    return times


def first_sight(context: BrowserContext, url: str) -> tuple[float, float, float]:
    """The page's first load on a throttled phone.

    Returns:
        Milliseconds to the first paint, to the island; kilobytes that came over the network.
    """
    page = context.new_page()
    session = context.new_cdp_session(page)
    weights: list[int] = []
    session.on("Network.loadingFinished", lambda event: weights.append(event["encodedDataLength"]))
    session.send("Network.enable")
    session.send("Network.emulateNetworkConditions", NETWORK)
    session.send("Emulation.setCPUThrottlingRate", {"rate": CPU})
    page.add_init_script(f"({_NOTE_ISLAND})()")
    page.goto(url)
    page.wait_for_selector("#island .hex", timeout=PATIENCE_MS)
    painted: Any = page.evaluate("performance.getEntriesByName('first-contentful-paint')[0].startTime")
    island: Any = page.evaluate("window.islandStood")
    page.close()
    return float(painted), float(island), sum(weights) / 1000


def frames_seen(page: Page, happen: Callable[[], object]) -> list[float]:
    """Return how many milliseconds each frame is shown on a throttled screen during an animation.

    Args:
        page: live.
        happen: what is to be explained by motion.
    """
    session = page.context.new_cdp_session(page)
    session.send("Emulation.setCPUThrottlingRate", {"rate": CPU})
    page.evaluate(f"window.noted = ({_NOTE_FRAMES})()")
    happen()
    found: list[float] = page.evaluate("window.noted")
    session.send("Emulation.setCPUThrottlingRate", {"rate": 1})
    session.detach()
    return found
