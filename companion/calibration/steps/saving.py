"""The last step: save the results, list missing ones, and say what to do next."""

from __future__ import annotations

from collections.abc import Iterator

from companion.calibration.context import CalibrationContext
from companion.calibration.outcome import StepOutcome
from companion.calibration.steps.step import CHECK_AGAIN_CHOICE, Answer, word_of
from companion.errors import CompanionError
from companion.i18n import join_list, sentence


class SaveStep:
    """The step that saves the results.

    Args:
        alone: only one step was run, so it isn't known whether the table is ready.
    """

    def __init__(self, alone: bool = False) -> None:
        self._alone = alone
        self._wrong: str | None = None
        self._saved = False

    def check(self, context: CalibrationContext) -> StepOutcome:
        """Save the results once."""
        if not self._saved and self._wrong is None:
            try:
                context.save()
            except CompanionError as error:
                self._wrong = str(error)
            else:
                self._saved = True
        if self._wrong is not None:
            return StepOutcome("wrong", self._wrong, (CHECK_AGAIN_CHOICE,))
        about = {"left_out": len(context.skipped_titles), "trial": context.is_trial}
        return StepOutcome(
            "good", self._summary_text(context), more=tuple(self._further_notes(context)), about=about
        )

    def answer(self, context: CalibrationContext, given: Answer) -> None:
        """Try to save again."""
        word_of(given, CHECK_AGAIN_CHOICE.word)
        self._wrong = None

    def end(self) -> None:
        """Do nothing: the step has no resources."""

    def _summary_text(self, context: CalibrationContext) -> str:
        if context.is_trial:
            return sentence("The trial ends here: nothing from it is saved.")
        if context.skipped_titles:
            return sentence("Saved. Steps skipped: {steps}.", steps=join_list(context.skipped_titles))
        return sentence("Saved.") if self._alone else sentence("The table is ready.")

    def _further_notes(self, context: CalibrationContext) -> Iterator[str]:
        if context.is_trial:
            yield sentence("'companion calibrate' prepares your own table; 'companion demo' plays a game.")
            return
        if context.skipped_titles:
            yield sentence("To complete a skipped step, tap it or run 'companion calibrate'.")
        if self._alone:
            yield sentence("To check the whole table: {command}", command="companion doctor")
        yield sentence("Everything is saved in {file}.", file=context.setup_file)
