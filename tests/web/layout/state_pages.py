"""Opens pages in their layout states and checks them with the oracle, in one shared page."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final

import pytest
from babel.messages.pofile import read_po
from playwright.sync_api import Browser, Page, expect

import web
from tests.patience import PAGES
from tests.web.borrowing import collect_complaints
from tests.web.conftest import Stage
from tests.web.layout.scenes import Scene
from tests.web.layout.states import (
    ALL_SIZES,
    LARGE_TABLET,
    LOW_TABLET,
    LOWEST_TABLET,
    PHONE,
    TIGHTEST,
    Size,
    State,
)
from tests.web.paired import pair_browser
from web import Settings, WebServer

ORACLE: Final = (Path(__file__).parent / "oracle.js").read_text("utf-8")
LOCALES: Final = {"en": "en-GB", "fr": "fr-FR"}
TEXT_SIZE: Final = """percent => {
  // As the root's own rule says it (design/tokens.css), for a device whose usual text is that large.
  const usual = `clamp(${0.16 * percent}px, min(1.33vw, 2.1vh), 30px)`;
  document.documentElement.style.fontSize = percent === 100 ? "" : usual;
  // Scripts hear of another size with the next frame; drawing more of them is what takes a walk's time.
  return new Promise((heard) => requestAnimationFrame(() => setTimeout(heard)));
}"""

WAIT_UNTIL_STILL: Final = """() => new Promise((rested) => {
  // Fonts, pictures and parts that measure themselves move a page a frame or two after it is there.
  const parts = () => [...document.querySelectorAll("dialog[open], main, body > *")];
  const boxes = () => JSON.stringify(parts().map((each) => each.getBoundingClientRect()));
  let [last, unchanged] = ["", 0];
  (function look() {
    const now = boxes();
    unchanged = now === last && [...document.images].every((image) => image.complete) ? unchanged + 1 : 0;
    last = now;
    if (unchanged === 3) rested();
    else requestAnimationFrame(look);
  })();
})"""


@dataclass(frozen=True)
class Look:
    """A screen size, text size and theme: what a device prefers, "light", "dark" or "high contrast"."""

    size: Size
    text: int = 100
    theme: str = "light"

    def __str__(self) -> str:
        return f"{self.size[0]}x{self.size[1]} {self.text} {self.theme}"


LARGER_TEXT: Final = {"en": {LARGE_TABLET, PHONE}, "fr": {LOW_TABLET}}
"""The sizes at which text is tried larger (`TEXT_PERCENTS`), by the language that the page speaks then."""
TEXT_PERCENTS: Final = (100, 150)
LARGEST_TEXT_PERCENT: Final = 200
"""The text size that is tried as well on each screen, which is a state of the quick pass."""
ZOOMED_SIZE: Final[Size] = (640, 400)
"""The large tablet, in CSS pixels, when its browser zooms in by 200 %: in English, for each screen."""
SIZES_IN_FRENCH: Final = {LARGE_TABLET, (1024, 768), LOW_TABLET, LOWEST_TABLET, PHONE}
"""Of the sizes those that are laid out by rules of their own; the others are laid out as the next one is."""


def looks_of(state: State, language: str) -> list[Look]:
    """Return the looks of a state in a language; dark, which moves nothing, and high contrast only once."""
    kept = [
        size for size in state.sizes if language == "en" or size not in ALL_SIZES or size in SIZES_IN_FRENCH
    ]
    looks = [Look(size, text) for size in kept for text in _text_percents(state, size, language)]
    if language != "en":
        return looks
    zoomed = [Look(ZOOMED_SIZE)] if state.screen else []
    return [*looks, *zoomed, Look(kept[-1], theme="dark"), Look(kept[-1], theme="high contrast")]


def _text_percents(state: State, size: Size, language: str) -> tuple[int, ...]:
    """Return the text sizes that a state is tried with, in percent of the usual one."""
    if language == "fr" and size == PHONE:
        # The longest words on the narrowest screen.
        return (100, LARGEST_TEXT_PERCENT) if state.screen else (100,)
    if size not in LARGER_TEXT[language]:
        return (100,)
    return (*TEXT_PERCENTS, LARGEST_TEXT_PERCENT) if state.screen else TEXT_PERCENTS


def quick_looks_of(state: State) -> list[Look]:
    """Return the looks of the quick pass: the size at which the state was opened, and the smallest."""
    return [Look(size) for size in dict.fromkeys((state.opened_at, TIGHTEST)) if size in state.sizes]


@dataclass(frozen=True)
class Finding:
    """A layout fault: the check, the part, and its position."""

    check: str
    part: str
    detail: str
    look: Look

    def __str__(self) -> str:
        return f"{self.look}: {self.check}: {self.part}: {self.detail}"


@cache
def translations(language: str) -> dict[str, str]:
    """Return the texts of the pages in a language, by the English ones."""
    file = Path(web.__file__).parent / f"translations/{language}/LC_MESSAGES/messages.po"
    with file.open("rb") as texts:
        messages: list[tuple[Any, Any]] = [
            (each.id, each.string) for each in read_po(texts) if each.id and not each.context
        ]
    return {key: text for key, text in messages if isinstance(key, str)}


def translate(language: str) -> Callable[[str], str]:
    """Return a function that translates an English text of the pages."""
    return (lambda text: text) if language == "en" else translations(language).__getitem__


class StatePages:
    """Opens states in one page for each language."""

    def __init__(self, browser: Browser, stage: tuple[Stage, WebServer]) -> None:
        self._browser, self._stage = browser, stage
        self._pages: dict[str, Page] = {}
        self.complaints: list[str] = []

    def _page(self, language: str) -> Page:
        if language not in self._pages:
            context = self._browser.new_context(
                locale=LOCALES[language], has_touch=True, reduced_motion="reduce", service_workers="block"
            )
            self._pages[language] = context.new_page()
            collect_complaints(self._pages[language], self.complaints)
        return self._pages[language]

    def close(self) -> None:
        """Close all pages."""
        for page in self._pages.values():
            page.context.close()

    @contextmanager
    def open_state(self, state: State, language: str = "en") -> Iterator[Page]:
        """Open the page of a state and yield it when it is complete."""
        page = self._page(language)
        width, height = state.opened_at
        page.set_viewport_size({"width": width, "height": height})
        page.emulate_media(color_scheme="light", contrast="no-preference", reduced_motion="reduce")
        with ExitStack() as ending:
            folder = Path(ending.enter_context(TemporaryDirectory()))
            server = self._serve(state.scene(folder, ending), ending)
            ending.callback(page.goto, "about:blank")
            ending.callback(page.context.set_offline, False)
            pair_browser(page.context, server, *state.device)
            page.goto(server.url + state.path)
            # The next state's page must not begin with this one's settings.
            ending.callback(page.evaluate, "localStorage.clear()")
            page.evaluate(
                "kept => { localStorage.clear(); for (const each of kept) localStorage.setItem(...each); }",
                state.kept,
            )
            if state.kept:
                page.reload()
            if state.live:
                page.wait_for_selector("body[data-connection=live]")
            for step in state.steps:
                step(page, translate(language))
            expect(page.locator(state.shows).locator("visible=true").first).to_be_visible()
            expect(page.locator(".tap-guard")).to_have_count(0)
            page.evaluate("document.fonts.ready.then(() => true)")
            page.evaluate(WAIT_UNTIL_STILL)
            yield page

    def _serve(self, scene: Scene, ending: ExitStack) -> WebServer:
        if scene.services or scene.settings or not hasattr(scene.table, "change"):
            settings = Settings(port=0, heartbeat=0.5, patience=PAGES, **scene.settings)
            return ending.enter_context(WebServer(scene.table, settings, **scene.services))
        shown, server = self._stage
        shown.show_table(scene.table)
        return server


@pytest.fixture(scope="module")
def state_pages(browser: Browser, stage: tuple[Stage, WebServer]) -> Iterator[StatePages]:
    """Pages of states; a console error fails the module."""
    pages = StatePages(browser, stage)
    yield pages
    pages.close()
    assert pages.complaints == []


def look_at(page: Page, state: State, looks: Sequence[Look]) -> list[Finding]:
    """Return the oracle's findings in a state's page, in each look; in the dark only contrast."""
    findings = []
    for look in looks:
        width, height = look.size
        page.set_viewport_size({"width": width, "height": height})
        page.emulate_media(
            color_scheme="dark" if look.theme == "dark" else "light",
            contrast="more" if look.theme == "high contrast" else "no-preference",
            reduced_motion="reduce",
        )
        page.evaluate(TEXT_SIZE, look.text)
        promised = look.size in state.whole_at and look.text == 100
        asked = {
            "whole": state.whole if promised else "",
            "still": state.still if promised else "",
            "purpose": state.purpose,
            "fingered": state.fingered,
            "checks": ["contrast"] if look.theme == "dark" else [],
        }
        findings += [Finding(**each, look=look) for each in page.evaluate(ORACLE, asked)]
    return findings
