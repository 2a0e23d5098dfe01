"""Awards as people read them."""

from __future__ import annotations

from collections.abc import Sequence

from companion.games.api_types import Award
from companion.wire import Sentence


def in_english(awards: Sequence[Award]) -> dict[str, tuple[str, str]]:
    """The winner and value of each award, by title."""
    return {_text(each["title"]): (each["colour"], _text(each["told"])) for each in awards}


def _text(said: Sentence) -> str:
    return said if isinstance(said, str) else said["text"]
