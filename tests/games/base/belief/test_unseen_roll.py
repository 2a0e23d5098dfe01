"""An unseen roll begins a turn, and its production is weighted by the odds of the dice."""

import pytest

from companion.games.base.belief.believed_replay import BelievedReplay
from companion.games.base.rules.events import EndTurn, PlaceRoad, Roll, UnseenRoll
from companion.games.base.rules.legality import RuleViolation, violations
from companion.games.base.rules.options import Options
from companion.games.base.rules.production import (
    COMBINATION_COUNT,
    COMBINATIONS_BY_SUM,
    unrationed_production,
)
from companion.island.geometry import PathId
from tests.games.base.histories import holds, in_play

EMPTY_HANDS = (holds("red"), holds("blue"), holds("white"))


@pytest.fixture
def unseen_roll() -> BelievedReplay:
    return in_play(*EMPTY_HANDS, UnseenRoll("red"), options=Options(all_told=True))


def test_after_an_unseen_roll_its_player_builds_and_the_next_dice_are_the_next_players(
    unseen_roll: BelievedReplay,
) -> None:
    state = unseen_roll.state
    assert (state.has_rolled, state.dice, state.turn) == (True, None, 1)
    assert not violations(state, PlaceRoad("red", PathId("p2,1"))) & RuleViolation.NOT_ROLLED
    assert violations(state, Roll("red", (1, 1))) & RuleViolation.ALREADY_ROLLED
    after = in_play(*EMPTY_HANDS, UnseenRoll("red"), EndTurn("red")).state
    assert not after.has_rolled
    assert not violations(after, Roll("blue", (1, 1)))


def test_no_hand_is_certain_after_an_unseen_roll(unseen_roll: BelievedReplay) -> None:
    assert not any(unseen_roll.belief.hand(seat).certain for seat in range(3))


def test_production_is_weighted_by_the_odds_of_each_sum(unseen_roll: BelievedReplay) -> None:
    before = in_play(*EMPTY_HANDS, options=Options(all_told=True)).state
    nothing = (
        sum(
            ways
            for total, ways in COMBINATIONS_BY_SUM.items()
            if not any(unrationed_production(before, total)[0][0])
        )
        / COMBINATION_COUNT
    )
    hand = unseen_roll.belief.particles.hand_distribution(0)
    assert hand[(0, 0, 0, 0, 0, 0)] == pytest.approx(nothing)
    assert sum(hand.values()) == pytest.approx(1)
