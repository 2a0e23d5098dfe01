"""The throws of the resource dice as a table."""

from __future__ import annotations

from typing import Final

from companion.games.dice_game.dice import FACES
from companion.games.dice_game.events import Event, Throw
from companion.games.dice_game.state import DiceGameState
from companion.games.game_api import GameHistory
from companion.games.roll_list import Cell, RollList

_THROW_COLUMNS: Final = ("roll", "turn", "throw", "seconds", "player", "colour")


def rolls(history: GameHistory[DiceGameState, Event]) -> RollList:
    """Return the throws of a game.

    Returns:
        One row for each throw: its number, the turn, its number within the turn, seconds since the game
            began, the player, and the count of each face, including dice that were set aside.
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
    return RollList((*_THROW_COLUMNS, *FACES), tuple(rows))
