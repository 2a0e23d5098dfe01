"""Who watches the dice on the table: while the game wants them, each throw that a camera sees is told."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from typing import Final

from companion.observations import DiceUnread, Observation, RollSeen, SourceReport, Waited
from companion.sources.camera import Frame, Image
from companion.table.roll_fusion import TOWER_TELLS_S
from vision.dice.region import DiceRegion, beside_island
from vision.dice.rolls import RollWatch
from vision.locate import Missing, locate
from vision.network import network

FIND_EVERY_S: Final = 60.0
"""While all is quiet the island is looked for so often: the board may have been moved."""
MOVED: Final = 0.01
"""An island moved by less than this share of the picture lies where it lay."""

Where = Callable[[Image], DiceRegion | None]
"""Where dice may lie in the picture that a camera gives now; None: that can't be told from it."""


def beside_the_island(image: Image) -> DiceRegion | None:
    """Anywhere beside the island, where the picture shows one."""
    found = locate(image, network("finder.onnx"))
    if isinstance(found, Missing):
        return None
    return beside_island(found.plane, image.shape[1], image.shape[0])


def on_and_beside_the_island(image: Image) -> DiceRegion | None:
    """Anywhere; an island that is seen tells how large dice are."""
    found = beside_the_island(image)
    return None if found is None else found.on_island()


class DiceWatch:
    """A watcher: tells a roll when two thrown dice have come to rest, and asks where they lie badly."""

    every_s: float = 0.04

    def __init__(
        self,
        source: str,
        wanted: Callable[[], bool],
        where: Where = beside_the_island,
        watch: Callable[[DiceRegion], RollWatch] = RollWatch,
    ) -> None:
        """Watch through a camera.

        Args:
            source: the camera's name; stands in every observation.
            wanted: whether rolls are to be told now.
            where: tells where dice may lie; as long as it can't, they may lie anywhere.
            watch: makes what watches a region.
        """
        self._source = source
        self._wanted = wanted
        self._where = where
        self._make = watch
        self._watch: RollWatch | None = None
        self._region = DiceRegion()
        self._found_at, self._moved = 0.0, False
        self._last, self._last_t = -1, -math.inf
        self._rolled_at = math.inf
        self._asked = ""

    def take(self, frame: Frame) -> Iterator[Observation]:
        """What a frame tells of the dice."""
        if not self._wanted():
            # What lies there when they are wanted again is no roll.
            self._watch = None
            yield from self._ask(frame.t, "")
            return
        if frame.t < self._last_t:
            # Another game has begun, at no time at all: what lies there is no roll of it.
            self._watch, self._rolled_at = None, math.inf
        if frame.t >= self._rolled_at + TOWER_TELLS_S:
            self._rolled_at = math.inf
            yield Waited(frame.t, self._source)
        if frame.number == self._last:
            return
        self._last, self._last_t = frame.number, frame.t
        if self._watch is None:
            self._found_at = frame.t
            self._region = self._where(frame.image) or self._region
            self._watch = self._make(self._region)
        result = self._watch.take(frame.image, frame.t)
        self._moved |= result.moved
        if result.roll is not None:
            left, right = result.roll.dice
            yield from self._ask(frame.t, "")
            dice = (left.value, right.value)
            self._rolled_at = result.roll.t
            yield RollSeen(result.roll.t, self._source, dice, result.roll.confidence, thrown=False)
        elif result.state in ("asking", "resting", "empty"):
            yield from self._ask(frame.t, result.why)
            if self._moved or frame.t - self._found_at >= FIND_EVERY_S:
                self._find_again(self._watch, frame)

    def _ask(self, t: float, why: str) -> Iterator[Observation]:
        """A report, where what is to be asked is another than before; and that there is something to ask."""
        if why != self._asked:
            if why and not self._asked:
                yield DiceUnread(t, self._source, why)
            self._asked = why
            yield SourceReport(t, self._source, "fault" if why else "ok", why)

    def _find_again(self, watch: RollWatch, frame: Frame) -> None:
        """Watch where the island lies now."""
        self._found_at, self._moved = frame.t, False
        region = self._where(frame.image)
        if region is not None and not _alike(region, self._region):
            self._region = region
            watch.limit(region)


def _alike(one: DiceRegion, other: DiceRegion) -> bool:
    """Whether two regions are one, but for the noise in finding them."""
    if (one.inside, one.sizes is None) != (other.inside, other.sizes is None):
        return False
    if one.outside is None or other.outside is None:
        return one.outside is other.outside
    return len(one.outside) == len(other.outside) and all(
        abs(a - b) < MOVED
        for at, to in zip(one.outside, other.outside, strict=True)
        for a, b in zip(at, to, strict=True)
    )
