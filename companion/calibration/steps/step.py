"""The interface of calibration steps: checked repeatedly, answered occasionally, ended once."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final, Protocol

from companion.calibration.context import CalibrationContext
from companion.calibration.outcome import AnswerRefused, Choice, StepOutcome
from companion.i18n import sentence

Answer = Mapping[str, Any]
"""``{"word": ...}`` of a choice, or a step's own keys."""

CHECK_AGAIN_CHOICE: Final = Choice("again", sentence("Check again"), usual=True)
CONFIRM_CHOICE: Final = Choice("right", sentence("Confirm"), usual=True)
LOCK_EXPOSURE_CHOICE: Final = Choice("hold", sentence("Lock the current exposure"))
CONTINUE_CHOICE: Final = Choice("go_on", sentence("Continue anyway"))
DONE_CHOICE: Final = Choice("done", sentence("Done"), usual=True)


class CalibrationStep(Protocol):
    """One step, from its beginning; to repeat it, create another.

    One thread calls all methods.
    """

    def check(self, context: CalibrationContext) -> StepOutcome:
        """Return the present outcome, within a second except while a camera or a tower is searched for."""

    def answer(self, context: CalibrationContext, given: Answer) -> None:
        """Process an answer; the next check shows its effect.

        Raises:
            AnswerRefused: it is invalid.
        """

    def end(self) -> None:
        """Release the step's resources; ending twice is no error."""


def word_of(given: Answer, *known: str) -> str:
    """Return the word of an answer that is a choice.

    Raises:
        AnswerRefused: it is none of the known words.
    """
    word = given.get("word")
    if word not in known:
        raise AnswerRefused(sentence("This answer isn't possible at this step now."))
    return str(word)
