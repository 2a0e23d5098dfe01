"""What is known of a table before a game: where the island lies, how it looks, in which colours.

A calibration is kept as a file (`companion.checksummed_json`).
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
from companion.island.geometry import INTERSECTION_INDEX
from companion.island.pieces import COLOURS
from vision.buildings import BUILDINGS, CLASSES
from vision.examples import Example
from vision.follow.aerial import Aerial, Undistortion
from vision.follow.occlusion import ReferenceView
from vision.follow.tints import Tint, Tints
from vision.lattice import CENTRES, Homography, hex_side, inverse, project, turned
from vision.lens import Lens
from vision.locate import FLAT, Missing, locate, straightened
from vision.look import VIEW
from vision.network import network

FORMAT: Final = 1
STEADY_FRAMES: Final = 5
"""Frames in a row that must show the same island in the same light."""
_BRIGHTER: Final = 0.02
"""Most change of mean brightness, relative, from the first half of the steady frames to the last."""
_FLICKERS: Final = 0.08
"""Most difference between any two: lamps flicker, and cameras set their exposure to and fro."""
_SHIFT_SIDES: Final = 0.03
"""Most shift of a hex between the first and the last, in hex sides."""


class CalibrationError(CompanionError, ValueError):
    """A calibration that can't be used; the message says why and what to do."""


_FILE: Final = ChecksummedJsonFile(
    sentence("calibration"), FORMAT, sentence("calibrate again ('companion calibrate')"), CalibrationError
)


@dataclass(frozen=True, eq=False)
class Calibration:
    """A table as it was calibrated.

    Attributes:
        width, height: of the camera's pictures, in pixels.
        plane: homography 3 x 3 from the island's plane (unit: a hex side, y to the south) to pixels of the
            picture, once it is straight.
        reference: the island from above, VIEW x VIEW x 3, BGR; `vision.locate.FLAT` leads there from the
            plane.
        lens: what bends the pictures; None: nothing does.
        made: when, as the caller says it (ISO 8601); empty if not told.
        exposure: what was locked at the camera and at which value.
        tints: colours of pieces as they were learned; those not seen yet are missing.
        laid: where people said that the island lies, as a homography from its plane to pixels of the
            camera's own pictures; None: it was found without.
        examples: buildings that were seen, and known for what they are.
        robber: its colour, as it was learned; None: it wasn't.
    """

    width: int
    height: int
    plane: Homography
    reference: NDArray[np.uint8]
    lens: Lens | None = None
    made: str = ""
    exposure: Mapping[str, float] = field(default_factory=dict)
    tints: Tints = field(default_factory=dict)
    laid: Homography | None = None
    examples: tuple[Example, ...] = ()
    robber: Tint | None = None

    def turned(self, sixths: int) -> Calibration:
        """The same table, the island's plane turned clockwise by sixths: another of its corners is north."""
        move = FLAT @ turned(np.eye(3), sixths) @ inverse(FLAT)
        reference = cv2.warpPerspective(
            self.reference,
            move,
            (VIEW, VIEW),
            flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP,
            borderMode=cv2.BORDER_REPLICATE,
        )
        return replace(self, plane=turned(self.plane, sixths), reference=reference.astype(np.uint8))

    def knowing_as(self, known: Calibration | None) -> Calibration:
        """The same, with what another calibration of this table knows of its pieces' looks."""
        if known is None:
            return self
        return replace(self, tints=known.tints, examples=known.examples, robber=known.robber)

    def save(self, path: Path) -> None:
        """Write the file; when this returns, it is on disk, whole.

        Raises:
            CalibrationError: it can't be written there.
        """
        _FILE.save(path, self._told())

    def _told(self) -> dict[str, Any]:
        _, png = cv2.imencode(".png", self.reference)
        return {
            "made": self.made,
            "width": self.width,
            "height": self.height,
            "lens": None if self.lens is None else self.lens.k1,
            "plane": _rows(self.plane),
            "laid": None if self.laid is None else _rows(self.laid),
            "reference": base64.b64encode(png.tobytes()).decode("ascii"),
            "exposure": dict(self.exposure),
            "tints": {colour: _tint_told(tint) for colour, tint in self.tints.items()},
            "examples": [
                {"at": one.at, "kind": one.kind, "logits": list(one.logits), "coarse": one.coarse}
                for one in self.examples
            ],
            "robber": None if self.robber is None else _tint_told(self.robber),
        }


def load(path: Path) -> Calibration:
    """Read a calibration's file.

    Raises:
        CalibrationError: there is none, it is damaged, or another version wrote it.
    """
    return _FILE.load(path, _heard)


def _heard(told: Mapping[str, Any]) -> Calibration:
    plane = _homography(told["plane"])
    # Calibrations of before islands could be pointed out have none.
    laid = None if told.get("laid") is None else _homography(told["laid"])
    png = np.frombuffer(base64.b64decode(told["reference"], validate=True), np.uint8)
    reference = cv2.imdecode(png, cv2.IMREAD_COLOR) if len(png) else None
    if reference is None or reference.shape != (VIEW, VIEW, 3):
        raise ValueError(f"its picture of the island is none of {VIEW} by {VIEW} pixels")
    width, height = int(told["width"]), int(told["height"])
    if width < 1 or height < 1:
        raise ValueError("its pictures have no pixels")
    tints = {colour: _tint(told["tints"][colour]) for colour in COLOURS if colour in told["tints"]}
    exposure = {str(what): float(value) for what, value in told["exposure"].items()}
    lens = None if told["lens"] is None else Lens(float(told["lens"]), width, height)
    made = str(told["made"])
    # Those of before examples were taken have none.
    examples = tuple(_example(one) for one in told.get("examples", ()))
    # Nor have those of before the robber's colour was kept that.
    robber = None if told.get("robber") is None else _tint(told["robber"])
    return Calibration(
        width, height, plane, reference.astype(np.uint8), lens, made, exposure, tints, laid, examples, robber
    )


def _example(told: Mapping[str, Any]) -> Example:
    logits = tuple(float(v) for v in told["logits"])
    if told["at"] not in INTERSECTION_INDEX or told["kind"] not in BUILDINGS or len(logits) != CLASSES:
        raise ValueError("one of its examples is no building")
    return Example(told["at"], told["kind"], logits, float(told["coarse"]))


def _tint_told(tint: Tint) -> dict[str, Any]:
    return {"mean": list(tint.mean), "spread": list(tint.spread), "pieces": tint.pieces}


def _tint(told: Mapping[str, Any]) -> Tint:
    tint = Tint(_three(told["mean"]), _three(told["spread"]), int(told["pieces"]))
    if not np.isfinite(tint.mean).all() or not min(tint.spread) > 0 or tint.pieces < 1:
        raise ValueError("one of its colours is none")
    return tint


def _rows(plane: Homography) -> list[list[float]]:
    return [[float(v) for v in row] for row in plane]


def _homography(told: Any) -> Homography:
    plane: Homography = np.array(told, np.float64)
    if plane.shape != (3, 3) or not np.isfinite(plane).all() or abs(np.linalg.det(plane)) < 1e-9:
        raise ValueError("its plane is no homography")
    return plane


def _three(values: Sequence[float]) -> tuple[float, float, float]:
    first, second, third = (float(v) for v in values)
    return first, second, third


@dataclass(frozen=True)
class NotYet:
    """Why a table can't be calibrated yet, in plain words."""

    why: str


def calibrate(
    frames: Sequence[NDArray[np.uint8]],
    made: str = "",
    exposure: Mapping[str, float] | None = None,
    laid: Homography | None = None,
) -> Calibration | NotYet:
    """Calibrate from the newest frames of a camera.

    Call it again with newer frames as long as it says why not. It waits for automatic exposure to
    settle; lock the exposure after that, not before.

    Args:
        frames: BGR, height x width x 3, all of one size, the oldest first; the last `STEADY_FRAMES` count.
        made: when this is, to be kept with the calibration.
        exposure: what is locked at the camera, to be kept with the calibration.
        laid: where the island lies by what people say (`vision.by_hand`); kept with the calibration.
    """
    if len(frames) < STEADY_FRAMES:
        return NotYet(sentence("wait for {count} frames of the camera", count=STEADY_FRAMES))
    steady = frames[-STEADY_FRAMES:]
    if len({frame.shape for frame in steady}) > 1:
        return NotYet(sentence("the size of the camera's pictures changes"))
    levels = [float(frame[::8, ::8].mean()) for frame in steady]
    half = STEADY_FRAMES // 2
    drift = abs(np.mean(levels[-half:]) - np.mean(levels[:half]))
    if drift > _BRIGHTER * max(*levels, 1.0) or max(levels) - min(levels) > _FLICKERS * max(*levels, 1.0):
        return NotYet(
            sentence(
                "the brightness isn't steady yet: the camera is adjusting its exposure, or something "
                "is moving"
            )
        )
    finder = network("finder.onnx")
    first, last = locate(steady[0], finder, laid), locate(steady[-1], finder, laid)
    if isinstance(first, Missing):
        return NotYet(first.why)
    if isinstance(last, Missing):
        return NotYet(last.why)
    side = hex_side(partial(project, last.plane))
    moved = np.linalg.norm(project(first.plane, CENTRES) - project(last.plane, CENTRES), axis=1).max()
    if moved > _SHIFT_SIDES * side:
        return NotYet(sentence("the camera or the board is still moving"))
    height, width = steady[-1].shape[:2]
    straight = straightened(last, finder)
    aerial = Aerial(straight.plane, Undistortion(width, height, straight.lens))
    views = [aerial.view(frame) for frame in steady]
    view = np.median(views, axis=0).astype(np.uint8)
    known = ReferenceView(view, aerial.seen)
    if any(known.compare(each, aerial.seen).foreign.any() for each in views):
        return NotYet(sentence("something moves over the board"))
    return Calibration(width, height, straight.plane, view, straight.lens, made, exposure or {}, laid=laid)
