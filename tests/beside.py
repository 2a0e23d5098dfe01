"""What stands beside a checkout and is no part of it: photos, films and games of others, in `../shared`."""

from __future__ import annotations

from pathlib import Path
from typing import Final

import pytest

SHARED: Final = Path(__file__).resolve().parents[2] / "shared"
PHOTOS: Final = SHARED / "photos"
FILMS: Final = SHARED / "films"
FILM: Final = FILMS / "lamp-8-turns"
GAMES: Final = SHARED / "games"
MISSING: Final = "not beside this checkout: ../shared/"
"""How the reason of each test begins that is skipped for want of it."""


def needs(path: Path) -> pytest.MarkDecorator:
    """Skip a test, or each of a module, where something isn't there."""
    return pytest.mark.skipif(not path.exists(), reason=_missing(path))


def found(path: Path) -> Path:
    """Something that a fixture needs; who asks for it is skipped where it isn't there."""
    if not path.exists():
        pytest.skip(_missing(path))
    return path


def _missing(path: Path) -> str:
    return f"{MISSING}{path.relative_to(SHARED)}"
