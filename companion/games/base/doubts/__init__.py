"""What was told and can't have happened so: explained by the least surprising slip, and asked about.

`question` looks at this turn and the three before. It asks little: where nobody promised to enter what
no camera sees, who pays more than was there has traded unseen, and only a roll that was likely misread
is worth a question.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from companion.games.base.account import Account, Step
from companion.games.base.doubts.explaining import (
    Explanation,
    forgotten_rolls,
    misread_rolls,
    slip,
    trades,
)
from companion.games.base.doubts.finding import PAYING as PAYING
from companion.games.base.doubts.finding import Doubt, doubts, turns_before
from companion.games.base.events import event_to_json
from companion.games.base.legality import Fault
from companion.games.seam import Answer, Insert, Question

QUESTIONS: Final = frozenset({"forgotten_roll", "was_it_a_seven", "how_was_it_paid"})
EXPLANATIONS: Final = frozenset({"rolled", "rolled_instead", "bank_trade", "trade_with", "leave_as_told"})
"""What is asked, and answered, as the page has to say it."""
ANSWERS: Final = 6
"""Explanations that are offered at most, besides leaving all as it is."""
LIKELY: Final = 0.25
"""Where trades need not be told: a misread roll that is less likely the cause is not asked about."""
ROBBER_FORGOTTEN: Final = 0.05
"""Probability that people roll a seven and never move the robber."""
WORTH_ASKING: Final = 0.3
"""Probability of a misread seven from which on a robber that never moved is asked about."""
REMEMBERED: Final = 8
"""Doubts whose questions are kept: nothing new is thought of them."""


def question(account: Account) -> Question | None:
    """What people should be asked about the last turns, the newest doubt first; None where nothing is.

    The same doubt always gives the same question, however the game goes on.
    """
    return Doubts().question(account)


class Doubts:
    """Gives `question` again and again as a story grows, thinking of every doubt once."""

    def __init__(self) -> None:
        self._known: tuple[tuple[tuple[Step, ...], Question | None], ...] = ()

    def question(self, account: Account) -> Question | None:
        """As the function of this name says."""
        steps = account.steps
        return next((asked for doubt in doubts(steps) if (asked := self._asked(steps, doubt))), None)

    def _asked(self, steps: Sequence[Step], doubt: Doubt) -> Question | None:
        past = tuple(steps[turns_before(steps, doubt.at) : doubt.at + 1])
        for known, asked in self._known:
            if len(known) == len(past) and all(a is b for a, b in zip(known, past, strict=True)):
                return asked
        asked = _question(steps, doubt)
        self._known = ((past, asked), *self._known)[:REMEMBERED]
        return asked


def _question(steps: Sequence[Step], doubt: Doubt) -> Question | None:
    if doubt.fault & Fault.NOT_ROLLED:
        return _put("forgotten_roll", steps, doubt, list(forgotten_rolls(steps, doubt)))
    rolls = list(misread_rolls(steps, doubt))
    misread = sum(explanation.weight for explanation in rolls)
    if doubt.fault & Fault.ROBBER_DUE:
        likely = misread > WORTH_ASKING * (misread + ROBBER_FORGOTTEN)
        dice = list(steps[doubt.at].before.dice or ())
        return _put("was_it_a_seven", steps, doubt, rolls, dice=dice) if likely else None
    if not steps[doubt.at].before.options.all_told and misread < LIKELY * (misread + slip(steps[doubt.at])):
        return None
    return _put("how_was_it_paid", steps, doubt, [*rolls, *trades(steps, doubt)])


def _put(
    word: str, steps: Sequence[Step], doubt: Doubt, found: Sequence[Explanation], **fields: Any
) -> Question | None:
    if not found:
        return None
    step = steps[doubt.at]
    likeliest = sorted(found, key=lambda explanation: -explanation.weight)[:ANSWERS]
    answers = [Answer(each.word, each.fields, _input(each)) for each in likeliest]
    who_and_what = {
        "name": step.before.players[doubt.seat].name,
        "event": step.chapter.event.kind,
    }
    return Question(
        word, (*answers, Answer("leave_as_told")), {**who_and_what, **fields}, about=step.chapter.number
    )


def _input(explanation: Explanation) -> dict[str, Any]:
    """What people enter who choose an explanation."""
    correction = explanation.correction
    event = None if correction.event is None else event_to_json(correction.event)
    place = (
        {"before": correction.before} if isinstance(correction, Insert) else {"entry": correction.number}
    )
    return {"kind": "correct", **place, "event": event}
