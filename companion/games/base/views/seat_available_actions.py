"""What a player may enter now from the own phone, by the rules and by what that player knows."""

from __future__ import annotations

from typing import Final

from companion.games.base.belief import Belief, pool
from companion.games.base.rules.cards import (
    DEVELOPMENT_CARDS,
    DEVELOPMENT_COST,
    NONE,
    RESOURCES,
    UNIDENTIFIED,
    VICTORY_POINT,
    DevelopmentCard,
    single,
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
from companion.games.base.views.available_actions import builds
from companion.games.base.views.hands import robbed_of_something
from companion.games.base.wire import Builds, SeatActions

_ABOUT_CARDS: Final = (
    RuleViolation.CANNOT_PAY
    | RuleViolation.PARTNER_CANNOT_PAY
    | RuleViolation.LIKE_FOR_LIKE
    | RuleViolation.GIFT
)
"""What is wrong only with the very cards of a trade."""
_NOWHERE: Final[Builds] = {"road": [], "settlement": [], "city": []}
_PLAYED: Final[tuple[DevelopmentCard, ...]] = DEVELOPMENT_CARDS[:VICTORY_POINT]


def seat_available_actions(state: State, belief: Belief, seat: int) -> SeatActions:
    """What a player may enter.

    Args:
        state: the game as the player knows it.
        belief: what that player can know of the hands.
        seat: the player's.

    Returns:
        "discard": how many cards are owed; "rob": colours, one of whom the player now robs; "robbed_by":
        the colour that may rob the player now, or None; "build": the sites for each kind of piece that the
        hand may pay for; "buy": the kinds that a card bought may be; "play": the kinds of cards that may be
        played; "reveal": how many victory point cards win; "trade": colours to
        trade with; "gifts": whether an offer may be one-sided; "maritime": the bank's rate for each
        resource, or None; "show_hand" and "end_turn".
    """
    playing = state.phase == "play"
    on_turn = playing and state.active == seat
    active, colour = (state.players[n].colour for n in (state.active, seat))
    robbable = robbed_of_something(state, belief) if playing else ()
    trades = trades_with(state, seat)
    return {
        "discard": state.owed[seat] if playing else 0,
        "rob": [state.players[n].colour for n in robbable] if on_turn else [],
        "robbed_by": active if seat in robbable else None,
        "build": builds(state, lambda cost: belief.pays(seat, cost) > 0) if on_turn else _NOWHERE,
        "buy": _may_buy(state, belief, seat),
        "play": _may_play(state, seat),
        "reveal": _may_reveal(state, seat),
        "trade": trades,
        "gifts": state.options.gifts,
        "maritime": _rates(state, seat) if on_turn and trades else None,
        "show_hand": playing,
        "end_turn": on_turn and not violations(state, EndTurn(colour)),
        "claim": on_turn and state.options.claim_victory,
    }


def trades_with(state: State, seat: int) -> list[Colour]:
    """The colours that a player may trade with: who is on turn with all others, those only with that one."""
    if state.phase != "play":
        return []
    active = state.players[state.active].colour
    others = [state.players[n].colour for n in state.playing if n != state.active]
    one, other = single(UNIDENTIFIED), single(UNIDENTIFIED)
    if not others or violations(state, DomesticTrade(active, others[0], one, other)) & ~_ABOUT_CARDS:
        return []
    if seat == state.active:
        return list(others)
    return [] if state.players[seat].resting else [active]


def _rates(state: State, seat: int) -> dict[str, int] | None:
    if state.land is None:
        return None
    return dict(zip(RESOURCES, state.land.rates(state.players[seat].buildings), strict=True))


def _may_buy(state: State, belief: Belief, seat: int) -> list[DevelopmentCard]:
    event = BuyDevelopmentCard(state.players[seat].colour)
    if violations(state, event) & ~RuleViolation.CANNOT_PAY or not belief.pays(seat, DEVELOPMENT_COST):
        return []
    left = pool.unseen(state.players)
    return [kind for n, kind in enumerate(DEVELOPMENT_CARDS) if left[n]]


def _may_play(state: State, seat: int) -> list[DevelopmentCard]:
    colour = state.players[seat].colour
    state = _own_turn(state, seat)
    return [kind for kind in _PLAYED if not violations(state, PlayDevelopmentCard(colour, kind, NONE, None))]


def _may_reveal(state: State, seat: int) -> int:
    """How many cards win: all known victory points, and of the unnamed cards as many as it takes."""
    player = state.players[seat]
    missing = state.options.points_to_win - state.public_points(seat)
    count = max(player.development[VICTORY_POINT], missing)
    event = RevealVictoryPoints(player.colour, count)
    return count if count > 0 and not violations(_own_turn(state, seat), event) else 0


def _own_turn(state: State, seat: int) -> State:
    """The player's turn, where the one before need only pass the dice: people do so without a word."""
    if state.phase != "play" or seat != state.following:
        return state
    passed = EndTurn(state.players[state.active].colour)
    return state if violations(state, passed) else apply(state, passed)
