"""Names of people, as they are typed on any keyboard."""

from __future__ import annotations

import unicodedata
from typing import Final

LONGEST: Final = 40
"""Code points that a name may have: a family in one emoji has seven."""

_JOINERS: Final = frozenset("\u200c\u200d")
"""Zero-width: they join emoji into one, and letters of some scripts, or keep those apart."""
_TAGS: Final = frozenset(map(chr, range(0xE0020, 0xE0080)))
"""What makes a flag of a black one: letters that nobody sees."""


def as_name(value: object) -> str | None:
    """A name as it is shown: every kind of space is a plain one, and none stands at its ends.

    Returns:
        The name; None where it is no text of 1 to `LONGEST` signs that can be shown.
    """
    if not isinstance(value, str):
        return None
    name = "".join(" " if unicodedata.category(sign) == "Zs" else sign for sign in value)
    name = name.strip(" " + "".join(_JOINERS))
    shown = "".join(sign for sign in name if sign not in _JOINERS and sign not in _TAGS)
    return name if shown.strip() and shown.isprintable() and len(name) <= LONGEST else None


def alike(name: str) -> str:
    """What two names have in common that nobody could tell apart."""
    return "".join(sign for sign in name if sign not in _JOINERS).strip().casefold()
