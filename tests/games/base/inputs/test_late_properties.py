"""Any input at any moment of any game is recorded once."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from functools import cache

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.games.base.belief.believed_replay import BelievedReplay, BelievedReplayCache
from companion.games.base.game import BaseGame
from companion.games.base.inputs.placement_question import place_event
from companion.games.base.rules.cards import DEVELOPMENT_CARDS, RESOURCES, cards_of_kind
from companion.games.base.rules.events import (
    BuyDevelopmentCard,
    Discard,
    DomesticTrade,
    Event,
    GameStarted,
    LayoutSet,
    MaritimeTrade,
    MoveRobber,
    PlaceCity,
    PlaceRoad,
    PlaceSettlement,
    PlayDevelopmentCard,
    Steal,
)
from companion.games.base.rules.legality import RuleViolation, violations
from companion.games.base.rules.options import Options
from companion.games.base.rules.sites import indices
from companion.games.base.rules.state import State
from companion.games.game_api import GameHistory, Insert, Interpretation, Replace
from companion.games.replay import RecordedEvent, replay_events
from companion.games.seats import Seat
from companion.island.geometry import HEXES, INTERSECTIONS, PATHS
from companion.sim.world import SimulatedGame, shuffled_island

SEATS = (Seat("Ana", "red"), Seat("Ben", "blue"), Seat("Cyr", "white"))
SLIP = (
    RuleViolation.NOT_ON_TURN
    | RuleViolation.NOT_ROLLED
    | RuleViolation.CARD_BOUGHT_THIS_TURN
    | RuleViolation.CARD_ALREADY_PLAYED
    | RuleViolation.TRADE_AFTER_BUILDING
)
DUE_ACTIONS = (
    RuleViolation.DISCARDS_DUE
    | RuleViolation.ROBBER_DUE
    | RuleViolation.STEAL_DUE
    | RuleViolation.FREE_ROADS_DUE
)
NO_CARDS = (
    RuleViolation.CANNOT_PAY
    | RuleViolation.PARTNER_CANNOT_PAY
    | RuleViolation.CARD_NOT_HELD
    | RuleViolation.VICTIM_LACKS
)
TURNS = 20


@cache
def game_of(seed: int, all_told: bool) -> BelievedReplay:
    """Play a game in which every action is entered, until victory or for a number of turns."""
    rng = random.Random(seed)
    layout = shuffled_island(rng)
    world = SimulatedGame(layout, SEATS, rng)
    events = (GameStarted(SEATS, Options(all_told=all_told)), LayoutSet(layout), *world.play(TURNS))
    recorded_events = tuple(RecordedEvent(n, event, float(n), "tablet") for n, event in enumerate(events, 1))
    return BelievedReplayCache().get(GameHistory(replay_events(BaseGame(), recorded_events)))


def any_act(state: State, chance: random.Random) -> Event:
    """A random action of a random player, with or without the dice and the cards for it."""
    seat = chance.randrange(len(state.players))
    player = state.players[seat]
    partner = chance.choice([other.colour for other in state.players if other is not player])
    one, other = chance.sample(range(5), 2)
    settlements = [INTERSECTIONS[n] for n in indices(player.settlements)] or list(INTERSECTIONS)
    acts: list[Callable[[], Event]] = [
        lambda: PlaceRoad(player.colour, chance.choice(PATHS)),
        lambda: PlaceSettlement(player.colour, chance.choice(INTERSECTIONS)),
        lambda: PlaceCity(player.colour, chance.choice(settlements)),
        lambda: MoveRobber(player.colour, chance.choice(HEXES)),
        lambda: Steal(player.colour, partner, chance.choice([None, *RESOURCES])),
        lambda: BuyDevelopmentCard(player.colour, chance.choice([None, *DEVELOPMENT_CARDS])),
        lambda: MaritimeTrade(
            player.colour, cards_of_kind(one, chance.choice([2, 3, 4])), cards_of_kind(other)
        ),
        lambda: DomesticTrade(player.colour, partner, cards_of_kind(one), cards_of_kind(other)),
        lambda: Discard(player.colour, cards_of_kind(one, chance.randint(1, 4))),
        lambda: PlayDevelopmentCard(player.colour, chance.choice(DEVELOPMENT_CARDS[:4])),
    ]
    return chance.choice(acts)()


def mirrored_trade(event: Event) -> Event:
    """Return a trade as seen from the other side."""
    if isinstance(event, DomesticTrade):
        return DomesticTrade(event.partner, event.player, event.take, event.give)
    return event


def events_with(believed: BelievedReplay, telling: Interpretation[Event]) -> list[Event]:
    """The events after an interpretation, without the turn ends that it infers."""
    lines = {step.record.number: [step.record.event] for step in believed.steps}
    for correction in telling.corrections:
        if isinstance(correction, Insert):
            lines[correction.before].insert(-1, correction.event)
        elif isinstance(correction, Replace):
            lines[correction.number][-1:] = [] if correction.event is None else [correction.event]
    new = [event for n, event in enumerate(telling.events) if n not in telling.inferred]
    return [*(event for events in lines.values() for event in events), *new]


@st.composite
def moments(draw: st.DrawFn) -> tuple[BelievedReplay, random.Random]:
    """A moment in a game, and a random generator."""
    game = game_of(draw(st.integers(0, 5)), draw(st.booleans()))
    length = draw(st.integers(2 + 4 * len(SEATS), len(game.steps) - 1))
    moment = replace(game, replay=replace(game.replay, steps=game.replay.steps[:length]))
    return moment, random.Random(draw(st.integers(0, 1 << 32)))


@pytest.mark.slow
@settings(max_examples=150, derandomize=True)
@given(moment=moments(), named=st.booleans())
def test_every_action_is_recorded_once_and_nothing_else_changes(
    moment: tuple[BelievedReplay, random.Random], named: bool
) -> None:
    believed, chance = moment
    act = any_act(believed.state, chance)
    after = events_with(believed, place_event(believed, act, named=named))
    events = [step.record.event for step in believed.steps]
    (new,) = (Counter(after) - Counter(events)).elements()
    gone = [*(Counter(events) - Counter(after)).elements()]
    # The latest act about a robber or a theft replaces the one just before it.
    assert not gone or (isinstance(act, MoveRobber | Steal) and [type(each) for each in gone] == [type(act)])
    if named:
        assert new in (act, mirrored_trade(act))
    else:
        # Of a player before, at most.
        assert type(new) is type(act)


@settings(max_examples=150, derandomize=True)
@given(moment=moments())
def test_an_affordable_action_changes_no_earlier_hand_of_the_active_player(
    moment: tuple[BelievedReplay, random.Random],
) -> None:
    """An action of another player is put in that player's last turn only if it was possible there."""
    believed, chance = moment
    state = believed.state
    acts = [any_act(state, chance) for _ in range(40)]
    for act in acts:
        wrong = violations(state, act)
        if wrong & ~(SLIP | DUE_ACTIONS) or isinstance(act, MoveRobber | Steal | Discard):
            continue
        for correction in place_event(believed, act, named=True).corrections:
            assert isinstance(correction, Insert)
            before = believed.steps[correction.before - 1].state_before
            if not wrong & RuleViolation.NOT_ON_TURN:
                assert before.turn == state.turn
            assert not violations(before, correction.event) & ~DUE_ACTIONS & ~wrong


@settings(max_examples=150, derandomize=True)
@given(moment=moments())
def test_nothing_is_inserted_where_certain_hands_forbid_it(
    moment: tuple[BelievedReplay, random.Random],
) -> None:
    believed, chance = moment
    for correction in place_event(believed, any_act(believed.state, chance), named=True).corrections:
        if isinstance(correction, Replace):
            # The entry corrects the latest robber or theft, or a line moves.
            assert correction.event is None or isinstance(correction.event, Steal | MoveRobber)
            continue
        assert isinstance(correction, Insert)
        step = believed.steps[correction.before - 1]
        belief = believed.steps[correction.before - 2].belief
        if all(belief.hand(seat).certain and belief.has_no_secret_cards(seat) for seat in range(len(SEATS))):
            assert not violations(step.state_before, correction.event) & NO_CARDS
