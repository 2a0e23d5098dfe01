"""A recorded table to play with: its tower reports, its camera sees colours, its players enter inputs."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, closing
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from companion.island.setups import first_game_layout
from companion.journal import Entry, Journal
from companion.observations import DiceDetection, InputEntered, InputRefused, Observation, SourceReport
from companion.recording.reader import Recording
from companion.recording.recorded_table import RecordedTable, RecordingWatcher
from companion.recording.recorder import Recorder
from companion.recording.replay import Pace, RecordedClock, RecordingPlayer, game_start_data
from companion.sources.camera import Frame
from companion.sources.tower.protocol import Beat, Cause, Hello, TowerRoll
from companion.sources.tower.source import LinkReporter, create_link, exchange
from companion.table.table import Table
from tests.table_setup import FOUNDING

PLAYERS = [
    {"name": "Ana", "colour": "red"},
    {"name": "Ben", "colour": "blue"},
    {"name": "Cyr", "colour": "white"},
]
MEMORY = "/dev/shm" if os.access("/dev/shm", os.W_OK) else None
"""Where many short evenings are kept: a disk would take most of their time."""
UNIT, BOOT = "7e57ab1e", "00aa"
HELLO = Hello("companion-tower/1.0.0", UNIT, BOOT, Cause.POWER, met=True).to_bytes()
BEAT = Beat(BOOT, 1, 0, 0).to_bytes()


def roll_line(number: int, dice: tuple[int, int]) -> bytes:
    return TowerRoll(UNIT, number, dice, (99, 98), 120).to_bytes()


class ColourWatcher:
    """A watcher that reads a roll from the colours of a new picture's halves; brighter is more certain.

    Its certainty has all digits of the picture's mean: pictures that differ in one pixel differ in it.
    """

    every_s = 0.04

    def __init__(self) -> None:
        self.seen: list[tuple[float, int]] = []

    def process(self, frame: Frame) -> Iterator[Observation]:
        new = not self.seen or self.seen[-1][1] != frame.number
        self.seen.append((frame.t, frame.number))
        level = float(frame.image.mean())
        yield SourceReport(frame.t, "camera", "ok" if level > 60 else "fault", "" if level > 60 else "Dark.")
        if new and level > 60:
            left, right = (int(half.mean()) // 40 % 6 + 1 for half in np.hsplit(frame.image, 2))
            yield DiceDetection(frame.t, "camera", (left, right), 0.5 + level / 510, thrown=False)


def picture(left: int, right: int, seed: int = 0) -> np.ndarray:
    image = np.random.default_rng(seed).integers(0, 25, (48, 64, 3)).astype(np.uint8)
    image[:, :32] += np.uint8(left)
    image[:, 32:] += np.uint8(right)
    return image


class StringPort:
    """A serial port that returns the bytes of a test."""

    def __init__(self) -> None:
        self.data = b""

    def read(self) -> bytes:
        data, self.data = self.data, b""
        return data

    def write(self, data: bytes) -> None:
        pass


class RecordedEvening:
    """A recorded table in one thread, with a clock that a test advances."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.t = 1000.0
        self.journal = Journal.open(folder / "journal.db")
        self.recorder = Recorder(folder / "recording", lambda: self.t)
        self.table = RecordedTable(self.journal, self.recorder)
        self.watchers: list[ColourWatcher] = []
        self.watch = RecordingWatcher(self.recorder, self._eyes, self.table.observe)
        self._link, self._port = create_link(), StringPort()
        self._link.open_connection(self.recorder.turnstile.monotonic_time())
        self._teller = LinkReporter("tower", self.table.observe, self.table.game_time)
        self._number = 0
        self._speak = False
        self._rolls = 0

    def _eyes(self) -> list[ColourWatcher]:
        self.watchers.append(ColourWatcher())
        return self.watchers[-1:]

    def begin(self, founded: bool = True) -> None:
        game = {"game": "base", "players": PLAYERS, "options": {}, "layout": first_game_layout().to_json()}
        self.table.start_game({**game, "abandon": True})
        for piece, at in FOUNDING if founded else ():
            self.enter({"kind": "place", "piece": piece, "at": at})

    def wait(self, seconds: float) -> None:
        self.t += seconds
        self.hear()  # The tower's reader polls its port several times a second.

    def hear(self, data: bytes = b"") -> None:
        self._port.data = data
        turnstile = self.recorder.turnstile
        pace, receive = turnstile.monotonic_time, self.recorder.receive_bytes
        for happening in exchange(self._link, self._port, pace, receive):  # type: ignore[arg-type]  # replaces a tower
            self._teller.report_event(happening, self._link, "here")

    def throw(self, dice: tuple[int, int]) -> None:
        self._rolls += 1
        self.hear(roll_line(self._rolls, dice))

    def roll_by_bluetooth(self, dice: tuple[int, int]) -> None:
        """Let both dice report that they lie, half a second after they began to roll."""
        if not self._speak:
            self._speak = True
            self.table.observe(SourceReport(self.table.game_time(), "bluetooth", "ok", ""))
        now = self.table.game_time()
        self.table.observe(DiceDetection(now, "bluetooth", dice, late=0.2, began=now - 0.5))

    def see(self, image: np.ndarray | None = None) -> None:
        """Show a new picture; without one, the last one again."""
        if image is not None:
            self._image, self._number = image, self._number + 1
        for report in self.watch.process(Frame(self.table.game_time(), self._image, self._number)):
            self.table.observe(report)

    def enter(self, data: Mapping[str, Any]) -> bool:
        try:
            self.table.observe(InputEntered(self.table.game_time(), "tablet", data))
        except InputRefused:
            return False
        return True

    def recorded_entries(self, game: int = -1) -> list[tuple[Any, ...]]:
        return history(self.journal.entries(self.journal.games()[game].id))

    @property
    def health(self) -> tuple[str, str]:
        sources = self.table.snapshot()["sources"]
        health, text = next((s["health"], s["text"]) for s in sources if s["name"] == "recording")
        return health, text["text"] if isinstance(text, dict) else text

    def close(self) -> None:
        self.table.stop()
        self.journal.close()


def history(entries: tuple[Entry, ...]) -> list[tuple[Any, ...]]:
    """The content of entries, without what differs between a table and its replay."""
    return [(entry.number, entry.t, entry.source, entry.certainty, entry.body) for entry in entries]


class ReplayedEvening:
    """A recording, replayed at a separate table."""

    def __init__(self, folder: Path, pace: Pace | None = None) -> None:
        self.words: list[str] = []
        with ExitStack() as stack:
            kept = Path(stack.enter_context(tempfile.TemporaryDirectory(dir=MEMORY)))
            journal = stack.enter_context(Journal.open(kept / "journal.db"))
            clock = RecordedClock()
            recording = Recording(folder, self.words.append)
            self.table = Table(journal, clock)
            self.table.start_game(game_start_data(recording.table, self.words.append))
            self.eyes = ColourWatcher()
            replay = RecordingPlayer(recording, clock, self.table.observe, [self.eyes], self.words.append)
            replay.run(pace or Pace(0))
            self.recorded_entries = history(journal.entries(journal.games()[-1].id))
            self.sources = {s["name"]: s["health"] for s in self.table.snapshot()["sources"]}


@pytest.fixture
def evening() -> Iterator[RecordedEvening]:
    with tempfile.TemporaryDirectory(dir=MEMORY) as folder, closing(RecordedEvening(Path(folder))) as table:
        yield table
