"""Readings of single sites during tracking."""

from __future__ import annotations

import numpy as np
import pytest

from companion.island.geometry import SITES
from tests.score.rendered import case
from vision.follow.readers import network_readers
from vision.pieces import SITE_PLACES, STANDINGS, paper_brightness


@pytest.mark.slow
def test_brown_and_orange_pieces_are_distinguished_as_in_a_photo() -> None:
    made = case(45)
    plane = made.camera.homography()
    at = made.camera.project(SITE_PLACES)
    colours = {}
    for piece in made.label["pieces"]:
        n = int(np.linalg.norm(at - np.array(piece["at"]), axis=1).argmin())
        if piece["colour"] in ("brown", "orange"):
            colours[SITES[n]] = piece["colour"]
    assert len(colours) == 22
    rows = network_readers().sites(made.picture, plane, [*colours], paper_brightness(made.picture, plane))
    most_likely_piece = [STANDINGS[int(row.argmax())] for row in rows]
    assert [standing and standing.colour for standing in most_likely_piece] == [*colours.values()]
