"""What a step of the calibration says at a moment: how it stands, in a sentence, and what may be answered."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final, Literal

from companion.errors import CompanionError
from companion.i18n import message_to_json

State = Literal["to_do", "looking", "good", "wrong", "skipped"]
"""How a step stands.

- to_do: not begun.
- looking: begun; the text says what is waited for, or what people are asked.
- good: done.
- wrong: something needs a person; the text says what to do. It is looked at again all the time.
- skipped: there is nothing to do here, or people left it out.
"""
OVER: Final = frozenset({"good", "skipped"})
"""A step that stands so is done with."""


class AnswerRefused(CompanionError, ValueError):  # noqa: N818 (a refusal, as a person is told it)
    """An answer that can't be; the message says why in plain words."""


@dataclass(frozen=True)
class Choice:
    """One of the answers that are offered.

    Attributes:
        word: what comes back as ``{"word": word}``.
        text: what people read.
        usual: it is what people mostly answer: the first that a thumb or the Enter key finds.
    """

    word: str
    text: str
    usual: bool = False


@dataclass(frozen=True)
class StepOutcome:
    """How a step stands.

    Attributes:
        state: the state.
        text: a sentence; empty only before it is begun.
        choices: answers that are offered, the usual one first.
        more: further sentences, for who wants to know.
        about: what was found, as JSON.
    """

    state: State
    text: str = ""
    choices: tuple[Choice, ...] = ()
    more: tuple[str, ...] = ()
    about: Mapping[str, Any] = field(default_factory=dict)

    def to_json(self) -> dict[str, Any]:
        """As pages are given it."""
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
