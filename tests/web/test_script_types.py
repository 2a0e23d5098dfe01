"""The pages' scripts take what travels as it is declared: tsc checks their types."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest

sys.path.append(str(Path(__file__).parents[2] / "docs" / "tools"))

import script_types


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
