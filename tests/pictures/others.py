"""Pictures of the other games, each up to the moment of its picture."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from itertools import count
from pathlib import Path
from typing import Any, Final

from playwright.sync_api import expect

from companion.journal import Journal
from companion.table.table import Table
from tests.pictures.game import START_TIME, Moment
from tests.pictures.keeping import keep
from tests.pictures.studio import Device, Studio

Input = Mapping[str, Any]

SECONDS: Final = 9.0
"""Between two things that are entered."""
END_TURN: Final[Input] = {"kind": "end_turn"}


def dice_game_inputs() -> Iterator[Input]:
    """Some turns by the rules; then dice that pay for several things."""
    for faces, built in (
        ("brick lumber wool", ["road 2"]),
        ("brick lumber gold gold", ["road 2"]),
        ("ore wool grain brick lumber", ["knight 1", "road 2"]),
        ("brick lumber wool grain gold gold", ["settlement 1"]),
        ("brick lumber wool grain gold gold", ["settlement 1"]),
        ("brick brick lumber lumber gold gold", ["road 5", "road 7"]),
        ("ore wool grain brick lumber gold", ["knight 3", "road 5"]),
        ("ore wool grain brick lumber gold", ["knight 3", "road 2"]),
        ("ore wool grain brick lumber ore", ["knight 4", "road 3"]),
        ("brick brick lumber lumber wool gold", ["road 10", "road 12"]),
        ("brick brick lumber lumber ore wool", ["road 7", "road 10"]),
        ("ore wool grain ore wool grain", ["knight 6", "knight 2"]),
    ):
        yield {"kind": "throw", "dice": faces.split()}
        for each in built:
            piece, at = each.split()
            yield {"kind": "build", "piece": piece, "at": at}
        yield END_TURN
    yield {"kind": "throw", "dice": ["ore", "ore", "grain", "ore", "gold", "gold"]}
    yield {"kind": "throw", "dice": ["brick", "lumber", "wool", "grain", "gold", "gold"]}


def spot_it_inputs() -> Iterator[Input]:
    """Two games of an adventure."""
    yield {"kind": "game_scored", "first_out": ["blue"], "counts": {"blue": 6, "orange": 8, "red": 5}}
    yield {"kind": "game_scored", "first_out": ["red"], "counts": {"blue": 2, "orange": 2, "red": 4}}


GAMES: Final[Mapping[str, tuple[dict[str, Any], Sequence[Input]]]] = {
    "dice_game": (
        {
            "players": [
                {"name": "Ana", "colour": "red"},
                {"name": "Ben", "colour": "blue"},
                {"name": "Cyr", "colour": "white"},
                {"name": "Dora", "colour": "orange"},
            ],
            "options": {"sheet": "advanced"},
        },
        tuple(dice_game_inputs()),
    ),
    "spot_it": (
        {
            "players": [
                {"name": "Ana & Ben", "colour": "blue"},
                {"name": "Cyr & Dora", "colour": "orange"},
                {"name": "Eve & Finn", "colour": "red"},
            ],
            "options": {"mode": "adventure"},
        },
        tuple(spot_it_inputs()),
    ),
}
"""The start and the inputs of each kind of game."""


def moment_after_inputs(kind: str, folder: Path) -> Moment:
    """Return a game after all inputs.

    Raises:
        ValueError: something of it breaks a rule: a picture shows how it goes.
    """
    started, inputs = GAMES[kind]
    clock = count(0.0, SECONDS)
    with Journal.open(folder / f"{kind}.db") as journal:
        table = Table(journal, lambda: next(clock))
        table.start_game({"game": kind, **started})
        for each in inputs:
            if violations := table.submit(each)["violations"]:
                raise ValueError(f"{each}: {violations}")
        table.stop()
        document = journal.export(1)
    return Moment({**document, "game": {**document["game"], "started": START_TIME}})


def make(kind: str) -> None:
    """Take the picture of a game's page."""
    with tempfile.TemporaryDirectory(prefix="pictures-") as kept:
        folder = Path(kept)
        with (
            Studio(folder) as studio,
            studio.table(moment_after_inputs(kind, folder)) as server,
            studio.page(server, Device()) as page,
        ):
            expect(page.locator("#log .entry").first).to_be_visible()
            keep(kind, page.screenshot())


MAKE: Final = {kind: partial(make, kind) for kind in GAMES}
"""What makes each of the pictures, by its name."""
