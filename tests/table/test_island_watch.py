"""The island watch: frames are read only while somebody wants the island, and each only once."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator

import numpy as np
import pytest

from companion.island.geometry import HEXES
from companion.island.reading import HexReading
from companion.observations import Clock, IslandSeen, Observation, SourceReport
from companion.sources.camera import Frame, Image
from companion.table.camera_watch import CameraWatch
from companion.table.island_watch import IslandWatch
from vision.board import BoardReading, HexSeen

NOTHING = BoardReading(False, "there is only a table", None, 0.0, (), 0.01)
ISLAND = BoardReading(
    True,
    "",
    np.eye(3),
    0.9,
    tuple(HexSeen(h, (0.0, 0.0), (0.0, 0.0), HexReading({"forest": 1.0}, {8: 1.0})) for h in HEXES),
    0.01,
)


class Camera:
    name = "camera"

    def __init__(self, *brightness: int, live: bool = False) -> None:
        self.live = live
        self._brightness = brightness

    def frames(self, clock: Clock, stop: threading.Event) -> Iterator[Frame | SourceReport]:
        for number, level in enumerate(self._brightness):
            yield Frame(clock(), np.full((4, 4, 3), level, np.uint8), number)
        if self.live:
            stop.wait()


class Look:
    """Reads a frame as an island if it is bright; stops the watch after some looks."""

    def __init__(self, stop: threading.Event, most: int) -> None:
        self.levels: list[int] = []
        self._stop = stop
        self._most = most

    def __call__(self, image: Image) -> BoardReading:
        self.levels.append(int(image[0, 0, 0]))
        if len(self.levels) == self._most:
            self._stop.set()
        return ISLAND if self.levels[-1] > 100 else NOTHING


def watch(
    camera: Camera, looks: int, wanted: Callable[[list[Observation]], bool]
) -> tuple[list[Observation], list[int]]:
    stop = threading.Event()
    look = Look(stop, looks)
    seen: list[Observation] = []
    island = IslandWatch(camera.name, lambda: wanted(seen), look)
    CameraWatch(camera, [island]).run(seen.append, time.monotonic, stop)
    return seen, look.levels


def until_seen(seen: list[Observation]) -> bool:
    return not any(isinstance(observation, IslandSeen) for observation in seen)


def test_what_is_no_island_is_said_in_words_and_the_next_frame_is_looked_at() -> None:
    seen, levels = watch(Camera(10, 200), 2, until_seen)
    assert levels == [10, 200]
    said, well, island = seen
    assert isinstance(said, SourceReport)
    assert said.text == "No island is seen: there is only a table"
    assert isinstance(well, SourceReport)
    assert well.health == "ok"
    assert isinstance(island, IslandSeen)
    assert island.reading.hexes.keys() == set(HEXES)


def test_nothing_is_read_while_nobody_wants_it() -> None:
    asked = []

    def wanted(seen: list[Observation]) -> bool:
        asked.append(1)
        return len(asked) > 2

    _, levels = watch(Camera(200, 201, 202), 1, wanted)
    assert levels == [202]


def test_a_photo_is_read_once_and_again_when_it_is_wanted_again() -> None:
    """One game after another before the same photo."""
    turns = iter([True, True, True, False, True])
    _, levels = watch(Camera(200), 2, lambda seen: next(turns, True))
    assert levels == [200, 200]


@pytest.mark.timeout(20)
def test_a_live_camera_is_drained_and_only_its_newest_frame_is_read() -> None:
    _, levels = watch(Camera(*range(50), 200, live=True), 1, until_seen)
    assert levels == [200]
    assert not [t for t in threading.enumerate() if t.name.startswith("pump")]
