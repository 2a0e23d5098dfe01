"""A house rule: a seven of the first rounds doesn't count and is rolled again (`Options.no_seven_rounds`)."""

from __future__ import annotations

from companion.games.base.rules.events import Roll
from companion.games.base.rules.state import State


def is_rolled_again(state: State, roll: Roll) -> bool:
    """Whether a roll that meets a state is a seven that doesn't count.

    Rounds are counted from the first roll of the game; one that is taken up has its first rounds behind it.
    """
    rounds, seats = state.options.no_seven_rounds, len(state.players)
    if not rounds or sum(roll.dice) != 7 or state.was_taken_up:
        return False
    if state.phase == "founding":
        return True
    seat, turn, on_turn = state.seat(roll.player), state.turn, state.active
    while on_turn != seat and turn <= rounds * seats:
        on_turn, turn = state.beside(on_turn, 1), turn + 1
    return turn <= rounds * seats
