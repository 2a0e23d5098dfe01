"""The additional view of one player: the player's hand and development cards, as JSON.

It is computed from the log as redacted for that player (`companion.games.base.views.table_views`).
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from companion.games.base.api_types import Builds, OwnDevelopmentCards, OwnHand, SeatActions, SeatView, ToName
from companion.games.base.belief import Belief, uncertain_hands
from companion.games.base.belief.believed_replay import BelievedReplay, BelievedStep
from companion.games.base.rules import events
from companion.games.base.rules.cards import (
    DEVELOPMENT_CARDS,
    DEVELOPMENT_COST,
    NO_CARDS,
    RESOURCES,
    UNIDENTIFIED_KIND,
    VICTORY_POINT,
    DevelopmentCard,
    Resource,
    cards_of_kind,
    cards_to_json,
)
from companion.games.base.rules.effects import apply
from companion.games.base.rules.legality import RuleViolation, violations
from companion.games.base.rules.options import Colour
from companion.games.base.rules.state import Player, State
from companion.games.base.views.available_actions import build_sites
from companion.games.base.views.hands import LIKELY_P, MIN_SHOWN_P, is_hand_certain, robbable_seats_with_cards

# List the actions that a player may enter on a phone, by the rules and the player's own knowledge.


_CARD_VIOLATIONS: Final = (
    RuleViolation.CANNOT_PAY
    | RuleViolation.PARTNER_CANNOT_PAY
    | RuleViolation.LIKE_FOR_LIKE
    | RuleViolation.GIFT
)
"""Violations that depend only on the cards of a trade."""
_NO_SITES: Final[Builds] = {"road": [], "settlement": [], "city": []}
_PLAYABLE_CARDS: Final[tuple[DevelopmentCard, ...]] = DEVELOPMENT_CARDS[:VICTORY_POINT]


def seat_available_actions(state: State, belief: Belief, seat: int) -> SeatActions:
    """Return the actions that a player may enter.

    Args:
        state: the game as the player knows it.
        belief: the belief about the hands with the player's knowledge.
        seat: the player's seat.

    Returns:
        "discard": the number of cards due; "rob": the colours that the player may rob now; "robbed_by": the
        colour that may rob the player now, or None; "build": the sites for each kind of piece that the hand
        may pay for; "buy": the possible kinds of a bought card; "play": the kinds of cards that may be
        played; "reveal": the number of victory point cards that win; "trade": the colours to trade with;
        "gifts": whether an offer may be one-sided; "maritime": the bank's rate for each resource, or None;
        "show_hand" and "end_turn": booleans.
    """
    playing = state.phase == "play"
    on_turn = playing and state.active == seat
    active, colour = (state.players[n].colour for n in (state.active, seat))
    robbable = robbable_seats_with_cards(state, belief) if playing else ()
    trades = trade_partners(state, seat)
    return {
        "discard": state.discards_due[seat] if playing else 0,
        "rob": [state.players[n].colour for n in robbable] if on_turn else [],
        "robbed_by": active if seat in robbable else None,
        "build": build_sites(state, lambda cost: belief.p_can_afford(seat, cost) > 0)
        if on_turn
        else _NO_SITES,
        "buy": _buyable_kinds(state, belief, seat),
        "play": _playable_kinds(state, seat),
        "reveal": _winning_card_count(state, seat),
        "trade": trades,
        "gifts": state.options.gifts,
        "maritime": _bank_rates(state, seat) if on_turn and trades else None,
        "show_hand": playing,
        "end_turn": on_turn and not violations(state, events.EndTurn(colour)),
        "claim": on_turn and state.options.claim_victory,
    }


def trade_partners(state: State, seat: int) -> list[Colour]:
    """Return the colours that a player may trade with.

    The active player may trade with all others, and they only with the active player.
    """
    if state.phase != "play":
        return []
    active = state.players[state.active].colour
    others = [state.players[n].colour for n in state.seats_in_play if n != state.active]
    one, other = cards_of_kind(UNIDENTIFIED_KIND), cards_of_kind(UNIDENTIFIED_KIND)
    if (
        not others
        or violations(state, events.DomesticTrade(active, others[0], one, other)) & ~_CARD_VIOLATIONS
    ):
        return []
    if seat == state.active:
        return list(others)
    return [] if state.players[seat].resting else [active]


def _bank_rates(state: State, seat: int) -> dict[str, int] | None:
    if state.land is None:
        return None
    return dict(zip(RESOURCES, state.land.rates(state.players[seat].buildings), strict=True))


def _buyable_kinds(state: State, belief: Belief, seat: int) -> list[DevelopmentCard]:
    event = events.BuyDevelopmentCard(state.players[seat].colour)
    if violations(state, event) & ~RuleViolation.CANNOT_PAY or not belief.p_can_afford(
        seat, DEVELOPMENT_COST
    ):
        return []
    left = uncertain_hands.unseen_cards(state.players)
    return [kind for n, kind in enumerate(DEVELOPMENT_CARDS) if left[n]]


def _playable_kinds(state: State, seat: int) -> list[DevelopmentCard]:
    colour = state.players[seat].colour
    state = _own_turn(state, seat)
    return [
        kind
        for kind in _PLAYABLE_CARDS
        if not violations(state, events.PlayDevelopmentCard(colour, kind, NO_CARDS, None))
    ]


def _winning_card_count(state: State, seat: int) -> int:
    """Return how many revealed cards win: the known victory points, plus unidentified cards if needed."""
    player = state.players[seat]
    missing = state.options.points_to_win - state.public_points(seat)
    count = max(player.development[VICTORY_POINT], missing)
    event = events.RevealVictoryPoints(player.colour, count)
    return count if count > 0 and not violations(_own_turn(state, seat), event) else 0


def _own_turn(state: State, seat: int) -> State:
    """Return the state with the previous turn ended, if only that is missing.

    Many players do not report the end of their turn.
    """
    if state.phase != "play" or seat != state.next_seat:
        return state
    passed = events.EndTurn(state.players[state.active].colour)
    return state if violations(state, passed) else apply(state, passed)


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
            case events.BuyDevelopmentCard(player, None) if player == colour and unnamed > 0:
                unnamed -= 1
                yield {"what": "card_bought", "entry": entry, "among": _possible_purchases(state)}
            case events.Steal(player, victim, None) if victim and colour in (player, victim):
                if not _is_in_this_round(state, step):
                    continue
                yield {"what": "card_stolen", "entry": entry, "by": player, "from": victim}
            case events.Discard(player, cards) if (
                player == colour and cards[UNIDENTIFIED_KIND] and _is_in_this_round(state, step)
            ):
                yield {"what": "cards_discarded", "entry": entry, "count": sum(cards)}


def _possible_purchases(state: State) -> list[DevelopmentCard]:
    left = uncertain_hands.unseen_cards(state.players)
    return [kind for n, kind in enumerate(DEVELOPMENT_CARDS) if left[n]]


def _is_in_this_round(state: State, step: BelievedStep) -> bool:
    """Return whether the step is in this round; players forget older cards."""
    return step.state_before.turn > state.turn - len(state.players)
