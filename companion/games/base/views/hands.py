"""What everybody at the table may know of the hands: how many cards, how sure that is, never which."""

from __future__ import annotations

from collections.abc import Set
from typing import Final

from companion.games.base.belief import Belief
from companion.games.base.rules.cards import cards_to_json
from companion.games.base.rules.state import State
from companion.games.base.wire import BaseHand, MayOweDiscard, OweDiscard

RARE_P: Final = 0.02
"""Numbers of cards that are less probable are not shown as possible."""
LIKELY_P: Final = 0.9
"""A number that is so probable is said without "about"."""
_MAY_DISCARD_P: Final = 0.1
"""Who by what was told discards nothing, but does so with this probability, is told of."""


def hand_in_public(state: State, belief: Belief, seat: int, *, doubted: bool = False) -> BaseHand:
    """What is shown of a hand: `cards_between` are the least and the most cards that it may well hold.

    Anybody can count cards; but how many there must be, and how sure that is, is reckoned from what everybody
    knows alone, or it would tell which they are.

    `cards_likely`: the number is certain, or so probable that it is said without "about". `cards_certain`
    speaks of that number alone, `certain` of the very cards. These only where the table
    plays open hands: then the most probable ones. Neither is certain while something is seen on the board
    that the story doesn't know.
    """
    hand = belief.hand(seat)
    likely = [size for size, probability in hand.sizes.items() if probability >= RARE_P]
    cards = max(hand.sizes, key=lambda size: hand.sizes[size])
    return {
        "cards": cards,
        "cards_between": [min(likely), max(likely)],
        "cards_certain": hand.counted and not doubted,
        "cards_likely": not doubted and (hand.counted or hand.sizes[cards] >= LIKELY_P),
        "certain": hand.certain and not doubted,
        "probability": round(hand.probability, 3),
        "hand": cards_to_json(hand.cards) if state.options.open_hands else None,
    }


def discards(
    state: State, belief: Belief, in_doubt: Set[str] = frozenset()
) -> list[OweDiscard | MayOweDiscard]:
    """Who discards how many cards for a seven, and how sure that is, as JSON; a number each, in seat order.

    `discard` is what is due by what was told: `likely` where it is certain or nearly so, else `between` are
    the least and the most that it may well be. Who owes nothing by what was told, but may hold more cards
    than that, is a `may_discard`: with more cards than `limit` that player discards `count`.
    """
    found: list[OweDiscard | MayOweDiscard] = []
    for seat, (player, owed) in enumerate(zip(state.players, state.owed, strict=True)):
        chances = _dues(state, belief, seat)
        if player.colour not in in_doubt and belief.hand(seat).counted:
            chances = {owed: 1.0}
        may_well = [count for count, probability in chances.items() if probability >= RARE_P]
        between = [min([owed, *may_well]), max([owed, *may_well])]
        if owed:
            sure = player.colour not in in_doubt and chances.get(owed, 0.0) >= LIKELY_P
            found.append(
                {
                    "kind": "discard",
                    "colour": player.colour,
                    "between": between,
                    "count": owed,
                    "likely": sure,
                }
            )
        elif 1 - chances.get(0, 0.0) >= _MAY_DISCARD_P:
            count = max((count for count in chances if count), key=lambda count: chances[count])
            found.append(
                {
                    "kind": "may_discard",
                    "colour": player.colour,
                    "between": between,
                    "count": count,
                    "limit": state.options.hand_limit,
                }
            )
    return found


def _dues(state: State, belief: Belief, seat: int) -> dict[int, float]:
    """How probable it is that a seat still owes so many cards for a seven."""
    owed = state.owed[seat]
    if not state.robber_due or state.dice is None or sum(state.dice) != 7 or seat not in belief.seven.silent:
        return {owed: 1.0}
    found: dict[int, float] = {}
    for size, probability in belief.hand(seat).sizes.items():
        due = size // 2 if size > state.options.hand_limit else 0
        found[due] = found.get(due, 0.0) + probability
    return found


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
