"""Who sits there was told wrongly: other names, colours, places or options, and what follows for the story.

A seat keeps its id (`Seat.id`), whatever else of it is corrected. What was told since goes with it:

- what the camera saw on the board keeps the colour that it saw, as long as somebody plays that;
- what the player on turn did, and nobody's own phone told, was done by whoever was on turn then: in
  another order that may be somebody else;
- all else is about the player at the seat, in whichever colour.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from companion.games import reseating
from companion.games.base.belief.believed_replay import BaseHistory, BaseRecordedEvent
from companion.games.base.rules.effects import apply
from companion.games.base.rules.events import (
    BuyDevelopmentCard,
    ClaimVictory,
    DomesticTrade,
    EndTurn,
    Event,
    GameStarted,
    MaritimeTrade,
    MoveRobber,
    PlaceCity,
    PlaceRoad,
    PlaceSettlement,
    PlayDevelopmentCard,
    RevealVictoryPoints,
    Roll,
    Steal,
    TakeStartingResources,
    TakeUp,
)
from companion.games.base.rules.options import Colour
from companion.games.base.rules.recolouring import colours_of, recoloured
from companion.games.base.rules.state import State
from companion.games.game_api import PHONE, Reattribute, Replace
from companion.games.reseating import Seating

Reseating = Replace[Event] | Reattribute[Event]

_ON_THE_BOARD: Final = (PlaceRoad, PlaceSettlement, PlaceCity, TakeStartingResources)
_PAYMENTS: Final = (BuyDevelopmentCard, DomesticTrade, MaritimeTrade)
"""What is inferred where pieces that were seen have to be paid."""
_OF_THE_TURN: Final = (
    Roll,
    EndTurn,
    MoveRobber,
    Steal,
    PlayDevelopmentCard,
    RevealVictoryPoints,
    ClaimVictory,
    BuyDevelopmentCard,
    DomesticTrade,
    MaritimeTrade,
)


def reseated(history: BaseHistory, recorded: BaseRecordedEvent, event: GameStarted) -> tuple[Reseating, ...]:
    """The corrections by which a game starts otherwise.

    Args:
        history: so far.
        recorded: that tells how it started.
        event: how it started in truth.

    Raises:
        InputRefused: a player is taken out of whom something is told.
    """
    started = recorded.event
    assert isinstance(started, GameStarted)
    seating = Seating(started.players, event.players)
    return reseating.reseated(history, recorded, event, seating, State(), apply, said_anew)


def said_anew(recorded: BaseRecordedEvent, before: State, after: State, seating: Seating) -> Event:
    """What a recorded event tells, once others sit there.

    Args:
        before, after: the states that it meets, as it was told and as it is told from now on.
    """
    event = recorded.event
    seen = recorded.certainty < 1
    if seen and isinstance(event, (*_ON_THE_BOARD, *_PAYMENTS)):
        return recoloured(event, seating.seen)
    if seen and isinstance(event, TakeUp):
        said = recoloured(replace(event, pieces=None), seating.player)
        return replace(said, pieces=recoloured(event, seating.seen).pieces)
    if isinstance(event, _OF_THE_TURN) and not recorded.source.startswith(PHONE):
        was, acts = _on_turn(before), _on_turn(after)
        if event.player == was:
            player = event.player
            others = colours_of(event) - {player}
            # Nobody trades with themselves, whoever was on turn.
            if acts not in {seating.player(other) for other in others}:
                return recoloured(event, lambda colour: acts if colour == player else seating.player(colour))
    return recoloured(event, seating.player)


def _on_turn(state: State) -> Colour:
    """Who does what only the player on turn does: the first roll ends the founding, however far that got."""
    return state.players[state.first if state.phase == "founding" else state.active].colour
