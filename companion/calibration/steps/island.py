"""Read the island, and let people correct and confirm it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import asdict, dataclass, replace
from itertools import product
from typing import Any, Final

from companion.calibration.context import CalibrationContext, CalibrationStep
from companion.calibration.step_outcome import (
    CONFIRM_CHOICE,
    Answer,
    AnswerRefused,
    Choice,
    StepOutcome,
    word_of,
)
from companion.calibration.steps.picture import NewFrames, find_obstacle, island_reader
from companion.i18n import sentence
from companion.island.geometry import COAST, ENDS, HEXES
from companion.island.layout import BOX_HARBORS, HarborKind, Layout, LayoutError, sorted_along_coast
from companion.island.reading import HexReading, IslandReading
from companion.perception.board_reporter import unclear_reason
from vision.board import BoardReading, read_board
from vision.board_posterior import add_none_share, alternatives
from vision.follow.calibration import Calibration
from vision.follow.island_locator import read_island
from vision.follow.relocation import TopDownProjector, Undistortion
from vision.lattice import Points
from vision.sea_frame import HARBOR_LAYOUTS

READ_AGAIN_CHOICE: Final = Choice("again", sentence("Read it again"))
KEEP_CHOICE: Final = Choice("keep", sentence("Keep anyway"))
"""For an island that the box doesn't allow: never the default of the Enter key."""
_ADJACENT_HARBOR_TEXT: Final = sentence(
    "There is a harbor right next to it, and two can't share an intersection. Remove that one first."
)
_FRAME_COASTS: Final = tuple({COAST[at] for at in order} for order in HARBOR_LAYOUTS)
"""The coastal paths with a harbor, in each order of the frame's pieces."""


@dataclass(frozen=True)
class PossibleContents:
    """The possible contents of an island's doubtful places.

    Attributes:
        hexes: by hex id, ``{"terrain", "number"}`` each.
        harbors: by coastal path, kinds of a harbor; None: no harbor.
    """

    hexes: dict[str, list[dict[str, Any]]]
    harbors: dict[str, list[HarborKind | None]]


class IslandStep(CalibrationStep):
    """The step that reads the island; `read` reads it in a single picture."""

    def __init__(self, read: Callable[..., BoardReading] = read_board) -> None:
        self._read = read
        self._layout: Layout | None = None
        self._possible = PossibleContents({}, {})
        self._unclear = ""
        self._why = ""
        self._news = NewFrames()
        self._confirmed = False

    def check(self, context: CalibrationContext) -> StepOutcome:
        """Read the island once; then wait for its confirmation."""
        if self._layout is None:
            if (why := find_obstacle(context)) is not None:
                return why
            frame = self._news.next_frame(context)
            if frame is not None and context.calibration is not None:
                project = plane_to_pixels(context.calibration)
                self._accept_reading(read_island(frame.image, project, island_reader(context, self._read)))
        if self._layout is None:
            text = self._why or sentence("The island is being read.")
            return StepOutcome("wrong" if self._why else "looking", text)
        about = {
            "layout": self._layout.to_json(),
            "perhaps": asdict(self._possible),
            "missing": _missing_harbors(self._layout),
        }
        found = layout_doubts(self._layout)
        if self._confirmed:
            context.setup = replace(context.setup, layout=self._layout)
            text = sentence("The island is right.")
            if found:
                text = sentence("The island is saved as shown, although the box doesn't allow it.")
            return StepOutcome("good", text, (), found, about)
        unclear = (self._unclear,) if self._unclear else ()
        if found:
            return StepOutcome(
                "wrong", found[0], (READ_AGAIN_CHOICE, KEEP_CHOICE), (*found[1:], *unclear), about
            )
        text = sentence("Is this your island? Correct what is wrong.")
        return StepOutcome("looking", text, (CONFIRM_CHOICE, READ_AGAIN_CHOICE), unclear, about)

    def answer(self, context: CalibrationContext, given: Answer) -> None:
        """Accept a choice, or a correction: ``{"hex", "terrain", "number"}`` or ``{"path", "harbor"}``."""
        if self._layout is None:
            raise AnswerRefused(sentence("The island hasn't been read yet: wait a moment."))
        if "hex" in given or "path" in given:
            try:
                self._layout = _apply_correction(self._layout, given)
            except LayoutError as error:
                raise AnswerRefused(str(error)) from error
            # People have corrected this place.
            self._possible.hexes.pop(given.get("hex", ""), None)
            self._possible.harbors.pop(given.get("path", ""), None)
            return
        sure = KEEP_CHOICE if layout_doubts(self._layout) else CONFIRM_CHOICE
        if word_of(given, sure.word, READ_AGAIN_CHOICE.word) == sure.word:
            self._confirmed = True
        else:
            self._layout, self._why, self._news = None, "", NewFrames()

    def _accept_reading(self, read: IslandReading | str) -> None:
        if isinstance(read, str):
            self._why = sentence("The island can't be read: {why}.", why=read)
            return
        self._layout, self._why = read.most_likely_layout(), ""
        self._possible = find_possible_contents(read, self._layout)
        self._unclear = unclear_reason(read)[0]


def find_possible_contents(read: IslandReading, laid: Layout) -> PossibleContents:
    """Return all possible contents of the doubtful places (`vision.board_posterior`).

    Args:
        read: the reading of the island.
        laid: the displayed island; its contents come first, then the others by probability.
    """
    hexes = {h: _possible_contents_of_hex(read.hexes[h]) for h in HEXES}
    harbors = {
        path: list(dict.fromkeys((kind, *alternatives("harbor", add_none_share(read.harbors[path])))))
        for path, kind in laid.harbors
    }
    return PossibleContents(
        {h: may for h, may in hexes.items() if len(may) > 1},
        {path: may for path, may in harbors.items() if len(may) > 1},
    )


def _possible_contents_of_hex(read: HexReading) -> list[dict[str, Any]]:
    """Return a hex's possible contents, without deserts with a token or land without one, except the
    likeliest."""
    pairs = product(alternatives("terrain", read.terrain), alternatives("number", read.number))
    first, *others = sorted(pairs, key=lambda pair: -read.terrain[pair[0]] * read.number[pair[1]])
    may = [first, *(pair for pair in others if (pair[0] == "desert") == (pair[1] is None))]
    return [{"terrain": terrain, "number": number} for terrain, number in may]


def layout_doubts(layout: Layout) -> tuple[str, ...]:
    """Return the reasons why the box can't form such an island, in sentences; empty: it can."""
    odd = tuple(
        sentence("The box doesn't allow this island: {why}. Correct what was misread.", why=each)
        for each in layout.departures()[:1]
    )
    return (*odd, *layout.departures()[1:], *_misplaced_harbors(layout))


def plane_to_pixels(calibration: Calibration) -> Callable[[Points], Points]:
    """Return the projection from the island's plane to pixels of the camera's pictures."""
    optics = Undistortion(calibration.width, calibration.height, calibration.lens)
    return TopDownProjector(calibration.plane, optics).project


def _apply_correction(layout: Layout, given: Answer) -> Layout:
    """Return the island with one hex or harbor replaced.

    Raises:
        LayoutError: the correction is invalid.
    """
    if "hex" in given:
        if given["hex"] not in HEXES:
            raise LayoutError(sentence("no such hex: {value}", value=given["hex"]))
        at = HEXES.index(given["hex"])
        terrains, numbers = list(layout.terrains), list(layout.numbers)
        terrains[at] = given.get("terrain", terrains[at])
        numbers[at] = given.get("number", numbers[at])
        return replace(layout, terrains=tuple(terrains), numbers=tuple(numbers))
    harbors = dict(layout.harbors)
    path, kind = given["path"], given.get("harbor")
    if path not in COAST:
        raise LayoutError(sentence("{path} is not a coastal path", path=path))
    harbors.pop(path, None)
    if kind is not None:
        if any(set(ENDS[path]) & set(ENDS[other]) for other in harbors):
            raise AnswerRefused(_ADJACENT_HARBOR_TEXT)
        harbors[path] = kind
    return replace(layout, harbors=tuple((at, harbors[at]) for at in sorted_along_coast(harbors)))


def _missing_harbors(layout: Layout) -> list[str]:
    """Return the kinds of harbor of which the box holds more than the island has."""
    laid = Counter(kind for _, kind in layout.harbors)
    return [kind for kind, box in BOX_HARBORS.items() if laid[kind] < box]


def _misplaced_harbors(layout: Layout) -> tuple[str, ...]:
    """Return a question if all the box's harbors are there, but not at the places of its frame.

    That is no error: some people lay the sea hex by hex. But a harbor may have been misread, or misplaced.
    """
    paths = {path for path, _ in layout.harbors}
    if len(paths) != sum(BOX_HARBORS.values()) or paths in _FRAME_COASTS:
        return ()
    return (sentence("The box's frame never has its harbors like this: is one of them elsewhere?"),)
