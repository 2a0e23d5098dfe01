"""Two tables with the same inputs except for one secret."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from difflib import unified_diff
from pathlib import Path
from typing import Any

from companion.games.base.rules.cards import DEVELOPMENT_CARDS, RESOURCES
from companion.games.game_api import Sensor
from companion.games.registry import GAMES
from companion.island.setups import first_game_layout
from companion.journal import Journal
from companion.observations import Clock, InputRefused
from companion.table.table import Table
from tests.table_setup import FOUNDING

COLOURS = ("red", "blue", "white")
SEATS = [
    {"name": "Ana", "colour": "red"},
    {"name": "Ben", "colour": "blue"},
    {"name": "Cyr", "colour": "white"},
]
_IDENTITY_FIELD = re.compile(r'"(epoch|started|uuid)": "[^"]*"')
"""The attributes that distinguish one table from another."""

Input = Mapping[str, Any]


def previews(table: Table) -> Iterator[Input]:
    """Yield every preview that the tablet may ask for: every card of every player, every entry."""
    for player in COLOURS:
        for card in DEVELOPMENT_CARDS:
            yield {"kind": "play_development_card", "player": player, "card": card}
            yield {"kind": "buy_development_card", "player": player, "card": card}
        yield {"kind": "play_development_card", "player": player, "card": "monopoly", "resource": "ore"}
        yield {"kind": "reveal_victory_points", "player": player, "count": 1}
        for other in COLOURS:
            for resource in RESOURCES if other != player else ():
                yield {"kind": "steal", "player": player, "from": other, "resource": resource}
        for resource in RESOURCES:
            yield {"kind": "discard", "player": player, "resources": {resource: 1}}
            yield {"kind": "show_hand", "player": player, "resources": {resource: 5}}
            give, take = {resource: 4}, {"ore" if resource != "ore" else "wool": 1}
            yield {"kind": "maritime_trade", "player": player, "give": give, "take": take}
        for piece, at in (("road", "p3,-1"), ("settlement", "i2,2"), ("city", "i4,1")):
            yield {"kind": "place", "player": player, "piece": piece, "at": at}
    yield {"kind": "end_turn"}
    yield {"kind": "roll", "dice": [3, 4]}
    yield {"kind": "undo"}
    game = table.snapshot()["game"]
    for line in game["view"]["log"] if game else ():
        entry, kind = line["number"], line["event"]["kind"]
        yield {"kind": "correct", "entry": entry, "event": None}
        yield {"kind": "confirm", "entry": entry}
        if kind == "buy_development_card":
            yield from ({"kind": "correct", "entry": entry, "change": {"card": c}} for c in DEVELOPMENT_CARDS)
        if kind == "steal":
            yield from ({"kind": "correct", "entry": entry, "change": {"resource": r}} for r in RESOURCES)
        if kind == "show_hand":
            count = sum(line["event"]["resources"].values())
            for resource in RESOURCES:
                yield {"kind": "correct", "entry": entry, "change": {"resources": {resource: count}}}
    for question in table.snapshot()["questions"]:
        for answer in range(len(question["answers"])):
            yield {"kind": "answer", "question": question["number"], "answer": answer}


class PairClock:
    """The clock of both tables, which moves with each input."""

    def __init__(self) -> None:
        self.t = 0.0

    def __call__(self) -> float:
        return self.t


class Pair:
    """Two tables that differ in one secret."""

    def __init__(self, one: Table, other: Table, clock: PairClock) -> None:
        self.tables = (one, other)
        self._clock = clock

    def tablet(self, data: Input) -> Any:
        """Enter it on both tablets, whose answers must be equal."""
        self._clock.t += 1
        return self._check_equal(self._submit(table, None, data) for table in self.tables)

    def phone(self, colour: str, data: Input) -> Any:
        """Enter it on a player's phone at both tables, whose answers must be equal."""
        self._clock.t += 1
        return self._check_equal(self._submit(table, colour, data) for table in self.tables)

    def owner(self, colour: str, data: Input) -> tuple[Any, Any]:
        """Enter it on the phone whose secret it is; the answers may differ."""
        self._clock.t += 1
        one, other = (self._submit(table, colour, data) for table in self.tables)
        return one, other

    def secret(self, colour: str, one: Input, other: Input) -> None:
        """Enter a secret on a phone, a different one at each table."""
        self._clock.t += 1
        for table, data in zip(self.tables, (one, other), strict=True):
            table.seats.submit(colour, data)

    def offer(self, colour: str, data: Input) -> Any:
        """Make an offer at both tables."""
        return self._check_equal(
            _try_to_enter(lambda t=table: t.seats.offer(colour, data)) for table in self.tables
        )

    def answer(self, colour: str, number: int, data: Input) -> Any:
        """Answer an offer at both tables."""
        return self._check_equal(
            _try_to_enter(lambda t=table: t.seats.answer(colour, number, data)) for table in self.tables
        )

    def check(self, *, unknown_to: tuple[str, ...], curious: bool = False) -> None:
        """Check that the tables look the same to everyone who doesn't know the secret.

        Args:
            unknown_to: the colours whose players don't know it.
            curious: also what an input would come to is asked.
        """
        self._check_equal(table.snapshot() for table in self.tables)
        for colour in unknown_to:
            self._check_equal(table.seats.snapshot(colour) for table in self.tables)
        self._check_equal(table.game_archive.list_games(unbegun=True) for table in self.tables)
        self._check_equal(table.game_archive.game_details(1) for table in self.tables)
        self._check_equal(table.game_archive.export_game(1) for table in self.tables)
        self._check_equal(table.choices() for table in self.tables)
        self._check_equal([table.requires(watch) for watch in Sensor] for table in self.tables)
        self._check_equal(table.lines_before(10**6) for table in self.tables)
        if curious:
            for data in self.previews():
                self.preview(data)

    def previews(self) -> list[Input]:
        """Return every preview that both tables may be asked for now."""
        self._check_equal(table.snapshot() for table in self.tables)
        return [*previews(self.tables[0])]

    def preview(self, data: Input) -> None:
        """Preview an input at both tables, whose answers must be equal."""
        self._check_equal(_try_to_enter(lambda t=table: t.preview(data)) for table in self.tables)

    @staticmethod
    def _submit(table: Table, colour: str | None, data: Input) -> Any:
        return _try_to_enter(
            lambda: table.submit(data) if colour is None else table.seats.submit(colour, data)
        )

    @staticmethod
    def _check_equal(found: Iterator[Any]) -> Any:
        one, other = found
        first, second = (_public_text(each).splitlines() for each in (one, other))
        assert first == second, "\n".join(unified_diff(first, second, "one", "other", lineterm=""))
        return one


def _try_to_enter(enter: Any) -> Any:
    try:
        return enter()
    except InputRefused as error:
        return {"refused": str(error)}


def _public_text(found: Any) -> str:
    """The answer as JSON without the fields that always differ."""
    return _IDENTITY_FIELD.sub("", json.dumps(found, indent=1))


@contextmanager
def pair_of_tables(folder: Path, **options: Any) -> Iterator[Pair]:
    """Two tables with the same founded game; red is active and each player has shown eight cards."""
    folder.mkdir(exist_ok=True)
    clock = PairClock()
    with (
        _open_founded_table(folder / "one.db", clock, options) as one,
        _open_founded_table(folder / "other.db", clock, options) as other,
    ):
        yield Pair(one, other, clock)


@contextmanager
def _open_founded_table(path: Path, clock: Clock, options: Mapping[str, Any]) -> Iterator[Table]:
    with Journal.open(path) as journal:
        table = Table(journal, clock, games=GAMES)
        table.start_game({"players": SEATS, "options": {"points_to_win": 30, **options}})
        table.submit({"kind": "correct", "layout": first_game_layout().to_json()})
        for piece, at in FOUNDING:
            table.submit({"kind": "place", "piece": piece, "at": at})
        hand = {"lumber": 1, "brick": 1, "wool": 2, "grain": 2, "ore": 2}
        for colour in COLOURS:
            table.submit({"kind": "show_hand", "player": colour, "resources": hand})
        yield table
        table.stop()
