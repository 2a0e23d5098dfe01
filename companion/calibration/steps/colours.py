"""The colours of the pieces as they look under this lamp: one piece of each is put down and seen."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Final, Protocol

from companion.calibration.outcome import StepOutcome
from companion.calibration.steps.seeing import News, hindered, reader
from companion.calibration.steps.step import DONE, Answer, word_of
from companion.calibration.world import World
from companion.i18n import counted, listed, sentence
from companion.island.pieces import COLOUR_NAMES, COLOURS, PieceColour
from companion.sources.camera import Image
from vision.board import BoardReading, read_board
from vision.follow.board_tracker import BoardTracker
from vision.follow.calibration import Calibration
from vision.follow.readings import FrameResult

ALL: Final = 4
"""Colours in the box: once so many are known the step is done by itself."""
FEWEST: Final = 3
"""Fewest colours that may play."""
STANDING: Final = 3
"""Where so many pieces stand and none was learned, they stood there before."""
COUNTED_AFTER_S: Final = 5.0
"""Pieces that stand there are counted only where no colour is learned by then: while a board is read, hands
aren't followed."""
SURE: Final = 0.8


class Follows(Protocol):
    """Follows a board, and learns the colours of pieces that are put down on it."""

    @property
    def calibration(self) -> Calibration:
        """The table as it is known now."""

    def take(self, picture: Image, t: float) -> FrameResult:
        """The next frame."""


class ColoursStep:
    """Colours learned.

    Args:
        follow: makes who follows the bare board.
        read: reads a board, to tell of pieces that stand there already.
    """

    def __init__(
        self,
        follow: Callable[[Calibration], Follows] = lambda made: BoardTracker(
            replace(made, tints={}), standing={}
        ),
        read: Callable[..., BoardReading] = read_board,
    ) -> None:
        self._follow, self._read = follow, read
        self._standing: int | None = None
        self._since: float | None = None
        self._tracker: Follows | None = None
        self._news = News()
        self._result: FrameResult | None = None
        self._done = False

    def look(self, world: World) -> StepOutcome:
        """Take in the newest picture; tell whose colour has been learned."""
        if (why := hindered(world)) is not None:
            return why
        assert world.calibration is not None
        frame = self._news.of(world)
        if self._tracker is None:
            self._tracker = self._follow(world.calibration)
        if frame is not None:
            self._result = self._tracker.take(frame.image, frame.t)
        learned = self._learned()
        if frame is not None and not learned and self._standing is None:
            self._since = frame.t if self._since is None else self._since
            if frame.t - self._since >= COUNTED_AFTER_S:
                self._standing = self._count(world, frame.image)
        if len(learned) >= ALL or (self._done and len(learned) >= FEWEST):
            world.calibration = self._tracker.calibration
            world.setup = replace(world.setup, colours=learned)
            text = sentence("The colours are learned. Take the pieces off again.")
            return StepOutcome("good", text, more=(_listed(learned),), about={"colours": list(learned)})
        if self._result is not None and self._result.why:
            text = sentence("The board can't be watched: {why}.", why=self._result.why)
            return StepOutcome("wrong", text, about={"colours": list(learned)})
        return self._asked(learned)

    def answer(self, world: World, given: Answer) -> None:
        """Those are all."""
        word_of(given, DONE.word)
        self._done = True

    def end(self) -> None:
        """Nothing is held."""

    def _count(self, world: World, picture: Image) -> int:
        """How many pieces stand on the board."""
        seen = reader(world, self._read)(picture).sites
        return sum(one.standing is not None and one.confidence >= SURE for one in seen)

    def _learned(self) -> tuple[PieceColour, ...]:
        assert self._tracker is not None
        tints = self._tracker.calibration.tints
        return tuple(colour for colour in COLOURS if colour in tints)

    def _asked(self, learned: tuple[PieceColour, ...]) -> StepOutcome:
        text = sentence("Put one settlement of each colour on a corner of a hex, and take your hand away.")
        if learned:
            text = counted(
                "{count} colour is learned. Put down one settlement of the next colour.",
                "{count} colours are learned. Put down one settlement of the next colour.",
                len(learned),
            )
        choices = (DONE,) if len(learned) >= FEWEST else ()
        more: tuple[str, ...] = (_listed(learned),) if learned else ()
        if (self._standing or 0) >= STANDING:
            more = (
                *more,
                counted(
                    "{count} piece that stands there already doesn't count: put others down beside it.",
                    "{count} pieces that stand there already don't count: put others down beside them.",
                    self._standing or 0,
                ),
            )
        if learned and not choices:
            more = (*more, sentence("{fewest} or {most} may play.", fewest=FEWEST, most=ALL))
        return StepOutcome("looking", text, choices, more, {"colours": list(learned)})


def _listed(colours: Sequence[PieceColour]) -> str:
    return listed([COLOUR_NAMES[colour] for colour in colours])
