"""Announcements where the browser has a voice for the page's language; else the page says so."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.web.fingers import ONLY_TOUCHES, new_game
from tests.web.waiting import wait_until

# A browser whose voices the test gives it, as many find theirs: after a while.
VOICES = """
window.heard = [];
window.silenced = 0;
window.found = VOICES_FOUND;
window.SpeechSynthesisUtterance = class {
  constructor(text) {
    this.text = text;
  }
};
Object.assign(window.speechSynthesis, {
  getVoices: () => window.found.map(([lang, localService]) => ({ lang, localService })),
  speak: (utterance) => {
    window.heard.push([utterance.voice.lang, utterance.lang, utterance.text]);
    if (window.broken) utterance.onerror({ error: window.broken });
    else utterance.onstart();
  },
  cancel: () => (window.silenced += 1),
});
"""
NO_VOICE = "This browser has no voice: it says no announcements."
NOTE = "#notes .note"

Open = Callable[..., Page]


@pytest.fixture
def listen(look: Callable[..., Page], table: Any) -> Open:
    """Open the table's page in a browser with voices: pairs of a language and whether it is local."""

    def open_page(
        voices: list[tuple[str, bool]], locale: str = "en-GB", only_touches: bool = False, **switched: str
    ) -> Page:
        page = look(table, locale=locale)
        if only_touches:
            page.add_init_script(ONLY_TOUCHES)
        page.add_init_script(VOICES.replace("VOICES_FOUND", json.dumps(voices)))
        for name, value in switched.items():
            page.evaluate("([k, v]) => localStorage.setItem('companion.' + k, v)", [name, value])
        page.reload()
        page.wait_for_selector("body[data-connection=live]")
        return page

    return open_page


def end(table: Any) -> None:
    """Something happens that is announced."""
    table.change_view(winner="white", phase="over")


def settings(page: Page) -> Any:
    page.locator("[data-key=settings]").click()
    return page.get_by_role("dialog")


def happened(page: Page) -> None:
    expect(page.locator(".winner")).to_be_visible()


def test_a_browser_without_voices_says_so_and_offers_no_announcements(listen: Open) -> None:
    dialog = settings(listen([]))
    expect(dialog).to_contain_text(NO_VOICE)
    expect(dialog.get_by_label("Announcements")).to_be_disabled()
    expect(dialog.get_by_label("Sounds")).to_be_enabled()


def test_announcements_that_are_on_and_have_no_voice_are_no_silence(listen: Open, table: Any) -> None:
    page = listen([], speech="on")
    expect(page.locator(NOTE)).to_contain_text(NO_VOICE)
    dialog = settings(page)
    dialog.get_by_label("Announcements").uncheck()
    dialog.get_by_role("button", name="Done").click()
    end(table)
    happened(page)
    expect(page.locator(NOTE)).to_have_count(0)


def test_an_english_voice_reads_no_french(listen: Open, table: Any) -> None:
    page = listen([("en-GB", True), ("en-US", True)], locale="fr-FR", speech="on")
    expect(page.locator(NOTE)).to_contain_text("pas de voix pour cette langue")
    end(table)
    happened(page)
    assert page.evaluate("window.heard") == []
    page.get_by_label("Langue").select_option("en")
    expect(page.locator(NOTE)).to_have_count(0)


def test_voices_that_are_found_later_speak_from_then_on(listen: Open, table: Any) -> None:
    page = listen([], speech="on")
    expect(page.locator(NOTE)).to_have_count(1)
    dialog = settings(page)
    page.evaluate(
        """() => {
            window.found = [["en_GB", true]];
            speechSynthesis.dispatchEvent(new Event("voiceschanged"));
        }"""
    )
    expect(dialog).not_to_contain_text(NO_VOICE)
    expect(dialog.get_by_label("Announcements")).to_be_enabled()
    dialog.get_by_role("button", name="Done").click()
    expect(page.locator(NOTE)).to_have_count(0)
    end(table)
    wait_until(page, "window.heard.length")
    assert page.evaluate("window.heard") == [["en_GB", "en", "Dora wins!"]]


def test_a_voice_of_the_device_is_taken_before_one_on_the_internet(listen: Open, table: Any) -> None:
    page = listen([("fr-FR", False), ("en-US", False), ("en-GB", True)], speech="on")
    end(table)
    wait_until(page, "window.heard.length")
    assert page.evaluate("window.heard[0][0]") == "en-GB"


def test_a_voice_that_fails_is_no_silence(listen: Open, table: Any) -> None:
    page = listen([("en-GB", False)], speech="on")
    page.evaluate("window.broken = 'network'")
    table.change_view(turn=13)
    expect(page.locator(NOTE)).to_contain_text("this browser's voice may need the internet")
    page.evaluate("window.broken = 'interrupted'")
    table.change_view(turn=14)
    expect(page.locator("#title")).to_have_text("Turn 14")
    expect(page.locator(NOTE)).to_have_count(1)
    page.evaluate("window.broken = null")
    end(table)
    happened(page)
    expect(page.locator(NOTE)).to_have_count(0)


def test_announcements_that_are_switched_off_stop_at_once(listen: Open, table: Any) -> None:
    page = listen([("en-GB", True)], speech="on")
    dialog = settings(page)
    dialog.get_by_label("Announcements").uncheck()
    assert page.evaluate("window.silenced") == 1
    dialog.get_by_role("button", name="Done").click()
    end(table)
    happened(page)
    assert page.evaluate("window.heard") == []
    assert page.evaluate("localStorage.getItem('companion.speech')") is None


def test_sounds_that_are_switched_off_are_heard_no_more(listen: Open, table: Any) -> None:
    page = listen([], sounds="on")
    page.evaluate(
        """() => {
            window.notes = 0;
            const { start } = AudioScheduledSourceNode.prototype;
            AudioScheduledSourceNode.prototype.start = function (...given) {
                window.notes += 1;
                return start.apply(this, given);
            };
        }"""
    )
    dialog = settings(page)
    dialog.get_by_label("Sounds").uncheck()
    assert page.evaluate("localStorage.getItem('companion.sounds')") is None
    dialog.get_by_role("button", name="Done").click()
    end(table)
    happened(page)
    assert page.evaluate("window.notes") == 0


def test_a_voice_that_waits_for_a_touch_says_so_and_one_that_there_isn_t_does_not(listen: Open) -> None:
    waits = "Touch the page once: until then the browser keeps it silent."
    expect(listen([("en-GB", True)], only_touches=True, speech="on").locator(NOTE)).to_have_text(waits)
    expect(listen([], speech="on").locator(NOTE)).to_contain_text(NO_VOICE)


def test_sounds_and_announcements_are_offered_where_a_game_is_started(
    look: Callable[..., Page], empty_table: Any
) -> None:
    page = new_game(look(empty_table))
    page.get_by_role("group", name="What is heard").get_by_label("Sounds").check()
    kept = "['sounds', 'speech'].map((name) => localStorage.getItem(`companion.${name}`))"
    assert page.evaluate(kept) == ["on", None]
    expect(page.get_by_role("group", name="What is heard")).to_contain_text("Announcements")


@pytest.mark.parametrize(
    ("locale", "voice", "said"),
    [
        ("en-GB", "en-GB", "Ana rolls 8. Ana takes 2 lumber, 1 ore. Ben takes 2 ore."),
        ("fr-FR", "fr-FR", "Ana fait 8. Ana reçoit 2 bois, 1 minerai. Ben reçoit 2 minerais."),
    ],
)
def test_a_roll_and_who_takes_what_are_said_in_either_language(
    listen: Open, table: Any, locale: str, voice: str, said: str
) -> None:
    page = listen([(voice, True)], locale, speech="on")
    view = table.snapshot()["game"]["view"]
    roll = {**view["roll"], "takes": view["roll"]["takes"][:2]}
    line = {**view["log"][-1], "number": 99, "event": {"kind": "roll", "player": "red", "dice": [3, 5]}}
    table.change_view(roll=roll, log=[*view["log"], line])
    wait_until(page, "window.heard.length")
    assert page.evaluate("window.heard.at(-1)[2]") == said
