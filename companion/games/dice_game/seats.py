"""Who sits at a dice game: two to four players, told apart by colour and by name."""

from __future__ import annotations

from companion.games import seats
from companion.games.dice_game.options import PLAYERS
from companion.games.seats import Seat
from companion.i18n import sentence
from companion.island.pieces import PieceColour

Colour = PieceColour


def seats_from_json(value: object) -> tuple[Seat, ...]:
    """The seats in their order.

    Raises:
        EventError, InputRefused: too few or too many for the dice game, or two that can't be told apart.
    """
    seated = seats.seats_from_json(value, PLAYERS, sentence("the dice game is for two to four players"))
    seats.check_names(seated)
    return seated
