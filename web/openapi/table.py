"""The table: its state, its stream, inputs and games."""

from __future__ import annotations

from typing import Final

from web.openapi.form import NOTHING, Paths, answers, array, enters, in_query, obj, reads, ref
from web.openapi.schemas import COUNT, FLAG, NUMBER, TEXT

STREAM: Final = (
    "Server-sent events. First `snapshot` (data: the whole), then `changes` (data: Changes) for every later "
    "version, or `snapshot` again where that is shorter; `heartbeat` (data: the seconds to the next) as long "
    "as the table answers; `visitor` (data: the client's role and seat) on connecting and whenever that "
    "changes. The id of the first two, EPOCH-VERSION, names the snapshot that the client then has."
)
SINCE: Final = in_query(
    "since", TEXT, "The name of the snapshot that the client has; as well in the header Last-Event-ID."
)
OUTCOME: Final = {"anyOf": [ref("Outcome"), ref("Preview")]}

PATHS: Final[Paths] = {
    "/api/state": {"get": reads("All that everybody may see", answers(ref("Snapshot")))},
    "/api/events": {
        "get": reads(
            "The same, live",
            answers(TEXT, 503, media="text/event-stream", says=STREAM),
            parameters=[SINCE],
        )
    },
    "/api/clock": {
        "get": reads("What time it is at the table, and by the server", answers(ref("Clock"))),
    },
    "/api/inputs": {
        "post": enters(
            "Enter something that happened, correct what was told, answer a question",
            ref("Input"),
            answers(OUTCOME),
            "tablet",
            parameters=[in_query("preview", TEXT, "Say what it would change, and keep nothing of it.")],
        )
    },
    "/api/games": {
        "get": reads("What can be played, who played, what was left", answers(ref("Choices"), 503), "tablet"),
        "post": enters("Start a game", ref("NewGame"), answers(ref("Begun")), "tablet"),
    },
    "/api/games/resume": {
        "post": enters(
            "Go on with a game that was left",
            ref("GameChosen"),
            answers(ref("Begun")),
            "tablet",
        )
    },
    "/api/games/leave": {
        "post": enters(
            "Give up the game that is on; it is kept, and can be gone on with",
            obj({"game": NUMBER}),
            answers(ref("Begun")),
            "tablet",
        )
    },
    "/api/games/archive": {
        "post": enters(
            "Put a game that isn't on out of sight, or bring it back; nothing of it is erased",
            obj({"game": NUMBER, "archived": FLAG}),
            answers(obj({"game": NUMBER, "archived": FLAG, "version": COUNT})),
            "tablet",
        )
    },
    "/api/demo": {
        "post": enters(
            "Have a demo game played beside the table, where it can be: its page is only looked at",
            NOTHING,
            answers(obj({"link": TEXT})),
            "tablet",
        )
    },
    "/api/journal": {
        "get": reads(
            "Earlier lines of the story",
            answers(obj({"lines": array(ref("Line"))}), 400),
            parameters=[in_query("before", COUNT, "The lines before this entry's.", required=True)],
        )
    },
    "/healthz": {
        "get": reads("Whether it works", answers(obj({"status": TEXT, "version": COUNT, "streams": COUNT})))
    },
}
