"""House rule: a seven in the first rounds is void and rolled again (`Options.no_seven_rounds`)."""

from __future__ import annotations

from companion.games.base.rules.events import Roll
from companion.games.base.rules.state import State


def is_rolled_again(state: State, roll: Roll) -> bool:
    """Return whether a roll in a state is a seven that doesn't count.

    Rounds count from the game's first roll. A game joined in progress is past its first rounds.
    """
    rounds, seats = state.options.no_seven_rounds, len(state.players)
    if not rounds or sum(roll.dice) != 7 or state.was_taken_up:
        return False
    if state.phase == "founding":
        return True
    seat, turn, active = state.seat(roll.player), state.turn, state.active
    while active != seat and turn <= rounds * seats:
        active, turn = state.adjacent_seat(active, 1), turn + 1
    return turn <= rounds * seats
