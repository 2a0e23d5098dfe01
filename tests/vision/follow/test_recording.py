"""Board tracking on a recording by another program's renderer.

The recording is others': it is measured, and nothing of it is kept here but where its pieces stand.
"""

import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from tests.images import picture_at
from tests.vision.follow.conftest import changes_of, most_likely_piece
from vision.follow.board_tracker import BoardTracker
from vision.follow.calibration import Calibration, calibrate
from vision.follow.readings import FrameResult

PLACED_PIECES = Counter(
    {("settlement", colour): 2 for colour in ("orange", "red", "blue")}
    | {("road", colour): 2 for colour in ("orange", "red", "blue")}
)
"""The founding of three players: the pieces on the board at the end."""


def follow_recording(folder: Path) -> list[FrameResult]:
    """Track a recording; returns the result of each frame."""
    log = [json.loads(line) for line in (folder / "log.jsonl").read_text().splitlines()]
    shots = [(line["t"], str(folder / line["frame"])) for line in log if "frame" in line]
    made = calibrate([picture_at(path) for _, path in shots[:6]])
    assert isinstance(made, Calibration)
    tracker = BoardTracker(made, standing={})
    return [tracker.process_frame(picture_at(path), t) for t, path in shots]


@pytest.fixture(scope="module")
def results(recordings: Path) -> list[FrameResult]:
    return follow_recording(recordings / "lamp-8-turns")


def test_every_founding_piece_is_reported_in_its_colour(results: list[FrameResult]) -> None:
    last = next(result.update for result in reversed(results) if result.update is not None)
    standing = [most_likely_piece(shares) for shares in last.pieces.sites.values()]
    colours = Counter((s.kind == "road", s.colour) for s in standing if s is not None)
    assert colours == Counter({(kind == "road", colour): n for (kind, colour), n in PLACED_PIECES.items()})


def test_pieces_are_added_one_by_one_and_none_is_removed(results: list[FrameResult]) -> None:
    changes = list(changes_of([result.update for result in results]))
    assert [site for site, standing in changes if standing is None] == []
    order = [site for site, _ in changes]
    assert len(order) == len(set(order)) == sum(PLACED_PIECES.values())


def test_readings_wait_until_hands_leave(results: list[FrameResult]) -> None:
    states = Counter(result.state for result in results)
    assert states["hand"] > 50
    assert states["quiet"] > 50
    assert not states["lost"]
    assert not states["stale"]
    assert all(result.update is None for result in results if result.state == "hand")


@pytest.mark.slow
@pytest.mark.parametrize("film", ["lamp-8-turns", "felt-18-turns"])
def test_pieces_and_robber_are_reported_within_three_seconds_after_the_hand_left(
    recordings: Path, film: str
) -> None:
    """Two to four pictures a second, of the second film noisy ones from a camera that is knocked twice."""
    previous: dict[Any, Any] = {}
    late = []
    robber = None
    for result in follow_recording(recordings / film):
        if result.update is None:
            continue
        shares = result.update.robber
        now = {site: most_likely_piece(shares) for site, shares in result.update.pieces.sites.items()}
        stands = max(shares, key=shares.__getitem__)
        if previous and (now != previous or stands != robber):
            late.append(result.t - result.still_since)
        previous, robber = now, stands
    assert len(late) >= 12
    assert max(late) <= 3


def test_the_view_stays_aligned(results: list[FrameResult]) -> None:
    assert max(abs(result.plane - results[0].plane).max() for result in results) < 3
