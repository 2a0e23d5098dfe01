"""A table's calibration before a game: the island's place, its look, the pieces' colours.

A calibration is stored as a file (`companion.checksummed_json`).
"""

from __future__ import annotations

import base64
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path
from typing import Any, Final

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.checksummed_json import ChecksummedJsonFile
from companion.errors import CompanionError
from companion.i18n import sentence
from companion.island.geometry import COLOURS, INTERSECTION_INDEX
from companion.picture_decoder import decode_picture
from vision.buildings import BUILDINGS, CLASSES, Example
from vision.camera import Lens
from vision.detector import VIEW_PX
from vision.follow.relocation import ReferenceView, TopDownProjector, Undistortion
from vision.follow.tints import Tint, Tints
from vision.lattice import CENTRES, Homography, hex_side, inverse, project, rotate_plane
from vision.locate import PLANE_TO_VIEW, IslandNotFound, locate, undistort_pose
from vision.network import network

FORMAT: Final = 1
STEADY_FRAMES: Final = 5
"""Consecutive frames that must show the same island in the same light."""
_MAX_DRIFT: Final = 0.02
"""Largest relative change of mean brightness between the halves of the steady frames."""
_MAX_FLICKER: Final = 0.08
"""Largest relative difference between any two: lamps flicker, and automatic exposure oscillates."""
_MAX_SHIFT_SIDES: Final = 0.03
"""Largest shift of a hex between the first and the last, in hex sides."""


class CalibrationError(CompanionError, ValueError):
    """An unusable calibration; the message says why and what to do."""


_FILE: Final = ChecksummedJsonFile(
    sentence("calibration"), FORMAT, sentence("calibrate again ('companion calibrate')"), CalibrationError
)


@dataclass(frozen=True, eq=False)
class Calibration:
    """A calibrated table.

    Attributes:
        width, height: of the camera's pictures, in pixels.
        plane: homography 3 x 3 from the island's plane (unit: a hex side, y to the south) to pixels of the
            undistorted picture.
        reference: the island from above, VIEW_PX x VIEW_PX x 3, BGR; `vision.locate.PLANE_TO_VIEW` maps the
            plane to it.
        lens: the pictures' distortion; None: there is none.
        made: time of creation, as the caller gives it (ISO 8601); empty if unknown.
        exposure: the camera's locked settings and their values.
        tints: learned colours of pieces; those not seen yet are missing.
        manual_plane: homography from the island's plane to pixels of the camera's own pictures, if people
            pointed out its corners; None: it was detected.
        examples: buildings that were seen and whose kind is certain.
        robber: its learned colour; None: unknown.
    """

    width: int
    height: int
    plane: Homography
    reference: NDArray[np.uint8]
    lens: Lens | None = None
    made: str = ""
    exposure: Mapping[str, float] = field(default_factory=dict)
    tints: Tints = field(default_factory=dict)
    manual_plane: Homography | None = None
    examples: tuple[Example, ...] = ()
    robber: Tint | None = None

    def rotate(self, sixths: int) -> Calibration:
        """Return the same table with the plane rotated clockwise by sixths: another corner is north."""
        move = PLANE_TO_VIEW @ rotate_plane(np.eye(3), sixths) @ inverse(PLANE_TO_VIEW)
        reference = cv2.warpPerspective(
            self.reference,
            move,
            (VIEW_PX, VIEW_PX),
            flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP,
            borderMode=cv2.BORDER_REPLICATE,
        )
        return replace(self, plane=rotate_plane(self.plane, sixths), reference=reference.astype(np.uint8))

    def with_knowledge_from(self, known: Calibration | None) -> Calibration:
        """Return this calibration with another one's knowledge of the pieces' look at this table."""
        if known is None:
            return self
        return replace(self, tints=known.tints, examples=known.examples, robber=known.robber)

    def save(self, path: Path) -> None:
        """Write the file; when this returns, it is complete on disk.

        Raises:
            CalibrationError: it can't be written there.
        """
        _FILE.save(path, self._to_json())

    def _to_json(self) -> dict[str, Any]:
        _, png = cv2.imencode(".png", self.reference)
        return {
            "made": self.made,
            "width": self.width,
            "height": self.height,
            "lens": None if self.lens is None else self.lens.k1,
            "plane": _rows(self.plane),
            "laid": None if self.manual_plane is None else _rows(self.manual_plane),
            "reference": base64.b64encode(png.tobytes()).decode("ascii"),
            "exposure": dict(self.exposure),
            "tints": {colour: _tint_to_json(tint) for colour, tint in self.tints.items()},
            "examples": [
                {"at": one.at, "kind": one.kind, "logits": list(one.logits), "coarse": one.coarse}
                for one in self.examples
            ],
            "robber": None if self.robber is None else _tint_to_json(self.robber),
        }


def load(path: Path) -> Calibration:
    """Read a calibration's file.

    Raises:
        CalibrationError: there is none, it is damaged, or another version wrote it.
    """
    return _FILE.load(path, _parse)


def _parse(data: Mapping[str, Any]) -> Calibration:
    plane = _homography(data["plane"])
    # Absent in calibrations from before corners could be pointed out.
    laid = None if data.get("laid") is None else _homography(data["laid"])
    reference = decode_picture(base64.b64decode(data["reference"], validate=True))
    if reference.shape != (VIEW_PX, VIEW_PX, 3):
        raise ValueError(f"its picture of the island is none of {VIEW_PX} by {VIEW_PX} pixels")
    width, height = int(data["width"]), int(data["height"])
    if width < 1 or height < 1:
        raise ValueError("its pictures have no pixels")
    tints = {colour: _tint(data["tints"][colour]) for colour in COLOURS if colour in data["tints"]}
    exposure = {str(what): float(value) for what, value in data["exposure"].items()}
    lens = None if data["lens"] is None else Lens(float(data["lens"]), width, height)
    made = str(data["made"])
    # Absent in calibrations from before examples were stored.
    examples = tuple(_example(one) for one in data.get("examples", ()))
    # Absent in calibrations from before the robber's colour was stored.
    robber = None if data.get("robber") is None else _tint(data["robber"])
    return Calibration(width, height, plane, reference, lens, made, exposure, tints, laid, examples, robber)


def _example(data: Mapping[str, Any]) -> Example:
    logits = tuple(float(v) for v in data["logits"])
    if data["at"] not in INTERSECTION_INDEX or data["kind"] not in BUILDINGS or len(logits) != CLASSES:
        raise ValueError("one of its examples is no building")
    return Example(data["at"], data["kind"], logits, float(data["coarse"]))


def _tint_to_json(tint: Tint) -> dict[str, Any]:
    return {"mean": list(tint.mean), "spread": list(tint.spread), "pieces": tint.pieces}


def _tint(data: Mapping[str, Any]) -> Tint:
    tint = Tint(_three(data["mean"]), _three(data["spread"]), int(data["pieces"]))
    if not np.isfinite(tint.mean).all() or not min(tint.spread) > 0 or tint.pieces < 1:
        raise ValueError("one of its colours is none")
    return tint


def _rows(plane: Homography) -> list[list[float]]:
    return [[float(v) for v in row] for row in plane]


def _homography(data: Any) -> Homography:
    plane: Homography = np.array(data, np.float64)
    if plane.shape != (3, 3) or not np.isfinite(plane).all() or abs(np.linalg.det(plane)) < 1e-9:
        raise ValueError("its plane is no homography")
    return plane


def _three(values: Sequence[float]) -> tuple[float, float, float]:
    first, second, third = (float(v) for v in values)
    return first, second, third


@dataclass(frozen=True)
class CalibrationNotReady:
    """The reason why a table can't be calibrated yet, in plain words."""

    why: str


def calibrate(
    frames: Sequence[NDArray[np.uint8]],
    made: str = "",
    exposure: Mapping[str, float] | None = None,
    manual_plane: Homography | None = None,
) -> Calibration | CalibrationNotReady:
    """Calibrate from the newest frames of a camera.

    Call it again with newer frames while it returns a reason. It waits for automatic exposure to settle; lock
    the exposure after that, not before.

    Args:
        frames: BGR, height x width x 3, all of one size, the oldest first; the last `STEADY_FRAMES` count.
        made: time of creation, stored with the calibration.
        exposure: the camera's locked settings, stored with the calibration.
        manual_plane: homography given by people (`vision.markers`); stored with the calibration.
    """
    if len(frames) < STEADY_FRAMES:
        return CalibrationNotReady(sentence("wait for {count} frames of the camera", count=STEADY_FRAMES))
    steady = frames[-STEADY_FRAMES:]
    if len({frame.shape for frame in steady}) > 1:
        return CalibrationNotReady(sentence("the size of the camera's pictures changes"))
    levels = [float(frame[::8, ::8].mean()) for frame in steady]
    half = STEADY_FRAMES // 2
    drift = abs(np.mean(levels[-half:]) - np.mean(levels[:half]))
    if drift > _MAX_DRIFT * max(*levels, 1.0) or max(levels) - min(levels) > _MAX_FLICKER * max(*levels, 1.0):
        return CalibrationNotReady(
            sentence(
                "the brightness isn't steady yet: the camera is adjusting its exposure, or something "
                "is moving"
            )
        )
    finder = network("finder.onnx")
    first, last = locate(steady[0], finder, manual_plane), locate(steady[-1], finder, manual_plane)
    if isinstance(first, IslandNotFound):
        return CalibrationNotReady(first.why)
    if isinstance(last, IslandNotFound):
        return CalibrationNotReady(last.why)
    side = hex_side(partial(project, last.plane))
    moved = np.linalg.norm(project(first.plane, CENTRES) - project(last.plane, CENTRES), axis=1).max()
    if moved > _MAX_SHIFT_SIDES * side:
        return CalibrationNotReady(sentence("the camera or the board is still moving"))
    height, width = steady[-1].shape[:2]
    straight = undistort_pose(last, finder)
    aerial = TopDownProjector(straight.plane, Undistortion(width, height, straight.lens))
    views = [aerial.render(frame) for frame in steady]
    view = np.median(views, axis=0).astype(np.uint8)
    known = ReferenceView(view, aerial.visible_pixels)
    if any(known.compare(each, aerial.visible_pixels).foreign.any() for each in views):
        return CalibrationNotReady(sentence("something moves over the board"))
    return Calibration(
        width, height, straight.plane, view, straight.lens, made, exposure or {}, manual_plane=manual_plane
    )
