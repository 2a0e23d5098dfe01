"""Recordings as cameras: photos and videos."""

from __future__ import annotations

import re
import threading
from collections.abc import Iterator
from dataclasses import KW_ONLY, dataclass
from pathlib import Path
from typing import Any, ClassVar, Final

import cv2

from companion.checksummed_json import MAX_PHOTO_BYTES, read_bytes
from companion.i18n import sentence
from companion.observations import Clock, HealthReporter, SourceReport
from companion.picture_decoder import MAX_FILE_MEGAPIXELS, NoPictureError, decode_picture
from companion.sources.camera.frames import Exposure, ExposureError, Frame, Image, to_bgr
from companion.sources.camera.local_camera import OpenCapture, configure_opencv

PHOTO_SUFFIXES: Final = frozenset({".jpg", ".jpeg", ".png", ".bmp", ".webp", ".tif", ".tiff"})

_NO_EXPOSURE_TO_LOCK: Final = sentence("A recording has no exposure to lock.")

# Frame rate of a video that doesn't declare one.
_DEFAULT_FPS = 25.0


class PlaybackSchedule:
    """Playback times of a recording, by a clock that a new game may reset to zero."""

    def __init__(self, clock: Clock) -> None:
        """Start the schedule at the clock's current time."""
        self._clock = clock
        self._start = self._last = clock()

    def time_at(self, after: float) -> float:
        """Return the session time that is `after` seconds after the start, on the current clock."""
        self._remaining(after)
        return self._start + after

    def wait(self, after: float, stop: threading.Event) -> bool:
        """Wait until `after` seconds have passed since the start; False if `stop` was set first."""
        while (left := self._remaining(after)) > 0:
            if stop.wait(min(left, 0.5)):
                return False
        return True

    def _remaining(self, after: float) -> float:
        now = self._clock()
        if now < self._last:
            # A new game reset the clock: count the time that passed before.
            self._start -= self._last - now
        self._last = now
        return self._start + after - now


@dataclass(frozen=True)
class Photos:
    """A photo, or a folder of photos in the order of their names (2 before 10).

    Attributes:
        name: the source's name in every report.
        path: the file or the folder; a folder is listed when playback starts.
        every: seconds between photos; 0 yields them as fast as they are consumed.
        paced: whether to wait that long; otherwise only the frames' times advance.
        repeat: whether to start over after the last.
    """

    name: str
    path: Path
    _: KW_ONLY
    every: float = 0.0
    paced: bool = True
    repeat: bool = False
    is_live: ClassVar[bool] = False

    def frames(self, clock: Clock, stop: threading.Event) -> Iterator[Frame | SourceReport]:
        """See `FrameSource`."""
        configure_opencv()
        reporter, schedule, number = HealthReporter(self.name), PlaybackSchedule(clock), 0
        while True:
            before = number
            for path in self._paths():
                after = number * self.every
                if stop.is_set() or (self.paced and not schedule.wait(after, stop)):
                    return
                try:
                    image = read_photo(path)
                except NoPictureError as error:
                    text = sentence("{path} was skipped: {reason}.", path=path, reason=error)
                    yield from reporter.report(clock(), "fault", text)
                    continue
                t = schedule.time_at(after) if self.every else clock()
                yield from reporter.report(t, "ok")
                yield Frame(t, image, number)
                number += 1
            if number == before:
                yield from reporter.report(
                    clock(), "fault", sentence("No photo can be read at {path}.", path=self.path)
                )
                return
            if not self.repeat:
                return

    def lock_exposure(self, factor: float = 1.0) -> Exposure:
        """See `FrameSource`."""
        raise ExposureError(_NO_EXPOSURE_TO_LOCK)

    def _paths(self) -> list[Path]:
        if not self.path.is_dir():
            return [self.path]
        try:
            found = [path for path in self.path.iterdir() if path.suffix.lower() in PHOTO_SUFFIXES]
        except OSError:
            return []
        return sorted(found, key=_natural_sort_key)


@dataclass(frozen=True)
class Video:
    """A video file.

    Attributes:
        name: the source's name in every report.
        path: the file.
        paced: whether frames follow the file's time stamps, or are yielded as fast as they are
            consumed; either way they carry the stamps' times.
        repeat: whether to start over at its end.
        open_capture: opens the file.
    """

    name: str
    path: Path
    _: KW_ONLY
    paced: bool = True
    repeat: bool = False
    open_capture: OpenCapture = cv2.VideoCapture
    is_live: ClassVar[bool] = False

    def frames(self, clock: Clock, stop: threading.Event) -> Iterator[Frame | SourceReport]:
        """See `FrameSource`."""
        configure_opencv()
        reporter, schedule, number = HealthReporter(self.name), PlaybackSchedule(clock), 0
        begins = 0.0
        while True:
            before, stamp = number, 0.0
            for stamp, image in _decode_frames(self.open_capture(str(self.path), cv2.CAP_FFMPEG)):
                if stop.is_set() or (self.paced and not schedule.wait(begins + stamp, stop)):
                    return
                t = schedule.time_at(begins + stamp)
                yield from reporter.report(t, "ok")
                yield Frame(t, image, number)
                number += 1
            if number == before:
                yield from reporter.report(
                    clock(), "fault", sentence("{path} can't be played as a video.", path=self.path)
                )
                return
            if not self.repeat:
                return
            begins += stamp + stamp / max(1, number - before - 1)

    def lock_exposure(self, factor: float = 1.0) -> Exposure:
        """See `FrameSource`."""
        raise ExposureError(_NO_EXPOSURE_TO_LOCK)


def read_photo(path: Path) -> Image:
    """Read a photo with its EXIF orientation applied.

    Raises:
        NoPictureError: it can't be read, or isn't one.
    """
    try:
        data = read_bytes(path, MAX_PHOTO_BYTES)
    except OSError as error:
        raise NoPictureError(sentence("it can't be read ({error})", error=error.strerror or error)) from error
    return decode_picture(data, MAX_FILE_MEGAPIXELS)


def _decode_frames(capture: Any) -> Iterator[tuple[float, Image]]:
    """Yield the frames of an open video, with their time stamps in seconds from the first frame."""
    try:
        step = 1 / (capture.get(cv2.CAP_PROP_FPS) or _DEFAULT_FPS)
        first: float | None = None
        stamp = -step
        while True:
            _, picture = capture.read()
            image = to_bgr(picture)
            if image is None:
                return
            position_s = capture.get(cv2.CAP_PROP_POS_MSEC) / 1000
            first = position_s if first is None else first
            # Some files have a time stamp on the first frame only.
            stamp = position_s - first if position_s - first > stamp else stamp + step
            yield stamp, image
    finally:
        capture.release()


def _natural_sort_key(path: Path) -> list[tuple[int, str]]:
    """Return a sort key that orders numbers in names by their value."""
    parts = re.findall(r"\d+|\D+", path.name.lower())
    return [(int(part), "") if part.isdigit() else (-1, part) for part in parts]
