"""This project's own labels of the licensed photos of boards."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, Final

_FILE: Final = Path(__file__).with_name("labels.json")


def board_labels() -> dict[str, Any]:
    """For each photo, by its path below the folder of photos: homography, terrains, tokens, frame."""
    labels: dict[str, Any] = json.loads(_FILE.read_text("utf-8"))
    return labels
