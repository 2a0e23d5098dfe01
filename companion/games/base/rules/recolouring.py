"""An event said of other players: each colour in it is another's."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import fields, replace
from typing import Any, Final, TypeVar

from companion.games.base.rules.events import Event
from companion.games.base.rules.fields import Given, Placed, Side
from companion.games.base.rules.options import COLOURS, Colour

Naming = Callable[[Colour], Colour]
"""The colour that stands for another from now on."""

E = TypeVar("E", bound=Event)


def recoloured(event: E, named: Naming) -> E:
    """The event with every colour in it named anew; who sits down is another matter."""
    changes = {
        f.name: again
        for f in fields(event)
        if (rename := _BY_TYPE.get(str(f.type))) is not None
        and (again := rename(value := getattr(event, f.name), named)) != value
    }
    return replace(event, **changes) if changes else event


def colours_of(event: Event) -> frozenset[Colour]:
    """The colours that an event is about."""
    found: set[Colour] = set()

    def noted(colour: Colour) -> Colour:
        found.add(colour)
        return colour

    recoloured(event, noted)
    return frozenset(found)


def _side(side: Side, named: Naming) -> Side:
    return replace(side, colour=named(side.colour))


def _given(given: Given, named: Naming) -> Given:
    counts = {named(colour): count for colour, count in given}
    return tuple((colour, counts[colour]) for colour in COLOURS if colour in counts)


def _pieces(pieces: tuple[Placed, ...], named: Naming) -> tuple[Placed, ...]:
    return tuple(replace(piece, colour=named(piece.colour)) for piece in pieces)


def _if_any(rename: Callable[[Any, Naming], Any]) -> Callable[[Any, Naming], Any]:
    return lambda value, named: None if value is None else rename(value, named)


def _colour(colour: Colour, named: Naming) -> Colour:
    return named(colour)


# By the annotation of a field, which names what it holds.
_BY_TYPE: Final[Mapping[str, Callable[[Any, Naming], Any]]] = {
    "Colour": _colour,
    "Colour | None": _if_any(_colour),
    "tuple[Side, ...]": lambda sides, named: tuple(_side(side, named) for side in sides),
    "tuple[Placed, ...] | None": _if_any(_pieces),
    "Given | None": _if_any(_given),
}
