"""The pages' scripts take what travels as it is declared: tsc checks their types."""

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
    "language/language.js": "which that one needs for its sentences",
    "pwa/worker.js": "which stands between the pages and the network",
}
"""The scripts that ask the server by `fetch` itself, and why."""


def test_what_scripts_ask_the_server_ends_and_fails_in_words() -> None:
    asks = re.compile(r"(?<![\w.])fetch\(")
    asking = [path for path in STATIC.rglob("*.js") if asks.search(path.read_text("utf-8"))]
    assert {path.relative_to(STATIC).as_posix() for path in asking} == set(ASK_THEMSELVES)


@pytest.mark.timeout(600)
def test_no_script_takes_anything_for_what_it_is_not() -> None:
    assert not [f"{fault.path}:{fault.line}: {fault.text}" for fault in script_types.faults()]


def test_what_tsc_tells_is_found_with_its_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    options = {"checkJs": True, "noEmit": True, "strict": True}
    wanted = {"compilerOptions": options, "include": ["wrong.js"]}
    (tmp_path / "jsconfig.json").write_text(json.dumps(wanted), "utf-8")
    (tmp_path / "wrong.js").write_text("/** @type {number} */\nexport const count = 'one';\n", "utf-8")
    monkeypatch.setattr(script_types, "ROOT", tmp_path)
    (fault,) = script_types.faults()
    assert (fault.path, fault.line) == ("wrong.js", 2)
    assert fault.text.startswith("TS2322: ")
