"""Players' seats: names, colours, and an id that survives corrections of both."""

from __future__ import annotations

import unicodedata
from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

from companion.games import schema
from companion.i18n import sentence
from companion.island.geometry import COLOURS, PieceColour
from companion.observations import InputRefused

# Names of people, as any keyboard may type them.


MAX_NAME_LENGTH: Final = 40
"""Maximum code points of a name: a family in one emoji has seven."""

_JOINERS: Final = frozenset("\u200c\u200d")
"""Zero-width characters: they join emoji into one, and join or separate letters of some scripts."""
_DIRECTION_MARKS: Final = frozenset(
    "\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069"
)
"""Invisible signs that keyboards and copied texts add; one could turn around the text after a name."""
_BYTE_ORDER_MARK: Final = "\ufeff"
_TAGS: Final = frozenset(map(chr, range(0xE0020, 0xE0080)))
"""Invisible letters that turn a black flag emoji into a country's flag."""


def parse_name(value: object) -> str | None:
    """Return a name for display, in Unicode's composed form (NFC).

    Every kind of space becomes a plain one, and the ends are trimmed. Direction marks and byte order marks
    are dropped.

    Returns:
        The name; None where the value is no displayable text of 1 to `MAX_NAME_LENGTH` code points.
    """
    if not isinstance(value, str):
        return None
    name = "".join(
        " " if unicodedata.category(sign) == "Zs" else sign
        for sign in value
        if sign not in _DIRECTION_MARKS and sign != _BYTE_ORDER_MARK
    )
    name = unicodedata.normalize("NFC", name)
    name = name.strip(" " + "".join(_JOINERS))
    shown = "".join(sign for sign in name if sign not in _JOINERS and sign not in _TAGS)
    return name if shown.strip() and shown.isprintable() and len(name) <= MAX_NAME_LENGTH else None


def normalize_name(name: str) -> str:
    """Return the key of a name: equal for names that look alike."""
    shown = "".join(sign for sign in unicodedata.normalize("NFC", name) if sign not in _JOINERS)
    return unicodedata.normalize("NFC", shown.strip().casefold())


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


_COLOUR: Final = schema.choice_of(COLOURS, lambda value: sentence("no such colour: {value}", value=value))


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
    seats = schema.list_of(_seat, sentence("players must be a list, in seat order"))(value)
    if len(seats) not in player_counts:
        raise schema.EventError(error)
    if len({seat.colour for seat in seats}) < len(seats):
        raise schema.EventError(sentence("two players can't have the same colour"))
    known = [seat.at_first for seat in seats if seat.at_first is not None]
    if len(set(known)) < len(known):
        raise schema.EventError(sentence("two seats can't have started as the same one"))
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
    members = schema.require_object(
        value, sentence("write a player like this: {example}", example='{"name": ..., "colour": ...}')
    )
    colour = colour_from_json(members.get("colour"))
    name = parse_name(members.get("name", colour))
    if name is None:
        raise schema.EventError(sentence("a player's name has 1 to 40 letters"))
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


# The first player, decided by dice: the highest sum begins, and players who tie roll again.


Rounds = tuple[tuple[tuple[PieceColour, int], ...], ...]
"""The rolls for the first player: for each round, each roller's sum of two dice by seat id."""


def highest_rollers(sums: Sequence[int | None]) -> tuple[int, ...]:
    """Return the seats with the highest sum of two dice (base-game-2025, page 5, "Qui Commence ?").

    A single seat begins. If several tie, only these roll again: then pass None for the others.

    Args:
        sums: each seat's sum; None for a seat that doesn't roll in this round.

    Raises:
        ValueError: nobody rolled.
    """
    rolled = [total for total in sums if total is not None]
    if not rolled:
        raise ValueError(sentence("someone must roll the dice to decide who begins"))
    return tuple(seat for seat, total in enumerate(sums) if total == max(rolled))


def rotate_to_first_player(seats: tuple[Seat, ...], rounds: Rounds) -> tuple[Seat, ...]:
    """Return the seats in their order, beginning with the seat that won the rolls.

    Raises:
        InputRefused: a tie isn't resolved yet, or a seat rolled that shouldn't have.
    """
    throwing = frozenset(seat.id for seat in seats)
    for thrown in rounds:
        if len(throwing) == 1 or frozenset(colour for colour, _ in thrown) != throwing:
            raise InputRefused(
                sentence("Who begins: everyone rolls once, then the players with the highest sum roll again.")
            )
        sums = dict(thrown)
        highest = highest_rollers([sums.get(seat.id) for seat in seats])
        throwing = frozenset(seats[n].id for n in highest)
    if len(throwing) > 1:
        raise InputRefused(sentence("Who begins: the players with the highest sum roll again."))
    first = next(n for n, seat in enumerate(seats) if seat.id in throwing)
    return (*seats[first:], *seats[:first])


def rounds_from_json(value: object) -> Rounds:
    """Parse the rounds, each an object of sums by seat: `[{"red": 9, "blue": 9}, {"red": 6, "blue": 3}]`.

    Raises:
        ShapeError: they can't be such rounds.
    """
    rounds: Rounds = _ROUNDS(value)
    return rounds


def rounds_to_json(rounds: Rounds) -> list[dict[str, int]]:
    """Return the JSON form that `rounds_from_json` parses."""
    return [dict(thrown) for thrown in rounds]


def order_seats(seats: tuple[Seat, ...], thrown: object) -> tuple[tuple[Seat, ...], Rounds | None]:
    """Return the seats with the first player in front, and the rounds parsed from a new game's data, if any.

    Raises:
        ShapeError, InputRefused: the rounds are malformed or don't decide who begins.
    """
    rounds = None if thrown is None else rounds_from_json(thrown)
    return (rotate_to_first_player(seats, rounds), rounds) if rounds else (seats, None)


_ROUNDS: Final = schema.list_of(
    schema.counts_by_name(
        COLOURS,
        colour_from_json,
        schema.whole_number(2, 12, sentence("the sum of two dice is a whole number from 2 to 12")),
        sentence(
            "a first-player round is an object, for example {example}", example='{"red": 7, "blue": 11}'
        ),
    ),
    sentence("the rolls for who begins must be a list with one item for each round"),
)
