"""The island's corners as people point them out on the live picture, where nothing finds it."""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from companion.calibration.outcome import AnswerRefused
from companion.calibration.world import World
from companion.i18n import sentence
from companion.sources.camera import Image
from vision.by_hand import FEWEST, MIDDLES, corners_of, plane_of
from vision.lattice import Homography, Points

_REACH: Final = 0.34
"""How far from the picture's middle corners are before somebody moves them: a share of its shorter side."""


def offered(world: World, image: Image) -> dict[str, Any]:
    """The corners to begin with, as a step tells them.

    Returns:
        ``corners``, six places [x, y] clockwise, in shares of the picture's width and height;
        ``pointed_out``, whether people have said already that they are there, now or when the table was
        calibrated last.
    """
    height, width = image.shape[:2]
    known = _known(world, width, height)
    places = _usual(width, height) if known is None else corners_of(known)
    shares = np.clip(places / (width, height), 0.0, 1.0).round(4)
    return {"corners": shares.tolist(), "pointed_out": known is not None}


def pointed_out(given: object, width: int, height: int) -> Homography:
    """Where the island lies by what people say.

    Args:
        given: six places as `offered` tells them; None for each that nobody moved.
        width, height: of the picture, in pixels.

    Raises:
        AnswerRefused: no island lies so.
    """
    told = given if isinstance(given, list | tuple) else ()
    if len(told) != len(MIDDLES) or not all(each is None or _is_place(each) for each in told):
        raise AnswerRefused(sentence("The island's corners must be inside the picture."))
    places = [None if each is None else (float(each[0]) * width, float(each[1]) * height) for each in told]
    said = [n for n, place in enumerate(places) if place is not None]
    if len(said) < FEWEST or (len(said) == FEWEST and not _apart(said)):
        raise AnswerRefused(sentence("Mark at least three corners, ideally every second one."))
    plane = plane_of(places)
    if plane is None:
        raise AnswerRefused(
            sentence(
                "No island fits these corners: put each corner, in order, on the middle of a corner hex."
            )
        )
    return plane


def _known(world: World, width: int, height: int) -> Homography | None:
    if world.laid is not None:
        return world.laid
    made = world.calibration
    return made.laid if made is not None and (made.width, made.height) == (width, height) else None


def _usual(width: int, height: int) -> Points:
    """The corners of an island in the picture's middle, as large as it mostly is."""
    reach = _REACH * min(width, height) / np.linalg.norm(MIDDLES, axis=1).max()
    return np.asarray(np.array([width / 2, height / 2]) + MIDDLES * reach)


def _apart(three: list[int]) -> bool:
    """Whether three corners aren't all on one side of the island: of the other they would say nothing."""
    return (
        max(
            (later - former) % len(MIDDLES)
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
