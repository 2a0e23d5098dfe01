"""The island's corners, which people mark on the live picture if the island isn't found."""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from companion.calibration.context import CalibrationContext
from companion.calibration.outcome import AnswerRefused
from companion.i18n import sentence
from companion.sources.camera import Image
from vision.lattice import Homography, Points
from vision.manual_corners import CORNER_CENTRES, MIN_CORNERS, plane_from_corners, project_corners

_REACH: Final = 0.34
"""The initial distance of the corners from the picture's middle, as a share of its shorter side."""


def suggest_corners(context: CalibrationContext, image: Image) -> dict[str, Any]:
    """Return the initial corners, in a step's JSON form.

    Returns:
        ``corners``: six places [x, y] clockwise, in shares of the picture's width and height.
        ``pointed_out``: whether people have already marked them, now or in the last calibration.
    """
    height, width = image.shape[:2]
    known = _known_homography(context, width, height)
    places = _default_corners(width, height) if known is None else project_corners(known)
    shares = np.clip(places / (width, height), 0.0, 1.0).round(4)
    return {"corners": shares.tolist(), "pointed_out": known is not None}


def homography_from_corners(given: object, width: int, height: int) -> Homography:
    """Return the homography from the island's plane to pixels that fits the marked corners.

    Args:
        given: six places in the form of `suggest_corners`; None for each that nobody moved.
        width, height: of the picture, in pixels.

    Raises:
        AnswerRefused: no island fits.
    """
    corners = given if isinstance(given, list | tuple) else ()
    if len(corners) != len(CORNER_CENTRES) or not all(each is None or _is_place(each) for each in corners):
        raise AnswerRefused(sentence("The island's corners must be inside the picture."))
    places = [None if each is None else (float(each[0]) * width, float(each[1]) * height) for each in corners]
    marked = [n for n, place in enumerate(places) if place is not None]
    if len(marked) < MIN_CORNERS or (len(marked) == MIN_CORNERS and not _is_spread_out(marked)):
        raise AnswerRefused(sentence("Mark at least three corners, ideally every second one."))
    plane = plane_from_corners(places)
    if plane is None:
        raise AnswerRefused(
            sentence(
                "No island fits these corners: put each corner, in order, on the middle of a corner hex."
            )
        )
    return plane


def _known_homography(context: CalibrationContext, width: int, height: int) -> Homography | None:
    if context.laid is not None:
        return context.laid
    made = context.calibration
    return made.manual_plane if made is not None and (made.width, made.height) == (width, height) else None


def _default_corners(width: int, height: int) -> Points:
    """Return the corners of an island of typical size in the picture's middle."""
    reach = _REACH * min(width, height) / np.linalg.norm(CORNER_CENTRES, axis=1).max()
    return np.asarray(np.array([width / 2, height / 2]) + CORNER_CENTRES * reach)


def _is_spread_out(three: list[int]) -> bool:
    """Return whether three corners aren't all on one side of the island, which would leave the other
    undetermined."""
    return (
        max(
            (later - former) % len(CORNER_CENTRES)
            for former, later in zip(three, three[1:] + three[:1], strict=True)
        )
        < 4
    )


def _is_place(given: object) -> bool:
    return (
        isinstance(given, list | tuple)
        and len(given) == 2
        and all(
            isinstance(each, int | float) and not isinstance(each, bool) and 0 <= each <= 1 for each in given
        )
    )
