"""Who has won."""

from __future__ import annotations

from companion.games.base.rules.state import State, evolve


def with_winner(state: State) -> State:
    """Victory only on the own turn, at once, also by what happened before it began."""
    if state.phase == "play" and state.points(state.active) >= state.options.points_to_win:
        return evolve(state, phase="over", winner=state.active)
    return state
