"""Recolouring events: replace each player colour in an event by another."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import fields, replace
from typing import Any, Final, TypeVar

from companion.games.base.rules.events import Event
from companion.games.base.rules.fields import GivenCounts, PlacedPiece, Side
from companion.games.base.rules.options import COLOURS, Colour

ColourMapping = Callable[[Colour], Colour]
"""Maps each old colour to the new one."""

E = TypeVar("E", bound=Event)


def recolour(event: E, new_colour: ColourMapping) -> E:
    """The event with every colour replaced, except the seats of `GameStarted`."""
    changes = {
        f.name: recoloured
        for f in fields(event)
        if (recolour_field := _RECOLOUR_BY_TYPE.get(str(f.type))) is not None
        and (recoloured := recolour_field(value := getattr(event, f.name), new_colour)) != value
    }
    return replace(event, **changes) if changes else event


def colours_of(event: Event) -> frozenset[Colour]:
    """The colours that an event mentions."""
    found: set[Colour] = set()

    def record(colour: Colour) -> Colour:
        found.add(colour)
        return colour

    recolour(event, record)
    return frozenset(found)


def _recolour_side(side: Side, new_colour: ColourMapping) -> Side:
    return replace(side, colour=new_colour(side.colour))


def _recolour_counts(given: GivenCounts, new_colour: ColourMapping) -> GivenCounts:
    counts = {new_colour(colour): count for colour, count in given}
    return tuple((colour, counts[colour]) for colour in COLOURS if colour in counts)


def _recolour_pieces(pieces: tuple[PlacedPiece, ...], new_colour: ColourMapping) -> tuple[PlacedPiece, ...]:
    return tuple(replace(piece, colour=new_colour(piece.colour)) for piece in pieces)


def _optional(recolour_value: Callable[[Any, ColourMapping], Any]) -> Callable[[Any, ColourMapping], Any]:
    return lambda value, new_colour: None if value is None else recolour_value(value, new_colour)


def _recolour_colour(colour: Colour, new_colour: ColourMapping) -> Colour:
    return new_colour(colour)


# By the annotation of an event's field.
_RECOLOUR_BY_TYPE: Final[Mapping[str, Callable[[Any, ColourMapping], Any]]] = {
    "Colour": _recolour_colour,
    "Colour | None": _optional(_recolour_colour),
    "tuple[Side, ...]": lambda sides, new_colour: tuple(_recolour_side(side, new_colour) for side in sides),
    "tuple[PlacedPiece, ...] | None": _optional(_recolour_pieces),
    "GivenCounts | None": _optional(_recolour_counts),
}
