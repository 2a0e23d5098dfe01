"""Awards as people read them."""

from __future__ import annotations

from collections.abc import Sequence

from companion.games.api_types import Award
from companion.wire import Sentence


def in_english(awards: Sequence[Award]) -> dict[str, tuple[str, str]]:
    """The winner and value of each award, by title."""
    return {_text(each["title"]): (each["colour"], _text(each["told"])) for each in awards}


def _text(sentence_or_text: Sentence) -> str:
    return sentence_or_text if isinstance(sentence_or_text, str) else sentence_or_text["text"]
