"""What one player may see of a base game beside what everybody sees, as JSON: the own hand and cards.

All of it is worked out of the story as that player knows it (`companion.games.base.views.redaction`).
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from companion.games.base.belief import Belief, pool
from companion.games.base.belief.believed_replay import BelievedReplay, BelievedStep
from companion.games.base.rules.cards import (
    DEVELOPMENT_CARDS,
    RESOURCES,
    UNIDENTIFIED,
    VICTORY_POINT,
    DevelopmentCard,
    Resource,
    cards_to_json,
)
from companion.games.base.rules.events import BuyDevelopmentCard, Discard, Steal
from companion.games.base.rules.options import Colour
from companion.games.base.rules.state import Player, State
from companion.games.base.views.hands import LIKELY_P, RARE_P
from companion.games.base.views.seat_available_actions import seat_available_actions
from companion.games.base.wire import OwnDevelopmentCards, OwnHand, SeatView, ToName

LIKELY_HANDS: Final = 6
"""So many hands are shown of one that isn't certain."""


def seat_view(believed: BelievedReplay, colour: Colour) -> SeatView:
    """What a player may see.

    Args:
        believed: the story as that player knows it.
        colour: whose view; somebody has to play it.
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
        "takes": cards_to_json(state.takes[seat]),
        "to_name": list(_to_name(believed, colour)),
        "may": seat_available_actions(state, belief, seat),
    }


def _hand(belief: Belief, seat: int, *, doubted: bool) -> OwnHand:
    """The likeliest hand; where it isn't certain, what else it may be, and how many of each kind.

    `doubtful` are the kinds of which no number is nearly certain.
    """
    hand = belief.hand(seat)
    certain = hand.certain and not doubted
    hands = belief.worlds.hands(seat)
    between: dict[str, list[int]] = {}
    doubtful: list[Resource] = []
    for n, kind in enumerate(RESOURCES):
        chances: dict[int, float] = {}
        for cards, probability in hands.items():
            chances[cards[n]] = chances.get(cards[n], 0.0) + probability
        likely = [count for count, probability in chances.items() if probability >= RARE_P]
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
            for cards, probability in list(hands.items())[:LIKELY_HANDS]
            if not certain and probability >= RARE_P
        ],
    }


def _development_cards(player: Player) -> list[OwnDevelopmentCards]:
    """The cards face down, by kind; last, without a kind, those that nobody named."""
    kinds = (*DEVELOPMENT_CARDS, None)
    return [
        {"card": kind, "count": count, "bought_now": player.fresh[n]}
        for n, (kind, count) in enumerate(zip(kinds, player.development, strict=True))
        if count
    ]


def _to_name(believed: BelievedReplay, colour: Colour) -> Iterator[ToName]:
    """What was told without its cards, and this player can name: the newest first."""
    state = believed.state
    unnamed = state.players[state.seat(colour)].development[UNIDENTIFIED]
    for step in reversed(believed.steps):
        entry = step.recorded.number
        match step.recorded.event:
            case BuyDevelopmentCard(player, None) if player == colour and unnamed > 0:
                unnamed -= 1
                yield {"what": "card_bought", "entry": entry, "among": _may_be_bought(state)}
            case Steal(player, victim, None) if victim and colour in (player, victim):
                if not _lately(state, step):
                    continue
                yield {"what": "card_stolen", "entry": entry, "by": player, "from": victim}
            case Discard(player, cards) if player == colour and cards[UNIDENTIFIED] and _lately(state, step):
                yield {"what": "cards_discarded", "entry": entry, "count": sum(cards)}


def _may_be_bought(state: State) -> list[DevelopmentCard]:
    left = pool.unseen(state.players)
    return [kind for n, kind in enumerate(DEVELOPMENT_CARDS) if left[n]]


def _lately(state: State, step: BelievedStep) -> bool:
    """Whether it was in this round: nobody remembers for longer which card it was."""
    return step.before.turn > state.turn - len(state.players)
