"""Plays the game of the pictures with `companion demo` and reopens it at any moment."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from companion.games.base.game import BaseGame
from companion.games.base.rules.state import State
from companion.journal import Journal
from companion.journal.history import game_from_json
from companion.table.session import GameSession

SEED: Final = 4
"""Seed of a game that is long enough."""
START_TIME: Final = "2026-01-31T19:30:00+00:00"
"""An evening that is the same each time."""
MIDDLE_ROLL: Final = 40
"""So many rolls into the game there is something to see."""
LINES_AFTER: Final = 3


@dataclass(frozen=True)
class Moment:
    """A game up to one of its entries.

    Attributes:
        document: as `companion export` writes games.
    """

    document: Mapping[str, Any]


@dataclass(frozen=True)
class Played:
    """A whole game, and its moments that are worth a picture.

    Attributes:
        over: somebody has won.
        roll: in the middle; it gives cards to three players or more.
        seven: in the middle; somebody has to discard.
        city: built in the middle, and a little more happened.
    """

    over: Moment
    roll: Moment
    seven: Moment
    city: Moment


def play_game(folder: Path) -> Played:
    """Play the game, from the camera's pictures to the journal, as fast as they can be drawn."""
    journal = folder / "demo.db"
    command = [sys.executable, "-m", "companion", "demo", "--seed", str(SEED), "--speed", "0", "--exit"]
    subprocess.run([*command, "--no-browser", "--port", "0", "--journal", str(journal)], check=True)
    with Journal.open(journal) as kept:
        (game,) = kept.games()
        return moments(kept.export(game.id), folder)


def moments(whole: Mapping[str, Any], folder: Path) -> Played:
    """Search a whole game for the moments of the pictures."""
    entries = whole["entries"]
    events = [entry["body"].get("event") or {} for entry in entries]
    middle = [n for n, event in enumerate(events) if event.get("kind") == "roll"][MIDDLE_ROLL]

    def upto(count: int) -> Moment:
        journal = {**whole, "game": {**whole["game"], "started": START_TIME}, "entries": entries[:count]}
        return Moment(journal)

    def first_moment(wanted: Callable[[int], bool], after: int = 0) -> Moment:
        found = next(n for n in range(middle, len(events)) if wanted(n))
        return upto(found + 1 + after)

    def gives_to_several(n: int) -> bool:
        if events[n].get("kind") != "roll":
            return False
        return sum(any(cards) for cards in _state(folder, upto(n + 1)).production) > 2

    def discards(n: int) -> bool:
        return events[n].get("kind") == "roll" and _kinds(events[n + 1 : n + 2]) == ["discard"]

    def is_city(n: int) -> bool:
        return events[n].get("kind") == "place_city"

    return Played(
        upto(len(entries)),
        first_moment(gives_to_several),
        first_moment(discards),
        first_moment(is_city, LINES_AFTER),
    )


def _kinds(events: Sequence[Mapping[str, Any]]) -> list[Any]:
    return [event.get("kind") for event in events]


def _state(folder: Path, moment: Moment) -> State:
    """Return the state of a game at a moment."""
    path = folder / "moment.db"
    path.unlink(missing_ok=True)
    with Journal.open(path) as journal:
        game = journal.record_game(game_from_json(moment.document))
        return GameSession.from_entries(BaseGame(), journal.entries(game.id)).state
