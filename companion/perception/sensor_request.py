"""The observations that a table currently requests of its board."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from companion.games.game_api import Sensor
from companion.island.geometry import HexId
from companion.island.layout import Layout
from companion.island.pieces import PieceColour, Site, Standing

if TYPE_CHECKING:
    from companion.table.table import Table


@dataclass(frozen=True)
class SensorRequest:
    """A table's request to its board watcher.

    Attributes:
        game: the number of the current game; with another number the watcher starts from scratch.
        island: whether to read the island.
        pieces: whether to report the pieces.
        colours: the players' colours at this table; empty: any.
        layout: the table's island, None if it has none. Its north counts.
        standing: the pieces that the game has on the board.
        certain: the buildings among them that are known from the rules or from people, never from a camera.
        robber: the robber's hex if it is known from the rules or from people; otherwise None.
    """

    game: int
    island: bool
    pieces: bool
    colours: frozenset[PieceColour] = frozenset()
    layout: Layout | None = None
    standing: Mapping[Site, Standing] = field(default_factory=dict)
    certain: Mapping[Site, Standing] = field(default_factory=dict)
    robber: HexId | None = None


def sensor_request_of(table: Table) -> SensorRequest | None:
    """Return a table's current request; None: there is no game."""
    game = table.snapshot()["game"]
    if game is None:
        return None
    view = game["view"]
    layout, session = view.get("layout"), table.session
    return SensorRequest(
        game=game["id"],
        island=table.requires(Sensor.ISLAND),
        pieces=table.requires(Sensor.PIECES),
        colours=frozenset(player["colour"] for player in view.get("players", ())),
        layout=None if layout is None else Layout.from_json(layout),
        standing={piece["at"]: Standing(piece["kind"], piece["colour"]) for piece in view.get("pieces", ())},
        certain={} if session is None else session.certain_buildings,
        robber=None if session is None else session.certain_robber,
    )
