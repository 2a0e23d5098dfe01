"""What travels over the API: the schemas that operations name, made of the declared types."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from companion.games.game_api import Game
from companion.games.optional import declared
from companion.games.registry import GAMES
from companion.island.pieces import COLOURS
from companion.journal.wire import Export
from companion.table import wire as table
from web import wire
from web.openapi.derived import Components
from web.openapi.form import Schema

TEXT: Final[Schema] = {"type": "string"}
COUNT: Final[Schema] = {"type": "integer", "minimum": 0}
NUMBER: Final[Schema] = {"type": "integer"}
FLAG: Final[Schema] = {"type": "boolean"}
COLOUR: Final[Schema] = {"type": "string", "enum": list(COLOURS)}


def schemas(games: Mapping[str, Game[Any, Any]] = GAMES) -> dict[str, Schema]:
    """Every schema by its name, as the games that are played here have it."""
    played = table.of_games({kind: declared(game) for kind, game in games.items()})
    found = Components()
    for name, form in {
        "Input": played.input,
        "SeatInput": played.seat_input,
        "NewGame": played.new_game,
        "Game": played.game_told,
        "Line": played.line,
    }.items():
        found.name(name, form)
    for form in (
        played.snapshot,
        played.seat_snapshot,
        played.outcome,
        played.preview,
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
        wire.Refused,
        wire.Clock,
        wire.Changes,
        wire.Words,
        wire.CalibrationView,
        wire.AnswerToStep,
        wire.PictureTaken,
    ):
        found.schema(form)
    return found.named


SCHEMAS: Final = schemas()
