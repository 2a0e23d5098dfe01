"""The scripted players of measured games: their policies, and how often they mishandle pieces."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from companion.sim.players import BUILDER, Policy


@dataclass(frozen=True)
class HandlingErrors:
    """The rates of actions at the table that no rule covers, each a share of 0 to 1.

    Attributes:
        take_back: pieces before which another piece is placed elsewhere and taken back.
        wrong_site: roads and settlements that are first put on a neighbouring site.
        city_beside: cities that are put next to the settlement before they replace it.
        nudge: pieces that are pushed a little later.
        early_throw: turns ending with a piece whose dice are passed and thrown before the piece is placed.
        rest: pieces over which the hand rests.
        knock: turns in which somebody knocks the camera or the board.
    """

    take_back: float = 0.0
    wrong_site: float = 0.0
    city_beside: float = 0.0
    nudge: float = 0.0
    early_throw: float = 0.0
    rest: float = 0.0
    knock: float = 0.0


CAREFUL: Final = HandlingErrors()
CLUMSY: Final = HandlingErrors(
    take_back=0.08, wrong_site=0.08, city_beside=0.3, nudge=0.2, early_throw=0.15, rest=0.1, knock=0.05
)

POLICIES: Final[Mapping[str, Policy]] = {
    "builder": BUILDER,
    "trader": Policy(offers=0.95, cards_offered=2, bank=28.0),
    "knight": Policy(card=110.0, knight=120.0, idle_knight=115.0, offers=0.2),
    "racer": Policy(road=90.0, race=85.0, card=15.0),
    "cautious": Policy(offers=0.0, idle_knight=-1.0, card=45.0, race=2.0),
    "random": Policy(chance=60.0),
    "clumsy": BUILDER,
}
HANDLING_ERRORS: Final[Mapping[str, HandlingErrors]] = {"clumsy": CLUMSY}
"""By policy; players of the other policies are careful."""
