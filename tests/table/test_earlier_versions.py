"""Games of earlier versions, in `tests/journal/kept/`, look as they did then.

`tests/journal/kept/` has a game as version 0.1.0 wrote it, and what it showed of it: 110 things that happened
in a simulated game of three, with a correction, a confirmation, a phone's word and two undos. What is kept
there is never made anew: a version whose form differs adds files of its own.
"""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import Any

import pytest

from companion.games.registry import GAMES
from companion.journal import Journal
from companion.table.game_repository import import_game
from companion.table.session import open_session
from companion.table.table import Table
from tests.table_views import view

SAMPLES = Path(__file__).parents[1] / "journal" / "kept"
VERSIONS = sorted(path.name.removesuffix("-shown.json") for path in SAMPLES.glob("*-shown.json"))


def common_part(shown: Any, like: Any) -> Any:
    """The part of a view that the earlier version had too; later versions may show more."""
    if isinstance(like, dict):
        return {name: common_part(shown[name], value) for name, value in like.items()}
    if isinstance(like, list):
        return [common_part(one, other) for one, other in zip(shown, like, strict=True)]
    return shown


@pytest.fixture(params=VERSIONS)
def version(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture
def expected_view(version: str) -> dict[str, Any]:
    then: dict[str, Any] = json.loads((SAMPLES / f"{version}-shown.json").read_text("utf-8"))
    return then


def test_a_game_of_version_0_1_0_is_kept() -> None:
    assert "0.1.0" in VERSIONS


def test_an_earlier_journal_shows_the_same_game(
    version: str, expected_view: dict[str, Any], tmp_path: Path
) -> None:
    path = tmp_path / "journal.db"
    shutil.copy(SAMPLES / f"{version}.journal", path)
    with Journal.open(path) as journal:
        seen = view(Table(journal, lambda: 0.0))
    assert common_part(seen, expected_view) == expected_view


def test_an_earlier_export_shows_the_same_game(
    version: str, expected_view: dict[str, Any], tmp_path: Path
) -> None:
    document = json.loads((SAMPLES / f"{version}.json").read_text("utf-8"))
    with Journal.open(tmp_path / "journal.db") as journal:
        game = import_game(journal, document, GAMES)
        seen = open_session(GAMES[game.kind], journal.entries(game.id)).view
    assert common_part(seen, expected_view) == expected_view
