"""A simulated game at two tables: each event entered once at one, by two devices at the other."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any

from companion.games.base.rules.events import (
    BuyDevelopmentCard,
    Discard,
    EndTurn,
    Event,
    MoveRobber,
    PlaceCity,
    PlaceRoad,
    PlaceSettlement,
    Roll,
    Steal,
)
from companion.games.base.rules.options import Options
from companion.games.base.rules.state import State
from companion.games.seats import Seat
from companion.journal import Journal
from companion.observations import DiceDetection, InputRefused
from companion.sim.world import SimulatedGame, shuffled_island, to_input
from companion.table.table import Table
from tests.games.simulated_camera import SimulatedCamera
from tests.table_views import game_on, view

SEATS = (Seat("Ana", "red"), Seat("Ben", "blue"), Seat("Cyr", "white"))
ON_THE_BOARD = (PlaceRoad, PlaceSettlement, PlaceCity, MoveRobber)
IN_SECRET = (BuyDevelopmentCard, Discard, Steal)
"""Facts that a player's phone enters and the tablet doesn't."""
STEP_S = 8.0
"""Seconds between two things that happen: longer than tower and tablet may be apart in telling one roll."""
MAX_CONFIRMATIONS = 3
"""So often at the most the last thing that happened was confirmed since."""

Input = Mapping[str, Any]


class Clock:
    def __init__(self) -> None:
        self.t = 100.0

    def __call__(self) -> float:
        return self.t


def public_part(event: Event) -> tuple[object, ...]:
    """The public part of an event: its kind and fields without card names."""
    hidden = ("card", "resource", "resources")
    seen = {name: value for name, value in vars(event).items() if name not in hidden}
    return type(event), seen


class TwoTables:
    """Two tables and the simulated game that is played at both."""

    def __init__(self, folder: Path, seed: int, points: int = 10) -> None:
        rng = random.Random(seed)
        island = shuffled_island(rng)
        options = Options(points_to_win=points)
        self.world = SimulatedGame(island, SEATS, rng, options)
        self._play = self.world.play()
        self._clock = Clock()
        self._journals = [Journal.open(folder / f"{name}.db") for name in ("once", "twice")]
        self.once, self.twice = self.tables = [Table(journal, self._clock) for journal in self._journals]
        self._eyes = [SimulatedCamera(), SimulatedCamera()]
        self.rolled = 0
        players = [{"name": seat.name, "colour": seat.colour} for seat in SEATS]
        begun = {"game": "base", "players": players, "options": {"points_to_win": points}}
        for table in self.tables:
            table.start_game(begun)
            table.submit({"kind": "correct", "layout": island.to_json()})

    def close(self) -> None:
        for table, journal in zip(self.tables, self._journals, strict=True):
            table.stop()
            journal.close()

    # What happens

    def next_event(self) -> Event | None:
        """Play the next event; None: the game is over."""
        return next(self._play, None)

    def wait(self, seconds: float = STEP_S) -> None:
        self._clock.t += seconds

    def look(self, state: State | None = None, *tables: Table) -> None:
        """Let the cameras see the true board."""
        for table in tables or self.tables:
            eyes = self._eyes[self.tables.index(table)]
            table.observe(eyes.look(state or self.world.state, table.game_time()))

    def tower(self, roll: Roll, *tables: Table) -> None:
        """Let the tower report a roll."""
        self.rolled += 1
        for table in tables or self.tables:
            table.observe(DiceDetection(table.game_time(), "tower", roll.dice, 0.98, f"throw {self.rolled}"))

    def input_context(self, table: Table, event: Event | None = None) -> Input:
        """The context of an input from a page that shows the table now."""
        game = game_on(table)
        turn = game["view"]["turn"]
        if isinstance(event, Roll):
            turn = max(1, turn + game["view"]["rolled"])
        return {"game": game["id"], "turn": turn, "after": game["newest"]}

    def enter(self, data: Input, event: Event | None = None, look: State | None = None) -> None:
        """Enter it once at one table, and on two tablets with the same context at the other."""
        first, second = self.input_context(self.once, event), self.input_context(self.twice, event)
        self._submit_to_both(
            lambda: self.once.submit({**data, "about": first}),
            lambda: self.twice.submit({**data, "about": second}),
        )
        if look is not None:
            self.look(look)
        with suppress(InputRefused):
            self.twice.submit({**data, "about": second})

    @staticmethod
    def _submit_to_both(once: Callable[[], object], twice: Callable[[], object]) -> None:
        """Submit at both tables, which both accept or both refuse for the same reason."""
        refusals = []
        for enter in (once, twice):
            try:
                enter()
            except InputRefused as refused:
                refusals.append(str(refused))
        assert len(refusals) in (0, 2)
        assert len({*refusals}) <= 1

    def undo(self) -> None:
        """Undo the last event at both tables; confirmations of it are undone first."""
        was = [session.steps for table in self.tables if (session := table.session) is not None]
        for table, before in zip(self.tables, was, strict=True):
            table.submit({"kind": "undo", "about": self.input_context(table)})
            for _ in range(MAX_CONFIRMATIONS):
                assert table.session is not None
                # A card that only a phone named loses its name; the event remains.
                now = [public_part(step.event) for step in table.session.steps]
                if now != [public_part(step.event) for step in before]:
                    break
                table.submit({"kind": "undo", "about": self.input_context(table)})

    def correct(self, back: int, what: Input) -> None:
        """Correct one of the last entries, on two tablets at the second table."""
        for table, count in ((self.once, 1), (self.twice, 2)):
            seen = view(table)
            line = seen["log"][-min(back, len(seen["log"]) - 2)]
            kind = "correct" if what else "confirm"
            about = {**self.input_context(table), "as_of": line["as_of"]}
            for _ in range(count):
                with suppress(InputRefused):
                    table.submit({"kind": kind, "entry": line["number"], **what, "about": about})

    def name_card(self, event: Event, phone_first: bool) -> None:
        """Enter cards by phone; at the second table also on the tablet, without the names."""
        data = to_input(event)
        public_data = {name: value for name, value in data.items() if name != "player"}
        hidden: dict[str, Any] = {
            name: None for name in ("card", "resource", "resources") if name in public_data
        }
        colour = data["player"]
        first, second = self.input_context(self.once), self.input_context(self.twice)
        try:
            self.once.seats.submit(colour, {**public_data, "about": first})
        except InputRefused:
            return  # a phone accepts less than the tablet does: nothing was recorded
        devices = [
            lambda: self.twice.seats.submit(colour, {**public_data, "about": second}),
            lambda: self.twice.submit({**public_data, **hidden, "player": colour, "about": second}),
        ]
        for enter in devices if phone_first else reversed(devices):
            enter()

    def both_devices_and_tower(self, roll: Roll, tower_first: bool) -> None:
        """Enter a roll that the tower reports, on both tablets too."""
        data, about = to_input(roll), self.input_context(self.twice, roll)
        public_data = {name: value for name, value in data.items() if name != "player"}
        self.tower(roll, self.once)
        if tower_first:
            self.tower(roll, self.twice)
        for _ in range(2):
            self.twice.submit({**public_data, "about": about})
        if not tower_first:
            self.tower(roll, self.twice)

    def record(self, event: Event, before: State, chance: random.Random) -> None:
        """Report an event at the first table, and by several devices at the second."""
        self.wait()
        sees = chance.random() < 0.5
        if isinstance(event, ON_THE_BOARD) and sees:
            # It is seen too briefly to be reported: the entry comes first.
            self.look()
        named = isinstance(event, IN_SECRET) and getattr(event, "victim", "") is not None
        if isinstance(event, Roll) and chance.random() < 0.6:
            self.both_devices_and_tower(event, chance.random() < 0.5)
        elif named and chance.random() < 0.7:
            self.name_card(event, chance.random() < 0.5)
        else:
            data = to_input(event)
            if isinstance(event, Roll | EndTurn):
                data = {name: value for name, value in data.items() if name != "player"}
            self.enter(data, event, self.world.state if chance.random() < 0.3 else None)
        if isinstance(event, ON_THE_BOARD) and not sees:
            self.look()

    # What came of it

    def check_agreement(self) -> None:
        """Check that both tables have the same events."""
        once, twice = (table.session for table in self.tables)
        assert once is not None
        assert twice is not None
        assert [line.event for line in twice.steps] == [line.event for line in once.steps]
        assert twice.state == once.state

    def is_true(self) -> None:
        """Check that the record is the game that was played."""
        assert self.twice.session is not None
        assert self.twice.session.state == self.world.state
