"""Players who leave or return: a resting seat takes no turn, but its pieces and cards remain."""

from __future__ import annotations

from companion.games.base.rules.effects.turns import pass_dice
from companion.games.base.rules.events import ComeBack, LeaveTable
from companion.games.base.rules.state import State, evolve, with_player


def leave_table(state: State, event: LeaveTable) -> State:
    """Rest the seat: it gets no cards, owes none and can't be robbed. An active player passes the dice."""
    seat = state.seat(event.player)
    owed = tuple(0 if n == seat else count for n, count in enumerate(state.discards_due))
    left = evolve(state, players=with_player(state, seat, resting=True), discards_due=owed)
    return pass_dice(left) if state.phase == "play" and state.active == seat else left


def return_to_table(state: State, event: ComeBack) -> State:
    """End the seat's rest; its pieces and cards are unchanged."""
    return evolve(state, players=with_player(state, state.seat(event.player), resting=False))
