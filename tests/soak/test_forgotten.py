"""Evenings with one forgotten act: the figures, and a short evening with and without a count of cards."""

from __future__ import annotations

from companion.games.base.rules.events import Roll
from tests.soak.forgotten import CertaintyFigures, ForgetfulEvening, enter_forgetful_evening


def test_figures_of_several_evenings_add_up() -> None:
    found = CertaintyFigures(counts=4, certain=3, wrong=1) + CertaintyFigures(counts=4, certain=1)
    assert (found.certain, found.wrong_share) == (4, 1 / 4)


def test_an_evening_lacks_one_act_of_a_turn() -> None:
    evening = ForgetfulEvening(3, 20)
    assert not isinstance(evening.evening.truth[evening.forgotten], Roll)
    evening.enter()
    recorded = [step.event for step in evening.evening.session.steps]
    assert evening.evening.truth[evening.forgotten] not in recorded[evening.forgotten :]


def test_few_certain_numbers_are_wrong_after_a_forgotten_act() -> None:
    evenings = [enter_forgetful_evening(seed, 30) for seed in (101, 103, 104)]
    found = sum((evening.figures for evening in evenings), CertaintyFigures())
    assert found.wrong_share <= 0.002
    assert found.certain > 0.3 * found.counts
    assert 20 * found.asked <= found.turns
