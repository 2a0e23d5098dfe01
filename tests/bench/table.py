"""How fast the table is late in a long game: a roll, a correction of the past, a snapshot."""

from __future__ import annotations

import random
import tempfile
import time
from pathlib import Path
from statistics import median

from companion.games.base.events import Roll, Seat
from companion.journal import Journal
from companion.observations import RollSeen
from companion.sim.world import SimulatedGame, as_input, shuffled_island, told
from companion.table.table import Table

ROUNDS = 15
SEATS = (Seat("Ana", "red"), Seat("Ben", "blue"), Seat("Cyr", "white"), Seat("Dora", "orange"))


def measure() -> dict[str, float]:
    """Milliseconds, medians, at the end of a whole simulated game of four."""
    with tempfile.TemporaryDirectory() as folder, Journal.open(Path(folder) / "journal.db") as journal:
        table = Table(journal, time.monotonic)
        _play(table)
        table.submit({"kind": "undo"})
        rolls, snapshots, undos = [], [], []
        for n in range(ROUNDS):
            start = time.perf_counter()
            table.observe(RollSeen(float(n), "tower", (1, 2)))
            rolled = time.perf_counter()
            snapshot = table.snapshot()
            shown = time.perf_counter()
            table.submit({"kind": "undo"})
            undone = time.perf_counter()
            rolls.append(rolled - start)
            snapshots.append(shown - rolled)
            undos.append(undone - shown)
        events = snapshot["game"]["view"]["log"][-1]["number"]
    return {
        "table: events in the game": events,
        "table: a roll, from the source to the disk, ms": 1000 * median(rolls),
        "table: a snapshot for the page, ms": 1000 * median(snapshots),
        "table: undo (the whole game told anew), ms": 1000 * median(undos),
    }


def _play(table: Table) -> None:
    rng = random.Random(1)
    world = SimulatedGame(shuffled_island(rng), SEATS, rng)
    assert world.state.land is not None
    players = [{"name": seat.name, "colour": seat.colour} for seat in SEATS]
    table.start_game({"game": "base", "players": players})
    table.submit({"kind": "correct", "layout": world.state.land.layout.to_json()})
    for event in told(world.play()):
        if isinstance(event, Roll):
            table.observe(RollSeen(0.0, "tower", event.dice))
        else:
            table.submit(as_input(event))
