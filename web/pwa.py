"""What lets a device keep the page as an app: manifests, and the service worker with its list of files.

Browsers take both only over HTTPS or from this machine itself; everywhere else the pages work without.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from functools import lru_cache
from typing import Any, Final

from flask import Blueprint, Response, abort, url_for

from web.bundler import STATIC, modules_of
from web.game_pages import GamePages
from web.i18n import Language
from web.modules import scripts

SCRIPT: Final = "pwa/worker.js"
PAGES: Final = {"table": "pages.table", "phone": "phones.page"}
"""The pages that can be kept as an app, and what serves them."""
SIZES: Final = (192, 512)
SHELL: Final = frozenset({".css", ".js", ".svg", ".woff2"})


def blueprint(known: Mapping[str, Language], of_games: GamePages) -> Blueprint:
    """The routes of manifests and service worker; `known` are the languages that pages speak."""
    routes = Blueprint("pwa", __name__)

    @routes.get("/<page>.webmanifest")
    def manifest(page: str) -> Response:
        if page not in PAGES:
            abort(404)
        text = json.dumps(_manifest(url_for(PAGES[page])), ensure_ascii=False)
        return _fresh(Response(text, mimetype="application/manifest+json"))

    @routes.get("/worker.js")
    def worker() -> Response:
        joined = modules_of(scripts(of_games), of_games.path)
        files = [url_for("static", filename=name) for name in _shell(of_games) if name not in joined]
        files += [url_for("modules.script", name=name) for name in scripts(of_games)]
        files += [url_for("words.page", code=each.code, v=each.version) for each in known.values()]
        version = _version(of_games, _state(of_games), *files)
        script = [
            f"const VERSION = {json.dumps(version)};",
            f"const FILES = {json.dumps(files)};",
            (STATIC / SCRIPT).read_text("utf-8"),
        ]
        return _fresh(Response("\n".join(script), mimetype="text/javascript"))

    return routes


def _manifest(start: str) -> dict[str, Any]:
    icons = [
        {
            "src": url_for("static", filename=f"pwa/{purpose}-{size}.png"),
            "sizes": f"{size}x{size}",
            "type": "image/png",
            "purpose": purpose,
        }
        for purpose in ("any", "maskable")
        for size in SIZES
    ]
    return {
        "id": start,
        "name": "Companion",
        "start_url": start,
        "scope": "/",
        "display": "standalone",
        "background_color": "#1d1a16",
        "theme_color": "#1d1a16",
        "icons": icons,
    }


def _shell(of_games: GamePages) -> list[str]:
    """The files that pages are made of, but for the worker itself: also those that reach them joined."""
    return [name for name in of_games.names(SHELL) if name != SCRIPT]


def _state(of_games: GamePages) -> tuple[tuple[str, int], ...]:
    return tuple((name, of_games.path(name).stat().st_mtime_ns) for name in _shell(of_games))


@lru_cache(maxsize=1)
def _version(of_games: GamePages, state: tuple[tuple[str, int], ...], *files: str) -> str:
    """Another one whenever a file is another."""
    digest = hashlib.sha256("\n".join(files).encode())
    for name, _changed in state:
        digest.update(name.encode() + b"\0" + of_games.path(name).read_bytes())
    return digest.hexdigest()[:12]


def _fresh(response: Response) -> Response:
    response.headers["Cache-Control"] = "no-cache"
    return response
