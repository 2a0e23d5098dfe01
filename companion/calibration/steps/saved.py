"""The end: all is kept, and what comes next is said."""

from __future__ import annotations

from companion.calibration.outcome import Outcome
from companion.calibration.steps.step import AGAIN, Answer, word_of
from companion.calibration.world import World
from companion.errors import CompanionError
from companion.words import sentence


class SavedStep:
    """What was learned, kept."""

    def __init__(self) -> None:
        self._wrong: str | None = None
        self._saved = False

    def look(self, world: World) -> Outcome:
        """Keep it, once."""
        if not self._saved and self._wrong is None:
            try:
                world.save()
            except CompanionError as error:
                self._wrong = str(error)
            else:
                self._saved = True
        if self._wrong is not None:
            return Outcome("wrong", self._wrong, (AGAIN,))
        kept = str(world.setup_file)
        more = (sentence("All of it is kept in {file}.", file=kept),)
        return Outcome("good", sentence("The table is ready."), more=more, about={"file": kept})

    def answer(self, world: World, given: Answer) -> None:
        """Try to keep it again."""
        word_of(given, AGAIN.word)
        self._wrong = None

    def end(self) -> None:
        """Nothing is held."""
