"""The types of the pages' scripts, checked by tsc."""

from __future__ import annotations

import json
import re
import sys
from pathlib import Path
from typing import Final

import pytest

sys.path.append(str(Path(__file__).parents[2] / "docs" / "tools"))

import script_types

STATIC: Final = Path(__file__).parents[2] / "web" / "static"
ASK_THEMSELVES: Final = {
    "network/timed_fetch.js": "which all others ask by: it gives up, and its errors can be shown",
    "language/i18n.js": "which that one needs for its sentences",
    "pwa/worker.js": "which stands between the pages and the network",
}
"""The scripts that ask the server by `fetch` itself, and why."""
TYPES: Final = Path(__file__).parents[2] / "types"
IN_JSDOC: Final = re.compile(
    r"@(?:type|param|returns|typedef|template) (\{(?:[^{}]|\{(?:[^{}]|\{[^{}]*\})*\})*\})"
)
"""A type in a comment of a script: the text between its braces, which may contain others."""
ANY_TYPE: Final = re.compile(r"\bany\b")
REASON: Final = re.compile(r"\(any: [^)]+\)")


def anything_goes() -> list[tuple[str, str]]:
    """Each place where a type is `any`: the file, and the line with the one before it."""
    places = []
    for path in sorted(STATIC.rglob("*.js")):
        text = path.read_text("utf-8")
        for comment in IN_JSDOC.finditer(text):
            places += [
                (path, text, comment.start(1) + found.start()) for found in ANY_TYPE.finditer(comment[1])
            ]
    for path in (TYPES / "pages.d.ts", TYPES / "lib.d.ts"):
        text = path.read_text("utf-8")
        bare = re.sub(r"/\*.*?\*/|//[^\n]*", lambda comment: " " * len(comment[0]), text, flags=re.S)
        places += [(path, text, found.start()) for found in ANY_TYPE.finditer(bare)]
    return [(path.name, _two_lines(text, at)) for path, text, at in places]


def _two_lines(text: str, at: int) -> str:
    line = text.count("\n", 0, at)
    return "\n".join(text.split("\n")[max(0, line - 1) : line + 1])


def test_only_listed_scripts_call_fetch_directly() -> None:
    asks = re.compile(r"(?<![\w.])fetch\(")
    asking = [path for path in STATIC.rglob("*.js") if asks.search(path.read_text("utf-8"))]
    assert {path.relative_to(STATIC).as_posix() for path in asking} == set(ASK_THEMSELVES)


@pytest.mark.slow
def test_the_scripts_pass_the_type_check() -> None:
    assert not [f"{fault.path}:{fault.line}: {fault.text}" for fault in script_types.faults()]


def test_every_any_type_has_a_reason() -> None:
    assert [place for place in anything_goes() if not REASON.search(place[1])] == []


def test_the_number_of_any_types_does_not_grow() -> None:
    """Declared data needs no `any`: this number may only fall."""
    assert len(anything_goes()) <= 13


@pytest.mark.slow
def test_a_type_error_is_reported_with_its_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    options = {"checkJs": True, "noEmit": True, "strict": True}
    wanted = {"compilerOptions": options, "include": ["wrong.js"]}
    (tmp_path / "jsconfig.json").write_text(json.dumps(wanted), "utf-8")
    (tmp_path / "wrong.js").write_text("/** @type {number} */\nexport const count = 'one';\n", "utf-8")
    monkeypatch.setattr(script_types, "ROOT", tmp_path)
    (fault,) = script_types.faults()
    assert (fault.path, fault.line) == ("wrong.js", 2)
    assert fault.text.startswith("TS2322: ")
