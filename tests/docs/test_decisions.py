"""The decisions and their index: numbers, titles, dates, statuses, and links to the laboratory notebook."""

from __future__ import annotations

import re
from itertools import pairwise
from pathlib import Path

import pytest

DOCS = Path(__file__).parents[2] / "docs"
DECISIONS = sorted((DOCS / "decisions").glob("[0-9]*.md"))
INDEX = (DOCS / "decisions" / "README.md").read_text("utf-8")
PAGES = [*sorted(DOCS.glob("*.md")), *sorted((DOCS / "decisions").glob("*.md"))]
NOTEBOOK = (DOCS / "laboratory.md").read_text("utf-8")

HEAD = re.compile(
    r"# (?P<number>\d+)\. (?P<title>[A-Z].+)\n\n"
    r"(?P<date>20\d\d-\d\d-\d\d), (?P<status>accepted|superseded by \[\d+\]\((?P<successor>[^)]+)\))\."
)

decision = pytest.mark.parametrize("path", DECISIONS, ids=lambda path: path.name[:4])


def index_rows() -> list[list[str]]:
    """Return the cells of the index, a row for each number."""
    return [line.strip("| ").split(" | ") for line in INDEX.splitlines() if re.match(r"\| \d", line)]


@decision
def test_decision_starts_with_number_title_date_and_status(path: Path) -> None:
    head = HEAD.match(path.read_text("utf-8"))
    assert head
    assert int(head["number"]) == int(path.name[:4])
    assert re.fullmatch(r"\d{4}(-[a-z0-9]+)+\.md", path.name)


@decision
def test_index_has_number_title_status_and_date_of_each_decision(path: Path) -> None:
    head = HEAD.match(path.read_text("utf-8"))
    assert head
    row = [head["number"], f"[{head['title']}]({path.name})", head["status"], head["date"]]
    assert row in index_rows()


@decision
def test_successor_of_a_superseded_decision_exists(path: Path) -> None:
    head = HEAD.match(path.read_text("utf-8"))
    assert head
    assert head["successor"] is None or (path.parent / head["successor"]).exists()


def test_index_has_each_number_once_in_order() -> None:
    numbers = [int(row[0]) for row in index_rows()]
    assert numbers[0] == 1
    assert all(after == before + 1 for before, after in pairwise(numbers))
    assert len({path.name[:4] for path in DECISIONS}) == len(DECISIONS)


def test_index_explains_each_number_without_a_file() -> None:
    existing = {int(path.name[:4]) for path in DECISIONS}
    for number, title, status, _ in index_rows():
        if int(number) not in existing:
            assert "moved to the [laboratory notebook]" in status or title == "*never used*", number


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_links_to_the_notebook_lead_to_its_headings(page: Path) -> None:
    headings = re.findall(r"^#+ (.+)$", NOTEBOOK, re.M)
    anchors = {re.sub(r"[^a-z0-9 -]", "", heading.lower()).replace(" ", "-") for heading in headings}
    for anchor in re.findall(r"laboratory\.md#([^)]+)\)", page.read_text("utf-8")):
        assert anchor in anchors, anchor
