"""Who watches the board: the island while the game wants it, then every piece that is put down on it.

One calibration tells both, so that the island that the table takes and the pieces that it is told of have
one north. Where the table has an island already - people corrected it, gave its diagram, or play on after
a restart - that island's north is taken.
"""

from __future__ import annotations

import logging
import math
from collections import deque
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Final

from companion.i18n import sentence
from companion.island.layout import Layout
from companion.island.pieces import Site, Standing
from companion.island.reading import IslandReading
from companion.observations import IslandSeen, Observation
from companion.perception.board_health import BoardHealth
from companion.perception.board_island import (
    ANOTHER_ISLAND,
    HIDDEN,
    SAME_ISLAND,
    UNCLEAR,
    seen_alike,
    turn,
    unclear,
    way_round,
)
from companion.perception.board_telling import BoardTelling
from companion.perception.sensor_request import SensorRequest
from companion.sources.camera import Frame, Image
from vision.board import BoardReading, read_board
from vision.follow.board_tracker import BoardTracker
from vision.follow.calibration import STEADY_FRAMES, Calibration, CalibrationError, NotYet, calibrate, load
from vision.follow.island import read_island
from vision.follow.readings import FrameResult
from vision.lattice import CENTRES, Points, solve
from vision.pictures import averaged

_LOG = logging.getLogger(__name__)

FRAME_EVERY_S: Final = 0.2
"""Frames to calibrate from are so far apart: what moves slowly isn't steady."""
CALIBRATE_EVERY_S: Final = 0.5
"""Looking for the island takes long: it is tried so often."""
RECOVER_EVERY_S: Final = 5.0
"""The same for a board that was lost: others look through the camera meanwhile."""
READ_EVERY_S: Final = 3.0
"""An island that couldn't be read, or is still asked for, is read again after so long."""
UNCLEAR_EVERY_S: Final = 1.5
"""The same for one that is followed, though it isn't seen clearly: pale, or half hidden."""
STANDS_S: Final = 1.0
"""A frame shown again for so long is a photo, or the end of a recording: nothing moves there any more."""
GIVE_UP_S: Final = 6.0
"""A board that was lost for so long is looked for as if it had never been seen."""
UNWATCHED_S: Final = 6.0
"""A board that nobody could watch for so long, because it wasn't found or clearly seen, may bear more than
the game knows: people have begun, or played on."""
SAVE_EVERY_S: Final = 600.0
"""Seconds between two savings of the calibration: pieces' colours are learned, and the light changes."""


@dataclass(frozen=True)
class Eyes:
    """What a board is seen with.

    Attributes:
        calibrate: makes a calibration of the newest frames; with ``laid``, where people say that the
            island lies.
        follow: makes who follows a board on which pieces stand; or did, and nobody has watched it since.
        read: reads an island cold, or where it is ``laid``.
    """

    calibrate: Callable[..., Calibration | NotYet] = calibrate
    follow: Callable[[Calibration, Mapping[Site, Standing], bool], BoardTracker] = (
        lambda made, standing, unwatched: BoardTracker(made, standing=standing, unwatched=unwatched)
    )
    read: Callable[..., BoardReading] = read_board


class BoardWatch:
    """A watcher: tells the island, and then what stands on it, while the game wants to know."""

    every_s: float = 0.04

    def __init__(
        self,
        source: str,
        wanted: Callable[[], SensorRequest | None],
        kept: Path | None = None,
        eyes: Eyes | None = None,
    ) -> None:
        """Watch through a camera.

        Args:
            source: the camera's name; stands in every observation.
            wanted: what is to be told now; None: nothing.
            kept: where the calibration is kept from one session to the next; None: nowhere.
            eyes: what it sees with.
        """
        self._source = source
        self._wanted = wanted
        self._kept = kept
        self._eyes = eyes or Eyes()
        self._health = BoardHealth(source)
        self._game: int | None = None
        self._island_wanted = False
        self._t = -math.inf
        self._begin_anew()

    def _begin_anew(self) -> None:
        """Another game, or another island: nothing is known of it."""
        self._tracker: BoardTracker | None = None
        self._telling = BoardTelling(self._source)
        self._frames: deque[Frame] = deque(maxlen=STEADY_FRAMES)
        self._still: deque[Image] = deque(maxlen=STEADY_FRAMES)
        self._watched_at = math.inf
        self._tried = -1
        self._tried_at = self._read_at = self._saved_at = -math.inf
        self._asked_at = math.inf
        self._looked_up = False
        self._number, self._number_at = -1, -math.inf
        self._result: FrameResult | None = None
        self._news: FrameResult | None = None
        self._reading: IslandReading | None = None
        self._unclear: IslandReading | None = None
        self._agreed: Layout | None = None
        self._alike, self._recovering = 0.0, False

    def take(self, frame: Frame) -> Iterator[Observation]:
        """What a frame tells of the board."""
        wanted = self._wanted()
        if wanted is None or not (wanted.island or wanted.pieces):
            self._island_wanted = False
            return
        again = wanted.island and not self._island_wanted
        if wanted.game != self._game or again or frame.t < self._t:
            self._begin_anew()
        elif frame.t == self._t:
            return
        if frame.number != self._number:
            self._number, self._number_at = frame.number, frame.t
        elif frame.t - self._number_at < STANDS_S:
            return
        self._game, self._island_wanted, self._t = wanted.game, wanted.island, frame.t
        self._watched_at = min(self._watched_at, frame.t)
        if self._tracker is None and not wanted.island:
            self._follow_as_kept(wanted)
        if self._tracker is None:
            yield from self._look_for_it(frame, wanted)
        else:
            yield from self._follow(self._tracker, frame, wanted)

    def lies(self, frame: Frame) -> Callable[[Points], Points] | None:
        """How points of the island's plane, n x 2, lie in a frame that was just taken.

        None: the board wasn't looked for in it, or something moves over it. One that isn't seen for want
        of light lies where it lay.
        """
        seen = self._result
        if self._tracker is None or seen is None or frame.t != self._t:
            return None
        return self._tracker.project if seen.state in ("quiet", "stable", "lost") else None

    def followed(self) -> Callable[[Points], Points] | None:
        """The same for somebody who only looks: also while hands are over the board; None: it isn't found."""
        seen = self._result
        if self._tracker is None or seen is None or seen.state in ("lost", "stale"):
            return None
        return self._tracker.project

    # Calibrating

    def _look_for_it(self, frame: Frame, wanted: SensorRequest) -> Iterator[Observation]:
        """Calibrate from the newest frames; say why not, if nothing is followed meanwhile."""
        if not self._frames or frame.t - self._frames[-1].t >= FRAME_EVERY_S:
            self._frames.append(frame)
        every_s = CALIBRATE_EVERY_S if self._tracker is None else RECOVER_EVERY_S
        full = len(self._frames) == STEADY_FRAMES
        if not full or frame.number == self._tried or frame.t - self._tried_at < every_s:
            return
        self._tried_at = frame.t
        if self._frames[0].number == frame.number:
            self._tried = frame.number
        made = self._calibrated([kept.image for kept in self._frames])
        if isinstance(made, Calibration):
            self._recovering |= self._tracker is not None
            steady = [kept.image for kept in self._frames]
            known = self._as_kept() if self._tracker is None else self._tracker.calibration
            self._follow_by(made.knowing_as(known), wanted)
            self._still.extend(steady)
        elif self._tracker is None:
            yield from _told(
                self._health.say(
                    frame.t, "waiting", sentence("The camera sees no island: {why}", why=made.why)
                )
            )

    def _calibrated(self, images: list[Image]) -> Calibration | NotYet:
        """A calibration of the newest frames; what nothing finds lies where people said it does."""
        made = self._eyes.calibrate(images)
        if isinstance(made, Calibration) or self._tracker is not None:
            # A board that was followed and is lost may lie elsewhere by now.
            return made
        kept = self._as_kept()
        height, width = images[-1].shape[:2]
        if kept is None or kept.laid is None or (kept.width, kept.height) != (width, height):
            return made
        return self._eyes.calibrate(images, laid=kept.laid)

    def _as_kept(self) -> Calibration | None:
        """The calibration of an earlier session; None: there is none that can be used."""
        if self._kept is None or not self._kept.exists():
            return None
        try:
            return load(self._kept)
        except CalibrationError as error:
            _LOG.warning("%s", error)
            return None

    def _follow_by(self, made: Calibration, wanted: SensorRequest) -> None:
        unwatched = self._t - self._watched_at > UNWATCHED_S
        self._tracker = self._eyes.follow(made, wanted.standing, unwatched)
        self._reading, self._agreed, self._read_at = None, None, -math.inf
        self._unclear = None
        self._result, self._news = None, None
        self._health.trouble = ""
        self._frames.clear()
        self._still.clear()

    def _follow_as_kept(self, wanted: SensorRequest) -> None:
        """Go on from the calibration of an earlier session, if there is one."""
        if self._looked_up or self._kept is None or not self._kept.exists():
            return
        self._looked_up = True
        if (kept := self._as_kept()) is not None:
            self._follow_by(kept, wanted)

    def _save(self, tracker: BoardTracker) -> None:
        self._saved_at = self._t
        if self._kept is None:
            return
        try:
            tracker.calibration.save(self._kept)
        except CalibrationError as error:
            _LOG.warning("%s", error)

    # Following

    def _follow(self, tracker: BoardTracker, frame: Frame, wanted: SensorRequest) -> Iterator[Observation]:
        if wanted.pieces and wanted.layout == self._agreed:
            # Before the next picture: a hand may change it while it is being said what it was.
            tracker.know(wanted.certain, wanted.standing, wanted.robber)
        result = self._look(tracker, frame)
        yield from _told(self._health.of(result))
        if result.update is not None:
            self._news = result
        if self._health.lost_for(frame.t) >= GIVE_UP_S:
            yield from self._look_for_it(frame, wanted)
        if result.state in ("hand", "lost", "stale"):
            self._still.clear()
        if result.state not in ("quiet", "stable"):
            if wanted.pieces:
                yield from self._tell(result)
            return
        if self._reading is None or wanted.island:
            if result.found_again:
                self._still.clear()
            if not self._stands(frame):
                self._still.append(frame.image)
            yield from self._read(tracker, frame, wanted)
        else:
            self._still.clear()
        if wanted.pieces and self._agrees(tracker, wanted):
            self._watched_at = frame.t
            if result.found_again or frame.t - self._saved_at >= SAVE_EVERY_S:
                self._save(tracker)
            if self._news is not None:
                self._telling.take(self._news, wanted.colours)
                self._news = None
            yield from self._tell(result)

    def _tell(self, result: FrameResult) -> Iterator[Observation]:
        """The board, if it is to be told now."""
        self._telling.look(result)
        seen = self._telling.tell(result.t) if self._telling.due(result.t) else None
        if seen is not None and self._tracker is not None:
            yield replace(seen, turn=turn(self._tracker.project))

    def _look(self, tracker: BoardTracker, frame: Frame) -> FrameResult:
        """What the board tracker sees in a frame; one shown again, once it was read, tells no more."""
        last = self._result
        if last is not None and self._stands(frame) and last.state == "quiet":
            return replace(last, t=frame.t, found_again=False, update=None)
        self._result = tracker.take(frame.image, frame.t)
        return self._result

    def _stands(self, frame: Frame) -> bool:
        """Whether a frame is a photo, or the last of a recording: nothing will come of looking again."""
        return frame.t > self._number_at

    def _read(self, tracker: BoardTracker, frame: Frame, wanted: SensorRequest) -> Iterator[Observation]:
        """The island, cold, by the board tracker's north."""
        if frame.t - self._read_at < (READ_EVERY_S if self._unclear is None else UNCLEAR_EVERY_S):
            return
        self._read_at = frame.t
        read = read_island(averaged(self._still, frame.image), tracker.project, self._reader(tracker))
        if isinstance(read, str):
            self._health.trouble = sentence("The island can't be read: {why}", why=read)
            return
        self._reading, self._health.trouble = read, ""
        if not wanted.island:
            return
        self._asked_at = min(self._asked_at, frame.t)
        why, patience_s = unclear(read)
        waiting = not self._stands(frame) and frame.t - self._asked_at < patience_s
        before, self._unclear = self._unclear, read if why == UNCLEAR else None
        if waiting:
            self._health.trouble = why
            yield from _told(self._health.say(frame.t, "waiting", why))
        if (waiting and self._unclear is None) or (before is not None and not seen_alike(before, read)):
            # Hands may be over it or lay it still: nothing of this look is to be kept.
            self._tracker = None
            return
        if waiting:
            return
        yield IslandSeen(frame.t, self._source, read)

    def _reader(self, tracker: BoardTracker) -> Callable[[Image], BoardReading]:
        """Who reads the island: one that nothing finds is read where it is followed."""
        laid = None if tracker.calibration.laid is None else solve(CENTRES, tracker.project(CENTRES))
        return self._eyes.read if laid is None else partial(self._eyes.read, laid=laid)

    def _agrees(self, tracker: BoardTracker, wanted: SensorRequest) -> bool:
        """Whether the island seen is the game's; if so it is followed the way round that the table has it."""
        layout, reading = wanted.layout, self._reading
        if layout is None or (reading is not None and layout == self._agreed):
            return True
        if reading is None:
            return False
        sixths, alike = way_round(reading, layout)
        if alike < SAME_ISLAND:
            self._reading, self._health.trouble = None, ANOTHER_ISLAND
            return False
        if self._recovering and alike < self._alike - HIDDEN:
            # What hides the island hides pieces, which are not gone for that.
            self._reading, self._health.trouble = None, UNCLEAR
            return False
        if sixths:
            self._follow_by(tracker.calibration.turned(sixths), wanted)
            self._reading = reading.turned(sixths)
        else:
            self._save(tracker)
        self._agreed, self._alike, self._recovering = layout, alike, False
        return not sixths


def _told(observation: Observation | None) -> Iterator[Observation]:
    if observation is not None:
        yield observation
