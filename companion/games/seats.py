"""Who sits there: names, colours, and what tells a seat from the others however these are corrected."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

from companion.games.names import alike, as_name
from companion.games.shapes import EventError, an_object, list_of, one_of
from companion.i18n import sentence
from companion.island.pieces import COLOURS, PieceColour
from companion.observations import InputRefused


@dataclass(frozen=True)
class Seat:
    """Who sits there, with which pieces.

    Attributes:
        at_first: the colour that was said of this seat at first, where that was corrected since; None: this
            one. It tells the seat from the others, however its name, colour and place are corrected.
    """

    name: str
    colour: PieceColour
    at_first: PieceColour | None = None

    @property
    def id(self) -> PieceColour:
        """What tells the seat from the others of a game."""
        return self.at_first or self.colour


_COLOUR: Final = one_of(COLOURS, lambda value: sentence("no such colour: {value}", value=value))


def colour_from_json(value: object) -> PieceColour:
    """A player's colour.

    Raises:
        ShapeError: there is no such colour.
    """
    colour: PieceColour = _COLOUR(value)
    return colour


def seats_from_json(value: object, numbers: Collection[int], otherwise: str) -> tuple[Seat, ...]:
    """The seats in their order.

    Args:
        value: `{"name", "colour", "at_first"}` each; the name may be left out for the colour's.
        numbers: of players that a game can have.
        otherwise: what is said to any other number.

    Raises:
        EventError: they can't sit there, or two couldn't be told apart by colour.
    """
    seats = list_of(_seat, sentence("players must be a list, in seat order"))(value)
    if len(seats) not in numbers:
        raise EventError(otherwise)
    if len({seat.colour for seat in seats}) < len(seats):
        raise EventError(sentence("two players can't have the same colour"))
    known = [seat.at_first for seat in seats if seat.at_first is not None]
    if len(set(known)) < len(known):
        raise EventError(sentence("two seats can't have started as the same one"))
    return _told_apart(seats)


def seats_to_json(seats: Sequence[Seat]) -> list[dict[str, str]]:
    """What `seats_from_json` reads."""
    return [
        {"name": seat.name, "colour": seat.colour}
        | ({} if seat.at_first is None else {"at_first": seat.at_first})
        for seat in seats
    ]


def check_names(seats: Sequence[Seat]) -> None:
    """See to it that no two players are called the same.

    They couldn't be told apart, neither at the table nor in the evenings' history.

    Raises:
        InputRefused: two are.
    """
    names = [alike(seat.name) for seat in seats]
    for n, seat in enumerate(seats):
        if names[n] in names[:n]:
            raise InputRefused(
                sentence("Two players are called {name}: give one of them another name.", name=seat.name)
            )


def _seat(value: Any) -> Seat:
    said = an_object(
        value, sentence("write a player like this: {example}", example='{"name": ..., "colour": ...}')
    )
    colour = colour_from_json(said.get("colour"))
    name = as_name(said.get("name", colour))
    if name is None:
        raise EventError(sentence("a player's name has 1 to 40 letters"))
    at_first = said.get("at_first")
    return Seat(name, colour, None if at_first is None else colour_from_json(at_first))


def _told_apart(seats: tuple[Seat, ...]) -> tuple[Seat, ...]:
    """The seats, each with an id of its own: who joins late may have a colour that another had at first."""
    taken = {seat.at_first for seat in seats}
    found = []
    for seat in seats:
        if seat.at_first is None and seat.colour in taken:
            others = {other.id for other in seats}
            free = next(colour for colour in COLOURS if colour not in others | taken)
            taken.add(free)
            seat = replace(seat, at_first=free)
        found.append(seat if seat.at_first != seat.colour else replace(seat, at_first=None))
    return tuple(found)
