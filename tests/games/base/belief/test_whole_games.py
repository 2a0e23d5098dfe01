"""Whole games of an independent engine: the beliefs about hands match the true hands."""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

import pytest

from companion.games.base.belief import Belief
from companion.games.base.rules.effects import apply
from companion.games.base.rules.events import Event, GameStarted, Steal
from companion.games.base.rules.options import Options
from companion.games.base.rules.oracle import Oracle
from companion.games.base.rules.state import State
from companion.games.base.views.table_views import public_view

NAMES = [f"g{n}" for n in (1000, 1003, 1005, 1007, 1011, 1016, 1019, 1023, 1030, 1034, 1041, 1050)]


def with_options(opening: Event, options: Options) -> Event:
    """Replace the options in the opening event."""
    return GameStarted(opening.players, options) if isinstance(opening, GameStarted) else opening


def replay_beliefs(game: Mapping[str, Any], options: Options) -> Iterator[tuple[State, Belief]]:
    """Yield the state and the belief after every event; test_oracle compares the state with the engine's."""
    oracle = Oracle.from_json(game)
    state, belief = State(), Belief()
    for event in [with_options(event, options) for event in oracle.opening()]:
        after = apply(state, event)
        belief, state = belief.update(state, event, after), after
    for theirs in oracle.events:
        for event in oracle.translate_event(state, theirs):
            after = apply(state, event)
            belief, state = belief.update(state, event, after), after
            yield state, belief


@pytest.mark.parametrize("name", NAMES)
def test_with_everything_reported_by_promise_every_hand_is_certain_and_true(
    whole_games: Mapping[str, Any], name: str
) -> None:
    for state, belief in replay_beliefs(whole_games[name], Options(all_told=True)):
        for seat, player in enumerate(state.players):
            hand = belief.hand(seat)
            assert (hand.cards, hand.certain) == (player.hand, True)
    assert not belief.contradictions


def hide_stolen_card(event: Event) -> Event:
    """Replace a theft by one whose card nobody named."""
    return replace(event, resource=None) if isinstance(event, Steal) else event


@pytest.mark.parametrize("name", NAMES)
def test_with_hidden_thefts_the_true_hands_keep_weight(whole_games: Mapping[str, Any], name: str) -> None:
    """Warnings are errors here, so no weight is divided by zero. Resampling may drop unlikely hands."""
    oracle = Oracle.from_json(whole_games[name])
    true, state, belief = State(), State(), Belief()
    missed = hands = 0
    opening = [with_options(event, Options(all_told=True)) for event in oracle.opening()]
    for theirs in [None, *oracle.events]:
        for event in opening if theirs is None else oracle.translate_event(true, theirs):
            true, known = apply(true, event), hide_stolen_card(event)
            after = apply(state, known)
            belief, state = belief.update(state, known, after), after
        assert belief.particles.weights.min() > 0
        assert belief.particles.weights.sum() == pytest.approx(1)
        for seat, player in enumerate(true.players):
            held = belief.particles.holds_mask(seat, player.hand)
            p_true = belief.particles.weights[held & (belief.particles.hand_sizes(seat) == sum(player.hand))]
            assert p_true.sum() > 0 or belief.approximate
            missed, hands = missed + (p_true.sum() == 0), hands + 1
    public_view(state, belief, frozenset())
    assert missed <= 0.01 * hands


@pytest.mark.slow
@pytest.mark.parametrize("name", NAMES[::4])
def test_with_everything_reported_without_promise_the_true_hand_is_nearly_always_the_likeliest(
    whole_games: Mapping[str, Any], name: str
) -> None:
    right = hands = 0
    for state, belief in replay_beliefs(whole_games[name], Options()):
        for seat, player in enumerate(state.players):
            hand = belief.hand(seat)
            assert not hand.certain or hand.cards == player.hand
            right += hand.cards == player.hand
            hands += 1
    assert not belief.contradictions
    assert right / hands > 0.95
