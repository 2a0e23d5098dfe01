"""Guests at the simulated table: they began a game of their own on the page, or took over the one that is on.

For a game of their own the board is cleared. From then on hands put there what was entered, as people do who
have the pieces before them, so that camera and table see the guests' own game.
"""

from __future__ import annotations

import random
import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any, Final

from companion.island.geometry import HexId
from companion.island.pieces import Site
from companion.sim.camera import TableStage
from companion.sim.handling import move_robber, put, take, upgrade
from companion.sim.picture import Arm, Piece
from companion.sim.tabletop import Script, Tabletop, TabletopMoment

POLL_S: Final = 0.05
"""Real seconds between two looks at the page."""
SWEEP_S: Final = 1.5
"""Seconds that it takes to clear the board."""
_OVER: Final = 0.3
_PLACED: Final = ("place_road", "place_settlement", "place_city")
_SEER: Final = "camera"
"""What the log calls the source that nobody enters by."""

Snapshot = Mapping[str, Any]


def cleared(robber: HexId | None) -> Script:
    """All pieces are swept off the board, and the robber is put back to where it begins."""

    def script(table: Tabletop, fps: float, rng: random.Random) -> Iterator[TabletopMoment]:
        bare = replace(table, pieces=(), robber=robber, robber_aside=(0.0, 0.0))
        steps = max(2, round(SWEEP_S * fps))
        for n in range(steps):
            across = 10.0 * n / (steps - 1) - 5.0
            yield TabletopMoment(bare if across > 0 else table, (Arm((across, 0.0), 90.0, _OVER),))
        yield TabletopMoment(bare)

    return script


def _seen_alone(log: Sequence[Mapping[str, Any]]) -> set[Site]:
    """Where a piece is told that nobody entered.

    The hands themselves had put it there before it was taken back on the page, and are to take it away.
    """
    told = {line["event"]["at"]: line["source"] for line in log if line["event"]["kind"] in _PLACED}
    return {at for at, source in told.items() if source == _SEER}


def _pieces(view: Mapping[str, Any]) -> dict[Site, Piece]:
    """What a view says stands on the board, by its sites."""
    return {each["at"]: Piece(each["kind"], each["at"], each["colour"]) for each in view["pieces"]}


class Guests:
    """Keeps the simulated board as the guests' game says it is."""

    def __init__(self, stage: TableStage, snapshot: Callable[[], Snapshot], robber: HexId | None) -> None:
        """Clear the board for them.

        Args:
            stage: the table.
            snapshot: what the page shows.
            robber: where it stands on an empty board.
        """
        self._stage, self._snapshot = stage, snapshot
        self._start = robber
        self._game: int | None = None
        self._pieces: dict[Site, Piece] = {}
        self._kept: frozenset[Site] = frozenset()
        self._robber = robber

    def take_over(self) -> None:
        """The game that is on is theirs from now: what the page shows of the board stays as it is."""
        game = self._snapshot()["game"]
        if game is None or "pieces" not in game["view"]:
            return
        view = game["view"]
        self._game, self._pieces = game["id"], _pieces(view)
        self._kept = frozenset(self._pieces)
        self._robber = view["robber"] or self._start

    def follow(self, stop: threading.Event) -> None:
        """Do on the board what they enter, until `stop` is set."""
        while not stop.is_set():
            if not self._stage.busy:
                self._do_next()
            stop.wait(POLL_S)

    def _do_next(self) -> None:
        """The next thing that differs between the board and the game, if there is one."""
        game = self._snapshot()["game"]
        if game is None:
            return
        if game["id"] != self._game:
            self._game, self._pieces, self._robber = game["id"], {}, self._start
            self._kept = frozenset()
            self._stage.play(cleared(self._start))
            return
        view = game["view"]
        if "pieces" not in view:
            # Of their game nothing stands on an island.
            return
        seats = [player["colour"] for player in view["players"]]
        seen = _seen_alone(view["log"]) - self._kept
        wanted = {site: piece for site, piece in _pieces(view).items() if site not in seen}
        for site in {**self._pieces, **wanted}:
            had, has = self._pieces.get(site), wanted.get(site)
            if had != has:
                whose = has or had
                assert whose is not None
                self._change(site, had, has, seats.index(whose.colour) * 360 / len(seats))
                return
        if view["robber"] is not None and view["robber"] != self._robber:
            self._robber = view["robber"]
            self._stage.play(move_robber(view["robber"], seats.index(view["on_turn"]) * 360 / len(seats)))

    def _change(self, site: Site, had: Piece | None, has: Piece | None, hand_from: float) -> None:
        if has is None:
            self._stage.play(take(site, hand_from))
            del self._pieces[site]
            return
        if had is None:
            self._stage.play(put(has, hand_from))
        elif has.kind == "city":
            self._stage.play(upgrade(has, hand_from))
        else:
            self._stage.play(take(site, hand_from), put(has, hand_from))
        self._pieces[site] = has
