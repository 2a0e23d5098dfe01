"""What is in the box, and what of it each team takes for a game ("Mise en place" of each game)."""

from __future__ import annotations

from itertools import combinations
from typing import Final

from companion.games.spot_it.options import Colour, GameNumber
from companion.games.spot_it.state import State

ISLAND_CARDS: Final = 19
HARBORS: Final = 6
TEAM_CARDS: Final = 16
SOLO_CARDS: Final = 8
"""With five players, in games 1 to 3."""
GIVEN_AWAY: Final = 6
"""By each team in game 3, among the others in equal parts."""
GIVEN_BY_SOLO: Final = 1


def cards(state: State, colour: Colour, game: GameNumber) -> int:
    """How many cards a team takes for a game; as many of its own colour lie on the island at most."""
    if game == 4:
        return 1
    return SOLO_CARDS if game <= 3 and colour == state.solo else TEAM_CARDS


def exchanges(state: State) -> tuple[tuple[Colour, Colour, int], ...]:
    """Who gives whom how many cards before game 3, and takes as many back."""
    share = GIVEN_AWAY // (len(state.teams) - 1)
    return tuple(
        (one.colour, other.colour, GIVEN_BY_SOLO if state.solo in (one.colour, other.colour) else share)
        for one, other in combinations(state.teams, 2)
    )
