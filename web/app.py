"""The application factory: one table's pages and API, guarded, with errors in plain words."""

from __future__ import annotations

import mimetypes

from flask import Flask
from werkzeug.middleware.proxy_fix import ProxyFix

from web import (
    api,
    calibration,
    camera,
    demo,
    history,
    i18n,
    modules,
    openapi,
    pages,
    pairing,
    phones,
    pwa,
)
from web.addresses import NetworkReach
from web.bodies import MAX_BYTES
from web.compression import compress
from web.errors import answer_errors
from web.game_pages import GamePages
from web.guard import protect
from web.idempotency import answer_once
from web.rights import Rights
from web.settings import DEFAULTS, Settings
from web.stream import Streams
from web.table import TableApi
from web.visitors import recognise_visitors


def create_app(
    table: TableApi,
    settings: Settings = DEFAULTS,
    streams: Streams | None = None,
    rights: Rights | None = None,
    calibrating: calibration.Calibrating | None = None,
    reach: NetworkReach | None = None,
    phone: camera.PhoneCamera | None = None,
    demos: demo.Demo | None = None,
    played: demo.Played | None = None,
) -> Flask:
    """The WSGI application for a table.

    Args:
        table: whose views are shown and which takes the inputs.
        settings: names, limits and times.
        streams: the open streams, where whoever serves wants to end them; its own by default.
        rights: who is paired; by default nobody yet, and nothing is kept.
        calibrating: the table's calibration, where one can be had.
        reach: where the server is found; by default as its settings say.
        phone: takes the pictures of a phone, where one is the table's camera.
        demos: plays a demo game beside the table, where one can be had.
        played: the demo that plays at the table itself, where one does.
    """
    app = Flask(__name__, static_folder=None)
    # Python 3.11 knows the type by the system's list alone, which not every system has.
    mimetypes.add_type("font/woff2", ".woff2")
    of_games = GamePages.of(table.playable)
    of_games.serve(app)
    app.config["MAX_CONTENT_LENGTH"] = MAX_BYTES
    app.json.sort_keys = False  # type: ignore[attr-defined]  # Flask's own provider, which has it
    if streams is None:
        streams = Streams(most=settings.most_streams, heartbeat=settings.heartbeat)
    if settings.proxy:
        app.wsgi_app = ProxyFix(app.wsgi_app, x_for=1, x_proto=1, x_host=1)  # type: ignore[method-assign]  # as Flask's manual does
    rights, reach = rights or Rights(), reach or NetworkReach(settings)
    rights.devices.on_change(streams.look_who_reads)
    protect(app, reach.hosts, rights, camera.may_send)
    known = i18n.languages(i18n.TRANSLATIONS, *settings.translations, more=of_games.translations)
    i18n.teach(app, known)
    recognise_visitors(app, rights, table)
    modules.announce(app)
    app.context_processor(lambda: {"patience": settings.patience})
    compress(app)
    answer_once(app)
    app.register_blueprint(api.blueprint(table, streams))
    app.register_blueprint(openapi.blueprint(rights.cookie))
    app.register_blueprint(pages.blueprint(table, of_games, settings.certificates))
    app.register_blueprint(pairing.blueprint(table, rights, reach, has_phone_camera=phone is not None))
    app.register_blueprint(camera.blueprint(phone))
    app.register_blueprint(phones.blueprint(table, streams, of_games))
    app.register_blueprint(history.blueprint(table, of_games))
    app.register_blueprint(i18n.blueprint(known))
    app.register_blueprint(modules.blueprint(of_games))
    app.register_blueprint(pwa.blueprint(known, of_games))
    if calibrating is not None:
        app.register_blueprint(calibration.blueprint(calibrating))
    if demos is not None:
        app.register_blueprint(demo.blueprint(demos))
    if played is not None:
        app.register_blueprint(demo.played(played))
    answer_errors(app)
    return app
