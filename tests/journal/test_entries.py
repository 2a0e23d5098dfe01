from __future__ import annotations

from typing import Any

import pytest

from companion.games.game_api import Insert, Replace, Undo
from companion.journal.entries import (
    EntryError,
    EventBody,
    NewerFormatError,
    body_to_text,
    draft_entry,
    read_body,
)

ROLL = {"kind": "roll"}


@pytest.mark.parametrize(
    ("body", "meaning"),
    [
        ({"v": 1, "event": ROLL}, EventBody(ROLL)),
        ({"v": 1, "undo": 7}, Undo(7)),
        ({"v": 1, "replace": 3, "event": ROLL}, Replace(3, ROLL)),
        ({"v": 1, "replace": 3, "event": None}, Replace(3, None)),
        ({"v": 1, "insert": 3, "event": ROLL}, Insert(3, ROLL)),
    ],
)
def test_a_body_has_an_event_or_a_correction(body: dict[str, Any], meaning: object) -> None:
    assert read_body(body) == meaning


@pytest.mark.parametrize(
    "body",
    [
        None,
        [],
        {},
        {"event": ROLL},
        {"v": "1", "event": ROLL},
        {"v": True, "event": ROLL},
        {"v": 0, "event": ROLL},
        {"v": 1},
        {"v": 1, "event": None},
        {"v": 1, "event": "roll"},
        {"v": 1, "undo": "7"},
        {"v": 1, "undo": 7, "event": ROLL},
        {"v": 1, "replace": 3},
        {"v": 1, "insert": 3, "event": None},
        {"v": 1, "insert": 3, "replace": 3, "event": ROLL},
        {"v": 1, "event": ROLL, "more": 1},
    ],
)
def test_an_empty_body_is_refused(body: object) -> None:
    with pytest.raises(EntryError):
        read_body(body)


def test_a_body_of_a_newer_version_asks_for_an_update() -> None:
    with pytest.raises(NewerFormatError, match="update Companion"):
        read_body({"v": 2, "event": ROLL})


@pytest.mark.parametrize("content", [float("nan"), {1, 2}, b"bytes", object()])
def test_a_body_is_json(content: object) -> None:
    with pytest.raises(EntryError, match="JSON"):
        body_to_text({"v": 1, "event": {"content": content}})


def test_a_body_nested_without_end_is_refused() -> None:
    nested: list[Any] = []
    nested.append(nested)
    with pytest.raises(EntryError, match="JSON"):
        body_to_text({"v": 1, "event": {"nested": nested}})


@pytest.mark.parametrize("t", [float("nan"), float("inf"), -float("inf"), 10**400, 1e300])
def test_a_time_is_finite(t: float) -> None:
    with pytest.raises(EntryError, match="number of seconds"):
        draft_entry(t, "tower", 1.0, {})


@pytest.mark.parametrize("certainty", [-0.1, 1.1, float("nan")])
def test_a_certainty_is_a_probability(certainty: float) -> None:
    with pytest.raises(EntryError, match="from 0 to 1"):
        draft_entry(0.0, "tower", certainty, {})


@pytest.mark.parametrize("source", ["", "a\0b", "line\nbreak", "\ud800"])
def test_a_source_is_a_printable_name(source: str) -> None:
    with pytest.raises(EntryError, match="source"):
        draft_entry(0.0, source, 1.0, {})
