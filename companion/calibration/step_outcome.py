"""The outcome of a calibration step and the answers to it, for pages too: it imports no devices."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final, Literal

from companion.errors import CompanionError
from companion.i18n import message_to_json, sentence

StepState = Literal["to_do", "looking", "good", "wrong", "skipped"]
"""The state of a step.

- to_do: not begun.
- looking: in progress; the text says what the step waits for, or asks people.
- good: done.
- wrong: it needs a person; the text says what to do. The step checks again all the time.
- skipped: there is nothing to do here, or people skipped it.
"""
FINAL_STATES: Final = frozenset({"good", "skipped"})
"""The states of a finished step."""


class AnswerRefused(CompanionError, ValueError):  # noqa: N818 (a refusal, not an error, for a person)
    """An invalid answer; the message says why in plain words."""

    def __init__(self, why: str = sentence("This answer isn't possible at this step now.")) -> None:
        super().__init__(why)


@dataclass(frozen=True)
class Choice:
    """One of the possible answers.

    Attributes:
        word: the value of ``{"word": word}`` in the answer.
        text: its text for people.
        usual: whether it is the most common answer, the default of the Enter key.
    """

    word: str
    text: str
    usual: bool = False


@dataclass(frozen=True)
class StepOutcome:
    """The outcome of a step.

    Attributes:
        state: the state.
        text: a sentence; empty only before the step begins.
        choices: possible answers, the usual one first.
        more: further sentences with details.
        about: the findings, as JSON.
    """

    state: StepState
    text: str = ""
    choices: tuple[Choice, ...] = ()
    more: tuple[str, ...] = ()
    about: Mapping[str, Any] = field(default_factory=dict)

    def to_json(self) -> dict[str, Any]:
        """Return the JSON form for pages."""
        return {
            "state": self.state,
            "text": message_to_json(self.text),
            "choices": [
                {"word": each.word, "text": message_to_json(each.text), "usual": each.usual}
                for each in self.choices
            ],
            "more": [message_to_json(each) for each in self.more],
            "about": dict(self.about),
        }


TO_DO: Final = StepOutcome("to_do")


Answer = Mapping[str, Any]
"""``{"word": ...}`` of a choice, or a step's own keys."""

CHECK_AGAIN_CHOICE: Final = Choice("again", sentence("Check again"), usual=True)
CONFIRM_CHOICE: Final = Choice("right", sentence("Confirm"), usual=True)
LOCK_EXPOSURE_CHOICE: Final = Choice("hold", sentence("Lock the current exposure"))
CONTINUE_CHOICE: Final = Choice("go_on", sentence("Continue anyway"))
WRONG_CHOICE: Final = Choice("wrong", sentence("That's wrong"))
DONE_CHOICE: Final = Choice("done", sentence("Done"), usual=True)


def word_of(given: Answer, *known: str) -> str:
    """Return the word of an answer that is a choice.

    Raises:
        AnswerRefused: it is none of the known words.
    """
    word = given.get("word")
    if word not in known:
        raise AnswerRefused
    return str(word)
