"""Where things are kept unless the command line says otherwise."""

from __future__ import annotations

import os
from pathlib import Path


def default_journal() -> Path:
    """The journal of this person's games (XDG base directory specification)."""
    data = os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share"
    return Path(data) / "companion" / "journal.db"
