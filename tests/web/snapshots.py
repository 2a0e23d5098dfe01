"""Snapshots of tables that tests in node begin with, by their names: `tests/web/node/page.js` has them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tests.web.conftest import FakeTable, rich_game


def snapshots() -> Mapping[str, Mapping[str, Any]]:
    """Every snapshot by its name."""
    return {
        "none": FakeTable().snapshot(),
        "base": FakeTable(rich_game()).snapshot(),
    }
