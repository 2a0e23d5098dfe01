"""The measurement of reports: errors are counted and explained."""

from __future__ import annotations

from dataclasses import replace

import pytest

from companion.games.base.rules.events import EndTurn, PlayDevelopmentCard, Roll
from tests.games.base.histories import in_play
from tests.measure.explanations import explain_wrong
from tests.measure.games import figures
from tests.measure.human_inputs import CAMERA_SOURCE, NO_INPUT_HABITS, PROMPT_HABITS
from tests.measure.judging import Verdict, judge
from tests.measure.playing import Played, Setting, first_step_of_turn, play
from tests.measure.sensor_model import PERFECT_RATES, ReliabilityTable

BLIND_RELIABILITY: ReliabilityTable = ((0.9999, 0.0, 1.0),)
"""Always sure, and always wrong."""


@pytest.fixture(scope="module")
def misled_game() -> Played:
    """A game whose robber the camera always sees elsewhere."""
    return play(Setting(5, "racer", NO_INPUT_HABITS, replace(PERFECT_RATES, robber=BLIND_RELIABILITY)))


@pytest.mark.slow
def test_differences_between_report_and_truth_are_counted(misled_game: Played) -> None:
    verdict = judge(misled_game)
    assert verdict.missing["move_robber"] > 5
    assert verdict.false_seen["move_robber"] > 5
    assert verdict.pieces_right < verdict.turns


@pytest.mark.slow
def test_the_first_divergence_is_explained(misled_game: Played) -> None:
    wrong = judge(misled_game).first_wrong
    assert wrong is not None
    lines = list(explain_wrong(misled_game, wrong))
    assert lines[0].startswith(f"seed 5, racer, share 0, turn {wrong.look.turn}: ")
    assert any(line.startswith("    robber ") for line in lines)
    assert any("  the observations, and" in line for line in lines)


@pytest.mark.slow
def test_unreported_hands_are_uncertain_and_partly_wrong(misled_game: Played) -> None:
    verdict = judge(misled_game)
    assert verdict.hands_right < verdict.hands
    assert verdict.hands_certain < verdict.hands
    # Sums of many weights: a rounding above one is one.
    assert all(0 <= p <= 1 + 1e-9 for p in verdict.to_true)
    assert sum(verdict.to_all) <= sum(verdict.to_true)


@pytest.mark.slow
def test_players_correct_dice_that_the_camera_misread() -> None:
    verdict = judge(play(Setting(6, "trader", PROMPT_HABITS, PERFECT_RATES, CAMERA_SOURCE)))
    assert verdict.is_right
    assert not verdict.missing["roll"]


def test_a_turn_is_found_by_the_order_of_the_rolls_and_not_by_report_time() -> None:
    red, blue = Roll("red", (3, 5)), Roll("blue", (6, 2))
    # The second roll was read before the first was entered in its place.
    late = in_play(red, EndTurn("red"), blue)
    steps = len(late.steps)
    assert first_step_of_turn(late, [red, blue], 1) == steps - 2
    assert first_step_of_turn(late, [red, blue], 0) == steps - 3


def test_a_turn_that_began_with_a_card_begins_at_the_card_even_without_its_roll() -> None:
    red, blue = Roll("red", (3, 5)), Roll("blue", (6, 2))
    replay = in_play(red, EndTurn("red"), PlayDevelopmentCard("blue", "knight"))
    assert first_step_of_turn(replay, [red, blue], 1) == len(replay.steps) - 2
    nothing = in_play(red)
    assert first_step_of_turn(nothing, [red, blue], 1) == len(nothing.steps)
    assert first_step_of_turn(replay, [red], 1) == len(replay.steps), "the card ended the game"


def test_figures_of_several_games_are_combined() -> None:
    good = Verdict(turns=10, points_right=10, final_points=True, final_cards=True, final_winner=True)
    bad = Verdict(turns=10, points_right=5, questions=["which_dice"] * 4, latency=[1.0, 2.0, 9.0])
    both = figures([good, bad])
    assert (both["games"], both["right"], both["points"], both["questions"]) == (2, 1, 0.75, 2.0)
    assert both["latency"] == [2.0, 9.0]
