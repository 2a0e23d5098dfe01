"""Every suppressed check gives its reason: `noqa` in brackets, `type: ignore` in a comment behind it."""

from __future__ import annotations

import re
from pathlib import Path

TOP = Path(__file__).parents[1]
SUPPRESSION = re.compile(r"# (?:noqa: [A-Z]+\d+(?P<noqa>.*)|type: ignore\[[\w, -]+\](?P<ignore>.*))$", re.M)
REASON = {"noqa": re.compile(r" \(.+\)"), "ignore": re.compile(r"  # .+")}


def test_each_suppressed_line_gives_its_reason() -> None:
    bare = [
        f"{path.relative_to(TOP)}: {found[0]}"
        for folder in ("companion", "vision", "web", "docs", "tests")
        for path in sorted((TOP / folder).rglob("*.py"))
        for found in SUPPRESSION.finditer(path.read_text("utf-8"))
        if not REASON[found.lastgroup or ""].fullmatch(found[found.lastgroup or ""])
    ]
    assert bare == []
