"""The players' names: whoever sits there is told apart by them."""

from __future__ import annotations

from companion.games.base.events import GameStarted
from companion.observations import InputRefused
from companion.words import sentence


def check_names(started: GameStarted) -> None:
    """See to it that no two players are called the same.

    They couldn't be told apart, neither at the table nor in the evenings' history.

    Raises:
        InputRefused: two are.
    """
    names = [seat.name.strip().casefold() for seat in started.players]
    for n, seat in enumerate(started.players):
        if names[n] in names[:n]:
            raise InputRefused(
                sentence("Two players are called {name}: give one another name.", name=seat.name)
            )
