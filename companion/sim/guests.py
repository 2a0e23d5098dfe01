"""Guests at the simulated table, who started their own game on the page or took over the running one.

For their own game the board is cleared. From then on simulated hands place the pieces that the guests enter,
so that the camera sees the guests' game.
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
from companion.sim.hand_scripts import move_robber, put_piece, replace_by_city, take_piece
from companion.sim.picture import Arm, Piece
from companion.sim.tabletop import Script, Tabletop, TabletopMoment

POLL_S: Final = 0.05
"""Real seconds between two polls of the snapshot."""
SWEEP_S: Final = 1.5
"""Seconds to clear the board."""
_SWEEP_HEIGHT: Final = 0.3
_PLACE_EVENTS: Final = ("place_road", "place_settlement", "place_city")
_CAMERA_SOURCE: Final = "camera"
"""The log's name of the source that is no person's input."""

Snapshot = Mapping[str, Any]


def clear_board(robber: HexId | None) -> Script:
    """Return the script that sweeps all pieces off the board and returns the robber to its first hex."""

    def script(table: Tabletop, fps: float, rng: random.Random) -> Iterator[TabletopMoment]:
        bare = replace(table, pieces=(), robber=robber, robber_offset=(0.0, 0.0))
        steps = max(2, round(SWEEP_S * fps))
        for n in range(steps):
            across = 10.0 * n / (steps - 1) - 5.0
            yield TabletopMoment(bare if across > 0 else table, (Arm((across, 0.0), 90.0, _SWEEP_HEIGHT),))
        yield TabletopMoment(bare)

    return script


def _camera_only_sites(log: Sequence[Mapping[str, Any]]) -> set[Site]:
    """Return the sites of pieces that only the camera has reported.

    The simulated hands had placed them before the guests took them back on the page, so the hands must remove
    them.
    """
    source_by_site = {
        line["event"]["at"]: line["source"] for line in log if line["event"]["kind"] in _PLACE_EVENTS
    }
    return {at for at, source in source_by_site.items() if source == _CAMERA_SOURCE}


def _pieces(view: Mapping[str, Any]) -> dict[Site, Piece]:
    """Return the pieces of a view, by site."""
    return {each["at"]: Piece(each["kind"], each["at"], each["colour"]) for each in view["pieces"]}


class Guests:
    """Makes the simulated board match the guests' game."""

    def __init__(self, stage: TableStage, snapshot: Callable[[], Snapshot], robber: HexId | None) -> None:
        """Start with an empty board.

        Args:
            stage: the table.
            snapshot: returns the table's snapshot.
            robber: its hex on an empty board.
        """
        self._stage, self._snapshot = stage, snapshot
        self._start_robber = robber
        self._game: int | None = None
        self._pieces: dict[Site, Piece] = {}
        self._kept_sites: frozenset[Site] = frozenset()
        self._robber = robber

    def take_over(self) -> None:
        """Let the guests continue the running game: the board stays as the snapshot shows it."""
        game = self._snapshot()["game"]
        if game is None or "pieces" not in game["view"]:
            return
        view = game["view"]
        self._game, self._pieces = game["id"], _pieces(view)
        self._kept_sites = frozenset(self._pieces)
        self._robber = view["robber"] or self._start_robber

    def follow(self, stop: threading.Event) -> None:
        """Apply the guests' inputs to the board until `stop` is set."""
        while not stop.is_set():
            if not self._stage.is_busy:
                self._do_next()
            stop.wait(POLL_S)

    def _do_next(self) -> None:
        """Play the script of the next difference between the board and the game, if there is one."""
        game = self._snapshot()["game"]
        if game is None:
            return
        if game["id"] != self._game:
            self._game, self._pieces, self._robber = game["id"], {}, self._start_robber
            self._kept_sites = frozenset()
            self._stage.play(clear_board(self._start_robber))
            return
        view = game["view"]
        if "pieces" not in view:
            # Their game has no pieces on an island.
            return
        seats = [player["colour"] for player in view["players"]]
        camera_only = _camera_only_sites(view["log"]) - self._kept_sites
        wanted = {site: piece for site, piece in _pieces(view).items() if site not in camera_only}
        for site in {**self._pieces, **wanted}:
            old, new = self._pieces.get(site), wanted.get(site)
            if old != new:
                changed = new or old
                assert changed is not None
                self._change_site(site, old, new, seats.index(changed.colour) * 360 / len(seats))
                return
        if view["robber"] is not None and view["robber"] != self._robber:
            self._robber = view["robber"]
            self._stage.play(move_robber(view["robber"], seats.index(view["on_turn"]) * 360 / len(seats)))

    def _change_site(self, site: Site, old: Piece | None, new: Piece | None, hand_from: float) -> None:
        if new is None:
            self._stage.play(take_piece(site, hand_from))
            del self._pieces[site]
            return
        if old is None:
            self._stage.play(put_piece(new, hand_from))
        elif new.kind == "city":
            self._stage.play(replace_by_city(new, hand_from))
        else:
            self._stage.play(take_piece(site, hand_from), put_piece(new, hand_from))
        self._pieces[site] = new
