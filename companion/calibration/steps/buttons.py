"""Each button pressed once."""

from __future__ import annotations

import contextlib
from dataclasses import replace

from companion.calibration.outcome import AnswerRefused, StepOutcome
from companion.calibration.steps.step import AGAIN, Answer, word_of
from companion.calibration.world import Buttons, World
from companion.hardware.buttons import ButtonEvent
from companion.hardware.pins import PanelUnavailableError
from companion.i18n import listed, sentence


class ButtonsStep:
    """The panel's buttons, where there are any."""

    def __init__(self) -> None:
        self._opened = contextlib.ExitStack()
        self._buttons: Buttons | None = None
        self._pressed: list[str] = []

    def look(self, world: World) -> StepOutcome:
        """See which were pressed."""
        fitted = world.reach.fitted
        if not fitted:
            return StepOutcome("skipped", sentence("No buttons are configured."))
        try:
            if self._buttons is None:
                self._buttons = self._opened.enter_context(world.reach.buttons())
            for key, happening in self._buttons.happened():
                if happening is ButtonEvent.PRESSED and key not in self._pressed:
                    self._pressed.append(key)
        except PanelUnavailableError as error:
            self.end()
            return StepOutcome("wrong", str(error), (AGAIN,))
        about = {"pressed": self._pressed, "fitted": dict(fitted)}
        if left := [name for key, name in fitted.items() if key not in self._pressed]:
            text = sentence("Press each button once. Still to press: {buttons}.", buttons=listed(left))
            return StepOutcome("looking", text, about=about)
        world.setup = replace(world.setup, buttons=tuple(self._pressed))
        return StepOutcome("good", sentence("All buttons work."), about=about)

    def answer(self, world: World, given: Answer) -> None:
        """Try again."""
        if not world.reach.fitted:
            raise AnswerRefused(sentence("This answer isn't possible at this step now."))
        word_of(given, AGAIN.word)

    def end(self) -> None:
        """Give the pins back."""
        self._opened.close()
        self._buttons = None
