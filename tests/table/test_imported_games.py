"""Imported games are replayed completely before anything is kept."""

from __future__ import annotations

import copy
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from companion.games.registry import GAMES
from companion.island.setups import first_game_layout
from companion.journal import Journal, JournalError
from companion.journal.history import game_from_json
from companion.observations import InputRefused
from companion.table.game_archive import GameArchive
from companion.table.game_repository import GameKnownError, ImportRefusedError, import_game, save_game
from companion.table.session import open_session
from companion.table.table import Table
from tests.table_setup import FOUNDING, Seconds
from tests.table_views import game_on

SEATS = (("Ana", "red"), ("Ben", "blue"), ("Cyr", "white"))
PLAYERS = [{"name": name, "colour": colour} for name, colour in SEATS]


@pytest.fixture(scope="module")
def document(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    """A game of a few turns, with a correction."""
    with Journal.open(tmp_path_factory.mktemp("played") / "journal.db") as journal:
        table = Table(journal, Seconds())
        table.start_game({"game": "base", "players": PLAYERS, "options": {}})
        table.submit({"kind": "correct", "layout": first_game_layout().to_json()})
        for piece, at in FOUNDING:
            table.submit({"kind": "place", "piece": piece, "at": at})
        for dice in ([3, 5], [4, 4], [6, 1]):
            table.submit({"kind": "roll", "dice": dice})
        table.submit({"kind": "discard", "player": "red", "resources": {}})
        table.submit({"kind": "undo"})
        exported: dict[str, Any] = json.loads(json.dumps(journal.export(1)))
        return exported


@pytest.fixture
def journal(tmp_path: Path) -> Iterator[Journal]:
    with Journal.open(tmp_path / "journal.db") as opened:
        yield opened


def with_event(document: dict[str, Any], kind: str, **fields: Any) -> dict[str, Any]:
    """The game with changed fields in its last event of a kind."""
    changed = copy.deepcopy(document)
    bodies = [entry["body"] for entry in changed["entries"]]
    event = [body["event"] for body in bodies if body.get("event", {}).get("kind") == kind][-1]
    event |= fields
    return changed


def test_a_whole_game_is_imported_unchanged(document: dict[str, Any], journal: Journal) -> None:
    assert import_game(journal, document, GAMES).id == 1
    assert journal.export(1) == document


@pytest.mark.parametrize(
    ("kind", "fields"),
    [
        ("roll", {"dice": [7, 7]}),
        ("roll", {"player": "orange"}),
        ("place_road", {"at": "p99,99"}),
        ("layout_set", {"layout": {"hexes": {}, "harbors": {}}}),
        ("game_started", {"players": []}),
    ],
)
def test_a_game_that_cannot_be_replayed_is_refused(
    document: dict[str, Any], journal: Journal, kind: str, fields: dict[str, Any]
) -> None:
    with pytest.raises(ImportRefusedError, match="can't be replayed"):
        import_game(journal, with_event(document, kind, **fields), GAMES)
    assert journal.games() == ()


def test_a_game_of_an_unknown_kind_is_refused(document: dict[str, Any], journal: Journal) -> None:
    with pytest.raises(ImportRefusedError, match="games of the kind tarot"):
        import_game(journal, {**document, "game": {**document["game"], "kind": "tarot"}}, GAMES)
    assert journal.games() == ()


def test_the_current_game_stays_current(document: dict[str, Any], journal: Journal) -> None:
    table = Table(journal, Seconds())
    table.start_game({"game": "base", "players": PLAYERS, "options": {}})
    later = {**document, "game": {**document["game"], "started": "2199-01-01T00:00:00+00:00"}}
    assert import_game(journal, later, GAMES).id == 2
    assert game_on(Table(journal, Seconds()))["id"] == 1


def test_in_an_empty_journal_an_imported_game_can_be_resumed_but_is_not_current(
    document: dict[str, Any], journal: Journal
) -> None:
    import_game(journal, document, GAMES)
    table = Table(journal, Seconds())
    assert table.snapshot()["game"] is None
    assert [game["game"] for game in table.choices()["unfinished"]] == [1]


def replay_of(document: dict[str, Any]) -> list[dict[str, Any]]:
    return [{**entry, "token": None} for entry in document["entries"]]


def test_a_game_that_the_journal_has_is_kept_again_only_on_request(
    document: dict[str, Any], journal: Journal
) -> None:
    document = {**document, "entries": copy.deepcopy(document["entries"])}
    document["entries"][-1]["token"] = "tower:7"
    import_game(journal, document, GAMES)
    with pytest.raises(GameKnownError, match="in the journal already, as game 1") as known:
        import_game(journal, document, GAMES)
    assert known.value.game_id == 1
    assert import_game(journal, document, GAMES, again=True).id == 2
    exported = json.loads(json.dumps(journal.export(2)))
    assert exported == {**document, "entries": replay_of(document)}
    with pytest.raises(GameKnownError, match="as game 1"):
        import_game(journal, document, GAMES)


def test_a_played_game_is_recognised_in_its_own_export(journal: Journal) -> None:
    table = Table(journal, Seconds())
    table.start_game({"game": "base", "players": PLAYERS, "options": {}})
    exported = json.loads(json.dumps(journal.export(1)))
    table.submit({"kind": "correct", "layout": first_game_layout().to_json()})
    with pytest.raises(GameKnownError):
        import_game(journal, exported, GAMES)


def test_a_file_of_another_engine_is_recognised(journal: Journal, document: dict[str, Any]) -> None:
    session = open_session(GAMES["base"], game_from_json(document).entries)
    save_game(journal, session, {"seed": 1})
    with pytest.raises(GameKnownError):
        save_game(journal, session, {"seed": 1})
    assert save_game(journal, session, {"seed": 2}).id == 2
    assert save_game(journal, session, {"seed": 1}, again=True).id == 3


@pytest.mark.parametrize(
    "names", [("Ana", "Ana", "Cyr"), ("Zo\u00eb", "Zoe\u0308", "Cyr"), ("Ana", "ANA\u200e", "Cyr")]
)
def test_what_the_form_refuses_the_import_refuses(
    document: dict[str, Any], journal: Journal, names: tuple[str, ...]
) -> None:
    players = [{"name": name, "colour": colour} for name, (_, colour) in zip(names, SEATS, strict=True)]
    with pytest.raises(InputRefused, match="Two players are called") as by_form:
        Table(journal, Seconds()).start_game({"game": "base", "players": players, "options": {}})
    with pytest.raises(ImportRefusedError) as by_import:
        import_game(journal, with_event(document, "game_started", players=players), GAMES)
    assert str(by_form.value) in str(by_import.value)
    assert journal.games() == ()


leaves = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-2, 100),
    st.sampled_from((10**30, 0.5, "red", "ore", "", "h0,0", [], {})),
)


def mutate(value: Any, chance: Any, depth: int = 0) -> Any:
    """Change, remove or duplicate a part of the value."""
    if isinstance(value, dict) and value and depth < 8 and not (depth > 3 and chance(st.booleans())):
        key = chance(st.sampled_from(sorted(value)))
        if depth > 2 and chance(st.integers(0, 7)) == 0:
            return {name: part for name, part in value.items() if name != key}
        return {**value, key: mutate(value[key], chance, depth + 1)}
    if isinstance(value, list) and value and depth < 8:
        at = chance(st.integers(0, len(value) - 1))
        if chance(st.integers(0, 15)) == 0:
            return [*value[:at], *value[at + 1 :]]
        return [*value[:at], mutate(value[at], chance, depth + 1), *value[at + 1 :]]
    return chance(leaves)


@pytest.mark.slow
@settings(
    max_examples=150,
    derandomize=True,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
@given(data=st.data())
def test_any_file_is_refused_or_can_be_shown(
    document: dict[str, Any], tmp_path_factory: pytest.TempPathFactory, data: Any
) -> None:
    path = tmp_path_factory.mktemp("mutated") / "journal.db"
    with Journal.open(path) as journal:
        try:
            kept = import_game(journal, mutate(document, data.draw), GAMES)
        except (ImportRefusedError, JournalError):
            kept = None
    listed = GameArchive(path).list_games(unbegun=True)
    assert [game["game"] for game in listed] == ([] if kept is None else [kept.id])
    assert not any("unreadable" in game for game in listed)
