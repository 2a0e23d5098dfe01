"""The tracker's state machine, without pictures."""

from typing import Any

import pytest

from vision.follow.readings import FROZEN_S, GAP_S, SETTLE_S, TrackerPhase


def run_frames(phase: Any, *frames: str, start: float = 0.0, fps: int = 10) -> Any:
    """A phase after frames: "m" moving, "." still, "=" the very same again."""
    t = start
    for frame in "".join(frames):
        t += 1 / fps
        phase = phase.after_frame(t, moving=frame == "m", same=frame == "=")
    return phase, t


def test_the_state_is_settling_before_it_is_stable() -> None:
    phase, _ = run_frames(TrackerPhase.start(0.0), "..")
    assert phase.state == "settling"
    phase, _ = run_frames(TrackerPhase.start(0.0), "." * 6)
    assert phase.state == "stable"
    assert phase.is_readable


def test_a_slow_camera_needs_two_still_frames() -> None:
    phase, _ = run_frames(TrackerPhase.start(0.0), "m.", fps=1)
    assert phase.state == "settling"
    phase, _ = run_frames(TrackerPhase.start(0.0), "m..", fps=1)
    assert phase.state == "stable"


def test_a_hand_interrupts_every_state() -> None:
    stable, t = run_frames(TrackerPhase.start(0.0), "." * 6)
    for phase in (stable, stable.after_reading(done=True), stable.after_reading(done=False)):
        moving, _ = run_frames(phase, "m", start=t)
        assert moving.state == "hand"
        assert not moving.is_readable


def test_the_state_stays_quiet_after_everything_is_read() -> None:
    stable, t = run_frames(TrackerPhase.start(0.0), "." * 6)
    quiet, _ = run_frames(stable.after_reading(done=True), "." * 20, start=t)
    assert quiet.state == "quiet"


def test_the_state_is_stale_without_frames_and_restarts_with_the_next() -> None:
    stable, t = run_frames(TrackerPhase.start(0.0), "." * 6)
    assert stable.after_missing_frame(t + 0.5 * GAP_S).state == "stable"
    stale = stable.after_missing_frame(t + GAP_S)
    assert stale.state == "stale"
    again, _ = run_frames(stale, ".", start=t + 2 * GAP_S)
    assert again.state == "settling"


def test_an_unreported_gap_is_detected_by_timestamps() -> None:
    stable, t = run_frames(TrackerPhase.start(0.0), "." * 6)
    again, _ = run_frames(stable.after_reading(done=True), ".", start=t + GAP_S)
    assert again.state == "settling"


def test_repeated_identical_frames_count_as_no_frame() -> None:
    stable, t = run_frames(TrackerPhase.start(0.0), "." * 6)
    phase, later = run_frames(stable.after_reading(done=True), "=" * int(FROZEN_S * 10 - 5), start=t)
    assert phase.state == "quiet"
    phase, later = run_frames(phase, "=" * 10, start=later)
    assert phase.state == "stale"
    phase, _ = run_frames(phase, ".", start=later)
    assert phase.state == "settling"


def test_the_lost_state_ends_only_with_a_new_reading() -> None:
    phase, _ = run_frames(TrackerPhase.start(0.0).after_loss(), "..m..")
    assert phase.state == "lost"
    assert phase.after_reading(done=True).state == "quiet"


@pytest.mark.parametrize("fps", [4, 10, 30])
def test_settling_takes_the_same_time_at_any_frame_rate(fps: int) -> None:
    phase, t = run_frames(TrackerPhase.start(0.0), "m", fps=fps)
    moved = t
    while phase.state != "stable":
        phase, t = run_frames(phase, ".", start=t, fps=fps)
    assert t - moved > SETTLE_S - 1e-9
    assert t - moved < SETTLE_S + 2 / fps
