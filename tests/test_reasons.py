"""What is silenced says why: each `noqa` in brackets, each `type: ignore` in a comment behind it."""

from __future__ import annotations

import re
from pathlib import Path

TOP = Path(__file__).parents[1]
SILENCED = re.compile(r"# (?:noqa: [A-Z]+\d+(?P<noqa>.*)|type: ignore\[[\w, -]+\](?P<ignore>.*))$", re.M)
REASONED = {"noqa": re.compile(r" \(.+\)"), "ignore": re.compile(r"  # .+")}


def test_each_silenced_line_says_why() -> None:
    bare = [
        f"{path.relative_to(TOP)}: {found[0]}"
        for folder in ("companion", "vision", "web", "docs", "tests")
        for path in sorted((TOP / folder).rglob("*.py"))
        for found in SILENCED.finditer(path.read_text("utf-8"))
        if not REASONED[found.lastgroup or ""].fullmatch(found[found.lastgroup or ""])
    ]
    assert bare == []
