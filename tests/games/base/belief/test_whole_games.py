"""Whole games of an independent engine: the beliefs about hands match the true hands."""

from collections.abc import Iterator, Mapping
from typing import Any

import pytest

from companion.games.base.belief import Belief
from companion.games.base.rules.effects import apply
from companion.games.base.rules.events import Event, GameStarted
from companion.games.base.rules.options import Options
from companion.games.base.rules.oracle import Oracle
from companion.games.base.rules.state import State

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
