"""A recording as it is written: every line is with the system before what it tells is told."""

from __future__ import annotations

import errno
import json
import os
import stat
from itertools import count
from pathlib import Path
from typing import Final

import cv2
import numpy as np

from companion.recording.lines import FrameLine, InputLine, Line, RollLine, SerialLine, to_text
from companion.recording.reader import FRAMES, LOG, TABLE, Recorded
from companion.sources.camera import Image

JPEG: Final = (
    *(cv2.IMWRITE_JPEG_QUALITY, 90),
    *(cv2.IMWRITE_JPEG_SAMPLING_FACTOR, cv2.IMWRITE_JPEG_SAMPLING_FACTOR_444),
)
"""Pieces are told apart by their colour: it is kept as sharp as the brightness."""


def free_folder(wanted: Path) -> Path:
    """The folder itself, or where something lies in it the first of `NAME-2`, `NAME-3` ... that is free."""
    for number in count(1):
        folder = wanted if number == 1 else wanted.with_name(f"{wanted.name}-{number}")
        if not folder.exists() or (folder.is_dir() and not any(folder.iterdir())):
            return folder
    raise AssertionError("whole numbers never end")


class RecordingWriter:
    """One recording. After any `OSError` it is to be closed: what stands there so far can be replayed."""

    def __init__(self, folder: Path, table: Recorded) -> None:
        """Begin it in a folder, which is made so that only its owner looks into it: it holds secrets.

        Raises:
            OSError: it can't be written there.
        """
        self.folder = folder
        self._frames = 0
        folder.mkdir(stat.S_IRWXU, parents=True, exist_ok=True)
        (folder / FRAMES).mkdir(exist_ok=True)
        (folder / TABLE).write_text(json.dumps(table.to_json(), indent=1) + "\n", "utf-8")
        # Unbuffered: what was written stays written, however this process ends.
        self._log = (folder / LOG).open("xb", buffering=0)

    def frame(self, t: float, image: Image) -> Image:
        """Write a new picture; returns it as it will be read again.

        Raises:
            OSError: it could not be written.
        """
        data = np.asarray(cv2.imencode(".jpg", image, JPEG)[1])
        name = self._name(self._frames)
        _write(self.folder / name, data.tobytes())
        self._frames += 1
        self._line(FrameLine(t, name))
        return np.asarray(cv2.imdecode(data, cv2.IMREAD_COLOR), np.uint8)

    def frame_again(self, t: float) -> None:
        """The last picture was looked at again.

        Raises:
            OSError: it could not be written.
        """
        self._line(FrameLine(t, self._name(self._frames - 1)))

    def take(self, line: SerialLine | InputLine | RollLine) -> None:
        """Write what else came in.

        Raises:
            OSError: it could not be written.
        """
        self._line(line)

    def close(self) -> None:
        """End the recording."""
        self._log.close()

    def _name(self, number: int) -> str:
        return f"{FRAMES}/{number:06d}.jpg"

    def _line(self, line: Line) -> None:
        if os.fstat(self._log.fileno()).st_nlink == 0:
            raise FileNotFoundError(errno.ENOENT, "the recording was deleted")
        data = to_text(line).encode()
        if self._log.write(data) != len(data):
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))


def _write(path: Path, data: bytes) -> None:
    with path.open("xb", buffering=0) as file:
        if file.write(data) != len(data):
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
