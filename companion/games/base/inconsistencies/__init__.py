"""Inconsistencies in the record: recorded events that can't have happened, with likely explanations.

`question` examines this turn and the three before, and asks rarely. Unless players promised to enter
everything (`Options.all_told`), an impossible payment means an unrecorded trade, and only a probable misread
roll is worth a question. An inconsistency that an earlier question may resolve is not asked about.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

from companion.games.base.belief.believed_replay import BelievedReplay, BelievedStep
from companion.games.base.inconsistencies.counterfactual import is_believable
from companion.games.base.inconsistencies.detection import (
    NOT_HELD_VIOLATIONS,
    ROLL_TURNS_SEARCHED,
    Inconsistency,
    find_inconsistencies,
    turn_start,
)
from companion.games.base.inconsistencies.detection import SPENDING_EVENTS as SPENDING_EVENTS
from companion.games.base.inconsistencies.explanations import (
    Explanation,
    forgotten_rolls,
    misread_rolls,
    p_unentered_trade,
    unconfirmed_payments,
    unentered_purchases,
    unentered_trades,
)
from companion.games.base.rules.events import Roll, UnseenRoll, event_to_json
from companion.games.base.rules.legality import RuleViolation
from companion.games.game_api import Answer, Insert, Question
from companion.rolled_dice import rolled_dice_to_json

QUESTIONS: Final = frozenset(
    {
        "unseen_roll", "forgotten_roll", "was_it_a_seven", "how_was_it_paid", "when_was_it_bought",
        "count_cards", "count_differs",
    }
)  # fmt: skip
EXPLANATIONS: Final = frozenset(
    {
        "rolled", "rolled_instead", "bank_trade", "trade_with", "card_bought", "not_so", "say_dice",
        "leave_as_told", "counts_fit", "counts_differ", "piece_built",
    }
)  # fmt: skip
"""The keys of questions and answers; the pages have a text for each."""
MAX_ANSWERS: Final = 6
"""Largest number of explanations in a question, besides leaving the record unchanged."""
MIN_MISREAD_P: Final = 0.5
"""Least probability that a misread roll is the cause, for a question at a table that may omit trades."""
ROBBER_FORGOTTEN_P: Final = 0.05
"""Probability that players roll a seven and never move the robber."""
WORTH_ASKING_P: Final = 0.3
"""Least probability of a misread seven, for a question about an unmoved robber."""
MAX_CACHED_ASSESSMENTS: Final = 16
"""Number of inconsistencies whose assessment is cached."""


def question(believed: BelievedReplay) -> Question | None:
    """The question about the newest inconsistency of the last turns; None if there is none.

    An inconsistency always leads to the same question, regardless of later events.
    """
    return InconsistencyQuestions().question(believed)


@dataclass(frozen=True)
class _Assessment:
    """The cached assessment of one inconsistency, given the steps up to it."""

    past: tuple[BelievedStep, ...]
    misread: Sequence[Explanation]
    question: Question | None

    def is_for(self, past: Sequence[BelievedStep]) -> bool:
        return len(self.past) == len(past) and all(a is b for a, b in zip(self.past, past, strict=True))


class InconsistencyQuestions:
    """Computes `question` repeatedly for a growing history, and assesses every inconsistency once."""

    def __init__(self) -> None:
        self._assessments: tuple[_Assessment, ...] = ()

    def question(self, believed: BelievedReplay) -> Question | None:
        """The question about the newest inconsistency, as the module's `question`."""
        steps = believed.steps
        asked = (self._assess(steps, inconsistency).question for inconsistency in find_inconsistencies(steps))
        return next((question for question in asked if question), None)

    def _assess(self, steps: Sequence[BelievedStep], inconsistency: Inconsistency) -> _Assessment:
        past = tuple(steps[turn_start(steps, inconsistency.at, ROLL_TURNS_SEARCHED) : inconsistency.at + 1])
        for assessment in self._assessments:
            if assessment.is_for(past):
                return assessment
        misread = _misread_explanations(steps, inconsistency)
        assessment = _Assessment(past, misread, self._ask_about(steps, inconsistency, misread))
        self._assessments = (assessment, *self._assessments)[:MAX_CACHED_ASSESSMENTS]
        return assessment

    def _ask_about(
        self, steps: Sequence[BelievedStep], inconsistency: Inconsistency, misread: Sequence[Explanation]
    ) -> Question | None:
        if isinstance(steps[inconsistency.at].record.event, UnseenRoll):
            return _unseen_roll_question(steps[inconsistency.at])
        if inconsistency.violation & RuleViolation.NOT_ROLLED:
            return _build_question(
                "forgotten_roll", steps, inconsistency, list(forgotten_rolls(steps, inconsistency))
            )
        if inconsistency.violation & NOT_HELD_VIOLATIONS:
            promised = steps[inconsistency.at].state_before.options.all_told
            bought = []
            if promised:
                bought = _believable_explanations(
                    steps, inconsistency, list(unentered_purchases(steps, inconsistency))
                )
            return _build_question("when_was_it_bought", steps, inconsistency, bought)
        for before in find_inconsistencies(steps[: inconsistency.at], ROLL_TURNS_SEARCHED):
            earlier = self._assess(steps, before)
            corrections = [each.correction for each in earlier.misread]
            same = [each for each in misread if each.correction in corrections]
            if earlier.question and (same or before.violation & RuleViolation.NOT_ROLLED):
                return None
            # Otherwise this explanation needs two slips instead of one.
            p_second_slip = p_unentered_trade(steps[before.at])
            misread = [replace(m, weight=m.weight / p_second_slip) if m in same else m for m in misread]
        if not _is_worth_asking(steps, inconsistency, misread):
            return None
        misread = _believable_explanations(steps, inconsistency, misread)
        if not _is_worth_asking(steps, inconsistency, misread):
            return None
        if inconsistency.violation & RuleViolation.ROBBER_DUE:
            dice = steps[inconsistency.at].state_before.dice
            assert dice is not None, "the robber has to move after a seven"
            return _build_question(
                "was_it_a_seven", steps, inconsistency, misread, dice=rolled_dice_to_json(dice)
            )
        traded = _believable_explanations(steps, inconsistency, list(unentered_trades(steps, inconsistency)))
        return _build_question("how_was_it_paid", steps, inconsistency, [*misread, *traded])


def _unseen_roll_question(step: BelievedStep) -> Question:
    """Ask for the result of an unseen roll, which players can enter later."""
    event = step.record.event
    assert isinstance(event, UnseenRoll)
    rolled = {"kind": Roll.kind, "player": event.player}
    enter = {"kind": "correct", "entry": step.record.number, "event": rolled}
    return Question(
        "unseen_roll",
        (Answer("say_dice", {"enter": enter}), Answer("leave_as_told")),
        {"name": step.state_after.players[step.state_after.active].name},
        about=step.record.number,
    )


def _misread_explanations(steps: Sequence[BelievedStep], inconsistency: Inconsistency) -> list[Explanation]:
    """The uncertain records that may be the cause."""
    if inconsistency.violation & (RuleViolation.NOT_ROLLED | NOT_HELD_VIOLATIONS):
        return []
    rolls = list(misread_rolls(steps, inconsistency))
    if (
        inconsistency.violation & RuleViolation.ROBBER_DUE
        or not steps[inconsistency.at].state_before.options.all_told
    ):
        # A clearly seen build is also uncertain if its payment is unknown, so builds explain nothing here.
        return rolls
    return [*rolls, *unconfirmed_payments(steps, inconsistency)]


def _is_worth_asking(
    steps: Sequence[BelievedStep], inconsistency: Inconsistency, misread: Sequence[Explanation]
) -> bool:
    """Return whether the possible causes justify a question."""
    share = sum(each.weight for each in misread)
    if inconsistency.violation & RuleViolation.ROBBER_DUE:
        return share > WORTH_ASKING_P * (share + ROBBER_FORGOTTEN_P)
    step = steps[inconsistency.at]
    return step.state_before.options.all_told or share > MIN_MISREAD_P * (share + p_unentered_trade(step))


def _believable_explanations(
    steps: Sequence[BelievedStep], inconsistency: Inconsistency, found: Sequence[Explanation]
) -> list[Explanation]:
    """The likeliest `MAX_ANSWERS` explanations, filtered by consistency with the belief about hands."""
    likeliest = sorted(found, key=lambda each: -each.weight)[:MAX_ANSWERS]
    return [each for each in likeliest if is_believable(steps, inconsistency, each.correction, each.at)]


def _build_question(
    word: str,
    steps: Sequence[BelievedStep],
    inconsistency: Inconsistency,
    found: Sequence[Explanation],
    **fields: Any,
) -> Question | None:
    if not found:
        return None
    step = steps[inconsistency.at]
    likeliest = sorted(found, key=lambda each: -each.weight)[:MAX_ANSWERS]
    answers = [Answer(each.word, each.fields, _correction_input(each)) for each in likeliest]
    common_fields = {
        "name": step.state_before.players[inconsistency.seat].name,
        "event": step.record.event.kind,
    }
    return Question(
        word,
        (*answers, Answer("leave_as_told")),
        {**common_fields, **fields},
        about=step.record.number,
        while_unchanged=True,
    )


def _correction_input(explanation: Explanation) -> dict[str, Any]:
    """The input that applies an explanation's correction."""
    correction = explanation.correction
    event = None if correction.event is None else event_to_json(correction.event)
    place = {"before": correction.before} if isinstance(correction, Insert) else {"entry": correction.number}
    return {"kind": "correct", **place, "event": event}
