"""List the actions that a player may enter on a phone, by the rules and the player's own knowledge."""

from __future__ import annotations

from typing import Final

from companion.games.base.api_types import Builds, SeatActions
from companion.games.base.belief import Belief, pool
from companion.games.base.rules.cards import (
    DEVELOPMENT_CARDS,
    DEVELOPMENT_COST,
    NO_CARDS,
    RESOURCES,
    UNIDENTIFIED_KIND,
    VICTORY_POINT,
    DevelopmentCard,
    cards_of_kind,
)
from companion.games.base.rules.effects import apply
from companion.games.base.rules.events import (
    BuyDevelopmentCard,
    DomesticTrade,
    EndTurn,
    PlayDevelopmentCard,
    RevealVictoryPoints,
)
from companion.games.base.rules.legality import RuleViolation, violations
from companion.games.base.rules.options import Colour
from companion.games.base.rules.state import State
from companion.games.base.views.available_actions import build_sites
from companion.games.base.views.hands import robbable_seats_with_cards

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
        "end_turn": on_turn and not violations(state, EndTurn(colour)),
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
    if not others or violations(state, DomesticTrade(active, others[0], one, other)) & ~_CARD_VIOLATIONS:
        return []
    if seat == state.active:
        return list(others)
    return [] if state.players[seat].resting else [active]


def _bank_rates(state: State, seat: int) -> dict[str, int] | None:
    if state.land is None:
        return None
    return dict(zip(RESOURCES, state.land.rates(state.players[seat].buildings), strict=True))


def _buyable_kinds(state: State, belief: Belief, seat: int) -> list[DevelopmentCard]:
    event = BuyDevelopmentCard(state.players[seat].colour)
    if violations(state, event) & ~RuleViolation.CANNOT_PAY or not belief.p_can_afford(
        seat, DEVELOPMENT_COST
    ):
        return []
    left = pool.unseen_cards(state.players)
    return [kind for n, kind in enumerate(DEVELOPMENT_CARDS) if left[n]]


def _playable_kinds(state: State, seat: int) -> list[DevelopmentCard]:
    colour = state.players[seat].colour
    state = _own_turn(state, seat)
    return [
        kind
        for kind in _PLAYABLE_CARDS
        if not violations(state, PlayDevelopmentCard(colour, kind, NO_CARDS, None))
    ]


def _winning_card_count(state: State, seat: int) -> int:
    """Return how many revealed cards win: the known victory points, plus unidentified cards if needed."""
    player = state.players[seat]
    missing = state.options.points_to_win - state.public_points(seat)
    count = max(player.development[VICTORY_POINT], missing)
    event = RevealVictoryPoints(player.colour, count)
    return count if count > 0 and not violations(_own_turn(state, seat), event) else 0


def _own_turn(state: State, seat: int) -> State:
    """Return the state with the previous turn ended, if only that is missing.

    Many players do not report the end of their turn.
    """
    if state.phase != "play" or seat != state.next_seat:
        return state
    passed = EndTurn(state.players[state.active].colour)
    return state if violations(state, passed) else apply(state, passed)
