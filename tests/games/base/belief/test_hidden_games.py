"""Whole simulated games with partial reports: every hand that is called certain is right."""

from __future__ import annotations

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.games.base.rules.cards import Cards
from companion.games.base.rules.events import EndTurn
from tests.games.partial_reports import Moment, ReportShares, partly_reported_game

SEEDS = st.integers(0, 10**6)


def example_settings(examples: int) -> settings:
    return settings(max_examples=examples, derandomize=True)


def has_true_hands(moment: Moment) -> bool:
    """Return whether one of the hypotheses has the true hands."""
    hands = [player.hand[:5] for player in moment.true.players]
    return bool((moment.belief.particles.cards[:, :, :5] == hands).all((1, 2)).any())


def wrong_certainties(moment: Moment) -> list[tuple[int, Cards, Cards]]:
    beliefs = [moment.belief.hand(seat) for seat in range(len(moment.true.players))]
    return [
        (seat, belief.cards, player.hand)
        for seat, (belief, player) in enumerate(zip(beliefs, moment.true.players, strict=True))
        if (belief.certain and belief.cards != player.hand)
        or (belief.size_certain and belief.sizes.keys() != {sum(player.hand)})
    ]


@pytest.mark.slow
@example_settings(8)
@given(SEEDS, st.sampled_from([0.0, 0.5, 0.9]), st.sampled_from([0.0, 0.5]))
def test_no_certain_hand_is_wrong_for_any_share_of_reports(seed: int, reported: float, named: float) -> None:
    for moment in partly_reported_game(seed, ReportShares(reported, named, shown=0.2)):
        assert not wrong_certainties(moment)


@pytest.mark.slow
@example_settings(6)
@given(SEEDS)
def test_with_only_card_kinds_hidden_certain_hands_are_right_and_the_truth_stays_possible(seed: int) -> None:
    certain = 0
    for moment in partly_reported_game(seed, ReportShares(reported=1.0), all_told=True):
        assert not wrong_certainties(moment)
        assert moment.belief.approximate or has_true_hands(moment)
        assert not moment.belief.contradictions
        certain += sum(moment.belief.hand(seat).certain for seat in range(len(moment.true.players)))
    assert certain


@pytest.mark.slow
@example_settings(6)
@given(SEEDS)
def test_with_everything_reported_every_hand_is_certain_and_right(seed: int) -> None:
    for moment in partly_reported_game(seed, ReportShares(reported=1.0, named=1.0), all_told=True):
        for seat, player in enumerate(moment.true.players):
            belief = moment.belief.hand(seat)
            assert belief.certain
            assert (belief.cards, belief.probability) == (player.hand, 1.0)
            assert belief.sizes == {sum(player.hand): 1.0}


@example_settings(3)
@given(SEEDS, st.sampled_from([0.0, 0.5]))
def test_the_particle_set_stays_small_and_normalized(seed: int, reported: float) -> None:
    for moment in partly_reported_game(seed, ReportShares(reported)):
        worlds = moment.belief.particles
        assert 1 <= len(worlds.weights) <= 2000
        assert worlds.weights.sum() == pytest.approx(1)
        assert (worlds.weights > 0).all()
        assert (worlds.cards >= 0).all()


@example_settings(1)
@given(SEEDS)
def test_the_same_history_gives_the_same_belief(seed: int) -> None:
    once, again = (partly_reported_game(seed, ReportShares(0.5)) for _ in range(2))
    assert all(one.belief == other.belief for one, other in zip(once, again, strict=True))


@pytest.mark.slow
def test_hand_probabilities_are_calibrated_over_many_hands() -> None:
    """Hands believed with some probability are right about that often."""
    predicted = right = predicted_high = right_high = 0.0
    for seed in range(4):
        for moment in partly_reported_game(random.Random(seed).randrange(10**6), ReportShares(reported=0.5)):
            if not isinstance(moment.happened, EndTurn):
                continue
            for seat, player in enumerate(moment.true.players):
                belief = moment.belief.hand(seat)
                hit = belief.cards == player.hand
                predicted, right = predicted + belief.probability, right + hit
                if belief.probability > 0.5:
                    predicted_high, right_high = predicted_high + belief.probability, right_high + hit
    assert predicted == pytest.approx(right, rel=0.3)
    assert right_high > 0.9 * predicted_high
