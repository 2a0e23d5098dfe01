"""Roll detection on a recording by another program's renderer.

The recording is others': it is measured, and nothing of it is kept here but what was rolled in it.
"""

from __future__ import annotations

import json
from typing import Final

import numpy as np
import pytest

from companion.observations import DiceDetection, Observation, SourceReport
from companion.perception.dice_watch import DiceWatch
from companion.sources.camera import Frame
from tests.images import picture_at
from tests.shared_files import FILM, skip_without

RECORDED_ROLLS: Final = [(3, 3), (4, 2)]


@pytest.mark.slow
@skip_without(FILM)
@pytest.mark.parametrize("upside_down", [False, True])
def test_only_the_two_rolls_are_reported_despite_hands_pieces_and_cards(upside_down: bool) -> None:
    """Frames come two to four a second, and none while nothing moves; the camera may hang either way."""
    watch = DiceWatch("camera", lambda: True)
    log = [json.loads(line) for line in (FILM / "log.jsonl").read_text("utf-8").splitlines()]
    observations: list[Observation] = []
    for number, line in enumerate(log):
        picture = picture_at(FILM / line["frame"])
        seen = np.ascontiguousarray(picture[::-1, ::-1]) if upside_down else picture
        observations += watch.process(Frame(line["t"], seen, number))
    rolls = [seen for seen in observations if isinstance(seen, DiceDetection)]
    assert [seen.dice and seen.dice[:: -1 if upside_down else 1] for seen in rolls] == RECORDED_ROLLS
    assert [seen.confidence > 0.5 for seen in rolls] == [True, True]
    assert not [seen.text for seen in observations if isinstance(seen, SourceReport) and seen.text]
