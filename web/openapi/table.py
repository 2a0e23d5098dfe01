"""The operations of the table: state, stream, inputs and games."""

from __future__ import annotations

from typing import Final

from web.openapi.operations import (
    EMPTY_OBJECT,
    Paths,
    array_schema,
    get_operation,
    object_schema,
    post_operation,
    query_parameter,
    response_set,
    schema_reference,
)
from web.openapi.schemas import COUNT, FLAG, NUMBER, TEXT

STREAM_DESCRIPTION: Final = (
    "Server-sent events. First `snapshot` (data: the whole snapshot), then `changes` (data: Changes) for "
    "every later version, or `snapshot` again where that is shorter; `heartbeat` (data: the seconds to the "
    "next) as long as the table answers; `visitor` (data: the client's role and seat) on connecting and "
    "whenever it changes. The id of the first two, EPOCH-VERSION, names the resulting snapshot."
)
SINCE_PARAMETER: Final = query_parameter(
    "since", TEXT, "The name of the client's snapshot; the header Last-Event-ID works as well."
)
OUTCOME: Final = {"anyOf": [schema_reference("Outcome"), schema_reference("Preview")]}

PATHS: Final[Paths] = {
    "/api/state": {
        "get": get_operation("The public state of the table", response_set(schema_reference("Snapshot")))
    },
    "/api/events": {
        "get": get_operation(
            "The same, live",
            response_set(TEXT, 503, media="text/event-stream", says=STREAM_DESCRIPTION),
            parameters=[SINCE_PARAMETER],
        )
    },
    "/api/questions/pictures": {
        "get": get_operation(
            "A picture that belongs to an open question",
            response_set(TEXT, 404, media="image/jpeg", says="The picture."),
            "tablet",
            parameters=[
                query_parameter("question", NUMBER, "The question's number."),
                query_parameter("picture", NUMBER, "The picture's position, from 0."),
            ],
        )
    },
    "/api/clock": {
        "get": get_operation("The table's time and the server's", response_set(schema_reference("Clock"))),
    },
    "/api/inputs": {
        "post": post_operation(
            "Enter an event, correct an entry, or answer a question",
            schema_reference("Input"),
            response_set(OUTCOME),
            "tablet",
            parameters=[query_parameter("preview", TEXT, "Return the changes without applying the input.")],
        )
    },
    "/api/games": {
        "get": get_operation(
            "The playable games, earlier players, and unfinished games",
            response_set(schema_reference("Choices"), 503),
            "tablet",
        ),
        "post": post_operation(
            "Start a game", schema_reference("NewGame"), response_set(schema_reference("Begun")), "tablet"
        ),
    },
    "/api/games/resume": {
        "post": post_operation(
            "Resume an earlier game",
            schema_reference("GameChosen"),
            response_set(schema_reference("Begun")),
            "tablet",
        )
    },
    "/api/games/leave": {
        "post": post_operation(
            "Leave the current game; it is kept, and can be resumed",
            object_schema({"game": NUMBER}),
            response_set(schema_reference("Begun")),
            "tablet",
        )
    },
    "/api/games/archive": {
        "post": post_operation(
            "Archive a game that isn't in progress, or restore it; nothing is erased",
            object_schema({"game": NUMBER, "archived": FLAG}),
            response_set(object_schema({"game": NUMBER, "archived": FLAG, "version": COUNT})),
            "tablet",
        )
    },
    "/api/demo": {
        "post": post_operation(
            "Start a demo game beside the table, if possible; its page is view-only",
            EMPTY_OBJECT,
            response_set(object_schema({"link": TEXT})),
            "tablet",
        )
    },
    "/api/journal": {
        "get": get_operation(
            "Earlier lines of the game log",
            response_set(object_schema({"lines": array_schema(schema_reference("Line"))}), 400),
            parameters=[
                query_parameter("before", COUNT, "Return the lines before this entry's.", required=True)
            ],
        )
    },
    "/healthz": {
        "get": get_operation(
            "The server's health",
            response_set(object_schema({"status": TEXT, "version": COUNT, "streams": COUNT})),
        )
    },
}
