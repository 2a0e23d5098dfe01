"""A player leaves, or comes back: the seat rests, its pieces and its cards stay."""

from __future__ import annotations

from companion.games.base.rules.effects.turns import passed_on
from companion.games.base.rules.events import ComeBack, LeaveTable
from companion.games.base.rules.state import State, evolve, with_player


def leave_table(state: State, event: LeaveTable) -> State:
    """The seat takes nothing, owes nothing and isn't robbed; was it its turn, the next player has it."""
    seat = state.seat(event.player)
    owed = tuple(0 if n == seat else count for n, count in enumerate(state.owed))
    left = evolve(state, players=with_player(state, seat, resting=True), owed=owed)
    return passed_on(left) if state.phase == "play" and state.active == seat else left


def come_back(state: State, event: ComeBack) -> State:
    """The player takes part again, with all that had stayed."""
    return evolve(state, players=with_player(state, state.seat(event.player), resting=False))
