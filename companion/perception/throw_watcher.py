"""Watches the resource dice: reports each throw that a camera sees, while the game requests them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial

from companion.observations import Observation, ResourceDiceThrown
from companion.perception.dice_watch import RegionFinder
from companion.sources.camera import Frame
from vision.dice.region import DiceRegion
from vision.dice.resources_learned import LearnedFaces
from vision.dice.resources_reading import read_resource_dice
from vision.dice.throws import ThrowWatch


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
            )
