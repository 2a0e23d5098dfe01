"""Every roll with the cards that were taken for it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from companion.games.base.rules.cards import RESOURCES, Cards
from companion.games.base.rules.events import Roll, TakeInstead
from companion.games.base.summary.moments import Moment
from companion.games.base.summary.production import kept_back
from companion.games.roll_list import Cell, RollList

_OF_A_ROLL: Final = ("roll", "turn", "seconds", "player", "colour", "die_1", "die_2", "sum", "robber_kept")


def rolls(told: Sequence[Moment]) -> RollList:
    """The rolls of a story.

    Returns:
        For each: its number and that of its turn, seconds since the game began, who rolled what,
        how many cards the robber kept back; and for each player, by colour in seat order, how many cards of
        each resource were taken, as the bank could pay them, or as people said.
    """
    players = told[-1].after.players if told else ()
    takes = (f"{player.colour}_{resource}" for player in players for resource in RESOURCES)
    rolled: list[tuple[Moment, tuple[Cards, ...]]] = []
    for moment in told:
        if isinstance(moment.event, Roll):
            rolled.append((moment, moment.after.takes))
        elif isinstance(moment.event, TakeInstead) and rolled:
            rolled[-1] = (rolled[-1][0], moment.after.takes)
    return RollList(
        (*_OF_A_ROLL, *takes),
        tuple(tuple(_row(n, moment, took, told[0].t)) for n, (moment, took) in enumerate(rolled, 1)),
    )


def _row(number: int, moment: Moment, took: tuple[Cards, ...], began: float) -> Iterator[Cell]:
    assert isinstance(moment.event, Roll)
    names = {player.colour: player.name for player in moment.after.players}
    colour = moment.event.player
    yield from (number, moment.after.turn, round(moment.t - began), names.get(colour), colour)
    dice = moment.event.dice
    # Of both faces, people may have said the sum alone.
    yield from dice if len(dice) == 2 else (None, None)
    yield sum(dice)
    yield kept_back(moment.before, sum(dice))
    for cards in took:
        # The last place is for cards that nobody has named: of a roll every card is known.
        yield from cards[: len(RESOURCES)]
