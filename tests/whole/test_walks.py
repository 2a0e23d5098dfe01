"""The walks of docs/architecture.md: the files that a roll, a frame, a correction and an entry enter."""

from __future__ import annotations

import re
import sys
import threading
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from types import CodeType, FrameType
from typing import Any, Final, Self

import pytest

from companion.games.base.rules.events import EVENT_TYPES
from companion.games.registry import GAMES
from companion.island.geometry import IntersectionId
from companion.island.setups import first_game_layout
from companion.journal import Journal
from companion.observations import BoardSeen, DiceDetection, IslandSeen
from companion.perception.board_watch import BoardWatch, sensor_request_of
from companion.sim.picture import Arm, CameraPose, Light, Piece
from companion.sources.camera import Frame
from companion.sources.tower.source import TowerSource
from companion.sources.tower.stand_ins.virtual_tower import VirtualTower
from companion.table.table import Table
from tests.patience import PATIENCE_S
from tests.table_setup import FOUNDING, Seconds
from tests.table_views import view
from tests.vision.follow.conftest import FPS, Studio
from tests.web.paired import paired_client
from web.app import create_app
from web.stream import Versions

ROOT: Final = Path(__file__).parents[2]
PAGE: Final = (ROOT / "docs" / "architecture.md").read_text("utf-8")
SIMULATOR_FOLDERS: Final = ("companion/sim/", "companion/sources/tower/stand_ins/")
MAX_TABLE_FILES: Final = 4
"""Number of files of the table itself that an entry may enter."""
MAX_ROLL_TYPES: Final = 6
"""Number of types that a roll may have from the tower's bytes to the page."""
PLAYERS: Final = [
    {"name": "Ana", "colour": "red"},
    {"name": "Ben", "colour": "blue"},
    {"name": "Cyr", "colour": "white"},
]


def budget(walk: str) -> int:
    """Return how many files a walk may enter, by the architecture page."""
    row = re.search(rf"^\| {walk} \| at most (\d+) \|", PAGE, re.M)
    assert row, f"the page has no budget of {walk}"
    return int(row[1])


class Walk:
    """Collects the product's files of which a function is called, also in threads that start meanwhile.

    With dice, it also collects the types on their way: the classes of objects that are created with the two
    faces, or with one of these objects. An event of a game ends the way: what holds it holds any event.
    """

    def __init__(self, dice: tuple[int, int] | None = None) -> None:
        self._dice = dice

    def __enter__(self) -> Self:
        self.begin()
        threading.setprofile(self._note)
        sys.setprofile(self._note)
        return self

    def __exit__(self, *_: object) -> None:
        sys.setprofile(None)
        threading.setprofile(None)

    def begin(self) -> None:
        """Forget what was called until now."""
        self._codes: set[CodeType] = set()
        self._holders: list[object] = []

    def _note(self, frame: FrameType, event: str, _: object) -> None:
        if event == "call":
            self._codes.add(frame.f_code)
            if self._dice is not None and frame.f_code.co_name == "__init__":
                self._note_created(frame.f_locals)

    def _note_created(self, given: Mapping[str, object]) -> None:
        """Note an object that is created with the dice, or with an object that has them."""
        created = given.get("self")
        for value in given.values():
            shows = isinstance(value, tuple | list) and tuple(value) == self._dice
            has = any(value is holder and not _is_event(holder) for holder in self._holders)
            if value is not created and (shows or has):
                self._holders.append(created)

    @property
    def types(self) -> list[str]:
        """The types that the dice had, without those of simulated devices."""
        kinds = {type(holder) for holder in self._holders}
        simulated = tuple(folder.replace("/", ".") for folder in SIMULATOR_FOLDERS)
        return sorted(kind.__name__ for kind in kinds if not kind.__module__.startswith(simulated))

    @property
    def files(self) -> list[str]:
        """The files, without those of simulated devices."""
        paths = {Path(code.co_filename) for code in set(self._codes)}
        names = {path.relative_to(ROOT).as_posix() for path in paths if path.is_relative_to(ROOT)}
        return sorted(
            name
            for name in names
            if name.startswith(("companion/", "vision/", "web/")) and not name.startswith(SIMULATOR_FOLDERS)
        )


def _is_event(holder: object) -> bool:
    """Return whether an object is an event of the base game."""
    return type(holder) in EVENT_TYPES.values()


def check_walk(walk: str, files: list[str]) -> None:
    """Check the number of a walk's files, and that it led through the table."""
    assert "companion/table/table.py" in files
    assert len(files) <= budget(walk), f"{walk}: {len(files)} files\n" + "\n".join(files)


@pytest.fixture
def empty_table(tmp_path: Path) -> Iterator[Table]:
    """A table at which three people begin a base game."""
    journal = Journal.open(tmp_path / "journal.db")
    table = Table(journal, Seconds(), games=GAMES)
    table.start_game({"game": "base", "players": PLAYERS, "options": {}})
    yield table
    table.stop()
    journal.close()


@pytest.fixture
def table(empty_table: Table) -> Table:
    """A table at which three people have founded."""
    empty_table.submit({"kind": "correct", "layout": first_game_layout().to_json()})
    for piece, at in FOUNDING:
        empty_table.submit({"kind": "place", "piece": piece, "at": at})
    return empty_table


def wait_for(done: Callable[[], bool]) -> None:
    stop = threading.Event()
    for _ in range(round(PATIENCE_S / 0.05)):
        if done():
            return
        stop.wait(0.05)
    raise AssertionError("the walk did not end")


@pytest.mark.slow
def test_a_roll_from_the_towers_bytes_to_the_stream(table: Table, tmp_path: Path) -> None:
    stop = threading.Event()
    versions = Versions(table.snapshot())
    with VirtualTower(tmp_path / "tower") as tower, Walk((3, 5)) as walk:
        threads = [
            threading.Thread(target=tower.run, args=(stop,)),
            threading.Thread(target=TowerSource(tower.port).run, args=(table.observe, Seconds(), stop)),
        ]
        for thread in threads:
            thread.start()
        try:
            wait_for(lambda: tower.is_counting)
            walk.begin()
            tower.roll(3, 5)
            wait_for(lambda: not tower.waiting)  # acknowledged: the roll is in the journal
            versions.add(table.snapshot())
            files, types = walk.files, walk.types
        finally:
            stop.set()
            for thread in threads:
                thread.join(PATIENCE_S)
    assert view(table)["log"][-1]["event"]["dice"] == [3, 5]
    check_walk("a roll", files)
    # The event's JSON, in the journal and on the page, is one more.
    assert {"TowerRoll", "DiceDetection", "Roll"} <= set(types)
    assert len(types) + 1 <= MAX_ROLL_TYPES, types


@pytest.mark.slow
def test_a_frame_from_the_camera_to_the_stream(empty_table: Table, tmp_path: Path) -> None:
    table = empty_table
    studio = Studio(CameraPose(960, 540, 15.5, tilt=20, rotation=130), Light())
    watch = BoardWatch("camera", lambda: sensor_request_of(table), tmp_path / "board.json")
    settlement = Piece("settlement", IntersectionId("i1,1"), "red", offset=(0.03, -0.02))
    arm = Arm((0.6, 0.4), bearing=100)
    numbers = iter(range(1, 1000))

    def show(pieces: tuple[Piece, ...], *clutter: Arm, seconds: float) -> list[Any]:
        picture = studio.render(pieces, *clutter, robber="h0,0")
        found = []
        for _ in range(round(seconds * FPS)):
            number = next(numbers)
            for each in watch.process(Frame(number / FPS, studio.noisy(picture, number), number)):
                table.observe(each)
                found.append(each)
        return found

    island = next(each for each in show((), seconds=3) if isinstance(each, IslandSeen))
    table.submit({"kind": "correct", "layout": island.reading.most_likely_layout().to_json()})
    show((), seconds=2)
    show((), arm, seconds=0.5)
    versions = Versions(table.snapshot())
    with Walk() as walk:
        seen = show((settlement,), arm, seconds=0.25) + show((settlement,), seconds=3)
        versions.add(table.snapshot())
        files = walk.files
    assert any(isinstance(each, BoardSeen) for each in seen)
    assert [piece["kind"] for piece in view(table)["pieces"]] == ["settlement"]
    check_walk("a frame", files)


@pytest.mark.slow
def test_a_correction_from_the_request_to_the_stream(table: Table) -> None:
    table.observe(DiceDetection(600.0, "tower", (3, 5), 1.0))
    line = view(table)["log"][-1]
    client = paired_client(create_app(table))
    corrected = {"kind": "correct", "entry": line["number"], "event": {**line["event"], "dice": [4, 5]}}
    assert (
        client.post("/api/inputs?preview=1", json=corrected).status_code == 200
    )  # all that is read once is read
    versions = Versions(table.snapshot())
    with Walk() as walk:
        answer = client.post("/api/inputs", json=corrected)
        versions.add(table.snapshot())
        files = walk.files
    assert answer.status_code == 200, answer.json
    assert view(table)["log"][-1]["event"]["dice"] == [4, 5]
    check_walk("a correction", files)


@pytest.mark.slow
def test_an_entry_from_the_table_to_its_view(table: Table) -> None:
    table.submit({"kind": "roll", "dice": [1, 1]})
    trade = {"kind": "maritime_trade", "give": {"grain": 4}, "take": {"ore": 1}}
    entries: list[dict[str, Any]] = [
        trade,
        {"kind": "end_turn"},
        {"kind": "roll", "dice": [3, 5]},
        {**trade, "player": "red"},
    ]
    for entry in entries:
        with Walk() as walk:
            table.submit(entry)
            files = walk.files
        check_walk("an entry", files)
        handlers = [file for file in files if file.startswith("companion/table/")]
        assert len(handlers) <= MAX_TABLE_FILES, handlers
