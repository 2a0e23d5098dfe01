"""What everybody at the table may know of the hands: how many cards, how sure that is, never which."""

from __future__ import annotations

from typing import Any, Final

from companion.games.base.belief import Belief
from companion.games.base.cards import cards_to_json
from companion.games.base.state import State

RARE: Final = 0.02
"""Numbers of cards that are less probable are not shown as possible."""


def hand_in_public(
    state: State, belief: Belief, seat: int, *, doubted: bool = False
) -> dict[str, Any]:
    """What is shown of a hand: `cards_between` are the least and the most cards that it may well hold.

    Anybody can count cards; but how many there must be, and how sure that is, is reckoned from what everybody
    knows alone, or it would tell which they are.

    `cards_certain` speaks of that number alone, `certain` of the very cards. These only where the table
    plays open hands: then the most probable ones. Neither is certain while something is seen on the board
    that the story doesn't know.
    """
    hand = belief.hand(seat)
    likely = [size for size, probability in hand.sizes.items() if probability >= RARE]
    return {
        "cards": max(hand.sizes, key=lambda size: hand.sizes[size]),
        "cards_between": [min(likely), max(likely)],
        "cards_certain": hand.counted and not doubted,
        "certain": hand.certain and not doubted,
        "probability": round(hand.probability, 3),
        "hand": cards_to_json(hand.cards) if state.options.open_hands else None,
    }


def robbed_of_something(state: State, belief: Belief) -> tuple[int, ...]:
    """The seats that can be robbed now; none where it is certain that not one of them has a card."""
    if not state.steal_due:
        return ()
    seats = state.robbable(state.active)
    hands = [belief.hand(seat) for seat in seats]
    return () if all(hand.counted and not any(hand.sizes) for hand in hands) else seats


def may_have_won(state: State, belief: Belief) -> float:
    """Probability that who is on turn has won with cards face down, as everybody may reckon it.

    Whatever somebody told of these cards doesn't count: that is not for everybody.
    """
    if state.phase != "play":
        return 0.0
    seat = state.active
    missing = state.options.points_to_win - state.public_points(seat)
    points = belief.hidden_points(seat, public=True)
    return round(sum(probability for count, probability in points.items() if count >= missing), 3)
