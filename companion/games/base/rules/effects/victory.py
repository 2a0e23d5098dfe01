"""Victory: by points in one's own turn, by claim, or at an early end."""

from __future__ import annotations

from companion.games.base.rules.events import ClaimVictory, EndGame
from companion.games.base.rules.state import State, evolve


def decide_winner(state: State, *, declared: bool = False) -> State:
    """End the game if the active player has enough points, including points gained before the turn.

    By a house rule a victory must be `declared`; revealing victory points declares it. After an end by
    agreement or by time, cards revealed later still count.
    """
    if state.ended is not None:
        return _decide_by_points(state)
    if state.options.claim_victory and not declared:
        return state
    if state.phase == "play" and state.points(state.active) >= state.options.points_to_win:
        return evolve(state, phase="over", winner=state.active)
    return state


def claim_victory(state: State, event: ClaimVictory) -> State:
    """The active player wins if the public points and the possible face-down points suffice."""
    seat = state.seat(event.player)
    if state.phase != "play" or seat != state.active or not state.may_have_won(seat):
        return state
    return evolve(state, phase="over", winner=seat)


def end_game(state: State, event: EndGame) -> State:
    """End the game before a player has enough points."""
    return _decide_by_points(evolve(state, phase="over", ended=event.because, winner=None))


def _decide_by_points(state: State) -> State:
    """Set the winner by public points; None if several tie for the most."""
    first, *others = state.winners
    return evolve(state, winner=None if others else first)
