"""What was told and can't have happened so: explained by the least surprising slip, and asked about.

`question` looks at this turn and the three before. It asks little: where nobody promised to enter what
no camera sees, who pays more than was there has traded unseen, and only a roll that was likely misread is
worth a question. What an earlier question's answer may explain too is not asked about.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

from companion.games.base.belief.believed_replay import BelievedReplay, BelievedStep
from companion.games.base.inconsistencies.explaining import (
    Explanation,
    forgotten_rolls,
    misread_rolls,
    purchases,
    slip,
    trades,
    untrue,
)
from companion.games.base.inconsistencies.finding import (
    NOT_HELD,
    ROLLS,
    Inconsistency,
    from_turn,
    inconsistencies,
)
from companion.games.base.inconsistencies.finding import TAKING as TAKING
from companion.games.base.inconsistencies.what_if import believable
from companion.games.base.rules.events import Roll, UnseenRoll, event_to_json
from companion.games.base.rules.legality import RuleViolation
from companion.games.game_api import Answer, Insert, Question
from companion.thrown import thrown_to_json

QUESTIONS: Final = frozenset(
    {"unseen_roll", "forgotten_roll", "was_it_a_seven", "how_was_it_paid", "when_was_it_bought"}
)
EXPLANATIONS: Final = frozenset(
    {
        "rolled", "rolled_instead", "bank_trade", "trade_with", "card_bought", "not_so", "say_dice",
        "leave_as_told",
    }
)  # fmt: skip
"""What is asked, and answered, as the page has to say it."""
ANSWERS: Final = 6
"""Explanations that are offered at most, besides leaving all as it is."""
LIKELY_P: Final = 0.5
"""Where trades need not be told: a misread roll that is less likely the cause is not asked about."""
ROBBER_FORGOTTEN_P: Final = 0.05
"""Probability that people roll a seven and never move the robber."""
WORTH_ASKING_P: Final = 0.3
"""Probability of a misread seven from which on a robber that never moved is asked about."""
REMEMBERED: Final = 16
"""Doubts whose questions are kept: nothing new is thought of them."""


def question(believed: BelievedReplay) -> Question | None:
    """What people should be asked about the last turns, the newest doubt first; None where nothing is.

    The same doubt always gives the same question, however the game goes on.
    """
    return InconsistencyQuestions().question(believed)


@dataclass(frozen=True)
class _Thought:
    """What was thought of one doubt, by what was told until then."""

    past: tuple[BelievedStep, ...]
    misread: Sequence[Explanation]
    question: Question | None

    def is_of(self, past: Sequence[BelievedStep]) -> bool:
        return len(self.past) == len(past) and all(a is b for a, b in zip(self.past, past, strict=True))


class InconsistencyQuestions:
    """Gives `question` again and again as a story grows, thinking of every doubt once."""

    def __init__(self) -> None:
        self._thoughts: tuple[_Thought, ...] = ()

    def question(self, believed: BelievedReplay) -> Question | None:
        """As the function of this name says."""
        steps = believed.steps
        asked = (self._thought(steps, inconsistency).question for inconsistency in inconsistencies(steps))
        return next((question for question in asked if question), None)

    def _thought(self, steps: Sequence[BelievedStep], inconsistency: Inconsistency) -> _Thought:
        past = tuple(steps[from_turn(steps, inconsistency.at, ROLLS) : inconsistency.at + 1])
        for thought in self._thoughts:
            if thought.is_of(past):
                return thought
        misread = _misread(steps, inconsistency)
        thought = _Thought(past, misread, self._question(steps, inconsistency, misread))
        self._thoughts = (thought, *self._thoughts)[:REMEMBERED]
        return thought

    def _question(
        self, steps: Sequence[BelievedStep], inconsistency: Inconsistency, misread: Sequence[Explanation]
    ) -> Question | None:
        if isinstance(steps[inconsistency.at].recorded.event, UnseenRoll):
            return _what_was_rolled(steps[inconsistency.at])
        if inconsistency.violation & RuleViolation.NOT_ROLLED:
            return _put("forgotten_roll", steps, inconsistency, list(forgotten_rolls(steps, inconsistency)))
        if inconsistency.violation & NOT_HELD:
            promised = steps[inconsistency.at].before.options.all_told
            bought = []
            if promised:
                bought = _believed(steps, inconsistency, list(purchases(steps, inconsistency)))
            return _put("when_was_it_bought", steps, inconsistency, bought)
        for before in inconsistencies(steps[: inconsistency.at], ROLLS):
            earlier = self._thought(steps, before)
            corrections = [each.correction for each in earlier.misread]
            same = [each for each in misread if each.correction in corrections]
            if earlier.question and (same or before.violation & RuleViolation.NOT_ROLLED):
                return None
            # Else it would have taken two slips.
            two = slip(steps[before.at])
            misread = [replace(m, weight=m.weight / two) if m in same else m for m in misread]
        if not _likely(steps, inconsistency, misread):
            return None
        misread = _believed(steps, inconsistency, misread)
        if not _likely(steps, inconsistency, misread):
            return None
        if inconsistency.violation & RuleViolation.ROBBER_DUE:
            dice = steps[inconsistency.at].before.dice
            assert dice is not None, "the robber has to move after a seven"
            return _put("was_it_a_seven", steps, inconsistency, misread, dice=thrown_to_json(dice))
        traded = _believed(steps, inconsistency, list(trades(steps, inconsistency)))
        return _put("how_was_it_paid", steps, inconsistency, [*misread, *traded])


def _what_was_rolled(step: BelievedStep) -> Question:
    """A roll that nobody saw: what it showed can be said whenever somebody remembers."""
    event = step.recorded.event
    assert isinstance(event, UnseenRoll)
    rolled = {"kind": Roll.kind, "player": event.player}
    enter = {"kind": "correct", "entry": step.recorded.number, "event": rolled}
    return Question(
        "unseen_roll",
        (Answer("say_dice", {"enter": enter}), Answer("leave_as_told")),
        {"name": step.after.players[step.after.active].name},
        about=step.recorded.number,
    )


def _misread(steps: Sequence[BelievedStep], inconsistency: Inconsistency) -> list[Explanation]:
    """What was told with doubt and may be the cause."""
    if inconsistency.violation & (RuleViolation.NOT_ROLLED | NOT_HELD):
        return []
    rolls = list(misread_rolls(steps, inconsistency))
    if (
        inconsistency.violation & RuleViolation.ROBBER_DUE
        or not steps[inconsistency.at].before.options.all_told
    ):
        # A build is told with doubt, too, where it was seen well and nobody knows how it was paid.
        return rolls
    return [*rolls, *untrue(steps, inconsistency)]


def _likely(
    steps: Sequence[BelievedStep], inconsistency: Inconsistency, misread: Sequence[Explanation]
) -> bool:
    """Whether an inconsistency is worth a question, with what was told with doubt and may be its cause."""
    share = sum(each.weight for each in misread)
    if inconsistency.violation & RuleViolation.ROBBER_DUE:
        return share > WORTH_ASKING_P * (share + ROBBER_FORGOTTEN_P)
    step = steps[inconsistency.at]
    return step.before.options.all_told or share > LIKELY_P * (share + slip(step))


def _believed(
    steps: Sequence[BelievedStep], inconsistency: Inconsistency, found: Sequence[Explanation]
) -> list[Explanation]:
    """The likeliest explanations that fit what is believed of the hands; no more are tried than that."""
    likeliest = sorted(found, key=lambda each: -each.weight)[:ANSWERS]
    return [each for each in likeliest if believable(steps, inconsistency, each.correction, each.at)]


def _put(
    word: str,
    steps: Sequence[BelievedStep],
    inconsistency: Inconsistency,
    found: Sequence[Explanation],
    **fields: Any,
) -> Question | None:
    if not found:
        return None
    step = steps[inconsistency.at]
    likeliest = sorted(found, key=lambda each: -each.weight)[:ANSWERS]
    answers = [Answer(each.word, each.fields, _input(each)) for each in likeliest]
    who_and_what = {
        "name": step.before.players[inconsistency.seat].name,
        "event": step.recorded.event.kind,
    }
    return Question(
        word,
        (*answers, Answer("leave_as_told")),
        {**who_and_what, **fields},
        about=step.recorded.number,
        while_so=True,
    )


def _input(explanation: Explanation) -> dict[str, Any]:
    """What people enter who choose an explanation."""
    correction = explanation.correction
    event = None if correction.event is None else event_to_json(correction.event)
    place = {"before": correction.before} if isinstance(correction, Insert) else {"entry": correction.number}
    return {"kind": "correct", **place, "event": event}
