"""Recordings in a camera's stead: photos and videos."""

from __future__ import annotations

import re
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import cv2
import numpy as np

from companion.i18n import sentence
from companion.named_files import MOST_OF_A_PHOTO, read_bytes
from companion.observations import Clock, SourceReport
from companion.sources.camera.exposure import Exposure, ExposureError
from companion.sources.camera.frames import CameraReporter, Frame, Image, as_bgr
from companion.sources.camera.opencv import OpenCapture, prepare

PHOTO_SUFFIXES: Final = frozenset({".jpg", ".jpeg", ".png", ".bmp", ".webp", ".tif", ".tiff"})

_AS_IT_WAS: Final = sentence("A recording has no exposure to lock.")

# Where a video doesn't say how fast it is.
_USUAL_FPS = 25.0


class Schedule:
    """When what was recorded is due, by a clock that goes back to zero where a game begins meanwhile."""

    def __init__(self, clock: Clock) -> None:
        """It begins now."""
        self._clock = clock
        self._start = self._last = clock()

    def at(self, after: float) -> float:
        """The session's time, so many seconds after the beginning, by what the clock says now."""
        self._left(after)
        return self._start + after

    def wait(self, after: float, stop: threading.Event) -> bool:
        """Wait until it is so many seconds after the beginning; False if `stop` came first."""
        while (left := self._left(after)) > 0:
            if stop.wait(min(left, 0.5)):
                return False
        return True

    def _left(self, after: float) -> float:
        now = self._clock()
        if now < self._last:
            # Another game: what has passed by the clock of before has passed.
            self._start -= self._last - now
        self._last = now
        return self._start + after - now


class Photos:
    """A photo, or a folder of photos in the order of their names (2 before 10).

    Args:
        name: stands in every report.
        path: the file or the folder; a folder is looked through when it is read.
        every: seconds from one photo to the next; 0 gives them as fast as they are taken.
        paced: whether to wait that long; otherwise the time is only written on the frames.
        repeat: whether to begin anew after the last.
    """

    live = False

    def __init__(
        self, name: str, path: Path, *, every: float = 0.0, paced: bool = True, repeat: bool = False
    ) -> None:
        self.name = name
        self._path = path
        self._every = every
        self._paced = paced
        self._repeat = repeat

    def frames(self, clock: Clock, stop: threading.Event) -> Iterator[Frame | SourceReport]:
        """See `FrameSource`."""
        prepare()
        reporter, schedule, number = CameraReporter(self.name), Schedule(clock), 0
        while True:
            before = number
            for path in self._paths():
                after = number * self._every
                if stop.is_set() or (self._paced and not schedule.wait(after, stop)):
                    return
                image = read_photo(path)
                if image is None:
                    text = sentence("{path} can't be read as a picture and was skipped.", path=path)
                    yield from reporter.say(clock(), "fault", text)
                    continue
                t = schedule.at(after) if self._every else clock()
                yield from reporter.say(t, "ok")
                yield Frame(t, image, number)
                number += 1
            if number == before:
                yield from reporter.say(
                    clock(), "fault", sentence("No photo can be read at {path}.", path=self._path)
                )
                return
            if not self._repeat:
                return

    def lock_exposure(self, times: float = 1.0) -> Exposure:
        """See `FrameSource`."""
        raise ExposureError(_AS_IT_WAS)

    def _paths(self) -> list[Path]:
        if not self._path.is_dir():
            return [self._path]
        try:
            found = [path for path in self._path.iterdir() if path.suffix.lower() in PHOTO_SUFFIXES]
        except OSError:
            return []
        return sorted(found, key=_by_name)


class Video:
    """A video file.

    Args:
        name: stands in every report.
        path: the file.
        paced: whether frames come as its time stamps say, or as fast as they are taken; they
            carry the time of the stamps either way.
        repeat: whether to begin anew at its end.
        open_capture: opens the file.
    """

    live = False

    def __init__(
        self,
        name: str,
        path: Path,
        *,
        paced: bool = True,
        repeat: bool = False,
        open_capture: OpenCapture = cv2.VideoCapture,
    ) -> None:
        self.name = name
        self._path = path
        self._paced = paced
        self._repeat = repeat
        self._open_capture = open_capture

    def frames(self, clock: Clock, stop: threading.Event) -> Iterator[Frame | SourceReport]:
        """See `FrameSource`."""
        prepare()
        reporter, schedule, number = CameraReporter(self.name), Schedule(clock), 0
        begins = 0.0
        while True:
            before, stamp = number, 0.0
            for stamp, image in _play(self._open_capture(str(self._path), cv2.CAP_FFMPEG)):
                if stop.is_set() or (self._paced and not schedule.wait(begins + stamp, stop)):
                    return
                t = schedule.at(begins + stamp)
                yield from reporter.say(t, "ok")
                yield Frame(t, image, number)
                number += 1
            if number == before:
                yield from reporter.say(
                    clock(), "fault", sentence("{path} can't be played as a video.", path=self._path)
                )
                return
            if not self._repeat:
                return
            begins += stamp + stamp / max(1, number - before - 1)

    def lock_exposure(self, times: float = 1.0) -> Exposure:
        """See `FrameSource`."""
        raise ExposureError(_AS_IT_WAS)


def read_photo(path: Path) -> Image | None:
    """A photo as `cv2.imread` gives it (its EXIF orientation applied), None if it isn't one."""
    try:
        data = np.frombuffer(read_bytes(path, MOST_OF_A_PHOTO), np.uint8)
    except OSError:
        return None
    try:
        picture = cv2.imdecode(data, cv2.IMREAD_COLOR)
    except cv2.error:
        # An empty file, or a picture larger than OpenCV cares to open.
        return None
    return None if picture is None else as_bgr(np.asarray(picture, np.uint8))


def _play(capture: Any) -> Iterator[tuple[float, Image]]:
    """The frames of an open video with their time stamps in seconds from its first frame."""
    try:
        step = 1 / (capture.get(cv2.CAP_PROP_FPS) or _USUAL_FPS)
        first: float | None = None
        stamp = -step
        while True:
            _, picture = capture.read()
            image = as_bgr(picture)
            if image is None:
                return
            told = capture.get(cv2.CAP_PROP_POS_MSEC) / 1000
            first = told if first is None else first
            # Some files stamp no frame but the first.
            stamp = told - first if told - first > stamp else stamp + step
            yield stamp, image
    finally:
        capture.release()


def _by_name(path: Path) -> list[tuple[int, str]]:
    """Sorts numbers in names by their value."""
    parts = re.findall(r"\d+|\D+", path.name.lower())
    return [(int(part), "") if part.isdigit() else (-1, part) for part in parts]
