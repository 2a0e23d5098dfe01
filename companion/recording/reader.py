"""A recording on disk, read as it is replayed: a log of hours is never held whole."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Final

from companion.errors import CompanionError
from companion.games.registry import USUAL
from companion.named_files import check_plain, read_json
from companion.recording.lines import Line, LineError, from_bytes

FORMAT: Final = 1
TABLE, LOG, FRAMES = "table.json", "log.jsonl", "frames"
MOST_BYTES: Final = 4 * 1024 * 1024
"""A longer line is none."""
SAID_IN_FULL: Final = 5
"""Of more complaints of one kind only the number is said."""

Word = Callable[[str], object]
"""Says a sentence to whoever replays."""


class RecordingError(CompanionError, ValueError):
    """What is there can't be replayed; the message says what to do."""


@dataclass(frozen=True)
class Recorded:
    """Who sits there: `table.json`.

    Attributes:
        game: its kind.
        players: in seat order, as a table starts a game with them.
        options: as they were written; some may be another program's.
        calibration: of the camera, as it is stored; None: the table calibrates itself.
    """

    game: str
    players: tuple[Mapping[str, str], ...]
    options: Mapping[str, Any]
    calibration: Mapping[str, Any] | None = None

    def to_json(self) -> dict[str, Any]:
        """What stands in the file."""
        return {
            "format": FORMAT,
            "game": self.game,
            "options": dict(self.options),
            "players": [dict(player) for player in self.players],
            "calibration": self.calibration,
        }


class Recording:
    """A recording in a folder, whoever wrote it. Nothing is ever written there."""

    def __init__(self, folder: Path, say: Word) -> None:
        """Open it.

        Args:
            folder: the recording.
            say: hears what is wrong with it and was passed over.

        Raises:
            RecordingError: it can't be replayed at all.
        """
        self.folder = folder
        self._say = say
        self._said: Counter[str] = Counter()
        self.table = self._read_table()
        try:
            check_plain(folder / LOG)
            with (folder / LOG).open("rb"):
                pass
        except OSError as error:
            raise RecordingError(
                f"{folder / LOG} can't be read ({error.strerror}): without its log nothing can be replayed"
            ) from error

    def lines(self) -> Iterator[Line]:
        """What came in. What is no line is passed over with a word; `t` never falls."""
        self._said.clear()
        last = 0.0
        with (self.folder / LOG).open("rb") as file:
            for number, raw in enumerate(_raw_lines(file.readline), 1):
                line = self._line(raw, number)
                if line is None:
                    continue
                if line.t < last:
                    self._complain(
                        "order", f"line {number} is of {line.t:g} s, after one of {last:g} s: taken as then"
                    )
                    line = replace(line, t=last)
                last = line.t
                yield line
        for kind, count in sorted(self._said.items()):
            if count > SAID_IN_FULL:
                self._say(f"{self.folder / LOG}: {count - SAID_IN_FULL} more of this kind: {kind}")

    def _line(self, raw: bytes, number: int) -> Line | None:
        if not raw.strip():
            return None
        if len(raw) >= MOST_BYTES:
            self._complain("broken", f"line {number} is too long and is passed over")
            return None
        try:
            line, foreign = from_bytes(raw.removeprefix(b"\xef\xbb\xbf"))
        except LineError as error:
            # A recording that was cut off ends in the middle of a line.
            why = str(error) if raw.endswith(b"\n") else "it was cut off"
            self._complain("broken", f"line {number} is passed over: {why}")
            return None
        if foreign:
            named = ", ".join(repr(key[:40]) for key in sorted(foreign)[:5])
            self._complain("foreign", f"line {number} has what is not known here and not taken: {named}")
        return line

    def _complain(self, kind: str, text: str) -> None:
        self._said[kind] += 1
        if self._said[kind] <= SAID_IN_FULL:
            self._say(f"{self.folder / LOG}: {text}")

    def _read_table(self) -> Recorded:
        path = self.folder / TABLE
        try:
            said = read_json(path, encoding="utf-8-sig")
        except OSError as error:
            raise RecordingError(
                f"{path} can't be read ({error.strerror}): a recording is a folder with {TABLE}, {LOG} and"
                f" {FRAMES}"
            ) from error
        except ValueError as error:
            raise RecordingError(f"{path} is not JSON: it says who sits at the table") from error
        if not isinstance(said, dict):
            raise RecordingError(f"{path} is no JSON object: it says who sits at the table")
        if said.get("format") != FORMAT:
            raise RecordingError(
                f"{path} is of format {str(said.get('format'))[:20]}, this version reads {FORMAT}: update"
                " Companion"
            )
        return self._recorded(said, path)

    def _recorded(self, said: Mapping[str, Any], path: Path) -> Recorded:
        known = {"format", "game", "options", "players", "calibration"}
        if foreign := sorted(set(said) - known):
            self._say(f"{path} has what is not known here and not taken: {', '.join(foreign)[:80]}")
        players, options, calibration = said.get("players"), said.get("options"), said.get("calibration")
        if not isinstance(players, list) or not all(
            isinstance(player, dict)
            and isinstance(player.get("name"), str)
            and isinstance(player.get("colour"), str)
            for player in players
        ):
            raise RecordingError(f'{path} has to name the "players", each with a "name" and a "colour"')
        if options is not None and not isinstance(options, dict):
            self._say(f"{path}: options are an object; these are not taken")
        if calibration is not None and not isinstance(calibration, dict):
            self._say(f"{path}: a calibration is an object; this one is not taken")
        return Recorded(
            said["game"] if isinstance(said.get("game"), str) else USUAL,
            tuple({"name": player["name"], "colour": player["colour"]} for player in players),
            options if isinstance(options, dict) else {},
            calibration if isinstance(calibration, dict) else None,
        )


def _raw_lines(read: Callable[[int], bytes]) -> Iterator[bytes]:
    """The lines of a file; of one that is too long only its beginning."""
    while raw := read(MOST_BYTES):
        yield raw
        rest = raw
        while len(rest) == MOST_BYTES and not rest.endswith(b"\n"):
            rest = read(MOST_BYTES)
