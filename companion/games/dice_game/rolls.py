"""Every throw of the resource dice."""

from __future__ import annotations

from typing import Final

from companion.games.dice_game.dice import FACES
from companion.games.dice_game.events import Event, Throw
from companion.games.dice_game.state import State
from companion.games.game_api import GameHistory
from companion.games.roll_list import Cell, RollList

_OF_A_THROW: Final = ("roll", "turn", "throw", "seconds", "player", "colour")


def rolls(history: GameHistory[State, Event]) -> RollList:
    """The throws of a story.

    Returns:
        For each: its number, that of its turn and that within the turn, seconds since the game began,
        who threw, and how many dice then showed each face, those that were set aside too.
    """
    rows: list[tuple[Cell, ...]] = []
    for step in history.steps:
        if not isinstance(step.event, Throw):
            continue
        colour, dice = step.event.player, step.event.dice
        names = {player.colour: player.name for player in step.after.players}
        seconds = round(step.recorded.t - history.steps[0].recorded.t)
        row = (len(rows) + 1, step.after.turn, step.after.throws, seconds, names.get(colour), colour)
        rows.append((*row, *(dice.count(face) for face in FACES)))
    return RollList((*_OF_A_THROW, *FACES), tuple(rows))
