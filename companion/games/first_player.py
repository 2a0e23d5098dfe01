"""Who begins, where the dice say so: the highest sum of two dice, and those who tie throw again."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from companion.games.seats import Seat, colour_from_json
from companion.games.shapes import by_name, list_of, whole_number
from companion.i18n import sentence
from companion.island.pieces import COLOURS, PieceColour
from companion.observations import InputRefused

Rounds = tuple[tuple[tuple[PieceColour, int], ...], ...]
"""What was thrown for who begins: round by round, the sum of each seat that threw, by the seat's id."""


def who_begins(sums: Sequence[int | None]) -> tuple[int, ...]:
    """The seats with the highest sum of two dice (base-game-2025, page 5, "Qui Commence ?").

    One seat begins; several throw again, the others not: then pass None for those others.

    Args:
        sums: what each seat threw; None for one that doesn't throw (again).

    Raises:
        ValueError: nobody threw.
    """
    thrown = [total for total in sums if total is not None]
    if not thrown:
        raise ValueError(sentence("someone must roll the dice to decide who begins"))
    return tuple(seat for seat, total in enumerate(sums) if total == max(thrown))


def first_player_first(seats: tuple[Seat, ...], rounds: Rounds) -> tuple[Seat, ...]:
    """The seats in their order, from the one on that begins by what was thrown.

    Raises:
        InputRefused: somebody has still to throw, or threw who had not to.
    """
    throwing = frozenset(seat.id for seat in seats)
    for thrown in rounds:
        if len(throwing) == 1 or frozenset(colour for colour, _ in thrown) != throwing:
            raise InputRefused(
                sentence("Who begins: everyone rolls once, then the players with the highest sum roll again.")
            )
        sums = dict(thrown)
        highest = who_begins([sums.get(seat.id) for seat in seats])
        throwing = frozenset(seats[n].id for n in highest)
    if len(throwing) > 1:
        raise InputRefused(sentence("Who begins: the players with the highest sum roll again."))
    first = next(n for n, seat in enumerate(seats) if seat.id in throwing)
    return (*seats[first:], *seats[:first])


def rounds_from_json(value: object) -> Rounds:
    """The rounds, each an object of sums by seat: `[{"red": 9, "blue": 9}, {"red": 6, "blue": 3}]`.

    Raises:
        ShapeError: they can't be such rounds.
    """
    rounds: Rounds = _ROUNDS(value)
    return rounds


def rounds_to_json(rounds: Rounds) -> list[dict[str, int]]:
    """What `rounds_from_json` reads."""
    return [dict(thrown) for thrown in rounds]


def opened(seats: tuple[Seat, ...], thrown: object) -> tuple[tuple[Seat, ...], Rounds | None]:
    """The seats of a game, the first player first, and the rounds that a game's description tells, if any.

    Raises:
        ShapeError, InputRefused: what it says that was thrown doesn't say who begins.
    """
    rounds = None if thrown is None else rounds_from_json(thrown)
    return (first_player_first(seats, rounds), rounds) if rounds else (seats, None)


_ROUNDS: Final = list_of(
    by_name(
        COLOURS,
        colour_from_json,
        whole_number(2, 12, sentence("the sum of two dice is a whole number from 2 to 12")),
        sentence(
            "a first-player round is an object, for example {example}", example='{"red": 7, "blue": 11}'
        ),
    ),
    sentence("the rolls for who begins must be a list with one item for each round"),
)
