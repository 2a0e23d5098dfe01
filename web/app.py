"""The application factory: one table's pages and API, with request guard and error handlers."""

from __future__ import annotations

import mimetypes
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from flask import Flask
from werkzeug.middleware.proxy_fix import ProxyFix
from werkzeug.routing import Rule

from companion.table.table import Table
from web import (
    api,
    calibration,
    camera,
    cards,
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
from web.compression import compress_responses
from web.errors import register_error_handlers
from web.game_pages import GamePages
from web.guard import PICTURE_ENDPOINT, protect
from web.idempotency import enable_idempotency
from web.rights import Rights
from web.settings import DEFAULTS, Settings
from web.stream import Streams
from web.visitors import register_visitors

if TYPE_CHECKING:
    from companion.calibration.repeatable_calibration import CalibrationController


class LazyRule(Rule):
    """A route whose URL builder is compiled at its first use.

    Werkzeug compiles two Python functions for each route, which takes most of an application's start. Only a
    few routes ever build a URL.
    """

    def _compile_builder(self, append_unknown: bool = True) -> Callable[..., tuple[str, str]]:
        compile_now = super()._compile_builder
        compiled: Callable[..., tuple[str, str]] | None = None

        def build(rule: Rule, **values: Any) -> tuple[str, str]:
            nonlocal compiled
            compiled = compiled or compile_now(append_unknown)
            return compiled(rule, **values)

        return build


def create_app(
    table: Table,
    settings: Settings = DEFAULTS,
    streams: Streams | None = None,
    rights: Rights | None = None,
    calibration_api: CalibrationController | None = None,
    reach: NetworkReach | None = None,
    phone_camera: camera.PhoneCamera | None = None,
    demo_launcher: demo.DemoLauncher | None = None,
    running_demo: demo.RunningDemo | None = None,
) -> Flask:
    """Create the WSGI application of a table.

    Args:
        table: provides the views and accepts the inputs.
        settings: names, limits and times.
        streams: the open streams, if the caller needs to end them; its own by default.
        rights: the paired devices; by default none yet, and nothing is saved.
        calibration_api: the table's calibration, if it has one.
        reach: the server's addresses; by default as the settings define them.
        phone_camera: receives a phone's pictures, if a phone is the table's camera.
        demo_launcher: starts demo games, if they are possible.
        running_demo: the demo that plays at this table, if one does.
    """
    app = Flask(__name__, static_folder=None)
    app.url_rule_class = LazyRule
    # Python 3.11 takes the type from the system's list only, which not every system has.
    mimetypes.add_type("font/woff2", ".woff2")
    game_pages = GamePages.from_games(table.playable)
    game_pages.serve(app)
    app.config["MAX_CONTENT_LENGTH"] = MAX_BYTES
    app.json.sort_keys = False  # type: ignore[attr-defined]  # Flask's own provider, which has it
    if streams is None:
        streams = Streams(max_streams=settings.max_streams, heartbeat=settings.heartbeat)
    if settings.proxy:
        app.wsgi_app = ProxyFix(app.wsgi_app, x_for=1, x_proto=1, x_host=1)  # type: ignore[method-assign]  # as Flask's manual does
    rights, reach = rights or Rights(), reach or NetworkReach(settings)
    rights.devices.on_change(streams.recheck_readers)
    senders = {PICTURE_ENDPOINT: camera.can_send_pictures, **cards.PICTURE_SENDERS}
    protect(app, reach.hosts, rights, senders)
    languages = i18n.load_languages(
        i18n.TRANSLATIONS_FOLDER, *settings.translations, supplements=game_pages.translations
    )
    i18n.register_languages(app, languages)
    register_visitors(app, rights, table)
    page_words = i18n.PageWords(languages)
    modules.add_template_helper(app, game_pages, page_words)
    app.context_processor(lambda: {"patience": settings.patience})
    compress_responses(app)
    enable_idempotency(app)
    app.register_blueprint(api.blueprint(table, streams))
    app.register_blueprint(openapi.blueprint(rights.cookie))
    app.register_blueprint(pages.blueprint(table, game_pages, settings.certificates))
    app.register_blueprint(pairing.blueprint(table, rights, reach, has_phone_camera=phone_camera is not None))
    app.register_blueprint(camera.blueprint(phone_camera))
    app.register_blueprint(cards.blueprint(table, settings.card_colours))
    app.register_blueprint(phones.blueprint(table, streams, game_pages))
    app.register_blueprint(history.blueprint(table, game_pages))
    app.register_blueprint(i18n.blueprint(page_words))
    app.register_blueprint(modules.blueprint(game_pages))
    app.register_blueprint(pwa.blueprint(languages, game_pages))
    if calibration_api is not None:
        app.register_blueprint(calibration.blueprint(calibration_api))
    if demo_launcher is not None:
        app.register_blueprint(demo.blueprint(demo_launcher))
    if running_demo is not None:
        app.register_blueprint(demo.running_demo_blueprint(running_demo))
    register_error_handlers(app)
    return app
