"""A simulated game at two tables: at one each thing is entered once, at the other by two devices at once."""

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
    Seat,
    Steal,
)
from companion.games.base.rules.options import Options
from companion.games.base.rules.state import State
from companion.journal import Journal
from companion.observations import InputRefused, RollSeen
from companion.sim.world import SimulatedGame, shuffled_island, to_input
from companion.table.table import Table
from tests.games.seen import Eyes
from tests.shown import game_on, view

SEATS = (Seat("Ana", "red"), Seat("Ben", "blue"), Seat("Cyr", "white"))
ON_THE_BOARD = (PlaceRoad, PlaceSettlement, PlaceCity, MoveRobber)
IN_SECRET = (BuyDevelopmentCard, Discard, Steal)
"""What a player's phone names, and the tablet leaves unsaid."""
STEP_S = 8.0
"""Seconds between two things that happen: longer than tower and tablet may be apart in telling one roll."""
ONLY_SAID_AGAIN = 3
"""So often at the most the last thing that happened was confirmed since."""

Input = Mapping[str, Any]


class Clock:
    def __init__(self) -> None:
        self.t = 100.0

    def __call__(self) -> float:
        return self.t


def in_public(event: Event) -> tuple[object, ...]:
    """What everybody sees of an event: its kind, and all but which cards."""
    hidden = ("card", "resource", "resources")
    seen = {name: value for name, value in vars(event).items() if name not in hidden}
    return type(event), seen


class Twice:
    """The two tables, and the game that is really played."""

    def __init__(self, folder: Path, seed: int, points: int = 10) -> None:
        rng = random.Random(seed)
        island = shuffled_island(rng)
        options = Options(points_to_win=points)
        self.world = SimulatedGame(island, SEATS, rng, options)
        self._play = self.world.play()
        self._clock = Clock()
        self._journals = [Journal.open(folder / f"{name}.db") for name in ("once", "twice")]
        self.once, self.twice = self.tables = [Table(journal, self._clock) for journal in self._journals]
        self._eyes = [Eyes(), Eyes()]
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

    def next(self) -> Event | None:
        """What really happens next; None: the game is over."""
        return next(self._play, None)

    def wait(self, seconds: float = STEP_S) -> None:
        self._clock.t += seconds

    def look(self, state: State | None = None, *tables: Table) -> None:
        """The camera sees the board as it really stands."""
        for table in tables or self.tables:
            eyes = self._eyes[self.tables.index(table)]
            table.observe(eyes.look(state or self.world.state, table.game_time()))

    def tower(self, roll: Roll, *tables: Table) -> None:
        """The tower tells a roll."""
        self.rolled += 1
        for table in tables or self.tables:
            table.observe(RollSeen(table.game_time(), "tower", roll.dice, 0.98, f"throw {self.rolled}"))

    def about(self, table: Table, event: Event | None = None) -> Input:
        """What a page that shows a table now says that an input is about."""
        game = game_on(table)
        turn = game["view"]["turn"]
        if isinstance(event, Roll):
            turn = max(1, turn + game["view"]["rolled"])
        return {"game": game["id"], "turn": turn, "after": game["newest"]}

    def enter(self, data: Input, event: Event | None = None, look: State | None = None) -> None:
        """Once at the one table, and at the other by two tablets that had both seen the same."""
        first, second = self.about(self.once, event), self.about(self.twice, event)
        self._same(
            lambda: self.once.submit({**data, "about": first}),
            lambda: self.twice.submit({**data, "about": second}),
        )
        if look is not None:
            self.look(look)
        with suppress(InputRefused):
            self.twice.submit({**data, "about": second})

    @staticmethod
    def _same(once: Callable[[], object], twice: Callable[[], object]) -> None:
        """Both tables take it, or both refuse it, for the same reason."""
        refusals = []
        for enter in (once, twice):
            try:
                enter()
            except InputRefused as refused:
                refusals.append(str(refused))
        assert len(refusals) in (0, 2)
        assert len({*refusals}) <= 1

    def take_back(self) -> None:
        """What happened last; where it was said again since, who said so takes that back first."""
        was = [session.steps for table in self.tables if (session := table.session) is not None]
        for table, before in zip(self.tables, was, strict=True):
            table.submit({"kind": "undo", "about": self.about(table)})
            for _ in range(ONLY_SAID_AGAIN):
                assert table.session is not None
                # A card that only a phone named is named no more then: what happened stands still.
                now = [in_public(step.event) for step in table.session.steps]
                if now != [in_public(step.event) for step in before]:
                    break
                table.submit({"kind": "undo", "about": self.about(table)})

    def correct(self, back: int, what: Input) -> None:
        """Of one of the last lines something else is said, at the second table on two tablets at once."""
        for table, count in ((self.once, 1), (self.twice, 2)):
            seen = view(table)
            line = seen["log"][-min(back, len(seen["log"]) - 2)]
            kind = "correct" if what else "confirm"
            about = {**self.about(table), "as_of": line["as_of"]}
            for _ in range(count):
                with suppress(InputRefused):
                    table.submit({"kind": kind, "entry": line["number"], **what, "about": about})

    def name(self, event: Event, phone_first: bool) -> None:
        """By the player's phone, which names the cards; at the other by the tablet too, which doesn't."""
        data = to_input(event)
        said = {name: value for name, value in data.items() if name != "player"}
        hidden: dict[str, Any] = {name: None for name in ("card", "resource", "resources") if name in said}
        colour = data["player"]
        first, second = self.about(self.once), self.about(self.twice)
        try:
            self.once.seats.submit(colour, {**said, "about": first})
        except InputRefused:
            return  # a phone takes less than the tablet does: nothing of it was told
        devices = [
            lambda: self.twice.seats.submit(colour, {**said, "about": second}),
            lambda: self.twice.submit({**said, **hidden, "player": colour, "about": second}),
        ]
        for enter in devices if phone_first else reversed(devices):
            enter()

    def both_devices_and_tower(self, roll: Roll, tower_first: bool) -> None:
        """A roll that the tower tells, and the two tablets as well."""
        data, about = to_input(roll), self.about(self.twice, roll)
        said = {name: value for name, value in data.items() if name != "player"}
        self.tower(roll, self.once)
        if tower_first:
            self.tower(roll, self.twice)
        for _ in range(2):
            self.twice.submit({**said, "about": about})
        if not tower_first:
            self.tower(roll, self.twice)

    def tell(self, event: Event, before: State, chance: random.Random) -> None:
        """Somebody, or something, tells what has just happened; at the second table somebody else besides."""
        self.wait()
        sees = chance.random() < 0.5
        if isinstance(event, ON_THE_BOARD) and sees:
            # It is seen, and stands too short a time to be told: what is entered tells it first.
            self.look()
        named = isinstance(event, IN_SECRET) and getattr(event, "victim", "") is not None
        if isinstance(event, Roll) and chance.random() < 0.6:
            self.both_devices_and_tower(event, chance.random() < 0.5)
        elif named and chance.random() < 0.7:
            self.name(event, chance.random() < 0.5)
        else:
            data = to_input(event)
            if isinstance(event, Roll | EndTurn):
                data = {name: value for name, value in data.items() if name != "player"}
            self.enter(data, event, self.world.state if chance.random() < 0.3 else None)
        if isinstance(event, ON_THE_BOARD) and not sees:
            self.look()

    # What came of it

    def agree(self) -> None:
        """Both tell the same, and that is what happened."""
        once, twice = (table.session for table in self.tables)
        assert once is not None
        assert twice is not None
        assert [line.event for line in twice.steps] == [line.event for line in once.steps]
        assert twice.state == once.state

    def is_so(self) -> None:
        """What is told is what happened."""
        assert self.twice.session is not None
        assert self.twice.session.state == self.world.state
