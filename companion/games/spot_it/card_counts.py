"""Card counts of the box, and the cards that each team takes for a game ("Mise en place")."""

from __future__ import annotations

from itertools import combinations
from typing import Final

from companion.games.spot_it.options import Colour, GameNumber
from companion.games.spot_it.state import MatchState

ISLAND_CARDS: Final = 19
HARBORS: Final = 6
TEAM_CARDS: Final = 16
SOLO_CARDS: Final = 8
"""The solo team's cards with five players, in games 1 to 3."""
EXCHANGED_CARDS: Final = 6
"""Cards that each team gives in game 3, in equal parts to the others."""
SOLO_EXCHANGED_CARDS: Final = 1


def team_card_count(state: MatchState, colour: Colour, game: GameNumber) -> int:
    """The number of cards that a team takes for a game, which also limits its cards on the island."""
    if game == 4:
        return 1
    return SOLO_CARDS if game <= 3 and colour == state.solo_team else TEAM_CARDS


def exchanges(state: MatchState) -> tuple[tuple[Colour, Colour, int], ...]:
    """The card exchanges before game 3, as (team, team, number of cards each gives)."""
    share = EXCHANGED_CARDS // (len(state.teams) - 1)
    return tuple(
        (
            one.colour,
            other.colour,
            SOLO_EXCHANGED_CARDS if state.solo_team in (one.colour, other.colour) else share,
        )
        for one, other in combinations(state.teams, 2)
    )
