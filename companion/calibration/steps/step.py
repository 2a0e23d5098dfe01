"""What every step is: looked at again and again, answered now and then, ended."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final, Protocol

from companion.calibration.outcome import AnswerRefused, Choice, StepOutcome
from companion.calibration.world import World
from companion.i18n import sentence

Answer = Mapping[str, Any]
"""``{"word": ...}`` of a choice, or what a step takes besides."""

AGAIN: Final = Choice("again", sentence("Check again"), usual=True)
RIGHT: Final = Choice("right", sentence("Confirm"), usual=True)
HOLD: Final = Choice("hold", sentence("Lock the current exposure"))
GO_ON: Final = Choice("go_on", sentence("Continue anyway"))
DONE: Final = Choice("done", sentence("Done"), usual=True)


class CalibrationStep(Protocol):
    """One step, from its beginning; to repeat it, another is made.

    All is called by one thread.
    """

    def look(self, world: World) -> StepOutcome:
        """How it stands now; it takes a second at most, but for a camera or a tower that is being found."""

    def answer(self, world: World, given: Answer) -> None:
        """Take an answer; the next look tells what came of it.

        Raises:
            AnswerRefused: it can't be.
        """

    def end(self) -> None:
        """Let go of what the step holds; ending twice is no error."""


def word_of(given: Answer, *known: str) -> str:
    """The word of an answer that is a choice.

    Raises:
        AnswerRefused: it is none of those that are known.
    """
    word = given.get("word")
    if word not in known:
        raise AnswerRefused(sentence("This answer isn't possible at this step now."))
    return str(word)
