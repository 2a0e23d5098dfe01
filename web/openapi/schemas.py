"""The API's schemas by name, built from the declared types."""

from __future__ import annotations

from typing import Final

from companion.games.registry import GAMES
from companion.island.geometry import COLOURS
from companion.journal.history import Export
from companion.table import api_types as table
from web import api_types
from web.openapi.operations import Schema
from web.openapi.schema_builder import Components

TEXT: Final[Schema] = {"type": "string"}
COUNT: Final[Schema] = {"type": "integer", "minimum": 0}
NUMBER: Final[Schema] = {"type": "integer"}
FLAG: Final[Schema] = {"type": "boolean"}
COLOUR: Final[Schema] = {"type": "string", "enum": list(COLOURS)}


def schemas() -> dict[str, Schema]:
    """Return every schema by name, with the types of all games."""
    game_types = table.types_for_games({kind: game.api_types for kind, game in GAMES.items()})
    components = Components()
    for name, form in {
        "Input": game_types.input,
        "SeatInput": game_types.seat_input,
        "NewGame": game_types.new_game,
        "Game": game_types.game_details,
        "Line": game_types.line,
    }.items():
        components.add_named(name, form)
    for form in (
        game_types.snapshot,
        game_types.seat_snapshot,
        game_types.outcome,
        game_types.preview,
        table.Choices,
        table.Begun,
        table.GameChosen,
        table.BookOfKind,
        table.NewOffer,
        table.NewOfferOf,
        table.OfferMade,
        table.OfferAnswer,
        table.OfferAnswerOf,
        table.OfferAnswered,
        Export,
        api_types.Refused,
        api_types.Clock,
        api_types.Changes,
        api_types.Words,
        api_types.CalibrationView,
        api_types.AnswerToStep,
        api_types.PictureTaken,
        api_types.CardsRead,
        api_types.IslandCounted,
        api_types.PileCounted,
        api_types.ColoursLearned,
    ):
        components.schema(form)
    return components.named


SCHEMAS: Final = schemas()
