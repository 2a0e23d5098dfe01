"""The operations of the history pages, and of the pages' texts."""

from __future__ import annotations

from typing import Final

from web.openapi.operations import (
    Paths,
    array_schema,
    get_operation,
    object_schema,
    path_parameter,
    query_parameter,
    response_set,
    schema_reference,
    text_enum,
)
from web.openapi.schemas import COUNT, TEXT

_GAME: Final = [path_parameter("game", COUNT, "The game's number.")]

PATHS: Final[Paths] = {
    "/api/history": {
        "get": get_operation(
            "Every game in short, and the players' records for each kind of game",
            response_set(
                object_schema(
                    {
                        "games": array_schema(schema_reference("GameInShort")),
                        "books": array_schema(schema_reference("BookOfKind")),
                    }
                ),
                503,
            ),
            parameters=[query_parameter("archived", TEXT, "List the archived games instead of the others.")],
        )
    },
    "/api/history/{game}": {
        "get": get_operation(
            "One game, with its statistics",
            response_set(schema_reference("Game"), 404, 409, 503),
            parameters=_GAME,
        )
    },
    "/api/history/{game}/export": {
        "get": get_operation(
            "A finished game as a file for `companion import`",
            response_set(schema_reference("Export"), 404, 409, 503),
            parameters=_GAME,
        )
    },
    "/api/history/{game}/rolls.csv": {
        "get": get_operation(
            "The rolls and their production, one roll each line",
            response_set(
                {"type": "string"},
                *(400, 404, 409, 503),
                media="text/csv",
                says="UTF-8 with a byte order mark. The first line names the columns.",
            ),
            parameters=[
                *_GAME,
                query_parameter(
                    "separator",
                    text_enum("comma", "semicolon"),
                    "The separator of values; a comma by default.",
                ),
            ],
        )
    },
    "/api/history/{game}/play": {
        "get": get_operation(
            "A finished game as a BG Stats play, and the link that imports it",
            response_set(
                object_schema(
                    {
                        "play": {"type": "object"},
                        "link": TEXT,
                        "qr": {
                            "type": ["string", "null"],
                            "description": "URL of the link as a QR code; null: the link is too long.",
                        },
                    }
                ),
                *(404, 409, 503),
            ),
            parameters=_GAME,
        )
    },
    "/api/history/{game}/play.svg": {
        "get": get_operation(
            "That link as a QR code",
            response_set({"type": "string"}, 404, 409, 503, media="image/svg+xml"),
            parameters=_GAME,
        )
    },
    "/words/{code}.json": {
        "get": get_operation(
            "The pages' texts in a language",
            response_set(schema_reference("Words"), 404),
            parameters=[path_parameter("code", TEXT, 'The language code, such as "fr".')],
        )
    },
}
