from __future__ import annotations

import json
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any
from uuid import UUID

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.journal import Entry, Journal
from companion.journal.entries import (
    EntryError,
    HistoryError,
    JournalError,
    NewerFormatError,
    TokenTakenError,
)
from companion.journal.history import game_from_json

MakeDraft = Callable[..., Entry]


@pytest.fixture
def document(journal: Journal, draft: MakeDraft) -> dict[str, Any]:
    game = journal.begin("base", [draft(1), draft(2)])
    journal.append(game.id, [draft(3)], token="tower:1")
    journal.append(game.id, [draft(replace=2, event=None), draft(insert=3, event={"kind": "steal"})])
    journal.append(game.id, [draft(undo=3)])
    exported: dict[str, Any] = json.loads(json.dumps(journal.export(game.id)))
    return exported


def test_an_exported_game_names_its_form(document: dict[str, Any]) -> None:
    assert (document["format"], document["version"]) == ("companion-game", 1)
    assert document["game"]["kind"] == "base"
    assert document["entries"][2] == {
        "number": 3,
        "group": 3,
        "t": 3.0,
        "source": "tablet",
        "certainty": 0.9,
        "body": {"v": 1, "event": {"kind": "roll", "n": 3}},
        "token": "tower:1",
    }


def test_an_exported_game_can_be_imported_unchanged(
    journal: Journal, document: dict[str, Any], tmp_path: Path, draft: MakeDraft
) -> None:
    with Journal.open(tmp_path / "other.db") as other:
        other.begin("dice")
        game = other.record_game(game_from_json(document))
        assert game.id == 2
        assert other.latest_game() == game
        assert other.entries(game.id) == journal.entries(1)
        assert game.started == journal.game(1).started
        assert other.export(game.id) == document
        assert other.append(game.id, [draft(9)])[0].number == 7


def without_uuid(document: dict[str, Any]) -> dict[str, Any]:
    """The document as an earlier version exported it."""
    return {**document, "game": {name: document["game"][name] for name in ("kind", "started")}}


def test_each_new_game_has_an_identity_that_its_export_names(journal: Journal, draft: MakeDraft) -> None:
    one, other = journal.begin("base", [draft(1)]), journal.begin("base", [draft(1)])
    assert UUID(journal.uuid(one.id)) != UUID(journal.uuid(other.id))
    assert journal.export(one.id)["game"]["uuid"] == journal.uuid(one.id)
    assert journal.find_uuid(journal.uuid(other.id)) == other
    assert journal.find_uuid("") is None


def test_an_earlier_export_has_an_identity_that_later_entries_and_editors_keep(
    document: dict[str, Any],
) -> None:
    document["entries"][0]["body"]["event"]["name"] = "Zo\u00eb"
    whole = game_from_json(without_uuid(document))
    shorter = game_from_json({**without_uuid(document), "entries": document["entries"][:2]})
    document["entries"][0]["body"]["event"]["name"] = "Zoe\u0308"
    document["entries"][0]["body"]["event"] = dict(reversed(document["entries"][0]["body"]["event"].items()))
    retyped = game_from_json(without_uuid(document))
    document["entries"][0]["body"]["event"]["n"] = 7
    assert whole.uuid == shorter.uuid == retyped.uuid != game_from_json(without_uuid(document)).uuid


def test_a_game_with_tokens_is_not_imported_twice(journal: Journal, document: dict[str, Any]) -> None:
    with pytest.raises(TokenTakenError, match="recorded already"):
        journal.record_game(game_from_json(document))
    assert len(journal.games()) == 1


def test_a_document_of_a_newer_version_asks_for_an_update(journal: Journal, document: dict[str, Any]) -> None:
    with pytest.raises(NewerFormatError, match="update Companion"):
        journal.record_game(game_from_json({**document, "version": 2}))


@pytest.mark.parametrize(
    "change",
    [
        {"format": "something-else"},
        {"version": "1"},
        {"game": None},
        {"game": {"kind": "base"}},
        {"game": {"kind": 7, "started": "2026-01-31T19:30:00+00:00"}},
        {"game": {"kind": "base", "started": "yesterday"}},
        {"game": {"kind": "base", "started": "2026-01-31T19:30:00"}},
        {"game": {"kind": "base", "started": "0001-01-01T00:00:00+14:00"}},
        {"game": {"kind": "base", "started": "2026-01-31T19:30:00+00:00", "uuid": "seven"}},
        {"game": {"kind": "base", "started": "2026-01-31T19:30:00+00:00", "uuid": 7}},
        {"entries": {}},
        {"entries": "none"},
        {"entries": [{}]},
    ],
)
def test_an_invalid_document_is_refused(
    journal: Journal, document: dict[str, Any], change: dict[str, Any]
) -> None:
    with pytest.raises(EntryError):
        journal.record_game(game_from_json({**document, **change}))
    assert len(journal.games()) == 1


@pytest.mark.parametrize(
    ("index", "change"),
    [
        (0, {"number": 2}),
        (0, {"group": 2}),
        (1, {"group": 2, "number": 3}),
        (2, {"number": True}),
        (0, {"group": True}),
        (2, {"t": "3"}),
        (2, {"t": 1e300}),
        (2, {"source": "a" * 100_000}),
        (2, {"t": float("nan")}),
        (2, {"t": 10**400}),
        (2, {"certainty": 2}),
        (2, {"source": ""}),
        (2, {"token": 7}),
        (2, {"body": []}),
        (2, {"body": {"v": 1}}),
    ],
)
def test_an_invalid_entry_is_refused(document: dict[str, Any], index: int, change: dict[str, Any]) -> None:
    document["entries"][index] |= change
    with pytest.raises(EntryError):
        game_from_json(document)


def test_a_correction_of_an_unknown_entry_is_refused(document: dict[str, Any]) -> None:
    document["entries"][-1]["body"]["undo"] = 99
    with pytest.raises(HistoryError):
        game_from_json(document)


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
    max_leaves=8,
)


@given(JSON, JSON, JSON)
def test_any_json_is_imported_or_refused(data: Any, game: Any, entries: Any) -> None:
    for document in (data, {"format": "companion-game", "version": 1, "game": game, "entries": entries}):
        with suppress(JournalError):
            game_from_json(document)
