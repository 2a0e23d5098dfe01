"""Watches the dice on the table: reports each throw that a camera sees, while the game requests rolls."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from functools import partial
from typing import Final

import cv2

from companion.observations import DiceDetection, Observation, ResourceDiceThrown, SourceReport, TimePassed
from companion.rolls import TOWER_REPORT_S
from companion.sources.camera import Frame, Image
from vision.dice.region import DiceRegion, region_beside_island
from vision.dice.resources import LearnedFaces, read_resource_dice
from vision.dice.rolls import RollWatch
from vision.dice.throws import ThrowWatch
from vision.locate import IslandNotFound, locate
from vision.network import network

FIND_INTERVAL_S: Final = 60.0
"""Seconds between searches for the island while nothing moves: the board may have been moved."""
MIN_MOVE_SHARE: Final = 0.01
"""An island that moved by less than this share of the picture hasn't moved."""

RegionFinder = Callable[[Image], DiceRegion | None]
"""Returns the region of dice in a picture; None: it can't be determined."""


def find_region_beside_island(image: Image) -> DiceRegion | None:
    """Return the region beside the island, if the picture shows one."""
    found = locate(image, network("finder.onnx"))
    if isinstance(found, IslandNotFound):
        return None
    return region_beside_island(found.plane, image.shape[1], image.shape[0])


def find_region_on_and_beside_island(image: Image) -> DiceRegion | None:
    """Return the whole picture as the region; a visible island determines the size of dice."""
    found = find_region_beside_island(image)
    return None if found is None else found.including_island()


class DiceWatch:
    """A watcher that reports a roll when two thrown dice have settled, and reports unreadable dice."""

    every_s: float = 0.04

    def __init__(
        self,
        source: str,
        is_wanted: Callable[[], bool],
        find_region: RegionFinder = find_region_beside_island,
        make_watch: Callable[[DiceRegion], RollWatch] = RollWatch,
    ) -> None:
        """Watch through a camera.

        Args:
            source: the camera's name; part of every observation.
            is_wanted: returns whether rolls are requested now.
            find_region: returns the region of dice; while it finds none, the last one is used, at first
                anywhere.
            make_watch: creates the roll detector of a region.
        """
        self._source = source
        self._is_wanted = is_wanted
        self._find_region = find_region
        self._make_watch = make_watch
        self._watch: RollWatch | None = None
        self._region = DiceRegion()
        self._found_at, self._moved = 0.0, False
        self._last, self._last_t = -1, -math.inf
        self._rolled_at = math.inf
        self._doubt = ""

    def process(self, frame: Frame) -> Iterator[Observation]:
        """Yield the observations of the dice in a frame."""
        if not self._is_wanted():
            # Dice that are there at the next request are no roll.
            self._watch = None
            yield from self._report_doubt(frame.t, "")
            return
        if frame.t < self._last_t:
            # Another game has begun at 0 seconds: dice that are there are no roll of it.
            self._watch, self._rolled_at = None, math.inf
        if frame.t >= self._rolled_at + TOWER_REPORT_S:
            self._rolled_at = math.inf
            yield TimePassed(frame.t, self._source)
        if frame.number == self._last:
            return
        self._last, self._last_t = frame.number, frame.t
        if self._watch is None:
            self._found_at = frame.t
            self._region = self._find_region(frame.image) or self._region
            self._watch = self._make_watch(self._region)
        result = self._watch.process_frame(frame.image, frame.t)
        self._moved |= result.moved
        if result.roll is not None:
            left, right = result.roll.dice
            yield from self._report_doubt(frame.t, "")
            dice = (left.value, right.value)
            self._rolled_at = result.roll.t
            yield DiceDetection(result.roll.t, self._source, dice, result.roll.confidence, thrown=False)
        elif result.state in ("asking", "resting", "empty"):
            # Before a question, too: parts of a board that was moved may have been read as dice.
            due = self._moved or frame.t - self._found_at >= FIND_INTERVAL_S
            if (due or (result.why and not self._doubt)) and self._update_region(self._watch, frame):
                return
            yield from self._report_doubt(frame.t, result.why)

    def _report_doubt(self, t: float, why: str) -> Iterator[Observation]:
        """Yield a report if the reason for a question has changed, and an observation if there is a new
        question."""
        if why != self._doubt:
            if why and not self._doubt:
                yield DiceDetection(t, self._source, None, thrown=False)
            self._doubt = why
            yield SourceReport(t, self._source, "fault" if why else "ok", why)

    def _update_region(self, watch: RollWatch, frame: Frame) -> bool:
        """Search for the island again; return whether that changed the region."""
        self._found_at, self._moved = frame.t, False
        region = self._find_region(frame.image)
        if region is None or _is_same_region(region, self._region):
            return False
        self._region = region
        watch.set_region(region)
        return True


def _is_same_region(one: DiceRegion, other: DiceRegion) -> bool:
    """Return whether two regions are equal except for noise."""
    if (one.inside, one.sizes is None) != (other.inside, other.sizes is None):
        return False
    if one.outside is None or other.outside is None:
        return one.outside is other.outside
    return len(one.outside) == len(other.outside) and all(
        abs(a - b) < MIN_MOVE_SHARE
        for at, to in zip(one.outside, other.outside, strict=True)
        for a, b in zip(at, to, strict=True)
    )


# Watches the resource dice: reports each throw that a camera sees, while the game requests them.


CROP_JPEG_QUALITY: Final = 85


def encode_jpeg(picture: Image) -> bytes:
    """Return a picture (BGR) as JPEG."""
    return cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, CROP_JPEG_QUALITY])[1].tobytes()


class ThrowWatcher:
    """A watcher that reports throws of resource dice."""

    every_s: float = 0.05

    def __init__(
        self,
        source: str,
        is_wanted: Callable[[], bool],
        find_region: RegionFinder,
        load_faces: Callable[[], LearnedFaces | None],
    ) -> None:
        """Watch through a camera.

        Args:
            source: the camera's name; part of every observation.
            is_wanted: returns whether throws are requested now.
            find_region: returns the region of dice; None: anywhere.
            load_faces: returns the learned set of dice, at each new request for throws; None: the
                set is unknown, and its faces are read with more doubt.
        """
        self._source = source
        self._is_wanted = is_wanted
        self._find_region = find_region
        self._load_faces = load_faces
        self._watch: ThrowWatch | None = None
        self._last = -1

    def process(self, frame: Frame) -> Iterator[Observation]:
        """Yield the throw that came to rest in a frame."""
        if not self._is_wanted():
            # Dice that are there at the next request are no throw.
            self._watch = None
            return
        if frame.number == self._last:
            return
        self._last = frame.number
        if self._watch is None:
            read = partial(read_resource_dice, learned=self._load_faces())
            self._watch = ThrowWatch(read, self._find_region(frame.image) or DiceRegion())
        seen = self._watch.process_frame(frame.image, frame.t)
        if seen is not None:
            yield ResourceDiceThrown(
                seen.t,
                self._source,
                tuple({str(face): p for face, p in each.die.values.items()} for each in seen.dice),
                tuple(each.moved for each in seen.dice),
                tuple(encode_jpeg(each.crop) for each in seen.dice),
                seen.moves_before,
            )
