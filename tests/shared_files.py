"""Files beside the checkout, in `../shared`: photos, films and games of others."""

from __future__ import annotations

from pathlib import Path
from typing import Final

import pytest

SHARED_FOLDER: Final = Path(__file__).resolve().parents[2] / "shared"
PHOTOS: Final = SHARED_FOLDER / "photos"
FILMS: Final = SHARED_FOLDER / "films"
FILM: Final = FILMS / "lamp-8-turns"
GAMES: Final = SHARED_FOLDER / "games"
MISSING_PREFIX: Final = "not beside this checkout: ../shared/"
"""The beginning of the reason of each test that is skipped because shared files are missing."""


def skip_without(path: Path) -> pytest.MarkDecorator:
    """Mark tests to be skipped if a file is missing."""
    return pytest.mark.skipif(not path.exists(), reason=_missing_reason(path))


def require(path: Path) -> Path:
    """Return the path; skip the calling test if it is missing."""
    if not path.exists():
        pytest.skip(_missing_reason(path))
    return path


def _missing_reason(path: Path) -> str:
    return f"{MISSING_PREFIX}{path.relative_to(SHARED_FOLDER)}"
