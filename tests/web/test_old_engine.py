"""The table's page in an engine of 2022, Chromium 102: no container queries, no `color-mix`, no `:has`.

`make test-all` installs it into an environment of its own, `make .venv-old-engine/.ready` does so alone.
"""

from __future__ import annotations

import json
import os
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.patience import PATIENCE_S
from tests.whole.conftest import Served
from tests.whole.conftest import serve as serve

pytestmark = [pytest.mark.browser, pytest.mark.slow]

ENVIRONMENT = Path(__file__).parents[2] / ".venv-old-engine"
SCRIPT = Path(__file__).with_name("old_engine.py")
PLAYERS = [
    {"name": "Ana", "colour": "red"},
    {"name": "Ben", "colour": "blue"},
    {"name": "Cyr", "colour": "white"},
]
NOTE = "document.querySelector('#notes .note')?.innerText"


def run_page(address: str, *scripts: str) -> tuple[list[Any], list[str]]:
    """Return the answers of scripts on a page of the old engine, and the errors of its console."""
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    run = subprocess.run(
        [ENVIRONMENT / "bin" / "python", SCRIPT, address, *scripts],
        stdout=subprocess.PIPE,
        text=True,
        timeout=PATIENCE_S,
        check=True,
        env=environment,
    )
    lines = [json.loads(line) for line in run.stdout.splitlines() if line]
    return lines[: len(scripts)], lines[len(scripts) :]


@pytest.mark.skipif(
    not (ENVIRONMENT / ".ready").exists(),
    reason="this machine has no engine of 2022: make .venv-old-engine/.ready",
)
@pytest.mark.parametrize("role", ["tablet", "viewer"])
def test_a_browser_of_2022_shows_one_column_and_says_that_it_is_too_old(
    role: str, tmp_path: Path, serve: Callable[..., Served]
) -> None:
    served = serve("--journal", str(tmp_path / "journal.db"))
    served.request("/api/games", {"game": "base", "players": PLAYERS, "options": {}})
    served.enter(kind="lay_island", pieces=True, **{"as": "first_game"})
    served.enter(kind="lay_island")
    home = f"http://127.0.0.1:{served.port}/"
    link = served.request("/api/pairing/tablets", {})["link"]
    path = f"pair{link.partition('/pair')[2]}" if role == "tablet" else ""
    answers, errors = run_page(
        home + path,
        "navigator.userAgent",
        f"location.pathname === '/' && document.body?.dataset.connection === 'live' && {NOTE}",
        "({ page: document.documentElement.scrollWidth, window: innerWidth })",
        "document.querySelectorAll('#island .settlement').length",
    )
    agent, note, wide, settlements = answers
    assert "Chrome/102" in agent
    assert "This browser is too old for the table's layout" in note
    assert wide["page"] <= wide["window"]
    assert settlements == 2 * len(PLAYERS)
    assert errors == []
