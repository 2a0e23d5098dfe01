"""The languages that pages speak.

English is what is written in the code. Every other language is a text file in gettext's form,
``translations/<language>/LC_MESSAGES/messages.po``, read when the server starts: a file put there is
a language more. Pages get what their own modules say as JSON, once for each state of the file.
"""

from __future__ import annotations

import hashlib
import io
import json
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
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

TRANSLATIONS: Final = Path(__file__).parent / "translations"
FILE: Final = Path("LC_MESSAGES") / "messages.po"
ENGLISH: Final = "en"
COOKIE: Final = "language"
"""What the page keeps a chosen language by; without it the browser's own counts."""

_SAID_BEFORE: Final = re.compile(
    r".*\.html|web/.*\.py|companion/cli/(?!parts/(?:device_access|live_picture|served)\.).*"
)
"""Files whose texts are said in the right language before anything of them gets to a page.

Three modules of commands make what pages then show.
"""
_KEPT_FOR: Final = 365 * 24 * 3600
_SAMPLES: Final = (*range(201), 1000, 1_000_000)
"""Numbers among which every plural form that whole numbers have turns up."""


class CatalogueError(CompanionError, ValueError):
    """A file of translations can't be read."""


@dataclass(frozen=True)
class Language:
    """A language that pages can speak.

    Attributes:
        code: as "fr" or "pt-BR".
        name: as it calls itself.
        translations: what the server's own texts are, by their English.
        page: what pages are given, as JSON: ``texts`` by what `text_key` makes of their English (lists where
            there are plural forms; of context, a U+0004 and the text where it has a context) and
            ``forms``, the index of the plural form for each category of `Intl.PluralRules`.
    """

    code: str
    name: str
    translations: support.NullTranslations
    page: bytes

    @property
    def version(self) -> str:
        """Another one whenever what pages are given is another."""
        return hashlib.sha256(self.page).hexdigest()[:12]


def languages(*folders: Path, more: Sequence[Path] = ()) -> dict[str, Language]:
    """English, and the languages that folders have files of, by their codes.

    Args:
        folders: a later one's file takes the place of an earlier one's.
        more: folders whose files add to those of the same language: what games bring. They make no language
            more, of which all else would be missing.

    Raises:
        CatalogueError: a file isn't one of translations; the message names it.
    """
    found = {ENGLISH: _english()}
    for folder in folders:
        for path in sorted(folder.glob(f"*/{FILE}")):
            added = [other / path.relative_to(folder) for other in more]
            paths = (path, *(other for other in added if other.exists()))
            language = _read(paths, tuple(each.stat().st_mtime_ns for each in paths))
            found[language.code] = language
    return found


def _english() -> Language:
    page = _as_json({}, _forms(Locale(ENGLISH), lambda count: int(count != 1)))
    return Language(ENGLISH, "English", support.NullTranslations(), page)


@lru_cache(maxsize=16)
def _read(paths: tuple[Path, ...], _changed: tuple[int, ...]) -> Language:
    """A language by its file, and by others that have more of its texts."""
    path, *added = paths
    name = path.parent.parent.name
    try:
        locale = Locale.parse(name, sep="-" if "-" in name else "_")
        catalog = _catalog(path, locale)
        for path in added:
            more = _catalog(path, locale)
            if more.plural_expr != catalog.plural_expr:
                raise ValueError(f"its plural forms are not those of {paths[0]}")
            for message in more:
                if message.id and catalog.get(message.id, message.context) is None:
                    catalog[message.id] = message
        compiled = io.BytesIO()
        write_mo(compiled, catalog)
        compiled.seek(0)
        translations = support.Translations(fp=compiled)
    except (OSError, PoFileError, UnknownLocaleError, ValueError) as error:
        text = f"{path} is no file of translations: {error}. Mend it or take it away."
        raise CatalogueError(text) from error
    texts = {_key(message): _texts(message) for message in catalog if _is_shown(message)}
    page = _as_json(texts, _forms(locale, translations.plural))
    called = (locale.get_display_name(locale) or name).capitalize()
    return Language(str(locale).replace("_", "-"), called, translations, page)


def _catalog(path: Path, locale: Locale) -> Catalog:
    with path.open("rb") as file:
        return read_po(file, locale=locale, abort_invalid=True)


def _is_shown(message: Message) -> bool:
    """Whether pages may need a text themselves.

    What only templates or the server say reaches them said already, what only commands say never.
    """
    if not message.id or message.fuzzy:
        return False
    files = [file for file, _ in message.locations]
    return not files or not all(map(_SAID_BEFORE.fullmatch, files))


def _key(message: Message) -> str:
    text = message.id if isinstance(message.id, str) else message.id[0]
    return f"{message.context}\x04{text}" if message.context else text


def _texts(message: Message) -> str | list[str]:
    return message.string if isinstance(message.string, str) else list(message.string or ())


def _forms(locale: Locale, plural: Callable[[int], int]) -> dict[str, int]:
    """The index of the plural form that the file has for each category that browsers tell apart.

    A file numbers its forms; browsers call them "one", "few", "many", "other". Fractions, which only
    browsers know, are said as large numbers are.
    """
    forms = {"other": plural(_SAMPLES[-1])}
    for count in _SAMPLES:
        forms.setdefault(locale.plural_form(count), plural(count))
        if locale.plural_form(count) == "other":
            forms["other"] = plural(count)
    return forms


def text_key(text: str) -> str:
    """What pages look a text up by: a hash (FNV-1a of its UTF-16), as in `language.js`.

    The English stands in the pages' modules already: sent as keys it would weigh as much as the French.
    """
    found = 0x811C9DC5
    units = text.encode("utf-16-le")
    for low, high in zip(units[::2], units[1::2], strict=True):
        found = (found ^ (low | high << 8)) * 0x01000193 & 0xFFFFFFFF
    return f"{found:x}"


def _as_json(texts: Mapping[str, str | list[str]], forms: Mapping[str, int]) -> bytes:
    kept = {text_key(key): text for key, text in texts.items() if text and all(text)}
    return json.dumps({"forms": forms, "texts": kept}, ensure_ascii=False, separators=(",", ":")).encode()


class _Translations(flask_babel.Domain):  # type: ignore[misc]  # its base has no type
    """Where Flask-Babel finds the translations for a request."""

    def __init__(self, known: Mapping[str, Language]) -> None:
        super().__init__()
        self._known = known

    def get_translations(self) -> support.NullTranslations:
        return self._known[current()].translations


def current() -> str:
    """The code of the language that the request at hand is answered in."""
    return str(flask_babel.get_locale()).replace("_", "-")


def translated(text: str) -> str:
    """A text in the language of the request at hand, where it is a sentence."""
    return translate(text, flask_babel.gettext, flask_babel.ngettext)


def teach(app: Flask, known: Mapping[str, Language]) -> None:
    """Have an application answer in the language that each browser asks for.

    Templates have ``_()`` then, ``language`` (the code) and ``languages`` (what pages know of them).
    """

    def wanted() -> str:
        chosen = request.cookies.get(COOKIE, "")
        if chosen in known:
            return chosen
        liked = [tag for tag, _ in request.accept_languages]
        return negotiate_locale(liked, known, sep="-") or ENGLISH

    babel = flask_babel.Babel(app, default_locale=ENGLISH, locale_selector=lambda: wanted().replace("-", "_"))
    babel.domain_instance = _Translations(known)

    @app.context_processor
    def in_templates() -> dict[str, Any]:
        offered = [
            {
                "code": language.code,
                "name": language.name,
                "words": url_for("words.page", code=language.code, v=language.version),
            }
            for language in known.values()
        ]
        return {"language": current(), "languages": offered}

    @app.after_request
    def say_language(response: Response) -> Response:
        if response.mimetype == "text/html":
            response.headers["Content-Language"] = current()
            response.vary.update(("Accept-Language", "Cookie"))
        return response


def blueprint(known: Mapping[str, Language]) -> Blueprint:
    """The route that gives pages their words."""
    words = Blueprint("words", __name__)

    @words.get("/words/<code>.json")
    def page(code: str) -> Response:
        language = known.get(code)
        if language is None:
            abort(404)
        response = Response(language.page, mimetype="application/json")
        response.set_etag(language.version)
        if request.args.get("v") == language.version:
            response.cache_control.max_age = _KEPT_FOR
            response.cache_control.immutable = True
        else:
            response.cache_control.no_cache = True
        response.make_conditional(request)
        return response

    return words
