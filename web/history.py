"""Looking back: the games that were played here, each with its figures, and the players' history."""

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
from web import bg_stats
from web.csv_text import SEPARATORS, csv_text
from web.game_pages import GamePages
from web.geometry import island
from web.table import TableApi

LIST: Final = "history/history.js"
"""The script of the page that lists all games; it also says why one can't be looked back on."""
NOT_OVER: Final = sentence(
    "This game isn't over, so its secrets stay hidden. In a terminal, `companion export` writes them anyway."
)


def blueprint(table: TableApi, of_games: GamePages) -> Blueprint:
    """The pages that look back, and what they are made of as JSON: all of it for everybody's eyes."""
    history = Blueprint("history", __name__)

    @history.get("/api/history")
    def games() -> Response:
        archived = "archived" in request.args
        listed = table.evenings.listed(archived=archived)
        return _fresh(jsonify(games=listed, books=[] if archived else table.evenings.books()))

    @history.get("/api/history/<int:game>")
    def one(game: int) -> Response:
        with _games_known():
            return _fresh(jsonify(table.evenings.told(game)))

    @history.get("/api/history/<int:game>/export")
    def export(game: int) -> Response:
        with _games_known():
            document = table.evenings.exported(game)
        if document is None:
            abort(409, NOT_OVER)
        response = Response(json.dumps(document, ensure_ascii=False, indent=1), mimetype="application/json")
        response.headers["Content-Disposition"] = f'attachment; filename="companion-game-{game}.json"'
        return _fresh(response)

    @history.get("/api/history/<int:game>/rolls.csv")
    def rolls(game: int) -> Response:
        separator = SEPARATORS.get(request.args.get("separator", "comma"))
        if separator is None:
            abort(400, sentence("Values separated by commas or semicolons."))
        with _games_known():
            listed = table.evenings.rolls(game)
        if listed is None:
            abort(404, sentence("This game has no rolls to list."))
        text = csv_text(listed.columns, listed.rows, separator)
        response = Response(text, mimetype="text/csv")
        response.headers["Content-Disposition"] = f'attachment; filename="companion-game-{game}-rolls.csv"'
        return _fresh(response)

    @history.get("/api/history/<int:game>/play")
    def play(game: int) -> Response:
        kept = _play(game)
        address = bg_stats.link(kept)
        drawn = url_for("history.play_code", game=game) if bg_stats.code(address) else None
        return _fresh(jsonify(play=kept, link=address, qr=drawn))

    @history.get("/api/history/<int:game>/play.svg")
    def play_code(game: int) -> Response:
        drawn = bg_stats.code(bg_stats.link(_play(game)))
        if drawn is None:
            abort(404, sentence("These names are too long for a QR code."))
        return _fresh(Response(drawn, mimetype="image/svg+xml"))

    def _play(game: int) -> dict[str, Any]:
        with _games_known():
            told = table.evenings.told(game)
        if not winners(told["summary"]):
            abort(409, sentence("This game isn't over."))
        return bg_stats.play_of(told)

    @history.get("/history")
    def list_page() -> Response:
        return _page(None, LIST)

    @history.get("/history/<int:game>")
    def game_page(game: int) -> Response:
        try:
            kind = table.evenings.kind(game)
        except CompanionError:
            kind = None  # the page asks for the game and says what is wrong
        return _page(game, LIST if kind is None else of_games.history(kind))

    return history


@contextmanager
def _games_known() -> Iterator[None]:
    """A game that isn't there is a page that isn't there."""
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


def _fresh(response: Response) -> Response:
    response.headers["Cache-Control"] = "no-store"
    return response
