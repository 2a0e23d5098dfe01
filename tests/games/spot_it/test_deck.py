"""The deck: 73 cards, of which any two share exactly one symbol."""

from __future__ import annotations

from collections import Counter
from itertools import combinations

from companion.games.spot_it.deck import ORDER, SYMBOL_COUNT, build_deck, multiply


def test_the_deck_has_the_cards_of_the_rulebook() -> None:
    kinds = Counter(card.kind for card in build_deck())
    assert kinds == {"island": 19, "blue": 16, "orange": 16, "red": 16, "harbor": 6}


def test_every_card_has_nine_symbols_and_every_symbol_is_on_nine_cards() -> None:
    deck = build_deck()
    assert {len(set(card.symbols)) for card in deck} == {9}
    uses = Counter(symbol for card in deck for symbol in card.symbols)
    assert uses == dict.fromkeys(range(SYMBOL_COUNT), 9)


def test_any_two_cards_share_exactly_one_symbol() -> None:
    deck = build_deck()
    shared = {len(set(one.symbols) & set(other.symbols)) for one, other in combinations(deck, 2)}
    assert shared == {1}


def test_multiplication_makes_a_field() -> None:
    elements = range(ORDER)
    assert [multiply(1, each) for each in elements] == list(elements)
    for one in range(1, ORDER):
        assert sorted(multiply(one, each) for each in elements) == list(elements)
        for other in elements:
            assert multiply(one, other) == multiply(other, one)
            assert multiply(one, other ^ 3) == multiply(one, other) ^ multiply(one, 3)
