"""Complete simulated games at a real table, with misreadings, missing and wrong inputs."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from itertools import pairwise

import pytest

from companion.games.base.game import BaseGame
from companion.games.base.rules.events import Event
from companion.games.base.rules.state import State
from companion.journal import Entry
from companion.observations import DiceDetection, SourceReport
from companion.table.session import GameSession
from tests.measure.human_inputs import CARELESS_HABITS, NO_INPUT_HABITS, PROMPT_HABITS, EnteringHabits
from tests.measure.judging import judge, pieces, points
from tests.measure.playing import MIXED_POLICY, Played, Setting, play
from tests.measure.public_events import public_part
from tests.measure.sensor_model import MEASURED_RATES, PERFECT_RATES

HALF_ENTERED_HABITS = replace(CARELESS_HABITS, share=0.5)
QUICK_ROLL_S = 9.0
"""Seconds between two rolls without an act between them, up to which people are asked about the second."""


def load_session(entries: tuple[Entry, ...]) -> GameSession[State, Event]:
    return GameSession.from_entries(BaseGame(), entries)


@pytest.fixture(scope="module")
def complete_game() -> Played:
    return play(Setting(1, MIXED_POLICY, PROMPT_HABITS, PERFECT_RATES))


def test_a_fully_observed_game_is_recorded_correctly(complete_game: Played) -> None:
    verdict = judge(complete_game)
    assert not complete_game.crash
    assert verdict.is_right
    assert verdict.points_right == verdict.pieces_right == verdict.cards_right == verdict.turns
    assert verdict.hands_right == verdict.hands
    assert verdict.hands_certain >= 0.9 * verdict.hands
    assert verdict.refused == []
    # These players often roll within seconds of each other. Each such pair may be one throw, repeated.
    rolls = [
        each.observation.t for each in complete_game.heard if isinstance(each.observation, DiceDetection)
    ]
    quick_pairs = sum(after - before < QUICK_ROLL_S for before, after in pairwise(rolls))
    assert {"thrown_twice"} <= set(verdict.questions) <= {"thrown_twice", "count_cards"}
    assert len(verdict.questions) <= quick_pairs


@pytest.mark.slow
def test_a_late_piece_after_quick_rolls_shifts_no_turn() -> None:
    # Road building is played, the next player rolls, and only then the second road is placed.
    verdict = judge(play(Setting(12007, "clumsy", PROMPT_HABITS)))
    assert verdict.is_right
    assert verdict.points_right >= 0.95 * verdict.turns
    assert verdict.certain_wrong == 0


@pytest.mark.slow
@pytest.mark.parametrize("dice", ["godice", "pixels"])
def test_a_game_with_unreliable_bluetooth_dice_is_recorded_correctly(
    dice: str,
) -> None:
    played = play(Setting(1, MIXED_POLICY, PROMPT_HABITS, PERFECT_RATES, dice=dice))
    verdict = judge(played)
    assert not played.crash
    assert verdict.is_right
    assert verdict.points_right == verdict.pieces_right == verdict.cards_right == verdict.turns
    assert verdict.refused == []
    load_session = Counter(type(each.observation).__name__ for each in played.heard)
    assert load_session["DiceDetection"] > 20
    texts = [each.observation.text for each in played.heard if isinstance(each.observation, SourceReport)]
    assert any("Connection lost" in text or "askew" in text for text in texts)


@pytest.mark.slow
@pytest.mark.parametrize("habits", [HALF_ENTERED_HABITS, NO_INPUT_HABITS], ids=["half", "none"])
def test_no_wrong_hand_is_reported_as_certain(habits: EnteringHabits) -> None:
    verdict = judge(play(Setting(2, MIXED_POLICY, habits, PERFECT_RATES)))
    assert verdict.certain_wrong == 0


@pytest.mark.slow
@pytest.mark.parametrize(
    ("seed", "temperament", "players"),
    [
        (4007, "clumsy", 3),  # a road under a hand until the player's next turn
        (4002, "clumsy", 4),  # a third road of a turn, first placed off its path
        (4010, "clumsy", 4),  # a hand over the first of two settlements
        (8060, "clumsy", 4),  # a founding road that is moved during the next player's setup
        (7015, "clumsy", 3),  # the first roll while a hand hides a founding road
        (7003, "clumsy", 3),  # a road placed while the board is being located
        (5, "trader", 4),
        (6, "knight", 3),
    ],
)
def test_no_wrong_hand_is_reported_as_certain_despite_handling_errors(
    seed: int, temperament: str, players: int
) -> None:
    verdict = judge(play(Setting(seed, temperament, PROMPT_HABITS, PERFECT_RATES, players=players)))
    assert verdict.hands_certain > 0
    assert verdict.certain_wrong == 0


@pytest.mark.slow
def test_no_wrong_hand_is_reported_as_certain_despite_sensor_errors() -> None:
    verdict = judge(play(Setting(9, "clumsy", PROMPT_HABITS, MEASURED_RATES)))
    assert verdict.hands_certain > 0
    assert verdict.certain_wrong == 0


@pytest.mark.slow
@pytest.mark.parametrize("habits", [HALF_ENTERED_HABITS, NO_INPUT_HABITS], ids=["half", "none"])
def test_every_recorded_event_is_legal_or_flagged(habits: EnteringHabits) -> None:
    """Every illegal event lists the rules that it breaks, also after a replay."""
    played = play(Setting(3, "clumsy", habits, MEASURED_RATES))
    session = load_session(played.entries)
    assert not played.crash
    for step, line in zip(played.final_replay.steps, session.steps, strict=True):
        assert line.event == step.record.event
        assert list(session.violations.get(line.number, ())) == step.violations.words()


@pytest.mark.slow
def test_the_same_game_gives_the_same_journal(complete_game: Played) -> None:
    assert play(complete_game.setting).entries == complete_game.entries


@pytest.mark.slow
def test_a_corrected_input_has_the_same_result_as_a_right_one() -> None:
    """Soon-corrected wrong cards give the same final board, points and hands."""
    right = play(Setting(4, "trader", PROMPT_HABITS, PERFECT_RATES))
    wrong = play(Setting(4, "trader", replace(PROMPT_HABITS, wrong=0.3), PERFECT_RATES))
    assert judge(wrong).corrections > 3
    one, other = right.final_replay.state, wrong.final_replay.state
    assert (points(one), pieces(one)) == (points(other), pieces(other))
    assert [player.hand for player in one.players] == [player.hand for player in other.players]
    assert events(right) == events(wrong)


def events(played: Played) -> Counter[Event]:
    return Counter(public_part(step.record.event) for step in played.final_replay.steps)
