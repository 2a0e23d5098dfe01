"""A recording keeps every frame during movement, and few quiet ones."""

from __future__ import annotations

import numpy as np

from companion.recording.recorder import QUIET_INTERVAL_S, SETTLE_S, FrameThinning
from companion.sources.camera import Frame

NOISE = np.random.default_rng(3)


def scene(hand: int | None = None, height: int = 208) -> np.ndarray:
    image = NOISE.normal(120, 2, (height, 320, 3)).clip(0, 255).astype(np.uint8)
    if hand is not None:
        image[60:130, hand : hand + 60] = 40
    return image


def times_of_kept_frames(images: list[np.ndarray | None], fps: float = 10.0) -> list[float]:
    """The times of the kept frames; None shows the last picture again."""
    thinning, times, frame = FrameThinning(), [], Frame(0.0, scene(), 0)
    for n, image in enumerate(images):
        frame = frame if image is None else Frame(n / fps, image, n)
        if thinning.should_keep(frame, n / fps):
            times.append(n / fps)
    return times


def test_a_quiet_table_keeps_one_frame_a_second() -> None:
    times = [t for t in times_of_kept_frames([scene() for _ in range(100)]) if t > SETTLE_S]
    assert len(times) == 7
    assert min(np.diff(times)) >= QUIET_INTERVAL_S - 1e-9


def test_every_frame_is_kept_during_a_movement_and_shortly_after() -> None:
    quiet = [scene() for _ in range(60)]
    hand = [scene(10 * n) for n in range(10)]
    times = times_of_kept_frames([*quiet, *hand, *[scene() for _ in range(80)]])
    assert [t for t in times if 6.1 < t < 7.0 + SETTLE_S] == [n / 10 for n in range(62, 100)]
    assert len([t for t in times if t > 7.2 + SETTLE_S]) <= 4


def test_a_repeated_picture_is_quiet() -> None:
    assert len([t for t in times_of_kept_frames([scene(), *[None] * 100]) if t > SETTLE_S]) == 7


def test_a_changed_picture_size_is_a_movement() -> None:
    times = times_of_kept_frames([*[scene() for _ in range(60)], *[scene(height=416) for _ in range(20)]])
    assert [t for t in times if t >= 6.0] == [n / 10 for n in range(60, 80)]
