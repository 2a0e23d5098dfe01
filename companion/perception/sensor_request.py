"""What a table wants to know of its board now."""

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
    """What whoever watches a board is to tell.

    Attributes:
        game: the number of the game that is on; with another one all begins anew.
        island: the island is to be read.
        pieces: what stands on it is to be told.
        colours: of the players at this table; empty: any.
        layout: the island as the table has it, None while it has none. Its north counts.
        standing: the pieces that the game knows on the board.
        certain: those buildings among them of which the rules or people say what they are; never a camera.
        robber: the robber's hex, where the rules or people say it; None: neither does.
    """

    game: int
    island: bool
    pieces: bool
    colours: frozenset[PieceColour] = frozenset()
    layout: Layout | None = None
    standing: Mapping[Site, Standing] = field(default_factory=dict)
    certain: Mapping[Site, Standing] = field(default_factory=dict)
    robber: HexId | None = None


def wanted_by(table: Table) -> SensorRequest | None:
    """What a table wants now; None: there is no game."""
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
