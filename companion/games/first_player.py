"""The first player, decided by dice: the highest sum begins, and players who tie roll again."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from companion.games.schema import counts_by_name, list_of, whole_number
from companion.games.seats import Seat, colour_from_json
from companion.i18n import sentence
from companion.island.pieces import COLOURS, PieceColour
from companion.observations import InputRefused

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


_ROUNDS: Final = list_of(
    counts_by_name(
        COLOURS,
        colour_from_json,
        whole_number(2, 12, sentence("the sum of two dice is a whole number from 2 to 12")),
        sentence(
            "a first-player round is an object, for example {example}", example='{"red": 7, "blue": 11}'
        ),
    ),
    sentence("the rolls for who begins must be a list with one item for each round"),
)
