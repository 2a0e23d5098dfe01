"""Who sits there: names, colours, and what tells a seat from the others however these are corrected."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from companion.errors import CompanionError
from companion.games.dice_game.options import PLAYERS
from companion.island.pieces import COLOURS, PieceColour
from companion.words import sentence

Colour = PieceColour


class EventError(CompanionError, ValueError):
    """A description of an event that can't be one."""


@dataclass(frozen=True)
class Seat:
    """Who sits there.

    Attributes:
        at_first: the colour that was said of this seat at first, where that was corrected since; None: this
            one.
    """

    name: str
    colour: Colour
    at_first: Colour | None = None

    @property
    def id(self) -> Colour:
        """What tells the seat from the others of a game."""
        return self.at_first or self.colour


def colour_from_json(value: object) -> Colour:
    """A player's colour.

    Raises:
        EventError: there is no such colour.
    """
    for colour in COLOURS:
        if value == colour:
            return colour
    raise EventError(f"no such colour: {str(value)[:40]}")


def seats_from_json(value: object) -> tuple[Seat, ...]:
    """The seats in their order.

    Raises:
        EventError: too few or too many for the dice game, or two that can't be told apart.
    """
    if not isinstance(value, list | tuple):
        raise EventError("players are given as a list, in seat order")
    seats = [_seat(entry) for entry in value]
    if len(seats) not in PLAYERS:
        raise EventError(sentence("the dice game is for two to four players"))
    if len({seat.colour for seat in seats}) < len(seats):
        raise EventError(sentence("two players can't have the same colour"))
    names = [seat.name.casefold() for seat in seats]
    for n, seat in enumerate(seats):
        if names[n] in names[:n]:
            raise EventError(
                sentence("Two players are called {name}: give one another name.", name=seat.name)
            )
    return _told_apart(seats)


def seats_to_json(seats: tuple[Seat, ...]) -> list[dict[str, str]]:
    """What `seats_from_json` reads."""
    return [
        {"name": seat.name, "colour": seat.colour}
        | ({} if seat.at_first is None else {"at_first": seat.at_first})
        for seat in seats
    ]


def _seat(value: Any) -> Seat:
    if not isinstance(value, Mapping):
        raise EventError('a player is given as {"name": ..., "colour": ...}')
    colour = colour_from_json(value.get("colour"))
    name = value.get("name", colour)
    if not isinstance(name, str) or not 1 <= len(name.strip()) <= 40 or not name.isprintable():
        raise EventError(sentence("a player's name has 1 to 40 letters"))
    at_first = value.get("at_first")
    return Seat(name.strip(), colour, None if at_first is None else colour_from_json(at_first))


def _told_apart(seats: list[Seat]) -> tuple[Seat, ...]:
    """The seats, each with an id of its own: who joins late may have a colour that another had at first."""
    known = [seat.at_first for seat in seats if seat.at_first is not None]
    if len(set(known)) < len(known):
        raise EventError("two seats can't have been the same at first")
    for n, seat in enumerate(seats):
        if seat.at_first is None and seat.colour in known:
            ids = {other.id for other in seats}
            free = next(colour for colour in COLOURS if colour not in ids)
            seats[n] = replace(seat, at_first=free)
        elif seat.at_first == seat.colour:
            seats[n] = replace(seat, at_first=None)
    return tuple(seats)
