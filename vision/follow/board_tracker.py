"""Track a board: video frames in, probabilities of its pieces out. The entry point is `BoardTracker`."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import partial
from typing import Any, Final

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.i18n import sentence
from companion.island.geometry import CORNER_HEXES, HEXES, SITES, HexId, Site, Standing, position
from companion.island.reading import PiecesReading
from vision.colour_correction import ColourCast, measure_colour_cast
from vision.detector import VIEW_PX
from vision.follow.board_belief import BoardBelief, BoardView
from vision.follow.calibration import Calibration
from vision.follow.island_locator import IslandLocator, IslandUnseen, IslandView
from vision.follow.motion import HEX_SPOTS, SPOTS, Motion, MotionGate, PlaceSamples, ReachTracker
from vision.follow.readers import Readers, network_readers
from vision.follow.readings import GAP_S, BoardUpdate, FrameResult, TrackerPhase
from vision.follow.site_beliefs import site_distribution
from vision.lattice import Points, hex_side, project
from vision.locate import PLANE_TO_VIEW
from vision.network import network
from vision.pictures import as_bgr
from vision.pieces import paper_brightness_from_view

LOOK_INTERVAL_S: Final = 1.0
"""Interval at which a quiet board is read anyway: it may have changed between two frames."""
UNWATCHED_S: Final = 10.0
"""If hands hide the board for this long, anything may have changed."""
LIGHT_INTERVAL_S: Final = 2.0
"""Interval at which the paper's brightness is measured again, as well as after every change of light."""
KNOCKED_SIDES: Final = 0.05
"""Displacement of the board, in hex sides, above which the board or its camera was moved, and caused the
motion. Under a hand the measured displacement is smaller, and the hand caused the motion."""
REPORT_THRESHOLD_P: Final = 0.05
"""Change of a probability that is reported."""
_LIGHT_CHANGE_SHARE: Final = 0.02
"""Relative change of the board's mean brightness that counts as a change of light."""
_CAST_CHANGE_SHARE: Final = 0.1
"""Relative change of the board's mean brightness after which the colour cast is measured again."""
_NEAR_SIDES: Final = 0.5
"""Motion this near to a place, in hex sides, touches it."""
_BOARD_MARGIN: Final = 1.35
"""Scale of the area of motion over the board, relative to the island's corner hexes."""
_MIN_MOTION_PX: Final = 12
"""Fewer moving pixels of the gate's small picture over the board are ignored."""
_GLOBAL_MOTION_SHARE: Final = 0.6
"""A change of a larger share of the board is the light or the camera, and moves no piece."""
_MAY_STAND_P: Final = 0.05
"""Probability of the robber from which on a hex may have it."""
_PLACES: Final = (*HEXES, None)


class BoardTracker:
    """Tracks one board under one camera.

    It is fed every frame, in order, by one thread at a time. Frames are not stored.
    """

    def __init__(
        self,
        calibration: Calibration,
        readers: Readers | None = None,
        *,
        standing: Mapping[Site, Standing] | None = None,
        unwatched: bool = False,
    ) -> None:
        """Start at a calibrated table.

        Args:
            calibration: the island's place and look.
            readers: read sites and hexes; None: the networks that ship with the package.
            standing: all pieces known to be on the board, none at the start of a game; None: unknown.
            unwatched: the board was not watched since then.
        """
        self._overhead = IslandLocator(calibration, network("finder.onnx"))
        self._calibration = calibration
        self._readers = readers if readers is not None else network_readers(calibration.examples)
        self._board = BoardBelief(
            self._readers, calibration.tints, standing, unwatched=unwatched, robber=calibration.robber
        )
        self._gate = MotionGate()
        self._size = (calibration.width, calibration.height)
        self._phase: TrackerPhase | None = None
        self._blind = False
        self._frame_at = -np.inf
        self._gap_s = 0.0
        self._looked_at = self._lit_at = self._seen_at = -np.inf
        self._white: NDArray[np.float64] | None = None
        self._level = np.ones(3)
        self._colour_cast: ColourCast | None = None
        self._colour_cast_level = np.full(3, np.inf)
        self._why = ""
        self._reported_shares: NDArray[np.float64] | None = None
        self._reported_robber = np.zeros(len(_PLACES))
        self._over: NDArray[np.bool_] | None = None
        self._reach = ReachTracker()
        self._reaching: dict[int, float | None] = {}
        self._sides: dict[Site, float | None] = {}

    @property
    def calibration(self) -> Calibration:
        """The table as it is known now, to be saved: the island's place, its pieces' look."""
        learned = replace(
            self._calibration,
            tints=self._board.tints,
            examples=self._readers.edition.examples,
            robber=self._board.certain_robber.tint,
        )
        return self._overhead.calibration(learned)

    def set_certain_pieces(
        self,
        certain: Mapping[Site, Standing],
        standing: Mapping[Site, Standing] | None = None,
        robber: HexId | None = None,
        *,
        founding: bool = False,
    ) -> None:
        """Set the certain contents of some sites, whatever their look, before the next picture.

        Buildings among them become examples of their kind once they are visible, and correct a wrong reading.
        The robber's colour is learned once it is seen to leave its known hex.

        Args:
            certain: contents known by the rules or from people, never from this tracker's own readings.
            standing: all stated contents of the board, from any source; None: `certain`.
            robber: the robber's hex by the rules or from people; None: unknown.
            founding: no settlement can have become a city so far.
        """
        self._board.set_robber(robber)
        self._board.certain_buildings.set_statements(
            certain, certain if standing is None else standing, self._frame_at, founding=founding
        )

    def forget_example(self, site: Site) -> None:
        """Remove the example of a building that was entered by mistake."""
        self._board.forget_examples(site)

    def project(self, points: Points) -> Points:
        """Project points n x 2 of the island's plane to the camera's pixels, by its latest pose."""
        return self._overhead.project(points)

    def process_frame(self, picture: NDArray[Any] | None, t: float) -> FrameResult:
        """Process the next frame, or the absence of one.

        Args:
            picture: uint8, height x width x 3 (BGR); None: the camera gives none at this time.
            t: its time, in seconds; never earlier than the last.

        Raises:
            PictureError: not a picture.
        """
        if self._phase is None:
            self._phase = TrackerPhase.start(t)
        if picture is None:
            self._phase = self._phase.after_missing_frame(t)
            return self._result(
                t, sentence("the camera sends no pictures") if self._phase.state == "stale" else ""
            )
        frame = as_bgr(picture)
        if t - self._frame_at >= GAP_S:
            self._handle_missed_frames()
        self._gap_s = max(self._gap_s, t - self._frame_at)
        self._frame_at = t
        if frame.shape[1::-1] != self._size:
            self._gate, self._size = MotionGate(), (frame.shape[1], frame.shape[0])
            self._handle_missed_frames()
        motion = self._gate.detect(frame, t)
        moving = self._detect_motion(motion)
        self._phase = self._phase.after_frame(t, moving=moving, same=motion.same)
        if self._phase.state == "stale":
            return self._result(t, sentence("the camera keeps sending the same picture"))
        due = self._phase.state == "stable" or t - self._looked_at >= LOOK_INTERVAL_S
        if moving or not (self._phase.is_readable or self._phase.state == "lost") or not due:
            return self._result(t, self._why)
        return self._read_board(frame, t)

    def _handle_missed_frames(self) -> None:
        """Assume that anything may have happened since the last frame."""
        self._blind = True
        self._gate.forget()
        self._reach.reset()
        self._board.mark_touched(np.ones(len(SPOTS), np.bool_))
        self._looked_at = self._lit_at = -np.inf

    def _detect_motion(self, motion: Motion) -> bool:
        """Return whether something moves over the board, and mark the places that a hand may have reached."""
        if motion.is_still:
            return False
        if self._over is None:
            self._over = self._board_area(motion)
        moved = motion.moved & self._over
        count = np.count_nonzero(moved)
        if count < _MIN_MOTION_PX:
            return False
        self._looked_at = -np.inf
        if count > _GLOBAL_MOTION_SHARE * np.count_nonzero(self._over):
            return True
        self._reach.record_motion(motion)
        side = hex_side(self._overhead.project) / motion.scale[0]
        reach = np.ones((2 * max(1, round(_NEAR_SIDES * side)) + 1,) * 2, np.uint8)
        near = cv2.dilate(moved.astype(np.uint8), reach)
        at = (self._overhead.project(SPOTS) / motion.scale).astype(int)
        x, y = at[:, 0].clip(0, near.shape[1] - 1), at[:, 1].clip(0, near.shape[0] - 1)
        self._board.mark_touched(np.asarray(near[y, x] > 0))
        return True

    def _board_area(self, motion: Motion) -> NDArray[np.bool_]:
        corners = _BOARD_MARGIN * np.array([position(h) for h in CORNER_HEXES])
        outline = self._overhead.project(corners) / motion.scale
        area = np.zeros(motion.moved.shape, np.uint8)
        cv2.fillConvexPoly(area, np.round(outline).astype(np.int32), (1,))
        return area > 0

    def _read_board(self, frame: NDArray[np.uint8], t: float) -> FrameResult:
        """Read the board in a frame in which nothing moves."""
        assert self._phase is not None
        self._looked_at = t
        seen = self._overhead.locate(frame, t)
        if isinstance(seen, IslandUnseen):
            self._phase, self._blind = self._phase.after_loss(), True
            self._board.mark_touched(np.ones(len(SPOTS), np.bool_))
            return self._result(t, seen.why)
        if seen.moved:
            self._over = None
        if seen.moved > KNOCKED_SIDES:
            self._reach.reset()
            if not self._blind:
                self._board.unmark_touched()
        unwatched = self._blind or t - self._seen_at > UNWATCHED_S
        self._blind, self._seen_at = False, t
        self._measure_colour_cast(seen.view)
        haze = (
            0.0
            if self._colour_cast is None
            else self._colour_cast.haze * float(self._colour_cast.paper.mean())
        )
        samples, hidden = PlaceSamples.from_view(seen.view, haze), _hidden_places(seen)
        scene = BoardView(
            picture=partial(self._picture, frame),
            plane=seen.aerial.plane,
            white=partial(self._paper_brightness, self._correct_colour_cast(seen.view), hidden, t),
        )
        self._board.update(scene, samples, hidden, t, gap_s=self._gap_s, unwatched=unwatched)
        self._gap_s = 0.0
        self._record_sides(t)
        done = not self._board.has_unread_places(t)
        if done:
            self._overhead.accept(seen, self._board.robber[:-1] > _MAY_STAND_P)
        self._phase = self._phase.after_reading(done=done)
        return replace(
            self._result(t, ""),
            found_again=seen.moved > 0,
            update=self._update(t),
            hexes=self._board.hex_changes,
        )

    def _record_sides(self, t: float) -> None:
        """Record the direction of the hands that changed places."""
        for n in map(int, np.flatnonzero(self._board.opened)):
            self._reaching[n] = self._reach.hand_side_deg(SPOTS[n], self._overhead.plane)
        for n in map(int, np.flatnonzero(self._board.handled == t)):
            self._sides[SITES[n]] = self._reaching.get(n)
        self._reach.record_look()

    def _paper_brightness(
        self, view: NDArray[np.uint8], hidden: NDArray[np.bool_], t: float
    ) -> NDArray[np.float64]:
        """Return the paper's brightness around all sites, measured again when light or view change."""
        level = np.array(cv2.mean(view)[:3])
        old = (
            t - self._lit_at >= LIGHT_INTERVAL_S
            or (np.abs(level / self._level - 1) > _LIGHT_CHANGE_SHARE).any()
        )
        if self._white is None or old:
            self._white, self._lit_at, self._level = (
                paper_brightness_from_view(view, ~hidden[HEX_SPOTS]),
                t,
                level,
            )
        return self._white

    def _correct_colour_cast(self, picture: NDArray[np.uint8]) -> NDArray[np.uint8]:
        """Return a picture with its colour cast corrected."""
        return picture if self._colour_cast is None else self._colour_cast.correct(picture)

    def _picture(self, frame: NDArray[np.uint8]) -> NDArray[np.uint8]:
        """Return a frame as the readers need it: undistorted, its colours corrected."""
        return self._correct_colour_cast(self._overhead.undistort(frame))

    def _measure_colour_cast(self, view: NDArray[np.uint8]) -> None:
        """Measure the colour cast, haze and saturation, if the light has changed much."""
        level = np.array(cv2.mean(view)[:3])
        if (np.abs(level / self._colour_cast_level - 1) > _CAST_CHANGE_SHARE).any():
            self._colour_cast, self._colour_cast_level = measure_colour_cast(view), level

    def _result(self, t: float, why: str) -> FrameResult:
        assert self._phase is not None
        self._why = why
        covered = frozenset(SITES[n] for n in np.flatnonzero(self._board.covered[: len(SITES)]))
        phase = self._phase
        return FrameResult(t, phase.state, why, self._overhead.plane, covered, phase.moved_at)

    def _update(self, t: float) -> BoardUpdate | None:
        """Return the present belief, if it is due to be reported."""
        shares, robber = self._board.shares, self._board.robber
        first = self._reported_shares is None
        if self._reported_shares is None:
            self._reported_shares = shares.copy()
        reported = np.where(self._board.is_reportable[:, None], shares, self._reported_shares)
        changed = np.flatnonzero(np.abs(reported - self._reported_shares).max(axis=1) > REPORT_THRESHOLD_P)
        moved = self._board.is_robber_reportable and bool(
            np.abs(robber - self._reported_robber).max() > REPORT_THRESHOLD_P
        )
        if not (first or len(changed) or moved):
            return None
        self._reported_shares = reported
        if moved:
            self._reported_robber = robber
        pieces = PiecesReading({site: site_distribution(reported[n], n) for n, site in enumerate(SITES)})
        at = self._board.handled
        handled = {SITES[n]: float(at[n]) for n in np.flatnonzero(at > -np.inf)}
        sides = {site: side for site, side in self._sides.items() if side is not None}
        hex_ = int(self._reported_robber[:-1].argmax())
        return BoardUpdate(
            t,
            pieces,
            _by_hex(self._reported_robber),
            handled,
            sides,
            self._reaching.get(len(SITES) + hex_),
        )


def _by_hex(robber: NDArray[np.float64]) -> Mapping[HexId | None, float]:
    return {at: float(share) for at, share in zip(_PLACES, robber, strict=True)}


def _hidden_places(seen: IslandView) -> NDArray[np.bool_]:
    """Return a mask of the places that are covered, or outside the picture."""
    at = np.round(project(PLANE_TO_VIEW, SPOTS)).astype(int).clip(0, VIEW_PX - 1)
    return np.asarray(seen.occlusion.covers(SPOTS) | ~seen.aerial.visible_pixels[at[:, 1], at[:, 0]])
