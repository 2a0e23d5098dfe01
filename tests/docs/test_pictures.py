"""The documentation's pictures: each is made by `make pictures`, is shown somewhere, and is small."""

from __future__ import annotations

import re
from pathlib import Path

import cv2

from tests.pictures.__main__ import ELSEWHERE, MOST_BYTES
from tests.pictures.keeping import MOST_BYTES as MOST_OF_ONE
from tests.pictures.keeping import OUT
from tests.pictures.pages import PICTURES

ROOT = Path(__file__).parents[2]
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]
KEPT = sorted(OUT.iterdir())


def test_each_is_one_that_the_command_makes() -> None:
    assert {path.name for path in KEPT} == {f"{name}.webp" for name in (*PICTURES, *ELSEWHERE)}


def test_each_is_shown() -> None:
    text = "\n".join(page.read_text("utf-8") for page in PAGES)
    shown = re.findall(r"!\[[^\]]+\]\((?:docs/)?pictures/([^)]+)\)", text)
    assert set(shown) == {path.name for path in KEPT}


def test_each_is_small_and_shows_something() -> None:
    for path in KEPT:
        assert path.stat().st_size <= MOST_OF_ONE, path.name
        picture = cv2.imread(str(path))
        assert picture is not None, path.name
        assert picture[::7, ::7].std() > 20, path.name
    assert sum(path.stat().st_size for path in KEPT) <= MOST_BYTES
