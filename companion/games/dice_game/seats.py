"""The seats of a dice game: two to four players with distinct colours and names."""

from __future__ import annotations

from companion.games import seats
from companion.games.dice_game.options import PLAYER_COUNTS
from companion.games.seats import Seat
from companion.i18n import sentence
from companion.island.pieces import PieceColour

Colour = PieceColour


def seats_from_json(value: object) -> tuple[Seat, ...]:
    """Parse the seats in their order.

    Raises:
        EventError, InputRefused: too few or too many players, or two with the same colour or name.
    """
    seated = seats.seats_from_json(value, PLAYER_COUNTS, sentence("the dice game is for two to four players"))
    seats.check_distinct_names(seated)
    return seated
