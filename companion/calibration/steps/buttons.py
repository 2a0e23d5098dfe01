"""Test each button by one press."""

from __future__ import annotations

import contextlib
from dataclasses import replace

from companion.calibration.context import Buttons, CalibrationContext
from companion.calibration.outcome import AnswerRefused, StepOutcome
from companion.calibration.steps.step import CHECK_AGAIN_CHOICE, Answer, word_of
from companion.hardware.buttons import ButtonEvent
from companion.hardware.pins import PanelUnavailableError
from companion.i18n import join_list, sentence


class ButtonsStep:
    """The step of the panel's buttons, if there are any."""

    def __init__(self) -> None:
        self._opened = contextlib.ExitStack()
        self._buttons: Buttons | None = None
        self._pressed: list[str] = []

    def check(self, context: CalibrationContext) -> StepOutcome:
        """Record the pressed buttons."""
        fitted = context.devices.button_names
        if not fitted:
            return StepOutcome("skipped", sentence("No buttons are configured."))
        try:
            if self._buttons is None:
                self._buttons = self._opened.enter_context(context.devices.buttons())
            for key, happening in self._buttons.poll_events():
                if happening is ButtonEvent.PRESSED and key not in self._pressed:
                    self._pressed.append(key)
        except PanelUnavailableError as error:
            self.end()
            return StepOutcome("wrong", str(error), (CHECK_AGAIN_CHOICE,))
        about = {"pressed": self._pressed, "fitted": dict(fitted)}
        if left := [name for key, name in fitted.items() if key not in self._pressed]:
            text = sentence("Press each button once. Still to press: {buttons}.", buttons=join_list(left))
            return StepOutcome("looking", text, about=about)
        context.setup = replace(context.setup, buttons=tuple(self._pressed))
        return StepOutcome("good", sentence("All buttons work."), about=about)

    def answer(self, context: CalibrationContext, given: Answer) -> None:
        """Try again."""
        if not context.devices.button_names:
            raise AnswerRefused(sentence("This answer isn't possible at this step now."))
        word_of(given, CHECK_AGAIN_CHOICE.word)

    def end(self) -> None:
        """Release the pins."""
        self._opened.close()
        self._buttons = None
