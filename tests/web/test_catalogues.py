"""The translation catalogues: complete, with the right placeholders and the published terms."""

from __future__ import annotations

import re
import sys
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from babel.messages.catalog import Catalog, Message

sys.path.insert(0, str(Path(__file__).parents[2] / "docs" / "tools"))

import catalogues

from web.i18n import text_key

FIELDS = re.compile(r"\{[a-z_]+\}|%\([a-z_]+\)[sd]", re.I)

language = pytest.mark.parametrize(
    "catalog",
    [
        pytest.param(catalogues.read_catalogue(path), id=path.parent.parent.name)
        for path in catalogues.catalogue_files()
    ],
)


@cache
def every_text() -> tuple[catalogues.Text, ...]:
    """Return the texts of pages, code and templates, read once because reading takes seconds."""
    return (*catalogues.script_texts(), *catalogues.code_texts(), *catalogues.template_texts())


def keys(catalog: Catalog) -> set[tuple[Any, Any]]:
    return {(each.context, each.id) for each in texts(catalog)}


def texts(catalog: Catalog) -> list[Message]:
    return [each for each in catalog if each.id]


def test_french_is_available() -> None:
    assert "fr" in {path.parent.parent.name for path in catalogues.catalogue_files()}


@pytest.mark.slow
@language
def test_the_french_catalogue_has_exactly_the_used_texts(catalog: Catalog) -> None:
    assert keys(catalog) == keys(catalogues.collect_texts()), "make words updates the files"


@language
def test_every_text_has_all_plural_forms_of_its_language(catalog: Catalog) -> None:
    missing = [each.id for each in texts(catalog) if each.fuzzy or not each.string or not all(each.string)]
    assert missing == []
    for each in texts(catalog):
        if each.pluralizable:
            assert each.string is not None
            assert len(each.string) == catalog.num_plurals, each.id


@language
def test_translations_have_the_placeholders_of_the_english_text(catalog: Catalog) -> None:
    for each in texts(catalog):
        ids, translation = each.id, each.string
        assert translation is not None, ids
        wanted = {
            field for form in ([ids] if isinstance(ids, str) else ids) for field in FIELDS.findall(form)
        }
        for form in [translation] if isinstance(translation, str) else translation:
            found = set(FIELDS.findall(form))
            # One form may do without its number: "a free road".
            assert wanted - {"{count}"} <= found <= wanted, f"{each.id}: {form}"


@pytest.mark.slow
def test_no_text_is_used_both_with_and_without_a_plural() -> None:
    # Catalogues know a text by its singular: t("card") and n("card", "cards", …) would be one entry.
    single: set[tuple[str | None, str]] = set()
    counted: set[tuple[str | None, str]] = set()
    for each in every_text():
        (counted if len(each.forms) > 1 else single).add((each.context, each.forms[0]))
    assert single & counted == set()


@pytest.mark.slow
def test_every_text_has_a_unique_key() -> None:
    by_hash: dict[str, set[str]] = {}
    for each in every_text():
        text = each.forms[0] if each.context is None else f"{each.context}\x04{each.forms[0]}"
        by_hash.setdefault(text_key(text), set()).add(text)
    assert [texts for texts in by_hash.values() if len(texts) > 1] == []


def test_french_spaces_quotation_marks_and_elisions_are_correct() -> None:
    (french,) = [
        catalogues.read_catalogue(path)
        for path in catalogues.catalogue_files()
        if path.parent.parent.name == "fr"
    ]
    for each in texts(french):
        for form in [each.string] if isinstance(each.string, str) else each.string or ():
            # Spaces that no line is broken at.
            assert not re.search(r" [:;!?»%]|« ", form), f"a no-break space beside the sign: {form}"
            assert not re.search(r"[^\s\d:/][:;!?](\s|$)|«\S|\S»", form), f"a space beside the sign: {form}"
            assert not re.search(r'["“”]', form), f"« and »: {form}"
            assert not re.search(r"\w'\w", form), f"’ for an apostrophe: {form}"
            # Words elide before vowels, and the first letter of a name is unknown.
            assert not re.search(r"(?<![-\w])(de|que|le|la|ne|se) [aeiouéèêàâîôû]", form.lower()), form
            assert not re.search(r"(?<![-\w])(de|que) \{(name|player|partner|victim)", form), form


UNPUBLISHED_TERMS = re.compile(
    r"\b(banques?|briques?|brigands?|case|cases|croisements?|céréales?|hexagones?|moutons?|pions?|pierres?"
    r"|soldats?|villages?|avant-postes?|fondation|havres?|matières? premières?|cartes sur table"
    r"|un des voisins|dont c’est le tour|taux|dévoile\w*|une personne contre deux)\b",
    re.I,
)
"""Words that others use of the game; docs/languages.md has the published ones."""


def test_french_uses_the_published_terms() -> None:
    (french,) = [
        catalogues.read_catalogue(path)
        for path in catalogues.catalogue_files()
        if path.parent.parent.name == "fr"
    ]
    for each in texts(french):
        for form in [each.string] if isinstance(each.string, str) else each.string or ():
            assert not UNPUBLISHED_TERMS.search(form), form


UNPUBLISHED_ENGLISH_TERMS = re.compile(r"\b(founding|neighbours?)\b|^variable$", re.I)
"""English words that the published rules have others for: the set-up phase, the variable set-up."""
OF_THE_DICE_GAME = re.compile(r"\b(throws?|thrown|longest route|most knights)\b", re.I)
"""The terms of the dice game's published rules: a roll, and the cards Longest Road and Largest Army."""


@pytest.mark.slow
def test_english_uses_the_published_terms() -> None:
    messages = every_text()
    assert [each.forms for each in messages if any(map(UNPUBLISHED_ENGLISH_TERMS.search, each.forms))] == []
    of_dice = [each for each in messages if "dice_game" in each.file]
    assert of_dice
    assert [each.forms for each in of_dice if any(map(OF_THE_DICE_GAME.search, each.forms))] == []


ON_BUTTONS = (
    "Add",
    "Build",
    "Buy card",
    "Change owner or place …",
    "Confirm cards",
    "Confirm",
    "Delete",
    "Discard",
    "End turn",
    "Enter a roll",
    "Enter trade",
    "Insert before …",
    "Leave unknown",
    "No trade",
    "Offer",
    "Place it",
    "Place the robber here",
    "Play card",
    "Reveal and win",
    "Reveal",
    "Rob",
    "Save",
    "Show earlier entries",
    "Skip the count",
    "Start",
    "Steal",
    "Take starting resources from here",
    "Take",
    "Trade",
    "Undo",
)
"""Texts on buttons that act."""


def test_french_buttons_are_infinitives() -> None:
    (french,) = [
        catalogues.read_catalogue(path)
        for path in catalogues.catalogue_files()
        if path.parent.parent.name == "fr"
    ]
    for text in ON_BUTTONS:
        message = french.get(text)
        assert message is not None, text
        assert re.match(r"(Ne pas |La )?\w+(er|ir|re)\b", str(message.string)), message.string


class TestTextExtraction:
    def test_a_concatenated_text_is_refused(self, tmp_path: Path) -> None:
        module = catalogues.STATIC / "made_up.js"
        for source in ('t("Turn " + turn)', "t(`Turn ${turn}`)", "n(one ? 'a' : 'b', many, count)"):
            with pytest.raises(catalogues.NotLiteralError, match="made_up"):
                list(catalogues.module_texts(module, source))

    def test_french_typography_is_applied(self) -> None:
        typed = "L'île : « trop sombre » ? 5 % de {what}, pas 'companion[pi]'"
        assert catalogues.apply_french_typography(typed) == (
            "L’île\u00a0: «\u00a0trop sombre\u00a0»\u00a0? 5\u00a0% de {what}, pas 'companion[pi]'"
        )

    def test_literals_in_parts_contexts_and_marked_texts_are_found(self) -> None:
        source = """
            // t("In a comment")
            const A = { b: mark("Forest") };
            say(t("Outer {x}", { x: t("inner") }), t(A.b), n("one", "many", count));
            c("robbed", "nobody"); t(
              "in two " +
                "parts",
            );
        """
        found = list(catalogues.module_texts(catalogues.STATIC / "made_up.js", source))
        assert [(each.context, each.forms) for each in found] == [
            (None, ("Forest",)),
            (None, ("Outer {x}",)),
            (None, ("inner",)),
            (None, ("one", "many")),
            ("robbed", ("nobody",)),
            (None, ("in two parts",)),
        ]
