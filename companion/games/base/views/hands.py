"""Public information about hands: the number of cards and its certainty, but not the kinds."""

from __future__ import annotations

from collections.abc import Set
from typing import Final

from companion.games.base.api_types import BankInPublic, BaseHand, MayOweDiscard, OweDiscard
from companion.games.base.belief import Belief, HandBelief
from companion.games.base.rules.cards import CARDS_PER_RESOURCE, RESOURCES, UNIDENTIFIED_KIND, cards_to_json
from companion.games.base.rules.state import State

MIN_SHOWN_P: Final = 0.02
"""A less probable number of cards is not shown as possible."""
LIKELY_P: Final = 0.9
"""A number of cards with this probability is shown without "about"."""
MAX_RESIZED_P: Final = 0.004
"""A number of cards is certain if acts that nobody entered have changed it with at most this probability."""
MAX_CHANGED_P: Final = 0.01
"""The same for the cards of a hand: most of the acts that change them keep their number."""
_MAY_DISCARD_P: Final = 0.1
"""A player with no recorded discard is listed if the probability of one is at least this."""


def hand_in_public(state: State, belief: Belief, seat: int, *, doubted: bool = False) -> BaseHand:
    """Return the public view of a hand.

    Everybody can count cards, but the expected number and its certainty come from the public belief alone;
    otherwise they would reveal the kinds.

    Returns:
        JSON: ``cards_between``: the least and the most cards that are plausible. ``cards_likely``: the number
            is certain or nearly so, and shown without "about". ``cards_certain``: the number is certain.
            ``certain``: the very cards are. ``hand``: the most probable cards, only with open hands. Nothing
            is certain while the board differs from the record.
    """
    hand = belief.hand(seat)
    counted = is_count_certain(hand) and not doubted
    likely = [size for size, probability in hand.sizes.items() if probability >= MIN_SHOWN_P]
    cards = max(hand.sizes, key=lambda size: hand.sizes[size])
    return {
        "cards": cards,
        "cards_between": [min(likely), max(likely)],
        "cards_certain": counted,
        "cards_likely": not doubted and (counted or hand.sizes[cards] * (1 - hand.p_resized) >= LIKELY_P),
        "certain": is_hand_certain(hand) and not doubted,
        "probability": round(hand.probability, 3),
        "hand": cards_to_json(hand.cards) if state.options.open_hands else None,
    }


def is_count_certain(hand: HandBelief) -> bool:
    """Return whether the number of cards is certain: by the entries, and no act is likely to be missing."""
    return hand.size_certain and hand.p_resized <= MAX_RESIZED_P


def is_hand_certain(hand: HandBelief) -> bool:
    """Return whether the cards are certain: by the entries, and no act is likely to be missing."""
    return hand.certain and hand.p_changed <= MAX_CHANGED_P


def discards(
    state: State, belief: Belief, in_doubt: Set[str] = frozenset()
) -> list[OweDiscard | MayOweDiscard]:
    """Return the discards for a seven in seat order, as JSON.

    `discard` is a recorded obligation: it is `likely` if it is (nearly) certain; otherwise `between` gives
    the least and the most plausible numbers. A player without one who may hold too many cards is a
    `may_discard`: with more cards than `limit`, that player discards `count`.
    """
    found: list[OweDiscard | MayOweDiscard] = []
    for seat, (player, owed) in enumerate(zip(state.players, state.discards_due, strict=True)):
        chances = _discard_probabilities(state, belief, seat)
        if player.colour not in in_doubt and belief.hand(seat).size_certain:
            chances = {owed: 1.0}
        may_well = [count for count, probability in chances.items() if probability >= MIN_SHOWN_P]
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


def _discard_probabilities(state: State, belief: Belief, seat: int) -> dict[int, float]:
    """Return the probability of each number of cards that a seat still has to discard."""
    owed = state.discards_due[seat]
    if (
        not state.robber_due
        or state.dice is None
        or sum(state.dice) != 7
        or seat not in belief.seven.unreported
    ):
        return {owed: 1.0}
    found: dict[int, float] = {}
    for size, probability in belief.hand(seat).sizes.items():
        due = size // 2 if size > state.options.hand_limit else 0
        found[due] = found.get(due, 0.0) + probability
    return found


def robbable_seats_with_cards(state: State, belief: Belief) -> tuple[int, ...]:
    """Return the seats that can be robbed now; none if certainly all of them have no cards."""
    if not state.steal_due:
        return ()
    seats = state.robbable_seats(state.active)
    hands = [belief.hand(seat) for seat in seats]
    return () if all(hand.size_certain and not any(hand.sizes) for hand in hands) else seats


def p_hidden_win(state: State, belief: Belief) -> float:
    """Return the public probability that the active player has won with face-down cards.

    Reports about these cards don't count, because they are not public.
    """
    if state.phase != "play":
        return 0.0
    seat = state.active
    missing = state.options.points_to_win - state.public_points(seat)
    points = belief.hidden_points(seat, public=True)
    return round(sum(probability for count, probability in points.items() if count >= missing), 3)


# The public view of the bank.


def bank_in_public(state: State) -> BankInPublic:
    """Return the number of cards of each resource, and of unidentified cards.

    The known cards of the hands limit each resource. A player who gave more of a resource than recorded had
    gained it without a report, and then it had left the bank before.

    Args:
        state: the public state.
    """
    left: dict[str, int] = {}
    for n, kind in enumerate(RESOURCES):
        held = sum(max(0, player.hand[n]) for player in state.players)
        left[kind] = max(0, min(state.bank[n], CARDS_PER_RESOURCE - held))
    return {"bank": left, "bank_unidentified": max(0, state.bank[UNIDENTIFIED_KIND])}
