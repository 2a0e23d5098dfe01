"""The documentation's pictures: `make pictures` makes each, a page shows each, and each is small."""

from __future__ import annotations

import re
from pathlib import Path

import cv2

from tests.pictures.__main__ import MOST_BYTES, OTHER_PICTURES
from tests.pictures.keeping import MOST_BYTES as MOST_OF_ONE
from tests.pictures.keeping import PICTURES_FOLDER
from tests.pictures.pages import PICTURES

ROOT = Path(__file__).parents[2]
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]
PICTURE_FILES = sorted(PICTURES_FOLDER.iterdir())


def test_the_command_makes_every_picture() -> None:
    assert {path.name for path in PICTURE_FILES} == {f"{name}.webp" for name in (*PICTURES, *OTHER_PICTURES)}


def test_every_picture_is_shown_on_a_page() -> None:
    text = "\n".join(page.read_text("utf-8") for page in PAGES)
    shown = re.findall(r"!\[[^\]]+\]\((?:docs/)?pictures/([^)]+)\)", text)
    assert set(shown) == {path.name for path in PICTURE_FILES}


def test_every_picture_is_small_and_not_blank() -> None:
    for path in PICTURE_FILES:
        assert path.stat().st_size <= MOST_OF_ONE, path.name
        picture = cv2.imread(str(path))
        assert picture is not None, path.name
        assert picture[::7, ::7].std() > 20, path.name
    assert sum(path.stat().st_size for path in PICTURE_FILES) <= MOST_BYTES
