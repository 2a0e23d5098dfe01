"""Any sequence of events, legal or not, leaves a valid belief."""

import random
from collections.abc import Callable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.games.base.belief import Belief
from companion.games.base.rules.cards import Cards, DevelopmentCard, Resource
from companion.games.base.rules.effects import apply
from companion.games.base.rules.events import (
    BuyDevelopmentCard,
    Discard,
    DomesticTrade,
    EndTurn,
    Event,
    GameStarted,
    LayoutSet,
    MaritimeTrade,
    MoveRobber,
    PlaceCity,
    PlaceRoad,
    PlaceSettlement,
    PlayDevelopmentCard,
    RevealVictoryPoints,
    Roll,
    ShowHand,
    Steal,
)
from companion.games.base.rules.options import Colour, Options
from companion.games.base.rules.state import State
from companion.games.seats import Seat
from companion.island.geometry import HEXES, INTERSECTIONS, PATHS
from companion.island.setups import first_game_layout

COLOURS: tuple[Colour, ...] = ("red", "blue", "white")
CARDS: tuple[DevelopmentCard, ...] = ("knight", "road_building", "year_of_plenty", "monopoly")
RESOURCES: tuple[Resource | None, ...] = ("lumber", "brick", "wool", "grain", "ore", None)


def some_cards(chance: random.Random) -> Cards:
    lumber, brick, wool, grain, ore, unidentified = (chance.choice((0, 0, 0, 1, 2)) for _ in range(6))
    return lumber, brick, wool, grain, ore, unidentified


def random_event(chance: random.Random) -> Event:
    """A random event of a random player, legal or not."""
    who, other = chance.choice(COLOURS), chance.choice(COLOURS)
    happens: tuple[Callable[[], Event], ...] = (
        lambda: Roll(who, (chance.randint(1, 6), chance.randint(1, 6))),
        lambda: Roll(who, (3, 4)),
        lambda: EndTurn(who),
        lambda: PlaceRoad(who, chance.choice(PATHS)),
        lambda: PlaceSettlement(who, chance.choice(INTERSECTIONS)),
        lambda: PlaceCity(who, chance.choice(INTERSECTIONS)),
        lambda: Discard(who, some_cards(chance)),
        lambda: MoveRobber(who, chance.choice(HEXES)),
        lambda: Steal(who, chance.choice((other, None)), chance.choice(RESOURCES)),
        lambda: DomesticTrade(who, other, some_cards(chance), some_cards(chance)),
        lambda: MaritimeTrade(who, some_cards(chance), some_cards(chance)),
        lambda: BuyDevelopmentCard(who),
        lambda: PlayDevelopmentCard(who, chance.choice(CARDS)),
        lambda: PlayDevelopmentCard(who, "monopoly", resource=chance.choice(RESOURCES)),
        lambda: RevealVictoryPoints(who, chance.randint(0, 3)),
        lambda: ShowHand(who, some_cards(chance)),
    )
    return chance.choice(happens)()


@pytest.mark.slow
@settings(max_examples=30, derandomize=True)
@given(st.integers(0, 10**6), st.booleans())
def test_any_events_leave_a_hypothesis_and_no_negative_hand(seed: int, promised: bool) -> None:
    chance = random.Random(seed)
    seats = tuple(Seat(colour, colour) for colour in COLOURS)
    state, belief = State(), Belief()
    recorded: list[Event] = [GameStarted(seats, Options(all_told=promised)), LayoutSet(first_game_layout())]
    for event in (*recorded, *(random_event(chance) for _ in range(60))):
        after = apply(state, event)
        belief = belief.update(state, event, after, inferred=chance.random() < 0.2)
        state = after
        assert len(belief.particles.weights) >= 1
        assert belief.particles.weights.sum() == pytest.approx(1)
        assert (belief.particles.cards >= 0).all()
    for seat in range(len(COLOURS)):
        assert 0 < belief.hand(seat).probability <= 1
        assert sum(belief.hidden_points(seat).values()) == pytest.approx(1)
        assert all(0 <= belief.p_can_play(seat, kind) <= 1 for kind in range(5))
