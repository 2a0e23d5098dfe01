"""Resource cards and development cards: what the box holds, what things cost, sums of cards.

A sum of cards is a tuple of counts: one for each kind, in the order of `RESOURCES` or
`DEVELOPMENT_CARDS`, and last the *unidentified*: cards of which nobody said what they are. In a
hand that count is signed: where a card was taken unseen, one of those listed is gone and nobody
said which, so it falls below zero. The sum over all counts is always the number of cards.

Cards gone unseen and cards come unseen don't cancel: three known cards, less one, plus one, are no
longer known. A hand to which both happened lists only what is in it whichever card went.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Final, Literal, cast, get_args

from companion.games.shapes import ShapeError, shown
from companion.i18n import sentence
from companion.island.box import Terrain
from companion.island.pieces import BOX_PIECES, PieceKind

Resource = Literal["lumber", "brick", "wool", "grain", "ore"]
DevelopmentCard = Literal["knight", "road_building", "year_of_plenty", "monopoly", "victory_point"]
Piece = PieceKind

Cards = tuple[int, int, int, int, int, int]

RESOURCES: Final[tuple[Resource, ...]] = get_args(Resource)
DEVELOPMENT_CARDS: Final[tuple[DevelopmentCard, ...]] = get_args(DevelopmentCard)
PIECES: Final[tuple[Piece, ...]] = get_args(Piece)
RESOURCE_INDEX: Final[Mapping[str, int]] = {kind: n for n, kind in enumerate(RESOURCES)}
DEVELOPMENT_INDEX: Final[Mapping[str, int]] = {kind: n for n, kind in enumerate(DEVELOPMENT_CARDS)}
UNIDENTIFIED: Final = 5
"""The index of the count of unidentified cards."""

KNIGHT, ROAD_BUILDING, YEAR_OF_PLENTY, MONOPOLY, VICTORY_POINT = range(5)

NONE: Final[Cards] = (0, 0, 0, 0, 0, 0)

CARDS_A_RESOURCE: Final = 19
BANK: Final[Cards] = (CARDS_A_RESOURCE,) * 5 + (0,)
DEVELOPMENT_DECK: Final[Cards] = (14, 2, 2, 2, 5, 0)
DECK_SIZE: Final = sum(DEVELOPMENT_DECK)
SUPPLY: Final[Mapping[Piece, int]] = BOX_PIECES

PRODUCES: Final[Mapping[Terrain, Resource]] = {
    "forest": "lumber",
    "hills": "brick",
    "pasture": "wool",
    "fields": "grain",
    "mountains": "ore",
}

# base-game-2025, pages 8 to 10.
ROAD_COST: Final[Cards] = (1, 1, 0, 0, 0, 0)
SETTLEMENT_COST: Final[Cards] = (1, 1, 1, 1, 0, 0)
CITY_COST: Final[Cards] = (0, 0, 0, 2, 3, 0)
DEVELOPMENT_COST: Final[Cards] = (0, 0, 1, 1, 1, 0)


MOST: Final = 95
"""So many cards there are together: more of a kind nobody has."""


class CardsError(ShapeError):
    """A description of cards that no hand can be."""


def add(one: Cards, other: Cards) -> Cards:
    """Both sums together."""
    if one[5] < 0 < other[5]:
        one = _whichever_went(one, -one[5])
    elif other[5] < 0 < one[5]:
        other = _whichever_went(other, -other[5])
    return (
        one[0] + other[0],
        one[1] + other[1],
        one[2] + other[2],
        one[3] + other[3],
        one[4] + other[4],
        one[5] + other[5],
    )


def _whichever_went(hand: Cards, gone: int) -> Cards:
    """The hand with only those cards listed that are in it whichever ones went unseen.

    `gone` of those listed went; they are no longer in the sum.
    """
    a, b, c, d, e = (max(0, listed - gone) for listed in hand[:5])
    return (a, b, c, d, e, sum(hand) - (a + b + c + d + e))


@lru_cache(1 << 9)
def single(kind: int, count: int = 1) -> Cards:
    """`count` cards of one kind, by its index."""
    counts = [0] * 6
    counts[kind] = count
    return cast(Cards, tuple(counts))


def add_one(cards: Cards, kind: int, count: int) -> Cards:
    """`cards` with `count` more (or fewer) of one kind, by its index."""
    counts = list(cards)
    counts[kind] += count
    return cast(Cards, tuple(counts))


def remove(hand: Cards, cards: Cards) -> Cards:
    """The hand without the cards.

    What isn't listed in the hand comes out of its unidentified cards, below zero if it must: then
    the record is short of cards, and the sum says by how many. A hand of no cards has none of any,
    and where one kind alone is left, what went unseen was of that kind.
    """
    a, b, c, d, e = (
        hand[0] - cards[0],
        hand[1] - cards[1],
        hand[2] - cards[2],
        hand[3] - cards[3],
        hand[4] - cards[4],
    )
    unidentified = hand[5] - cards[5]
    if a < 0 or b < 0 or c < 0 or d < 0 or e < 0:
        unidentified += min(a, 0) + min(b, 0) + min(c, 0) + min(d, 0) + min(e, 0)
        a, b, c, d, e = max(a, 0), max(b, 0), max(c, 0), max(d, 0), max(e, 0)
    left = a + b + c + d + e + unidentified
    if left == 0:
        return NONE
    if hand[5] > 0 and cards[5]:
        return _whichever_went((a, b, c, d, e, unidentified), cards[5])
    if unidentified < 0 < left and (kind := only_kind((a, b, c, d, e, 0))) is not None:
        return single(kind, left)
    return (a, b, c, d, e, unidentified)


def holds(hand: Cards, cards: Cards) -> bool:
    """Whether the hand may hold the cards, as far as its cards are known."""
    if (
        hand[0] >= cards[0]
        and hand[1] >= cards[1]
        and hand[2] >= cards[2]
        and hand[3] >= cards[3]
        and hand[4] >= cards[4]
        and hand[5] >= cards[5]
    ):
        return True
    if not hand[5] and not cards[5]:
        return False
    missing = sum(max(0, asked - held) for held, asked in zip(hand[:5], cards[:5], strict=True))
    return missing <= max(0, hand[5]) and sum(hand) >= sum(cards)


def certain(hand: Cards) -> bool:
    """Whether every card of the hand is known."""
    return hand[5] == 0


def only_kind(hand: Cards) -> int | None:
    """The kind of every card of a hand that is all of one kind, else None."""
    if hand[5]:
        return None
    kinds = [n for n in range(5) if hand[n]]
    return kinds[0] if len(kinds) == 1 else None


def cards_to_json(cards: Cards, kinds: tuple[str, ...] = RESOURCES) -> dict[str, int]:
    """The counts that are not zero, by name; "unidentified" for those without one."""
    return {name: count for name, count in zip((*kinds, "unidentified"), cards, strict=True) if count}


def cards_from_json(data: object, kinds: tuple[str, ...] = RESOURCES) -> Cards:
    """The cards that `cards_to_json` described.

    Raises:
        CardsError: an unknown kind, or a count that is no whole number from 0 to 95.
    """
    if not isinstance(data, Mapping):
        raise CardsError(
            sentence("cards must be an object of counts, for example {example}", example='{"wool": 2}')
        )
    names = (*kinds, "unidentified")
    counts = [0] * 6
    for name, count in data.items():
        if name not in names:
            raise CardsError(
                sentence("no such card: {value}; known: {known}", value=shown(name), known=", ".join(names))
            )
        if type(count) is not int or not 0 <= count <= MOST:
            raise CardsError(
                sentence("the number of cards of each kind is a whole number from 0 to {most}", most=MOST)
            )
        counts[names.index(name)] = count
    return cast(Cards, tuple(counts))
