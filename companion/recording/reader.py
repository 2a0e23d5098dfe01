"""A recording on disk, read line by line during its replay: a log of hours is never in memory as a whole."""

from __future__ import annotations

import errno
import json
import os
import stat
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import count as count_from
from pathlib import Path
from typing import Any, Final

import cv2

from companion.checksummed_json import check_regular_file, read_json
from companion.errors import CompanionError
from companion.games.registry import DEFAULT_GAME
from companion.picture_decoder import decode_picture
from companion.recording.lines import (
    FrameLine,
    InputLine,
    Line,
    LineError,
    RollLine,
    SerialLine,
    from_bytes,
    to_text,
)
from companion.sources.camera import Image

FORMAT: Final = 1
TABLE, LOG, FRAMES = "table.json", "log.jsonl", "frames"
MAX_LINE_BYTES: Final = 4 * 1024 * 1024
"""A longer line is invalid."""
MAX_COMPLAINTS_PER_KIND: Final = 5
"""Further complaints of a kind are only counted."""

Notify = Callable[[str], object]
"""Shows a sentence to the person who replays."""


class RecordingError(CompanionError, ValueError):
    """A recording that can't be replayed; the message says what to do."""


@dataclass(frozen=True)
class RecordedSetup:
    """The recorded table, from `table.json`.

    Attributes:
        game: its kind.
        players: in seat order, as a table starts a game with them.
        options: as they were written; some may belong to another program.
        calibration: of the camera, as stored; None: the table calibrates itself.
        learned_dice: the set of resource dice that the table has learned, as stored; None: it has learned
            none, or the game has no such dice.
    """

    game: str
    players: tuple[Mapping[str, str], ...]
    options: Mapping[str, Any]
    calibration: Mapping[str, Any] | None = None
    learned_dice: Mapping[str, Any] | None = None

    def to_json(self) -> dict[str, Any]:
        """Return the content of the file."""
        learned = {} if self.learned_dice is None else {"learned_dice": self.learned_dice}
        return {
            "format": FORMAT,
            "game": self.game,
            "options": dict(self.options),
            "players": [dict(player) for player in self.players],
            "calibration": self.calibration,
            **learned,
        }


class Recording:
    """A recording in a folder, written by any program. It is never modified."""

    def __init__(self, folder: Path, notify: Notify) -> None:
        """Open it.

        Args:
            folder: the recording.
            notify: receives complaints about skipped parts.

        Raises:
            RecordingError: it can't be replayed at all.
        """
        self.folder = folder
        self._notify = notify
        self._complaint_counts: Counter[str] = Counter()
        self.table = self._read_table()
        try:
            check_regular_file(folder / LOG)
            with (folder / LOG).open("rb"):
                pass
        except OSError as error:
            raise RecordingError(
                f"{folder / LOG} can't be read ({error.strerror}): the replay needs this log"
            ) from error

    def lines(self) -> Iterator[Line]:
        """Yield the valid lines; invalid ones are skipped with a complaint, and `t` never decreases."""
        self._complaint_counts.clear()
        last = 0.0
        with (self.folder / LOG).open("rb") as file:
            for number, raw in enumerate(_raw_lines(file.readline), 1):
                line = self._parse_line(raw, number)
                if line is None:
                    continue
                if line.t < last:
                    self._complain(
                        "order", f"line {number} has {line.t:g} s, after one with {last:g} s, which is used"
                    )
                    line = replace(line, t=last)
                last = line.t
                yield line
        for kind, count in sorted(self._complaint_counts.items()):
            if count > MAX_COMPLAINTS_PER_KIND:
                self._notify(
                    f"{self.folder / LOG}: {count - MAX_COMPLAINTS_PER_KIND} more of this kind: {kind}"
                )

    def _parse_line(self, raw: bytes, number: int) -> Line | None:
        if not raw.strip():
            return None
        if len(raw) >= MAX_LINE_BYTES:
            self._complain("broken", f"line {number} is too long and is skipped")
            return None
        try:
            line, foreign = from_bytes(raw.removeprefix(b"\xef\xbb\xbf"))
        except LineError as error:
            # A truncated recording ends in the middle of a line.
            why = str(error) if raw.endswith(b"\n") else "it is cut off"
            self._complain("broken", f"line {number} is skipped: {why}")
            return None
        if foreign:
            named = ", ".join(repr(key[:40]) for key in sorted(foreign)[:5])
            self._complain("foreign", f"line {number} has unknown keys, which are ignored: {named}")
        return line

    def _complain(self, kind: str, text: str) -> None:
        self._complaint_counts[kind] += 1
        if self._complaint_counts[kind] <= MAX_COMPLAINTS_PER_KIND:
            self._notify(f"{self.folder / LOG}: {text}")

    def _read_table(self) -> RecordedSetup:
        path = self.folder / TABLE
        try:
            data = read_json(path)
        except OSError as error:
            raise RecordingError(
                f"{path} can't be read ({error.strerror}): a recording is a folder with {TABLE}, {LOG} and"
                f" {FRAMES}"
            ) from error
        except ValueError as error:
            raise RecordingError(f"{path} is not JSON: it must list the players") from error
        if not isinstance(data, dict):
            raise RecordingError(f"{path} is not a JSON object: it must list the players")
        if data.get("format") != FORMAT:
            raise RecordingError(
                f"{path} is of format {str(data.get('format'))[:20]}, this version reads {FORMAT}: update"
                " Companion"
            )
        return self._parse_table(data, path)

    def _parse_table(self, data: Mapping[str, Any], path: Path) -> RecordedSetup:
        known = {"format", "game", "options", "players", "calibration", "learned_dice"}
        if foreign := sorted(set(data) - known):
            self._notify(f"{path} has unknown keys, which are ignored: {', '.join(foreign)[:80]}")
        players, options, calibration = data.get("players"), data.get("options"), data.get("calibration")
        learned_dice = data.get("learned_dice")
        if not isinstance(players, list) or not all(
            isinstance(player, dict)
            and isinstance(player.get("name"), str)
            and isinstance(player.get("colour"), str)
            for player in players
        ):
            raise RecordingError(f'{path} has to name the "players", each with a "name" and a "colour"')
        if options is not None and not isinstance(options, dict):
            self._notify(f"{path}: options must be an object; these are ignored")
        if calibration is not None and not isinstance(calibration, dict):
            self._notify(f"{path}: a calibration must be an object; this one is ignored")
        if learned_dice is not None and not isinstance(learned_dice, dict):
            self._notify(f"{path}: learned dice must be an object; these are ignored")
        return RecordedSetup(
            data["game"] if isinstance(data.get("game"), str) else DEFAULT_GAME,
            tuple({"name": player["name"], "colour": player["colour"]} for player in players),
            options if isinstance(options, dict) else {},
            calibration if isinstance(calibration, dict) else None,
            learned_dice if isinstance(learned_dice, dict) else None,
        )


def _raw_lines(read: Callable[[int], bytes]) -> Iterator[bytes]:
    """Yield the lines of a file; of a line that is too long only its beginning."""
    while raw := read(MAX_LINE_BYTES):
        yield raw
        rest = raw
        while len(rest) == MAX_LINE_BYTES and not rest.endswith(b"\n"):
            rest = read(MAX_LINE_BYTES)


# Writes a recording: every line reaches the operating system before its effects are reported.


JPEG: Final = (
    *(cv2.IMWRITE_JPEG_QUALITY, 90),
    *(cv2.IMWRITE_JPEG_SAMPLING_FACTOR, cv2.IMWRITE_JPEG_SAMPLING_FACTOR_444),
)
"""Pieces differ by colour: colour is stored as sharply as brightness."""


def free_folder(wanted: Path) -> Path:
    """Return the folder itself, or if it isn't empty the first free one of `NAME-2`, `NAME-3` ..."""
    for number in count_from(1):
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
