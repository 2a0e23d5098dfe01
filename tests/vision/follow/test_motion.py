"""Motion detection: objects count; noise, flicker and slow light changes don't."""

from collections.abc import Callable, Iterable, Iterator

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from companion.cli.read import Picture
from vision.follow.motion import MotionGate

FPS = 10


@pytest.fixture
def scene() -> NDArray[np.float64]:
    """A smooth picture, 360 x 640 x 3."""
    rows, columns = np.mgrid[0:360, 0:640]
    grey = 110 + 50 * np.sin(rows / 40) * np.cos(columns / 55)
    return np.repeat(grey[..., None], 3, axis=2)


def shots(
    scene: NDArray[np.float64],
    count: int,
    noise: float = 2.0,
    light: Callable[[int], float] = lambda n: 1.0,
    change: Callable[[NDArray[np.float64], int], object] = lambda picture, n: None,
    seed: int = 0,
) -> Iterator[Picture]:
    rng = np.random.default_rng(seed)
    for n in range(count):
        picture = scene.copy()
        change(picture, n)
        yield (picture * light(n) + rng.normal(0, noise, scene.shape)).clip(0, 255).astype(np.uint8)


def shares(frames: Iterable[Picture], gate: MotionGate | None = None, start: float = 0.0) -> list[float]:
    gate = gate or MotionGate()
    return [gate.detect(frame, start + n / FPS).share for n, frame in enumerate(frames)]


@pytest.mark.parametrize("noise", [0.5, 2, 5, 9])
def test_noise_is_no_motion(scene: NDArray[np.float64], noise: float) -> None:
    assert max(shares(shots(scene, 30, noise))[1:]) == 0


@pytest.fixture
def board() -> NDArray[np.float32]:
    """A picture full of sharp edges, 720 x 1280 x 3."""
    rng = np.random.default_rng(3)
    tiles = rng.uniform(40, 210, (45, 80, 3)).astype(np.float32)
    return np.asarray(cv2.resize(tiles, (1280, 720), interpolation=cv2.INTER_NEAREST), np.float32)


@pytest.mark.parametrize("rows", [104, 180])
@pytest.mark.parametrize(
    ("noise", "tremble", "flicker"), [(6, 0.0, 0.0), (3, 0.1, 0.0), (3, 0.3, 0.0), (8, 0.2, 0.01)]
)
def test_a_camera_that_trembles_by_parts_of_a_pixel_sees_no_motion(
    board: NDArray[np.float32], noise: int, tremble: float, flicker: float, rows: int
) -> None:
    """Noise in grey levels, the picture's shift in pixels, and its light: standard deviations of each."""
    rng = np.random.default_rng(5)
    gate = MotionGate(rows)
    for n in range(12):
        shift = np.array([[1, 0, rng.normal(0, tremble)], [0, 1, rng.normal(0, tremble)]])
        shot = cv2.warpAffine(board, shift, (1280, 720), flags=cv2.INTER_CUBIC, borderMode=cv2.BORDER_REFLECT)
        shot = shot * (1 + rng.normal(0, flicker)) + noise * rng.standard_normal(shot.shape, np.float32)
        assert gate.detect(shot.clip(0, 255).astype(np.uint8), n / 2).is_still


@pytest.mark.parametrize("rows", [104, 180])
def test_blocks_of_a_strong_compression_that_flicker_are_no_motion(rows: int) -> None:
    rng = np.random.default_rng(8)
    shades = rng.uniform(60, 190, (20, 36, 3)).astype(np.float32)
    still = cv2.resize(shades, (1280, 720), interpolation=cv2.INTER_CUBIC)
    gate = MotionGate(rows)
    for n in range(12):
        shot = (still + 9 * rng.standard_normal(still.shape, np.float32)).clip(0, 255).astype(np.uint8)
        _, packed = cv2.imencode(".jpg", shot, (cv2.IMWRITE_JPEG_QUALITY, 40))
        shot = np.asarray(cv2.imdecode(packed, cv2.IMREAD_COLOR), np.uint8)
        assert gate.detect(shot, n / 2).is_still


@pytest.mark.parametrize(
    "light",
    [lambda n: 1 + 0.002 * n, lambda n: 1 + 0.03 * (-1) ** n, lambda n: 1 if n < 15 else 0.5],
    ids=["drifting", "flickering", "dimmed at once"],
)
def test_light_that_changes_everywhere_alike_is_no_motion(
    scene: NDArray[np.float64], light: Callable[[int], float]
) -> None:
    assert max(shares(shots(scene, 30, light=light))[1:]) == 0


def test_a_shadow_that_creeps_is_no_motion(scene: NDArray[np.float64]) -> None:
    slope = np.linspace(0, 1, 640)[None, :, None]

    def creep(picture: NDArray[np.float64], n: int) -> None:
        picture *= 1 - 0.004 * n * slope

    assert max(shares(shots(scene, 60, change=creep))[1:]) == 0


def test_a_hand_that_moves_is_seen_where_it_is(scene: NDArray[np.float64]) -> None:
    def hand(picture: NDArray[np.float64], n: int) -> None:
        if n >= 10:
            picture[100:180, 20 * n : 20 * n + 60] = 40

    gate = MotionGate()
    frames = list(shots(scene, 14, change=hand))
    seen = [gate.detect(frame, n / FPS) for n, frame in enumerate(frames)]
    assert all(motion.is_still for motion in seen[:10])
    for n, motion in enumerate(seen[10:], 10):
        assert 0.005 < motion.share < 0.15
        rows, columns = np.nonzero(motion.moved)
        assert rows.min() * motion.scale[1] > 80
        assert rows.max() * motion.scale[1] < 200
        assert columns.max() * motion.scale[0] == pytest.approx(20 * n + 60, abs=20)


def test_a_slow_hand_is_seen_by_a_fast_camera(scene: NDArray[np.float64]) -> None:
    def hand(picture: NDArray[np.float64], n: int) -> None:
        picture[100:180, 2 * n : 2 * n + 60] = 40

    gate = MotionGate()
    moved = [gate.detect(f, n / 60).share for n, f in enumerate(shots(scene, 60, change=hand))]
    assert min(moved[20:]) > 0


def test_a_stopped_object_counts_as_still(scene: NDArray[np.float64]) -> None:
    def hand(picture: NDArray[np.float64], n: int) -> None:
        at = 20 * min(n, 8)
        picture[100:180, at : at + 60] = 40

    moved = shares(shots(scene, 20, change=hand))
    assert min(moved[2:9]) > 0
    assert max(moved[11:]) == 0


def test_an_identical_frame_differs_from_a_still_table(scene: NDArray[np.float64]) -> None:
    gate = MotionGate()
    one, other = shots(scene, 2)
    assert not gate.detect(one, 0.0).same
    assert not gate.detect(other, 0.1).same
    assert gate.detect(other, 0.2).same


def test_after_a_gap_nothing_is_compared_across_it(scene: NDArray[np.float64]) -> None:
    gate = MotionGate()
    shares(shots(scene, 5), gate)
    gate.forget()
    (frame,) = shots(scene[:, ::-1], 1)
    assert gate.detect(frame, 60.0).is_still
