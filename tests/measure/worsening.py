"""Degraded films: as another camera, lens, lamp or table would have recorded them.

Each picture is degraded by `tests/score/degradations.py`. A lamp's glare or a shadow keeps its place; noise,
trembling and flicker differ between pictures. The players do the same.
"""

from __future__ import annotations

import shutil
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.recording.lines import FrameLine, Line, to_text
from companion.recording.reader import FRAMES, LOG, TABLE, Recording
from tests.measure.replaying import HAPPENED_FILE
from tests.score.degradations import CAMERAS, WAYS, Plane, Rng, Way, on_its_cloth
from vision.camera import Lens
from vision.locate import BoardPose, locate
from vision.network import network
from vision.pictures import shrink_to_limit

TRUTH: Final = "truth.jsonl"
QUALITY: Final = 95
AS_IT_IS: Final = "as it is"
SLOW: Final = "2 pictures a second"
PERIOD_S: Final = 0.5
MAX_PICTURES: Final = 40
"""So many pictures at most are looked at for one that shows the island."""
_SEED: Final = 5

Picture = NDArray[np.uint8]


def trembling(picture: Picture, plane: Plane, rng: Rng) -> tuple[Picture, Plane]:
    """A camera on a table that is leant on: off by 0.3 pixels."""
    move = np.array([[1, 0, rng.normal(0, 0.3)], [0, 1, rng.normal(0, 0.3)], [0, 0, 1]])
    height, width = picture.shape[:2]
    moved = cv2.warpPerspective(picture, move, (width, height), borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(moved, np.uint8), plane


def flickering(picture: Picture, plane: Plane, rng: Rng) -> tuple[Picture, Plane]:
    """A lamp, or a camera's own exposure, that is never twice the same: by 1 %."""
    return np.asarray(np.clip(picture * (1 + rng.normal(0, 0.01)), 0, 255), np.uint8), plane


def bend(k1: float) -> Way:
    """Through a wide lens, whose barrel is of this strength (`vision.camera`)."""

    def way(picture: Picture, plane: Plane, rng: Rng) -> tuple[Picture, Plane]:
        height, width = picture.shape[:2]
        lens = Lens(k1, width, height)
        x, y = np.meshgrid(np.arange(width, dtype=float), np.arange(height, dtype=float))
        at = lens.undistort_points(np.column_stack([x.ravel(), y.ravel()]))
        at -= (np.array(lens.extent) - np.array([width, height])) / 2
        across, down = at.astype(np.float32).reshape(height, width, 2).transpose(2, 0, 1)
        return on_its_cloth(picture, across, down), plane

    return way


def as_it_is(picture: Picture, plane: Plane, rng: Rng) -> tuple[Picture, Plane]:
    """Return the picture unchanged."""
    return picture, plane


FILM_WAYS: Final[Mapping[str, Way]] = {
    AS_IT_IS: as_it_is,
    **CAMERAS,
    "bent lens": bend(0.15),
    "trembling": trembling,
    "flickering": flickering,
    SLOW: as_it_is,
    **{
        way: WAYS[way]
        for way in ("exposed by 2", "washed out", "in vivid colours", "in faded colours", "with glare")
    },
}
"""Ways to make a film worse."""
LIVELY: Final = frozenset({"noisy", "trembling", "flickering"})
"""Each picture has its own chance; in all others it is one for the film."""


def worsen(film: Path, folder: Path, way: str, happened: Path | None = None) -> None:
    """Write a film made worse into a folder.

    Args:
        film: a recording, with its truth beside it.
        folder: where to; emptied first.
        way: one of `FILM_WAYS`.
        happened: where stands what happened in it, if not in the film's own folder.

    Raises:
        RecordingError: there is no such film.
        OSError: it can't be written there.
    """
    recording = Recording(film, lambda _: None)
    shutil.rmtree(folder, ignore_errors=True)
    (folder / FRAMES).mkdir(parents=True)
    for name in (TABLE, TRUTH):
        shutil.copyfile(film / name, folder / name)
    shutil.copyfile(happened or film / HAPPENED_FILE, folder / HAPPENED_FILE)
    plane = _plane(recording)
    with (folder / LOG).open("w") as log:
        for n, line in enumerate(_lines(recording, way)):
            if isinstance(line, FrameLine):
                rng = np.random.default_rng((_SEED, n) if way in LIVELY else _SEED)
                worse, _ = FILM_WAYS[way](_read(film / line.frame), plane, rng)
                cv2.imwrite(str(folder / line.frame), worse, [cv2.IMWRITE_JPEG_QUALITY, QUALITY])
            log.write(to_text(line))


def _lines(recording: Recording, way: str) -> Iterator[Line]:
    last = -PERIOD_S
    for line in recording.lines():
        if isinstance(line, FrameLine):
            if way == SLOW and line.t < last + PERIOD_S - 1e-6:
                continue
            last = line.t
        yield line


def _plane(recording: Recording) -> Plane:
    """Locate the island in the first picture of a film that shows it."""
    frames = (line.frame for line in recording.lines() if isinstance(line, FrameLine))
    for frame, _ in zip(frames, range(MAX_PICTURES), strict=False):
        small, grow = shrink_to_limit(_read(recording.folder / frame))
        found = locate(small, network("finder.onnx"))
        if isinstance(found, BoardPose):
            return np.asarray(grow @ found.plane)
    raise SystemExit(f"{recording.folder} shows no island, and so there is no telling where it would lie.")


def _read(file: Path) -> Picture:
    return np.asarray(cv2.imread(str(file)), np.uint8)
