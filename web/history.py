"""The history pages: finished games with their statistics, exports, and the players' records."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, Final

from flask import Blueprint, Response, abort, jsonify, make_response, render_template, request, url_for

from companion.errors import CompanionError
from companion.games.game_api import winners
from companion.i18n import sentence
from companion.observations import InputRefused
from companion.table.table import Table
from web import bg_stats
from web.csv_text import SEPARATORS, csv_text
from web.game_pages import GamePages
from web.geometry import island
from web.guard import set_caching

LIST_SCRIPT: Final = "history/history.js"
"""The script of the list of games; it also explains why a game can't be shown."""
NOT_OVER_MESSAGE: Final = sentence(
    "This game isn't over, so its secrets stay hidden. In a terminal, `companion export` writes them anyway."
)


def blueprint(table: Table, game_pages: GamePages) -> Blueprint:
    """Create the history pages and their JSON routes. All of it is public."""
    history = Blueprint("history", __name__)
    set_caching(history, "no-store")

    @history.get("/api/history")
    def games() -> Response:
        archived = "archived" in request.args
        listed = table.game_archive.list_games(archived=archived)
        return jsonify(games=listed, books=[] if archived else table.game_archive.books())

    @history.get("/api/history/<int:game>")
    def game_details(game: int) -> Response:
        with _abort_for_missing_game():
            return jsonify(table.game_archive.game_details(game))

    @history.get("/api/history/<int:game>/export")
    def export(game: int) -> Response:
        with _abort_for_missing_game():
            document = table.game_archive.export_game(game)
        if document is None:
            abort(409, NOT_OVER_MESSAGE)
        response = Response(json.dumps(document, ensure_ascii=False, indent=1), mimetype="application/json")
        response.headers["Content-Disposition"] = f'attachment; filename="companion-game-{game}.json"'
        return response

    @history.get("/api/history/<int:game>/rolls.csv")
    def rolls(game: int) -> Response:
        separator = SEPARATORS.get(request.args.get("separator", "comma"))
        if separator is None:
            abort(400, sentence("Values separated by commas or semicolons."))
        with _abort_for_missing_game():
            roll_list = table.game_archive.roll_list(game)
        if roll_list is None:
            abort(404, sentence("This game has no rolls to list."))
        text = csv_text(roll_list.columns, roll_list.rows, separator)
        response = Response(text, mimetype="text/csv")
        response.headers["Content-Disposition"] = f'attachment; filename="companion-game-{game}-rolls.csv"'
        return response

    @history.get("/api/history/<int:game>/play")
    def play(game: int) -> Response:
        record = _play(game)
        address = bg_stats.play_link(record)
        qr = url_for("history.play_code", game=game) if bg_stats.qr_code(address) else None
        return jsonify(play=record, link=address, qr=qr)

    @history.get("/api/history/<int:game>/play.svg")
    def play_code(game: int) -> Response:
        svg = bg_stats.qr_code(bg_stats.play_link(_play(game)))
        if svg is None:
            abort(404, sentence("These names are too long for a QR code."))
        return Response(svg, mimetype="image/svg+xml")

    def _play(game: int) -> dict[str, Any]:
        with _abort_for_missing_game():
            details = table.game_archive.game_details(game)
        if not winners(details["summary"]):
            abort(409, sentence("This game isn't over."))
        return bg_stats.play_record(details)

    @history.get("/history")
    def list_page() -> Response:
        return _page(None, LIST_SCRIPT)

    @history.get("/history/<int:game>")
    def game_page(game: int) -> Response:
        try:
            kind = table.game_archive.game_kind(game)
        except CompanionError:
            kind = None  # the page requests the game and shows the error
        return _page(game, LIST_SCRIPT if kind is None else game_pages.history_script(kind))

    return history


@contextmanager
def _abort_for_missing_game() -> Iterator[None]:
    """Answer 404 for an unknown game, and 409 for one that can't be shown."""
    try:
        yield
    except LookupError:
        abort(404)
    except InputRefused as error:
        abort(409, sentence("This game can't be shown: {why}", why=error))


def _page(game: int | None, script: str) -> Response:
    response = make_response(render_template("history.html", game=game, script=script, geometry=island()))
    response.headers["Cache-Control"] = "no-cache"
    return response
