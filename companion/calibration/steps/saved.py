"""The end: all is kept; what is missing is said, and what comes next."""

from __future__ import annotations

from collections.abc import Iterator

from companion.calibration.outcome import StepOutcome
from companion.calibration.steps.step import AGAIN, Answer, word_of
from companion.calibration.world import World
from companion.errors import CompanionError
from companion.i18n import listed, sentence


class SavedStep:
    """What was learned, kept.

    Args:
        alone: only one step was gone through: whether the table is ready isn't known.
    """

    def __init__(self, alone: bool = False) -> None:
        self._alone = alone
        self._wrong: str | None = None
        self._saved = False

    def look(self, world: World) -> StepOutcome:
        """Keep it, once."""
        if not self._saved and self._wrong is None:
            try:
                world.save()
            except CompanionError as error:
                self._wrong = str(error)
            else:
                self._saved = True
        if self._wrong is not None:
            return StepOutcome("wrong", self._wrong, (AGAIN,))
        about = {"left_out": len(world.left_out), "trial": world.trial}
        return StepOutcome("good", self._told(world), more=tuple(self._more(world)), about=about)

    def answer(self, world: World, given: Answer) -> None:
        """Try to keep it again."""
        word_of(given, AGAIN.word)
        self._wrong = None

    def end(self) -> None:
        """Nothing is held."""

    def _told(self, world: World) -> str:
        if world.trial:
            return sentence("The trial ends here: nothing from it is saved.")
        if world.left_out:
            return sentence("Saved. Steps skipped: {steps}.", steps=listed(world.left_out))
        return sentence("Saved.") if self._alone else sentence("The table is ready.")

    def _more(self, world: World) -> Iterator[str]:
        if world.trial:
            yield sentence("'companion calibrate' prepares your own table; 'companion demo' plays a game.")
            return
        if world.left_out:
            yield sentence("To complete a skipped step, tap it or run 'companion calibrate'.")
        if self._alone:
            yield sentence("To check the whole table: {command}", command="companion doctor")
        yield sentence("Everything is saved in {file}.", file=world.setup_file)
