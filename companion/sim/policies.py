"""How scripted players differ: what they want from a game, and how they handle things at the table."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True)
class HandlingErrors:
    """How often a player's hand does at the table what the rules know nothing of.

    Attributes:
        take_back: of the pieces put down, those before which another stood elsewhere for a while, and was
            taken back.
        wrong_site: of the roads and settlements put down, those that first stood beside their site.
        city_beside: of the cities, those put down beside the settlement before they take its place.
        nudge: of the pieces put down, those that are pushed a little later.
        early_throw: of the turns that end with a piece, those whose dice are passed and thrown before it
            stands.
        rest: of the pieces put down, those over which the hand stays.
        knock: of the turns, those in which somebody knocks the camera or the board.
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


@dataclass(frozen=True)
class Policy:
    """What a scripted player wants: how much each thing is worth, the most is done.

    Attributes:
        city, settlement: worth of building one.
        road: of a road towards a place to settle.
        race: of a road towards the longest road.
        card: of buying a development card.
        knight: of playing a knight while the robber stands at an own building.
        idle_knight: of playing one all the same.
        waits: share of the turns in which a card that may be played is kept until the dice are thrown.
        bank: of a bank trade that makes something buildable.
        offers: share of the decisions at which a trade is offered, if one would help.
        generous: cards given for one.
        chance: what chance adds to everything, at most.
        handling_errors: how the player handles things.
    """

    city: float = 100.0
    settlement: float = 80.0
    road: float = 40.0
    race: float = 12.0
    card: float = 30.0
    knight: float = 60.0
    idle_knight: float = 20.0
    waits: float = 0.5
    bank: float = 25.0
    offers: float = 0.35
    generous: int = 1
    chance: float = 0.5
    handling_errors: HandlingErrors = CAREFUL


BUILDER: Final = Policy()
POLICIES: Final[Mapping[str, Policy]] = {
    "builder": BUILDER,
    "trader": Policy(offers=0.95, generous=2, bank=28.0),
    "knight": Policy(card=110.0, knight=120.0, idle_knight=115.0, offers=0.2),
    "racer": Policy(road=90.0, race=85.0, card=15.0),
    "cautious": Policy(offers=0.0, idle_knight=-1.0, card=45.0, race=2.0),
    "random": Policy(chance=60.0),
    "clumsy": Policy(handling_errors=CLUMSY),
}
