"""Watches the board: the island while the game needs it, then every piece on it.

Both use one calibration, so the reported island and the reported pieces have the same north. If the table
already has an island (corrected by people, from its diagram, or restored after a restart), that island's
north is used.
"""

from __future__ import annotations

import logging
import math
from collections import deque
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Final

from companion.games.game_api import Sensor
from companion.i18n import sentence
from companion.island.geometry import HexId, PieceColour, Site, Standing
from companion.island.layout import Layout
from companion.island.reading import IslandReading
from companion.observations import Health, IslandSeen, Observation, SourceReport
from companion.perception import board_reporter
from companion.sources.camera import Frame, Image
from vision.board import BLURRED_TEXT, BoardReading, measure_blur, read_board
from vision.follow.board_tracker import BoardTracker
from vision.follow.calibration import (
    STEADY_FRAMES,
    Calibration,
    CalibrationError,
    CalibrationNotReady,
    calibrate,
    load,
)
from vision.follow.island_locator import read_island
from vision.follow.readings import FrameResult
from vision.lattice import CENTRES, Homography, Points, solve_homography
from vision.pictures import average_pictures

if TYPE_CHECKING:
    from companion.table.table import Table


# The state of board tracking, as reports for the people at the table.


LOST_S: Final = 2.0
"""A board is reported lost only after this time: a knocked camera has found it again by then."""
BLUR_INTERVAL_S: Final = 20.0
"""Seconds between two measurements of a quiet board's sharpness: an autofocus may lose it."""
MAX_BLUR: Final = 0.5
"""Blur (`vision.board.measure_blur`) above which people are told to turn the lens."""
COVERED_S: Final = 20.0
"""Something that covers part of the board for longer is no hand."""
COVERED_WARNING: Final = sentence(
    "Part of the board has been covered or out of the picture for a while: pieces placed there aren't seen."
)


class BoardHealth:
    """Turns the state of board tracking into reports, and suppresses repetitions.

    Attributes:
        trouble: why the board can't be reported although it is seen, in plain words; empty: it can.
        is_blurred: whether the board is too blurred to show pieces.
    """

    def __init__(self, source: str) -> None:
        """Start in good health; `source` is the source of every report."""
        self.trouble = ""
        self.is_blurred = False
        self._source = source
        self._last_report: tuple[Health, str] = ("ok", "")
        self._lost_at = math.inf
        self._covered_at = math.inf

    def report(self, t: float, health: Health, text: str = "") -> SourceReport | None:
        """Return a report if it differs from the last one."""
        if (health, text) == self._last_report:
            return None
        self._last_report = (health, text)
        return SourceReport(t, self._source, health, text)

    def report_frame(self, result: FrameResult) -> SourceReport | None:
        """Return a report on a board tracker's result if it differs from the last one."""
        self._lost_at = min(self._lost_at, result.t) if result.state == "lost" else math.inf
        self._covered_at = min(self._covered_at, result.t) if result.covered else math.inf
        if result.state == "stale":
            why = sentence("The board can't be watched: {why}.", why=result.why)
            return self.report(result.t, "waiting", why)
        if result.state == "lost":
            if self.lost_duration(result.t) < LOST_S:
                return None
            return self.report(result.t, "waiting", sentence("The board isn't seen: {why}.", why=result.why))
        if self.is_blurred:
            return self.report(result.t, "waiting", BLURRED_TEXT)
        if self.trouble:
            return self.report(result.t, "waiting", self.trouble)
        if result.t - self._covered_at >= COVERED_S:
            return self.report(result.t, "waiting", COVERED_WARNING)
        return self.report(result.t, "ok")

    def lost_duration(self, t: float) -> float:
        """Return for how many seconds the board has been lost without a break."""
        return max(0.0, t - self._lost_at)


# The observations that a table currently requests of its board.


@dataclass(frozen=True)
class SensorRequest:
    """A table's request to its board watcher.

    Attributes:
        game: the number of the current game; with another number the watcher starts from scratch.
        island: whether to read the island.
        pieces: whether to report the pieces.
        colours: the players' colours at this table; empty: any.
        layout: the table's island, None if it has none. Its north counts.
        standing: the pieces that the game has on the board.
        certain: the buildings among them that are known from the rules or from people, never from a camera.
        robber: the robber's hex if it is known from the rules or from people; otherwise None.
        founding: the game is in its founding phase, in which nobody builds cities.
    """

    game: int
    island: bool
    pieces: bool
    colours: frozenset[PieceColour] = frozenset()
    layout: Layout | None = None
    standing: Mapping[Site, Standing] = field(default_factory=dict)
    certain: Mapping[Site, Standing] = field(default_factory=dict)
    robber: HexId | None = None
    founding: bool = False


def sensor_request_of(table: Table) -> SensorRequest | None:
    """Return a table's current request; None: there is no game."""
    game = table.snapshot()["game"]
    if game is None:
        return None
    view = game["view"]
    layout, session = view.get("layout"), table.session
    return SensorRequest(
        game=game["id"],
        island=table.requires(Sensor.ISLAND),
        pieces=table.requires(Sensor.PIECES),
        colours=frozenset(player["colour"] for player in view.get("players", ())),
        layout=None if layout is None else Layout.from_json(layout),
        standing={piece["at"]: Standing(piece["kind"], piece["colour"]) for piece in view.get("pieces", ())},
        certain={} if session is None else session.certain_buildings,
        robber=None if session is None else session.certain_robber,
        founding=view.get("phase") == "founding",
    )


_LOG = logging.getLogger(__name__)

FRAME_INTERVAL_S: Final = 0.2
"""Seconds between calibration frames: slow movements show."""
CALIBRATE_INTERVAL_S: Final = 0.5
"""Seconds between attempts to find the island, which are slow."""
RECOVER_INTERVAL_S: Final = 5.0
"""The same for a lost board: other watchers use the camera meanwhile."""
READ_INTERVAL_S: Final = 3.0
"""Seconds until an unreadable, blurred or still requested island is read again."""
UNCLEAR_INTERVAL_S: Final = 1.5
"""The same for a tracked island that isn't seen clearly: pale, or partly hidden."""
STILL_FRAME_S: Final = 1.0
"""A frame repeated for longer is a photo, or the end of a recording: nothing moves any more."""
GIVE_UP_S: Final = 6.0
"""A board lost for longer is searched for as if it had never been seen."""
UNWATCHED_S: Final = 6.0
"""A board that was unwatched for longer may have pieces that the game doesn't know: people have begun or
played on."""
SAVE_INTERVAL_S: Final = 600.0
"""Seconds between two saves of the calibration: piece colours are learned, and the light changes."""


@dataclass(frozen=True)
class BoardVision:
    """The vision functions that a board watch uses.

    Attributes:
        calibrate: creates a calibration from the newest frames; ``manual_plane`` is the island's position
            by hand.
        follow: creates the tracker of a board with pieces; the last argument says whether nobody has watched
            it since.
        read: reads an island in a single picture, or at its known position ``manual_plane``.
    """

    calibrate: Callable[..., Calibration | CalibrationNotReady] = calibrate
    follow: Callable[[Calibration, Mapping[Site, Standing], bool], BoardTracker] = (
        lambda made, standing, unwatched: BoardTracker(made, standing=standing, unwatched=unwatched)
    )
    read: Callable[..., BoardReading] = read_board
    measure_blur: Callable[[Image, Homography], float] = measure_blur


class BoardWatch:
    """A watcher that reports the island, and then its pieces, while the game requests them."""

    every_s: float = 0.04

    def __init__(
        self,
        source: str,
        get_request: Callable[[], SensorRequest | None],
        calibration_file: Path | None = None,
        board_vision: BoardVision | None = None,
    ) -> None:
        """Watch through a camera.

        Args:
            source: the camera's name; part of every observation.
            get_request: returns the table's current request; None: nothing.
            calibration_file: where the calibration is stored between sessions; None: nowhere.
            board_vision: the vision functions.
        """
        self._source = source
        self._get_request = get_request
        self._calibration_file = calibration_file
        self._vision = board_vision or BoardVision()
        self._health = BoardHealth(source)
        self._game: int | None = None
        self._island_wanted = False
        self._t = -math.inf
        self._reset()

    def _reset(self) -> None:
        """Reset all state for another game or another island."""
        self._tracker: BoardTracker | None = None
        self._reporter = board_reporter.BoardReporter(self._source)
        self._frames: deque[Frame] = deque(maxlen=STEADY_FRAMES)
        self._still: deque[Image] = deque(maxlen=STEADY_FRAMES)
        self._watched_at = math.inf
        self._tried = -1
        self._tried_at = self._read_at = self._saved_at = self._sharp_at = -math.inf
        self._health.is_blurred = False
        self._asked_at = math.inf
        self._loaded_calibration = False
        self._number, self._number_at = -1, -math.inf
        self._result: FrameResult | None = None
        self._news: FrameResult | None = None
        self._reading: IslandReading | None = None
        self._unclear: IslandReading | None = None
        self._agreed: Layout | None = None
        self._alike, self._recovering = 0.0, False

    def process(self, frame: Frame) -> Iterator[Observation]:
        """Yield the observations of a frame."""
        wanted = self._get_request()
        if wanted is None or not (wanted.island or wanted.pieces):
            self._island_wanted = False
            return
        again = wanted.island and not self._island_wanted
        if wanted.game != self._game or again or frame.t < self._t:
            self._reset()
        elif frame.t == self._t:
            return
        if frame.number != self._number:
            self._number, self._number_at = frame.number, frame.t
        elif frame.t - self._number_at < STILL_FRAME_S:
            return
        self._game, self._island_wanted, self._t = wanted.game, wanted.island, frame.t
        self._watched_at = min(self._watched_at, frame.t)
        if self._tracker is None and not wanted.island:
            self._resume_tracking(wanted)
        if self._tracker is None:
            yield from self._search_board(frame, wanted)
        else:
            yield from self._track(self._tracker, frame, wanted)

    def projection_in(self, frame: Frame) -> Callable[[Points], Points] | None:
        """Return the projection of the island's plane, points n x 2, to the frame that was just processed.

        None: the board wasn't searched for in it, or something moves over it. A board that is too dark to be
        seen is assumed not to have moved.
        """
        seen = self._result
        if self._tracker is None or seen is None or frame.t != self._t:
            return None
        return self._tracker.project if seen.state in ("quiet", "stable", "lost") else None

    def followed_projection(self) -> Callable[[Points], Points] | None:
        """Return the projection for display, also while hands are over the board; None: it isn't found."""
        seen = self._result
        if self._tracker is None or seen is None or seen.state in ("lost", "stale"):
            return None
        return self._tracker.project

    # Calibrating

    def _search_board(self, frame: Frame, wanted: SensorRequest) -> Iterator[Observation]:
        """Calibrate from the newest frames; report the reason for a failure if no board is tracked."""
        if not self._frames or frame.t - self._frames[-1].t >= FRAME_INTERVAL_S:
            self._frames.append(frame)
        every_s = CALIBRATE_INTERVAL_S if self._tracker is None else RECOVER_INTERVAL_S
        full = len(self._frames) == STEADY_FRAMES
        if not full or frame.number == self._tried or frame.t - self._tried_at < every_s:
            return
        self._tried_at = frame.t
        if self._frames[0].number == frame.number:
            self._tried = frame.number
        made = self._calibrate([kept.image for kept in self._frames])
        if isinstance(made, Calibration):
            self._recovering |= self._tracker is not None
            steady = [kept.image for kept in self._frames]
            known = self._load_calibration() if self._tracker is None else self._tracker.calibration
            self._start_tracking(made.with_knowledge_from(known), wanted)
            self._still.extend(steady)
        elif self._tracker is None:
            yield from _optional_observation(
                self._health.report(
                    frame.t, "waiting", sentence("The camera sees no island: {why}", why=made.why)
                )
            )

    def _calibrate(self, images: list[Image]) -> Calibration | CalibrationNotReady:
        """Calibrate from the newest frames; an island that isn't found is assumed at its position by hand."""
        made = self._vision.calibrate(images)
        if isinstance(made, Calibration) or self._tracker is not None:
            # A board that was tracked and lost may be elsewhere by now.
            return made
        kept = self._load_calibration()
        height, width = images[-1].shape[:2]
        if kept is None or kept.manual_plane is None or (kept.width, kept.height) != (width, height):
            return made
        return self._vision.calibrate(images, manual_plane=kept.manual_plane)

    def _load_calibration(self) -> Calibration | None:
        """Return the calibration of an earlier session; None: there is no usable one."""
        if self._calibration_file is None or not self._calibration_file.exists():
            return None
        try:
            return load(self._calibration_file)
        except CalibrationError as error:
            _LOG.warning("%s", error)
            return None

    def _start_tracking(self, made: Calibration, wanted: SensorRequest) -> None:
        unwatched = self._t - self._watched_at > UNWATCHED_S
        self._tracker = self._vision.follow(made, wanted.standing, unwatched)
        self._reading, self._agreed, self._read_at = None, None, -math.inf
        self._unclear = None
        self._result, self._news = None, None
        self._health.trouble = ""
        self._frames.clear()
        self._still.clear()

    def _resume_tracking(self, wanted: SensorRequest) -> None:
        """Track with the calibration of an earlier session, if there is one."""
        if self._loaded_calibration or self._calibration_file is None or not self._calibration_file.exists():
            return
        self._loaded_calibration = True
        if (kept := self._load_calibration()) is not None:
            self._start_tracking(kept, wanted)

    def _save(self, tracker: BoardTracker) -> None:
        self._saved_at = self._t
        if self._calibration_file is None:
            return
        try:
            tracker.calibration.save(self._calibration_file)
        except CalibrationError as error:
            _LOG.warning("%s", error)

    # Following

    def _track(self, tracker: BoardTracker, frame: Frame, wanted: SensorRequest) -> Iterator[Observation]:
        if wanted.pieces and wanted.layout == self._agreed:
            # Before the next picture: a hand may change the board while people enter what it was.
            tracker.set_certain_pieces(
                wanted.certain, wanted.standing, wanted.robber, founding=wanted.founding
            )
        result = self._track_frame(tracker, frame)
        every_s = READ_INTERVAL_S if self._health.is_blurred else BLUR_INTERVAL_S
        if result.state == "quiet" and frame.t - self._sharp_at >= every_s:
            self._sharp_at = frame.t
            self._health.is_blurred = self._is_blurred(tracker, frame)
        yield from _optional_observation(self._health.report_frame(result))
        if result.update is not None:
            self._news = result
        if self._health.lost_duration(frame.t) >= GIVE_UP_S:
            yield from self._search_board(frame, wanted)
        if result.state in ("hand", "lost", "stale"):
            self._still.clear()
        if result.state not in ("quiet", "stable"):
            if wanted.pieces:
                yield from self._report_board(result)
            return
        if self._reading is None or wanted.island:
            if result.found_again:
                self._still.clear()
            if not self._is_still_frame(frame):
                self._still.append(frame.image)
            yield from self._read_island(tracker, frame, wanted)
        else:
            self._still.clear()
        if wanted.pieces and self._matches_game(tracker, wanted):
            self._watched_at = frame.t
            if result.found_again or frame.t - self._saved_at >= SAVE_INTERVAL_S:
                self._save(tracker)
            if self._news is not None:
                self._reporter.update(self._news, wanted.colours)
                self._news = None
            yield from self._report_board(result)

    def _is_blurred(self, tracker: BoardTracker, frame: Frame) -> bool:
        plane = _find_plane(tracker)
        return plane is not None and self._vision.measure_blur(frame.image, plane) > MAX_BLUR

    def _report_board(self, result: FrameResult) -> Iterator[Observation]:
        """Yield the board if a report is due."""
        self._reporter.update_coverage(result)
        seen = self._reporter.report(result.t) if self._reporter.is_due(result.t) else None
        if seen is not None and self._tracker is not None:
            yield replace(seen, turn=board_reporter.rotation_degrees(self._tracker.project))

    def _track_frame(self, tracker: BoardTracker, frame: Frame) -> FrameResult:
        """Return the tracker's result for a frame; a repeated frame, once read, has no new result."""
        last = self._result
        if last is not None and self._is_still_frame(frame) and last.state == "quiet":
            return replace(last, t=frame.t, found_again=False, update=None)
        self._result = tracker.process_frame(frame.image, frame.t)
        return self._result

    def _is_still_frame(self, frame: Frame) -> bool:
        """Return whether a frame is a photo, or the last of a recording, so another look is useless."""
        return frame.t > self._number_at

    def _read_island(
        self, tracker: BoardTracker, frame: Frame, wanted: SensorRequest
    ) -> Iterator[Observation]:
        """Read the island in a single picture, in the tracker's orientation."""
        if frame.t - self._read_at < (READ_INTERVAL_S if self._unclear is None else UNCLEAR_INTERVAL_S):
            return
        self._read_at = frame.t
        read = read_island(
            average_pictures(self._still, frame.image), tracker.project, self._island_reader(tracker)
        )
        if isinstance(read, str):
            self._health.trouble = sentence("The island can't be read: {why}", why=read)
            return
        self._reading, self._health.trouble = read, ""
        if not wanted.island:
            return
        self._asked_at = min(self._asked_at, frame.t)
        why, patience_s = board_reporter.unclear_reason(read)
        waiting = not self._is_still_frame(frame) and frame.t - self._asked_at < patience_s
        before, self._unclear = self._unclear, read if why == board_reporter.UNCLEAR_WARNING else None
        if waiting:
            why = BLURRED_TEXT if self._health.is_blurred else why
            self._health.trouble = why
            yield from _optional_observation(self._health.report(frame.t, "waiting", why))
        if (waiting and self._unclear is None) or (
            before is not None and not board_reporter.is_same_view(before, read)
        ):
            # Hands may still be placing it: discard this look.
            self._tracker = None
            return
        if waiting:
            return
        yield IslandSeen(frame.t, self._source, read)

    def _island_reader(self, tracker: BoardTracker) -> Callable[[Image], BoardReading]:
        """Return the function that reads the island, at its tracked position if it was placed by hand."""
        laid = None if tracker.calibration.manual_plane is None else _find_plane(tracker)
        return self._vision.read if laid is None else partial(self._vision.read, manual_plane=laid)

    def _matches_game(self, tracker: BoardTracker, wanted: SensorRequest) -> bool:
        """Return whether the visible island is the game's; if so, adopt the table's orientation."""
        layout, reading = wanted.layout, self._reading
        if layout is None or (reading is not None and layout == self._agreed):
            return True
        if reading is None:
            return False
        sixths, alike = board_reporter.best_rotation(reading, layout)
        if alike < board_reporter.MIN_AGREEMENT:
            self._reading, self._health.trouble = None, board_reporter.WRONG_ISLAND_WARNING
            return False
        if self._recovering and alike < self._alike - board_reporter.HIDDEN_AGREEMENT_DROP:
            # Something hides the island and pieces on it; they aren't removed.
            self._reading, self._health.trouble = None, board_reporter.UNCLEAR_WARNING
            return False
        if sixths:
            self._start_tracking(tracker.calibration.rotate(sixths), wanted)
            self._reading = reading.rotate(sixths)
        else:
            self._save(tracker)
        self._agreed, self._alike, self._recovering = layout, alike, False
        return not sixths


def _optional_observation(observation: Observation | None) -> Iterator[Observation]:
    if observation is not None:
        yield observation


def _find_plane(tracker: BoardTracker) -> Homography | None:
    """Return the homography from the tracked island's plane to pixels."""
    return solve_homography(CENTRES, tracker.project(CENTRES))
