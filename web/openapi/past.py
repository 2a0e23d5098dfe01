"""Games looked back on, and the words of the pages."""

from __future__ import annotations

from typing import Final

from web.openapi.form import Paths, answers, array, in_path, in_query, obj, one_of, reads, ref
from web.openapi.schemas import COUNT, TEXT

_GAME: Final = [in_path("game", COUNT, "The game's number.")]

PATHS: Final[Paths] = {
    "/api/history": {
        "get": reads(
            "Every game in short, and what all of a kind say of the players",
            answers(obj({"games": array(ref("GameInShort")), "books": array(ref("BookOfKind"))}), 503),
            parameters=[in_query("archived", TEXT, "The archived games, in place of the others.")],
        )
    },
    "/api/history/{game}": {
        "get": reads("One game, with its figures", answers(ref("Game"), 404, 409, 503), parameters=_GAME)
    },
    "/api/history/{game}/export": {
        "get": reads(
            "A finished game as the file that `companion import` takes",
            answers(ref("Export"), 404, 409, 503),
            parameters=_GAME,
        )
    },
    "/api/history/{game}/rolls.csv": {
        "get": reads(
            "What was rolled and what it brought, a roll each line",
            answers(
                {"type": "string"},
                *(400, 404, 409, 503),
                media="text/csv",
                says="UTF-8, with a mark in front that says so. The first line names the columns.",
            ),
            parameters=[
                *_GAME,
                in_query("separator", one_of("comma", "semicolon"), "What stands between values: a comma."),
            ],
        )
    },
    "/api/history/{game}/play": {
        "get": reads(
            "A finished game as BG Stats takes it, and the link that gives it to it",
            answers(
                obj(
                    {
                        "play": {"type": "object"},
                        "link": TEXT,
                        "qr": {
                            "type": ["string", "null"],
                            "description": "Where the link is as a QR code; null: it is too long for one.",
                        },
                    }
                ),
                *(404, 409, 503),
            ),
            parameters=_GAME,
        )
    },
    "/api/history/{game}/play.svg": {
        "get": reads(
            "That link as a QR code",
            answers({"type": "string"}, 404, 409, 503, media="image/svg+xml"),
            parameters=_GAME,
        )
    },
    "/words/{code}.json": {
        "get": reads(
            "What the pages say, in a language",
            answers(ref("Words"), 404),
            parameters=[in_path("code", TEXT, 'The language, as "fr".')],
        )
    },
}
