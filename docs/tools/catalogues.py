"""Collect the texts of pages, code and templates, and update the translation files.

    make words                        # or: python docs/tools/catalogues.py
    make words ARGS="--new de"        # creates the file of another language
    make words ARGS="--game FOLDER"   # updates the files of a game that has its own page, given its folder

Only literals in the calls of the translation functions are collected (docs/languages.md).
"""

from __future__ import annotations

import argparse
import ast
import io
import json
import re
from collections.abc import Collection, Iterable, Iterator, Set
from dataclasses import dataclass
from pathlib import Path

from babel import Locale
from babel.messages.catalog import Catalog
from babel.messages.pofile import read_po, write_po
from jinja2 import Environment

from web.game_pages import PAGE_FOLDER
from web.game_pages import TRANSLATIONS_FOLDER as GAME_TRANSLATIONS
from web.i18n import CATALOG_FILE, TRANSLATIONS_FOLDER

ROOT = Path(__file__).parents[2]
STATIC = ROOT / "web" / "static"
TEMPLATES = ROOT / "web" / "templates"
CODE = (ROOT / "companion", ROOT / "vision", ROOT / "web")
GAMES = tuple(path.parent for path in sorted((ROOT / "companion" / "games").glob(f"*/{GAME_TRANSLATIONS}")))
"""The folders of games that contain their own translations."""
LINE = 110
HEADER = """\
# {name} texts of the pages; the English texts are in the code (docs/languages.md).
msgid ""
msgstr ""
"Language: {code}\\n"
"Content-Type: text/plain; charset=utf-8\\n"
"Plural-Forms: {plural}\\n"

"""


class NotLiteralError(ValueError):
    """A text isn't a literal in its call, so no translation can be found for it."""


@dataclass(frozen=True)
class Text:
    """A translatable text: its singular and plural forms, its context, and the file that uses it."""

    forms: tuple[str, ...]
    context: str | None
    file: str

    @property
    def key(self) -> str | tuple[str, ...]:
        """The key of this text in catalogues."""
        return self.forms if len(self.forms) > 1 else self.forms[0]


# The number of texts that each function takes, and whether a context precedes them.
_SCRIPT_FUNCTIONS = {
    "t": (1, False),
    "mark": (1, False),
    "n": (2, False),
    "c": (1, True),
    "markAs": (1, True),
}
_CODE_FUNCTIONS = {"sentence": 1, "plural_sentence": 2, "mark": 1}
_TEMPLATE_FUNCTIONS = {
    "_": (1, False),
    "gettext": (1, False),
    "ngettext": (2, False),
    "pgettext": (1, True),
    "npgettext": (2, True),
}

_LITERAL = r'"(?:[^"\\\n]|\\.)*"'
_TEXT = rf"\s*({_LITERAL}(?:\s*\+\s*{_LITERAL})*)\s*"
_CALL = re.compile(r"(?<![\w.$])(t|n|c|mark|markAs)\(")


def script_texts(folder: Path = STATIC) -> Iterator[Text]:
    """Yield the texts of the pages' scripts: the arguments of t, n, c, mark and markAs."""
    for path in sorted(folder.rglob("*.js")):
        yield from module_texts(path, path.read_text("utf-8"))


def module_texts(path: Path, source: str) -> Iterator[Text]:
    """Yield the texts of one script.

    Raises:
        NotLiteralError: a text isn't a literal in its call.
    """
    source = re.sub(r"^\s*(//|\*|/\*\*).*$", "", source, flags=re.M)
    for call in _CALL.finditer(source):
        count, has_context = _SCRIPT_FUNCTIONS[call[1]]
        wanted = count + has_context
        found = re.compile(",".join([_TEXT] * wanted) + "[,)]").match(source, call.end())
        if found is None:
            if re.match(r"\s*[\w.[\]]+\s*[,)]", source[call.end() :]):
                continue  # This text is in a variable and was marked where that is defined.
            raise NotLiteralError(f"{path}: {source[call.start() : call.end() + 60]!r}")
        texts = ["".join(json.loads(each) for each in re.findall(_LITERAL, text)) for text in found.groups()]
        context = texts.pop(0) if has_context else None
        yield Text(tuple(texts), context, _name(path))


def code_texts(*folders: Path, without: Collection[Path] = ()) -> Iterator[Text]:
    """Yield the texts of Python modules: the arguments of sentence, plural_sentence and mark."""
    for folder in folders or CODE:
        for path in sorted(folder.rglob("*.py")):
            if any(path.is_relative_to(other) for other in without):
                continue
            tree = ast.parse(path.read_text("utf-8"))
            unmarked = set(_constants(tree))
            for node in ast.walk(tree):
                if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
                    yield from _call_texts(node, _CODE_FUNCTIONS.get(node.func.id, 0), path, unmarked)


def _constants(tree: ast.Module) -> Iterator[str]:
    """Yield the names of a module's string constants, which no call marks."""
    for node in tree.body:
        if isinstance(node, ast.Assign | ast.AnnAssign) and isinstance(node.value, ast.Constant):
            targets = node.targets if isinstance(node, ast.Assign) else [node.target]
            yield from (each.id for each in targets if isinstance(each, ast.Name))


def _call_texts(call: ast.Call, count: int, path: Path, unmarked: Set[str]) -> Iterator[Text]:
    texts = call.args[:count]
    forms = tuple(
        each.value for each in texts if isinstance(each, ast.Constant) and isinstance(each.value, str)
    )
    if forms and len(forms) == count:
        yield Text(forms, None, _name(path))
    elif not all(isinstance(each, ast.Name | ast.Attribute | ast.Subscript) for each in texts) or any(
        isinstance(each, ast.Name) and each.id in unmarked for each in texts
    ):
        raise NotLiteralError(f"{path}:{call.lineno}")


def template_texts(folder: Path = TEMPLATES) -> Iterator[Text]:
    """Yield the texts of the templates: the arguments of _, gettext and their variants."""
    environment = Environment(extensions=["jinja2.ext.i18n"], autoescape=True)
    environment.newstyle_gettext = True  # type: ignore[attr-defined]  # the i18n extension adds it
    for path in sorted(folder.rglob("*.html")):
        for _, function, found in environment.extract_translations(  # type: ignore[attr-defined]  # the same
            path.read_text("utf-8"), tuple(_TEMPLATE_FUNCTIONS)
        ):
            texts = [found] if isinstance(found, str) else [each for each in found if each is not None]
            count, has_context = _TEMPLATE_FUNCTIONS[function]
            context = texts.pop(0) if has_context else None
            yield Text(tuple(texts[:count]), context, _name(path))


def _name(path: Path) -> str:
    return path.resolve().relative_to(ROOT).as_posix() if path.resolve().is_relative_to(ROOT) else path.name


def collect_texts() -> Catalog:
    """Collect all texts, with the files that use them.

    Raises:
        NotLiteralError: a text isn't a literal in its call.
    """
    return _catalog((*script_texts(), *code_texts(without=GAMES), *template_texts()))


def collect_game_texts(game: Path) -> Catalog:
    """Collect the texts of a game with its own page, without those that other code uses already.

    Raises:
        NotLiteralError: as `collect_texts`.
    """
    page, known = game / PAGE_FOLDER, collect_texts()
    own = (*script_texts(page), *code_texts(game), *template_texts(page))
    return _catalog(text for text in own if known.get(text.key, text.context) is None)


def _catalog(texts: Iterable[Text]) -> Catalog:
    catalog = Catalog(charset="utf-8")
    for text in texts:
        catalog.add(text.key, context=text.context, locations=[(text.file, 0)])
    return catalog


def catalogue_files() -> list[Path]:
    """Return the paths of all translation files."""
    return sorted(TRANSLATIONS_FOLDER.glob(f"*/{CATALOG_FILE}"))


def read_catalogue(path: Path) -> Catalog:
    """Read a translation file."""
    with path.open("rb") as file:
        return read_po(file, locale=path.parent.parent.name)


def update_catalogue(path: Path, used: Catalog) -> None:
    """Add the texts in use to a translation file, and remove all others."""
    locale = Locale.parse(path.parent.parent.name)
    catalog = read_catalogue(path) if path.exists() else Catalog(locale=locale)
    catalog.update(used, no_fuzzy_matching=True)
    catalog.obsolete.clear()
    if locale.language == "fr":
        for message in catalog:
            # A new text has no translation yet.
            forms = message.string or ""
            message.string = (
                apply_french_typography(forms)
                if isinstance(forms, str)
                else tuple(map(apply_french_typography, forms))
            )
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(serialize_catalogue(catalog, locale))


def apply_french_typography(text: str) -> str:
    """Set the typographic apostrophes and no-break spaces of French, which keyboards lack."""
    text = re.sub(r"(?<=\w)'(?=[\w{])", "’", text)
    return re.sub(r" (?=[:;!?»%])|(?<=«) ", "\u00a0", text)


def serialize_catalogue(catalog: Catalog, locale: Locale) -> bytes:
    """Serialize a catalogue. Dates and line numbers are omitted, because they change without any text."""
    body = io.BytesIO()
    write_po(body, catalog, width=LINE, omit_header=True, sort_output=True, include_lineno=False)
    header = HEADER.format(name=locale.english_name, code=locale, plural=catalog.plural_forms)
    return header.encode() + body.getvalue()


def main() -> None:
    """Update all translation files, and print how many translations each lacks."""
    parser = argparse.ArgumentParser(description="Updates the translation files.")
    parser.add_argument("--new", metavar="LANGUAGE", help="create the file of a language, such as 'de'")
    parser.add_argument("--game", metavar="FOLDER", type=Path, help="also update the files of this game")
    args = parser.parse_args()
    new = [args.new] if args.new else []
    catalogues = {
        path: collect_texts()
        for path in (*catalogue_files(), *(TRANSLATIONS_FOLDER / each / CATALOG_FILE for each in new))
    }
    for game in (*GAMES, *([args.game] if args.game else [])):
        codes = {path.parent.parent.name for path in catalogues}
        catalogues |= {
            game / GAME_TRANSLATIONS / code / CATALOG_FILE: collect_game_texts(game) for code in codes
        }
    for path, catalog in sorted(catalogues.items(), key=lambda each: each[0]):
        update_catalogue(path, catalog)
        missing = [
            each for each in read_catalogue(path) if each.id and not (each.string and all(each.string))
        ]
        print(f"{_name(path)}: {len(missing)} texts are missing" if missing else f"{_name(path)}: complete")


if __name__ == "__main__":
    main()
