"""The documentation's pictures: each is made by `make pictures`, is shown somewhere, and is small."""

from __future__ import annotations

import re
from pathlib import Path

import cv2

from tests.pictures.__main__ import OTHER_PICTURES, MOST_BYTES
from tests.pictures.keeping import MOST_BYTES as MOST_OF_ONE
from tests.pictures.keeping import PICTURES_FOLDER
from tests.pictures.pages import PICTURES

ROOT = Path(__file__).parents[2]
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]
PICTURE_FILES = sorted(PICTURES_FOLDER.iterdir())


def test_each_is_one_that_the_command_makes() -> None:
    assert {path.name for path in PICTURE_FILES} == {f"{name}.webp" for name in (*PICTURES, *OTHER_PICTURES)}


def test_each_is_shown() -> None:
    text = "\n".join(page.read_text("utf-8") for page in PAGES)
    shown = re.findall(r"!\[[^\]]+\]\((?:docs/)?pictures/([^)]+)\)", text)
    assert set(shown) == {path.name for path in PICTURE_FILES}


def test_each_is_small_and_shows_something() -> None:
    for path in PICTURE_FILES:
        assert path.stat().st_size <= MOST_OF_ONE, path.name
        picture = cv2.imread(str(path))
        assert picture is not None, path.name
        assert picture[::7, ::7].std() > 20, path.name
    assert sum(path.stat().st_size for path in PICTURE_FILES) <= MOST_BYTES
