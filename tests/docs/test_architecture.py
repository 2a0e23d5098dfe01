"""The architecture page: its map matches `tests/test_floors.py`."""

from __future__ import annotations

import re
from pathlib import Path

from tests.test_layers import FLOORS

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "architecture.md").read_text("utf-8")
ROWS = re.findall(r"^\| ([\d.]+) \| ([^|]+) \|", PAGE, re.M)
UNMAPPED_MODULES = {
    "companion",
    "companion.errors",
    "companion.__main__",
    "companion.checksummed_json",
    "companion.sources",
}


def floors_on_page() -> dict[str, float]:
    names = {name: float(floor) for floor, part in ROWS for name in re.findall(r"`([a-z_.]+)`", part)}
    assert names, "the page has no map"
    return names


def test_every_package_is_on_its_floor_in_the_map() -> None:
    for name, floor in floors_on_page().items():
        assert FLOORS[name] == floor, name


def test_every_package_is_on_the_map() -> None:
    mapped_names = floors_on_page()
    files = {name for name in FLOORS if (ROOT / name.replace(".", "/")).with_suffix(".py").exists()}
    within = {name for name in FLOORS if name.startswith("companion.games.")}
    assert set(FLOORS) - UNMAPPED_MODULES - within - files <= set(mapped_names)


def test_floors_are_listed_from_the_top() -> None:
    floors = [float(floor) for floor, _ in ROWS]
    assert floors == sorted(floors, reverse=True)


def test_the_readme_is_short() -> None:
    assert len((ROOT / "README.md").read_text("utf-8").splitlines()) <= 80


def test_a_page_for_players_fits_a_screen() -> None:
    assert len((ROOT / "docs" / "tonight.md").read_text("utf-8").splitlines()) <= 40


def test_every_file_of_the_pages_is_in_a_folder_on_the_map() -> None:
    rows = re.findall(r"^\| ((?:`\w+`(?:, )?)+) \|", PAGE, re.M)
    rooms = [name for row in rows for name in re.findall(r"`(\w+)`", row)]
    static = ROOT / "web" / "static"
    assert [path.name for path in static.iterdir() if path.is_file()] == []
    assert {path.name for path in static.iterdir() if any(path.iterdir())} <= set(rooms)
