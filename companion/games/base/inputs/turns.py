"""The turn as it is kept without being told: who does what only the player on turn does has got the dice."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from companion.games.base.belief.believed_replay import BelievedReplay
from companion.games.base.rules.cards import DEVELOPMENT_INDEX
from companion.games.base.rules.effects import apply
from companion.games.base.rules.events import (
    ClaimVictory,
    EndTurn,
    Event,
    PlayDevelopmentCard,
    RevealVictoryPoints,
    Roll,
    UnseenRoll,
)
from companion.games.base.rules.legality import RuleViolation, violations
from companion.games.base.rules.options import Colour
from companion.games.base.rules.state import State
from companion.games.game_api import Interpretation

_BEFORE_THE_ROLL: Final = (PlayDevelopmentCard, RevealVictoryPoints, ClaimVictory)
"""What may be done before the dice are thrown."""
HELD_BY_NOBODY_P: Final = 0.02
"""A card that is held with less probability than this is none of that player's."""


def who_plays(believed: BelievedReplay, event: PlayDevelopmentCard) -> Colour:
    """Whose card was played, where nobody said it: the player's on turn, or the next one's before the roll,
    if the one on turn can hold no such card and nothing of this turn is left to be done.
    """
    state, belief = believed.state, believed.belief
    if state.phase != "play" or not state.rolled or state.robber_due or state.robbery_due:
        return event.player
    kind = DEVELOPMENT_INDEX[event.card]
    following = state.following
    played = bool(violations(state, event) & RuleViolation.CARD_ALREADY_PLAYED)
    holds = 0.0 if played else belief.plays(state.active, kind)
    passed = holds < HELD_BY_NOBODY_P < belief.plays(following, kind)
    return state.players[following].colour if passed else event.player


def with_turn(state: State, telling: Interpretation[Event]) -> Interpretation[Event]:
    """What was entered, after the passing of the dice where it says that they were passed.

    The next player plays a card, or wins, before the roll; or somebody throws or passes the dice who had
    not got them: so the turns before that one are over.
    """
    if state.phase != "play" or telling.corrections or not telling.events:
        return telling
    event = telling.events[0]
    passed: list[Event] = []
    if isinstance(event, Roll | UnseenRoll | EndTurn):
        passed = _passed_to(state, state.seat(event.player))
    elif (
        isinstance(event, _BEFORE_THE_ROLL)
        and state.rolled
        and violations(state, event) & RuleViolation.NOT_ON_TURN
    ):
        passed = [EndTurn(state.players[state.active].colour)]
        if violations(apply(state, passed[0]), event) & RuleViolation.NOT_ON_TURN:
            return telling
    inferred = frozenset({*range(len(passed)), *(n + len(passed) for n in telling.inferred)})
    return replace(telling, events=(*passed, *telling.events), inferred=inferred) if passed else telling


def _passed_to(state: State, seat: int) -> list[Event]:
    """How the dice come to a seat; to nobody further once somebody has won."""
    passed: list[Event] = []
    while state.phase == "play" and state.active != seat and not state.players[seat].resting:
        passed.append(EndTurn(state.players[state.active].colour))
        state = apply(state, passed[-1])
    return passed
