"""Measures the speed of a table late in a long game: a roll, a correction, its preview, a read."""

from __future__ import annotations

import itertools
import random
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from statistics import median
from typing import Any

from companion.games.base.rules.events import Roll
from companion.games.seats import Seat
from companion.journal import Journal
from companion.observations import DiceDetection
from companion.sim.world import SimulatedGame, shuffled_island, to_input
from companion.table.table import Table
from tests.measure.public_events import reportable_events

ROUNDS = 15
EVENTS = 400
SEED = 6
"""A game of so many events and more, and not over by then."""
CORRECTED_TURN = 12
SEATS = (Seat("Ana", "red"), Seat("Ben", "blue"), Seat("Cyr", "white"), Seat("Dora", "orange"))


def measure() -> dict[str, float]:
    """Milliseconds, medians, late in a simulated game of four."""
    with tempfile.TemporaryDirectory() as folder, Journal.open(Path(folder) / "journal.db") as journal:
        table = Table(journal, time.monotonic)
        _play(table)
        session = table.session
        assert session is not None
        corrections = _corrections(table)
        first = next(corrections)
        roll = {"kind": "roll", "dice": [1, 2]}
        undo = {"kind": "undo"}
        found = {
            "table: events in the game": float(len(session.steps)),
            "table: a roll, from the source to the disk, ms": _median(
                lambda: table.observe(DiceDetection(0.0, "tower", (1, 2))), lambda: table.submit(undo)
            ),
            "table: a roll entered, to the disk, ms": _median(
                lambda: table.submit(roll), lambda: table.submit(undo)
            ),
            "table: undo, ms": _median(lambda: table.submit(undo), lambda: table.submit(undo)),
            "table: preview of a correction in turn 12, ms": _median(lambda: table.preview(first)),
            "table: a correction in turn 12, ms": _median(
                lambda: table.submit(next(corrections)), lambda: table.submit(undo)
            ),
            "table: the same taken back, ms": _median(
                lambda: table.submit(undo), lambda: table.submit(next(corrections)), first=True
            ),
            "table: a snapshot after a roll, ms": _median(
                table.snapshot, lambda: table.observe(DiceDetection(0.0, "tower", (1, 2)))
            ),
        }
        found["table: the slowest read during corrections, ms"] = _slowest_look(table, corrections)
    with tempfile.TemporaryDirectory() as folder, Journal.open(Path(folder) / "journal.db") as journal:
        promised = Table(journal, time.monotonic)
        _play(promised, all_told=True)
        corrections = _corrections(promised)
        found["table: a correction in turn 12 if people promise to enter everything, ms"] = _median(
            lambda: promised.submit(next(corrections)), lambda: promised.submit(undo)
        )
    return found


def _corrections(table: Table) -> Iterator[dict[str, Any]]:
    """Corrections of one roll, each to dice that nobody has entered there before: none is known already."""
    session = table.session
    assert session is not None
    rolled = next(
        step for step in session.steps if isinstance(step.event, Roll) and step.after.turn == CORRECTED_TURN
    )
    others = [list(dice) for dice in itertools.permutations(range(1, 7), 2) if dice != rolled.event.dice]
    return itertools.cycle(
        {"kind": "correct", "entry": rolled.number, "event": {**_json(rolled.event), "dice": dice}}
        for dice in others
    )


def _json(roll: Roll) -> dict[str, Any]:
    return {"kind": "roll", "player": roll.player, "dice": list(roll.dice)}


def _median(
    act: Callable[[], object], between: Callable[[], object] = lambda: None, *, first: bool = False
) -> float:
    """Milliseconds of an act, again and again with another one in between; `first`: which comes first."""
    seconds = []
    if first:
        between()
    for _ in range(ROUNDS):
        start = time.perf_counter()
        act()
        seconds.append(time.perf_counter() - start)
        between()
    return 1000 * median(seconds)


def _slowest_look(table: Table, corrections: Iterator[dict[str, Any]]) -> float:
    """Measure the slowest of many reads while corrections are entered."""
    teller = threading.Thread(target=lambda: [table.submit(next(corrections)) for _ in range(4)])
    teller.start()
    worst = 0.0
    while teller.is_alive():
        start = time.perf_counter()
        table.snapshot()
        worst = max(worst, time.perf_counter() - start)
        time.sleep(0.001)
    return 1000 * worst


def _play(table: Table, *, all_told: bool = False) -> None:
    rng = random.Random(SEED)
    world = SimulatedGame(shuffled_island(rng), SEATS, rng)
    assert world.state.land is not None
    players = [{"name": seat.name, "colour": seat.colour} for seat in SEATS]
    table.start_game({"game": "base", "players": players, "options": {"all_told": all_told}})
    table.submit({"kind": "correct", "layout": world.state.land.layout.to_json()})
    for event in reportable_events(world.play()):
        if isinstance(event, Roll):
            table.observe(DiceDetection(0.0, "tower", event.dice))
        else:
            table.submit(to_input(event))
        session = table.session
        if session is not None and len(session.steps) >= EVENTS:
            return
