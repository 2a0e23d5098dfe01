"""Names of people, as any keyboard may type them."""

from __future__ import annotations

import unicodedata
from typing import Final

MAX_NAME_LENGTH: Final = 40
"""Maximum code points of a name: a family in one emoji has seven."""

_JOINERS: Final = frozenset("\u200c\u200d")
"""Zero-width characters: they join emoji into one, and join or separate letters of some scripts."""
_DIRECTION_MARKS: Final = frozenset(
    "\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069"
)
"""Invisible signs that keyboards and copied texts add; one could turn around the text after a name."""
_BYTE_ORDER_MARK: Final = "\ufeff"
_TAGS: Final = frozenset(map(chr, range(0xE0020, 0xE0080)))
"""Invisible letters that turn a black flag emoji into a country's flag."""


def parse_name(value: object) -> str | None:
    """Return a name for display, in Unicode's composed form (NFC).

    Every kind of space becomes a plain one, and the ends are trimmed. Direction marks and byte order marks
    are dropped.

    Returns:
        The name; None where the value is no displayable text of 1 to `MAX_NAME_LENGTH` code points.
    """
    if not isinstance(value, str):
        return None
    name = "".join(
        " " if unicodedata.category(sign) == "Zs" else sign
        for sign in value
        if sign not in _DIRECTION_MARKS and sign != _BYTE_ORDER_MARK
    )
    name = unicodedata.normalize("NFC", name)
    name = name.strip(" " + "".join(_JOINERS))
    shown = "".join(sign for sign in name if sign not in _JOINERS and sign not in _TAGS)
    return name if shown.strip() and shown.isprintable() and len(name) <= MAX_NAME_LENGTH else None


def normalize_name(name: str) -> str:
    """Return the key of a name: equal for names that look alike."""
    shown = "".join(sign for sign in unicodedata.normalize("NFC", name) if sign not in _JOINERS)
    return unicodedata.normalize("NFC", shown.strip().casefold())
