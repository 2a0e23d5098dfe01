"""Effects of events on the state, legal or not: the table records what players really did.

`apply` is total: it returns a state for every event about a seated player. Callers check legality
before that, with `companion.games.base.rules.legality`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, Final

from companion.games.base.rules.effects.building import (
    place_city,
    place_road,
    place_settlement,
    take_starting_resources,
)
from companion.games.base.rules.effects.development import (
    buy_development_card,
    play_development_card,
    reveal_victory_points,
)
from companion.games.base.rules.effects.hand_bounds import cap_hands_at_supply, floor_hands_at_zero
from companion.games.base.rules.effects.leaving import leave_table, return_to_table
from companion.games.base.rules.effects.production import take_instead
from companion.games.base.rules.effects.robbing import discard, move_robber, steal
from companion.games.base.rules.effects.taking_up import take_up
from companion.games.base.rules.effects.trading import domestic_trade, maritime_trade, show_hand
from companion.games.base.rules.effects.turns import (
    end_turn,
    first_player_chosen,
    game_started,
    layout_entered,
    layout_set,
    roll,
    unseen_roll,
)
from companion.games.base.rules.effects.victory import claim_victory, decide_winner, end_game
from companion.games.base.rules.events import (
    BuyDevelopmentCard,
    ClaimVictory,
    ComeBack,
    Discard,
    DomesticTrade,
    EndGame,
    EndTurn,
    Event,
    FirstPlayerChosen,
    GameStarted,
    LayoutEntered,
    LayoutSet,
    LeaveTable,
    MaritimeTrade,
    MoveRobber,
    PlaceCity,
    PlaceRoad,
    PlaceSettlement,
    PlayDevelopmentCard,
    RevealVictoryPoints,
    Roll,
    ShowHand,
    Steal,
    TakeInstead,
    TakeStartingResources,
    TakeUp,
    UnseenRoll,
)
from companion.games.base.rules.state import State


def apply(state: State, event: Event) -> State:
    """The state after an event.

    Raises:
        ValueError: the event is about a player who isn't at the table, or needs an island
            before one is laid.
    """
    kind = type(event)
    after = _EFFECTS[kind](state, event)
    if kind in _PAYING_EVENTS:
        after = floor_hands_at_zero(after)
    if kind in _RECEIVING_EVENTS:
        after = cap_hands_at_supply(after)
    return decide_winner(after, declared=kind is RevealVictoryPoints) if kind in _SCORING_EVENTS else after


def fold(events: Iterable[Event], state: State | None = None) -> State:
    """The state after all events, starting from a state or from an empty table."""
    now = State() if state is None else state
    for event in events:
        now = apply(now, event)
    return now


# Each function takes its own kind of event, which the type of a mapping can't express.
_EFFECTS: Final[Mapping[type, Callable[[State, Any], State]]] = {
    GameStarted: game_started,
    LayoutSet: layout_set,
    LayoutEntered: layout_entered,
    FirstPlayerChosen: first_player_chosen,
    PlaceRoad: place_road,
    PlaceSettlement: place_settlement,
    PlaceCity: place_city,
    TakeStartingResources: take_starting_resources,
    Roll: roll,
    TakeInstead: take_instead,
    UnseenRoll: unseen_roll,
    Discard: discard,
    MoveRobber: move_robber,
    Steal: steal,
    DomesticTrade: domestic_trade,
    MaritimeTrade: maritime_trade,
    BuyDevelopmentCard: buy_development_card,
    PlayDevelopmentCard: play_development_card,
    RevealVictoryPoints: reveal_victory_points,
    ClaimVictory: claim_victory,
    EndGame: end_game,
    LeaveTable: leave_table,
    ComeBack: return_to_table,
    ShowHand: show_hand,
    TakeUp: take_up,
    EndTurn: end_turn,
}

_PAYING_EVENTS: Final = frozenset(
    {
        PlaceRoad,
        PlaceSettlement,
        PlaceCity,
        Discard,
        Steal,
        BuyDevelopmentCard,
        PlayDevelopmentCard,
        TakeInstead,
    }
)

_RECEIVING_EVENTS: Final = frozenset(
    {
        TakeStartingResources,
        Roll,
        UnseenRoll,
        TakeInstead,
        Steal,
        DomesticTrade,
        MaritimeTrade,
        PlayDevelopmentCard,
        ShowHand,
        TakeUp,
    }
)

_SCORING_EVENTS: Final = frozenset(
    {
        PlaceRoad,
        PlaceSettlement,
        PlaceCity,
        BuyDevelopmentCard,
        PlayDevelopmentCard,
        RevealVictoryPoints,
        EndTurn,
        LeaveTable,
        Roll,
        FirstPlayerChosen,
        TakeStartingResources,
        TakeUp,
        LayoutSet,
    }
)
"""Events that change points or the active player."""
