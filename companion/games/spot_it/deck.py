"""The deck of Spot it! CATAN: which cards there are, and which nine of 73 symbols each shows.

A card is a line of the projective plane of order 8, a symbol is a point. Any two lines meet in exactly one
point, so any two cards share exactly one symbol.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import product
from typing import Final, Literal

CardKind = Literal["island", "blue", "orange", "red", "harbor"]

ORDER: Final = 8
"""Order of the plane: the number of elements of its field."""
SYMBOL_COUNT: Final = ORDER * ORDER + ORDER + 1
"""73: also the number of cards."""
_IRREDUCIBLE: Final = 0b1011
"""x^3 + x + 1 over GF(2): products in GF(8) are taken modulo this polynomial."""
_KINDS: Final[tuple[tuple[CardKind, int], ...]] = (
    ("island", 19), ("blue", 16), ("orange", 16), ("red", 16), ("harbor", 6),
)  # fmt: skip
"""The cards with symbols, in the order of the deck (rulebook, "Matériel")."""
_STEP: Final = 31
"""Step between the lines of cards that follow each other in the deck; prime to 73."""


@dataclass(frozen=True)
class DeckCard:
    """A card with symbols.

    Attributes:
        kind: island, the colour of a team, or harbor.
        symbols: nine indices below `SYMBOL_COUNT`, ascending.
    """

    kind: CardKind
    symbols: tuple[int, ...]


def multiply(first: int, second: int) -> int:
    """Return the product of two elements of GF(8), each a polynomial over GF(2) of three bits."""
    total = 0
    for bit in range(3):
        if second >> bit & 1:
            total ^= first << bit
    for bit in (4, 3):
        if total >> bit & 1:
            total ^= _IRREDUCIBLE << (bit - 3)
    return total


def _plane_points() -> list[tuple[int, ...]]:
    """Return the points of the plane: triples over GF(8) whose first element other than zero is one."""
    triples = product(range(ORDER), repeat=3)
    return [triple for triple in triples if next((each for each in triple if each), 0) == 1]


def build_deck() -> tuple[DeckCard, ...]:
    """Return the 73 cards with symbols: 19 island, 16 of each team, 6 harbor."""
    points = _plane_points()
    lines = [tuple(n for n, point in enumerate(points) if _is_incident(line, point)) for line in points]
    kinds = [kind for kind, count in _KINDS for _ in range(count)]
    return tuple(DeckCard(kind, lines[number * _STEP % SYMBOL_COUNT]) for number, kind in enumerate(kinds))


def _is_incident(line: tuple[int, ...], point: tuple[int, ...]) -> bool:
    total = 0
    for one, other in zip(line, point, strict=True):
        total ^= multiply(one, other)
    return total == 0
