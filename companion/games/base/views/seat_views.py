"""The additional view of one player: the player's hand and development cards, as JSON.

It is computed from the log as redacted for that player (`companion.games.base.views.redaction`).
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from companion.games.base.api_types import OwnDevelopmentCards, OwnHand, SeatView, ToName
from companion.games.base.belief import Belief, pool
from companion.games.base.belief.believed_replay import BelievedReplay, BelievedStep
from companion.games.base.rules.cards import (
    DEVELOPMENT_CARDS,
    RESOURCES,
    UNIDENTIFIED_KIND,
    VICTORY_POINT,
    DevelopmentCard,
    Resource,
    cards_to_json,
)
from companion.games.base.rules.events import BuyDevelopmentCard, Discard, Steal
from companion.games.base.rules.options import Colour
from companion.games.base.rules.state import Player, State
from companion.games.base.views.hands import LIKELY_P, MIN_SHOWN_P, is_hand_certain
from companion.games.base.views.seat_available_actions import seat_available_actions

MAX_LIKELY_HANDS: Final = 6
"""Number of likely hands that are shown for an uncertain one."""


def seat_view(believed: BelievedReplay, colour: Colour) -> SeatView:
    """Return the view of a player.

    Args:
        believed: the replay as that player knows it.
        colour: the player's colour; it must be seated.
    """
    state, belief = believed.state, believed.belief
    seat = state.seat(colour)
    player = state.players[seat]
    return {
        "colour": colour,
        "name": player.name,
        "on_turn": state.phase == "play" and state.active == seat,
        "hand": _hand(belief, seat, doubted=colour in believed.in_doubt),
        "development_cards": _development_cards(player),
        "points": {
            "public": state.public_points(seat),
            "hidden": player.development[VICTORY_POINT],
            "to_win": state.options.points_to_win,
        },
        "takes": cards_to_json(state.production[seat]),
        "to_name": list(_unnamed_entries(believed, colour)),
        "may": seat_available_actions(state, belief, seat),
    }


def _hand(belief: Belief, seat: int, *, doubted: bool) -> OwnHand:
    """Return the likeliest hand; if uncertain, also the alternatives and the range of each resource.

    `doubtful` lists the resources whose number is not nearly certain.
    """
    hand = belief.hand(seat)
    certain = is_hand_certain(hand) and not doubted
    hands = belief.particles.hand_distribution(seat)
    between: dict[str, list[int]] = {}
    doubtful: list[Resource] = []
    for n, kind in enumerate(RESOURCES):
        chances: dict[int, float] = {}
        for cards, probability in hands.items():
            chances[cards[n]] = chances.get(cards[n], 0.0) + probability
        likely = [count for count, probability in chances.items() if probability >= MIN_SHOWN_P]
        if max(chances.values(), default=1.0) < LIKELY_P:
            doubtful.append(kind)
        between[kind] = [min(likely, default=hand.cards[n]), max(likely, default=hand.cards[n])]
    return {
        "cards": cards_to_json(hand.cards),
        "count": sum(hand.cards),
        "certain": certain,
        "probability": round(hand.probability, 3),
        "between": between,
        "doubtful": [] if certain else doubtful,
        "likely": [
            {"cards": cards_to_json(cards), "probability": round(probability, 3)}
            for cards, probability in list(hands.items())[:MAX_LIKELY_HANDS]
            if not certain and probability >= MIN_SHOWN_P
        ],
    }


def _development_cards(player: Player) -> list[OwnDevelopmentCards]:
    """Return the face-down cards by kind; unidentified ones come last, without a kind."""
    kinds = (*DEVELOPMENT_CARDS, None)
    return [
        {"card": kind, "count": count, "bought_now": player.bought_this_turn[n]}
        for n, (kind, count) in enumerate(zip(kinds, player.development, strict=True))
        if count
    ]


def _unnamed_entries(believed: BelievedReplay, colour: Colour) -> Iterator[ToName]:
    """Yield the entries without cards that this player can complete, the newest first."""
    state = believed.state
    unnamed = state.players[state.seat(colour)].development[UNIDENTIFIED_KIND]
    for step in reversed(believed.steps):
        entry = step.record.number
        match step.record.event:
            case BuyDevelopmentCard(player, None) if player == colour and unnamed > 0:
                unnamed -= 1
                yield {"what": "card_bought", "entry": entry, "among": _possible_purchases(state)}
            case Steal(player, victim, None) if victim and colour in (player, victim):
                if not _is_in_this_round(state, step):
                    continue
                yield {"what": "card_stolen", "entry": entry, "by": player, "from": victim}
            case Discard(player, cards) if (
                player == colour and cards[UNIDENTIFIED_KIND] and _is_in_this_round(state, step)
            ):
                yield {"what": "cards_discarded", "entry": entry, "count": sum(cards)}


def _possible_purchases(state: State) -> list[DevelopmentCard]:
    left = pool.unseen_cards(state.players)
    return [kind for n, kind in enumerate(DEVELOPMENT_CARDS) if left[n]]


def _is_in_this_round(state: State, step: BelievedStep) -> bool:
    """Return whether the step is in this round; players forget older cards."""
    return step.state_before.turn > state.turn - len(state.players)
