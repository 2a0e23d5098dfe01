"""The roll list: every roll with the cards that it produced."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from companion.games.base.rules.cards import RESOURCES, Cards
from companion.games.base.rules.events import Roll, TakeInstead
from companion.games.base.summary.moments import Moment
from companion.games.base.summary.production import blocked_cards
from companion.games.roll_list import Cell, RollList

_ROLL_COLUMNS: Final = ("roll", "turn", "seconds", "player", "colour", "die_1", "die_2", "sum", "robber_kept")


def build_roll_list(moments: Sequence[Moment]) -> RollList:
    """The rolls of a game.

    Args:
        moments: of the game, in order.

    Returns:
        For each roll: its number, its turn, seconds since the game began, the player and the dice, and the
        number of cards that the robber blocked. For each player in seat order: the number of cards taken
        of each resource, limited by the bank or as corrected by players.
    """
    players = moments[-1].after.players if moments else ()
    takes = (f"{player.colour}_{resource}" for player in players for resource in RESOURCES)
    roll_moments: list[tuple[Moment, tuple[Cards, ...]]] = []
    for moment in moments:
        if isinstance(moment.event, Roll):
            roll_moments.append((moment, moment.after.production))
        elif isinstance(moment.event, TakeInstead) and roll_moments:
            roll_moments[-1] = (roll_moments[-1][0], moment.after.production)
    return RollList(
        (*_ROLL_COLUMNS, *takes),
        tuple(tuple(_row(n, moment, took, moments[0].t)) for n, (moment, took) in enumerate(roll_moments, 1)),
    )


def _row(number: int, moment: Moment, took: tuple[Cards, ...], began: float) -> Iterator[Cell]:
    assert isinstance(moment.event, Roll)
    names = {player.colour: player.name for player in moment.after.players}
    colour = moment.event.player
    yield from (number, moment.after.turn, round(moment.t - began), names.get(colour), colour)
    dice = moment.event.dice
    # Players may have entered the sum alone.
    yield from dice if len(dice) == 2 else (None, None)
    yield sum(dice)
    yield blocked_cards(moment.before, sum(dice))
    for cards in took:
        # The production of a roll has no unidentified cards, the last count.
        yield from cards[: len(RESOURCES)]
