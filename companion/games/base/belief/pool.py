"""Development cards that nobody has named: any of them may be any of those that are left."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from math import comb

from companion.games.base.rules.cards import DEVELOPMENT_DECK, UNIDENTIFIED, VICTORY_POINT
from companion.games.base.rules.state import Player


def unseen(players: Iterable[Player], *, public: bool = False) -> tuple[int, ...]:
    """How many cards of each kind nobody has named, in hands and in the deck.

    Args:
        players: all of them.
        public: as who sees only the cards played, whatever else was told.
    """
    left = list(DEVELOPMENT_DECK[:5])
    for player in players:
        for kind in range(5):
            left[kind] -= player.played[kind] + (0 if public else player.development[kind])
    return tuple(max(0, n) for n in left)


def chances(left: tuple[int, ...], kind: int, cards: int) -> Mapping[int, float]:
    """The probability of each number of cards of a kind among so many unnamed ones."""
    total, right = sum(left), left[kind]
    cards = min(cards, total)
    ways = comb(total, cards)
    return {
        n: comb(right, n) * comb(total - right, cards - n) / ways
        for n in range(min(right, cards) + 1)
        if cards - n <= total - right
    }


def victory_points(
    players: tuple[Player, ...], seat: int, secrets: Mapping[int, float], *, public: bool = False
) -> Mapping[int, float]:
    """The probability of each number of victory point cards face down before a seat.

    Args:
        players: all of them.
        seat: whose.
        secrets: the probability of each number of cards that it bought untold.
        public: as who sees only the cards played, whatever else was told.
    """
    face_down = players[seat].development
    known = 0 if public else face_down[VICTORY_POINT]
    unnamed = sum(face_down) if public else face_down[UNIDENTIFIED]
    left = unseen(players, public=public)
    found: dict[int, float] = {}
    for secret, weight in secrets.items():
        for n, chance in chances(left, VICTORY_POINT, max(0, unnamed) + secret).items():
            found[known + n] = found.get(known + n, 0.0) + weight * chance
    return dict(sorted(found.items()))
