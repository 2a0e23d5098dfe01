"""Players' seats: names, colours, and an id that survives corrections of both."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

from companion.games.names import normalize_name, parse_name
from companion.games.schema import EventError, choice_of, list_of, require_object
from companion.i18n import sentence
from companion.island.pieces import COLOURS, PieceColour
from companion.observations import InputRefused


@dataclass(frozen=True)
class Seat:
    """A player's seat.

    Attributes:
        at_first: the colour first recorded for this seat, where that was corrected since; None: `colour`. It
            identifies the seat even when its name, colour and place are corrected.
    """

    name: str
    colour: PieceColour
    at_first: PieceColour | None = None

    @property
    def id(self) -> PieceColour:
        """The seat's identity within a game."""
        return self.at_first or self.colour


_COLOUR: Final = choice_of(COLOURS, lambda value: sentence("no such colour: {value}", value=value))


def colour_from_json(value: object) -> PieceColour:
    """Parse a player's colour.

    Raises:
        ShapeError: there is no such colour.
    """
    colour: PieceColour = _COLOUR(value)
    return colour


def seats_from_json(value: object, player_counts: Collection[int], error: str) -> tuple[Seat, ...]:
    """Parse the seats in their order.

    Args:
        value: `{"name", "colour", "at_first"}` each; the name defaults to the colour's.
        player_counts: the permitted numbers of players.
        error: the message for any other number.

    Raises:
        EventError: they can't be seats, or two have the same colour.
    """
    seats = list_of(_seat, sentence("players must be a list, in seat order"))(value)
    if len(seats) not in player_counts:
        raise EventError(error)
    if len({seat.colour for seat in seats}) < len(seats):
        raise EventError(sentence("two players can't have the same colour"))
    known = [seat.at_first for seat in seats if seat.at_first is not None]
    if len(set(known)) < len(known):
        raise EventError(sentence("two seats can't have started as the same one"))
    return _assign_ids(seats)


def seats_to_json(seats: Sequence[Seat]) -> list[dict[str, str]]:
    """Return the JSON form that `seats_from_json` parses."""
    return [
        {"name": seat.name, "colour": seat.colour}
        | ({} if seat.at_first is None else {"at_first": seat.at_first})
        for seat in seats
    ]


def check_distinct_names(seats: Sequence[Seat]) -> None:
    """Check that no two players have the same name: they would be confused at the table and in the archive.

    Raises:
        InputRefused: two have.
    """
    names = [normalize_name(seat.name) for seat in seats]
    for n, seat in enumerate(seats):
        if names[n] in names[:n]:
            raise InputRefused(
                sentence("Two players are called {name}: give one of them another name.", name=seat.name)
            )


def _seat(value: Any) -> Seat:
    members = require_object(
        value, sentence("write a player like this: {example}", example='{"name": ..., "colour": ...}')
    )
    colour = colour_from_json(members.get("colour"))
    name = parse_name(members.get("name", colour))
    if name is None:
        raise EventError(sentence("a player's name has 1 to 40 letters"))
    at_first = members.get("at_first")
    return Seat(name, colour, None if at_first is None else colour_from_json(at_first))


def _assign_ids(seats: tuple[Seat, ...]) -> tuple[Seat, ...]:
    """Return the seats with distinct ids: a late player may have a colour that another seat had at first."""
    taken = {seat.at_first for seat in seats}
    result = []
    for seat in seats:
        if seat.at_first is None and seat.colour in taken:
            others = {other.id for other in seats}
            free = next(colour for colour in COLOURS if colour not in others | taken)
            taken.add(free)
            seat = replace(seat, at_first=free)
        result.append(seat if seat.at_first != seat.colour else replace(seat, at_first=None))
    return tuple(result)
