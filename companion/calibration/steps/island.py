"""The island read, and confirmed by a glance: what was read wrong is put right before it is confirmed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass, replace
from itertools import product
from typing import Any, Final

from companion.calibration.outcome import AnswerRefused, Choice, StepOutcome
from companion.calibration.steps.seeing import News, hindered, reader
from companion.calibration.steps.step import RIGHT, Answer, word_of
from companion.calibration.world import World
from companion.i18n import sentence
from companion.island.box import BOX_HARBORS, HarborKind
from companion.island.geometry import COAST, ENDS, HEXES
from companion.island.layout import Layout, LayoutError, sorted_along_coast
from companion.island.reading import HexReading, IslandReading
from companion.perception.board_island import unclear
from vision.alternatives import alternatives, or_none
from vision.board import BoardReading, read_board
from vision.follow.aerial import Aerial, Undistortion
from vision.follow.calibration import Calibration
from vision.follow.island import read_island
from vision.frame import LAID
from vision.lattice import Points

READ_AGAIN: Final = Choice("again", sentence("Read it again"))
KEEP: Final = Choice("keep", sentence("Keep anyway"))
"""Of an island that the box has not: nobody does so by the Enter key."""
_BESIDE: Final = sentence(
    "There is a harbor right next to it, and two can't share an intersection. Remove that one first."
)
_FRAMED: Final = tuple({COAST[at] for at in order} for order in LAID)
"""The coastal paths with a harbor, in each order of the frame's pieces."""


@dataclass(frozen=True)
class Perhaps:
    """What it may be that lies at the places of an island that are in doubt.

    Attributes:
        hexes: by a hex's id, ``{"terrain", "number"}`` each.
        harbors: by a coastal path, kinds of a harbor; None: there is none.
    """

    hexes: Mapping[str, list[dict[str, Any]]]
    harbors: Mapping[str, list[HarborKind | None]]

    def without(self, at: str) -> Perhaps:
        """The same where people have said what lies at a hex or path."""
        return Perhaps(
            {each: may for each, may in self.hexes.items() if each != at},
            {each: may for each, may in self.harbors.items() if each != at},
        )


class IslandStep:
    """The island as it lies; `read` reads one cold."""

    def __init__(self, read: Callable[..., BoardReading] = read_board) -> None:
        self._read = read
        self._layout: Layout | None = None
        self._perhaps = Perhaps({}, {})
        self._unclear = ""
        self._why = ""
        self._news = News()
        self._right = False

    def look(self, world: World) -> StepOutcome:
        """Read the island, once; then wait until it is confirmed."""
        if self._layout is None:
            if (why := hindered(world)) is not None:
                return why
            frame = self._news.of(world)
            if frame is not None and world.calibration is not None:
                self._take(read_island(frame.image, onto(world.calibration), reader(world, self._read)))
        if self._layout is None:
            text = self._why or sentence("The island is being read.")
            return StepOutcome("wrong" if self._why else "looking", text)
        about = {
            "layout": self._layout.to_json(),
            "perhaps": asdict(self._perhaps),
            "missing": _missing(self._layout),
        }
        found = doubts(self._layout)
        if self._right:
            world.setup = replace(world.setup, layout=self._layout)
            text = sentence("The island is right.")
            if found:
                text = sentence("The island is saved as shown, although the box doesn't allow it.")
            return StepOutcome("good", text, (), found, about)
        unclear = (self._unclear,) if self._unclear else ()
        if found:
            return StepOutcome("wrong", found[0], (READ_AGAIN, KEEP), (*found[1:], *unclear), about)
        text = sentence("Is this your island? Correct what is wrong.")
        return StepOutcome("looking", text, (RIGHT, READ_AGAIN), unclear, about)

    def answer(self, world: World, given: Answer) -> None:
        """A choice, ``{"hex", "terrain", "number"}`` or ``{"path", "harbor"}``: what lies there really."""
        if self._layout is None:
            raise AnswerRefused(sentence("The island hasn't been read yet: wait a moment."))
        if "hex" in given or "path" in given:
            try:
                self._layout = _corrected(self._layout, given)
            except LayoutError as error:
                raise AnswerRefused(str(error)) from error
            self._perhaps = self._perhaps.without(given.get("hex", given.get("path")))
            return
        sure = KEEP if doubts(self._layout) else RIGHT
        if word_of(given, sure.word, READ_AGAIN.word) == sure.word:
            self._right = True
        else:
            self._layout, self._why, self._news = None, "", News()

    def end(self) -> None:
        """Nothing is held."""

    def _take(self, read: IslandReading | str) -> None:
        if isinstance(read, str):
            self._why = sentence("The island can't be read: {why}.", why=read)
            return
        self._layout, self._why = read.most_likely(), ""
        self._perhaps = perhaps(read, self._layout)
        self._unclear = unclear(read)[0]


def perhaps(read: IslandReading, laid: Layout) -> Perhaps:
    """What lies at the places that are in doubt: all that it may be (`vision.alternatives`).

    Args:
        read: the island as it was read.
        laid: the island as it is shown; what lies there by it comes first, then what is likeliest.
    """
    hexes = {h: _may_lie(read.hexes[h]) for h in HEXES}
    harbors = {
        path: list(dict.fromkeys((kind, *alternatives("harbor", or_none(read.harbors[path])))))
        for path, kind in laid.harbors
    }
    return Perhaps(
        {h: may for h, may in hexes.items() if len(may) > 1},
        {path: may for path, may in harbors.items() if len(may) > 1},
    )


def _may_lie(read: HexReading) -> list[dict[str, Any]]:
    """What one hex may be: no desert with a token nor land without, unless that is what was read."""
    pairs = product(alternatives("terrain", read.terrain), alternatives("number", read.number))
    first, *others = sorted(pairs, key=lambda pair: -read.terrain[pair[0]] * read.number[pair[1]])
    may = [first, *(pair for pair in others if (pair[0] == "desert") == (pair[1] is None))]
    return [{"terrain": terrain, "number": number} for terrain, number in may]


def doubts(layout: Layout) -> tuple[str, ...]:
    """Why the box may hold no such island, in sentences; none: it may lie so."""
    odd = tuple(
        sentence("The box doesn't allow this island: {why}. Correct what was misread.", why=each)
        for each in layout.departures()[:1]
    )
    return (*odd, *layout.departures()[1:], *_misplaced(layout))


def onto(calibration: Calibration) -> Callable[[Points], Points]:
    """Leads from the island's plane to pixels of the camera's pictures."""
    optics = Undistortion(calibration.width, calibration.height, calibration.lens)
    return Aerial(calibration.plane, optics).project


def _corrected(layout: Layout, given: Answer) -> Layout:
    """An island with one hex or harbor otherwise.

    Raises:
        LayoutError: it can't lie so.
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
            raise AnswerRefused(_BESIDE)
        harbors[path] = kind
    return replace(layout, harbors=tuple((at, harbors[at]) for at in sorted_along_coast(harbors)))


def _missing(layout: Layout) -> list[str]:
    """The kinds of harbor of which the box holds more than lie there."""
    laid = Counter(kind for _, kind in layout.harbors)
    return [kind for kind, box in BOX_HARBORS.items() if laid[kind] < box]


def _misplaced(layout: Layout) -> tuple[str, ...]:
    """What to say of as many harbors as the box has at places where its frame has none.

    That is no error: there are seas that are laid hex by hex. But a harbor may have been read, or put,
    beside its place.
    """
    paths = {path for path, _ in layout.harbors}
    if len(paths) != sum(BOX_HARBORS.values()) or paths in _FRAMED:
        return ()
    return (sentence("The box's frame never has its harbors like this: is one of them elsewhere?"),)
