"""The languages of the pages: selection and language files.

What pages say is tested in node: language, base_vocabulary, marked_words.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from flask import render_template_string
from flask.testing import FlaskClient

from companion.island.setups import first_game_layout
from companion.journal import Journal
from companion.table.table import Table
from tests.web.paired import paired_client
from tests.web.third_language import write_polish
from web import create_app
from web.i18n import CATALOG_FILE, TRANSLATIONS_FOLDER, CatalogueError, load_languages, text_key

HEXES = first_game_layout().to_json()["hexes"]
NO_SUCH_TERRAIN = {**HEXES, "h0,0": {"terrain": "sea", "number": 2}}


@pytest.fixture
def polish(tmp_path: Path) -> Path:
    """A folder with the file of a third language, hardly begun."""
    return write_polish(tmp_path)


@pytest.fixture
def client(empty_table: Any) -> Iterator[FlaskClient]:
    with create_app(empty_table).test_client() as client:
        yield client


class TestLanguageOfAnswer:
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
    def test_the_browser_s_preferred_language_is_used(
        self, client: FlaskClient, asked: str, given: str
    ) -> None:
        answer = client.get("/", headers={"Accept-Language": asked})
        assert f'<html lang="{given}">' in answer.text
        assert answer.headers["Content-Language"] == given
        assert {"accept-language", "cookie"} <= {name.lower() for name in answer.vary}

    def test_the_page_s_choice_overrides_the_browser(self, client: FlaskClient) -> None:
        client.set_cookie("language", "en")
        assert '<html lang="en">' in client.get("/", headers={"Accept-Language": "fr"}).text

    def test_a_choice_of_a_removed_language_is_ignored(self, client: FlaskClient) -> None:
        client.set_cookie("language", "xx")
        assert '<html lang="fr">' in client.get("/", headers={"Accept-Language": "fr"}).text

    def test_templates_are_translated(self, empty_table: Any) -> None:
        app = create_app(empty_table)
        with app.test_request_context("/", headers={"Accept-Language": "fr"}):
            assert render_template_string('{{ _("Undo") }}') == "Annuler"
            counted = '{{ ngettext("{count} turn", "{count} turns", 2) }}'
            assert render_template_string(counted) == "{count} tours"
        with app.test_request_context("/"):
            assert render_template_string('{{ _("Undo") }}') == "Undo"

    def test_refusals_are_translated(self, client: FlaskClient) -> None:
        refused = client.get("/nothing-here", headers={"Accept-Language": "fr"})
        assert refused.json == {"error": "Cette page n’existe pas."}
        assert client.get("/nothing-here").json == {"error": "This page doesn't exist."}

    @pytest.mark.parametrize(
        ("chosen", "french"),
        [
            ({"game": "chess"}, "jeu inconnu : chess ; connus : base, dice_game, spot_it"),
            ({"layout": {"hexes": {}}}, "les tuiles ne sont pas les 19 de l’île"),
            ({"layout": {"hexes": NO_SUCH_TERRAIN}}, "terrain inconnu : sea"),
        ],
    )
    def test_refusals_of_the_table_and_the_island_are_translated(
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


class TestCatalogueForPages:
    def test_catalogues_are_cached_until_they_change(self, client: FlaskClient) -> None:
        known = load_languages(TRANSLATIONS_FOLDER)
        answer = client.get(f"/words/fr.json?v={known['fr'].version}")
        assert "immutable" in answer.headers["Cache-Control"]
        old = client.get("/words/fr.json?v=0")
        assert "no-cache" in old.headers["Cache-Control"]
        again = client.get("/words/fr.json", headers={"If-None-Match": old.headers["ETag"]})
        assert again.status_code == 304

    def test_an_unknown_language_is_not_found(self, client: FlaskClient) -> None:
        assert client.get("/words/xx.json").status_code == 404

    def test_a_page_receives_the_texts_of_its_scripts_and_of_the_api(self, client: FlaskClient) -> None:
        known = load_languages(TRANSLATIONS_FOLDER)["fr"]
        keys = {path: self.keys_of_page(client, path) for path in ("/", "/pair")}
        assert len(keys["/pair"]) < len(keys["/"])
        assert keys["/pair"] | keys["/"] < json.loads(known.page)["texts"].keys()
        assert text_key("The dice tower is starting.") in keys["/pair"], "the table may tell it"
        assert text_key("New game") in keys["/"], "a part of the page has it"
        assert text_key("Use this camera") not in keys["/"], "only the calibration has it"

    def keys_of_page(self, client: FlaskClient, path: str) -> set[str]:
        """Return the keys of the texts that a page requests in French."""
        page = client.get(path, headers={"Accept-Language": "fr"}).text
        found = re.search(r'<link rel="preload" as="fetch" crossorigin href="(/words/fr[^"]+)"', page)
        assert found
        answer = client.get(found[1])
        assert "immutable" in answer.headers["Cache-Control"]
        return set(answer.get_json()["texts"])

    def test_texts_of_server_and_commands_are_not_sent(self) -> None:
        texts = json.loads(load_languages(TRANSLATIONS_FOLDER)["fr"].page)["texts"]
        assert texts[text_key("Undo")] == "Annuler"
        assert text_key("The dice tower is starting.") in texts, "the table may tell it"
        assert not set(map(text_key, ("This page doesn't exist.", "All is well."))) & texts.keys()

    def test_plural_forms_use_the_browser_s_categories(self, polish: Path) -> None:
        known = load_languages(TRANSLATIONS_FOLDER, polish)
        assert json.loads(known["fr"].page)["forms"] == {"one": 0, "many": 1, "other": 1}
        forms = json.loads(known["pl"].page)["forms"]
        assert {"one": 0, "few": 1, "many": 2}.items() <= forms.items()


class TestLanguageFile:
    def test_an_invalid_file_is_named(self, polish: Path) -> None:
        path = polish / "pl" / CATALOG_FILE
        path.write_text("This is no catalogue.\n", "utf-8")
        with pytest.raises(CatalogueError, match=r"messages\.po is not a valid translation file"):
            load_languages(polish)

    def test_a_folder_without_a_language_code_is_rejected(self, polish: Path) -> None:
        (polish / "pl").rename(polish / "gibberish")
        with pytest.raises(CatalogueError, match="gibberish"):
            load_languages(polish)
