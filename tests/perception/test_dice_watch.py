"""The dice watch turns a camera's frames into rolls and questions while the game requests them."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from companion.observations import Clock, DiceDetection, Observation, SourceReport, TimePassed
from companion.perception.camera_watch import CameraWatch
from companion.perception.dice_watch import FIND_INTERVAL_S, DiceWatch
from companion.rolls import TOWER_REPORT_S
from companion.sources.camera import Frame
from tests.sources.camera.stub_frame_source import StubFrameSource
from vision.dice.reading import DieReading
from vision.dice.region import DiceRegion
from vision.dice.rolls import RollFrameResult, SeenRoll

PICTURE = np.zeros((36, 64, 3), np.uint8)
ISLAND = DiceRegion(outside=((0.2, 0.2), (0.8, 0.2), (0.5, 0.8)), sizes=(0.01, 0.03))
MOVED_REGION = DiceRegion(outside=((0.3, 0.2), (0.9, 0.2), (0.6, 0.8)), sizes=(0.01, 0.03))
ASKING = RollFrameResult(0, "asking", why="Lay it flat.")
RESTING = RollFrameResult(0, "resting")


def roll_result(a: int, b: int, t: float, confidence: float = 0.9) -> RollFrameResult:
    left, right = (DieReading((10.0 * n, 5.0), 4.0, {value: 1.0}, 1.0) for n, value in enumerate((a, b)))
    return RollFrameResult(t + 0.5, "resting", SeenRoll((left, right), t, confidence))


@dataclass
class Watched:
    """A watch with given results, by the number of the frame."""

    results: dict[int, RollFrameResult] = field(default_factory=dict)
    found: list[DiceRegion | None] = field(default_factory=lambda: [ISLAND])
    wanted: bool = True

    def __post_init__(self) -> None:
        self.regions: list[DiceRegion] = []
        self.taken: list[float] = []
        self.made = 0
        self.dice = DiceWatch("camera", lambda: self.wanted, self._find_region, self._make)

    def _find_region(self, image: object) -> DiceRegion | None:
        return self.found.pop(0) if len(self.found) > 1 else self.found[0]

    def _make(self, region: DiceRegion) -> Any:
        self.made += 1
        self.regions.append(region)
        return self

    def set_region(self, region: DiceRegion) -> None:
        self.regions.append(region)

    def process_frame(self, image: object, t: float) -> RollFrameResult:
        self.taken.append(t)
        return self.results.get(len(self.taken) - 1, RESTING)

    def show(self, number: int, t: float | None = None) -> list[Observation]:
        return list(self.dice.process(Frame(float(number) if t is None else t, PICTURE, number)))


def test_a_roll_is_reported_with_its_time_and_an_unknown_throw() -> None:
    watched = Watched({2: roll_result(4, 3, t=1.4, confidence=0.83)})
    seen = [seen for n in range(4) for seen in watched.show(n)]
    assert seen == [DiceDetection(1.4, "camera", (4, 3), 0.83, thrown=False)]


def test_the_camera_reports_how_long_it_watched_after_a_tower_would_have_reported() -> None:
    watched = Watched({1: roll_result(4, 3, t=1.0)})
    assert [type(one) for one in watched.show(0) + watched.show(1)] == [DiceDetection]
    assert watched.show(2, t=1.0 + TOWER_REPORT_S - 0.1) == []
    # The same picture once more will do, where a camera gives none while all is quiet.
    assert watched.show(2, t=1.0 + TOWER_REPORT_S) == [TimePassed(1.0 + TOWER_REPORT_S, "camera")]
    assert watched.show(3, t=9.0) == []


def test_players_are_asked_once_and_notified_when_the_dice_are_readable_again() -> None:
    watched = Watched({1: ASKING, 2: ASKING, 3: RollFrameResult(0, "hand"), 4: roll_result(1, 2, t=4)})
    types_by_step = [[type(one) for one in watched.show(n)] for n in range(6)]
    assert types_by_step == [
        [], [DiceDetection, SourceReport], [], [], [SourceReport, DiceDetection], []
    ]  # fmt: skip


def test_players_are_not_asked_about_the_dice_of_an_outdated_region() -> None:
    watched = Watched({1: ASKING, 2: ASKING}, found=[ISLAND, MOVED_REGION])
    watched.show(0)
    assert watched.show(1) == []
    assert watched.regions == [ISLAND, MOVED_REGION]
    assert [type(one) for one in watched.show(2)] == [DiceDetection, SourceReport]


def test_a_question_is_a_report_in_words() -> None:
    unread, report = Watched({0: ASKING}).show(0)
    assert unread == DiceDetection(0.0, "camera", None, thrown=False)
    assert report == SourceReport(0.0, "camera", "fault", "Lay it flat.")


def test_dice_are_watched_only_on_request_and_then_from_the_beginning() -> None:
    watched = Watched({0: ASKING})
    watched.show(0)
    watched.wanted = False
    assert watched.show(1) == [SourceReport(1.0, "camera", "ok")]
    assert watched.taken == [0.0]
    watched.wanted = True
    watched.show(2)
    assert watched.made == 2


def test_a_new_game_resets_the_time_and_the_dice() -> None:
    watched = Watched()
    watched.show(0, t=3600)
    watched.show(1, t=0.5)
    assert watched.made == 2


def test_a_repeated_frame_is_ignored() -> None:
    watched = Watched()
    for number in (0, 0, 1, 1):
        watched.show(number)
    assert watched.taken == [0.0, 1.0]


def test_dice_are_read_anywhere_until_an_island_is_seen() -> None:
    watched = Watched(found=[None, ISLAND])
    watched.show(0)
    watched.show(1, t=FIND_INTERVAL_S + 1)
    assert watched.regions == [DiceRegion(), ISLAND]


def test_a_moved_island_is_found_while_nothing_moves() -> None:
    watched = Watched({1: RollFrameResult(0, "hand")}, found=[ISLAND, MOVED_REGION])
    watched.show(0)
    watched.show(1, t=FIND_INTERVAL_S + 1)
    assert watched.regions == [ISLAND]
    watched.show(2, t=FIND_INTERVAL_S + 2)
    assert watched.regions == [ISLAND, MOVED_REGION]


def test_after_a_camera_move_the_island_is_searched_for_once_nothing_moves() -> None:
    watched = Watched({1: RollFrameResult(0, "hand", moved=True)}, found=[ISLAND, MOVED_REGION])
    for n in range(3):
        watched.show(n)
        assert watched.regions == ([ISLAND] if n < 2 else [ISLAND, MOVED_REGION])


def test_an_unmoved_island_changes_nothing() -> None:
    watched = Watched()
    for n in range(5):
        watched.show(n, t=FIND_INTERVAL_S * n)
    assert watched.regions == [ISLAND]


class Recorded(StubFrameSource):
    def frames(self, clock: Clock, stop: threading.Event) -> Iterator[Frame | SourceReport]:
        yield SourceReport(0.0, self.name, "ok")
        for number in range(3):
            yield Frame(float(number), PICTURE, number)


class Looker:
    """A watcher that reports every frame."""

    every_s = 0.0

    def __init__(self, name: str, stop: threading.Event, most: int = 99) -> None:
        self.name, self._stop, self._left = name, stop, most

    def process(self, frame: Frame) -> list[Observation]:
        self._left -= 1
        if not self._left:
            self._stop.set()
        return [Observation(frame.t, self.name)]


def test_several_watches_share_every_frame_of_one_camera() -> None:
    stop = threading.Event()
    seen: list[Observation] = []
    watchers = [Looker("one", stop), Looker("two", stop, most=4)]
    CameraWatch(Recorded(), watchers).run(seen.append, lambda: 0.0, stop)
    times = [(one.t, one.source) for one in seen[1:]]
    assert isinstance(seen[0], SourceReport)
    assert times == [(t, name) for t in (0.0, 1.0, 2.0, 2.0) for name in ("one", "two")]
