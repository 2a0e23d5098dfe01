"""Collects every text that pages may say, and brings the catalogues up to date with them.

    make words                        # or: python docs/tools/catalogues.py
    make words ARGS="--new de"        # begins the file of a language more
    make words ARGS="--game FOLDER"   # those of a game that brings its own page, from its folder

A text is what stands written out where a page, a template or the code says it: see docs/languages.md.
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
"""The folders of games that bring their own texts in other languages."""
LINE = 110
HEADER = """\
# {name} texts of the pages; the English ones stand in the code (docs/languages.md).
msgid ""
msgstr ""
"Language: {code}\\n"
"Content-Type: text/plain; charset=utf-8\\n"
"Plural-Forms: {plural}\\n"

"""


class NotWrittenOutError(ValueError):
    """A text that is put together where it is said: nobody can look it up."""


@dataclass(frozen=True)
class Text:
    """A text to be translated: its one form or two, the context that it needs, and the file it is in."""

    forms: tuple[str, ...]
    context: str | None
    file: str

    @property
    def key(self) -> str | tuple[str, ...]:
        """As catalogues know it."""
        return self.forms if len(self.forms) > 1 else self.forms[0]


# How many texts each function takes, and whether a context stands before them.
_IN_PAGES = {"t": (1, False), "mark": (1, False), "n": (2, False), "c": (1, True), "markAs": (1, True)}
_IN_CODE = {"sentence": 1, "plural_sentence": 2, "mark": 1}
_IN_TEMPLATES = {
    "_": (1, False),
    "gettext": (1, False),
    "ngettext": (2, False),
    "pgettext": (1, True),
    "npgettext": (2, True),
}

_LITERAL = r'"(?:[^"\\\n]|\\.)*"'
_TEXT = rf"\s*({_LITERAL}(?:\s*\+\s*{_LITERAL})*)\s*"
_CALL = re.compile(r"(?<![\w.$])(t|n|c|mark|markAs)\(")


def in_pages(folder: Path = STATIC) -> Iterator[Text]:
    """What the pages' modules say by t, n, c, mark and markAs."""
    for path in sorted(folder.rglob("*.js")):
        if path.name != "language.js":
            yield from in_module(path, path.read_text("utf-8"))


def in_module(path: Path, source: str) -> Iterator[Text]:
    """What one module says.

    Raises:
        NotWrittenOutError: a text is put together where it is said.
    """
    source = re.sub(r"^\s*(//|\*|/\*\*).*$", "", source, flags=re.M)
    for call in _CALL.finditer(source):
        count, has_context = _IN_PAGES[call[1]]
        wanted = count + has_context
        found = re.compile(",".join([_TEXT] * wanted) + "[,)]").match(source, call.end())
        if found is None:
            if re.match(r"\s*[\w.[\]]+\s*[,)]", source[call.end() :]):
                continue  # A text that was marked elsewhere, in a variable.
            raise NotWrittenOutError(f"{path}: {source[call.start() : call.end() + 60]!r}")
        texts = ["".join(json.loads(each) for each in re.findall(_LITERAL, text)) for text in found.groups()]
        context = texts.pop(0) if has_context else None
        yield Text(tuple(texts), context, _name(path))


def in_code(*folders: Path, without: Collection[Path] = ()) -> Iterator[Text]:
    """What the code says by sentence, plural_sentence and mark."""
    for folder in folders or CODE:
        for path in sorted(folder.rglob("*.py")):
            if any(path.is_relative_to(other) for other in without):
                continue
            tree = ast.parse(path.read_text("utf-8"))
            unmarked = set(_constants(tree))
            for node in ast.walk(tree):
                if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
                    yield from _in_call(node, _IN_CODE.get(node.func.id, 0), path, unmarked)


def _constants(tree: ast.Module) -> Iterator[str]:
    """The names of a module's texts that nothing gathers."""
    for node in tree.body:
        if isinstance(node, ast.Assign | ast.AnnAssign) and isinstance(node.value, ast.Constant):
            targets = node.targets if isinstance(node, ast.Assign) else [node.target]
            yield from (each.id for each in targets if isinstance(each, ast.Name))


def _in_call(call: ast.Call, count: int, path: Path, unmarked: Set[str]) -> Iterator[Text]:
    texts = call.args[:count]
    forms = tuple(
        each.value for each in texts if isinstance(each, ast.Constant) and isinstance(each.value, str)
    )
    if forms and len(forms) == count:
        yield Text(forms, None, _name(path))
    elif not all(isinstance(each, ast.Name | ast.Attribute | ast.Subscript) for each in texts) or any(
        isinstance(each, ast.Name) and each.id in unmarked for each in texts
    ):
        raise NotWrittenOutError(f"{path}:{call.lineno}")


def in_templates(folder: Path = TEMPLATES) -> Iterator[Text]:
    """What the templates say by _ and its like."""
    environment = Environment(extensions=["jinja2.ext.i18n"], autoescape=True)
    environment.newstyle_gettext = True  # type: ignore[attr-defined]  # the i18n extension adds it
    for path in sorted(folder.rglob("*.html")):
        for _, function, found in environment.extract_translations(  # type: ignore[attr-defined]  # the same
            path.read_text("utf-8"), tuple(_IN_TEMPLATES)
        ):
            texts = [found] if isinstance(found, str) else [each for each in found if each is not None]
            count, has_context = _IN_TEMPLATES[function]
            context = texts.pop(0) if has_context else None
            yield Text(tuple(texts[:count]), context, _name(path))


def _name(path: Path) -> str:
    return path.resolve().relative_to(ROOT).as_posix() if path.resolve().is_relative_to(ROOT) else path.name


def collected() -> Catalog:
    """Every text there is, with the files that say it.

    Raises:
        NotWrittenOutError: one is put together where it is said.
    """
    return _catalog((*in_pages(), *in_code(without=GAMES), *in_templates()))


def collected_of(game: Path) -> Catalog:
    """The texts of a game that brings its own page, by its folder; not those that are said elsewhere already.

    Raises:
        NotWrittenOutError: as `collected`.
    """
    page, known = game / PAGE_FOLDER, collected()
    own = (*in_pages(page), *in_code(game), *in_templates(page))
    return _catalog(text for text in own if known.get(text.key, text.context) is None)


def _catalog(texts: Iterable[Text]) -> Catalog:
    catalog = Catalog(charset="utf-8")
    for text in texts:
        catalog.add(text.key, context=text.context, locations=[(text.file, 0)])
    return catalog


def files() -> list[Path]:
    """The files of translations there are."""
    return sorted(TRANSLATIONS_FOLDER.glob(f"*/{CATALOG_FILE}"))


def read(path: Path) -> Catalog:
    """A file of translations."""
    with path.open("rb") as file:
        return read_po(file, locale=path.parent.parent.name)


def bring_up_to_date(path: Path, said: Catalog) -> None:
    """Add to a file what is said by now, and take out of it what nobody says any more."""
    locale = Locale.parse(path.parent.parent.name)
    catalog = read(path) if path.exists() else Catalog(locale=locale)
    catalog.update(said, no_fuzzy_matching=True)
    catalog.obsolete.clear()
    if locale.language == "fr":
        for message in catalog:
            # A text that has just been gathered has no French yet.
            forms = message.string or ""
            message.string = (
                set_in_french(forms) if isinstance(forms, str) else tuple(map(set_in_french, forms))
            )
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(written(catalog, locale))


def set_in_french(text: str) -> str:
    """A French text with the apostrophes and the no-break spaces that keyboards don't have."""
    text = re.sub(r"(?<=\w)'(?=[\w{])", "’", text)
    return re.sub(r" (?=[:;!?»%])|(?<=«) ", "\u00a0", text)


def written(catalog: Catalog, locale: Locale) -> bytes:
    """A catalogue as its file has it: without dates and lines, which change where no text does."""
    body = io.BytesIO()
    write_po(body, catalog, width=LINE, omit_header=True, sort_output=True, include_lineno=False)
    header = HEADER.format(name=locale.english_name, code=locale, plural=catalog.plural_forms)
    return header.encode() + body.getvalue()


def main() -> None:
    """Bring every file up to date, and say what is missing in which."""
    parser = argparse.ArgumentParser(description="Bring the files of translations up to date.")
    parser.add_argument("--new", metavar="LANGUAGE", help="begin the file of a language, as 'de'")
    parser.add_argument("--game", metavar="FOLDER", type=Path, help="of a game that isn't among the table's")
    args = parser.parse_args()
    new = [args.new] if args.new else []
    said = {
        path: collected() for path in (*files(), *(TRANSLATIONS_FOLDER / each / CATALOG_FILE for each in new))
    }
    for game in (*GAMES, *([args.game] if args.game else [])):
        codes = {path.parent.parent.name for path in said}
        said |= {game / GAME_TRANSLATIONS / code / CATALOG_FILE: collected_of(game) for code in codes}
    for path, catalog in sorted(said.items(), key=lambda each: each[0]):
        bring_up_to_date(path, catalog)
        missing = [each for each in read(path) if each.id and not (each.string and all(each.string))]
        print(f"{_name(path)}: {len(missing)} texts are missing" if missing else f"{_name(path)}: complete")


if __name__ == "__main__":
    main()
