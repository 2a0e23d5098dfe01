"""The languages of the pages: how one is chosen, what a file of one does, and that none lacks a word."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from flask import render_template_string
from flask.testing import FlaskClient
from playwright.sync_api import Page, expect

from companion.games.base import inconsistencies
from companion.games.base.rules.events import EVENT_TYPES
from companion.games.base.rules.legality import RuleViolation
from companion.i18n import counted, message_to_json, sentence
from companion.island.setups import first_game
from companion.journal import Journal
from companion.table.table import Table
from tests.web.fingers import new_game
from tests.web.paired import paired_client
from web import create_app
from web.i18n import FILE, TRANSLATIONS, CatalogueError, languages, text_key

Look = Callable[..., Page]

HEXES = first_game().to_json()["hexes"]
NO_SUCH_TERRAIN = {**HEXES, "h0,0": {"terrain": "sea", "number": 2}}

POLISH = """
msgid ""
msgstr ""
"Content-Type: text/plain; charset=utf-8\\n"
"Plural-Forms: nplurals=3; plural=(n==1 ? 0 : n%10>=2 && n%10<=4 && (n%100<12 || n%100>14) ? 1 : 2);\\n"

msgid "Turn {turn}"
msgstr "Tura {turn}"

msgid "{count} wool"
msgid_plural "{count} wool"
msgstr[0] "{count} wełna"
msgstr[1] "{count} wełny"
msgstr[2] "{count} wełen"
"""


@pytest.fixture
def polish(tmp_path: Path) -> Path:
    """A folder with the file of a third language, hardly begun."""
    path = tmp_path / "pl" / FILE
    path.parent.mkdir(parents=True)
    path.write_text(POLISH, "utf-8")
    return tmp_path


@pytest.fixture
def client(empty_table: Any) -> Iterator[FlaskClient]:
    with create_app(empty_table).test_client() as client:
        yield client


class TestTheLanguageOfAnAnswer:
    @pytest.mark.parametrize(
        ("asked", "given"),
        [
            ("fr-CA, en;q=0.5", "fr"),
            ("en-GB, fr;q=0.9", "en"),
            ("de, fr;q=0.1", "fr"),
            ("de", "en"),
            ("", "en"),
        ],
    )
    def test_it_is_the_one_that_the_browser_likes_best(
        self, client: FlaskClient, asked: str, given: str
    ) -> None:
        answer = client.get("/", headers={"Accept-Language": asked})
        assert f'<html lang="{given}">' in answer.text
        assert answer.headers["Content-Language"] == given
        assert {"accept-language", "cookie"} <= {name.lower() for name in answer.vary}

    def test_what_was_chosen_on_the_page_counts_for_more(self, client: FlaskClient) -> None:
        client.set_cookie("language", "en")
        assert '<html lang="en">' in client.get("/", headers={"Accept-Language": "fr"}).text

    def test_a_choice_of_a_language_that_there_is_no_more_counts_for_nothing(
        self, client: FlaskClient
    ) -> None:
        client.set_cookie("language", "xx")
        assert '<html lang="fr">' in client.get("/", headers={"Accept-Language": "fr"}).text

    def test_templates_speak_it(self, empty_table: Any) -> None:
        app = create_app(empty_table)
        with app.test_request_context("/", headers={"Accept-Language": "fr"}):
            assert render_template_string('{{ _("Undo") }}') == "Annuler"
            counted = '{{ ngettext("{count} turn", "{count} turns", 2) }}'
            assert render_template_string(counted) == "{count} tours"
        with app.test_request_context("/"):
            assert render_template_string('{{ _("Undo") }}') == "Undo"

    def test_refusals_are_said_in_it(self, client: FlaskClient) -> None:
        refused = client.get("/nothing-here", headers={"Accept-Language": "fr"})
        assert refused.json == {"error": "Cette page n’existe pas."}
        assert client.get("/nothing-here").json == {"error": "There is no such page."}

    @pytest.mark.parametrize(
        ("chosen", "french"),
        [
            ({"game": "chess"}, "jeu inconnu : chess ; connus : base, dice_game, spot_it"),
            ({"layout": {"hexes": {}}}, "les tuiles ne sont pas les 19 de l’île"),
            ({"layout": {"hexes": NO_SUCH_TERRAIN}}, "terrain inconnu : sea"),
        ],
    )
    def test_so_are_those_of_the_table_and_of_its_island(
        self, tmp_path: Path, chosen: dict[str, Any], french: str
    ) -> None:
        players = [{"colour": colour} for colour in ("red", "blue", "white")]
        with Journal.open(tmp_path / "journal.db") as journal:
            tablet = paired_client(create_app(Table(journal, lambda: 0.0)))
            refused = tablet.post(
                "/api/games", json={"players": players, **chosen}, headers={"Accept-Language": "fr"}
            )
        assert refused.status_code == 400
        assert refused.get_json()["error"].replace("\xa0", " ") == french


class TestWhatPagesAreGiven:
    def test_their_words_may_be_kept_until_they_change(self, client: FlaskClient) -> None:
        known = languages(TRANSLATIONS)
        answer = client.get(f"/words/fr.json?v={known['fr'].version}")
        assert "immutable" in answer.headers["Cache-Control"]
        old = client.get("/words/fr.json?v=0")
        assert "no-cache" in old.headers["Cache-Control"]
        again = client.get("/words/fr.json", headers={"If-None-Match": old.headers["ETag"]})
        assert again.status_code == 304

    def test_a_language_that_nobody_speaks_here(self, client: FlaskClient) -> None:
        assert client.get("/words/xx.json").status_code == 404

    def test_what_only_the_server_or_a_command_says_is_not_sent(self) -> None:
        texts = json.loads(languages(TRANSLATIONS)["fr"].page)["texts"]
        assert texts[text_key("Undo")] == "Annuler"
        assert text_key("The dice tower is starting.") in texts, "the table may tell it"
        assert not set(map(text_key, ("There is no such page.", "All is well."))) & texts.keys()

    def test_plural_forms_go_by_the_categories_that_browsers_know(self, polish: Path) -> None:
        known = languages(TRANSLATIONS, polish)
        assert json.loads(known["fr"].page)["forms"] == {"one": 0, "many": 1, "other": 1}
        forms = json.loads(known["pl"].page)["forms"]
        assert {"one": 0, "few": 1, "many": 2}.items() <= forms.items()


class TestAFileOfALanguage:
    def test_what_is_no_such_file_is_named(self, polish: Path) -> None:
        path = polish / "pl" / FILE
        path.write_text("This is no catalogue.\n", "utf-8")
        with pytest.raises(CatalogueError, match=r"messages\.po is no file of translations"):
            languages(polish)

    def test_a_folder_that_is_called_like_no_language(self, polish: Path) -> None:
        (polish / "pl").rename(polish / "gibberish")
        with pytest.raises(CatalogueError, match="gibberish"):
            languages(polish)

    def test_it_is_offered_and_spoken_as_far_as_it_goes(
        self, serve: Any, visit: Look, table: Any, polish: Path
    ) -> None:
        page = visit(serve(table, translations=(polish,)))
        switch = page.get_by_label("Language")
        expect(switch.locator("option")).to_have_text(["English", "Français", "Polski"])
        switch.select_option(label="Polski")
        expect(page.locator("#title")).to_have_text("Tura 12")
        # What the file hasn't is said in English.
        expect(page.locator("#log")).to_contain_text("Ben builds a city")
        forms = page.evaluate(
            """async () => {
                const { listCards } = await import("/static/language/i18n.js");
                return [1, 3, 5, 22, 112].map((wool) => listCards({ wool }));
            }"""
        )
        assert forms == ["1 wełna", "3 wełny", "5 wełen", "22 wełny", "112 wełen"]


class TestThePage:
    def test_a_french_browser_gets_french(self, look: Look, table: Any) -> None:
        page = look(table, locale="fr-CA")
        expect(page.locator("#title")).to_have_text("Tour 12")
        expect(page.locator("#log")).to_contain_text("Ben construit une ville")
        expect(page.get_by_role("button", name="Colline, 6", exact=True)).to_have_count(1)
        expect(page.locator("#island")).to_contain_text("Terrain Colline : 4 sur la table, 3 dans la boîte")

    def test_the_switch_is_remembered(self, look: Look, table: Any) -> None:
        page = look(table)
        page.get_by_label("Language").select_option(label="Français")
        expect(page.locator("#title")).to_have_text("Tour 12")
        page.reload()
        expect(page.locator("#title")).to_have_text("Tour 12")

    def test_a_form_half_filled_stays_so_when_the_language_changes(
        self, look: Look, empty_table: Any
    ) -> None:
        page = new_game(look(empty_table), more=True)
        page.get_by_label("Name of player 2").fill("Zoé")
        page.get_by_label("Colour of player 1").select_option("orange")
        page.get_by_label("The game is on already").check()
        page.get_by_label("Language").select_option(label="Français")
        expect(page.get_by_label("Nom du joueur 2")).to_have_value("Zoé")
        expect(page.get_by_label("Couleur du joueur 1")).to_have_value("orange")
        expect(page.get_by_label("La partie est déjà en cours")).to_be_checked()

    def test_what_the_table_says_is_said_in_the_pages_language(self, look: Look, table: Any) -> None:
        lost = sentence("The board isn't seen: {why}.", why=sentence("the camera gives no pictures"))
        cards = counted("{count} card", "{count} cards", 2)
        told = [message_to_json(lost), message_to_json(cards), "Zoé's own words"]
        table.change(lambda snapshot: snapshot.update(notices=told))
        page = look(table, locale="fr-FR")
        notices = page.locator("#notices")
        expect(notices).to_contain_text("On ne voit pas le plateau : la caméra ne donne pas d’images.")
        expect(notices).to_contain_text("2 cartes")
        expect(notices).to_contain_text("Zoé's own words")

    def test_it_has_words_for_all_that_the_rules_and_the_tracker_tell(self, page: Page) -> None:
        spoken = page.evaluate(
            """async () => {
                const { TERMS } = await import("/static/language/terms.js");
                const { EVENTS } = await import("/static/base_game/event_text.js");
                const { DID, QUESTIONS } = await import("/static/base_game/question_text.js");
                return [EVENTS, TERMS.violation, QUESTIONS, DID].map(Object.keys);
            }"""
        )
        events, violations, questions, did = map(set, spoken)
        assert set(EVENT_TYPES) <= events
        assert {violation.name.lower() for violation in RuleViolation if violation.name} <= violations
        assert {*inconsistencies.QUESTIONS, *inconsistencies.EXPLANATIONS} <= questions
        assert {kind.kind for kind in inconsistencies.TAKING} <= did
