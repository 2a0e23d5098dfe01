"""Probabilities of the development cards that are not identified: each may be any of the remaining ones."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from math import comb

from companion.games.base.rules.cards import DEVELOPMENT_DECK, UNIDENTIFIED_KIND, VICTORY_POINT
from companion.games.base.rules.state import Player


def unseen_cards(players: Iterable[Player], *, public: bool = False) -> tuple[int, ...]:
    """Return how many cards of each kind are not identified, in hands and in the deck.

    Args:
        players: all players.
        public: count only played cards as identified, whatever else was reported.
    """
    left = list(DEVELOPMENT_DECK[:5])
    for player in players:
        for kind in range(5):
            left[kind] -= player.played[kind] + (0 if public else player.development[kind])
    return tuple(max(0, n) for n in left)


def hypergeometric(left: tuple[int, ...], kind: int, cards: int) -> Mapping[int, float]:
    """Return the probability of each number of cards of a kind among so many unidentified ones."""
    total, favourable = sum(left), left[kind]
    cards = min(cards, total)
    ways = comb(total, cards)
    return {
        n: comb(favourable, n) * comb(total - favourable, cards - n) / ways
        for n in range(min(favourable, cards) + 1)
        if cards - n <= total - favourable
    }


def victory_point_distribution(
    players: tuple[Player, ...], seat: int, secrets: Mapping[int, float], *, public: bool = False
) -> Mapping[int, float]:
    """Return the probability of each number of face-down victory point cards of a seat.

    Args:
        players: all players.
        seat: the player's seat.
        secrets: the probability of each number of cards that the seat bought without a report.
        public: count only played cards as identified, whatever else was reported.
    """
    face_down = players[seat].development
    known = 0 if public else face_down[VICTORY_POINT]
    unnamed = sum(face_down) if public else face_down[UNIDENTIFIED_KIND]
    left = unseen_cards(players, public=public)
    found: dict[int, float] = {}
    for secret, weight in secrets.items():
        for n, chance in hypergeometric(left, VICTORY_POINT, max(0, unnamed) + secret).items():
            found[known + n] = found.get(known + n, 0.0) + weight * chance
    return dict(sorted(found.items()))
