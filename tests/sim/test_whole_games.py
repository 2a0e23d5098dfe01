"""Whole simulated games at a real table: whatever is misread, unsaid or entered wrongly, its word holds."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import pytest

from companion.games.base.game import BaseGame
from companion.games.base.rules.events import Event
from companion.games.base.rules.state import State
from companion.journal import Entry
from companion.observations import SourceReport
from companion.sim.human_inputs import CARELESS_HABITS, NO_INPUT_HABITS, PROMPT_HABITS, EnteringHabits
from companion.sim.sensor_model import MEASURED_RATES, PERFECT_RATES
from companion.table.session import GameSession
from tests.measure.judging import judge, pieces, points
from tests.measure.playing import MIXED_POLICY, Played, Setting, play
from tests.measure.shown import public_part

HALF = replace(CARELESS_HABITS, share=0.5)


def told(entries: tuple[Entry, ...]) -> GameSession[State, Event]:
    return GameSession.from_entries(BaseGame(), entries)


@pytest.fixture(scope="module")
def all_told() -> Played:
    return play(Setting(1, MIXED_POLICY, PROMPT_HABITS, PERFECT_RATES))


def test_a_game_of_which_all_is_seen_or_said_is_told_as_it_was(all_told: Played) -> None:
    verdict = judge(all_told)
    assert not all_told.crash
    assert verdict.right
    assert verdict.points_right == verdict.pieces_right == verdict.cards_right == verdict.turns
    assert verdict.hands_right == verdict.hands
    assert verdict.hands_certain >= 0.9 * verdict.hands
    assert verdict.questions == verdict.refused == []


@pytest.mark.slow
@pytest.mark.parametrize("dice", ["godice", "pixels"])
def test_a_game_with_dice_that_speak_is_told_as_it_was_though_they_drop_out_and_say_things_twice(
    dice: str,
) -> None:
    played = play(Setting(1, MIXED_POLICY, PROMPT_HABITS, PERFECT_RATES, dice=dice))
    verdict = judge(played)
    assert not played.crash
    assert verdict.right
    assert verdict.points_right == verdict.pieces_right == verdict.cards_right == verdict.turns
    assert verdict.refused == []
    told = Counter(type(each.observation).__name__ for each in played.heard)
    assert told["RollSeen"] > 20
    texts = [each.observation.text for each in played.heard if isinstance(each.observation, SourceReport)]
    assert any("Connection lost" in text or "askew" in text for text in texts)


@pytest.mark.slow
@pytest.mark.parametrize("habits", [HALF, NO_INPUT_HABITS], ids=["half", "none"])
def test_a_hand_is_never_called_certain_that_is_not(habits: EnteringHabits) -> None:
    verdict = judge(play(Setting(2, MIXED_POLICY, habits, PERFECT_RATES)))
    assert verdict.certain_wrong == 0


@pytest.mark.slow
@pytest.mark.parametrize(
    ("seed", "temperament", "players"),
    [
        (4007, "clumsy", 3),  # a road under a hand until the player's next turn
        (4002, "clumsy", 4),  # a third road of a turn, put beside its path first
        (4010, "clumsy", 4),  # a hand over the first of two settlements
        (8060, "clumsy", 4),  # a founding road that is moved while the next player founds
        (7015, "clumsy", 3),  # the first roll while a hand hides a founding road
        (7003, "clumsy", 3),  # a road put down while the board is looked for
        (5, "trader", 4),
        (6, "knight", 3),
    ],
)
def test_no_hand_called_certain_is_wrong_whatever_hands_do_on_the_board(
    seed: int, temperament: str, players: int
) -> None:
    verdict = judge(play(Setting(seed, temperament, PROMPT_HABITS, PERFECT_RATES, players=players)))
    assert verdict.hands_certain > 0
    assert verdict.certain_wrong == 0


@pytest.mark.slow
def test_nor_where_the_senses_err_too() -> None:
    verdict = judge(play(Setting(9, "clumsy", PROMPT_HABITS, MEASURED_RATES)))
    assert verdict.hands_certain > 0
    assert verdict.certain_wrong == 0


@pytest.mark.slow
@pytest.mark.parametrize("habits", [HALF, NO_INPUT_HABITS], ids=["half", "none"])
def test_what_is_told_is_legal_or_flagged(habits: EnteringHabits) -> None:
    """Every event that breaks a rule is shown with the rules that it breaks, the same when told again."""
    played = play(Setting(3, "clumsy", habits, MEASURED_RATES))
    session = told(played.entries)
    assert not played.crash
    for step, line in zip(played.believed.steps, session.steps, strict=True):
        assert line.event == step.record.event
        assert list(session.violations.get(line.number, ())) == step.violations.words()


@pytest.mark.slow
def test_the_same_game_gives_the_same_journal(all_told: Played) -> None:
    assert play(all_told.setting).entries == all_told.entries


@pytest.mark.slow
def test_what_is_corrected_is_as_if_it_had_been_entered_right() -> None:
    """Wrong cards, noticed soon: the same board, points and hands in the end as where nobody erred."""
    right = play(Setting(4, "trader", PROMPT_HABITS, PERFECT_RATES))
    wrong = play(Setting(4, "trader", replace(PROMPT_HABITS, wrong=0.3), PERFECT_RATES))
    assert judge(wrong).corrections > 3
    one, other = right.believed.state, wrong.believed.state
    assert (points(one), pieces(one)) == (points(other), pieces(other))
    assert [player.hand for player in one.players] == [player.hand for player in other.players]
    assert events(right) == events(wrong)


def events(played: Played) -> Counter[Event]:
    return Counter(public_part(step.record.event) for step in played.believed.steps)
