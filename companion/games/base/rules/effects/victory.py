"""Who has won."""

from __future__ import annotations

from companion.games.base.rules.events import ClaimVictory, EndGame
from companion.games.base.rules.state import State, evolve


def with_winner(state: State, *, said: bool = False) -> State:
    """Victory only on the own turn, at once, also by what happened before it began.

    Where by a house rule it is claimed, only if that was just `said`; who turns up victory points says it.
    After an end by agreement or by time, cards that are turned up still count.
    """
    if state.ended is not None:
        return _by_points(state)
    if state.options.claim_victory and not said:
        return state
    if state.phase == "play" and state.points(state.active) >= state.options.points_to_win:
        return evolve(state, phase="over", winner=state.active)
    return state


def claim_victory(state: State, event: ClaimVictory) -> State:
    """Who is on turn has won, if what lies there and what may lie face down is enough for it."""
    seat = state.seat(event.player)
    if state.phase != "play" or seat != state.active or not state.may_have_won(seat):
        return state
    return evolve(state, phase="over", winner=seat)


def end_game(state: State, event: EndGame) -> State:
    """The game is over before somebody had enough points."""
    return _by_points(evolve(state, phase="over", ended=event.because, winner=None))


def _by_points(state: State) -> State:
    """The one with most points that everybody sees has won; none alone where several have as many."""
    first, *others = state.winners
    return evolve(state, winner=None if others else first)
