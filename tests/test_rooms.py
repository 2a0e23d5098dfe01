"""The rooms of the code: how many files and lines each may have, and which share of them are imports."""

from __future__ import annotations

import ast
import re
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Final

import pytest

from tests.syntax import tree_of, walk_statements

ROOT: Final = Path(__file__).parents[1]
PAGE: Final = (ROOT / "docs" / "architecture.md").read_text("utf-8")
PRODUCT: Final = ("companion", "vision", "web")
STATIC: Final = ROOT / "web" / "static"

MAX_MODULE_LINES: Final = 700
MAX_COMPANION_FILES: Final = 245
MAX_VISION_FILES: Final = 50
MAX_STATIC_FILES: Final = 129
"""Scripts and style sheets of the pages."""
MAX_SIZE_CONDITIONS: Final = 25
"""What style sheets ask about widths and heights: the sizes of a page, and conditions of single panels."""
MAX_IMPORT_PERCENT: Final = 6.5
"""Of all lines of `companion`."""


@dataclass(frozen=True)
class Room:
    """A room and its budget, a row of the architecture page."""

    name: str
    lines: int
    files: int
    import_percent: float


def rooms_on_page() -> list[Room]:
    rows = re.findall(
        r"^\| `((?:companion|vision|web)[\w/]*)` \| ([\d,]+), (\d+) \| ([\d.]+) % \|", PAGE, re.M
    )
    return [
        Room(name, int(lines.replace(",", "")), int(files), float(share))
        for name, lines, files, share in rows
    ]


ROOMS: Final = rooms_on_page()


@cache
def count_lines(path: Path) -> tuple[int, int]:
    """Return the lines of a module, and those of its import statements."""
    imports = [
        node for node in walk_statements(tree_of(path)) if isinstance(node, ast.Import | ast.ImportFrom)
    ]
    return len(path.read_text("utf-8").splitlines()), sum(
        (node.end_lineno or node.lineno) - node.lineno + 1 for node in imports
    )


def modules() -> list[Path]:
    return [path for top in PRODUCT for path in sorted((ROOT / top).rglob("*.py"))]


def room_of(path: Path) -> str:
    """Return the room of a module: the longest prefix of its name on the page."""
    name = path.relative_to(ROOT).with_suffix("").as_posix()
    found = [room.name for room in ROOMS if name == room.name or name.startswith(room.name + "/")]
    assert found, f"{name} is in no room of docs/architecture.md"
    return max(found, key=len)


def share(paths: list[Path]) -> float:
    """Return the percentage of import lines."""
    counts = [count_lines(path) for path in paths]
    return 100 * sum(imports for _, imports in counts) / sum(lines for lines, _ in counts)


@pytest.mark.parametrize("room", ROOMS, ids=lambda room: room.name)
def test_a_room_keeps_its_budget(room: Room) -> None:
    paths = [path for path in modules() if room_of(path) == room.name]
    assert paths, "an empty room"
    assert sum(count_lines(path)[0] for path in paths) <= room.lines
    assert len(paths) <= room.files
    assert share(paths) <= room.import_percent


def test_no_module_is_longer_than_a_room_can_explain() -> None:
    assert [str(path) for path in modules() if count_lines(path)[0] > MAX_MODULE_LINES] == []


def test_the_product_has_few_files_and_imports() -> None:
    companion = [path for path in modules() if path.is_relative_to(ROOT / "companion")]
    reading = [
        path
        for path in modules()
        if path.is_relative_to(ROOT / "vision") and not path.is_relative_to(ROOT / "vision" / "training")
    ]
    assert len(companion) <= MAX_COMPANION_FILES
    assert share(companion) <= MAX_IMPORT_PERCENT
    assert len(reading) <= MAX_VISION_FILES
    static = [path for path in STATIC.rglob("*") if path.suffix in (".js", ".css")]
    assert 0 < len(static) <= MAX_STATIC_FILES


def test_no_style_sheet_is_longer_than_a_module() -> None:
    lines = {path.name: len(path.read_text("utf-8").splitlines()) for path in STATIC.rglob("*.css")}
    assert {name: count for name, count in lines.items() if count > MAX_MODULE_LINES} == {}


def test_each_size_of_a_page_is_stated_once() -> None:
    sheets = {
        path: re.sub(r"/\*.*?\*/", "", path.read_text("utf-8"), flags=re.S) for path in STATIC.rglob("*.css")
    }
    sizes = dict(re.findall(r"@custom-media (--[\w-]+) (.+);", sheets[STATIC / "design" / "tokens.css"]))
    conditions = re.findall(r"@(?:media|container) ([^{]+) \{", "".join(sheets.values()))
    names = set(re.findall(r"\((--[\w-]+)\)", "".join(conditions)))
    assert names == set(sizes)
    own = re.findall(r"\([^()]*\b(?:width|height|orientation)\b[^()]*\)", "".join(conditions))
    assert sorted(own) == sorted(set(own))
    assert len(sizes) + len(own) <= MAX_SIZE_CONDITIONS
