"""Writes a recording: every line reaches the operating system before its effects are reported."""

from __future__ import annotations

import errno
import json
import os
import stat
from itertools import count
from pathlib import Path
from typing import Final

import cv2

from companion.picture_decoder import decode_picture
from companion.recording.lines import FrameLine, InputLine, Line, RollLine, SerialLine, to_text
from companion.recording.reader import FRAMES, LOG, TABLE, RecordedSetup
from companion.sources.camera import Image

JPEG: Final = (
    *(cv2.IMWRITE_JPEG_QUALITY, 90),
    *(cv2.IMWRITE_JPEG_SAMPLING_FACTOR, cv2.IMWRITE_JPEG_SAMPLING_FACTOR_444),
)
"""Pieces differ by colour: colour is stored as sharply as brightness."""


def free_folder(wanted: Path) -> Path:
    """Return the folder itself, or if it isn't empty the first free one of `NAME-2`, `NAME-3` ..."""
    for number in count(1):
        folder = wanted if number == 1 else wanted.with_name(f"{wanted.name}-{number}")
        if not folder.exists() or (folder.is_dir() and not any(folder.iterdir())):
            return folder
    raise AssertionError("whole numbers never end")


class RecordingWriter:
    """One recording. Close it after any `OSError`; the part so far can be replayed."""

    def __init__(self, folder: Path, table: RecordedSetup) -> None:
        """Begin it in a folder that only its owner can read: it contains secrets.

        Raises:
            OSError: it can't be written there.
        """
        self.folder = folder
        self._frames = 0
        folder.mkdir(stat.S_IRWXU, parents=True, exist_ok=True)
        (folder / FRAMES).mkdir(exist_ok=True)
        (folder / TABLE).write_text(json.dumps(table.to_json(), indent=1) + "\n", "utf-8")
        # Unbuffered: written data survives any end of this process.
        self._log = (folder / LOG).open("xb", buffering=0)

    def write_frame(self, t: float, image: Image) -> Image:
        """Write a new picture; return it as it will be read again.

        Raises:
            OSError: it could not be written.
        """
        data = cv2.imencode(".jpg", image, JPEG)[1].tobytes()
        name = self._frame_name(self._frames)
        _write(self.folder / name, data)
        self._frames += 1
        self._append(FrameLine(t, name))
        return decode_picture(data)

    def repeat_frame(self, t: float) -> None:
        """Write that the last picture was processed again.

        Raises:
            OSError: it could not be written.
        """
        self._append(FrameLine(t, self._frame_name(self._frames - 1)))

    def write_line(self, line: SerialLine | InputLine | RollLine) -> None:
        """Write another input.

        Raises:
            OSError: it could not be written.
        """
        self._append(line)

    def close(self) -> None:
        """End the recording."""
        self._log.close()

    def _frame_name(self, number: int) -> str:
        return f"{FRAMES}/{number:06d}.jpg"

    def _append(self, line: Line) -> None:
        if os.fstat(self._log.fileno()).st_nlink == 0:
            raise FileNotFoundError(errno.ENOENT, "the recording was deleted")
        data = to_text(line).encode()
        if self._log.write(data) != len(data):
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))


def _write(path: Path, data: bytes) -> None:
    with path.open("xb", buffering=0) as file:
        if file.write(data) != len(data):
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
