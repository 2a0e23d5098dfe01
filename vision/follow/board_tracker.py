"""Following a board: video frames in, probabilities of what stands on it out. `BoardTracker` is the door."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import partial
from typing import Any, Final

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.i18n import sentence
from companion.island.geometry import CORNER_HEXES, HEXES, HexId, position
from companion.island.pieces import SITES, Site, Standing
from companion.island.reading import PiecesReading
from vision.follow.belief import as_mapping
from vision.follow.board import BoardBelief, BoardView
from vision.follow.calibration import Calibration
from vision.follow.motion import Gate, Motion
from vision.follow.overhead import Overhead, Overview, Unseen
from vision.follow.places import HEX_SPOTS, SPOTS, Samples
from vision.follow.reach import ReachTracker
from vision.follow.readers import Readers, network_readers
from vision.follow.readings import BoardUpdate, FrameResult
from vision.follow.states import GAP_S, Phase
from vision.lattice import Points, hex_side, project
from vision.locate import FLAT
from vision.look import VIEW
from vision.network import network
from vision.pictures import as_bgr
from vision.pieces import paper_of
from vision.tone import Tone, tone_of

LOOK_EVERY_S: Final = 1.0
"""A quiet board is looked at so often all the same: it may have changed between two frames."""
UNWATCHED_S: Final = 10.0
"""Hands that hide the board for so long may have done anything there."""
LIGHT_EVERY_S: Final = 2.0
"""The white of the board's paper is measured anew after this time, and whenever the light changes."""
KNOCKED_SIDES: Final = 0.05
"""A board that lies elsewhere by more, in hex sides, was moved, or its camera was, and that was what moved.
Where it lies is told less otherwise than that while a hand is over it, and that was the hand."""
TOLD_P: Final = 0.05
"""By how much a probability must have changed to be told."""
_DIMMED: Final = 0.02
"""The light has changed when the whole board is brighter or darker by this share."""
_RETONED: Final = 0.1
"""The picture's tone is measured anew when the whole board is brighter or darker by this share."""
_NEAR_SIDES: Final = 0.5
"""What moves so near to a place, in hex sides, moves at it."""
_BOARD: Final = 1.35
"""The board as something moves over it: the island's corner hexes, so many times as far out."""
_LITTLE_PX: Final = 12
"""Fewer pixels of the gate's small picture over the board are nothing that moves."""
_EVERYWHERE: Final = 0.6
"""What changes more of the board at once is the light or the camera, and puts no piece anywhere."""
_MAY_STAND_P: Final = 0.05
"""On a hex where it stands with this probability the robber may be."""
_PLACES: Final = (*HEXES, None)


class BoardTracker:
    """Follows one board under one camera.

    It is fed every frame, in order, by one thread at a time. Frames are not kept.
    """

    def __init__(
        self,
        calibration: Calibration,
        readers: Readers | None = None,
        *,
        standing: Mapping[Site, Standing] | None = None,
        unwatched: bool = False,
    ) -> None:
        """Begin at a calibrated table.

        Args:
            calibration: where the island lies and how it looks.
            readers: who reads sites and hexes; None: the networks that ship with the package.
            standing: the players' pieces that are known to stand there, none as a game begins; None:
                nothing is known.
            unwatched: nobody has watched the board since they did.
        """
        self._overhead = Overhead(calibration, network("finder.onnx"))
        self._calibration = calibration
        self._readers = readers if readers is not None else network_readers(calibration.examples)
        self._board = BoardBelief(
            self._readers, calibration.tints, standing, unwatched=unwatched, robber=calibration.robber
        )
        self._gate = Gate()
        self._size = (calibration.width, calibration.height)
        self._phase: Phase | None = None
        self._blind = False
        self._frame_at = -np.inf
        self._gap_s = 0.0
        self._looked_at = self._lit_at = self._seen_at = -np.inf
        self._white: NDArray[np.float64] | None = None
        self._level = np.ones(3)
        self._tone: Tone | None = None
        self._toned_at = np.full(3, np.inf)
        self._why = ""
        self._told: NDArray[np.float64] | None = None
        self._told_robber = np.zeros(len(_PLACES))
        self._over: NDArray[np.bool_] | None = None
        self._reach = ReachTracker()
        self._reaching: dict[int, float | None] = {}
        self._sides: dict[Site, float | None] = {}

    @property
    def calibration(self) -> Calibration:
        """The table as it is known now, to be saved: where the island lies, what its pieces look like."""
        learned = replace(
            self._calibration,
            tints=self._board.tints,
            examples=self._readers.of_set.examples,
            robber=self._board.certain_robber.tint,
        )
        return self._overhead.calibration(learned)

    def know(
        self,
        certain: Mapping[Site, Standing],
        standing: Mapping[Site, Standing] | None = None,
        robber: HexId | None = None,
    ) -> None:
        """Take in what is certain to stand on some sites, whatever it looks like, before the next picture.

        Buildings among them are examples of their kind from then on, once they are seen, and are believed to
        be that if they were read otherwise. The robber is one of its colour once it is seen to come from the
        hex where it was known to stand.

        Args:
            certain: it has to be known by the rules or from people, and never from what was read here.
            standing: all that is known to stand on the board, whoever said it; None: what is certain.
            robber: where the robber stands by the rules or by what people said; None: neither tells.
        """
        self._board.say_robber(robber)
        self._board.certain.say(certain, certain if standing is None else standing, self._frame_at)

    def forget(self, site: Site) -> None:
        """What was said of a building there was a mistake: it is no example any more."""
        self._board.forget_examples(site)

    def project(self, points: Points) -> Points:
        """Points n x 2 of the island's plane as pixels of the camera's pictures, as it was seen last."""
        return self._overhead.project(points)

    def take(self, picture: NDArray[Any] | None, t: float) -> FrameResult:
        """Take in the next frame, or tell that there is none.

        Args:
            picture: uint8, height x width x 3 (BGR); None: the camera gives none at this time.
            t: when it was taken, in seconds; never earlier than the last.

        Raises:
            PictureError: not a picture.
        """
        if self._phase is None:
            self._phase = Phase.beginning(t)
        if picture is None:
            self._phase = self._phase.without_frame(t)
            return self._result(
                t, sentence("the camera sends no pictures") if self._phase.state == "stale" else ""
            )
        frame = as_bgr(picture)
        if t - self._frame_at >= GAP_S:
            self._missed()
        self._gap_s = max(self._gap_s, t - self._frame_at)
        self._frame_at = t
        if frame.shape[1::-1] != self._size:
            self._gate, self._size = Gate(), (frame.shape[1], frame.shape[0])
            self._missed()
        motion = self._gate.look(frame, t)
        moving = self._moves(motion)
        self._phase = self._phase.with_frame(t, moving=moving, same=motion.same)
        if self._phase.state == "stale":
            return self._result(t, sentence("the camera keeps sending the same picture"))
        due = self._phase.state == "stable" or t - self._looked_at >= LOOK_EVERY_S
        if moving or not (self._phase.readable or self._phase.state == "lost") or not due:
            return self._result(t, self._why)
        return self._look(frame, t)

    def _missed(self) -> None:
        """Anything may have happened since the last frame."""
        self._blind = True
        self._gate.forget()
        self._reach.forget()
        self._board.touch(np.ones(len(SPOTS), np.bool_))
        self._looked_at = self._lit_at = -np.inf

    def _moves(self, motion: Motion) -> bool:
        """Whether something moves over the board; places that a hand may have reached are touched."""
        if motion.still:
            return False
        if self._over is None:
            self._over = self._board_area(motion)
        moved = motion.moved & self._over
        count = np.count_nonzero(moved)
        if count < _LITTLE_PX:
            return False
        self._looked_at = -np.inf
        if count > _EVERYWHERE * np.count_nonzero(self._over):
            return True
        self._reach.moved(motion)
        side = hex_side(self._overhead.project) / motion.scale[0]
        reach = np.ones((2 * max(1, round(_NEAR_SIDES * side)) + 1,) * 2, np.uint8)
        near = cv2.dilate(moved.astype(np.uint8), reach)
        at = (self._overhead.project(SPOTS) / motion.scale).astype(int)
        x, y = at[:, 0].clip(0, near.shape[1] - 1), at[:, 1].clip(0, near.shape[0] - 1)
        self._board.touch(np.asarray(near[y, x] > 0))
        return True

    def _board_area(self, motion: Motion) -> NDArray[np.bool_]:
        corners = _BOARD * np.array([position(h) for h in CORNER_HEXES])
        outline = self._overhead.project(corners) / motion.scale
        area = np.zeros(motion.moved.shape, np.uint8)
        cv2.fillConvexPoly(area, np.round(outline).astype(np.int32), (1,))
        return area > 0

    def _look(self, frame: NDArray[np.uint8], t: float) -> FrameResult:
        """Look at the board in a frame in which nothing moves."""
        assert self._phase is not None
        self._looked_at = t
        seen = self._overhead.look(frame, t)
        if isinstance(seen, Unseen):
            self._phase, self._blind = self._phase.lost(), True
            self._board.touch(np.ones(len(SPOTS), np.bool_))
            return self._result(t, seen.why)
        if seen.moved:
            self._over = None
        if seen.moved > KNOCKED_SIDES:
            self._reach.forget()
            if not self._blind:
                self._board.untouch()
        unwatched = self._blind or t - self._seen_at > UNWATCHED_S
        self._blind, self._seen_at = False, t
        self._measure_tone(seen.view)
        veil = 0.0 if self._tone is None else self._tone.veil * float(self._tone.paper.mean())
        samples, hidden = Samples.of(seen.view, veil), _hidden(seen)
        scene = BoardView(
            picture=partial(self._picture, frame),
            plane=seen.aerial.plane,
            white=partial(self._light, self._toned(seen.view), hidden, t),
        )
        self._board.see(scene, samples, hidden, t, gap_s=self._gap_s, unwatched=unwatched)
        self._gap_s = 0.0
        self._remember_sides(t)
        done = not self._board.unread(t)
        if done:
            self._overhead.accept(seen, self._board.robber[:-1] > _MAY_STAND_P)
        self._phase = self._phase.read(done=done)
        return replace(
            self._result(t, ""),
            found_again=seen.moved > 0,
            update=self._update(t),
            hexes=self._board.hex_changes,
        )

    def _remember_sides(self, t: float) -> None:
        """From which side the hands came that left places looking otherwise."""
        for n in map(int, np.flatnonzero(self._board.opened)):
            self._reaching[n] = self._reach.side(SPOTS[n], self._overhead.plane)
        for n in map(int, np.flatnonzero(self._board.handled == t)):
            self._sides[SITES[n]] = self._reaching.get(n)
        self._reach.looked()

    def _light(self, view: NDArray[np.uint8], hidden: NDArray[np.bool_], t: float) -> NDArray[np.float64]:
        """The board's paper around all sites, measured anew when the light or the view changes."""
        level = np.array(cv2.mean(view)[:3])
        old = t - self._lit_at >= LIGHT_EVERY_S or (np.abs(level / self._level - 1) > _DIMMED).any()
        if self._white is None or old:
            self._white, self._lit_at, self._level = paper_of(view, ~hidden[HEX_SPOTS]), t, level
        return self._white

    def _toned(self, picture: NDArray[np.uint8]) -> NDArray[np.uint8]:
        """A picture in the tone that tables have."""
        return picture if self._tone is None else self._tone.undone(picture)

    def _picture(self, frame: NDArray[np.uint8]) -> NDArray[np.uint8]:
        """A frame as it is read."""
        return self._toned(self._overhead.straight(frame))

    def _measure_tone(self, view: NDArray[np.uint8]) -> None:
        """What veils the picture or drives its colours, measured anew where the light is quite another."""
        level = np.array(cv2.mean(view)[:3])
        if (np.abs(level / self._toned_at - 1) > _RETONED).any():
            self._tone, self._toned_at = tone_of(view), level

    def _result(self, t: float, why: str) -> FrameResult:
        assert self._phase is not None
        self._why = why
        covered = frozenset(SITES[n] for n in np.flatnonzero(self._board.covered[: len(SITES)]))
        phase = self._phase
        return FrameResult(t, phase.state, why, self._overhead.plane, covered, phase.moved_at)

    def _update(self, t: float) -> BoardUpdate | None:
        """What is believed now, if that is to be told."""
        shares, robber = self._board.shares, self._board.robber
        first = self._told is None
        if self._told is None:
            self._told = shares.copy()
        told = np.where(self._board.telling[:, None], shares, self._told)
        changed = np.flatnonzero(np.abs(told - self._told).max(axis=1) > TOLD_P)
        moved = self._board.robber_telling and bool(np.abs(robber - self._told_robber).max() > TOLD_P)
        if not (first or len(changed) or moved):
            return None
        self._told = told
        if moved:
            self._told_robber = robber
        pieces = PiecesReading({site: as_mapping(told[n], n) for n, site in enumerate(SITES)})
        at = self._board.handled
        handled = {SITES[n]: float(at[n]) for n in np.flatnonzero(at > -np.inf)}
        sides = {site: side for site, side in self._sides.items() if side is not None}
        hex_ = int(self._told_robber[:-1].argmax())
        return BoardUpdate(
            t,
            pieces,
            _by_hex(self._told_robber),
            handled,
            sides,
            self._reaching.get(len(SITES) + hex_),
        )


def _by_hex(robber: NDArray[np.float64]) -> Mapping[HexId | None, float]:
    return {at: float(share) for at, share in zip(_PLACES, robber, strict=True)}


def _hidden(seen: Overview) -> NDArray[np.bool_]:
    """Places that something lies over, or that are out of the picture."""
    at = np.round(project(FLAT, SPOTS)).astype(int).clip(0, VIEW - 1)
    return np.asarray(seen.occlusion.covers(SPOTS) | ~seen.aerial.seen[at[:, 1], at[:, 0]])
