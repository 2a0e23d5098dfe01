"""The languages of the pages.

The code contains the English texts. Every other language is a gettext file,
``translations/<language>/LC_MESSAGES/messages.po``, read at the server's start: adding a file adds a
language. Each page receives the texts of its own scripts and of the API as JSON.
"""

from __future__ import annotations

import hashlib
import io
import json
import re
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from pathlib import Path
from typing import Any, Final

import flask_babel  # type: ignore[import-untyped]  # it has no types
from babel import Locale, UnknownLocaleError, negotiate_locale, support
from babel.messages.catalog import Catalog, Message
from babel.messages.mofile import write_mo
from babel.messages.pofile import PoFileError, read_po
from flask import Blueprint, Flask, Response, abort, request, url_for

from companion.errors import CompanionError
from companion.i18n import translate

TRANSLATIONS_FOLDER: Final = Path(__file__).parent / "translations"
CATALOG_FILE: Final = Path("LC_MESSAGES") / "messages.po"
ENGLISH: Final = "en"
LANGUAGE_COOKIE: Final = "language"
"""The cookie that stores a chosen language; without it the browser's preference counts."""

_SERVER_TRANSLATED_FILES: Final = re.compile(
    r".*\.html|web/.*\.py|companion/(?:config|hardware/settings|journal/(?:files|repair|backup))\.py"
    r"|companion/cli/(?!parts/(?:device_access|live_picture|served_table)\.).*"
)
"""Files whose texts the server translates before they reach a page, or that only commands show.

The three excluded command modules produce texts that pages translate.
"""
_CALIBRATION_FILES: Final = re.compile(r"companion/calibration/.*|vision/picture_quality\.py")
"""Files whose texts only the page of the calibration shows."""
_CALIBRATION_SCRIPT: Final = "calibrate/calibrate.js"
_SCRIPT_FOLDER: Final = "web/static/"
_CACHE_LIFETIME_S: Final = 365 * 24 * 3600
_PLURAL_SAMPLES: Final = (*range(201), 1000, 1_000_000)
"""Numbers that cover every plural form of whole numbers."""


class CatalogueError(CompanionError, ValueError):
    """Raised for a translation file that can't be read."""


@dataclass(frozen=True)
class PageText:
    """A translated text that pages show.

    Attributes:
        key: its English, after its context and U+0004 if it has one.
        translation: a list where there are plural forms.
        files: the files that use it; empty if unknown.
    """

    key: str
    translation: str | list[str]
    files: tuple[str, ...]

    def is_shown_by(self, modules: Collection[str]) -> bool:
        """Return whether a page with these modules may show it.

        Texts of the API count for every page, but those of the calibration only for its own.
        """
        return not self.files or any(_is_file_of_page(file, modules) for file in self.files)


@dataclass(frozen=True)
class Language:
    """A language of the pages.

    Attributes:
        code: "fr" or "pt-BR", for example.
        name: its name for itself.
        translations: the server's own texts, by their English.
        texts: the texts that pages translate themselves.
        forms: the index of the plural form for each category of `Intl.PluralRules`.
    """

    code: str
    name: str
    translations: support.NullTranslations
    texts: tuple[PageText, ...]
    forms: Mapping[str, int]

    @cached_property
    def page(self) -> bytes:
        """JSON with the texts of all pages: ``texts`` by the `text_key` of their English, and ``forms``."""
        return _as_json(self.texts, self.forms)

    @cached_property
    def version(self) -> str:
        """A hash that changes whenever the pages' texts change."""
        return _version(self.page)

    def page_of(self, modules: Collection[str]) -> bytes:
        """Return the same JSON with only the texts of a page, given the paths of its modules."""
        return _as_json([text for text in self.texts if text.is_shown_by(modules)], self.forms)


class PageWords:
    """The texts of each page in each language, at an address whose version identifies them."""

    def __init__(self, languages: Mapping[str, Language]) -> None:
        self.languages = languages
        self._addresses: dict[tuple[str, frozenset[str]], str] = {}
        self._pages = {(each.code, each.version): each.page for each in languages.values()}

    def address(self, code: str, modules: frozenset[str]) -> str:
        """Return the address of a page's texts, given the paths of its modules."""
        if (code, modules) not in self._addresses:
            page = self.languages[code].page_of(modules)
            self._pages[code, _version(page)] = page
            self._addresses[code, modules] = url_for("words.page", code=code, v=_version(page))
        return self._addresses[code, modules]

    def find(self, code: str, version: str) -> bytes | None:
        """Return the texts with a version, if a page was sent their address since the server's start."""
        return self._pages.get((code, version))


def load_languages(*folders: Path, supplements: Sequence[Path] = ()) -> dict[str, Language]:
    """Load English and the languages that folders contain, by code.

    Args:
        folders: a later folder's file replaces an earlier one's.
        supplements: folders whose files add texts to existing languages: the games' own. They add no
            language, because all other texts would be missing from it.

    Raises:
        CatalogueError: a file isn't a valid translation file; the message names it.
    """
    languages = {ENGLISH: _english()}
    for folder in folders:
        for path in sorted(folder.glob(f"*/{CATALOG_FILE}")):
            added = [other / path.relative_to(folder) for other in supplements]
            paths = (path, *(other for other in added if other.exists()))
            language = _load_language(paths, tuple(each.stat().st_mtime_ns for each in paths))
            languages[language.code] = language
    return languages


@lru_cache(maxsize=1)
def _english() -> Language:
    forms = _plural_forms(Locale(ENGLISH), lambda count: int(count != 1))
    return Language(ENGLISH, "English", support.NullTranslations(), (), forms)


@lru_cache(maxsize=16)
def _load_language(paths: tuple[Path, ...], _changed: tuple[int, ...]) -> Language:
    """Load a language from its file, and add the texts of further files."""
    path, *supplements = paths
    name = path.parent.parent.name
    try:
        locale = Locale.parse(name, sep="-" if "-" in name else "_")
        catalog = _catalog(path, locale)
        for path in supplements:
            more = _catalog(path, locale)
            if more.plural_expr != catalog.plural_expr:
                raise ValueError(f"its plural forms are not those of {paths[0]}")
            for message in more:
                if message.id and catalog.get(message.id, message.context) is None:
                    # A game's files lie outside this package; its few texts are sent to every page.
                    message.locations = []
                    catalog[message.id] = message
        compiled = io.BytesIO()
        write_mo(compiled, catalog)
        compiled.seek(0)
        translations = support.Translations(fp=compiled)
    except (OSError, PoFileError, UnknownLocaleError, ValueError) as error:
        text = f"{path} is not a valid translation file: {error}. Repair or remove it."
        raise CatalogueError(text) from error
    texts = tuple(_page_text(message) for message in catalog if _is_shown(message))
    forms = _plural_forms(locale, translations.plural)
    display_name = (locale.get_display_name(locale) or name).capitalize()
    return Language(str(locale).replace("_", "-"), display_name, translations, texts, forms)


def _catalog(path: Path, locale: Locale) -> Catalog:
    with path.open("rb") as file:
        return read_po(file, locale=locale, abort_invalid=True)


def _is_shown(message: Message) -> bool:
    """Return whether pages need to translate a message themselves.

    The server translates the texts of templates and of the server. Command-line texts never reach a page.
    """
    if not message.id or message.fuzzy:
        return False
    files = [file for file, _ in message.locations]
    return not files or not all(map(_SERVER_TRANSLATED_FILES.fullmatch, files))


def _page_text(message: Message) -> PageText:
    files = tuple(file for file, _ in message.locations)
    return PageText(_message_key(message), _message_strings(message), files)


def _is_file_of_page(file: str, modules: Collection[str]) -> bool:
    """Return whether a page with these modules may show the texts of a file."""
    if file.endswith(".js"):
        return not file.startswith(_SCRIPT_FOLDER) or file.removeprefix(_SCRIPT_FOLDER) in modules
    if _CALIBRATION_FILES.fullmatch(file):
        return _CALIBRATION_SCRIPT in modules
    return not _SERVER_TRANSLATED_FILES.fullmatch(file)


def _message_key(message: Message) -> str:
    text = message.id if isinstance(message.id, str) else message.id[0]
    return f"{message.context}\x04{text}" if message.context else text


def _message_strings(message: Message) -> str | list[str]:
    return message.string if isinstance(message.string, str) else list(message.string or ())


def _plural_forms(locale: Locale, plural: Callable[[int], int]) -> dict[str, int]:
    """Return the index of the file's plural form for each plural category of browsers.

    A file numbers its forms; browsers name them "one", "few", "many", "other". Fractions, which only browsers
    handle, use the form of large numbers.
    """
    forms = {"other": plural(_PLURAL_SAMPLES[-1])}
    for count in _PLURAL_SAMPLES:
        forms.setdefault(locale.plural_form(count), plural(count))
        if locale.plural_form(count) == "other":
            forms["other"] = plural(count)
    return forms


def text_key(text: str) -> str:
    """Return the key by which pages look up a text: FNV-1a of its UTF-16 in 24 bits, as in `i18n.js`.

    The pages' modules already contain the English: sent again as keys it would be as large as the French.
    A test shows that no two texts have the same key.
    """
    value = 0x811C9DC5
    units = text.encode("utf-16-le")
    for low, high in zip(units[::2], units[1::2], strict=True):
        value = (value ^ (low | high << 8)) * 0x01000193 & 0xFFFFFFFF
    return f"{value >> 24 ^ value & 0xFFFFFF:x}"


def _as_json(texts: Iterable[PageText], forms: Mapping[str, int]) -> bytes:
    # Texts that end alike compress better beside one another.
    ordered = sorted(texts, key=lambda each: str(each.translation)[::-1])
    kept = {
        text_key(each.key): each.translation for each in ordered if each.translation and all(each.translation)
    }
    return json.dumps({"forms": forms, "texts": kept}, ensure_ascii=False, separators=(",", ":")).encode()


def _version(page: bytes) -> str:
    return hashlib.sha256(page).hexdigest()[:12]


class _TranslationDomain(flask_babel.Domain):  # type: ignore[misc]  # its base has no type
    """Selects the translations of the current request for Flask-Babel."""

    def __init__(self, languages: Mapping[str, Language]) -> None:
        super().__init__()
        self._languages = languages

    def get_translations(self) -> support.NullTranslations:
        return self._languages[current_language()].translations


def current_language() -> str:
    """Return the language code of the current request."""
    return str(flask_babel.get_locale()).replace("_", "-")


def translate_for_request(text: str) -> str:
    """Translate a text into the language of the current request, if it is a known sentence."""
    return translate(text, flask_babel.gettext, flask_babel.ngettext)


def register_languages(app: Flask, languages: Mapping[str, Language]) -> None:
    """Make an application answer in the language that each browser requests.

    Templates gain ``_()`` and ``language`` (the code).
    """

    def select_language() -> str:
        chosen = request.cookies.get(LANGUAGE_COOKIE, "")
        if chosen in languages:
            return chosen
        accepted = [tag for tag, _ in request.accept_languages]
        return negotiate_locale(accepted, languages, sep="-") or ENGLISH

    babel = flask_babel.Babel(
        app, default_locale=ENGLISH, locale_selector=lambda: select_language().replace("-", "_")
    )
    babel.domain_instance = _TranslationDomain(languages)

    @app.context_processor
    def template_variables() -> dict[str, Any]:
        return {"language": current_language()}

    @app.after_request
    def set_content_language(response: Response) -> Response:
        if response.mimetype == "text/html":
            response.headers["Content-Language"] = current_language()
            response.vary.update(("Accept-Language", "Cookie"))
        return response


def blueprint(page_words: PageWords) -> Blueprint:
    """Create the route of the pages' texts."""
    words = Blueprint("words", __name__)

    @words.get("/words/<code>.json")
    def page(code: str) -> Response:
        language = page_words.languages.get(code)
        if language is None:
            abort(404)
        version = request.args.get("v", "")
        found = page_words.find(code, version)
        # All texts include those of any page.
        response = Response(language.page if found is None else found, mimetype="application/json")
        response.set_etag(language.version if found is None else version)
        if found is not None:
            response.cache_control.max_age = _CACHE_LIFETIME_S
            response.cache_control.immutable = True
        else:
            response.cache_control.no_cache = True
        response.make_conditional(request)
        return response

    return words
