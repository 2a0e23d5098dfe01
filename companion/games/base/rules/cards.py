"""Resource and development cards: the box's contents, prices, and arithmetic on sets of cards.

A set of cards is a tuple of counts: one for each kind, in the order of `RESOURCES` or
`DEVELOPMENT_CARDS`, and last the *unidentified* cards, whose kind is unknown. In a hand that last
count is signed: a card that was taken unseen makes it negative, because one of the listed cards
is gone but nobody knows which. The sum of all counts is always the number of cards.

Unseen losses and unseen gains don't cancel: three known cards, less one, plus one, are no longer
known. After both, a hand lists only the cards that it contains whichever card was lost.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Final, Literal, cast, get_args

from companion.games.schema import ShapeError, abbreviate
from companion.i18n import sentence
from companion.island.geometry import BOX_PIECES, PieceKind
from companion.island.layout import Terrain

Resource = Literal["lumber", "brick", "wool", "grain", "ore"]
DevelopmentCard = Literal["knight", "road_building", "year_of_plenty", "monopoly", "victory_point"]
Piece = PieceKind

Cards = tuple[int, int, int, int, int, int]

RESOURCES: Final[tuple[Resource, ...]] = get_args(Resource)
DEVELOPMENT_CARDS: Final[tuple[DevelopmentCard, ...]] = get_args(DevelopmentCard)
PIECES: Final[tuple[Piece, ...]] = get_args(Piece)
RESOURCE_INDEX: Final[Mapping[str, int]] = {kind: n for n, kind in enumerate(RESOURCES)}
DEVELOPMENT_INDEX: Final[Mapping[str, int]] = {kind: n for n, kind in enumerate(DEVELOPMENT_CARDS)}
UNIDENTIFIED_KIND: Final = 5
"""The index of the count of unidentified cards."""

KNIGHT, ROAD_BUILDING, YEAR_OF_PLENTY, MONOPOLY, VICTORY_POINT = range(5)

NO_CARDS: Final[Cards] = (0, 0, 0, 0, 0, 0)

CARDS_PER_RESOURCE: Final = 19
BANK: Final[Cards] = (CARDS_PER_RESOURCE,) * 5 + (0,)
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


MAX_RESOURCE_CARDS: Final = 95
"""The number of resource cards in the box, an upper bound of every count."""


class CardsError(ShapeError):
    """Invalid JSON of a set of cards."""


def add(one: Cards, other: Cards) -> Cards:
    """The union of two sets of cards."""
    if one[5] < 0 < other[5]:
        one = _guaranteed_cards(one, -one[5])
    elif other[5] < 0 < one[5]:
        other = _guaranteed_cards(other, -other[5])
    return (
        one[0] + other[0],
        one[1] + other[1],
        one[2] + other[2],
        one[3] + other[3],
        one[4] + other[4],
        one[5] + other[5],
    )


def _guaranteed_cards(hand: Cards, gone: int) -> Cards:
    """The hand with only those cards listed that it surely contains.

    `gone` of the listed cards were lost unseen; the hand's sum already excludes them.
    """
    a, b, c, d, e = (max(0, listed - gone) for listed in hand[:5])
    return (a, b, c, d, e, sum(hand) - (a + b + c + d + e))


@lru_cache(1 << 9)
def cards_of_kind(kind: int, count: int = 1) -> Cards:
    """A set of `count` cards of one kind, by the kind's index."""
    counts = [0] * 6
    counts[kind] = count
    return cast(Cards, tuple(counts))


def add_one(cards: Cards, kind: int, count: int) -> Cards:
    """The cards with `count` more (or fewer) of one kind, by the kind's index."""
    counts = list(cards)
    counts[kind] += count
    return cast(Cards, tuple(counts))


def remove(hand: Cards, cards: Cards) -> Cards:
    """The hand without the cards.

    Cards that the hand doesn't list are taken from its unidentified cards. The sum becomes negative
    if the record misses cards, and shows how many. An empty hand has no cards of any kind. If only
    one kind remains, the unseen losses were of that kind.
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
        return NO_CARDS
    if hand[5] > 0 and cards[5]:
        return _guaranteed_cards((a, b, c, d, e, unidentified), cards[5])
    if unidentified < 0 < left and (kind := only_kind((a, b, c, d, e, 0))) is not None:
        return cards_of_kind(kind, left)
    return (a, b, c, d, e, unidentified)


def holds(hand: Cards, cards: Cards) -> bool:
    """Return whether the hand can contain the cards, given its known and unidentified cards."""
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


def is_fully_known(hand: Cards) -> bool:
    """Return whether every card of the hand is known."""
    return hand[5] == 0


def only_kind(hand: Cards) -> int | None:
    """The common kind of all cards of a hand; None if kinds differ or are unknown."""
    if hand[5]:
        return None
    kinds = [n for n in range(5) if hand[n]]
    return kinds[0] if len(kinds) == 1 else None


def cards_to_json(cards: Cards, kinds: tuple[str, ...] = RESOURCES) -> dict[str, int]:
    """The nonzero counts by kind; "unidentified" for cards of unknown kind."""
    return {name: count for name, count in zip((*kinds, "unidentified"), cards, strict=True) if count}


def cards_from_json(data: object, kinds: tuple[str, ...] = RESOURCES) -> Cards:
    """Decode the JSON of `cards_to_json`.

    Raises:
        CardsError: unknown kind, or a count that isn't a whole number from 0 to 95.
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
                sentence(
                    "no such card: {value}; known: {known}", value=abbreviate(name), known=", ".join(names)
                )
            )
        if type(count) is not int or not 0 <= count <= MAX_RESOURCE_CARDS:
            raise CardsError(
                sentence(
                    "the number of cards of each kind is a whole number from 0 to {most}",
                    most=MAX_RESOURCE_CARDS,
                )
            )
        counts[names.index(name)] = count
    return cast(Cards, tuple(counts))
